/* The author of an image says what is meant to be as it is. */
#include "lint/ignored.h"

#define LABEL "label cudalint.ignore"

enum { LABEL_IGNORES_MAX = 256 };

/* "until=DATE" ahead of the reason. */
static bool take_until(struct str *rest, struct str *until)
{
	struct str word, tail;
	int64_t day;

	if (!str_has_prefix(*rest, STR("until=")))
		return true;
	(void)str_cut(*rest, ' ', &word, &tail);
	*rest = str_trim(tail);
	*until = str_from(word, STR("until=").n);
	return know_days(*until, *until, &day);
}

static const char *read_entry(struct str entry, struct arena *a,
                              struct ignores *out)
{
	struct ignore made = {.by = IGNORED_BY_LABEL, .where = STR(LABEL)};
	struct str ids, rest = {0};

	(void)str_cut(entry, ' ', &ids, &rest);
	rest = str_trim(rest);
	if (!take_until(&rest, &made.expires))
		return "until= wants YYYY-MM-DD";
	made.reason = rest;
	while (str_next(&ids, ',', &made.rule)) {
		if (made.rule.n == 0)
			return "wants RULE,RULE and a reason behind a blank";
		if (out->n == LABEL_IGNORES_MAX)
			return "ignores too much, the rest does not count";
		*arena_push(a, out) = made;
	}
	return NULL;
}

void ignores_of_label(struct str value, struct arena *a, struct ignores *out,
                      struct strs *problems)
{
	struct str rest = value, entry;

	while (str_next(&rest, ';', &entry)) {
		const char *why;

		entry = str_trim(entry);
		why = entry.n ? read_entry(entry, a, out) : NULL;
		if (!why)
			continue;
		*arena_push(a, problems) = arena_fmt(a, LABEL ": %s", why);
		return;
	}
}
