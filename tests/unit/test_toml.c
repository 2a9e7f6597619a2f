#include "base/buf.h"
#include "base/toml.h"
#include "dockerfile/environment.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const struct {
	const char *toml, *want; /* NULL: refused */
} tomls[] = {
	{"", ""},
	{"a = 1 # x\nb.c=\"d\"\n", "/a=1 /b.c='d' "},
	{"[project]\ndependencies = [\n  \"torch==2.1.0\", # why\n  'x',\n]\n",
         "project/dependencies[0]='torch==2.1.0' "
         "project/dependencies[1]='x' "},
	{"[[tool.uv.index]]\nname = \"cu\"\n[[tool.uv.index]]\nname='cpu'",
         "tool.uv.index[0]/name='cu' tool.uv.index[1]/name='cpu' "},
	{"[tool.uv.sources]\ntorch = [{ index = \"cu\", marker = \"a\" }]\n",
         "tool.uv.sources/torch[0].index='cu' "
         "tool.uv.sources/torch[0].marker='a' "},
	{"[[package]]\nname='a'\n[package.source]\nurl='u'\n[[package]]\n"
         "[package.source]\nurl='v'\n",
         "package[0]/name='a' package[0].source/url='u' "
         "package[1].source/url='v' "},
	{"a = \"\"\"x\"y\"\"\"\"\nb = '''\\n'''\n", "/a='x\"y\"' /b='\\n' "},
	{"a = \"x\\\"y\\\\\"\r\nd = 2024-01-01 00:00:00\r\n",
         "/a='x\"y\\' /d=2024-01-01 00:00:00 "},
	{"\"a b\" = true\n", "/a b=true "},
	{"a = [[1, 2], []]", "/a[0][0]=1 /a[0][1]=2 "},
	{"a = {}", ""},
	{"a", NULL},
	{"a = ", NULL},
	{"a = \"x", NULL},
	{"a = \"x\ny\"", NULL},
	{"[a", NULL},
	{"[[a]", NULL},
	{"a = [1", NULL},
	{"a = {b = 1", NULL},
	{"a = 1 b = 2\nc = 'x' y", NULL},
	{"a = [[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]", NULL},
};

static void test_toml(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof tomls / sizeof *tomls; i++) {
		struct arena a = {0};
		struct buf b = {0};
		struct toml t;
		bool ok = toml_parse(str_c(tomls[i].toml), &a, &t);

		slice_for (struct toml_leaf, l, t)
			buf_printf(&b,
			           l->string ? STR_F "/" STR_F "='" STR_F "' " :
			                       STR_F "/" STR_F "=" STR_F " ",
			           STR_A(l->table), STR_A(l->key),
			           STR_A(l->value));
		if (ok != (tomls[i].want != NULL))
			fail_msg("%s", tomls[i].toml);
		if (ok)
			assert_string_equal(b.p ? b.p : "", tomls[i].want);
		buf_free(&b);
		arena_free(&a);
	}
}

static const struct {
	const char *yaml, *want; /* name|channels|conda|pip|problem */
} yamls[] = {
	{"", "||||"},
	{"name: gpu\nchannels:\n  - pytorch\n  - nvidia\ndependencies:\n"
         "  - python=3.10\n  - pytorch::pytorch-cuda=12.1 # why\n  - pip:\n"
         "    - torch==2.1.0\n    - -r more.txt\n  - numpy\n",
         "gpu|pytorch,nvidia|python=3.10,pytorch::pytorch-cuda=12.1,numpy|"
         "torch==2.1.0,-r more.txt|"},
	{"dependencies:\n- pip\n- pip:\n  - 'torch>=2.1'\nprefix: /opt/x\n",
         "||pip|torch>=2.1|"},
	{"channels: [pytorch, \"nvidia\"]\r\ndependencies: [pip]\r\n",
         "|pytorch,nvidia|pip||"},
	{"---\nname: \"a b\"\n", "a b||||"},
	{"dependencies: *x\n", "||||line 1: this form of YAML is not read"},
	{"dependencies:\n  - {pip: [a]}\n",
         "||||line 2: this form of YAML is not read"},
	{"dependencies:\n  - pip:\n    torch\n",
         "||||line 3: this form of YAML is not read"},
	{"dependencies:\n  - other:\n",
         "||||line 2: only \"pip:\" may have a list of its own"},
	{"dependencies: [a,\n  b]\n",
         "||||line 1: a list over several lines is not read"},
	{"variables:\n  A: b\nx\n", "||||line 3: no \"key: value\""},
};

static void show(const struct strs *list, struct buf *b)
{
	for (size_t i = 0; i < list->n; i++)
		buf_printf(b, "%s" STR_F, i ? "," : "", STR_A(list->v[i]));
	buf_add(b, STR("|"));
}

static void test_environment(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof yamls / sizeof *yamls; i++) {
		struct arena a = {0};
		struct buf b = {0};
		struct environment e;

		environment_read(str_c(yamls[i].yaml), &a, &e);
		buf_printf(&b, STR_F "|", STR_A(e.name));
		show(&e.channels, &b);
		show(&e.conda, &b);
		show(&e.pip, &b);
		buf_add(&b, e.problem);
		assert_string_equal(b.p, yamls[i].want);
		buf_free(&b);
		arena_free(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_toml),
		cmocka_unit_test(test_environment),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
