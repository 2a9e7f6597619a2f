/* The requirement check of nvidia-container-runtime's csv mode. */
#include "predict/require.h"

/* golang.org/x/mod/semver, behind the "v". */
struct semver {
	struct str part[3];
	bool pre; /* has a prerelease; build metadata does not count */
};

enum kind { SKIPPED, MALFORMED, BAD_VALUE, FACTOR };

struct factor {
	struct str text, name, op, value; /* op may be empty here */
	struct str host;
	bool is_version;
};

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_ident(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '-';
}

static bool take_number(struct str *s, struct str *out)
{
	size_t n = 0;

	while (n < s->n && is_digit(s->p[n]))
		n++;
	*out = (struct str){s->p, n};
	*s = str_from(*s, n);
	return n == 1 || (n && out->p[0] != '0');
}

/* A prerelease forbids leading zeros in its numbers, build metadata not. */
static bool is_ident_list(struct str s, bool zeros)
{
	struct str id;
	size_t digits;

	while (str_next(&s, '.', &id)) {
		digits = 0;
		for (size_t i = 0; i < id.n; i++) {
			if (!is_ident(id.p[i]))
				return false;
			digits += is_digit(id.p[i]);
		}
		if (id.n == 0 ||
		    (!zeros && id.n > 1 && digits == id.n && id.p[0] == '0'))
			return false;
	}
	return true;
}

static bool parse_suffix(struct str s, struct semver *v)
{
	struct str pre, build;
	bool has_build = str_cut(s, '+', &pre, &build);

	v->pre = pre.n > 0;
	if (v->pre && (pre.p[0] != '-' || pre.n == 1 ||
	               !is_ident_list(str_from(pre, 1), false)))
		return false;
	return !has_build || (build.n && is_ident_list(build, true));
}

static bool parse_semver(struct str s, struct semver *v)
{
	*v = (struct semver){{STR("0"), STR("0"), STR("0")}, false};
	if (str_has_prefix(s, STR("v")))
		s = str_from(s, 1);
	for (size_t i = 0; i < 3; i++) {
		if (!take_number(&s, &v->part[i]))
			return false;
		if (i == 2)
			break;
		if (s.n == 0)
			return true;
		if (s.p[0] != '.')
			return false;
		s = str_from(s, 1);
	}
	return s.n == 0 || parse_suffix(s, v);
}

/* Of numbers without leading zeros, of any size. */
static int compare_numbers(struct str a, struct str b)
{
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return str_cmp(a, b);
}

/* What is no version is below all versions.  A driver reports no prerelease,
 * so two of them need no order. */
static int compare_semver(struct str host, struct str wanted)
{
	struct semver a, b;
	int c = 0;

	if (!parse_semver(wanted, &b))
		return 0;
	if (!parse_semver(host, &a))
		return -1;
	for (size_t i = 0; i < 3 && c == 0; i++)
		c = compare_numbers(a.part[i], b.part[i]);
	return c ? c : (int)b.pre - (int)a.pre;
}

static bool find_property(const struct require_host *h, struct factor *f)
{
	const struct {
		struct str name, host;
		bool is_version;
	} props[] = {
		{STR("cuda"), h->cuda, true},
		{STR("arch"), h->arch, true},
		{STR("driver"), STR(""), true},
		{STR("brand"), STR(""), false},
	};

	for (size_t i = 0; i < sizeof props / sizeof *props; i++) {
		if (str_eq(props[i].name, f->name)) {
			f->host = props[i].host;
			f->is_version = props[i].is_version;
			return true;
		}
	}
	return false;
}

static struct str take_op(struct str *s)
{
	static const char *const ops[] = {"!=", "<=", ">=", "=", "<", ">"};

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
		if (str_has_prefix(*s, str_c(ops[i]))) {
			*s = str_from(*s, str_c(ops[i]).n);
			return str_c(ops[i]);
		}
	}
	return STR("");
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_blank(struct str s)
{
	while (s.n && is_space(s.p[0]))
		s = str_from(s, 1);
	return s.n == 0;
}

static enum kind parse_factor(struct str s, const struct require_host *h,
                              struct factor *f)
{
	struct semver v;
	size_t n = 0;

	*f = (struct factor){.text = s};
	if (is_blank(s))
		return SKIPPED;
	while (n < s.n && s.p[n] != '<' && s.p[n] != '>' && s.p[n] != '=' &&
	       s.p[n] != '!')
		n++;
	if (n == s.n)
		return MALFORMED;
	f->name = (struct str){s.p, n};
	f->value = str_from(s, n);
	if (!find_property(h, f))
		return SKIPPED;
	f->op = take_op(&f->value);
	return f->is_version && !parse_semver(f->value, &v) ? BAD_VALUE :
	                                                      FACTOR;
}

static bool is_true(const struct factor *f)
{
	int order = f->is_version ? compare_semver(f->host, f->value) :
	                            str_cmp(f->host, f->value);

	if (f->op.n == 0)
		return false; /* "invalid operator", only found out here */
	if (f->op.p[0] == '!')
		return order != 0;
	if (order == 0)
		return f->op.p[f->op.n - 1] == '=';
	return f->op.p[0] == (order < 0 ? '<' : '>');
}

/* The factors that count in one term; false with *bad at a fatal one. */
static bool count_factors(struct str term, const struct require_host *h,
                          size_t *n, struct str *bad)
{
	struct factor f;
	struct str s;

	*n = 0;
	while (str_next(&term, ',', &s)) {
		enum kind k = parse_factor(s, h, &f);

		*n += k == FACTOR;
		if (k == MALFORMED || k == BAD_VALUE) {
			*bad = s;
			return false;
		}
	}
	return true;
}

static bool count_terms(struct str expr, const struct require_host *h,
                        size_t *terms, struct str *bad)
{
	struct str term;
	size_t n;

	*terms = 0;
	while (str_next(&expr, ' ', &term)) {
		if (!count_factors(term, h, &n, bad))
			return false;
		*terms += n > 0;
	}
	return true;
}

/* Whether a term with factors has only true ones. */
static bool eval_term(struct str term, const struct require_host *h,
                      struct factor *failed)
{
	struct factor f;
	struct str s;
	bool any = false;

	while (str_next(&term, ',', &s)) {
		if (parse_factor(s, h, &f) != FACTOR)
			continue;
		any = true;
		if (!is_true(&f)) {
			*failed = f;
			return false;
		}
	}
	return any;
}

struct require_verdict require_eval_csv(struct str expr,
                                        const struct require_host *h)
{
	struct require_verdict v = {.result = REQUIRE_OK};
	struct str rest = expr, term, bad = {0};
	struct factor f = {0};
	size_t terms;

	if (!count_terms(expr, h, &terms, &bad)) {
		v.result = REQUIRE_INVALID;
		v.failed = bad;
		return v;
	}
	if (terms == 0)
		return v;
	while (str_next(&rest, ' ', &term))
		if (eval_term(term, h, &f))
			return v;
	v.result = terms == 1 && f.op.n == 0 ? REQUIRE_INVALID :
	                                       REQUIRE_UNSATISFIED;
	v.failed = terms == 1 ? f.text : expr;
	v.name = f.name;
	v.op = f.op;
	v.value = f.value;
	return v;
}

static void add_invalid(struct str failed, const struct require_host *h,
                        struct buf *out)
{
	struct factor f;

	switch (parse_factor(failed, h, &f)) {
	case MALFORMED:
		buf_add(out, STR("invalid constraint: "));
		buf_add(out, failed);
		return;
	case BAD_VALUE: /* their spelling */
		buf_printf(out,
		           "invailid value " STR_F
		           "; expected a valid version string",
		           STR_A(f.value));
		return;
	case SKIPPED:
	case FACTOR:
		break;
	}
	buf_add(out, STR("invalid operator "));
}

static void add_term(struct str term, const struct require_host *h,
                     struct buf *out)
{
	const char *sep = "";
	struct factor f;
	struct str s;

	while (str_next(&term, ',', &s)) {
		if (parse_factor(s, h, &f) != FACTOR)
			continue;
		buf_printf(out, "%s" STR_F, sep, STR_A(f.text));
		sep = "&&";
	}
}

static void add_terms(struct str expr, const struct require_host *h,
                      struct buf *out)
{
	const char *sep = "";
	struct str term, bad;
	size_t n;

	while (str_next(&expr, ' ', &term)) {
		if (!count_factors(term, h, &n, &bad) || n == 0)
			continue;
		buf_add(out, str_c(sep));
		add_term(term, h, out);
		sep = "||";
	}
	buf_add(out, STR(" not met"));
}

void require_message_csv(struct str expr, const struct require_verdict *v,
                         const struct require_host *h, struct buf *out)
{
	struct factor f;
	struct str bad;
	size_t terms;

	if (v->result == REQUIRE_OK)
		return;
	buf_add(out, STR("requirements not met: "));
	if (v->result == REQUIRE_INVALID) {
		add_invalid(v->failed, h, out);
		return;
	}
	if (!count_terms(expr, h, &terms, &bad) || terms > 1) {
		add_terms(expr, h, out);
		return;
	}
	(void)parse_factor(v->failed, h, &f);
	buf_printf(out,
	           "unsatisfied condition: " STR_F " (" STR_F "=" STR_F ")",
	           STR_A(f.text), STR_A(f.name), STR_A(f.host));
}
