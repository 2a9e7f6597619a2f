/* What is too much goes, least recently used first. */
#include "facts/store.h"

#include "base/cleanup.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { HEX_REST = 62, STALE_SECONDS = 3600 };

struct kept_file {
	struct str path;
	int64_t used; /* nanoseconds since the Unix epoch */
	uint64_t size;
};

struct kept_files {
	struct kept_file *v;
	size_t n;
};

struct trim {
	struct arena arena;
	struct kept_files files;
	uint64_t size; /* of all */
	int64_t now;
	int fd; /* the store */
};

CLEANUP_FN(DIR *, closedir)

/* Other people's files stay, whatever directory was named. */
static bool is_kind(struct str name)
{
	return str_has_prefix(name, STR("layer-")) ||
	       str_eq(name, STR("blob")) || str_eq(name, STR("json"));
}

static bool is_hex(struct str s, size_t n)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= '0' && s.p[i] <= '9') &&
		    !(s.p[i] >= 'a' && s.p[i] <= 'f'))
			return false;
	return s.n == n;
}

static void take_file(struct trim *t, struct str path, bool whole)
{
	const int64_t second = 1000000000;
	struct kept_file *f;
	struct stat st;
	uint64_t disk;

	if (fstatat(t->fd, path.p, &st, AT_SYMLINK_NOFOLLOW) ||
	    !S_ISREG(st.st_mode))
		return;
	/* Somebody was killed while writing it. */
	if (!whole && st.st_mtim.tv_sec < t->now - STALE_SECONDS) {
		(void)unlinkat(t->fd, path.p, 0);
		return;
	}
	disk = (uint64_t)st.st_blocks * 512;
	f = arena_push(&t->arena, &t->files);
	*f = (struct kept_file){
		.path = path,
		.used = (int64_t)st.st_mtim.tv_sec * second +
	                st.st_mtim.tv_nsec,
		.size = disk > (uint64_t)st.st_size ? disk :
	                                              (uint64_t)st.st_size,
	};
	t->size += f->size;
}

static void take_name(struct trim *t, struct str dir, struct str name,
                      int depth);

static void take_dir(struct trim *t, struct str path, int depth)
{
	int fd = openat(t->fd, path.n ? path.p : ".",
	                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	CLEANUP(closedir_p) DIR *d = fd < 0 ? NULL : fdopendir(fd);
	struct dirent *e;

	while (d && (e = readdir(d)))
		take_name(t, path, str_c(e->d_name), depth);
	if (fd >= 0 && !d)
		(void)close(fd);
}

/* KIND, then two digits, then the rest of them: with more behind it, it is
 * being written. */
static void take_name(struct trim *t, struct str dir, struct str name,
                      int depth)
{
	struct str path = arena_fmt(&t->arena, STR_F "%s" STR_F, STR_A(dir),
	                            dir.n ? "/" : "", STR_A(name));
	struct str hex, rest;
	bool partial;

	if (depth == 0 ? is_kind(name) : depth == 1 && is_hex(name, 2)) {
		take_dir(t, path, depth + 1);
		return;
	}
	if (depth == 0 && str_has_prefix(name, STR(STORE_SEED ".")))
		take_file(t, path, false);
	partial = str_cut(name, '.', &hex, &rest);
	if (depth == 2 && is_hex(hex, HEX_REST))
		take_file(t, path, !partial);
}

static int by_use(const void *a, const void *b)
{
	const struct kept_file *x = a, *y = b;

	return (x->used > y->used) - (x->used < y->used);
}

/* To seven eighths, so that it is not done again for every file. */
static void remove_oldest(struct trim *t, uint64_t max)
{
	if (t->size <= max)
		return;
	qsort(t->files.v, t->files.n, sizeof *t->files.v, by_use);
	slice_for (struct kept_file, f, t->files) {
		if (t->size <= max - max / 8)
			break;
		(void)unlinkat(t->fd, f->path.p, 0);
		t->size -= f->size;
	}
}

void store_trim(struct store *s)
{
	struct trim t = {.fd = s->dir, .now = (int64_t)time(NULL)};

	take_dir(&t, STR(""), 0);
	remove_oldest(&t, s->max);
	arena_free(&t.arena);
	s->added = 0;
}
