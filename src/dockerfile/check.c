#include "dockerfile/check.h"

#include "dockerfile/flags.h"
#include "dockerfile/gochar.h"

#include <string.h>

enum flag_type {
	FLAG_STRING,
	FLAG_STRINGS, /* may be given several times */
	FLAG_BOOL,
	FLAG_DURATION, /* as Go has them: 1m30s */
	FLAG_COUNT,
};

struct flag_rule {
	const char *name;
	enum flag_type type;
	const char *values; /* with '|' between; NULL: any */
};

struct instr_rule {
	size_t min, max; /* arguments; max 0: any number */
	const struct flag_rule *flags;
	bool any_flags; /* they are not looked at */
	int (*check)(const struct instr *i, struct err *err);
};

static const struct flag_rule add_flags[] = {
	{"chown", FLAG_STRING, NULL},    {"chmod", FLAG_STRING, NULL},
	{"link", FLAG_BOOL, NULL},       {"keep-git-dir", FLAG_BOOL, NULL},
	{"checksum", FLAG_STRING, NULL}, {"unpack", FLAG_BOOL, NULL},
	{"exclude", FLAG_STRINGS, NULL}, {NULL, FLAG_STRING, NULL},
};
static const struct flag_rule copy_flags[] = {
	{"chown", FLAG_STRING, NULL},    {"from", FLAG_STRING, NULL},
	{"chmod", FLAG_STRING, NULL},    {"link", FLAG_BOOL, NULL},
	{"exclude", FLAG_STRINGS, NULL}, {"parents", FLAG_BOOL, NULL},
	{NULL, FLAG_STRING, NULL},
};
static const struct flag_rule from_flags[] = {
	{"platform", FLAG_STRING, NULL},
	{NULL, FLAG_STRING, NULL},
};
static const struct flag_rule health_flags[] = {
	{"interval", FLAG_DURATION, NULL},
	{"timeout", FLAG_DURATION, NULL},
	{"start-period", FLAG_DURATION, NULL},
	{"start-interval", FLAG_DURATION, NULL},
	{"retries", FLAG_COUNT, NULL},
	{NULL, FLAG_STRING, NULL},
};
static const struct flag_rule run_flags[] = {
	{"mount", FLAG_STRINGS, NULL},
	{"network", FLAG_STRING, "default|none|host"},
	{"security", FLAG_STRING, "sandbox|insecure"},
	{"device", FLAG_STRINGS, NULL},
	{NULL, FLAG_STRING, NULL},
};
static const struct flag_rule no_flags[] = {{NULL, FLAG_STRING, NULL}};

static bool is_name_char(char c, bool first)
{
	if ((c | 0x20) >= 'a' && (c | 0x20) <= 'z')
		return true;
	return !first &&
	       ((c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.');
}

static int check_from(const struct instr *i, struct err *err)
{
	const struct texts *args = &i->args;
	struct str name;

	if (args->n == 1)
		return 0;
	if (args->n != 3 || !str_eq_nocase(args->v[1].s, STR("as")))
		return err_set(err, ERR_FORMAT,
		               "FROM takes IMAGE or IMAGE AS NAME, nothing "
		               "else; a comment needs its own line");
	name = args->v[2].s;
	for (size_t k = 0; k < name.n; k++)
		if (!is_name_char(name.p[k], k == 0))
			return err_set(err, ERR_FORMAT,
			               "stage name " STR_F
			               ": a letter, then letters, digits, "
			               "'-', '_', '.'",
			               STR_A(name));
	return 0;
}

static int check_pairs(const struct instr *i, struct err *err)
{
	for (size_t k = 0; k < i->args.n; k += 3)
		if (i->args.v[k].s.n == 0)
			return err_set(err, ERR_FORMAT,
			               STR_F " with a value but no name",
			               STR_A(i->name.s));
	return 0;
}

static int check_arg(const struct instr *i, struct err *err)
{
	slice_for (const struct text, word, i->args)
		if (str_has_prefix(word->s, STR("=")))
			return err_set(err, ERR_FORMAT,
			               "ARG with a value but no name");
	return 0;
}

static int check_copy(const struct instr *i, struct err *err)
{
	struct str last = i->args.v[i->args.n - 1].s;

	slice_for (const struct heredoc, h, i->heredocs)
		if (str_eq(h->word.s, last))
			return err_set(err, ERR_FORMAT,
			               STR_F " to a heredoc: the last "
			                     "argument is where to",
			               STR_A(i->name.s));
	return 0;
}

static int check_health(const struct instr *i, struct err *err)
{
	struct str type = i->args.v[0].s;

	if (str_eq_nocase(type, STR("NONE")))
		return i->args.n == 1 ?
		               0 :
		               err_set(err, ERR_FORMAT,
		                       "HEALTHCHECK NONE takes no arguments");
	if (!str_eq_nocase(type, STR("CMD")))
		return err_set(err, ERR_FORMAT,
		               "HEALTHCHECK " STR_F ": CMD or NONE",
		               STR_A(type));
	if (i->args.n < 2)
		return err_set(err, ERR_FORMAT,
		               "HEALTHCHECK CMD without a command");
	return 0;
}

static int check_onbuild(const struct instr *i, struct err *err)
{
	if (!i->nested)
		return err_set(err, ERR_FORMAT, "ONBUILD of nothing");
	switch (i->nested->keyword) {
	case KW_ONBUILD:
	case KW_FROM:
	case KW_MAINTAINER:
		return err_set(err, ERR_FORMAT, "ONBUILD of %s is not allowed",
		               keyword_names[i->nested->keyword]);
	case KW_UNKNOWN:
	case KW_ADD:
	case KW_ARG:
	case KW_CMD:
	case KW_COPY:
	case KW_ENTRYPOINT:
	case KW_ENV:
	case KW_EXPOSE:
	case KW_HEALTHCHECK:
	case KW_LABEL:
	case KW_RUN:
	case KW_SHELL:
	case KW_STOPSIGNAL:
	case KW_USER:
	case KW_VOLUME:
	case KW_WORKDIR:
	case KW_N:
		break;
	}
	return 0;
}

static int check_run(const struct instr *i, struct err *err)
{
	struct arena a = {0};
	struct mounts mounts;
	int rc = 0;

	instr_mounts(i, &a, &mounts);
	slice_for (const struct mount, m, mounts) {
		struct text from;
		const char *dollar;

		if (!mount_field(m, STR("from"), &a, &from) || !from.s.n)
			continue;
		dollar = memchr(from.s.p, '$', from.s.n);
		if (dollar && dollar != from.s.p + from.s.n - 1)
			rc = err_set(err, ERR_FORMAT,
			             "--mount=from=" STR_F
			             ": no variables here; make a stage of it",
			             STR_A(from.s));
	}
	arena_free(&a);
	return rc;
}

static int check_shell(const struct instr *i, struct err *err)
{
	if (i->json)
		return 0;
	return err_set(err, ERR_FORMAT,
	               "SHELL takes the JSON form, like "
	               "[\"/bin/sh\", \"-c\"]");
}

static int check_volume(const struct instr *i, struct err *err)
{
	slice_for (const struct text, word, i->args)
		if (gochar_trim(word->s).n == 0)
			return err_set(err, ERR_FORMAT, "VOLUME of nothing");
	return 0;
}

static const struct instr_rule rules[KW_N] = {
	[KW_ADD] = {2, 0, add_flags, false, check_copy},
	[KW_ARG] = {1, 0, no_flags, true, check_arg},
	[KW_CMD] = {0, 0, no_flags, false, NULL},
	[KW_COPY] = {2, 0, copy_flags, false, check_copy},
	[KW_ENTRYPOINT] = {0, 0, no_flags, false, NULL},
	[KW_ENV] = {1, 0, no_flags, false, check_pairs},
	[KW_EXPOSE] = {1, 0, no_flags, false, NULL},
	[KW_FROM] = {0, 0, from_flags, false, check_from},
	[KW_HEALTHCHECK] = {1, 0, health_flags, false, check_health},
	[KW_LABEL] = {1, 0, no_flags, false, check_pairs},
	[KW_MAINTAINER] = {1, 1, no_flags, false, NULL},
	[KW_ONBUILD] = {0, 0, no_flags, false, check_onbuild},
	[KW_RUN] = {0, 0, run_flags, false, check_run},
	[KW_SHELL] = {1, 0, no_flags, false, check_shell},
	[KW_STOPSIGNAL] = {1, 1, no_flags, true, NULL},
	[KW_USER] = {1, 1, no_flags, false, NULL},
	[KW_VOLUME] = {1, 0, no_flags, false, check_volume},
	[KW_WORKDIR] = {1, 1, no_flags, false, NULL},
};

static const struct flag_rule *rule_of(const struct flag_rule *rules_of,
                                       struct str name)
{
	while (rules_of->name && !str_eq(str_c(rules_of->name), name))
		rules_of++;
	return rules_of->name ? rules_of : NULL;
}

static bool is_one_of(struct str value, struct str values)
{
	struct str one;

	while (str_next(&values, '|', &one))
		if (str_eq(one, value))
			return true;
	return false;
}

static bool is_bool(struct str s)
{
	return str_eq_nocase(s, STR("true")) || str_eq_nocase(s, STR("false"));
}

/* How many bytes at *at are of the set; *at is behind them then. */
static size_t skip(struct str s, size_t *at, struct str set)
{
	size_t from = *at;

	while (*at < s.n && memchr(set.p, s.p[*at], set.n))
		(*at)++;
	return *at - from;
}

static bool is_duration(struct str s)
{
	const struct str digits = STR("0123456789");
	size_t at = 0;

	if (str_eq(s, STR("0")) || s.n == 0)
		return true;
	while (at < s.n) {
		size_t n = skip(s, &at, digits), from;

		if (skip(s, &at, STR(".")) > 1 || n + skip(s, &at, digits) == 0)
			return false;
		from = at;
		(void)skip(s, &at, STR("nu\xc2\xb5\xce\xbcmsh"));
		if (!is_one_of((struct str){s.p + from, at - from},
		               STR("h|m|s|ms|us|ns|\xc2\xb5s|\xce\xbcs")))
			return false;
	}
	return true;
}

static bool is_count(struct str s)
{
	uint64_t n;

	return s.n == 0 || (str_uint(s, &n) && n <= INT32_MAX);
}

static const char *wanted(const struct flag_rule *rule, struct str value)
{
	switch (rule->type) {
	case FLAG_BOOL:
		return is_bool(value) ? NULL : "true or false";
	case FLAG_DURATION:
		return is_duration(value) ? NULL : "a time like 1m30s";
	case FLAG_COUNT:
		return is_count(value) ? NULL : "a number";
	case FLAG_STRING:
	case FLAG_STRINGS:
		break;
	}
	return rule->values && !is_one_of(value, str_c(rule->values)) ?
	               rule->values :
	               NULL;
}

static int check_value(const struct flag_rule *rule, struct str value,
                       struct err *err)
{
	const char *want;

	if (!value.p)
		return rule->type == FLAG_BOOL ?
		               0 :
		               err_set(err, ERR_FORMAT,
		                       "--%s without its =VALUE", rule->name);
	want = wanted(rule, value);
	if (!want)
		return 0;
	return err_set(err, ERR_FORMAT, "--%s=" STR_F ": must be %s",
	               rule->name, STR_A(value), want);
}

enum { FLAGS_MAX = 8 }; /* of one kind of instruction */

static int check_flags(const struct instr *i, const struct flag_rule *known,
                       struct err *err)
{
	bool seen[FLAGS_MAX] = {false};

	slice_for (const struct text, flag, i->flags) {
		struct str name, value;
		const struct flag_rule *rule;

		if (!flag_split(flag, &name, &value) ||
		    !(rule = rule_of(known, name)))
			return err_set(err, ERR_FORMAT,
			               STR_F " has no flag " STR_F,
			               STR_A(i->name.s), STR_A(flag->s));
		if (seen[rule - known] && rule->type != FLAG_STRINGS)
			return err_set(err, ERR_FORMAT, "--%s twice",
			               rule->name);
		seen[rule - known] = true;
		if (check_value(rule, value, err) < 0)
			return -1;
	}
	return 0;
}

static int check(const struct instr *i, struct err *err)
{
	const struct instr_rule *rule = &rules[i->keyword];

	if (i->keyword == KW_UNKNOWN)
		return err_set(err, ERR_FORMAT, STR_F ": no such instruction",
		               STR_A(i->name.s));
	if (i->args.n < rule->min)
		return err_set(err, ERR_FORMAT,
		               "%s needs %zu argument%s, and has %zu",
		               keyword_names[i->keyword], rule->min,
		               rule->min == 1 ? "" : "s", i->args.n);
	if (rule->max && i->args.n > rule->max)
		return err_set(err, ERR_FORMAT,
		               "%s takes one argument, and has %zu",
		               keyword_names[i->keyword], i->args.n);
	if (rule->check && rule->check(i, err) < 0)
		return -1;
	return rule->any_flags ? 0 : check_flags(i, rule->flags, err);
}

int instr_check(const struct instr *i, struct err *err)
{
	if (check(i, err) < 0)
		return err_wrap(err, "line %zu", i->first);
	return 0;
}
