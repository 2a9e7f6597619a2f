/* Every rule finds its own bad example, and not its good one. */
#include "lint/codes.h"
#include "lint/explain.h"
#include "lint/hits.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

struct world {
	struct arena arena;
	struct know know;
	struct fleet fleet;
	struct image_facts facts;
	struct predictions predictions;
	struct findings findings;
	const struct dockerfile *file;
};

static struct arena know_arena;
static struct know know;

static int load_know(void **state)
{
	struct err err = {0};

	(void)state;
	if (know_load(&know, STR(""), &know_arena, &err))
		return -1;
	return 0;
}

static int drop_know(void **state)
{
	(void)state;
	arena_free(&know_arena);
	return 0;
}

static int load_fleet(struct world *w, const char *json, struct err *err)
{
	if (!json)
		return fleet_default(&know, &w->arena, &w->fleet, err);
	return fleet_parse(str_c(json), &know, &w->arena, &w->fleet, err);
}

/* The image of a Dockerfile's target; "" is the last stage. */
static struct docker_image *build(struct world *w, const char *bytes,
                                  struct str target)
{
	struct dockerfile *file = arena_new(&w->arena, struct dockerfile);
	struct docker_image *image = arena_new(&w->arena, struct docker_image);
	struct build_opts *opts = arena_new(&w->arena, struct build_opts);
	struct docker_input *in = arena_new(&w->arena, struct docker_input);
	struct err err = {0};

	opts->target = target;
	*in = (struct docker_input){.file = file, .build = opts, .know = &know};
	if (dockerfile_parse(str_c(bytes), &w->arena, file, &err) ||
	    docker_image_of(in, &w->arena, image, &err))
		fail_msg("%s\n%s", err.msg, bytes);
	w->file = file;
	return image;
}

static void predict(struct world *w, const struct image_facts *f,
                    struct predictions *out)
{
	struct predict_input in = {.facts = f, .know = &know};

	slice_for (struct pool, p, w->fleet.pools)
		predict_pool(&in, p, &w->arena, out);
}

static void add_targets(struct world *w, const char *bytes,
                        const struct docker_image *image,
                        struct lint_targets *out)
{
	for (size_t i = 0; i < image->stages.leaves.n; i++) {
		const struct stage *s = image->stages.leaves.v[i];
		struct lint_target *t;

		if (s == image->stages.target)
			continue;
		t = arena_push(&w->arena, out);
		*t = (struct lint_target){.stage = s};
		predict(w,
		        &build(w, bytes, arena_fmt(&w->arena, "%zu", s->index))
		                 ->facts,
		        &t->predictions);
	}
}

static void lint_file(struct world *w, const char *bytes, const char *fleet)
{
	struct lint_input in = {.fleet = &w->fleet,
	                        .know = &know,
	                        .predictions = &w->predictions,
	                        .arena = &w->arena};
	struct docker_image *image = build(w, bytes, STR(""));
	struct err err = {0};

	if (load_fleet(w, fleet, &err))
		fail_msg("%s", err.msg);
	w->facts = image->facts;
	in.facts = &image->facts;
	in.docker = image;
	predict(w, in.facts, &w->predictions);
	add_targets(w, bytes, image, &in.targets);
	in.file = w->file;
	lint_run(&in, &w->findings, NULL);
	slice_for (struct finding, f, w->findings)
		if (f->at.n == 0 || f->at.offset + f->at.n > strlen(bytes))
			fail_msg("%s: no place in\n%s", f->rule->id, bytes);
}

static void lint(struct world *w, const char *facts, const char *fleet)
{
	struct err err = {0};
	struct predict_input in = {.facts = &w->facts, .know = &know};
	struct lint_input lint_in = {.facts = &w->facts,
	                             .fleet = &w->fleet,
	                             .know = &know,
	                             .predictions = &w->predictions,
	                             .arena = &w->arena};

	if (record_parse(&facts_schema, str_c(facts), RECORD_BYTES, &w->arena,
	                 &w->facts, &err) ||
	    load_fleet(w, fleet, &err))
		fail_msg("%s\n%s", err.msg, facts);
	slice_for (struct pool, p, w->fleet.pools)
		predict_pool(&in, p, &w->arena, &w->predictions);
	lint_run(&lint_in, &w->findings, NULL);
}

static size_t count(const struct world *w, const struct rule *rule)
{
	size_t n = 0;

	slice_for (struct finding, f, w->findings)
		n += f->rule == rule;
	return n;
}

static void explain_world(const struct world *w)
{
	slice_for (struct prediction, p, w->predictions)
		slice_for (struct variant, v, p->variants)
			printf("  %s %s: %.*s\n", outcome_names[p->outcome],
			       outcome_names[v->run.outcome],
			       (int)v->run.message.n, v->run.message.p);
	slice_for (struct finding, f, w->findings)
		printf("  %s %.*s\n", f->rule->id, (int)f->message.n,
		       f->message.p);
}

static size_t hits(const struct rule *rule, bool want)
{
	const char *pool = rule->pool;
	struct world w = {0};
	size_t n;

	if (!want && rule->good_pool)
		pool = rule->good_pool;
	if (rule->bad_file)
		lint_file(&w, want ? rule->bad_file : rule->good_file, pool);
	else
		lint(&w, want ? rule->bad : rule->good, pool);
	n = count(&w, rule);
	if ((n > 0) != want)
		explain_world(&w);
	arena_free(&w.arena);
	return n;
}

static void examples(void **state)
{
	size_t bad = 0;

	(void)state;
	for (size_t i = 0; i < rules_n; i++) {
		if (!hits(rules[i], true)) {
			printf("%s: bad example not found\n", rules[i]->id);
			bad++;
		}
		if (hits(rules[i], false)) {
			printf("%s: good example found\n", rules[i]->id);
			bad++;
		}
	}
	assert_int_equal(bad, 0);
}

/* What a finding must have, whatever the rule. */
static void check_finding(const struct world *w, const struct finding *f)
{
	assert_true(f->message.n > 20);
	assert_null(memchr(f->message.p, '\n', f->message.n));
	assert_int_not_equal(f->message.p[f->message.n - 1], '.');
	assert_true(f->severity < SEV_N);
	slice_for (struct evidence, e, f->evidence) {
		assert_true(e->layer < (int64_t)w->facts.layers.n);
		assert_true(e->path.n > 0);
	}
	if (f->cure.grade == GRADE_NONE)
		return;
	assert_true(f->cure.action.n > 0);
	assert_true(f->cure.text.n > 0);
}

static void messages(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_n; i++) {
		struct world w = {0};

		if (rules[i]->bad_file)
			lint_file(&w, rules[i]->bad_file, rules[i]->pool);
		else
			lint(&w, rules[i]->bad, rules[i]->pool);
		slice_for (struct finding, f, w.findings)
			check_finding(&w, f);
		arena_free(&w.arena);
	}
}

/* What fails is told of: no failing verdict without an error. */
static void failures_are_errors(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_n; i++) {
		struct world w = {0};
		bool error = false;

		if (rules[i]->bad_file)
			lint_file(&w, rules[i]->bad_file, rules[i]->pool);
		else
			lint(&w, rules[i]->bad, rules[i]->pool);
		slice_for (struct finding, f, w.findings)
			error |= f->severity == SEV_ERROR;
		if (predict_worst(&w.predictions) == VERDICT_FAIL &&
		    !w.fleet.embedded && !error) {
			explain_world(&w);
			fail_msg("%s: verdict fail without an error",
			         rules[i]->id);
		}
		arena_free(&w.arena);
	}
}

static void embedded_fleet_warns(void **state)
{
	struct world w = {0};

	(void)state;
	lint(&w, rule_compat_on_unsupported_gpu.bad, NULL);
	assert_true(w.fleet.embedded);
	assert_true(count(&w, &rule_compat_on_unsupported_gpu) > 0);
	slice_for (struct finding, f, w.findings)
		if (f->rule->fleet)
			assert_true(f->severity <= SEV_WARNING);
	arena_free(&w.arena);
}

static void sorted(void **state)
{
	struct world w = {0};

	(void)state;
	lint(&w, rule_cuda_version_malformed.bad, NULL);
	for (size_t i = 1; i < w.findings.n; i++)
		assert_true(w.findings.v[i - 1].severity >=
		            w.findings.v[i].severity);
	arena_free(&w.arena);
}

static void identity(void **state)
{
	static const char *const symbols[] = {
#define RULE(name) #name,
#include "lint/rules.def"
#undef RULE
	};

	(void)state;
	for (size_t i = 0; i < rules_n; i++) {
		const struct rule *r = rules[i];

		assert_int_equal(strlen(r->id), 5);
		assert_memory_equal(r->id, "CL", 2);
		if (i > 0)
			assert_true(strcmp(rules[i - 1]->id, r->id) < 0);
		assert_int_equal(strlen(r->name), strlen(symbols[i]));
		for (size_t k = 0; r->name[k]; k++)
			assert_int_equal(r->name[k] == '-' ? '_' : r->name[k],
			                 symbols[i][k]);
		assert_ptr_equal(rule_get(str_c(r->id)), r);
		assert_ptr_equal(rule_get(str_c(r->name)), r);
		assert_true(strlen(r->title) <= 80 - 9);
		assert_true(strlen(r->why) > 80);
		assert_true(strlen(r->cure) > 10);
		assert_true(strlen(r->source) > 5);
	}
	assert_null(rule_get(STR("CL999")));
	assert_null(rule_get(STR("")));
}

static void no_line_is_long(const struct buf *b)
{
	size_t col = 0;

	for (size_t i = 0; i < b->n; i++) {
		col = b->p[i] == '\n' ? 0 : col + 1;
		assert_true(col <= 80);
	}
}

static void explained(void **state)
{
	(void)state;
	for (size_t i = 0; i < rules_n; i++) {
		struct buf b = {0};

		explain_rule(rules[i], &b);
		assert_non_null(strstr(b.p, rules[i]->name));
		no_line_is_long(&b);
		buf_free(&b);
	}
	for (int o = 0; o < OUT_N; o++) {
		struct buf b = {0};

		if (o == OUT_OK)
			continue;
		assert_true(explain_code(str_c(outcome_names[o]), &b));
		no_line_is_long(&b);
		buf_free(&b);
	}
}

static void codes(void **state)
{
	struct buf b = {0};

	(void)state;
	assert_ptr_equal(code_doc_get(
				 STR("cudaErrorCompatNotSupportedOnDevice")),
	                 code_doc_get(STR("804")));
	assert_null(code_doc_get(STR("")));
	assert_null(code_doc_get(STR("999")));
	assert_false(explain_code(STR("999"), &b));
	assert_int_equal(b.n, 0);
	rules_list(&b);
	assert_non_null(strstr(b.p, "CL001  compat-on-unsupported-gpu"));
	buf_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(examples),
		cmocka_unit_test(messages),
		cmocka_unit_test(failures_are_errors),
		cmocka_unit_test(embedded_fleet_warns),
		cmocka_unit_test(sorted),
		cmocka_unit_test(identity),
		cmocka_unit_test(explained),
		cmocka_unit_test(codes),
	};

	return cmocka_run_group_tests_name("rules", tests, load_know,
	                                   drop_know);
}
