/* The fixtures of BuildKit's parser: dumps, what it rejects, and lines. */
#include "conformance.h"
#include "dockerfile/parse.h"

#define COUNT(a) (sizeof(a) / sizeof *(a))

static void check_dump(struct run *r, struct set *s, struct str name)
{
	const char *dir = "buildkit/parser/testfiles";
	struct str file =
		path_read(r, arena_fmt(&r->arena, "%s/" STR_F "/Dockerfile",
	                               dir, STR_A(name))
	                             .p);
	struct str want =
		path_read(r, arena_fmt(&r->arena, "%s/" STR_F "/result", dir,
	                               STR_A(name))
	                             .p);
	struct dockerfile d;
	struct buf got = {0};
	struct err err = {0};

	if (dockerfile_parse(file, &r->arena, &d, &err)) {
		set_case(s, false, STR_F ": %s", STR_A(name), err.msg);
		return;
	}
	dockerfile_dump(&d, &got);
	set_case(s, str_eq(buf_str(&got), want), STR_F ":\n" STR_F, STR_A(name),
	         STR_A(buf_str(&got)));
	buf_free(&got);
}

static void check_dumps(struct run *r)
{
	struct set s = {.name = "dumps byte-equal", .want = 33};
	struct strs names = folder_names(r, "buildkit/parser/testfiles");

	slice_for (struct str, name, names)
		check_dump(r, &s, *name);
	set_end(r, &s);
}

static void check_negatives(struct run *r)
{
	const char *dir = "buildkit/parser/testfiles-negative";
	struct set s = {.name = "negatives rejected", .want = 4};
	struct strs names = folder_names(r, dir);

	slice_for (struct str, name, names) {
		struct dockerfile d;
		struct err err = {0};
		const char *path =
			arena_fmt(&r->arena, "%s/" STR_F "/Dockerfile", dir,
		                  STR_A(*name))
				.p;
		int rc = dockerfile_parse(path_read(r, path), &r->arena, &d,
		                          &err);

		set_case(&s, rc && err.kind == ERR_FORMAT, STR_F " %d",
		         STR_A(*name), rc);
	}
	set_end(r, &s);
}

static void check_lines(struct run *r)
{
	static const size_t want[][2] = {{5, 5}, {11, 12}, {17, 31}};
	struct set s = {.name = "instructions at their lines",
	                .want = COUNT(want)};
	struct dockerfile d;
	struct err err = {0};

	if (dockerfile_parse(
		    path_read(r, "buildkit/parser/testfile-line/Dockerfile"),
		    &r->arena, &d, &err) ||
	    d.instrs.n != COUNT(want)) {
		set_case(&s, false, "%zu instructions %s", d.instrs.n, err.msg);
		set_end(r, &s);
		return;
	}
	for (size_t i = 0; i < COUNT(want); i++) {
		const struct instr *in = &d.instrs.v[i];

		set_case(&s, in->first == want[i][0] && in->last == want[i][1],
		         "instruction %zu: %zu-%zu", i, in->first, in->last);
	}
	set_end(r, &s);
}

void conform_parser(struct run *r)
{
	check_dumps(r);
	check_negatives(r);
	check_lines(r);
}
