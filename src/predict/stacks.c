#include "predict/trial.h"

/* Both cut to as many parts as was said: "1.17" may be any 1.17.x. */
static int cmp_said(struct version said, struct str bound)
{
	struct version v = version_lead(bound);

	if (v.n > said.n)
		v.n = said.n;
	return version_cmp(said, v);
}

/* cuda-compat-mode is a setting of newer releases; model 3.1. */
static bool has_setting(const struct know *k, const struct stack *s)
{
	return s->mechanism == MECH_LEGACY &&
	       know_changed(k, CHANGE_COMPAT_MODE, s->toolkit_min);
}

static bool fits_toolkit(const struct know *k, const struct stack *s,
                         const struct container *c)
{
	struct version v = version_lead(c->toolkit);

	if (v.n == 0)
		return !s->when_named ||
		       (has_setting(k, s) && c->mode == MECH_LEGACY);
	return (s->toolkit_min.n == 0 || cmp_said(v, s->toolkit_min) >= 0) &&
	       (s->toolkit_max.n == 0 || cmp_said(v, s->toolkit_max) <= 0);
}

static bool is_jetson(const struct pool *p)
{
	slice_for (struct fleet_gpu, g, p->gpus)
		if (g->gpu_class == CLASS_JETSON)
			return true;
	return false;
}

static bool fits_os(const struct stack *s, const struct pool *p)
{
	if (p->os == HOST_WSL2)
		return str_eq(s->os, STR("wsl2"));
	if (is_jetson(p))
		return str_eq(s->os, STR("tegra"));
	return str_eq(s->os, STR("linux"));
}

/* Newer Docker tries CDI first for --gpus; model 1.1. */
static bool docker_may_be_older(const struct know *k, const struct container *c)
{
	return version_lead(c->docker).n == 0 ||
	       !know_changed(k, CHANGE_DOCKER_CDI, c->docker);
}

static bool docker_may_be_newer(const struct know *k, const struct container *c)
{
	struct version v = version_lead(c->docker);

	if (v.n)
		return cmp_said(v, know_change(k, CHANGE_DOCKER_CDI)) >= 0;
	return version_lead(c->toolkit).n == 0 ||
	       know_changed(k, CHANGE_CDI_SPECS, c->toolkit);
}

/* --gpus is CDI on new Docker, the hook on old; unknown Docker: both. */
static bool fits_gpus(const struct know *k, const struct stack *s,
                      const struct container *c)
{
	if (c->engine == ENGINE_CONTAINERD || c->engine == ENGINE_CRIO)
		return false; /* nerdctl has ways of its own */
	if (c->engine == ENGINE_PODMAN)
		return s->request == REQUEST_CDI;
	if (s->request == REQUEST_GPUS)
		return docker_may_be_older(k, c) || c->mode == MECH_LEGACY ||
		       c->mode == MECH_UNKNOWN;
	return s->request == REQUEST_CDI && docker_may_be_newer(k, c);
}

static bool fits_engine(const struct stack *s, const struct container *c)
{
	if (s->request == REQUEST_HOSTPATH) /* only who runs it knows it */
		return false;
	if (c->engine == ENGINE_PODMAN)
		return s->request == REQUEST_CDI;
	if (c->engine == ENGINE_CONTAINERD || c->engine == ENGINE_CRIO)
		return s->request != REQUEST_GPUS;
	return true;
}

/* Rows that serve --gpus and the runtime alike. */
static bool fits_both(const struct know *k, const struct stack *s,
                      const struct container *c)
{
	if (s->mechanism == MECH_WSL &&
	    ((c->mode != MECH_UNKNOWN && c->mode != MECH_LEGACY) ||
	     (c->request == REQUEST_RUNTIME &&
	      know_changed(k, CHANGE_JIT_CDI, c->toolkit))))
		return false; /* CDI there is not modelled */
	return c->request != REQUEST_CDI && c->request != REQUEST_HOSTPATH &&
	       (c->engine != ENGINE_PODMAN || s->mechanism != MECH_LEGACY);
}

static bool fits_request(const struct know *k, const struct stack *s,
                         const struct container *c)
{
	if (s->request == REQUEST_UNKNOWN)
		return fits_both(k, s, c);
	switch (c->request) {
	case REQUEST_GPUS:
		return fits_gpus(k, s, c);
	case REQUEST_RUNTIME:
		return s->request == REQUEST_RUNTIME ||
		       (s->request == REQUEST_CDI && c->mode == MECH_CDI);
	case REQUEST_CDI:
	case REQUEST_HOSTPATH:
		return s->request == c->request;
	case REQUEST_UNKNOWN:
	case REQUEST_N:
		break;
	}
	return fits_engine(s, c);
}

/* The runtime's own default went over to jit-cdi. */
static bool is_set_legacy(const struct know *k, const struct stack *s,
                          const struct container *c)
{
	struct str toolkit = c->toolkit.n ? c->toolkit : s->toolkit_max;

	return s->request != REQUEST_RUNTIME || s->mechanism != MECH_LEGACY ||
	       c->mode == MECH_LEGACY ||
	       (toolkit.n && !know_changed(k, CHANGE_JIT_CDI, toolkit));
}

static bool fits_mode(const struct know *k, const struct stack *s,
                      const struct container *c)
{
	if (s->mechanism == MECH_WSL || s->mechanism == MECH_HOSTPATH)
		return true;
	return (c->mode == MECH_UNKNOWN || s->mechanism == c->mode) &&
	       is_set_legacy(k, s, c);
}

/* A compat mode is a setting of some releases; others have no say in it.
 * Plain --gpus has no hook: model 3.1. */
static bool fits_compat(const struct know *k, const struct stack *s,
                        const struct container *c)
{
	enum compat_mode want = c->compat_mode;

	if (s->mechanism != MECH_LEGACY ||
	    (version_lead(c->toolkit).n && !has_setting(k, s)))
		return true;
	if (want == COMPAT_UNKNOWN) /* nobody has "hook" without saying so */
		return s->compat != COMPAT_HOOK || !has_setting(k, s);
	if (want == COMPAT_HOOK && s->request == REQUEST_GPUS)
		want = COMPAT_DISABLED;
	return s->compat == want;
}

static bool fits(const struct know *k, const struct stack *s,
                 const struct container *c)
{
	return fits_toolkit(k, s, c) && fits_request(k, s, c) &&
	       fits_mode(k, s, c) && fits_compat(k, s, c);
}

void stacks_of_pool(const struct know *k, const struct pool *pool,
                    struct str assume, struct arena *a, struct stack_refs *out)
{
	*out = (struct stack_refs){0};
	slice_for (struct stack, s, k->stacks) {
		bool wanted = assume.n ? str_eq(assume, s->id) ||
		                                 str_eq(assume, s->label) :
		                         fits(k, s, &pool->container);

		if (wanted && fits_os(s, pool))
			*arena_push(a, out) = s;
	}
}
