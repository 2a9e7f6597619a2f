#include "image/inflate.h"
#include "image/member.h"

#define ZLIB_CONST
#include <zlib.h>

enum { GZIP_ONLY = 16 + MAX_WBITS };

struct member {
	z_stream z;
};

struct inflate_library inflate_library(void)
{
	return (struct inflate_library){"zlib", zlibVersion()};
}

struct member *member_open(struct arena *a)
{
	struct member *m = arena_new(a, struct member);

	/* Out of memory shows again, as an error, at the first inflate(). */
	(void)inflateInit2(&m->z, GZIP_ONLY);
	return m;
}

void member_next(struct member *m)
{
	(void)inflateReset(&m->z);
}

void member_close(struct member *m)
{
	(void)inflateEnd(&m->z);
}

enum member_state member_step(struct member *m, struct str *in, char *out,
                              size_t room, size_t *n)
{
	int code;

	m->z.next_in = (const unsigned char *)in->p;
	m->z.avail_in = (unsigned)in->n;
	m->z.next_out = (unsigned char *)out;
	m->z.avail_out = (unsigned)room;
	code = inflate(&m->z, Z_NO_FLUSH);
	*in = str_from(*in, in->n - m->z.avail_in);
	*n = room - m->z.avail_out;
	if (code == Z_STREAM_END)
		return MEMBER_ENDED;
	if (code == Z_OK || code == Z_BUF_ERROR)
		return MEMBER_GOES_ON;
	return code == Z_MEM_ERROR ? MEMBER_NO_MEMORY : MEMBER_CORRUPT;
}
