/* What the field tables cannot state of facts that somebody gives us. */
#include "facts/facts.h"

#include <string.h>

struct checker {
	const struct image_facts *facts;
	struct err *err;
};

static int check_n(const struct checker *c, size_t n, size_t max,
                   const char *list)
{
	if (n <= max)
		return 0;
	return err_set(c->err, ERR_LIMIT, "/%s: limit: more than %zu", list,
	               max);
}

/* -1 is the config's; without a list of layers, 0 is what is not said. */
static int check_layer(const struct checker *c, int64_t layer, const char *list,
                       size_t i)
{
	size_t n = c->facts->layers.n;

	if (layer >= -1 && layer < (int64_t)(n ? n : 1))
		return 0;
	return err_set(c->err, ERR_FORMAT,
	               "/%s/%zu/layer: %lld, and there are %zu layers", list, i,
	               (long long)layer, n);
}

static int check_sizes(const struct checker *c)
{
	const struct image_facts *f = c->facts;
	const struct {
		size_t n, max;
		const char *list;
	} lists[] = {
		{f->layers.n, FACTS_LIST_MAX, "layers"},
		{f->config.env.n, FACTS_LIST_MAX, "config/env"},
		{f->umd.n, FACTS_LIBS_MAX, "umd"},
		{f->cudart.n, FACTS_LIBS_MAX, "cudart"},
		{f->packages.n, FACTS_LIST_MAX, "packages"},
		{f->wheels.n, FACTS_LIST_MAX, "wheels"},
		{f->torch.n, FACTS_LIST_MAX, "torch"},
		{f->loader.env.n, FACTS_LIBS_MAX, "loader/env"},
		{f->loader.conf.n, FACTS_LIBS_MAX, "loader/conf"},
		{f->loader.conf_files.n, FACTS_LIST_MAX, "loader/conf_files"},
		{f->loader.compat_names.n, FACTS_LIST_MAX,
	         "loader/compat_names"},
		{f->code.files.n, FACTS_LIST_MAX, "code/files"},
		{f->sizes.rows.n, FACTS_LIST_MAX, "sizes/rows"},
		{f->gaps.n, FACTS_LIST_MAX, "gaps"},
	};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (check_n(c, lists[i].n, lists[i].max, lists[i].list))
			return -1;
	return 0;
}

/* A list whose items have the layer that they come from. */
struct layered {
	const void *v;
	size_t n, size, at; /* of an item, of its layer in it */
	const char *list;
};

#define LAYERED(sl, T, name)                                        \
	{                                                           \
		(sl).v, (sl).n, sizeof(T), offsetof(T, layer), name \
	}

static int check_list(const struct checker *c, const struct layered *l)
{
	for (size_t i = 0; i < l->n; i++) {
		int64_t layer;

		memcpy(&layer, (const char *)l->v + i * l->size + l->at,
		       sizeof layer);
		if (check_layer(c, layer, l->list, i))
			return -1;
	}
	return 0;
}

static int check_layers(const struct checker *c)
{
	const struct image_facts *f = c->facts;
	const struct layered lists[] = {
		LAYERED(f->umd, struct umd, "umd"),
		LAYERED(f->cudart, struct cudart, "cudart"),
		LAYERED(f->packages, struct package, "packages"),
		LAYERED(f->wheels, struct wheel, "wheels"),
		LAYERED(f->torch, struct torch, "torch"),
		LAYERED(f->code.files, struct code_file, "code/files"),
		LAYERED(f->sizes.rows, struct size_row, "sizes/rows"),
		LAYERED(f->loader.env, struct loader_dir, "loader/env"),
		LAYERED(f->loader.conf, struct loader_dir, "loader/conf"),
	};

	for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
		if (check_list(c, &lists[i]))
			return -1;
	return 0;
}

static int check_umds(const struct checker *c)
{
	slice_for (struct umd, u, c->facts->umd)
		if (u->size < 0)
			return err_set(c->err, ERR_FORMAT,
			               "/umd/%zu/size: %lld is negative",
			               (size_t)(u - c->facts->umd.v),
			               (long long)u->size);
	return 0;
}

static int check_target(const struct checker *c, const struct code_file *f,
                        const struct code_target *t)
{
	if (t->arch >= CODE_ARCH_MIN && t->arch <= CODE_ARCH_MAX)
		return 0;
	return err_set(c->err, ERR_FORMAT,
	               "/code/files/%zu/code/targets/%zu/arch: %lld is none",
	               (size_t)(f - c->facts->code.files.v),
	               (size_t)(t - f->code.targets.v), (long long)t->arch);
}

static int check_code(const struct checker *c)
{
	slice_for (struct code_file, f, c->facts->code.files) {
		if (check_n(c, f->code.targets.n, CODE_TARGETS_MAX,
		            "code/files/code/targets"))
			return -1;
		slice_for (struct code_target, t, f->code.targets)
			if (check_target(c, f, t))
				return -1;
	}
	return 0;
}

static bool is_size(int64_t n)
{
	return n >= 0 && n <= SIZE_BYTES_MAX;
}

/* A layer is hidden by a later one only. */
static bool is_row(const struct checker *c, const struct size_row *r)
{
	return is_size(r->bytes) && is_size(r->files) && r->layer >= 0 &&
	       (r->hidden_by == 0 ||
	        (r->hidden_by > r->layer &&
	         r->hidden_by < (int64_t)c->facts->layers.n));
}

static int check_weights(const struct checker *c)
{
	const struct image_facts *f = c->facts;

	slice_for (struct layer_fact, l, f->layers)
		if (!is_size(l->bytes) || !is_size(l->files))
			return err_set(c->err, ERR_FORMAT,
			               "/layers/%zu: no size of a layer",
			               (size_t)(l - f->layers.v));
	slice_for (struct size_row, r, f->sizes.rows)
		if (!is_row(c, r))
			return err_set(c->err, ERR_FORMAT,
			               "/sizes/rows/%zu: no size that files "
			               "have",
			               (size_t)(r - f->sizes.rows.v));
	return 0;
}

int facts_check(const struct image_facts *f, struct err *err)
{
	struct checker c = {f, err};

	if (check_sizes(&c) || check_layers(&c))
		return -1;
	return check_umds(&c) || check_code(&c) || check_weights(&c) ? -1 : 0;
}
