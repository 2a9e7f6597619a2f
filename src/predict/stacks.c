#include "predict/trial.h"

/* Docker from this version on tries CDI first for --gpus; runtime.md 1.1. */
static bool docker_prefers_cdi(struct str docker)
{
	return version_cmp(version_lead(docker),
	                   (struct version){{29, 2}, 2}) >= 0;
}

static bool fits_toolkit(const struct stack *s, struct str toolkit)
{
	struct version v = version_lead(toolkit);

	if (v.n == 0)
		return !s->when_named;
	return (s->toolkit_min.n == 0 ||
	        version_cmp(v, version_lead(s->toolkit_min)) >= 0) &&
	       (s->toolkit_max.n == 0 ||
	        version_cmp(v, version_lead(s->toolkit_max)) <= 0);
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

/* --gpus is CDI on new Docker, the hook on old; unknown Docker: both. */
static bool fits_gpus(const struct stack *s, const struct container *c)
{
	if (s->request == REQUEST_GPUS)
		return c->docker.n == 0 || !docker_prefers_cdi(c->docker) ||
		       c->mode == MECH_LEGACY || c->mode == MECH_UNKNOWN;
	if (s->request != REQUEST_CDI)
		return false;
	return c->docker.n == 0 ? version_lead(c->toolkit).n == 0 ||
	                                  version_cmp_str(c->toolkit,
	                                                  STR("1.18")) >= 0 :
	                          docker_prefers_cdi(c->docker);
}

static bool fits_request(const struct stack *s, const struct container *c)
{
	if (s->request == REQUEST_UNKNOWN) /* WSL2, Tegra */
		return true;
	switch (c->request) {
	case REQUEST_UNKNOWN:
		break;
	case REQUEST_GPUS:
		return fits_gpus(s, c);
	case REQUEST_RUNTIME:
	case REQUEST_CDI:
	case REQUEST_HOSTPATH:
		return s->request == c->request;
	case REQUEST_N:
		break;
	}
	if (s->request == REQUEST_HOSTPATH) /* only who runs it knows it */
		return false;
	if (c->engine == ENGINE_PODMAN)
		return s->request == REQUEST_CDI;
	if (c->engine == ENGINE_CONTAINERD || c->engine == ENGINE_CRIO)
		return s->request != REQUEST_GPUS;
	return true;
}

static bool fits_mode(const struct stack *s, const struct container *c)
{
	return c->mode == MECH_UNKNOWN || s->mechanism == c->mode ||
	       s->mechanism == MECH_WSL || s->mechanism == MECH_HOSTPATH;
}

/* A compat mode is a setting of some releases; others have no say in it. */
static void narrow_by_compat(struct stack_refs *r, enum compat_mode mode)
{
	bool any = false;
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		any |= r->v[i]->mechanism == MECH_LEGACY &&
		       r->v[i]->compat == mode;
	for (size_t i = 0; any && i < r->n; i++)
		if (r->v[i]->mechanism != MECH_LEGACY ||
		    r->v[i]->compat == mode)
			r->v[n++] = r->v[i];
	if (any)
		r->n = n;
}

void stacks_of_pool(const struct know *k, const struct pool *pool,
                    struct str assume, struct arena *a, struct stack_refs *out)
{
	*out = (struct stack_refs){0};
	slice_for (struct stack, s, k->stacks) {
		bool fits = assume.n ? str_eq(assume, s->id) ||
		                               str_eq(assume, s->label) :
		                       fits_toolkit(s, pool->container.toolkit) &&
		                               fits_request(s, &pool->container) &&
		                               fits_mode(s, &pool->container);

		if (fits && fits_os(s, pool))
			*arena_push(a, out) = s;
	}
	if (pool->container.compat_mode != COMPAT_UNKNOWN)
		narrow_by_compat(out, pool->container.compat_mode);
}
