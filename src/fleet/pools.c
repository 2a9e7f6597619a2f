/* From what was said of hosts to pools of equal ones. */
#include "base/version.h"
#include "fleet/alike.h"
#include "fleet/hosts.h"
#include "fleet/narrow.h"
#include "know/key.h"

#include <string.h>

static void note(struct merge *m, const struct host *h, struct str line)
{
	if (m->hosts.n > 1)
		line = arena_fmt(m->arena, STR_F ": " STR_F,
		                 STR_A(hosts_name(h)), STR_A(line));
	hosts_note(m, line);
}

/* NVML's words as nvidia-smi spells them out. */
static struct str brand_word(const struct know *k, struct str brand)
{
	const struct brand *found = know_brand_printed(k, brand);

	if (!found || str_eq(found->word, STR("unknown")))
		return (struct str){0};
	return found->word;
}

/* A fleet has few kinds of GPU, and a look-up goes through all that are. */
static struct fleet_gpu narrowed(struct merge *m, const struct host *h,
                                 const struct sight_gpu *g)
{
	struct narrowed *n;

	slice_for (const struct narrowed, done, m->narrowed)
		if (narrow_is_same(&done->from, g) &&
		    str_eq(done->driver, h->s.driver))
			return done->to;
	n = arena_push(m->arena, &m->narrowed);
	n->from = *g;
	n->driver = h->s.driver;
	n->to = narrow_gpu(m->know, g, h->s.driver, m->arena);
	n->to.brand = brand_word(m->know, g->brand);
	return n->to;
}

/* By its memory and its power it is one of these. */
static void note_candidates(struct merge *m, const struct host *h,
                            const struct sight_gpu *g, struct strs names)
{
	struct buf b = {0};

	slice_for (const struct str, name, names)
		buf_printf(&b, "%s" STR_F, b.n ? ", " : "", STR_A(*name));
	note(m, h,
	     arena_fmt(m->arena,
	               "'" STR_F "' with %llu MiB, %llu W, driver " STR_F
	               " is one of " STR_F ": nvidia-smi -L tells which",
	               STR_A(g->product), (unsigned long long)g->memory,
	               (unsigned long long)g->power, STR_A(h->s.driver),
	               STR_A(buf_str(&b))));
	buf_free(&b);
}

static struct fleet_gpu *find_alike(struct fleet_gpus *gpus,
                                    const struct fleet_gpu *like)
{
	slice_for (struct fleet_gpu, gpu, *gpus)
		if (gpu_is_alike(gpu, like))
			return gpu;
	return NULL;
}

static struct fleet_gpus group(struct merge *m, const struct host *h)
{
	struct fleet_gpus out = {0};

	slice_for (const struct sight_gpu, g, h->s.gpus) {
		struct fleet_gpu gpu = narrowed(m, h, g);
		struct fleet_gpu *alike;

		if (gpu.product.n == 0)
			continue;
		if (gpu.candidates.n)
			note_candidates(m, h, g, gpu.candidates);
		alike = find_alike(&out, &gpu);
		if (!alike) {
			alike = arena_push(m->arena, &out);
			*alike = gpu;
		}
		alike->count++;
	}
	return out;
}

/* On the host, CUDA's version is the driver's own.  In a container it may be
 * that of the image's libcuda: so the table goes before what was printed. */
static struct str host_cuda(struct merge *m, const struct host *h, bool wsl)
{
	const struct sight *s = &h->s;
	struct str source;
	struct str cuda = know_driver_cuda(m->know, s->driver, &source);

	if (wsl || cuda.n == 0)
		return s->cuda;
	if (s->cuda.n && version_cmp_str(s->cuda, cuda) != 0)
		note(m, h,
		     arena_fmt(m->arena,
		               "CUDA " STR_F " was printed, but driver " STR_F
		               " has " STR_F
		               ", which was taken: was nvidia-smi run in "
		               "a container?",
		               STR_A(s->cuda), STR_A(s->driver), STR_A(cuda)));
	return (struct str){0};
}

/* In WSL2 the tool is a Linux one and the driver that of Windows. */
static bool is_wsl(struct merge *m, const struct host *h)
{
	const struct sight *s = &h->s;

	if (s->windows)
		note(m, h, STR("a driver of Windows: taken for WSL2"));
	else if (s->tool.n && s->driver.n && !str_eq(s->tool, s->driver))
		note(m, h,
		     arena_fmt(m->arena,
		               "nvidia-smi is " STR_F " and the driver " STR_F
		               ": taken for WSL2",
		               STR_A(s->tool), STR_A(s->driver)));
	else
		return s->wsl;
	return true;
}

static void note_gpus(struct merge *m, const struct host *h)
{
	const struct sight *s = &h->s;
	size_t mig = 0;

	slice_for (const struct sight_gpu, gpu, s->gpus)
		mig += gpu->mig;
	if (mig)
		note(m, h,
		     arena_fmt(m->arena,
		               "MIG is enabled on %zu: taken as whole GPUs",
		               mig));
	if (s->attached && s->attached != s->gpus.n)
		note(m, h,
		     arena_fmt(m->arena,
		               "%llu GPUs are attached, %zu listed: only "
		               "these were taken",
		               (unsigned long long)s->attached, s->gpus.n));
}

/* Where such systems keep their libraries. */
static enum host_family family_of(struct str os_name)
{
	static const struct {
		const char *word;
		enum host_family family;
	} known[] = {
		{"Ubuntu", FAMILY_DEBIAN},     {"Debian", FAMILY_DEBIAN},
		{"Red Hat", FAMILY_RHEL},      {"Rocky Linux", FAMILY_RHEL},
		{"AlmaLinux", FAMILY_RHEL},    {"CentOS", FAMILY_RHEL},
		{"Fedora", FAMILY_RHEL},       {"Amazon Linux", FAMILY_RHEL},
		{"Oracle Linux", FAMILY_RHEL},
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_contains(os_name, str_c(known[i].word)))
			return known[i].family;
	return FAMILY_UNKNOWN;
}

/* What a profile must have, and what would tell it. */
static const char *lacking(const struct pool *p, const struct sight *s)
{
	if (p->gpus.n == 0 && s->attached)
		return "it has GPUs, but nothing names them: nvidia-smi -L "
		       "does, or the label nvidia.com/gpu.product";
	if (p->gpus.n == 0)
		return "no GPU in it: nvidia-smi -L prints them";
	if (p->os == HOST_WSL2 && p->cuda.n == 0)
		return "the driver is one of Windows, whose number does not "
		       "tell its CUDA: the table of nvidia-smi prints it";
	if (p->driver.n == 0 && p->cuda.n == 0)
		return "no driver version in it: nvidia-smi prints it";
	return NULL;
}

static void add_pool(struct merge *m, const struct pool *pool, size_t from)
{
	for (size_t i = from; i < m->fleet->pools.n; i++) {
		struct pool *p = &m->fleet->pools.v[i];

		if (pool_is_alike(p, pool)) {
			p->nodes++;
			return;
		}
	}
	*arena_push(m->arena, &m->fleet->pools) = *pool;
}

static void take_host(struct merge *m, const struct host *h, size_t from)
{
	bool wsl = is_wsl(m, h);
	struct pool pool = {
		.name = h->s.host,
		.nodes = 1,
		.os = wsl ? HOST_WSL2 : HOST_LINUX,
		.arch = h->s.arch,
		.driver = h->s.driver,
		.cuda = host_cuda(m, h, wsl),
		.gpus = group(m, h),
		.container = h->s.container,
	};
	const char *lack = lacking(&pool, &h->s);

	pool.container.host_family = family_of(h->s.os_name);
	if (lack) {
		hosts_note(m, arena_fmt(m->arena, STR_F ": left out: %s",
		                        STR_A(hosts_name(h)), lack));
		m->fleet->left_out++;
		return;
	}
	note_gpus(m, h);
	if (h->s.request.n)
		note(m, h, h->s.request);
	if (h->s.as_of.n && (m->fleet->as_of.n == 0 ||
	                     str_cmp(h->s.as_of, m->fleet->as_of) < 0))
		m->fleet->as_of = h->s.as_of;
	add_pool(m, &pool, from);
}

/* "rtx-3090": the label's form, without the line that most are of. */
static struct str short_name(const struct know *k, const struct fleet_gpu *g,
                             struct arena *a)
{
	struct gpu_lookup found = know_gpu(k, g->product, a);
	struct str name =
		found.match == GPU_EXACT ? found.gpu->name : g->product;
	struct str line = {0};
	struct key key;

	if (found.gpu && found.gpu->gpu_class == CLASS_GEFORCE)
		line = arena_fmt(a, "%s-", gpu_class_names[CLASS_GEFORCE]);
	if (key_parse(name, &key) && key.n)
		name = arena_str(a, key_str(&key));
	while (name.n > 1 && strchr(".-", name.p[name.n - 1]))
		name.n--;
	return line.n && str_has_prefix(name, line) ? str_from(name, line.n) :
	                                              name;
}

static struct str made_up_name(const struct know *k, const struct pool *p,
                               struct arena *a)
{
	struct str gpu = short_name(k, p->gpus.v, a), branch, tail;
	struct str by = p->driver.n ? p->driver : p->cuda;

	(void)str_cut(by, '.', &branch, &tail);
	return arena_fmt(a, STR_F "%s-%s" STR_F, STR_A(gpu),
	                 p->gpus.n > 1 ? "-mixed" : "",
	                 p->driver.n ? "r" : "cuda", STR_A(branch));
}

static bool is_taken(const struct fleet *f, const struct pool *but,
                     struct str name)
{
	slice_for (const struct pool, p, f->pools)
		if (p != but && str_eq(p->name, name))
			return true;
	return false;
}

/* A host alone keeps its name. */
static void name_pool(struct merge *m, struct pool *p)
{
	struct str name = p->name;

	if (p->nodes > 1 || name.n == 0)
		name = made_up_name(m->know, p, m->arena);
	p->name = name;
	for (int i = 2; is_taken(m->fleet, p, p->name); i++)
		p->name = arena_fmt(m->arena, STR_F "-%d", STR_A(name), i);
}

void hosts_pools(struct merge *m)
{
	size_t from = m->fleet->pools.n;

	slice_for (const struct host, h, m->hosts)
		if (!h->joined)
			take_host(m, h, from);
	for (size_t i = from; i < m->fleet->pools.n; i++)
		name_pool(m, &m->fleet->pools.v[i]);
	hosts_missing(m, from);
}
