#include "cli/cli.h"

#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int read_all(int fd, struct buf *out, struct err *err)
{
	char block[16384];
	ssize_t n;

	do {
		n = read(fd, block, sizeof block);
		if (n > 0)
			buf_add(out, (struct str){block, (size_t)n});
	} while ((n > 0 && !out->truncated) || (n < 0 && errno == EINTR));
	if (n < 0)
		return err_set(err, ERR_IO, "%s", strerror(errno));
	if (out->truncated)
		return err_set(err, ERR_LIMIT, "larger than %zu bytes",
		               out->max);
	return 0;
}

struct str input_name(struct str path)
{
	return str_eq(path, STR("-")) ? STR("standard input") : path;
}

static struct str from_here(struct str path)
{
	char here[PATH_MAX_BYTES];
	struct str dir;

	if (!str_has_prefix(path, STR("/")) || !getcwd(here, sizeof here))
		return path;
	dir = str_c(here);
	return path.n > dir.n && path_is_under(path, dir) ?
	               str_from(path, dir.n + 1) :
	               path;
}

struct str file_name(struct str path, struct arena *a)
{
	struct str below = from_here(path), clean;
	char room[PATH_MAX_BYTES];

	if (str_has_prefix(below, STR("/")) ||
	    path_clean(below, room, &clean) != PATH_OK)
		return below;
	return arena_str(a, clean);
}

int file_read(struct str path, size_t max, struct arena *a, struct str *out,
              struct err *err)
{
	bool is_stdin = str_eq(path, STR("-"));
	int fd = is_stdin ? STDIN_FILENO :
	                    open(arena_cstr(a, path), O_RDONLY | O_CLOEXEC);
	struct buf b = {.max = max};
	int rc;

	if (fd < 0)
		return err_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO,
		               STR_F ": %s", STR_A(path), strerror(errno));
	rc = read_all(fd, &b, err);
	if (rc)
		(void)err_wrap(err, STR_F, STR_A(input_name(path)));
	else
		*out = arena_str(a, buf_str(&b));
	buf_free(&b);
	if (!is_stdin)
		(void)close(fd);
	return rc;
}

static int write_all(int fd, struct str bytes, struct err *err)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_set(err, ERR_IO, "%s", strerror(errno));
		bytes = str_from(bytes, (size_t)n);
	}
	return 0;
}

static int fill(int fd, struct str bytes, struct err *err)
{
	int rc = write_all(fd, bytes, err);

	if (close(fd) && !rc)
		rc = err_set(err, ERR_IO, "%s", strerror(errno));
	return rc;
}

bool file_is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static int write_to(const char *path, struct str bytes, struct err *err)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return err_set(err, ERR_IO, "%s", strerror(errno));
	return fill(fd, bytes, err);
}

/* Complete or not at all: the old file stays until the new one is there. */
static int replace(const char *path, const char *temp, struct str bytes,
                   struct err *err)
{
	int fd = open(temp, O_WRONLY | O_CLOEXEC | O_CREAT | O_EXCL, 0666);
	int rc;

	if (fd < 0)
		return err_set(err, ERR_IO, "%s", strerror(errno));
	rc = fill(fd, bytes, err);
	if (rc == 0 && rename(temp, path))
		rc = err_set(err, ERR_IO, "%s", strerror(errno));
	if (rc)
		(void)unlink(temp);
	return rc;
}

int file_write(struct str path, struct str bytes, struct err *err)
{
	struct arena a = {0};
	const char *to = arena_cstr(&a, path);
	struct str temp =
		arena_fmt(&a, STR_F ".%ld.tmp", STR_A(path), (long)getpid());
	int rc = file_is_special(to) ? write_to(to, bytes, err) :
	                               replace(to, temp.p, bytes, err);

	if (rc)
		(void)err_wrap(err, STR_F, STR_A(path));
	arena_free(&a);
	return rc;
}

int print(struct str bytes, struct err *err)
{
	if (write_all(STDOUT_FILENO, bytes, err))
		return err_wrap(err, "standard output");
	return 0;
}

void note(struct str bytes)
{
	struct err ignored = {0};

	(void)write_all(STDERR_FILENO, bytes, &ignored);
}
