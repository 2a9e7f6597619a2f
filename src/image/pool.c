#define _GNU_SOURCE /* NOLINT: sched_getaffinity() */
#include "image/pool.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

struct gate {
	pthread_mutex_t lock;
	pthread_cond_t bell;
};

struct queue {
	struct pool_task *first, **last;
	size_t n;
};

struct pool {
	struct gate gate;
	struct queue added, offered;
	unsigned most, started; /* threads beside the caller's */
	unsigned idle;          /* wait, and can take what is offered */
	bool closing;
	pthread_t threads[POOL_JOBS_MAX];
};

static void gate_init(struct gate *g)
{
	int rc = pthread_mutex_init(&g->lock, NULL);

	rc |= pthread_cond_init(&g->bell, NULL);
	assert(rc == 0); /* of these defaults nothing can be lacking */
	(void)rc;
}

struct gate *gate_new(struct arena *a)
{
	struct gate *g = arena_new(a, struct gate);

	gate_init(g);
	return g;
}

void gate_free(struct gate *g)
{
	if (!g)
		return;
	(void)pthread_cond_destroy(&g->bell);
	(void)pthread_mutex_destroy(&g->lock);
}

void gate_enter(struct gate *g)
{
	if (g)
		(void)pthread_mutex_lock(&g->lock);
}

void gate_leave(struct gate *g)
{
	if (g)
		(void)pthread_mutex_unlock(&g->lock);
}

void gate_wait(struct gate *g)
{
	(void)pthread_cond_wait(&g->bell, &g->lock);
}

void gate_ring(struct gate *g)
{
	(void)pthread_cond_broadcast(&g->bell);
}

unsigned pool_cores(void)
{
	cpu_set_t set;
	int n = 1;

	if (sched_getaffinity(0, sizeof set, &set) == 0)
		n = CPU_COUNT(&set);
	return n < POOL_JOBS_MAX ? (unsigned)n : POOL_JOBS_MAX;
}

static void queue_init(struct queue *q)
{
	q->last = &q->first;
}

static void push(struct queue *q, struct pool_task *t, enum pool_state state)
{
	t->state = state;
	t->next = NULL;
	*q->last = t;
	q->last = &t->next;
	q->n++;
}

static void drop(struct queue *q, struct pool_task **at)
{
	struct pool_task *t = *at;

	*at = t->next;
	if (!t->next)
		q->last = at;
	q->n--;
}

static struct pool_task *pop(struct queue *q)
{
	struct pool_task *t = q->first;

	if (t)
		drop(q, &q->first);
	return t;
}

/* Inside the gate, but not while it runs.  False: there is none. */
static bool run_one(struct pool *p)
{
	struct pool_task *t = pop(&p->added);

	if (!t)
		t = pop(&p->offered);
	if (!t)
		return false;
	t->state = POOL_RUNNING;
	gate_leave(&p->gate);
	t->run(t->ctx);
	gate_enter(&p->gate);
	t->state = POOL_DONE;
	gate_ring(&p->gate);
	return true;
}

static void rest(struct pool *p)
{
	p->idle++;
	gate_wait(&p->gate);
	p->idle--;
}

static void *work(void *ctx)
{
	struct pool *p = ctx;

	gate_enter(&p->gate);
	while (!p->closing)
		if (!run_one(p))
			rest(p);
	gate_leave(&p->gate);
	return NULL;
}

/* Signals are the first thread's. */
static bool start_thread(struct pool *p)
{
	sigset_t all, old;
	bool done;

	if (p->started == p->most)
		return false;
	(void)sigfillset(&all);
	(void)pthread_sigmask(SIG_SETMASK, &all, &old);
	done = pthread_create(&p->threads[p->started], NULL, work, p) == 0;
	(void)pthread_sigmask(SIG_SETMASK, &old, NULL);
	p->started += done;
	return done;
}

struct pool *pool_open(struct arena *a, unsigned jobs)
{
	struct pool *p;

	if (jobs < 2)
		return NULL;
	p = arena_new(a, struct pool);
	gate_init(&p->gate);
	queue_init(&p->added);
	queue_init(&p->offered);
	p->most = (jobs < POOL_JOBS_MAX ? jobs : POOL_JOBS_MAX) - 1;
	return p;
}

void pool_close(struct pool *p)
{
	if (!p)
		return;
	gate_enter(&p->gate);
	p->closing = true;
	gate_ring(&p->gate);
	gate_leave(&p->gate);
	for (unsigned i = 0; i < p->started; i++)
		(void)pthread_join(p->threads[i], NULL);
	(void)pthread_cond_destroy(&p->gate.bell);
	(void)pthread_mutex_destroy(&p->gate.lock);
}

unsigned pool_jobs(const struct pool *p)
{
	return p ? p->most + 1 : 1;
}

void pool_add(struct pool *p, struct pool_task *t)
{
	gate_enter(&p->gate);
	push(&p->added, t, POOL_ADDED);
	if (p->idle < p->added.n)
		(void)start_thread(p);
	gate_ring(&p->gate);
	gate_leave(&p->gate);
}

bool pool_offer(struct pool *p, struct pool_task *t)
{
	bool taken;

	gate_enter(&p->gate);
	taken = p->idle > p->added.n + p->offered.n ||
	        (p->added.n + p->offered.n == 0 && start_thread(p));
	if (taken) {
		push(&p->offered, t, POOL_OFFERED);
		gate_ring(&p->gate);
	}
	gate_leave(&p->gate);
	return taken;
}

static bool remove_from(struct queue *q, const struct pool_task *t)
{
	struct pool_task **at = &q->first;

	while (*at && *at != t)
		at = &(*at)->next;
	if (!*at)
		return false;
	drop(q, at);
	return true;
}

bool pool_take_back(struct pool *p, struct pool_task *t)
{
	bool got;

	gate_enter(&p->gate);
	got = remove_from(&p->added, t) || remove_from(&p->offered, t);
	if (got)
		t->state = POOL_NEW;
	gate_leave(&p->gate);
	return got;
}

void pool_wait(struct pool *p, struct pool_task *t)
{
	gate_enter(&p->gate);
	while (t->state != POOL_DONE)
		if (!run_one(p))
			rest(p);
	gate_leave(&p->gate);
}

void pool_join(struct pool *p, struct pool_task *t)
{
	gate_enter(&p->gate);
	while (t->state != POOL_DONE)
		gate_wait(&p->gate);
	gate_leave(&p->gate);
}
