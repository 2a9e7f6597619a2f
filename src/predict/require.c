#include "predict/require.h"

#include "base/version.h"

#include <string.h>

/* A failed factor is formatted into a buffer of this size; longer is an
 * error.  dsl.c, EXPR_MAX. */
enum { FACTOR_MAX = 128 };

enum op { OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_N };

static const char *const op_names[OP_N] = {
	[OP_EQ] = "=",  [OP_NE] = "!=", [OP_LT] = "<",
	[OP_LE] = "<=", [OP_GT] = ">",  [OP_GE] = ">=",
};

enum truth { INVALID = -1, UNTRUE, TRUE };

struct factor {
	struct str name, value;
	enum op op;
};

static bool is_op(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '!';
}

static size_t op_at(struct str s, size_t from, bool want)
{
	while (from < s.n && is_op(s.p[from]) != want)
		from++;
	return from;
}

/* Only as many bytes as were written are compared, so "!" reads "!=". */
static bool parse_op(struct str run, enum op *out)
{
	for (int i = 0; i < OP_N; i++) {
		if (run.n && str_has_prefix(str_c(op_names[i]), run)) {
			*out = (enum op)i;
			return true;
		}
	}
	return false;
}

static bool parse_factor(struct str s, struct factor *f)
{
	size_t op = op_at(s, 0, true);
	size_t value = op_at(s, op, false);

	f->name = (struct str){s.p, op};
	f->value = str_from(s, value);
	return f->name.n && f->value.n &&
	       parse_op((struct str){s.p + op, value - op}, &f->op);
}

static bool holds(enum op op, int order)
{
	switch (op) {
	case OP_EQ:
		return order == 0;
	case OP_NE:
		return order != 0;
	case OP_LT:
		return order < 0;
	case OP_LE:
		return order <= 0;
	case OP_GT:
		return order > 0;
	case OP_GE:
		return order >= 0;
	case OP_N:
		break;
	}
	return false;
}

static size_t span(struct str s, const char *set)
{
	size_t n = 0;

	while (n < s.n && s.p[n] && strchr(set, s.p[n]))
		n++;
	return n;
}

/* The number in front, and the dots behind it; false if there is none. */
static bool take_part(struct str *s, uint64_t *out)
{
	size_t n = span(*s, "0123456789");

	if (!str_uint((struct str){s->p, n}, out) || *out == UINT64_MAX)
		return false;
	*s = str_from(*s, n);
	*s = str_from(*s, span(*s, "."));
	return true;
}

static bool is_dotted(struct str s)
{
	return span(s, "0123456789.") == s.n;
}

/* What is left behind equal parts counts only if it is not all zeros, and is
 * not read as numbers any more. */
static enum truth compare_versions(struct str host, enum op op,
                                   struct str wanted)
{
	uint64_t a, b;

	if (!is_dotted(host) || !is_dotted(wanted))
		return INVALID;
	while (host.n && wanted.n) {
		if (!take_part(&host, &a) || !take_part(&wanted, &b))
			return INVALID;
		if (a != b)
			return holds(op, a < b ? -1 : 1) ? TRUE : UNTRUE;
	}
	host = str_from(host, span(host, ".0"));
	wanted = str_from(wanted, span(wanted, ".0"));
	return holds(op, (host.n > 0) - (wanted.n > 0)) ? TRUE : UNTRUE;
}

static enum truth compare_words(struct str host, enum op op, struct str wanted)
{
	if (op != OP_EQ && op != OP_NE)
		return INVALID;
	return str_eq_nocase(host, wanted) == (op == OP_EQ) ? TRUE : UNTRUE;
}

static enum truth compare(const struct factor *f, const struct require_host *h)
{
	struct str brand = STR("brand");
	const struct {
		struct str name, host;
	} props[] = {
		{STR("cuda"), h->cuda},
		{STR("driver"), h->driver},
		{STR("arch"), h->arch},
		{brand, h->brand},
	};

	for (size_t i = 0; i < sizeof props / sizeof *props; i++) {
		if (!str_eq_nocase(props[i].name, f->name))
			continue;
		if (props[i].host.n == 0)
			return TRUE; /* before the value is looked at */
		if (str_eq(props[i].name, brand))
			return compare_words(props[i].host, f->op, f->value);
		return compare_versions(props[i].host, f->op, f->value);
	}
	return INVALID;
}

static size_t printed_size(const struct factor *f)
{
	return f->name.n + strlen(op_names[f->op]) + f->value.n + 2;
}

static enum truth eval_factor(struct str s, const struct require_host *h,
                              struct require_verdict *v)
{
	struct factor f;
	enum truth t = INVALID;

	if (parse_factor(s, &f))
		t = compare(&f, h);
	if (t == UNTRUE && printed_size(&f) >= FACTOR_MAX)
		t = INVALID;
	if (t == UNTRUE) {
		v->name = f.name;
		v->op = str_c(op_names[f.op]);
		v->value = f.value;
	}
	if (t == INVALID)
		v->failed = s;
	return t;
}

/* An empty term leaves the truth as it was: that decides ", cuda>=99". */
static enum truth eval_term(struct str term, const struct require_host *h,
                            enum truth before, struct require_verdict *v)
{
	struct str factor;
	enum truth t = before;

	while (str_next(&term, ',', &factor)) {
		if (factor.n == 0)
			continue;
		t = eval_factor(factor, h, v);
		if (t != TRUE)
			return t;
	}
	return t;
}

static bool has_factors(struct str term)
{
	return span(term, ",") < term.n;
}

struct require_verdict require_eval(struct str expr,
                                    const struct require_host *h)
{
	struct require_verdict v = {0};
	struct str rest = expr, term, tail;
	enum truth t = TRUE;

	while (str_next(&rest, ' ', &term)) {
		if (term.n == 0)
			continue;
		t = eval_term(term, h, t, &v);
		if (t != UNTRUE || !has_factors(term))
			break;
	}
	if (t == INVALID) {
		v.result = REQUIRE_INVALID;
	} else if (t == UNTRUE) {
		v.result = REQUIRE_UNSATISFIED;
		(void)str_cut(expr, ' ', &v.failed, &tail);
	}
	return v;
}

static bool is_older(struct str toolkit, struct str than)
{
	return version_lead(toolkit).n && version_cmp_str(toolkit, than) < 0;
}

void require_message(struct str expr, const struct require_verdict *v,
                     struct str toolkit, struct buf *out)
{
	static const char tail[] =
		", please update your driver to a newer version, or use an "
		"earlier cuda container";
	struct str first, rest;

	if (v->result == REQUIRE_OK)
		return;
	if (v->result == REQUIRE_INVALID) {
		buf_add(out, STR("invalid expression"));
		return;
	}
	buf_add(out, STR("unsatisfied condition: "));
	if (is_older(toolkit, STR("1.0.4"))) {
		buf_printf(out, STR_F " " STR_F " " STR_F, STR_A(v->name),
		           STR_A(v->op), STR_A(v->value));
		return;
	}
	(void)str_cut(expr, ' ', &first, &rest);
	buf_add(out, first);
	if (!is_older(toolkit, STR("1.0.6")) &&
	    str_has_prefix(first, STR("cuda>=")))
		buf_add(out, str_c(tail));
}

/* Valid against a host that has everything, wherever the value stands. */
static bool is_well_formed(struct str s)
{
	const struct require_host any = {STR("1"), STR("1"), STR("1"),
	                                 STR("x")};
	struct factor f;
	struct str rest;
	uint64_t part;

	if (!parse_factor(s, &f) || compare(&f, &any) == INVALID)
		return false;
	if (str_eq_nocase(f.name, STR("brand")))
		return true;
	for (rest = f.value; rest.n;)
		if (!take_part(&rest, &part))
			return false;
	return true;
}

struct str require_bad_factor(struct str expr)
{
	struct str term, factor;

	while (str_next(&expr, ' ', &term))
		while (str_next(&term, ',', &factor))
			if (factor.n && !is_well_formed(factor))
				return factor;
	return (struct str){0};
}
