/* conda, mamba, micromamba. */
#include "dockerfile/install_conda.h"

#include "base/path.h"
#include "dockerfile/install_commands.h"

static bool env_one(struct apply *ap, const struct command *c, const char *name,
                    struct text *out)
{
	struct value v;

	return command_env(ap, c, str_c(name), &v) && value_one(&v, out) &&
	       out->s.n > 0;
}

/* Where conda itself is. */
static struct str root_of(struct apply *ap, const struct command *c)
{
	static const char *const names[] = {"MAMBA_ROOT_PREFIX", "CONDA_DIR",
	                                    "CONDA_ROOT"};
	struct str prefix = install_prefix(ap, c), clean;
	struct text t;

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (env_one(ap, c, names[i], &t) &&
		    apply_path(ap, c, t.s, &clean))
			return clean;
	return prefix.n ? prefix : STR("opt/conda");
}

static void set_env(struct conda *k, struct str name)
{
	struct str path = arena_fmt(k->ap->arena, "/" STR_F "/envs/" STR_F,
	                            STR_A(k->root), STR_A(name));

	k->prefix = k->root;
	k->named = true;
	if (!str_eq(name, STR("base")) && !str_eq(name, STR("root")))
		(void)apply_path(k->ap, k->c, path, &k->prefix);
}

static void add_channel(struct conda *k, struct str channel)
{
	if (k->channels.n < INSTALL_SOURCES_MAX)
		*arena_push(k->ap->arena, &k->channels) = channel;
	else
		conda_gap(k, GROUP_PYTHON,
		          STR("it has more channels than are followed"));
}

static void add_spec(struct conda *k, const struct text *word, struct str file)
{
	struct conda_spec s;

	if (k->specs.n == INSTALL_WANTED_MAX) {
		conda_gap(k, GROUP_PYTHON,
		          STR("it installs more than is "
		              "followed"));
		conda_gap(k, GROUP_RUNTIME,
		          STR("it installs more than is "
		              "followed"));
		return;
	}
	conda_spec_parse(word, k->ap->arena, &s);
	if (s.channel.n)
		add_channel(k, s.channel);
	*arena_push(k->ap->arena, &k->specs) = s;
	if (file.n)
		k->file = file;
}

static bool read_named(struct conda *k, struct str path, struct text *bytes,
                       struct str *name)
{
	struct str clean;

	if (!apply_path(k->ap, k->c, path, &clean) ||
	    !install_bytes(k->ap, clean, bytes, name)) {
		conda_gap(k, GROUP_PYTHON,
		          arena_fmt(k->ap->arena,
		                    "what '" STR_F
		                    "' asks for is not known: the file is not "
		                    "in the build context",
		                    STR_A(path)));
		return false;
	}
	k->path = clean;
	return true;
}

static bool is_yaml(struct str path)
{
	return str_has_suffix(path, STR(".yml")) ||
	       str_has_suffix(path, STR(".yaml"));
}

static void take_environment(struct conda *k, const struct environment *e,
                             struct str name)
{
	struct arena *a = k->ap->arena;

	if (e->problem.n)
		conda_gap(k, GROUP_PYTHON,
		          arena_fmt(a, STR_F ": " STR_F, STR_A(k->path),
		                    STR_A(e->problem)));
	if (e->name.n && !k->named)
		set_env(k, e->name);
	slice_for (const struct str, s, e->channels)
		add_channel(k, *s);
	slice_for (const struct str, s, e->conda) {
		struct text t = text_of(a, TEXT_MADE, *s);

		add_spec(k, &t, name);
	}
	k->pip = e->pip;
}

/* An environment, or a list of specs. */
static void read_file(struct conda *k, struct str path)
{
	struct text bytes, t;
	struct environment e;
	struct str name, rest, line;

	if (!read_named(k, path, &bytes, &name))
		return;
	k->file = name;
	if (is_yaml(path)) {
		environment_read(bytes.s, k->ap->arena, &e);
		take_environment(k, &e, name);
		return;
	}
	rest = bytes.s;
	while (str_next(&rest, '\n', &line)) {
		line = str_trim(line);
		if (line.n == 0 || line.p[0] == '#' || line.p[0] == '@')
			continue;
		t = text_of(k->ap->arena, TEXT_MADE, line);
		add_spec(k, &t, name);
	}
}

enum conda_option {
	CONDA_SKIP,
	CONDA_NAME,
	CONDA_PREFIX,
	CONDA_CHANNEL,
	CONDA_FILE
};

static const struct {
	const char *name;
	enum conda_option what;
} valued[] = {
	{"-n", CONDA_NAME},
	{"--name", CONDA_NAME},
	{"-p", CONDA_PREFIX},
	{"--prefix", CONDA_PREFIX},
	{"-c", CONDA_CHANNEL},
	{"--channel", CONDA_CHANNEL},
	{"-f", CONDA_FILE},
	{"--file", CONDA_FILE},
	{"--solver", CONDA_SKIP},
	{"--experimental-solver", CONDA_SKIP},
	{"--repodata-fn", CONDA_SKIP},
	{"--platform", CONDA_SKIP},
	{"--subdir", CONDA_SKIP},
	{"--category", CONDA_SKIP},
	{"-r", CONDA_SKIP},
	{"--root-prefix", CONDA_SKIP},
};

static void take_option(struct conda *k, enum conda_option what,
                        struct str value)
{
	struct str clean;

	switch (what) {
	case CONDA_SKIP:
		break;
	case CONDA_NAME:
		set_env(k, value);
		break;
	case CONDA_PREFIX:
		if (apply_path(k->ap, k->c, value, &clean))
			k->prefix = clean;
		k->named = true;
		break;
	case CONDA_CHANNEL:
		add_channel(k, value);
		break;
	case CONDA_FILE:
		k->files++;
		read_file(k, value);
		break;
	}
}

static size_t find_option(struct str word, struct str *value)
{
	for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
		struct str name = str_c(valued[i].name);
		size_t n = name.n;

		*value = str_from(word, n);
		if (str_eq(word, name) ||
		    (n == 2 && str_has_prefix(word, name)))
			return i + 1;
		if (n > 2 && str_has_prefix(word, name) && word.p[n] == '=') {
			*value = str_from(*value, 1);
			return i + 1;
		}
	}
	return 0;
}

/* False: the word can't be known. */
static bool take_word(struct conda *k, const struct command *c, size_t *i)
{
	struct text word;
	struct str value;
	size_t option;

	if (!command_word(c, *i, &word))
		return c->argv.v[*i].any.n == 0 && !c->argv.v[*i].unknown;
	if (word.s.n == 0)
		return true;
	if (word.s.p[0] != '-') {
		add_spec(k, &word, STR(""));
		return true;
	}
	option = find_option(word.s, &value);
	if (!option)
		return true;
	if (value.n == 0) {
		if (++*i >= c->argv.n)
			return true;
		if (!command_word(c, *i, &word))
			return valued[option - 1].what == CONDA_SKIP;
		value = word.s;
	}
	take_option(k, valued[option - 1].what, value);
	return true;
}

static void take_words(struct conda *k, size_t first)
{
	bool known = !k->c->argv_unknown;

	for (size_t i = first; i < k->c->argv.n; i++)
		known &= take_word(k, k->c, &i);
	if (!known)
		conda_gap(k, GROUP_PYTHON,
		          STR("what conda is asked for depends on something "
		              "that is not decided"));
}

static void install_specs(struct apply *ap, const struct command *c,
                          size_t first, bool environment)
{
	struct conda k = {.ap = ap, .c = c, .root = root_of(ap, c)};

	k.prefix = k.root;
	take_words(&k, first);
	if (environment && k.files == 0 && k.specs.n == 0)
		read_file(&k, STR("environment.yml"));
	conda_apply(&k);
}

static void remove_specs(struct apply *ap, const struct command *c,
                         size_t first)
{
	struct conda k = {.ap = ap, .c = c, .root = root_of(ap, c)};
	struct str site;

	k.prefix = k.root;
	take_words(&k, first);
	site = install_site(ap, k.prefix, STR(""));
	slice_for (const struct conda_spec, s, k.specs)
		install_drop(ap, c, site,
		             str_eq(s->name.s, STR("pytorch")) ? STR("torch") :
		                                                 s->name.s);
}

/* The command behind "conda run -n NAME", in that environment. */
static void run(struct apply *ap, const struct command *c, size_t first)
{
	struct conda k = {.ap = ap, .c = c, .root = root_of(ap, c)};
	struct command inner = *c;
	struct text word;
	size_t i = first;

	k.prefix = k.root;
	for (; i < c->argv.n && command_word(c, i, &word) && word.s.n &&
	       word.s.p[0] == '-';
	     i++)
		(void)take_word(&k, c, &i);
	if (i >= c->argv.n || !command_word(c, i, &word))
		return;
	inner.argv = (struct values){c->argv.v + i, c->argv.n - i};
	inner.env = (struct assigns){0};
	slice_for (const struct assign, a, c->env)
		*arena_push(ap->arena, &inner.env) = *a;
	*arena_push(ap->arena, &inner.env) =
		(struct assign){STR("VIRTUAL_ENV"),
	                        value_made(ap->arena,
	                                   arena_fmt(ap->arena, "/" STR_F,
	                                             STR_A(k.prefix)))};
	for (const struct command_row *r = python_commands; r->name; r++)
		if (str_glob(str_c(r->name), path_base(word.s))) {
			r->apply(ap, &inner);
			return;
		}
}

static void env_command(struct apply *ap, const struct command *c, size_t from)
{
	struct text name;
	size_t i = install_subcommand(c, from, &name);

	if (i &&
	    (str_eq(name.s, STR("create")) || str_eq(name.s, STR("update"))))
		install_specs(ap, c, i + 1, true);
}

void install_conda(struct apply *ap, const struct command *c)
{
	struct text name;
	size_t i = install_subcommand(c, 1, &name);

	if (!i)
		return;
	if (str_eq(name.s, STR("install")) || str_eq(name.s, STR("create")) ||
	    str_eq(name.s, STR("update")) || str_eq(name.s, STR("upgrade")))
		install_specs(ap, c, i + 1, false);
	else if (str_eq(name.s, STR("env")))
		env_command(ap, c, i + 1);
	else if (str_eq(name.s, STR("run")))
		run(ap, c, i + 1);
	else if (str_eq(name.s, STR("remove")) ||
	         str_eq(name.s, STR("uninstall")))
		remove_specs(ap, c, i + 1);
}
