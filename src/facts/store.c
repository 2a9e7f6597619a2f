#include "facts/store.h"

#include "base/buf.h"
#include "base/cleanup.h"
#include "base/path.h"
#include "base/sha256.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 4096 };

static void close_fd(const int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
}

/* Every directory on the way, for this user alone. */
static int make_dirs(const char *dir, struct err *err)
{
	struct arena a = {0};
	char *path = arena_array(&a, char, strlen(dir) + 1);
	int rc = 0;

	for (size_t i = 0; rc == 0 && dir[i]; i++) {
		path[i] = dir[i];
		if ((dir[i + 1] == '/' || !dir[i + 1]) && mkdir(path, 0700) &&
		    errno != EEXIST)
			rc = err_set(err, ERR_IO, "cannot make %s: %s", path,
			             strerror(errno));
	}
	arena_free(&a);
	return rc;
}

int store_open(struct store *s, const char *dir, uint64_t max, struct err *err)
{
	s->max = max;
	if (make_dirs(dir, err))
		return -1;
	s->dir = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (s->dir < 0)
		return err_set(err, ERR_IO, "%s: %s", dir, strerror(errno));
	return 0;
}

void store_close(struct store *s)
{
	store_unlock(s);
	if (s->added)
		store_trim(s);
	(void)close(s->dir);
}

void store_trouble(struct store *s, const char *what)
{
	if (s->trouble.kind == ERR_NONE)
		(void)err_set(&s->trouble, ERR_IO, "%s: %s", what,
		              strerror(errno));
}

/* "layer-1-full/ab/cdef…" */
const char *store_path(struct arena *a, const char *kind, struct str digest)
{
	const char *hex = digest.p + strlen("sha256:");

	return arena_fmt(a, "%s/%.2s/%.62s", kind, hex, hex + 2).p;
}

/* A file under another's name, or of another program, does not have it. */
static void put_head(struct buf *out, const char *kind, struct str digest,
                     struct str bytes)
{
	struct digest sum = sha256_of(bytes);

	buf_printf(out, "cudalint-cache/1 %s " STR_F " %s\n", kind,
	           STR_A(digest), sum.text);
}

static bool is_sound(const char *kind, struct str digest, struct str file,
                     struct str *bytes)
{
	CLEANUP(buf_free) struct buf head = {0};
	struct str line;

	if (!str_cut(file, '\n', &line, bytes))
		return false;
	put_head(&head, kind, digest, *bytes);
	return str_has_prefix(file, buf_str(&head));
}

static bool read_all(int fd, char *to, size_t n)
{
	while (n) {
		ssize_t got = read(fd, to, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		to += got;
		n -= (size_t)got;
	}
	return true;
}

static bool read_file(int fd, size_t max, struct arena *a, struct str *out)
{
	struct stat st;
	char *space;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_size <= 0 ||
	    st.st_size > STORE_ENTRY_MAX || (size_t)st.st_size > max)
		return false;
	space = arena_array(a, char, (size_t)st.st_size);
	*out = (struct str){space, (size_t)st.st_size};
	return read_all(fd, space, out->n);
}

static int open_entry(const struct store *s, const char *kind,
                      struct str digest)
{
	struct arena a = {0};
	int fd = openat(s->dir, store_path(&a, kind, digest),
	                O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);

	arena_free(&a);
	return fd;
}

/* What is not there takes no room. */
bool store_get(struct store *s, const char *kind, struct str digest, size_t max,
               struct arena *a, struct str *bytes)
{
	CLEANUP(close_fd) int fd = open_entry(s, kind, digest);
	struct str file;

	if (fd < 0 || !read_file(fd, max, a, &file) ||
	    !is_sound(kind, digest, file, bytes))
		return false;
	(void)futimens(fd, NULL); /* used just now */
	return true;
}

bool store_has(const struct store *s, const char *kind, struct str digest)
{
	struct arena a = {0};
	bool there =
		faccessat(s->dir, store_path(&a, kind, digest), R_OK, 0) == 0;

	arena_free(&a);
	return there;
}

static bool write_all(int fd, struct str bytes)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		bytes = str_from(bytes, (size_t)n);
	}
	return true;
}

/* Not synced: an entry that a crash of the machine tore is not sound. */
bool store_write_file(struct store *s, const char *path, struct str head,
                      struct str bytes)
{
	int fd = openat(s->dir, path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC,
	                0600);
	bool ok;

	if (fd < 0)
		return false;
	ok = write_all(fd, head) && write_all(fd, bytes);
	return close(fd) == 0 && ok;
}

bool store_make_dir(struct store *s, const char *kind, const char *path)
{
	struct arena a = {0};
	const char *dir = arena_cstr(&a, path_dir(str_c(path)));
	bool ok = (mkdirat(s->dir, kind, 0700) == 0 || errno == EEXIST) &&
	          (mkdirat(s->dir, dir, 0700) == 0 || errno == EEXIST);

	arena_free(&a);
	return ok;
}

/* Others may be writing the same entry at this moment. */
const char *store_temp_path(struct arena *a, const char *path)
{
	struct timespec now;

	(void)clock_gettime(CLOCK_MONOTONIC, &now);
	return arena_fmt(a, "%s.%ld.%ld", path, (long)getpid(), now.tv_nsec).p;
}

static bool write_entry(struct store *s, const char *kind, struct str digest,
                        struct str head, struct str bytes)
{
	struct arena a = {0};
	const char *path = store_path(&a, kind, digest);
	const char *temp = store_temp_path(&a, path);
	bool ok = store_make_dir(s, kind, path) &&
	          store_write_file(s, temp, head, bytes) &&
	          renameat(s->dir, temp, s->dir, path) == 0;

	if (!ok) {
		store_trouble(s, "the cache can't be written to");
		(void)unlinkat(s->dir, temp, 0);
	}
	arena_free(&a);
	return ok;
}

void store_put(struct store *s, const char *kind, struct str digest,
               struct str bytes)
{
	CLEANUP(buf_free) struct buf head = {0};

	put_head(&head, kind, digest, bytes);
	if (head.n + bytes.n > STORE_ENTRY_MAX ||
	    !write_entry(s, kind, digest, buf_str(&head), bytes))
		return;
	s->added += bytes.n + BLOCK;
	if (s->added > s->max / 8)
		store_trim(s);
}
