/*
 * Archives of Docker before 1.10: "repositories" names the top layer of each
 * image, and each layer its parent.  There was no config then; one is made of
 * what the top layer's JSON says, as Docker does when it loads such an archive.
 */
#include "image/candidate.h"

#include <stdlib.h>

enum { ID_TEXT = 64 };

struct v1_container {
	struct strs cmd; /* Cmd: what made the layer */
};

/* What facts are made from. */
struct v1_run {
	struct str user, workdir;
	struct strs env, entrypoint, cmd;
	struct pairs labels;
};

/* One layer: <id>/json. */
struct v1_layer {
	struct str parent; /* "": the base */
	struct str os, architecture, variant, created;
	struct v1_container made_by; /* container_config */
	struct v1_run config;        /* of the image that ends here */
};

struct v1_layers {
	struct v1_layer *v;
	size_t n;
};

struct made_history {
	struct str created_by;
};

struct made_histories {
	struct made_history *v;
	size_t n;
};

struct made_rootfs {
	struct str type;
	struct strs diff_ids;
};

struct made_config {
	struct str os, architecture, variant, created;
	struct v1_run config;
	struct made_histories history;
	struct made_rootfs rootfs;
};

/* clang-format off */
static const struct field container_fields[] = {
	FIELD_AS(struct v1_container, cmd, "Cmd", OPTIONAL, "command"),
};
static const struct schema container_schema =
	SCHEMA(struct v1_container, container_fields);

static const struct field run_fields[] = {
	FIELD_AS(struct v1_run, user, "User", OPTIONAL, "user"),
	FIELD_AS(struct v1_run, workdir, "WorkingDir", OPTIONAL, "working directory"),
	FIELD_AS(struct v1_run, env, "Env", OPTIONAL, "environment"),
	FIELD_AS(struct v1_run, entrypoint, "Entrypoint", OPTIONAL, "entrypoint"),
	FIELD_AS(struct v1_run, cmd, "Cmd", OPTIONAL, "arguments"),
	FIELD_AS(struct v1_run, labels, "Labels", OPTIONAL, "labels"),
};
static const struct schema run_schema = SCHEMA(struct v1_run, run_fields);

static const struct field layer_fields[] = {
	FIELD(struct v1_layer, parent, OPTIONAL, "id of the layer below"),
	FIELD(struct v1_layer, os, OPTIONAL, "operating system"),
	FIELD(struct v1_layer, architecture, OPTIONAL, "CPU, as Go names it"),
	FIELD(struct v1_layer, variant, OPTIONAL, "CPU variant"),
	FIELD(struct v1_layer, created, OPTIONAL, "time"),
	FIELD_OBJECT_AS(struct v1_layer, made_by, "container_config", OPTIONAL, &container_schema, "what made it"),
	FIELD_OBJECT(struct v1_layer, config, OPTIONAL, &run_schema, "what runs"),
};
static const struct schema layer_schema = SCHEMA(struct v1_layer, layer_fields);

static const struct field history_fields[] = {
	FIELD(struct made_history, created_by, OPTIONAL, "command"),
};
static const struct schema history_schema =
	SCHEMA(struct made_history, history_fields);

static const struct field rootfs_fields[] = {
	FIELD(struct made_rootfs, type, ALWAYS, "layers"),
	FIELD(struct made_rootfs, diff_ids, ALWAYS, "digests of the layers"),
};
static const struct schema rootfs_schema =
	SCHEMA(struct made_rootfs, rootfs_fields);

static const struct field made_fields[] = {
	FIELD(struct made_config, architecture, OPTIONAL, "CPU, as Go names it"),
	FIELD_OBJECT(struct made_config, config, OPTIONAL, &run_schema, "what runs"),
	FIELD(struct made_config, created, OPTIONAL, "time"),
	FIELD_LIST(struct made_config, history, OPTIONAL, &history_schema, "base first"),
	FIELD(struct made_config, os, OPTIONAL, "operating system"),
	FIELD_OBJECT(struct made_config, rootfs, ALWAYS, &rootfs_schema, "layers"),
	FIELD(struct made_config, variant, OPTIONAL, "CPU variant"),
};
static const struct schema made_schema =
	SCHEMA(struct made_config, made_fields);
/* clang-format on */

/* One image in the making. */
struct legacy {
	struct source *src;
	struct arena *scratch;
	struct strs ids; /* top first */
	struct v1_layers layers;
	struct made_config made;
};

static bool is_id(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!(s.p[i] >= '0' && s.p[i] <= '9') &&
		    !(s.p[i] >= 'a' && s.p[i] <= 'f'))
			return false;
	return s.n == ID_TEXT;
}

static struct blob *part(const struct legacy *l, struct str id,
                         const char *name, struct err *err)
{
	return source_get(l->src,
	                  arena_fmt(l->scratch, STR_F "/%s", STR_A(id), name),
	                  err);
}

static int read_v1(struct legacy *l, struct str id, struct err *err)
{
	struct v1_layer *v1 = arena_push(l->scratch, &l->layers);
	struct str json;
	struct blob *b;

	*v1 = (struct v1_layer){0};
	*arena_push(l->scratch, &l->ids) = id;
	if (!is_id(id))
		return err_set(err, ERR_FORMAT, "'%.80s' is no id of a layer",
		               arena_cstr(l->scratch, id));
	b = part(l, id, "json", err);
	if (!b)
		return -1;
	if (source_json(l->src, b, &json, err) ||
	    record_parse(&layer_schema, json, RECORD_TOLERANT, l->scratch, v1,
	                 err))
		return err_wrap(err, "%.12s/json", id.p);
	return 0;
}

static int read_chain(struct legacy *l, struct str top, struct err *err)
{
	struct str id = top;

	do {
		if (l->ids.n == IMAGE_LAYERS_MAX)
			return err_set(err, ERR_LIMIT,
			               "limit: more than %d layers, or "
			               "parents in a circle",
			               IMAGE_LAYERS_MAX);
		if (read_v1(l, id, err))
			return -1;
		id = l->layers.v[l->layers.n - 1].parent;
	} while (id.n);
	return 0;
}

/* Nothing but its end says that it is all there. */
static int check_layer(const struct found *f, struct err *err)
{
	if (!f->facts)
		return err_set(err, ERR_FORMAT, "not a tar archive but " STR_F,
		               STR_A(f->gap));
	if (f->open_end)
		return err_set(err, ERR_FORMAT,
		               "truncated: no end-of-archive marker");
	if (f->diff.text[0] == '\0')
		return err_set(err, ERR_FORMAT, "a blob of another archive");
	return 0;
}

/* Only its bytes say what its diffID is. */
static int read_layer(struct legacy *l, size_t i, struct candidate *c,
                      struct err *err)
{
	struct source *src = l->src;
	struct blob *b = part(l, l->ids.v[i], "layer.tar", err);
	int rc;

	if (!b)
		return -1;
	src->prove = true;
	rc = source_layer(src, b, err);
	src->prove = false;
	if (rc || check_layer(b->found, err))
		return err_wrap(err, "layer %zu (%.12s)", l->ids.n - 1 - i,
		                l->ids.v[i].p);
	*arena_push(l->scratch, &l->made.rootfs.diff_ids) =
		digest_str(&b->found->diff);
	*arena_push(src->arena, &c->layers) = (struct layer_ref){
		.path = b->path,
	};
	*arena_push(l->scratch, &l->made.history) = (struct made_history){
		strs_join(l->scratch, l->layers.v[i].made_by.cmd, " ")};
	return 0;
}

static int write_config(struct legacy *l, struct str *json, struct err *err)
{
	struct source *src = l->src;
	const struct v1_layer *top = l->layers.v;
	struct buf out = {0};

	l->made.os = top->os;
	l->made.architecture = top->architecture;
	l->made.variant = top->variant;
	l->made.created = top->created;
	l->made.config = top->config;
	l->made.rootfs.type = STR("layers");
	record_write_line(&made_schema, &l->made, &out);
	if (out.n > src->o->limits.json_total - src->json_bytes) {
		buf_free(&out);
		return limit_hit(err, "json-total",
		                 "configs of too many images");
	}
	src->json_bytes += out.n;
	*json = arena_str(src->arena, buf_str(&out));
	buf_free(&out);
	return 0;
}

static int make(struct legacy *l, struct str top, struct candidate *c,
                struct err *err)
{
	struct digest digest;
	struct str json = {0};

	if (read_chain(l, top, err))
		return -1;
	for (size_t i = l->ids.n; i-- > 0;)
		if (read_layer(l, i, c, err))
			return -1;
	if (write_config(l, &json, err) ||
	    candidate_config(l->src, json, c, err))
		return -1;
	digest = sha256_of(json);
	c->digest = arena_str(l->src->arena, digest_str(&digest));
	return 0;
}

static int add_image(struct source *src, struct str top, struct candidate *c,
                     struct candidates *all, struct err *err)
{
	struct arena scratch = {0};
	struct legacy l = {.src = src, .scratch = &scratch};
	int rc = make(&l, top, c, err);

	arena_free(&scratch);
	return rc ? -1 : candidates_add(src, all, c, err);
}

/* From name to id. */
static int by_id(const void *a, const void *b)
{
	const struct pair *x = a, *y = b;
	int c = str_cmp(x->value, y->value);

	return c ? c : str_cmp(x->key, y->key);
}

int candidates_legacy(struct source *src, struct str json,
                      struct candidates *all, struct err *err)
{
	struct pairs tags;

	if (record_parse_nested(json, src->arena, &tags, err))
		return -1;
	if (tags.n)
		qsort(tags.v, tags.n, sizeof *tags.v, by_id);
	for (size_t i = 0; i < tags.n;) {
		struct candidate c = {.group = all->groups++};
		struct pair first = tags.v[i];

		for (; i < tags.n && str_eq(tags.v[i].value, first.value); i++)
			*arena_push(src->arena, &c.names) = tags.v[i].key;
		if (add_image(src, first.value, &c, all, err))
			return err_wrap(err, STR_F, STR_A(first.key));
	}
	return 0;
}
