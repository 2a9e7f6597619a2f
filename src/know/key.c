#include "know/key.h"

#include <string.h>

struct str key_str(const struct key *key)
{
	return (struct str){key->p, key->n};
}

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static char to_lower(char c)
{
	if (c >= 'A' && c <= 'Z')
		return (char)(c | 0x20);
	return c;
}

static bool key_add(struct key *key, char c)
{
	if (key->n == KEY_MAX)
		return false;
	key->p[key->n++] = c;
	return true;
}

bool key_parse(struct str name, struct key *key)
{
	static const struct str vendor = {"nvidia-", 7};
	bool gap = false;

	*key = (struct key){0};
	for (size_t i = 0; i < name.n; i++) {
		char c = to_lower(name.p[i]);

		if (c == ' ' || c == '\t') {
			gap = key->n > 0;
		} else if (is_letter(c) || is_digit(c) || c == '-' ||
		           c == '_' || c == '.') {
			if (gap && !key_add(key, '-'))
				return false;
			gap = false;
			if (!key_add(key, c))
				return false;
		}
	}
	if (str_has_prefix(key_str(key), vendor)) {
		key->vendor = true;
		key->n -= vendor.n;
		memmove(key->p, key->p + vendor.n, key->n);
	}
	return true;
}

static void key_cut(struct key *key, struct str suffix)
{
	if (str_has_suffix(key_str(key), suffix))
		key->n -= suffix.n;
}

void key_strip(struct key *key)
{
	static const char mig[] = "-mig-";

	key_cut(key, STR("-shared"));
	for (size_t i = 0; i + sizeof mig - 1 <= key->n; i++)
		if (memcmp(key->p + i, mig, sizeof mig - 1) == 0)
			key->n = i;
	key_cut(key, STR("-nvgpu"));
}

bool key_has_word(struct str key, struct str word)
{
	struct str piece;

	while (str_next(&key, '-', &piece))
		if (str_eq(piece, word))
			return true;
	return false;
}
