#include "dockerfile/shell_parse.h"

#include <string.h>

static void want_word(struct sh_parser *p, const char *word, const char *what)
{
	sh_skip_newlines(p);
	if (!p->error && !sh_take_word(p, word))
		sh_fail(p, what);
}

static struct sh_node *read_block(struct sh_parser *p, const char *open,
                                  const char *close, const char *what)
{
	struct sh_node *list;

	want_word(p, open, what);
	list = sh_read_list(p);
	want_word(p, close, what);
	return list;
}

/* Behind "if" or "elif". */
static struct sh_node *read_if(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_IF);

	if (!sh_enter(p))
		return n;
	sh_add_kid(p, n, sh_read_list(p));
	want_word(p, "then", "an if without its then");
	sh_add_kid(p, n, sh_read_list(p));
	if (sh_take_word(p, "elif")) {
		sh_add_kid(p, n, read_if(p));
	} else {
		if (sh_take_word(p, "else"))
			sh_add_kid(p, n, sh_read_list(p));
		want_word(p, "fi", "an if without its fi");
	}
	p->depth--;
	return n;
}

static struct sh_node *read_while(struct sh_parser *p, bool until)
{
	struct sh_node *n = sh_new_node(p, NODE_WHILE);

	n->until = until;
	sh_add_kid(p, n, sh_read_list(p));
	sh_add_kid(p, n,
	           read_block(p, "do", "done", "a loop without do or done"));
	return n;
}

static struct sh_node *read_for(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_FOR);
	struct sh_word w = {0};

	sh_skip_blanks(p);
	if (sh_at_sign(p, "(("))
		sh_fail(p, "a for that counts is not followed");
	else if (!sh_read_word(p, &w) || w.n != 1)
		sh_fail(p, "a for without a name");
	if (p->error || w.n == 0)
		return n;
	n->name = w.v[0].text.s;
	sh_skip_newlines(p);
	n->listed = sh_take_word(p, "in");
	for (sh_skip_blanks(p); n->listed && sh_read_word(p, &w);
	     sh_skip_blanks(p))
		*arena_push(p->arena, &n->words) = w;
	(void)sh_take_sign(p, ";");
	sh_add_kid(p, n,
	           read_block(p, "do", "done", "a for without do or done"));
	return n;
}

static void read_patterns(struct sh_parser *p, struct sh_words *out)
{
	struct sh_word w;

	(void)sh_take_sign(p, "(");
	do {
		sh_skip_blanks(p);
		if (!sh_read_word(p, &w))
			break;
		*arena_push(p->arena, out) = w;
		sh_skip_blanks(p);
	} while (sh_take_sign(p, "|"));
	if (out->n == 0 || !sh_take_sign(p, ")"))
		sh_fail(p, "a case with a pattern that can't be read");
}

static void read_arm(struct sh_parser *p, struct sh_node *n)
{
	struct sh_node *list;
	struct sh_words patterns = {0};

	read_patterns(p, &patterns);
	list = sh_read_list(p);
	*arena_push(p->arena, &n->patterns) = patterns;
	list->falls = sh_at_sign(p, ";&") || sh_at_sign(p, ";;&");
	sh_add_kid(p, n, list);
	if (!sh_take_sign(p, ";;&") && !sh_take_sign(p, ";;"))
		(void)sh_take_sign(p, ";&");
}

static struct sh_node *read_case(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_CASE);
	struct sh_word w;

	sh_skip_blanks(p);
	if (!sh_read_word(p, &w))
		sh_fail(p, "a case of nothing");
	*arena_push(p->arena, &n->words) = w;
	want_word(p, "in", "a case without its in");
	for (sh_skip_newlines(p); !p->error && !sh_at_word(p, "esac");
	     sh_skip_newlines(p)) {
		if (p->at >= p->s.n)
			sh_fail(p, "a case without its esac");
		else
			read_arm(p, n);
	}
	want_word(p, "esac", "a case without its esac");
	return n;
}

static bool take_cond_sign(struct sh_parser *p, struct sh_node *n)
{
	static const char *const signs[] = {"&&", "||", "(", ")", "<", ">"};
	size_t at = p->at;

	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
		if (sh_take_sign(p, signs[i])) {
			struct sh_word w = {0};

			sh_add_text(p, &w, at, p->at, false);
			*arena_push(p->arena, &n->words) = w;
			return true;
		}
	return false;
}

static struct sh_node *read_cond(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_COND);

	for (sh_skip_newlines(p); !p->error; sh_skip_newlines(p)) {
		struct sh_word w;

		if (sh_take_word(p, "]]"))
			break;
		p->regex = n->words.n &&
		           sh_word_is(&n->words.v[n->words.n - 1], "=~");
		if (!p->regex && take_cond_sign(p, n))
			continue;
		if (sh_read_word(p, &w))
			*arena_push(p->arena, &n->words) = w;
		else
			sh_fail(p, "a [[ without its ]]");
		p->regex = false;
	}
	return n;
}

static struct sh_node *read_math(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_MATH);
	struct sh_word w = {0};
	size_t at = p->at + 2, open = 0;

	for (p->at = at; p->at < p->s.n; p->at++) {
		if (sh_peek(p, 0) == ')' && open-- == 0)
			break;
		open += sh_peek(p, 0) == '(';
	}
	sh_add_text(p, &w, at, p->at, true);
	*arena_push(p->arena, &n->words) = w;
	if (!sh_take_sign(p, "))"))
		sh_fail(p, "a (( without its ))");
	return n;
}

static struct sh_node *read_subshell(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_SHELL);

	p->at++;
	sh_add_kid(p, n, sh_read_list(p));
	if (!sh_take_sign(p, ")"))
		sh_fail(p, "a ( without its )");
	return n;
}

static struct sh_node *read_group(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_GROUP);

	sh_add_kid(p, n, read_block(p, "{", "}", "a { without its }"));
	return n;
}

/* Length of "name ()", blanks and all; 0: it is something else. */
static size_t function_length(const struct sh_parser *p, struct str *name)
{
	size_t n = 0;

	while (sh_peek(p, n) && !sh_ends_word(p, p->at + n) &&
	       !strchr("'\"\\$`=", sh_peek(p, n)))
		n++;
	*name = (struct str){p->s.p + p->at, n};
	while (sh_peek(p, n) == ' ' || sh_peek(p, n) == '\t')
		n++;
	if (name->n == 0 || sh_peek(p, n) != '(')
		return 0;
	do
		n++;
	while (sh_peek(p, n) == ' ' || sh_peek(p, n) == '\t');
	return sh_peek(p, n) == ')' ? n + 1 : 0;
}

static struct sh_node *read_function(struct sh_parser *p, struct str name)
{
	struct sh_node *n = sh_new_node(p, NODE_FUNC);

	n->name = name;
	sh_skip_newlines(p);
	sh_add_kid(p, n, sh_read_command(p));
	return n;
}

/* function NAME, with or without (). */
static struct sh_node *read_function_word(struct sh_parser *p)
{
	struct str name;
	size_t n;

	sh_skip_blanks(p);
	n = function_length(p, &name);
	if (name.n == 0)
		sh_fail(p, "a function without a name");
	p->at += n ? n : name.n;
	return read_function(p, name);
}

struct sh_node *sh_read_compound(struct sh_parser *p)
{
	struct str name;
	size_t n;

	if (sh_at_sign(p, "(("))
		return read_math(p);
	if (sh_at_sign(p, "("))
		return read_subshell(p);
	if (sh_at_word(p, "{"))
		return read_group(p);
	if (sh_take_word(p, "if"))
		return read_if(p);
	if (sh_take_word(p, "while"))
		return read_while(p, false);
	if (sh_take_word(p, "until"))
		return read_while(p, true);
	if (sh_take_word(p, "for") || sh_take_word(p, "select"))
		return read_for(p);
	if (sh_take_word(p, "case"))
		return read_case(p);
	if (sh_take_word(p, "[["))
		return read_cond(p);
	if (sh_take_word(p, "function"))
		return read_function_word(p);
	n = function_length(p, &name);
	p->at += n;
	return n ? read_function(p, name) : NULL;
}
