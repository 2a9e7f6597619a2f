#include "dockerfile/shell_filter.h"

#include <string.h>

enum { FIELDS_MAX = 256 };

/* awk [-F sep] '[NR==n] {print …}' */
struct awk {
	struct filter *f;
	char sep;      /* ' ': blanks */
	uint64_t line; /* 0: each */
	struct str program;
	struct text text; /* that it is in */
};

struct fields {
	size_t at[FIELDS_MAX], end[FIELDS_MAX], n;
	size_t line, line_end;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool split(const struct awk *a, struct str s, struct fields *out)
{
	size_t i = out->line;

	out->n = 0;
	while (a->sep == ' ' && i < out->line_end && is_blank(s.p[i]))
		i++;
	while (i < out->line_end ||
	       (a->sep != ' ' && out->n && i == out->line_end)) {
		size_t at = i;

		if (out->n == FIELDS_MAX)
			return false;
		while (i < out->line_end &&
		       (a->sep == ' ' ? !is_blank(s.p[i]) : s.p[i] != a->sep))
			i++;
		out->at[out->n] = at;
		out->end[out->n++] = i;
		i++;
		while (a->sep == ' ' && i < out->line_end && is_blank(s.p[i]))
			i++;
	}
	return true;
}

static bool separator(struct str s, char *out)
{
	if ((s.n == 3 && s.p[0] == '[' && s.p[2] == ']' && s.p[1] != '^') ||
	    (s.n == 2 && s.p[0] == '\\' && s.p[1] && strchr(".|", s.p[1])))
		*out = s.p[1];
	else if (s.n == 1 && s.p[0] != 't' && s.p[0] != '\\')
		*out = s.p[0];
	else
		return false;
	return (unsigned char)*out < 128;
}

static bool read_args(struct awk *a)
{
	struct filter *f = a->f;
	struct str v;

	for (size_t i = 0; i < f->args.n; i++) {
		if (sh_option(f, &i, 'F', &v)) {
			if (!separator(v, &a->sep))
				return false;
		} else if (i + 1 == f->args.n) {
			a->text = f->args.v[i];
			a->program = str_trim(f->args.v[i].s);
			return true;
		} else {
			return false;
		}
	}
	return false;
}

static bool take(struct str *s, const char *word)
{
	*s = str_trim(*s);
	if (!str_has_prefix(*s, str_c(word)))
		return false;
	*s = str_from(*s, strlen(word));
	return true;
}

static bool take_number(struct str *s, uint64_t *n)
{
	size_t length = 0;
	bool ok;

	*s = str_trim(*s);
	while (length < s->n && s->p[length] >= '0' && s->p[length] <= '9')
		length++;
	ok = str_uint((struct str){s->p, length}, n);
	*s = str_from(*s, length);
	return ok;
}

static bool read_program(struct awk *a)
{
	struct str s = a->program;

	if (take(&s, "NR") && (!take(&s, "==") || !take_number(&s, &a->line)))
		return false;
	if (!take(&s, "{") || !take(&s, "print") || s.n == 0 ||
	    s.p[s.n - 1] != '}' ||
	    (s.p[0] != ' ' && s.p[0] != '$' && s.p[0] != '"' && s.p[0] != '}'))
		return false;
	s.n--;
	a->program = str_trim(s);
	if (str_has_suffix(a->program, STR(";")))
		a->program.n--;
	return true;
}

static bool print_field(struct awk *a, struct str *s, const struct fields *v,
                        struct lines *l)
{
	uint64_t n = v->n;

	if (!take(s, "NF") && !take_number(s, &n))
		return false;
	(void)a;
	if (n == 0)
		text_add(&l->m, l->in, v->line, v->line_end - v->line);
	else if (n <= v->n)
		text_add(&l->m, l->in, v->at[n - 1],
		         v->end[n - 1] - v->at[n - 1]);
	return true;
}

static bool print_literal(struct awk *a, struct str *s, struct lines *l)
{
	struct str word;
	size_t at = (size_t)(s->p - a->text.s.p);

	if (!str_cut(*s, '"', &word, s) || str_contains(word, STR("\\")))
		return false;
	text_add(&l->m, &a->text, at, word.n);
	return true;
}

static bool print_line(struct awk *a, const struct fields *v, struct lines *l)
{
	struct str s = a->program;

	if (s.n == 0)
		text_add(&l->m, l->in, v->line, v->line_end - v->line);
	while (s.n) {
		if (take(&s, ","))
			text_add_made(&l->m, STR(" "));
		else if (take(&s, "$")) {
			if (!print_field(a, &s, v, l))
				return false;
		} else if (!take(&s, "\"") || !print_literal(a, &s, l)) {
			return false;
		}
		s = str_trim(s);
	}
	text_add_made(&l->m, STR("\n"));
	return true;
}

bool sh_awk(struct filter *f, const struct text *in, struct text *out)
{
	struct awk a = {.f = f, .sep = ' '};
	struct lines l = sh_lines(f, in);
	uint64_t number = 0;
	struct fields v;

	if (!read_args(&a) || !read_program(&a))
		return false;
	while (sh_line(&l, &v.line, &v.line_end)) {
		number++;
		if (a.line && number != a.line)
			continue;
		if (!split(&a, in->s, &v) || !print_line(&a, &v, &l))
			return false;
	}
	return sh_lines_end(f, &l, out);
}
