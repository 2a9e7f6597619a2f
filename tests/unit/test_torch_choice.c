#include "base/buf.h"
#include "dockerfile/torch_choice.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define WHL "https://download.pytorch.org/whl/"

/* Sources: "i URL", "e URL", "f URL", "first", "pre", "none", by tabs. */
struct row {
	const char *spec, *sources, *python, *want;
};

static const struct row rows[] = {
	/* PyPI */
	{"torch==2.1.0", "", "", "exact 2.1.0 cu121 12.1"},
	{"torch==1.12.1", "", "", "exact 1.12.1 cu102 10.2"},
	{"torch==2.1", "", "", "exact 2.1.0 cu121 12.1"},
	{"torch==1.7.0", "", "", "exact 1.7.0 - 10.2"},
	{"torch==2.1.0+cu118", "", "", "exact 2.1.0 cu118 11.8"},
	{"torch==2.1.0+cpu", "", "", "exact 2.1.0 cpu -"},
	{"torch==2.1.0+rocm5.6", "", "", "exact 2.1.0 rocm5.6 -"},
	{"torch>=2.1,<2.3", "", "3.10", "exact 2.2.2 cu121 12.1"},
	{"torch>=2.1,<2.3", "", "", "exact 2.2.2 cu121 12.1"},
	{"torch~=2.1.0", "", "", "exact 2.1.2 cu121 12.1"},
	{"torch==2.1.*", "", "", "exact 2.1.2 cu121 12.1"},
	{"torch<2.6", "", "3.8", "exact 2.4.1 cu121 12.1"},
	{"torch<2.6,>=2.0", "", "", "today 2.5.1 cu124 12.4"},
	{"torch", "", "", "today 2.14.1 cu130 13.0"},
	{"torch", "", "3.8", "today 2.4.1 cu121 12.1"},
	{"torch>=2", "", "", "today 2.14.1 cu130 13.0"},
	{"torch!=2.14.1", "", "", "today 2.14.0 cu130 13.0"},
	{"torch==99.0", "", "", "nothing - - -"},
	{"torch==99.0+cu131", "", "", "exact 99.0 cu131 13.1"},
	/* an index in place of it */
	{"torch==2.1.0", "i " WHL "cu118", "", "exact 2.1.0 cu118 11.8"},
	{"torch==2.1.0", "i " WHL "cu118/", "", "exact 2.1.0 cu118 11.8"},
	{"torch==2.1.0", "i " WHL "cpu", "", "exact 2.1.0 cpu -"},
	{"torch", "i " WHL "cu121", "", "cuda 2.5.1 cu121 12.1"},
	{"torch", "i " WHL "cpu", "", "cuda 2.14.1 cpu -"},
	{"torch", "i " WHL "rocm6.0", "", "cuda - rocm6.0 -"},
	{"torch==2.9.9", "i " WHL "cu121", "", "exact 2.9.9 cu121 12.1"},
	{"torch==2.1.0", "i " WHL, "", "nothing - - -"},
	{"torch==2.1.0+cu121", "i " WHL, "", "exact 2.1.0 cu121 12.1"},
	{"torch", "i " WHL "nightly/cu128\tpre", "", "cuda - cu128 12.8"},
	{"torch", "i " WHL "nightly/\tpre", "", "nothing - - -"},
	{"torch==2.1.0", "i https://pypi.tuna.tsinghua.edu.cn/simple", "",
         "exact 2.1.0 cu121 12.1"},
	{"torch==2.1.0", "i https://mirrors.aliyun.com/pytorch-wheels/cu118",
         "", "exact 2.1.0 cu118 11.8"},
	{"torch==2.1.0", "i https://pip.corp.example/simple", "",
         "nothing - - -"},
	{"torch==2.1.0+cu118", "i https://pip.corp.example/simple", "",
         "exact 2.1.0 cu118 11.8"},
	/* beside it: the higher version, then the local part */
	{"torch==2.1.0", "e " WHL "cu118", "", "exact 2.1.0 cu118 11.8"},
	{"torch==2.1.0", "e " WHL "cpu", "", "exact 2.1.0 cpu -"},
	{"torch", "e " WHL "cu118", "", "today 2.14.1 cu130 13.0"},
	{"torch", "e " WHL "cu118\tfirst", "", "cuda 2.7.1 cu118 11.8"},
	{"torch==2.1.0", "e https://data.pyg.org/whl/torch-2.1.0+cu121.html",
         "", "exact 2.1.0 cu121 12.1"},
	{"torch==2.1.0", "e https://pypi.nvidia.com\tfirst", "",
         "exact 2.1.0 cu121 12.1"},
	{"torch==2.1.0", "e https://pip.corp.example/simple", "",
         "nothing - - -"},
	/* links */
	{"torch==1.12.1+cu113", "f " WHL "torch_stable.html", "",
         "exact 1.12.1 cu113 11.3"},
	{"torch==1.12.1", "f " WHL "cu113/torch_stable.html", "",
         "exact 1.12.1 cu113 11.3"},
	{"torch==1.12.1", "f " WHL "torch_stable.html", "", "nothing - - -"},
	{"torch==1.8.1", "f " WHL "lts/1.8/torch_lts.html\tnone", "",
         "nothing - - -"},
};

static void add_source(struct arena *a, struct sources *s, struct str word)
{
	struct text url = text_of(a, TEXT_MADE, str_from(word, 2));

	if (str_has_prefix(word, STR("i ")))
		s->index = url;
	else if (str_has_prefix(word, STR("e ")))
		*arena_push(a, &s->extra) = url;
	else if (str_has_prefix(word, STR("f ")))
		*arena_push(a, &s->links) = url;
	s->first |= str_eq(word, STR("first"));
	s->pre |= str_eq(word, STR("pre"));
	s->no_index |= str_eq(word, STR("none"));
}

static struct str shown(struct str s)
{
	return s.n ? s : STR("-");
}

static void check(const struct know *k, const struct row *row, struct arena *a,
                  struct str machine, const char *want)
{
	static const char *const known[] = {"exact", "cuda", "today",
	                                    "nothing"};
	struct text word = text_of(a, TEXT_MADE, str_c(row->spec));
	struct sources from = {0};
	struct requirement r;
	struct torch_choice c;
	struct str rest = str_c(row->sources), part;

	while (str_next(&rest, '\t', &part))
		add_source(a, &from, part);
	requirement_parse(&word, a, &r);
	torch_choose(&(struct torch_query){k,
	                                   r.clauses,
	                                   &from,
	                                   {machine, str_c(row->python)},
	                                   STR("")},
	             a, &c);
	assert_int_equal(c.known == TORCH_EXACT, c.why.n == 0);
	part = arena_fmt(a, "%s " STR_F " " STR_F " " STR_F, known[c.known],
	                 STR_A(shown(c.version)), STR_A(shown(c.tag)),
	                 STR_A(shown(c.cuda)));
	if (!str_eq(part, str_c(want)))
		fail_msg("%s %s: " STR_F ", not %s", row->spec, row->sources,
		         STR_A(part), want);
}

static void test_choice(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct arena a = {0};
		struct know k;
		struct err err;

		assert_int_equal(know_load(&k, STR(""), &a, &err), 0);
		check(&k, &rows[i], &a, STR("x86_64"), rows[i].want);
		arena_free(&a);
	}
}

/* PyPI's wheels for aarch64 are not in the table, nor all of the indexes'. */
static void test_arm(void **state)
{
	static const struct row arm[] = {
		{"torch==2.9.0", "", "", "nothing - - -"},
		{"torch==2.1.0+cu121", "", "", "exact 2.1.0 cu121 12.1"},
		{"torch==2.9.0", "i " WHL "cu130", "",
	         "exact 2.9.0 cu130 13.0"},
	};
	struct arena a = {0};
	struct know k;
	struct err err;

	(void)state;
	assert_int_equal(know_load(&k, STR(""), &a, &err), 0);
	for (size_t i = 0; i < sizeof arm / sizeof *arm; i++)
		check(&k, &arm[i], &a, STR("aarch64"), arm[i].want);
	arena_free(&a);
}

static void test_partners(void **state)
{
	static const struct {
		const char *name, *version, *torch;
	} partners[] = {
		{"torchvision", "0.16.0", "2.1.0"},
		{"torchvision", "0.16.0+cu121", "2.1.0"},
		{"torchaudio", "2.1.0", "2.1.0"},
		{"torchaudio", "2.11.0", ""},
		{"xformers", "0.0.22.post7", "2.1.0"},
		{"vllm", "99.0", ""},
		{"numpy", "1.26.0", ""},
		{"torchvision", "", ""},
	};
	struct arena a = {0};
	struct know k;
	struct err err;

	(void)state;
	assert_int_equal(know_load(&k, STR(""), &a, &err), 0);
	for (size_t i = 0; i < sizeof partners / sizeof *partners; i++) {
		struct str got = torch_of_partner(&k, str_c(partners[i].name),
		                                  str_c(partners[i].version));

		if (!str_eq(got, str_c(partners[i].torch)))
			fail_msg("%s %s: " STR_F, partners[i].name,
			         partners[i].version, STR_A(got));
	}
	arena_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_choice),
		cmocka_unit_test(test_arm),
		cmocka_unit_test(test_partners),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
