/* Which device code runs where, and whose it is. */
#include "predict/fit.h"
#include "predict/units.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static struct know know;
static struct arena know_arena;

static const struct {
	const char *code; /* targets with blanks between them */
	const char *cc;
	enum gpu_class gpu_class;
	enum fit_kind kind;
	const char *by;
} fits[] = {
	{"sm_70 sm_80", "8.0", CLASS_DATACENTER, FITS_SASS, "sm_80"},
	{"sm_70 sm_80", "8.9", CLASS_GEFORCE, FITS_SASS, "sm_80"},
	{"sm_86", "8.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"sm_70", "8.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"sm_80", "9.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"compute_70", "8.0", CLASS_DATACENTER, FITS_PTX, "compute_70"},
	{"compute_90", "8.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"compute_70 sm_80", "8.0", CLASS_DATACENTER, FITS_SASS, "sm_80"},
	{"sm_90a", "9.0", CLASS_DATACENTER, FITS_SASS, "sm_90a"},
	{"sm_90a", "10.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"compute_90a", "9.0", CLASS_DATACENTER, FITS_PTX, "compute_90a"},
	{"compute_90a", "10.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"sm_100a", "10.3", CLASS_DATACENTER, FITS_NOT, ""},
	{"sm_100", "10.3", CLASS_DATACENTER, FITS_SASS, "sm_100"},
	{"sm_100f", "10.3", CLASS_DATACENTER, FITS_SASS, "sm_100f"},
	{"sm_103f", "10.0", CLASS_DATACENTER, FITS_NOT, ""},
	{"sm_100f", "12.0", CLASS_GEFORCE, FITS_NOT, ""},
	{"sm_100f", "10.7", CLASS_DATACENTER, FITS_MAYBE, "sm_100f"},
	{"compute_100f", "10.3", CLASS_DATACENTER, FITS_PTX, "compute_100f"},
	{"compute_100f", "12.0", CLASS_GEFORCE, FITS_NOT, ""},
	{"compute_100", "12.0", CLASS_GEFORCE, FITS_PTX, "compute_100"},
	{"sm_120", "12.1", CLASS_SPARK, FITS_SASS, "sm_120"},
	/* Jetson's own code and that of other GPUs */
	{"sm_87", "8.7", CLASS_JETSON, FITS_SASS, "sm_87"},
	{"sm_80", "8.7", CLASS_JETSON, FITS_MAYBE, "sm_80"},
	{"sm_87", "8.9", CLASS_GEFORCE, FITS_MAYBE, "sm_87"},
	{"sm_80 sm_87", "8.9", CLASS_GEFORCE, FITS_SASS, "sm_80"},
	{"sm_130", "13.1", CLASS_DATACENTER, FITS_MAYBE, "sm_130"},
	{"sm_130", "13.0", CLASS_DATACENTER, FITS_SASS, "sm_130"},
};

static struct device_code code_of(const char *names, struct arena *a)
{
	struct device_code code = {0};
	struct str rest = str_c(names), name;

	while (str_next(&rest, ' ', &name)) {
		struct code_target t;

		assert_true(fit_parse_target(name, &t));
		*arena_push(a, &code.targets) = t;
	}
	return code;
}

static void test_fits(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(fits); i++) {
		struct arena a = {0};
		struct device_code code = code_of(fits[i].code, &a);
		struct fit f =
			fit_of(&code, &know, version_lead(str_c(fits[i].cc)),
		               fits[i].gpu_class);
		struct str by = f.by ? code_target_name(f.by, &a) : STR("");

		if (f.kind != fits[i].kind || !str_eq(by, str_c(fits[i].by)))
			fail_msg("%s on %s: %d " STR_F, fits[i].code,
			         fits[i].cc, f.kind, STR_A(by));
		arena_free(&a);
	}
}

/* What a few fat binaries have is not what the library has. */
static void test_few(void **state)
{
	struct code_target t[] = {
		{CODE_SASS, 70, VARIANT_NONE, STR(""), 60},
		{CODE_SASS, 80, VARIANT_NONE, STR(""), 440},
		{CODE_PTX, 60, VARIANT_NONE, STR("7.8"), 250},
		{CODE_PTX, 70, VARIANT_NONE, STR("8.4"), 10},
	};
	struct device_code code = {{t, 2}, 500};
	struct fit f;

	(void)state;
	f = fit_of(&code, &know, version_lead(STR("7.5")), CLASS_DATACENTER);
	assert_int_equal(f.kind, FITS_MAYBE);
	assert_int_equal(f.modules, 60);
	f = fit_of(&code, &know, version_lead(STR("8.6")), CLASS_DATACENTER);
	assert_int_equal(f.kind, FITS_SASS);
	code.targets.n = 4;
	f = fit_of(&code, &know, version_lead(STR("7.5")), CLASS_DATACENTER);
	assert_int_equal(f.kind, FITS_SASS);
	assert_int_equal(f.modules, 320);
	assert_string_equal(f.isa_low.p, "7.8");
	assert_string_equal(f.isa_high.p, "8.4");
}

static void test_names(void **state)
{
	static const char *const bad[] = {"sm_", "sm",    "sm_9", "sm_1000",
	                                  "90",  "sm_9x", ""};
	struct code_target t;

	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++)
		assert_false(fit_parse_target(str_c(bad[i]), &t));
}

static void test_isa(void **state)
{
	(void)state;
	assert_string_equal(know_ptx_isa(&know, STR("12.4")).p, "8.4");
	assert_string_equal(know_ptx_isa(&know, STR("99.0")).p, "9.4");
	assert_int_equal(know_ptx_isa(&know, STR("12")).n, 0);
	assert_string_equal(know_cuda_of_ptx(&know, STR("8.4")).p, "12.4.0");
	assert_string_equal(know_cuda_of_ptx(&know, STR("8.5")).p, "12.5.0");
}

#define SITE "opt/venv/lib/python3.11/site-packages/"

static const struct {
	const char *path, *name, *site;
	enum code_role role;
} owners[] = {
	{SITE "torch/lib/libtorch_cuda.so", "torch", SITE, ROLE_CORE},
	{SITE "torch/lib/libtorch_cuda_linalg.so", "torch extras", SITE,
         ROLE_PLUGIN},
	{SITE "torch/lib/libcublas.so.10", "cuBLAS", SITE, ROLE_LIBRARY},
	{SITE "nvidia/cublas/lib/libcublasLt.so.12", "cuBLAS", SITE,
         ROLE_LIBRARY},
	{"usr/lib/x86_64-linux-gnu/libcudnn_ops_infer.so.8.9.7", "cuDNN", "",
         ROLE_LIBRARY},
	{SITE "flash_attn_2_cuda.cpython-311-x86_64-linux-gnu.so", "flash-attn",
         SITE, ROLE_PLUGIN},
	{SITE "pointnet2/_ext.so", "pointnet2", SITE, ROLE_PLUGIN},
	{SITE "spconv.libs/libspconv.so", "spconv", SITE, ROLE_PLUGIN},
	{SITE "vllm/_C.abi3.so", "vLLM", SITE, ROLE_CORE},
	{SITE "vllm/_flashmla_C.abi3.so", "vLLM extras", SITE, ROLE_PLUGIN},
	{"usr/local/lib/libggml-cuda.so", "llama.cpp", "", ROLE_CORE},
	{"usr/local/cuda-12.4/extras/demo_suite/nbody", "CUDA toolkit", "",
         ROLE_TOOL},
	{"opt/app/bin/serve", "opt/app/bin/serve", "", ROLE_OWN},
};

static void test_owners(void **state)
{
	struct arena a = {0};

	(void)state;
	for (size_t i = 0; i < COUNT(owners); i++) {
		struct code_file file = {.path = str_c(owners[i].path)};
		struct image_facts f = {.code = {true, {&file, 1}}};
		struct str site = str_c(owners[i].site);
		struct units u;

		site.n -= site.n > 0; /* the slash */
		units_of(&f, &know, &a, &u);
		assert_int_equal(u.n, 1);
		if (!str_eq(u.v[0].name, str_c(owners[i].name)) ||
		    u.v[0].role != owners[i].role || !str_eq(u.v[0].site, site))
			fail_msg("%s: " STR_F " %d", owners[i].path,
			         STR_A(u.v[0].name), u.v[0].role);
	}
	arena_free(&a);
}

/* Own programs of the same targets are one; what is unread makes unsure. */
static void test_groups(void **state)
{
	struct code_target t70 = {CODE_SASS, 70, VARIANT_NONE, STR(""), 1};
	struct code_target t80 = {CODE_SASS, 80, VARIANT_NONE, STR(""), 1};
	struct code_file files[] = {
		{STR("bin/a"), 0, {{&t70, 1}, 1}},
		{STR("bin/b"), 0, {{&t80, 1}, 1}},
		{STR("bin/c"), 0, {{&t70, 1}, 1}},
		{STR(SITE "torch/lib/libtorch_cuda.so"), 0, {{&t70, 1}, 1}},
		{STR(SITE "torch/lib/libtorch_cuda_cu.so"), 0, {{&t80, 1}, 1}},
	};
	struct gap gap = {GROUP_CODE, STR(SITE "torch/lib/libcaffe2_gpu.so"),
	                  STR("damaged")};
	struct image_facts f = {.code = {true, {files, COUNT(files)}},
	                        .gaps = {&gap, 1}};
	struct arena a = {0};
	struct units u;

	(void)state;
	units_of(&f, &know, &a, &u);
	assert_int_equal(u.n, 3);
	assert_int_equal(u.v[0].files.n, 2);
	assert_int_equal(u.v[0].code.targets.n, 1);
	assert_int_equal(u.v[0].code.modules, 2);
	assert_false(u.v[0].unsure);
	assert_true(str_eq(unit_label(&u.v[0], &a), STR("bin/a and 1 more")));
	assert_int_equal(u.v[2].code.targets.n, 2);
	assert_true(u.v[2].unsure);
	assert_false(u.partial);
	assert_string_equal(unit_cuda(&u.v[1], &know, &a).p, "11.0");
	gap.where = STR("layer 1");
	units_of(&f, &know, &a, &u);
	assert_true(u.partial);
	assert_false(u.v[2].unsure);
	arena_free(&a);
}

static int setup(void **state)
{
	struct err err = {0};

	(void)state;
	return know_load(&know, STR(""), &know_arena, &err);
}

static int teardown(void **state)
{
	(void)state;
	arena_free(&know_arena);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_fits),   cmocka_unit_test(test_few),
		cmocka_unit_test(test_names),  cmocka_unit_test(test_isa),
		cmocka_unit_test(test_owners), cmocka_unit_test(test_groups),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
