#include "policy/policy.h"

/* clang-format off */
static const struct field ignore_fields[] = {
	FIELD(struct policy_ignore, rule, REQUIRED, "id or name of the rule"),
	FIELD(struct policy_ignore, image, OPTIONAL, "pattern: only in images each of whose names is like it; docker:// may be left out"),
	FIELD(struct policy_ignore, dockerfile, OPTIONAL, "pattern: only in Dockerfiles with such a path, from the folder of this file on"),
	FIELD(struct policy_ignore, path, OPTIONAL, "pattern: only where all files in the image that prove the finding are like it"),
	FIELD(struct policy_ignore, pool, OPTIONAL, "pattern: only where all pools that the finding concerns are like it"),
	FIELD(struct policy_ignore, reason, REQUIRED, "why; it stands in the report"),
	FIELD(struct policy_ignore, expires, OPTIONAL, "the last day that it is ignored, YYYY-MM-DD; from the next on it is found again"),
};
static const struct schema ignore_schema = SCHEMA(struct policy_ignore, ignore_fields);

static const struct field policy_fields[] = {
	FIELD(struct policy_file, schema, REQUIRED, "always " POLICY_SCHEMA),
	FIELD(struct policy_file, fleet, OPTIONAL, "the fleet profile, from the folder of this file on; as --fleet"),
	FIELD(struct policy_file, pools, OPTIONAL, "patterns: only pools with such names; as --pool"),
	FIELD(struct policy_file, fail_on, OPTIONAL, "error, warning, note or never; as --fail-on"),
	FIELD(struct policy_file, rules, OPTIONAL, "rules by id or name, each with off, error, warning or note; with a severity all its findings have it"),
	FIELD(struct policy_file, no_labels, OPTIONAL, "true: what labels of an image say does not count; as --no-labels"),
	FIELD(struct policy_file, require_reason, OPTIONAL, "true: comments and labels that give no reason ignore nothing"),
	FIELD(struct policy_file, require_expiry, OPTIONAL, "true: comments and labels that give no date ignore nothing, and each ignore here must have one"),
	FIELD_LIST(struct policy_file, ignore, OPTIONAL, &ignore_schema, "findings that are known and do not count"),
};
/* clang-format on */
const struct schema policy_schema = SCHEMA(struct policy_file, policy_fields);

/* As much of a wrong word as a message bears. */
static struct str brief(struct str s)
{
	return (struct str){s.p, s.n < 60 ? s.n : 60};
}

/* NULL: there is none. */
static const struct rule *find_rule(struct str name, struct err *err)
{
	const struct rule *found = rule_get(name), *near;

	if (found)
		return found;
	near = rule_nearest(name);
	(void)err_set(err, ERR_USAGE,
	              "no rule '" STR_F "'; the nearest is %s (%s)",
	              STR_A(brief(name)), near->name, near->id);
	return NULL;
}

static int read_level(const struct pair *p, struct rule_level *out,
                      struct err *err)
{
	*out = (struct rule_level){.rule = find_rule(p->key, err)};
	if (!out->rule) {
		(void)err_at(err, "rules");
		return -1;
	}
	if (str_eq(p->value, STR("off"))) {
		out->off = true;
		return 0;
	}
	if (severity_get(p->value, &out->severity))
		return 0;
	(void)err_set(err, ERR_USAGE, "want off, error, warning or note");
	return err_at(err, "rules/%s", out->rule->name);
}

static int read_levels(const struct pairs *from, struct arena *a,
                       struct rule_levels *out, struct err *err)
{
	slice_for (const struct pair, p, *from) {
		struct rule_level level;

		if (read_level(p, &level, err))
			return -1;
		slice_for (const struct rule_level, old, *out) {
			if (old->rule != level.rule)
				continue;
			(void)err_set(err, ERR_USAGE,
			              "%s has both its id and its name here",
			              level.rule->id);
			return err_at(err, "rules");
		}
		*arena_push(a, out) = level;
	}
	return 0;
}

static int check_glob(struct str glob, const char *member, struct err *err)
{
	if (glob.n <= POLICY_GLOB)
		return 0;
	(void)err_set(err, ERR_USAGE, "longer than %d bytes", POLICY_GLOB);
	return err_at(err, "%s", member);
}

static int check_expiry(struct str date, bool required, struct err *err)
{
	int64_t day;

	if (date.n ? know_days(date, date, &day) : !required)
		return 0;
	(void)err_set(err, ERR_USAGE, "want YYYY-MM-DD%s",
	              date.n ? "" : ": require_expiry is set");
	return err_at(err, "expires");
}

static int check_ignore(const struct policy_ignore *i, bool expiry,
                        struct err *err)
{
	if (!find_rule(i->rule, err))
		return err_at(err, "rule");
	if (str_trim(i->reason).n == 0) {
		(void)err_set(err, ERR_USAGE, "say why");
		return err_at(err, "reason");
	}
	if (check_glob(i->image, "image", err) ||
	    check_glob(i->dockerfile, "dockerfile", err) ||
	    check_glob(i->path, "path", err) ||
	    check_glob(i->pool, "pool", err))
		return -1;
	return check_expiry(i->expires, expiry, err);
}

static int read_ignores(const struct policy_file *f, struct str name,
                        struct arena *a, struct ignores *out, struct err *err)
{
	if (f->ignore.n > POLICY_IGNORES) {
		(void)err_set(err, ERR_LIMIT, "more than %d", POLICY_IGNORES);
		return err_at(err, "ignore");
	}
	for (size_t k = 0; k < f->ignore.n; k++) {
		const struct policy_ignore *i = &f->ignore.v[k];

		if (check_ignore(i, f->require_expiry, err))
			return err_at(err, "ignore/%zu", k);
		*arena_push(a, out) = (struct ignore){
			.by = IGNORED_BY_POLICY,
			.where = arena_fmt(a, STR_F ": /ignore/%zu",
		                           STR_A(name), k),
			.rule = i->rule,
			.image = i->image,
			.dockerfile = i->dockerfile,
			.path = i->path,
			.pool = i->pool,
			.reason = i->reason,
			.expires = i->expires,
		};
	}
	return 0;
}

static int check_fail_on(struct str level, struct err *err)
{
	enum severity severity;

	if (level.n == 0 || str_eq(level, STR("never")) ||
	    severity_get(level, &severity))
		return 0;
	(void)err_set(err, ERR_USAGE, "want error, warning, note or never");
	return err_at(err, "fail_on");
}

static int check(const struct policy_file *f, struct err *err)
{
	if (!str_eq(f->schema, STR(POLICY_SCHEMA)))
		return err_set(err, ERR_USAGE,
		               "/schema: want '" POLICY_SCHEMA "'");
	for (size_t i = 0; i < f->pools.n; i++)
		if (check_glob(f->pools.v[i], "pools", err))
			return -1;
	return check_fail_on(f->fail_on, err);
}

int policy_parse(struct str json, struct str name, struct arena *a,
                 struct policy *out, struct err *err)
{
	*out = (struct policy){.lint.name = name, .lint.today = INT64_MIN};
	if (json.n > POLICY_BYTES)
		return err_set(err, ERR_LIMIT, "larger than %d bytes",
		               POLICY_BYTES);
	if (record_parse(&policy_schema, json, RECORD_STRICT, a, &out->file,
	                 err) ||
	    check(&out->file, err) ||
	    read_levels(&out->file.rules, a, &out->lint.levels, err) ||
	    read_ignores(&out->file, name, a, &out->lint.ignores, err))
		return -1;
	out->lint.no_labels = out->file.no_labels;
	out->lint.require_reason = out->file.require_reason;
	out->lint.require_expiry = out->file.require_expiry;
	return 0;
}
