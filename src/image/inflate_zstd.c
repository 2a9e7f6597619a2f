#include "image/inflate.h"

#include <string.h>
#include <zstd.h>

enum { WINDOW_LOG_MAX = 27 }; /* 128 MiB; images.md A6 */

struct unzstd {
	struct stream s;
	struct stream *inner; /* owned */
	struct inflate_limits lim;
	ZSTD_DStream *z;
	ZSTD_inBuffer in;
	uint64_t fed, out; /* bytes so far */
	bool between;      /* frames: at least one is complete */
	bool full;         /* the last output buffer was: there may be more */
	char *buf;
};

/* The one place that knows libzstd's errors. */
static int fail(size_t code, struct err *err)
{
	const char *why = ZSTD_getErrorName(code);

	if (strstr(why, "too much memory"))
		return err_set(
			err, ERR_LIMIT,
			"limit: zstd window above %d MiB (made with --long)",
			1 << (WINDOW_LOG_MAX - 20));
	return err_set(err, ERR_FORMAT, "corrupt zstd data: %s", why);
}

static int refill(struct unzstd *u, bool *ended, struct err *err)
{
	struct str chunk;

	if (u->in.pos < u->in.size || u->full)
		return 0;
	if (stream_next(u->inner, &chunk, err))
		return -1;
	if (chunk.n == 0 && !u->between)
		return err_set(err, ERR_FORMAT, "truncated zstd data");
	*ended = chunk.n == 0;
	u->in = (ZSTD_inBuffer){chunk.p, chunk.n, 0};
	u->fed += chunk.n;
	return 0;
}

static int unzstd_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct unzstd *u = (struct unzstd *)s;
	ZSTD_outBuffer out = {u->buf, STREAM_CHUNK, 0};
	bool ended = false;
	size_t code;

	while (out.pos == 0) {
		if (refill(u, &ended, err))
			return -1;
		if (ended)
			break;
		code = ZSTD_decompressStream(u->z, &out, &u->in);
		if (ZSTD_isError(code))
			return fail(code, err);
		u->between = code == 0;
		u->full = out.pos == out.size && code != 0;
	}
	u->out += out.pos;
	*chunk = (struct str){u->buf, out.pos};
	return inflate_check(&u->lim, u->fed, u->out, err);
}

static void unzstd_close(struct stream *s)
{
	struct unzstd *u = (struct unzstd *)s;

	(void)ZSTD_freeDStream(u->z);
	stream_close(u->inner);
}

struct stream *inflate_zstd(struct stream *inner, struct inflate_limits lim)
{
	static const struct stream_ops ops = {unzstd_next, NULL, unzstd_close,
	                                      NULL};
	struct unzstd *u = stream_new(struct unzstd, &ops);

	u->inner = inner;
	u->lim = lim;
	u->buf = arena_array(&u->s.own, char, STREAM_CHUNK);
	u->z = ZSTD_createDStream();
	(void)ZSTD_DCtx_setParameter(u->z, ZSTD_d_windowLogMax, WINDOW_LOG_MAX);
	return &u->s;
}
