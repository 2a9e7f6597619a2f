#include "know/know.h"

const struct brand *know_brand(const struct know *k, struct str word)
{
	slice_for (const struct brand, b, k->brands)
		if (str_eq_nocase(b->word, word))
			return b;
	return NULL;
}

const struct brand *know_brand_by_value(const struct know *k, int64_t value)
{
	slice_for (const struct brand, b, k->brands)
		if (b->value == value)
			return b;
	return NULL;
}

/* "NVIDIA RTX" is the word nvidiartx. */
static bool is_spread(struct str text, struct str word)
{
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		struct str c = {text.p + i, 1};

		if (text.p[i] == ' ')
			continue;
		if (n == word.n ||
		    !str_eq_nocase(c, (struct str){word.p + n, 1}))
			return false;
		n++;
	}
	return n == word.n;
}

const struct brand *know_brand_printed(const struct know *k, struct str text)
{
	slice_for (const struct brand, b, k->brands) {
		if (is_spread(text, b->word))
			return b;
		slice_for (const struct str, p, b->printed)
			if (str_eq_nocase(*p, text))
				return b;
	}
	return NULL;
}

static const struct sold *sold_get(const struct know *k,
                                   enum gpu_class gpu_class)
{
	slice_for (const struct sold, s, k->sold)
		if (s->gpu_class == gpu_class && s->words.n)
			return s;
	return NULL;
}

struct str know_class_brand(const struct know *k, enum gpu_class gpu_class)
{
	const struct sold *s = sold_get(k, gpu_class);

	return s ? s->words.v[0] : STR("");
}

bool know_class_may_have(const struct know *k, enum gpu_class gpu_class,
                         struct str word)
{
	const struct sold *s = sold_get(k, gpu_class);

	if (!s)
		return true;
	slice_for (const struct str, w, s->words)
		if (str_eq(*w, word))
			return true;
	return false;
}
