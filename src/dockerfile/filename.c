#include "dockerfile/filename.h"

#include <ctype.h>

/* Endings, behind the last dot, of what is made into a Dockerfile. */
static const char *const templates[] = {
	"j2",       "jinja",  "jinja2",     "em",      "tmpl",
	"tpl",      "gotmpl", "tmplt",      "erb",     "template",
	"mustache", "hbs",    "handlebars", "in",      "m4",
	"ejs",      "mako",   "tera",       "jsonnet", "liquid",
};

/* And of what is about Dockerfiles, or a copy of one. */
static const char *const others[] = {
	"dockerignore", "md",  "rst",  "adoc", "html", "pdf",    "png",
	"svg",          "sh",  "bash", "ps1",  "yml",  "yaml",   "json",
	"toml",         "ini", "cfg",  "lock", "log",  "orig",   "rej",
	"bak",          "swp", "swo",  "old",  "asc",  "sha256", "sig",
	"gz",           "tar", "zip",  "diff", "vim",  "patch",
};

/* Programs; but Dockerfile.go is a Dockerfile for Go. */
static const char *const programs[] = {
	"py", "pyc", "go", "js", "ts", "rs", "rb", "java", "c", "h", "cpp",
};

static bool is_one_of(struct str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_eq_nocase(s, str_c(list[i])))
			return true;
	return false;
}

/* Behind the last dot; "" without one. */
static struct str ending(struct str name)
{
	for (size_t i = name.n; i-- > 1;)
		if (name.p[i] == '.')
			return str_from(name, i + 1);
	return STR("");
}

static bool starts_nocase(struct str s, struct str front)
{
	return s.n >= front.n &&
	       str_eq_nocase((struct str){s.p, front.n}, front);
}

static bool is_separator(char c)
{
	return c == '.' || c == '-' || c == '_' || c == ' ';
}

/* Dockerfile, Dockerfile.x, Dockerfile-x, Dockerfile2, x.Dockerfile */
static bool is_named(struct str name, struct str word)
{
	struct str front, back;

	if (name.n < word.n)
		return false;
	front = (struct str){name.p, name.n - word.n};
	back = str_from(name, front.n);
	if (str_eq_nocase(back, word) &&
	    (front.n == 0 || is_separator(front.p[front.n - 1])))
		return true;
	return starts_nocase(name, word) &&
	       (is_separator(name.p[word.n]) ||
	        isdigit((unsigned char)name.p[word.n]));
}

static bool is_dockerfile(struct str name)
{
	return is_named(name, STR("dockerfile")) ||
	       is_named(name, STR("containerfile"));
}

enum filename_kind filename_kind(struct str name)
{
	struct str end = ending(name), front = name;

	if (end.n)
		front.n -= end.n + 1;
	if (name.n == 0 || name.p[0] == '.' || name.p[name.n - 1] == '~' ||
	    is_one_of(end, others, sizeof others / sizeof *others) ||
	    (is_one_of(end, programs, sizeof programs / sizeof *programs) &&
	     !str_eq(front, STR("Dockerfile"))))
		return FILENAME_OTHER;
	if (is_one_of(end, templates, sizeof templates / sizeof *templates) &&
	    is_dockerfile(front))
		return FILENAME_TEMPLATE;
	return is_dockerfile(name) ? FILENAME_DOCKERFILE : FILENAME_OTHER;
}

bool filename_is_skipped_dir(struct str name)
{
	static const char *const dirs[] = {
		".git",         ".hg",         ".svn",
		"node_modules", "__pycache__", "bower_components",
		".venv",        "venv",        "site-packages",
		".tox",         ".nox",        ".eggs",
		".terraform",   ".cache",
	};

	for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++)
		if (str_eq(name, str_c(dirs[i])))
			return true;
	return false;
}
