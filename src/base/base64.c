#include "base/base64.h"

#include <string.h>

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
			       "abcdefghijklmnopqrstuvwxyz0123456789+/";

static void encode_group(const unsigned char *p, size_t n, struct buf *out)
{
	uint32_t bits = (uint32_t)p[0] << 16;

	if (n > 1)
		bits |= (uint32_t)p[1] << 8;
	if (n > 2)
		bits |= p[2];
	for (size_t i = 0; i < 4; i++) {
		char c = alphabet[bits >> (18 - 6 * i) & 63];

		if (i > n)
			c = '=';
		buf_addc(out, c, 1);
	}
}

void base64_encode(struct str bytes, struct buf *out)
{
	const unsigned char *p = (const unsigned char *)bytes.p;

	for (size_t i = 0; i < bytes.n; i += 3)
		encode_group(p + i, bytes.n - i < 3 ? bytes.n - i : 3, out);
}

bool base64_decode(struct str text, struct arena *a, struct str *out)
{
	char *to = arena_array(a, char, text.n + 1);
	uint32_t bits = 0;
	size_t n = 0, have = 0;

	while (text.n && text.p[text.n - 1] == '=')
		text.n--;
	for (size_t i = 0; i < text.n; i++) {
		const char *at = text.p[i] ? strchr(alphabet, text.p[i]) : NULL;

		if (!at)
			return false;
		bits = bits << 6 | (uint32_t)(at - alphabet);
		have += 6;
		if (have >= 8) {
			have -= 8;
			to[n++] = (char)(unsigned char)(bits >> have);
		}
	}
	*out = (struct str){to, n};
	return true;
}
