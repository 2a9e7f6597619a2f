#include "facts/pathkey.h"

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

/* Those without the bit first; how many they are. */
static size_t split(uint64_t *v, size_t n, int bit)
{
	size_t zeros = 0;

	for (size_t i = 0; i < n; i++) {
		uint64_t key = v[i];

		if (key >> bit & 1)
			continue;
		v[i] = v[zeros];
		v[zeros++] = key;
	}
	return zeros;
}

/* By this bit and those below it.  In place, which qsort() is not. */
static void sort(uint64_t *v, size_t n, int bit)
{
	while (n > 1 && bit >= 0) {
		size_t zeros = split(v, n, bit--);

		sort(v, zeros, bit);
		v += zeros;
		n -= zeros;
	}
}

struct pathkeys pathkeys_sort(uint64_t *v, size_t n)
{
	struct pathkeys keys = {v, 0};

	sort(v, n, 63);
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
