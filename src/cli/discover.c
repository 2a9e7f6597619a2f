#include "cli/discover.h"

#include "dockerfile/filename.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct folder {
	struct str path;
	size_t depth;
};

struct folders {
	struct folder *v;
	size_t n;
};

struct walk {
	struct arena *arena;
	struct folders todo;
	size_t entries;
	struct discovered *out;
	struct err *err;
};

static struct str below(struct walk *w, const struct folder *in,
                        struct str name)
{
	if (str_eq(in->path, STR(".")))
		return arena_str(w->arena, name);
	return arena_fmt(w->arena, STR_F "%s" STR_F, STR_A(in->path),
	                 str_has_suffix(in->path, STR("/")) ? "" : "/",
	                 STR_A(name));
}

static void add_note(struct walk *w, struct str path, const char *why)
{
	*arena_push(w->arena, &w->out->notes) =
		arena_fmt(w->arena, STR_F ": %s", STR_A(path), why);
}

static int add_folder(struct walk *w, const struct folder *in, struct str name)
{
	if (filename_is_skipped_dir(name))
		return 0;
	if (in->depth == DISCOVER_DEPTH_MAX)
		return err_set(w->err, ERR_LIMIT,
		               STR_F ": more than %d folders deep",
		               STR_A(below(w, in, name)), DISCOVER_DEPTH_MAX);
	*arena_push(w->arena, &w->todo) =
		(struct folder){below(w, in, name), in->depth + 1};
	return 0;
}

static void add_file(struct walk *w, const struct folder *in, struct str name,
                     bool link)
{
	switch (filename_kind(name)) {
	case FILENAME_OTHER:
		break;
	case FILENAME_TEMPLATE:
		add_note(w, below(w, in, name),
		         "skipped, a template: check what is made from it");
		break;
	case FILENAME_DOCKERFILE:
		if (link)
			add_note(w, below(w, in, name),
			         "skipped, a link: name it to check it");
		else
			*arena_push(w->arena, &w->out->files) =
				below(w, in, name);
		break;
	}
}

static int add_entry(struct walk *w, const struct folder *in, DIR *dir,
                     const char *name)
{
	struct stat st;

	if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
		return 0;
	if (++w->entries > DISCOVER_ENTRIES_MAX)
		return err_set(w->err, ERR_LIMIT,
		               "more than %d files; name a smaller folder",
		               DISCOVER_ENTRIES_MAX);
	if (fstatat(dirfd(dir), name, &st, AT_SYMLINK_NOFOLLOW))
		return 0; /* gone since */
	if (S_ISDIR(st.st_mode))
		return add_folder(w, in, str_c(name));
	if (S_ISREG(st.st_mode) || S_ISLNK(st.st_mode))
		add_file(w, in, str_c(name), S_ISLNK(st.st_mode));
	return 0;
}

static int no_folder(struct walk *w, const struct folder *in)
{
	const char *why = strerror(errno);

	if (in->depth == 0)
		return err_set(w->err, ERR_IO, STR_F ": %s", STR_A(in->path),
		               why);
	add_note(w, in->path, why);
	return 0;
}

static int read_folder(struct walk *w, const struct folder *in)
{
	DIR *dir = opendir(arena_cstr(w->arena, in->path));
	const struct dirent *e;
	int rc = 0;

	if (!dir)
		return no_folder(w, in);
	do {
		errno = 0;
		e = readdir(dir);
		if (e)
			rc = add_entry(w, in, dir, e->d_name);
		else if (errno)
			rc = no_folder(w, in);
	} while (e && !rc);
	(void)closedir(dir);
	return rc;
}

static int by_path(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static void sort(struct strs *list)
{
	if (list->n)
		qsort(list->v, list->n, sizeof *list->v, by_path);
}

static bool is_folder(struct str path, struct arena *a)
{
	struct stat st;

	return stat(arena_cstr(a, path), &st) == 0 && S_ISDIR(st.st_mode);
}

int discover(struct str path, struct arena *a, struct discovered *out,
             struct err *err)
{
	struct walk w = {.arena = a, .out = out, .err = err};

	*out = (struct discovered){0};
	if (str_eq(path, STR("-")) || !is_folder(path, a)) {
		*arena_push(a, &out->files) = path;
		return 0;
	}
	*arena_push(a, &w.todo) = (struct folder){path, 0};
	while (w.todo.n) {
		struct folder next = w.todo.v[--w.todo.n];

		if (read_folder(&w, &next))
			return -1;
	}
	sort(&out->files);
	sort(&out->notes);
	if (out->files.n == 0)
		return err_set(err, ERR_NOT_FOUND,
		               STR_F ": no Dockerfile below it", STR_A(path));
	return 0;
}
