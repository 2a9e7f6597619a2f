/* nvidia-container-cli info, and its --version */
#include "fleet/import_kinds.h"
#include "fleet/text.h"

static bool is_key(struct str line, const char *name)
{
	struct str key, value;

	return text_pair(line, &key, &value) && str_eq(key, str_c(name)) &&
	       text_lead_version(value).n;
}

/* "version: 1.3.3" of before 1.5 is followed by the date of its build. */
enum begins begins_container_cli(struct str text)
{
	struct str line, next;

	(void)str_next(&text, '\n', &line);
	next = text_line(text);
	if (str_has_prefix(line, STR("NVRM version:")) ||
	    is_key(line, "cli-version") ||
	    (is_key(line, "version") &&
	     str_has_prefix(next, STR("build date:"))))
		return BEGINS_HERE;
	return BEGINS_NOT;
}

static void take_gpu(struct sight_gpu *gpu, struct str key, struct str value)
{
	if (!gpu)
		return;
	if (str_eq(key, STR("Model")) && value.n <= SIGHT_WORD)
		gpu->product = value;
	else if (str_eq(key, STR("Brand")) && value.n <= SIGHT_WORD)
		gpu->brand = value;
	else if (str_eq(key, STR("GPU UUID")))
		gpu->uuid = value;
	else if (str_eq(key, STR("Architecture")))
		gpu->cc = text_version(value);
}

static void take_host(struct sight *s, struct str key, struct str value)
{
	if (str_eq(key, STR("NVRM version")))
		s->driver = text_version(value);
	else if (str_eq(key, STR("CUDA version")))
		s->cuda = text_version(value);
	else if (str_eq(key,
	                STR("cli-version")) || /* lib- may be Jetson's own */
	         str_eq(key, STR("version")))
		s->container.toolkit = text_lead_version(value);
	else if (str_eq(key, STR("build platform")))
		s->arch = sight_arch(value);
}

int read_container_cli(const struct document *d, struct arena *a,
                       struct sights *out, struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct str rest = d->text, line, key, value;
	struct sight_gpu *gpu = NULL;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	while (str_next(&rest, '\n', &line)) {
		if (!text_pair(line, &key, &value))
			continue;
		if (str_eq(key, STR("Device Index"))) {
			gpu = sight_add_gpu(s, a);
			if (!gpu)
				return err_set(err, ERR_USAGE,
				               "more than %d GPUs", SIGHT_GPUS);
		}
		take_host(s, key, value);
		take_gpu(gpu, key, value);
	}
	return 0;
}
