/* python -m torch.utils.collect_env, which may run in a container: its OS is
 * not the host's. */
#include "fleet/smi_text.h"

enum begins begins_torch_env(struct str text)
{
	struct str line = str_trim(text_line(text)), key, value;

	if (str_has_prefix(line, STR("Collecting environment information")))
		return BEGINS_HERE;
	if (!text_pair(line, &key, &value))
		return BEGINS_NOT;
	return str_eq(key, STR("PyTorch version")) ||
	                       str_eq(key, STR("Nvidia driver version")) ?
	               BEGINS_MAYBE :
	               BEGINS_NOT;
}

/* "GPU 0: NVIDIA L4" in a line, or behind "GPU models and configuration:" */
static bool parse_gpu(struct str line, struct str *product)
{
	size_t at = text_find(line, STR("GPU "));
	struct str index;
	uint64_t i;

	if (at == SIZE_MAX ||
	    (at && !str_contains(line, STR("GPU models and configuration"))))
		return false;
	line = str_from(line, at);
	if (str_has_prefix(line, STR("GPU models"))) {
		struct str head;

		if (!str_cut(line, ':', &head, &line))
			return false;
		line = str_trim(line);
	}
	if (!str_has_prefix(line, STR("GPU ")) ||
	    !str_cut(str_from(line, 4), ':', &index, product) ||
	    !str_uint(index, &i))
		return false;
	*product = str_trim(*product);
	return smi_is_product(*product);
}

static void take_item(struct sight *s, struct str key, struct str value)
{
	if (str_eq(key, STR("Nvidia driver version")))
		s->driver = text_version(value);
	else if (str_eq(key, STR("Python platform")))
		s->wsl = str_contains(value, STR("WSL"));
	else if (str_eq(key, STR("OS")) && str_contains(value, STR("Windows")))
		s->windows = true;
	else if (str_eq(key, STR("OS")) && str_has_suffix(value, STR(")")))
		for (size_t i = 0; i < value.n; i++)
			if (value.p[i] == '(')
				s->arch = sight_arch(str_from(value, i + 1));
}

int read_torch_env(const struct document *d, struct arena *a,
                   struct sights *out, struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct str rest = d->text, line, key, value;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	while (str_next(&rest, '\n', &line)) {
		struct sight_gpu *gpu;

		line = str_trim(line);
		if (parse_gpu(line, &value)) {
			gpu = sight_add_gpu(s, a);
			if (!gpu)
				return err_set(err, ERR_USAGE,
				               "more than %d GPUs", SIGHT_GPUS);
			gpu->product = value;
		} else if (text_pair(line, &key, &value)) {
			take_item(s, key, value);
		}
	}
	return 0;
}
