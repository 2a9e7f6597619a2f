#include "fleet/smi_text.h"

bool smi_is_windows(struct str model)
{
	return str_eq(model, STR("WDDM")) || str_eq(model, STR("TCC")) ||
	       str_eq(model, STR("MCDM"));
}

/* Since R610 the driver is the "KMD" and CUDA that of the "UMD". */
static const struct str driver_keys[] = {{"Driver Version", 14},
                                         {"KMD Version", 11}};
static const struct str cuda_keys[] = {{"CUDA Version", 12},
                                       {"CUDA UMD Version", 16}};

static struct str version_by(struct str text, const struct str keys[2])
{
	struct str v = text_version(text_word(text_value(text, keys[0])));

	return v.n ? v : text_version(text_word(text_value(text, keys[1])));
}

void smi_take_header(struct str text, struct arena *a, struct sight *out)
{
	size_t at = text_find(text, STR("NVIDIA-SMI "));

	out->driver = version_by(text, driver_keys);
	out->cuda = version_by(text, cuda_keys);
	if (out->as_of.n == 0)
		out->as_of = text_date(text, a);
	if (at != SIZE_MAX)
		out->tool = text_version(text_word(str_from(text, at + 11)));
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ||
	       (c >= 'A' && c <= 'F');
}

bool smi_is_bus_id(struct str s)
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

bool smi_is_product(struct str s)
{
	bool letter = false;

	for (size_t i = 0; i < s.n; i++) {
		if ((unsigned char)s.p[i] < ' ')
			return false;
		letter |= (s.p[i] | 0x20) >= 'a' && (s.p[i] | 0x20) <= 'z';
	}
	return letter && s.n <= SIGHT_WORD && !str_eq(s, STR("N/A"));
}
