/* A Dockerfile: its tokens are the file, its texts stand where they say, and
 * line ends, a BOM and the last line end change nothing. */
#include "dockerfile/parse.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool is_inside(struct span s, struct str file)
{
	return s.offset <= file.n && s.n <= file.n - s.offset;
}

/* Runs cover it, and those of the file go forward there. */
static void check_text(const struct text *t, struct str file)
{
	size_t at = 0, last = 0;

	slice_for (struct text_run, r, t->runs) {
		assert(r->at == at && r->n > 0);
		at += r->n;
		if (r->from != TEXT_FILE) {
			assert(r->from == TEXT_MADE);
			continue;
		}
		assert(is_inside((struct span){r->offset, r->n}, file));
		assert(memcmp(t->s.p + r->at, file.p + r->offset, r->n) == 0);
		assert(r->offset >= last);
		last = r->offset + r->n;
	}
	assert(at == t->s.n);
}

static void check_texts(const struct texts *all, struct str file)
{
	slice_for (const struct text, t, *all)
		check_text(t, file);
}

static void check_heredocs(const struct instr *in, struct str file)
{
	size_t last = in->span.offset;

	slice_for (const struct heredoc, h, in->heredocs) {
		check_text(&h->name, file);
		check_text(&h->word, file);
		check_text(&h->body, file);
		assert(h->name.s.n && h->end.offset > last);
		assert(is_inside(h->end, file));
		last = h->end.offset;
	}
}

/* What the parser found in the line is found there again. */
static void check_again(const struct instr *in, char escape)
{
	struct arena a = {0};
	struct instr again;
	struct err err = {0};

	assert(!instr_parse(&in->joined, escape, &a, &again, &err));
	assert(again.keyword == in->keyword && again.json == in->json);
	assert(again.args.n == in->args.n && again.flags.n == in->flags.n);
	arena_free(&a);
}

static void check_instr(const struct instr *in, const struct dockerfile *d)
{
	check_text(&in->joined, d->bytes);
	check_heredocs(in, d->bytes);
	check_again(in, d->escape);
	for (; in; in = in->nested) {
		check_text(&in->name, d->bytes);
		check_texts(&in->flags, d->bytes);
		check_texts(&in->args, d->bytes);
		assert(in->nested == NULL || in->args.n == 0);
	}
}

static void check_instrs(const struct dockerfile *d)
{
	size_t end = 0, line = 0;

	slice_for (const struct instr, in, d->instrs) {
		size_t first, column;

		assert(in->span.offset >= end && in->first > line);
		assert(in->span.n && is_inside(in->span, d->bytes));
		assert(in->last >= in->first && in->last <= d->lines.n);
		dockerfile_place(d, in->span.offset, &first, &column);
		assert(first == in->first);
		end = in->span.offset + in->span.n;
		line = in->last;
		check_instr(in, d);
		slice_for (const struct span, s, in->inner)
			assert(s->offset > in->span.offset &&
			       s->offset + s->n <= end);
	}
}

static void check_tokens(const struct dockerfile *d)
{
	size_t at = 0;

	slice_for (const struct token, t, d->tokens) {
		assert(t->span.offset == at && t->span.n > 0);
		at += t->span.n;
	}
	assert(at == d->bytes.n && d->directives_end <= at);
}

static bool parse_and_dump(struct str file, struct buf *out)
{
	struct arena a = {0};
	struct dockerfile d;
	struct err err = {0};
	bool good = !dockerfile_parse(file, &a, &d, &err);

	if (good)
		dockerfile_dump(&d, out);
	else
		assert(err.kind == ERR_LIMIT ||
		       (err.kind == ERR_FORMAT &&
		        strncmp(err.msg, "line ", 5) == 0));
	arena_free(&a);
	return good;
}

static void check_variant(struct str dump, struct str file)
{
	struct buf got = {0};

	assert(parse_and_dump(file, &got));
	assert(str_eq(buf_str(&got), dump));
	buf_free(&got);
}

static bool has_bom(struct str file)
{
	return str_has_prefix(file, STR("\xef\xbb\xbf"));
}

static void check_variants(struct str dump, struct str file)
{
	struct buf crlf = {0}, bom = {0};

	for (size_t i = 0; i < file.n; i++) {
		buf_addc(&crlf, '\r', file.p[i] == '\n');
		buf_addc(&crlf, file.p[i], 1);
	}
	check_variant(dump, buf_str(&crlf));
	buf_add(&bom, STR("\xef\xbb\xbf"));
	buf_add(&bom, file);
	if (!has_bom(file))
		check_variant(dump, buf_str(&bom));
	if (str_has_suffix(file, STR("\n")))
		check_variant(dump, (struct str){file.p, file.n - 1});
	buf_free(&crlf);
	buf_free(&bom);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum { SHORT = 20000 }; /* no line gets too long by a variant */
	struct str file = {(const char *)data, size};
	struct arena a = {0};
	struct buf dump = {0}, json = {0};
	struct dockerfile d;
	struct err err = {0};

	if (parse_and_dump(file, &dump)) {
		assert(!dockerfile_parse(file, &a, &d, &err));
		check_tokens(&d);
		check_instrs(&d);
		dockerfile_dump_json(&d, &json);
		assert(json.n > 0);
		if (size < SHORT)
			check_variants(buf_str(&dump), file);
	}
	buf_free(&dump);
	buf_free(&json);
	arena_free(&a);
	return 0;
}
