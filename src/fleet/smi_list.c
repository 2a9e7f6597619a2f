/* nvidia-smi -L */
#include "fleet/import_kinds.h"
#include "fleet/text.h"

/* "GPU 0: NVIDIA L4 (UUID: GPU-…)" */
static bool parse_gpu(struct str line, struct sight_gpu *out)
{
	struct str key, rest, index;
	size_t at;
	uint64_t i;

	line = str_trim(line);
	if (!str_has_prefix(line, STR("GPU ")) ||
	    !str_cut(line, ':', &key, &rest))
		return false;
	index = str_from(key, 4);
	at = text_find(rest, STR(" (UUID: "));
	if (at == SIZE_MAX || !str_uint(index, &i))
		return false;
	out->product = str_trim((struct str){rest.p, at});
	(void)str_cut(str_from(rest, at + 8), ')', &out->uuid, &rest);
	return out->product.n && out->product.n <= SIGHT_WORD;
}

/* "  MIG 1g.5gb     Device  0: (UUID: MIG-…)" */
static bool is_mig(struct str line)
{
	return str_has_prefix(str_trim(line), STR("MIG ")) &&
	       str_contains(line, STR("(UUID: "));
}

enum begins begins_smi_list(struct str text)
{
	struct sight_gpu gpu = {0};

	return parse_gpu(text_line(text), &gpu) ? BEGINS_HERE : BEGINS_NOT;
}

/* A second "GPU 0" is of another list. */
size_t extent_smi_list(struct str text)
{
	struct str rest = text, line, behind;
	struct sight_gpu gpu = {0};
	size_t n = 0;

	while (str_next(&rest, '\n', &line)) {
		behind = rest;
		if (parse_gpu(line, &gpu)) {
			if (n && str_has_prefix(str_trim(line), STR("GPU 0:")))
				break;
		} else if (!is_mig(line)) {
			break;
		}
		n = text.n - behind.n;
	}
	return n;
}

int read_smi_list(const struct document *d, struct arena *a, struct sights *out,
                  struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct str rest = d->text, line;
	struct sight_gpu *last = NULL;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	while (str_next(&rest, '\n', &line)) {
		struct sight_gpu gpu = {0};

		if (last && is_mig(line))
			last->mig = true;
		if (!parse_gpu(line, &gpu))
			continue;
		last = sight_add_gpu(s, a);
		if (!last)
			return err_set(err, ERR_USAGE, "more than %d GPUs",
			               SIGHT_GPUS);
		*last = gpu;
	}
	return 0;
}
