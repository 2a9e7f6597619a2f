#include "image/inflate.h"
#include "image/member.h"

#include <assert.h>

struct gunzip {
	struct stream s;
	struct stream *inner; /* owned */
	struct inflate_limits lim;
	struct member *m;
	struct str in;     /* of inner, not yet taken */
	uint64_t fed, out; /* bytes so far */
	bool between;      /* members: at least one is complete */
	bool ended;        /* inner is at its end, between members */
	char *buf;
};

static int refill(struct gunzip *g, struct err *err)
{
	if (stream_next(g->inner, &g->in, err))
		return -1;
	if (g->in.n == 0 && !g->between)
		return err_set(err, ERR_FORMAT, "truncated gzip data");
	g->ended = g->in.n == 0;
	assert(g->in.n <= INT32_MAX); /* the libraries count in 32 bits */
	g->fed += g->in.n;
	return 0;
}

/* Zeros may pad the end; anything else is a further member. */
static int start_member(struct gunzip *g, struct err *err)
{
	while (g->in.n && *g->in.p == 0)
		g->in = str_from(g->in, 1);
	if (g->in.n == 0)
		return refill(g, err);
	if (*g->in.p != 0x1f)
		return err_set(err, ERR_FORMAT,
		               "corrupt gzip data: more bytes after its end");
	member_next(g->m);
	g->between = false;
	return 0;
}

/* More is fetched only once nothing comes out: of what went in before, some can
 * wait in there, and the limits compare all of both. */
static int inflate_some(struct gunzip *g, char *room, size_t *n,
                        struct err *err)
{
	switch (member_step(g->m, &g->in, room, STREAM_CHUNK, n)) {
	case MEMBER_GOES_ON:
		return *n || g->in.n ? 0 : refill(g, err);
	case MEMBER_ENDED:
		g->between = true;
		return 0;
	case MEMBER_CORRUPT:
		return err_set(err, ERR_FORMAT, "corrupt gzip data");
	case MEMBER_NO_MEMORY:
		break;
	}
	return err_set(err, ERR_LIMIT, "gzip: out of memory");
}

static int gunzip_into(struct stream *s, char *room, struct str *chunk,
                       struct err *err)
{
	struct gunzip *g = (struct gunzip *)s;
	size_t n = 0;

	while (n == 0 && !g->ended)
		if (g->between ? start_member(g, err) :
		                 inflate_some(g, room, &n, err))
			return -1;
	g->out += n;
	*chunk = (struct str){room, n};
	return inflate_check(&g->lim, g->fed, g->out, err);
}

static int gunzip_next(struct stream *s, struct str *chunk, struct err *err)
{
	return gunzip_into(s, ((struct gunzip *)s)->buf, chunk, err);
}

static void gunzip_close(struct stream *s)
{
	struct gunzip *g = (struct gunzip *)s;

	member_close(g->m);
	stream_close(g->inner);
}

struct stream *inflate_gzip(struct stream *inner, struct inflate_limits lim)
{
	static const struct stream_ops ops = {.next = gunzip_next,
	                                      .close = gunzip_close,
	                                      .into = gunzip_into};
	struct gunzip *g = stream_new(struct gunzip, &ops);

	g->inner = inner;
	g->lim = lim;
	g->in = STR("");
	g->m = member_open(&g->s.own);
	g->buf = arena_array(&g->s.own, char, STREAM_CHUNK);
	return &g->s;
}
