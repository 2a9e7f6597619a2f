#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
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

int file_write(struct str path, struct str bytes, struct err *err)
{
	struct arena a = {0};
	int fd = open(arena_cstr(&a, path),
	              O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	int rc;

	arena_free(&a);
	if (fd < 0)
		return err_set(err, ERR_IO, STR_F ": %s", STR_A(path),
		               strerror(errno));
	rc = write_all(fd, bytes, err);
	if (close(fd) && !rc)
		rc = err_set(err, ERR_IO, "%s", strerror(errno));
	if (rc)
		(void)err_wrap(err, STR_F, STR_A(path));
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
