/* What makes keys of paths this store's; pathkey.h. */
#include "facts/store.h"

#include "base/cleanup.h"
#include "base/seed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { DIGITS = 16 };

#define NAME "seed"

static bool parse(const char *text, uint64_t *seed)
{
	*seed = 0;
	for (int i = 0; i < DIGITS; i++) {
		char c = text[i];

		if (!((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')))
			return false;
		*seed = *seed << 4 |
		        (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return text[DIGITS] == '\n';
}

/* 1, 0: there is none, -1: it is somebody else's. */
static int read_seed(const struct store *s, uint64_t *seed)
{
	int fd = openat(s->dir, NAME,
	                O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	char text[DIGITS + 2];
	ssize_t n;

	if (fd < 0)
		return errno == ENOENT ? 0 : -1;
	n = read(fd, text, sizeof text);
	(void)close(fd);
	return n == DIGITS + 1 && parse(text, seed);
}

/* Whoever comes last wins; what others made until then is made again. */
static void write_seed(struct store *s, uint64_t seed)
{
	struct arena a = {0};
	const char *temp = store_temp_path(&a, NAME);
	struct str text = arena_fmt(&a, "%016llx\n", (unsigned long long)seed);

	if (!store_write_file(s, temp, text, STR("")) ||
	    renameat(s->dir, temp, s->dir, NAME))
		(void)unlinkat(s->dir, temp, 0);
	arena_free(&a);
}

uint64_t store_seed(struct store *s)
{
	uint64_t seed;
	int there = read_seed(s, &seed);

	if (there > 0)
		return seed;
	seed = seed_new();
	if (there == 0) {
		uint64_t kept;

		write_seed(s, seed);
		if (read_seed(s, &kept) > 0)
			seed = kept;
	}
	return seed;
}
