#include "lint/fingerprint.h"

#include "base/path.h"
#include "base/sha256.h"

#include <stdlib.h>

/* With its length, so that no two lists of parts are one text. */
static void add_part(struct buf *out, struct str part)
{
	buf_printf(out, "%zu:", part.n);
	buf_add(out, part);
}

/* Blanks, and where a line was joined, do not count. */
static void add_words(struct buf *out, struct str text)
{
	struct buf words = {0};
	char last = ' ';

	text = str_trim(text);
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';

		if (blank)
			c = ' ';
		if (!blank || last != ' ')
			buf_addc(&words, c, 1);
		last = c;
	}
	add_part(out, buf_str(&words));
	buf_free(&words);
}

static const struct instr *instr_at(const struct dockerfile *d, size_t offset)
{
	slice_for (const struct instr, i, d->instrs)
		if (offset >= i->span.offset &&
		    offset < i->span.offset + i->span.n)
			return i;
	return NULL;
}

static void add_place(const struct lint_input *in, const struct finding *f,
                      struct buf *out)
{
	const struct instr *i;

	if (!in->file || f->at.n == 0)
		return;
	add_words(out, (struct str){in->file->bytes.p + f->at.offset, f->at.n});
	i = instr_at(in->file, f->at.offset);
	if (!i)
		return;
	add_words(out, i->joined.s);
	slice_for (const struct heredoc, h, i->heredocs)
		add_words(out, h->body.s);
}

static int by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* The line that set a variable says which one; that of a layer may hold what
 * each build has its own of. */
static struct str proof_of(const struct lint_input *in,
                           const struct evidence *e)
{
	struct buf b = {0};
	struct str out;

	add_part(&b, path_rel(e->path));
	if (e->layer < 0)
		add_words(&b, e->history);
	out = arena_str(in->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static void add_evidence(const struct lint_input *in, const struct finding *f,
                         struct buf *out)
{
	struct strs proofs = {0};

	slice_for (const struct evidence, e, f->evidence)
		*arena_push(in->arena, &proofs) = proof_of(in, e);
	if (proofs.n)
		qsort(proofs.v, proofs.n, sizeof *proofs.v, by_text);
	slice_for (const struct str, p, proofs)
		add_part(out, *p);
}

static struct str hash(struct arena *a, struct str text)
{
	struct digest d = sha256_of(text);
	struct str hex = str_from(digest_str(&d), STR("sha256:").n);

	return arena_str(a, (struct str){hex.p, FINGERPRINT_TEXT});
}

static struct str content_of(const struct lint_input *in,
                             const struct finding *f)
{
	struct buf b = {0};
	struct str out;

	add_part(&b, str_c(f->rule->id));
	add_part(&b, in->file && in->names.n ? in->names.v[0] : STR(""));
	add_place(in, f, &b);
	add_evidence(in, f, &b);
	out = hash(in->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

/* What they say decides between those that are alike. */
static int by_content(const void *left, const void *right)
{
	const struct finding *const *a = left, *const *b = right;
	int order = str_cmp((*a)->fingerprint, (*b)->fingerprint);

	if (order == 0)
		order = str_cmp((*a)->message, (*b)->message);
	return order ? order : (*a > *b) - (*a < *b);
}

void findings_fingerprint(const struct lint_input *in, struct findings *all)
{
	struct finding **sorted =
		arena_array(in->arena, struct finding *, all->n);
	struct str last = {0};
	size_t n = 0, nth = 0;

	slice_for (struct finding, f, *all) {
		if (f->fingerprint.n)
			continue;
		f->fingerprint = content_of(in, f);
		sorted[n++] = f;
	}
	if (n)
		qsort(sorted, n, sizeof *sorted, by_content);
	for (size_t i = 0; i < n; i++) {
		struct str *text = &sorted[i]->fingerprint;

		nth = str_eq(*text, last) ? nth + 1 : 0;
		last = *text;
		if (nth)
			*text = arena_fmt(in->arena, STR_F ":%zu", STR_A(*text),
			                  nth);
	}
}
