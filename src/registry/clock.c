#include "registry/clock.h"

#include <errno.h>
#include <time.h>
#include <unistd.h>

int64_t clock_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

void clock_wait(int64_t ms)
{
	struct timespec t = {ms / 1000, ms % 1000 * 1000000};

	while (nanosleep(&t, &t) && errno == EINTR)
		;
}

int64_t clock_jitter(int64_t n)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_REALTIME, &t);
	return n > 0 ? (t.tv_nsec / 1000 + (int64_t)getpid() * 7919) % n : 0;
}
