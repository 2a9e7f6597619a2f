#include "dockerfile/gochar.h"
#include "dockerfile/json.h"
#include "dockerfile/parse.h"

const char *const keyword_names[KW_N] = {
	[KW_UNKNOWN] = "",        [KW_ADD] = "ADD",
	[KW_ARG] = "ARG",         [KW_CMD] = "CMD",
	[KW_COPY] = "COPY",       [KW_ENTRYPOINT] = "ENTRYPOINT",
	[KW_ENV] = "ENV",         [KW_EXPOSE] = "EXPOSE",
	[KW_FROM] = "FROM",       [KW_HEALTHCHECK] = "HEALTHCHECK",
	[KW_LABEL] = "LABEL",     [KW_MAINTAINER] = "MAINTAINER",
	[KW_ONBUILD] = "ONBUILD", [KW_RUN] = "RUN",
	[KW_SHELL] = "SHELL",     [KW_STOPSIGNAL] = "STOPSIGNAL",
	[KW_USER] = "USER",       [KW_VOLUME] = "VOLUME",
	[KW_WORKDIR] = "WORKDIR",
};

/* What is read of an instruction behind its flags. */
struct shape {
	struct instr *in;
	struct part rest; /* blanks at both ends are away */
	char escape;
	struct arena *arena;
	struct err *err;
};

static void add_part(const struct shape *s, const struct part *p)
{
	*arena_push(s->arena, &s->in->args) = part_text(s->arena, p);
}

static int shape_string(const struct shape *s)
{
	if (s->rest.at < s->rest.end)
		add_part(s, &s->rest);
	return 0;
}

static int shape_list(const struct shape *s)
{
	struct part rest = s->rest, word;

	while (rest.at < rest.end) {
		(void)part_cut(rest, &word, &rest);
		add_part(s, &word);
	}
	return 0;
}

/* 1: that is what it was. */
static int try_json(const struct shape *s)
{
	struct texts strings;

	switch (json_exec_form(s->rest, s->arena, &strings)) {
	case EXEC_NO:
		return 0;
	case EXEC_MIXED:
		return err_set(s->err, ERR_FORMAT,
		               "an array in brackets may hold only strings: "
		               "put each element in double quotes");
	case EXEC_YES:
		break;
	}
	s->in->json = true;
	slice_for (struct text, t, strings)
		*arena_push(s->arena, &s->in->args) = *t;
	return 1;
}

static int shape_json_or_list(const struct shape *s)
{
	int rc = try_json(s);

	return rc ? rc < 0 ? -1 : 0 : shape_list(s);
}

static int shape_json_or_string(const struct shape *s)
{
	int rc = try_json(s);

	return rc ? rc < 0 ? -1 : 0 : shape_string(s);
}

static int shape_words(const struct shape *s)
{
	lex_words(s->rest, s->escape, s->arena, &s->in->args);
	return 0;
}

static void add_pair(const struct shape *s, const struct part *key,
                     const struct part *mark, const struct part *value)
{
	add_part(s, key);
	add_part(s, value);
	add_part(s, mark);
}

/* ENV NAME and all the rest. */
static int shape_legacy_pair(const struct shape *s)
{
	struct part key, value, none = {s->rest.text, 0, 0};
	const char *name = keyword_names[s->in->keyword];

	if (!part_cut(s->rest, &key, &value))
		return err_set(s->err, ERR_FORMAT,
		               "%s wants a name and a value: %s NAME=value",
		               name, name);
	add_pair(s, &key, &none, &value);
	return 0;
}

static int add_word_pair(const struct shape *s, const struct text *word)
{
	struct str head, tail;
	const char *name = keyword_names[s->in->keyword];

	if (!str_cut(word->s, '=', &head, &tail))
		return err_set(s->err, ERR_FORMAT,
		               "%s: no = in \"" STR_F
		               "\": write NAME=value, and quote a value with "
		               "blanks",
		               name, STR_A(word->s));
	add_pair(s, &(struct part){word, 0, head.n},
	         &(struct part){word, head.n, head.n + 1},
	         &(struct part){word, head.n + 1, word->s.n});
	return 0;
}

/* Whether the first word has a '=' decides for all. */
static int shape_pairs(const struct shape *s)
{
	struct texts words = {0};

	lex_words(s->rest, s->escape, s->arena, &words);
	if (words.n == 0)
		return 0;
	if (!str_contains(words.v[0].s, STR("=")))
		return shape_legacy_pair(s);
	slice_for (struct text, w, words)
		if (add_word_pair(s, w))
			return -1;
	return 0;
}

/* The type ends at a byte that is a blank, even inside a character. */
static int shape_health(const struct shape *s)
{
	struct shape command = *s;
	struct part type = s->rest;
	const char *p = s->rest.text->s.p;

	type.end = type.at;
	while (type.end < s->rest.end &&
	       !gochar_is_space((unsigned char)p[type.end]))
		type.end++;
	if (type.end == type.at)
		return 0;
	add_part(s, &type);
	command.rest.at = type.end;
	while (command.rest.at < command.rest.end &&
	       gochar_is_space((unsigned char)p[command.rest.at]))
		command.rest.at++;
	return shape_json_or_string(&command);
}

/* BuildKit keeps what it does not know, with one empty argument. */
static int shape_unknown(const struct shape *s)
{
	(void)arena_push(s->arena, &s->in->args);
	return 0;
}

static int (*const shapes[KW_N])(const struct shape *s) = {
	[KW_UNKNOWN] = shape_unknown,
	[KW_ADD] = shape_json_or_list,
	[KW_ARG] = shape_words,
	[KW_CMD] = shape_json_or_string,
	[KW_COPY] = shape_json_or_list,
	[KW_ENTRYPOINT] = shape_json_or_string,
	[KW_ENV] = shape_pairs,
	[KW_EXPOSE] = shape_list,
	[KW_FROM] = shape_list,
	[KW_HEALTHCHECK] = shape_health,
	[KW_LABEL] = shape_pairs,
	[KW_MAINTAINER] = shape_string,
	[KW_ONBUILD] = shape_string, /* with nothing: else it is nested */
	[KW_RUN] = shape_json_or_string,
	[KW_SHELL] = shape_json_or_string,
	[KW_STOPSIGNAL] = shape_string,
	[KW_USER] = shape_string,
	[KW_VOLUME] = shape_json_or_list,
	[KW_WORKDIR] = shape_string,
};

/* As Go lowers: U+212A is a 'k', and U+0130 an 'i'. */
static bool is_keyword(struct str name, struct str keyword)
{
	size_t n = 0;
	uint32_t cp;

	for (size_t at = 0; at < name.n; n++) {
		at += gochar_at(name, at, &cp);
		if (n == keyword.n ||
		    gochar_lower(cp) != (uint32_t)(keyword.p[n] | 0x20))
			return false;
	}
	return n > 0 && n == keyword.n;
}

static enum keyword keyword_of(struct str name)
{
	for (int k = KW_UNKNOWN + 1; k < KW_N; k++)
		if (is_keyword(name, str_c(keyword_names[k])))
			return (enum keyword)k;
	return KW_UNKNOWN;
}

/* Name and flags; *rest is what follows, without blanks around it. */
static void read_head(struct instr *in, struct part all, char escape,
                      struct arena *a, struct part *rest)
{
	struct part name;

	(void)part_cut(part_trim(all), &name, rest);
	in->name = part_text(a, &name);
	in->keyword = keyword_of(in->name.s);
	lex_flags(*rest, escape, a, &in->flags, rest);
	*rest = part_trim(*rest);
}

int instr_parse(const struct text *line, char escape, struct arena *a,
                struct instr *out, struct err *err)
{
	struct shape s = {out, part_of(line), escape, a, err};

	*out = (struct instr){0};
	for (;;) {
		s.in->joined = *line;
		read_head(s.in, s.rest, escape, a, &s.rest);
		if (s.in->keyword != KW_ONBUILD || s.rest.at == s.rest.end)
			return shapes[s.in->keyword](&s);
		s.in->nested = arena_new(a, struct instr);
		s.in = s.in->nested;
	}
}
