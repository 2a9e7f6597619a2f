/* One table of commands and options, told to three shells. */
#include "cli/complete.h"

struct script {
	struct context *c;
	struct buf *out;
	struct err *err;
};

/* What stands between single quotes; zsh's brackets and colons as well. */
static void put_quoted(struct buf *out, struct str s, bool zsh)
{
	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '\'')
			buf_add(out, STR("'\\'"));
		else if (zsh && (s.p[i] == '[' || s.p[i] == ']' ||
		                 s.p[i] == ':' || s.p[i] == '\\'))
			buf_addc(out, '\\', 1);
		buf_addc(out, s.p[i], 1);
	}
}

static void put_words(struct buf *out, struct strs words)
{
	slice_for (struct str, w, words)
		buf_printf(out, "%s" STR_F, w == words.v ? "" : " ", STR_A(*w));
}

static void put_commands(struct buf *out)
{
	const char *sep = "";

	for (size_t i = 0; i < commands_n; i++) {
		if (!commands[i].summary)
			continue;
		buf_printf(out, "%s%s", sep, commands[i].name);
		sep = " ";
	}
}

static const char *bash_kind(const struct complete *what)
{
	if (what->files)
		return "file";
	return what->directories ? "directory" : "word";
}

static void bash_case(struct buf *out, const char *pattern,
                      const struct complete *what)
{
	buf_printf(out, "\t\t%s) kind=%s words='", pattern, bash_kind(what));
	put_words(out, what->words);
	buf_add(out, STR("' ;;\n"));
}

static int bash_command(const struct script *s, const struct command *cmd)
{
	const struct option *o = NULL;
	struct complete what;

	buf_printf(s->out, "\t%s)\n\t\toptions='", cmd->name);
	while ((o = option_next(cmd, o)))
		buf_printf(s->out, "--%s ", o->name);
	buf_add(s->out, STR("'\n\t\tcase $option in\n"));
	while ((o = option_next(cmd, o))) {
		struct str pattern = arena_fmt(&s->c->arena, "--%s", o->name);

		if (o->kind != OPT_ONE && o->kind != OPT_MANY)
			continue;
		if (complete_value(s->c, cmd, o, &what, s->err))
			return -1;
		bash_case(s->out, pattern.p, &what);
	}
	if (complete_args(s->c, cmd, &what, s->err))
		return -1;
	bash_case(s->out, "*", &what);
	buf_add(s->out, STR("\t\tesac ;;\n"));
	return 0;
}

/* COMP_WORDBREAKS has '=': --name=value comes in three words. */
#define BASH_HEAD                                                        \
	"# bash completion of cudalint; made by: cudalint completion "   \
	"bash\n"                                                         \
	"_cudalint() {\n"                                                \
	"\tlocal word=${COMP_WORDS[COMP_CWORD]} option= options= kind= " \
	"words=\n"                                                       \
	"\tlocal before=${COMP_WORDS[COMP_CWORD-1]}\n"                   \
	"\tCOMPREPLY=()\n"                                               \
	"\tif [ \"$word\" = = ]; then option=$before word=\n"            \
	"\telif [ \"$before\" = = ]; then "                              \
	"option=${COMP_WORDS[COMP_CWORD-2]}\n"                           \
	"\telse option=$before\n"                                        \
	"\tfi\n"                                                         \
	"\tif [ \"$COMP_CWORD\" -eq 1 ]; then\n"                         \
	"\t\tmapfile -t COMPREPLY < <(compgen -W '"
#define BASH_MIDDLE                          \
	" --help --version' -- \"$word\")\n" \
	"\t\treturn\n"                       \
	"\tfi\n"                             \
	"\tcase ${COMP_WORDS[1]} in\n"
#define BASH_TAIL                                                         \
	"\tesac\n"                                                        \
	"\tcase $word in\n"                                               \
	"\t-*) kind=word words=$options ;;\n"                             \
	"\tesac\n"                                                        \
	"\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\"\n" \
	"\t\tcase $kind in\n"                                             \
	"\t\tfile) compgen -f -- \"$word\" ;;\n"                          \
	"\t\tdirectory) compgen -d -- \"$word\" ;;\n"                     \
	"\t\tesac)\n"                                                     \
	"\tif [ \"$kind\" != word ]; then compopt -o filenames; fi\n"     \
	"}\n"                                                             \
	"complete -F _cudalint cudalint\n"

static int write_bash(const struct script *s)
{
	buf_add(s->out, STR(BASH_HEAD));
	put_commands(s->out);
	buf_add(s->out, STR(BASH_MIDDLE));
	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].summary && bash_command(s, &commands[i]))
			return -1;
	buf_add(s->out, STR(BASH_TAIL));
	return 0;
}

/* "_files", "(a b c)", both; nothing. */
static void zsh_action(struct buf *out, const struct complete *what)
{
	if (what->files && what->words.n)
		buf_add(out, STR("_alternative \"files:file:_files\" "
		                 "\"words:word:("));
	else if (what->words.n)
		buf_addc(out, '(', 1);
	put_words(out, what->words);
	if (what->files && what->words.n)
		buf_add(out, STR(")\""));
	else if (what->words.n)
		buf_addc(out, ')', 1);
	else if (what->files)
		buf_add(out, STR("_files"));
	else if (what->directories)
		buf_add(out, STR("_files -/"));
}

static int zsh_option(const struct script *s, const struct command *cmd,
                      const struct option *o)
{
	bool takes = o->kind == OPT_ONE || o->kind == OPT_MANY;
	struct complete what;

	buf_printf(s->out, " \\\n\t\t\t'%s--%s%s[",
	           o->kind == OPT_MANY ? "*" : "", o->name, takes ? "=" : "");
	put_quoted(s->out, str_c(o->doc), true);
	buf_addc(s->out, ']', 1);
	if (takes) {
		if (complete_value(s->c, cmd, o, &what, s->err))
			return -1;
		buf_addc(s->out, ':', 1);
		put_quoted(s->out, str_c(o->arg), true);
		buf_addc(s->out, ':', 1);
		zsh_action(s->out, &what);
	}
	buf_addc(s->out, '\'', 1);
	return 0;
}

static int zsh_command(const struct script *s, const struct command *cmd)
{
	const struct option *o = NULL;
	struct complete what;

	buf_printf(s->out, "\t\t%s) _arguments -s", cmd->name);
	while ((o = option_next(cmd, o)))
		if (zsh_option(s, cmd, o))
			return -1;
	if (complete_args(s->c, cmd, &what, s->err))
		return -1;
	buf_add(s->out, STR(" \\\n\t\t\t'*:argument:"));
	zsh_action(s->out, &what);
	buf_add(s->out, STR("' ;;\n"));
	return 0;
}

static int write_zsh(const struct script *s)
{
	buf_add(s->out, STR("#compdef cudalint\n"
	                    "# made by: cudalint completion zsh\n"
	                    "_cudalint() {\n"
	                    "\tlocal state line\n"
	                    "\tlocal -a told\n"
	                    "\ttold=(\n"));
	for (size_t i = 0; i < commands_n; i++) {
		if (!commands[i].summary)
			continue;
		buf_printf(s->out, "\t\t'%s:", commands[i].name);
		put_quoted(s->out, str_c(commands[i].summary), false);
		buf_add(s->out, STR("'\n"));
	}
	buf_add(s->out, STR("\t)\n"
	                    "\t_arguments -C '(- *)--help[commands]' "
	                    "'(- *)--version[versions]' \\\n"
	                    "\t\t'1:command:->command' '*::argument:->rest'\n"
	                    "\tcase $state in\n"
	                    "\tcommand) _describe command told ;;\n"
	                    "\trest) case ${line[1]} in\n"));
	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].summary && zsh_command(s, &commands[i]))
			return -1;
	buf_add(s->out, STR("\t\tesac ;;\n"
	                    "\tesac\n"
	                    "}\n"
	                    "if [ \"$funcstack[1]\" = _cudalint ]; then\n"
	                    "\t_cudalint \"$@\"\n"
	                    "else\n"
	                    "\tcompdef _cudalint cudalint\n"
	                    "fi\n"));
	return 0;
}

/* What completes it, behind -a, -F or nothing. */
static void fish_action(struct buf *out, const struct complete *what)
{
	if (what->words.n) {
		buf_add(out, STR(" -a '"));
		put_words(out, what->words);
		buf_addc(out, '\'', 1);
	}
	if (what->files)
		buf_add(out, STR(" -F"));
	else if (what->directories)
		buf_add(out, STR(" -f -a '(__fish_complete_directories)'"));
	else
		buf_add(out, STR(" -f"));
}

static int fish_command(const struct script *s, const struct command *cmd)
{
	struct str at = arena_fmt(&s->c->arena,
	                          "complete -c cudalint -n "
	                          "'__fish_seen_subcommand_from %s'",
	                          cmd->name);
	const struct option *o = NULL;
	struct complete what;

	while ((o = option_next(cmd, o))) {
		bool takes = o->kind == OPT_ONE || o->kind == OPT_MANY;

		buf_printf(s->out, STR_F " -l %s%s -d '", STR_A(at), o->name,
		           takes ? " -r" : "");
		put_quoted(s->out, str_c(o->doc), false);
		buf_addc(s->out, '\'', 1);
		if (complete_value(s->c, cmd, o, &what, s->err))
			return -1;
		if (takes)
			fish_action(s->out, &what);
		buf_addc(s->out, '\n', 1);
	}
	if (complete_args(s->c, cmd, &what, s->err))
		return -1;
	buf_add(s->out, at);
	fish_action(s->out, &what);
	buf_addc(s->out, '\n', 1);
	return 0;
}

static int write_fish(const struct script *s)
{
	buf_add(s->out, STR("# made by: cudalint completion fish\n"));
	for (size_t i = 0; i < commands_n; i++) {
		if (!commands[i].summary)
			continue;
		buf_printf(s->out,
		           "complete -c cudalint -n __fish_use_subcommand -f "
		           "-a %s -d '",
		           commands[i].name);
		put_quoted(s->out, str_c(commands[i].summary), false);
		buf_add(s->out, STR("'\n"));
		if (fish_command(s, &commands[i]))
			return -1;
	}
	return 0;
}

static const struct shell {
	const char *name;
	int (*write)(const struct script *s);
} shells[] = {
	{"bash", write_bash},
	{"zsh", write_zsh},
	{"fish", write_fish},
};

int run_completion(struct context *c, struct err *err)
{
	struct str name = c->opts.args.n == 1 ? c->opts.args.v[0] : STR("");
	struct buf out = {0};
	struct script s = {c, &out, err};
	const struct shell *shell = NULL;
	int rc;

	for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
		if (str_eq(name, str_c(shells[i].name)))
			shell = &shells[i];
	if (!shell)
		return err_set(err, ERR_USAGE,
		               "completion wants bash, zsh or fish");
	rc = shell->write(&s);
	if (rc == 0)
		rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}
