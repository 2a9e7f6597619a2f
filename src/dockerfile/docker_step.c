/* What each instruction does, RUN, COPY and ADD elsewhere. */
#include "dockerfile/build.h"
#include "dockerfile/flags.h"

#include "base/path.h"

#include <string.h>

bool build_expand(struct apply *ap, const struct text *word, struct text *out)
{
	struct expansion e;

	if (expand_word(word, ap->build->in->file->escape, &ap->scope,
	                ap->arena, &e, ap->build->err)) {
		ap->build->failed = true;
		return false;
	}
	*out = e.text;
	return e.unknown.n == 0;
}

/* Variables that decide something. */
static bool counts(struct str name)
{
	static const char *const globs[] = {
		"NVIDIA_*",     "CUDA*",   "LD_*",    "NV_*",
		"_CUDA_*",      "PIP_*",   "UV_*",    "PATH",
		"LIBRARY_PATH", "CONDA_*", "TORCH_*",
	};

	for (size_t i = 0; i < sizeof globs / sizeof *globs; i++)
		if (str_glob(str_c(globs[i]), name))
			return true;
	return false;
}

static enum fact_group group_of(struct str name)
{
	if (str_has_prefix(name, STR("LD_")))
		return GROUP_LOADER;
	if (str_has_prefix(name, STR("NVIDIA_")) ||
	    str_has_prefix(name, STR("CUDA_")))
		return GROUP_CONFIG;
	return GROUP_NONE;
}

static bool is_of(struct str entry, struct str name)
{
	return entry.n > name.n && entry.p[name.n] == '=' &&
	       str_has_prefix(entry, name);
}

/* The entry of a name; config.env.n when there is none yet. */
static size_t env_index(struct apply *ap, struct str name)
{
	struct strs *env = &ap->config.env;
	size_t i;

	if (!ap->env_named)
		for (i = 0; i < env->n; i++) {
			struct str key, value;

			if (str_cut(env->v[i], '=', &key, &value))
				names_set(&ap->env_names, ap->arena, key, i);
		}
	ap->env_named = true;
	return names_get(&ap->env_names, name, &i) && i < env->n &&
	                       is_of(env->v[i], name) ?
	               i :
	               env->n;
}

static void put_env(struct apply *ap, struct str name, struct str value)
{
	size_t i = env_index(ap, name);
	struct str entry = arena_fmt(ap->arena, STR_F "=" STR_F, STR_A(name),
	                             STR_A(value));

	if (i < ap->config.env.n) {
		ap->config.env.v[i] = entry;
		return;
	}
	*arena_push(ap->arena, &ap->config.env) = entry;
	names_set(&ap->env_names, ap->arena, arena_str(ap->arena, name), i);
}

static void set_env(struct apply *ap, const struct text *key)
{
	const struct binding *b;
	struct effect *e;
	struct text name;

	if (!build_expand(ap, key, &name)) {
		apply_gap(ap, GROUP_CONFIG,
		          STR("a variable whose name is not known is set"));
		return;
	}
	b = scope_get(&ap->scope, name.s);
	if (!b)
		return;
	put_env(ap, name.s, b->value.s); /* of an unknown one, what is known */
	if (b->unknown && group_of(name.s))
		apply_gap(ap, group_of(name.s),
		          arena_fmt(ap->arena,
		                    "the value of " STR_F " is not known",
		                    STR_A(name.s)));
	if (!counts(name.s))
		return;
	e = apply_effect(ap, EFFECT_ENV, NULL);
	e->name = name;
	e->value = b->value;
	e->source = ap->instr->joined;
	if (b->unknown)
		e->certainty = SHELL_MAYBE;
}

static int do_env(struct apply *ap, const struct instr *i)
{
	if (scope_apply(&ap->scope, ap->build->stages, i,
	                ap->build->in->file->escape, ap->build->err))
		return -1;
	for (size_t at = 0; at + 2 < i->args.n; at += 3)
		set_env(ap, &i->args.v[at]);
	return 0;
}

static int do_arg(struct apply *ap, const struct instr *i)
{
	return scope_apply(&ap->scope, ap->build->stages, i,
	                   ap->build->in->file->escape, ap->build->err);
}

static int do_label(struct apply *ap, const struct instr *i)
{
	for (size_t at = 0; at + 2 < i->args.n; at += 3) {
		struct text key, value;
		bool known = build_expand(ap, &i->args.v[at], &key);

		known = build_expand(ap, &i->args.v[at + 1], &value) && known;
		if (known && ap->config.labels.n < FACTS_LIST_MAX)
			*arena_push(ap->arena, &ap->config.labels) =
				(struct pair){key.s, value.s};
	}
	return 0;
}

static void changed(struct apply *ap)
{
	const struct instr *by = ap->triggered ? ap->triggered : ap->instr;

	if (ap->shipped)
		*arena_push(ap->arena, ap->build->changes) =
			(struct docker_change){by, ap->state};
}

bool build_is_root(struct str user)
{
	struct str name, group;

	(void)str_cut(user, ':', &name, &group);
	return str_eq(name, STR("root")) || str_eq(name, STR("0"));
}

static int do_user(struct apply *ap, const struct instr *i)
{
	struct effect *e = apply_effect(ap, EFFECT_USER, NULL);
	struct text user = {0};

	ap->state.user_known =
		i->args.n && build_expand(ap, &i->args.v[0], &user);
	ap->state.user = user;
	ap->state.root = ap->state.user_known && build_is_root(user.s);
	ap->config.user = user.s;
	e->name = user;
	e->source = i->joined;
	changed(ap);
	return 0;
}

static int do_workdir(struct apply *ap, const struct instr *i)
{
	char space[PATH_MAX_BYTES];
	struct text dir = {0};
	struct str clean;
	bool known = i->args.n && build_expand(ap, &i->args.v[0], &dir);

	if (known && dir.s.n && dir.s.p[0] != '/' && ap->state.workdir.s.n) {
		struct text base =
			text_of(ap->arena, TEXT_MADE,
		                arena_fmt(ap->arena, STR_F "/",
		                          STR_A(ap->state.workdir.s)));

		dir = text_cat(ap->arena, &base, &dir);
	}
	if (known && dir.s.n && dir.s.p[0] == '/' &&
	    path_clean(dir.s, space, &clean) == PATH_OK)
		dir = text_of(ap->arena, TEXT_MADE,
		              arena_fmt(ap->arena, "/" STR_F, STR_A(clean)));
	else
		dir = (struct text){0};
	ap->state.workdir = dir;
	ap->config.workdir = dir.s;
	changed(ap);
	return 0;
}

static int do_shell(struct apply *ap, const struct instr *i)
{
	apply_effect(ap, EFFECT_SHELL, NULL)->source = i->joined;
	ap->state.shell = i->args;
	changed(ap);
	return 0;
}

/* The shell form is the shell's last argument. */
static struct strs words_of(struct apply *ap, const struct instr *i)
{
	struct strs out = {0};

	if (!i->json && ap->state.shell.n == 0) {
		*arena_push(ap->arena, &out) = STR("/bin/sh");
		*arena_push(ap->arena, &out) = STR("-c");
	} else if (!i->json) {
		slice_for (struct text, t, ap->state.shell)
			*arena_push(ap->arena, &out) = t->s;
	}
	slice_for (struct text, t, i->args)
		*arena_push(ap->arena, &out) = t->s;
	return out;
}

static int do_entrypoint(struct apply *ap, const struct instr *i)
{
	ap->config.entrypoint = words_of(ap, i);
	if (!ap->cmd_set)
		ap->config.cmd = (struct strs){0};
	return 0;
}

static int do_cmd(struct apply *ap, const struct instr *i)
{
	ap->config.cmd = words_of(ap, i);
	ap->cmd_set = true;
	return 0;
}

static int do_copy(struct apply *ap, const struct instr *i)
{
	build_copy(ap, i);
	return ap->build->failed ? -1 : 0;
}

static int do_nothing(struct apply *ap, const struct instr *i)
{
	(void)ap;
	(void)i;
	return 0;
}

static const struct {
	int (*run)(struct apply *ap, const struct instr *i);
	bool layer;
} steps[KW_N] = {
	[KW_UNKNOWN] = {do_nothing, false},
	[KW_ADD] = {do_copy, true},
	[KW_ARG] = {do_arg, false},
	[KW_CMD] = {do_cmd, false},
	[KW_COPY] = {do_copy, true},
	[KW_ENTRYPOINT] = {do_entrypoint, false},
	[KW_ENV] = {do_env, false},
	[KW_EXPOSE] = {do_nothing, false},
	[KW_FROM] = {do_nothing, false},
	[KW_HEALTHCHECK] = {do_nothing, false},
	[KW_LABEL] = {do_label, false},
	[KW_MAINTAINER] = {do_nothing, false},
	[KW_ONBUILD] = {do_nothing, false},
	[KW_RUN] = {build_run, true},
	[KW_SHELL] = {do_shell, false},
	[KW_STOPSIGNAL] = {do_nothing, false},
	[KW_USER] = {do_user, false},
	[KW_VOLUME] = {do_nothing, false},
	[KW_WORKDIR] = {do_workdir, true},
};

/* As `docker history` shows it. */
static struct str created_by(struct apply *ap, const struct instr *i)
{
	struct buf b = {.max = 1 << 16};
	struct str out;

	buf_add(&b, str_c(keyword_names[i->keyword]));
	if (i->keyword == KW_RUN && !i->json) {
		buf_add(&b, STR(" /bin/sh -c"));
	}
	slice_for (struct text, t, i->args) {
		buf_addc(&b, ' ', 1);
		buf_add(&b, t->s);
	}
	if (i->keyword != KW_WORKDIR)
		buf_add(&b, STR(" # buildkit"));
	out = arena_str(ap->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

/* Beyond what an image can have, the last layer takes it all. */
static void new_layer(struct apply *ap, const struct instr *i)
{
	if (!ap->shipped)
		return;
	if (ap->layers.n < FACTS_LIST_MAX) {
		*arena_push(ap->arena, &ap->layers) =
			(struct layer_fact){.created_by = created_by(ap, i)};
		*arena_push(ap->arena, ap->build->made) = i;
		*arena_push(ap->arena,
		            &ap->config.history) = (struct history_line){
			.created_by =
				ap->layers.v[ap->layers.n - 1].created_by};
	}
	ap->layer = (int64_t)ap->layers.n - 1;
}

int build_step(struct apply *ap, const struct instr *i)
{
	if (ap->arena->used - ap->build->used > BUILD_MEMORY_MAX)
		return err_set(ap->build->err, ERR_LIMIT,
		               "line %zu: what is above takes more than %d MiB "
		               "to follow",
		               i->first, BUILD_MEMORY_MAX >> 20);
	ap->instr = i;
	ap->gapped = 0;
	if (steps[i->keyword].layer)
		new_layer(ap, i);
	return steps[i->keyword].run(ap, i);
}
