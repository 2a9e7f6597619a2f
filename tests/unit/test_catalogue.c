#include "base/sha256.h"
#include "know/know.h"
#include "know/template.h"
#include "predict/require.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#define COUNT(v) (sizeof(v) / sizeof((v)[0]))

struct state {
	struct arena a;
	struct know k;
};

static struct state state;

static int setup(void **s)
{
	struct err err = {0};

	*s = &state;
	return know_load(&state.k, (struct str){0}, &state.a, &err);
}

static int teardown(void **s)
{
	(void)s;
	arena_free(&state.a);
	return 0;
}

static void check_str(struct str got, const char *want, const char *what)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("%s: got '" STR_F "', want '%s'", what, STR_A(got),
		         want);
}

/* What know_image() says, on one line. */
static const char *say_image(const struct image_lookup *l, char out[300])
{
	const struct nvidia_image *i = l->nvidia;
	const struct framework_image *f = l->framework;

	if (i)
		snprintf(out, 300, "%s " STR_F " [" STR_F "] " STR_F " " STR_F,
		         image_status_names[i->status], STR_A(l->cuda),
		         STR_A(l->flavour), STR_A(i->cudart), STR_A(i->compat));
	else if (f)
		snprintf(out, 300, STR_F " " STR_F " cuda " STR_F " R%d%s",
		         STR_A(f->framework), STR_A(l->version), STR_A(l->cuda),
		         (int)f->branch, l->in_tag ? " by tag" : "");
	else
		snprintf(out, 300, "none" STR_F "%s", STR_A(l->cuda),
		         l->in_tag ? " by tag" : "");
	return out;
}

static const struct {
	const char *ref, *want;
} image_cases[] = {
	{"nvidia/cuda:12.4.1-base-ubuntu22.04",
         "supported 12.4.1 [base] 12.4.127 cuda-compat-12-4"},
	{"docker.io/nvidia/cuda:12.4.1-cudnn-devel-rockylinux9@sha256:00",
         "supported 12.4.1 [cudnn-devel] 12.4.127 cuda-compat-12-4"},
	{"docker://nvidia/cuda:11.0.3-runtime-ubi8",
         "eol 11.0.3 [runtime] 11.0.221 cuda-compat-11-0"},
	{"nvcr.io/nvidia/cuda:12.6.3-base-ubi9",
         "supported 12.6.3 [base] 12.6.77 cuda-compat-12-6"},
	{"index.docker.io/nvidia/cuda:9.0-base", "removed 9.0 [base]  "},
	{"nvidia/cuda:6.5-devel-ubuntu14.04", "removed 6.5 [devel]  "},
	{"nvidia/cuda:13.1.0-base-azl3",
         "supported 13.1.0 [base] 13.1.80 cuda-compat-13-1"},
	{"nvidia/cuda:13.4.2-base-ubuntu26.04", "unknown 13.4.2 [base]  "},
	/* a row, but not that flavour */
	{"nvidia/cuda:13.4.2-devel-ubuntu26.04", "unknown 13.4.2 []  "},
	/* no row: what the tag says */
	{"nvidia/cuda:14.0.0-base-ubuntu28.04", "none14.0.0 by tag"},
	{"nvidia/cuda:12.4.1-base-plan9", "none12.4.1 by tag"},
	{"nvidia/cuda:latest", "none"},
	{"nvidia/cuda", "none"},
	{"localhost:5000/nvidia/cuda:12.4.1-base-ubuntu22.04", "none"},
	{"pytorch/pytorch:2.4.0-cuda12.4-cudnn9-devel",
         "pytorch 2.4.0 cuda 12.4 R0 by tag"},
	{"docker.io/pytorch/pytorch:0.4.1-cuda9-cudnn7-runtime",
         "pytorch 0.4.1 cuda 9 R0 by tag"},
	{"pytorch/pytorch:latest", "none"},
	{"nvcr.io/nvidia/pytorch:24.05-py3", "pytorch 24.05 cuda 12.4.1 R550"},
	{"nvcr.io/nvidia/pytorch:26.08-py3", "pytorch 26.08 cuda 13.4.1 R615"},
	{"nvcr.io/nvidia/pytorch:99.01-py3", "none"},
	{"nvcr.io/nvidia/tritonserver:23.05-py3",
         "triton 23.05 cuda 12.1.1 R530"},
	{"nvcr.io/nvidia/tritonserver:26.08-vllm-python-py3",
         "triton 26.08 cuda 13.4.1 R615"},
	{"nvcr.io/nvidia/tensorflow:23.01-tf2-py3",
         "tensorflow 23.01 cuda 12.0.1 R525"},
	{"tensorflow/tensorflow:2.18.0-gpu-jupyter",
         "tensorflow 2.18.0 cuda 12.5 R0"},
	{"tensorflow/tensorflow:2.18.0", "none"},
	{"", "none"},
	{":", "none"},
	{"@", "none"},
};

static void test_image(void **s)
{
	struct state *st = *s;
	char got[300];

	for (size_t i = 0; i < COUNT(image_cases); i++) {
		struct image_lookup l =
			know_image(&st->k, str_c(image_cases[i].ref), &st->a);

		if (strcmp(say_image(&l, got), image_cases[i].want) != 0)
			fail_msg("%s: got '%s', want '%s'", image_cases[i].ref,
			         got, image_cases[i].want);
	}
}

/* Every row of nvidia/cuda is what its own tags find. */
static void test_image_every_tag(void **s)
{
	struct state *st = *s;
	struct nvidia_images images = know_nvidia_images(&st->k);
	size_t n = 0;

	slice_for (const struct nvidia_image, i, images) {
		slice_for (const struct str, f, i->flavours) {
			struct str d = i->distros.n ? i->distros.v[0] : STR("");
			struct str ref = arena_fmt(&st->a,
			                           "nvidia/cuda:" STR_F
			                           "-" STR_F "%s" STR_F,
			                           STR_A(i->cuda), STR_A(*f),
			                           d.n ? "-" : "", STR_A(d));
			struct image_lookup l = know_image(&st->k, ref, &st->a);

			if (l.nvidia != i || !str_eq(l.flavour, *f))
				fail_msg(STR_F, STR_A(ref));
			n += i->distros.n ? i->distros.n : 1;
		}
	}
	assert_int_equal(n, 2452); /* 2492 less 40 release candidates */
}

static const struct {
	const char *name, *pattern, *cuda;
	enum package_kind kind;
	int branch;
	bool libcuda;
} package_cases[] = {
	{"cuda-compat-12-4", "cuda-compat-{cuda}", "12.4", PACKAGE_COMPAT, 0,
         true},
	{"cuda-compat-orin-13-1", "cuda-compat-orin-{cuda}", "13.1",
         PACKAGE_COMPAT, 0, true},
	{"cuda-compat-impl", "cuda-compat-impl", "", PACKAGE_COMPAT, 0, true},
	{"cuda-cudart-11-8", "cuda-cudart-{cuda}", "11.8", PACKAGE_RUNTIME, 0,
         false},
	{"cuda-cudart-dev-11-8", "cuda-cudart-dev-{cuda}", "11.8", PACKAGE_DEV,
         0, false},
	{"cuda-toolkit-12-4-config-common", "cuda-toolkit-{cuda}-config-common",
         "12.4", PACKAGE_CONFIG, 0, false},
	{"cuda-toolkit-12-config-common", "cuda-toolkit-{major}-config-common",
         "", PACKAGE_CONFIG, 0, false},
	{"libnvidia-compute-535", "libnvidia-compute-{branch}", "",
         PACKAGE_DRIVER, 535, true},
	{"libnvidia-compute-535-server", "libnvidia-compute-{branch}-server",
         "", PACKAGE_DRIVER, 535, true},
	{"libnvidia-compute", "libnvidia-compute", "", PACKAGE_DRIVER, 0, true},
	{"libcuda1", "libcuda1", "", PACKAGE_DRIVER, 0, true},
	{"nvidia-driver-cuda-libs", "nvidia-driver-cuda-libs", "",
         PACKAGE_DRIVER, 0, true},
	{"cuda-drivers-580", "cuda-drivers-{branch}", "", PACKAGE_DRIVER_META,
         580, false},
	{"nvidia-cublas-cu12", "nvidia-cublas*", "", PACKAGE_RUNTIME, 0, false},
};

static void test_package(void **s)
{
	static const char *const none[] = {
		"",
		"cuda",
		"cuda-compat-",
		"cuda-compat-12",
		"bash",
		"libcuda1x",
		"cuda-compat-x",
		"cuda-compat-12-4-1",
		"libcuda",
		"cuda-compat-12-4x",
	};
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(package_cases); i++) {
		struct package_lookup l =
			know_package(&st->k, str_c(package_cases[i].name),
		                     &st->a);

		if (!l.package)
			fail_msg("%s", package_cases[i].name);
		check_str(l.package->pattern, package_cases[i].pattern,
		          package_cases[i].name);
		check_str(l.cuda, package_cases[i].cuda, package_cases[i].name);
		assert_int_equal(l.package->kind, package_cases[i].kind);
		assert_int_equal(l.branch, package_cases[i].branch);
		assert_int_equal(l.package->libcuda, package_cases[i].libcuda);
		assert_int_equal(l.toolkit != NULL, l.cuda.n != 0);
	}
	for (size_t i = 0; i < COUNT(none); i++)
		if (know_package(&st->k, str_c(none[i]), &st->a).package)
			fail_msg("%s", none[i]);
}

static const struct {
	const char *name, *version, *cuda; /* "-": no row */
	enum cuda_from from;
} framework_cases[] = {
	{"tensorflow", "2.18.1", "12.5", CUDA_SYSTEM},
	{"Tensorflow_GPU", "1.15.5", "10.0", CUDA_SYSTEM},
	{"tensorflow", "2.99.0", "-", CUDA_NONE},
	{"vllm", "0.6.6.post1", "12.1", CUDA_WHEEL},
	{"vllm", "0.9.1", "12.8", CUDA_WHEEL},
	{"vllm", "0.9.1+cu118", "-", CUDA_NONE},
	{"vllm", "0.20.3", "13.0", CUDA_WHEEL},
	{"xformers", "0.0.28.post2", "12.1", CUDA_TORCH},
	{"xformers", "0.0.29.post2", "12.4", CUDA_TORCH},
	{"jaxlib", "0.4.25+cuda12.cudnn89", "12.3", CUDA_SYSTEM},
	{"jaxlib", "0.4.25+cuda11.cudnn86", "11.8", CUDA_SYSTEM},
	{"jaxlib", "0.4.25", "-", CUDA_NONE},
	{"jax-cuda12-plugin", "0.6.2", "12.8", CUDA_PIP},
	{"jax_cuda13_pjrt", "0.11.0", "13.0", CUDA_PIP},
	{"cupy-cuda12x", "13.3.0", "12", CUDA_SYSTEM},
	{"onnxruntime-gpu", "1.16.3", "11.8", CUDA_SYSTEM},
	{"onnxruntime-gpu", "1.28.0", "13", CUDA_SYSTEM},
	{"flash-attn", "2.5.8+cu122torch2.3cxx11abiFALSE", "12.2", CUDA_TORCH},
	{"flash-attn", "2.5.8", "-", CUDA_NONE},
	{"paddlepaddle-gpu", "2.5.2.post112", "11.2", CUDA_SYSTEM},
	{"paddlepaddle-gpu", "2.5.2", "10.2", CUDA_SYSTEM},
	{"paddlepaddle-gpu", "2.5.2.post123", "-", CUDA_NONE},
	{"triton", "3.1.0", "12.4", CUDA_PTXAS},
	{"xgboost", "3.4.0", "13", CUDA_WHEEL},
	{"torch-scatter", "2.1.2+pt24cu121", "", CUDA_TORCH},
	{"conda:pytorch-cuda", "12.1", "", CUDA_BY_VERSION},
	{"numpy", "1.26.4", "-", CUDA_NONE},
};

static void test_framework(void **s)
{
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(framework_cases); i++) {
		const char *name = framework_cases[i].name;
		const struct framework *f =
			know_framework(&st->k, str_c(name),
		                       str_c(framework_cases[i].version));

		if (!f) {
			check_str(STR("-"), framework_cases[i].cuda, name);
			continue;
		}
		check_str(f->cuda.n ? f->cuda.v[0] : STR(""),
		          framework_cases[i].cuda, name);
		assert_int_equal(f->from, framework_cases[i].from);
	}
	assert_int_equal(know_framework(&st->k, STR("bitsandbytes"),
	                                STR("0.43.0"))
	                         ->cuda.n,
	                 6);
}

static void test_cudart_wheel(void **s)
{
	struct state *st = *s;
	const struct cudart_wheel *w =
		know_cudart_wheel(&st->k, STR("nvidia_cuda_runtime_cu12"),
	                          STR("12.3.101"));

	assert_non_null(w);
	assert_int_equal(w->cuda.n, 2);
	check_str(w->cuda.v[0], "12.3.1", "toolkit");
	assert_null(know_cudart_wheel(&st->k, STR("nvidia-cuda-runtime-cu12"),
	                              STR("12.3")));
}

static void test_arch(void **s)
{
	static const char *const same[] = {"sm_90", "compute_90", "90", "9.0"};
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(same); i++)
		check_str(know_arch(&st->k, str_c(same[i]))->first, "11.8",
		          same[i]);
	check_str(know_arch(&st->k, STR("sm_35"))->removed, "12.0", "sm_35");
	assert_int_equal(know_arch(&st->k, STR("sm_90a"))->kind, ARCH_SPECIFIC);
	assert_int_equal(know_arch(&st->k, STR("sm_107"))->first_branch, 615);
	assert_null(know_arch(&st->k, STR("sm_999")));
	assert_null(know_arch(&st->k, STR("")));
}

/* A branch between two known ones: bounds, and a value where they agree. */
static void test_driver_range(void **s)
{
	static const struct {
		const char *driver, *low, *high;
		bool between;
	} cases[] = {
		{"535.309.01", "12.2", "12.2", false},
		{"430.14", "10.2", "10.2", false},
		{"533.10", "12.1", "12.2", true},
		{"345.1", "6.5", "7.0", true},
		{"620.1", "13.4", "", true},
		{"173.14", "", "6.5", true},
		{"rolling", "", "", false},
	};
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(cases); i++) {
		struct cuda_range r =
			know_driver_range(&st->k, str_c(cases[i].driver));

		check_str(r.low, cases[i].low, cases[i].driver);
		check_str(r.high, cases[i].high, cases[i].driver);
		assert_int_equal(r.between, cases[i].between);
	}
}

static size_t check_gate(const struct know *k, const struct gate *g)
{
	size_t n = 0;

	slice_for (const struct branch, b, k->branches) {
		slice_for (const struct brand, brand, k->brands) {
			struct require_host h = {b->cuda, b->first, b->max_cc,
			                         brand->word};
			struct require_verdict v = require_eval(g->expr, &h);
			struct require_verdict csv =
				require_eval_csv(g->expr, &h);

			if (v.result == REQUIRE_INVALID && g->error.n == 0)
				fail_msg("gate %d: " STR_F, (int)g->id,
				         STR_A(v.failed));
			if (csv.result == REQUIRE_INVALID && g->error.n == 0)
				fail_msg("gate %d, csv: " STR_F, (int)g->id,
				         STR_A(csv.failed));
			n++;
		}
	}
	return n;
}

/* Every published gate, on every branch and brand. */
static void test_gates_evaluate(void **s)
{
	struct state *st = *s;
	struct gates gates = know_gates(&st->k);
	size_t pairs = 0, bad = 0;

	slice_for (const struct gate, g, gates) {
		pairs += check_gate(&st->k, g);
		check_str(require_bad_factor(g->expr),
		          arena_cstr(&st->a, g->error), "bad factor");
		bad += g->error.n > 0;
		assert_ptr_equal(know_gate(&st->k, g->id), g);
		assert_ptr_equal(know_gate_by_expr(&st->k, g->expr), g);
	}
	assert_int_equal(gates.n, 101);
	assert_int_equal(bad, 2);
	assert_true(know_gate(&st->k, 71)->error.n > 0);
	assert_true(know_gate(&st->k, 73)->error.n > 0);
	assert_int_equal(pairs, 101 * st->k.branches.n * st->k.brands.n);
	assert_null(know_gate(&st->k, 101));
}

static void test_tables(void **s)
{
	struct state *st = *s;
	struct know_tables t = know_tables(&st->k, &st->a);
	size_t bytes = 0;

	assert_int_equal(t.n, 15);
	for (size_t i = 0; i < t.n; i++) {
		bytes += t.v[i].bytes;
		assert_true(t.v[i].rows > 0);
		assert_true(digest_is_valid(t.v[i].digest));
		check_str(t.v[i].origin, "built-in", "origin");
		assert_int_equal(t.v[i].stale_days, KNOW_STALE_DAYS);
		assert_true(i == 0 ||
		            str_cmp(t.v[i - 1].name, t.v[i].name) < 0);
	}
	assert_in_range(bytes, 1, 600000);
}

/* An ordinary run leaves what it does not ask for unparsed. */
static void test_parsed_on_first_use(void **s)
{
	struct arena a = {0};
	struct know k;
	struct err err = {0};
	size_t before;

	(void)s;
	assert_int_equal(know_load(&k, (struct str){0}, &a, &err), 0);
	before = a.used;
	assert_non_null(know_gate(&k, 0));
	assert_true(a.used > before);
	before = a.used;
	assert_non_null(know_gate(&k, 1));
	assert_int_equal(a.used, before);
	assert_int_equal(know_nvidia_images(&k).n > 0, 1);
	assert_true(a.used > before);
	arena_free(&a);
}

static void test_days(void **s)
{
	int64_t days;

	(void)s;
	assert_true(know_days(STR("2026-11-20"), STR("2027-05-19"), &days));
	assert_int_equal(days, 180);
	assert_true(know_days(STR("2024-02-28"), STR("2024-03-01"), &days));
	assert_int_equal(days, 2);
	assert_true(know_days(STR("2000-03-01"), STR("1970-01-01"), &days));
	assert_int_equal(days, -11017);
	assert_false(know_days(STR("2024-2-28"), STR("2024-03-01"), &days));
	assert_false(know_days(STR("2024-13-01"), STR("2024-03-01"), &days));
	assert_false(know_days(STR(""), STR("2024-03-01"), &days));
}

static void test_template(void **s)
{
	struct captures c;

	(void)s;
	assert_true(template_match(STR("{version}-cuda{cuda}-cudnn*"),
	                           STR("2.4.0-cuda12.4-cudnn9-devel"), &c));
	check_str(c.version, "2.4.0", "version");
	check_str(c.cuda, "12.4", "cuda");
	assert_false(template_match(STR("{version}-x"), STR("-x"), &c));
	assert_true(template_match(STR("a*b"), STR("axxb"), &c));
	assert_false(template_match(STR("a"), STR("ab"), &c));
	assert_true(template_is_valid(STR("cuda-{cuda}-*")));
	assert_false(template_is_valid(STR("cuda-{driver}")));
	assert_false(template_is_valid(STR("*{cuda}")));
	assert_false(template_is_valid(STR("cuda}")));
}

static void test_check(void **s)
{
	struct state *st = *s;
	struct strs complaints = {0};
	int rc = know_check(&st->k, &st->a, &complaints);

	slice_for (const struct str, c, complaints)
		print_message(STR_F "\n", STR_A(*c));
	assert_int_equal(rc, 0);
	assert_int_equal(complaints.n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_image),
		cmocka_unit_test(test_image_every_tag),
		cmocka_unit_test(test_package),
		cmocka_unit_test(test_framework),
		cmocka_unit_test(test_cudart_wheel),
		cmocka_unit_test(test_arch),
		cmocka_unit_test(test_driver_range),
		cmocka_unit_test(test_gates_evaluate),
		cmocka_unit_test(test_tables),
		cmocka_unit_test(test_parsed_on_first_use),
		cmocka_unit_test(test_days),
		cmocka_unit_test(test_template),
		cmocka_unit_test(test_check),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
