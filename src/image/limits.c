#include "image/limits.h"

#include <stdarg.h>
#include <stdio.h>

#define KIB UINT64_C(1024)
#define MIB (1024 * KIB)
#define GIB (1024 * MIB)
#define TIB (1024 * GIB)

/* What nobody has, and what sums of stay within 64 bits. */
#define MOST (UINT64_C(1) << 56)

#define LIMIT(name, m, bytes, usual, max, doc)                                 \
	{                                                                      \
		name, offsetof(struct image_limits, m), bytes, usual, max, doc \
	}

/* clang-format off */
const struct image_limit image_limit_rows[] = {
	LIMIT("json-bytes", json_bytes, true, 8 * MIB, GIB, "one manifest, index or config"),
	LIMIT("json-total", json_total, true, 64 * MIB, 16 * GIB, "all JSON in an input that is kept"),
	LIMIT("members", members, false, 100000, MOST, "members of an archive"),
	LIMIT("image-bytes", image_bytes, true, TIB, MOST, "an input, and all its layers, unpacked"),
	LIMIT("layer-bytes", layer_bytes, true, 256 * GIB, MOST, "a layer, unpacked"),
	LIMIT("ratio", ratio, false, 200, MOST, "bytes unpacked from one byte ..."),
	LIMIT("ratio-from", ratio_from, true, GIB, MOST, "... where more than this is unpacked"),
	LIMIT("zstd-window", zstd_window, true, 128 * MIB, 2 * GIB, "memory that zstd data asks for"),
	LIMIT("entries", entries, false, 50000000, MOST, "files in a layer"),
	LIMIT("holes", holes, true, 16 * GIB, MOST, "holes of the sparse files in a layer"),
	LIMIT("links", links, false, 100000, 100000000, "symbolic links in a layer (a gap)"),
	LIMIT("file-bytes", file_bytes, true, 16 * MIB, GIB, "a file that is read for what it says (a gap)"),
	LIMIT("rpm-bytes", rpm_bytes, true, 256 * MIB, GIB, "an rpm database (a gap)"),
	LIMIT("facts-bytes", facts_bytes, true, 40 * MIB, TIB, "memory for what an image's layers say (a gap)"),
};
/* clang-format on */
const size_t image_limit_rows_n =
	sizeof image_limit_rows / sizeof *image_limit_rows;

static uint64_t *member(struct image_limits *l, const struct image_limit *row)
{
	return (uint64_t *)(void *)((char *)l + row->off);
}

struct image_limits image_limits_default(void)
{
	struct image_limits l = {0};

	for (size_t i = 0; i < image_limit_rows_n; i++)
		*member(&l, &image_limit_rows[i]) = image_limit_rows[i].usual;
	return l;
}

static const char units[] = "KMGT";

/* "G", "GB" or "GiB" is the third power; 0: none of that. */
static int power_of(struct str unit)
{
	struct str letters = {units, sizeof units - 1}, tail;

	if (unit.n == 0)
		return 0;
	tail = str_from(unit, 1);
	if (tail.n && !str_eq(tail, STR("B")) && !str_eq(tail, STR("iB")))
		return -1;
	for (int i = 0; i < (int)letters.n; i++)
		if (letters.p[i] == unit.p[0])
			return i + 1;
	return -1;
}

static bool parse(struct str text, bool bytes, uint64_t *out)
{
	struct str digits = text;
	int power;

	while (digits.n &&
	       (digits.p[digits.n - 1] < '0' || digits.p[digits.n - 1] > '9'))
		digits.n--;
	power = power_of(str_from(text, digits.n));
	if (power < 0 || !str_uint(digits, out))
		return false;
	while (power--)
		if (__builtin_mul_overflow(*out, bytes ? KIB : 1000, out))
			return false;
	return true;
}

static int unknown(struct str name, struct err *err)
{
	return err_set(err, ERR_USAGE,
	               "there is no limit '%.*s'; --limit help lists them",
	               name.n < 60 ? (int)name.n : 60, name.p);
}

int image_limits_set(struct image_limits *l, struct str name, struct str value,
                     struct err *err)
{
	const struct image_limit *row = NULL;
	uint64_t n;

	for (size_t i = 0; i < image_limit_rows_n; i++)
		if (str_eq(name, str_c(image_limit_rows[i].name)))
			row = &image_limit_rows[i];
	if (!row)
		return unknown(name, err);
	if (!parse(value, row->bytes, &n) || n == 0 || n > row->max)
		return err_set(err, ERR_USAGE,
		               "a %s such as %s is wanted, not '" STR_F "'",
		               row->bytes ? "size" : "number",
		               row->bytes ? "512M or 2G" : "5000 or 2M",
		               STR_A(value));
	*member(l, row) = n;
	return 0;
}

/* The largest unit that it is a multiple of. */
static void print_value(const struct image_limit *row, struct buf *out)
{
	uint64_t n = row->usual;
	int power = 0;

	while (row->bytes && n % KIB == 0 && power < (int)sizeof units - 1) {
		n /= KIB;
		power++;
	}
	buf_printf(out, "%llu", (unsigned long long)n);
	if (power)
		buf_addc(out, units[power - 1], 1);
}

void image_limits_print(struct buf *out)
{
	enum { VALUE_AT = 14, DOC_AT = 25 };

	for (size_t i = 0; i < image_limit_rows_n; i++) {
		const struct image_limit *row = &image_limit_rows[i];
		size_t began = out->n;

		buf_add(out, str_c(row->name));
		buf_addc(out, ' ', VALUE_AT - (out->n - began));
		print_value(row, out);
		buf_addc(out, ' ', DOC_AT - (out->n - began));
		buf_printf(out, "%s\n", row->doc);
	}
}

int limit_hit(struct err *err, const char *name, const char *fmt, ...)
{
	char text[300];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	return err_set(err, ERR_LIMIT, "limit: %s; --limit %s=N raises it",
	               text, name);
}
