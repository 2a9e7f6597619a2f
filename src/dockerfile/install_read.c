/* Requirements of the words and of the files that they name. */
#include "base/path.h"
#include "dockerfile/install.h"
#include "facts/pyname.h"

/* A file that is being read, and what its own files are relative to. */
struct source {
	struct str path; /* in the image, clean */
	struct str name; /* as gaps say it */
	struct str file; /* in the context; "" its bytes are the Dockerfile's */
	bool limits;
};

static void add_wanted(struct ask *k, struct wanteds *to,
                       const struct requirement *r, struct str file)
{
	struct py_space space;

	if (to->n == INSTALL_WANTED_MAX) {
		install_doubt(k, STR("it is asked for too much"));
		return;
	}
	*arena_push(k->ap->arena, to) = (struct wanted){
		.req = *r,
		.name = arena_str(k->ap->arena, py_normal(&space, r->name.s)),
		.file = file,
	};
}

/* The name in front is all there, and nothing of interest. */
static bool is_ordinary(struct str word)
{
	size_t n = 0;

	word = str_trim(word);
	while (n < word.n &&
	       !str_contains(STR("=<>!~[; \t("), (struct str){word.p + n, 1}))
		n++;
	word.n = n;
	return n > 0 && !str_contains(word, STR("/")) &&
	       !str_contains(word, STR("@")) && word.p[0] != '.' &&
	       !str_has_suffix(word, STR(".whl")) && !install_matters(word);
}

static void want(struct ask *k, const struct text *word, struct str file,
                 bool limits)
{
	struct requirement r;

	if (is_ordinary(word->s))
		return;
	requirement_parse(word, k->ap->arena, &r);
	if (r.kind == REQ_PROJECT && !limits)
		install_project(k, r.url.s, &r.extras);
	else
		add_wanted(k, limits ? &k->limits : &k->wanted, &r, file);
}

void install_want(struct ask *k, const struct text *word, struct str file)
{
	want(k, word, file, false);
}

static void not_readable(struct ask *k, struct str path)
{
	install_doubt(k, arena_fmt(k->ap->arena,
	                           "what '" STR_F
	                           "' asks for is not known: the file is not "
	                           "in the build context",
	                           STR_A(path)));
}

static void read_lines(struct ask *k, const struct source *s,
                       const struct text *bytes);

static void read_file(struct ask *k, struct source *s)
{
	struct text bytes;

	if (k->files++ >= INSTALL_FILES_MAX) {
		install_doubt(k, STR("it reads too many files"));
		return;
	}
	if (install_bytes(k->ap, s->path, &bytes, &s->file)) {
		if (s->file.n)
			s->name = s->file;
		read_lines(k, s, &bytes);
	} else {
		not_readable(k, s->name);
	}
}

/* -r and -c of a file are relative to where it is. */
static void include(struct ask *k, const struct source *from,
                    const struct req_line *l)
{
	struct str dir = path_dir(from->path);
	struct source s = {.name = l->value.s,
	                   .limits =
	                           from->limits || l->kind == LINE_CONSTRAINT};
	struct str path = l->value.s;
	char space[PATH_MAX_BYTES];

	if (path.n && path.p[0] != '/')
		path = arena_fmt(k->ap->arena, STR_F "/" STR_F, STR_A(dir),
		                 STR_A(path));
	if (path_clean(path, space, &s.path) != PATH_OK) {
		not_readable(k, s.name);
		return;
	}
	s.path = arena_str(k->ap->arena, s.path);
	read_file(k, &s);
}

static void file_option(struct ask *k, const struct req_line *l)
{
	if (str_eq(l->option, STR("--index-url")))
		k->from.index = l->value;
	else if (str_eq(l->option, STR("--extra-index-url")))
		install_add_source(k, &k->from.extra, l->value);
	else if (str_eq(l->option, STR("--find-links")))
		install_add_source(k, &k->from.links, l->value);
	else if (str_eq(l->option, STR("--pre")))
		k->from.pre = true;
	else if (str_eq(l->option, STR("--no-index")))
		k->from.no_index = true;
}

static void read_lines(struct ask *k, const struct source *s,
                       const struct text *bytes)
{
	struct req_lines lines;

	requirement_file(bytes, k->ap->arena, &lines);
	if (lines.cut)
		install_doubt(k,
		              arena_fmt(k->ap->arena, "'" STR_F "' is too long",
		                        STR_A(s->name)));
	slice_for (const struct req_line, l, lines) {
		switch (l->kind) {
		case LINE_REQUIREMENT:
			want(k, &l->value, s->file, s->limits);
			break;
		case LINE_INCLUDE:
		case LINE_CONSTRAINT:
			include(k, s, l);
			break;
		case LINE_OPTION:
			file_option(k, l);
			break;
		}
	}
}

static bool is_project_file(struct str path)
{
	return str_eq(path_base(path), STR("pyproject.toml"));
}

void install_file(struct ask *k, const struct text *path, bool limits)
{
	struct source s = {.name = path->s, .limits = limits};

	if (is_project_file(path->s))
		install_project(k, path_dir(path->s), &k->extras);
	else if (str_contains(path->s, STR("://")) ||
	         !apply_path(k->ap, k->c, path->s, &s.path))
		not_readable(k, path->s);
	else
		read_file(k, &s);
}

void install_read(struct ask *k, const struct text *bytes, struct str path,
                  struct str file)
{
	struct source s = {.path = path, .name = path, .file = file};

	read_lines(k, &s, bytes);
}
