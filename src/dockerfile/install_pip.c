/* pip, python -m pip, and which command is whose. */
#include "dockerfile/install_commands.h"

#include "base/path.h"

const struct command_row python_commands[] = {
	{"pip", install_pip},
	{"pip2", install_pip},
	{"pip3", install_pip},
	{"pip2.*", install_pip},
	{"pip3.*", install_pip},
	{"python", install_python},
	{"python2", install_python},
	{"python3", install_python},
	{"python2.*", install_python},
	{"python3.*", install_python},
	{"uv", install_uv},
	{"poetry", install_poetry},
	{"pdm", install_pdm},
	{"pipenv", install_pipenv},
	{"conda", install_conda},
	{"mamba", install_conda},
	{"micromamba", install_conda},
	{NULL, NULL},
};

/* Options in front of the subcommand that take a value. */
static bool takes_value(struct str word)
{
	static const char *const names[] = {"--proxy",   "--retries",
	                                    "--timeout", "--default-timeout",
	                                    "--log",     "--trusted-host",
	                                    "--cert",    "--cache-dir",
	                                    "--python"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(word, str_c(names[i])))
			return true;
	return false;
}

size_t install_subcommand(const struct command *c, size_t from,
                          struct text *name)
{
	for (size_t i = from; i < c->argv.n; i++) {
		if (!command_word(c, i, name))
			break;
		if (name->s.n == 0 || name->s.p[0] != '-')
			return i;
		i += takes_value(name->s);
	}
	return 0;
}

static void words_from_start(struct ask *k, const struct words *w)
{
	install_words(k, w, 0);
}

void install_uninstall(struct apply *ap, const struct command *c, size_t first)
{
	struct str site = install_site(ap, install_prefix(ap, c), STR(""));

	for (size_t i = first; i < c->argv.n; i++) {
		struct requirement r;
		struct text word;

		if (!command_word(c, i, &word) || word.s.n == 0 ||
		    word.s.p[0] == '-')
			continue;
		requirement_parse(&word, ap->arena, &r);
		install_drop(ap, c, site, r.name.s);
	}
}

static bool is_kept_setting(struct str key, struct str *name)
{
	static const char *const names[] = {"index-url", "extra-index-url",
	                                    "find-links", "no-index"};
	struct str section;

	if (!str_cut(key, '.', &section, name))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(*name, str_c(names[i])))
			return true;
	return false;
}

/* pip config set global.index-url URL: what comes later will use it. */
static void config(struct apply *ap, const struct command *c, size_t first)
{
	struct text word, key;
	struct str name;
	struct binding *b;
	size_t set = install_subcommand(c, first, &word), at;

	if (!set || !str_eq(word.s, STR("set")))
		return;
	at = install_subcommand(c, set + 1, &key);
	if (!at || !is_kept_setting(key.s, &name) || at + 1 >= c->argv.n)
		return;
	b = scope_put(&ap->scope,
	              arena_fmt(ap->arena, "pip config " STR_F, STR_A(name)));
	b->unknown = !c->sure || !command_word(c, at + 1, &b->value);
}

static void pip_from(struct apply *ap, const struct command *c, size_t from)
{
	struct text name;
	size_t i = install_subcommand(c, from, &name);

	if (!i)
		return;
	if (str_eq(name.s, STR("install")))
		install_forms(ap, c, i + 1, MANAGER_PIP, words_from_start);
	else if (str_eq(name.s, STR("uninstall")))
		install_uninstall(ap, c, i + 1);
	else if (str_eq(name.s, STR("config")))
		config(ap, c, i + 1);
}

void install_pip(struct apply *ap, const struct command *c)
{
	pip_from(ap, c, 1);
}

/* setup.py install, develop: what the project asks for comes too. */
static void install_setup(struct apply *ap, const struct command *c, size_t at)
{
	struct str site = install_site(ap, install_prefix(ap, c), STR(""));
	struct text word;

	if (!command_word(c, at, &word) ||
	    !str_eq(path_base(word.s), STR("setup.py")) ||
	    !install_subcommand(c, at + 1, &word) ||
	    !(str_eq(word.s, STR("install")) ||
	      str_eq(word.s, STR("develop"))) ||
	    install_version(ap, site, STR("torch")).n)
		return;
	apply_gap(ap, GROUP_PYTHON, STR("what setup.py asks for is not known"));
}

/* python -m pip …, python3 -u -m uv … */
void install_python(struct apply *ap, const struct command *c)
{
	struct text word;

	for (size_t i = 1; i + 1 < c->argv.n; i++) {
		if (!command_word(c, i, &word) || word.s.n == 0 ||
		    word.s.p[0] != '-') {
			install_setup(ap, c, i);
			return;
		}
		if (!str_eq(word.s, STR("-m")))
			continue;
		if (!command_word(c, i + 1, &word))
			return;
		if (str_eq(word.s, STR("pip")))
			pip_from(ap, c, i + 2);
		else if (str_eq(word.s, STR("uv")))
			install_uv_from(ap, c, i + 2);
		else if ((str_eq(word.s, STR("venv")) ||
		          str_eq(word.s, STR("virtualenv"))) &&
		         install_subcommand(c, i + 2, &word))
			install_make(ap, c, word.s);
		return;
	}
}
