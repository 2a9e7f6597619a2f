/* nvidia-smi -q */
#include "fleet/smi_text.h"

static void take_gpu(struct sight_gpu *gpu, struct str section, struct str key,
                     struct str value)
{
	bool current = str_eq(key, STR("Current"));

	if (gpu->brand.n == 0 && str_eq(key, STR("Product Brand")) &&
	    smi_is_product(value))
		gpu->brand = value;
	else if (gpu->uuid.n == 0 && str_eq(key, STR("GPU UUID")))
		gpu->uuid = value;
	else if (current && str_eq(section, STR("MIG Mode")))
		gpu->mig = str_eq(value, STR("Enabled"));
	else if (str_eq(section, STR("FB Memory Usage")) &&
	         str_eq(key, STR("Total")))
		(void)text_number(value, &gpu->memory);
}

static int take_item(struct sight *out, struct arena *a, struct str section,
                     struct str key, struct str value)
{
	struct sight_gpu *gpu =
		out->gpus.n ? &out->gpus.v[out->gpus.n - 1] : NULL;

	if (str_eq(key, STR("Attached GPUs"))) {
		if (!str_uint(value, &out->attached))
			out->attached = 0;
	} else if (str_eq(key, STR("Product Name")) && smi_is_product(value) &&
	           !str_has_prefix(section, STR("vGPU "))) {
		gpu = sight_add_gpu(out, a);
		if (!gpu)
			return -1;
		gpu->product = value;
	} else if (str_eq(key, STR("Current")) &&
	           str_eq(section, STR("Driver Model"))) {
		out->windows |= smi_is_windows(value);
	} else if (gpu) {
		take_gpu(gpu, section, key, value);
	}
	return 0;
}

/* The keys of its first lines stand in a column of their own. */
enum begins begins_smi_query(struct str text)
{
	static const struct str keys[] = {{"Driver Version", 14},
	                                  {"KMD Version", 11},
	                                  {"Product Name", 12},
	                                  {"Attached GPUs", 13}};
	struct str line = text_unframe(text_line(text)), key, value;

	if (str_contains(line, STR("=NVSMI LOG=")))
		return BEGINS_HERE;
	if (!str_cut(line, ':', &key, &value) || !str_has_suffix(key, STR(" ")))
		return BEGINS_NOT;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (str_eq(str_trim(key), keys[i]))
			return BEGINS_MAYBE;
	return BEGINS_NOT;
}

int read_smi_query(const struct document *d, struct arena *a,
                   struct sights *out, struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct str section = {0}, rest = d->text, line, key, value;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	smi_take_header(d->text, a, s);
	while (str_next(&rest, '\n', &line)) {
		line = text_unframe(line);
		if (!text_pair(line, &key, &value))
			section = line;
		else if (str_has_prefix(key, STR("GPU ")) &&
		         smi_is_bus_id(str_from(line, 4)))
			section = (struct str){0};
		else if (take_item(s, a, section, key, value))
			return err_set(err, ERR_USAGE, "more than %d GPUs",
			               SIGHT_GPUS);
	}
	return 0;
}
