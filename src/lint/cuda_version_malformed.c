#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

/* As Go's semver reads "v" + it: at most three numbers, no leading zeros. */
static bool is_semver(struct str value)
{
	struct version v;
	struct str part;

	if (!version_parse(value, &v) || v.n > 3)
		return false;
	while (str_next(&value, '.', &part))
		if (part.n > 1 && part.p[0] == '0')
			return false;
	return true;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str value;
	struct batches failing = {0};
	struct finding *f;

	batches_of(in, CAUSE_CUDA_VERSION, NULL, &failing);
	if (!look_is_legacy(in, &value) || (is_semver(value) && failing.n == 0))
		return;
	f = finding_add(in, out, &rule_cuda_version_malformed,
	                arena_fmt(in->arena,
	                          "CUDA_VERSION=" STR_F
	                          " stands without NVIDIA_REQUIRE_CUDA and is "
	                          "not a version of at most three numbers: "
	                          "toolkit 1.10 and later refuse to start",
	                          STR_A(value)));
	finding_env(in, f, STR("CUDA_VERSION"));
	f->cure = cure_make(GRADE_REVIEW, STR("edit-env"),
	                    arena_fmt(in->arena,
	                              "ENV CUDA_VERSION=" STR_F
	                              ", or set NVIDIA_REQUIRE_CUDA",
	                              STR_A(look_minor(in, value))));
	if (failing.n)
		finding_batch(in, f, failing.v);
}

const struct rule rule_cuda_version_malformed = {
	.id = "CL022",
	.name = "cuda-version-malformed",
	.severity = SEV_ERROR,
	.title = "CUDA_VERSION without a gate is not a version",
	.why = "An image with CUDA_VERSION and no NVIDIA_REQUIRE_CUDA counts "
	       "as a legacy image: the toolkit makes a requirement of it, and "
	       "from 1.10 on fails on what is not a semantic version (NGC's "
	       "12.8.1.012, for instance).",
	.cure = "Set CUDA_VERSION to two or three numbers, or set "
		"NVIDIA_REQUIRE_CUDA.",
	.source = "model 2.2",
	.bad = FACTS(CONFIG_ENV("\"CUDA_VERSION=12.8.1.012\"")),
	.good = FACTS(CONFIG_ENV("\"CUDA_VERSION=12.8.1\"")),
	.pool = POOL_A100,
	.check = check,
};
