/* The words of a command, in each way that they can be. */
#include "dockerfile/install.h"

#include <stddef.h>

enum option {
	OPTION_SKIP, /* with a value that says nothing to us */
	OPTION_INDEX,
	OPTION_EXTRA,
	OPTION_LINKS,
	OPTION_FILE,
	OPTION_LIMITS,
	OPTION_EDITABLE,
	OPTION_TARGET,
	OPTION_PREFIX,
	OPTION_PYTHON,
	OPTION_BACKEND,
	OPTION_STRATEGY,
	OPTION_PRERELEASE,
	OPTION_PROJECT_EXTRA,
};

enum { PIP = 1, UV = 2, BOTH = 3 };

static const struct {
	const char *name;
	int of;
	enum option what;
} valued[] = {
	{"-i", BOTH, OPTION_INDEX},
	{"--index-url", BOTH, OPTION_INDEX},
	{"--pypi-url", PIP, OPTION_INDEX},
	{"--default-index", UV, OPTION_INDEX},
	{"--extra-index-url", BOTH, OPTION_EXTRA},
	{"--index", UV, OPTION_EXTRA},
	{"-f", BOTH, OPTION_LINKS},
	{"--find-links", BOTH, OPTION_LINKS},
	{"-r", BOTH, OPTION_FILE},
	{"--requirement", BOTH, OPTION_FILE},
	{"--requirements", UV, OPTION_FILE},
	{"-c", BOTH, OPTION_LIMITS},
	{"--constraint", BOTH, OPTION_LIMITS},
	{"--constraints", UV, OPTION_LIMITS},
	{"--override", UV, OPTION_LIMITS},
	{"--overrides", UV, OPTION_LIMITS},
	{"-e", BOTH, OPTION_EDITABLE},
	{"--editable", BOTH, OPTION_EDITABLE},
	{"-t", BOTH, OPTION_TARGET},
	{"--target", BOTH, OPTION_TARGET},
	{"--root", PIP, OPTION_TARGET},
	{"--prefix", BOTH, OPTION_PREFIX},
	{"-p", UV, OPTION_PYTHON},
	{"--python", BOTH, OPTION_PYTHON},
	{"--python-version", BOTH, OPTION_PYTHON},
	{"--torch-backend", UV, OPTION_BACKEND},
	{"--index-strategy", UV, OPTION_STRATEGY},
	{"--prerelease", UV, OPTION_PRERELEASE},
	{"--extra", UV, OPTION_PROJECT_EXTRA},
	{"--abi", PIP, OPTION_SKIP},
	{"--allow-insecure-host", UV, OPTION_SKIP},
	{"-b", BOTH, OPTION_SKIP},
	{"--build", PIP, OPTION_SKIP},
	{"--build-constraint", BOTH, OPTION_SKIP},
	{"--build-constraints", UV, OPTION_SKIP},
	{"--build-option", PIP, OPTION_SKIP},
	{"--cache-dir", BOTH, OPTION_SKIP},
	{"--cert", PIP, OPTION_SKIP},
	{"--client-cert", PIP, OPTION_SKIP},
	{"--config-file", UV, OPTION_SKIP},
	{"--config-setting", UV, OPTION_SKIP},
	{"--config-settings", BOTH, OPTION_SKIP},
	{"-C", BOTH, OPTION_SKIP},
	{"--default-timeout", PIP, OPTION_SKIP},
	{"--directory", UV, OPTION_SKIP},
	{"--exclude-newer", UV, OPTION_SKIP},
	{"--exists-action", PIP, OPTION_SKIP},
	{"--global-option", PIP, OPTION_SKIP},
	{"--group", BOTH, OPTION_PROJECT_EXTRA},
	{"--implementation", PIP, OPTION_SKIP},
	{"--install-option", PIP, OPTION_SKIP},
	{"--keyring-provider", BOTH, OPTION_SKIP},
	{"--link-mode", UV, OPTION_SKIP},
	{"--log", PIP, OPTION_SKIP},
	{"--no-binary", BOTH, OPTION_SKIP},
	{"--no-binary-package", UV, OPTION_SKIP},
	{"--no-build-isolation-package", UV, OPTION_SKIP},
	{"--no-build-package", UV, OPTION_SKIP},
	{"--no-group", UV, OPTION_SKIP},
	{"--no-install-package", UV, OPTION_SKIP},
	{"--only-binary", BOTH, OPTION_SKIP},
	{"--package", UV, OPTION_SKIP},
	{"--platform", PIP, OPTION_SKIP},
	{"--progress-bar", PIP, OPTION_SKIP},
	{"--project", UV, OPTION_SKIP},
	{"--proxy", PIP, OPTION_SKIP},
	{"--python-platform", UV, OPTION_SKIP},
	{"--refresh-package", UV, OPTION_SKIP},
	{"--reinstall-package", UV, OPTION_SKIP},
	{"--report", PIP, OPTION_SKIP},
	{"--resolution", UV, OPTION_SKIP},
	{"--retries", PIP, OPTION_SKIP},
	{"--root-user-action", PIP, OPTION_SKIP},
	{"--src", PIP, OPTION_SKIP},
	{"--timeout", PIP, OPTION_SKIP},
	{"--trusted-host", BOTH, OPTION_SKIP},
	{"-P", UV, OPTION_SKIP},
	{"--upgrade-package", UV, OPTION_SKIP},
	{"--upgrade-strategy", PIP, OPTION_SKIP},
	{"--use-deprecated", PIP, OPTION_SKIP},
	{"--use-feature", PIP, OPTION_SKIP},
};

static void set_path(struct ask *k, struct str *to, struct str path)
{
	struct str clean;

	k->moved = true;
	if (apply_path(k->ap, k->c, path, &clean))
		*to = clean;
	else
		install_doubt(k, STR("the directory it installs to is not "
		                     "known"));
}

/* "3.10", "python3.10", "/opt/venv/bin/python", "/opt/venv" */
static void set_python(struct ask *k, struct str s)
{
	struct py_version v;

	if (s.n && s.p[0] == '/') {
		bool program = str_contains(s, STR("/bin/python"));

		set_path(k, &k->prefix, s);
		for (int i = 0; program && i < 2; i++) {
			size_t n = k->prefix.n;

			while (n && k->prefix.p[n - 1] != '/')
				n--;
			k->prefix.n = n ? n - 1 : 0;
		}
		k->moved = false;
		return;
	}
	if (str_has_prefix(s, STR("python")))
		s = str_from(s, STR("python").n);
	if (py_version_parse(s, &v) && v.n >= 2)
		k->env.python = arena_fmt(k->ap->arena, "%d.%d",
		                          (int)v.release[0], (int)v.release[1]);
}

/* uv: "name=https://…" */
static struct text without_name(struct ask *k, const struct text *t)
{
	struct str name, url;

	if (!str_cut(t->s, '=', &name, &url) || str_contains(name, STR("/")))
		return *t;
	return text_slice(k->ap->arena, t, name.n + 1, url.n);
}

static void take_source(struct ask *k, enum option what, const struct text *t)
{
	if (what == OPTION_INDEX)
		k->from.index = without_name(k, t);
	else if (what == OPTION_EXTRA)
		install_add_source(k, &k->from.extra, without_name(k, t));
	else
		install_add_source(k, &k->from.links, *t);
}

static void take_value(struct ask *k, enum option what, const struct text *t)
{
	switch (what) {
	case OPTION_SKIP:
		break;
	case OPTION_INDEX:
	case OPTION_EXTRA:
	case OPTION_LINKS:
		take_source(k, what, t);
		break;
	case OPTION_FILE:
		install_file(k, t, false);
		break;
	case OPTION_LIMITS:
		install_file(k, t, true);
		break;
	case OPTION_EDITABLE:
		install_want(k, t, STR(""));
		break;
	case OPTION_TARGET:
		set_path(k, &k->site, t->s);
		break;
	case OPTION_PREFIX:
		set_path(k, &k->prefix, t->s);
		break;
	case OPTION_PYTHON:
		set_python(k, t->s);
		break;
	case OPTION_BACKEND:
		install_backend(k, t);
		break;
	case OPTION_STRATEGY:
		k->from.first = str_eq(t->s, STR("first-index"));
		break;
	case OPTION_PRERELEASE:
		k->from.pre = str_eq(t->s, STR("allow"));
		break;
	case OPTION_PROJECT_EXTRA:
		*arena_push(k->ap->arena, &k->extras) = t->s;
		break;
	}
}

static void unknown_value(struct ask *k, enum option what, const char *name)
{
	if (what == OPTION_SKIP || what == OPTION_PROJECT_EXTRA)
		return;
	if (what == OPTION_INDEX || what == OPTION_EXTRA ||
	    what == OPTION_LINKS || what == OPTION_BACKEND ||
	    what == OPTION_STRATEGY)
		k->from.doubt = arena_fmt(k->ap->arena,
		                          "the value of %s is not known", name);
	else
		install_doubt(k,
		              arena_fmt(k->ap->arena,
		                        "the value of %s is not known", name));
}

static bool take_flag(struct ask *k, struct str s)
{
	static const struct {
		const char *name;
		size_t at;
	} flags[] = {
		{"--upgrade", offsetof(struct ask, upgrade)},
		{"-U", offsetof(struct ask, upgrade)},
		{"--force-reinstall", offsetof(struct ask, reinstall)},
		{"--reinstall", offsetof(struct ask, reinstall)},
		{"--ignore-installed", offsetof(struct ask, reinstall)},
		{"-I", offsetof(struct ask, reinstall)},
		{"--no-deps", offsetof(struct ask, no_deps)},
		{"--no-dependencies", offsetof(struct ask, no_deps)},
		{"--pre", offsetof(struct ask, from.pre)},
		{"--no-index", offsetof(struct ask, from.no_index)},
		{"--all-extras", offsetof(struct ask, all_extras)},
		{"--all-groups", offsetof(struct ask, all_extras)},
	};

	for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
		if (str_eq(s, str_c(flags[i].name))) {
			*(bool *)((char *)k + flags[i].at) = true;
			return true;
		}
	if (str_eq(s, STR("--user"))) {
		k->prefix = install_home(k->ap, k->c);
		return true;
	}
	/* "-qU": letters of several */
	if (s.n > 2 && s.p[0] == '-' && s.p[1] != '-')
		for (size_t i = 1; i < s.n; i++) {
			k->upgrade |= s.p[i] == 'U';
			k->reinstall |= s.p[i] == 'I';
		}
	return false;
}

/* Row of the option that word is, and where its value begins in it; 0: in the
 * next word. */
static bool find_option(const struct ask *k, struct str word, size_t *row,
                        size_t *at)
{
	int of = k->manager == MANAGER_UV ? UV : PIP;
	struct str head, tail;
	bool equals = str_cut(word, '=', &head, &tail);

	for (size_t i = 0; i < sizeof valued / sizeof *valued; i++) {
		struct str name = str_c(valued[i].name);
		bool letter = name.n == 2;

		if (!(valued[i].of & of))
			continue;
		*row = i;
		*at = str_eq(word, name) ? 0 : letter ? 2 : head.n + 1;
		if (str_eq(word, name) ||
		    (letter ? str_has_prefix(word, name) :
		              equals && str_eq(head, name)))
			return true;
	}
	return false;
}

bool install_option(struct ask *k, const struct words *w, size_t *i)
{
	const struct word *word = &w->v[*i];
	struct text value;
	size_t row, at;

	if (word->t.s.n < 2 || word->t.s.p[0] != '-')
		return false;
	if (take_flag(k, word->t.s) || !find_option(k, word->t.s, &row, &at))
		return true;
	if (at == 0 && *i + 1 < w->n)
		word = &w->v[++*i];
	value = text_slice(k->ap->arena, &word->t, at, word->t.s.n);
	if (word->unknown)
		unknown_value(k, valued[row].what, valued[row].name);
	else
		take_value(k, valued[row].what, &value);
	return true;
}

/* "numpy==" and the like: the name is all there, the version is not. */
static bool is_named(const struct text *lead, struct str *name)
{
	size_t n = 0;

	while (n < lead->s.n &&
	       !str_contains(STR("=<>!~["), (struct str){lead->s.p + n, 1}))
		n++;
	*name = (struct str){lead->s.p, n};
	return n > 0 && n < lead->s.n && !str_contains(*name, STR("/"));
}

static bool is_companion(struct str name)
{
	return str_eq_nocase(name, STR("torchvision")) ||
	       str_eq_nocase(name, STR("torchaudio"));
}

/* A companion goes with the torch that is asked for, or brings the newest. */
static void unknown_word(struct ask *k, const struct text *lead)
{
	struct str name;
	struct text word;

	if (!is_named(lead, &name)) {
		install_doubt(k, STR("what it is asked for depends on "
		                     "something that is not known"));
	} else if (is_companion(name)) {
		word = text_slice(k->ap->arena, lead, 0, name.n);
		install_want(k, &word, STR(""));
	} else if (install_matters(name)) {
		install_doubt(k,
		              arena_fmt(k->ap->arena,
		                        "the version of " STR_F " is not known",
		                        STR_A(name)));
	}
}

void install_words(struct ask *k, const struct words *w, size_t first)
{
	for (size_t i = first; i < w->n; i++) {
		if (install_option(k, w, &i))
			continue;
		if (w->v[i].unknown)
			unknown_word(k, &w->v[i].t);
		else
			install_want(k, &w->v[i].t, STR(""));
	}
}
