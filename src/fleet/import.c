#include "fleet/hosts.h"
#include "fleet/import_kinds.h"
#include "fleet/profile.h"
#include "fleet/text.h"

/* clang-format off */
const struct importer importers[] = {
	{"fleet profile", "cudalint fleet import", "pools",
	 .holds = holds_profile},
	{"nodes of kubectl", "kubectl get nodes -o json",
	 "driver, GPUs, engine, family of many hosts",
	 .holds = holds_nodes, .parse = read_nodes},
	{"docker info", "docker info --format json", "engine, family, CPU",
	 .holds = holds_docker, .parse = read_docker},
	{"docker info", "docker info", "engine, family, CPU",
	 begins_docker_text, .parse = read_docker_text},
	{"nvidia-smi -q -x", "nvidia-smi -q -x", "driver, GPUs, brands",
	 begins_smi_xml, .extent = extent_smi_xml, .parse = read_smi_xml},
	{"nvidia-smi -q", "nvidia-smi -q", "driver, GPUs, brands",
	 begins_smi_query, .parse = read_smi_query},
	{"nvidia-smi", "nvidia-smi", "driver, GPUs",
	 begins_smi_table, .parse = read_smi_table},
	{"nvidia-smi -L", "nvidia-smi -L", "GPUs",
	 begins_smi_list, .extent = extent_smi_list, .parse = read_smi_list},
	{"nvidia-smi --query-gpu", "nvidia-smi "
	 "--query-gpu=name,driver_version --format=csv", "what was queried",
	 begins_smi_csv, .extent = extent_smi_csv, .parse = read_smi_csv},
	{"nvidia-container-cli", "nvidia-container-cli info",
	 "driver, GPUs, toolkit", begins_container_cli,
	 .parse = read_container_cli},
	{"toolkit version", "nvidia-ctk --version", "toolkit",
	 begins_toolkit_version, .extent = extent_toolkit_version,
	 .parse = read_toolkit_version},
	{"toolkit configuration",
	 "cat /etc/nvidia-container-runtime/config.toml", "mode, compat_mode",
	 begins_toolkit_config, .extent = extent_toolkit_config,
	 .parse = read_toolkit_config},
	{"GPU metrics", "curl localhost:9400/metrics", "driver, GPUs",
	 begins_metrics, .extent = extent_metrics, .parse = read_metrics},
	{"collect_env of torch", "python -m torch.utils.collect_env",
	 "driver, GPUs", begins_torch_env, .parse = read_torch_env},
};
/* clang-format on */
const size_t importers_n = sizeof importers / sizeof *importers;

struct sight *import_sight(struct sights *out, struct arena *a,
                           const struct document *d)
{
	struct sight *s;

	if (out->n >= SIGHT_HOSTS)
		return NULL;
	s = arena_push(a, out);
	*s = (struct sight){.host = d->host};
	return s;
}

bool holds_profile(struct str object)
{
	return text_find(object, STR("cudalint/fleet/")) != SIZE_MAX ||
	       text_find(object, STR("\"pools\"")) != SIZE_MAX;
}

static bool tells_nothing(const struct sight *s)
{
	const struct container none = {0};
	const struct container *c = &s->container;

	return s->driver.n + s->cuda.n + s->gpus.n + s->os_name.n == 0 &&
	       c->docker.n + c->toolkit.n == 0 && c->engine == none.engine &&
	       c->mode == none.mode && c->compat_mode == none.compat_mode;
}

int import_read(const struct document *d, struct arena *a, struct sights *out,
                struct err *err)
{
	size_t kept = out->n;

	if (!d->by->parse)
		return 0;
	if (d->by->parse(d, a, out, err))
		return err_wrap(err, "%s", d->by->name);
	for (size_t i = kept; i < out->n; i++)
		if (!tells_nothing(&out->v[i]))
			out->v[kept++] = out->v[i];
	out->n = kept;
	return 0;
}

static int read_all(struct merge *m, const struct inputs *in, struct err *err)
{
	size_t total = 0;

	for (size_t i = 0; i < in->n; i++) {
		total += in->v[i].text.n;
		if (total > IMPORT_BYTES)
			return err_set(err, ERR_USAGE,
			               "inputs of more than %d MiB",
			               IMPORT_BYTES >> 20);
		if (hosts_read(m, &in->v[i], i, err))
			return err_wrap(err, STR_F, STR_A(in->v[i].name));
	}
	return 0;
}

/* The first thing that a host lacked is why there is no pool. */
static int no_pool(const struct fleet *f, struct err *err)
{
	struct str why = STR("nothing in it tells of a GPU");

	if (f->notes.n)
		why = f->notes.v[f->notes.n - 1];
	return err_set(err, ERR_USAGE, STR_F, STR_A(why));
}

int fleet_import(const struct inputs *in, const struct know *k, struct arena *a,
                 struct fleet *out, struct err *err)
{
	struct fleet f = {0};
	struct merge m = {.know = k, .arena = a, .fleet = &f};
	struct strs odd;

	if (read_all(&m, in, err))
		return -1;
	hosts_join(&m);
	hosts_pools(&m);
	if (f.pools.n == 0)
		return no_pool(&f, err);
	if (f.name.n == 0 && m.hosts.n)
		f.name = STR("imported");
	if (profile_check(&f, k, a, err))
		return -1;
	profile_resolve(&f, k, a);
	odd = fleet_check(&f, k, a);
	slice_for (const struct str, line, odd)
		hosts_note(&m, *line);
	*out = f;
	return 0;
}
