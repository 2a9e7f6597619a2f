#include "lint/explain.h"

#include "lint/codes.h"

enum { WIDTH = 80, LEFT = 9 };

static void wrap(struct buf *out, const char *label, const char *text)
{
	struct str rest = str_c(text), word;
	size_t col = LEFT;

	buf_printf(out, "%-*s", LEFT, label);
	while (str_next(&rest, ' ', &word)) {
		if (word.n == 0)
			continue;
		if (col > LEFT && col + 1 + word.n > WIDTH) {
			buf_add(out, STR("\n"));
			buf_addc(out, ' ', LEFT);
			col = LEFT;
		}
		if (col > LEFT) {
			buf_add(out, STR(" "));
			col++;
		}
		buf_add(out, word);
		col += word.n;
	}
	buf_add(out, STR("\n"));
}

void explain_rule(const struct rule *rule, struct buf *out)
{
	buf_printf(out, "%s %s (%s)\n%s\n\n", rule->id, rule->name,
	           severity_names[rule->severity], rule->title);
	wrap(out, "why", rule->why);
	wrap(out, "cure", rule->cure);
	if (rule->fleet)
		wrap(out, "level",
		     "Depends on the fleet: at most a warning "
		     "with the default fleet.");
	wrap(out, "source", rule->source);
}

/* Rules whose text names the code. */
static void add_rules(struct buf *out, const char *code)
{
	struct buf list = {0};

	for (size_t i = 0; i < rules_n; i++)
		if (str_contains(str_c(rules[i]->why), str_c(code)) ||
		    str_contains(str_c(rules[i]->source), str_c(code)))
			buf_printf(&list, "%s%s %s", list.n ? ", " : "",
			           rules[i]->id, rules[i]->name);
	if (list.n)
		wrap(out, "rules", list.p);
	buf_free(&list);
}

bool explain_code(struct str code, struct buf *out)
{
	const struct code_doc *d = code_doc_get(code);
	const char *name;

	if (!d)
		return false;
	name = outcome_names[d->outcome];
	buf_printf(out, "%s%s%s\n", name, d->name[0] ? " " : "", d->name);
	if (outcome_messages[d->outcome] && outcome_messages[d->outcome][0])
		buf_printf(out, "\"%s\"\n", outcome_messages[d->outcome]);
	buf_add(out, STR("\n"));
	wrap(out, "means", d->means);
	wrap(out, "causes", d->causes);
	wrap(out, "cures", d->cures);
	if (name[0] >= '0' && name[0] <= '9')
		add_rules(out, name);
	wrap(out, "source", d->source);
	return true;
}

void rules_list(struct buf *out)
{
	for (size_t i = 0; i < rules_n; i++)
		buf_printf(out, "%s  %-29s %-8s %s\n", rules[i]->id,
		           rules[i]->name, severity_names[rules[i]->severity],
		           rules[i]->title);
}
