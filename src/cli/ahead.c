/* Threads touch nothing of the context, and print nothing. */
#include "cli/ahead.h"

#include "cli/place.h"
#include "cli/progress.h"
#include "cli/remote.h"
#include "image/pool.h"

#include <sys/stat.h>

/* A path, and what is known of it before. */
struct input {
	struct str path;
	uint64_t size; /* 0: nobody knows */
	bool early;    /* it may be read before its turn */
};

/* One that is in work. */
struct work {
	struct pool_task task;
	struct ahead *all;
	bool added;
	struct reading reading;
	struct cache_early cache;
	struct layer_cache hook;
	struct arena arena; /* of what comes of it: */
	struct read_images images;
	int rc;
	struct err err;
	/* Inside the gate: */
	bool done;
	uint64_t bytes, total;
};

struct ahead {
	struct context *c;
	struct image_want want;
	struct pool *pool;
	struct gate *gate; /* rings when one comes on */
	unsigned jobs;
	struct input *v;
	size_t n;
	uint64_t largest;    /* size of one */
	size_t turn, next;   /* those in front of next were added */
	struct work *window; /* jobs of them; input i is in i % jobs */
};

static bool is_here(struct str path)
{
	return !remote_is_reference(path) && !remote_is_daemon(path);
}

/* Of a directory, or a pipe, nobody knows how much it is. */
static void look_at(struct input *in, struct arena *a, bool *is_stream)
{
	struct str path = place_of(in->path).path;
	struct stat st = {0};
	bool there =
		!str_eq(path, STR("-")) && stat(arena_cstr(a, path), &st) == 0;

	*is_stream = str_eq(path, STR("-")) ||
	             (there && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode));
	in->early = *is_stream || there;
	in->size = there && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}

/* What several arguments share comes to the first of them, and is gone then:
 * so of streams one is read early, and none that may have to be read again. */
static void find_inputs(struct ahead *h, struct strs paths)
{
	struct arena a = {0};
	bool streams = h->c->cache_open, is_stream;

	slice_for (struct str, path, paths) {
		struct input *in = &h->v[h->n++];

		in->path = *path;
		if (!is_here(*path))
			continue;
		look_at(in, &a, &is_stream);
		h->largest = in->size > h->largest ? in->size : h->largest;
		if (is_stream) {
			in->early &= !streams;
			streams = true;
		}
	}
	arena_free(&a);
}

static bool pays(const struct ahead *h)
{
	uint64_t size = 0;
	size_t n = 0;

	slice_for (const struct input, in, *h) {
		n += in->early;
		if (in->early && size < POOL_PAYS_FROM)
			size += in->size ? in->size : POOL_PAYS_FROM;
	}
	return n > 1 && size >= POOL_PAYS_FROM;
}

struct ahead *ahead_new(struct context *c, const struct image_want *want,
                        struct strs paths)
{
	struct arena *a = &c->arena;
	struct ahead *h = arena_new(a, struct ahead);
	struct err ignored = {0};

	h->c = c;
	h->want = *want;
	if (paths.n < 2 || jobs_of(c, &h->jobs, &ignored) || h->jobs < 2)
		return NULL;
	h->v = arena_array(a, struct input, paths.n);
	find_inputs(h, paths);
	if (!pays(h))
		return NULL;
	h->window = arena_array(a, struct work, h->jobs);
	h->gate = gate_new(a);
	h->pool = pool_open(a, h->jobs + 1); /* this thread waits for them */
	return h;
}

static uint64_t weight(const struct ahead *h, const struct input *in)
{
	uint64_t size = in->size ? in->size : h->largest;

	return in->early ? 1 + (size >> 10) : 0;
}

/* Threads for one: the part that it has of what is in the window. */
static unsigned share(const struct ahead *h, const struct input *in)
{
	uint64_t all = 0, n;

	for (size_t i = h->turn; i < h->n && i < h->turn + h->jobs; i++)
		all += weight(h, &h->v[i]);
	n = (h->jobs * weight(h, in) + all / 2) / all;
	return n ? (unsigned)n : 1;
}

static void tell(void *ctx, uint64_t bytes, uint64_t total)
{
	struct work *w = ctx;

	gate_enter(w->all->gate);
	w->bytes = bytes;
	w->total = total;
	gate_ring(w->all->gate);
	gate_leave(w->all->gate);
}

static void read_it(void *ctx)
{
	struct work *w = ctx;

	w->rc = reading_run(&w->reading, &w->arena, &w->images, &w->err);
	if (!w->reading.o.cache)
		reading_end(&w->reading);
	gate_enter(w->all->gate);
	w->done = true;
	gate_ring(w->all->gate);
	gate_leave(w->all->gate);
}

static struct work *work_of(const struct ahead *h, size_t i)
{
	return &h->window[i % h->jobs];
}

static void add(struct ahead *h, size_t i)
{
	struct work *w = work_of(h, i);
	struct image_want want = h->want;
	struct err ignored = {0}; /* said in its turn */

	*w = (struct work){.all = h, .task = {.run = read_it, .ctx = w}};
	want.path = h->v[i].path;
	if (!h->v[i].early || reading_init(&w->reading, h->c, &want, &ignored))
		return;
	w->reading.o.jobs = share(h, &h->v[i]);
	w->reading.o.progress = tell;
	w->reading.o.progress_ctx = w;
	w->cache.use = (struct cache_use){&h->c->cache, &w->reading.layers};
	w->hook = cache_hook_early(&w->cache);
	w->reading.o.cache = h->c->cache_open ? &w->hook : NULL;
	w->added = true;
	pool_add(h->pool, &w->task);
}

void ahead_go_on(struct ahead *h, size_t i)
{
	if (!h)
		return;
	h->turn = i;
	for (; h->next < h->n && h->next < i + h->jobs; h->next++)
		add(h, h->next);
}

static void wait_for(struct ahead *h, struct work *w)
{
	struct progress progress;

	progress_begin(&progress, w->reading.want.path, h->c->opts.quiet);
	gate_enter(h->gate);
	while (!w->done) {
		gate_wait(h->gate);
		progress_show(&progress, w->bytes, w->total);
	}
	gate_leave(h->gate);
	progress_end(&progress);
	pool_join(h->pool, &w->task);
}

/* False: nobody has begun with it, or it would have come out otherwise. */
static bool finish(struct ahead *h, struct work *w)
{
	if (pool_take_back(h->pool, &w->task))
		return false;
	wait_for(h, w);
	return !w->reading.o.cache || cache_catch_up(&w->cache);
}

static void end(struct work *w)
{
	reading_end(&w->reading);
	cache_early_end(&w->cache);
	arena_free(&w->arena);
}

int ahead_read(struct ahead *h, struct context *c,
               const struct image_want *want, struct arena *a,
               struct read_images *out, struct err *err)
{
	struct work *w = h ? work_of(h, h->turn) : NULL;

	if (!w || !w->added)
		return images_read(c, want, a, out, err);
	w->added = false;
	if (!finish(h, w)) {
		end(w);
		return images_read(c, want, a, out, err);
	}
	*out = w->images;
	if (w->rc)
		*err = w->err;
	arena_join(a, &w->arena);
	end(w);
	return w->rc;
}

void ahead_end(struct ahead *h)
{
	if (!h)
		return;
	pool_close(h->pool);
	gate_free(h->gate);
}
