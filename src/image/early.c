#include "image/early.h"

struct early_layer {
	struct pool_task task;
	struct source src;          /* a copy, and only this one's */
	struct layer_reader reader; /* for facts */
	struct arena facts;
	struct arena rest; /* whatever else */
	struct blob blob;  /* a copy */
	struct blob *of;   /* NULL: not to be read early */
	bool added, taken;
};

struct early {
	struct source *src;
	struct early_layer *v;
	size_t n;
	size_t next; /* layers in front of it were added */
};

enum {
	SHARE = 10,         /* of the room for all facts, the one's */
	CONNECTIONS_MAX = 6 /* to a registry, as other clients have */
};

static bool is_known(const struct source *src, const struct blob *b,
                     struct str diff_id)
{
	const struct layer_cache *c = src->o->cache;
	struct digest raw = source_promise(src, b->path);
	struct layer_id id = {.diff_id = diff_id, .blob = digest_str(&raw)};

	return c && c->has && !src->o->verify && c->has(c->ctx, id, LAYER_FULL);
}

/* Of a layer in a registry: is there no way but to fetch it whole? */
static bool is_fetched(const struct source *src, const struct layer_ref *ref)
{
	const struct remote *r = src->remote;
	enum layer_depth depth = src->o->depth;

	return !ref->foreign &&
	       (src->o->verify || depth == LAYER_FULL ||
	        (depth == LAYER_FILES && !(r->has_parts && r->has_parts(ref))));
}

static bool pays(struct source *src, const struct layer_ref *ref,
                 const struct blob *b, struct str diff_id)
{
	if (b->found || b->sparse || b->bytes.p || b->size < POOL_PAYS_FROM)
		return false;
	if (src->remote ? !is_fetched(src, ref) :
	                  !src->o->verify && source_sniff(src, b) == COMP_NONE)
		return false;
	return !is_known(src, b, diff_id);
}

static bool is_new(const struct early *e, const struct blob *b)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->v[i].of == b)
			return false;
	return true;
}

static struct early *find(struct source *src, const struct candidate *c)
{
	struct early *e = arena_new(src->arena, struct early);
	struct err ignored = {0};

	e->src = src;
	e->v = arena_array(src->arena, struct early_layer, c->layers.n);
	for (; e->n < c->layers.n; e->n++) {
		const struct layer_ref *l = &c->layers.v[e->n];
		struct blob *b = layer_ref_get(src, l, &ignored);

		if (b && !l->gap.n && is_new(e, b) &&
		    pays(src, l, b, c->diff_ids.v[e->n]))
			e->v[e->n].of = b;
	}
	return e;
}

static bool jumps(const struct source *src)
{
	return src->kind == SOURCE_TAR || src->kind == SOURCE_DIR ||
	       (src->remote && src->remote->twin);
}

struct early *early_new(struct source *src, const struct candidate *c)
{
	struct early *e;
	size_t n = 0;

	if (!src->pool || !jumps(src) || !src->reader->room || c->layers.n < 2)
		return NULL;
	e = find(src, c);
	for (size_t i = 0; i < e->n; i++)
		n += e->v[i].of != NULL;
	return n > 1 ? e : NULL;
}

static void read_it(void *ctx)
{
	struct early_layer *l = ctx;
	struct err err = {0};

	(void)source_look(&l->src, &l->blob, false, &err);
}

static size_t share(const struct layer_reader *r)
{
	return r->room / SHARE;
}

/* False: a server is not to be asked by two yet. */
static bool add(struct early *e, struct early_layer *l)
{
	const struct layer_reader *reader = e->src->reader;
	const struct remote *remote = e->src->remote;

	if (remote)
		remote = remote->twin(remote->ctx);
	if (e->src->remote && !remote)
		return false;
	l->src = *e->src;
	l->src.remote = remote;
	l->reader = *reader;
	l->facts.room = share(reader);
	l->reader.ctx = &l->facts;
	l->src.reader = &l->reader;
	l->src.arena = &l->rest;
	l->src.early = NULL;
	l->src.layer_bytes = l->src.read_bytes = l->src.told_bytes = 0;
	l->blob = *l->of;
	l->task = (struct pool_task){.run = read_it, .ctx = l};
	l->added = true;
	pool_add(e->src->pool, &l->task);
	return true;
}

/* As many as there are threads, so that little waits to be taken. */
static size_t ahead(const struct early *e)
{
	size_t n = pool_jobs(e->src->pool);

	return e->src->remote && n > CONNECTIONS_MAX - 1 ? CONNECTIONS_MAX - 1 :
	                                                   n;
}

void early_go_on(struct early *e, size_t i)
{
	size_t end;

	if (!e)
		return;
	end = i + 1 + ahead(e);
	for (e->next = e->next > i ? e->next : i + 1;
	     e->next < e->n && e->next < end; e->next++)
		if (e->v[e->next].of && !e->v[e->next].of->found &&
		    !add(e, &e->v[e->next]))
			return;
}

/* Would it have been the same in its turn? */
static bool is_the_same(const struct early *e, const struct early_layer *l)
{
	const struct layer_reader *r = e->src->reader;
	const struct found *f = l->blob.found;
	uint64_t most = source_limits(e->src).max_bytes;

	return f && !f->failed && !(f->facts && r->crowded(f->facts)) &&
	       arena_since(r->ctx) <= r->room - share(r) &&
	       l->src.layer_bytes <= most && l->blob.size <= most;
}

static void finish(struct early *e, struct early_layer *l)
{
	const struct remote *remote = l->src.remote;

	l->taken = true;
	if (!pool_take_back(e->src->pool, &l->task))
		pool_wait(e->src->pool, &l->task);
	if (remote) {
		l->src.read_bytes = remote->received(remote->ctx);
		remote->end(remote->ctx);
	}
	e->src->read_bytes += l->src.read_bytes;
	e->src->told_bytes += l->src.told_bytes;
}

static void keep(struct early *e, struct early_layer *l)
{
	const struct layer_reader *r = e->src->reader;

	l->of->found = l->blob.found;
	e->src->layer_bytes += l->src.layer_bytes;
	arena_join(r->ctx, &l->facts);
	arena_join(e->src->arena, &l->rest);
}

static void drop(struct early_layer *l)
{
	arena_free(&l->facts);
	arena_free(&l->rest);
}

static bool is_out(const struct early_layer *l)
{
	return l->added && !l->taken;
}

static struct early_layer *find_blob(struct early *e, const struct blob *b)
{
	for (size_t i = 0; i < e->n; i++)
		if (e->v[i].of == b && is_out(&e->v[i]))
			return &e->v[i];
	return NULL;
}

void early_take(struct early *e, struct blob *b)
{
	struct early_layer *l = e && !b->found ? find_blob(e, b) : NULL;

	if (!l)
		return;
	finish(e, l);
	if (is_the_same(e, l))
		keep(e, l);
	else
		drop(l);
}

static void set_stopped(struct tally *all, bool stopped)
{
	gate_enter(all->gate);
	all->stopped = stopped;
	gate_leave(all->gate);
}

/* Also those that wait for a server. */
static void stop(struct early *e)
{
	set_stopped(e->src->tally, true);
	for (size_t i = 0; i < e->n; i++) {
		const struct remote *remote = e->v[i].src.remote;

		if (remote && is_out(&e->v[i]))
			remote->stop(remote->ctx);
	}
}

void early_end(struct early *e)
{
	if (!e)
		return;
	stop(e);
	for (size_t i = 0; i < e->n; i++)
		if (is_out(&e->v[i])) {
			finish(e, &e->v[i]);
			drop(&e->v[i]);
		}
	set_stopped(e->src->tally, false);
}
