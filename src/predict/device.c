/* Kernels x compute capability, by what torch publishes of its wheels; the
 * image's own device code is not read here.  model 7. */
#include "predict/trial.h"

/* "sm_86", "compute_90", "sm_90a": digits, the last one is the minor. */
struct target {
	uint32_t major, minor;
	char suffix; /* 'a': this one only, 'f': its family; 0 */
};

static bool parse_target(struct str s, struct target *out)
{
	uint64_t n = 0;
	struct str digits;

	(void)str_cut(s, '_', &(struct str){0}, &digits);
	*out = (struct target){0};
	if (digits.n &&
	    (digits.p[digits.n - 1] == 'a' || digits.p[digits.n - 1] == 'f'))
		out->suffix = digits.p[--digits.n];
	if (!str_uint(digits, &n) || n < 10 || n > 9999)
		return false;
	out->major = (uint32_t)(n / 10);
	out->minor = (uint32_t)(n % 10);
	return true;
}

static bool sass_runs(struct target s, struct version cc)
{
	if (s.major != cc.part[0])
		return false;
	return s.suffix == 'a' ? s.minor == cc.part[1] : s.minor <= cc.part[1];
}

static bool ptx_runs(struct target p, struct version cc)
{
	if (p.suffix)
		return sass_runs(p, cc);
	return p.major < cc.part[0] ||
	       (p.major == cc.part[0] && p.minor <= cc.part[1]);
}

/* The first entry of the list that runs on cc; "" none. */
static struct str find(struct strs list, struct version cc,
                       bool (*runs)(struct target, struct version))
{
	struct target x;

	slice_for (struct str, s, list)
		if (parse_target(*s, &x) && runs(x, cc))
			return *s;
	return STR("");
}

/* What some wheel has kernels for. */
struct build {
	struct strs sass, ptx;
	struct str cuda, source;
	enum confidence confidence;
};

static bool same_cuda(struct str a, struct str b)
{
	return version_cmp(version_minor(version_lead(a)),
	                   version_minor(version_lead(b))) == 0;
}

static bool is_arm(const struct trial *t)
{
	return str_eq(t->sc->pool->arch, STR("arm64"));
}

static struct build of_wheel(const struct trial *t, const struct torch_build *b,
                             bool sure)
{
	return (struct build){
		.sass = is_arm(t) ? b->arm_sass : b->sass,
		.ptx = is_arm(t) ? b->arm_ptx : b->ptx,
		.cuda = b->cuda,
		.source = b->source,
		.confidence = sure ? b->confidence : CONF_LOW,
	};
}

static bool is_conda(struct str path)
{
	return str_contains(path, STR("conda")) ||
	       str_contains(path, STR("mamba")) ||
	       str_contains(path, STR("forge"));
}

static bool is_in_series(const struct torch_conda *c, struct str torch)
{
	struct version v = version_minor(version_lead(torch));

	return version_cmp(v, version_lead(c->first)) >= 0 &&
	       version_cmp(v, version_lead(c->last)) <= 0;
}

static bool of_conda(const struct trial *t, const struct torch *torch,
                     struct build *out)
{
	slice_for (struct torch_conda, c, t->know->conda) {
		if (!same_cuda(c->cuda, torch->cuda) ||
		    !is_in_series(c, torch->version))
			continue;
		*out = (struct build){.cuda = c->cuda,
		                      .source = c->source,
		                      .confidence = c->confidence};
		if (!is_arm(t)) {
			out->sass = c->sass;
			out->ptx = c->ptx;
		}
		return true;
	}
	return false;
}

/* By version and tag; without a tag it may be conda's, PyPI's, or somebody's
 * own build, for which the wheel of that CUDA is no more than a hint. */
static bool build_of(const struct trial *t, const struct torch *torch,
                     struct build *out)
{
	const struct torch_build *b =
		know_torch(t->know, torch->version, torch->tag);

	if (torch->tag.n == 0 && is_conda(torch->path))
		return of_conda(t, torch, out);
	if (b && same_cuda(b->cuda, torch->cuda)) {
		*out = of_wheel(t, b, true);
		return true;
	}
	slice_for (struct torch_build, r, t->know->torch)
		if (str_eq(r->version, torch->version) &&
		    same_cuda(r->cuda, torch->cuda)) {
			*out = of_wheel(t, r, false);
			return true;
		}
	return false;
}

struct match {
	const struct consumer *c;
	struct build build;
	const struct fleet_gpu *gpu;
	struct version cc;
};

static void say_kernel(struct trial *t, const struct match *m,
                       enum step_result r, const char *tag, const char *what)
{
	trial_say(t, "device", r, tag, m->build.source,
	          TRIAL_FMT(t, STR_F " on compute capability " STR_F ": %s",
	                    STR_A(m->c->name),
	                    STR_A(m->gpu->compute_capability), what));
}

/* A table of low confidence settles nothing, nor does a guessed GPU. */
static bool is_sure(const struct trial *t, const struct match *m)
{
	return m->build.confidence != CONF_LOW && trial_knows_gpu(t, m->gpu);
}

static void runs(struct trial *t, const struct match *m, struct str what)
{
	bool sure = is_sure(t, m);

	say_kernel(t, m, sure ? RESULT_PASS : RESULT_UNSURE, "D", what.p);
	t->doubtful |= !sure;
}

static void fails(struct trial *t, const struct match *m, enum outcome outcome,
                  const char *tag, struct str what)
{
	bool sure = is_sure(t, m);

	say_kernel(t, m, sure ? RESULT_FAIL : RESULT_UNSURE, tag, what.p);
	trial_end(t, sure ? outcome : OUT_UNKNOWN, STAGE_KERNEL, STR(""));
}

static void by_ptx(struct trial *t, const struct match *m, struct str ptx)
{
	struct version of = version_minor(version_lead(m->build.cuda));

	if (version_cmp(of, version_minor(version_lead(t->cuda))) <= 0)
		runs(t, m,
		     TRIAL_FMT(t,
		               "compiled at start from PTX " STR_F
		               " (slow the first time)",
		               STR_A(ptx)));
	else
		fails(t, m, OUT_222, "T",
		      TRIAL_FMT(t,
		                "only PTX " STR_F " of CUDA " STR_F
		                ", which this driver (CUDA " STR_F
		                ") cannot compile",
		                STR_A(ptx), STR_A(m->build.cuda),
		                STR_A(t->cuda)));
}

/* Jetson's SASS and other GPUs' are not promised to run on each other. */
static bool is_foreign(const struct match *m, struct str sass)
{
	struct target x;

	return m->gpu->gpu_class == CLASS_JETSON && parse_target(sass, &x) &&
	       x.minor != m->cc.part[1];
}

static void by_sass(struct trial *t, const struct match *m, struct str sass)
{
	if (is_foreign(m, sass))
		fails(t, m, OUT_UNKNOWN, "?",
		      TRIAL_FMT(t, "has " STR_F ", made for no Jetson",
		                STR_A(sass)));
	else
		runs(t, m,
		     TRIAL_FMT(t, "has " STR_F " (by table)", STR_A(sass)));
}

static void not_known(struct trial *t, const struct match *m, const char *what)
{
	say_kernel(t, m, RESULT_UNSURE, "?", what);
	trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
}

static void check_gpu(struct trial *t, struct match *m)
{
	struct str sass, ptx;

	m->cc = version_lead(m->gpu->compute_capability);
	if (m->cc.n < 2) {
		/* a class without a capability: `requires` asks so */
		if (!m->gpu->known)
			not_known(t, m, "the GPU is not known");
		return;
	}
	if (m->build.sass.n == 0) {
		not_known(t, m, "its architectures on this CPU are not known");
		return;
	}
	sass = find(m->build.sass, m->cc, sass_runs);
	ptx = find(m->build.ptx, m->cc, ptx_runs);
	if (sass.n)
		by_sass(t, m, sass);
	else if (ptx.n)
		by_ptx(t, m, ptx);
	else
		fails(t, m, OUT_209, "D",
		      STR("neither SASS nor PTX for it in the wheel"));
}

static bool is_any_capability(const struct trial *t)
{
	for (size_t i = 0; i < t->sc->visible.n; i++)
		if (t->sc->visible.v[i]->compute_capability.n ||
		    !t->sc->visible.v[i]->known)
			return true;
	return false;
}

static void check_torch(struct trial *t, const struct consumer *c)
{
	struct match m = {.c = c};
	bool found = build_of(t, c->torch, &m.build);

	if (!found && is_any_capability(t)) {
		trial_say(t, "device", RESULT_UNSURE, "?",
		          STR("rules/torch.json"),
		          TRIAL_FMT(t,
		                    "the architectures of " STR_F
		                    " are not in the tables",
		                    STR_A(c->name)));
		trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
		return;
	}
	for (size_t i = 0; found && i < t->sc->visible.n && !t->ended; i++) {
		m.gpu = t->sc->visible.v[i];
		check_gpu(t, &m);
	}
}

void trial_device(struct trial *t)
{
	if (t->ended)
		return;
	slice_for (struct consumer, c, *t->consumers) {
		if (t->ended)
			return;
		if (c->torch)
			check_torch(t, c);
		else
			trial_say(t, "device", RESULT_INFO, "I", STR("model 7"),
			          TRIAL_FMT(t,
			                    "which GPUs the code beside " STR_F
			                    " was compiled for was not read",
			                    STR_A(c->name)));
	}
}
