#include "base/utf8.h"

/* Bytes of the sequence that starts so; 0: none does. */
static size_t sequence_len(unsigned char c)
{
	if (c < 0x80)
		return 1;
	if (c < 0xc2 || c > 0xf4)
		return 0;
	return c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
}

static bool is_character(uint32_t cp, size_t len)
{
	static const uint32_t lowest[] = {0, 0, 0x80, 0x800, 0x10000};

	return cp >= lowest[len] && cp <= 0x10ffff &&
	       !(cp >= 0xd800 && cp <= 0xdfff);
}

size_t utf8_decode(const char *p, size_t n, uint32_t *cp)
{
	unsigned char first = (unsigned char)p[0];
	size_t len = sequence_len(first);

	if (len == 0 || len > n)
		return 0;
	*cp = len == 1 ? first : first & (0x7fU >> len);
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*cp = *cp << 6 | (p[i] & 0x3f);
	}
	return is_character(*cp, len) ? len : 0;
}

bool utf8_is_unsafe(uint32_t cp)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0x0000, 0x001f}, {0x007f, 0x009f}, {0x061c, 0x061c},
		{0x200b, 0x200f}, {0x2028, 0x202e}, {0x2060, 0x206f},
		{0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (cp >= ranges[i].first && cp <= ranges[i].last)
			return true;
	return false;
}
