#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

/* "video" brings the libraries of compute along; model 5.4. */
static bool has_compute(struct str list)
{
	struct str word;

	while (str_next(&list, ',', &word)) {
		word = str_trim(word);
		if (str_eq(word, STR("compute")) || str_eq(word, STR("all")) ||
		    str_eq(word, STR("video")))
			return true;
	}
	return false;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str name = STR("NVIDIA_DRIVER_CAPABILITIES"), value;
	struct batches failing = {0};
	struct finding *f;

	if (!look_env(in, name, &value) || has_compute(value))
		return;
	batches_of(in, CAUSE_NO_COMPUTE, NULL, &failing);
	if (failing.n == 0 && look_consumers(in).n == 0)
		return;
	f = finding_add(
		in, out, &rule_capabilities_without_compute,
		arena_fmt(in->arena,
	                  "NVIDIA_DRIVER_CAPABILITIES=" STR_F
	                  " leaves out compute: the container gets no libcuda "
	                  "and CUDA answers error 35%s" STR_F,
	                  STR_A(value), failing.n ? " on " : "",
	                  STR_A(failing.n ? batch_where(in, failing.v) :
	                                    STR(""))));
	finding_env(in, f, name);
	f->cure = cure_make(
		GRADE_REVIEW, STR("edit-env"),
		arena_fmt(in->arena,
	                  "ENV NVIDIA_DRIVER_CAPABILITIES=compute," STR_F,
	                  STR_A(value)));
	if (failing.n)
		finding_batch(in, f, failing.v);
}

const struct rule rule_capabilities_without_compute = {
	.id = "CL015",
	.name = "capabilities-without-compute",
	.severity = SEV_WARNING,
	.fleet = true,
	.title = "NVIDIA_DRIVER_CAPABILITIES leaves compute out",
	.why = "The toolkit's legacy mode injects only the driver libraries of "
	       "the capabilities that are asked for.  Without compute (or "
	       "video, which implies it) libcuda is not among them, and CUDA "
	       "finds no driver.  CDI injects all of them, so the image works "
	       "there.",
	.cure = "Add compute, or leave the variable to the base image's "
		"compute,utility.",
	.source = "model 5.4, 1.3",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_DRIVER_CAPABILITIES=utility\"")
                             TORCH("2.4.1", "cu121", "12.1")),
	.good = FACTS(
		CONFIG_ENV("\"NVIDIA_DRIVER_CAPABILITIES=compute,utility\"")
			TORCH("2.4.1", "cu121", "12.1")),
	.pool = POOL_A100,
	.check = check,
};
