#include "dockerfile/shell_expand.h"

/* A field being put together; open: what follows isn't known. */
struct field {
	struct text_maker m;
	bool started, open, glob;
	bool maybe; /* or it is not there */
};

/* One of the ways that a word can go; the last field is still growing. */
struct way {
	struct field *v;
	size_t n;
	bool more;
};

struct ways {
	struct shell *s;
	struct way *v;
	size_t n;
	bool split; /* into fields */
};

static struct field *last(struct way *w)
{
	return &w->v[w->n - 1];
}

static void add_field(struct shell *s, struct way *w)
{
	(void)sh_spend(s, sizeof(struct field));
	*arena_push(s->arena, w) = (struct field){.m.arena = s->arena};
}

static void add_bytes(struct shell *s, struct way *w, const struct text *t,
                      size_t at, size_t n)
{
	struct field *f = last(w);

	f->started = true;
	if (f->open)
		return;
	if (!sh_spend(s, n) || f->m.n + n > SHELL_TEXT_MAX)
		f->open = true;
	else
		text_add(&f->m, t, at, n);
}

static bool has_glob(struct str s)
{
	bool open = false;

	for (size_t i = 0; i < s.n; i++) {
		open |= s.p[i] == '[';
		if (s.p[i] == '*' || s.p[i] == '?' || (open && s.p[i] == ']'))
			return true;
	}
	return false;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n';
}

/* XCU 2.6.5, with the default IFS. */
static void add_split(struct shell *s, struct way *w, const struct text *t,
                      bool glob)
{
	size_t at = 0;

	while (at < t->s.n) {
		size_t end = at;

		if (is_blank(t->s.p[at])) {
			if (last(w)->started)
				add_field(s, w);
			at++;
			continue;
		}
		while (end < t->s.n && !is_blank(t->s.p[end]))
			end++;
		add_bytes(s, w, t, at, end - at);
		last(w)->glob |=
			glob && has_glob((struct str){t->s.p + at, end - at});
		at = end;
	}
}

static void add_unknown(struct shell *s, struct way *w, const struct text *lead,
                        bool split)
{
	if (split) {
		add_split(s, w, lead, false);
		w->more = true;
	} else {
		add_bytes(s, w, lead, 0, lead->s.n);
	}
	last(w)->maybe |= !last(w)->started;
	last(w)->started = last(w)->open = true;
}

/* One alternative of a value behind a way. */
static void add_text(struct ways *ws, struct way *w, const struct text *t,
                     bool quoted, bool glob)
{
	if (quoted || !ws->split) {
		add_bytes(ws->s, w, t, 0, t->s.n);
		last(w)->glob |= glob;
	} else {
		add_split(ws->s, w, t, true);
	}
}

static struct way copy_way(struct shell *s, const struct way *w)
{
	struct way out = {.more = w->more};

	for (size_t i = 0; i < w->n; i++) {
		struct field f = w->v[i];
		const struct text t = {{f.m.p, f.m.n}, f.m.runs};

		f.m = (struct text_maker){.arena = s->arena};
		(void)sh_spend(s, t.s.n);
		text_add(&f.m, &t, 0, t.s.n);
		*arena_push(s->arena, &out) = f;
	}
	return out;
}

/* More ways than are kept: one, of which only the beginning is known. */
static void give_up(struct ways *ws)
{
	struct way *w = &ws->v[0];

	ws->n = 1;
	w->n = 1;
	w->v[0].m = (struct text_maker){.arena = ws->s->arena};
	w->v[0].open = w->v[0].started = true;
	w->v[0].maybe |= ws->split;
	w->more = ws->split;
}

static void add_option(struct ways *ws, struct way *w, const struct value *v,
                       size_t i, bool quoted)
{
	if (i < v->any.n)
		add_text(ws, w, &v->any.v[i], quoted, v->glob);
	else
		add_unknown(ws->s, w, &v->lead, ws->split && !quoted);
}

/* Each way goes on with each of the value's texts. */
static void add_value(struct ways *ws, const struct value *v, bool quoted)
{
	size_t options = v->any.n + v->unknown;
	struct ways next = {.s = ws->s, .split = ws->split};

	if (options == 0)
		return;
	if (ws->n * options > SHELL_VALUES_MAX) {
		give_up(ws);
		return;
	}
	for (size_t k = 0; k < ws->n && options > 1; k++)
		for (size_t i = 1; i < options; i++) {
			struct way w = copy_way(ws->s, &ws->v[k]);

			add_option(ws, &w, v, i, quoted);
			*arena_push(ws->s->arena, &next) = w;
		}
	for (size_t k = 0; k < ws->n; k++)
		add_option(ws, &ws->v[k], v, 0, quoted);
	for (size_t k = 0; k < next.n; k++)
		*arena_push(ws->s->arena, ws) = next.v[k];
}

static void next_field(struct ways *ws, bool always)
{
	for (size_t k = 0; k < ws->n; k++)
		if (always || last(&ws->v[k])->started)
			add_field(ws->s, &ws->v[k]);
}

static void add_pieces(struct ways *ws, const struct sh_pieces *p, bool quoted)
{
	const struct text blank = text_of(ws->s->arena, TEXT_MADE, STR(" "));
	const struct value between = value_of(ws->s->arena, blank);
	bool joined = !ws->split || (quoted && p->star);

	for (size_t i = 0; i < p->v.n; i++) {
		if (i && joined)
			add_value(ws, &between, true);
		else if (i)
			next_field(ws, quoted);
		add_value(ws, &p->v.v[i], quoted);
	}
	for (size_t k = 0; p->more && k < ws->n; k++) {
		ws->v[k].more |= ws->split;
		last(&ws->v[k])->open |= joined || p->v.n == 0;
	}
}

/* ~ and ~/: HOME; ~user is not known. */
static bool add_tilde(struct ways *ws, const struct sh_word *w)
{
	const struct sh_part *p = &w->v[0];
	struct value home;
	struct str s = p->text.s;

	if (p->kind != PART_TEXT || p->quoted || s.n == 0 || s.p[0] != '~')
		return false;
	if ((s.n == 1 && w->n == 1) || (s.n > 1 && s.p[1] == '/'))
		home = sh_get_value(&ws->s->vars, STR("HOME"));
	else
		home = value_unknown((struct text){0});
	if (home.any.n == 0)
		home.unknown = true;
	add_value(ws, &home, true);
	return true;
}

static void add_literal(struct ways *ws, const struct sh_part *p, size_t from)
{
	struct text t =
		text_slice(ws->s->arena, &p->text, from, p->text.s.n - from);

	for (size_t k = 0; k < ws->n; k++) {
		add_bytes(ws->s, &ws->v[k], &t, 0, t.s.n);
		last(&ws->v[k])->glob |=
			ws->split && !p->quoted && has_glob(t.s);
	}
}

static void add_part(struct ways *ws, const struct sh_part *p, struct sh_ctx c)
{
	struct sh_pieces pieces;

	if (p->kind == PART_TEXT || p->kind == PART_BRACE) {
		add_literal(ws, p, 0);
		return;
	}
	pieces = sh_part_value(ws->s, p, c);
	if (p->quoted && (!pieces.array || pieces.star))
		for (size_t k = 0; k < ws->n; k++)
			last(&ws->v[k])->started = true;
	if (pieces.array)
		add_pieces(ws, &pieces, p->quoted);
	else if (pieces.v.n)
		add_value(ws, &pieces.v.v[0], p->quoted);
}

static bool default_ifs(struct shell *s)
{
	struct value v = sh_get_value(&s->vars, STR("IFS"));
	struct text t;

	return (v.any.n == 0 && v.absent) ||
	       (value_one(&v, &t) && str_eq(t.s, STR(" \t\n")));
}

static struct ways ways_of(struct shell *s, const struct sh_word *w,
                           struct sh_ctx c, bool split)
{
	struct ways ws = {.s = s, .split = split};
	struct way first = {0};
	bool tilde;

	add_field(s, &first);
	*arena_push(s->arena, &ws) = first;
	tilde = w->n && add_tilde(&ws, w);
	if (tilde)
		add_literal(&ws, &w->v[0], 1);
	for (size_t i = tilde; i < w->n && !s->stop; i++) {
		bool weird = split && !w->v[i].quoted &&
		             w->v[i].kind != PART_TEXT &&
		             w->v[i].kind != PART_BRACE && !default_ifs(s);

		if (weird)
			give_up(&ws);
		add_part(&ws, &w->v[i], c);
	}
	return ws;
}

/* All that field i can be. */
static struct value collapse(struct ways *ws, size_t i)
{
	struct value v = {0};

	for (size_t k = 0; k < ws->n; k++) {
		struct way *w = &ws->v[k];
		struct text t;

		if (i >= w->n || !w->v[i].started) {
			v.absent = true;
			continue;
		}
		t = (struct text){{w->v[i].m.p, w->v[i].m.n}, w->v[i].m.runs};
		v.glob |= w->v[i].glob;
		v.absent |= w->v[i].maybe;
		if (w->v[i].open)
			value_add_unknown(ws->s->arena, &v, t);
		else
			value_add(ws->s->arena, &v, t);
	}
	return v;
}

static bool add_fields(struct shell *s, const struct sh_word *w,
                       struct sh_ctx c, struct values *out)
{
	struct ways ws = ways_of(s, w, c, true);
	size_t n = 0;
	bool more = false;

	for (size_t k = 0; k < ws.n; k++) {
		n = ws.v[k].n > n ? ws.v[k].n : n;
		more |= ws.v[k].more;
	}
	for (size_t i = 0; i < n; i++) {
		struct value v = collapse(&ws, i);

		if (v.any.n || v.unknown)
			*arena_push(s->arena, out) = v;
	}
	return more || s->stop;
}

/* Braces are literal in dash, and not in a bash that is called sh. */
static bool add_braced(struct shell *s, const struct sh_words *words,
                       const struct sh_word *w, struct sh_ctx c,
                       struct values *out)
{
	bool more = false;

	(void)sh_spend(s, words->n * w->n);
	if (!s->bash) {
		size_t at = out->n;

		(void)add_fields(s, w, c, out);
		for (; at < out->n; at++)
			value_add_unknown(s->arena, &out->v[at],
			                  (struct text){0});
		return true;
	}
	slice_for (struct sh_word, one, *words)
		more |= add_fields(s, one, c, out);
	return more;
}

bool sh_expand_fields(struct shell *s, const struct sh_word *w, struct sh_ctx c,
                      struct values *out)
{
	struct sh_words braced;
	struct text t;

	/* What most words are. */
	if (w->n == 1 && w->v[0].kind == PART_TEXT &&
	    (w->v[0].quoted ||
	     (!has_glob(w->v[0].text.s) && w->v[0].text.s.p[0] != '~'))) {
		t = w->v[0].text;
		*arena_push(s->arena, out) = value_of(s->arena, t);
		return false;
	}
	if (sh_expand_braces(s->arena, w, &braced))
		return add_braced(s, &braced, w, c, out);
	return add_fields(s, w, c, out);
}

bool sh_expand_words(struct shell *s, const struct sh_words *w, struct sh_ctx c,
                     struct values *out)
{
	bool more = false;

	slice_for (struct sh_word, one, *w)
		more |= sh_expand_fields(s, one, c, out);
	return more;
}

struct value sh_expand_value(struct shell *s, const struct sh_word *w,
                             struct sh_ctx c)
{
	struct ways ws;

	if (w->n == 1 && w->v[0].kind == PART_TEXT &&
	    (w->v[0].quoted || !str_contains(w->v[0].text.s, STR("~"))))
		return value_of(s->arena, w->v[0].text);
	ws = ways_of(s, w, c, false);
	for (size_t k = 0; k < ws.n; k++)
		last(&ws.v[k])->started = true;
	return collapse(&ws, 0);
}

struct sh_pieces sh_part_value(struct shell *s, const struct sh_part *p,
                               struct sh_ctx c)
{
	struct sh_pieces out = {0};
	struct value v = value_unknown((struct text){0});
	struct text t = {0};
	int64_t n;

	switch (p->kind) {
	case PART_PARAM:
		return sh_param_value(s, p->param, c);
	case PART_COMMAND:
		v = sh_capture(s, p->list, c);
		break;
	case PART_ARITH:
		v = sh_expand_value(s, p->word, c);
		if (value_one(&v, &t) && sh_arith(s, t.s, &n))
			v = sh_number(s, n);
		else
			v = value_unknown((struct text){0});
		if (t.s.n && !s->stop)
			sh_arith_assigns(s, t.s);
		break;
	case PART_PROCESS:
		(void)sh_eval_subshell(s, p->list, c);
		break;
	case PART_TEXT:
	case PART_BRACE:
		v = value_of(s->arena, p->text);
		break;
	case PART_UNKNOWN:
		break;
	}
	*arena_push(s->arena, &out.v) = v;
	return out;
}
