/* Does the host meet NVIDIA_REQUIRE_*?  model 2. */
#include "predict/require.h"
#include "predict/trial.h"

enum { GATE_MAX = 128 * 1024 }; /* MAX_ARG_STRLEN */

static bool env(const struct trial *t, struct str name, struct str *value)
{
	return facts_env(t->facts, name, value);
}

bool trial_is_legacy_image(const struct trial *t)
{
	struct str v;

	return env(t, STR("CUDA_VERSION"), &v) && v.n &&
	       !(env(t, STR("NVIDIA_REQUIRE_CUDA"), &v) && v.n);
}

/* Go's strconv.ParseBool. */
static bool is_true(struct str v)
{
	static const char *const words[] = {"1",    "t",    "T",
	                                    "TRUE", "true", "True"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(v, str_c(words[i])))
			return true;
	return false;
}

/* The version that the pool names, or the newest of the stack. */
static bool is_before(const struct trial *t, enum change_kind what)
{
	struct str toolkit = t->sc->pool->container.toolkit;

	if (version_lead(toolkit).n == 0)
		toolkit = t->sc->stack->toolkit_max;
	return version_lead(toolkit).n && !know_changed(t->know, what, toolkit);
}

static bool has_leading_zero(struct str version)
{
	struct str part;

	while (str_next(&version, '.', &part))
		if (part.n > 1 && part.p[0] == '0')
			return true;
	return false;
}

/* CUDA_VERSION alone makes a gate of its own: major and minor.  False: the
 * toolkit cannot read it and gives up; older ones took what they could. */
static bool legacy_gate(struct trial *t, struct str *gate)
{
	struct str value;
	struct version v;

	*gate = STR("");
	if (!trial_is_legacy_image(t) || !env(t, STR("CUDA_VERSION"), &value))
		return true;
	v = version_lead(value);
	if (v.n == 0 ||
	    (!is_before(t, CHANGE_STRICT_CUDA_VERSION) &&
	     (!version_parse(value, &v) || v.n > 3 || has_leading_zero(value))))
		return false;
	*gate = TRIAL_FMT(t, "cuda>=%u.%u", v.part[0], v.n > 1 ? v.part[1] : 0);
	return true;
}

struct gate_try {
	struct str expr;
	const struct fleet_gpu *gpu;
	struct require_verdict verdict;
	struct require_host host; /* that the verdict is of */
	bool unsure; /* the answer hangs on what the pool does not say */
};

static struct str low_brand(const struct trial *t, struct str word)
{
	const struct brand *b = know_brand(t->know, word);

	if (t->sc->stack->few_brands && b && b->since_1_9)
		return STR("unknown");
	return word;
}

/* What a property may be: "" is met by everything, the others by little. */
static struct strs range_of(const struct trial *t, struct str known)
{
	struct strs all = {0};

	if (known.n) {
		*arena_push(t->arena, &all) = known;
		return all;
	}
	*arena_push(t->arena, &all) = STR("");
	*arena_push(t->arena, &all) = STR("0");
	*arena_push(t->arena, &all) = STR("99999");
	return all;
}

static struct strs brands_of(const struct trial *t, const struct fleet_gpu *g)
{
	struct strs all = {0};
	struct str word = trial_brand(t, g);

	if (word.n)
		*arena_push(t->arena, &all) = low_brand(t, word);
	slice_for (struct brand, b, t->know->brands)
		if (word.n == 0 &&
		    know_class_may_have(t->know, g->gpu_class, b->word))
			*arena_push(t->arena, &all) = low_brand(t, b->word);
	if (all.n == 0) /* tables without brands: NVML's NULL */
		*arena_push(t->arena, &all) = STR("");
	return all;
}

/* One of the list; what is left of *at chooses from the next list. */
static struct str choose(struct strs list, size_t *at)
{
	size_t i = *at % list.n;

	*at /= list.n;
	return list.v[i];
}

/* What may stand for each property of the host. */
struct ranges {
	struct strs cuda, driver, arch, brand;
};

static struct require_host host_at(const struct ranges *r, size_t i)
{
	struct require_host h = {0};

	h.cuda = choose(r->cuda, &i);
	h.driver = choose(r->driver, &i);
	h.arch = choose(r->arch, &i);
	h.brand = choose(r->brand, &i);
	return h;
}

/* What the pool leaves out is tried over its whole range. */
static void try_gate(const struct trial *t, struct gate_try *g)
{
	const struct pool *p = t->sc->pool;
	struct ranges r = {range_of(t, p->cuda), range_of(t, p->driver),
	                   range_of(t, g->gpu->compute_capability),
	                   brands_of(t, g->gpu)};
	size_t n = r.cuda.n * r.driver.n * r.arch.n * r.brand.n, passed = 0;
	bool csv = t->sc->stack->mechanism == MECH_CSV;

	for (size_t i = 0; i < n; i++) {
		struct require_host h = host_at(&r, i);
		struct require_verdict v = csv ? require_eval_csv(g->expr, &h) :
		                                 require_eval(g->expr, &h);

		passed += v.result == REQUIRE_OK;
		if (v.result != REQUIRE_OK || i == 0) {
			g->verdict = v;
			g->host = h;
		}
	}
	g->unsure = passed > 0 && passed < n;
}

static struct str or_unknown(struct str s)
{
	return s.n ? s : STR("not known");
}

static void refuse(struct trial *t, const struct gate_try *g)
{
	struct buf msg = {0};

	if (t->sc->stack->mechanism == MECH_CSV) {
		require_message_csv(g->expr, &g->verdict, &g->host, &msg);
	} else {
		buf_add(&msg, STR("nvidia-container-cli: requirement error: "));
		require_message(g->expr, &g->verdict,
		                t->sc->pool->container.toolkit, &msg);
	}
	trial_say(t, "require", RESULT_FAIL, "S", STR("model 2.5"),
	          TRIAL_FMT(t,
	                    "the gate is not met: host CUDA " STR_F
	                    ", driver " STR_F ", brand " STR_F,
	                    STR_A(or_unknown(t->sc->pool->cuda)),
	                    STR_A(or_unknown(t->sc->pool->driver)),
	                    STR_A(or_unknown(trial_brand(t, g->gpu)))));
	trial_end(t, OUT_REFUSED, STAGE_START,
	          arena_str(t->arena, buf_str(&msg)));
	buf_free(&msg);
}

/* One expression must hold for every visible GPU. */
static void check_expr(struct trial *t, struct str name, struct str expr)
{
	if (expr.n > GATE_MAX) {
		trial_say(t, "require", RESULT_UNSURE, "?", STR("execve(2)"),
		          TRIAL_FMT(t,
		                    STR_F " is longer than Linux lets a "
		                          "variable be",
		                    STR_A(name)));
		trial_end(t, OUT_UNKNOWN, STAGE_START, STR(""));
	}
	for (size_t i = 0; i < t->sc->visible.n && !t->ended; i++) {
		struct gate_try g = {.expr = expr, .gpu = t->sc->visible.v[i]};

		try_gate(t, &g);
		if (g.unsure) {
			trial_say(t, "require", RESULT_UNSURE, "S",
			          STR("model 2.3"),
			          TRIAL_FMT(t,
			                    STR_F " holds or not by what the "
			                          "pool does not say (driver, "
			                          "CUDA version, GPU or brand)",
			                    STR_A(name)));
			trial_end(t, OUT_UNKNOWN, STAGE_START, STR(""));
		} else if (g.verdict.result != REQUIRE_OK) {
			refuse(t, &g);
		}
	}
	if (!t->ended)
		trial_say(t, "require", RESULT_PASS, "S", STR("model 2.5"),
		          TRIAL_FMT(t,
		                    STR_F " is met by driver " STR_F
		                          " (CUDA " STR_F ")",
		                    STR_A(name), STR_A(t->sc->pool->driver),
		                    STR_A(t->sc->pool->cuda)));
}

/* Ends the trial where the toolkit panics. */
static struct str read_legacy_gate(struct trial *t)
{
	struct str gate;

	if (legacy_gate(t, &gate))
		return gate;
	trial_say(t, "require", RESULT_FAIL, "S", STR("model 2.2"),
	          STR("CUDA_VERSION without NVIDIA_REQUIRE_CUDA is not a "
	              "version of at most three numbers"));
	trial_end(t, OUT_REFUSED, STAGE_START,
	          STR("failed to get requirements: invalid CUDA version"));
	return gate;
}

static bool is_requirement(const struct trial *t, struct str variable)
{
	return str_has_prefix(variable, STR("NVIDIA_REQUIRE_")) &&
	       (is_before(t, CHANGE_JETPACK_UNREAD) ||
	        !str_has_prefix(variable, STR("NVIDIA_REQUIRE_JETPACK")));
}

static void check_all_requirements(struct trial *t)
{
	struct str legacy = read_legacy_gate(t);

	slice_for (struct str, e, t->facts->config.env) {
		struct str name, value, now;

		if (t->ended || !is_requirement(t, *e))
			continue;
		(void)str_cut(*e, '=', &name, &value);
		if (env(t, name, &now) && str_eq(now, value))
			check_expr(t, name, value);
	}
	if (!t->ended && legacy.n)
		check_expr(t, STR("CUDA_VERSION"), legacy);
}

void trial_gate(struct trial *t)
{
	struct str off;

	if (t->ended)
		return;
	if (!t->sc->stack->gate) {
		trial_say(t, "require", RESULT_INFO, "S", STR("model 1.3"),
		          STR("this stack does not read NVIDIA_REQUIRE_*"));
		return;
	}
	if (!env(t, STR("NVIDIA_DISABLE_REQUIRE"), &off) || !is_true(off)) {
		check_all_requirements(t);
		return;
	}
	if (is_before(t, CHANGE_DISABLED_UNREAD) &&
	    !is_before(t, CHANGE_STRICT_CUDA_VERSION))
		(void)read_legacy_gate(t); /* it was still read */
	if (!t->ended)
		trial_say(t, "require", RESULT_INFO, "S", STR("model 2.2"),
		          STR("NVIDIA_DISABLE_REQUIRE switches the gate off"));
}
