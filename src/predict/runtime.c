/* Whose CUDA runtime, and does the driver suffice?  model 7. */
#include "know/minor.h"
#include "predict/trial.h"

/* A Dockerfile can leave the version open and settle the build. */
static struct str torch_name(const struct torch *t, struct arena *a)
{
	if (t->version.n == 0)
		return arena_fmt(a, "torch for " STR_F, STR_A(t->tag));
	return t->tag.n ? arena_fmt(a, "torch " STR_F "+" STR_F,
	                            STR_A(t->version), STR_A(t->tag)) :
	                  arena_fmt(a, "torch " STR_F, STR_A(t->version));
}

static void add_torch(const struct torch *t, struct arena *a,
                      struct consumers *out)
{
	*arena_push(a, out) = (struct consumer){
		.name = torch_name(t, a),
		.cuda = t->cuda,
		.minor_known = version_lead(t->cuda).n >= 2,
		.torch = t,
		.path = t->path,
		.layer = t->layer,
	};
}

static struct str minor_text(struct str version, struct arena *a)
{
	struct version v = version_lead(version);

	if (v.n < 2)
		return version;
	return arena_fmt(a, "%u.%u", v.part[0], v.part[1]);
}

/* Same consumer, same major: the better known one stays. */
static bool is_merged(struct consumers *out, const struct consumer *c)
{
	slice_for (struct consumer, o, *out) {
		if (!str_eq(o->name, c->name) ||
		    version_lead(o->cuda).part[0] !=
		            version_lead(c->cuda).part[0])
			continue;
		if (c->minor_known && !o->minor_known)
			*o = *c;
		if (!c->minor_known || str_eq(o->cuda, c->cuda))
			return true;
	}
	return false;
}

static struct str consumer_name(const struct cudart *r)
{
	if (r->consumer.n == 0)
		return STR("libcudart");
	if (str_eq(r->consumer, STR("nvidia")))
		return STR("the nvidia-cuda-runtime wheel");
	return r->consumer;
}

static void add_cudart(const struct cudart *r, struct arena *a,
                       struct consumers *out)
{
	struct consumer c = {
		.name = consumer_name(r),
		.cuda = r->minor_known ? minor_text(r->version, a) : r->version,
		.minor_known = r->minor_known,
		.inferred = r->consumer.n == 0,
		.path = r->path,
		.layer = r->layer,
	};

	if (!is_merged(out, &c))
		*arena_push(a, out) = c;
}

/* A framework with a CUDA runtime inside its wheel, or one that takes the
 * system's of the same major: by the tables, where no file shows it.  Rows of
 * low confidence do not count. */
static void add_wheel(const struct wheel *w, const struct know *k,
                      struct arena *a, struct consumers *out)
{
	const struct framework *f = know_framework(k, w->name, w->version);
	struct consumer c = {.path = w->path, .layer = w->layer};

	if (str_eq(w->name, STR("torch")) || !f || f->cuda.n == 0 ||
	    f->confidence == CONF_LOW ||
	    (f->from != CUDA_WHEEL && f->from != CUDA_SYSTEM))
		return;
	c.name = arena_fmt(a, STR_F " " STR_F, STR_A(w->name),
	                   STR_A(w->version));
	c.cuda = f->cuda.v[0];
	c.minor_known = f->from == CUDA_WHEEL && f->cuda.n == 1 &&
	                version_lead(c.cuda).n >= 2;
	if (!is_merged(out, &c))
		*arena_push(a, out) = c;
}

static bool is_full(struct consumers *out)
{
	out->truncated |= out->n >= CONSUMERS_MAX;
	return out->truncated;
}

static void add_carried(const struct image_facts *f, const struct know *k,
                        struct arena *a, struct consumers *out)
{
	slice_for (struct torch, t, f->torch)
		if (!t->cpu_only && !is_full(out))
			add_torch(t, a, out); /* of unknown CUDA as well */
	slice_for (struct cudart, r, f->cudart)
		if (r->consumer.n && !str_eq(r->consumer, STR("torch")) &&
		    !is_full(out))
			add_cudart(r, a, out);
	slice_for (struct wheel, w, f->wheels)
		if (!is_full(out))
			add_wheel(w, k, a, out);
}

/* nvcc links the runtime into the program.  Of several, the one that asks for
 * least: what fails it fails all. */
static void add_linked(const struct know *k, struct arena *a,
                       struct consumers *out)
{
	const struct unit *least = NULL;
	struct str lowest = {0};

	slice_for (struct unit, u, out->units) {
		struct str cuda = unit_cuda(u, k, a);

		if ((u->role != ROLE_OWN && u->role != ROLE_CORE) ||
		    cuda.n == 0 ||
		    (least && version_cmp_str(cuda, lowest) >= 0))
			continue;
		least = u;
		lowest = cuda;
	}
	if (!least || least->files.n == 0)
		return;
	*arena_push(a, out) = (struct consumer){
		.name = arena_fmt(a, "the CUDA runtime linked into " STR_F,
	                          STR_A(least->name)),
		.cuda = minor_text(lowest, a),
		.minor_known = true,
		.at_least = true,
		.path = least->files.v[0]->path,
		.layer = least->files.v[0]->layer,
	};
}

void predict_consumers(const struct image_facts *f, const struct know *k,
                       struct arena *a, struct consumers *out)
{
	*out = (struct consumers){0};
	units_of(f, k, a, &out->units);
	add_carried(f, k, a, out);
	if (out->n)
		return;
	/* Nothing brings its own: the system's is in reach of what is left.
	 * A file says more than a package or version.json about it. */
	slice_for (struct cudart, r, f->cudart)
		if ((r->consumer.n == 0 || out->n == 0) && !is_full(out))
			add_cudart(r, a, out);
	if (out->n == 0)
		add_linked(k, a, out);
}

struct need {
	const struct consumer *c;
	struct version runtime, driver; /* CUDA versions, major.minor */
};

static void insufficient(struct trial *t, const struct need *n, const char *why)
{
	trial_say(t, "runtime", RESULT_FAIL, "T", STR("model 7"),
	          TRIAL_FMT(t,
	                    STR_F " needs CUDA " STR_F ", the driver has " STR_F
	                          ": %s",
	                    STR_A(n->c->name), STR_A(n->c->cuda),
	                    STR_A(t->cuda), why));
	trial_end(t, OUT_35, STAGE_RUNTIME, STR(""));
}

static void suffices(struct trial *t, const struct need *n, enum route route,
                     struct str source)
{
	trial_say(t, "runtime", RESULT_PASS, "D", source,
	          TRIAL_FMT(t,
	                    STR_F " (CUDA " STR_F ") on CUDA " STR_F ": %s%s",
	                    STR_A(n->c->name), STR_A(n->c->cuda),
	                    STR_A(t->cuda), route_names[route],
	                    n->c->inferred ?
	                            "; nothing was seen that links it" :
	                            ""));
	if (t->run.route < route)
		t->run.route = route;
}

/* The release with the lowest driver of those that this could be. */
static const struct toolkit *mildest(const struct trial *t, struct str cuda)
{
	const struct toolkit *best = NULL;
	struct version want = version_lead(cuda);

	slice_for (struct toolkit, k, t->know->toolkits) {
		struct version v = version_lead(k->cuda);

		if (want.n <= 2)
			v = version_minor(v);
		if (version_cmp(v, want) == 0 &&
		    (!best || version_cmp_str(k->driver, best->driver) < 0))
			best = k;
	}
	return best;
}

/* Before CUDA 11 each toolkit has its own floor, to the patch. */
static void check_old(struct trial *t, const struct need *n)
{
	const struct toolkit *tk = mildest(t, n->c->cuda);

	if (version_cmp(n->driver, n->runtime) < 0)
		insufficient(t, n, "before CUDA 11 every minor has its floor");
	else if (tk && version_cmp(n->driver, n->runtime) == 0 &&
	         t->run.libcuda.version.n &&
	         version_cmp_str(t->run.libcuda.version, tk->driver) < 0)
		insufficient(t, n,
		             TRIAL_FMT(t, "it wants driver " STR_F " at least",
		                       STR_A(tk->driver))
		                     .p);
	else
		suffices(t, n, ROUTE_NATIVE, STR("model 7"));
}

/* The driver's version, or the lowest that has the API version it is of. */
static struct str lowest_driver(const struct trial *t)
{
	const struct toolkit *tk;

	if (t->run.libcuda.version.n)
		return t->run.libcuda.version;
	tk = mildest(t, t->cuda);
	return tk ? tk->driver : STR("");
}

static bool is_jetson(const struct trial *t)
{
	for (size_t i = 0; i < t->sc->visible.n; i++)
		if (t->sc->visible.v[i]->gpu_class == CLASS_JETSON)
			return true;
	return false;
}

/* Of a runtime whose minor is not known: the strictest of its major. */
static const struct toolkit *strictest(const struct trial *t, uint32_t major)
{
	const struct toolkit *best = NULL;

	slice_for (struct toolkit, k, t->know->toolkits)
		if (version_lead(k->cuda).part[0] == major &&
		    (!best || version_cmp_str(k->floor, best->floor) > 0))
			best = k;
	return best;
}

static void check_minor(struct trial *t, const struct need *n)
{
	const struct toolkit *tk = n->c->minor_known ?
	                                   know_toolkit(t->know, n->c->cuda) :
	                                   strictest(t, n->runtime.part[0]);

	if (is_jetson(t)) {
		trial_say(t, "runtime", RESULT_UNSURE, "?", STR("model 7, 9"),
		          STR("whether a Jetson has minor-version "
		              "compatibility is not known"));
		trial_end(t, OUT_UNKNOWN, STAGE_RUNTIME, STR(""));
		return;
	}
	if (tk && tk->floor.n &&
	    version_cmp_str(lowest_driver(t), tk->floor) >= 0) {
		suffices(t, n, ROUTE_MINOR,
		         TRIAL_FMT(t, "floor " STR_F "; " STR_F,
		                   STR_A(tk->floor), STR_A(tk->source)));
		return;
	}
	trial_say(t, "runtime", RESULT_UNSURE, tk && tk->floor.n ? "D" : "?",
	          STR("model 7"),
	          tk && tk->floor.n ?
	                  TRIAL_FMT(t,
	                            STR_F " wants driver " STR_F
	                                  " for minor-version compatibility",
	                            STR_A(n->c->name), STR_A(tk->floor)) :
	                  TRIAL_FMT(t, "CUDA " STR_F " is not in the tables",
	                            STR_A(n->c->cuda)));
	trial_end(t, OUT_UNKNOWN, STAGE_RUNTIME, STR(""));
	t->run.fails = tk && tk->floor.n && t->run.libcuda.version.n;
}

/* Its own version is not known, only that it is no older. */
static void check_linked(struct trial *t, const struct need *n)
{
	if (n->driver.part[0] < n->runtime.part[0] ||
	    (!know_minor_compat(t->know, n->runtime.part[0]) &&
	     version_cmp(n->driver, n->runtime) < 0)) {
		insufficient(t, n, "its device code is of that CUDA at least");
		return;
	}
	trial_doubt(t, "runtime", "?", STR("model 7"),
	            TRIAL_FMT(t,
	                      STR_F
	                      " is of CUDA " STR_F
	                      " or later by its device code: which one is not "
	                      "known",
	                      STR_A(n->c->name), STR_A(n->c->cuda)));
}

static void check_consumer(struct trial *t, const struct consumer *c)
{
	struct need n = {c, version_minor(version_lead(c->cuda)),
	                 version_minor(version_lead(t->cuda))};

	if (n.driver.n == 0 || n.runtime.n == 0) {
		trial_say(t, "runtime", RESULT_UNSURE, "?", STR("model 7"),
		          n.driver.n ?
		                  TRIAL_FMT(t,
		                            "the CUDA version of " STR_F
		                            " is not known",
		                            STR_A(c->name)) :
		                  TRIAL_FMT(t,
		                            "the CUDA version of driver " STR_F
		                            " is not in the tables",
		                            STR_A(t->run.libcuda.version)));
		trial_end(t, OUT_UNKNOWN, STAGE_RUNTIME, STR(""));
		return;
	}
	if (c->at_least)
		check_linked(t, &n);
	else if (!know_minor_compat(t->know, n.runtime.part[0]))
		check_old(t, &n);
	else if (n.driver.part[0] < n.runtime.part[0])
		insufficient(t, &n, "a new major needs its own driver");
	else if (n.driver.part[0] > n.runtime.part[0] ||
	         (c->minor_known && version_cmp(n.driver, n.runtime) >= 0))
		suffices(t, &n, ROUTE_NATIVE, STR("model 7"));
	else
		check_minor(t, &n);
}

static void unsure(struct trial *t, const char *source, struct str detail)
{
	trial_say(t, "runtime", RESULT_UNSURE, "?", str_c(source), detail);
	trial_end(t, OUT_UNKNOWN, STAGE_RUNTIME, STR(""));
}

void trial_runtime(struct trial *t)
{
	if (t->ended)
		return;
	if (facts_unsure(t->facts, GROUP_RUNTIME) ||
	    facts_unsure(t->facts, GROUP_PYTHON))
		unsure(t, "gaps",
		       STR("part of the image could not be read and may hold "
		           "another CUDA runtime"));
	else if (t->consumers->truncated)
		unsure(t, "model 7",
		       TRIAL_FMT(t, "more than %d CUDA runtimes are used",
		                 CONSUMERS_MAX));
	else if (t->consumers->n == 0)
		unsure(t, "model 7",
		       STR("no CUDA runtime was found in the image: which "
		           "CUDA its code wants is not known"));
	slice_for (struct consumer, c, *t->consumers)
		if (!t->ended)
			check_consumer(t, c);
}
