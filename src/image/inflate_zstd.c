#include "image/inflate.h"

#include "image/limits.h"

#include <string.h>
#include <zstd.h>

enum { WINDOW_LOG_MIN = 10 }; /* RFC 8878, 3.1.1.1.2 */

struct unzstd {
	struct stream s;
	struct stream *inner; /* owned */
	struct inflate_limits lim;
	ZSTD_DStream *z;
	ZSTD_inBuffer in;
	int window_log;    /* no larger one */
	uint64_t fed, out; /* bytes so far */
	bool between;      /* frames: at least one is complete */
	bool full;         /* the last output buffer was: there may be more */
	char *buf;
};

/* The one place that knows libzstd's errors. */
static int fail(const struct unzstd *u, size_t code, struct err *err)
{
	const char *why = ZSTD_getErrorName(code);

	if (strstr(why, "too much memory"))
		return limit_hit(err, "zstd-window",
		                 "zstd window above %llu bytes (made with "
		                 "--long)",
		                 1ULL << u->window_log);
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

static int unzstd_into(struct stream *s, char *room, struct str *chunk,
                       struct err *err)
{
	struct unzstd *u = (struct unzstd *)s;
	ZSTD_outBuffer out = {room, STREAM_CHUNK, 0};
	bool ended = false;
	size_t code;

	while (out.pos == 0) {
		if (refill(u, &ended, err))
			return -1;
		if (ended)
			break;
		code = ZSTD_decompressStream(u->z, &out, &u->in);
		if (ZSTD_isError(code))
			return fail(u, code, err);
		u->between = code == 0;
		u->full = out.pos == out.size && code != 0;
	}
	u->out += out.pos;
	*chunk = (struct str){room, out.pos};
	return inflate_check(&u->lim, u->fed, u->out, err);
}

static int unzstd_next(struct stream *s, struct str *chunk, struct err *err)
{
	return unzstd_into(s, ((struct unzstd *)s)->buf, chunk, err);
}

static void unzstd_close(struct stream *s)
{
	struct unzstd *u = (struct unzstd *)s;

	(void)ZSTD_freeDStream(u->z);
	stream_close(u->inner);
}

/* Of the largest window that is no larger. */
static int log_of(uint64_t window)
{
	int log = WINDOW_LOG_MIN;

	if (window == 0)
		window = image_limits_default().zstd_window;
	while (window >> log > 1)
		log++;
	return log;
}

struct stream *inflate_zstd(struct stream *inner, struct inflate_limits lim)
{
	static const struct stream_ops ops = {.next = unzstd_next,
	                                      .close = unzstd_close,
	                                      .into = unzstd_into};
	struct unzstd *u = stream_new(struct unzstd, &ops);

	u->inner = inner;
	u->lim = lim;
	u->buf = arena_array(&u->s.own, char, STREAM_CHUNK);
	u->z = ZSTD_createDStream();
	u->window_log = log_of(lim.max_window);
	(void)ZSTD_DCtx_setParameter(u->z, ZSTD_d_windowLogMax, u->window_log);
	return &u->s;
}
