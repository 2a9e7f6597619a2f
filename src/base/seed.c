#include "base/seed.h"

#include <sys/random.h>
#include <time.h>

uint64_t seed_new(void)
{
	struct timespec now = {0};
	uint64_t seed;

	if (getrandom(&seed, sizeof seed, 0) == sizeof seed)
		return seed;
	(void)clock_gettime(CLOCK_REALTIME, &now);
	return (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec;
}

/* SplitMix64. */
uint64_t seed_number(uint64_t seed, uint64_t i)
{
	uint64_t v = seed + (i + 1) * UINT64_C(0x9e3779b97f4a7c15);

	v = (v ^ (v >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	v = (v ^ (v >> 27)) * UINT64_C(0x94d049bb133111eb);
	return v ^ (v >> 31);
}
