#include "dockerfile/shell_expand.h"

#include <string.h>

/* Operands and operators of [ or [[, being read from the left. */
struct test {
	struct shell *s;
	const struct values *args;    /* of [ */
	const struct sh_words *words; /* of [[ */
	struct sh_ctx ctx;
	size_t at, n;
	unsigned depth;
};

static enum sh_status of_bool(bool b)
{
	return b ? STATUS_OK : STATUS_FAIL;
}

static enum sh_status not_of(enum sh_status s)
{
	return s == STATUS_ANY ? s : of_bool(s == STATUS_FAIL);
}

static struct value operand(struct test *t, size_t i)
{
	if (i >= t->n)
		return (struct value){.absent = true};
	return !t->words ? t->args->v[i] :
	                   sh_expand_value(t->s, &t->words->v[i], t->ctx);
}

/* The word at i is this operator, for certain. */
static bool is_op(struct test *t, size_t i, const char *op)
{
	struct text x;

	if (i >= t->n)
		return false;
	if (t->words)
		return sh_word_is(&t->words->v[i], op);
	return value_one(&t->args->v[i], &x) && str_eq(x.s, str_c(op));
}

static bool op_at(struct test *t, size_t i, struct str *op)
{
	struct text x;

	if (i >= t->n)
		return false;
	if (t->args) {
		if (!value_one(&t->args->v[i], &x))
			return false;
	} else {
		const struct sh_word *w = &t->words->v[i];

		if (w->n != 1 || w->v[0].kind != PART_TEXT || w->v[0].quoted)
			return false;
		x = w->v[0].text;
	}
	*op = x.s;
	return true;
}

static bool whole(struct str s, int64_t *out)
{
	bool minus = s.n && s.p[0] == '-';
	uint64_t n;

	if (!str_uint(str_from(s, minus), &n) || n > INT32_MAX)
		return false;
	*out = minus ? -(int64_t)n : (int64_t)n;
	return true;
}

typedef enum sh_status compare_fn(struct str op, struct str x, struct str y);

static enum sh_status compare_numbers(struct str op, struct str x, struct str y)
{
	static const char *const names[] = {"-eq", "-ne", "-lt",
	                                    "-le", "-gt", "-ge"};
	int64_t a, b;
	size_t i = 0;

	while (i < 6 && !str_eq(op, str_c(names[i])))
		i++;
	if (i == 6 || !whole(x, &a) || !whole(y, &b))
		return STATUS_ANY;
	return of_bool(i == 0 ? a == b :
	               i == 1 ? a != b :
	               i == 2 ? a < b :
	               i == 3 ? a <= b :
	               i == 4 ? a > b :
	                        a >= b);
}

static enum sh_status compare_texts(struct str op, struct str x, struct str y)
{
	if (str_eq(op, STR("!=")))
		return of_bool(!str_eq(x, y));
	return of_bool(str_eq(x, y));
}

/* What all alternatives agree on. */
static enum sh_status over_all(const struct value *x, const struct value *y,
                               struct str op, compare_fn *f)
{
	enum sh_status all = STATUS_ANY;
	bool first = true;

	if (x->unknown || y->unknown || x->absent || y->absent || x->glob ||
	    y->glob)
		return STATUS_ANY;
	slice_for (struct text, a, x->any) {
		slice_for (struct text, b, y->any) {
			enum sh_status now = f(op, a->s, b->s);

			if (!first && now != all)
				return STATUS_ANY;
			all = now;
			first = false;
		}
	}
	return all;
}

/* What [[ x == y ]] says of all that x can be. */
static enum sh_status match_all(struct test *t, const struct value *x,
                                const struct sh_word *pattern, bool regex)
{
	struct sh_pattern p = sh_expand_pattern(t->s, pattern, t->ctx, regex);
	size_t yes = 0, no = 0;

	slice_for (struct text, a, x->any) {
		struct sh_found f;
		enum sh_match m =
			regex ? sh_match_in(&p, a->s, 0, &f) :
				sh_match_at(&p, a->s, 0, WANT_ALL, &f);

		yes += m == MATCH_YES;
		no += m == MATCH_NO;
	}
	if (x->unknown || x->absent || x->glob || yes + no < x->any.n ||
	    (yes && no))
		return STATUS_ANY;
	return of_bool(yes > 0);
}

static bool is_equality(struct str op)
{
	return str_eq(op, STR("=")) || str_eq(op, STR("==")) ||
	       str_eq(op, STR("!="));
}

static enum sh_status equality(struct test *t, struct str op)
{
	struct value x = operand(t, t->at), y;
	enum sh_status s;

	if (t->words) {
		s = match_all(t, &x, &t->words->v[t->at + 2], false);
		return str_eq(op, STR("!=")) ? not_of(s) : s;
	}
	y = operand(t, t->at + 2);
	s = over_all(&x, &y, op, compare_texts);
	/* dash's test has no ==, and fails. */
	if (str_eq(op, STR("==")) && !t->s->bash && s == STATUS_OK)
		return STATUS_ANY;
	return s;
}

static enum sh_status binary(struct test *t, struct str op)
{
	struct value x, y;

	if (is_equality(op))
		return equality(t, op);
	x = operand(t, t->at);
	if (str_eq(op, STR("=~")))
		return match_all(t, &x, &t->words->v[t->at + 2], true);
	y = operand(t, t->at + 2);
	return over_all(&x, &y, op, compare_numbers);
}

static bool is_binary(const struct test *t, struct str op)
{
	static const char *const others[] = {"-eq", "-ne", "-lt", "-le", "-gt",
	                                     "-ge", "-ef", "-nt", "-ot"};

	if (is_equality(op) ||
	    (t->words && (str_eq(op, STR("=~")) || str_eq(op, STR("<")) ||
	                  str_eq(op, STR(">")))))
		return true;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (str_eq(op, str_c(others[i])))
			return true;
	return false;
}

static enum sh_status is_empty(struct str op, struct str x, struct str y)
{
	(void)op;
	(void)y;
	return of_bool(x.n == 0);
}

static enum sh_status emptiness(const struct value *v)
{
	struct text none = {0};
	const struct value nothing = {.any = {&none, 1}};

	if (v->unknown && v->any.n == 0 && v->lead.s.n && !v->absent)
		return STATUS_FAIL;
	if (v->glob && !v->absent && !v->unknown)
		return STATUS_FAIL;
	return over_all(v, &nothing, STR(""), is_empty);
}

static enum sh_status unary(struct test *t, struct str op)
{
	struct value v = operand(t, t->at + 1);

	if (str_eq(op, STR("-z")))
		return emptiness(&v);
	if (str_eq(op, STR("-n")))
		return not_of(emptiness(&v));
	return STATUS_ANY; /* files, and what bash adds */
}

static enum sh_status either(struct test *t);

static enum sh_status primary(struct test *t)
{
	struct str op;
	enum sh_status s;
	struct value v;

	if (t->at >= t->n || t->depth++ > SHELL_DEPTH_MAX)
		return STATUS_ANY;
	if (op_at(t, t->at + 1, &op) && is_binary(t, op) && t->at + 2 < t->n) {
		s = binary(t, op);
		t->at += 3;
		return s;
	}
	if (is_op(t, t->at, "!") && t->at + 1 < t->n) {
		t->at++;
		return not_of(primary(t));
	}
	if (is_op(t, t->at, "(") && t->at + 1 < t->n) {
		t->at++;
		s = either(t);
		s = is_op(t, t->at, ")") ? s : STATUS_ANY;
		t->at++;
		return s;
	}
	if (op_at(t, t->at, &op) && op.n == 2 && op.p[0] == '-' &&
	    t->at + 1 < t->n && !is_op(t, t->at + 1, "-a") &&
	    !is_op(t, t->at + 1, "-o")) {
		s = unary(t, op);
		t->at += 2;
		return s;
	}
	v = operand(t, t->at++);
	return not_of(emptiness(&v));
}

static enum sh_status both(struct test *t)
{
	enum sh_status s = primary(t);

	while (is_op(t, t->at, t->words ? "&&" : "-a")) {
		enum sh_status next;

		t->at++;
		next = primary(t);
		if (s == STATUS_FAIL || next == STATUS_FAIL)
			s = STATUS_FAIL;
		else if (next == STATUS_ANY)
			s = STATUS_ANY;
	}
	return s;
}

static enum sh_status either(struct test *t)
{
	enum sh_status s = both(t);

	while (is_op(t, t->at, t->words ? "||" : "-o")) {
		enum sh_status next;

		t->at++;
		next = both(t);
		if (s == STATUS_OK || next == STATUS_OK)
			s = STATUS_OK;
		else if (next == STATUS_ANY)
			s = STATUS_ANY;
	}
	return s;
}

enum sh_status sh_test(struct shell *s, const struct values *args)
{
	struct test t = {.s = s, .args = args, .n = args->n};
	enum sh_status status;

	if (args->n == 0)
		return STATUS_FAIL;
	slice_for (struct value, v, *args)
		if (v->absent || v->glob)
			return STATUS_ANY;
	status = either(&t);
	return t.at == t.n ? status : STATUS_ANY;
}

enum sh_status sh_cond(struct shell *s, const struct sh_words *w,
                       struct sh_ctx c)
{
	struct test t = {.s = s, .words = w, .n = w->n, .ctx = c};
	enum sh_status status = either(&t);

	if (t.at != t.n)
		return STATUS_ANY;
	/* dash has no [[: there it fails. */
	return !s->bash && status == STATUS_OK ? STATUS_ANY : status;
}
