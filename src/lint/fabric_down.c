#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"

#define POOL_HGX(fabric)                                              \
	"{\"schema\": \"cudalint/fleet/1\", \"name\": \"example\","   \
	" \"pools\": [{\"name\": \"hgx\", \"driver\": \"550.54.15\"," \
	" \"fabric\": \"" fabric "\", \"gpus\":"                      \
	" [{\"product\": \"NVIDIA H100 80GB HBM3\"}]}]}"

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_FABRIC, NULL, &all);
	slice_for (struct batch, b, all) {
		struct finding *f = finding_add(
			in, out, &rule_fabric_down,
			arena_fmt(in->arena,
		                  "the NVSwitch fabric of " STR_F
		                  " is down: CUDA error 802 for any image",
		                  STR_A(batch_where(in, b))));

		finding_batch(in, f, b);
		f->cure = cure_make(GRADE_MANUAL, STR("start-fabric-manager"),
		                    STR("start nvidia-fabricmanager of the "
		                        "driver's version on the hosts"));
	}
}

const struct rule rule_fabric_down = {
	.id = "CL029",
	.name = "fabric-down",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The NVSwitch fabric of a pool is down",
	.why = "On HGX systems with NVSwitch no CUDA context can be made until "
	       "the fabric manager has brought the fabric up.  It is the "
	       "host's matter; the image is not at fault.",
	.cure = "Start nvidia-fabricmanager, in exactly the driver's version.",
	.source = "model 6#9",
	.bad = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")),
	.good = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")),
	.pool = POOL_HGX("down"),
	.good_pool = POOL_HGX("ok"),
	.check = check,
};
