#include "dockerfile/shell_vars.h"

/* Set by the system, the shell or the builder where no ENV does it. */
static const char *const from_outside[] = {
	"HOME",       "PATH",         "HOSTNAME",   "TERM",        "SHLVL",
	"OLDPWD",     "PPID",         "LINENO",     "RANDOM",      "UID",
	"EUID",       "OSTYPE",       "MACHTYPE",   "HOSTTYPE",    "SECONDS",
	"SHELL",      "USER",         "LOGNAME",    "GROUPS",      "OPTIND",
	"OPTARG",     "PS1",          "PS2",        "PS4",         "_",
	"DIRSTACK",   "EPOCHSECONDS", "SRANDOM",    "REPLY",       "FUNCNAME",
	"PIPESTATUS", "SHELLOPTS",    "HTTP_PROXY", "HTTPS_PROXY", "FTP_PROXY",
	"NO_PROXY",   "ALL_PROXY",    "http_proxy", "https_proxy", "ftp_proxy",
	"no_proxy",   "all_proxy",    "MAIL",       "MAILCHECK",   "COLUMNS",
	"LINES",      "PWD",          "IFS",
};

static bool is_from_outside(struct str name)
{
	for (size_t i = 0; i < sizeof from_outside / sizeof *from_outside; i++)
		if (str_eq(name, str_c(from_outside[i])))
			return true;
	return str_has_prefix(name, STR("BASH"));
}

static bool is_ours(struct str name)
{
	return name.n && (name.p[0] <= '\2' || name.p[0] == '@');
}

static struct sh_content scalar(struct arena *a, struct value v)
{
	struct sh_content c = {0};

	*arena_push(a, &c.elems) = v;
	return c;
}

static struct value initial_value(struct sh_vars *v, struct str name)
{
	const struct binding *b = scope_get(v->scope, name);

	if (is_ours(name))
		return (struct value){.absent = true};
	if (b && b->unknown)
		return value_unknown(b->value);
	if (b && !b->unset)
		return value_of(v->arena, b->value);
	if (is_from_outside(name) || (!b && v->scope->open))
		return (struct value){.unknown = true, .absent = true};
	return (struct value){.absent = true};
}

static struct sh_content initial(struct sh_vars *v, struct str name)
{
	struct sh_content c = scalar(v->arena, initial_value(v, name));
	const struct binding *b = scope_get(v->scope, name);

	c.exported = b && !b->unset;
	if (str_eq(name, STR("@"))) {
		c.array = true;
		c.elems.n = 0;
	}
	return c;
}

static size_t var_of(struct sh_vars *v, struct str name)
{
	size_t i;

	if (names_get(&v->names, name, &i))
		return i;
	i = v->all.n;
	*arena_push(v->arena, &v->all) =
		(struct sh_var){.name = name, .now = initial(v, name)};
	names_set(&v->names, v->arena, name, i);
	return i;
}

/* What it holds, or something that was set since. */
static struct sh_content shaken(struct sh_vars *v, struct sh_content c)
{
	struct values elems = {0};

	slice_for (struct value, e, c.elems) {
		struct value x = *e;

		value_add_unknown(v->arena, &x, (struct text){0});
		*arena_push(v->arena, &elems) = x;
	}
	c.elems = elems;
	c.more |= c.array;
	return c;
}

struct sh_content sh_get(struct sh_vars *v, struct str name)
{
	size_t i = var_of(v, name); /* before all.v, which it moves */
	const struct sh_var *var = &v->all.v[i];

	return var->now.epoch < v->epoch && !is_ours(name) ?
	               shaken(v, var->now) :
	               var->now;
}

struct value sh_get_value(struct sh_vars *v, struct str name)
{
	struct sh_content c = sh_get(v, name);

	return c.elems.n ? c.elems.v[0] : (struct value){.absent = true};
}

static void list_export(struct sh_vars *v, struct sh_var *var)
{
	if (!var->own || !var->now.exported)
		return;
	v->exports_changed++;
	if (!var->listed)
		*arena_push(v->arena, &v->exported) = var->name;
	var->listed = true;
}

void sh_set(struct sh_vars *v, struct str name, struct sh_content c)
{
	size_t i = var_of(v, name);
	struct sh_var *var = &v->all.v[i];

	if (var->level < v->level)
		*arena_push(v->arena, &v->log) =
			(struct sh_change){i, var->now, var->level, var->own};
	c.epoch = v->epoch;
	c.exported |= var->now.exported;
	var->now = c;
	var->level = v->level;
	var->own = true;
	list_export(v, var);
}

void sh_export(struct sh_vars *v, struct str name)
{
	struct sh_content c = sh_get(v, name);

	c.exported = true;
	sh_set(v, name, c);
}

void sh_hide(struct sh_vars *v)
{
	for (size_t i = 0; i < v->all.n; i++) {
		const struct sh_var *var = &v->all.v[i];

		if (var->own && !var->now.exported && var->name.p[0] != '\1')
			sh_unset(v, var->name);
	}
}

void sh_set_value(struct sh_vars *v, struct str name, struct value value)
{
	sh_set(v, name, scalar(v->arena, value));
}

void sh_unset(struct sh_vars *v, struct str name)
{
	size_t i = var_of(v, name);

	sh_set_value(v, name, (struct value){.absent = true});
	v->all.v[i].now.exported = false;
	v->exports_changed++;
}

bool sh_is_exported(struct sh_vars *v, struct str name)
{
	size_t i = var_of(v, name);

	return v->all.v[i].now.exported;
}

void sh_havoc(struct sh_vars *v)
{
	v->epoch++;
	v->exports_changed++;
}

struct sh_mark sh_branch_begin(struct sh_vars *v)
{
	struct sh_mark m = {v->log.n, v->flow, v->maybe};

	/* What was possible before is known to who makes the branch. */
	v->maybe = 0;
	v->level++;
	return m;
}

void sh_branch_end(struct sh_vars *v, struct sh_mark m, struct sh_branch *out)
{
	*out = (struct sh_branch){.flow = v->flow, .maybe = v->maybe};
	for (size_t i = m.log; i < v->log.n; i++)
		*arena_push(v->arena, &out->changes) = (struct sh_change){
			.var = v->log.v[i].var,
			.content = v->all.v[v->log.v[i].var].now,
		};
	while (v->log.n > m.log) {
		const struct sh_change *c = &v->log.v[--v->log.n];
		struct sh_var *var = &v->all.v[c->var];

		var->now = c->content;
		var->level = c->level;
		var->own = c->own;
		v->exports_changed += var->listed;
	}
	v->level--;
	v->flow = m.flow;
	v->maybe = m.maybe;
}

static struct sh_content either(struct sh_vars *v, struct sh_content x,
                                struct sh_content y)
{
	size_t n = x.elems.n > y.elems.n ? x.elems.n : y.elems.n;
	const struct value none = {.absent = true};
	struct sh_content c = {
		.array = x.array || y.array,
		.more = x.more || y.more,
		.exported = x.exported && y.exported,
	};

	for (size_t i = 0; i < n; i++)
		*arena_push(v->arena, &c.elems) =
			value_or(v->arena,
		                 i < x.elems.n ? &x.elems.v[i] : &none,
		                 i < y.elems.n ? &y.elems.v[i] : &none);
	return c;
}

static bool goes_on(const struct sh_branch *b)
{
	return b->flow != FLOW_EXIT && b->flow != FLOW_DEAD;
}

static void collect(struct sh_vars *v, const struct sh_branch *b,
                    struct sh_changes *out)
{
	slice_for (struct sh_change, c, b->changes) {
		struct sh_var *var = &v->all.v[c->var];

		if (var->joined++ == 0) {
			var->join = c->content;
			*arena_push(v->arena, out) = *c;
		} else {
			var->join = either(v, var->join, c->content);
		}
	}
}

static void set_joined(struct sh_vars *v, const struct sh_changes *all,
                       size_t live)
{
	slice_for (struct sh_change, c, *all) {
		struct sh_var *var = &v->all.v[c->var];
		struct str name = var->name;
		struct sh_content content = var->join;
		bool kept = var->joined < live;

		var->joined = 0;
		if (kept)
			content = either(v, content, sh_get(v, name));
		sh_set(v, name, content);
		/* An export in one branch only does not hold. */
		v->all.v[c->var].now.exported = content.exported;
	}
}

/* The nearest way on of all branches; the others may have been taken. */
static void join_flow(struct sh_vars *v, const struct sh_branch *b, size_t n,
                      bool none)
{
	enum sh_flow nearest = none ? FLOW_ON : FLOW_DEAD;

	for (size_t i = 0; i < n; i++) {
		if (b[i].flow != FLOW_DEAD)
			v->maybe |= b[i].maybe;
		if (b[i].flow < nearest)
			nearest = b[i].flow;
	}
	for (size_t i = 0; i < n; i++)
		if (b[i].flow != nearest && b[i].flow != FLOW_DEAD)
			v->maybe |= 1U << b[i].flow;
	v->flow = nearest;
}

void sh_join(struct sh_vars *v, const struct sh_branch *b, size_t n, bool none)
{
	struct sh_changes all = {0};
	size_t live = none;

	for (size_t i = 0; i < n; i++)
		if (goes_on(&b[i])) {
			live++;
			collect(v, &b[i], &all);
		}
	set_joined(v, &all, live);
	join_flow(v, b, n, none);
}

void sh_apply(struct sh_vars *v, const struct sh_branch *b, struct str only)
{
	slice_for (struct sh_change, c, b->changes)
		if (str_eq(v->all.v[c->var].name, only))
			sh_set(v, only, c->content);
}
