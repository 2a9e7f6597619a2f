/* uv, poetry, pdm and pipenv. */
#include "dockerfile/install_commands.h"

static bool is_on(struct ask *k, const char *name)
{
	struct text t;

	return install_env(k, name, &t) && !str_eq(t.s, STR("0")) &&
	       !str_eq_nocase(t.s, STR("false"));
}

static bool has_word(const struct words *w, const char *word)
{
	slice_for (const struct word, x, *w)
		if (str_eq(x->t.s, str_c(word)))
			return true;
	return false;
}

/* uv takes the environment at hand, .venv here if it was made, or the system's
 * where it is told so. */
static void uv_prefix(struct ask *k, const struct words *w)
{
	struct str clean;

	if (has_word(w, "--system") || is_on(k, "UV_SYSTEM_PYTHON"))
		k->prefix = STR("");
	else if (k->prefix.n == 0 &&
	         apply_path(k->ap, k->c, STR(".venv"), &clean) &&
	         install_is_made(k->ap, clean))
		k->prefix = clean;
}

static void uv_pip(struct ask *k, const struct words *w)
{
	uv_prefix(k, w);
	install_indexes(k);
	install_words(k, w, 0);
}

/* The environment of a project: .venv beside it. */
static void project_prefix(struct ask *k)
{
	struct text t;
	struct str path = STR(".venv"), clean;

	if (install_env(k, "UV_PROJECT_ENVIRONMENT", &t))
		path = t.s;
	if (apply_path(k->ap, k->c, path, &clean))
		k->prefix = clean;
}

static void uv_add(struct ask *k, const struct words *w)
{
	project_prefix(k);
	install_indexes(k);
	install_words(k, w, 0);
}

static void options(struct ask *k, const struct words *w)
{
	for (size_t i = 0; i < w->n; i++)
		(void)install_option(k, w, &i);
}

static void not_locked(struct ask *k, const char *name)
{
	install_doubt(k, arena_fmt(k->ap->arena,
	                           "what the project depends on is not known: "
	                           "%s can't be read here",
	                           name));
}

static void uv_sync(struct ask *k, const struct words *w)
{
	project_prefix(k);
	options(k, w);
	if (!install_lock(k, "uv.lock"))
		install_project(k, STR(""), &k->extras);
}

/* The words are files. */
static void uv_pip_sync(struct ask *k, const struct words *w)
{
	uv_prefix(k, w);
	for (size_t i = 0; i < w->n; i++) {
		if (install_option(k, w, &i))
			continue;
		if (w->v[i].unknown)
			install_doubt(k, STR("which file it reads is not "
			                     "known"));
		else
			install_file(k, &w->v[i].t, false);
	}
}

static void uv_pip_command(struct apply *ap, const struct command *c,
                           size_t from)
{
	struct text name;
	size_t i = install_subcommand(c, from, &name);

	if (!i)
		return;
	if (str_eq(name.s, STR("install")))
		install_forms(ap, c, i + 1, MANAGER_UV, uv_pip);
	else if (str_eq(name.s, STR("sync")))
		install_forms(ap, c, i + 1, MANAGER_UV, uv_pip_sync);
	else if (str_eq(name.s, STR("uninstall")))
		install_uninstall(ap, c, i + 1);
}

/* uv venv [PATH] */
static void uv_venv(struct apply *ap, const struct command *c, size_t from)
{
	struct text path;

	if (install_subcommand(c, from, &path))
		install_make(ap, c, path.s);
	else
		install_make(ap, c, STR(".venv"));
}

void install_uv_from(struct apply *ap, const struct command *c, size_t from)
{
	struct text name;
	size_t i = install_subcommand(c, from, &name);

	if (!i)
		return;
	if (str_eq(name.s, STR("pip")))
		uv_pip_command(ap, c, i + 1);
	else if (str_eq(name.s, STR("venv")))
		uv_venv(ap, c, i + 1);
	else if (str_eq(name.s, STR("add")))
		install_forms(ap, c, i + 1, MANAGER_UV, uv_add);
	else if (str_eq(name.s, STR("sync")))
		install_forms(ap, c, i + 1, MANAGER_UV, uv_sync);
}

void install_uv(struct apply *ap, const struct command *c)
{
	install_uv_from(ap, c, 1);
}

/* poetry add torch --source NAME: an index by a name of its own. */
static void project_add(struct ask *k, const struct words *w)
{
	install_indexes(k);
	slice_for (const struct word, x, *w)
		if (str_has_prefix(x->t.s, STR("--source")))
			k->from.doubt = STR("which index --source means is not "
			                    "known");
	install_words(k, w, 0);
}

static void poetry_install(struct ask *k, const struct words *w)
{
	options(k, w);
	if (!install_lock(k, "poetry.lock"))
		not_locked(k, "poetry.lock");
}

static void pdm_install(struct ask *k, const struct words *w)
{
	options(k, w);
	if (!install_lock(k, "pdm.lock"))
		not_locked(k, "pdm.lock");
}

static void pipenv_install(struct ask *k, const struct words *w)
{
	install_words(k, w, 0);
	if (k->wanted.n == 0)
		install_doubt(k, STR("Pipfile.lock is not read: what it asks "
		                     "for is not known"));
}

/* A project's commands: ADD takes words, others read the lock file. */
static void project_command(struct apply *ap, const struct command *c,
                            install_fn *add, install_fn *other)
{
	struct text name;
	size_t i = install_subcommand(c, 1, &name);

	if (!i)
		return;
	if (str_eq(name.s, STR("add")))
		install_forms(ap, c, i + 1, MANAGER_POETRY, add);
	else if (str_eq(name.s, STR("install")) || str_eq(name.s, STR("sync")))
		install_forms(ap, c, i + 1, MANAGER_POETRY, other);
}

void install_poetry(struct apply *ap, const struct command *c)
{
	project_command(ap, c, project_add, poetry_install);
}

void install_pdm(struct apply *ap, const struct command *c)
{
	project_command(ap, c, project_add, pdm_install);
}

void install_pipenv(struct apply *ap, const struct command *c)
{
	project_command(ap, c, project_add, pipenv_install);
}
