#include "lint/ignored.h"

#include "base/path.h"
#include "dockerfile/pragma.h"
#include "lint/example.h"

enum ignore_state ignore_state(const struct ignore *i,
                               const struct lint_policy *p)
{
	int64_t day;

	if (i->expires.n &&
	    (!know_days(STR("1970-01-01"), i->expires, &day) || p->today > day))
		return IGNORE_EXPIRED;
	if (p->require_reason && i->reason.n == 0)
		return IGNORE_WITHOUT_REASON;
	if (p->require_expiry && i->expires.n == 0)
		return IGNORE_WITHOUT_EXPIRY;
	return IGNORE_COUNTS;
}

static bool is_of_rule(const struct ignore *i, const struct finding *f)
{
	return str_eq_nocase(i->rule, str_c(f->rule->id)) ||
	       str_eq(i->rule, str_c(f->rule->name));
}

/* A finding without a line is nobody's but of who means the file. */
static bool is_in_lines(const struct lint_input *in, const struct ignore *i,
                        const struct finding *f)
{
	size_t line, column;

	if (i->first == 0)
		return true;
	if (f->at.n == 0)
		return false;
	dockerfile_place(in->file, f->at.offset, &line, &column);
	return line >= i->first && line <= i->last;
}

/* "docker://" may be left out. */
static bool is_image(struct str glob, struct str name)
{
	struct str prefix = STR("docker://");

	return str_glob(glob, name) ||
	       (str_has_prefix(name, prefix) &&
	        str_glob(glob, str_from(name, prefix.n)));
}

/* Each of them: one name of an image may be a wider one's guest. */
static bool is_of_image(const struct lint_input *in, struct str glob)
{
	if (in->file || in->names.n == 0)
		return false;
	slice_for (const struct str, name, in->names)
		if (!is_image(glob, *name))
			return false;
	return true;
}

static bool is_of_dockerfile(const struct lint_input *in, struct str glob)
{
	return in->file && in->names.n && str_glob(glob, in->names.v[0]);
}

static bool is_at_paths(struct str glob, const struct finding *f)
{
	slice_for (const struct evidence, e, f->evidence)
		if (!str_glob(path_rel(glob), path_rel(e->path)))
			return false;
	return f->evidence.n > 0;
}

static bool is_of_pools(const struct lint_input *in, struct str glob,
                        const struct finding *f)
{
	slice_for (const struct str, pool, f->pools)
		if (!str_glob(glob, *pool))
			return false;
	if (f->pools.n)
		return true;
	slice_for (const struct pool, pool, in->fleet->pools)
		if (!str_glob(glob, pool->name))
			return false;
	return true;
}

bool ignore_matches(const struct lint_input *in, const struct ignore *i,
                    const struct finding *f)
{
	return is_of_rule(i, f) && is_in_lines(in, i, f) &&
	       (!i->image.n || is_of_image(in, i->image)) &&
	       (!i->dockerfile.n || is_of_dockerfile(in, i->dockerfile)) &&
	       (!i->path.n || is_at_paths(i->path, f)) &&
	       (!i->pool.n || is_of_pools(in, i->pool, f));
}

/* Comments and labels of the input, and what they did. */
struct sieve {
	const struct lint_input *in;
	const struct lint_policy *policy;
	struct ignores own;
	bool *used; /* of each of these */
	struct findings kept;
	struct ignoreds *ignored;
};

static void add_ignored(struct sieve *s, const struct finding *f,
                        const struct ignore *i)
{
	*arena_push(s->in->arena, s->ignored) = (struct ignored){
		.finding = *f,
		.by = i->by,
		.where = i->where,
		.reason = i->reason,
		.expires = i->expires,
	};
}

static const struct ignore *find(struct sieve *s, const struct finding *f)
{
	const struct ignore *found = NULL;

	for (size_t i = 0; i < s->own.n; i++) {
		const struct ignore *it = &s->own.v[i];

		if (ignore_state(it, s->policy) != IGNORE_COUNTS ||
		    !ignore_matches(s->in, it, f))
			continue;
		s->used[i] = true;
		found = found ? found : it;
	}
	slice_for (const struct ignore, it, s->policy->ignores)
		if (!found && ignore_state(it, s->policy) == IGNORE_COUNTS &&
		    ignore_matches(s->in, it, f))
			found = it;
	return found;
}

static const struct rule_level *level_of(const struct sieve *s,
                                         const struct rule *rule)
{
	slice_for (const struct rule_level, l, s->policy->levels)
		if (l->rule == rule)
			return l;
	return NULL;
}

static void sift(struct sieve *s, struct finding *f)
{
	const struct rule_level *level = level_of(s, f->rule);
	struct ignore off = {.by = IGNORED_BY_POLICY,
	                     .where = s->policy->name,
	                     .reason = STR("the rule is off")};
	const struct ignore *by = find(s, f);

	if (!by && level && level->off)
		by = &off;
	if (by) {
		add_ignored(s, f, by);
		return;
	}
	if (level) {
		f->lowered = level->severity < f->severity;
		f->severity = level->severity;
	}
	*arena_push(s->in->arena, &s->kept) = *f;
}

static void tell(struct sieve *s, struct span at, struct str message)
{
	struct findings one = {0};
	struct finding *f =
		finding_add(s->in, &one, &rule_ignore_unused, message);

	f->at = at;
	f->cure = (struct cure){
		.grade = GRADE_MANUAL,
		.action = STR("edit-ignore"),
		.text = STR("correct it, or take it out"),
	};
	sift(s, f);
}

static struct str why_unused(const struct sieve *s, const struct ignore *i)
{
	switch (ignore_state(i, s->policy)) {
	case IGNORE_EXPIRED:
		return arena_fmt(s->in->arena,
		                 " until " STR_F ", which is over",
		                 STR_A(i->expires));
	case IGNORE_WITHOUT_REASON:
		return STR(" without a reason, which the policy wants");
	case IGNORE_WITHOUT_EXPIRY:
		return STR(" for ever, but the policy wants until=YYYY-MM-DD");
	case IGNORE_COUNTS:
		break;
	}
	return rule_get(i->rule) ? STR(", which finds nothing there") :
	                           STR(", which is no rule");
}

/* By the comments and labels only: they don't ignore what is said of them. */
static void tell_unused(struct sieve *s)
{
	struct ignores own = s->own;

	s->own.n = 0;
	for (size_t i = 0; i < own.n; i++)
		if (!s->used[i])
			tell(s, own.v[i].at,
			     arena_fmt(s->in->arena,
			               STR_F " ignores " STR_F STR_F,
			               STR_A(own.v[i].where),
			               STR_A(own.v[i].rule),
			               STR_A(why_unused(s, &own.v[i]))));
}

static void add_comment(struct sieve *s, const struct pragma *p)
{
	bool all = p->scope == PRAGMA_GLOBAL;

	slice_for (const struct str, id, p->ids)
		*arena_push(s->in->arena, &s->own) = (struct ignore){
			.by = IGNORED_BY_COMMENT,
			.where = arena_fmt(s->in->arena, "line %zu", p->line),
			.rule = *id,
			.first = all ? 0 : p->first,
			.last = p->last,
			.at = p->span,
			.reason = p->reason,
			.expires = p->until,
		};
}

static void read_own(struct sieve *s, struct strs *problems)
{
	const struct lint_input *in = s->in;
	struct pragmas pragmas = {0};

	if (in->file)
		pragmas_of(in->file, in->arena, &pragmas);
	slice_for (const struct pragma, p, pragmas)
		add_comment(s, p);
	*problems = pragmas.problems;
	slice_for (const struct pair, l, in->facts->config.labels)
		if (!s->policy->no_labels &&
		    str_eq(l->key, STR("cudalint.ignore")))
			ignores_of_label(l->value, in->arena, &s->own,
			                 problems);
	s->used = arena_array(in->arena, bool, s->own.n);
}

void findings_ignore(const struct lint_input *in, struct findings *all,
                     struct ignoreds *ignored)
{
	static const struct lint_policy none = {.today = INT64_MIN};
	struct sieve s = {.in = in,
	                  .policy = in->policy ? in->policy : &none,
	                  .ignored = ignored};
	struct strs problems = {0};

	read_own(&s, &problems);
	slice_for (struct finding, f, *all)
		sift(&s, f);
	tell_unused(&s);
	slice_for (const struct str, problem, problems)
		tell(&s, (struct span){0}, *problem);
	*all = s.kept;
}
