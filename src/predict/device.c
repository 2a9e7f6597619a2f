/* Kernels x compute capability, by what torch publishes of its wheels; the
 * image's own device code is not read here.  runtime.md 7. */
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
	if (digits.n && (digits.p[digits.n - 1] == 'a' ||
	                 digits.p[digits.n - 1] == 'f'))
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

static const struct torch_build *build_of(const struct know *k,
                                          const struct torch *t)
{
	const struct torch_build *b = know_torch(k, t->version, t->tag);

	if (b)
		return b;
	slice_for (struct torch_build, r, k->torch)
		if (str_eq(r->version, t->version) && str_eq(r->cuda, t->cuda))
			return r;
	return NULL;
}

struct match {
	const struct consumer *c;
	const struct torch_build *build;
	const struct fleet_gpu *gpu;
	struct strs sass;
	struct version cc;
};

static void say_kernel(struct trial *t, const struct match *m,
                       enum step_result r, const char *tag, const char *what)
{
	trial_say(t, "device", r, tag, m->build->source,
	          TRIAL_FMT(t, STR_F " on compute capability " STR_F ": %s",
	                    STR_A(m->c->name),
	                    STR_A(m->gpu->compute_capability), what));
}

static void by_ptx(struct trial *t, const struct match *m, struct str ptx)
{
	bool newer = version_cmp(version_minor(version_lead(m->build->cuda)),
	                         version_minor(version_lead(t->cuda))) > 0;

	if (!newer) {
		say_kernel(t, m, RESULT_PASS, "D",
		           TRIAL_FMT(t,
		                     "compiled at start from PTX " STR_F
		                     " (slow the first time)",
		                     STR_A(ptx))
		                   .p);
		return;
	}
	say_kernel(t, m, RESULT_FAIL, "T",
	           TRIAL_FMT(t,
	                     "only PTX " STR_F " of CUDA " STR_F
	                     ", which this driver (CUDA " STR_F
	                     ") cannot compile",
	                     STR_A(ptx), STR_A(m->build->cuda), STR_A(t->cuda))
	                   .p);
	trial_end(t, OUT_222, STAGE_KERNEL, STR(""));
}

static void no_kernel(struct trial *t, const struct match *m)
{
	say_kernel(t, m,
	           m->build->confidence == CONF_LOW ? RESULT_UNSURE :
	                                              RESULT_FAIL,
	           "D", "neither SASS nor PTX for it in the wheel");
	if (m->build->confidence == CONF_LOW) {
		trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
		return;
	}
	trial_end(t, OUT_209, STAGE_KERNEL, STR(""));
}

static void check_gpu(struct trial *t, struct match *m)
{
	struct str sass, ptx;

	m->cc = version_lead(m->gpu->compute_capability);
	m->sass = str_eq(t->sc->pool->arch, STR("arm64")) ? m->build->arm_sass :
	                                                    m->build->sass;
	if (m->cc.n < 2 && m->gpu->known)
		return; /* a class without a capability: `requires` asks so */
	if (m->cc.n < 2) {
		say_kernel(t, m, RESULT_UNSURE, "?", "the GPU is not known");
		trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
		return;
	}
	if (m->sass.n == 0) {
		say_kernel(t, m, RESULT_UNSURE, "?",
		           "its architectures on this CPU are not known");
		trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
		return;
	}
	sass = find(m->sass, m->cc, sass_runs);
	ptx = find(m->build->ptx, m->cc, ptx_runs);
	if (sass.n)
		say_kernel(t, m, RESULT_PASS, "D",
		           TRIAL_FMT(t, "has " STR_F " (by table)", STR_A(sass))
		                   .p);
	else if (ptx.n)
		by_ptx(t, m, ptx);
	else
		no_kernel(t, m);
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
	struct match m = {.c = c, .build = build_of(t->know, c->torch)};

	if (!m.build && is_any_capability(t)) {
		trial_say(t, "device", RESULT_UNSURE, "?", STR("rules/torch.json"),
		          TRIAL_FMT(t,
		                    "the architectures of " STR_F
		                    " are not in the tables",
		                    STR_A(c->name)));
		trial_end(t, OUT_UNKNOWN, STAGE_KERNEL, STR(""));
		return;
	}
	for (size_t i = 0; m.build && i < t->sc->visible.n && !t->ended; i++) {
		m.gpu = t->sc->visible.v[i];
		check_gpu(t, &m);
	}
}

void trial_device(struct trial *t)
{
	struct consumers all;

	if (t->ended)
		return;
	predict_consumers(t->facts, t->know, t->arena, &all);
	slice_for (struct consumer, c, all) {
		if (t->ended)
			return;
		if (c->torch)
			check_torch(t, c);
		else
			trial_say(t, "device", RESULT_INFO, "I",
			          STR("runtime.md 7"),
			          TRIAL_FMT(t,
			                    "which GPUs the code beside " STR_F
			                    " was compiled for was not read",
			                    STR_A(c->name)));
	}
}
