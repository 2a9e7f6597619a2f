#include "dockerfile/torch_choice.h"

/* A build that the installer can see. */
struct candidate {
	const struct torch_build *build;
	struct str local;   /* its version there: "cu121"; "" none */
	struct text source; /* URL; "" PyPI */
	struct str text;    /* version with local part */
	struct py_version version;
};

struct candidates {
	struct candidate *v;
	size_t n;
};

struct chooser {
	const struct torch_query *q;
	struct arena *arena;  /* for what stays */
	struct arena scratch; /* for the candidates */
	struct candidates all;
	struct texts tags;   /* of the sources that have just one */
	size_t others;       /* sources of torch that have not */
	struct text nightly; /* URL; "" none */
	struct text unknown; /* likewise */
	struct text mixed;   /* likewise: builds of every tag */
	struct torch_choice *out;
};

static bool is_x86(const struct chooser *c)
{
	return str_eq(c->q->env.machine, STR("x86_64"));
}

static void add(struct chooser *c, const struct torch_build *b,
                struct str local, const struct text *url)
{
	struct candidate k = {b, local, *url, b->version, {0}};

	if (local.n)
		k.text = arena_fmt(&c->scratch, STR_F "+" STR_F,
		                   STR_A(b->version), STR_A(local));
	if (py_version_parse(k.text, &k.version))
		*arena_push(&c->scratch, &c->all) = k;
}

/* PyPI's wheels for aarch64 are others, which the table does not have. */
static void add_pypi(struct chooser *c, const struct text *url)
{
	c->others++;
	slice_for (const struct torch_build, b, c->q->know->torch)
		if (b->pypi_default)
			add(c, b, STR(""), url);
}

static void add_tag(struct chooser *c, const struct text *url,
                    const struct text *tag)
{
	struct str cuda = torch_tag_cuda(tag->s, c->arena);

	*arena_push(c->arena, &c->tags) = *tag;
	slice_for (const struct torch_build, b, c->q->know->torch)
		if ((str_eq(b->tag, tag->s) ||
		     (b->tag.n == 0 && str_eq(b->cuda, cuda))) &&
		    (is_x86(c) || b->arm_sass.n || b->cuda.n == 0))
			add(c, b, b->tag, url);
}

/* False: an installer that takes the first index stops here. */
static bool add_source(struct chooser *c, const struct text *url)
{
	struct text tag;

	switch (source_of(url, c->arena, &tag)) {
	case SOURCE_PYPI:
		add_pypi(c, url);
		return false;
	case SOURCE_TAG:
		add_tag(c, url, &tag);
		return false;
	case SOURCE_NIGHTLY:
		c->nightly = *url;
		if (tag.s.n)
			*arena_push(c->arena, &c->tags) = tag;
		return false;
	case SOURCE_ALL:
		c->mixed = *url;
		return false;
	case SOURCE_NONE:
		return true;
	case SOURCE_UNKNOWN:
		c->unknown = *url;
		return false;
	}
	return true;
}

/* uv looks into the extra ones first, and takes no other after one that has
 * the name; pip takes the best of all. */
static void add_sources(struct chooser *c)
{
	const struct sources *s = c->q->from;
	bool more = !s->no_index;

	slice_for (const struct text, url, s->links)
		(void)add_source(c, url);
	slice_for (const struct text, url, s->extra)
		if (more && !add_source(c, url))
			more = !s->first;
	if (more)
		(void)add_source(c, &s->index);
}

static bool fits(const struct chooser *c, const struct py_version *v,
                 struct str text)
{
	slice_for (const struct req_clause, k, c->q->clauses)
		if (!py_spec_match(&k->spec, v, text))
			return false;
	return true;
}

static bool runs_on(const struct torch_build *b, struct str python)
{
	return (b->python_min.n == 0 ||
	        version_cmp_str(python, b->python_min) >= 0) &&
	       (b->python_max.n == 0 ||
	        version_cmp_str(python, b->python_max) <= 0);
}

static bool is_wanted(const struct chooser *c, const struct candidate *k)
{
	struct str python = c->q->env.python;

	return fits(c, &k->version, k->text) &&
	       (python.n == 0 || runs_on(k->build, python));
}

static const struct candidate *best_of(const struct chooser *c)
{
	const struct candidate *best = NULL;

	slice_for (const struct candidate, k, c->all)
		if (is_wanted(c, k) &&
		    (!best || py_version_cmp(&k->version, &best->version) > 0))
			best = k;
	return best;
}

/* The exact version that is asked for, as it is written. */
static const struct req_clause *pin_of(const struct chooser *c)
{
	slice_for (const struct req_clause, k, c->q->clauses)
		if ((k->spec.op == PY_EQ || k->spec.op == PY_SAME) &&
		    k->spec.version.n)
			return k;
	return NULL;
}

static struct py_version newest(const struct chooser *c)
{
	struct py_version v, out = {0};

	slice_for (const struct torch_build, b, c->q->know->torch)
		if (py_version_parse(b->version, &v) &&
		    py_version_cmp(&v, &out) > 0)
			out = v;
	return out;
}

/* Would a release after the newest be taken too? */
static bool is_open(const struct chooser *c)
{
	struct py_version v = newest(c);

	for (size_t i = 3; i-- > 0;) {
		v.release[i]++;
		if (fits(c, &v, STR("")))
			return true;
		v.release[i] = 0;
	}
	return false;
}

/* Another Python would get an older one. */
static bool is_by_python(const struct chooser *c, const struct candidate *best)
{
	const struct torch_build *b = best->build;

	if (c->q->env.python.n)
		return false;
	slice_for (const struct candidate, k, c->all)
		if (is_wanted(c, k) &&
		    (version_cmp_str(k->build->python_min, b->python_min) < 0 ||
		     version_cmp_str(k->build->python_max, b->python_max) > 0))
			return true;
	return false;
}

/* The tag of every torch that it can see; NULL: there are several. */
static const struct text *one_tag(const struct chooser *c)
{
	if (c->tags.n == 0 || c->others || c->unknown.s.n || c->mixed.s.n ||
	    c->q->from->doubt.n)
		return NULL;
	slice_for (const struct text, t, c->tags)
		if (!str_eq(t->s, c->tags.v[0].s))
			return NULL;
	return c->tags.v;
}

static void take(struct chooser *c, const struct candidate *k)
{
	c->out->version = k->build->version;
	c->out->tag = k->build->tag;
	c->out->cuda = k->build->cuda;
	c->out->index = k->source;
}

static void settle(struct chooser *c, enum torch_known known, struct str why)
{
	if (known == TORCH_NOTHING)
		*c->out = (struct torch_choice){0};
	c->out->known = known;
	c->out->why = why;
}

static struct str who(const struct chooser *c)
{
	struct str needs = c->q->needs;

	return needs.n ? arena_fmt(c->arena,
	                           STR_F " brings a torch of no fixed version",
	                           STR_A(needs)) :
	                 STR("torch has no fixed version");
}

static struct str build_name(const struct chooser *c)
{
	const struct torch_choice *o = c->out;

	if (o->cuda.n)
		return arena_fmt(c->arena, STR_F " (CUDA " STR_F ")",
		                 STR_A(o->version), STR_A(o->cuda));
	return arena_fmt(c->arena, STR_F " (" STR_F ")", STR_A(o->version),
	                 STR_A(o->tag));
}

/* A local part names the build, wherever it comes from. */
static bool by_local(struct chooser *c, const struct req_clause *pin)
{
	struct str version, local;

	if (!str_cut(pin->version.s, '+', &version, &local) ||
	    !torch_tag(local))
		return false;
	c->out->version = version;
	c->out->tag = local;
	c->out->cuda = torch_tag_cuda(local, c->arena);
	slice_for (const struct text, t, c->tags)
		if (str_eq(t->s, local))
			slice_for (const struct candidate, k, c->all)
				if (str_eq(k->local, local))
					c->out->index = k->source;
	settle(c, TORCH_EXACT, STR(""));
	return true;
}

/* What is in the way of knowing; "" nothing. */
static struct str doubt_of(const struct chooser *c)
{
	struct str doubt = c->q->from->doubt;

	if (doubt.n)
		return doubt;
	if (c->unknown.s.n)
		return arena_fmt(c->arena,
		                 "what torch there is at " STR_F
		                 " is not known",
		                 STR_A(c->unknown.s));
	if (c->mixed.s.n)
		return arena_fmt(c->arena,
		                 STR_F " has builds for every CUDA and for "
		                       "none: which is taken is not known",
		                 STR_A(c->mixed.s));
	if (!is_x86(c) && c->others)
		return STR("what torch PyPI has for this CPU is not in the "
		           "tables");
	return STR("");
}

/* Not in the tables, but all that there is there is of this tag. */
static void by_index(struct chooser *c, const struct text *tag,
                     const struct req_clause *pin)
{
	c->out->version = pin ? pin->version.s : STR("");
	c->out->tag = tag->s;
	c->out->cuda = torch_tag_cuda(tag->s, c->arena);
	if (pin)
		settle(c, TORCH_EXACT, STR(""));
	else
		settle(c, TORCH_CUDA,
		       arena_fmt(c->arena,
		                 STR_F ", and which of " STR_F
		                       " is taken is not known",
		                 STR_A(who(c)), STR_A(tag->s)));
}

static void not_known(struct chooser *c, const struct req_clause *pin)
{
	settle(c, TORCH_NOTHING,
	       pin ? arena_fmt(c->arena,
	                       "the build of torch " STR_F
	                       " is not in the tables",
	                       STR_A(pin->version.s)) :
	             arena_fmt(c->arena,
	                       STR_F ", and the tables have none that fits",
	                       STR_A(who(c))));
}

static void open_choice(struct chooser *c)
{
	settle(c, one_tag(c) ? TORCH_CUDA : TORCH_TODAY,
	       arena_fmt(c->arena, STR_F ": on " STR_F " it is " STR_F,
	                 STR_A(who(c)), STR_A(c->q->know->as_of),
	                 STR_A(build_name(c))));
}

/* Not to be had another day, or with another Python. */
static bool is_settled(const struct chooser *c, const struct req_clause *pin,
                       const struct candidate *best)
{
	return pin ||
	       (!c->q->from->pre && !is_open(c) && !is_by_python(c, best));
}

/* Two versions at once: the installer gives up. */
static bool is_contradiction(struct chooser *c, const struct req_clause *pin)
{
	if (!pin || fits(c, &pin->spec.version, pin->version.s))
		return false;
	settle(c, TORCH_NOTHING, STR("no torch is all that is asked of it"));
	return true;
}

static void choose(struct chooser *c)
{
	const struct req_clause *pin = pin_of(c);
	const struct candidate *best = c->nightly.s.n ? NULL : best_of(c);
	const struct text *tag = one_tag(c);
	struct str doubt = doubt_of(c);

	if (is_contradiction(c, pin) || (pin && by_local(c, pin)))
		return;
	if (best)
		take(c, best);
	if (doubt.n)
		settle(c, TORCH_NOTHING, doubt);
	else if (!best && tag)
		by_index(c, tag, c->nightly.s.n ? NULL : pin);
	else if (!best)
		not_known(c, pin);
	else if (is_settled(c, pin, best))
		settle(c, TORCH_EXACT, STR(""));
	else
		open_choice(c);
}

void torch_choose(const struct torch_query *q, struct arena *a,
                  struct torch_choice *out)
{
	struct chooser c = {.q = q, .arena = a, .out = out};

	*out = (struct torch_choice){.known = TORCH_NOTHING};
	add_sources(&c);
	choose(&c);
	arena_free(&c.scratch);
}
