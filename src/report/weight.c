/* "What takes so much room?", in a few lines. */
#include "report/paper.h"
#include "report/rows_layer.h"
#include "report/text.h"

#include <stdlib.h>

enum { COLUMN = 9, NAME = 20, BYTES = 9, COMPONENTS_MAX = 8, LAYERS_MAX = 6 };

static void put_row(struct paper *p, struct str name, int64_t bytes,
                    struct str text)
{
	paper_tab(p, COLUMN);
	paper_cell(p, INK_PLAIN, name, NAME);
	paper_cell(p, INK_PLAIN, size_text(bytes, p->arena), BYTES);
	paper_wrap(p, COLUMN + NAME + BYTES, text);
}

/* "layers 3, 7" */
static struct str layers_of(struct arena *a, const struct image_facts *f,
                            enum component c)
{
	struct str out = {0};
	int64_t last = -1;
	size_t n = 0;

	slice_for (const struct size_row, r, f->sizes.rows) {
		if (r->component != c || r->layer == last)
			continue;
		out = arena_fmt(a, STR_F "%s%lld", STR_A(out), n ? ", " : "",
		                (long long)r->layer);
		last = r->layer;
		n++;
	}
	return arena_fmt(a, "layer%s " STR_F, n == 1 ? "" : "s", STR_A(out));
}

static void put_component(struct paper *p, const struct image_facts *f,
                          const struct component_row *c)
{
	struct str text = layers_of(p->arena, f, c->name);

	if (c->hidden)
		text = arena_fmt(p->arena, STR_F "; " STR_F " hidden",
		                 STR_A(text),
		                 STR_A(size_text(c->hidden, p->arena)));
	put_row(p, str_c(component_names[c->name]), c->bytes, text);
}

static void put_components(struct paper *p, const struct image_facts *f)
{
	struct component_rows all = component_rows_of(f, EVERY_LAYER, p->arena);
	struct str rest = {0};
	int64_t bytes = 0;

	for (size_t i = 0; i < all.n; i++) {
		if (i < COMPONENTS_MAX) {
			put_component(p, f, &all.v[i]);
			continue;
		}
		bytes += all.v[i].bytes;
		rest = arena_fmt(p->arena, STR_F "%s%s", STR_A(rest),
		                 rest.n ? ", " : "",
		                 component_names[all.v[i].name]);
	}
	if (rest.n)
		put_row(p, STR("others"), bytes, rest);
}

static int by_bytes(const void *a, const void *b)
{
	const struct layer_row *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return x->index < y->index ? -1 : 1;
}

static void put_layers(struct paper *p, struct layer_rows all)
{
	if (all.n)
		qsort(all.v, all.n, sizeof *all.v, by_bytes);
	for (size_t i = 0; i < all.n && i < LAYERS_MAX; i++) {
		const struct layer_row *l = &all.v[i];

		if (l->bytes)
			put_row(p,
			        arena_fmt(p->arena, "layer %lld",
			                  (long long)l->index),
			        l->bytes,
			        text_history(p->arena, l->created_by));
	}
}

void text_sizes(struct paper *p, const struct image_facts *f)
{
	struct layer_rows layers = layer_rows_of(f, p->arena);
	int64_t bytes = 0, hidden = 0;
	struct str more = {0};

	slice_for (const struct layer_row, l, layers) {
		bytes += l->bytes;
		hidden += l->hidden;
	}
	paper_end(p);
	paper_put(p, INK_PLAIN, STR("  sizes"));
	paper_tab(p, COLUMN);
	if (!bytes) {
		paper_wrap(p, COLUMN, STR("not known"));
		return;
	}
	if (hidden)
		more = arena_fmt(p->arena,
		                 "; at least " STR_F
		                 " are hidden by later layers",
		                 STR_A(size_text(hidden, p->arena)));
	paper_wrap(p, COLUMN,
	           arena_fmt(p->arena,
	                     STR_F " of files in %zu layer%s" STR_F "%s",
	                     STR_A(size_text(bytes, p->arena)), layers.n,
	                     layers.n == 1 ? "" : "s", STR_A(more),
	                     f->sizes.measured ?
	                             "" :
	                             "; some layers were not read"));
	put_components(p, f);
	put_layers(p, layers);
}
