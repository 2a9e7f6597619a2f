/* "Which driver do I need?": the predictor, run up the known drivers. */
#include "predict/requires.h"

#include "predict/trial.h"

#include <stdlib.h>

static const enum gpu_class classes[] = {CLASS_GEFORCE, CLASS_WORKSTATION,
                                         CLASS_DATACENTER};

struct drivers {
	struct str *v;
	size_t n;
};

static int by_version(const void *x, const void *y)
{
	return version_cmp_str(*(const struct str *)x, *(const struct str *)y);
}

static void add_driver(struct arena *a, struct drivers *d, struct str v)
{
	if (version_lead(v).n >= 2)
		*arena_push(a, d) = v;
}

/* Where an answer can change: first of each branch, floors, the image's own. */
static struct drivers known_drivers(const struct predict_input *in,
                                    struct arena *a)
{
	struct drivers d = {0};
	size_t n = 0;

	slice_for (struct branch, b, in->know->branches)
		add_driver(a, &d, b->first);
	slice_for (struct toolkit, t, in->know->toolkits) {
		add_driver(a, &d, t->driver);
		add_driver(a, &d, t->floor);
	}
	slice_for (struct umd, u, in->facts->umd)
		add_driver(a, &d, u->version);
	if (d.n)
		qsort(d.v, d.n, sizeof *d.v, by_version);
	for (size_t i = 0; i < d.n; i++)
		if (n == 0 || version_cmp_str(d.v[n - 1], d.v[i]) != 0)
			d.v[n++] = d.v[i];
	d.n = n;
	return d;
}

struct search {
	const struct predict_input *in;
	struct drivers drivers;
	const struct stack *stack;
	enum gpu_class gpu_class;
};

static void find_lowest(const struct search *s, struct requirement *out)
{
	struct fleet_gpu gpu = {.count = 1,
	                        .gpu_class = s->gpu_class,
	                        .table_brand = know_class_brand(s->in->know,
	                                                        s->gpu_class),
	                        .name = str_c(gpu_class_names[s->gpu_class]),
	                        .known = true};
	struct pool pool = {.nodes = 1,
	                    .arch = s->in->facts->config.architecture,
	                    .gpus = {&gpu, 1},
	                    .container = {.request = s->stack->request,
	                                  .host_family = FAMILY_DEBIAN}};
	struct predict_input in = {s->in->facts, s->in->know, s->stack->id,
	                           s->in->consumers};
	struct arena scratch = {0};

	out->stacks = 1;
	for (size_t i = 0; i < s->drivers.n && out->driver.n == 0; i++) {
		struct predictions p = {0};

		pool.driver = s->drivers.v[i];
		pool.cuda = know_driver_cuda(s->in->know, pool.driver,
		                             &pool.cuda_source);
		predict_pool(&in, &pool, &scratch, &p);
		if (p.v[0].verdict == VERDICT_PASS) {
			out->driver = pool.driver;
			out->route = p.v[0].run.route;
		}
		out->unknown |= p.v[0].verdict == VERDICT_UNKNOWN;
		arena_free(&scratch);
	}
}

/* Stacks of one class with the same answer share a row. */
static bool joins(struct requirements *out, const struct requirement *r,
                  struct arena *a)
{
	slice_for (struct requirement, o, *out) {
		if (o->gpu_class != r->gpu_class || o->route != r->route ||
		    (o->unknown != r->unknown && r->driver.n == 0) ||
		    !str_eq(o->driver, r->driver))
			continue;
		o->stacks++;
		o->stack = arena_fmt(a, STR_F "; " STR_F, STR_A(o->stack),
		                     STR_A(r->stack));
		return true;
	}
	return false;
}

static bool is_asked(const struct stack *s)
{
	return s->supported && !s->when_named && str_eq(s->os, STR("linux")) &&
	       s->request != REQUEST_HOSTPATH;
}

void predict_requires(const struct predict_input *in, struct arena *a,
                      struct requirements *out)
{
	struct predict_input with = *in;
	struct consumers consumers;
	struct search s = {.in = &with, .drivers = known_drivers(in, a)};

	predict_consumers(in->facts, in->know, a, &consumers);
	with.consumers = &consumers;
	for (size_t c = 0; c < sizeof classes / sizeof *classes; c++)
		slice_for (struct stack, st, in->know->stacks) {
			struct requirement r = {.gpu_class = classes[c],
			                        .stack = st->label};

			if (!is_asked(st))
				continue;
			s.stack = st;
			s.gpu_class = classes[c];
			find_lowest(&s, &r);
			if (!joins(out, &r, a))
				*arena_push(a, out) = r;
		}
}

static bool all_pass(const struct predictions *p)
{
	slice_for (struct prediction, i, *p)
		if (i->verdict != VERDICT_PASS)
			return false;
	return p->n > 0;
}

struct upgrade predict_upgrade(const struct predict_input *in,
                               const struct pool *pool, struct arena *a)
{
	struct drivers drivers = known_drivers(in, a);
	struct pool raised = *pool;
	struct upgrade up = {0};
	struct arena scratch = {0};

	raised.cuda_given = false;
	slice_for (struct str, driver, drivers) {
		struct predictions p = {0};

		if (version_cmp_str(*driver, pool->driver) <= 0)
			continue;
		raised.driver = *driver;
		raised.cuda = know_driver_cuda(in->know, raised.driver,
		                               &raised.cuda_source);
		predict_pool(in, &raised, &scratch, &p);
		if (all_pass(&p))
			up = (struct upgrade){*driver, p.v[0].run.route};
		arena_free(&scratch);
		if (up.driver.n)
			break;
	}
	return up;
}
