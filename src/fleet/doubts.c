/* What is odd in a profile that is correct. */
#include "fleet/fleet.h"

struct doubts {
	const struct know *know;
	struct arena *arena;
	struct strs lines;
};

static void add(struct doubts *d, const struct pool *p, struct str line)
{
	*arena_push(d->arena, &d->lines) =
		arena_fmt(d->arena, STR_F ": " STR_F, STR_A(p->name),
	                  STR_A(line));
}

static struct str join(struct strs names, struct arena *a)
{
	struct str all = {0};

	slice_for (const struct str, s, names)
		all = arena_fmt(a, STR_F "'" STR_F "', ", STR_A(all),
		                STR_A(*s));
	return all;
}

static void doubt_name(struct doubts *d, const struct pool *p,
                       const struct fleet_gpu *gpu)
{
	struct arena *a = d->arena;

	if (gpu->candidates.n && !gpu->known)
		add(d, p,
		    arena_fmt(a,
		              "'" STR_F "' fits " STR_F
		              "...: write the whole name",
		              STR_A(gpu->product),
		              STR_A(join(gpu->candidates, a))));
	else if (!gpu->known)
		add(d, p,
		    arena_fmt(a,
		              "no table has a GPU named '" STR_F
		              "': give compute_capability and class as well",
		              STR_A(gpu->product)));
}

/* Below or above what the driver's branch can drive. */
static void doubt_driver(struct doubts *d, const struct pool *p,
                         const struct fleet_gpu *gpu)
{
	const struct branch *b = know_branch_of(d->know, p->driver);
	struct str cc = gpu->compute_capability;
	const char *what = NULL;

	if (!b || p->os == HOST_WSL2 || cc.n == 0)
		return;
	if (b->max_cc.n && version_cmp_str(cc, b->max_cc) > 0)
		what = "does not know it yet";
	if (b->min_cc.n && version_cmp_str(cc, b->min_cc) < 0)
		what = "does not support it any more";
	if (what)
		add(d, p,
		    arena_fmt(d->arena,
		              STR_F " (compute capability " STR_F
		                    "): driver " STR_F " %s",
		              STR_A(gpu->name), STR_A(cc), STR_A(p->driver),
		              what));
}

static void doubt_cuda(struct doubts *d, const struct pool *p)
{
	struct str source;
	struct str cuda = know_driver_cuda(d->know, p->driver, &source);

	if (p->os == HOST_WSL2 || p->driver.n == 0)
		return;
	if (p->cuda.n == 0)
		add(d, p,
		    arena_fmt(d->arena,
		              "no table has the CUDA version of driver " STR_F
		              ": give cuda as well",
		              STR_A(p->driver)));
	else if (cuda.n && version_cmp_str(cuda, p->cuda) != 0)
		add(d, p,
		    arena_fmt(d->arena,
		              "cuda is " STR_F ", but driver " STR_F
		              " has " STR_F
		              ": was nvidia-smi run in a container?",
		              STR_A(p->cuda), STR_A(p->driver), STR_A(cuda)));
}

struct strs fleet_check(const struct fleet *f, const struct know *k,
                        struct arena *a)
{
	struct doubts d = {.know = k, .arena = a};

	slice_for (const struct pool, p, f->pools) {
		doubt_cuda(&d, p);
		slice_for (const struct fleet_gpu, gpu, p->gpus) {
			doubt_name(&d, p, gpu);
			doubt_driver(&d, p, gpu);
		}
	}
	return d.lines;
}
