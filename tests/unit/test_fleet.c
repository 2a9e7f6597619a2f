#include "fleet/import.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct arena arena;
	struct know know;
};

static int setup(void **state)
{
	static struct fixture f;
	struct err err;

	if (know_load(&f.know, (struct str){0}, &f.arena, &err)) {
		print_error("%s\n", err.msg);
		return -1;
	}
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	arena_free(&f->arena);
	return 0;
}

static struct fleet parse(struct fixture *f, const char *json)
{
	struct fleet fleet = {0};
	struct err err = {0};

	if (fleet_parse(str_c(json), &f->know, &f->arena, &fleet, &err))
		fail_msg("%s", err.msg);
	return fleet;
}

static void refuse(struct fixture *f, const char *json, const char *want)
{
	struct fleet fleet = {0};
	struct err err = {0};

	assert_int_equal(fleet_parse(str_c(json), &f->know, &f->arena, &fleet,
	                             &err),
	                 -1);
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.msg, want);
	assert_int_equal(fleet.pools.n, 0);
}

static void check_str(struct str got, const char *want)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("'" STR_F "' is not '%s'", STR_A(got), want);
}

/* The profile of architecture.md 6.1. */
static void test_whole(void **state)
{
	struct fleet fleet = parse(
		*state,
		"{ \"schema\": \"cudalint/fleet/1\", \"name\": \"acme\","
		" \"as_of\": \"2026-11-20\", \"pools\": [ {"
		" \"name\": \"ws-3090\", \"nodes\": 8, \"arch\": \"amd64\","
		" \"os\": \"linux\", \"driver\": \"460.67\","
		" \"gpus\": [ { \"product\": \"NVIDIA GeForce RTX 3090\","
		" \"count\": 8 } ],"
		" \"container\": { \"toolkit\": \"1.4.0\","
		" \"docker\": \"20.10.7\", \"request\": \"gpus\","
		" \"mode\": \"legacy\", \"compat_mode\": \"ldconfig\" } } ] }");
	const struct pool *p = fleet.pools.v;
	const struct fleet_gpu *gpu = p->gpus.v;

	check_str(fleet.name, "acme");
	check_str(fleet.as_of, "2026-11-20");
	assert_int_equal(fleet.pools.n, 1);
	check_str(p->name, "ws-3090");
	assert_int_equal(p->nodes, 8);
	check_str(p->arch, "amd64");
	assert_true(p->arch_given);
	check_str(p->cuda, "11.2");
	assert_false(p->cuda_given);
	assert_true(p->cuda_source.n > 0);
	assert_int_equal(gpu->count, 8);
	check_str(gpu->compute_capability, "8.6");
	assert_int_equal(gpu->gpu_class, CLASS_GEFORCE);
	check_str(gpu->table_brand, "geforce");
	assert_int_equal(gpu->brand.n, 0);
	assert_true(gpu->known);
	assert_int_equal(p->container.engine, ENGINE_UNKNOWN);
	assert_int_equal(p->container.request, REQUEST_GPUS);
	assert_int_equal(p->container.mode, MECH_LEGACY);
	assert_int_equal(p->container.compat_mode, COMPAT_LDCONFIG);
}

#define POOL(members) "{\"pools\": [{\"name\": \"a\", " members "}]}"
#define T4            "\"gpus\": [{\"product\": \"Tesla T4\"}]"

static void test_least(void **state)
{
	struct fleet fleet =
		parse(*state, POOL("\"driver\": \"535.54.03\", " T4));
	const struct pool *p = fleet.pools.v;

	check_str(fleet.schema, FLEET_SCHEMA);
	assert_int_equal(p->nodes, 1);
	assert_int_equal(p->gpus.v[0].count, 1);
	assert_int_equal(p->os, HOST_LINUX);
	check_str(p->arch, "amd64");
	check_str(p->cuda, "12.2");
	assert_int_equal(p->container.mode, MECH_UNKNOWN);
	assert_int_equal(p->container.compat_mode, COMPAT_UNKNOWN);
	assert_int_equal(p->fabric, FABRIC_UNKNOWN);
	assert_int_equal(p->visible, VISIBLE_UNKNOWN);
}

static void test_overrides(void **state)
{
	struct fleet fleet = parse(
		*state,
		POOL("\"os\": \"wsl2\", \"driver\": \"546.12\","
	             "\"cuda\": \"12.3\", \"fabric\": \"down\","
	             "\"visible\": \"one\","
	             "\"gpus\": [{\"product\": \"Tesla T4\","
	             "\"compute_capability\": \"9.9\", \"class\": \"other\","
	             "\"brand\": \"NvidiaRTX\"}]"));
	const struct pool *p = fleet.pools.v;

	assert_int_equal(p->os, HOST_WSL2);
	check_str(p->cuda, "12.3");
	assert_true(p->cuda_given);
	assert_int_equal(p->fabric, FABRIC_DOWN);
	assert_int_equal(p->visible, VISIBLE_ONE);
	check_str(p->gpus.v[0].compute_capability, "9.9");
	assert_int_equal(p->gpus.v[0].gpu_class, CLASS_OTHER);
	check_str(p->gpus.v[0].brand, "nvidiartx");
	check_str(p->gpus.v[0].table_brand, "nvidia");
}

static void test_arch(void **state)
{
	static const struct {
		const char *gpu, *arch;
	} v[] = {
		{"\"product\": \"NVIDIA GB10\"", "arm64"},
		{"\"product\": \"NVIDIA-GH200-480GB\"", "arm64"},
		{"\"product\": \"Orin (nvgpu)\"", "arm64"},
		{"\"product\": \"NVIDIA H100 PCIe\"", "amd64"},
		{"\"class\": \"jetson\", \"compute_capability\": \"8.7\"",
	         "arm64"},
		{"\"product\": \"Foo 9000\"", "amd64"},
	};

	for (size_t i = 0; i < sizeof v / sizeof *v; i++) {
		char json[300];
		struct fleet fleet;

		(void)snprintf(json, sizeof json,
		               POOL("\"driver\": \"580.95.05\", "
		                    "\"gpus\": [{%s}]"),
		               v[i].gpu);
		fleet = parse(*state, json);
		check_str(fleet.pools.v->arch, v[i].arch);
		assert_false(fleet.pools.v->arch_given);
	}
}

static void test_gpu_names(void **state)
{
	struct fleet fleet =
		parse(*state,
	              POOL("\"driver\": \"535.54.03\", \"gpus\": ["
	                   "{\"product\": \"NVIDIA-GeForce-RTX-3090-SHARED\"},"
	                   "{\"product\": \"GeForce RTX 208...\"},"
	                   "{\"product\": \"NVIDIA GeForce ...\"},"
	                   "{\"product\": \"Foo 9000\"},"
	                   "{\"class\": \"datacenter\","
	                   " \"compute_capability\": \"9.0\"}]"));
	const struct fleet_gpu *gpu = fleet.pools.v->gpus.v;

	check_str(gpu[0].name, "NVIDIA GeForce RTX 3090");
	assert_true(gpu[0].known);
	check_str(gpu[1].name, "GeForce RTX 208...");
	check_str(gpu[1].compute_capability, "7.5");
	assert_true(gpu[1].known);
	assert_int_equal(gpu[2].gpu_class, CLASS_GEFORCE);
	assert_false(gpu[2].known);
	assert_true(gpu[2].candidates.n > 1);
	assert_int_equal(gpu[3].gpu_class, CLASS_UNKNOWN);
	assert_false(gpu[3].known);
	assert_int_equal(gpu[3].candidates.n, 0);
	check_str(gpu[4].name, "datacenter GPU of compute capability 9.0");
	assert_true(gpu[4].known);
}

static const struct {
	const char *json, *message;
} refused[] = {
	{"", "line 1, column 0: '[' or '{' expected near end of file"},
	{"[]", "want an object, got an array"},
	{"{}", "missing key 'pools'"},
	{"{\"pools\": []}", "/pools: want at least one pool"},
	{"{\"pools\": [{" T4 "}]}", "/pools/0: missing key 'name'"},
	{POOL("\"driver\": \"535.54\""), "/pools/0: missing key 'gpus'"},
	{POOL("\"driver\": \"535.54\", \"gpus\": []"),
         "pool 'a': /pools/0/gpus: want at least one GPU"},
	{POOL("\"drivers\": \"535.54\", " T4),
         "/pools/0: unknown key 'drivers'"},
	{POOL(T4), "pool 'a': /pools/0: missing key 'driver' (or 'cuda'), as "
                   "nvidia-smi on the host prints it"},
	{POOL("\"driver\": \"535\", " T4),
         "pool 'a': /pools/0/driver: '535' is not a whole version such as "
         "\"535.183.01\", as nvidia-smi prints it"},
	{POOL("\"driver\": \"R535.54\", " T4),
         "pool 'a': /pools/0/driver: 'R535.54' is not a whole version such as "
         "\"535.183.01\", as nvidia-smi prints it"},
	{POOL("\"driver\": 535.54, " T4),
         "/pools/0/driver: want a string, got a real number"},
	{POOL("\"cuda\": \"12\", " T4),
         "pool 'a': /pools/0/cuda: '12' is not like \"12.4\""},
	{POOL("\"os\": \"wsl2\", \"driver\": \"546.12\", " T4),
         "pool 'a': /pools/0: missing key 'cuda': on wsl2 the driver is a Windows "
         "one, whose number does not tell it"},
	{POOL("\"os\": \"windows\", \"driver\": \"546.12\", " T4),
         "/pools/0/os: 'windows' is not one of linux, wsl2"},
	{POOL("\"arch\": \"x86_64\", \"driver\": \"535.54\", " T4),
         "pool 'a': /pools/0/arch: 'x86_64' is not one of amd64, arm64"},
	{POOL("\"nodes\": -3, \"driver\": \"535.54\", " T4),
         "pool 'a': /pools/0/nodes: -3 is not between 1 and 10000000"},
	{POOL("\"driver\": \"535.54\", \"gpus\": [{\"product\": \"Tesla T4\"}, "
              "{\"count\": 2}]"),
         "pool 'a': /pools/0/gpus/1: want a product, or compute_capability "
         "and class"},
	{POOL("\"driver\": \"535.54\", \"gpus\": [{\"class\": \"geforce\"}]"),
         "pool 'a': /pools/0/gpus/0: want a product, or compute_capability "
         "and class"},
	{POOL("\"driver\": \"535.54\", \"gpus\": [{\"product\": \"x\", "
              "\"class\": \"unknown\"}]"),
         "/pools/0/gpus/0/class: 'unknown' is not one of datacenter, "
         "workstation, geforce, titan, nvs, mining, jetson, spark, vgpu, "
         "other"},
	{POOL("\"driver\": \"535.54\", \"gpus\": [{\"product\": \"x\", "
              "\"compute_capability\": \"86\"}]"),
         "pool 'a': /pools/0/gpus/0/compute_capability: '86' is not like "
         "\"8.6\""},
	{POOL("\"driver\": \"535.54\", \"gpus\": [{\"product\": \"x\", "
              "\"count\": 5000}]"),
         "pool 'a': /pools/0/gpus/0/count: 5000 is not between 1 and "
         "4096"},
	{POOL("\"driver\": \"535.54\", \"container\": {\"mode\": \"wsl\"}, " T4),
         "/pools/0/container/mode: 'wsl' is not one of legacy, cdi, "
         "jit-cdi, csv"},
	{POOL("\"driver\": \"535.54\", \"container\": {\"toolkit\": \"new\"}, " T4),
         "pool 'a': /pools/0/container/toolkit: 'new' is not a version such "
         "as \"1.17.8\""},
	{"{\"pools\": [{\"name\": \" \", \"driver\": \"535.54\", " T4 "}]}",
         "pool ' ': /pools/0/name: must not be empty"},
	{"{\"pools\": [{\"name\": \"a\\u001bb\", \"driver\": \"535.54\", " T4
         "}]}",
         "pool 'a?b': /pools/0/name: want at most 1024 bytes without control "
         "characters"},
	{"{\"pools\": [{\"name\": \"a\", \"driver\": \"535.54\", " T4 "},"
         "{\"name\": \"b\", \"driver\": \"535.54\", " T4 "},"
         "{\"name\": \"a\", \"driver\": \"550.54\", " T4 "}]}",
         "/pools: two pools are named 'a'"},
	{"{\"schema\": \"cudalint/fleet/2\", \"pools\": []}",
         "/schema: want 'cudalint/fleet/1', got 'cudalint/fleet/2'"},
	{"{\"as_of\": \"20261120\", \"pools\": []}", "/as_of: want YYYY-MM-DD"},
};

static void test_refused(void **state)
{
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		refuse(*state, refused[i].json, refused[i].message);
}

static void test_brand_refused(void **state)
{
	struct fixture *f = *state;
	struct fleet fleet = {0};
	struct err err = {0};

	assert_int_equal(
		fleet_parse(str_c(POOL("\"driver\": \"535.54\", \"gpus\": ["
	                               "{\"product\": \"x\","
	                               "\"brand\": \"radeon\"}]")),
	                    &f->know, &f->arena, &fleet, &err),
		-1);
	assert_true(str_has_prefix(
		str_c(err.msg),
		STR("pool 'a': /pools/0/gpus/0/brand: 'radeon' is not one "
	            "of unknown, quadro, tesla, ")));
}

static void test_too_much(void **state)
{
	struct fixture *f = *state;
	struct buf b = {0};
	struct fleet fleet = {0};
	struct err err = {0};

	buf_add(&b, STR("{\"pools\": ["));
	for (int i = 0; i <= 10000; i++)
		buf_printf(&b,
		           "%s{\"name\": \"%d\", \"driver\": \"535.54\", " T4
		           "}",
		           i ? "," : "", i);
	buf_add(&b, STR("]}"));
	assert_int_equal(fleet_parse(buf_str(&b), &f->know, &f->arena, &fleet,
	                             &err),
	                 -1);
	assert_string_equal(err.msg, "/pools: more than 10000");
	buf_free(&b);
}

static void test_default(void **state)
{
	struct fixture *f = *state;
	struct fleet fleet = {0};
	struct err err = {0};
	struct strs doubts;
	bool old_geforce = false;

	assert_int_equal(fleet_default(&f->know, &f->arena, &fleet, &err), 0);
	assert_true(fleet.embedded);
	assert_true(fleet.pools.n >= 8);
	doubts = fleet_check(&fleet, &f->know, &f->arena);
	assert_int_equal(doubts.n, 0);
	slice_for (const struct pool, p, fleet.pools) {
		assert_int_equal(p->container.toolkit.n, 0);
		assert_true(p->gpus.v[0].known);
		/* known-case A1 gives 804 below R465 */
		old_geforce |= p->gpus.v[0].gpu_class == CLASS_GEFORCE &&
		               version_cmp_str(p->driver, STR("465")) < 0;
	}
	assert_true(old_geforce);
}

static void test_select(void **state)
{
	struct fixture *f = *state;
	struct fleet fleet = {0};
	struct err err = {0};
	struct str two[] = {STR("rtx3090-*"), STR("t4-r???")};
	struct strs globs = {two, 2};
	size_t all;

	assert_int_equal(fleet_default(&f->know, &f->arena, &fleet, &err), 0);
	all = fleet.pools.n;
	fleet_select(&fleet, (struct strs){0}, &f->arena);
	assert_int_equal(fleet.pools.n, all);
	fleet_select(&fleet, globs, &f->arena);
	assert_int_equal(fleet.pools.n, 3);
	check_str(fleet.pools.v[2].name, "t4-r535");
	globs.n = 1;
	two[0] = STR("none");
	fleet_select(&fleet, globs, &f->arena);
	assert_int_equal(fleet.pools.n, 0);
}

static void test_doubts(void **state)
{
	struct fixture *f = *state;
	static const char *const want[] = {
		"a: cuda is 11.3, but driver 460.67 has 11.2: was nvidia-smi "
		"run in a container?",
		"a: no table has a GPU named 'Foo 9000': give "
		"compute_capability and class as well",
		"a: NVIDIA GeForce RTX 5090 (compute capability 12.0): driver "
		"460.67 does not know it yet",
		"b: no table has the CUDA version of driver 999.1: give cuda "
		"as well",
		"c: Tesla K80 (compute capability 3.7): driver 535.54.03 does "
		"not support it any more",
	};
	struct fleet fleet =
		parse(f,
	              "{\"pools\": [{\"name\": \"a\", \"driver\": \"460.67\", "
	              "\"cuda\": \"11.3\", \"gpus\": ["
	              "{\"product\": \"Foo 9000\"},"
	              "{\"product\": \"NVIDIA GeForce RTX 5090\"}]},"
	              "{\"name\": \"b\", \"driver\": \"999.1\", " T4 "},"
	              "{\"name\": \"c\", \"driver\": \"535.54.03\","
	              "\"gpus\": [{\"product\": \"Tesla K80\"}]}]}");
	struct strs got = fleet_check(&fleet, &f->know, &f->arena);

	assert_int_equal(got.n, sizeof want / sizeof *want);
	for (size_t i = 0; i < got.n; i++)
		check_str(got.v[i], want[i]);
}

static struct str read_file(struct fixture *f, const char *path)
{
	static char bytes[1 << 20];
	FILE *in = fopen(path, "rb");
	size_t n;

	if (!in)
		return (struct str){0};
	n = fread(bytes, 1, sizeof bytes, in);
	(void)fclose(in);
	return arena_str(&f->arena, (struct str){bytes, n});
}

/* One line that says all that a profile says and a reader may want. */
static struct str summary(struct fixture *f, const struct fleet *fleet)
{
	const struct pool *p = fleet->pools.v;
	struct str s =
		arena_fmt(&f->arena,
	                  STR_F " " STR_F " " STR_F "%s %s " STR_F " " STR_F,
	                  STR_A(p->name), STR_A(p->driver), STR_A(p->cuda),
	                  p->cuda_given ? "!" : "", host_os_names[p->os],
	                  STR_A(p->arch), STR_A(fleet->as_of));

	slice_for (const struct fleet_gpu, gpu, p->gpus)
		s = arena_fmt(&f->arena,
		              STR_F " | %d " STR_F " " STR_F " %s " STR_F,
		              STR_A(s), (int)gpu->count, STR_A(gpu->product),
		              STR_A(gpu->compute_capability),
		              gpu_class_names[gpu->gpu_class],
		              STR_A(gpu->brand));
	return s;
}

static void check_round_trip(struct fixture *f, const struct fleet *fleet)
{
	struct buf once = {0}, twice = {0};
	struct fleet again = {0};
	struct err err = {0};

	fleet_write(fleet, &once);
	if (fleet_parse(buf_str(&once), &f->know, &f->arena, &again, &err))
		fail_msg("%s\n%s", err.msg, once.p);
	fleet_write(&again, &twice);
	assert_string_equal(once.p, twice.p);
	check_str(summary(f, &again), summary(f, fleet).p);
	buf_free(&once);
	buf_free(&twice);
}

static int import_text(struct str text, const struct know *k, struct arena *a,
                       struct fleet *out, struct err *err)
{
	struct input one = {STR("paste"), text};
	struct inputs in = {&one, 1};

	return fleet_import(&in, k, a, out, err);
}

static void refuse_import(struct fixture *f, struct str text, const char *want)
{
	struct fleet fleet = {0};
	struct err err = {0};

	assert_int_equal(import_text(text, &f->know, &f->arena, &fleet, &err),
	                 -1);
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.msg, want);
}

/* Bytes that no file should have; fixtures/fleet/bad-* has the others. */
static void test_imports_refused(void **state)
{
	struct fixture *f = *state;

	refuse_import(f, (struct str){0}, "paste: it is empty");
	refuse_import(f, STR("\xff\xfe<\0"),
	              "paste: nothing in it tells of a host; cudalint fleet "
	              "--help names what does");
	refuse_import(f, STR("<nvidia_smi_log><driver_version>"),
	              "paste: nvidia-smi -q -x: the XML ends before "
	              "</nvidia_smi_log>");
}

/* XML that is cut short is refused wherever it is cut. */
static void test_xml_prefixes(void **state)
{
	struct fixture *f = *state;
	struct str text = read_file(f, "fixtures/fleet/xml-515-quadro.xml");
	size_t end = text.n - 1; /* before the newline */

	for (size_t n = 0; n < end; n++) {
		struct arena a = {0};
		struct fleet fleet = {0};
		struct err err = {0};

		assert_int_equal(import_text((struct str){text.p, n}, &f->know,
		                             &a, &fleet, &err),
		                 -1);
		arena_free(&a);
	}
}

static void test_write(void **state)
{
	struct fixture *f = *state;
	struct fleet fleet =
		parse(f, POOL("\"driver\": \"535.54.03\", \"visible\": \"all\","
	                      "\"container\": {\"engine\": \"podman\"},"
	                      "\"gpus\": [{\"product\": \"Tesla T4\","
	                      "\"brand\": \"Tesla\"}]"));
	struct buf b = {0};

	fleet_write(&fleet, &b);
	assert_string_equal(b.p, "{\n"
	                         "  \"schema\": \"cudalint/fleet/1\",\n"
	                         "  \"pools\": [\n"
	                         "    {\n"
	                         "      \"name\": \"a\",\n"
	                         "      \"nodes\": 1,\n"
	                         "      \"os\": \"linux\",\n"
	                         "      \"driver\": \"535.54.03\",\n"
	                         "      \"gpus\": [\n"
	                         "        {\n"
	                         "          \"product\": \"Tesla T4\",\n"
	                         "          \"count\": 1,\n"
	                         "          \"brand\": \"tesla\"\n"
	                         "        }\n"
	                         "      ],\n"
	                         "      \"container\": {\n"
	                         "        \"engine\": \"podman\"\n"
	                         "      },\n"
	                         "      \"visible\": \"all\"\n"
	                         "    }\n"
	                         "  ]\n"
	                         "}\n");
	buf_free(&b);
	assert_int_equal(fleet_default(&f->know, &f->arena, &fleet,
	                               &(struct err){0}),
	                 0);
	check_round_trip(f, &fleet);
}

static void test_cases_fleet(void **state)
{
	struct fixture *f = *state;
	struct str json = read_file(f, "fixtures/cases.fleet.json");
	struct fleet fleet = {0};
	struct err err = {0};

	if (json.n == 0)
		skip();
	if (fleet_parse(json, &f->know, &f->arena, &fleet, &err))
		fail_msg("%s", err.msg);
	slice_for (const struct pool, p, fleet.pools) {
		assert_true(p->cuda.n > 0);
		slice_for (const struct fleet_gpu, gpu, p->gpus)
			assert_true(gpu->known);
	}
	check_round_trip(f, &fleet);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_least),
		cmocka_unit_test(test_overrides),
		cmocka_unit_test(test_arch),
		cmocka_unit_test(test_gpu_names),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_brand_refused),
		cmocka_unit_test(test_too_much),
		cmocka_unit_test(test_default),
		cmocka_unit_test(test_select),
		cmocka_unit_test(test_doubts),
		cmocka_unit_test(test_imports_refused),
		cmocka_unit_test(test_xml_prefixes),
		cmocka_unit_test(test_write),
		cmocka_unit_test(test_cases_fleet),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
