/* What nothing that was imported says, and what would tell it. */
#include "fleet/hosts.h"

static bool lacks_toolkit(const struct pool *p)
{
	return p->container.toolkit.n == 0;
}

static bool lacks_engine(const struct pool *p)
{
	return p->container.engine == ENGINE_UNKNOWN;
}

static bool lacks_docker(const struct pool *p)
{
	return p->container.engine == ENGINE_DOCKER &&
	       p->container.docker.n == 0;
}

static bool lacks_family(const struct pool *p)
{
	return p->os == HOST_LINUX &&
	       p->container.host_family == FAMILY_UNKNOWN;
}

static bool lacks_request(const struct pool *p)
{
	return p->container.request == REQUEST_UNKNOWN;
}

static bool lacks_driver(const struct pool *p)
{
	return p->driver.n == 0;
}

static const struct {
	const char *name;
	bool (*lacks)(const struct pool *p);
	const char *tells;
} facts[] = {
	{"driver", lacks_driver, "nvidia-smi"},
	{"container.engine", lacks_engine, "docker info"},
	{"container.docker", lacks_docker, "docker info"},
	{"container.host_family", lacks_family, "docker info"},
	{"container.toolkit", lacks_toolkit, "nvidia-ctk --version"},
	{"container.request", lacks_request,
         "yours to write: gpus, runtime, cdi"},
};

/* "container.toolkit (nvidia-ctk --version; of 2 of 3 pools)" */
static void add_fact(struct buf *out, const char *name, const char *tells,
                     size_t n, size_t all)
{
	buf_printf(out, "%s%s (%s", out->n ? ", " : "", name, tells);
	if (n < all)
		buf_printf(out, "; of %zu of %zu pools", n, all);
	buf_printf(out, ")");
}

void hosts_missing(struct merge *m, size_t from)
{
	const struct pools *pools = &m->fleet->pools;
	struct buf out = {0};

	for (size_t i = 0; i < sizeof facts / sizeof *facts; i++) {
		size_t n = 0;

		for (size_t k = from; k < pools->n; k++)
			n += facts[i].lacks(&pools->v[k]);
		if (n)
			add_fact(&out, facts[i].name, facts[i].tells, n,
			         pools->n - from);
	}
	if (out.n)
		hosts_note(m, arena_fmt(m->arena,
		                        "not said, so it stays open: " STR_F,
		                        STR_A(buf_str(&out))));
	buf_free(&out);
}
