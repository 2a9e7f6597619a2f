/*
 * pool.h - threads that wait for work, and a lock to meet at.
 *
 * Shape:   tasks are run in the order in which they were added, by threads
 *          that are started when there is work for them; whoever waits for a
 *          task works too.  Offers are taken by threads with nothing to do.
 * Units:   jobs: threads that work at once, the caller's among them.
 * Owner:   the arena; a task is the caller's until it is done or taken back.
 *          pool_close() when none is left.
 * Errors:  none: without threads the caller does it all.
 * Source:  pthreads(7)
 */
#ifndef IMAGE_POOL_H
#define IMAGE_POOL_H

#include "base/arena.h"
#include "base/cleanup.h"

enum { POOL_JOBS_MAX = 64 };

/* Bytes to inflate or hash: to start a thread takes a hundredth of the time
 * these take.  Tests start them at once. */
#ifndef POOL_PAYS_FROM
#define POOL_PAYS_FROM (1 << 20)
#endif

enum pool_state {
	POOL_NEW, /* in no pool, or taken back */
	POOL_ADDED,
	POOL_OFFERED,
	POOL_RUNNING,
	POOL_DONE,
};

struct pool_task {
	void (*run)(void *ctx);
	void *ctx;
	/* Below: the pool's. */
	enum pool_state state;
	struct pool_task *next;
};

struct pool;

/* CPUs that this process may run on. */
unsigned pool_cores(void);

struct pool *pool_open(struct arena *a, unsigned jobs);
void pool_close(struct pool *p); /* NULL is fine */
CLEANUP_FN(struct pool *, pool_close)
unsigned pool_jobs(const struct pool *p); /* NULL: 1 */

void pool_add(struct pool *p, struct pool_task *t);
/* False: nobody is there to take it. */
bool pool_offer(struct pool *p, struct pool_task *t);
/* False: it runs or is done. */
bool pool_take_back(struct pool *p, struct pool_task *t);
/* Until it is done; this thread does what else there is. */
void pool_wait(struct pool *p, struct pool_task *t);
/* The same, but doing nothing. */
void pool_join(struct pool *p, struct pool_task *t);

/* A lock with a bell. */
struct gate;
struct gate *gate_new(struct arena *a);
void gate_free(struct gate *g);  /* NULL is fine, here and below … */
void gate_enter(struct gate *g); /* … and stands for no other thread */
void gate_leave(struct gate *g);
/* Inside: until somebody rings. */
void gate_wait(struct gate *g);
void gate_ring(struct gate *g);

#endif
