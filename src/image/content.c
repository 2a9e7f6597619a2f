#include "image/content.h"

#include <string.h>

enum { BLOCK = 512, SUM_AT = 148, SUM_END = 156 };

static bool is_zero(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i])
			return false;
	return true;
}

/* The octal number in the checksum field; -1: there is none. */
static long stored_sum(const unsigned char *p)
{
	long sum = 0;
	int i = SUM_AT;

	while (i < SUM_END && p[i] == ' ')
		i++;
	if (i == SUM_END || p[i] < '0' || p[i] > '7')
		return -1;
	while (i < SUM_END && p[i] >= '0' && p[i] <= '7')
		sum = sum * 8 + (p[i++] - '0');
	return sum;
}

static bool is_tar_header(struct str head)
{
	const unsigned char *p = (const unsigned char *)head.p;
	long as_unsigned = 0, as_signed = 0, stored;

	if (head.n < BLOCK)
		return false;
	for (int i = 0; i < BLOCK; i++) {
		unsigned char c = i >= SUM_AT && i < SUM_END ? ' ' : p[i];

		as_unsigned += c;
		as_signed += (signed char)c; /* some old writers */
	}
	stored = stored_sum(p);
	return stored == as_unsigned || stored == as_signed;
}

/* Some file systems begin with 1024 zero bytes too, so look further. */
static bool is_empty_tar(struct str head)
{
	return head.n >= BLOCK && is_zero(head);
}

static bool is_json(struct str head)
{
	struct str s = str_trim(head);

	return s.n && (s.p[0] == '{' || s.p[0] == '[');
}

enum content content_of(struct str head)
{
	if (head.n == 0)
		return CONTENT_EMPTY;
	if (is_tar_header(head) || is_empty_tar(head))
		return CONTENT_TAR;
	switch (inflate_sniff(head)) {
	case COMP_GZIP:
		return CONTENT_GZIP;
	case COMP_ZSTD:
		return CONTENT_ZSTD;
	case COMP_NONE:
		break;
	}
	return is_json(head) ? CONTENT_JSON : CONTENT_OTHER;
}

struct magic {
	size_t at;
	struct str bytes;
	const char *name;
};

static bool is_text(struct str head)
{
	for (size_t i = 0; i < head.n; i++)
		if ((unsigned char)head.p[i] < ' ' &&
		    !str_contains(STR("\t\n\r\f"), (struct str){&head.p[i], 1}))
			return false;
	return true;
}

static const char *other_name(struct str head)
{
	static const struct magic magics[] = {
		{0, {"hsqs", 4}, "a squashfs image"},
		{0,
	         {"\xfd"
	          "7zXZ",
	          5},
	         "xz data"},
		{0, {"BZh", 3}, "bzip2 data"},
		{0, {"\x04\x22\x4d\x18", 4}, "lz4 data"},
		{0, {"PK\x03\x04", 4}, "a ZIP archive"},
		{0,
	         {"\x7f"
	          "ELF",
	          4},
	         "an ELF file"},
		{0, {"SQLite format 3", 15}, "an SQLite database"},
		{0, {"QFI\xfb", 4}, "a qcow2 disk image"},
		{0, {"070701", 6}, "a cpio archive"},
		{0, {"!<arch>", 7}, "an ar archive or Debian package"},
		{0, {"\xed\xab\xee\xdb", 4}, "an RPM package"},
		{32, {"SIF_MAGIC", 9}, "an Apptainer (SIF) image"},
		{1024, {"\xe2\xe1\xf5\xe0", 4}, "an EROFS image"},
		{1080, {"\x53\xef", 2}, "an ext4 image"},
	};

	for (size_t i = 0; i < sizeof magics / sizeof *magics; i++) {
		const struct magic *m = &magics[i];

		if (str_has_prefix(str_from(head, m->at), m->bytes))
			return m->name;
	}
	if (str_has_prefix(str_trim(head), STR("FROM ")) ||
	    str_contains(head, STR("\nFROM ")))
		return "text, like a Dockerfile";
	return is_text(head) ? "text" : "data of an unknown format";
}

const char *content_name(struct str head)
{
	switch (content_of(head)) {
	case CONTENT_EMPTY:
		return "nothing (it is empty)";
	case CONTENT_TAR:
		return "a tar archive";
	case CONTENT_GZIP:
		return "gzip data";
	case CONTENT_ZSTD:
		return "zstd data";
	case CONTENT_JSON:
		return "JSON";
	case CONTENT_OTHER:
		break;
	}
	return other_name(head);
}
