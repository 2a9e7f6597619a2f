#include "know/tables.h"

struct frameworks know_frameworks(const struct know *k)
{
	return know_lazy(k, &table_frameworks)->frameworks;
}

struct cudart_wheels know_cudart_wheels(const struct know *k)
{
	return know_lazy(k, &table_frameworks)->cudart_wheels;
}

/* The next character as PEP 503 compares names: runs of "-_." are one '-'. */
static char next_char(struct str *s)
{
	char c = s->p[0];

	*s = str_from(*s, 1);
	if (c >= 'A' && c <= 'Z')
		return (char)(c | 0x20);
	if (c != '-' && c != '_' && c != '.')
		return c;
	while (s->n && (s->p[0] == '-' || s->p[0] == '_' || s->p[0] == '.'))
		*s = str_from(*s, 1);
	return '-';
}

static bool same_name(struct str a, struct str b)
{
	while (a.n && b.n)
		if (next_char(&a) != next_char(&b))
			return false;
	return a.n == 0 && b.n == 0;
}

/* "0.4" begins 0.4.13. */
static bool is_within(const struct framework *f, struct str version)
{
	struct version v = version_lead(version), last = version_lead(f->last);

	if (f->first.n && version_cmp(v, version_lead(f->first)) < 0)
		return false;
	if (f->last.n && last.n < v.n)
		v.n = last.n;
	return f->last.n == 0 || version_cmp(v, last) <= 0;
}

struct wanted {
	struct str version; /* without the local part */
	struct str tag;     /* "cu118"; or "post112", as paddle writes it */
};

static struct wanted wanted(struct str version)
{
	struct wanted w = {0};

	(void)str_cut(version, '+', &w.version, &w.tag);
	for (size_t i = 0; w.tag.n == 0 && i < w.version.n; i++) {
		struct str rest = str_from(w.version, i);

		if (rest.n >= 8 && str_has_prefix(rest, STR(".post")))
			w.tag = str_from(rest, 1);
	}
	return w;
}

/* "cu118" and "cu118torch2.1" are cu118; "cu12" is not cu121. */
static bool has_tag(const struct framework *f, struct str tag)
{
	struct str rest = str_from(tag, f->tag.n);

	if (f->tag.n == 0)
		return tag.n == 0 || f->cuda.n == 0;
	return str_has_prefix(tag, f->tag) &&
	       (rest.n == 0 || rest.p[0] < '0' || rest.p[0] > '9');
}

const struct framework *know_framework(const struct know *k, struct str name,
                                       struct str version)
{
	struct frameworks rows = know_frameworks(k);
	const struct framework *best = NULL;
	struct wanted w = wanted(version);

	slice_for (const struct framework, f, rows) {
		if (!same_name(f->name, name))
			continue;
		if (version.n == 0) {
			best = f;
			continue;
		}
		if (!has_tag(f, w.tag))
			continue;
		if (str_eq(f->first, w.version))
			return f;
		if (is_within(f, w.version))
			best = f;
	}
	return best;
}

const struct cudart_wheel *know_cudart_wheel(const struct know *k,
                                             struct str name,
                                             struct str version)
{
	struct cudart_wheels rows = know_cudart_wheels(k);

	slice_for (const struct cudart_wheel, w, rows)
		if (same_name(w->name, name) && version_lead(version).n >= 3 &&
		    version_cmp_str(w->version, version) == 0)
			return w;
	return NULL;
}
