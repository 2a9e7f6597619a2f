#include "policy/policy.h"

static bool any_like(const struct strs *list, struct str glob)
{
	slice_for (const struct str, it, *list)
		if (str_glob(glob, *it) ||
		    (str_has_prefix(*it, STR("docker://")) &&
		     str_glob(glob, str_from(*it, STR("docker://").n))))
			return true;
	return false;
}

static bool any_pool(const struct fleet *fleet, struct str glob)
{
	slice_for (const struct pool, p, fleet->pools)
		if (str_glob(glob, p->name))
			return true;
	return false;
}

/* A run may be about something else. */
static bool was_asked(const struct ignore *i, const struct policy_use *use)
{
	return (i->image.n == 0 || any_like(&use->images, i->image)) &&
	       (i->dockerfile.n == 0 ||
	        any_like(&use->dockerfiles, i->dockerfile)) &&
	       (i->pool.n == 0 || any_pool(use->fleet, i->pool));
}

static struct str note_on(const struct ignore *i, const struct lint_policy *p,
                          const struct policy_use *use, struct arena *a)
{
	if (ignore_state(i, p) == IGNORE_EXPIRED)
		return arena_fmt(a,
		                 STR_F " (" STR_F ") ended on " STR_F
		                       " and ignores nothing any more: " STR_F,
		                 STR_A(i->where), STR_A(i->rule),
		                 STR_A(i->expires), STR_A(i->reason));
	if (was_asked(i, use) && !strs_have(use->used, i->where))
		return arena_fmt(a, STR_F " (" STR_F ") ignores nothing here",
		                 STR_A(i->where), STR_A(i->rule));
	return STR("");
}

struct strs policy_notes(const struct lint_policy *p,
                         const struct policy_use *use, struct arena *a)
{
	struct strs out = {0};

	slice_for (const struct ignore, i, p->ignores) {
		struct str note = note_on(i, p, use, a);

		if (note.n)
			*arena_push(a, &out) = note;
	}
	return out;
}
