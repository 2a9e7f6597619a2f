#include "cli/rewrite.h"

#include "base/arena.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct rewrite {
	struct arena arena;
	const char *path;
	char *temp;
	int fd; /* of temp */
	struct err *err;
};

static int complain(struct rewrite *r, const char *path)
{
	return err_set(r->err, ERR_IO, "%s: %s", path, strerror(errno));
}

/* Is the file still the one that was read? */
static int check(struct rewrite *r, struct str before, struct stat *st)
{
	char chunk[4096];
	size_t at = 0;
	ssize_t got;
	int fd;

	if (lstat(r->path, st))
		return complain(r, r->path);
	if (!S_ISREG(st->st_mode))
		return err_set(r->err, ERR_UNSUPPORTED,
		               "%s: not a regular file; name the file that it "
		               "stands for",
		               r->path);
	fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return complain(r, r->path);
	while ((got = read(fd, chunk, sizeof chunk)) > 0) {
		if ((size_t)got > before.n - at ||
		    memcmp(before.p + at, chunk, (size_t)got) != 0)
			break;
		at += (size_t)got;
	}
	close(fd);
	if (got != 0 || at != before.n)
		return err_set(r->err, ERR_FORMAT,
		               "%s: has changed since it was read; run again",
		               r->path);
	return 0;
}

static int write_all(struct rewrite *r, struct str s)
{
	while (s.n) {
		ssize_t n = write(r->fd, s.p, s.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return complain(r, r->temp);
		s = str_from(s, (size_t)n);
	}
	return 0;
}

/* An owner that may not be given away stays ours, as editors do it. */
static int fill(struct rewrite *r, struct str after, const struct stat *st)
{
	if (write_all(r, after))
		return -1;
	if (fchown(r->fd, st->st_uid, st->st_gid) && errno != EPERM)
		return complain(r, r->temp);
	if (fchmod(r->fd, st->st_mode & 07777) || fsync(r->fd))
		return complain(r, r->temp);
	if (rename(r->temp, r->path))
		return complain(r, r->path);
	return 0;
}

static int rewrite(struct rewrite *r, struct str before, struct str after)
{
	struct stat st;
	int rc;

	if (check(r, before, &st))
		return -1;
	r->fd = mkstemp(r->temp);
	if (r->fd < 0)
		return complain(r, r->temp);
	rc = fill(r, after, &st);
	close(r->fd);
	if (rc)
		unlink(r->temp);
	return rc;
}

int file_rewrite(struct str path, struct str before, struct str after,
                 struct err *err)
{
	struct rewrite r = {.err = err};
	struct str temp = arena_fmt(&r.arena, STR_F ".new.", STR_A(path));
	enum { UNIQUE = 6 }; /* mkstemp() wants that many */
	int rc;

	r.path = arena_cstr(&r.arena, path);
	r.temp = arena_array(&r.arena, char, temp.n + UNIQUE + 1);
	memcpy(r.temp, temp.p, temp.n);
	memset(r.temp + temp.n, 'X', UNIQUE);
	rc = rewrite(&r, before, after);
	arena_free(&r.arena);
	return rc;
}
