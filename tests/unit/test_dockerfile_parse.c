/* What fixtures/conformance does not have: origins, tokens, limits, and more
 * surprises; dumps here were compared with BuildKit's, too. */
#include "dockerfile/gochar.h"
#include "dockerfile/parse.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void parse(const char *file, struct arena *a, struct dockerfile *d)
{
	struct err err = {0};

	if (dockerfile_parse(str_c(file), a, d, &err))
		fail_msg("%s: %s", file, err.msg);
}

static void assert_str(struct str got, const char *want)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("\"" STR_F "\", not \"%s\"", STR_A(got), want);
}

static const struct {
	const char *file, *dump;
} dumps[] = {
	/* heredocs */
	{"RUN cat <<A <<B\r\n1\r\nA\r\n2\r\nB\r\nRUN x\r\n",
         "(run \"cat <<A <<B\")\n(run \"x\")\n"},
	{"# escape=`\nRUN <<a`\nb\n1\nab\nRUN `<<c\n",
         "(run \"<<ab\")\n(run \"`<<c\")\n"},
	{"RUN x \\\n <<E \\\n# c\n y\nE\n", "(run \"x  <<E  y\")\n"},
	{"ONBUILD ONBUILD RUN <<E\n", "(onbuild (onbuild (run \"<<E\")))\n"},
	{"ONBUILD  add <<E /x\nE\n", "(onbuild (add \"<<E\" \"/x\"))\n"},
	{"CMD <<E\nARG a\n", "(cmd \"<<E\")\n(arg \"a\")\n"},
	{"RUN a<<E\nRUN a <<<E\n", "(run \"a<<E\")\n(run \"a <<<E\")\n"},
	{"RUN ${x:-<<A} <<B\nB\n", "(run \"${x:-<<A} <<B\")\n"},
	{"RUN ${x:-a <<A}\nA}\nRUN b\n",
         "(run \"${x:-a <<A}\")\n(run \"b\")\n"},
	{"RUN ${x=1} <<A\nb\n", "(run \"${x=1} <<A\")\n(b \"\")\n"},
	{"RUN 99999999999999999999<<-E\n\t\tE\n",
         "(run \"99999999999999999999<<-E\")\n"},
	/* lines */
	{"\\\n\\\n", "(\"\")\n"},
	{"RUN a \\ \t\n\n\n# b\n\t# c \\\n", "(run \"a\")\n"},
	{"\xc2\xa0RUN a\xc2\xa0\n", "(run \"a\")\n"},
	{"FROM\xc2\xa0"
         "a b\n",
         "(from\xc2\xa0"
         "a \"\")\n"},
	/* names as Go lowers them */
	{"wor\xe2\x84\xaa"
         "dir /x\n",
         "(workdir \"/x\")\n"},
	{"\xc3\x84H x\n", "(\xc3\xa4h \"\")\n"},
	/* flags are read by bytes */
	{"RUN --a=\xc3\xa9 b\n", "(run [\"--a=\xc3\x83\xc2\xa9\"] \"b\")\n"},
	{"COPY --a\"b c\"'d' --\\ e -- --f g\n",
         "(copy [\"--ab cd\" \"-- e\"] \"--f\" \"g\")\n"},
	{"RUN --\n", "(run)\n"},
	{"FOO --a b\n", "(foo [\"--a\"] \"\")\n"},
	/* words */
	{"ENV\n", "(env)\n"},
	{"ENV a b=c \"d\n", "(env \"a\" \"b=c \\\"d\" \"\")\n"},
	{"ENV 'a b'=c\\ d e=\\\n", "(env \"'a b'\" \"c\\\\ d\" \"=\" \"e\" "
                                   "\"\" \"=\")\n"},
	{"LABEL a=b\\\n", "(label \"a\" \"b\" \"=\")\n"},
	{"ARG a\xff=1 'b\n", "(arg \"a\xef\xbf\xbd=1\" \"'b\")\n"},
	{"HEALTHCHECK  --a  CMD\t[\"b\"]\n",
         "(healthcheck [\"--a\"] \"CMD\" \"b\")\n"},
	/* exec form */
	{"RUN []\n", "(run)\n"},
	{"RUN [\"a\",]\n", "(run \"[\\\"a\\\",]\")\n"},
	{"RUN [\"a\", 1e999]\n", "(run \"[\\\"a\\\", 1e999]\")\n"},
	{"RUN [\"\\ud83d\\ude00\\ud83d\\u0041\"]\n",
         "(run \"\xf0\x9f\x98\x80\xef\xbf\xbd"
         "A\")\n"},
	{"RUN [\"a\xff\"]\n", "(run \"a\xef\xbf\xbd\")\n"},
	/* Go's quotes */
	{"RUN \x7f\x01\xe2\x80\x8b\xcd\xb8\xff\"\\\n!\n",
         "(run \"\\x7f\\x01\\u200b\\u0378\\xff\\\"!\")\n"},
};

static void test_dumps(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(dumps); i++) {
		struct arena a = {0};
		struct buf b = {0};
		struct dockerfile d;

		parse(dumps[i].file, &a, &d);
		dockerfile_dump(&d, &b);
		assert_str(buf_str(&b), dumps[i].dump);
		buf_free(&b);
		arena_free(&a);
	}
}

static const struct {
	const char *file, *why;
} bad[] = {
	{"", "line 1: the file ends without"},
	{"\n# a\n\n", "line 3: the file ends without"},
	{"FROM a\n\nRUN x \\\n <<E\n", "line 3: the heredoc never ends"},
	{"FROM a\nRUN <<${x:-\\'} y\n", NULL},
	{"FROM a\nRUN ${x:- <<${y:-\\'}}\n", "line 2: a single quote without"},
	{"FROM a\nRUN ${x:-a <<b\\'}\n", "line 2: a single quote without"},
	{"FROM a\nONBUILD ENV x\n", "line 2: ENV wants a name and a value"},
	{"FROM a\nENV a=1 \\\n b\n", "line 2: ENV: no = in \"b\""},
	{"FROM a\nLABEL a=1 b\n", "line 2: LABEL: no = in \"b\""},
	{"FROM a\nCMD [\"a\", []]\n", "line 2: an array in brackets"},
	{"FROM a\nONBUILD VOLUME [null]\n", "line 2: an array in brackets"},
	{"# escape=\\\\\nFROM a\n", "line 1: the escape can't be '\\\\'"},
	{"# escape= \nFROM a\n", "line 1: the escape can't be ' '"},
	{"# syntax=a\n # SYNTAX=b\nFROM a\n", "line 2: a second syntax"},
};

static void test_bad(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bad); i++) {
		struct arena a = {0};
		struct dockerfile d;
		struct err err = {0};
		int rc = dockerfile_parse(str_c(bad[i].file), &a, &d, &err);

		assert_int_equal(rc, bad[i].why ? -1 : 0);
		assert_int_equal(err.kind, rc ? ERR_FORMAT : ERR_NONE);
		if (rc && !str_has_prefix(str_c(err.msg), str_c(bad[i].why)))
			fail_msg("%s: %s", bad[i].file, err.msg);
		arena_free(&a);
	}
}

/* Where in the file each word stands, whatever is between its bytes. */
static const struct {
	const char *file;
	const char *arg;   /* of the last instruction, its last but `back` */
	const char *spans; /* its pieces; "" a piece that nobody wrote */
	size_t back;
} origins[] = {
	{"FROM a\n", "a", "a", 0},
	{"FROM nvi\\\n# c\n\ndia/cuda\n", "nvidia/cuda", "nvi|dia/cuda", 0},
	{"\xef\xbb\xbf"
         "FROM a\n",
         "a", "a", 0},
	{"ENV a=1 b=\"x \\\r\n y\"\r\n", "\"x  y\"", "\"x | y\"", 1},
	{"ENV a=1 b=c\n", "=", "=", 0},
	{"ENV a 1  2 \n", "1  2", "1  2", 1},
	{"ENV a=b\xff"
         "c\n",
         "b\xef\xbf\xbd"
         "c",
         "b||c", 1},
	{"RUN [\"a\\n\\u00e9b\", \"c\\\\\"]\n", "c\\", "c|", 0},
	{"RUN [\"a\\u00e9b\"]\n",
         "a\xc3\xa9"
         "b",
         "a||b", 0},
	{"ONBUILD ONBUILD COPY a\\\n/b c\n", "a/b", "a|/b", 1},
	{"HEALTHCHECK CMD x \\\n y\n", "x  y", "x | y", 0},
};

static void add_pieces(const struct text *t, const char *file, struct buf *b)
{
	slice_for (struct text_run, r, t->runs) {
		if (r != t->runs.v)
			buf_addc(b, '|', 1);
		if (r->from != TEXT_FILE)
			continue;
		assert_memory_equal(t->s.p + r->at, file + r->offset, r->n);
		buf_add(b, (struct str){file + r->offset, r->n});
	}
}

static void test_origins(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(origins); i++) {
		struct arena a = {0};
		struct dockerfile d;
		struct buf b = {0};
		const struct instr *in;
		const struct text *t;

		parse(origins[i].file, &a, &d);
		in = &d.instrs.v[d.instrs.n - 1];
		while (in->nested)
			in = in->nested;
		t = &in->args.v[in->args.n - 1 - origins[i].back];
		assert_str(t->s, origins[i].arg);
		add_pieces(t, origins[i].file, &b);
		assert_str(buf_str(&b), origins[i].spans);
		buf_free(&b);
		arena_free(&a);
	}
}

static void test_flags_and_heredocs(void **state)
{
	const char *file = "FROM a\n"
			   "RUN --mount=type=\"cache\",id=\\\n"
			   "x <<-\"E\" 3<< F'G'\n"
			   "\tbody\n"
			   "\tE\n"
			   "FG\n";
	struct arena a = {0};
	struct dockerfile d;
	struct buf b = {0};
	const struct instr *in;

	(void)state;
	parse(file, &a, &d);
	in = &d.instrs.v[1];
	assert_int_equal(in->flags.n, 1);
	assert_str(in->flags.v[0].s, "--mount=type=cache,id=x");
	add_pieces(&in->flags.v[0], file, &b);
	assert_str(buf_str(&b), "--mount=type=|cache|,id=|x");
	assert_int_equal(in->heredocs.n, 2);
	assert_str(in->heredocs.v[0].word.s, "<<-\"E\"");
	assert_str(in->heredocs.v[0].name.s, "E");
	assert_true(in->heredocs.v[0].chomp && !in->heredocs.v[0].expand);
	assert_str(in->heredocs.v[0].body.s, "\tbody\n");
	assert_str(in->heredocs.v[1].word.s, "3<< F'G'");
	assert_str(in->heredocs.v[1].name.s, "FG");
	assert_int_equal(in->heredocs.v[1].fd, 3);
	assert_false(in->heredocs.v[1].expand);
	assert_int_equal(in->heredocs.v[1].body.s.n, 0);
	assert_int_equal(in->last, 6);
	buf_free(&b);
	arena_free(&a);
}

/* One letter for each token, in the order of the enum. */
static void test_tokens(void **state)
{
	static const char letters[] = "MDCBT\\EhH";
	const struct {
		const char *file, *kinds;
	} rows[] = {
		{"\xef\xbb\xbf# escape=`\n# c\n\nFROM a`\n# c\n\n b\n",
	         "MDCBT\\CBTE"},
		{"#!x\n# syntax=a\nFROM a", "CCT"},
		{"# syntax=a\n #check=b\n#d=e\nFROM a \r\n", "DDCTE"},
		{"RUN <<E\r\n\r\n# x\r\nE\r\n \t\r\n", "TEhhHB"},
		{"  \\\n\\", "T\\\\"},
		{"RUN a\\\\\nb\\\n", "TET\\"},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct dockerfile d;
		struct buf b = {0};

		parse(rows[i].file, &a, &d);
		slice_for (struct token, t, d.tokens)
			buf_addc(&b, letters[t->kind], 1);
		assert_str(buf_str(&b), rows[i].kinds);
		buf_free(&b);
		arena_free(&a);
	}
}

/* "key=value@line" of each, and where the block of directives ends. */
static void test_directives(void **state)
{
	const struct {
		const char *file, *want;
		size_t end;
	} rows[] = {
		{"FROM a\n", "", 0},
		{"\xef\xbb\xbf\nFROM a\n", "", 3},
		{"# escape=`\n# syntax = a b\r\nFROM a\n",
	         "escape=`@1 syntax=a@2 ", 27},
		{" # syntax=a\nFROM a\n", "", 12},
		{"#!x\n# escape=`\n# Check=a // b\n# c\nFROM a\n", "check=a@3 ",
	         30},
		{"#!x", "", 0},
		{"// syntax=a\n// check=b\nFROM a\n", "syntax=a@1 ", 23},
		{"{\"x\": {\"syntax\": 1}, \"syntax\": \"a\\u0062\"}\n",
	         "syntax=ab@0 ", 0},
		{"{\"syntax\": \"a\", \"syntax\": 1}\n", "", 0},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct dockerfile d;
		struct buf b = {0};
		struct err err = {0};

		if (dockerfile_parse(str_c(rows[i].file), &a, &d, &err)) {
			assert_string_equal(rows[i].file, "#!x");
			arena_free(&a);
			continue;
		}
		slice_for (struct directive, x, d.directives)
			buf_printf(&b, STR_F "=" STR_F "@%zu ", STR_A(x->key),
			           STR_A(x->value), x->line);
		assert_str(buf_str(&b), rows[i].want);
		assert_int_equal(d.directives_end, rows[i].end);
		buf_free(&b);
		arena_free(&a);
	}
}

static void test_comments(void **state)
{
	const char *file = "# gone\n#\n# a\n\n  # b\nFROM x\n"
			   "RUN y \\\n# in\n z \\\n\n\nRUN w\n";
	struct arena a = {0};
	struct dockerfile d;

	(void)state;
	parse(file, &a, &d);
	assert_int_equal(d.instrs.n, 2);
	assert_int_equal(d.instrs.v[0].comments.n, 2);
	assert_int_equal(d.instrs.v[0].comments.v[0].span.offset, 9);
	assert_str(comment_text(STR("# a\n")), "a");
	assert_str(comment_text(STR("  # b\n")), "# b");
	assert_str(comment_text(STR("#")), "");
	assert_int_equal(d.instrs.v[1].inner.n, 1);
	assert_int_equal(d.instrs.v[1].inner.v[0].n, 5);
	assert_int_equal(d.instrs.v[1].first, 7);
	assert_int_equal(d.instrs.v[1].last, 12);
	assert_str(d.instrs.v[1].joined.s, "RUN y  z RUN w");
	assert_int_equal(d.warnings.n, 1);
	assert_str(d.warnings.v[0], "line 12: empty continuation line");
	arena_free(&a);
}

static void test_place(void **state)
{
	const struct {
		size_t offset, line, column;
	} rows[] = {
		{0, 1, 1},  {3, 1, 1},  {4, 1, 2},  {10, 2, 1},
		{12, 3, 1}, {17, 3, 6}, {18, 3, 7},
	};
	const char *file = "\xef\xbb\xbf"
			   "FROM a\n\r\nRUN x\n";
	struct arena a = {0};
	struct dockerfile d;

	(void)state;
	parse(file, &a, &d);
	for (size_t i = 0; i < COUNT(rows); i++) {
		size_t line, column;

		dockerfile_place(&d, rows[i].offset, &line, &column);
		assert_int_equal(line, rows[i].line);
		assert_int_equal(column, rows[i].column);
	}
	arena_free(&a);
}

static void test_onbuild(void **state)
{
	struct arena a = {0};
	struct dockerfile d;
	struct text line = text_of(&a, TEXT_MADE, STR("ENV a b"));
	struct instr in;
	struct err err = {0};
	const struct instr *outer;

	(void)state;
	parse("FROM a\n# c\nONBUILD --x RUN --y <<E\nb\nE\n", &a, &d);
	outer = &d.instrs.v[1];
	assert_str(outer->flags.v[0].s, "--x");
	assert_int_equal(outer->args.n, 0);
	assert_int_equal(outer->nested->keyword, KW_RUN);
	assert_str(outer->nested->flags.v[0].s, "--y");
	assert_str(outer->nested->heredocs.v[0].body.s, "b\n");
	assert_int_equal(outer->nested->first, 3);
	assert_int_equal(outer->nested->last, 5);
	assert_int_equal(instr_parse(&line, '\\', &a, &in, &err), 0);
	assert_str(in.args.v[1].s, "b");
	arena_free(&a);
}

/* Bytes from `at` on, as often as it takes. */
static struct str filled(struct arena *a, const char *head, const char *part,
                         size_t size)
{
	struct buf b = {0};
	struct str out;

	buf_add(&b, str_c(head));
	while (b.n < size)
		buf_add(&b, str_c(part));
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void test_limits(void **state)
{
	const struct {
		const char *head, *part;
		size_t size;
		enum err_kind kind;
	} rows[] = {
		{"FROM a\n", "\n", DOCKERFILE_MAX, ERR_NONE},
		{"FROM a\n", "\n", DOCKERFILE_MAX + 1, ERR_LIMIT},
		{"", "x", DOCKERFILE_LINE_MAX, ERR_NONE},
		{"", "x", DOCKERFILE_LINE_MAX + 1, ERR_FORMAT},
		{"\xef\xbb\xbf", "x", DOCKERFILE_LINE_MAX, ERR_NONE},
		{"\xef\xbb\xbf", "x", DOCKERFILE_LINE_MAX + 1, ERR_FORMAT},
		{"RUN <<A ", "${a:-", 50000, ERR_LIMIT},
		{"RUN [", "[", 9999 + 5, ERR_NONE},
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arena a = {0};
		struct dockerfile d;
		struct err err = {0};
		struct str file =
			filled(&a, rows[i].head, rows[i].part, rows[i].size);

		(void)dockerfile_parse(file, &a, &d, &err);
		assert_int_equal(err.kind, rows[i].kind);
		arena_free(&a);
	}
}

/* encoding/json goes to 10000 levels: no array beyond, so the shell form. */
static void test_json_depth(void **state)
{
	(void)state;
	for (size_t depth = 9999; depth <= 10001; depth++) {
		struct arena a = {0};
		struct dockerfile d;
		struct err err = {0};
		struct buf b = {0};

		buf_add(&b, STR("RUN "));
		buf_addc(&b, '[', depth);
		buf_addc(&b, ']', depth);
		assert_int_equal(dockerfile_parse(buf_str(&b), &a, &d, &err),
		                 depth > 10000 ? 0 : -1);
		buf_free(&b);
		arena_free(&a);
	}
}

static void test_characters(void **state)
{
	(void)state;
	assert_true(gochar_is_space(0x85) && gochar_is_space(0x3000));
	assert_false(gochar_is_space(0x200b) || gochar_is_space(0xfeff));
	assert_true(gochar_is_letter(0xe9) && gochar_is_letter(0x4e2d));
	assert_false(gochar_is_letter(0x31) || gochar_is_letter(0x2c2));
	assert_true(gochar_is_digit('7') && gochar_is_digit(0x663));
	assert_false(gochar_is_digit(0xb2) || gochar_is_digit('a'));
	assert_true(gochar_is_print(' ') && gochar_is_print(0x1f47d));
	assert_false(gochar_is_print(0xa0) || gochar_is_print(0x110000));
	assert_int_equal(gochar_lower(0x41), 0x61);
	assert_int_equal(gochar_lower(0x212a), 'k');
	assert_int_equal(gochar_lower(0x130), 'i');
	assert_int_equal(gochar_lower(0x101), 0x101);
	assert_int_equal(gochar_lower(0x100), 0x101);
	assert_int_equal(gochar_lower(0x1e921), 0x1e943);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dumps),
		cmocka_unit_test(test_bad),
		cmocka_unit_test(test_origins),
		cmocka_unit_test(test_flags_and_heredocs),
		cmocka_unit_test(test_tokens),
		cmocka_unit_test(test_directives),
		cmocka_unit_test(test_comments),
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_onbuild),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_json_depth),
		cmocka_unit_test(test_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
