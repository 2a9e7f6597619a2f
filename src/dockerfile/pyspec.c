#include "dockerfile/pyversion.h"

/* Longer ones first. */
static const struct {
	const char *text;
	enum py_op op;
} operators[] = {
	{"===", PY_SAME}, {"==", PY_EQ}, {"!=", PY_NE}, {"~=", PY_COMPATIBLE},
	{"<=", PY_LE},    {">=", PY_GE}, {"<", PY_LT},  {">", PY_GT},
};

static bool take_op(struct str *s, enum py_op *op)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
		struct str text = str_c(operators[i].text);

		if (!str_has_prefix(*s, text))
			continue;
		*s = str_trim(str_from(*s, text.n));
		*op = operators[i].op;
		return true;
	}
	return false;
}

static bool takes_local(enum py_op op)
{
	return op == PY_EQ || op == PY_NE || op == PY_SAME;
}

/* Only a plain release can have ".*" here. */
static bool parse_prefix(struct py_spec *s)
{
	const struct py_version *v = &s->version;

	if (s->op != PY_EQ && s->op != PY_NE)
		return false;
	s->op = s->op == PY_EQ ? PY_EQ_PREFIX : PY_NE_PREFIX;
	s->text.n -= STR(".*").n;
	return py_version_parse(s->text, &s->version) && v->pre == PY_FINAL &&
	       !v->post && !v->dev && v->local.n == 0;
}

/* Of "===": PEP 440 allows any text; what is no part of a version is not. */
static bool is_plain(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!(c >= '0' && c <= '9') && !(c >= 'a' && c <= 'z') &&
		    !(c >= 'A' && c <= 'Z') &&
		    !str_contains(STR(".+!_-*"), (struct str){&c, 1}))
			return false;
	}
	return true;
}

bool py_spec_parse(struct str clause, struct py_spec *out)
{
	struct str s = str_trim(clause);

	*out = (struct py_spec){0};
	if (!take_op(&s, &out->op) || s.n == 0)
		return false;
	out->text = s;
	if (out->op != PY_SAME && str_has_suffix(s, STR(".*")))
		return parse_prefix(out);
	if (!py_version_parse(s, &out->version))
		return out->op == PY_SAME && is_plain(s);
	if (out->op == PY_COMPATIBLE && out->version.n < 2)
		return false;
	return out->version.local.n == 0 || takes_local(out->op);
}

static bool has_prefix(const struct py_version *v, const struct py_version *of,
                       size_t n)
{
	if (v->epoch != of->epoch)
		return false;
	for (size_t i = 0; i < n; i++)
		if (v->release[i] != of->release[i])
			return false;
	return true;
}

static bool match_eq(const struct py_spec *s, const struct py_version *v)
{
	return s->version.local.n ? py_version_cmp(v, &s->version) == 0 :
	                            py_version_cmp_public(v, &s->version) == 0;
}

/* "<2.1" leaves out 2.1rc1, unless it names a pre-release itself. */
static bool match_lt(const struct py_spec *s, const struct py_version *v)
{
	return py_version_cmp(v, &s->version) < 0 &&
	       (py_version_is_pre(&s->version) || !py_version_is_pre(v) ||
	        !has_prefix(v, &s->version, PY_RELEASE_MAX));
}

/* v is w.postN. */
static bool is_post_of(const struct py_version *v, const struct py_version *w)
{
	return v->post && !w->post && !w->dev && v->pre == w->pre &&
	       v->pre_n == w->pre_n && has_prefix(v, w, PY_RELEASE_MAX);
}

/* ">2.1" leaves out 2.1.post1 and 2.1+cu121. */
static bool match_gt(const struct py_spec *s, const struct py_version *v)
{
	return py_version_cmp_public(v, &s->version) > 0 &&
	       !is_post_of(v, &s->version);
}

bool py_spec_match(const struct py_spec *s, const struct py_version *v,
                   struct str text)
{
	switch (s->op) {
	case PY_EQ:
		return match_eq(s, v);
	case PY_NE:
		return !match_eq(s, v);
	case PY_EQ_PREFIX:
		return has_prefix(v, &s->version, s->version.n);
	case PY_NE_PREFIX:
		return !has_prefix(v, &s->version, s->version.n);
	case PY_COMPATIBLE:
		return py_version_cmp_public(v, &s->version) >= 0 &&
		       has_prefix(v, &s->version, s->version.n - 1);
	case PY_LE:
		return py_version_cmp_public(v, &s->version) <= 0;
	case PY_GE:
		return py_version_cmp_public(v, &s->version) >= 0;
	case PY_LT:
		return match_lt(s, v);
	case PY_GT:
		return match_gt(s, v);
	case PY_SAME:
		return str_eq_nocase(s->text, str_trim(text));
	}
	return false;
}
