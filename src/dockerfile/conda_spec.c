#include "dockerfile/conda_spec.h"

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_name_end(char c)
{
	return c == '=' || c == '<' || c == '>' || c == '!' || c == '~' ||
	       c == ' ' || c == '[' || c == ',';
}

static bool is_version_char(char c)
{
	return is_digit(c) || c == '.' || (c >= 'a' && c <= 'z') || c == '+' ||
	       c == '_';
}

/* Where the name begins, behind "CHANNEL::". */
static size_t name_at(struct str s, struct str *channel)
{
	for (size_t i = 0; i + 1 < s.n; i++)
		if (s.p[i] == ':' && s.p[i + 1] == ':') {
			*channel = (struct str){s.p, i};
			return i + 2;
		}
	return 0;
}

static size_t skip(struct str s, size_t i, const char *set)
{
	while (i < s.n && str_contains(str_c(set), (struct str){s.p + i, 1}))
		i++;
	return i;
}

/* "2.1.*" and "2.1*" are "2.1". */
static size_t version_end(struct str s, size_t at, bool *range)
{
	size_t i = at;

	while (i < s.n && is_version_char(s.p[i]))
		i++;
	*range |= i < s.n && s.p[i] != '=' && s.p[i] != ' ' && s.p[i] != '*';
	while (i > at && s.p[i - 1] == '.')
		i--;
	return i;
}

static void take_build(struct str s, size_t at, struct conda_spec *out)
{
	at = skip(s, at, ".*");
	at = skip(s, at, " =");
	out->build = str_trim(str_from(s, at));
}

void conda_spec_parse(const struct text *word, struct arena *a,
                      struct conda_spec *out)
{
	struct str s = word->s;
	size_t from, to, at, end;

	*out = (struct conda_spec){.word = *word};
	from = name_at(s, &out->channel);
	for (to = from; to < s.n && !is_name_end(s.p[to]);)
		to++;
	out->name = text_slice(a, word, from, to - from);
	at = skip(s, to, " ");
	out->range = at < s.n && s.p[at] != '=' && !is_digit(s.p[at]) &&
	             s.p[at] != '*';
	at = skip(s, at, " =");
	if (at == s.n || out->range)
		return;
	end = version_end(s, at, &out->range);
	if (!out->range)
		out->version = text_slice(a, word, at, end - at);
	take_build(s, end, out);
}

struct str conda_build_cuda(struct str build, struct arena *a)
{
	struct str cuda = STR("cuda");
	size_t from = 0, n = 0;

	while (from < build.n && !str_has_prefix(str_from(build, from), cuda))
		from++;
	build = str_from(str_from(build, from), cuda.n);
	while (n < build.n && (is_digit(build.p[n]) || build.p[n] == '.'))
		n++;
	build.n = n;
	while (build.n && build.p[build.n - 1] == '.')
		build.n--;
	if (str_contains(build, STR(".")) || build.n != 3)
		return str_contains(build, STR(".")) ? build : STR("");
	return arena_fmt(a, "%.2s.%c", build.p, build.p[2]);
}
