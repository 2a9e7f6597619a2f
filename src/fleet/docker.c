/* docker info, as JSON and as text. */
#include "base/record.h"
#include "fleet/import_kinds.h"
#include "fleet/text.h"

struct info {
	struct str version, host, machine, os, kernel;
	struct str runtime; /* the default one */
	bool has_nvidia;    /* it has a runtime of that name */
	struct str buildah; /* podman answers as docker does, and says this */
};

static const struct field info_fields[] = {
	FIELD_AS(struct info, version, "ServerVersion", OPTIONAL, "engine's"),
	FIELD_AS(struct info, host, "Name", OPTIONAL, "of the host"),
	FIELD_AS(struct info, machine, "Architecture", OPTIONAL, "uname -m"),
	FIELD_AS(struct info, os, "OperatingSystem", OPTIONAL, "PRETTY_NAME"),
	FIELD_AS(struct info, kernel, "KernelVersion", OPTIONAL, "uname -r"),
	FIELD_AS(struct info, runtime, "DefaultRuntime", OPTIONAL,
                 "for who names none"),
	FIELD_AS(struct info, buildah, "BuildahVersion", OPTIONAL, "podman's"),
};
static const struct schema info_schema = SCHEMA(struct info, info_fields);

struct runtime {
	struct str name;
	struct str path;
};
struct runtimes {
	struct runtime *v;
	size_t n;
};

static const struct field runtime_fields[] = {
	FIELD(struct runtime, path, OPTIONAL, "of the program"),
};
static const struct schema runtime_schema =
	SCHEMA(struct runtime, runtime_fields);

bool holds_docker(struct str object)
{
	return text_find(object, STR("\"ServerVersion\"")) != SIZE_MAX &&
	       text_find(object, STR("\"DockerRootDir\"")) != SIZE_MAX;
}

static bool is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.p[i] <= ' ')
			return false;
	return s.n > 0 && s.n <= SIGHT_WORD;
}

/* The runtime's name is nvidia by the toolkit's own configuration; how people
 * ask for GPUs is theirs, so this only says what it can be. */
static struct str request_of(const struct info *i)
{
	if (i->buildah.n)
		return (struct str){0};
	if (str_eq(i->runtime, STR("nvidia")))
		return STR("docker's default runtime is nvidia: "
		           "container.request is runtime for who does not use "
		           "--gpus");
	if (!i->has_nvidia)
		return STR("docker has no runtime named nvidia: "
		           "container.request is gpus or cdi");
	return (struct str){0};
}

static int add(const struct document *d, const struct info *i, struct arena *a,
               struct sights *out, struct err *err)
{
	struct sight *s;

	if (text_lead_version(i->version).n == 0)
		return err_set(err, ERR_USAGE,
		               "no version of a server in it: docker reached "
		               "no daemon there");
	s = import_sight(out, a, d);
	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	if (is_name(i->host))
		s->host = i->host;
	s->arch = sight_arch(i->machine);
	s->os_name = i->os;
	s->wsl = str_contains(i->kernel, STR("WSL2"));
	s->request = request_of(i);
	s->container.engine = i->buildah.n ? ENGINE_PODMAN : ENGINE_DOCKER;
	if (i->buildah.n == 0)
		s->container.docker = i->version;
	return 0;
}

int read_docker(const struct document *d, struct arena *a, struct sights *out,
                struct err *err)
{
	struct info info = {0};
	struct runtimes all = {0};

	if (record_parse(&info_schema, d->text, RECORD_TOLERANT, a, &info,
	                 err) ||
	    record_parse_map(&runtime_schema, "Runtimes", d->text,
	                     RECORD_TOLERANT, a, &all, err)) {
		err->kind = ERR_USAGE;
		return -1;
	}
	slice_for (const struct runtime, r, all)
		info.has_nvidia |= str_eq(r->name, STR("nvidia"));
	return add(d, &info, a, out, err);
}

enum begins begins_docker_text(struct str text)
{
	struct str line = text_line(text), key, value;

	if (!str_has_prefix(line, STR(" ")) || !text_pair(line, &key, &value))
		return BEGINS_NOT;
	return str_eq(key, STR("Server Version")) ? BEGINS_HERE : BEGINS_NOT;
}

int read_docker_text(const struct document *d, struct arena *a,
                     struct sights *out, struct err *err)
{
	struct info info = {0};
	struct str runtimes = {0}, word;
	const struct {
		struct str key;
		struct str *member;
	} keys[] = {
		{STR("Server Version"), &info.version},
		{STR("Name"), &info.host},
		{STR("Architecture"), &info.machine},
		{STR("Operating System"), &info.os},
		{STR("Kernel Version"), &info.kernel},
		{STR("Default Runtime"), &info.runtime},
		{STR("Runtimes"), &runtimes},
	};
	struct str rest = d->text, line, key, value;

	while (str_next(&rest, '\n', &line)) {
		if (!text_pair(line, &key, &value))
			continue;
		for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
			if (str_eq(key, keys[i].key) && keys[i].member->n == 0)
				*keys[i].member = value;
	}
	while (str_next(&runtimes, ' ', &word))
		info.has_nvidia |= str_eq(word, STR("nvidia"));
	return add(d, &info, a, out, err);
}
