/* nvidia-smi, as it is printed and as it is pasted. */
#include "fleet/smi_text.h"

#include <string.h>

static bool is_word_end(struct str s, size_t at)
{
	const char c = (char)(at ? s.p[at - 1] : ' ');

	return !((c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
	         (c >= 'A' && c <= 'F'));
}

/* Where the cell of the bus id begins; Tegra has "N/A" in it. */
static size_t bus_cell(struct str line)
{
	for (size_t i = 0; i < line.n; i++) {
		struct str s = str_from(line, i);

		if (i && is_word_end(line, i) && smi_is_bus_id(s))
			return i;
		if (line.p[i] == '|' &&
		    str_has_prefix(str_trim(str_from(s, 1)), STR("N/A")))
			return i;
	}
	return SIZE_MAX;
}

/* Takes the last word off; what stands before the bus id is the state of the
 * persistence daemon, on Windows the driver model. */
static struct str cut_state(struct str *s)
{
	static const char *const words[] = {"On",   "Off",     "N/A",
	                                    "TCC",  "Enabled", "Disabled",
	                                    "ERR!", "WDDM",    "MCDM"};
	size_t n = s->n;
	struct str last;

	while (n && s->p[n - 1] != ' ' && s->p[n - 1] != '\t')
		n--;
	last = str_from(*s, n);
	for (size_t i = 0; n && i < sizeof words / sizeof *words; i++) {
		if (str_eq(last, str_c(words[i]))) {
			*s = str_trim((struct str){s->p, n});
			return last;
		}
	}
	return (struct str){0};
}

/* Behind the frame that is nearest: in front of it a log writes its own. */
static struct str last_cell(struct str s)
{
	for (size_t i = s.n; i-- > 0;)
		if (s.p[i] == '|')
			return text_unframe(str_from(s, i));
	return s;
}

/* "|   0  NVIDIA GeForce RTX 3090        Off | 00000000:01:00.0 Off |" */
static bool parse_row(struct str line, struct str *product, struct str *state)
{
	struct str cell, index;
	size_t bus, n = 0;
	uint64_t i;

	line = text_unframe(line);
	bus = bus_cell(line);
	if (bus == SIZE_MAX)
		return false;
	cell = last_cell(text_unframe((struct str){line.p, bus}));
	while (n < cell.n && cell.p[n] != ' ' && cell.p[n] != '\t')
		n++;
	index = (struct str){cell.p, n};
	if (!str_uint(index, &i) || i >= SIGHT_GPUS)
		return false;
	*product = str_trim(str_from(cell, n));
	*state = cut_state(product);
	if (state->n == 0 && line.p[bus] == '|')
		return false; /* a row of a process or of a MIG device */
	return smi_is_product(*product);
}

/* Behind unit and '/', the number: of "1MiB / 24265MiB" the second. */
static uint64_t total(struct str line, struct str unit)
{
	size_t at = text_find(line, unit);
	uint64_t n = 0;

	if (at != SIZE_MAX)
		(void)text_number(str_from(line, at + unit.n), &n);
	return n;
}

/* The second line of a GPU's rows: what it has of memory and power. */
static void take_usage(struct sight_gpu *gpu, struct str line)
{
	if (gpu->memory == 0)
		gpu->memory = total(line, STR("MiB / "));
	if (gpu->power == 0)
		gpu->power = total(line, STR("W / "));
}

static bool is_header(struct str line)
{
	size_t at = text_find(line, STR("NVIDIA-SMI "));

	return at != SIZE_MAX &&
	       text_version(text_word(str_from(line, at + 11))).n;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* "21:05:58", in whatever language the day is */
static bool has_time(struct str s)
{
	for (size_t i = 0; i + 5 < s.n; i++)
		if (is_digit(s.p[i]) && s.p[i + 1] == ':' &&
		    is_digit(s.p[i + 2]) && is_digit(s.p[i + 3]) &&
		    s.p[i + 4] == ':' && is_digit(s.p[i + 5]))
			return true;
	return false;
}

/* The lines in front of the header: its date, its frame. */
static bool leads_header(struct str text)
{
	struct str line, rest = text;

	(void)str_next(&rest, '\n', &line);
	if (!str_contains(line, STR("+---")) && !has_time(line))
		return false;
	for (int i = 0; i < 2 && str_next(&rest, '\n', &line); i++)
		if (is_header(line))
			return true;
	return false;
}

enum begins begins_smi_table(struct str text)
{
	struct str line = text_line(text), product, state;

	if (is_header(line) || leads_header(text))
		return BEGINS_HERE;
	if (text_version(text_word(text_value(line, STR("Driver Version"))))
	            .n &&
	    str_contains(line, STR("Driver Version:")))
		return BEGINS_MAYBE;
	return parse_row(line, &product, &state) ? BEGINS_MAYBE : BEGINS_NOT;
}

/* The date may be in front, in lines of its own. */
static struct str date(const struct document *d, struct arena *a)
{
	struct str lead = d->lead;
	size_t lines = 0;

	for (size_t i = lead.n; i-- > 0;) {
		lines += lead.p[i] == '\n';
		if (lines == 5) {
			lead = str_from(lead, i);
			break;
		}
	}
	return text_date(lead, a);
}

int read_smi_table(const struct document *d, struct arena *a,
                   struct sights *out, struct err *err)
{
	struct sight *s = import_sight(out, a, d);
	struct str rest = d->text, line, product, state;
	struct sight_gpu *gpu = NULL;

	if (!s)
		return err_set(err, ERR_USAGE, "too many hosts");
	s->as_of = date(d, a);
	smi_take_header(d->text, a, s);
	while (str_next(&rest, '\n', &line)) {
		if (!parse_row(line, &product, &state)) {
			if (gpu)
				take_usage(gpu, line);
			continue;
		}
		gpu = sight_add_gpu(s, a);
		if (!gpu)
			return err_set(err, ERR_USAGE, "more than %d GPUs",
			               SIGHT_GPUS);
		gpu->product = product;
		s->windows |= smi_is_windows(state);
	}
	return 0;
}
