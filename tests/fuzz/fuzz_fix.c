/* A Dockerfile, to plans for a fleet of two pools: what is applied cures and
 * worsens nothing, its diff gives the edited file, and the edited file needs no
 * more of it.  The length picks the limit. */
#include "fix/diff.h"
#include "fix/verify.h"
#include "report/plan.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct world {
	struct arena arena;
	struct know know;
	struct fleet fleet;
};

/* One image's facts, its target's, and what they lead to. */
struct fixing {
	struct dockerfile file;
	struct build_opts build;
	struct docker_input input;
	struct docker_image image;
	struct predictions before;
	struct findings findings;
	struct fix_input in;
	struct advice advice;
};

static const char fleet[] =
	"{\"schema\":\"cudalint/fleet/1\",\"name\":\"f\",\"pools\":["
	"{\"name\":\"desk\",\"driver\":\"535.104.05\",\"gpus\":[{\"product\":"
	"\"NVIDIA GeForce RTX 4090\"}],\"container\":{\"toolkit\":\"1.14.0\","
	"\"request\":\"gpus\",\"mode\":\"legacy\"}},"
	"{\"name\":\"rack\",\"driver\":\"470.223.02\",\"gpus\":[{\"product\":"
	"\"Tesla T4\"}],\"container\":{\"toolkit\":\"1.14.0\","
	"\"request\":\"gpus\",\"mode\":\"legacy\"}}]}";

static const struct world *world(void)
{
	static struct world w;
	struct err err = {0};

	if (!w.arena.used &&
	    (know_load(&w.know, STR(""), &w.arena, &err) ||
	     fleet_parse(str_c(fleet), &w.know, &w.arena, &w.fleet, &err)))
		abort();
	return &w;
}

static bool plan(struct fixing *r, struct str bytes, enum grade limit,
                 struct arena *a)
{
	const struct world *w = world();
	struct predict_input in = {.facts = &r->image.facts, .know = &w->know};
	struct lint_input lint = {.facts = &r->image.facts,
	                          .fleet = &w->fleet,
	                          .know = &w->know,
	                          .predictions = &r->before,
	                          .arena = a,
	                          .docker = &r->image,
	                          .file = &r->file};
	struct err err = {0};

	r->input = (struct docker_input){.file = &r->file,
	                                 .build = &r->build,
	                                 .know = &w->know};
	if (dockerfile_parse(bytes, a, &r->file, &err) ||
	    docker_image_of(&r->input, a, &r->image, &err))
		return false;
	slice_for (struct pool, pool, w->fleet.pools)
		predict_pool(&in, pool, a, &r->before);
	lint_run(&lint, &r->findings, NULL);
	r->in = (struct fix_input){.docker_input = &r->input,
	                           .docker = &r->image,
	                           .facts = &r->image.facts,
	                           .fleet = &w->fleet,
	                           .know = &w->know,
	                           .before = &r->before,
	                           .findings = &r->findings,
	                           .limit = limit};
	plan_all(&r->in, a, &r->advice);
	return true;
}

static struct str next_line(struct str *rest)
{
	const char *nl = rest->n ? memchr(rest->p, '\n', rest->n) : NULL;
	size_t n = nl ? (size_t)(nl - rest->p) + 1 : rest->n;
	struct str line = {rest->p, n};

	*rest = str_from(*rest, n);
	return line;
}

/* "@@ -FIRST,… +…": lines of the old file in front of the hunk. */
static void copy_before(struct str hunk, struct str *old, size_t *line,
                        struct buf *out)
{
	size_t first = strtoul(hunk.p + 4, NULL, 10);
	bool empty = str_contains(hunk, STR(",0 +"));

	/* Of no lines, the hunk stands behind that line. */
	for (size_t stop = empty ? first + 1 : first; *line < stop; ++*line)
		buf_add(out, next_line(old));
}

static struct str without_end(struct str line, struct str rest)
{
	if (rest.n && rest.p[0] == '\\')
		line.n--;
	return line;
}

/* What patch(1) would make of it; every line it takes must be there. */
static void apply(struct str diff, struct str old, struct buf *out)
{
	size_t line = 1;

	assert(str_has_prefix(next_line(&diff), STR("--- a/")));
	assert(str_has_prefix(next_line(&diff), STR("+++ b/")));
	while (diff.n) {
		struct str l = next_line(&diff);
		struct str text = without_end(str_from(l, 1), diff);

		if (l.p[0] == '@')
			copy_before(l, &old, &line, out);
		if (l.p[0] == ' ' || l.p[0] == '-') {
			assert(str_eq(next_line(&old), text));
			line++;
		}
		if (l.p[0] == ' ' || l.p[0] == '+')
			buf_add(out, text);
		assert(memchr("@ -+\\", l.p[0], 5));
	}
	buf_add(out, old);
}

static void check_diff(struct str before, const struct edits *edits,
                       struct str after)
{
	struct buf diff = {0}, made = {0};

	diff_write(STR("Dockerfile"), before, edits, &diff);
	assert(!str_eq(before, after));
	apply(buf_str(&diff), before, &made);
	assert(str_eq(buf_str(&made), after));
	buf_free(&diff);
	buf_free(&made);
}

static void check_plan(const struct plan *p, enum grade limit)
{
	assert(p->grade <= limit && p->cured > 0 && p->broken == 0);
	slice_for (struct flip, f, p->flips)
		assert(!f->cured || f->after->verdict == VERDICT_PASS);
	for (size_t i = 0; i < p->actions_n; i++)
		assert(p->action[i]->refused.n == 0);
}

static void check_report(const struct fixing *r, const struct proof *proof)
{
	struct plan_report report = {.name = STR("Dockerfile"),
	                             .in = &r->in,
	                             .advice = &r->advice,
	                             .proof = proof};
	struct report_style style = {0};
	struct buf out = {0};

	plan_text(&report, &style, &out);
	assert(buf_str(&out).n > 0);
	buf_free(&out);
}

static void check(struct fixing *r, enum grade limit, struct arena *a)
{
	struct proof proof = {0};
	struct fixing *again = arena_new(a, struct fixing);

	for (int i = 0; r->advice.best && i < PLAN_PROOFS_MAX; i++) {
		check_plan(r->advice.best, limit);
		prove(&r->in, r->advice.best, a, &proof);
		if (proof.failed.n == 0)
			break;
		plan_next(&r->in, a, &r->advice, proof.failed);
	}
	check_report(r, &proof);
	if (!r->advice.best || proof.failed.n)
		return;
	check_diff(r->file.bytes, &r->advice.best->edits, proof.bytes);
	assert(plan(again, proof.bytes, limit, a));
	assert(!again->advice.best);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	enum grade limit = size % 2 ? GRADE_REVIEW : GRADE_SAFE;
	struct arena a = {0};
	struct fixing *r = arena_new(&a, struct fixing);

	if (plan(r, (struct str){(const char *)data, size}, limit, &a))
		check(r, limit, &a);
	arena_free(&a);
	return 0;
}
