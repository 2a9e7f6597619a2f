#include "know/know.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
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
	if (know_load(&state.k, (struct str){0}, &state.a, &err)) {
		fprintf(stderr, "%s\n", err.msg);
		return -1;
	}
	return 0;
}

static int teardown(void **s)
{
	(void)s;
	arena_free(&state.a);
	return 0;
}

static void check_str(struct str got, const char *want, const char *what)
{
	if (str_eq(got, str_c(want)))
		return;
	fail_msg("%s: got '" STR_F "', want '%s'", what, STR_A(got), want);
}

/* What know_gpu() says, on one line. */
static const char *say(struct gpu_lookup l, char out[200])
{
	static const char *const how[] = {"none", "exact", "pattern",
	                                  "ambiguous"};

	if (!l.gpu)
		snprintf(out, 200, "%s", how[l.match]);
	else
		snprintf(out, 200, "%s%s " STR_F " %s " STR_F "%s" STR_F,
		         how[l.match], l.vgpu ? " vgpu" : "", STR_A(l.gpu->cc),
		         gpu_class_names[l.gpu->gpu_class], STR_A(l.gpu->brand),
		         l.gpu->arch.n ? " " : "", STR_A(l.gpu->arch));
	return out;
}

static const struct {
	const char *product, *want;
} gpu_cases[] = {
	/* as drivers print them */
	{"NVIDIA GeForce RTX 3090", "exact 8.6 geforce geforce"},
	{"NVIDIA GeForce RTX 2080 Ti", "exact 7.5 geforce geforce"},
	{"NVIDIA GeForce RTX 5090", "exact 12.0 geforce geforce"},
	{"NVIDIA A100-SXM4-40GB", "exact 8.0 datacenter nvidia"},
	{"NVIDIA H100 80GB HBM3", "exact 9.0 datacenter nvidia"},
	{"NVIDIA GH200 480GB", "exact 9.0 datacenter nvidia arm64"},
	{"NVIDIA GB200", "exact 10.0 datacenter nvidia arm64"},
	{"NVIDIA B300 SXM6 AC", "exact 10.3 datacenter nvidia"},
	{"NVIDIA GB10", "exact 12.1 spark nvidia arm64"},
	{"NVIDIA L40S", "exact 8.9 datacenter nvidia"},
	{"NVIDIA RTX A6000", "exact 8.6 workstation nvidiartx"},
	{"NVIDIA RTX 6000 Ada Generation", "exact 8.9 workstation nvidiartx"},
	{"NVIDIA RTX PRO 6000 Blackwell Server Edition",
         "exact 12.0 datacenter nvidiartx"},
	{"Quadro RTX 8000", "exact 7.5 workstation quadrortx"},
	{"Quadro P5000", "exact 6.1 workstation quadro"},
	{"NVIDIA TITAN RTX", "exact 7.5 titan titan"},
	{"NVS 510", "exact 3.0 nvs nvs"},
	{"NVIDIA CMP 90HX", "exact 8.6 mining geforce"},
	{"NVIDIA Thor", "exact 11.0 jetson unknown arm64"},
	{"GRID K520", "exact 3.0 other grid"},
	{"Tesla C2050", "exact 2.0 datacenter tesla"},
	{"Tesla V100-SXM2-16GB", "exact 7.0 datacenter tesla"},
	{"GPU 0: NVIDIA L4 (UUID: GPU-1d1a)", "exact 8.9 datacenter nvidia"},
	{"Orin (nvgpu)", "exact 8.7 jetson unknown arm64"},
	/* before R470 */
	{"GeForce RTX 3090", "exact 8.6 geforce geforce"},
	{"GeForce GTX 1080 Ti", "exact 6.1 geforce geforce"},
	{"Tesla T4", "exact 7.5 datacenter nvidia"},
	{"A100-PCIE-40GB", "exact 8.0 datacenter nvidia"},
	{"TITAN RTX", "exact 7.5 titan titan"},
	{"TITAN V", "exact 7.0 titan titan"},
	{"NVIDIA GeForce GT 640", "exact 3.0 geforce geforce"},
	{"GeForce GT 640", "ambiguous"},
	/* labels of feature discovery */
	{"NVIDIA-GeForce-RTX-3090", "exact 8.6 geforce geforce"},
	{"NVIDIA-GeForce-RTX-3090-SHARED", "exact 8.6 geforce geforce"},
	{"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb", "exact 8.0 datacenter nvidia"},
	{"NVIDIA-A100-SXM4-40GB-MIG-1g.5gb-SHARED",
         "exact 8.0 datacenter nvidia"},
	{"NVIDIA A100-SXM4-40GB MIG 1g.5gb", "exact 8.0 datacenter nvidia"},
	{"NVIDIA-H100-80GB-HBM3-MIG-INVALID", "exact 9.0 datacenter nvidia"},
	{"NVIDIA-TITAN-X-Pascal", "exact 6.1 titan titan"},
	{"Tesla-V100-SXM2-32GB", "exact 7.0 datacenter tesla"},
	/* cut by the table of nvidia-smi */
	{"GeForce RTX 208...", "pattern 7.5 geforce geforce"},
	{"A100-SXM4-40G...", "pattern 8.0 datacenter nvidia"},
	{"A100-SXM4-40G\xe2\x80\xa6", "pattern 8.0 datacenter nvidia"},
	{"Tesla V100-SXM2...", "pattern 7.0 datacenter tesla"},
	{"NVIDIA A100-SXM...", "pattern 8.0 datacenter nvidia"},
	{"NVIDIA GeForce ...", "ambiguous"},
	{"NVIDIA GeForce RTX 30...", "ambiguous"},
	{"NVIDIA GeForce RTX 99...", "none"},
	{"NVIDIA ...", "none"},
	/* vGPU */
	{"GRID T4-4Q", "pattern vgpu 7.5 vgpu vws"},
	{"GRID-T4-16C", "pattern vgpu 7.5 vgpu vcs"},
	{"NVIDIA A10-12Q", "pattern vgpu 8.6 vgpu vws"},
	{"NVIDIA A10G-8", "pattern vgpu 8.6 vgpu cloudgaming"},
	{"GRID RTX6000-1Q", "pattern vgpu 7.5 vgpu vws"},
	{"GRID V100DX-1B4", "pattern vgpu 7.0 vgpu vpc"},
	{"GRID M60-2A", "pattern vgpu 5.2 vgpu vapps"},
	{"GRID A100DX-1-10CME", "pattern vgpu 8.0 vgpu vcs"},
	{"NVIDIA A100-4C", "pattern vgpu 8.0 vgpu vcs"},
	{"NVIDIA GH200-1-24C", "pattern vgpu 9.0 vgpu vcs arm64"},
	{"NVIDIA RTX Pro 6000 Blackwell DC-1-2Q", "pattern vgpu 12.0 vgpu vws"},
	{"GeForce RTX T10-8", "pattern vgpu 7.5 geforce geforce"},
	{"GRID Z9-4Q", "none"},
	/* as people write them */
	{"RTX 3090", "pattern 8.6 geforce geforce"},
	{"rtx 4090", "pattern 8.9 geforce geforce"},
	{"GTX 1080 Ti", "pattern 6.1 geforce geforce"},
	{"A100", "pattern 8.0 datacenter nvidia"},
	{"a100 40gb", "pattern 8.0 datacenter nvidia"},
	{"H100", "exact 9.0 datacenter nvidia"},
	{"L4", "exact 8.9 datacenter nvidia"},
	{"V100", "pattern 7.0 datacenter tesla"},
	{"V100-32GB", "pattern 7.0 datacenter tesla"},
	{"P100", "pattern 6.0 datacenter tesla"},
	{"T4", "pattern 7.5 datacenter nvidia"},
	{"RTX A6000", "exact 8.6 workstation nvidiartx"},
	{"A6000", "pattern 8.6 workstation nvidiartx"},
	{"RTX 4000 Ada", "pattern 8.9 workstation nvidiartx"},
	{"RTX 4000", "ambiguous"},
	{"RTX 6000", "ambiguous"},
	{"TITAN X", "ambiguous"},
	{"RTX PRO 6000", "ambiguous"},
	{"Jetson AGX Orin Developer Kit", "pattern 8.7 jetson unknown arm64"},
	/* not known, and not guessed */
	{"", "none"},
	{"NVIDIA", "none"},
	{"3090", "none"},
	{"40GB", "none"},
	{"Pascal", "none"},
	{"Radeon RX 7900", "none"},
	{"MIG 1g.5gb", "none"},
	{"NVIDIA RTX 9999", "none"},
};

static void test_gpu(void **s)
{
	struct state *st = *s;
	char got[200];

	for (size_t i = 0; i < COUNT(gpu_cases); i++)
		check_str(str_c(say(know_gpu(&st->k,
		                             str_c(gpu_cases[i].product),
		                             &st->a),
		                    got)),
		          gpu_cases[i].want, gpu_cases[i].product);
}

static void test_gpu_every_row_finds_itself(void **s)
{
	struct state *st = *s;

	slice_for (const struct gpu, gpu, st->k.gpus) {
		struct gpu_lookup l = know_gpu(&st->k, gpu->name, &st->a);

		if (l.match == GPU_AMBIGUOUS)
			continue; /* one name, two chips */
		if (l.match != GPU_EXACT || !str_eq(l.gpu->cc, gpu->cc) ||
		    l.gpu->gpu_class != gpu->gpu_class)
			fail_msg(STR_F, STR_A(gpu->name));
	}
}

static void test_gpu_candidates(void **s)
{
	struct state *st = *s;
	struct gpu_lookup l = know_gpu(&st->k, STR("RTX 6000"), &st->a);

	assert_null(l.gpu);
	assert_int_not_equal(l.candidates.n, 0);
	l = know_gpu(&st->k, STR("NVIDIA GeForce ..."), &st->a);
	assert_in_range(l.candidates.n, 2, 8);
}

static void test_gpu_long_name(void **s)
{
	struct state *st = *s;
	char name[4096];

	memset(name, 'a', sizeof name);
	for (size_t n = 0; n <= sizeof name; n += n < 200 ? 1 : 64)
		assert_int_equal(
			know_gpu(&st->k, (struct str){name, n}, &st->a).match,
			GPU_NONE);
	for (size_t c = 0; c < 256; c++) {
		memset(name, (int)c, 8);
		(void)know_gpu(&st->k, (struct str){name, 8}, &st->a);
	}
}

static const struct {
	const char *driver, *cuda;
} driver_cases[] = {
	{"460.67", "11.2"},     {"450.102.04", "11.0"},
	{"465.19.01", "11.3"},  {"470.182.03", "11.4"},
	{"418.87.01", "10.1"},  {"440.64.00", "10.2"},
	{"430.14", "10.2"},     {"430.26", "10.2"},
	{"430.34", "10.1"},     {"430.50", "10.1"},
	{"535.309.01", "12.2"}, {"565.77", "12.7"},
	{"580.65.06", "13.0"},  {"615.78.02", "13.4"},
	{"535", "12.2"},        {"340.108", "6.5"},
	{"384.81", "9.0"},      {"396.37", "9.2"},
	{"622.10", ""},         {"1000.1", ""},
	{"304.137", ""},        {"", ""},
	{"rolling", ""},
};

static void test_driver_cuda(void **s)
{
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(driver_cases); i++) {
		struct str source;

		check_str(know_driver_cuda(&st->k,
		                           str_c(driver_cases[i].driver),
		                           &source),
		          driver_cases[i].cuda, driver_cases[i].driver);
		assert_int_equal(source.n != 0, driver_cases[i].cuda[0] != 0);
	}
}

static void test_branch(void **s)
{
	struct state *st = *s;
	const struct branch *b = know_branch_of(&st->k, STR("470.182.03"));

	assert_non_null(b);
	assert_int_equal(b->branch, 470);
	check_str(b->min_cc, "3.0", "R470");
	check_str(know_branch(&st->k, 495)->min_cc, "5.0", "R495");
	check_str(know_branch(&st->k, 590)->min_cc, "7.5", "R590");
	assert_null(know_branch(&st->k, 9999));
	assert_null(know_branch_of(&st->k, STR("x")));
}

static const struct {
	const char *cuda, *row, *driver, *floor;
} toolkit_cases[] = {
	{"7.0", "7.0.28", "346.46", ""},
	{"8.0.44", "8.0.44", "367.48", ""},
	{"8.0", "8.0.61", "375.26", ""},
	{"10.1", "10.1.243", "418.39", ""},
	{"10.2", "10.2.89", "440.33", ""},
	{"11.0.3", "11.0.3", "450.51.06", "450.36.06"},
	{"11.3", "11.3.1", "465.19.01", "450.80.02"},
	{"11.8", "11.8.0", "520.61.05", "450.80.02"},
	{"12.4.9", "12.4.1", "550.54.15", "525.60.13"},
	{"12.8.1.012", "12.8.1", "570.124.06", "525.60.13"},
	{"13.0.0", "13.0.0", "580.65.06", "580.65.06"},
	{"13.4.2", "13.4.2", "615", "580.65.06"},
	{"13.4", "13.4.2", "615", "580.65.06"},
};

static void test_toolkit(void **s)
{
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(toolkit_cases); i++) {
		const char *cuda = toolkit_cases[i].cuda;
		const struct toolkit *t = know_toolkit(&st->k, str_c(cuda));

		assert_non_null(t);
		check_str(t->cuda, toolkit_cases[i].row, cuda);
		check_str(t->driver, toolkit_cases[i].driver, cuda);
		check_str(t->floor, toolkit_cases[i].floor, cuda);
	}
	assert_null(know_toolkit(&st->k, STR("11")));
	assert_null(know_toolkit(&st->k, STR("12.7")));
	assert_null(know_toolkit(&st->k, STR("14.0")));
	assert_null(know_toolkit(&st->k, STR("")));
}

static const struct {
	const char *cudart, *cuda;
} cudart_cases[] = {
	{"11.8.89", "11.8.0"},  {"12.4.127", "12.4.1"}, {"12.6.77", "12.6.2"},
	{"10.2.89", "10.2.89"}, {"13.4.92", "13.4.2"},  {"7.0.28", "7.0.28"},
	{"11.1.74", "11.1.0"},
};

static void test_toolkit_by_cudart(void **s)
{
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(cudart_cases); i++) {
		const struct toolkit *t =
			know_toolkit_by_cudart(&st->k,
		                               str_c(cudart_cases[i].cudart));

		assert_non_null(t);
		check_str(t->cuda, cudart_cases[i].cuda,
		          cudart_cases[i].cudart);
	}
	assert_null(know_toolkit_by_cudart(&st->k, STR("11.8.1")));
	assert_null(know_toolkit_by_cudart(&st->k, STR("11.8")));
	assert_null(know_toolkit_by_cudart(&st->k, STR("")));
}

static const struct {
	const char *cuda;
	int64_t branch;
	enum fc_verdict want; /* FC_UNKNOWN: no cell */
} fc_cases[] = {
	{"10.0", 384, FC_YES},        {"11.4", 418, FC_YES},
	{"11.3", 450, FC_YES},        {"11.8.0", 470, FC_YES},
	{"11.8", 460, FC_NO},         {"12.3", 450, FC_NO},
	{"12.4", 535, FC_YES},        {"12.4", 550, FC_UNKNOWN},
	{"12.9", 550, FC_YES},        {"13.0", 570, FC_YES},
	{"13.1", 590, FC_NOT_NEEDED}, {"13.3", 550, FC_UNKNOWN},
	{"13.4", 535, FC_YES},        {"13.4", 615, FC_NOT_NEEDED},
	{"11.7", 460, FC_NO},         {"14.0", 580, FC_UNKNOWN},
};

static void test_fc(void **s)
{
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(fc_cases); i++) {
		const struct fc_cell *c =
			know_fc(&st->k, str_c(fc_cases[i].cuda),
		                fc_cases[i].branch);

		if (fc_cases[i].want != (c ? c->compatible : FC_UNKNOWN))
			fail_msg("%s on %d", fc_cases[i].cuda,
			         (int)fc_cases[i].branch);
	}
}

static void test_fc_class(void **s)
{
	struct state *st = *s;

	assert_int_equal(know_fc_class(&st->k, CLASS_DATACENTER), FCS_YES);
	assert_int_equal(know_fc_class(&st->k, CLASS_WORKSTATION), FCS_SELECT);
	assert_int_equal(know_fc_class(&st->k, CLASS_GEFORCE), FCS_NO);
	assert_int_equal(know_fc_class(&st->k, CLASS_TITAN), FCS_NO);
	assert_int_equal(know_fc_class(&st->k, CLASS_NVS), FCS_NO);
	assert_int_equal(know_fc_class(&st->k, CLASS_MINING), FCS_NO);
	assert_int_equal(know_fc_class(&st->k, CLASS_UNKNOWN), FCS_UNKNOWN);
}

/* No GPU sold for games or screens may run a compat libcuda. */
static void test_no_consumer_class_is_yes(void **s)
{
	struct state *st = *s;

	slice_for (const struct fc_class, c, st->k.fc_classes)
		if (c->gpu_class == CLASS_GEFORCE ||
		    c->gpu_class == CLASS_TITAN || c->gpu_class == CLASS_NVS ||
		    c->gpu_class == CLASS_MINING)
			assert_int_equal(c->support, FCS_NO);
	slice_for (const struct gpu, g, st->k.gpus) {
		bool consumer = str_eq(g->brand, STR("geforce")) ||
		                str_eq(g->brand, STR("titan")) ||
		                str_eq(g->brand, STR("nvs")) ||
		                str_contains(g->name, STR("GeForce")) ||
		                str_contains(g->name, STR("TITAN"));

		if (consumer && know_fc_class(&st->k, g->gpu_class) != FCS_NO)
			fail_msg(STR_F, STR_A(g->name));
		if (consumer && know_brand(&st->k, g->brand)->forward_compat)
			fail_msg("brand of " STR_F, STR_A(g->name));
	}
}

static void test_brands(void **s)
{
	struct state *st = *s;
	const struct brand *b = know_brand(&st->k, STR("NvidiaRTX"));

	assert_int_equal(st->k.brands.n, 17);
	assert_non_null(b);
	assert_int_equal(b->value, 13);
	assert_true(b->since_1_9 && b->forward_compat);
	assert_false(know_brand(&st->k, STR("tesla"))->since_1_9);
	check_str(know_brand_by_value(&st->k, 16)->word, "titanrtx", "16");
	assert_null(know_brand_by_value(&st->k, 17));
	assert_null(know_brand(&st->k, STR("radeon")));
	slice_for (const struct gpu, g, st->k.gpus)
		if (!know_brand(&st->k, g->brand))
			fail_msg("brand of " STR_F, STR_A(g->name));
	slice_for (const struct brand_shift, sh, st->k.brand_shifts) {
		assert_non_null(know_brand(&st->k, sh->now));
		assert_non_null(know_brand(&st->k, sh->then));
		assert_true(sh->until < sh->from);
	}
}

static const struct {
	const char *version, *tag, *cuda, *cudart, *sass;
} torch_cases[] = {
	{"1.0.0", "", "9.0", "9.0.176", "sm_70"},
	{"1.0.0", "cu100", "10.0", "10.0.130", "sm_75"},
	{"1.12.1", "", "10.2", "10.2.89", "sm_70"},
	{"1.12.1", "cu102", "10.2", "10.2.89", "sm_37"},
	{"1.12.1+cu113", "", "11.3", "11.3.109", "sm_86"},
	{"1.13.1", "cu117", "11.7", "11.7.99", "sm_86"},
	{"2.0.0", "", "11.7", "11.7.99", "sm_86"},
	{"2.8.0", "", "12.8", "12.8.90", "sm_120"},
	{"2.14.1", "", "13.0", "13.0.96", "sm_120"},
	{"2.14.1", "cu132", "13.2", "13.2.86", "sm_75"},
	{"2.8.0", "cpu", "", "", NULL},
};

static bool holds(struct strs list, const char *want)
{
	slice_for (const struct str, it, list)
		if (str_eq(*it, str_c(want)))
			return true;
	return false;
}

static void test_torch(void **s)
{
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(torch_cases); i++) {
		const char *version = torch_cases[i].version;
		const struct torch_build *b =
			know_torch(&st->k, str_c(version),
		                   str_c(torch_cases[i].tag));

		assert_non_null(b);
		check_str(b->cuda, torch_cases[i].cuda, version);
		check_str(b->cudart, torch_cases[i].cudart, version);
		assert_true(torch_cases[i].sass ?
		                    holds(b->sass, torch_cases[i].sass) :
		                    b->sass.n == 0);
	}
	assert_int_equal(know_torch(&st->k, STR("1.12.1"), STR(""))->ptx.n, 0);
	assert_null(know_torch(&st->k, STR("1.12.1"), STR("cu128")));
	assert_null(know_torch(&st->k, STR("1.12.1"), STR("rocm5.1.1")));
	assert_null(know_torch(&st->k, STR("9.9.9"), STR("")));
}

static void test_branches_ascend(void **s)
{
	struct state *st = *s;
	struct branches b = st->k.branches;

	assert_int_equal(b.v[0].branch, 340);
	assert_int_equal(b.v[b.n - 1].branch, 616);
	for (size_t i = 0; i < b.n; i++) {
		struct version v;

		assert_true(version_parse(b.v[i].cuda, &v));
		assert_true(version_parse(b.v[i].min_cc, &v));
		assert_true(version_parse(b.v[i].max_cc, &v));
		if (i) {
			assert_true(b.v[i - 1].branch < b.v[i].branch);
			assert_true(version_cmp_str(b.v[i - 1].cuda,
			                            b.v[i].cuda) <= 0);
		}
	}
}

static void test_toolkits_parse(void **s)
{
	struct state *st = *s;
	struct toolkits t = st->k.toolkits;
	struct version v;

	for (size_t i = 0; i < t.n; i++) {
		assert_true(version_parse(t.v[i].cuda, &v));
		assert_int_equal(v.n, 3);
		assert_true(version_parse(t.v[i].driver, &v));
		assert_true(version_parse(t.v[i].ptx, &v));
		assert_int_equal(t.v[i].floor.n != 0,
		                 version_cmp_str(t.v[i].cuda, STR("11.0")) >=
		                         0);
		if (i)
			assert_true(version_cmp_str(t.v[i - 1].cuda,
			                            t.v[i].cuda) < 0);
	}
}

static void test_stacks(void **s)
{
	struct state *st = *s;
	struct stacks all = st->k.stacks;

	assert_in_range(all.n, 1, 28);
	for (size_t i = 0; i < all.n; i++) {
		const struct stack *x = &all.v[i];

		for (size_t j = 0; j < i; j++) {
			assert_false(str_eq(x->id, all.v[j].id));
			assert_false(str_eq(x->label, all.v[j].label));
		}
		assert_true(x->mechanism != MECH_UNKNOWN);
		if (x->toolkit_min.n && x->toolkit_max.n)
			assert_true(version_cmp_str(x->toolkit_min,
			                            x->toolkit_max) <= 0);
		if (x->toolkit_max.n && x->toolkit_max.p[0] == '0')
			assert_true(x->when_named);
		if (x->mechanism == MECH_LEGACY)
			assert_true(x->gate && x->compat != COMPAT_UNKNOWN);
		if (x->few_brands)
			assert_true(x->when_named && !x->supported);
		if (x->toolkit_max.n == 0)
			assert_true(x->supported);
	}
}

static bool in_range(const struct stack *x, const char *toolkit)
{
	struct str t = str_c(toolkit);

	return (x->toolkit_min.n == 0 ||
	        version_cmp_str(x->toolkit_min, t) <= 0) &&
	       (x->toolkit_max.n == 0 ||
	        version_cmp_str(t, x->toolkit_max) <= 0);
}

/* Every release is in one class of each request, or in one per mode. */
static void test_stacks_cover(void **s)
{
	static const struct {
		const char *toolkit;
		size_t gpus, runtime, cdi;
	} cases[] = {
		{"0.9.0", 0, 1, 0},  {"1.0.0", 1, 1, 0},  {"1.3.0", 1, 1, 0},
		{"1.3.1", 1, 1, 0},  {"1.8.1", 1, 1, 0},  {"1.9.0", 1, 1, 0},
		{"1.12.0", 1, 1, 1}, {"1.15.0", 1, 1, 1}, {"1.16.0", 1, 1, 1},
		{"1.17.3", 1, 1, 1}, {"1.17.4", 1, 1, 1}, {"1.17.5", 1, 1, 1},
		{"1.17.6", 1, 1, 1}, {"1.17.7", 3, 4, 1}, {"1.17.9", 3, 4, 1},
		{"1.18.0", 3, 5, 1}, {"1.18.1", 3, 4, 1}, {"1.19.1", 3, 4, 1},
		{"1.20.0", 3, 4, 1}, {"1.21.0", 3, 4, 1},
	};
	struct state *st = *s;

	for (size_t i = 0; i < COUNT(cases); i++) {
		size_t n[REQUEST_N] = {0};

		slice_for (const struct stack, x, st->k.stacks)
			if (str_eq(x->os, STR("linux")) &&
			    in_range(x, cases[i].toolkit))
				n[x->request]++;
		/* what names no request serves --gpus and runtime */
		if (n[REQUEST_GPUS] + n[REQUEST_UNKNOWN] != cases[i].gpus ||
		    n[REQUEST_RUNTIME] + n[REQUEST_UNKNOWN] !=
		            cases[i].runtime ||
		    n[REQUEST_CDI] != cases[i].cdi)
			fail_msg("%s", cases[i].toolkit);
	}
}

#define CHECK_SOURCES(T, list)                                     \
	slice_for (const struct T, it, list) {                     \
		if (it->source.n < 5)                              \
			fail_msg("%s: no source at row %d", #list, \
			         (int)(it - (list).v));            \
	}

static void test_every_row_has_a_source(void **s)
{
	struct know k = ((struct state *)*s)->k;

	CHECK_SOURCES(branch, k.branches)
	CHECK_SOURCES(driver_version, k.driver_versions)
	CHECK_SOURCES(toolkit, k.toolkits)
	CHECK_SOURCES(fc_cell, k.fc)
	CHECK_SOURCES(fc_class, k.fc_classes)
	CHECK_SOURCES(gpu, k.gpus)
	CHECK_SOURCES(vgpu_board, k.vgpu_boards)
	CHECK_SOURCES(gpu_memory, k.memories)
	CHECK_SOURCES(brand, k.brands)
	CHECK_SOURCES(brand_shift, k.brand_shifts)
	CHECK_SOURCES(torch_build, k.torch)
	CHECK_SOURCES(torch_conda, k.conda)
	CHECK_SOURCES(stack, k.stacks)
	check_str(k.as_of, "2026-11-20", "as_of");
}

static struct str write_table(char dir[64], const char *text)
{
	char path[96];
	FILE *f;

	snprintf(dir, 64, "/tmp/test_know.XXXXXX");
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/toolkits.json", dir);
	f = fopen(path, "w");
	assert_non_null(f);
	fputs(text, f);
	fclose(f);
	return str_c(dir);
}

static void drop_table(const char *dir)
{
	char path[96];

	snprintf(path, sizeof path, "%s/toolkits.json", dir);
	remove(path);
	remove(dir);
}

#define TABLE(schema, as_of, row)                          \
	"{\"schema\": \"" schema "\", \"as_of\": \"" as_of \
	"\", \"source\": \"test\", \"toolkits\": [" row "]}"
#define ROW                                              \
	"{\"cuda\": \"99.0.1\", \"driver\": \"999.1\", " \
	"\"ptx\": \"9.9\", \"confidence\": \"low\"}"

static void test_directory(void **s)
{
	struct arena a = {0};
	struct know k;
	struct err err = {0};
	char dir[64];

	(void)s;
	assert_int_equal(know_load(&k,
	                           write_table(dir, TABLE("cudalint/know/"
	                                                  "toolkits/1",
	                                                  "2020-01-02", ROW)),
	                           &a, &err),
	                 0);
	drop_table(dir);
	check_str(k.as_of, "2020-01-02", "oldest");
	assert_int_equal(k.toolkits.n, 1);
	check_str(know_toolkit(&k, STR("99.0"))->source, "test", "source");
	assert_non_null(know_branch(&k, 535)); /* the rest is compiled in */
	arena_free(&a);
}

static void check_bad(const char *text, const char *want)
{
	struct arena a = {0};
	struct know k;
	struct err err = {0};
	char dir[64];

	assert_int_equal(know_load(&k, write_table(dir, text), &a, &err), -1);
	drop_table(dir);
	assert_int_equal(err.kind, ERR_FORMAT);
	if (!strstr(err.msg, want) || !strstr(err.msg, "toolkits.json"))
		fail_msg("got '%s', want '%s'", err.msg, want);
	arena_free(&a);
}

static void test_bad_directory(void **s)
{
	struct arena a = {0};
	struct know k;
	struct err err = {0};

	(void)s;
	check_bad("{", "line 1");
	check_bad(TABLE("cudalint/know/gpus/1", "2020-01-02", ROW), "/schema");
	check_bad(TABLE("cudalint/know/toolkits/1", "now", ROW), "/as_of");
	check_bad(TABLE("cudalint/know/toolkits/1", "2020-01-02", "{}"),
	          "/toolkits/0: missing key 'cuda'");
	assert_int_equal(know_load(&k, STR("/nonexistent"), &a, &err), -1);
	assert_int_equal(err.kind, ERR_NOT_FOUND);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gpu),
		cmocka_unit_test(test_gpu_every_row_finds_itself),
		cmocka_unit_test(test_gpu_candidates),
		cmocka_unit_test(test_gpu_long_name),
		cmocka_unit_test(test_driver_cuda),
		cmocka_unit_test(test_branch),
		cmocka_unit_test(test_toolkit),
		cmocka_unit_test(test_toolkit_by_cudart),
		cmocka_unit_test(test_fc),
		cmocka_unit_test(test_fc_class),
		cmocka_unit_test(test_no_consumer_class_is_yes),
		cmocka_unit_test(test_brands),
		cmocka_unit_test(test_torch),
		cmocka_unit_test(test_branches_ascend),
		cmocka_unit_test(test_toolkits_parse),
		cmocka_unit_test(test_stacks),
		cmocka_unit_test(test_stacks_cover),
		cmocka_unit_test(test_every_row_has_a_source),
		cmocka_unit_test(test_directory),
		cmocka_unit_test(test_bad_directory),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
