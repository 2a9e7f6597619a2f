/* A directory: files are looked for when they are asked for. */
#include "image/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The cage refuses what leads out of the directory; access(2) does not ask it. */
static int no_file(const struct source *src, struct str path, const char *name,
                   struct err *err)
{
	int why = errno;

	if (why == EACCES && faccessat(src->fd, name, R_OK, 0) == 0)
		return err_set(err, ERR_UNSUPPORTED,
		               STR_F ": a link that leads out of the directory "
		                     "is not followed; 'tar -chC DIR . | "
		                     "cudalint image -' does",
		               STR_A(path));
	return err_set(err,
	               why == ENOENT || why == ENOTDIR ? ERR_NOT_FOUND : ERR_IO,
	               STR_F ": %s", STR_A(path), strerror(why));
}

/* O_NONBLOCK: somebody may have put a fifo there. */
int source_file_fd(const struct source *src, struct str path, struct err *err)
{
	struct arena scratch = {0};
	const char *name = arena_cstr(&scratch, path);
	int fd = openat(src->fd, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		(void)no_file(src, path, name, err);
	arena_free(&scratch);
	return fd;
}

int source_find_file(struct source *src, struct str path, struct blob **b,
                     struct err *err)
{
	struct err why = {0};
	int fd = source_file_fd(src, path, &why);
	struct stat st;
	int rc;

	*b = NULL;
	if (fd < 0 && why.kind == ERR_NOT_FOUND)
		return 0;
	if (fd < 0) {
		*err = why;
		return -1;
	}
	rc = fstat(fd, &st);
	(void)close(fd);
	if (rc || !S_ISREG(st.st_mode))
		return err_set(err, ERR_FORMAT, STR_F ": not a regular file",
		               STR_A(path));
	*b = source_add(src, path);
	(*b)->size = (uint64_t)st.st_size;
	return 0;
}
