#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"
#include "predict/require.h"

static bool would_refuse(const struct lint_input *in, struct str gate,
                         const struct prediction *p)
{
	struct require_host h = {
		.cuda = p->pool->cuda,
		.driver = p->pool->driver,
		.arch = p->gpu->compute_capability,
		.brand = p->gpu->brand.n ? p->gpu->brand : p->gpu->table_brand,
	};

	(void)in;
	return require_eval(gate, &h).result != REQUIRE_OK;
}

/* NVIDIA_REQUIRE_CUDA, or what CUDA_VERSION alone amounts to. */
static struct str gate_of(const struct lint_input *in)
{
	struct str value;

	if (look_is_legacy(in, &value))
		return arena_fmt(in->arena, "cuda>=" STR_F,
		                 STR_A(look_minor(in, value)));
	return look_env(in, STR("NVIDIA_REQUIRE_CUDA"), &value) ? value :
	                                                          STR("");
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str name = STR("NVIDIA_DISABLE_REQUIRE"), value, gate;
	struct strs pools = {0};
	struct finding *f;

	if (!look_env(in, name, &value) || !look_is_true(value))
		return;
	gate = gate_of(in);
	slice_for (struct prediction, p, *in->predictions)
		if (gate.n && would_refuse(in, gate, p) &&
		    !strs_has(pools, p->pool->name))
			*arena_push(in->arena, &pools) = p->pool->name;
	if (pools.n == 0)
		return;
	f = finding_add(
		in, out, &rule_require_disabled,
		arena_fmt(in->arena,
	                  "NVIDIA_DISABLE_REQUIRE=" STR_F
	                  " hides that the image's gate refuses %zu of %zu "
	                  "pools",
	                  STR_A(value), pools.n, in->fleet->pools.n));
	finding_env(in, f, name);
	f->pools = pools;
	f->cure = cure_make(GRADE_REVIEW, STR("edit-env"),
	                    STR("take NVIDIA_DISABLE_REQUIRE out, or set "
	                        "NVIDIA_REQUIRE_CUDA to what the image "
	                        "really needs"));
}

const struct rule rule_require_disabled = {
	.id = "CL016",
	.name = "require-disabled",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "NVIDIA_DISABLE_REQUIRE hides a gate that would refuse",
	.why = "The variable switches the check of NVIDIA_REQUIRE_* off.  A "
	       "host whose driver is too old then starts the container and "
	       "fails inside CUDA, with an error that does not name the "
	       "cause.",
	.cure = "Take the variable out of the image.  Who must override the "
		"gate on one host can set it at run time.",
	.source = "model 2.2",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=12.8\", "
                                "\"NVIDIA_DISABLE_REQUIRE=true\"")),
	.good = FACTS(CONFIG_ENV("\"NVIDIA_REQUIRE_CUDA=cuda>=11.2\", "
                                 "\"NVIDIA_DISABLE_REQUIRE=true\"")),
	.pool = POOL_3090,
	.check = check,
};
