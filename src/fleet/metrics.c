/* What the DCGM exporter and others print for Prometheus. */
#include "fleet/smi_text.h"

static bool is_metric(struct str line)
{
	return str_has_prefix(line, STR("DCGM_FI_")) ||
	       str_has_prefix(line, STR("nvidia_smi_gpu_info{"));
}

enum begins begins_metrics(struct str text)
{
	struct str line = text_line(text);

	return is_metric(line) && str_contains(line, STR("{")) ? BEGINS_HERE :
	                                                         BEGINS_NOT;
}

size_t extent_metrics(struct str text)
{
	struct str rest = text, line;
	size_t n = 0;

	while (str_next(&rest, '\n', &line)) {
		if (!is_metric(line) && !str_has_prefix(line, STR("# ")) &&
		    str_trim(line).n)
			break;
		n = text.n - rest.n;
	}
	return n;
}

/* One label="value" of *rest, which moves behind it; "\"" is escaped. */
static bool next_label(struct str *rest, struct str *name, struct str *value)
{
	size_t n = 0;

	if (!str_cut(*rest, '=', name, rest) || rest->n == 0 ||
	    rest->p[0] != '"')
		return false;
	*rest = str_from(*rest, 1);
	while (n < rest->n && rest->p[n] != '"')
		n += rest->p[n] == '\\' ? 2 : 1;
	if (n >= rest->n)
		return false;
	*name = str_trim(*name);
	*value = (struct str){rest->p, n};
	*rest = str_from(*rest, n + 1);
	if (rest->n && rest->p[0] == ',')
		*rest = str_from(*rest, 1);
	return true;
}

struct labels {
	struct str host, driver, cuda, product, uuid, profile, cc;
};

static const struct {
	struct str name;
	size_t off;
} known[] = {
	{{"Hostname", 8}, offsetof(struct labels, host)},
	{{"hostname", 8}, offsetof(struct labels, host)},
	{{"modelName", 9}, offsetof(struct labels, product)},
	{{"name", 4}, offsetof(struct labels, product)},
	{{"UUID", 4}, offsetof(struct labels, uuid)},
	{{"uuid", 4}, offsetof(struct labels, uuid)},
	{{"GPU_I_PROFILE", 13}, offsetof(struct labels, profile)},
	{{"DCGM_FI_DRIVER_VERSION", 22}, offsetof(struct labels, driver)},
	{{"driver_version", 14}, offsetof(struct labels, driver)},
	{{"DCGM_FI_CUDA_DRIVER_VERSION", 27}, offsetof(struct labels, cuda)},
};

static void read_labels(struct str line, struct labels *out)
{
	struct str name, value, head, rest;

	(void)str_cut(line, '{', &head, &rest);
	while (next_label(&rest, &name, &value))
		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			if (str_eq(known[i].name, name) &&
			    value.n <= SIGHT_WORD)
				*(struct str *)(void *)((char *)out +
				                        known[i].off) = value;
}

/* Lines of one host come together: the last is looked at first. */
static struct sight *host_of(struct sights *out, size_t from, struct str host)
{
	for (size_t i = out->n; i-- > from;)
		if (str_eq(out->v[i].host, host))
			return &out->v[i];
	return NULL;
}

static struct sight_gpu *gpu_of(struct sight *s, struct str uuid)
{
	slice_for (struct sight_gpu, gpu, s->gpus)
		if (str_eq(gpu->uuid, uuid))
			return gpu;
	return NULL;
}

static int take_line(const struct labels *l, struct sight *s, struct arena *a,
                     struct err *err)
{
	struct sight_gpu *gpu = gpu_of(s, l->uuid);

	if (s->driver.n == 0)
		s->driver = text_version(l->driver);
	if (l->product.n == 0 || l->uuid.n == 0)
		return 0;
	if (!gpu)
		gpu = sight_add_gpu(s, a);
	if (!gpu)
		return err_set(err, ERR_USAGE, "more than %d GPUs", SIGHT_GPUS);
	gpu->product = l->product;
	gpu->uuid = l->uuid;
	gpu->mig |= l->profile.n > 0;
	return 0;
}

int read_metrics(const struct document *d, struct arena *a, struct sights *out,
                 struct err *err)
{
	size_t from = out->n;
	struct str rest = d->text, line;

	while (str_next(&rest, '\n', &line)) {
		struct labels l = {.host = d->host};
		struct sight *s;

		if (!is_metric(line))
			continue;
		read_labels(line, &l);
		s = host_of(out, from, l.host);
		if (!s)
			s = import_sight(out, a, d);
		if (!s)
			return err_set(err, ERR_USAGE, "too many hosts");
		s->host = l.host;
		if (take_line(&l, s, a, err))
			return -1;
	}
	return 0;
}
