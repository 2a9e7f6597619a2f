#include "scan/spec.h"

#include "base/path.h"

#include <string.h>

static bool is_pattern(struct str s)
{
	return memchr(s.p ? s.p : "", '*', s.n) ||
	       memchr(s.p ? s.p : "", '?', s.n);
}

/* The tag's colon is behind the last slash; a port's is not. */
static struct str split_tag(struct str *name)
{
	struct str head, tag = {0};

	if (str_cut(path_base(*name), ':', &head, &tag) && tag.n)
		name->n -= tag.n + 1;
	return tag;
}

struct spec spec_parse(struct str text)
{
	struct spec s = {.kind = SPEC_IMAGE, .name = text};
	struct str name = text, tag, host, rest;

	if (str_has_prefix(name, STR("docker://")))
		name = str_from(name, strlen("docker://"));
	if (memchr(name.p ? name.p : "", '@', name.n))
		return s;
	tag = split_tag(&name);
	if (str_cut(name, '/', &host, &rest) && (!rest.n || is_pattern(rest)))
		return (struct spec){SPEC_HOST, host, rest.n ? rest : STR("*"),
		                     tag.n ? tag : STR("*")};
	if (tag.n && !is_pattern(tag))
		return s;
	return (struct spec){.kind = SPEC_TAGS,
	                     .name = name,
	                     .tags = tag.n ? tag : STR("*")};
}

struct strs spec_lines(struct str text, struct arena *a)
{
	struct strs out = {0};
	struct str line;

	while (str_next(&text, '\n', &line)) {
		line = str_trim(line);
		if (line.n && line.p[0] != '#')
			*arena_push(a, &out) = line;
	}
	return out;
}

int shard_parse(struct str text, struct shard *out, struct err *err)
{
	struct str part, of;

	*out = (struct shard){0};
	if (text.n == 0)
		return 0;
	if (!str_cut(text, '/', &part, &of) || !str_uint(part, &out->part) ||
	    !str_uint(of, &out->of) || out->part < 1 || out->part > out->of)
		return err_set(err, ERR_USAGE,
		               "--shard wants I/N, such as 1/4, not " STR_F,
		               STR_A(text));
	return 0;
}

bool shard_has(const struct shard *s, struct str digest)
{
	return s->of == 0 || str_hash(digest) % s->of == s->part - 1;
}

static bool is_digit(struct str s)
{
	return s.n && s.p[0] >= '0' && s.p[0] <= '9';
}

/* The digits in front, without the zeros in front of them. */
static struct str take_number(struct str *s)
{
	struct str n = *s;

	while (n.n > 1 && n.p[0] == '0' && is_digit(str_from(n, 1)))
		n = str_from(n, 1);
	*s = n;
	while (is_digit(*s))
		*s = str_from(*s, 1);
	n.n -= s->n;
	return n;
}

static int number_cmp(struct str a, struct str b)
{
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return str_cmp(a, b);
}

int tag_cmp(struct str a, struct str b)
{
	struct str x = a, y = b;

	while (x.n && y.n) {
		int c;

		if (is_digit(x) && is_digit(y)) {
			struct str m = take_number(&x), n = take_number(&y);

			c = number_cmp(m, n);
		} else {
			c = (unsigned char)x.p[0] - (unsigned char)y.p[0];
			x = str_from(x, 1);
			y = str_from(y, 1);
		}
		if (c)
			return c;
	}
	if (x.n || y.n)
		return x.n ? 1 : -1;
	return str_cmp(a, b);
}
