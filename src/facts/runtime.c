#include "facts/gather.h"

#include "base/path.h"
#include "base/version.h"
#include "facts/pyname.h"

#include <stdlib.h>

/* Whose CUDA runtime wheel it is, where torch is not there. */
static const struct {
	const char *wheel, *consumer;
} frameworks[] = {
	{"jaxlib", "jax"},
	{"tensorflow*", "tensorflow"},
	{"tf-nightly*", "tensorflow"},
	{"cupy*", "cupy"},
	{"onnxruntime-gpu", "onnxruntime"},
	{"paddlepaddle-gpu", "paddle"},
	{"numba-cuda", "numba"},
};

static bool has_wheel(const struct gather *g, struct str site,
                      const char *pattern)
{
	slice_for (struct wheel, w, g->out->wheels)
		if (str_eq(path_dir(w->path), site) &&
		    str_glob(str_c(pattern), w->name))
			return true;
	return false;
}

static struct str find_consumer(const struct gather *g, struct str site)
{
	slice_for (struct torch, t, g->out->torch)
		if (str_eq(t->path, site) && !t->cpu_only)
			return STR("torch");
	for (size_t i = 0; i < sizeof frameworks / sizeof *frameworks; i++)
		if (has_wheel(g, site, frameworks[i].wheel))
			return str_c(frameworks[i].consumer);
	return STR("nvidia");
}

/* Libraries come sorted by path, so mostly from the same site as before. */
static struct str wheel_consumer(struct gather *g, struct str site)
{
	if (g->consumer.n == 0 || !str_eq(g->site, site)) {
		g->consumer = find_consumer(g, site);
		g->site = arena_str(g->arena, site);
	}
	return g->consumer;
}

/* The directory below site-packages names who brought the library. */
static struct str consumer_of(struct gather *g, struct str path)
{
	struct str site, first, rest;

	if (!py_site(path, &site))
		return STR("");
	(void)str_cut(str_from(path, site.n + 1), '/', &first, &rest);
	if (str_has_suffix(first, STR(".libs")))
		first.n -= STR(".libs").n;
	if (str_eq(first, STR("nvidia")))
		return wheel_consumer(g, site);
	return arena_str(g->arena, first);
}

static struct str after_so(struct str base)
{
	struct str so = STR(".so.");

	for (size_t i = 0; i + so.n < base.n; i++)
		if (str_has_prefix(str_from(base, i), so))
			return str_from(base, i + so.n);
	return STR("");
}

/*
 * libcudart.so.11.0 is the SONAME of every 11.x and libcudart.so.12 that of
 * every 12.x; before 11 the SONAME had the minor.  model 7.
 */
static bool file_version(struct str path, struct str *text, bool *minor)
{
	struct version v;

	*text = after_so(path_base(path));
	if (!version_parse(*text, &v))
		return false;
	*minor = v.n >= 3 || (v.n == 2 && v.part[0] < 11);
	if (!*minor)
		(void)str_cut(*text, '.', text, &(struct str){0});
	return true;
}

static void add_file(struct gather *g, const struct found *f)
{
	struct str version;
	bool minor;

	if (f->node->kind != NODE_FILE || gather_is_cache(f->path) ||
	    !file_version(f->path, &version, &minor) ||
	    !gather_room(g, g->out->cudart.n, GROUP_RUNTIME))
		return;
	*arena_push(g->arena, &g->out->cudart) = (struct cudart){
		.path = f->path,
		.version = arena_str(g->arena, version),
		.minor_known = minor,
		.from = CUDART_FILE,
		.consumer = consumer_of(g, f->path),
		.package = f->node->package ?
	                           arena_str(g->arena, *f->node->package) :
	                           STR(""),
		.layer = f->node->layer,
	};
}

/* "11.3.58" of "11.3.58-1", "11.5.117" of "1:11.5.117~11.5.1-1ubuntu1" */
static struct str lead(struct str text)
{
	struct str epoch, rest;
	size_t n = 0;

	if (str_cut(text, ':', &epoch, &rest))
		text = rest;
	while (n < text.n &&
	       (text.p[n] == '.' || (text.p[n] >= '0' && text.p[n] <= '9')))
		n++;
	while (n && text.p[n - 1] == '.')
		n--;
	return (struct str){text.p, n};
}

static void add_stated(struct gather *g, struct cudart c)
{
	struct version v;

	c.version = lead(c.version);
	if (!version_parse(c.version, &v) ||
	    !gather_room(g, g->out->cudart.n, GROUP_RUNTIME))
		return;
	c.minor_known = v.n >= 2;
	*arena_push(g->arena, &g->out->cudart) = c;
}

static bool is_runtime_package(struct str name)
{
	return (str_glob(STR("cuda-cudart-*-*"), name) &&
	        !str_has_prefix(name, STR("cuda-cudart-dev-")) &&
	        !str_has_prefix(name, STR("cuda-cudart-cross-"))) ||
	       (str_has_prefix(name, STR("libcudart")) &&
	        version_lead(str_from(name, STR("libcudart").n)).n > 0);
}

static void add_packages(struct gather *g)
{
	slice_for (struct package, p, g->out->packages)
		if (is_runtime_package(p->name))
			add_stated(g, (struct cudart){
					      .path = p->path,
					      .version = p->version,
					      .from = CUDART_PACKAGE,
					      .package = p->name,
					      .layer = p->layer,
				      });
}

static void add_wheels(struct gather *g)
{
	slice_for (struct wheel, w, g->out->wheels)
		if (str_eq(w->name, STR("nvidia-cuda-runtime")) ||
		    str_has_prefix(w->name, STR("nvidia-cuda-runtime-cu")))
			add_stated(g, (struct cudart){
					      .path = w->path,
					      .version = w->version,
					      .from = CUDART_WHEEL,
					      .consumer = wheel_consumer(
						      g, path_dir(w->path)),
					      .layer = w->layer,
				      });
}

static void add_version_file(struct gather *g, const struct found *f)
{
	if (f->said)
		add_stated(g, (struct cudart){
				      .path = f->path,
				      .version = arena_str(g->arena,
		                                           f->said->version),
				      .from = CUDART_VERSION_JSON,
				      .layer = f->file->layer,
			      });
}

static int by_path(const void *a, const void *b)
{
	const struct cudart *p = a, *q = b;
	int c = str_cmp(p->path, q->path);

	if (c == 0)
		c = str_cmp(p->package, q->package);
	return c ? c : str_cmp(p->version, q->version);
}

/* Its own library before the wheel's that it pulls. */
static void link_torch(struct gather *g)
{
	slice_for (struct torch, t, g->out->torch) {
		slice_for (struct cudart, c, g->out->cudart) {
			struct str rel = str_from(c->path, t->path.n + 1);
			bool own = str_has_prefix(rel, STR("torch"));

			if (c->from == CUDART_FILE &&
			    str_eq(c->consumer, STR("torch")) &&
			    path_is_under(c->path, t->path) &&
			    (own || t->cudart.n == 0))
				t->cudart = c->path;
		}
	}
}

void gather_runtime(struct gather *g)
{
	struct cudarts *out = &g->out->cudart;

	slice_for (struct found, f, g->finds) {
		if (f->what == INTEREST_CUDART)
			add_file(g, f);
		if (f->what == INTEREST_CUDA_VERSION)
			add_version_file(g, f);
	}
	add_wheels(g);
	add_packages(g);
	if (out->n)
		qsort(out->v, out->n, sizeof *out->v, by_path);
	link_torch(g);
}
