/* A directory: files are looked for when they are asked for. */
#include "image/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* O_NONBLOCK: somebody may have put a fifo there. */
int source_file_fd(const struct source *src, struct str path, struct err *err)
{
	struct arena scratch = {0};
	int fd = openat(src->fd, arena_cstr(&scratch, path),
	                O_RDONLY | O_NONBLOCK | O_CLOEXEC);

	arena_free(&scratch);
	if (fd < 0)
		return err_set(err,
		               errno == ENOENT || errno == ENOTDIR ?
		                       ERR_NOT_FOUND :
		                       ERR_IO,
		               STR_F ": %s", STR_A(path), strerror(errno));
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
