/* nvidia-smi --query-gpu=… --format=csv, with its header */
#include "fleet/smi_text.h"

enum { COLUMNS_MAX = 128 };

/* Of what --help-query-gpu lists, what tells of a host. */
enum column {
	COLUMN_OTHER,
	COLUMN_NAME,
	COLUMN_DRIVER,
	COLUMN_UUID,
	COLUMN_MEMORY,
	COLUMN_POWER,
	COLUMN_CC,
	COLUMN_MIG,
	COLUMN_MODEL,
	COLUMN_COUNT,
};

static const struct {
	struct str name;
	enum column column;
} columns[] = {
	{{"name", 4}, COLUMN_NAME},
	{{"gpu_name", 8}, COLUMN_NAME},
	{{"driver_version", 14}, COLUMN_DRIVER},
	{{"uuid", 4}, COLUMN_UUID},
	{{"gpu_uuid", 8}, COLUMN_UUID},
	{{"memory.total", 12}, COLUMN_MEMORY},
	{{"power.limit", 11}, COLUMN_POWER},
	{{"enforced.power.limit", 20}, COLUMN_POWER},
	{{"compute_cap", 11}, COLUMN_CC},
	{{"mig.mode.current", 16}, COLUMN_MIG},
	{{"driver_model.current", 20}, COLUMN_MODEL},
	{{"count", 5}, COLUMN_COUNT},
	{{"index", 5}, COLUMN_OTHER},
	{{"timestamp", 9}, COLUMN_OTHER},
	{{"pci.bus_id", 10}, COLUMN_OTHER},
	{{"gpu_bus_id", 10}, COLUMN_OTHER},
	{{"memory.used", 11}, COLUMN_OTHER},
	{{"memory.free", 11}, COLUMN_OTHER},
	{{"utilization.gpu", 15}, COLUMN_OTHER},
	{{"temperature.gpu", 15}, COLUMN_OTHER},
};

struct csv {
	enum column v[COLUMNS_MAX];
	size_t n;
	bool spaced; /* cells are apart by ", ": a comma may be a decimal one */
};

/* "memory.total [MiB]" */
static const enum column *column_of(struct str cell)
{
	struct str name, unit;

	(void)str_cut(cell, '[', &name, &unit);
	name = str_trim(name);
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		if (str_eq(columns[i].name, name))
			return &columns[i].column;
	return NULL;
}

static bool is_field(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
		      c == '_' || c == '.' || c == '[' || c == ']' ||
		      c == ' ' || c == '%' || c == 'M' || c == 'H' ||
		      c == 'W' || c == 'B' || c == 'z' || c == 'i'))
			return false;
	}
	return s.n > 0;
}

static bool next_cell(const struct csv *csv, struct str *rest, struct str *cell)
{
	size_t at = csv->spaced ? text_find(*rest, STR(", ")) :
	                          text_find(*rest, STR(","));

	if (rest->n == 0)
		return false;
	*cell = (struct str){rest->p, at == SIZE_MAX ? rest->n : at};
	*rest = str_from(*rest, cell->n + 1 + csv->spaced);
	*cell = str_trim(*cell);
	return true;
}

static bool parse_header(struct str line, struct csv *csv)
{
	struct str rest = str_trim(line), cell;
	size_t known = 0;

	*csv = (struct csv){.spaced = str_contains(line, STR(", "))};
	while (next_cell(csv, &rest, &cell)) {
		const enum column *c = column_of(cell);

		if (csv->n == COLUMNS_MAX || !is_field(cell))
			return false;
		known += c != NULL;
		csv->v[csv->n++] = c ? *c : COLUMN_OTHER;
	}
	return known > 0;
}

/* In a column of its own any line would do, so it must look like one. */
static bool is_alone(const struct csv *csv, struct str line)
{
	struct str host;

	line = str_trim(line);
	if (csv->v[0] == COLUMN_DRIVER)
		return text_version(line).n > 0;
	return csv->v[0] == COLUMN_NAME && smi_is_product(line) &&
	       line.p[0] >= 'A' && line.p[0] <= 'Z' &&
	       !import_host(line, &host);
}

static size_t cells_of(const struct csv *csv, struct str line)
{
	struct str cell;
	size_t n = 0;

	for (line = str_trim(line); next_cell(csv, &line, &cell);)
		n++;
	return n;
}

static bool is_row(const struct csv *csv, struct str line)
{
	return cells_of(csv, line) == csv->n &&
	       (csv->n > 1 || is_alone(csv, line));
}

enum begins begins_smi_csv(struct str text)
{
	struct str line;
	struct csv csv;

	(void)str_next(&text, '\n', &line);
	if (!parse_header(line, &csv))
		return BEGINS_NOT;
	return is_row(&csv, text_line(text)) ? BEGINS_HERE : BEGINS_NOT;
}

/* As long as lines have as many cells. */
size_t extent_smi_csv(struct str text)
{
	struct str rest = text, line;
	struct csv csv;
	size_t n;

	(void)str_next(&rest, '\n', &line);
	(void)parse_header(line, &csv);
	n = text.n - rest.n;
	while (str_next(&rest, '\n', &line)) {
		if (!is_row(&csv, line))
			break;
		n = text.n - rest.n;
	}
	return n;
}

static void take_cell(enum column column, struct str cell, struct sight *s,
                      struct sight_gpu *gpu)
{
	switch (column) {
	case COLUMN_NAME:
		if (smi_is_product(cell))
			gpu->product = cell;
		break;
	case COLUMN_DRIVER:
		if (s->driver.n == 0)
			s->driver = text_version(cell);
		break;
	case COLUMN_UUID:
		gpu->uuid = cell;
		break;
	case COLUMN_MEMORY:
		(void)text_number(cell, &gpu->memory);
		break;
	case COLUMN_POWER:
		(void)text_number(cell, &gpu->power);
		break;
	case COLUMN_CC:
		gpu->cc = text_version(cell);
		break;
	case COLUMN_MIG:
		gpu->mig = str_eq(cell, STR("Enabled"));
		break;
	case COLUMN_MODEL:
		s->windows |= smi_is_windows(cell);
		break;
	case COLUMN_COUNT:
		(void)str_uint(cell, &s->attached);
		break;
	case COLUMN_OTHER:
		break;
	}
}

int read_smi_csv(const struct document *d, struct arena *a, struct sights *out,
                 struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct str rest = d->text, line, cell;
	struct csv csv;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	(void)str_next(&rest, '\n', &line);
	(void)parse_header(line, &csv);
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct sight_gpu gpu = {0}, *added;
		size_t i = 0;

		for (line = str_trim(line);
		     i < csv.n && next_cell(&csv, &line, &cell);)
			take_cell(csv.v[i++], cell, s, &gpu);
		if (gpu.product.n == 0 && gpu.cc.n == 0)
			continue;
		added = sight_add_gpu(s, a);
		if (!added)
			return err_set(err, ERR_USAGE, "more than %d GPUs",
			               SIGHT_GPUS);
		*added = gpu;
	}
	return 0;
}
