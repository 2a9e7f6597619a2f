/*
 * clock.h - time that passes, and waiting for it.
 *
 * Shape:   a clock that is never set back.
 * Units:   milliseconds.
 * Owner:   nobody.
 * Errors:  none.
 * Source:  POSIX.1-2008, clock_gettime, nanosleep.
 */
#ifndef REGISTRY_CLOCK_H
#define REGISTRY_CLOCK_H

#include <stdint.h>

int64_t clock_ms(void);
void clock_wait(int64_t ms);
/* Anything below n; good enough to keep clients from coming together. */
int64_t clock_jitter(int64_t n);

#endif
