#include "dockerfile/requirement.h"

#include "base/path.h"

/* One word, read from the left; end is where the marker begins. */
struct scan {
	const struct text *t;
	struct arena *arena;
	size_t at, end;
};

static bool is_alnum(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z');
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static bool is_name_char(char c)
{
	return is_alnum(c) || c == '-' || c == '_' || c == '.';
}

static char at(const struct scan *s)
{
	if (s->at >= s->end)
		return '\0';
	return s->t->s.p[s->at];
}

static void skip_blanks(struct scan *s)
{
	while (is_blank(at(s)))
		s->at++;
}

static struct str rest(const struct scan *s)
{
	struct str all = {s->t->s.p, s->end};

	return str_from(all, s->at);
}

/* [from, to) of the word without blanks around it. */
static struct text trimmed(const struct scan *s, size_t from, size_t to)
{
	struct str all = {s->t->s.p + from, to - from};
	struct str inner = str_trim(all);

	if (inner.n == 0)
		return (struct text){0};
	return text_slice(s->arena, s->t, from + (size_t)(inner.p - all.p),
	                  inner.n);
}

/* Position of c in [at, end), or end. */
static size_t find(const struct scan *s, char c)
{
	size_t i = s->at;

	while (i < s->end && s->t->s.p[i] != c)
		i++;
	return i;
}

static bool take_name(struct scan *s, struct requirement *out)
{
	size_t from = s->at;

	if (!is_alnum(at(s)))
		return false;
	while (is_name_char(at(s)))
		s->at++;
	if (!is_alnum(s->t->s.p[s->at - 1]))
		return false;
	out->name = text_slice(s->arena, s->t, from, s->at - from);
	return true;
}

static bool is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_name_char(s.p[i]))
			return false;
	return s.n > 0;
}

static struct str lowered(struct arena *a, struct str s)
{
	char *p = arena_array(a, char, s.n + 1);

	for (size_t i = 0; i < s.n; i++) {
		p[i] = s.p[i];
		if (s.p[i] >= 'A' && s.p[i] <= 'Z')
			p[i] = (char)(s.p[i] | 0x20);
	}
	return (struct str){p, s.n};
}

static bool take_extras(struct scan *s, struct requirement *out)
{
	struct str list, extra;
	size_t close;

	skip_blanks(s);
	if (at(s) != '[')
		return true;
	close = find(s, ']');
	if (close == s->end)
		return false;
	list = (struct str){s->t->s.p + s->at + 1, close - s->at - 1};
	while (str_next(&list, ',', &extra)) {
		extra = str_trim(extra);
		if (!is_name(extra))
			return false;
		if (out->extras.n < REQUIREMENT_SPECS_MAX)
			*arena_push(s->arena, &out->extras) =
				lowered(s->arena, extra);
	}
	s->at = close + 1;
	return true;
}

static bool add_clause(const struct scan *s, size_t from, size_t to,
                       struct requirement *out)
{
	struct text clause = trimmed(s, from, to);
	struct py_spec spec;

	if (out->clauses.n == REQUIREMENT_SPECS_MAX ||
	    !py_spec_parse(clause.s, &spec))
		return false;
	*arena_push(s->arena, &out->clauses) =
		(struct req_clause){spec, text_slice(s->arena, &clause,
	                                             (size_t)(spec.text.p -
	                                                      clause.s.p),
	                                             spec.text.n)};
	return true;
}

/* "(>=2.1, <2.3)" is the same without parentheses. */
static bool open_parenthesis(struct scan *s)
{
	if (at(s) != '(')
		return true;
	s->at++;
	while (s->end > s->at && is_blank(s->t->s.p[s->end - 1]))
		s->end--;
	if (s->end == s->at || s->t->s.p[s->end - 1] != ')')
		return false;
	s->end--;
	return true;
}

/* There may be a comma behind the last. */
static bool take_clauses(struct scan *s, struct requirement *out)
{
	if (!open_parenthesis(s))
		return false;
	for (skip_blanks(s); s->at < s->end; skip_blanks(s)) {
		size_t comma = find(s, ',');

		if (!add_clause(s, s->at, comma, out))
			return false;
		s->at = comma + 1;
	}
	return true;
}

/* Behind ";", which in a URL needs a blank in front. */
static void cut_marker(struct scan *s, bool url, struct requirement *out)
{
	for (size_t i = s->at; i < s->end; i++) {
		if (s->t->s.p[i] != ';' ||
		    (url && i && !is_blank(s->t->s.p[i - 1])))
			continue;
		out->marker = str_trim(
			(struct str){s->t->s.p + i + 1, s->end - i - 1});
		s->end = i;
		return;
	}
}

/* "%2B" is "+"; what stays as it is keeps its origin. */
static struct text percent_decoded(struct arena *a, const struct text *t)
{
	struct text_maker m = {.arena = a};
	size_t done = 0;

	for (size_t i = 0; i + 2 < t->s.n; i++) {
		int hi = str_hex_digit(t->s.p[i + 1]);
		int lo = str_hex_digit(t->s.p[i + 2]);
		char *c;

		if (t->s.p[i] != '%' || hi < 0 || lo < 0)
			continue;
		c = arena_array(a, char, 1);
		*c = (char)(hi * 16 + lo);
		text_add(&m, t, done, i - done);
		text_add_made(&m, (struct str){c, 1});
		done = i + 3;
		i += 2;
	}
	text_add(&m, t, done, t->s.n - done);
	return text_take(&m);
}

bool wheel_name_split(const struct text *file, struct arena *a,
                      struct text *name, struct text *version)
{
	struct text plain = percent_decoded(a, file);
	struct str head, tail, ver;
	struct py_version parsed;

	if (!str_has_suffix(plain.s, STR(".whl")) ||
	    !str_cut(plain.s, '-', &head, &tail) ||
	    !str_cut(tail, '-', &ver, &tail) || !is_name(head) ||
	    !py_version_parse(ver, &parsed))
		return false;
	*name = text_slice(a, &plain, 0, head.n);
	*version = text_slice(a, &plain, head.n + 1, ver.n);
	return true;
}

static bool is_url(struct str s)
{
	struct str scheme, tail;

	return str_cut(s, ':', &scheme, &tail) && scheme.n > 1 &&
	       str_has_prefix(tail, STR("//")) &&
	       !str_contains(scheme, STR("/"));
}

static bool is_archive(struct str s)
{
	static const char *const ends[] = {".whl",  ".zip",     ".tar.gz",
	                                   ".tgz",  ".tar.bz2", ".tar.xz",
	                                   ".tar.Z"};

	for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
		if (str_has_suffix(s, str_c(ends[i])))
			return true;
	return false;
}

static bool is_path(struct str s)
{
	struct str bare;

	(void)str_cut(s, '[', &bare, &(struct str){0}); /* ".[gpu]" */
	return str_has_prefix(bare, STR(".")) || str_contains(bare, STR("/")) ||
	       is_archive(bare);
}

/* Without "?…" and "#…". */
static struct text url_path(const struct scan *s, const struct text *url)
{
	size_t n = 0;

	while (n < url->s.n && url->s.p[n] != '?' && url->s.p[n] != '#')
		n++;
	return text_slice(s->arena, url, 0, n);
}

static size_t base_at(struct str path)
{
	size_t n = path.n;

	while (n && path.p[n - 1] != '/')
		n--;
	return n;
}

/* "…#egg=NAME", "git+https://…/NAME.git@v1" */
static void name_of_url(const struct scan *s, const struct text *url,
                        const struct text *path, struct requirement *out)
{
	struct str egg = STR("#egg="), base, at_ref;
	size_t from = base_at(path->s);

	for (size_t i = 0; i + egg.n < url->s.n; i++)
		if (str_has_prefix(str_from(url->s, i), egg)) {
			struct text tail =
				text_slice(s->arena, url, i + egg.n, url->s.n);
			struct scan t = {&tail, s->arena, 0, tail.s.n};

			(void)take_name(&t, out);
			return;
		}
	if (!str_has_prefix(url->s, STR("git+")))
		return;
	(void)str_cut(str_from(path->s, from), '@', &base, &at_ref);
	if (str_has_suffix(base, STR(".git")))
		base.n -= STR(".git").n;
	if (is_name(base))
		out->name = text_slice(s->arena, path, from, base.n);
}

static void take_url(const struct scan *s, const struct text *url,
                     struct requirement *out)
{
	struct text path = url_path(s, url), file, name;
	size_t from = base_at(path.s);

	out->kind = REQ_URL;
	out->url = *url;
	file = text_slice(s->arena, &path, from, path.s.n);
	if (wheel_name_split(&file, s->arena, &name, &out->version))
		out->name = out->name.s.n ? out->name : name;
	else if (out->name.s.n == 0)
		name_of_url(s, url, &path, out);
}

/* A wheel says what it is; a directory has to be looked into. */
static void take_path(struct scan *s, struct requirement *out)
{
	struct text all = trimmed(s, 0, s->end);
	struct str bare, extras;
	struct text path;

	(void)str_cut(all.s, '[', &bare, &extras);
	path = text_slice(s->arena, &all, 0, bare.n);
	s->at = bare.n;
	(void)take_extras(s, out);
	take_url(s, &path, out);
	if (out->name.s.n == 0)
		out->kind = REQ_PROJECT;
}

static enum req_kind take_named(struct scan *s, struct requirement *out)
{
	struct scan begin = *s;

	if (!take_name(s, out) || !take_extras(s, out))
		return REQ_BAD;
	skip_blanks(s);
	if (at(s) == '@') {
		struct text url;

		s->at++;
		s->end = begin.end;
		cut_marker(s, true, out);
		url = trimmed(s, s->at, s->end);
		take_url(s, &url, out);
		return url.s.n ? REQ_URL : REQ_BAD;
	}
	return take_clauses(s, out) ? REQ_NAMED : REQ_BAD;
}

/* Name, extras and "@" in front of a URL. */
static bool is_direct(struct str s)
{
	struct str head, tail;

	if (!str_cut(s, '@', &head, &tail))
		return false;
	(void)str_cut(str_trim(head), '[', &head, &tail);
	return is_name(str_trim(head));
}

void requirement_parse(const struct text *word, struct arena *a,
                       struct requirement *out)
{
	struct scan s = {word, a, 0, word->s.n};
	bool direct = is_direct(word->s), url = !direct && is_url(word->s);

	*out = (struct requirement){.word = *word};
	skip_blanks(&s);
	if (!direct)
		cut_marker(&s, url, out);
	if (url) {
		struct text whole = trimmed(&s, s.at, s.end);

		take_url(&s, &whole, out);
	} else if (!direct && is_path(rest(&s))) {
		take_path(&s, out);
	} else {
		out->kind = take_named(&s, out);
	}
}

struct text requirement_pin(const struct requirement *r)
{
	if (r->version.s.n)
		return r->version;
	slice_for (const struct req_clause, c, r->clauses)
		if (c->spec.op == PY_EQ || c->spec.op == PY_SAME)
			return c->version;
	return (struct text){0};
}

bool requirement_match(const struct requirement *r, struct str version)
{
	struct py_version v;

	if (!py_version_parse(version, &v))
		return false;
	slice_for (const struct req_clause, c, r->clauses)
		if (!py_spec_match(&c->spec, &v, version))
			return false;
	return true;
}
