/* nvidia-smi and nvidia-smi -q, as they are printed and as they are pasted. */
#include "fleet/smi.h"

#include <string.h>

/* Bytes that quoting, numbering and frames put in front of a line or behind
 * it; a frame may be drawn with U+25xx. */
static size_t frame_bytes(struct str s)
{
	if (s.n >= 3 && s.p[0] == '\xe2' &&
	    (s.p[1] == '\x94' || s.p[1] == '\x95'))
		return 3;
	return s.n && s.p[0] && strchr(" \t\r>|#*", s.p[0]) ? 1 : 0;
}

static struct str unframe(struct str s)
{
	size_t n;

	while ((n = frame_bytes(s)) > 0)
		s = str_from(s, n);
	while (s.n && (frame_bytes(str_from(s, s.n - 1)) ||
	               (s.n >= 3 && frame_bytes(str_from(s, s.n - 3)) == 3)))
		s.n -= frame_bytes(str_from(s, s.n - 1)) ? 1 : 3;
	return s;
}

/* Behind "key :", the rest of the line; p == NULL when there is none. */
static struct str value_of(struct str text, struct str key)
{
	struct str line, tail;
	size_t at;

	while ((at = smi_find(text, key)) != SIZE_MAX) {
		text = str_from(text, at + key.n);
		(void)str_cut(text, '\n', &line, &tail);
		line = str_trim(line);
		if (line.n && line.p[0] == ':')
			return (struct str){line.p + 1, line.n - 1};
	}
	return (struct str){0};
}

static struct str first_word(struct str s)
{
	size_t n = 0;

	s = str_trim(s);
	while (n < s.n && !strchr(" \t\r\n|", s.p[n]) && s.p[n] != '\xe2')
		n++;
	return (struct str){s.p, n};
}

/* Since R610 the driver is the "KMD" and CUDA that of the "UMD". */
static const struct str driver_keys[] = {{"Driver Version", 14},
                                         {"KMD Version", 11}};
static const struct str cuda_keys[] = {{"CUDA Version", 12},
                                       {"CUDA UMD Version", 16}};

static struct str version_by(struct str text, const struct str keys[2])
{
	struct str v = smi_version(first_word(value_of(text, keys[0])));

	return v.n ? v : smi_version(first_word(value_of(text, keys[1])));
}

/* Up to the line of a second header, which begins another report. */
static struct str first_report(struct str text, bool *more)
{
	*more = false;
	for (size_t i = 0; i < 2; i++) {
		struct str v = value_of(text, driver_keys[i]);
		struct str next = {0};

		if (v.p)
			next = value_of(str_from(text, (size_t)(v.p - text.p)),
			                driver_keys[i]);
		if (!next.p)
			continue;
		*more = true;
		text.n = (size_t)(next.p - text.p);
		while (text.n && text.p[text.n - 1] != '\n')
			text.n--;
	}
	return text;
}

static bool is_host_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_';
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

/* Docker names a container by the first 12 digits of its id. */
static bool is_container_id(struct str host)
{
	size_t n = 0;

	while (n < host.n && is_hex(host.p[n]))
		n++;
	return n == 12 && host.n == 12;
}

/* "user@host:~$ nvidia-smi", "[user@host ~]$ nvidia-smi" */
static struct str prompt_host(struct str line)
{
	size_t at = smi_find(line, STR("@"));
	struct str host;
	size_t n = 0;

	if (at == SIZE_MAX || smi_find(line, STR("nvidia-smi")) == SIZE_MAX)
		return (struct str){0};
	line = str_from(line, at + 1);
	while (n < line.n && is_host_byte(line.p[n]))
		n++;
	host = (struct str){line.p, n};
	return n > 64 || is_container_id(host) ? (struct str){0} : host;
}

static void take_header(struct str text, struct arena *a, struct smi *out)
{
	size_t at = smi_find(text, STR("NVIDIA-SMI "));
	struct str rest = text, line;

	out->driver = version_by(text, driver_keys);
	out->cuda = version_by(text, cuda_keys);
	out->as_of = smi_date(text, a);
	if (at != SIZE_MAX)
		out->tool = smi_version(first_word(str_from(text, at + 11)));
	while (out->host.n == 0 && str_next(&rest, '\n', &line))
		out->host = prompt_host(line);
}

/* A PCI address with its domain, "00000000:0A:00.0". */
static bool is_bus_id(struct str s)
{
	static const char tail[] = ":hh:hh.h";
	size_t n = 0;

	while (n < s.n && is_hex(s.p[n]))
		n++;
	if ((n != 4 && n != 8) || s.n < n + sizeof tail - 1)
		return false;
	for (size_t i = 0; tail[i]; i++)
		if (tail[i] == 'h' ? !is_hex(s.p[n + i]) :
		                     s.p[n + i] != tail[i])
			return false;
	return true;
}

/* Where the cell of the bus id begins; Tegra has "N/A" in it. */
static size_t bus_cell(struct str line)
{
	for (size_t i = 0; i < line.n; i++) {
		struct str s = str_from(line, i);

		if (i && !is_hex(line.p[i - 1]) && is_bus_id(s))
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

static bool is_product(struct str s)
{
	bool letter = false;

	for (size_t i = 0; i < s.n; i++) {
		if ((unsigned char)s.p[i] < ' ')
			return false;
		letter |= (s.p[i] | 0x20) >= 'a' && (s.p[i] | 0x20) <= 'z';
	}
	return letter && s.n <= SMI_WORD && !str_eq(s, STR("N/A"));
}

/* "|   0  NVIDIA GeForce RTX 3090        Off | 00000000:01:00.0 Off |" */
static bool parse_row(struct str line, struct str *product, struct str *state)
{
	struct str cell, index;
	size_t bus, n = 0;
	uint64_t i;

	line = unframe(line);
	bus = bus_cell(line);
	if (bus == SIZE_MAX)
		return false;
	cell = unframe((struct str){line.p, bus});
	while (n < cell.n && cell.p[n] != ' ' && cell.p[n] != '\t')
		n++;
	index = (struct str){cell.p, n};
	if (!str_uint(index, &i) || i >= SMI_GPUS)
		return false;
	*product = str_trim(str_from(cell, n));
	*state = cut_state(product);
	if (state->n == 0 && line.p[bus] == '|')
		return false; /* a row of a process or of a MIG device */
	return is_product(*product);
}

void smi_parse_table(struct str text, struct arena *a, struct smi *out)
{
	struct str rest, line, product, state;

	rest = first_report(text, &out->more);
	take_header(rest, a, out);
	while (str_next(&rest, '\n', &line)) {
		struct smi_gpu *gpu;

		if (!parse_row(line, &product, &state))
			continue;
		gpu = smi_add_gpu(out, a);
		if (!gpu)
			return;
		gpu->product = product;
		out->windows |= smi_is_windows(state);
	}
}

static void take_item(struct smi *out, struct arena *a, struct str section,
                      struct str key, struct str value)
{
	struct smi_gpu *gpu =
		out->gpus.n ? &out->gpus.v[out->gpus.n - 1] : NULL;
	bool current = str_eq(key, STR("Current"));

	if (str_eq(key, STR("Attached GPUs"))) {
		if (!str_uint(value, &out->attached))
			out->attached = 0;
	} else if (str_eq(key, STR("Product Name")) && is_product(value) &&
	           !str_has_prefix(section, STR("vGPU "))) {
		gpu = smi_add_gpu(out, a);
		if (gpu)
			gpu->product = value;
	} else if (gpu && gpu->brand.n == 0 &&
	           str_eq(key, STR("Product Brand")) && is_product(value)) {
		gpu->brand = value;
	} else if (gpu && current && str_eq(section, STR("MIG Mode"))) {
		gpu->mig = str_eq(value, STR("Enabled"));
	} else if (current && str_eq(section, STR("Driver Model"))) {
		out->windows |= smi_is_windows(value);
	}
}

void smi_parse_query(struct str text, struct arena *a, struct smi *out)
{
	struct str section = {0};
	struct str rest, line, key, value;

	rest = first_report(text, &out->more);
	take_header(rest, a, out);
	while (str_next(&rest, '\n', &line)) {
		line = unframe(line);
		if (!str_cut(line, ':', &key, &value))
			section = line;
		else if (str_has_prefix(key, STR("GPU ")) &&
		         is_bus_id(str_from(line, 4)))
			section = (struct str){0};
		else
			take_item(out, a, section, str_trim(key),
			          str_trim(value));
	}
}
