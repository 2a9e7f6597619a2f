#include "facts/gather.h"

#include "base/path.h"
#include "facts/pyname.h"

enum { TORCHES_MAX = 100 };

/* Only what stands directly in a site- or dist-packages directory counts. */
static bool info_dir(const struct found *f, struct str *info, struct str *site)
{
	struct str base = path_base(f->path);
	bool inside =
		str_eq(base, STR("METADATA")) || str_eq(base, STR("PKG-INFO"));

	*info = inside ? path_dir(f->path) : f->path;
	return py_site(*info, site) && str_eq(path_dir(*info), *site) &&
	       !gather_is_cache(*info);
}

static void add_wheel(struct gather *g, const struct found *f)
{
	struct py_space space;
	struct str info, site, name, version;
	struct arena *a = g->arena;

	if (!info_dir(f, &info, &site) ||
	    !py_info_split(path_base(info), &name, &version) ||
	    !gather_room(g, g->out->wheels.n, GROUP_PYTHON))
		return;
	name = py_normal(&space, name);
	if (f->said && f->said->name.n)
		name = f->said->name;
	if (f->said && f->said->version.n)
		version = f->said->version;
	*arena_push(a, &g->out->wheels) = (struct wheel){
		.name = arena_str(a, name),
		.version = arena_str(a, version),
		.path = arena_str(a, info),
		.layer = f->file ? f->file->layer : f->node->layer,
	};
}

static struct torch *torch_get(struct gather *g, struct str site)
{
	slice_for (struct torch, t, g->out->torch)
		if (str_eq(t->path, site))
			return t;
	return NULL;
}

/* The torch in this site-packages; a new one only while there is room. */
static struct torch *torch_at(struct gather *g, struct str site, int64_t layer)
{
	struct torch *t = torch_get(g, site);

	if (t)
		return t;
	if (g->out->torch.n == TORCHES_MAX)
		merged_gap(&g->merged, GROUP_PYTHON, site,
		           STR("too many copies of torch"));
	if (g->out->torch.n >= TORCHES_MAX)
		return NULL;
	t = arena_push(g->arena, &g->out->torch);
	*t = (struct torch){.path = arena_str(g->arena, site), .layer = layer};
	return t;
}

/* Local parts that name a build: cu121, cpu, rocm6.0, xpu. */
static bool is_tag(struct str local)
{
	return (str_has_prefix(local, STR("cu")) && local.n > 2 &&
	        local.p[2] >= '0' && local.p[2] <= '9') ||
	       str_has_prefix(local, STR("cpu")) ||
	       str_has_prefix(local, STR("rocm")) ||
	       str_has_prefix(local, STR("xpu"));
}

static void take_version(struct gather *g, struct torch *t, struct str text)
{
	struct str version, local;

	if (!t)
		return;
	(void)str_cut(text, '+', &version, &local);
	if (t->version.n == 0)
		t->version = arena_str(g->arena, version);
	if (t->tag.n == 0 && is_tag(local))
		t->tag = arena_str(g->arena, local);
}

/* cu92 is 9.2, cu121 is 12.1. */
static struct str cuda_of_tag(struct str tag, struct arena *a)
{
	size_t n = 2;

	if (!str_has_prefix(tag, STR("cu")))
		return STR("");
	while (n < tag.n && tag.p[n] >= '0' && tag.p[n] <= '9')
		n++;
	if (n < 4)
		return STR("");
	return arena_fmt(a, "%.*s.%c", (int)n - 3, tag.p + 2, tag.p[n - 1]);
}

static void settle(struct gather *g, struct torch *t, const struct said *py)
{
	struct str named = cuda_of_tag(t->tag, g->arena);

	if (named.n)
		t->cuda = named;
	else if (py)
		t->cuda = arena_str(g->arena, py->cuda);
	t->cpu_only = t->cuda.n == 0 &&
	              ((t->tag.n && !str_has_prefix(t->tag, STR("cu"))) ||
	               (py && py->no_cuda));
}

/* S/torch/version.py; the same file elsewhere is a cache or somebody else's. */
static bool version_py(const struct found *f, struct str *site)
{
	return f->what == INTEREST_TORCH_VERSION && py_site(f->path, site) &&
	       !gather_is_cache(f->path) &&
	       str_eq(path_dir(path_dir(f->path)), *site);
}

static const struct said *said_in(struct gather *g, struct str in)
{
	struct str site;

	slice_for (struct found, f, g->finds)
		if (version_py(f, &site) && str_eq(site, in))
			return f->said;
	return NULL;
}

static void find_torch(struct gather *g)
{
	struct str site;

	slice_for (struct wheel, w, g->out->wheels)
		if (str_eq(w->name, STR("torch")))
			take_version(g,
			             torch_at(g, path_dir(w->path), w->layer),
			             w->version);
	slice_for (struct found, f, g->finds)
		if (version_py(f, &site))
			(void)torch_at(g, site, f->node->layer);
	slice_for (struct torch, t, g->out->torch) {
		const struct said *py = said_in(g, t->path);

		if (py)
			take_version(g, t, py->version);
		settle(g, t, py);
	}
}

void gather_python(struct gather *g)
{
	slice_for (struct found, f, g->finds)
		if (f->what == INTEREST_DIST_INFO)
			add_wheel(g, f);
	find_torch(g);
}
