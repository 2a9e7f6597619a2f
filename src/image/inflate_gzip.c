#include "image/inflate.h"

#include <assert.h>
#define ZLIB_CONST
#include <zlib.h>

enum { GZIP_ONLY = 16 + MAX_WBITS };

struct gunzip {
	struct stream s;
	struct stream *inner; /* owned */
	struct inflate_limits lim;
	z_stream z;
	uint64_t in, out; /* bytes so far */
	bool between;     /* members: at least one is complete */
	bool ended;       /* inner is at its end, between members */
	unsigned char *buf;
};

/* The one place that knows zlib's errors. */
static int fail(const struct gunzip *g, int code, struct err *err)
{
	if (code == Z_MEM_ERROR)
		return err_set(err, ERR_LIMIT, "gzip: out of memory");
	return err_set(err, ERR_FORMAT, "corrupt gzip data: %s",
	               g->z.msg ? g->z.msg : "bad stream");
}

static int refill(struct gunzip *g, struct err *err)
{
	struct str chunk;

	if (g->z.avail_in)
		return 0;
	if (stream_next(g->inner, &chunk, err))
		return -1;
	if (chunk.n == 0 && !g->between)
		return err_set(err, ERR_FORMAT, "truncated gzip data");
	g->ended = chunk.n == 0;
	g->z.next_in = (const unsigned char *)chunk.p;
	g->z.avail_in = (unsigned)chunk.n;
	assert(g->z.avail_in == chunk.n);
	g->in += chunk.n;
	return 0;
}

/* Zeros may pad the end; anything else is a further member. */
static int start_member(struct gunzip *g, struct err *err)
{
	while (g->z.avail_in && *g->z.next_in == 0) {
		g->z.next_in++;
		g->z.avail_in--;
	}
	if (g->z.avail_in == 0)
		return 0;
	if (*g->z.next_in != 0x1f)
		return err_set(err, ERR_FORMAT,
		               "corrupt gzip data: more bytes after its end");
	(void)inflateReset(&g->z);
	g->between = false;
	return 0;
}

static int inflate_some(struct gunzip *g, struct err *err)
{
	int code = inflate(&g->z, Z_NO_FLUSH);

	if (code == Z_STREAM_END)
		g->between = true;
	else if (code != Z_OK && code != Z_BUF_ERROR)
		return fail(g, code, err);
	return 0;
}

static int gunzip_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct gunzip *g = (struct gunzip *)s;
	size_t n = 0;

	g->z.next_out = g->buf;
	g->z.avail_out = STREAM_CHUNK;
	while (n == 0 && !g->ended) {
		if (refill(g, err) || (g->between && start_member(g, err)) ||
		    (!g->between && inflate_some(g, err)))
			return -1;
		n = STREAM_CHUNK - g->z.avail_out;
	}
	g->out += n;
	*chunk = (struct str){(char *)g->buf, n};
	return inflate_check(&g->lim, g->in, g->out, err);
}

static void gunzip_close(struct stream *s)
{
	struct gunzip *g = (struct gunzip *)s;

	(void)inflateEnd(&g->z);
	stream_close(g->inner);
}

struct stream *inflate_gzip(struct stream *inner, struct inflate_limits lim)
{
	static const struct stream_ops ops = {gunzip_next, NULL, gunzip_close,
	                                      NULL};
	struct gunzip *g = stream_new(struct gunzip, &ops);

	g->inner = inner;
	g->lim = lim;
	g->buf = arena_array(&g->s.own, unsigned char, STREAM_CHUNK);
	/* Out of memory shows again, as an error, at the first inflate(). */
	(void)inflateInit2(&g->z, GZIP_ONLY);
	return &g->s;
}
