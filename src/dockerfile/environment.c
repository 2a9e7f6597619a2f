#include "dockerfile/environment.h"

/* Which list the items that come next belong to. */
enum section { SECTION_NONE, SECTION_CHANNELS, SECTION_CONDA, SECTION_PIP };

struct reader {
	struct arena *arena;
	struct environment *out;
	enum section section;
	size_t line;
	size_t indent; /* of the items of pip, where there are some */
};

static void problem(struct reader *r, const char *what)
{
	if (r->out->problem.n == 0)
		r->out->problem =
			arena_fmt(r->arena, "line %zu: %s", r->line, what);
}

/* "#" begins a comment at the start or behind a blank, not in quotes. */
static struct str without_comment(struct str s)
{
	char quote = '\0';

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (quote && c == quote)
			quote = '\0';
		else if (!quote && (c == '"' || c == '\''))
			quote = c;
		else if (!quote && c == '#' &&
		         (i == 0 || s.p[i - 1] == ' ' || s.p[i - 1] == '\t'))
			s.n = i;
	}
	return s;
}

static size_t indent_of(struct str line)
{
	size_t n = 0;

	while (n < line.n && line.p[n] == ' ')
		n++;
	return n;
}

/* A plain or quoted word; anchors, blocks and maps are not read. */
static bool scalar(struct str s, struct str *out)
{
	static const char special[] = "{}[]&*!|>%@`";

	*out = str_trim(s);
	if (out->n >= 2 && (out->p[0] == '"' || out->p[0] == '\'') &&
	    out->p[out->n - 1] == out->p[0]) {
		*out = (struct str){out->p + 1, out->n - 2};
		return !str_contains(*out, STR("\\"));
	}
	for (size_t i = 0; out->n && i < sizeof special - 1; i++)
		if (out->p[0] == special[i])
			return false;
	return out->n > 0;
}

static struct strs *list_of(struct reader *r)
{
	switch (r->section) {
	case SECTION_NONE:
		return NULL;
	case SECTION_CHANNELS:
		return &r->out->channels;
	case SECTION_CONDA:
		return &r->out->conda;
	case SECTION_PIP:
		return &r->out->pip;
	}
	return NULL;
}

static void add_item(struct reader *r, struct str s)
{
	struct strs *list = list_of(r);
	struct str word;

	if (!list)
		return;
	if (!scalar(s, &word))
		problem(r, "this form of YAML is not read");
	else if (list->n == ENVIRONMENT_ITEMS_MAX)
		problem(r, "too many items");
	else
		*arena_push(r->arena, list) = arena_str(r->arena, word);
}

/* "[a, b]" of one line. */
static void add_flow(struct reader *r, struct str s)
{
	struct str item;

	if (s.p[s.n - 1] != ']') {
		problem(r, "a list over several lines is not read");
		return;
	}
	s = (struct str){s.p + 1, s.n - 2};
	while (str_next(&s, ',', &item))
		if (str_trim(item).n)
			add_item(r, item);
}

static enum section section_of(struct str key)
{
	if (str_eq(key, STR("channels")))
		return SECTION_CHANNELS;
	if (str_eq(key, STR("dependencies")))
		return SECTION_CONDA;
	return SECTION_NONE;
}

static void top_level(struct reader *r, struct str line)
{
	struct str key, value, word;

	if (!str_cut(line, ':', &key, &value)) {
		problem(r, "no \"key: value\"");
		return;
	}
	key = str_trim(key);
	value = str_trim(value);
	r->section = section_of(key);
	if (value.n && r->section != SECTION_NONE && value.p[0] == '[')
		add_flow(r, value);
	else if (value.n && r->section != SECTION_NONE)
		problem(r, "this form of YAML is not read");
	else if (str_eq(key, STR("name")) && scalar(value, &word))
		r->out->name = arena_str(r->arena, word);
	else if (str_eq(key, STR("prefix")) && scalar(value, &word))
		r->out->prefix = arena_str(r->arena, word);
}

/* "- pip:" opens a list of its own, further in. */
static void item(struct reader *r, struct str line, size_t indent)
{
	struct str s = str_trim(str_from(line, 1));

	if (r->section == SECTION_PIP && indent <= r->indent)
		r->section = SECTION_CONDA;
	if (r->section == SECTION_CONDA && s.n && s.p[s.n - 1] == ':') {
		if (!str_eq(str_trim((struct str){s.p, s.n - 1}), STR("pip"))) {
			problem(r, "only \"pip:\" may have a list of its own");
			return;
		}
		r->section = SECTION_PIP;
		r->indent = indent;
		return;
	}
	add_item(r, s);
}

static void read_line(struct reader *r, struct str line)
{
	size_t indent = indent_of(line);
	struct str s = str_trim(without_comment(str_from(line, indent)));

	if (s.n == 0 || str_eq(s, STR("---")))
		return;
	if (s.p[0] == '-' && (s.n == 1 || s.p[1] == ' '))
		item(r, s, indent);
	else if (indent == 0)
		top_level(r, s);
	else if (r->section != SECTION_NONE)
		problem(r, "this form of YAML is not read");
}

void environment_read(struct str bytes, struct arena *a,
                      struct environment *out)
{
	struct reader r = {.arena = a, .out = out};
	struct str line;

	*out = (struct environment){0};
	if (bytes.n > ENVIRONMENT_BYTES_MAX) {
		problem(&r, "the file is too large");
		return;
	}
	while (str_next(&bytes, '\n', &line)) {
		r.line++;
		read_line(&r, line);
	}
}
