#include "fleet/smi.h"

#include "base/version.h"

#include <string.h>

size_t smi_find(struct str s, struct str part)
{
	size_t at = 0;

	while (part.n && at + part.n <= s.n) {
		const char *p =
			memchr(s.p + at, part.p[0], s.n - at - part.n + 1);

		if (!p)
			break;
		at = (size_t)(p - s.p);
		if (memcmp(p, part.p, part.n) == 0)
			return at;
		at++;
	}
	return SIZE_MAX;
}

struct str smi_version(struct str s)
{
	struct version v;

	return version_parse(s, &v) ? s : (struct str){0};
}

bool smi_is_windows(struct str model)
{
	return str_eq(model, STR("WDDM")) || str_eq(model, STR("TCC")) ||
	       str_eq(model, STR("MCDM"));
}

static bool next_word(struct str *s, struct str *word)
{
	size_t n = 0;

	*s = str_trim(*s);
	while (n < s->n && !strchr(" \t\r\n", s->p[n]))
		n++;
	*word = (struct str){s->p, n};
	*s = str_from(*s, n);
	return n > 0;
}

static unsigned month_of(struct str word)
{
	static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";

	for (unsigned i = 0; i < 12; i++)
		if (str_eq(word, (struct str){names + 3 * (size_t)i, 3}))
			return i + 1;
	return 0;
}

/* rest stands behind the month's name. */
static bool parse_date(struct str rest, uint64_t *day, uint64_t *year)
{
	struct str word;

	if (!next_word(&rest, &word) || !str_uint(word, day) || *day < 1 ||
	    *day > 31)
		return false;
	if (!next_word(&rest, &word) || !str_contains(word, STR(":")))
		return false;
	return next_word(&rest, &word) && str_uint(word, year) &&
	       *year >= 2000 && *year <= 2999;
}

struct str smi_date(struct str s, struct arena *a)
{
	struct str word;
	uint64_t day, year;

	while (next_word(&s, &word)) {
		unsigned month = month_of(word);

		if (month && parse_date(s, &day, &year))
			return arena_fmt(a, "%04u-%02u-%02u", (unsigned)year,
			                 month, (unsigned)day);
	}
	return (struct str){0};
}

struct smi_gpu *smi_add_gpu(struct smi *smi, struct arena *a)
{
	return smi->gpus.n < SMI_GPUS ? arena_push(a, &smi->gpus) : NULL;
}
