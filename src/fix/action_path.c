#include "fix/action.h"
#include "fix/effects.h"

/* The last ENV LD_LIBRARY_PATH of the chain. */
static const struct effect *path_of(const struct fix_input *in)
{
	const struct effect *last = NULL;

	slice_for (struct effect, e, in->docker->effects)
		if (e->kind == EFFECT_ENV &&
		    str_eq(e->name.s, STR("LD_LIBRARY_PATH")))
			last = e;
	return last;
}

/* With the colon that parts it from the next element, else the one before. */
static void element(struct str path, size_t at, size_t n, size_t *from,
                    size_t *size)
{
	*from = at;
	*size = n;
	if (at + n < path.n) {
		*size = n + 1;
	} else if (at > 0) {
		*from = at - 1;
		*size = n + 1;
	}
}

/* False: an element that isn't written in this file as it is. */
static bool cut_elements(const struct effect *e, struct arena *a,
                         struct action *act)
{
	struct str path = e->value.s, part;
	size_t at = 0;

	for (struct str rest = path; str_next(&rest, ':', &part);) {
		size_t from, size;
		struct span span;

		if (is_compat_dir(part)) {
			element(path, at, part.n, &from, &size);
			if (!text_span(&e->value, from, size, &span) ||
			    !edits_add(a, &act->edits,
			               (struct edit){span, STR("")}))
				return false;
		}
		at += part.n + 1;
	}
	return act->edits.n > 0;
}

void action_drop_path(const struct fix_input *in, struct arena *a,
                      struct actions *out)
{
	const struct effect *e = path_of(in);
	struct action act = {
		.kind = ACTION_DROP_PATH,
		.grade = GRADE_REVIEW,
		.title = STR("drop the compat directory from LD_LIBRARY_PATH"),
		.why = STR("hosts that need forward compatibility may have "
	                   "relied on it"),
		.effect = effect_drop_path,
	};

	if (e && cut_elements(e, a, &act))
		*arena_push(a, out) = act;
}
