#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"

#define POOL_HOSTPATH                                                 \
	"{\"schema\": \"cudalint/fleet/1\", \"name\": \"example\","   \
	" \"pools\": [{\"name\": \"gke\", \"driver\": \"550.54.15\"," \
	" \"gpus\": [{\"product\": \"NVIDIA L4\"}],"                  \
	" \"container\": {\"request\": \"hostpath\"}}]}"
#define FOUND                                     \
	", \"loader\": {\"env\": [{\"dir\":"      \
	" \"/usr/local/nvidia/lib64\", \"file\":" \
	" \"LD_LIBRARY_PATH\", \"layer\": -1}]}"

static void check(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_NOT_FOUND, NULL, &all);
	slice_for (struct batch, b, all) {
		struct finding *f = finding_add(
			in, out, &rule_libcuda_not_found,
			arena_fmt(
				in->arena,
				"no libcuda.so.1 is on the loader's path: CUDA error 35 "
				"on " STR_F STR_F,
				STR_A(batch_where(in, b)),
				STR_A(batch_stacks(in, b))));

		finding_batch(in, f, b);
		f->cure = cure_make(
			GRADE_REVIEW, STR("add-library-path"),
			STR("add the directory where the host's driver appears "
		            "(hostpath: /usr/local/nvidia/lib64) to "
		            "LD_LIBRARY_PATH or ld.so.conf.d"));
	}
}

const struct rule rule_libcuda_not_found = {
	.id = "CL031",
	.name = "libcuda-not-found",
	.severity = SEV_ERROR,
	.fleet = true,
	.title = "The loader does not find the host's libcuda",
	.why = "The container stack puts the host's driver where this image's "
	       "loader does not look: a device plugin that mounts it at "
	       "/usr/local/nvidia wants that directory in LD_LIBRARY_PATH, and a "
	       "host and an image of different distribution families may not "
	       "agree on the library directory.  The runtime then reports error "
	       "35, as if the driver were too old.",
	.cure = "Add the directory to LD_LIBRARY_PATH or ld.so.conf.d.",
	.source = "model 5.3",
	.bad = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")),
	.good = FACTS(CONFIG FOUND TORCH("2.4.1", "cu121", "12.1")),
	.pool = POOL_HOSTPATH,
	.check = check,
};
