#include "dockerfile/stages.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* What docker build would be told, by blanks: "X=1" an argument, "+n=v" a
 * context, "@t" a target, "/linux/arm64" a platform. */
static struct build_opts read_opts(struct arena *a, const char *opts)
{
	struct build_opts o = {0};
	struct str rest = str_c(opts), one, key, value;

	while (str_next(&rest, ' ', &one)) {
		if (one.n == 0)
			continue;
		if (one.p[0] == '@') {
			o.target = str_from(one, 1);
		} else if (one.p[0] == '/') {
			o.platform = str_from(one, 1);
		} else if (one.p[0] == '+') {
			(void)str_cut(str_from(one, 1), '=', &key, &value);
			*arena_push(a, &o.contexts) = (struct pair){key, value};
		} else {
			(void)str_cut(one, '=', &key, &value);
			*arena_push(a, &o.args) = (struct pair){key, value};
		}
	}
	return o;
}

struct job {
	struct arena a;
	struct dockerfile d;
	struct build_opts o;
	struct stages s;
	struct err err;
};

static int run(struct job *j, const char *text, const char *opts)
{
	*j = (struct job){0};
	j->o = read_opts(&j->a, opts);
	if (dockerfile_parse(str_c(text), &j->a, &j->d, &j->err) < 0)
		return -1;
	return stages_of(&j->d, &j->o, &j->a, &j->s, &j->err);
}

static void assert_same(struct str got, const char *want, const char *of)
{
	if (!str_eq(got, str_c(want)))
		fail_msg("%s\ngave \"" STR_F "\"\ninstead of \"%s\"", of,
		         STR_A(got), want);
}

static struct str base_of(struct arena *a, const struct stage *st)
{
	switch (st->base) {
	case BASE_IMAGE:
		return st->image.s;
	case BASE_STAGE:
		return arena_fmt(a, "#%zu", st->parent->index);
	case BASE_SCRATCH:
		return STR("-");
	case BASE_CONTEXT:
		return arena_fmt(a, "+" STR_F, STR_A(st->context));
	case BASE_UNKNOWN:
		return arena_fmt(a, "?" STR_F, STR_A(st->problem));
	}
	return STR("");
}

/* Each stage's base; '*' the target, '.' a leaf. */
static struct str shown(struct job *j)
{
	struct str s = STR("");

	slice_for (const struct stage, st, j->s.all) {
		bool leaf = false;

		for (size_t i = 0; i < j->s.leaves.n; i++)
			leaf |= j->s.leaves.v[i] == st;
		s = arena_fmt(&j->a, STR_F "%s" STR_F "%s%s", STR_A(s),
		              s.n ? " " : "", STR_A(base_of(&j->a, st)),
		              st == j->s.target ? "*" : "", leaf ? "." : "");
	}
	return s;
}

static const struct {
	const char *text, *opts, *want;
} bases[] = {
	{"FROM a", "", "a*."},
	{"FROM a AS x\nFROM x", "", "a #0*."},
	{"FROM a AS x\nFROM x", "@x", "a* #0."},
	{"FROM a AS x\nFROM b\nCOPY --from=x /a /b", "@0", "a* b."},
	/* names: AS without case, COPY --from too, FROM with */
	{"FROM a as X\nFROM x", "@X", "a* #0."},
	{"FROM a AS x\nFROM y/x", "", "a. y/x*."},
	{"FROM a AS build\nFROM b\nCOPY --from=BUILD /a /b", "", "a b*."},
	{"FROM a AS x\nFROM b AS x\nFROM x", "", "a. b #1*."},
	{"FROM a\nFROM b\nCOPY --from=0 /a /b", "", "a b*."},
	{"FROM a\nFROM 0", "", "a. 0*."},
	{"FROM a AS x\nFROM b\nRUN --mount=type=bind,from=X,target=/x true", "",
         "a b*."},
	{"FROM a AS x\nFROM b\nCOPY --from=nginx:1 /a /b", "", "a. b*."},
	{"FROM a AS x\nONBUILD COPY --from=y /a /b\nFROM b AS y\nFROM x", "",
         "a b #0*."},
	{"FROM scratch", "", "-*."},
	{"FROM a AS scratch\nFROM scratch", "", "a #0*."},
	/* arguments */
	{"ARG I=nvidia/cuda:12.1.1-base-ubuntu22.04\nFROM $I", "",
         "nvidia/cuda:12.1.1-base-ubuntu22.04*."},
	{"ARG I=a\nFROM $I", "I=b", "b*."},
	{"ARG V=12.1\nARG I=nvidia/cuda:$V\nFROM $I-base", "V=12.4",
         "nvidia/cuda:12.4-base*."},
	{"FROM ${I:-a}", "", "a*."},
	{"ARG I=a J=${I}b\nFROM $J", "", "ab*."},
	{"ARG I=a\nFROM b\nARG I=c\nFROM $I", "", "b. a*."},
	{"ARG T=x\nFROM a AS x\nFROM b AS y\nFROM $T", "T=y", "a. b #1*."},
	{"FROM a-$TARGETSTAGE", "", "a-default*."},
	{"FROM a-$TARGETSTAGE AS Fin", "", "a-fin*."},
	{"FROM a-$TARGETSTAGE AS X", "@x", "a-x*."},
	/* one branch of the file for each platform: no leaves */
	{"FROM a AS base-amd64\nFROM b AS base-arm64\nFROM base-$TARGETARCH",
         "", "a b #0*."},
	{"FROM a AS base-amd64\nFROM b AS base-arm64\nFROM base-$TARGETARCH",
         "/linux/arm64/v8", "a b #1*."},
	{"FROM a-$TARGETOS-$TARGETARCH$TARGETVARIANT", "/linux/arm/v7",
         "a-linux-armv7*."},
	{"FROM a-$TARGETARCH", "TARGETARCH=riscv64", "a-riscv64*."},
	{"FROM a-$BUILDARCH", "", "a-amd64*."},
	/* contexts take the place of images, and of stages */
	{"FROM a", "+a=docker-image://b", "+docker-image://b*."},
	{"FROM docker.io/library/a:latest", "+a=/x", "+/x*."},
	{"FROM a:1", "+a=/x", "a:1*."},
	{"FROM a AS x\nENV A=1\nFROM x", "+x=/x", "+/x #0*."},
	{"FROM a AS x\nFROM x", "+a=/x", "+/x #0*."},
	{"FROM scratch", "+scratch=/x", "-*."},
	/* what needs an argument */
	{"ARG I\nFROM $I", "",
         "?line 2: FROM $I: \"\" gives no name: an "
         "argument has no value; give --build-arg I=…*."},
	{"FROM $I", "",
         "?line 1: FROM $I: \"\" gives no name: I has no "
         "value, for no ARG before the first FROM names it*."},
	{"ARG I=\nFROM $I", "",
         "?line 2: FROM $I: \"\" gives no name: give "
         "--build-arg I=…*."},
	{"ARG BASE_IMAGE=non-existing\nFROM ${BASE_IMAGE}", "",
         "?line 2: FROM ${BASE_IMAGE}: \"non-existing\" is a placeholder: "
         "give --build-arg BASE_IMAGE=…*."},
	{"ARG T=notset\nFROM nvidia/cuda:$T", "",
         "?line 2: FROM nvidia/cuda:$T: \"nvidia/cuda:notset\" is a "
         "placeholder: give --build-arg T=…*."},
	{"ARG V\nFROM nvidia/cuda:$V-base\nFROM b", "",
         "?line 2: FROM nvidia/cuda:$V-base: \"nvidia/cuda:-base\" gives "
         "no image's name: an argument has no value; give --build-arg "
         "V=…. b*."},
	{"FROM notset", "", "notset*."},
	{"ARG V\nFROM a$V", "", "a*."},
	{"ARG I=notset\nFROM $I", "I=a", "a*."},
	/* forms of references */
	{"FROM a@sha256:0123456789abcdef0123456789abcdef", "",
         "a@sha256:0123456789abcdef0123456789abcdef*."},
	{"FROM localhost:5000/a/b_c__d--e.f:T_1", "",
         "localhost:5000/a/b_c__d--e.f:T_1*."},
	{"FROM Registry/a", "", "Registry/a*."},
	{"FROM --platform=$BUILDPLATFORM a", "", "a*."},
	{"FROM --platform= a", "", "a*."},
};

static void test_bases(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(bases); i++) {
		struct job j;

		if (run(&j, bases[i].text, bases[i].opts))
			fail_msg("%s: %s", bases[i].text, j.err.msg);
		assert_same(shown(&j), bases[i].want, bases[i].text);
		arena_free(&j.a);
	}
}

static const struct {
	const char *text, *opts, *why;
} refused[] = {
	{"ARG A", "", "no FROM"},
	{"RUN a\nFROM b", "", "line 1: RUN before the first FROM"},
	{"FROM a # b", "", "line 1: FROM takes"},
	{"FROM", "", "line 1: FROM takes"},
	{"FROM a b c", "", "line 1: FROM takes"},
	{"FROM a AS 1x", "", "line 1: stage name 1x"},
	{"FROM a AS x+y", "", "line 1: stage name x+y"},
	{"FROM --as=x a", "", "line 1: FROM has no flag --as=x"},
	{"FROM \"\"", "", "line 1: FROM \"\" gives no name"},
	{"FROM A/b:", "", "line 1: FROM A/b: gives no image"},
	{"FROM Abc", "", "gives no image's name"},
	{"FROM a//b", "", "gives no image's name"},
	{"FROM a:b:c", "", "gives no image's name"},
	{"FROM a@sha256:0", "", "gives no image's name"},
	{"FROM a:1:2/b", "", "gives no image's name"},
	{"FROM ${A", "", "line 1: ${A: "},
	{"FROM ${A?give}", "", "line 1: A: give"},
	{"ARG A=${B:?x}\nFROM a", "", "line 1: B: x"},
	{"FROM --platform=$A a", "", "line 1: --platform=$A gives \"\""},
	{"FROM --platform=a/b/c/d a", "", "which is no platform"},
	{"FROM --platform=foo a", "", "which is no platform"},
	{"FROM a", "@x", "no stage x"},
	{"FROM a AS b\nFROM c AS d", "@x", "no stage x; there are b, d"},
	{"FROM a", "@1", "no stage 1"},
	{"FROM a\nFOO b", "", "line 2: FOO: no such instruction"},
	{"FROM a\nCOPY a", "", "line 2: COPY needs 2 arguments, and has 1"},
	{"FROM a\nUSER a\nWORKDIR", "", "line 3: WORKDIR needs 1 argument,"},
	{"FROM a\nCOPY --from=$A b c", "", "line 2: COPY from $A: no variab"},
	{"FROM a\nRUN --mount=from=$A b", "", "line 2: --mount=from=$A: no"},
	{"FROM a\nCOPY --from=7 b c", "", "line 2: COPY from 7: there is no"},
	{"FROM a\nCOPY --from=Xyz b c", "", "line 2: COPY from Xyz: no stage"},
	{"FROM a AS x\nCOPY --from=x b c", "", "that is this stage itself"},
	{"FROM a AS x\nCOPY --from=y b c\nFROM b AS y\nFROM x", "",
         "line 2: COPY from y: that stage comes later"},
	{"FROM a\nCOPY --link=1 a b", "", "--link=1: must be true or false"},
	{"FROM a\nCOPY --from a b", "", "--from without its =VALUE"},
	{"FROM a\nCOPY --chown=1 --chown=2 a b", "", "--chown twice"},
	{"FROM a\nRUN --network=x y", "", "must be default|none|host"},
	{"FROM a\nCOPY a <<E\nx\nE", "", "line 2: COPY to a heredoc"},
	{"FROM a\nENV =b", "", "line 2: ENV with a value but no name"},
	{"FROM a\nARG =b", "", "line 2: ARG with a value but no name"},
	{"FROM a\nLABEL =b", "", "line 2: LABEL with a value but no name"},
	{"FROM a\nSHELL sh", "", "line 2: SHELL takes the JSON form"},
	{"FROM a\nVOLUME [\" \"]", "", "line 2: VOLUME of nothing"},
	{"FROM a\nONBUILD FROM b", "", "line 2: ONBUILD of FROM"},
	{"FROM a\nONBUILD ONBUILD RUN b", "", "line 2: ONBUILD of ONBUILD"},
	{"FROM a AS x\nONBUILD USER a b c\nFROM x", "", ""},
	{"FROM a AS x\nONBUILD FOO\nFROM x", "", "FOO: no such instruction"},
	{"FROM a\nHEALTHCHECK a", "", "HEALTHCHECK a: CMD or NONE"},
	{"FROM a\nHEALTHCHECK NONE b", "", "NONE takes no arguments"},
	{"FROM a\nHEALTHCHECK CMD", "", "CMD without a command"},
	{"FROM a\nHEALTHCHECK --interval=5 CMD b", "", "a time like 1m30s"},
	{"FROM a\nHEALTHCHECK --retries=x CMD b", "", "must be a number"},
};

static void test_refused(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(refused); i++) {
		struct job j;
		int rc = run(&j, refused[i].text, refused[i].opts);

		if (rc == 0 && refused[i].why[0])
			fail_msg("%s was not refused", refused[i].text);
		if (rc && !refused[i].why[0])
			fail_msg("%s: %s", refused[i].text, j.err.msg);
		if (!strstr(j.err.msg, refused[i].why))
			fail_msg("%s: %s", refused[i].text, j.err.msg);
		if (rc)
			assert_int_equal(j.err.kind,
			                 strstr(refused[i].why, "no stage ") ==
			                                 refused[i].why ?
			                         ERR_USAGE :
			                         ERR_FORMAT);
		arena_free(&j.a);
	}
}

static void test_accepted(void **state)
{
	static const char *const texts[] = {
		"from a\nrun b",
		"FROM a\nHEALTHCHECK --interval=1m30s --retries=3 CMD b",
		"FROM a\nHEALTHCHECK --timeout=0.5h --start-period=0 CMD b",
		"FROM a\nSTOPSIGNAL --x SIGTERM",
		"FROM a\nARG --x y",
		"FROM a\nCOPY --link --from=nginx a b",
		"FROM a\nCOPY --exclude=1 --exclude=2 a b",
		"FROM a AS x\nONBUILD FOO", /* nobody runs it */
		"FROM a AS x\nCOPY --from=y b c\nFROM b AS y", /* nor that */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(texts); i++) {
		struct job j;

		if (run(&j, texts[i], ""))
			fail_msg("%s: %s", texts[i], j.err.msg);
		arena_free(&j.a);
	}
}

/* The variable X at the end of the target, as docker_image_of() would have
 * it; the base sets PATH and B, and "*" in the options: perhaps others. */
static const struct {
	const char *text, *opts, *want;
} scopes[] = {
	{"FROM a\nENV X=1", "", "1"},
	{"FROM a\nARG X=1", "", "1"},
	{"FROM a\nARG X=1", "X=2", "2"},
	{"FROM a\nARG X", "X=2", "2"},
	{"FROM a\nENV X=1", "X=2", "1"},
	{"ARG X=1\nFROM a", "", "(unset)"},
	{"ARG X=1\nFROM a\nARG X", "", "1"},
	{"ARG X=1\nFROM a\nARG X=2", "", "2"},
	{"ARG X=1\nFROM a\nARG X=2", "X=3", "3"},
	{"ARG X=1\nFROM a\nARG X", "X=3", "3"},
	{"ARG V=1\nARG X=$V.2\nFROM a\nARG X", "V=2", "2.2"},
	{"ARG X=1\nFROM a\nARG X=2\nFROM b\nARG X", "", "1"},
	/* several names, from left to right; pairs, all before the line */
	{"FROM a\nARG A=1 X=${A}2", "", "12"},
	{"FROM a\nENV A=0\nENV A=1 X=${A}2", "", "02"},
	{"FROM a\nENV X=0\nENV X=1$X X=2$X", "", "20"},
	{"FROM a\nENV X a b", "", "a b"},
	{"FROM a\nENV A=X $A=1", "", "(unset)"},
	{"FROM a\nENV A=X\nENV $A=1", "", "1"},
	/* the later one counts … */
	{"FROM a\nENV X=1\nARG X=2", "", "2"},
	{"FROM a\nARG X=2\nENV X=1", "X=3", "1"},
	{"FROM a\nENV X=1\nARG X", "", "1"},
	{"ARG X=0\nFROM a\nENV X=1\nARG X", "", "0"},
	/* … and in the next stage the image's environment does */
	{"FROM a AS s\nENV X=1\nARG X=2\nFROM s", "", "1"},
	{"FROM a AS s\nENV X=1\nARG X=2\nARG X=3\nFROM s", "", "1"},
	{"FROM a AS s\nENV X=1\nARG X=2\nENV X=3\nFROM s", "", "3"},
	{"FROM a AS s\nENV X=1\nARG X=2\nENV X=3\nARG X=4\nFROM s", "", "3"},
	{"FROM a AS s\nARG X=2\nFROM s", "", "2"},
	{"FROM a AS s\nARG X=2\nFROM s AS t\nFROM t\nENV X=$X.", "", "2."},
	{"FROM a AS s\nENV X=2\nFROM b", "", "(unset)"},
	{"FROM a AS s\nONBUILD ENV X=3\nENV X=2\nFROM s", "", "3"},
	{"FROM a AS s\nONBUILD ENV X=3\nENV X=2\nFROM s AS t\nENV X=1\nFROM t",
         "", "1"},
	/* of the base, and of every build */
	{"FROM a\nENV X=$B", "", "base"},
	{"FROM a\nARG X=$PATH", "", "/bin"},
	{"FROM a\nENV X=$TARGETARCH", "", ""},
	{"FROM a\nARG TARGETARCH\nENV X=$TARGETARCH", "", "amd64"},
	{"FROM a\nARG TARGETPLATFORM TARGETOS TARGETVARIANT\n"
         "ENV X=$TARGETPLATFORM,$TARGETOS,$TARGETVARIANT",
         "/linux/arm/v7", "linux/arm/v7,linux,v7"},
	{"FROM a\nARG X=$http_proxy", "http_proxy=p", ""},
	{"FROM a\nARG http_proxy\nENV X=$http_proxy", "http_proxy=p", "p"},
	/* what isn't known */
	{"FROM a\nENV X=$C", "*", "(unknown)"},
	{"FROM a\nENV X=/x:$C", "*", "/x:(unknown)"},
	{"FROM a\nENV X=${C:-1}", "*", "(unknown)"},
	{"FROM a\nENV X=$B", "*", "base"},
	{"FROM a\nARG X", "*", "(may be set)"},
	{"FROM a\nARG X=1", "*", "1"},
	{"FROM a AS s\nARG X=1\nFROM s", "*", "(unknown)"},
	{"FROM a AS s\nENV X=1\nARG X=2\nFROM s", "*", "1"},
	{"FROM a\nENV X=1 $C=2", "*", "(may be set)"},
	{"FROM a\nENV $C=2 X=1", "*", "1"},
};

static struct str value_of(struct arena *a, const struct scope *s)
{
	const struct binding *b = scope_get(s, STR("X"));

	if (!b || b->unset)
		return s->open ? STR("(may be set)") : STR("(unset)");
	return arena_fmt(a, STR_F "%s", STR_A(b->value.s),
	                 b->unknown ? "(unknown)" : "");
}

static void apply(struct job *j, const struct instrs *list, struct scope *s)
{
	slice_for (const struct instr, i, *list)
		if (scope_apply(s, &j->s, i, j->d.escape, &j->err))
			fail_msg("%s", j->err.msg);
}

static void test_scopes(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(scopes); i++) {
		bool open = scopes[i].opts[0] == '*';
		struct stage_refs chain;
		struct scope s;
		struct job j;

		if (run(&j, scopes[i].text, scopes[i].opts + open))
			fail_msg("%s: %s", scopes[i].text, j.err.msg);
		scope_init(&s, &j.a);
		s.open = open;
		*scope_put(&s, STR("B")) =
			(struct binding){.name = STR("B"),
		                         .value = text_of(&j.a, TEXT_BASE,
		                                          STR("base")),
		                         .env = true};
		*scope_put(&s, STR("PATH")) =
			(struct binding){.name = STR("PATH"),
		                         .value = text_of(&j.a, TEXT_BASE,
		                                          STR("/bin")),
		                         .env = true};
		stages_chain(j.s.target, &j.a, &chain);
		for (size_t k = 0; k < chain.n; k++) {
			if (k) {
				scope_next_stage(&s);
				apply(&j, &chain.v[k - 1]->onbuild, &s);
			}
			apply(&j, &chain.v[k]->body, &s);
		}
		assert_same(value_of(&j.a, &s), scopes[i].want, scopes[i].text);
		arena_free(&j.a);
	}
}

/* The image of the last stage leads to the literal that is to be edited. */
static void test_origin(void **state)
{
	const char *text = "ARG V=12.1.1\nARG I=nvidia/cuda:$V\nFROM $I-base";
	const struct text *image;
	struct span span;
	struct spans spans;
	struct job j;

	(void)state;
	assert_int_equal(run(&j, text, ""), 0);
	image = &j.s.target->image;
	assert_same(image->s, "nvidia/cuda:12.1.1-base", text);
	assert_true(text_span(image, 12, 6, &span));
	assert_int_equal(span.offset, 6);
	assert_true(text_spans(image, 0, image->s.n, &j.a, &spans));
	assert_int_equal(spans.n, 3);
	arena_free(&j.a);
	assert_int_equal(run(&j, text, "V=12.4.1"), 0);
	assert_false(text_span(&j.s.target->image, 12, 6, &span));
	arena_free(&j.a);
}

static void test_copy_from(void **state)
{
	struct job j;
	const struct stage *all;

	(void)state;
	assert_int_equal(run(&j, "FROM a AS x\nFROM b AS y\nFROM c\nCOPY d e",
	                     ""),
	                 0);
	all = j.s.all.v;
	assert_ptr_equal(stages_copy_from(&j.s, &all[2], STR("X")), all);
	assert_ptr_equal(stages_copy_from(&j.s, &all[2], STR("1")), all + 1);
	assert_null(stages_copy_from(&j.s, &all[2], STR("2")));
	assert_null(stages_copy_from(&j.s, &all[2], STR("9")));
	assert_null(stages_copy_from(&j.s, &all[0], STR("y")));
	assert_null(stages_copy_from(&j.s, &all[2], STR("nginx")));
	arena_free(&j.a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_bases),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_accepted),
		cmocka_unit_test(test_scopes),
		cmocka_unit_test(test_origin),
		cmocka_unit_test(test_copy_from),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
