#include "dockerfile/shell_parse.h"

#include <string.h>

enum { INDEX_MAX = 256 }; /* of NAME[…]=, so that looking for ] is short */

static const char *const redir_ops[] = {"<<<", "<<-", "<<", "<&", "<>", "<",
                                        "&>>", "&>",  ">>", ">&", ">|", ">"};

static struct str take_redir(struct sh_parser *p)
{
	for (size_t i = 0; i < sizeof redir_ops / sizeof *redir_ops; i++)
		if (sh_take_sign(p, redir_ops[i]))
			return str_c(redir_ops[i]);
	return STR("");
}

static void add_heredoc(struct sh_parser *p, struct sh_redir *r, bool chomp)
{
	struct sh_heredoc h = {.chomp = chomp, .body = r->target};
	struct text_maker m = {.arena = p->arena};

	for (size_t i = 0; i < r->target->n; i++) {
		const struct sh_part *part = &r->target->v[i];

		h.raw |= part->quoted;
		text_add(&m, &part->text, 0, part->text.s.n);
	}
	h.end = text_take(&m).s;
	*r->target = (struct sh_word){0};
	*arena_push(p->arena, &p->pending) = h;
}

/* Length of the 2 or {fd} in front of a redirection; 0: none. */
static size_t fd_length(const struct sh_parser *p)
{
	size_t n = 0;

	if (sh_peek(p, 0) == '{') {
		while (sh_peek(p, n) && !sh_ends_word(p, p->at + n))
			n++;
		return n && sh_peek(p, n - 1) == '}' ? n : 0;
	}
	while (sh_peek(p, n) >= '0' && sh_peek(p, n) <= '9')
		n++;
	return n;
}

static bool at_redir(const struct sh_parser *p, size_t fd)
{
	char c = sh_peek(p, fd), next = sh_peek(p, fd + 1);

	if (c == '&')
		return fd == 0 && next == '>';
	return (c == '<' || c == '>') && next != '(';
}

static bool read_redir(struct sh_parser *p, struct sh_redirs *out)
{
	size_t fd = fd_length(p);
	struct sh_redir r = {.target = arena_new(p->arena, struct sh_word)};
	uint64_t number;

	if (!at_redir(p, fd))
		return false;
	number = sh_peek(p, 0) == '<' ? 0 : 1;
	if (fd && !str_uint((struct str){p->s.p + p->at, fd}, &number))
		number = UINT64_MAX;
	r.fd = number < 1024 ? (int)number : -1;
	p->at += fd;
	r.op = take_redir(p);
	sh_skip_blanks(p);
	if (!sh_read_word(p, r.target))
		sh_fail(p, "a redirection to nothing");
	else if (str_eq(r.op, STR("<<")) || str_eq(r.op, STR("<<-")))
		add_heredoc(p, &r, r.op.n == 3);
	*arena_push(p->arena, out) = r;
	return true;
}

void sh_read_redirs(struct sh_parser *p, struct sh_node *n)
{
	do
		sh_skip_blanks(p);
	while (!p->error && read_redir(p, &n->redirs));
}

/* ---- simple commands */

static void read_elems(struct sh_parser *p, struct sh_words *out)
{
	p->at++;
	for (;;) {
		struct sh_word w;

		sh_skip_newlines(p);
		if (!sh_read_word(p, &w))
			break;
		*arena_push(p->arena, out) = w;
	}
	if (sh_peek(p, 0) != ')')
		sh_fail(p, "an array without its )");
	p->at++;
}

/* NAME=, NAME+= or NAME[…]= at the place; the length of it. */
static size_t assign_length(const struct sh_parser *p, struct sh_assign *out)
{
	struct str s = str_from(p->s, p->at);
	size_t n = 0;

	while (n < s.n && (s.p[n] == '_' || (s.p[n] >= 'a' && s.p[n] <= 'z') ||
	                   (s.p[n] >= 'A' && s.p[n] <= 'Z') ||
	                   (n && s.p[n] >= '0' && s.p[n] <= '9')))
		n++;
	out->name = (struct str){s.p, n};
	if (n && n < s.n && s.p[n] == '[') {
		size_t end = n + INDEX_MAX < s.n ? n + INDEX_MAX : s.n;

		while (n < end && s.p[n] != ']' && s.p[n] != '\n')
			n++;
		n += n < s.n;
		out->indexed = true;
	}
	out->append = n < s.n && s.p[n] == '+';
	n += out->append;
	return out->name.n && n < s.n && s.p[n] == '=' ? n + 1 : 0;
}

static bool read_assign(struct sh_parser *p, struct sh_node *n)
{
	struct sh_assign g = {.after = n->words.n > 0};
	size_t length = assign_length(p, &g);
	bool array = length && sh_peek(p, length) == '(';

	if (length == 0 || (g.after && !array))
		return false;
	p->at += length;
	g.array = array;
	if (array)
		read_elems(p, &g.elems);
	else
		(void)sh_read_word(p, &g.value);
	*arena_push(p->arena, &n->assigns) = g;
	return true;
}

struct sh_node *sh_read_simple(struct sh_parser *p)
{
	struct sh_node *n = sh_new_node(p, NODE_SIMPLE);
	struct sh_word w;
	size_t at = p->at, end = at;

	while (!p->error) {
		if (!read_redir(p, &n->redirs) && !read_assign(p, n)) {
			if (!sh_read_word(p, &w))
				break;
			*arena_push(p->arena, &n->words) = w;
		}
		end = p->at;
		sh_skip_blanks(p);
	}
	if (end == at)
		sh_fail(p, "a command is missing");
	n->source = sh_slice(p, at, end);
	return n;
}
