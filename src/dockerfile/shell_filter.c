#include "dockerfile/shell_filter.h"

#include <string.h>

struct lines sh_lines(struct filter *f, const struct text *in)
{
	return (struct lines){.in = in, .m.arena = f->s->arena};
}

bool sh_line(struct lines *l, size_t *at, size_t *end)
{
	struct str rest = str_from(l->in->s, l->at);
	const char *eol = rest.n ? memchr(rest.p, '\n', rest.n) : NULL;

	if (rest.n == 0)
		return false;
	*at = l->at;
	*end = eol ? l->at + (size_t)(eol - rest.p) : l->in->s.n;
	l->at = *end + 1;
	return true;
}

bool sh_lines_end(struct filter *f, struct lines *l, struct text *out)
{
	*out = text_take(&l->m);
	return out->s.n <= SHELL_TEXT_MAX && sh_spend(f->s, out->s.n);
}

bool sh_option(const struct filter *f, size_t *i, char c, struct str *out)
{
	struct str s = f->args.v[*i].s;

	if (s.n < 2 || s.p[0] != '-' || s.p[1] != c)
		return false;
	*out = str_from(s, 2);
	if (out->n == 0) {
		if (*i + 1 >= f->args.n)
			return false;
		*out = f->args.v[++*i].s;
	}
	return true;
}

/* ---- echo and printf */

static bool has_backslash(const struct value *v)
{
	if (v->unknown)
		return true;
	slice_for (struct text, t, v->any)
		if (str_contains(t->s, STR("\\")))
			return true;
	return false;
}

static bool is_echo_option(struct str s)
{
	if (s.n < 2 || s.p[0] != '-')
		return false;
	for (size_t i = 1; i < s.n; i++)
		if (!strchr("neE", s.p[i]) || !s.p[i])
			return false;
	return true;
}

/* Shells differ in what they make of a \ and of -e. */
static bool echo(struct shell *s, const struct sh_call *call, struct value *out)
{
	const struct value eol = value_made(s->arena, STR("\n"));
	bool line = true, raw = s->bash;
	size_t i = 1;
	struct text t;

	for (; sh_arg(call, i, &t) && is_echo_option(t.s); i++) {
		if (!s->bash && !str_eq(t.s, STR("-n")))
			return false;
		raw &= !str_contains(t.s, STR("e"));
		line &= !str_contains(t.s, STR("n"));
	}
	*out = sh_joined(s, call, i);
	if (!raw && has_backslash(out))
		return false;
	if (i < call->argv.n && call->argv.v[i].unknown && !s->bash)
		return false;
	if (line)
		*out = value_then(s->arena, out, &eol);
	return true;
}

struct format {
	struct shell *s;
	const struct sh_call *call;
	struct str rest;
	size_t arg;
	struct value_maker out;
	bool took;
};

static bool add_conversion(struct format *f)
{
	struct str c = str_from(f->rest, 1);

	f->rest = str_from(f->rest, 2);
	if (str_has_prefix(c, STR("%"))) {
		value_put_made(&f->out, STR("%"));
		return true;
	}
	if (!str_has_prefix(c, STR("s")))
		return false;
	f->took = true;
	if (f->arg < f->call->argv.n)
		value_put(&f->out, &f->call->argv.v[f->arg]);
	f->arg++;
	return true;
}

static bool add_escape(struct format *f)
{
	static const char from[] = "nt\\\"'", to[] = "\n\t\\\"'";
	struct str c = str_from(f->rest, 1);
	const char *at = c.n && c.p[0] ? strchr(from, c.p[0]) : NULL;

	if (!at)
		return false;
	value_put_made(&f->out, (struct str){to + (at - from), 1});
	f->rest = str_from(f->rest, 2);
	return true;
}

static bool add_plain(struct format *f, const struct text *format)
{
	size_t at = format->s.n - f->rest.n, n = 0;
	struct value v;

	while (n < f->rest.n && f->rest.p[n] != '%' && f->rest.p[n] != '\\')
		n++;
	v = value_of(f->s->arena, text_slice(f->s->arena, format, at, n));
	value_put(&f->out, &v);
	f->rest = str_from(f->rest, n);
	return true;
}

static bool run_format(struct format *f, const struct text *format)
{
	bool ok = true;

	for (f->rest = format->s; f->rest.n && ok && sh_spend(f->s, 0);)
		ok = f->rest.p[0] == '%'  ? add_conversion(f) :
		     f->rest.p[0] == '\\' ? add_escape(f) :
		                            add_plain(f, format);
	return ok && sh_spend(f->s, 16);
}

static bool print_format(struct shell *s, const struct sh_call *call,
                         struct value *out)
{
	struct format f = {.s = s,
	                   .call = call,
	                   .arg = 2,
	                   .out = value_maker_new(s->arena)};
	struct text format;

	if (!sh_arg(call, 1, &format) || str_has_prefix(format.s, STR("-")))
		return false;
	do {
		f.took = false;
		if (!run_format(&f, &format))
			return false;
	} while (f.took && f.arg < call->argv.n);
	*out = value_take(&f.out);
	return true;
}

/* ---- basename and dirname */

static bool base_name(struct shell *s, const struct sh_call *call,
                      struct value *out)
{
	const struct value eol = value_made(s->arena, STR("\n"));
	struct text path, suffix = {0};
	size_t at = 0, n;

	if (!sh_arg(call, 1, &path) || call->argv.n > 3 ||
	    (call->argv.n == 3 && !sh_arg(call, 2, &suffix)) || path.s.n == 0 ||
	    path.s.p[0] == '-' || path.s.p[path.s.n - 1] == '/')
		return false;
	for (size_t i = 0; i < path.s.n; i++)
		if (path.s.p[i] == '/')
			at = i + 1;
	n = path.s.n - at;
	if (suffix.s.n < n && str_has_suffix(path.s, suffix.s))
		n -= suffix.s.n;
	*out = value_of(s->arena, text_slice(s->arena, &path, at, n));
	*out = value_then(s->arena, out, &eol);
	return true;
}

static bool dir_name(struct shell *s, const struct sh_call *call,
                     struct value *out)
{
	const struct value eol = value_made(s->arena, STR("\n"));
	struct text path;
	size_t n;

	if (!sh_arg(call, 1, &path) || call->argv.n != 2)
		return false;
	n = path.s.n;
	while (n && path.s.p[n - 1] != '/')
		n--;
	/* "a", "/a", "a//b" and "a/" have rules of their own. */
	if (n < 2 || n == path.s.n || path.s.p[n - 2] == '/')
		return false;
	*out = value_of(s->arena, text_slice(s->arena, &path, 0, n - 1));
	*out = value_then(s->arena, out, &eol);
	return true;
}

/* ---- those that read */

static bool cat(struct filter *f, const struct text *in, struct text *out)
{
	*out = *in;
	return f->args.n == 0 ||
	       (f->args.n == 1 && str_eq(f->args.v[0].s, STR("-")));
}

static const struct {
	const char *name;
	bool (*make)(struct shell *, const struct sh_call *, struct value *);
	filter_fn *filter;
} programs[] = {
	{"echo", echo, NULL},
	{"printf", print_format, NULL},
	{"basename", base_name, NULL},
	{"dirname", dir_name, NULL},
	{"cat", NULL, cat},
	{"cut", NULL, sh_cut},
	{"tr", NULL, sh_tr},
	{"head", NULL, sh_head},
	{"tail", NULL, sh_tail},
	{"sed", NULL, sh_sed},
	{"awk", NULL, sh_awk},
	{"gawk", NULL, sh_awk},
};

struct reading {
	struct filter f;
	filter_fn *filter;
};

static bool read_one(void *ctx, const struct text *in, struct text *out)
{
	struct reading *r = ctx;

	return r->filter(&r->f, in, out);
}

static bool read_all(struct shell *s, const struct sh_call *call,
                     filter_fn *filter, struct value *out)
{
	struct reading r = {{.s = s}, filter};
	struct text t;

	if (!call->in)
		return false;
	for (size_t i = 1; i < call->argv.n; i++) {
		if (!sh_arg(call, i, &t))
			return false;
		*arena_push(s->arena, &r.f.args) = t;
	}
	*out = value_map(s->arena, call->in, read_one, &r);
	return !out->unknown;
}

bool sh_filter(struct shell *s, const struct sh_call *call, struct value *out)
{
	struct text name;

	if (!sh_arg(call, 0, &name) || call->more)
		return false;
	slice_for (struct value, v, call->argv)
		if (v->absent || v->glob)
			return false;
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		if (!str_eq(name.s, str_c(programs[i].name)))
			continue;
		if (programs[i].make)
			return programs[i].make(s, call, out);
		return read_all(s, call, programs[i].filter, out);
	}
	return false;
}
