/* User-mode driver x kernel-mode driver x GPU: what cuInit() says.
 * model 6, with the doubts of 14. */
#include "predict/trial.h"

static bool has_int(struct ints list, int64_t value)
{
	slice_for (int64_t, i, list)
		if (*i == value)
			return true;
	return false;
}

static enum fc_support by_class(const struct trial *t,
                                const struct fleet_gpu *g)
{
	enum fc_support s = know_fc_class(t->know, g->gpu_class);

	if (s != FCS_SELECT)
		return s;
	return t->sc->answer[OPEN_SKU] ? FCS_NO : FCS_YES;
}

/* May this GPU run a user-mode driver newer than its kernel's?  The note in
 * the library is the best witness, the class the second. */
static enum fc_support may_be_newer(const struct trial *t, const struct umd *u,
                                    const struct fleet_gpu *g)
{
	const struct brand *b;

	if (!u->note.present || u->note.devices.n == 0)
		return by_class(t, g);
	b = know_brand(t->know, trial_brand(t, g));
	if (!b)
		return by_class(t, g);
	return has_int(u->note.devices, b->value) ? FCS_YES : FCS_NO;
}

static struct str cuda_of(const struct trial *t, const struct umd *u)
{
	struct str source;

	if (u->note.present && u->note.cuda.n)
		return u->note.cuda;
	return know_driver_cuda(t->know, u->version, &source);
}

enum branch_fit { FIT_YES, FIT_NO, FIT_UNKNOWN };

struct fit {
	enum branch_fit fit;
	const char *tag;
	struct str source;
};

/* Is the kernel's branch one that this library was made to run on? */
static struct fit branch_fit(const struct trial *t, const struct umd *u)
{
	int64_t kernel = version_lead(t->sc->pool->driver).part[0];
	int64_t own = version_lead(u->version).part[0];
	const struct fc_cell *c;

	if (u->note.present && u->note.drivers.n)
		return (struct fit){has_int(u->note.drivers, kernel) ?
		                            FIT_YES :
		                            FIT_UNKNOWN,
		                    "D", STR("the library's own ELF note")};
	if (own == kernel)
		return (struct fit){FIT_UNKNOWN, "I", STR("model 6#6")};
	c = know_fc(t->know, cuda_of(t, u), kernel);
	if (!c || c->confidence == CONF_LOW)
		return (struct fit){FIT_UNKNOWN, "?", STR("model 14.5")};
	switch (c->compatible) {
	case FC_YES:
	case FC_NOT_NEEDED:
		return (struct fit){FIT_YES, "D", c->source};
	case FC_NO:
		return (struct fit){FIT_NO, "I", c->source};
	case FC_UNKNOWN:
		break;
	}
	return (struct fit){FIT_UNKNOWN, "?", c->source};
}

/* Every user-mode driver knows the GPU generations of its branch only. */
static const struct fleet_gpu *out_of_range(const struct trial *t,
                                            struct str version)
{
	const struct branch *b = know_branch_of(t->know, version);

	for (size_t i = 0; b && i < t->sc->visible.n; i++) {
		const struct fleet_gpu *g = t->sc->visible.v[i];
		struct version cc = version_lead(g->compute_capability);

		if (cc.n && (version_cmp(cc, version_lead(b->min_cc)) < 0 ||
		             version_cmp(cc, version_lead(b->max_cc)) > 0))
			return g;
	}
	return NULL;
}

static bool is_sure_range(const struct trial *t, struct str version,
                          const struct fleet_gpu *g)
{
	const struct branch *b = know_branch_of(t->know, version);

	return b && b->confidence != CONF_LOW && trial_knows_gpu(t, g);
}

static void unsure(struct trial *t, const char *tag, struct str source,
                   bool fails, struct str detail)
{
	trial_say(t, "driver", RESULT_UNSURE, tag, source, detail);
	trial_end(t, OUT_UNKNOWN, STAGE_INIT, STR(""));
	t->run.fails = fails;
}

static void check_range(struct trial *t)
{
	struct str version = t->run.libcuda.version;
	const struct fleet_gpu *g = out_of_range(t, version);

	if (t->ended || !g)
		return;
	unsure(t, "T", STR("model 14.4"), is_sure_range(t, version, g),
	       TRIAL_FMT(t,
	                 "driver " STR_F
	                 " does not know compute capability " STR_F " (" STR_F
	                 "): no CUDA device, code not known",
	                 STR_A(t->run.libcuda.version),
	                 STR_A(g->compute_capability), STR_A(g->name)));
}

static void say_relation(struct trial *t, enum step_result r, const char *tag,
                         struct str source, const char *text)
{
	trial_say(t, "driver", r, tag, source,
	          TRIAL_FMT(t,
	                    "libcuda " STR_F " on kernel driver " STR_F ": %s",
	                    STR_A(t->run.libcuda.version),
	                    STR_A(t->sc->pool->driver), text));
}

/* The first visible GPU that answers like this, or NULL. */
static const struct fleet_gpu *first_with(const struct trial *t,
                                          const struct umd *u,
                                          enum fc_support want)
{
	for (size_t i = 0; i < t->sc->visible.n; i++)
		if (may_be_newer(t, u, t->sc->visible.v[i]) == want)
			return t->sc->visible.v[i];
	return NULL;
}

static void newer_than_kernel(struct trial *t, const struct umd *u)
{
	const struct fleet_gpu *g = first_with(t, u, FCS_NO);
	struct fit fit;

	if (g) {
		say_relation(t, RESULT_FAIL, "T", STR("model 6#3"),
		             TRIAL_FMT(t,
		                       "forward compatibility, which " STR_F
		                       " does not support",
		                       STR_A(g->name))
		                     .p);
		trial_end(t, OUT_804, STAGE_INIT, STR(""));
		return;
	}
	g = first_with(t, u, FCS_UNKNOWN);
	if (g) {
		unsure(t, "?", STR("model 6"), false,
		       TRIAL_FMT(t,
		                 "whether " STR_F
		                 " supports forward compatibility is not known",
		                 STR_A(g->name)));
		return;
	}
	fit = branch_fit(t, u);
	if (fit.fit == FIT_YES) {
		say_relation(t, RESULT_PASS, fit.tag, fit.source,
		             "forward compatibility, supported");
		t->run.route = ROUTE_FORWARD;
		return;
	}
	unsure(t, fit.tag, fit.source, false, /* 14.5: such did work */
	       TRIAL_FMT(t, "libcuda " STR_F " on kernel driver " STR_F ": %s",
	                 STR_A(u->version), STR_A(t->sc->pool->driver),
	                 fit.fit == FIT_NO ?
	                         "NVIDIA says this branch is not compatible; "
	                         "the code is not known" :
	                         "no list says that it works"));
}

static void image_driver(struct trial *t)
{
	const struct umd *u = t->run.libcuda.umd;
	int c;

	if (u->kind == UMD_STUB) {
		trial_say(t, "driver", RESULT_FAIL, "T", STR("model 6#8"),
		          STR("the library found is a stub for linking"));
		trial_end(t, OUT_34, STAGE_INIT, STR(""));
		return;
	}
	if (t->sc->stack->mechanism == MECH_WSL) {
		unsure(t, "?", STR("model 6#11"), true,
		       STR("a Linux driver library cannot work under WSL2; the "
		           "code is not known"));
		return;
	}
	if (version_lead(u->version).n < 2 || t->sc->pool->driver.n == 0) {
		unsure(t, "?", STR("model 6"), false,
		       STR("the versions of libcuda and of the kernel driver "
		           "are not both known"));
		return;
	}
	t->cuda = cuda_of(t, u);
	c = version_cmp_str(u->version, t->sc->pool->driver);
	if (c == 0) {
		say_relation(t, RESULT_PASS, "D", STR("model 6#1"),
		             "the same version");
	} else if (c < 0) {
		say_relation(t, RESULT_FAIL, "T", STR("model 6#5"),
		             "older than the kernel's driver");
		trial_end(t, OUT_803, STAGE_INIT, STR(""));
	} else {
		newer_than_kernel(t, u);
	}
}

enum fc_support trial_would_work(const struct trial *t, const struct umd *u)
{
	if (t->sc->pool->driver.n == 0 || version_lead(u->version).n < 2)
		return FCS_UNKNOWN;
	if (version_cmp_str(u->version, t->sc->pool->driver) <= 0 ||
	    first_with(t, u, FCS_NO) || out_of_range(t, u->version))
		return FCS_NO;
	if (first_with(t, u, FCS_UNKNOWN) || branch_fit(t, u).fit != FIT_YES)
		return FCS_UNKNOWN;
	return FCS_YES;
}

static void check_fabric(struct trial *t)
{
	if (t->ended || t->sc->pool->fabric != FABRIC_DOWN)
		return;
	trial_say(t, "fabric", RESULT_FAIL, "T", STR("model 6#9"),
	          STR("the pool says its NVSwitch fabric is down: no CUDA "
	              "context until the fabric manager runs"));
	trial_end(t, OUT_802, STAGE_INIT, STR(""));
}

void trial_driver(struct trial *t)
{
	if (t->ended)
		return;
	if (t->run.libcuda.origin == ORIGIN_IMAGE) {
		image_driver(t);
	} else {
		t->cuda = t->sc->pool->cuda;
		trial_say(t, "driver", RESULT_PASS, "D", STR("model 6#1"),
		          TRIAL_FMT(t,
		                    "the host's own libcuda, CUDA " STR_F
		                    " (" STR_F ")",
		                    STR_A(t->cuda),
		                    STR_A(t->sc->pool->cuda_source)));
	}
	if (t->sc->stack->mechanism != MECH_WSL)
		check_range(t);
	check_fabric(t);
}
