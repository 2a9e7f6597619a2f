#include "dockerfile/shell_parse.h"

#include <string.h>

struct sh_node *sh_new_node(struct sh_parser *p, enum sh_kind kind)
{
	struct sh_node *n = arena_new(p->arena, struct sh_node);

	n->kind = kind;
	return n;
}

void sh_add_kid(struct sh_parser *p, struct sh_node *n, struct sh_node *kid)
{
	*arena_push(p->arena, &n->kids) = kid;
}

void sh_skip_newlines(struct sh_parser *p)
{
	for (sh_skip_blanks(p); sh_peek(p, 0) == '\n'; sh_skip_blanks(p))
		sh_newline(p);
}

bool sh_at_word(const struct sh_parser *p, const char *word)
{
	return str_has_prefix(str_from(p->s, p->at), str_c(word)) &&
	       sh_ends_word(p, p->at + strlen(word));
}

bool sh_take_word(struct sh_parser *p, const char *word)
{
	if (!sh_at_word(p, word))
		return false;
	p->at += strlen(word);
	return true;
}

bool sh_at_sign(const struct sh_parser *p, const char *sign)
{
	return str_has_prefix(str_from(p->s, p->at), str_c(sign));
}

bool sh_take_sign(struct sh_parser *p, const char *sign)
{
	if (!sh_at_sign(p, sign))
		return false;
	p->at += strlen(sign);
	return true;
}

static bool at_end_of_list(const struct sh_parser *p)
{
	static const char *const words[] = {"then", "do",   "done", "fi",
	                                    "elif", "else", "esac", "}"};

	if (p->error || p->at >= p->s.n || sh_peek(p, 0) == ')' ||
	    sh_at_sign(p, ";;") || sh_at_sign(p, ";&"))
		return true;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (sh_at_word(p, words[i]))
			return true;
	return false;
}

struct sh_node *sh_read_command(struct sh_parser *p)
{
	struct sh_node *n;

	if (!sh_enter(p))
		return sh_new_node(p, NODE_SIMPLE);
	n = sh_read_compound(p);
	if (n)
		sh_read_redirs(p, n);
	else
		n = sh_read_simple(p);
	p->depth--;
	return n;
}

/* "time" only says how long it took. */
static void take_marks(struct sh_parser *p, bool *negated)
{
	for (;;) {
		sh_skip_blanks(p);
		if (sh_take_word(p, "!"))
			*negated = !*negated;
		else if (!p->bash || (!sh_take_word(p, "time -p") &&
		                      !sh_take_word(p, "time")))
			return;
	}
}

static struct sh_node *read_pipe(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_PIPE);

	take_marks(p, &n->negated);
	for (;;) {
		sh_add_kid(p, n, sh_read_command(p));
		sh_skip_blanks(p);
		if (p->error || sh_at_sign(p, "||") ||
		    (!sh_take_sign(p, "|&") && !sh_take_sign(p, "|")))
			return n;
		sh_skip_newlines(p);
	}
}

static struct sh_node *read_andor(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_ANDOR);
	bool by_or = false;

	for (;;) {
		struct sh_node *kid = read_pipe(p);

		kid->by_or = by_or;
		sh_add_kid(p, n, kid);
		sh_skip_blanks(p);
		by_or = sh_take_sign(p, "||");
		if (p->error || (!by_or && !sh_take_sign(p, "&&")))
			return n;
		sh_skip_newlines(p);
	}
}

static bool take_separator(struct sh_parser *p, struct sh_node *kid)
{
	sh_skip_blanks(p);
	if (sh_at_sign(p, ";;") || sh_at_sign(p, ";&"))
		return false;
	if (sh_peek(p, 0) == '\n')
		return true;
	kid->back = sh_peek(p, 0) == '&';
	return sh_take_sign(p, "&") || sh_take_sign(p, ";");
}

struct sh_node *sh_read_list(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_LIST);
	bool more = true;

	if (!sh_enter(p))
		return n;
	for (sh_skip_newlines(p); more && !at_end_of_list(p);
	     sh_skip_newlines(p)) {
		struct sh_node *kid = read_andor(p);

		if (!p->error)
			sh_add_kid(p, n, kid);
		more = take_separator(p, kid);
	}
	p->depth--;
	return n;
}

bool sh_parse(struct arena *a, const struct text *script, bool bash,
              struct sh_syntax *out)
{
	struct sh_parser p = {.arena = a,
	                      .text = script,
	                      .s = script->s,
	                      .bash = bash};

	*out = (struct sh_syntax){.list = sh_read_list(&p)};
	if (p.at < p.s.n)
		sh_fail(&p, "what stands here is no command");
	out->error = p.error;
	out->near = sh_slice(&p, p.error_at, p.error_at + 1);
	return !p.error;
}
