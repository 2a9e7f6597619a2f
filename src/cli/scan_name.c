/* From names to what they name. */
#include "cli/remote.h"
#include "cli/scan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_MAX = 64 << 20 };

void scan_failed(struct scan *s, struct target *t, struct str why)
{
	struct arena *a = &s->c->arena;

	t->rows = (struct survey_rows){0};
	*arena_push(a, &t->rows) = (struct survey_row){
		.verdict = VERDICT_UNKNOWN,
		.error = arena_str(a, why),
	};
	t->done = true;
}

static struct target *add(struct scan *s, struct str ref)
{
	struct target *t = arena_push(&s->c->arena, &s->all);

	*t = (struct target){.ref = ref, .path = ref, .order = s->all.n};
	return t;
}

void scan_unnamed(struct scan *s, struct str name, const struct err *why)
{
	note(arena_fmt(&s->c->arena, "cudalint: " STR_F ": %s\n", STR_A(name),
	               why->msg));
	scan_failed(s, add(s, name), str_c(why->msg));
}

void scan_take(struct scan *s, const struct target *t)
{
	size_t order = s->all.n;

	*arena_push(&s->c->arena, &s->all) = *t;
	s->all.v[order].order = order;
}

static void name_image(struct scan *s, struct str text)
{
	struct reference ref;
	struct target t;
	struct err err = {0};

	if (reference_parse(text, &s->c->arena, &ref, &err) ||
	    scan_resolve(s, &ref, &t, &err))
		scan_unnamed(s, text, &err);
	else
		scan_take(s, &t);
}

static void name_host(struct scan *s, const struct spec *spec)
{
	struct arena *a = &s->c->arena;
	struct registry *r;
	struct strs all;
	struct err err = {0};

	if (!(r = context_registry(s->c, &err)) ||
	    registry_catalog(r, spec->name, a, &all, &err)) {
		scan_unnamed(s, spec->name, &err);
		return;
	}
	slice_for (struct str, name, all)
		if (str_glob(spec->repositories, *name))
			scan_tags(s,
			          arena_fmt(a, STR_F "/" STR_F,
			                    STR_A(spec->name), STR_A(*name)),
			          spec->tags);
}

static bool has_pattern(struct str text)
{
	return memchr(text.p, '*', text.n) || memchr(text.p, '?', text.n) ||
	       str_has_suffix(text, STR("/"));
}

/* What has a pattern in it is no reference, nor most often a path. */
static bool is_local(struct scan *s, struct str text)
{
	if (!has_pattern(text))
		return !remote_is_reference(text);
	return strchr("/.~-", text.p[0]) ||
	       access(arena_cstr(&s->c->arena, text), F_OK) == 0;
}

static void name_one(struct scan *s, struct str text)
{
	struct spec spec;

	if (is_local(s, text)) {
		scan_take(s, &(struct target){.ref = text, .path = text});
		return;
	}
	spec = spec_parse(text);
	switch (spec.kind) {
	case SPEC_IMAGE:
		name_image(s, text);
		break;
	case SPEC_TAGS:
		scan_tags(s, spec.name, spec.tags);
		break;
	case SPEC_HOST:
		name_host(s, &spec);
		break;
	}
}

static int by_digest(const void *a, const void *b)
{
	const struct target *x = a, *y = b;
	int c = str_cmp(x->digest, y->digest);

	return c ? c : (x->order > y->order) - (x->order < y->order);
}

static int by_order(const void *a, const void *b)
{
	const struct target *x = a, *y = b;

	return (x->order > y->order) - (x->order < y->order);
}

/* What is its share, when there is no digest. */
static struct str share_of(const struct target *t)
{
	return t->digest.n ? t->digest : t->path;
}

/* A name may be given twice, or match two patterns. */
static void add_name(struct scan *s, struct target *t, struct str name)
{
	if (str_eq(t->ref, name))
		return;
	slice_for (struct str, tag, t->tags)
		if (str_eq(*tag, name))
			return;
	*arena_push(&s->c->arena, &t->tags) = name;
}

/* Each digest once, under its first name; of these, our shard's. */
static void unite(struct scan *s)
{
	struct targets in = s->all, *out = &s->all;
	struct target *last = NULL;

	out->n = 0;
	if (in.n)
		qsort(in.v, in.n, sizeof *in.v, by_digest);
	slice_for (struct target, t, in) {
		if (!shard_has(&s->shard, share_of(t)))
			continue;
		if (last && t->digest.n && str_eq(last->digest, t->digest)) {
			add_name(s, last, t->ref);
			continue;
		}
		last = &out->v[out->n++];
		*last = *t;
	}
	if (out->n)
		qsort(out->v, out->n, sizeof *out->v, by_order);
}

/* Those of the command line, then those of the list. */
static int read_names(struct scan *s, struct strs *out, struct err *err)
{
	const struct options *o = &s->c->opts;
	struct arena *a = &s->c->arena;
	struct strs lines;
	struct str text;

	slice_for (struct str, arg, o->args)
		*arena_push(a, out) = *arg;
	if (!o->from_file.n)
		return 0;
	if (o->password_stdin && str_eq(o->from_file, STR("-")))
		return err_set(err, ERR_USAGE,
		               "--password-stdin and --from-file - both want "
		               "standard input");
	if (file_read(o->from_file, LIST_MAX, a, &text, err))
		return -1;
	lines = spec_lines(text, a);
	slice_for (struct str, line, lines)
		*arena_push(a, out) = *line;
	return 0;
}

int scan_name(struct scan *s, struct err *err)
{
	struct strs names = {0};

	if (read_names(s, &names, err))
		return -1;
	slice_for (struct str, name, names)
		name_one(s, *name);
	unite(s);
	return 0;
}
