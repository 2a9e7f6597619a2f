/*
 * usage: inflate-BACKEND [-t] [FILE...]
 *
 * What comes out of gzip streams, whole, damaged and cut: a line for each.
 * Two of these, linked with one backend each, have to print the same lines,
 * and also with -t, on another thread.
 */
#include "image/inflate.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#define ZLIB_CONST
#include <zlib.h>

#include "base/buf.h"

enum {
	SMALL = 1200,
	LARGE = 400 * 1000,
	EVERYWHERE = 1 << 20, /* where a small stream is damaged … */
	PLACES = 100,         /* … a large one … */
	FEW = 6,              /* … and a file */
};

static char text[LARGE];
static struct pool *pool; /* with -t */

/* Hands out bytes in pieces, as files and pipes do not: so every state that a
   member can be left in is left and found again. */
struct pieces {
	struct stream s;
	struct str rest;
	size_t most;
};

static int pieces_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct pieces *p = (struct pieces *)s;
	size_t n = p->rest.n < p->most ? p->rest.n : p->most;

	(void)err;
	*chunk = (struct str){p->rest.p, n};
	p->rest = str_from(p->rest, n);
	return 0;
}

static struct stream *pieces(struct str bytes, size_t most)
{
	static const struct stream_ops ops = {pieces_next, NULL, NULL, NULL};
	struct pieces *p = stream_new(struct pieces, &ops);

	p->rest = bytes;
	p->most = most;
	return &p->s;
}

/* "ok SIZE DIGEST", or the kind of the error and no more: at which byte it is
 * found, and so whether data is cut or corrupt, may differ. */
static void unpack(struct stream *inner, struct inflate_limits lim, char *said,
                   size_t room)
{
	struct stream *s = inflate_beside(pool, COMP_GZIP, inner, lim);
	struct sha256 *h = sha256_open();
	struct str chunk = {0};
	struct err err = {0};
	uint64_t n = 0;
	int rc;

	do {
		rc = stream_next(s, &chunk, &err);
		if (rc == 0)
			sha256_add(h, chunk);
		n += chunk.n;
	} while (rc == 0 && chunk.n);
	if (rc)
		(void)snprintf(said, room, "%s",
		               err.kind == ERR_LIMIT ? "limit" : "bad");
	else
		(void)snprintf(said, room, "ok %llu %.15s",
		               (unsigned long long)n, sha256_end(h).text);
	sha256_close(h);
	stream_close(s);
}

static void tell(const char *name, const char *what, size_t at, struct str gz,
                 size_t most)
{
	struct inflate_limits none = {0};
	char said[80];

	unpack(pieces(gz, most), none, said, sizeof said);
	printf("%s %s %zu by %zu: %s\n", name, what, at, most, said);
}

static void flip(const char *name, struct buf *gz, size_t at)
{
	static const char masks[] = "\x01\x10\x80\xff";

	for (size_t i = 0; i < sizeof masks - 1; i++) {
		gz->p[at] ^= masks[i];
		tell(name, "flip", at * 10 + i, buf_str(gz), STREAM_CHUNK);
		gz->p[at] ^= masks[i];
	}
}

static void cut(const char *name, const struct buf *gz, size_t at)
{
	size_t most = (gz->n > 2 * SMALL ? 4096 : 1) + at % 9;

	tell(name, "cut", at, (struct str){gz->p, at}, STREAM_CHUNK);
	tell(name, "cut", at, (struct str){gz->p, at}, most);
}

static void damage(const char *name, struct buf *gz, size_t places)
{
	size_t step = (gz->n + places - 1) / places;

	for (size_t at = 0; at < gz->n; at += step) {
		flip(name, gz, at);
		cut(name, gz, at);
	}
	for (size_t back = 1; back < 20 && back < gz->n; back++)
		cut(name, gz, gz->n - back);
}

static void limit(const char *name, const struct buf *gz, uint64_t out)
{
	const struct inflate_limits rows[] = {
		{.max_bytes = out},
		{.max_bytes = out - 1},
		{.max_ratio = 2, .ratio_from = 1},
		{.max_ratio = 2, .ratio_from = out + 1},
		{.max_ratio = out / gz->n + 1, .ratio_from = 1},
	};
	char said[80];

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		unpack(stream_of_bytes(buf_str(gz)), rows[i], said,
		       sizeof said);
		printf("%s limit %zu: %s\n", name, i, said);
	}
}

static void examine(const char *name, struct buf *gz, uint64_t out,
                    size_t places)
{
	const size_t sizes[] = {1, 2, 3, 7, 8, 9, 64, 4096, STREAM_CHUNK};

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
		if (gz->n < 2 * SMALL || sizes[i] > 9)
			tell(name, "whole", 0, buf_str(gz), sizes[i]);
	if (out)
		limit(name, gz, out);
	damage(name, gz, places);
	buf_addc(gz, '\0', 3);
	tell(name, "padded", 3, buf_str(gz), 4096);
	buf_addc(gz, 'x', 1);
	tell(name, "trailed", 4, buf_str(gz), 4096);
	buf_free(gz);
}

static void add(struct buf *b, struct str s, int level, int strategy,
                gz_header *head)
{
	static unsigned char out[2 * LARGE];
	z_stream z = {.next_in = (const unsigned char *)s.p,
	              .avail_in = (unsigned)s.n,
	              .next_out = out,
	              .avail_out = sizeof out};
	int code = deflateInit2(&z, level, Z_DEFLATED, 16 + 15, 8, strategy);

	assert(code == Z_OK);
	if (head)
		(void)deflateSetHeader(&z, head);
	code = deflate(&z, Z_FINISH);
	assert(code == Z_STREAM_END);
	buf_add(b, (struct str){(char *)out, sizeof out - z.avail_out});
	(void)deflateEnd(&z);
}

static void one(const char *name, struct str s, int level, int strategy)
{
	struct buf b = {0};

	add(&b, s, level, strategy, NULL);
	examine(name, &b, s.n, s.n > SMALL ? PLACES : EVERYWHERE);
}

static void heads(void)
{
	static unsigned char extra[300] = "AB\x04", name[] = "name.tar",
			     comment[] = "said";
	struct str s = {text, 40};

	for (int which = 0; which < 16; which++) {
		struct buf b = {0};
		gz_header head = {.text = which & 1,
		                  .hcrc = which >> 1 & 1,
		                  .extra = which & 4 ? extra : NULL,
		                  .extra_len = 8 + 50 * (unsigned)which % 290,
		                  .name = which & 8 ? name : NULL,
		                  .comment = which & 8 ? comment : NULL};
		char label[20];

		(void)snprintf(label, sizeof label, "head-%d", which);
		add(&b, s, 6, Z_DEFAULT_STRATEGY, &head);
		examine(label, &b, s.n, EVERYWHERE);
	}
}

static void members(void)
{
	struct buf b = {0};
	gz_header head = {.hcrc = 1};

	add(&b, (struct str){text, 300}, 6, Z_DEFAULT_STRATEGY, NULL);
	add(&b, (struct str){text, 0}, 6, Z_DEFAULT_STRATEGY, &head);
	add(&b, (struct str){text + 300, 200}, 0, Z_DEFAULT_STRATEGY, NULL);
	buf_addc(&b, '\0', 5);
	add(&b, (struct str){text, 50}, 6, Z_FIXED, NULL);
	examine("members", &b, 550, EVERYWHERE);
	for (size_t at = 0; at < LARGE; at += LARGE / 10)
		add(&b, (struct str){text + at, LARGE / 10}, 9,
		    Z_DEFAULT_STRATEGY, NULL);
	examine("many", &b, LARGE, PLACES);
}

static void bytes_of(const char *path)
{
	FILE *f = fopen(path, "rb");
	struct buf b = {0};
	char part[4096];
	size_t n;

	assert(f);
	while ((n = fread(part, 1, sizeof part, f)) > 0)
		buf_add(&b, (struct str){part, n});
	(void)fclose(f);
	examine(path, &b, 0, FEW);
}

/* Some words, then what is like nothing before it, then again what was 32 KiB and
 * less before. */
static void write_text(void)
{
	unsigned x = 1;

	for (size_t i = 0; i < LARGE; i++) {
		x = x * 69069 + 1;
		if (i < LARGE / 4)
			text[i] = "abcdefgh"[x >> 29 & x >> 26 & 7];
		else if (i < LARGE / 2)
			text[i] = (char)(x >> 24);
		else
			text[i] = text[i - 32000 - (i >> 12 & 511)];
	}
}

int main(int argc, char **argv)
{
	const struct str small = {text, SMALL}, large = {text, LARGE};
	struct inflate_library lib = inflate_library();

	struct arena a = {0};
	int first = argc > 1 && strcmp(argv[1], "-t") == 0 ? 2 : 1;

	if (first == 2)
		pool = pool_open(&a, 2);
	fprintf(stderr, "%s %s%s\n", lib.name, lib.version,
	        pool ? ", on another thread" : "");
	write_text();
	one("empty", (struct str){text, 0}, 6, Z_DEFAULT_STRATEGY);
	one("stored", small, 0, Z_DEFAULT_STRATEGY);
	one("fixed", small, 6, Z_FIXED);
	one("huffman", small, 6, Z_HUFFMAN_ONLY);
	one("small", small, 9, Z_DEFAULT_STRATEGY);
	one("large-stored", large, 0, Z_DEFAULT_STRATEGY);
	one("large-fixed", large, 6, Z_FIXED);
	one("large", large, 9, Z_DEFAULT_STRATEGY);
	heads();
	members();
	for (int i = first; i < argc; i++)
		bytes_of(argv[i]);
	pool_close(pool);
	arena_free(&a);
	return 0;
}
