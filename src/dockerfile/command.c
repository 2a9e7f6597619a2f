#include "dockerfile/command.h"

#include "base/path.h"
#include "dockerfile/install.h"

/* clang-format off */
const struct command_row system_commands[] = {
	{"apt-get", apt_run},
	{"apt", apt_run},
	{"aptitude", apt_run},
	{"apt-fast", apt_run},
	{"dnf", dnf_run},
	{"yum", dnf_run},
	{"microdnf", dnf_run},
	{"tdnf", dnf_run},
	{"zypper", zypper_run},
	{"apk", apk_run},
	{"dpkg", dpkg_run},
	{"dpkg-query", dpkg_query_run},
	{"rpm", rpm_run},
	{"grep", dpkg_query_run},
	{"rm", rm_run},
	{"ln", ln_run},
	{"cp", cp_run},
	{"mv", mv_run},
	{"find", find_run},
	{"sed", sed_run},
	{"tar", tar_run},
	{"unzip", tar_run},
	{"tee", tee_run},
	{"curl", curl_run},
	{"wget", wget_run},
	{"ldconfig", ldconfig_run},
	{"sh", script_run},
	{"bash", script_run},
	{"dash", script_run},
	{"ash", script_run},
	{"zsh", script_run},
	{"source", script_run},
	{".", script_run},
	{"eval", eval_run},
	{"install", copy_run},
	{"update-alternatives", alternatives_run},
	{NULL, NULL},
};
/* clang-format on */

bool command_word(const struct command *c, size_t i, struct text *out)
{
	return i < c->argv.n && value_one(&c->argv.v[i], out);
}

bool command_env(const struct apply *ap, const struct command *c,
                 struct str name, struct value *out)
{
	const struct binding *b = scope_get(&ap->scope, name);

	for (size_t i = c->env.n; i-- > 0;)
		if (str_eq(c->env.v[i].name, name)) {
			*out = c->env.v[i].value;
			return true;
		}
	if ((!b && !ap->scope.open) || (b && b->unset))
		return false;
	*out = b && !b->unknown ? value_of(ap->arena, b->value) :
	                          value_unknown((struct text){0});
	return true;
}

struct effect *apply_effect(struct apply *ap, enum effect_kind kind,
                            const struct command *c)
{
	struct effect *e = arena_push(ap->arena, ap->effects);

	*e = (struct effect){
		.kind = kind,
		.stage = ap->stage,
		.instr = ap->instr,
		.layer = ap->layer,
		.certainty = c && !c->sure ? SHELL_MAYBE : SHELL_RUNS,
	};
	if (c)
		e->source = c->shell->source;
	return e;
}

static bool is_option(const struct value *v)
{
	struct text t;

	return value_one(v, &t) && t.s.n > 1 && t.s.p[0] == '-';
}

static bool takes_word(struct str option, const char *takes)
{
	struct str rest = str_c(takes), one;

	while (str_next(&rest, ' ', &one))
		if (str_eq(one, option))
			return true;
	return false;
}

struct values command_operands(struct apply *ap, const struct command *c,
                               size_t i, const char *takes)
{
	struct values out = {0};
	bool all = false;
	struct text t;

	for (; i < c->argv.n; i++) {
		const struct value *v = &c->argv.v[i];

		if (!all && value_one(v, &t) && str_eq(t.s, STR("--"))) {
			all = true;
		} else if (!all && is_option(v)) {
			if (value_one(v, &t) && takes_word(t.s, takes))
				i++;
		} else {
			*arena_push(ap->arena, &out) = *v;
		}
	}
	return out;
}

bool command_has(const struct command *c, const char *option)
{
	struct text t;

	for (size_t i = 1; i < c->argv.n; i++)
		if (command_word(c, i, &t) && str_eq(t.s, str_c(option)))
			return true;
	return false;
}

bool command_has_letter(const struct command *c, char letter)
{
	struct text t;

	for (size_t i = 1; i < c->argv.n; i++) {
		if (!command_word(c, i, &t) || t.s.n < 2 || t.s.p[0] != '-' ||
		    t.s.p[1] == '-')
			continue;
		for (size_t j = 1; j < t.s.n; j++)
			if (t.s.p[j] == letter)
				return true;
	}
	return false;
}

struct str command_source(const struct command *c)
{
	return c->shell->source.s;
}

void command_unclear(struct apply *ap, const struct command *c, unsigned groups)
{
	struct str source = command_source(c);

	files_gaps(ap, groups,
	           arena_fmt(ap->arena, "what this changes is not known: %.*s",
	                     source.n > 120 ? 120 : (int)source.n,
	                     source.n ? source.p : ""));
}

bool command_does_run(const struct command *c)
{
	return c->shell->certainty == SHELL_RUNS;
}

static bool apply_rows(struct apply *ap, const struct command_row *rows,
                       struct str name, const struct command *c)
{
	for (; rows->name; rows++) {
		if (!str_glob(str_c(rows->name), name))
			continue;
		rows->apply(ap, c);
		return true;
	}
	return false;
}

static void by_name(struct apply *ap, const struct command *c)
{
	struct text name;

	if (c->argv.n == 0)
		return;
	if (!command_word(c, 0, &name)) {
		command_other(ap, c);
		return;
	}
	name.s = path_base(name.s);
	if (!apply_rows(ap, system_commands, name.s, c) &&
	    !apply_rows(ap, python_commands, name.s, c))
		command_other(ap, c);
}

static void take_command(struct apply *ap, const struct shell_command *sh,
                         bool sure)
{
	struct command c = {
		.shell = sh,
		.argv = sh->argv,
		.env = sh->env,
		.argv_unknown = sh->argv_unknown,
		.sure = sure && sh->certainty == SHELL_RUNS && !sh->may_fail,
	};

	c.to_null = command_has(&c, "/dev/null");
	if (sh->in_subst) {
		dpkg_query_run(ap, &c);
		return;
	}
	by_name(ap, &c);
	redirects_run(ap, &c);
}

/* Of the arena, before the RUN at hand. */
static size_t run_used(const struct apply *ap)
{
	return ap->run ? ap->run->used : ap->arena->used;
}

/* Of a shell's text: what its commands do, or that anything may happen. */
static void take_result(struct apply *ap, const struct shell_result *r,
                        bool sure)
{
	slice_for (struct shell_command, sh, r->commands) {
		if (ap->arena->used - run_used(ap) > RUN_MEMORY_MAX) {
			files_lose(ap, STR("its commands take too much memory "
			                   "to follow"));
			break;
		}
		take_command(ap, sh, sure);
	}
	if (r->cut)
		files_lose(ap, r->problems.v[0].what);
	if (r->unreadable)
		files_gaps(ap, GROUPS_FILES,
		           r->problems.n ?
		                   r->problems.v[0].what :
		                   STR("its shell text can't be followed"));
}

static struct shell_input input_of(struct apply *ap)
{
	return (struct shell_input){
		.shell = ap->state.shell,
		.env = &ap->scope,
		.cwd = ap->state.workdir.s,
		.escape = str_eq(ap->config.os, STR("windows")) ? '`' : '\\',
		.used = run_used(ap),
	};
}

void command_text(struct apply *ap, const struct text *script, bool sure)
{
	struct shell_input in = input_of(ap);
	struct str active = ap->run ? ap->run->active : STR("");
	bool looked = ap->run && ap->run->looked;
	struct shell_result r;

	in.shell = (struct texts){0};
	shell_read(&in, script, ap->arena, &r);
	install_script(ap, script->s);
	take_result(ap, &r, sure);
	if (ap->run) {
		ap->run->active = active;
		ap->run->looked = looked;
	}
}

/* A RUN has HOME in its environment, which no ENV need set. */
static struct binding set_home(struct apply *ap)
{
	const struct binding *old = scope_get(&ap->scope, STR("HOME"));
	struct binding was = {.name = STR("HOME"), .unset = true};
	bool root = ap->state.root;

	if (old && !old->unset)
		return *old;
	*scope_put(&ap->scope, STR("HOME")) = (struct binding){
		.name = STR("HOME"),
		.value = text_of(ap->arena, TEXT_MADE,
	                         root ? STR("/root") : STR("")),
		.unknown = !root,
	};
	return was;
}

int build_run(struct apply *ap, const struct instr *i)
{
	struct run_notes notes = {.used = ap->arena->used};
	struct binding home = set_home(ap);
	struct shell_input in;
	struct shell_result r;
	size_t placed = files_placed(ap), mounts;

	build_mounts(ap, i);
	mounts = files_placed(ap) - placed;
	ap->run = &notes;
	in = input_of(ap);
	shell_read_run(&in, i, ap->arena, &r);
	take_result(ap, &r, true);
	removals_settle(ap);
	ap->run = NULL;
	files_unplace(ap, placed, mounts);
	*scope_put(&ap->scope, STR("HOME")) = home;
	return 0;
}
