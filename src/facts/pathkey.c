#include "facts/pathkey.h"

#include "base/seed.h"

enum {
	BYTE_BITS = 8,
	BYTE_N = 1 << BYTE_BITS,
	FEW = 32,
	FACTORS_MIN = 256,
	FACTORS_MAX = 1 << 13, /* more than kept paths have bytes */
};

/* What no path has, or as good as none. */
#define NO_STATE (UINT64_MAX / 3)

void path_hash_init(struct path_hash *h, uint64_t seed, struct arena *a)
{
	*h = (struct path_hash){.arena = a, .seed = seed};
}

static void provide(struct path_hash *h, size_t n)
{
	size_t room = h->n ? h->n : FACTORS_MIN;

	while (room < n)
		room *= 2;
	h->factors = arena_array(h->arena, uint64_t, room);
	for (size_t i = 0; i < room; i++)
		h->factors[i] = seed_number(h->seed, i);
	h->n = room;
}

static uint64_t add(struct path_hash *h, uint64_t state, size_t at,
                    struct str s)
{
	if (at >= FACTORS_MAX || s.n >= FACTORS_MAX - at)
		return NO_STATE; /* longer than what is kept */
	if (at + s.n > h->n)
		provide(h, at + s.n);
	for (size_t i = 0; i < s.n; i++)
		state += h->factors[at + i] * ((unsigned char)s.p[i] + 1U);
	return state;
}

uint64_t pathkey_child(struct path_hash *h, uint64_t state, size_t dir_n,
                       struct str name)
{
	if (dir_n) {
		state = add(h, state, dir_n, STR("/"));
		dir_n++;
	}
	return add(h, state, dir_n, name);
}

/* The upper bits depend on all bytes, the lower ones on few bits of each. */
uint64_t pathkey_of_state(uint64_t state)
{
	return (state ^ (state >> 32)) & ~UINT64_C(1);
}

uint64_t pathkey(struct path_hash *h, struct str path)
{
	return pathkey_of_state(add(h, PATHKEY_ROOT, 0, path));
}

/* Brings them into the order of one byte, in place, which qsort() is not; where
 * those of each value end. */
static void deal(uint64_t *v, size_t n, int shift, size_t ends[BYTE_N])
{
	size_t next[BYTE_N];

	for (size_t i = 0; i < n; i++)
		ends[v[i] >> shift & (BYTE_N - 1)]++;
	next[0] = 0;
	for (size_t b = 1; b < BYTE_N; b++) {
		next[b] = ends[b - 1];
		ends[b] += ends[b - 1];
	}
	for (size_t b = 0; b < BYTE_N; b++)
		while (next[b] < ends[b]) {
			uint64_t key = v[next[b]];
			size_t to = key >> shift & (BYTE_N - 1);

			v[next[b]] = v[next[to]];
			v[next[to]++] = key;
		}
}

static void sort_few(uint64_t *v, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		uint64_t key = v[i];
		size_t at = i;

		for (; at && v[at - 1] > key; at--)
			v[at] = v[at - 1];
		v[at] = key;
	}
}

/* By this byte and those below it. */
static void sort(uint64_t *v, size_t n, int shift)
{
	size_t ends[BYTE_N] = {0}, begin = 0;

	if (n <= FEW) {
		sort_few(v, n);
		return;
	}
	deal(v, n, shift, ends);
	for (size_t b = 0; b < BYTE_N && shift; b++) {
		sort(v + begin, ends[b] - begin, shift - BYTE_BITS);
		begin = ends[b];
	}
}

struct pathkeys pathkeys_sort(uint64_t *v, size_t n)
{
	struct pathkeys keys = {v, 0};

	sort(v, n, 64 - BYTE_BITS);
	for (size_t i = 0; i < n; i++)
		if (keys.n == 0 || v[keys.n - 1] != v[i])
			v[keys.n++] = v[i];
	return keys;
}

size_t pathkeys_find(struct pathkeys keys, uint64_t key)
{
	size_t lo = 0, hi = keys.n;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (keys.v[mid] < key)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < keys.n && keys.v[lo] == key ? lo : keys.n;
}

bool pathkeys_has(struct pathkeys keys, uint64_t key)
{
	return pathkeys_find(keys, key) < keys.n;
}
