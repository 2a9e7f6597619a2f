#include "fleet/setting.h"

#include "fleet/profile.h"

static const struct schema *item_of(const struct schema *sc, enum field_type t)
{
	for (size_t i = 0; i < sc->n; i++)
		if (sc->fields[i].type == t)
			return sc->fields[i].item;
	return NULL;
}

static void add(struct settings *all, struct arena *a, const struct schema *sc,
                const char *prefix, size_t off)
{
	for (size_t i = 0; i < sc->n; i++) {
		const struct field *f = &sc->fields[i];

		if (f->type == F_OBJECT) {
			add(all, a, f->item, arena_fmt(a, "%s.", f->name).p,
			    off + f->off);
			continue;
		}
		if (f->presence == REQUIRED) /* the name and the GPUs */
			continue;
		*arena_push(a, all) =
			(struct setting){arena_fmt(a, "%s%s", prefix, f->name),
		                         f, off + f->off};
	}
}

struct settings settings_all(struct arena *a)
{
	struct settings all = {0};

	add(&all, a, item_of(&fleet_schema, F_LIST), "", 0);
	*arena_push(a, &all) = (struct setting){.name = STR("gpu")};
	return all;
}

static struct str gpus_of(const struct pool *p, struct arena *a)
{
	struct buf b = {0};
	struct str out;

	slice_for (const struct fleet_gpu, g, p->gpus)
		buf_printf(&b, "%s%lld x " STR_F, b.n ? ", " : "",
		           (long long)g->count,
		           STR_A(g->name.n ? g->name : g->product));
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

struct str setting_get(const struct setting *s, const struct pool *p,
                       struct arena *a)
{
	const char *at = (const char *)p + s->off;
	const char *word;

	if (!s->field)
		return gpus_of(p, a);
	switch (s->field->type) {
	case F_STR:
		return *(const struct str *)(const void *)at;
	case F_INT:
		return arena_fmt(a, "%lld",
		                 (long long)*(const int64_t *)(const void *)at);
	case F_ENUM:
		word = s->field->names[*(const int *)(const void *)at];
		return word ? str_c(word) : STR("");
	case F_BOOL:
	case F_INTS:
	case F_STRS:
	case F_PAIRS:
	case F_OBJECT:
	case F_LIST:
		break;
	}
	return STR("");
}

static int no_such_word(const struct setting *s, struct str value,
                        struct err *err)
{
	const struct field *f = s->field;
	struct buf all = {.max = 200};

	for (size_t i = 0; i < f->names_n; i++)
		if (f->names[i])
			buf_printf(&all, "%s%s", all.n ? ", " : "",
			           f->names[i]);
	(void)err_set(err, ERR_USAGE, STR_F " is one of " STR_F ", not " STR_F,
	              STR_A(s->name), STR_A(buf_str(&all)), STR_A(value));
	buf_free(&all);
	return -1;
}

static int set_word(const struct setting *s, struct str value, int *out,
                    struct err *err)
{
	const struct field *f = s->field;

	for (size_t i = 0; i < f->names_n; i++) {
		const char *word = f->names[i];

		if (str_eq(value, str_c(word ? word : ""))) {
			*out = (int)i;
			return 0;
		}
	}
	return no_such_word(s, value, err);
}

static int set_number(const struct setting *s, struct str value, int64_t *out,
                      struct err *err)
{
	uint64_t n;

	if (!str_uint(value, &n) || n > PROFILE_NODES)
		return err_set(err, ERR_USAGE, STR_F " is a number, not " STR_F,
		               STR_A(s->name), STR_A(value));
	*out = (int64_t)n;
	return 0;
}

/* As many as there were, of another product. */
static void set_gpu(struct pool *p, struct str value, struct arena *a)
{
	struct fleet_gpus one = {0};
	int64_t count = 0;

	slice_for (const struct fleet_gpu, g, p->gpus)
		count += g->count;
	*arena_push(a, &one) =
		(struct fleet_gpu){.product = value, .count = count};
	p->gpus = one;
}

static int set(const struct setting *s, struct pool *p, struct str value,
               struct arena *a, struct err *err)
{
	char *at = (char *)p + s->off;

	if (!s->field) {
		set_gpu(p, value, a);
		return 0;
	}
	switch (s->field->type) {
	case F_STR:
		*(struct str *)(void *)at = value;
		return 0;
	case F_INT:
		return set_number(s, value, (int64_t *)(void *)at, err);
	case F_ENUM:
		return set_word(s, value, (int *)(void *)at, err);
	case F_BOOL:
	case F_INTS:
	case F_STRS:
	case F_PAIRS:
	case F_OBJECT:
	case F_LIST:
		break;
	}
	return 0;
}

/* The longest name behind a dot at the end: pools may have dots in theirs. */
static const struct setting *setting_of(const struct settings *all,
                                        struct str where, struct str *pools)
{
	const struct setting *best = NULL;

	slice_for (const struct setting, s, *all) {
		size_t n = s->name.n;

		if (where.n > n + 1 && str_has_suffix(where, s->name) &&
		    where.p[where.n - n - 1] == '.' &&
		    (!best || n > best->name.n))
			best = s;
	}
	if (best)
		*pools = (struct str){where.p, where.n - best->name.n - 1};
	return best;
}

static int bad_setting(const struct settings *all, struct str text,
                       struct err *err)
{
	struct buf names = {.max = 300};

	slice_for (const struct setting, s, *all)
		buf_printf(&names, "%s" STR_F, names.n ? ", " : "",
		           STR_A(s->name));
	text.n = text.n < 60 ? text.n : 60;
	(void)err_set(err, ERR_USAGE,
	              "--set wants POOL.FIELD=VALUE, not '" STR_F
	              "'; fields are " STR_F,
	              STR_A(text), STR_A(buf_str(&names)));
	buf_free(&names);
	return -1;
}

struct applying {
	const struct settings *all;
	struct fleet *fleet;
	struct arena *arena;
	bool drivers; /* these first: a new driver has a CUDA of its own */
};

static int apply_one(const struct applying *ap, struct str text,
                     struct err *err)
{
	struct str where, value, glob;
	const struct setting *s;
	bool is_driver, any = false;

	s = str_cut(text, '=', &where, &value) ?
	            setting_of(ap->all, where, &glob) :
	            NULL;
	if (!s)
		return bad_setting(ap->all, text, err);
	is_driver = s->field && s->field->off == offsetof(struct pool, driver);
	slice_for (struct pool, p, ap->fleet->pools) {
		if (!str_glob(glob, p->name))
			continue;
		any = true;
		if (is_driver != ap->drivers)
			continue;
		if (is_driver)
			p->cuda = (struct str){0};
		if (set(s, p, value, ap->arena, err))
			return err_wrap(err, "--set " STR_F, STR_A(text));
	}
	if (any)
		return 0;
	return err_set(err, ERR_USAGE, "--set: no pool is named like " STR_F,
	               STR_A(glob));
}

int settings_apply(const struct fleet *f, struct strs sets,
                   const struct know *k, struct arena *a, struct fleet *out,
                   struct err *err)
{
	struct settings all = settings_all(a);
	struct applying ap = {.all = &all, .fleet = out, .arena = a};

	*out = *f;
	out->pools = (struct pools){0};
	slice_for (const struct pool, p, f->pools)
		*arena_push(a, &out->pools) = profile_as_given(p, a);
	for (int pass = 0; pass < 2; pass++) {
		ap.drivers = pass == 0;
		slice_for (const struct str, text, sets)
			if (apply_one(&ap, *text, err))
				return -1;
	}
	if (profile_check(out, k, a, err))
		return err_wrap(err, "--set");
	profile_resolve(out, k, a);
	return 0;
}
