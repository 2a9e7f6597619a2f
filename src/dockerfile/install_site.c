/* Where an installer puts things, and what is there. */
#include "base/path.h"
#include "dockerfile/command.h"
#include "dockerfile/install.h"
#include "facts/pyname.h"

/* Directories of programs that are an environment's of their own. */
static const char *const environments[] = {
	"*venv*/bin",
	"*conda*/bin",
	"*mamba*/bin",
	"*forge*/bin",
};

static bool is_environment(struct str dir)
{
	for (size_t i = 0; i < sizeof environments / sizeof *environments; i++)
		if (str_glob(str_c(environments[i]), dir))
			return true;
	return false;
}

/* "/opt/venv/bin" gives "/opt/venv"; the system's directories give "". */
static struct str prefix_of_bin(struct str bin)
{
	struct str prefix = path_dir(bin);

	if (!str_eq(path_base(bin), STR("bin")) ||
	    str_eq(prefix, STR("/usr")) || str_eq(prefix, STR("/usr/local")))
		return STR("");
	return prefix;
}

/* The first directory of programs that has a Python, as far as its name tells
 * and as long as the system's does not come first. */
static struct str prefix_of_path(struct str path)
{
	struct str dir;

	while (str_next(&path, ':', &dir)) {
		if (is_environment(dir))
			return prefix_of_bin(dir);
		if (str_eq(dir, STR("/usr/bin")))
			return STR("");
	}
	return STR("");
}

static bool env_text(struct apply *ap, const struct command *c, struct str name,
                     struct text *out)
{
	struct value v;

	return command_env(ap, c, name, &v) && value_one(&v, out);
}

static bool is_path_end(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '"' || c == '\'' ||
	       c == ';' || c == '&';
}

/* The environment of "/opt/venv/bin/activate"; "" none. */
static struct str activated(struct apply *ap, const struct command *c,
                            struct str s)
{
	struct str activate = STR("/bin/activate"), clean;

	for (size_t i = 0; i + activate.n <= s.n; i++) {
		size_t from = i;

		if (!str_has_prefix(str_from(s, i), activate))
			continue;
		while (from && !is_path_end(s.p[from - 1]))
			from--;
		if (apply_path(ap, c, (struct str){s.p + from, i - from},
		               &clean))
			return clean;
	}
	return STR("");
}

/* ". /opt/venv/bin/activate && pip install …": what a RUN sources is not run,
 * but it is said which environment the rest is for. */
static struct str prefix_of_run(struct apply *ap, const struct command *c)
{
	struct run_notes *run = ap->run;

	if (!run)
		return STR("");
	if (!run->looked && ap->instr) {
		run->active = activated(ap, c, ap->instr->joined.s);
		slice_for (struct heredoc, h, ap->instr->heredocs)
			if (run->active.n == 0)
				run->active = activated(ap, c, h->body.s);
	}
	run->looked = true;
	return run->active;
}

void install_script(struct apply *ap, struct str script)
{
	struct str prefix = activated(ap, NULL, script);

	if (!ap->run || prefix.n == 0)
		return;
	ap->run->looked = true;
	ap->run->active = prefix;
}

struct str install_prefix(struct apply *ap, const struct command *c)
{
	struct str prefix = {0}, clean;
	struct text word;

	if (command_word(c, 0, &word) && word.s.n && word.s.p[0] == '/') {
		prefix = prefix_of_bin(path_dir(word.s));
		return prefix.n && apply_path(ap, c, prefix, &clean) ? clean :
		                                                       STR("");
	}
	if (env_text(ap, c, STR("VIRTUAL_ENV"), &word))
		prefix = word.s;
	else if (env_text(ap, c, STR("PATH"), &word))
		prefix = prefix_of_path(word.s);
	if (prefix.n && apply_path(ap, c, prefix, &clean))
		return clean;
	return prefix_of_run(ap, c);
}

struct str install_home(struct apply *ap, const struct command *c)
{
	struct text home;
	struct str clean;

	if (env_text(ap, c, STR("PYTHONUSERBASE"), &home) &&
	    apply_path(ap, c, home.s, &clean))
		return clean;
	if (env_text(ap, c, STR("HOME"), &home) &&
	    apply_path(ap, c, home.s, &clean))
		return arena_fmt(ap->arena, STR_F "/.local", STR_A(clean));
	return STR("root/.local");
}

static struct str mark_of(struct apply *ap, struct str prefix)
{
	return arena_fmt(ap->arena, STR_F "/pyvenv.cfg", STR_A(prefix));
}

void install_make(struct apply *ap, const struct command *c, struct str path)
{
	struct str clean;

	if (apply_path(ap, c, path, &clean))
		apply_file(ap, mark_of(ap, clean), 0, NULL);
}

bool install_is_made(struct apply *ap, struct str prefix)
{
	return apply_has(ap, mark_of(ap, prefix));
}

static struct node *dir_at(struct apply *ap, struct str path)
{
	struct node *n = tree_find(&ap->files.tree, path);

	return n && n->kind == NODE_DIR ? n : NULL;
}

/* LIB/pythonX.Y/site-packages that is there; with torch in it, if so asked. */
static struct str site_below(struct apply *ap, struct str lib, bool torch)
{
	static const char *const names[] = {"site-packages", "dist-packages"};
	struct node *dir = dir_at(ap, lib);
	size_t n = 0;

	for (struct node *py = dir ? dir->child : NULL;
	     py && n < INSTALL_SITE_MAX; py = py->next, n++)
		for (size_t i = 0; i < 2; i++) {
			struct node *site =
				py->kind == NODE_DIR ?
					tree_child(&ap->files.tree, py,
			                           str_c(names[i])) :
					NULL;
			struct str path;

			if (!site || !str_has_prefix(py->name, STR("python")))
				continue;
			path = tree_path(site, ap->arena);
			if (!torch || install_version(ap, path, STR("torch")).n)
				return path;
		}
	return STR("");
}

static struct str lib_of(struct apply *ap, struct str prefix)
{
	return arena_fmt(ap->arena, STR_F "/lib",
	                 STR_A(prefix.n ? prefix : STR("usr/local")));
}

struct str install_site(struct apply *ap, struct str prefix, struct str python)
{
	static const char *const bases[] = {"usr/local/lib", "opt/conda/lib",
	                                    "opt/venv/lib", "usr/lib"};
	struct str site = {0};

	for (size_t i = 0;
	     prefix.n == 0 && site.n == 0 && i < sizeof bases / sizeof *bases;
	     i++)
		site = site_below(ap, str_c(bases[i]), true);
	if (site.n == 0)
		site = site_below(ap, lib_of(ap, prefix), false);
	if (site.n)
		return site;
	return arena_fmt(ap->arena, STR_F "/python" STR_F "/site-packages",
	                 STR_A(lib_of(ap, prefix)),
	                 STR_A(python.n ? python : STR("3")));
}

/* NAME-VERSION.dist-info in it; NULL: none among the first many. */
static struct node *info_of(struct apply *ap, struct str site, struct str name,
                            struct str *version)
{
	struct node *dir = dir_at(ap, site);
	struct py_space space;
	struct str own;
	size_t n = 0;

	for (struct node *i = dir ? dir->child : NULL; i; i = i->next) {
		if (n++ == INSTALL_SITE_MAX) {
			apply_gap(ap, GROUP_PYTHON,
			          STR("there are more distributions than are "
			              "looked through"));
			break;
		}
		if (py_info_split(i->name, &own, version) &&
		    str_eq(py_normal(&space, own), name))
			return i;
	}
	return NULL;
}

struct str install_version(struct apply *ap, struct str site, struct str name)
{
	struct str version;

	return info_of(ap, site, name, &version) ? version : STR("");
}

void install_remove(struct apply *ap, struct str site, struct str name)
{
	struct str version;
	struct node *info = info_of(ap, site, name, &version);

	if (info)
		apply_delete(ap, tree_path(info, ap->arena));
	if (str_eq(name, STR("torch")))
		apply_delete(ap,
		             arena_fmt(ap->arena, STR_F "/torch", STR_A(site)));
}

/* The CUDA runtime that comes along, inside the wheel or beside it. */
static void add_runtime(struct apply *ap, struct str site,
                        const struct torch_choice *t)
{
	const struct torch_build *b = know_torch(ap->know, t->version, t->tag);

	if (b && b->cudart.n)
		apply_file(ap,
		           arena_fmt(ap->arena,
		                     STR_F "/torch/lib/libcudart.so." STR_F,
		                     STR_A(site), STR_A(b->cudart)),
		           0, NULL);
}

void install_torch(struct apply *ap, struct str site,
                   const struct torch_choice *t)
{
	bool open = t->known == TORCH_CUDA;
	struct str version = open ? STR("") : t->version;

	install_remove(ap, site, STR("torch"));
	if (t->known == TORCH_NOTHING)
		return;
	if (t->tag.n)
		version = arena_fmt(ap->arena, STR_F "+" STR_F, STR_A(version),
		                    STR_A(t->tag));
	apply_wheel(ap, site, STR("torch"), version);
	apply_torch(ap, site, version, t->cuda);
	if (!open)
		add_runtime(ap, site, t);
}
