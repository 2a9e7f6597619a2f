#include "cli/complete.h"

#include "cli/formats.h"
#include "cli/images.h"
#include "know/card.h"
#include "lint/codes.h"
#include "lint/rule.h"

/* One place where a value stands. */
struct place {
	struct context *c;
	const struct command *cmd;
	struct complete *out;
};

static void add(const struct place *p, struct str word)
{
	*arena_push(&p->c->arena, &p->out->words) = word;
}

static void add_levels(const struct place *p)
{
	for (size_t i = 0; i < SEV_N; i++)
		add(p, str_c(severity_names[i]));
	add(p, STR("never"));
}

static void add_formats(const struct place *p)
{
	struct strs names = formats_names(p->cmd, &p->c->arena);

	slice_for (struct str, name, names)
		add(p, *name);
}

static void add_stacks(const struct place *p)
{
	slice_for (struct stack, s, p->c->know.stacks)
		add(p, s->id);
}

static void add_kinds(const struct place *p)
{
	for (size_t i = 0; i < card_kinds_n; i++)
		add(p, str_c(card_kinds[i].word));
}

static void add_rules(const struct place *p)
{
	for (size_t i = 0; i < rules_n; i++) {
		add(p, str_c(rules[i]->id));
		add(p, str_c(rules[i]->name));
	}
}

static void add_codes(const struct place *p)
{
	for (size_t i = 0; i < code_docs_n; i++)
		add(p, str_c(outcome_names[code_docs[i].outcome]));
}

static void add_depths(const struct place *p)
{
	for (size_t i = 0; i < LAYER_DEPTH_N; i++)
		add(p, str_c(depth_names[i]));
	add(p, STR("auto"));
}

static void add_placements(const struct place *p)
{
	add(p, STR("early"));
	add(p, STR("cache"));
}

static void add_platforms(const struct place *p)
{
	add(p, STR("linux/amd64"));
	add(p, STR("linux/arm64"));
}

/* The words that stand for values in usages and in the table of options. */
static const struct kind {
	const char *word;
	bool files, directories;
	void (*add)(const struct place *p);
} kinds[] = {
	{"FILE", true, false, NULL},
	{"LIST", true, false, NULL},
	{"IMAGE", true, false, NULL},
	{"DOCKERFILE", true, false, NULL},
	{"DIR", false, true, NULL},
	{"FMT", false, false, add_formats},
	{"LEVEL", false, false, add_levels},
	{"STACK", false, false, add_stacks},
	{"DEPTH", false, false, add_depths},
	{"WHERE", false, false, add_placements},
	{"OS", false, false, add_platforms},
	{"KIND", false, false, add_kinds},
	{"RULE", false, false, add_rules},
	{"CODE", false, false, add_codes},
};

static bool is_letter(char ch)
{
	return (ch >= 'a' && ch <= 'z') || (ch >= 'A' && ch <= 'Z');
}

/* "show [FILE] | import": the next word of it. */
static bool next_word(struct str *rest, struct str *word)
{
	size_t from = 0, n;

	while (from < rest->n && !is_letter(rest->p[from]))
		from++;
	for (n = from; n < rest->n && is_letter(rest->p[n]);)
		n++;
	*word = (struct str){rest->p + from, n - from};
	*rest = str_from(*rest, n);
	return word->n > 0;
}

static bool is_placeholder(struct str word)
{
	return word.p[0] < 'a';
}

static void add_kind(const struct place *p, struct str word)
{
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		if (!str_eq(word, str_c(kinds[i].word)))
			continue;
		p->out->files |= kinds[i].files;
		p->out->directories |= kinds[i].directories;
		if (kinds[i].add)
			kinds[i].add(p);
	}
}

static void add_word(const struct place *p, struct str word)
{
	if (is_placeholder(word))
		add_kind(p, word);
	else
		add(p, word);
}

/* Of "FMT[=FILE]" and "NAME=WHERE" only the first can be told. */
int complete_value(struct context *c, const struct command *cmd,
                   const struct option *o, struct complete *out,
                   struct err *err)
{
	struct place p = {c, cmd, out};
	struct str rest = o->arg ? str_c(o->arg) : STR(""), word;

	*out = (struct complete){0};
	if (context_know(c, err))
		return -1;
	if (next_word(&rest, &word))
		add_word(&p, word);
	return 0;
}

int complete_args(struct context *c, const struct command *cmd,
                  struct complete *out, struct err *err)
{
	struct place p = {c, cmd, out};
	struct str rest = str_c(cmd->args), word;

	*out = (struct complete){0};
	if (context_know(c, err))
		return -1;
	while (next_word(&rest, &word))
		add_word(&p, word);
	return 0;
}
