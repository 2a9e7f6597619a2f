/* Pastes of tests/cli/diagnose: their causes, whole and cut short. */
#include "diagnose/diagnose.h"
#include "know/spelling.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DIR "tests/cli/diagnose/"

enum { FILE_BYTES = 1 << 20, NAME_MAX_BYTES = 200, PASTES_MIN = 40 };

static struct arena know_arena;
static struct know know;
static bool seen[SYM_N];

static int load(void **state)
{
	struct err err = {0};

	(void)state;
	return know_load(&know, (struct str){0}, &know_arena, &err);
}

static int unload(void **state)
{
	(void)state;
	arena_free(&know_arena);
	return 0;
}

static struct str read_all(struct arena *a, const char *name)
{
	char path[NAME_MAX_BYTES];
	char *p = arena_array(a, char, FILE_BYTES);
	FILE *f;
	size_t n;

	(void)snprintf(path, sizeof path, DIR "%s", name);
	f = fopen(path, "rb");
	if (!f)
		fail_msg("%s cannot be read", path);
	n = fread(p, 1, FILE_BYTES, f);
	(void)fclose(f);
	assert_true(n > 0 && n < FILE_BYTES);
	return (struct str){p, n};
}

static void run(struct str text, struct arena *a, struct paste *out)
{
	struct err err = {0};

	if (diagnose(text, &know, a, out, &err))
		fail_msg("%s", err.msg);
	slice_for (const struct clue, c, out->clues)
		seen[c->symptom] = true;
}

static const char *first_id(const struct paste *p)
{
	return p->found.n ? p->found.v[0].cause->id : "-";
}

static const char *first_level(const struct paste *p)
{
	return p->found.n ? level_names[p->found.v[0].level] : "-";
}

static int check(const char *what, struct str text, struct str id,
                 struct str level)
{
	struct arena a = {0};
	struct paste p;
	bool ok;

	run(text, &a, &p);
	ok = str_eq(str_c(first_id(&p)), id) &&
	     str_eq(str_c(first_level(&p)), level);
	if (!ok)
		print_error("%s: want " STR_F " (" STR_F "), got %s (%s)\n",
		            what, STR_A(id), STR_A(level), first_id(&p),
		            first_level(&p));
	arena_free(&a);
	return !ok;
}

/* "NAME CAUSE LEVEL", in columns; false: a comment. */
static bool row_of(struct str line, struct str *first, struct str *second,
                   struct str *third)
{
	if (line.n == 0 || line.p[0] == '#')
		return false;
	(void)str_cut(line, ' ', first, third);
	*third = str_trim(*third);
	(void)str_cut(*third, ' ', second, third);
	*third = str_trim(*third);
	return true;
}

static const struct diagnosis *get(const struct paste *p, const char *id)
{
	slice_for (const struct diagnosis, d, p->found)
		if (strcmp(d->cause->id, id) == 0)
			return d;
	return NULL;
}

/* What is certain of a part is certain of the whole. */
static int check_prefix(const char *name, const struct paste *whole,
                        struct str part)
{
	struct arena a = {0};
	struct paste p;
	int bad = 0;

	run(part, &a, &p);
	slice_for (const struct diagnosis, d, p.found) {
		const struct diagnosis *w = get(whole, d->cause->id);

		if (d->level != LEVEL_CERTAIN ||
		    (w && w->level == LEVEL_CERTAIN))
			continue;
		print_error("%s: %s is certain after %zu bytes only\n", name,
		            d->cause->id, part.n);
		bad = 1;
	}
	arena_free(&a);
	return bad;
}

static int check_prefixes(const char *name, struct str text)
{
	struct arena a = {0};
	struct paste whole;
	int bad = 0;

	run(text, &a, &whole);
	for (size_t i = 0; i < text.n; i++)
		if (text.p[i] == '\n')
			bad |= check_prefix(name, &whole,
			                    (struct str){text.p, i + 1}) |
			       check_prefix(name, &whole,
			                    (struct str){text.p, i / 2});
	arena_free(&a);
	return bad;
}

static void test_pastes(void **state)
{
	struct arena a = {0};
	struct str rest = read_all(&a, "expected"), line, name, id, level;
	int bad = 0;
	size_t n = 0;

	(void)state;
	while (str_next(&rest, '\n', &line)) {
		struct str file, text;

		if (!row_of(line, &name, &id, &level))
			continue;
		file = arena_fmt(&a, STR_F ".paste", STR_A(name));
		text = read_all(&a, file.p);
		bad += check(file.p, text, id, level);
		bad += check_prefixes(file.p, text);
		n++;
	}
	arena_free(&a);
	assert_int_equal(bad, 0);
	assert_true(n >= PASTES_MIN);
}

static void test_spellings(void **state)
{
	struct arena a = {0};
	struct str rest = read_all(&a, "spellings"), line, id, level, text;
	int bad = 0;

	(void)state;
	while (str_next(&rest, '\n', &line))
		if (row_of(line, &id, &level, &text))
			bad += check(arena_cstr(&a, text), text, id, level);
	arena_free(&a);
	assert_int_equal(bad, 0);
}

/* Runs behind the others: between them they know every symptom. */
static void test_symptoms_seen(void **state)
{
	int bad = 0;

	(void)state;
	for (int s = 1; s < SYM_N; s++)
		if (!seen[s]) {
			print_error("no paste has %s\n", symptom_names[s]);
			bad++;
		}
	assert_int_equal(bad, 0);
}

static void check_cause(const struct cause *c, bool used[SYM_N])
{
	assert_true(c->id && c->title && c->why && c->tell && c->source);
	assert_true(c->weigh || c->by[0].symptom);
	for (size_t i = 0; i < CAUSE_SYMPTOMS; i++) {
		used[c->by[i].symptom] = true;
		assert_int_equal(c->by[i].symptom != SYM_NONE,
		                 c->by[i].level != LEVEL_NONE);
	}
}

/* Of any library; its name decides. */
static bool is_sign(int s)
{
	return strncmp(symptom_names[s], "sign-", 5) == 0 ||
	       s == SYM_NO_LIBRARY;
}

static void test_causes(void **state)
{
	bool used[SYM_N] = {false};

	(void)state;
	for (size_t i = 0; i < CAUSE_LISTS; i++)
		for (size_t j = 0; j < *cause_lists[i].n; j++)
			check_cause(&cause_lists[i].v[j], used);
	for (int s = 1; s < SYM_N; s++)
		if (!used[s] && !is_sign(s))
			fail_msg("nothing is caused by %s", symptom_names[s]);
}

static const struct {
	const char *pattern, *text, *value; /* "-": it does not fit */
} matches[] = {
	{"CUDA error {code} at", "cuda ERROR 209 at x", "209"},
	{"CUDA error {code} at", "CUDA error  209\n  at x", "209"},
	{"CUDA error {code} at", "CUDA error\\n209\\tat x", "209"},
	{"CUDA error {code} at", "CUDA error | 209 > at x", "209"},
	{"CUDA error {code} at", "CUDA error at", "-"},
	{"CUDA error {code} at", "CUDA error 209 atx", "-"},
	{"found version {cuda-int})", "found version 11040).", "11040"},
	{"version {driver} was", "version 440.33.01 was", "440.33.01"},
	{"version: {driver}", "version: 440.33.01.", "440.33.01"},
	{"version: {driver}", "version: N/A", "-"},
	{"driver 'x' {gate}", "driver \"x\" a b", "a b"},
	{"driver 'x' {gate}", "driver \\\"x\\\" a b", "a b"},
	{"driver 'x' {gate}", "driver \xe2\x80\x9cx\xe2\x80\x9d a", "a"},
	{"driver 'x' {gate}", "driver x a\nb", "a"},
	{"driver 'x' {gate}", "driver ''x a", "-"},
	{"process * failed {code}", "process /a/b failed 1", "1"},
	{"process * failed {code}", "process a failed failed 1", "1"},
	{"process * failed {code}", "process a\nb failed 1", "-"},
	{"DEVICES={visible}", "DEVICES=", ""},
	{"DEVICES={visible}", "DEVICES=\"", ""},
	{"DEVICES={visible}", "DEVICES=0,1 X=2", "0,1"},
	{"=> {libcuda}", "=> /usr/lib/x.so.1\n", "/usr/lib/x.so.1"},
	{"GPU 0: {gpu}", "GPU 0: Tesla T4 (UUID: GPU-1)", "Tesla T4"},
	{"error: {library}:", "error: liba.so.1: cannot", "liba.so.1"},
	{"error: {library}:", "error: : cannot", "-"},
};

static void test_matches(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof matches / sizeof *matches; i++) {
		struct spelled s;
		bool fits = spelling_at(str_c(matches[i].pattern),
		                        str_c(matches[i].text), 0, &s);
		bool wanted = strcmp(matches[i].value, "-") != 0;

		if (fits != wanted ||
		    (fits && !str_eq(s.v[0].value, str_c(matches[i].value))))
			fail_msg("%s: %s", matches[i].pattern, matches[i].text);
	}
}

static void test_faults(void **state)
{
	(void)state;
	assert_null(spelling_fault(STR("CUDA error {code}")));
	assert_non_null(spelling_fault(STR("")));
	assert_non_null(spelling_fault(STR("*CUDA")));
	assert_non_null(spelling_fault(STR("CUDA *")));
	assert_non_null(spelling_fault(STR("CUDA ** x")));
	assert_non_null(spelling_fault(STR("CUDA {nothing}")));
	assert_non_null(spelling_fault(STR("a {code}")));
	assert_non_null(spelling_fault(STR(" CUDA")));
}

/* Words inside words are none. */
static void test_begins(void **state)
{
	(void)state;
	assert_true(spelling_begins(STR("Error"), 0));
	assert_true(spelling_begins(STR("x Error"), 2));
	assert_true(spelling_begins(STR("x\\nError"), 3));
	assert_false(spelling_begins(STR("MyError"), 2));
	assert_false(spelling_begins(STR("x_Error"), 2));
}

/* Not a number twice for one host: the table of the host says nothing of what
 * a container loads. */
static void test_host(void **state)
{
	struct arena a = {0};
	struct paste p;

	(void)state;
	run(STR("Driver Version: 460.80\nNVIDIA-SMI 460.80 Driver Version: "
	        "460.80 CUDA Version: 11.2\n"),
	    &a, &p);
	assert_int_equal(p.host.loaded, LOADED_UNKNOWN);
	assert_true(str_eq(p.host.driver, STR("460.80")));
	assert_false(p.host.pool_complete);
	run(STR("NVIDIA-SMI 460.80 Driver Version: 460.80 CUDA Version: 11.2\n"
	        "host$ docker exec app nvidia-smi\n\n"
	        "NVIDIA-SMI 460.80 Driver Version: 460.80 CUDA Version: 11.3\n"),
	    &a, &p);
	assert_int_equal(p.host.loaded, LOADED_NEWER);
	assert_int_equal(p.host.loaded_line, 4);
	run(STR("NVRM version: NVIDIA UNIX x86_64 Kernel Module  565.57.01\n"
	        "NVML library version: 565.57\n"),
	    &a, &p);
	assert_int_equal(p.host.loaded, LOADED_UNKNOWN);
	run(STR("NVIDIA-SMI 551.78 Driver Version: 551.78 CUDA Version: 99.3\n"
	        "nvidia-smi.exe\n"),
	    &a, &p);
	assert_int_equal(p.host.loaded, LOADED_UNKNOWN);
	arena_free(&a);
}

static void test_limits(void **state)
{
	struct arena a = {0};
	struct paste p;
	struct err err = {0};
	struct str big = {arena_array(&a, char, PASTE_BYTES + 1),
	                  PASTE_BYTES + 1};

	(void)state;
	assert_int_equal(diagnose(big, &know, &a, &p, &err), -1);
	assert_int_equal(err.kind, ERR_USAGE);
	assert_int_equal(diagnose(STR(""), &know, &a, &p, &err), 0);
	assert_int_equal(p.found.n, 0);
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pastes),
		cmocka_unit_test(test_spellings),
		cmocka_unit_test(test_symptoms_seen),
		cmocka_unit_test(test_causes),
		cmocka_unit_test(test_matches),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_begins),
		cmocka_unit_test(test_host),
		cmocka_unit_test(test_limits),
	};

	return cmocka_run_group_tests(tests, load, unload);
}
