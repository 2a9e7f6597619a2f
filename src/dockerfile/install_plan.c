/* What will be there when a command has run. */
#include "dockerfile/install_plan.h"
#include "facts/pyname.h"

struct planner {
	struct ask *k;
	struct plan *out;
	struct torch_query query;
	struct sources from;          /* for torch */
	const struct wanted *asked;   /* torch by its name */
	const struct wanted *bringer; /* else the last that brings it */
	struct str exact;             /* brings a torch that only it knows */
	struct str loose;             /* brings one, where there is none */
	struct str newest;            /* brings the newest, whatever is there */
	bool maybe;
};

static struct str shown(struct arena *a, const struct wanted *w)
{
	struct text pin = requirement_pin(&w->req);

	return pin.s.n ? arena_fmt(a, STR_F " " STR_F, STR_A(w->name),
	                           STR_A(pin.s)) :
	                 w->name;
}

/* A line that can't be read, or may not count, is a gap if it matters. */
static bool matters(const struct wanted *w)
{
	return interest_wheel(w->name) ||
	       torch_need(w->name, &w->req.extras) != NEED_NONE;
}

bool install_matters(struct str name)
{
	struct py_space space;

	name = py_normal(&space, name);
	return interest_wheel(name) || torch_need(name, NULL) != NEED_NONE;
}

static void add_clauses(struct planner *p, const struct requirement *r)
{
	slice_for (const struct req_clause, c, r->clauses)
		if (p->query.clauses.n < REQUIREMENT_SPECS_MAX)
			*arena_push(p->k->ap->arena, &p->query.clauses) = *c;
}

static void add_pin(struct planner *p, const struct text *version)
{
	struct req_clause c = {.version = *version};

	c.spec.op = PY_EQ;
	c.spec.text = version->s;
	if (py_version_parse(version->s, &c.spec.version))
		*arena_push(p->k->ap->arena, &p->query.clauses) = c;
	else
		install_doubt(p->k, arena_fmt(p->k->ap->arena,
		                              "torch " STR_F
		                              " is no release of PyTorch's",
		                              STR_A(version->s)));
}

/* A wheel by its URL: the build stands in its name, or in the URL's path. */
static void ask_torch(struct planner *p, const struct wanted *w)
{
	p->asked = w;
	p->maybe |= w->maybe;
	if (w->req.kind == REQ_URL) {
		p->from = (struct sources){.index = w->req.url};
		if (w->req.version.s.n)
			add_pin(p, &w->req.version);
		else
			p->from.doubt = arena_fmt(p->k->ap->arena,
			                          "which torch comes from "
			                          "'" STR_F "' is not known",
			                          STR_A(w->req.url.s));
		return;
	}
	add_clauses(p, &w->req);
}

/* torchvision and torchaudio without a version come in the newest. */
static bool is_companion(struct str name)
{
	return str_eq(name, STR("torchvision")) ||
	       str_eq(name, STR("torchaudio"));
}

static void ask_partner(struct planner *p, const struct wanted *w,
                        enum torch_need need)
{
	struct text pin = requirement_pin(&w->req);
	struct text torch =
		text_of(p->k->ap->arena, TEXT_MADE,
	                torch_of_partner(p->k->ap->know, w->name, pin.s));

	p->bringer = w;
	if (torch.s.n)
		add_pin(p, &torch);
	if (torch.s.n || need == NEED_ANY)
		p->loose = shown(p->k->ap->arena, w);
	else if (need == NEED_EXACT && is_companion(w->name) && !pin.s.n)
		p->newest = w->name;
	else if (need == NEED_EXACT)
		p->exact = shown(p->k->ap->arena, w);
	p->maybe |= w->maybe;
}

static void look_at(struct planner *p, struct wanted *w)
{
	enum marker_answer holds = marker_eval(w->req.marker, &p->k->env);
	enum torch_need need = torch_need(w->name, &w->req.extras);

	if (holds == MARKER_NO)
		w->name = STR("");
	if (holds == MARKER_NO || !matters(w))
		return;
	if (w->req.kind == REQ_BAD) {
		install_doubt(p->k, arena_fmt(p->k->ap->arena,
		                              "'" STR_F "' can't be read",
		                              STR_A(w->req.word.s)));
		return;
	}
	w->maybe |= holds == MARKER_UNKNOWN;
	if (str_eq(w->name, STR("torch")))
		ask_torch(p, w);
	else if (need != NEED_NONE && !p->k->no_deps)
		ask_partner(p, w, need);
}

static bool is_pinned(const struct planner *p)
{
	slice_for (const struct req_clause, c, p->query.clauses)
		if (c->spec.op == PY_EQ || c->spec.op == PY_SAME)
			return true;
	return false;
}

static bool fits(const struct planner *p, struct str version)
{
	struct requirement r = {.clauses = p->query.clauses};

	return requirement_match(&r, version);
}

/* What is installed already is left alone as long as it will do. */
static bool is_satisfied(const struct planner *p)
{
	const struct ask *k = p->k;
	struct str have = install_version(k->ap, k->site, STR("torch"));

	if (have.n == 0 || k->reinstall || (k->upgrade && p->asked) ||
	    p->newest.n)
		return false;
	/* "+cu121": the version is open */
	if (have.p[0] == '+')
		return p->query.clauses.n == 0;
	return fits(p, have);
}

static void unknown_torch(struct planner *p, struct str name)
{
	p->out->torch = true;
	p->out->by = p->bringer;
	p->out->choice = (struct torch_choice){
		.known = TORCH_NOTHING,
		.why = arena_fmt(p->k->ap->arena,
	                         STR_F " brings a torch that is not in the "
	                               "tables",
	                         STR_A(name)),
	};
}

static void choose(struct planner *p)
{
	struct torch_choice *c = &p->out->choice;

	p->out->by = p->asked ? p->asked : p->bringer;
	if (!p->asked)
		p->query.needs = p->newest.n ? p->newest : p->loose;
	torch_choose(&p->query, p->k->ap->arena, c);
	p->out->torch = true;
	if (p->k->auto_backend && c->known != TORCH_NOTHING) {
		c->known = TORCH_TODAY;
		c->why = STR("--torch-backend=auto goes by the GPU where the "
		             "image is built, and takes a CPU build where "
		             "there is none");
	}
}

/* It may have a torch, and nobody here has seen any. */
static bool is_base_unknown(const struct planner *p)
{
	const struct ask *k = p->k;

	return k->ap->scope.open && !(k->upgrade && p->asked) &&
	       !k->reinstall &&
	       install_version(k->ap, k->site, STR("torch")).n == 0;
}

static void plan_torch(struct planner *p)
{
	bool brought = p->asked || p->exact.n || p->loose.n || p->newest.n;

	if (!brought)
		return;
	if (p->exact.n && !is_pinned(p)) {
		unknown_torch(p, p->exact);
		return;
	}
	slice_for (const struct wanted, w, p->k->limits)
		if (str_eq(w->name, STR("torch")))
			add_clauses(p, &w->req);
	if (!is_pinned(p) && is_base_unknown(p))
		install_doubt(p->k, STR("whether the base has a torch that "
		                        "will do is not known"));
	else if (!is_satisfied(p))
		choose(p);
}

/* Every version that there is uses the same CUDA, or brings none. */
static bool is_same_cuda(const struct know *k, struct str name)
{
	const struct framework *first = NULL;
	struct frameworks rows = know_frameworks(k);

	slice_for (const struct framework, f, rows) {
		if (!str_eq(f->name, name) || f->from == CUDA_TORCH ||
		    f->from == CUDA_PTXAS || f->cuda.n == 0)
			continue;
		if (!first)
			first = f;
		if (!str_eq(f->cuda.v[0], first->cuda.v[0]))
			return false;
	}
	return true;
}

bool install_binds(const struct know *k, struct str name)
{
	const struct framework *f = know_framework(k, name, STR(""));

	return str_has_prefix(name, STR("nvidia-")) ||
	       (f && (f->from == CUDA_WHEEL || f->from == CUDA_SYSTEM ||
	              f->from == CUDA_PIP));
}

static void add_item(struct planner *p, struct str name, struct str version,
                     const struct wanted *by)
{
	*arena_push(p->k->ap->arena, &p->out->items) =
		(struct item){name, version, by};
}

static bool has_extra(const struct wanted *w, const char *pattern)
{
	slice_for (const struct str, e, w->req.extras)
		if (str_glob(str_c(pattern), *e))
			return true;
	return false;
}

/* jax[cuda12] and tensorflow[and-cuda] bring the runtime as a wheel; of jax its
 * minor version is open. */
static void add_extras(struct planner *p, const struct wanted *w,
                       struct str version)
{
	const struct know *know = p->k->ap->know;
	const struct framework *f;

	if (str_eq(w->name, STR("tensorflow")) && has_extra(w, "and-cuda")) {
		f = know_framework(know, STR("tensorflow[and-cuda]"), version);
		if (f && f->cuda.n)
			add_item(p, STR("nvidia-cuda-runtime-cu12"),
			         f->cuda.v[0], w);
		else
			install_doubt(p->k,
			              STR("which CUDA tensorflow[and-cuda] "
			                  "brings is not in the tables"));
	}
	if (!str_eq(w->name, STR("jax")) || !has_extra(w, "cuda*"))
		return;
	if (has_extra(w, "cuda12*") && !has_extra(w, "*_local")) {
		add_item(p, STR("jaxlib"), version, w);
		add_item(p, STR("jax-cuda12-plugin"), version, w);
		add_item(p, STR("nvidia-cuda-runtime-cu12"), STR("12"), w);
	} else if (has_extra(w, "cuda13*") && !has_extra(w, "*-local")) {
		add_item(p, STR("jaxlib"), version, w);
		add_item(p, STR("jax-cuda13-plugin"), version, w);
		add_item(p, STR("nvidia-cuda-runtime"), STR("13"), w);
	} else {
		install_doubt(p->k, STR("which CUDA this jax takes is not "
		                        "known"));
	}
}

/* A repository or an archive asks for what nobody sees here. */
static void doubt_source(struct planner *p, const struct wanted *w)
{
	struct ask *k = p->k;

	if (w->req.kind == REQ_URL && w->req.version.s.n == 0 && !k->no_deps &&
	    !matters(w))
		install_doubt(k, arena_fmt(k->ap->arena,
		                           "what '" STR_F
		                           "' depends on is not known",
		                           STR_A(w->req.url.s)));
}

static void plan_wheel(struct planner *p, const struct wanted *w)
{
	struct ask *k = p->k;
	struct str version = requirement_pin(&w->req).s;
	struct str have = install_version(k->ap, k->site, w->name);

	if (have.n && !k->upgrade && !k->reinstall &&
	    requirement_match(&w->req, have))
		return;
	if (w->maybe && install_binds(k->ap->know, w->name))
		install_doubt(k, arena_fmt(k->ap->arena,
		                           "whether '" STR_F
		                           "' counts is not known",
		                           STR_A(w->req.word.s)));
	if (version.n == 0 && !is_same_cuda(k->ap->know, w->name))
		install_doubt(k, arena_fmt(k->ap->arena,
		                           STR_F " has no fixed version, and "
		                                 "not every one is for the "
		                                 "same CUDA",
		                           STR_A(w->name)));
	add_item(p, w->name, version, w);
	add_extras(p, w, version);
}

static struct sources torch_sources(const struct ask *k)
{
	struct sources s = k->from;

	if (k->torch_index.s.n)
		s = (struct sources){.index = k->torch_index,
		                     .doubt = k->from.doubt,
		                     .pre = k->from.pre};
	return s;
}

void install_plan(struct ask *k, struct plan *out)
{
	struct planner p = {.k = k, .out = out, .from = torch_sources(k)};

	*out = (struct plan){0};
	p.query = (struct torch_query){.know = k->ap->know,
	                               .from = &p.from,
	                               .env = k->env};
	slice_for (struct wanted, w, k->wanted)
		look_at(&p, w);
	plan_torch(&p);
	if (out->torch && p.maybe)
		install_doubt(k, STR("whether torch is asked for depends on "
		                     "something that is not known"));
	if (!out->torch && install_version(k->ap, k->site, STR("torch")).n == 0)
		slice_for (const struct wanted, w, k->wanted)
			doubt_source(&p, w);
	slice_for (const struct wanted, w, k->wanted)
		if (interest_wheel(w->name) && w->req.kind != REQ_BAD &&
		    !str_eq(w->name, STR("torch")))
			plan_wheel(&p, w);
}
