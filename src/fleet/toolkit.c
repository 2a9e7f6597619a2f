/* The NVIDIA Container Toolkit: its version, its config.toml. */
#include "base/toml.h"
#include "fleet/import_kinds.h"
#include "fleet/text.h"
#include "know/stack.h"

/* nvidia-ctk, nvidia-container-runtime, its hook: "… version 1.17.8" */
static struct str version_of(struct str line)
{
	static const struct str tools[] = {
		{"NVIDIA Container Toolkit CLI version ", 37},
		{"NVIDIA Container Runtime Hook version ", 38},
		{"NVIDIA Container Runtime version ", 33}};

	for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
		size_t at = text_find(line, tools[i]);

		if (at != SIZE_MAX)
			return text_lead_version(
				str_from(line, at + tools[i].n));
	}
	return (struct str){0};
}

enum begins begins_toolkit_version(struct str text)
{
	return version_of(text_line(text)).n ? BEGINS_HERE : BEGINS_NOT;
}

size_t extent_toolkit_version(struct str text)
{
	return text_line(text).n;
}

int read_toolkit_version(const struct document *d, struct arena *a,
                         struct sights *out, struct err *err)
{
	struct sight *s = import_sight(out, a, d);

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	s->container.toolkit = version_of(d->text);
	return 0;
}

/* What only this file has in it. */
enum begins begins_toolkit_config(struct str text)
{
	static const struct str keys[] = {{"[nvidia-container-runtime", 25},
	                                  {"[nvidia-container-cli]", 22},
	                                  {"[nvidia-ctk]", 12},
	                                  {"accept-nvidia-visible-devices-",
	                                   30},
	                                  {"disable-require = ", 18},
	                                  {"#swarm-resource = ", 18},
	                                  {"supported-driver-capabilities = ",
	                                   32}};
	struct str line = str_trim(text_line(text));

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (str_has_prefix(line, keys[i]))
			return BEGINS_HERE;
	return BEGINS_NOT;
}

/* A table, a comment, an assignment, an element of a list. */
static bool is_toml(struct str line)
{
	line = str_trim(line);
	return line.n == 0 || line.p[0] == '[' || line.p[0] == '#' ||
	       line.p[0] == '"' || line.p[0] == ']' ||
	       str_contains(line, STR("="));
}

static bool names_host(struct str line)
{
	struct str host;

	return import_host(line, &host);
}

size_t extent_toolkit_config(struct str text)
{
	struct str rest = text, line;
	size_t n = 0;

	while (str_next(&rest, '\n', &line)) {
		if (!is_toml(line) || names_host(line))
			break;
		n = text.n - rest.n;
	}
	return n;
}

static void take_word(const struct toml *t, const char *table, const char *key,
                      const char *const *names, int names_n, int *out)
{
	struct str value;

	if (!toml_get(t, str_c(table), str_c(key), &value))
		return;
	for (int i = 1; i < names_n; i++)
		if (names[i] && str_eq(value, str_c(names[i])))
			*out = i;
}

/* mode = "auto" leaves it to the release, which the predictions know. */
int read_toolkit_config(const struct document *d, struct arena *a,
                        struct sights *out, struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct toml toml = {0};
	int mode = MECH_UNKNOWN, compat = COMPAT_UNKNOWN;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	if (!toml_parse(d->text, a, &toml))
		return err_set(err, ERR_USAGE,
		               "this is no TOML: give the whole file");
	take_word(&toml, "nvidia-container-runtime", "mode", mechanism_names,
	          MECH_HOSTPATH, &mode);
	take_word(&toml, "nvidia-container-runtime.modes.legacy",
	          "cuda-compat-mode", compat_mode_names, COMPAT_N, &compat);
	s->container.mode = (enum mechanism)mode;
	s->container.compat_mode = (enum compat_mode)compat;
	return 0;
}
