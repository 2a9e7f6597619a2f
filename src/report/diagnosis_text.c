#include "report/diagnosis.h"
#include "report/paper.h"
#include "report/text.h"

enum { LEFT = 2, LABEL = 14, WIDTH = 80, OTHERS_MAX = 5 };

static const enum ink level_ink[LEVEL_N] = {
	[LEVEL_CERTAIN] = INK_RED,
	[LEVEL_LIKELY] = INK_YELLOW,
	[LEVEL_POSSIBLE] = INK_BOLD,
};

static void head(struct paper *p, const char *name)
{
	paper_end(p);
	paper_put(p, INK_BOLD, str_c(name));
	paper_end(p);
}

static void labelled(struct paper *p, const char *label, const char *words)
{
	if (!words)
		return;
	paper_tab(p, LEFT);
	paper_put(p, INK_PLAIN, str_c(label));
	paper_wrap(p, LABEL, str_c(words));
}

static void put_exhibit(struct paper *p, const struct exhibit *e)
{
	paper_tab(p, LEFT);
	paper_put(p, INK_PLAIN,
	          arena_fmt(p->arena, "line %lld", (long long)e->line));
	paper_wrap(p, LABEL, paper_safe(p->arena, e->quote));
	if (!e->says.n)
		return;
	paper_tab(p, LABEL - 3);
	paper_put(p, INK_PLAIN, STR("=> "));
	paper_wrap(p, LABEL, paper_safe(p->arena, e->says));
}

static void put_name(struct paper *p, const struct diagnosis *d)
{
	const struct cause *c = d->cause;

	paper_put(p, level_ink[d->level], str_c(level_names[d->level]));
	paper_put(p, INK_PLAIN, STR(": "));
	paper_put(p, INK_BOLD, str_c(c->id));
	if (c->outcome != OUT_UNKNOWN)
		paper_put(p, INK_PLAIN,
		          arena_fmt(p->arena, " (%s)",
		                    outcome_names[c->outcome]));
	paper_end(p);
}

static void put_first(struct paper *p, const struct diagnosis *d)
{
	const struct cause *c = d->cause;

	put_name(p, d);
	paper_wrap(p, LEFT, str_c(c->title));
	paper_end(p);
	paper_wrap(p, LEFT, str_c(c->why));
	head(p, "evidence");
	slice_for (const struct exhibit, e, d->evidence)
		put_exhibit(p, e);
	if (c->on_host || c->in_image || c->in_dockerfile)
		head(p, "cure");
	labelled(p, "host", c->on_host);
	labelled(p, "image", c->in_image);
	labelled(p, "Dockerfile", c->in_dockerfile);
	head(p, "to be sure");
	paper_wrap(p, LEFT, str_c(c->tell));
	paper_wrap(p, LEFT,
	           arena_fmt(p->arena, "[%s; cudalint-model(7)]", c->source));
}

static void put_other(struct paper *p, const struct diagnosis *d)
{
	const struct exhibit *e = d->evidence.v;

	paper_tab(p, LEFT);
	put_name(p, d);
	paper_wrap(p, LEFT + 2, str_c(d->cause->title));
	paper_wrap(p, LEFT + 2,
	           arena_fmt(p->arena, "line %lld; to be sure: %s",
	                     (long long)e->line, d->cause->tell));
}

static void put_others(struct paper *p, const struct diagnoses *all)
{
	if (all->n < 2)
		return;
	head(p, "what else it could be");
	for (size_t i = 1; i < all->n && i <= OTHERS_MAX; i++)
		put_other(p, &all->v[i]);
	if (all->n > OTHERS_MAX + 1)
		paper_wrap(p, LEFT,
		           arena_fmt(p->arena, "and %zu more: --format json",
		                     all->n - OTHERS_MAX - 1));
}

static void item(struct paper *p, const char *label, struct str value)
{
	if (!value.n)
		return;
	paper_tab(p, LEFT);
	paper_put(p, INK_PLAIN, str_c(label));
	paper_wrap(p, LABEL, paper_safe(p->arena, value));
}

static void put_driver(struct paper *p, const struct host_seen *h)
{
	struct str has = host_cuda(h, p->arena);

	if (h->driver.n && has.n)
		item(p, "driver",
		     arena_fmt(p->arena, STR_F ", which has CUDA " STR_F,
		               STR_A(h->driver), STR_A(has)));
	else
		item(p, "driver", h->driver);
}

static bool any_said(const struct host_seen *h)
{
	return h->driver.n || h->pool.gpus.n || h->pool.container.toolkit.n ||
	       h->pool.container.docker.n;
}

/* What a prediction would go by. */
static void put_host(struct paper *p, const struct host_seen *h)
{
	const struct container *c = &h->pool.container;

	if (!any_said(h))
		return;
	head(p, "the host, by the paste");
	put_driver(p, h);
	slice_for (const struct fleet_gpu, g, h->pool.gpus)
		item(p, "GPU",
		     arena_fmt(p->arena, "%lld x " STR_F, (long long)g->count,
		               STR_A(g->name.n ? g->name : g->product)));
	item(p, "toolkit", c->toolkit);
	item(p, "Docker", c->docker);
	if (c->request != REQUEST_UNKNOWN)
		item(p, "request", str_c(request_names[c->request]));
}

static const char *const agreement_words[AGREE_N] = {
	[AGREE_NOTHING] = "The paste has no error that this could be compared "
			  "with.",
	[AGREE_YES] = "This is what was seen.",
	[AGREE_SOME] = "One of these is what was seen.  Which it is depends on "
		       "what the paste does not say.",
	[AGREE_UNKNOWN] = "This neither confirms nor contradicts what was "
			  "seen.",
	[AGREE_NO] = "This is not what was seen: was it another image or host, "
		     "or does the start change it (-e, mounts, entrypoint)?",
};

static struct str stacks_of(struct paper *p, const struct variant *v)
{
	enum { STACKS_SHOWN = 2 };
	struct buf b = {0};
	struct str out;

	for (size_t i = 0; i < v->stacks.n && i < STACKS_SHOWN; i++)
		buf_printf(&b, "%s" STR_F, i ? ", " : " under ",
		           STR_A(v->stacks.v[i]));
	if (v->stacks.n > STACKS_SHOWN)
		buf_printf(&b, " and %zu more", v->stacks.n - STACKS_SHOWN);
	out = arena_str(p->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static void put_prediction(struct paper *p, const struct prediction *one)
{
	slice_for (const struct variant, v, one->variants) {
		struct str what = text_outcome(p->arena, &v->run);
		struct str by = one->variants.n > 1 ? stacks_of(p, v) : STR("");

		item(p, "predicted",
		     arena_fmt(p->arena, STR_F STR_F "%s" STR_F, STR_A(what),
		               STR_A(by), v->when.n ? ", if " : "",
		               STR_A(v->when)));
	}
}

static void put_image(struct paper *p, const struct diagnosis_report *r)
{
	head(p, "the image");
	item(p, "image", r->ref);
	if (r->paste->host.missing.n) {
		paper_wrap(p, LEFT,
		           arena_fmt(p->arena,
		                     "Nothing was predicted for it: the paste "
		                     "lacks " STR_F
		                     ".  Add `nvidia-smi` of the host.",
		                     STR_A(r->paste->host.missing)));
		return;
	}
	slice_for (const struct prediction, one, r->predictions)
		put_prediction(p, one);
	paper_wrap(p, LEFT, str_c(agreement_words[r->comparison.agreement]));
}

static void put_nothing(struct paper *p, const struct paste *paste)
{
	bool any = paste->host.driver.n || paste->clues.n;

	paper_wrap(p, 0,
	           arena_fmt(p->arena,
	                     "no cause is known for this (%zu line%s)%s",
	                     paste->clues.lines,
	                     paste->clues.lines == 1 ? "" : "s",
	                     any ? "" : ": no line in it is known"));
	paper_wrap(p, LEFT,
	           STR("Paste the whole error with the lines around it, "
	               "`nvidia-smi` of the host and of the container, the "
	               "`docker run` line, and `ldconfig -p` of the "
	               "container."));
}

void diagnosis_write_text(const struct diagnosis_report *r,
                          const struct report_style *style, struct buf *out)
{
	struct arena a = {0};
	struct paper p = {
		.out = out,
		.arena = &a,
		.width = style->width ? style->width : WIDTH,
		.color = style->color,
	};
	const struct diagnoses *found = &r->paste->found;

	if (found->n == 0) {
		put_nothing(&p, r->paste);
	} else if (style->quiet) {
		put_name(&p, found->v);
	} else {
		put_first(&p, found->v);
		put_others(&p, found);
	}
	if (!style->quiet)
		put_host(&p, &r->paste->host);
	if (r->ref.n)
		put_image(&p, r);
	arena_free(&a);
}
