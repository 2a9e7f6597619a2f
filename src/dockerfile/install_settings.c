/* What installers take from the environment and from their configuration. */
#include "dockerfile/build.h"
#include "dockerfile/install.h"

#define WHL "https://download.pytorch.org/whl/"

bool install_env(const struct ask *k, const char *name, struct text *out)
{
	struct value v;

	return command_env(k->ap, k->c, str_c(name), &v) &&
	       value_one(&v, out) && out->s.n > 0;
}

static bool is_set(const struct ask *k, struct str name)
{
	slice_for (const struct assign, a, k->c->env)
		if (str_eq(a->name, name))
			return true;
	return scope_get(&k->ap->scope, name) != NULL;
}

/* The Dockerfile sets it, but to what?  A base image that sets one of these is
 * not thought of. */
static bool is_unclear(const struct ask *k, const char *name)
{
	struct text one;
	struct value v;

	return is_set(k, str_c(name)) &&
	       command_env(k->ap, k->c, str_c(name), &v) &&
	       !value_one(&v, &one) && (v.unknown || v.any.n);
}

void install_doubt(struct ask *k, struct str what)
{
	if (k->doubts.n < INSTALL_FILES_MAX)
		*arena_push(k->ap->arena, &k->doubts) = what;
}

bool install_bytes(struct apply *ap, struct str path, struct text *bytes,
                   struct str *name)
{
	struct build *b = ap->build;

	if (b->asked > INSTALL_BYTES_MAX || !apply_read(ap, path, bytes, name))
		return false;
	b->asked += bytes->s.n;
	return b->asked <= INSTALL_BYTES_MAX;
}

void install_add_source(struct ask *k, struct texts *to, struct text url)
{
	if (to->n == INSTALL_SOURCES_MAX)
		k->from.doubt = STR("there are too many indexes");
	else if (url.s.n)
		*arena_push(k->ap->arena, to) = url;
}

static struct text url_of(struct ask *k, struct str base,
                          const struct text *tag)
{
	struct text_maker m = {.arena = k->ap->arena};

	text_add_made(&m, base);
	text_add(&m, tag, 0, tag->s.n);
	return text_take(&m);
}

/* "auto" finds no GPU where images are built, so mostly the CPU's builds. */
void install_backend(struct ask *k, const struct text *tag)
{
	struct text cpu = text_of(k->ap->arena, TEXT_MADE, STR("cpu"));

	k->auto_backend = str_eq(tag->s, STR("auto"));
	if (k->auto_backend)
		k->torch_index = url_of(k, STR(WHL), &cpu);
	else if (torch_tag(tag->s))
		k->torch_index = url_of(k, STR(WHL), tag);
	else
		k->from.doubt =
			arena_fmt(k->ap->arena,
		                  "the torch backend '" STR_F "' is not known",
		                  STR_A(tag->s));
}

/* URLs between blanks, or commas. */
static void add_all(struct ask *k, struct texts *to, const struct text *list)
{
	size_t from = 0;

	for (size_t i = 0; i <= list->s.n; i++) {
		char c = ' ';

		if (i < list->s.n)
			c = list->s.p[i];
		if (c != ' ' && c != '\n' && c != ',')
			continue;
		if (i > from)
			install_add_source(k, to,
			                   text_slice(k->ap->arena, list, from,
			                              i - from));
		from = i + 1;
	}
}

/* uv: "name=https://…" */
static struct text bare_url(struct ask *k, const struct text *t)
{
	struct str name, url;

	if (!str_cut(t->s, '=', &name, &url) || str_contains(name, STR("/")))
		return *t;
	return text_slice(k->ap->arena, t, name.n + 1, url.n);
}

enum setting { SET_INDEX, SET_EXTRA, SET_LINKS };

static void set(struct ask *k, enum setting what, const struct text *value)
{
	switch (what) {
	case SET_INDEX:
		k->from.index = bare_url(k, value);
		break;
	case SET_EXTRA:
		add_all(k, &k->from.extra, value);
		break;
	case SET_LINKS:
		add_all(k, &k->from.links, value);
		break;
	}
}

struct variable {
	const char *name;
	enum setting what;
};

static void take_variables(struct ask *k, const struct variable *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct text value;

		if (install_env(k, v[i].name, &value))
			set(k, v[i].what, &value);
		else if (is_unclear(k, v[i].name))
			k->from.doubt =
				arena_fmt(k->ap->arena,
			                  "%s has no certain value", v[i].name);
	}
}

/* A flag in the environment: "1", "true", "yes", "on". */
static bool is_on(const struct ask *k, const char *name)
{
	struct text t;

	return install_env(k, name, &t) && !str_eq(t.s, STR("0")) &&
	       !str_eq_nocase(t.s, STR("false")) &&
	       !str_eq_nocase(t.s, STR("no")) &&
	       !str_eq_nocase(t.s, STR("off"));
}

static bool key_is(struct str key, const char *name)
{
	struct str n = str_c(name);

	if (key.n != n.n)
		return false;
	for (size_t i = 0; i < n.n; i++)
		if (key.p[i] != n.p[i] && !(key.p[i] == '_' && n.p[i] == '-'))
			return false;
	return true;
}

static void take_setting(struct ask *k, struct str key,
                         const struct text *value)
{
	if (key_is(key, "index-url"))
		set(k, SET_INDEX, value);
	else if (key_is(key, "extra-index-url"))
		set(k, SET_EXTRA, value);
	else if (key_is(key, "find-links"))
		set(k, SET_LINKS, value);
	else if (key_is(key, "no-index"))
		k->from.no_index = !str_eq(value->s, STR("false"));
	else if (key_is(key, "pre"))
		k->from.pre = !str_eq(value->s, STR("false"));
}

/* A value goes on in lines that are indented. */
static void read_config(struct ask *k, const struct text *bytes)
{
	struct str rest = bytes->s, line, key = {0}, value;

	while (str_next(&rest, '\n', &line)) {
		bool more = line.n && (line.p[0] == ' ' || line.p[0] == '\t');
		struct text t;

		value = str_trim(line);
		if (value.n == 0 || value.p[0] == '#' || value.p[0] == ';')
			continue;
		if (value.p[0] == '[') {
			key = STR("");
			continue;
		}
		if (!more && !str_cut(value, '=', &key, &value))
			continue;
		key = str_trim(key);
		value = str_trim(value);
		if (value.n == 0)
			continue;
		t = text_slice(k->ap->arena, bytes,
		               (size_t)(value.p - bytes->s.p), value.n);
		take_setting(k, key, &t);
	}
}

/* What the Dockerfile put there; what the base has is not known. */
static void read_configs(struct ask *k)
{
	static const char *const paths[] = {"etc/pip.conf",
	                                    "root/.pip/pip.conf",
	                                    "root/.config/pip/pip.conf"};
	struct text bytes, path;
	struct str name, clean;

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		if (install_bytes(k->ap, str_c(paths[i]), &bytes, &name))
			read_config(k, &bytes);
	if (install_env(k, "PIP_CONFIG_FILE", &path) &&
	    apply_path(k->ap, k->c, path.s, &clean) &&
	    install_bytes(k->ap, clean, &bytes, &name))
		read_config(k, &bytes);
}

/* pip config set: a name that no variable can have keeps it in the scope. */
static void read_kept(struct ask *k)
{
	static const char *const keys[] = {"index-url", "extra-index-url",
	                                   "find-links", "no-index"};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct binding *b =
			scope_get(&k->ap->scope,
		                  arena_fmt(k->ap->arena, "pip config %s",
		                            keys[i]));

		if (b && b->unknown)
			k->from.doubt = arena_fmt(
				k->ap->arena,
				"pip config set %s has no certain value",
				keys[i]);
		else if (b)
			take_setting(k, str_c(keys[i]), &b->value);
	}
}

static void pip_settings(struct ask *k)
{
	static const struct variable variables[] = {
		{"PIP_INDEX_URL", SET_INDEX},
		{"PIP_EXTRA_INDEX_URL", SET_EXTRA},
		{"PIP_FIND_LINKS", SET_LINKS},
	};
	struct text path;

	read_configs(k);
	read_kept(k);
	take_variables(k, variables, sizeof variables / sizeof *variables);
	k->from.no_index |= is_on(k, "PIP_NO_INDEX");
	k->from.pre |= is_on(k, "PIP_PRE");
	k->no_deps |= is_on(k, "PIP_NO_DEPS");
	if (install_env(k, "PIP_CONSTRAINT", &path))
		install_file(k, &path, true);
}

static void uv_settings(struct ask *k)
{
	static const struct variable variables[] = {
		{"UV_INDEX_URL", SET_INDEX},
		{"UV_DEFAULT_INDEX", SET_INDEX},
		{"UV_EXTRA_INDEX_URL", SET_EXTRA},
		{"UV_INDEX", SET_EXTRA},
		{"UV_FIND_LINKS", SET_LINKS},
	};
	struct text t;

	k->from.first = true;
	take_variables(k, variables, sizeof variables / sizeof *variables);
	for (size_t i = 0; i < k->from.extra.n; i++)
		k->from.extra.v[i] = bare_url(k, &k->from.extra.v[i]);
	if (install_env(k, "UV_INDEX_STRATEGY", &t))
		k->from.first = str_eq(t.s, STR("first-index"));
	if (install_env(k, "UV_TORCH_BACKEND", &t))
		install_backend(k, &t);
	else if (is_unclear(k, "UV_TORCH_BACKEND"))
		k->from.doubt = STR("UV_TORCH_BACKEND has no certain value");
	if (install_env(k, "UV_PRERELEASE", &t))
		k->from.pre = str_eq(t.s, STR("allow"));
	if (install_env(k, "UV_CONSTRAINT", &t))
		install_file(k, &t, true);
}

void install_settings(struct ask *k)
{
	if (k->manager == MANAGER_UV)
		uv_settings(k);
	else if (k->manager == MANAGER_PIP)
		pip_settings(k);
}
