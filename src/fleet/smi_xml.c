/* nvidia-smi -q -x */
#include "fleet/smi_text.h"
#include "fleet/xml.h"

enum { DEPTH_MAX = 32 };

struct reader {
	struct arena *arena;
	struct sight *sight;
	struct sight_gpu *gpu;      /* the open one */
	struct str path[DEPTH_MAX]; /* open elements, the root first */
	size_t depth;
};

static bool is_at(const struct reader *r, size_t depth, const char *parent,
                  const char *name)
{
	return r->depth == depth && str_eq(r->path[depth - 2], str_c(parent)) &&
	       str_eq(r->path[depth - 1], str_c(name));
}

static bool is_top(const struct reader *r, const char *name)
{
	return is_at(r, 2, "nvidia_smi_log", name);
}

static void set(struct str *member, struct str value)
{
	if (member->n == 0 && value.n <= SIGHT_WORD)
		*member = value;
}

static void take_top(struct reader *r, struct str text)
{
	struct sight *s = r->sight;

	if (is_top(r, "driver_version") || is_top(r, "kmd_version"))
		set(&s->driver, text_version(text));
	else if (is_top(r, "cuda_version") || is_top(r, "cuda_umd_version"))
		set(&s->cuda, text_version(text));
	else if (is_top(r, "timestamp"))
		set(&s->as_of, text_date(text, r->arena));
	else if (is_top(r, "attached_gpus") && !str_uint(text, &s->attached))
		s->attached = 0;
}

static void take_gpu(struct reader *r, struct str text)
{
	if (is_at(r, 3, "gpu", "product_name"))
		set(&r->gpu->product, text);
	else if (is_at(r, 3, "gpu", "product_brand"))
		set(&r->gpu->brand, text);
	else if (is_at(r, 3, "gpu", "uuid"))
		set(&r->gpu->uuid, text);
	else if (is_at(r, 4, "fb_memory_usage", "total"))
		(void)text_number(text, &r->gpu->memory);
	else if (is_at(r, 4, "mig_mode", "current_mig"))
		r->gpu->mig = str_eq(text, STR("Enabled"));
	else if (is_at(r, 4, "driver_model", "current_dm") &&
	         smi_is_windows(text))
		r->sight->windows = true;
}

static void take_text(struct reader *r, struct str raw)
{
	struct str text = str_trim(raw);

	if (text.n == 0 || text.n > SIGHT_WORD || r->depth < 2)
		return;
	text = str_trim(xml_text(text, r->arena));
	if (r->gpu)
		take_gpu(r, text);
	else
		take_top(r, text);
}

static int open_element(struct reader *r, struct str name, struct err *err)
{
	if (r->depth == DEPTH_MAX)
		return err_set(err, ERR_USAGE,
		               "elements are nested more than %d deep",
		               DEPTH_MAX);
	r->path[r->depth++] = name;
	if (!is_top(r, "gpu"))
		return 0;
	r->gpu = sight_add_gpu(r->sight, r->arena);
	if (!r->gpu)
		return err_set(err, ERR_USAGE, "more than %d GPUs", SIGHT_GPUS);
	return 0;
}

/* To the innermost element of that name; of none, nothing is closed. */
static void close_element(struct reader *r, struct str name)
{
	size_t depth = r->depth;

	while (depth && !str_eq(r->path[depth - 1], name))
		depth--;
	if (depth)
		r->depth = depth - 1;
	if (r->depth < 2)
		r->gpu = NULL;
}

enum begins begins_smi_xml(struct str text)
{
	return text_find(text_line(text), STR("<nvidia_smi_log")) == SIZE_MAX ?
	               BEGINS_NOT :
	               BEGINS_HERE;
}

size_t extent_smi_xml(struct str text)
{
	static const struct str end = {"</nvidia_smi_log>", 17};
	size_t at = text_find(text, end);

	return at == SIZE_MAX ? text.n : at + end.n;
}

int read_smi_xml(const struct document *d, struct arena *a, struct sights *out,
                 struct err *err)
{
	struct reader r = {.arena = a, .sight = import_sight(out, a, d)};
	struct xml x = {.rest = d->text};
	enum xml_event event;
	struct str s;

	if (!r.sight)
		return err_set(err, ERR_USAGE, "too many hosts");
	x.rest = str_from(x.rest, text_find(x.rest, STR("<nvidia_smi_log")));
	do {
		event = xml_next(&x, &s);
		if (event == XML_END || event == XML_CUT)
			return err_set(err, ERR_USAGE,
			               "the XML ends before "
			               "</nvidia_smi_log>");
		if (event == XML_OPEN && open_element(&r, s, err))
			return -1;
		if (event == XML_CLOSE)
			close_element(&r, s);
		if (event == XML_TEXT)
			take_text(&r, s);
	} while (r.depth);
	return 0;
}
