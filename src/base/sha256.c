#include "base/sha256.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>

/* struct sha256 is never defined: it is libcrypto's context by our name. */
static EVP_MD_CTX *ctx_of(struct sha256 *h)
{
	return (EVP_MD_CTX *)(void *)h;
}

static _Noreturn void die(void)
{
	(void)fputs("cudalint: libcrypto has no SHA-256\n", stderr);
	exit(2);
}

struct sha256 *sha256_open(void)
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();

	if (!ctx || !EVP_DigestInit_ex(ctx, EVP_sha256(), NULL))
		die();
	return (struct sha256 *)(void *)ctx;
}

void sha256_add(struct sha256 *h, struct str bytes)
{
	if (bytes.n && !EVP_DigestUpdate(ctx_of(h), bytes.p, bytes.n))
		die();
}

struct digest sha256_end(struct sha256 *h)
{
	static const char hex[] = "0123456789abcdef";
	struct digest d = {.text = "sha256:"};
	unsigned char raw[EVP_MAX_MD_SIZE];
	unsigned n = 0;

	if (!EVP_DigestFinal_ex(ctx_of(h), raw, &n) || n != 32)
		die();
	for (unsigned i = 0; i < n; i++) {
		d.text[7 + 2 * i] = hex[raw[i] >> 4];
		d.text[8 + 2 * i] = hex[raw[i] & 15];
	}
	return d;
}

void sha256_close(struct sha256 *h)
{
	EVP_MD_CTX_free(ctx_of(h));
}

struct digest sha256_of(struct str bytes)
{
	struct sha256 *h = sha256_open();
	struct digest d;

	sha256_add(h, bytes);
	d = sha256_end(h);
	sha256_close(h);
	return d;
}

static bool is_hex(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
}

bool digest_is_valid(struct str text)
{
	if (text.n != SHA256_TEXT || !str_has_prefix(text, STR("sha256:")))
		return false;
	for (size_t i = 7; i < text.n; i++)
		if (!is_hex(text.p[i]))
			return false;
	return true;
}

struct str digest_str(const struct digest *d)
{
	return str_c(d->text);
}
