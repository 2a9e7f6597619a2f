/* Joined, the tokens are the file: also with other line ends, with a byte order
 * mark, and without the last line end. */
#include "base/buf.h"
#include "conformance.h"
#include "dockerfile/parse.h"

static void as_it_is(struct str file, struct buf *out)
{
	buf_add(out, file);
}

static void with_crlf(struct str file, struct buf *out)
{
	for (size_t i = 0; i < file.n; i++) {
		buf_addc(out, '\r', file.p[i] == '\n');
		buf_addc(out, file.p[i], 1);
	}
}

static void with_bom(struct str file, struct buf *out)
{
	buf_add(out, STR("\xef\xbb\xbf"));
	buf_add(out, file);
}

static void without_last_end(struct str file, struct buf *out)
{
	file.n -= str_has_suffix(file, STR("\n"));
	buf_add(out, file);
}

static const struct {
	const char *name;
	void (*make)(struct str file, struct buf *out);
} variants[] = {
	{"as it is", as_it_is},
	{"with CRLF", with_crlf},
	{"with a BOM", with_bom},
	{"without the last line end", without_last_end},
};

static bool is_whole(const struct dockerfile *d)
{
	struct buf all = {0};
	bool same;

	slice_for (struct token, t, d->tokens)
		buf_add(&all,
		        (struct str){d->bytes.p + t->span.offset, t->span.n});
	same = str_eq(buf_str(&all), d->bytes);
	buf_free(&all);
	return same;
}

static void check_file(struct run *r, struct set *s, const char *path)
{
	struct str file = path_read(r, path);
	struct dockerfile d;
	struct err err = {0};

	if (dockerfile_parse(file, &r->arena, &d, &err))
		return;
	for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
		struct buf b = {0};

		variants[i].make(file, &b);
		set_case(s,
		         !dockerfile_parse(buf_str(&b), &r->arena, &d, &err) &&
		                 is_whole(&d),
		         "%s %s: %s", path, variants[i].name, err.msg);
		buf_free(&b);
	}
}

void conform_roundtrip(struct run *r)
{
	struct set s = {.name = "files and variants byte-exact", .want = 352};
	const char *dir = "buildkit/parser/testfiles";
	struct strs names = folder_names(r, dir);

	slice_for (struct str, n, names)
		check_file(r, &s,
		           arena_fmt(&r->arena, "%s/" STR_F "/Dockerfile", dir,
		                     STR_A(*n))
		                   .p);
	check_file(r, &s, "buildkit/parser/testfile-line/Dockerfile");
	names = folder_names(r, "probes");
	slice_for (struct str, n, names)
		if (str_has_suffix(*n, STR(".Dockerfile")))
			check_file(r, &s,
			           arena_fmt(&r->arena, "probes/" STR_F,
			                     STR_A(*n))
			                   .p);
	set_end(r, &s);
}
