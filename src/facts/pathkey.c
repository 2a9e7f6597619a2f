#include "facts/pathkey.h"

enum { BYTE_BITS = 8, BYTE_N = 1 << BYTE_BITS, FEW = 32 };

static uint64_t add(uint64_t state, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		state = (state ^ (unsigned char)s.p[i]) *
		        UINT64_C(0x100000001b3);
	return state;
}

uint64_t pathkey_child(uint64_t state, struct str name)
{
	if (state != PATHKEY_ROOT)
		state = add(state, STR("/"));
	return add(state, name);
}

uint64_t pathkey_of_state(uint64_t state)
{
	state ^= state >> 32;
	state *= UINT64_C(0xd6e8feb86659fd93);
	return (state ^ (state >> 32)) & ~UINT64_C(1);
}

uint64_t pathkey(struct str path)
{
	return pathkey_of_state(add(PATHKEY_ROOT, path));
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
