/* A policy, a baseline and a label are refused with a reason, or say the same
 * when written and read again. */
#include "policy/baseline.h"
#include "policy/policy.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_err(const struct err *err)
{
	assert(err->kind == ERR_FORMAT || err->kind == ERR_LIMIT ||
	       err->kind == ERR_USAGE);
	assert(err->msg[0]);
}

/* A finding of any rule, with a path and a pool that globs may like. */
static void match_all(const struct lint_policy *p, struct arena *a)
{
	static struct str pool = {"ws-3090", 7};
	struct evidence proof = {.path = STR("/usr/lib/libcuda.so.1")};
	struct pool pools = {.name = pool};
	struct fleet fleet = {.pools = {&pools, 1}};
	struct lint_input in = {.fleet = &fleet,
	                        .arena = a,
	                        .names = {&pool, 1}};
	struct finding f = {
		.rule = rules[0],
		.pools = {&pool, 1},
		.evidence = {&proof, 1},
	};

	slice_for (const struct ignore, i, p->ignores) {
		(void)ignore_state(i, p);
		if (ignore_matches(&in, i, &f))
			assert(rule_get(i->rule) == rules[0]);
	}
}

static void try_policy(struct str json, struct arena *a)
{
	struct policy p, again;
	struct buf out = {0};
	struct err err = {0};

	if (policy_parse(json, STR("p"), a, &p, &err)) {
		check_err(&err);
		return;
	}
	match_all(&p.lint, a);
	record_write(&policy_schema, &p.file, &out);
	assert(policy_parse(buf_str(&out), STR("p"), a, &again, &err) == 0);
	assert(again.lint.levels.n == p.lint.levels.n &&
	       again.lint.ignores.n == p.lint.ignores.n);
	buf_free(&out);
}

/* It knows what it has, nothing of which is gone; the next is the same. */
static void check_baseline(const struct baseline *b, struct arena *a)
{
	struct judgeds judged = {0};
	struct baseline next;
	struct buf one = {0}, two = {0};

	slice_for (const struct known, k, b->findings) {
		assert(baseline_has(b, k));
		*arena_push(a, &judged) =
			(struct judged){k->input, k->platform};
	}
	judgeds_sort(&judged);
	assert(baseline_gone(b, &b->findings, &judged, a).n == 0);
	next = baseline_next(b, &b->findings, &judged, a);
	assert(next.findings.n <= b->findings.n);
	baseline_write(&next, &one);
	next = baseline_next(&next, &next.findings, &judged, a);
	baseline_write(&next, &two);
	assert(str_eq(buf_str(&one), buf_str(&two)));
	buf_free(&one);
	buf_free(&two);
}

static void try_baseline(struct str json, struct arena *a)
{
	struct baseline b;
	struct err err = {0};

	if (baseline_parse(json, a, &b, &err))
		check_err(&err);
	else
		check_baseline(&b, a);
}

static void try_label(struct str text, struct arena *a)
{
	struct ignores all = {0};
	struct strs problems = {0};
	struct lint_policy p = {.ignores = {0}};

	ignores_of_label(text, a, &all, &problems);
	assert(problems.n <= 1);
	slice_for (const struct ignore, i, all)
		assert(i->rule.n && i->by == IGNORED_BY_LABEL);
	p.ignores = all;
	match_all(&p, a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = {(const char *)data, size};
	struct arena a = {0};

	try_policy(bytes, &a);
	try_baseline(bytes, &a);
	try_label(bytes, &a);
	arena_free(&a);
	return 0;
}
