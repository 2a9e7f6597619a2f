/* A table may be larger than memory should be: its entries are cut out. */
#include "registry/toc.h"

#include <string.h>

enum { TOP = 1, ARRAY = 2, KEY_MAX = 16 };

static int bad(const char *why, struct err *err)
{
	return err_set(err, ERR_FORMAT, "table of contents: %s", why);
}

static bool is_capturing(const struct toc_json *j)
{
	return j->entries && j->depth > ARRAY;
}

static void in_string(struct toc_json *j, char c)
{
	if (j->escaped)
		j->escaped = false;
	else if (c == '\\')
		j->escaped = true;
	else if (c == '"')
		j->quoted = false;
	if (j->quoted && j->depth == TOP)
		buf_addc(&j->key, c, 1);
}

static void open_bracket(struct toc_json *j, char c)
{
	j->depth++;
	if (c == '[' && j->depth == ARRAY &&
	    str_eq(buf_str(&j->key), STR("entries")))
		j->entries = true;
	if (c == '{' && j->entries && j->depth == ARRAY + 1)
		j->object.n = 0;
}

/* True: an entry is complete. */
static bool close_bracket(struct toc_json *j, char c)
{
	bool done = c == '}' && j->entries && j->depth == ARRAY + 1;

	if (j->entries && j->depth == ARRAY)
		j->entries = false;
	j->depth--;
	return done;
}

/* 1: an entry is complete; -1: brackets are wrong. */
static int step(struct toc_json *j, char c)
{
	bool done = false;

	if (j->quoted) {
		in_string(j, c);
	} else if (c == '"') {
		j->quoted = true;
		j->key.n = j->depth == TOP ? 0 : j->key.n;
	} else if (c == '{' || c == '[') {
		open_bracket(j, c);
	} else if (c == '}' || c == ']') {
		if (j->depth == 0)
			return -1;
		done = close_bracket(j, c);
	}
	if (done || is_capturing(j))
		buf_addc(&j->object, c, 1);
	return done;
}

/* Bytes of the chunk up to the end of an entry, or all of it. */
static int scan(struct toc_json *j, struct err *err)
{
	for (size_t i = 0; i < j->chunk.n; i++) {
		int rc = step(j, j->chunk.p[i]);

		if (rc < 0)
			return bad("brackets that do not match", err);
		if (rc > 0) {
			j->chunk = str_from(j->chunk, i + 1);
			return 1;
		}
	}
	j->chunk.n = 0;
	return 0;
}

int toc_json_next(struct toc_json *j, struct str *text, struct err *err)
{
	int rc = 0;

	j->object.max = TOC_ENTRY_MAX;
	j->key.max = KEY_MAX;
	while (rc == 0) {
		if (j->chunk.n == 0 && stream_next(j->s, &j->chunk, err))
			return -1;
		if (j->chunk.n == 0)
			return j->depth || j->quoted ? bad("cut off", err) : 0;
		rc = scan(j, err);
		if (j->object.truncated)
			return err_set(err, ERR_LIMIT,
			               "table of contents: limit: an entry of "
			               "more than %d bytes",
			               TOC_ENTRY_MAX);
	}
	*text = buf_str(&j->object);
	return rc;
}

void toc_json_close(struct toc_json *j)
{
	buf_free(&j->object);
	buf_free(&j->key);
}
