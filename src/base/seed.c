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
