#include "dockerfile/shell_lex.h"

#include <string.h>

static bool is_name_start(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static struct sh_part *add_part(struct sh_parser *p, struct sh_word *w,
                                enum sh_part_kind kind, bool quoted)
{
	struct sh_part *part = arena_push(p->arena, w);

	*part = (struct sh_part){.kind = kind, .quoted = quoted};
	return part;
}

/* NAME, digits, or one of the special parameters; "" none of them. */
static struct str read_name(struct sh_parser *p, bool braced)
{
	size_t at = p->at;
	char c = sh_peek(p, 0);

	if (is_name_start(c))
		while (is_name_start(sh_peek(p, 0)) || is_digit(sh_peek(p, 0)))
			p->at++;
	else if (is_digit(c))
		do
			p->at++;
		while (braced && is_digit(sh_peek(p, 0)));
	else if (c && strchr("@*#?-$!", c))
		p->at++;
	return (struct str){p->s.p + at, p->at - at};
}

static const struct {
	const char *sign;
	enum sh_op op;
} ops[] = {
	{"//", OP_REPLACE_ALL},  {"/#", OP_REPLACE_HEAD},
	{"/%", OP_REPLACE_TAIL}, {"/", OP_REPLACE},
	{"##", OP_FRONT_LONG},   {"#", OP_FRONT},
	{"%%", OP_BACK_LONG},    {"%", OP_BACK},
	{"^^", OP_UPPER_ALL},    {"^", OP_UPPER},
	{",,", OP_LOWER_ALL},    {",", OP_LOWER},
	{":-", OP_MINUS},        {":=", OP_ASSIGN},
	{":?", OP_QUESTION},     {":+", OP_PLUS},
	{"-", OP_MINUS},         {"=", OP_ASSIGN},
	{"?", OP_QUESTION},      {"+", OP_PLUS},
	{":", OP_SLICE},
};

static enum sh_op read_op(struct sh_parser *p, bool *colon)
{
	struct str rest = str_from(p->s, p->at);

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (str_has_prefix(rest, str_c(ops[i].sign))) {
			p->at += strlen(ops[i].sign);
			*colon = ops[i].sign[0] == ':';
			return ops[i].op;
		}
	return OP_OTHER;
}

static bool is_word_op(enum sh_op op)
{
	return op == OP_MINUS || op == OP_ASSIGN || op == OP_QUESTION ||
	       op == OP_PLUS;
}

static void read_args(struct sh_parser *p, struct sh_param *r, bool quoted)
{
	bool two = r->op >= OP_REPLACE && r->op <= OP_SLICE;
	char sep = r->op == OP_SLICE ? ':' : '/';
	const char *stops = !two ? "}" : sep == ':' ? ":}" : "/}";

	sh_read_until(p, stops, quoted && is_word_op(r->op), &r->arg);
	if (two && sh_peek(p, 0) == sep) {
		p->at++;
		sh_read_until(p, "}", false, &r->arg2);
	}
}

static void read_index(struct sh_parser *p, struct sh_param *r)
{
	if (sh_peek(p, 0) != '[')
		return;
	p->at++;
	r->indexed = true;
	sh_read_until(p, "]", false, &r->index);
	if (sh_peek(p, 0) != ']')
		sh_fail(p, "a [ without its end");
	p->at++;
}

static void read_marks(struct sh_parser *p, struct sh_param *r)
{
	char next = sh_peek(p, 1);

	if (sh_peek(p, 0) == '#' && next && next != '}' &&
	    (is_name_start(next) || is_digit(next) || strchr("@*", next))) {
		r->op = OP_LENGTH;
		p->at++;
	} else if (sh_peek(p, 0) == '!' && is_name_start(next)) {
		r->indirect = true;
		p->at++;
	}
}

static void read_braced(struct sh_parser *p, struct sh_word *w, bool quoted)
{
	struct sh_param *r = arena_new(p->arena, struct sh_param);

	p->at += 2;
	read_marks(p, r);
	r->name = read_name(p, true);
	read_index(p, r);
	if (sh_peek(p, 0) != '}' && r->op != OP_LENGTH) {
		r->op = read_op(p, &r->colon);
		read_args(p, r, quoted);
	}
	if (r->name.n == 0 || sh_peek(p, 0) != '}')
		sh_fail(p, "a ${ that can't be read");
	p->at++;
	add_part(p, w, PART_PARAM, quoted)->param = r;
}

/* Where the )) of a $(( at `at` stands; false: it is no arithmetic. */
static bool find_end_of_math(const struct sh_parser *p, size_t at, size_t *end)
{
	size_t open = 0;

	for (; at + 1 < p->s.n; at++) {
		if (p->s.p[at] == '(') {
			open++;
		} else if (p->s.p[at] == ')' && open) {
			open--;
		} else if (p->s.p[at] == ')') {
			*end = at;
			return p->s.p[at + 1] == ')';
		}
	}
	return false;
}

static bool read_math(struct sh_parser *p, struct sh_word *w, bool quoted)
{
	struct sh_word *word = arena_new(p->arena, struct sh_word);
	struct text t;
	struct sh_parser in;
	size_t end;

	if (!find_end_of_math(p, p->at + 3, &end))
		return false;
	t = sh_slice(p, p->at + 3, end);
	in = (struct sh_parser){.arena = p->arena,
	                        .text = &t,
	                        .s = t.s,
	                        .bash = p->bash,
	                        .depth = p->depth};
	sh_read_body(&in, word);
	if (in.error)
		sh_fail(p, in.error);
	p->at = end + 2;
	add_part(p, w, PART_ARITH, quoted)->word = word;
	return true;
}

static void read_command(struct sh_parser *p, struct sh_word *w, bool quoted)
{
	struct sh_part *part;

	if (sh_peek(p, 2) == '(' && read_math(p, w, quoted))
		return;
	p->at += 2;
	part = add_part(p, w, PART_COMMAND, quoted);
	part->list = sh_read_list(p);
	if (sh_peek(p, 0) != ')')
		sh_fail(p, "a $( without its end");
	p->at++;
}

/* $'…': escapes are not undone here, so with any it is unknown; what is not
 * bash may see a $ in it. */
static void read_ansi(struct sh_parser *p, struct sh_word *w)
{
	size_t at = p->at += 2;
	bool plain = p->bash;

	for (; p->at < p->s.n && sh_peek(p, 0) != '\''; p->at++)
		if (sh_peek(p, 0) == '\\') {
			plain = false;
			p->at++;
		}
	if (p->at >= p->s.n)
		sh_fail(p, "a ' without its end");
	else if (plain)
		sh_add_text(p, w, at, p->at, true);
	else
		add_part(p, w, PART_UNKNOWN, true);
	p->at++;
}

/* $"…" is "…" in bash, and has a $ in front elsewhere. */
static void read_translated(struct sh_parser *p, struct sh_word *w)
{
	if (!p->bash)
		add_part(p, w, PART_UNKNOWN, true);
	p->at++;
}

static void read_param(struct sh_parser *p, struct sh_word *w, bool quoted)
{
	struct sh_param *r;
	size_t at = p->at++;
	struct str name = read_name(p, false);

	if (name.n == 0) {
		sh_add_text(p, w, at, p->at, quoted);
		return;
	}
	r = arena_new(p->arena, struct sh_param);
	r->name = name;
	r->bare = true;
	add_part(p, w, PART_PARAM, quoted)->param = r;
}

void sh_read_dollar(struct sh_parser *p, struct sh_word *w, bool quoted)
{
	char next = sh_peek(p, 1);

	if (!sh_enter(p))
		return;
	if (next == '(')
		read_command(p, w, quoted);
	else if (next == '{')
		read_braced(p, w, quoted);
	else if (next == '\'' && !quoted)
		read_ansi(p, w);
	else if (next == '"' && !quoted)
		read_translated(p, w);
	else
		read_param(p, w, quoted);
	p->depth--;
}

/* XCU 2.6.3: \ is for $ ` \ only; between double quotes for " too. */
static struct text backquoted(struct sh_parser *p, bool quoted)
{
	struct text_maker m = {.arena = p->arena};
	size_t from = ++p->at;

	for (; p->at < p->s.n && sh_peek(p, 0) != '`'; p->at++) {
		char next = sh_peek(p, 1);

		if (sh_peek(p, 0) != '\\' || !next)
			continue;
		if (strchr("$`\\", next) || (quoted && next == '"')) {
			text_add(&m, p->text, from, p->at - from);
			from = p->at + 1;
		}
		p->at++;
	}
	if (p->at >= p->s.n)
		sh_fail(p, "a ` without its end");
	else
		text_add(&m, p->text, from, p->at - from);
	p->at++;
	return text_take(&m);
}

void sh_read_backquote(struct sh_parser *p, struct sh_word *w, bool quoted)
{
	struct text t;
	struct sh_parser in;

	if (!sh_enter(p))
		return;
	t = backquoted(p, quoted);
	in = (struct sh_parser){.arena = p->arena,
	                        .text = &t,
	                        .s = t.s,
	                        .bash = p->bash,
	                        .depth = p->depth};
	add_part(p, w, PART_COMMAND, quoted)->list = sh_read_list(&in);
	if (!in.error && in.at < in.s.n)
		sh_fail(&in, "a ) without its (");
	if (in.error)
		sh_fail(p, in.error);
	p->depth--;
}
