#include "facts/cache.h"

#include "base/sha256.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

enum { MIB = 1 << 20 };

/* A cache in a directory of its own. */
struct world {
	char dir[64];
	struct arena a;
	struct cache cache;
	struct cache_use use;
	struct layer_cache hook;
};

static void open_again(struct world *w, uint64_t max)
{
	struct err err;

	assert_int_equal(cache_open(&w->cache, w->dir, max, &err), 0);
	w->use = (struct cache_use){&w->cache, &w->a};
	w->hook = cache_hook(&w->use);
}

static struct world *world_new(uint64_t max)
{
	static struct world w;

	w = (struct world){.dir = "/tmp/test_cache.XXXXXX"};
	assert_non_null(mkdtemp(w.dir));
	open_again(&w, max);
	return &w;
}

static void world_free(struct world *w)
{
	struct str rm = arena_fmt(&w->a, "rm -r %s", w->dir);

	cache_close(&w->cache);
	assert_int_equal(system(rm.p), 0);
	arena_free(&w->a);
}

static struct str digest_of(struct world *w, const char *what)
{
	struct digest d = sha256_of(str_c(what));

	return arena_str(&w->a, digest_str(&d));
}

static const char *path_of(struct world *w, const char *kind, struct str digest)
{
	return arena_fmt(&w->a, "%s/%s/%.2s/%.62s", w->dir, kind, digest.p + 7,
	                 digest.p + 9)
	        .p;
}

#define FULL w->cache.kinds[LAYER_FULL]

static struct layer_facts *a_layer(struct world *w, const char *path)
{
	struct layer_facts *l = arena_new(&w->a, struct layer_facts);

	l->seed = w->cache.seed;
	arena_push(&w->a, &l->kept)->path = arena_str(&w->a, str_c(path));
	return l;
}

static bool has(struct world *w, struct layer_id id, enum layer_depth depth,
                const char *path)
{
	const struct layer_facts *l = w->hook.get(&w->use, id, depth);

	if (l)
		assert_true(str_eq(l->kept.v[0].path, str_c(path)));
	return l;
}

static void keys(void **state)
{
	struct world *w = world_new(MIB);
	struct str d1 = digest_of(w, "d1"), d2 = digest_of(w, "d2");
	struct str b1 = digest_of(w, "b1"), t1 = digest_of(w, "t1");
	const struct {
		struct layer_id id;
		enum layer_depth depth;
		bool there;
	} rows[] = {
		{{.diff_id = d1}, LAYER_FULL, true},
		{{.diff_id = d1, .blob = b1}, LAYER_FULL, true},
		{{.diff_id = d1, .blob = d1}, LAYER_FULL, true},
		{{.diff_id = d1, .blob = d2}, LAYER_FULL, false},
		{{.diff_id = d2, .blob = b1}, LAYER_FULL, false},
		{{.diff_id = d2}, LAYER_FULL, false},
		{{.diff_id = STR("sha256:x")}, LAYER_FULL, false},
		{{.diff_id = d1, .blob = b1, .toc = t1}, LAYER_TOC, false},
		{{.diff_id = d1, .blob = b1, .toc = t1}, LAYER_NONE, false},
		{{.diff_id = d2, .blob = d2, .toc = t1}, LAYER_FILES, true},
		{{.diff_id = d1, .blob = b1}, LAYER_FILES, false},
	};

	(void)state;
	w->hook.put(&w->use, (struct layer_id){.diff_id = d1, .blob = b1},
	            LAYER_FULL, a_layer(w, "full"));
	w->hook.put(&w->use,
	            (struct layer_id){.diff_id = d1, .blob = b1, .toc = t1},
	            LAYER_FILES, a_layer(w, "files"));
	for (size_t i = 0; i < COUNT(rows); i++)
		if (has(w, rows[i].id, rows[i].depth,
		        rows[i].depth == LAYER_FULL ? "full" : "files") !=
		    rows[i].there)
			fail_msg("row %zu", i);
	assert_int_equal(w->cache.hits, 4);
	assert_int_equal(w->cache.misses, COUNT(rows) - 7);
	world_free(w);
}

static void put_text(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

/* What was read with another seed is not there, and is not mixed in. */
static void seeds(void **state)
{
	enum { ABSENT, EMPTY, ZEROS, LOST_N };
	struct world *w = world_new(MIB);
	struct layer_id id = {.diff_id = digest_of(w, "d")};
	const char *path = arena_fmt(&w->a, "%s/" STORE_SEED, w->dir).p;
	struct layer_facts *l = a_layer(w, "x");
	uint64_t first = w->cache.seed;
	struct stat st;

	(void)state;
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	w->hook.put(&w->use, id, LAYER_FULL, l);
	cache_close(&w->cache);
	open_again(w, MIB);
	assert_int_equal(w->cache.seed, first);
	assert_true(has(w, id, LAYER_FULL, "x"));
	for (int i = ABSENT; i < LOST_N; i++) {
		cache_close(&w->cache);
		assert_int_equal(unlink(path), 0);
		if (i != ABSENT)
			put_text(path, "");
		if (i == ZEROS)
			assert_int_equal(truncate(path, 17), 0);
		open_again(w, MIB);
		assert_int_not_equal(w->cache.seed, first);
		assert_false(w->hook.has(&w->use, id, LAYER_FULL));
		assert_false(has(w, id, LAYER_FULL, "x"));
		w->hook.put(&w->use, id, LAYER_FULL, l);
		assert_false(has(w, id, LAYER_FULL, "x"));
		w->hook.put(&w->use, id, LAYER_FULL, a_layer(w, "y"));
		assert_true(has(w, id, LAYER_FULL, "y"));
	}
	cache_close(&w->cache);
	put_text(path, "0123456789abcdef\n");
	open_again(w, MIB);
	assert_int_equal(w->cache.seed, UINT64_C(0x0123456789abcdef));
	world_free(w);
}

/* Other people's files stay; without a seed no layer is kept. */
static void foreign_seed(void **state)
{
	static const char *const bad[] = {"of my garden", "0123456789abcdeg\n",
	                                  "0123456789abcdef",
	                                  "0123456789abcdef\n\n"};
	struct world *w = world_new(MIB);
	struct layer_id id = {.diff_id = digest_of(w, "d")};
	const char *path = arena_fmt(&w->a, "%s/" STORE_SEED, w->dir).p;
	struct stat st;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		cache_close(&w->cache);
		put_text(path, bad[i]);
		open_again(w, MIB);
		assert_int_equal(w->cache.store.trouble.kind, ERR_IO);
		w->hook.put(&w->use, id, LAYER_FULL, a_layer(w, "x"));
		assert_false(has(w, id, LAYER_FULL, "x"));
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_size, strlen(bad[i]));
	}
	assert_int_equal(unlink(path), 0);
	assert_int_equal(symlink("elsewhere", path), 0);
	cache_close(&w->cache);
	open_again(w, MIB);
	assert_int_equal(w->cache.store.trouble.kind, ERR_IO);
	world_free(w);
}

/* Who comes first at the same time as others: all have one seed. */
static void one_seed(void **state)
{
	enum { ROUNDS = 20, WORKERS = 4 };

	(void)state;
	for (int i = 0; i < ROUNDS; i++) {
		struct world *w = world_new(MIB);
		const char *path = arena_fmt(&w->a, "%s/" STORE_SEED, w->dir).p;
		uint64_t seeds[WORKERS];
		int ends[2];

		assert_int_equal(unlink(path), 0);
		assert_int_equal(pipe(ends), 0);
		for (int k = 0; k < WORKERS; k++)
			if (fork() == 0) {
				struct cache c;
				struct err err = {0};

				(void)cache_open(&c, w->dir, MIB, &err);
				_exit(write(ends[1], &c.seed, sizeof c.seed) !=
				      sizeof c.seed);
			}
		for (int k = 0; k < WORKERS; k++) {
			int status;

			assert_true(wait(&status) > 0);
			assert_int_equal(status, 0);
		}
		assert_int_equal(read(ends[0], seeds, sizeof seeds),
		                 sizeof seeds);
		for (int k = 1; k < WORKERS; k++)
			assert_int_equal(seeds[k], seeds[0]);
		close(ends[0]);
		close(ends[1]);
		world_free(w);
	}
}

static void json(void **state)
{
	struct world *w = world_new(MIB);
	struct str text = STR("{\"os\":\"linux\"}"), got;
	struct str d = digest_of(w, text.p), other = digest_of(w, "{}");

	(void)state;
	assert_false(w->hook.get_json(&w->use, d, &w->a, &got));
	w->hook.put_json(&w->use, d, text);
	w->hook.put_json(&w->use, other, text); /* these are not its bytes */
	assert_true(w->hook.get_json(&w->use, d, &w->a, &got));
	assert_true(str_eq(got, text));
	assert_false(w->hook.get_json(&w->use, other, &w->a, &got));
	assert_false(w->hook.get_json(&w->use, STR("x"), &w->a, &got));
	world_free(w);
}

/* What images say is their readers' business. */
static void modes(void **state)
{
	struct world *w = world_new(MIB);
	struct layer_id id = {.diff_id = digest_of(w, "d")};
	const char *path = path_of(w, FULL, id.diff_id);
	mode_t old = umask(0);
	struct stat st;

	(void)state;
	w->hook.put(&w->use, id, LAYER_FULL, a_layer(w, "x"));
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
	assert_int_equal(stat(arena_fmt(&w->a, "%s/%s", w->dir, FULL).p, &st),
	                 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	(void)umask(old);
	world_free(w);
}

/* What depends on the layers beside it, or is too large for them. */
static void crowded(void **state)
{
	struct world *w = world_new(MIB);
	struct layer_id id = {.diff_id = digest_of(w, "d")};
	struct layer_facts *l = a_layer(w, "x");
	struct arena full = {0};

	(void)state;
	l->crowded = true;
	w->hook.put(&w->use, id, LAYER_FULL, l);
	assert_false(has(w, id, LAYER_FULL, "x"));
	l->crowded = false;
	w->hook.put(&w->use, id, LAYER_FULL, l);
	assert_true(has(w, id, LAYER_FULL, "x"));
	(void)arena_alloc(&full, 1, LAYERS_BYTES_MAX - 20, 1);
	w->use.layers = &full;
	assert_false(has(w, id, LAYER_FULL, "x"));
	assert_true(full.used < LAYERS_BYTES_MAX + 1000);
	arena_free(&full);
	world_free(w);
}

static void flip(const char *path, off_t at)
{
	int fd = open(path, O_RDWR);
	char c;

	assert_int_equal(pread(fd, &c, 1, at), 1);
	c ^= 1;
	assert_int_equal(pwrite(fd, &c, 1, at), 1);
	close(fd);
}

static off_t size_of(const char *path)
{
	struct stat st;

	assert_int_equal(stat(path, &st), 0);
	return st.st_size;
}

/* Whatever happens to its file, an entry is right or not there. */
static void damage(void **state)
{
	struct world *w = world_new(MIB);
	struct layer_id one = {.diff_id = digest_of(w, "one")};
	struct layer_id two = {.diff_id = digest_of(w, "two")};
	const char *path = path_of(w, FULL, one.diff_id);
	const char *other = path_of(w, FULL, two.diff_id);
	off_t size;

	(void)state;
	w->hook.put(&w->use, one, LAYER_FULL, a_layer(w, "x"));
	w->hook.put(&w->use, two, LAYER_FULL, a_layer(w, "y"));
	size = size_of(path);
	for (off_t at = 0; at < size; at++) {
		flip(path, at);
		assert_false(has(w, one, LAYER_FULL, "x"));
		flip(path, at);
	}
	assert_true(has(w, one, LAYER_FULL, "x"));
	for (off_t n = size; n-- > 0;) {
		assert_int_equal(truncate(path, n), 0);
		assert_false(has(w, one, LAYER_FULL, "x"));
	}
	w->hook.put(&w->use, one, LAYER_FULL, a_layer(w, "x"));
	assert_true(has(w, one, LAYER_FULL, "x"));
	assert_int_equal(rename(other, path), 0); /* somebody else's */
	assert_false(has(w, one, LAYER_FULL, "x"));
	unlink(path);
	assert_int_equal(symlink("/dev/zero", path), 0);
	assert_false(has(w, one, LAYER_FULL, "x"));
	unlink(path);
	assert_int_equal(mkfifo(path, 0600), 0);
	assert_false(has(w, one, LAYER_FULL, "x"));
	w->hook.put(&w->use, one, LAYER_FULL, a_layer(w, "x"));
	assert_true(has(w, one, LAYER_FULL, "x"));
	world_free(w);
}

static void age(const char *path, time_t seconds)
{
	struct timespec t[2] = {{time(NULL) - seconds, 0},
	                        {time(NULL) - seconds, 0}};

	assert_int_equal(utimensat(AT_FDCWD, path, t, 0), 0);
}

static struct str nth(struct world *w, int i)
{
	return digest_of(w, arena_fmt(&w->a, "%d", i).p);
}

static int count(struct world *w, int n)
{
	int there = 0;

	for (int i = 0; i < n; i++)
		there += access(path_of(w, "json", nth(w, i)), F_OK) == 0;
	return there;
}

/* The least recently used go; nothing goes that is not ours. */
static void eviction(void **state)
{
	enum { N = 100 };

	struct world *w = world_new(64 * MIB);
	const char *foreign = arena_fmt(&w->a, "%s/json/ab/notes", w->dir).p;
	const char *mine = arena_fmt(&w->a, "%s/diary", w->dir).p;
	const char *fresh, *stale;
	struct str got;

	(void)state;
	for (int i = 0; i < N; i++) {
		w->hook.put_json(&w->use, nth(w, i), STR("{}"));
		age(path_of(w, "json", nth(w, i)), 1000 - i);
	}
	(void)mkdir(arena_fmt(&w->a, "%s/json/ab", w->dir).p, 0700);
	close(open(foreign, O_CREAT | O_WRONLY, 0600));
	close(open(mine, O_CREAT | O_WRONLY, 0600));
	age(foreign, 100000);
	age(mine, 100000);
	fresh = arena_fmt(&w->a, "%s.12.34", path_of(w, "json", nth(w, 1))).p;
	stale = arena_fmt(&w->a, "%s.56.78", path_of(w, "json", nth(w, 2))).p;
	close(open(fresh, O_CREAT | O_WRONLY, 0600));
	close(open(stale, O_CREAT | O_WRONLY, 0600));
	age(stale, 4000);
	/* Asked for, though what is in it is not what it should be. */
	(void)w->hook.get_json(&w->use, nth(w, 0), &w->a, &got);
	cache_close(&w->cache);
	assert_int_equal(count(w, N), N);
	assert_true(access(stale, F_OK) && !access(fresh, F_OK));

	open_again(w, 80 * 4096);
	w->hook.put_json(&w->use, nth(w, N), STR("{}"));
	cache_close(&w->cache);
	assert_in_range(count(w, N + 1), 60, 80);
	assert_int_equal(access(path_of(w, "json", nth(w, 0)), F_OK), 0);
	assert_int_equal(access(path_of(w, "json", nth(w, N)), F_OK), 0);
	assert_int_equal(access(path_of(w, "json", nth(w, N - 1)), F_OK), 0);
	assert_int_not_equal(access(path_of(w, "json", nth(w, 1)), F_OK), 0);
	assert_true(!access(foreign, F_OK) && !access(mine, F_OK));
	open_again(w, MIB);
	world_free(w);
}

/* A run that adds much is bounded while it runs, not at its end. */
static void bounded(void **state)
{
	enum { N = 400 };

	struct world *w = world_new(100 * 4096);

	(void)state;
	for (int i = 0; i < N; i++) {
		w->hook.put_json(&w->use, nth(w, i), STR("{}"));
		if (i % 50 == 0)
			assert_in_range(count(w, i + 1), 0, 113);
	}
	world_free(w);
}

static void read_only(void **state)
{
	struct world *w = world_new(MIB);
	struct layer_id id = {.diff_id = digest_of(w, "d")};
	const char *file = arena_fmt(&w->a, "%s/%s", w->dir, FULL).p;
	struct cache c;
	struct err err = {0};

	(void)state;
	close(open(file, O_CREAT | O_WRONLY, 0600)); /* no directory */
	w->hook.put(&w->use, id, LAYER_FULL, a_layer(w, "x"));
	assert_false(has(w, id, LAYER_FULL, "x"));
	assert_int_equal(w->cache.store.trouble.kind, ERR_IO);
	assert_int_equal(cache_open(&c, arena_fmt(&w->a, "%s/x", file).p, MIB,
	                            &err),
	                 -1);
	assert_int_equal(err.kind, ERR_IO);
	world_free(w);
}

/* The bytes of a layer that is as long as its number says. */
static struct layer_facts *numbered(struct world *w, int i)
{
	struct layer_facts *l = a_layer(w, arena_fmt(&w->a, "n/%d", i).p);

	for (int k = 0; k < i * 50; k++)
		*arena_push(&w->a, &l->whiteouts) = STR("some/where");
	return l;
}

static int sound(struct world *w, int n)
{
	int there = 0;

	for (int i = 0; i < n; i++) {
		struct layer_id id = {.diff_id = nth(w, i)};

		there += has(w, id, LAYER_FULL, arena_fmt(&w->a, "n/%d", i).p);
		w->a.mark = w->a.used;
	}
	return there;
}

/* Put and get the same few until killed, or some thousand times. */
static _Noreturn void busy(struct world *w, uint64_t max, unsigned seed)
{
	enum { N = 20, TIMES = 2000 };

	open_again(w, max);
	for (int t = 0; t < TIMES; t++) {
		struct world one = *w;
		int i = (int)(((seed + (unsigned)t) * 2654435761u) >> 16) % N;

		one.a = (struct arena){0};
		one.use.layers = &one.a;
		one.hook = cache_hook(&one.use);
		if (!has(&one, (struct layer_id){.diff_id = nth(&one, i)},
		         LAYER_FULL, arena_fmt(&one.a, "n/%d", i).p) ||
		    t % 3 == 0)
			one.hook.put(&one.use,
			             (struct layer_id){.diff_id = nth(&one, i)},
			             LAYER_FULL, numbered(&one, i));
		w->cache = one.cache;
		arena_free(&one.a);
	}
	cache_close(&w->cache);
	_exit(0);
}

/* Four at once, in a cache that is too small for what they have. */
static void together(void **state)
{
	struct world *w = world_new(MIB);
	int status;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		if (fork() == 0)
			busy(w, 60 * 4096, i * 1000);
	for (unsigned i = 0; i < 4; i++) {
		assert_true(wait(&status) > 0);
		assert_int_equal(status, 0);
	}
	assert_in_range(sound(w, 20), 1, 20);
	world_free(w);
}

/* One reads what several want; who is killed while reading keeps nobody. */
static void in_flight(void **state)
{
	enum { N = 6 };

	struct world *w = world_new(MIB);
	struct layer_id id = {.diff_id = digest_of(w, "d")};
	const struct timespec t = {0, 100000000};
	int status, made = 0;
	pid_t dead = fork();

	(void)state;
	if (dead == 0) {
		(void)has(w, id, LAYER_FULL, "x");
		(void)pause();
	}
	(void)nanosleep(&t, NULL);
	for (int i = 0; i < N; i++) {
		if (fork() == 0) {
			if (has(w, id, LAYER_FULL, "x"))
				_exit(0);
			(void)nanosleep(&t, NULL);
			w->hook.put(&w->use, id, LAYER_FULL, a_layer(w, "x"));
			_exit(1);
		}
	}
	assert_int_equal(kill(dead, SIGKILL), 0);
	assert_int_equal(waitpid(dead, NULL, 0), dead);
	for (int i = 0; i < N; i++) {
		assert_true(wait(&status) > 0);
		made += WEXITSTATUS(status);
	}
	assert_int_equal(made, 1);
	world_free(w);
}

/* Killed at fifty moments: what is there is right, and it goes on. */
static void killed(void **state)
{
	struct world *w = world_new(64 * MIB);

	(void)state;
	for (unsigned i = 0; i < 50; i++) {
		pid_t pid = fork();
		struct timespec t = {0, (long)(i * 7919 % 50 + 1) * 200000};

		if (pid == 0)
			busy(w, 64 * MIB, i);
		(void)nanosleep(&t, NULL);
		assert_int_equal(kill(pid, SIGKILL), 0);
		assert_int_equal(waitpid(pid, NULL, 0), pid);
		(void)sound(w, 20);
	}
	assert_in_range(sound(w, 20), 10, 20);
	world_free(w);
}

/* Two layers are asked for before their turn, and perhaps read and proved;
 * meanwhile the first enters.  Does what came of it stand? */
static void early(void **state)
{
	const struct {
		size_t room;
		bool proved, enters, stands;
	} rows[] = {
		{MIB, false, false, true}, {MIB, false, true, false},
		{MIB, true, false, true},  {MIB, true, true, true},
		{1, true, false, true},    {1, true, true, false},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct world *w = world_new(MIB);
		struct layer_id d1 = {.diff_id = digest_of(w, "d1"),
		                      .blob = digest_of(w, "b1")};
		struct layer_id d2 = {.diff_id = digest_of(w, "d2")};
		struct arena layers = {.room = rows[i].room, .used = 1};
		struct cache_early e = {.use = {&w->cache, &layers}};
		struct layer_cache hook = cache_hook_early(&e);

		assert_null(hook.get(hook.ctx, d1, LAYER_FULL));
		assert_null(hook.get(hook.ctx, d2, LAYER_FULL));
		if (rows[i].proved)
			hook.put(hook.ctx, d1, LAYER_FULL, a_layer(w, "one"));
		assert_false(has(w, d1, LAYER_FULL, ""));
		if (rows[i].enters)
			w->hook.put(&w->use, d1, LAYER_FULL, a_layer(w, "one"));
		if (cache_catch_up(&e) != rows[i].stands)
			fail_msg("row %zu", i);
		assert_int_equal(has(w, d1, LAYER_FULL, "one"),
		                 rows[i].proved || rows[i].enters);
		cache_early_end(&e);
		world_free(w);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys),      cmocka_unit_test(json),
		cmocka_unit_test(seeds),     cmocka_unit_test(foreign_seed),
		cmocka_unit_test(one_seed),  cmocka_unit_test(crowded),
		cmocka_unit_test(damage),    cmocka_unit_test(eviction),
		cmocka_unit_test(bounded),   cmocka_unit_test(read_only),
		cmocka_unit_test(together),  cmocka_unit_test(killed),
		cmocka_unit_test(in_flight), cmocka_unit_test(modes),
		cmocka_unit_test(early),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
