#include "base/path.h"
#include "predict/require.h"
#include "predict/trial.h"

static bool env(const struct trial *t, struct str name, struct str *value)
{
	return facts_env(t->facts, name, value);
}

static bool is_legacy_image(const struct trial *t)
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

static struct str refusal(struct trial *t, struct str reason)
{
	return TRIAL_FMT(t, "nvidia-container-cli: requirement error: " STR_F,
	                 STR_A(reason));
}

static void check_platform(struct trial *t)
{
	struct str have = t->facts->config.architecture;
	struct str want = t->sc->pool->arch;

	if (have.n == 0 || str_eq(have, want))
		return;
	trial_say(t, "platform", RESULT_FAIL, "S", STR("OCI image config"),
	          TRIAL_FMT(t, "the image is for " STR_F ", the host is " STR_F,
	                    STR_A(have), STR_A(want)));
	trial_end(t, OUT_WRONG_ARCH, STAGE_START, STR(""));
}

/* runtime.md 2.1: plain Docker passes what the image's own environment says;
 * Kubernetes sets the variable itself. */
static void check_devices(struct trial *t)
{
	struct str value;
	bool set = env(t, STR("NVIDIA_VISIBLE_DEVICES"), &value) && value.n;

	if (t->ended || t->sc->stack->request != REQUEST_RUNTIME ||
	    t->sc->pool->container.engine != ENGINE_DOCKER)
		return;
	if (set ? !str_eq(value, STR("void")) : is_legacy_image(t))
		return;
	trial_say(t, "devices", RESULT_FAIL, "S", STR("runtime.md 2.1"),
	          set ? STR("NVIDIA_VISIBLE_DEVICES=void asks for no GPU") :
	                STR("the image does not set NVIDIA_VISIBLE_DEVICES, and "
	                    "the nvidia runtime then adds nothing"));
	trial_end(t, OUT_NO_GPU, STAGE_START, STR(""));
}

static bool is_capability(struct str word)
{
	static const char *const all[] = {"compute", "compat32", "graphics",
	                                  "utility", "video",    "display",
	                                  "ngx",     "all"};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (str_eq(word, str_c(all[i])))
			return true;
	return false;
}

/* runtime.md 5.4 */
static void check_capabilities(struct trial *t)
{
	struct str value, rest, word;
	bool compute = false;

	if (t->ended || !env(t, STR("NVIDIA_DRIVER_CAPABILITIES"), &value) ||
	    value.n == 0)
		return;
	for (rest = value; str_next(&rest, ',', &word);) {
		word = str_trim(word);
		if (word.n && !is_capability(word)) {
			trial_say(t, "capabilities", RESULT_FAIL, "S",
			          STR("runtime.md 5.4"),
			          TRIAL_FMT(t,
			                    "NVIDIA_DRIVER_CAPABILITIES has "
			                    "'" STR_F "', which is no "
			                    "capability",
			                    STR_A(word)));
			trial_end(t, OUT_REFUSED, STAGE_START,
			          TRIAL_FMT(t,
			                    "unsupported capabilities found "
			                    "in '" STR_F "'",
			                    STR_A(value)));
			return;
		}
		compute |= str_eq(word, STR("compute")) ||
		           str_eq(word, STR("video")) ||
		           str_eq(word, STR("all"));
	}
	if (compute)
		return;
	trial_say(t, "capabilities", RESULT_FAIL, "S", STR("runtime.md 5.4"),
	          TRIAL_FMT(t,
	                    "NVIDIA_DRIVER_CAPABILITIES=" STR_F
	                    " asks for no compute: libcuda is not injected",
	                    STR_A(value)));
	trial_end(t, OUT_35, STAGE_INIT, STR(""));
}

/* CUDA_VERSION alone makes a gate of its own: major and minor.  False: the
 * toolkit cannot read it and gives up. */
static bool legacy_gate(struct trial *t, struct str *gate)
{
	struct str value;
	struct version v;

	*gate = STR("");
	if (!is_legacy_image(t) || !env(t, STR("CUDA_VERSION"), &value))
		return true;
	if (!version_parse(value, &v) || v.n > 3)
		return false;
	*gate = TRIAL_FMT(t, "cuda>=%u.%u", v.part[0],
	                  v.n > 1 ? v.part[1] : 0);
	return true;
}

struct gate_try {
	struct str expr;
	const struct fleet_gpu *gpu;
	struct require_verdict verdict;
	bool unsure; /* the answer hangs on what the pool does not say */
};

static struct str low_brand(const struct trial *t, struct str word)
{
	const struct brand *b = know_brand(t->know, word);

	if (t->sc->stack->few_brands && b && b->since_1_9)
		return STR("unknown");
	return word;
}

/* What the pool leaves out is tried at both ends of its range. */
static void try_gate(const struct trial *t, struct gate_try *g)
{
	const struct pool *p = t->sc->pool;
	struct require_host low = {
		.cuda = p->cuda,
		.driver = p->driver,
		.arch = g->gpu->compute_capability,
		.brand = low_brand(t, trial_brand(t, g->gpu)),
	};
	struct require_host high = low;
	struct require_verdict other;

	if (p->cuda.n == 0) {
		low.cuda = STR("0");
		high.cuda = STR("99999");
	}
	if (p->driver.n == 0) {
		low.driver = STR("0");
		high.driver = STR("99999");
	}
	if (low.arch.n == 0) {
		low.arch = STR("0");
		high.arch = STR("99999");
	}
	if (low.brand.n == 0) {
		low.brand = STR("unknown");
		high.brand = STR("nvidia");
	}
	if (t->sc->stack->mechanism == MECH_CSV) {
		g->verdict = require_eval_csv(g->expr, &low);
		other = require_eval_csv(g->expr, &high);
	} else {
		g->verdict = require_eval(g->expr, &low);
		other = require_eval(g->expr, &high);
	}
	g->unsure = other.result != g->verdict.result;
}

static void refuse(struct trial *t, const struct gate_try *g)
{
	struct buf msg = {0};

	require_message(g->expr, &g->verdict, t->sc->pool->container.toolkit,
	                &msg);
	trial_say(t, "require", RESULT_FAIL, "S", STR("runtime.md 2.5"),
	          TRIAL_FMT(t,
	                    "the gate is not met: host CUDA " STR_F
	                    ", driver " STR_F ", brand " STR_F,
	                    STR_A(t->sc->pool->cuda),
	                    STR_A(t->sc->pool->driver),
	                    STR_A(trial_brand(t, g->gpu))));
	trial_end(t, OUT_REFUSED, STAGE_START, refusal(t, buf_str(&msg)));
	t->run.message = arena_str(t->arena, t->run.message);
	buf_free(&msg);
}

/* One expression must hold for every visible GPU. */
static void check_expr(struct trial *t, struct str name, struct str expr)
{
	for (size_t i = 0; i < t->sc->visible.n && !t->ended; i++) {
		struct gate_try g = {expr, t->sc->visible.v[i], {0}, false};

		try_gate(t, &g);
		if (g.unsure) {
			trial_say(t, "require", RESULT_UNSURE, "S",
			          STR("runtime.md 2.3"),
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
		trial_say(t, "require", RESULT_PASS, "S",
		          STR("runtime.md 2.5"),
		          TRIAL_FMT(t, STR_F " is met by driver " STR_F
		                             " (CUDA " STR_F ")",
		                    STR_A(name), STR_A(t->sc->pool->driver),
		                    STR_A(t->sc->pool->cuda)));
}

static void check_all_requirements(struct trial *t)
{
	struct str prefix = STR("NVIDIA_REQUIRE_"), legacy;

	if (!legacy_gate(t, &legacy)) {
		trial_say(t, "require", RESULT_FAIL, "S", STR("runtime.md 2.2"),
		          STR("CUDA_VERSION without NVIDIA_REQUIRE_CUDA is not "
		              "a version of at most three numbers"));
		trial_end(t, OUT_REFUSED, STAGE_START,
		          STR("failed to get requirements: invalid CUDA "
		              "version"));
		return;
	}
	slice_for (struct str, e, t->facts->config.env) {
		struct str name, value, now;

		(void)str_cut(*e, '=', &name, &value);
		if (t->ended || !str_has_prefix(name, prefix) ||
		    str_has_prefix(name, STR("NVIDIA_REQUIRE_JETPACK")) ||
		    !env(t, name, &now) || !str_eq(now, value))
			continue;
		check_expr(t, name, value);
	}
	if (!t->ended && legacy.n)
		check_expr(t, STR("CUDA_VERSION"), legacy);
}

static void check_gate(struct trial *t)
{
	struct str off;

	if (t->ended)
		return;
	if (!t->sc->stack->gate) {
		trial_say(t, "require", RESULT_INFO, "S", STR("runtime.md 1.3"),
		          STR("this stack does not read NVIDIA_REQUIRE_*"));
		return;
	}
	if (env(t, STR("NVIDIA_DISABLE_REQUIRE"), &off) && is_true(off)) {
		trial_say(t, "require", RESULT_INFO, "S", STR("runtime.md 2.2"),
		          STR("NVIDIA_DISABLE_REQUIRE switches the gate off"));
		return;
	}
	check_all_requirements(t);
}

/* WSL2 mounts fixed names: a link of the image in their place stops it. */
static void check_wsl_clash(struct trial *t)
{
	if (t->ended || t->sc->stack->mechanism != MECH_WSL)
		return;
	slice_for (struct umd, u, t->facts->umd) {
		struct str base = path_base(u->path);

		if (!u->link || (!str_eq(base, STR("libcuda.so.1")) &&
		                 !str_eq(base, STR("libnvidia-ml.so.1"))))
			continue;
		if (u->kind == UMD_COMPAT || u->kind == UMD_STUB)
			continue;
		trial_say(t, "mount", RESULT_FAIL, "T", STR("runtime.md 5.3"),
		          TRIAL_FMT(t,
		                    "the image has a link /" STR_F
		                    " where the toolkit has to mount",
		                    STR_A(u->path)));
		trial_end(t, OUT_REFUSED, STAGE_START,
		          TRIAL_FMT(t,
		                    "nvidia-container-cli: mount error: file "
		                    "creation failed: /" STR_F ": file exists",
		                    STR_A(u->path)));
		return;
	}
}

void trial_start(struct trial *t)
{
	enum mechanism m = t->sc->stack->mechanism;

	t->run.mechanism = m;
	trial_say(t, "stack", RESULT_INFO, "S", t->sc->stack->source,
	          TRIAL_FMT(t, STR_F " (%s)", STR_A(t->sc->stack->label),
	                    mechanism_names[m] ? mechanism_names[m] : "?"));
	check_platform(t);
	check_devices(t);
	if (!t->ended && (m == MECH_LEGACY || m == MECH_WSL))
		check_capabilities(t);
	check_gate(t);
	check_wsl_clash(t);
}
