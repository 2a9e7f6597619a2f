/* Environment markers of PEP 508, with three answers. */
#include "dockerfile/requirement.h"

#include <string.h>

enum { MARKER_DEPTH_MAX = 16 };

struct marker {
	struct str s; /* what is left */
	const struct marker_env *env;
	int depth;
	bool bad;
};

/* One side of a comparison. */
struct operand {
	struct str value;
	bool known;
};

static bool is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
	       c == '.';
}

static bool is_op_char(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '!' || c == '~';
}

static void skip_blanks(struct marker *m)
{
	m->s = str_trim(m->s);
}

static struct str take_while(struct marker *m, bool (*is)(char))
{
	struct str out;
	size_t n = 0;

	skip_blanks(m);
	while (n < m->s.n && is(m->s.p[n]))
		n++;
	out = (struct str){m->s.p, n};
	m->s = str_from(m->s, n);
	return out;
}

static bool take_word(struct marker *m, struct str word)
{
	struct marker at = *m;

	if (!str_eq(take_while(&at, is_word_char), word))
		return false;
	*m = at;
	return true;
}

static bool take_char(struct marker *m, char c)
{
	skip_blanks(m);
	if (m->s.n == 0 || m->s.p[0] != c)
		return false;
	m->s = str_from(m->s, 1);
	return true;
}

/* An image is Linux, its Python CPython unless somebody says otherwise. */
static struct operand variable(const struct marker *m, struct str name)
{
	static const struct {
		const char *name, *value;
	} fixed[] = {
		{"os_name", "posix"},
		{"os.name", "posix"},
		{"sys_platform", "linux"},
		{"sys.platform", "linux"},
		{"platform_system", "Linux"},
		{"implementation_name", "cpython"},
		{"platform_python_implementation", "CPython"},
		{"python_implementation", "CPython"},
		{"extra", ""},
	};

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
		if (str_eq(name, str_c(fixed[i].name)))
			return (struct operand){str_c(fixed[i].value), true};
	if (str_eq(name, STR("platform_machine")) ||
	    str_eq(name, STR("platform.machine")))
		return (struct operand){m->env->machine, m->env->machine.n > 0};
	if (str_eq(name, STR("python_version")))
		return (struct operand){m->env->python, m->env->python.n > 0};
	return (struct operand){0};
}

static struct operand take_operand(struct marker *m)
{
	struct str text;
	char quote = '\0';

	skip_blanks(m);
	if (m->s.n)
		quote = m->s.p[0];
	if (quote != '\'' && quote != '"') {
		text = take_while(m, is_word_char);
		m->bad |= text.n == 0;
		return variable(m, text);
	}
	m->bad |= !str_cut(str_from(m->s, 1), quote, &text, &m->s);
	return (struct operand){text, true};
}

static struct str take_operator(struct marker *m)
{
	struct str op = take_while(m, is_op_char);

	if (op.n)
		return op;
	if (take_word(m, STR("in")))
		return STR("in");
	if (take_word(m, STR("not")) && take_word(m, STR("in")))
		return STR("not in");
	m->bad = true;
	return op;
}

static bool compare_text(struct str x, struct str op, struct str y)
{
	int c = str_cmp(x, y);

	if (str_eq(op, STR("in")) || str_eq(op, STR("not in")))
		return str_contains(y, x) == str_eq(op, STR("in"));
	if (str_eq(op, STR("==")) || str_eq(op, STR("===")))
		return c == 0;
	if (str_eq(op, STR("!=")))
		return c != 0;
	if (str_has_prefix(op, STR("<")))
		return c < 0 || (c == 0 && op.n == 2);
	return c > 0 || (c == 0 && op.n == 2);
}

/* As versions where both are, else as texts. */
static bool compare(struct str x, struct str op, struct str y)
{
	char clause[64];
	struct py_version v;
	struct py_spec spec;
	size_t n = op.n + y.n;

	if (op.n > 3 || n > sizeof clause || !py_version_parse(x, &v))
		return compare_text(x, op, y);
	memcpy(clause, op.p, op.n);
	if (y.n)
		memcpy(clause + op.n, y.p, y.n);
	if (!py_spec_parse((struct str){clause, n}, &spec))
		return compare_text(x, op, y);
	return py_spec_match(&spec, &v, x);
}

static enum marker_answer comparison(struct marker *m)
{
	struct operand x = take_operand(m), y;
	struct str op = take_operator(m);

	y = take_operand(m);
	if (m->bad || !x.known || !y.known)
		return MARKER_UNKNOWN;
	return compare(x.value, op, y.value) ? MARKER_YES : MARKER_NO;
}

static enum marker_answer either(struct marker *m);

static enum marker_answer term(struct marker *m)
{
	enum marker_answer out;

	if (!take_char(m, '('))
		return comparison(m);
	if (++m->depth > MARKER_DEPTH_MAX) {
		m->bad = true;
		return MARKER_UNKNOWN;
	}
	out = either(m);
	m->bad |= !take_char(m, ')');
	m->depth--;
	return out;
}

static enum marker_answer both(struct marker *m)
{
	enum marker_answer out = term(m);

	while (!m->bad && take_word(m, STR("and"))) {
		enum marker_answer next = term(m);

		if (out == MARKER_NO || next == MARKER_NO)
			out = MARKER_NO;
		else if (next == MARKER_UNKNOWN)
			out = MARKER_UNKNOWN;
	}
	return out;
}

static enum marker_answer either(struct marker *m)
{
	enum marker_answer out = both(m);

	while (!m->bad && take_word(m, STR("or"))) {
		enum marker_answer next = both(m);

		if (out == MARKER_YES || next == MARKER_YES)
			out = MARKER_YES;
		else if (next == MARKER_UNKNOWN)
			out = MARKER_UNKNOWN;
	}
	return out;
}

enum marker_answer marker_eval(struct str marker, const struct marker_env *env)
{
	struct marker m = {.s = str_trim(marker), .env = env};
	enum marker_answer out;

	if (m.s.n == 0)
		return MARKER_YES;
	out = either(&m);
	skip_blanks(&m);
	return m.bad || m.s.n ? MARKER_UNKNOWN : out;
}
