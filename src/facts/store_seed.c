/* What makes keys of paths this store's; pathkey.h. */
#include "facts/store.h"

#include "base/seed.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

enum { DIGITS = 16 };

static bool parse(const char *text, uint64_t *seed)
{
	return str_hex((struct str){text, DIGITS}, seed) &&
	       text[DIGITS] == '\n';
}

/* After a crash of the machine. */
static bool is_torn(const char *text, ssize_t n)
{
	for (ssize_t i = 0; i < n; i++)
		if (text[i])
			return false;
	return n >= 0;
}

enum state { GOOD, ABSENT, TORN, FOREIGN };

static enum state read_seed(const struct store *s, uint64_t *seed)
{
	int fd = openat(s->dir, STORE_SEED,
	                O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	char text[DIGITS + 2];
	ssize_t n;

	if (fd < 0)
		return errno == ENOENT ? ABSENT : FOREIGN;
	n = read(fd, text, sizeof text);
	(void)close(fd);
	errno = EINVAL;
	if (n == DIGITS + 1 && parse(text, seed))
		return GOOD;
	return is_torn(text, n) ? TORN : FOREIGN;
}

/* Of several who do this at a time the first one wins, unless hard links are
 * not to be had. */
static void write_seed(struct store *s, enum state was)
{
	struct arena a = {0};
	const char *temp = store_temp_path(&a, STORE_SEED);
	struct str text =
		arena_fmt(&a, "%016llx\n", (unsigned long long)seed_new());

	if (!store_write_file(s, temp, text, STR("")))
		store_trouble(s, "the cache can't be written to");
	else if (was == TORN || (linkat(s->dir, temp, s->dir, STORE_SEED, 0) &&
	                         errno != EEXIST))
		(void)renameat(s->dir, temp, s->dir, STORE_SEED);
	(void)unlinkat(s->dir, temp, 0);
	arena_free(&a);
}

bool store_seed(struct store *s, uint64_t *seed)
{
	enum state there = read_seed(s, seed);

	if (there == ABSENT || there == TORN) {
		write_seed(s, there);
		there = read_seed(s, seed);
	}
	if (there != GOOD)
		store_trouble(s, "the cache's " STORE_SEED " can't be used");
	return there == GOOD;
}
