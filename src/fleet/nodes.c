/*
 * kubectl get nodes -o json, with the labels of GPU feature discovery
 * (github.com/NVIDIA/k8s-device-plugin, docs/gpu-feature-discovery).
 */
#include "base/record.h"
#include "fleet/import_kinds.h"
#include "fleet/text.h"

#include <string.h>

struct node_info {
	struct str arch, runtime, os_image, os, kernel;
};
static const struct field info_fields[] = {
	FIELD_AS(struct node_info, arch, "architecture", OPTIONAL, "GOARCH"),
	FIELD_AS(struct node_info, runtime, "containerRuntimeVersion", OPTIONAL,
                 "containerd://1.7.2"),
	FIELD_AS(struct node_info, os_image, "osImage", OPTIONAL,
                 "PRETTY_NAME"),
	FIELD_AS(struct node_info, os, "operatingSystem", OPTIONAL, "GOOS"),
	FIELD_AS(struct node_info, kernel, "kernelVersion", OPTIONAL,
                 "uname -r"),
};
static const struct schema info_schema = SCHEMA(struct node_info, info_fields);

struct node_status {
	struct node_info info;
	struct pairs capacity;
};
static const struct field status_fields[] = {
	FIELD_OBJECT_AS(struct node_status, info, "nodeInfo", OPTIONAL,
                        &info_schema, "what the kubelet says"),
	FIELD(struct node_status, capacity, OPTIONAL, "by resource"),
};
static const struct schema status_schema =
	SCHEMA(struct node_status, status_fields);

struct node_meta {
	struct str name;
	struct pairs labels;
};
static const struct field meta_fields[] = {
	FIELD(struct node_meta, name, OPTIONAL, "of the host"),
	FIELD(struct node_meta, labels, OPTIONAL, "GPU feature discovery's"),
};
static const struct schema meta_schema = SCHEMA(struct node_meta, meta_fields);

struct node {
	struct node_meta meta;
	struct node_status status;
};
static const struct field node_fields[] = {
	FIELD_OBJECT_AS(struct node, meta, "metadata", OPTIONAL, &meta_schema,
                        "name and labels"),
	FIELD_OBJECT(struct node, status, OPTIONAL, &status_schema,
                     "what the node says of itself"),
};
static const struct schema node_schema = SCHEMA(struct node, node_fields);

bool holds_nodes(struct str object)
{
	return text_find(object, STR("\"nodeInfo\"")) != SIZE_MAX;
}

static struct str label(const struct node *n, const char *key)
{
	struct str name = {0}, tail;

	slice_for (const struct pair, p, n->meta.labels) {
		if (str_has_prefix(p->key, STR("nvidia.com/")) &&
		    str_cut(p->key, '/', &tail, &name) &&
		    str_eq(name, str_c(key)))
			return str_trim(p->value);
	}
	return (struct str){0};
}

/* Its parts, where no label has it whole; the third may be empty. */
static struct str joined(const struct node *n, const char *const keys[3],
                         struct arena *a)
{
	struct str major = label(n, keys[0]), minor = label(n, keys[1]);
	struct str rev = keys[2] ? label(n, keys[2]) : (struct str){0};

	if (major.n == 0 || minor.n == 0)
		return (struct str){0};
	return text_version(arena_fmt(a, STR_F "." STR_F "%s" STR_F,
	                              STR_A(major), STR_A(minor),
	                              rev.n ? "." : "", STR_A(rev)));
}

static struct str version(const struct node *n, const char *full,
                          const char *const now[3], const char *const old[3],
                          struct arena *a)
{
	struct str v = full ? text_version(label(n, full)) : (struct str){0};

	if (v.n == 0)
		v = joined(n, now, a);
	return v.n ? v : joined(n, old, a);
}

static struct str driver_of(const struct node *n, struct arena *a)
{
	static const char *const now[] = {"cuda.driver-version.major",
	                                  "cuda.driver-version.minor",
	                                  "cuda.driver-version.revision"};
	static const char *const old[] = {"cuda.driver.major",
	                                  "cuda.driver.minor",
	                                  "cuda.driver.rev"};

	return version(n, "cuda.driver-version.full", now, old, a);
}

static struct str cuda_of(const struct node *n, struct arena *a)
{
	static const char *const now[] = {"cuda.runtime-version.major",
	                                  "cuda.runtime-version.minor", NULL};
	static const char *const old[] = {"cuda.runtime.major",
	                                  "cuda.runtime.minor", NULL};

	return version(n, "cuda.runtime-version.full", now, old, a);
}

static uint64_t capacity(const struct node *n)
{
	uint64_t count = 0;

	slice_for (const struct pair, p, n->status.capacity)
		if (str_eq(p->key, STR("nvidia.com/gpu")))
			(void)str_uint(p->value, &count);
	return count;
}

/* The resource counts replicas where GPUs are shared. */
static uint64_t count_of(const struct node *n)
{
	uint64_t count = 0, replicas = 1;

	if (str_uint(label(n, "gpu.count"), &count))
		return count;
	(void)str_uint(label(n, "gpu.replicas"), &replicas);
	return replicas > 1 ? 1 : capacity(n);
}

static void take_engine(struct container *c, struct str runtime)
{
	static const struct {
		struct str scheme;
		enum engine engine;
	} engines[] = {
		{{"containerd://", 13}, ENGINE_CONTAINERD},
		{{"cri-o://", 8}, ENGINE_CRIO},
		{{"docker://", 9}, ENGINE_DOCKER},
	};

	for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
		if (str_has_prefix(runtime, engines[i].scheme)) {
			c->engine = engines[i].engine;
			runtime = str_from(runtime, engines[i].scheme.n);
			if (c->engine == ENGINE_DOCKER &&
			    text_lead_version(runtime).n)
				c->docker = runtime;
			return;
		}
}

static int take_gpus(const struct node *n, struct sight *s, struct arena *a,
                     struct err *err)
{
	static const char *const cc[] = {"gpu.compute.major",
	                                 "gpu.compute.minor", NULL};
	struct str product = label(n, "gpu.product");
	uint64_t count = count_of(n), memory = 0;

	if (count > SIGHT_GPUS)
		return err_set(err, ERR_USAGE, "more than %d GPUs", SIGHT_GPUS);
	s->attached = count ? count : product.n > 0;
	(void)str_uint(label(n, "gpu.memory"), &memory);
	for (uint64_t i = 0; product.n && i < s->attached; i++)
		*sight_add_gpu(s, a) = (struct sight_gpu){
			.product = product,
			.memory = memory,
			.cc = joined(n, cc, a),
		};
	return 0;
}

static int take_node(const struct document *d, const struct node *n,
                     struct arena *a, struct sights *out, struct err *err)
{
	const struct node_info *info = &n->status.info;
	struct sight *s;

	if (label(n, "gpu.product").n == 0 && capacity(n) == 0)
		return 0; /* no GPU: images that want one do not run there */
	s = import_sight(out, a, d);
	if (!s)
		return err_set(err, ERR_USAGE, "more than %d nodes",
		               SIGHT_HOSTS);
	s->host = n->meta.name;
	s->driver = driver_of(n, a);
	s->cuda = cuda_of(n, a);
	s->arch = sight_arch(info->arch);
	s->os_name = info->os_image;
	s->windows = str_eq(info->os, STR("windows"));
	s->wsl = str_contains(info->kernel, STR("WSL2"));
	take_engine(&s->container, info->runtime);
	return take_gpus(n, s, a, err);
}

/* To its last quote. */
static size_t string_size(struct str s)
{
	size_t n = 1;

	while (n < s.n && s.p[n] != '"')
		n += s.p[n] == '\\' ? 2 : 1;
	return n;
}

/* What stands behind the "[" of the object's own "items"; "": it has none. */
static struct str items_of(struct str object)
{
	static const struct str key = {"\"items\"", 7};
	struct str head, rest;
	size_t depth = 0;

	for (size_t i = 0; i < object.n; i++) {
		char c = object.p[i];

		if (c == '"' && depth == 1 &&
		    str_has_prefix(str_from(object, i), key) &&
		    str_cut(str_from(object, i + key.n), '[', &head, &rest))
			return str_eq(str_trim(head), STR(":")) ?
			               rest :
			               (struct str){0};
		if (c == '"')
			i += string_size(str_from(object, i));
		depth += c == '{' || c == '[';
		depth -= c == '}' || c == ']';
	}
	return (struct str){0};
}

static int take_object(const struct document *d, struct str object,
                       struct arena *a, struct sights *out, struct err *err)
{
	struct node n = {0};

	if (record_parse(&node_schema, object, RECORD_TOLERANT, a, &n, err))
		return -1;
	return take_node(d, &n, a, out, err);
}

/* A node lists all images that it has, so thousands of nodes are never in
 * memory as one tree. */
static int take_items(const struct document *d, struct str items,
                      struct arena *a, struct sights *out, struct err *err)
{
	for (size_t i = 0;; i++) {
		struct str object;

		while (items.n && strchr(" \t\r\n,", items.p[0]))
			items = str_from(items, 1);
		if (items.n == 0 || items.p[0] != '{')
			return 0;
		object = text_json_object(items);
		if (object.n == 0)
			return err_set(err, ERR_USAGE, "/items/%zu: no end", i);
		if (take_object(d, object, a, out, err))
			return err_at(err, "items/%zu", i);
		items = str_from(items, object.n);
	}
}

int read_nodes(const struct document *d, struct arena *a, struct sights *out,
               struct err *err)
{
	struct str items = items_of(d->text);
	size_t before = out->n;

	if (items.n ? take_items(d, items, a, out, err) :
	              take_object(d, d->text, a, out, err)) {
		err->kind = ERR_USAGE;
		return -1;
	}
	if (out->n == before)
		return err_set(err, ERR_USAGE,
		               "no node of it has a GPU: is GPU feature "
		               "discovery or the device plugin there?");
	return 0;
}
