#include "diagnose/host.h"

#include "fleet/narrow.h"
#include "fleet/profile.h"

enum { GPUS_NAMED = 64 };

struct look {
	const struct clues *clues;
	const struct know *know;
	struct arena *arena;
	struct host_seen *out;
};

/* 11040 is 11.4. */
static struct str of_int(struct str n, struct arena *a)
{
	uint64_t v;

	if (!str_uint(n, &v) || v < 1000 || v > 999999)
		return (struct str){0};
	return arena_fmt(a, "%u.%u", (unsigned)(v / 1000),
	                 (unsigned)(v % 1000 / 10));
}

static bool is_wsl(const struct look *l)
{
	if (clues_symptom(l->clues, SYM_SIGN_WSL))
		return true;
	slice_for (const struct sighting, r, l->clues->sightings)
		if (r->s.windows || r->s.wsl ||
		    (r->s.tool.n && r->s.driver.n &&
		     !str_eq(r->s.tool, r->s.driver)))
			return true;
	return false;
}

static struct str driver_of(const struct look *l)
{
	slice_for (const struct sighting, r, l->clues->sightings)
		if (r->s.driver.n)
			return r->s.driver;
	return clues_value(l->clues, DETAIL_DRIVER);
}

static void loaded(const struct look *l, enum loaded how, size_t line,
                   struct str quote, struct str says)
{
	struct host_seen *h = l->out;

	if (h->loaded != LOADED_UNKNOWN)
		return;
	h->loaded = how;
	h->loaded_line = line;
	h->loaded_quote = quote;
	h->loaded_says = says;
}

/* nvidia-smi asks the host's NVML for the driver, and whichever libcuda the
 * loader finds for its CUDA; model 6. */
static void by_cuda(const struct look *l, struct str cuda, size_t line,
                    struct str quote)
{
	const struct host_seen *h = l->out;
	struct arena *a = l->arena;

	if (h->wsl || !cuda.n || !h->driver.n)
		return;
	if (h->range.high.n && version_cmp_str(cuda, h->range.high) > 0)
		loaded(l, LOADED_NEWER, line, quote,
		       arena_fmt(a,
		                 "driver " STR_F " has CUDA " STR_F
		                 "; CUDA " STR_F
		                 " comes from a newer libcuda that is loaded",
		                 STR_A(h->driver), STR_A(h->range.high),
		                 STR_A(cuda)));
	else if (h->range.low.n && version_cmp_str(cuda, h->range.low) < 0)
		loaded(l, LOADED_OLDER, line, quote,
		       arena_fmt(a,
		                 "driver " STR_F " has CUDA " STR_F
		                 "; CUDA " STR_F
		                 " comes from an older libcuda that is loaded",
		                 STR_A(h->driver), STR_A(h->range.low),
		                 STR_A(cuda)));
}

/* NVML leaves the last part of its version away. */
static int cmp_parts(struct str a, struct str b)
{
	struct version x = version_lead(a), y = version_lead(b);

	x.n = y.n = x.n < y.n ? x.n : y.n;
	return version_cmp(x, y);
}

static void by_version(const struct look *l, const struct clue *umd)
{
	const struct host_seen *h = l->out;
	int order = cmp_parts(umd->value, h->driver);

	if (order == 0 || h->wsl || !h->driver.n)
		return;
	loaded(l, order > 0 ? LOADED_NEWER : LOADED_OLDER, umd->line,
	       umd->quote,
	       arena_fmt(l->arena,
	                 "the loaded library is of driver " STR_F
	                 ", %s than the kernel module's " STR_F,
	                 STR_A(umd->value), order > 0 ? "newer" : "older",
	                 STR_A(h->driver)));
}

static void compare(const struct look *l)
{
	struct host_seen *h = l->out;

	slice_for (const struct clue, c, *l->clues) {
		if (c->detail == DETAIL_UMD)
			by_version(l, c);
		else if (c->detail == DETAIL_CUDA)
			by_cuda(l, c->value, c->line, c->quote);
		else if (c->detail == DETAIL_CUDA_INT)
			by_cuda(l, of_int(c->value, l->arena), c->line,
			        c->quote);
	}
	slice_for (const struct sighting, r, l->clues->sightings)
		by_cuda(l, r->s.cuda, r->line, r->quote);
	h->umd = clues_value(l->clues, DETAIL_UMD);
	h->same_branch =
		h->umd.n && h->driver.n &&
		version_lead(h->umd).part[0] == version_lead(h->driver).part[0];
}

static struct str printed_cuda(const struct look *l)
{
	slice_for (const struct sighting, r, l->clues->sightings)
		if (r->s.cuda.n)
			return r->s.cuda;
	if (clues_detail(l->clues, DETAIL_CUDA))
		return clues_value(l->clues, DETAIL_CUDA);
	return of_int(clues_value(l->clues, DETAIL_CUDA_INT), l->arena);
}

static void add_gpu(const struct look *l, const struct sight_gpu *from)
{
	struct fleet_gpus *gpus = &l->out->pool.gpus;
	const struct brand *brand = know_brand_printed(l->know, from->brand);
	struct fleet_gpu *gpu;

	slice_for (struct fleet_gpu, g, *gpus)
		if (str_eq(g->product, from->product)) {
			g->count++;
			return;
		}
	if (gpus->n == GPUS_NAMED)
		return;
	gpu = arena_push(l->arena, gpus);
	*gpu = narrow_gpu(l->know, from, l->out->pool.driver, l->arena);
	gpu->count = 1;
	if (brand && !str_eq(brand->word, STR("unknown")))
		gpu->brand = brand->word;
}

/* Those of the first that has any, else all that are named one by one. */
static void add_gpus(const struct look *l)
{
	slice_for (const struct sighting, r, l->clues->sightings) {
		slice_for (const struct sight_gpu, g, r->s.gpus)
			add_gpu(l, g);
		if (l->out->pool.gpus.n)
			return;
	}
	slice_for (const struct clue, c, *l->clues)
		if (c->detail == DETAIL_GPU)
			add_gpu(l, &(struct sight_gpu){.product = c->value});
}

static enum request request_of(const struct clues *c)
{
	bool gpus = clues_symptom(c, SYM_SIGN_GPUS);
	bool runtime = clues_symptom(c, SYM_SIGN_RUNTIME);
	bool cdi = clues_symptom(c, SYM_SIGN_CDI);

	if (gpus + runtime + cdi != 1)
		return REQUEST_UNKNOWN;
	return gpus ? REQUEST_GPUS : runtime ? REQUEST_RUNTIME : REQUEST_CDI;
}

static struct str version_or_none(struct str s)
{
	struct version v;

	return version_parse(s, &v) ? s : (struct str){0};
}

/* The first to say a thing counts. */
static struct container container_of(const struct look *l)
{
	struct container c = {.request = request_of(l->clues)};

	slice_for (const struct sighting, r, l->clues->sightings) {
		const struct container *s = &r->s.container;

		c.engine = c.engine ? c.engine : s->engine;
		c.mode = c.mode ? c.mode : s->mode;
		c.compat_mode = c.compat_mode ? c.compat_mode : s->compat_mode;
		c.toolkit = c.toolkit.n ? c.toolkit : s->toolkit;
		c.docker = c.docker.n ? c.docker : s->docker;
	}
	if (!c.toolkit.n)
		c.toolkit = clues_value(l->clues, DETAIL_TOOLKIT);
	if (!c.docker.n)
		c.docker = clues_value(l->clues, DETAIL_DOCKER);
	c.toolkit = version_or_none(c.toolkit);
	c.docker = version_or_none(c.docker);
	return c;
}

/* What a profile must have. */
static struct str lacks(const struct pool *p)
{
	if (!p->driver.n)
		return p->gpus.n ? STR("the driver") :
		                   STR("the driver and the GPU");
	if (!p->gpus.n)
		return STR("the GPU");
	if (p->os == HOST_WSL2 && !p->cuda.n)
		return STR("the CUDA version of the host");
	return STR("");
}

/* What was pasted may be nonsense: then nothing is predicted. */
static void make_pool(const struct look *l)
{
	struct host_seen *h = l->out;
	struct pool *p = &h->pool;
	struct pools one = {p, 1};
	struct fleet f = {.name = STR("paste"), .pools = one};
	struct err ignored = {0};

	p->name = STR("the paste's host");
	p->os = h->wsl ? HOST_WSL2 : HOST_LINUX;
	p->driver = version_or_none(h->driver);
	p->cuda = h->wsl ? version_or_none(h->cuda) : (struct str){0};
	p->container = container_of(l);
	slice_for (const struct sighting, r, l->clues->sightings)
		if (p->arch.n == 0)
			p->arch = r->s.arch;
	add_gpus(l);
	h->missing = lacks(p);
	h->pool_complete = !h->missing.n &&
	                   !profile_check(&f, l->know, l->arena, &ignored);
	if (!h->missing.n && !h->pool_complete)
		h->missing = STR("a driver and GPUs that make sense");
	profile_resolve(&f, l->know, l->arena);
}

/* The class is known of a GPU even where its model is not. */
static void judge_gpus(const struct look *l)
{
	struct host_seen *h = l->out;

	h->all_compat = h->pool.gpus.n > 0;
	slice_for (const struct fleet_gpu, g, h->pool.gpus) {
		enum fc_support s = know_fc_class(l->know, g->gpu_class);

		h->no_compat |= s == FCS_NO;
		h->all_compat &= s == FCS_YES;
	}
}

struct str host_cuda(const struct host_seen *h, struct arena *a)
{
	const struct cuda_range *r = &h->range;

	if (h->loaded == LOADED_UNKNOWN && h->cuda.n)
		return h->cuda;
	if (str_eq(r->low, r->high) || !r->low.n)
		return r->high;
	return arena_fmt(a, STR_F "%s" STR_F, STR_A(r->low),
	                 r->high.n ? " to " : " or newer", STR_A(r->high));
}

void host_of(const struct clues *c, const struct know *k, struct arena *a,
             struct host_seen *out)
{
	struct look l = {c, k, a, out};

	*out = (struct host_seen){0};
	out->wsl = is_wsl(&l);
	out->driver = driver_of(&l);
	out->cuda = printed_cuda(&l);
	if (out->driver.n && !out->wsl)
		out->range = know_driver_range(k, out->driver);
	compare(&l);
	make_pool(&l);
	judge_gpus(&l);
}
