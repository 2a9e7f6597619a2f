#include "lint/rule.h"

#include "base/path.h"
#include "lint/fingerprint.h"
#include "lint/ignored.h"
#include "lint/where.h"

#include <stdlib.h>
#include <string.h>

#define RULE(name) &rule_##name,
const struct rule *const rules[] = {
#include "lint/rules.def"
};
#undef RULE

const size_t rules_n = sizeof rules / sizeof rules[0];

const char *const severity_names[SEV_N] = {
	[SEV_NOTE] = "note",
	[SEV_WARNING] = "warning",
	[SEV_ERROR] = "error",
};

const char *const grade_names[GRADE_N] = {
	[GRADE_NONE] = NULL,
	[GRADE_SAFE] = "safe",
	[GRADE_REVIEW] = "review",
	[GRADE_MANUAL] = "manual",
};

const char *const ignored_by_names[IGNORED_BY_N] = {
	[IGNORED_BY_COMMENT] = "comment",
	[IGNORED_BY_LABEL] = "label",
	[IGNORED_BY_POLICY] = "policy",
	[IGNORED_BY_BASELINE] = "baseline",
};

const struct rule *rule_get(struct str id)
{
	for (size_t i = 0; i < rules_n; i++) {
		if (str_eq_nocase(str_c(rules[i]->id), id) ||
		    str_eq(str_c(rules[i]->name), id))
			return rules[i];
	}
	return NULL;
}

bool severity_get(struct str name, enum severity *out)
{
	for (int s = 0; s < SEV_N; s++) {
		if (!str_eq(name, str_c(severity_names[s])))
			continue;
		*out = (enum severity)s;
		return true;
	}
	return false;
}

struct finding *finding_add(const struct lint_input *in, struct findings *out,
                            const struct rule *rule, struct str message)
{
	struct finding *f = arena_push(in->arena, out);

	*f = (struct finding){
		.rule = rule,
		.severity = rule->severity,
		.message = message,
	};
	return f;
}

void finding_at(const struct lint_input *in, struct finding *f, int64_t layer,
                struct str path)
{
	const struct layers *layers = &in->facts->layers;
	struct evidence e = {.layer = -1, .path = path};

	slice_for (struct evidence, old, f->evidence)
		if (old->layer == layer &&
		    str_eq(path_rel(old->path), path_rel(path)))
			return;
	if (layer >= 0 && (uint64_t)layer < layers->n) {
		e.layer = layer;
		e.digest = layers->v[layer].diff_id;
		e.history = layers->v[layer].created_by;
		e.path = arena_fmt(in->arena, "/" STR_F, STR_A(path_rel(path)));
	}
	*arena_push(in->arena, &f->evidence) = e;
}

/* True when the line sets the variable: "ENV A=1", "ENV A 1". */
static bool sets_env(struct str line, struct str name)
{
	for (size_t i = 1; i + name.n < line.n; i++) {
		struct str rest = str_from(line, i);

		if (line.p[i - 1] == ' ' && str_has_prefix(rest, name) &&
		    (rest.p[name.n] == '=' || rest.p[name.n] == ' '))
			return true;
	}
	return false;
}

void finding_env(const struct lint_input *in, struct finding *f,
                 struct str name)
{
	finding_at(in, f, -1, STR("config.Env"));
	slice_for (struct history_line, h, in->facts->config.history)
		if (str_contains(h->created_by, STR("ENV ")) &&
		    sets_env(h->created_by, name))
			f->evidence.v[f->evidence.n - 1].history =
				h->created_by;
}

void finding_pool(const struct lint_input *in, struct finding *f,
                  const struct pool *pool)
{
	slice_for (struct str, name, f->pools)
		if (str_eq(*name, pool->name))
			return;
	*arena_push(in->arena, &f->pools) = pool->name;
}

static int by_weight(const void *left, const void *right)
{
	const struct finding *a = left, *b = right;
	int order = (int)b->severity - (int)a->severity;

	if (order == 0)
		order = strcmp(a->rule->id, b->rule->id);
	return order ? order : str_cmp(a->message, b->message);
}

static void sort(struct findings *all)
{
	if (all->n)
		qsort(all->v, all->n, sizeof *all->v, by_weight);
}

void lint_run(const struct lint_input *in, struct findings *out,
              struct ignoreds *ignored)
{
	struct ignoreds unasked = {0};

	for (size_t i = 0; i < rules_n; i++)
		rules[i]->check(in, out);
	findings_place(in, out);
	slice_for (struct finding, f, *out)
		if (in->fleet->embedded && f->rule->fleet &&
		    f->severity > SEV_WARNING)
			f->severity = SEV_WARNING;
	sort(out);
	findings_fingerprint(in, out);
	findings_ignore(in, out, ignored ? ignored : &unasked);
	sort(out);
	findings_fingerprint(in, out);
}
