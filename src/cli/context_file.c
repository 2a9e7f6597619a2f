#include "cli/docker.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { CONTEXT_FILE_MAX = 4 << 20 };

static int complain(struct str path, struct err *err)
{
	enum err_kind kind =
		errno == ENOENT || errno == ENOTDIR ? ERR_NOT_FOUND : ERR_IO;

	return err_set(err, kind, STR_F ": %s", STR_A(path), strerror(errno));
}

/* Component by component, so that no link leads out. */
static int open_inside(const char *dir, struct str path, struct arena *a)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	struct str part;

	for (struct str rest = path; fd >= 0 && str_next(&rest, '/', &part);) {
		int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
		int next = openat(fd, arena_cstr(a, part),
		                  rest.n ? flags | O_DIRECTORY : flags);

		close(fd);
		fd = next;
	}
	return fd;
}

static int read_all(int fd, size_t size, struct str path, struct arena *a,
                    struct str *bytes, struct err *err)
{
	char *p = arena_array(a, char, size ? size : 1);
	size_t n = 0;

	while (n < size) {
		ssize_t got = read(fd, p + n, size - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return complain(path, err);
		if (got == 0)
			break;
		n += (size_t)got;
	}
	*bytes = (struct str){p, n};
	return 0;
}

static int read_open(int fd, struct str path, struct arena *a,
                     struct str *bytes, struct err *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return complain(path, err);
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_UNSUPPORTED, STR_F ": no regular file",
		               STR_A(path));
	if (st.st_size > CONTEXT_FILE_MAX)
		return err_set(err, ERR_LIMIT, STR_F ": larger than %d MiB",
		               STR_A(path), CONTEXT_FILE_MAX >> 20);
	return read_all(fd, (size_t)st.st_size, path, a, bytes, err);
}

int context_file_read(void *dir, struct str path, struct arena *a,
                      struct str *bytes, struct err *err)
{
	int fd = open_inside(dir, path, a);
	int rc;

	if (fd < 0)
		return complain(path, err);
	rc = read_open(fd, path, a, bytes, err);
	close(fd);
	return rc;
}
