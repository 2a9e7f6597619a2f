#include "dockerfile/scope.h"
#include "dockerfile/stages.h"

static const struct pair *pair_of(const struct pairs *list, struct str key)
{
	const struct pair *found = NULL;

	slice_for (const struct pair, it, *list)
		if (str_eq(it->key, key))
			found = it;
	return found;
}

static struct binding *put_over(struct scope *s, struct str name)
{
	const struct binding *b = scope_get(s, name);

	*arena_push(s->arena, &s->before) =
		b ? *b : (struct binding){.name = name};
	return scope_put(s, name);
}

void scope_next_stage(struct scope *s)
{
	while (s->before.n) {
		const struct binding *old = &s->before.v[--s->before.n];
		struct binding new = *scope_get(s, old->name);

		if (new.env) /* set again since */
			continue;
		if (old->env)
			new = *old;
		else if (s->open) /* the image may set it: who knows */
			new = (struct binding){.name = old->name,
			                       .unknown = true};
		*scope_put(s, old->name) = new;
	}
	s->before = (struct bindings){0};
}

static void put_given(struct scope *s, struct str name,
                      const struct pair *given)
{
	put_over(s, name)->value =
		text_of(s->arena, TEXT_BUILD_ARG, given->value);
}

/* Arguments that change a build, and are no variables. */
static bool is_hidden(struct str name)
{
	return str_eq(name, STR("BUILDKIT_SBOM_SCAN_CONTEXT")) ||
	       str_eq(name, STR("BUILDKIT_SBOM_SCAN_STAGE"));
}

/* ARG name, without a default and without --build-arg. */
static void put_inherited(struct scope *scope, const struct scope *global,
                          struct str name)
{
	const struct binding *b = global ? scope_get(global, name) : NULL;

	if (b && !b->unset)
		*put_over(scope, name) = *b;
	else if (!scope_get(scope, name))
		scope_put(scope, name)->unset = true;
}

/* One word of an ARG.  global: of a stage's; NULL: before the first FROM. */
struct arg_job {
	struct scope *scope;
	const struct scope *global;
	const struct build_opts *o;
	char escape;
};

static int put_arg(const struct arg_job *j, const struct text *word,
                   struct err *err)
{
	struct scope *scope = j->scope;
	struct str name, rest;
	bool has_default = str_cut(word->s, '=', &name, &rest);
	const struct pair *given = pair_of(&j->o->args, name);
	struct text value;
	struct expansion ex;

	if (is_hidden(name))
		return 0;
	if (given) {
		put_given(scope, name, given);
		return 0;
	}
	if (!has_default) {
		put_inherited(scope, j->global, name);
		return 0;
	}
	value = text_slice(scope->arena, word, name.n + 1,
	                   word->s.n - name.n - 1);
	if (expand_word(&value, j->escape, scope, scope->arena, &ex, err) < 0)
		return -1;
	*put_over(scope, name) = (struct binding){.name = name,
	                                          .value = ex.text,
	                                          .unknown = ex.unknown.n > 0};
	return 0;
}

static int put_args(const struct arg_job *j, const struct instr *i,
                    struct err *err)
{
	/* From left to right: a later one sees an earlier one. */
	slice_for (const struct text, word, i->args)
		if (put_arg(j, word, err) < 0)
			return err_wrap(err, "line %zu", i->first);
	return 0;
}

struct new_env {
	struct expansion *key, *value;
	size_t n;
};

/* All are expanded in the environment before the line. */
static int expand_env(const struct scope *s, const struct instr *i, char escape,
                      struct new_env *out, struct err *err)
{
	for (size_t k = 0; k + 2 < i->args.n; k += 3, out->n++)
		if (expand_word(&i->args.v[k], escape, s, s->arena,
		                &out->key[out->n], err) < 0 ||
		    expand_word(&i->args.v[k + 1], escape, s, s->arena,
		                &out->value[out->n], err) < 0)
			return err_wrap(err, "line %zu", i->first);
	return 0;
}

static int put_envs(struct scope *s, const struct instr *i, char escape,
                    struct err *err)
{
	size_t n = i->args.n / 3;
	struct new_env env = {arena_array(s->arena, struct expansion, n),
	                      arena_array(s->arena, struct expansion, n), 0};

	if (expand_env(s, i, escape, &env, err) < 0)
		return -1;
	for (size_t k = 0; k < env.n; k++) {
		struct str name = env.key[k].text.s;

		if (env.key[k].unknown.n)
			scope_forget(s);
		else
			*scope_put(s, name) = (struct binding){
				.name = name,
				.value = env.value[k].text,
				.unknown = env.value[k].unknown.n > 0,
				.env = true};
	}
	return 0;
}

int scope_apply(struct scope *scope, const struct stages *s,
                const struct instr *i, char escape, struct err *err)
{
	struct arg_job j = {scope, &s->global, s->o, escape};

	if (i->keyword == KW_ARG)
		return put_args(&j, i, err);
	if (i->keyword == KW_ENV)
		return put_envs(scope, i, escape, err);
	return 0;
}

int scope_apply_global(struct stages *s, const struct instr *i, char escape,
                       struct err *err)
{
	struct arg_job j = {&s->global, NULL, s->o, escape};

	return put_args(&j, i, err);
}

static void put_platform(struct stages *s, const char *name, struct str value)
{
	const struct pair *given = pair_of(&s->o->args, str_c(name));

	if (given)
		put_given(&s->global, str_c(name), given);
	else
		scope_put(&s->global, str_c(name))->value =
			text_of(s->global.arena, TEXT_PLATFORM, value);
}

void scope_init_global(struct stages *s, struct str last_stage, struct arena *a)
{
	struct str platform = s->o->platform, part[3] = {0}, rest;
	struct str target = s->o->target.n ? s->o->target : last_stage;

	if (platform.n == 0)
		platform = STR("linux/amd64");
	rest = platform;
	for (size_t i = 0; i < 3 && str_next(&rest, '/', &part[i]); i++)
		;
	scope_init(&s->global, a);
	/* The builder's own platform is the target's unless it is told. */
	put_platform(s, "BUILDPLATFORM", platform);
	put_platform(s, "BUILDOS", part[0]);
	put_platform(s, "BUILDOSVERSION", STR(""));
	put_platform(s, "BUILDARCH", part[1]);
	put_platform(s, "BUILDVARIANT", part[2]);
	put_platform(s, "TARGETPLATFORM", platform);
	put_platform(s, "TARGETOS", part[0]);
	put_platform(s, "TARGETOSVERSION", STR(""));
	put_platform(s, "TARGETARCH", part[1]);
	put_platform(s, "TARGETVARIANT", part[2]);
	put_platform(s, "TARGETSTAGE", target.n ? target : STR("default"));
}
