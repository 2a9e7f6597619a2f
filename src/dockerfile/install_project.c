/* Projects and lock files: pyproject.toml, uv.lock, poetry.lock, pdm.lock. */
#include "base/path.h"
#include "base/toml.h"
#include "dockerfile/install.h"
#include "facts/pyname.h"

/* A TOML file that is there and can be read. */
struct document {
	struct toml toml;
	struct str name;
	struct text bytes;
};

static bool read_document(struct ask *k, struct str path, struct document *out)
{
	struct str clean;

	return apply_path(k->ap, k->c, path, &clean) &&
	       install_bytes(k->ap, clean, &out->bytes, &out->name) &&
	       toml_parse(out->bytes.s, k->ap->arena, &out->toml);
}

/* Bytes of the Dockerfile keep their origin; escapes have none. */
static struct text leaf_text(struct ask *k, const struct document *d,
                             struct str s)
{
	const char *from = d->bytes.s.p;

	if (s.n && s.p >= from && s.p < from + d->bytes.s.n)
		return text_slice(k->ap->arena, &d->bytes, (size_t)(s.p - from),
		                  s.n);
	return text_of(k->ap->arena, TEXT_MADE, s);
}

static bool is_asked(const struct strs *extras, struct str extra)
{
	slice_for (const struct str, e, *extras)
		if (str_eq_nocase(*e, extra))
			return true;
	return false;
}

/* "dependencies[3]" is "dependencies", "gpu[0].name" is "gpu". */
static struct str list_name(struct str key)
{
	struct str head, tail;

	(void)str_cut(key, '[', &head, &tail);
	return head;
}

/* PEP 621 and PEP 735. */
static bool is_dependency(const struct ask *k, const struct toml_leaf *l,
                          const struct strs *extras)
{
	struct str list = list_name(l->key);

	if (!l->string)
		return false;
	if (str_eq(l->table, STR("project")))
		return str_eq(list, STR("dependencies"));
	if (str_eq(l->table, STR("project.optional-dependencies")) ||
	    str_eq(l->table, STR("dependency-groups")))
		return k->all_extras || is_asked(extras, list);
	return false;
}

static bool is_dynamic(const struct toml_leaf *l)
{
	return str_eq(l->table, STR("project")) &&
	       str_eq(list_name(l->key), STR("dynamic")) &&
	       str_eq(l->value, STR("dependencies"));
}

/* [[tool.uv.index]] at hand. */
struct uv_index {
	struct str table, name, url;
	bool is_default, is_explicit;
};

static void end_index(struct ask *k, const struct document *d,
                      struct uv_index *x, struct str wanted)
{
	struct text url = leaf_text(k, d, x->url);

	if (x->url.n && wanted.n && str_eq(x->name, wanted))
		k->torch_index = url;
	if (x->url.n && x->is_default)
		k->from.index = url;
	else if (x->url.n && !x->is_explicit)
		install_add_source(k, &k->from.extra, url);
	*x = (struct uv_index){0};
}

static void index_leaf(struct uv_index *x, const struct toml_leaf *l)
{
	bool yes = str_eq(l->value, STR("true"));

	if (str_eq(l->key, STR("name")))
		x->name = l->value;
	else if (str_eq(l->key, STR("url")))
		x->url = l->value;
	else if (str_eq(l->key, STR("default")))
		x->is_default = yes;
	else if (str_eq(l->key, STR("explicit")))
		x->is_explicit = yes;
}

static void read_indexes(struct ask *k, const struct document *d,
                         struct str wanted)
{
	struct uv_index x = {0};

	slice_for (const struct toml_leaf, l, d->toml) {
		if (!str_has_prefix(l->table, STR("tool.uv.index[")))
			continue;
		if (!str_eq(l->table, x.table))
			end_index(k, d, &x, wanted);
		x.table = l->table;
		index_leaf(&x, l);
	}
	end_index(k, d, &x, wanted);
}

/* torch = { index = "cu121", marker = "…" }, or a list of them: the index of
 * the first whose marker holds. */
static struct str source_index(struct ask *k, const struct toml *t)
{
	struct str table = STR("tool.uv.sources"), index = {0};

	slice_for (const struct toml_leaf, l, *t) {
		struct str item = l->key, marker = {0}, field;
		size_t dot = item.n;

		if (!str_eq(l->table, table) ||
		    !str_has_suffix(item, STR(".index")) ||
		    !str_eq(list_name((struct str){item.p, item.n - 6}),
		            STR("torch")) ||
		    index.n)
			continue;
		dot -= STR(".index").n;
		field = arena_fmt(k->ap->arena, "%.*s.marker", (int)dot,
		                  item.p);
		(void)toml_get(t, table, field, &marker);
		if (marker_eval(marker, &k->env) == MARKER_YES)
			index = l->value;
		else if (marker_eval(marker, &k->env) == MARKER_UNKNOWN)
			k->from.doubt = arena_fmt(k->ap->arena,
			                          "whether '" STR_F
			                          "' holds is not known",
			                          STR_A(marker));
	}
	return index;
}

/* Poetry's "2.1.0" is exact; of its "^2.1" and "~2.1" only the name is kept. */
static struct str poetry_word(struct ask *k, struct str name, struct str value)
{
	const char *op = "";

	if (value.n && value.p[0] >= '0' && value.p[0] <= '9')
		op = "==";
	else if (value.n == 0 ||
	         !str_contains(STR("<>=!"), (struct str){value.p, 1}))
		value = STR("");
	return arena_fmt(k->ap->arena, STR_F "%s" STR_F, STR_A(name), op,
	                 STR_A(value));
}

/* torch = "2.1.0", torch = { version = "2.1.0", source = "…" } */
static void poetry_leaf(struct ask *k, const struct document *d,
                        const struct toml_leaf *l)
{
	struct str name, field;
	struct text word;

	if (!str_eq(l->table, STR("tool.poetry.dependencies")) || !l->string)
		return;
	if (str_cut(l->key, '.', &name, &field) &&
	    !str_eq(field, STR("version")))
		return;
	if (str_eq(name, STR("python")))
		return;
	word = text_of(k->ap->arena, TEXT_MADE, poetry_word(k, name, l->value));
	install_want(k, &word, d->name);
}

static void read_project(struct ask *k, const struct document *d,
                         const struct strs *extras)
{
	bool own = false;

	if (k->manager == MANAGER_UV)
		read_indexes(k, d, source_index(k, &d->toml));
	slice_for (const struct toml_leaf, l, d->toml) {
		struct text word;

		own |= str_eq(l->table, STR("project")) ||
		       str_eq(l->table, STR("tool.poetry.dependencies"));
		if (is_dynamic(l))
			install_doubt(k, STR("the project finds what it "
			                     "depends on while it is built"));
		poetry_leaf(k, d, l);
		if (!is_dependency(k, l, extras))
			continue;
		word = leaf_text(k, d, l->value);
		install_want(k, &word, d->name);
	}
	if (!own)
		install_doubt(k, STR("what the project depends on does not "
		                     "stand in pyproject.toml"));
}

void install_project(struct ask *k, struct str dir, const struct strs *extras)
{
	struct document d;
	struct str path =
		dir.n ? arena_fmt(k->ap->arena, STR_F "/pyproject.toml",
	                          STR_A(dir)) :
			STR("pyproject.toml");

	if (k->no_deps)
		return;
	if (k->files++ >= INSTALL_FILES_MAX)
		install_doubt(k, STR("it reads too many files"));
	else if (read_document(k, path, &d))
		read_project(k, &d, extras);
	else
		install_doubt(k, arena_fmt(k->ap->arena,
		                           "what '" STR_F
		                           "' depends on is not known: its "
		                           "pyproject.toml can't be read here",
		                           STR_A(dir.n ? dir : STR("."))));
}

/* [[tool.poetry.source]] and [[tool.pdm.source]] */
static bool has_sources(const struct toml *t)
{
	slice_for (const struct toml_leaf, l, *t)
		if (str_has_prefix(l->table, STR("tool.poetry.source")) ||
		    str_has_prefix(l->table, STR("tool.pdm.source")))
			return true;
	return false;
}

void install_indexes(struct ask *k)
{
	struct document d;

	if (!read_document(k, STR("pyproject.toml"), &d))
		return;
	if (k->manager == MANAGER_UV)
		read_indexes(k, &d, STR(""));
	else if (has_sources(&d.toml))
		k->from.doubt = STR("pyproject.toml names indexes of its own");
}

/* One [[package]] of a lock file. */
struct locked {
	struct str table; /* "package[7]" */
	struct str name, version, source;
	bool optional, markers, holds, doubtful;
};

struct locks {
	struct ask *k;
	const struct document *d;
	struct locked at;
	bool torch_needed, torch_optional;
};

static void end_package(struct locks *s)
{
	struct locked *p = &s->at;
	struct ask *k = s->k;
	struct py_space space;
	bool torch = str_eq(p->name, STR("torch"));
	struct text word;

	if (p->name.n && p->version.n &&
	    (torch || interest_wheel(py_normal(&space, p->name))) &&
	    (!p->markers || p->holds || p->doubtful)) {
		size_t n = k->wanted.n;

		word = text_of(k->ap->arena, TEXT_MADE,
		               arena_fmt(k->ap->arena, STR_F "==" STR_F,
		                         STR_A(p->name), STR_A(p->version)));
		install_want(k, &word, s->d->name);
		if (torch && p->source.n)
			k->torch_index = leaf_text(k, s->d, p->source);
		if (k->wanted.n > n)
			k->wanted.v[n].maybe =
				p->optional || (p->markers && !p->holds);
	}
	*p = (struct locked){0};
}

static void package_leaf(struct locks *s, const struct toml_leaf *l)
{
	struct locked *p = &s->at;
	struct str list = list_name(l->key);

	if (str_eq(l->key, STR("name")))
		p->name = l->value;
	else if (str_eq(l->key, STR("version")))
		p->version = l->value;
	else if (str_eq(l->key, STR("source.registry")))
		p->source = l->value;
	else if (str_eq(l->key, STR("optional")))
		p->optional = str_eq(l->value, STR("true"));
	else if (str_eq(list, STR("resolution-markers"))) {
		enum marker_answer a = marker_eval(l->value, &s->k->env);

		p->markers = true;
		p->holds |= a == MARKER_YES;
		p->doubtful |= a == MARKER_UNKNOWN;
	} else if (str_eq(list, STR("dependencies")) &&
	           str_has_suffix(l->key, STR("].name")))
		s->torch_needed |= str_eq(l->value, STR("torch"));
}

/* "package[7].source", "package[7].optional-dependencies" */
static void below_leaf(struct locks *s, struct str below,
                       const struct toml_leaf *l)
{
	if (str_eq(below, STR(".source")) && str_eq(l->key, STR("url")))
		s->at.source = l->value;
	else if (str_eq(below, STR(".optional-dependencies")) &&
	         str_has_suffix(l->key, STR(".name")))
		s->torch_optional |= str_eq(l->value, STR("torch"));
}

static void lock_leaf(struct locks *s, const struct toml_leaf *l)
{
	struct str table, below;

	if (!str_has_prefix(l->table, STR("package[")))
		return;
	(void)str_cut(l->table, ']', &table, &below);
	if (!str_eq(table, s->at.table)) {
		end_package(s);
		s->at.table = table;
	}
	if (below.n == 0)
		package_leaf(s, l);
	else
		below_leaf(s, below, l);
}

bool install_lock(struct ask *k, const char *name)
{
	struct document d;
	struct locks s = {.k = k, .d = &d};

	if (!read_document(k, str_c(name), &d))
		return false;
	slice_for (const struct toml_leaf, l, d.toml)
		lock_leaf(&s, l);
	end_package(&s);
	if (s.torch_optional && !s.torch_needed && !k->all_extras &&
	    k->extras.n == 0)
		slice_for (struct wanted, w, k->wanted)
			w->maybe |= str_eq(w->name, STR("torch"));
	return true;
}
