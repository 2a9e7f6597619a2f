#include "dockerfile/flags.h"

bool flag_split(const struct text *flag, struct str *name, struct str *value)
{
	if (!str_has_prefix(flag->s, STR("--")))
		return false;
	*value = (struct str){NULL, 0};
	if (str_cut(str_from(flag->s, 2), '=', name, value) && !value->p)
		*value = STR("");
	return true;
}

bool instr_flag(const struct instr *i, struct str name, struct arena *a,
                struct text *value)
{
	bool found = false;

	slice_for (const struct text, flag, i->flags) {
		struct str key, val;

		if (!flag_split(flag, &key, &val) || !str_eq(key, name))
			continue;
		*value = text_slice(a, flag, flag->s.n - val.n, val.n);
		found = true;
	}
	return found;
}

/* The field at t[*at]; *at is behind its comma then. */
static struct text field_at(const struct text *t, size_t *at, struct arena *a)
{
	struct text_maker m = {.arena = a};
	bool quoted = false;
	size_t i = *at;

	for (; i < t->s.n && (quoted || t->s.p[i] != ','); i++) {
		if (t->s.p[i] != '"') {
			text_add(&m, t, i, 1);
		} else if (quoted && i + 1 < t->s.n && t->s.p[i + 1] == '"') {
			text_add(&m, t, i++, 1);
		} else {
			quoted = !quoted;
		}
	}
	*at = i + 1;
	return text_take(&m);
}

void instr_mounts(const struct instr *i, struct arena *a, struct mounts *out)
{
	*out = (struct mounts){0};
	slice_for (const struct text, flag, i->flags) {
		struct mount m = {0};
		struct str name, value;
		size_t at;

		if (!flag_split(flag, &name, &value) ||
		    !str_eq(name, STR("mount")) || value.n == 0)
			continue;
		at = flag->s.n - value.n;
		while (at < flag->s.n)
			*arena_push(a, &m.fields) = field_at(flag, &at, a);
		*arena_push(a, out) = m;
	}
}

bool mount_field(const struct mount *m, struct str key, struct arena *a,
                 struct text *value)
{
	bool found = false;

	slice_for (const struct text, field, m->fields) {
		struct str name, val;

		(void)str_cut(field->s, '=', &name, &val);
		if (!str_eq_nocase(name, key))
			continue;
		*value = text_slice(a, field, field->s.n - val.n, val.n);
		found = true;
	}
	return found;
}
