#include "image/inflate.h"
#include "image/member.h"

#include <isa-l.h>
#include <isa-l/igzip_lib.h>
#include <string.h>

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x)

enum { RESERVED_FLAGS = 0xe0 }; /* "must be zero": RFC 1952, 2.3.1.2 */

struct member {
	struct inflate_state z;
	struct isal_gzip_header head; /* kept, as it can come in parts */
	bool has_head;
};

/* ISA-L 2.30 leaves the upper halves of vector registers in use, and then the
 * SHA instructions of libcrypto take 1.3 times as long. */
#ifdef __x86_64__
__attribute__((target("avx"))) static void leave(void)
{
	__builtin_ia32_vzeroupper();
}

static void tidy_up(void)
{
	if (__builtin_cpu_supports("avx"))
		leave();
}
#else
static void tidy_up(void)
{
}
#endif

struct inflate_library inflate_library(void)
{
	return (struct inflate_library){
		"ISA-L",
		TEXT(ISAL_MAJOR_VERSION) "." TEXT(ISAL_MINOR_VERSION) "." TEXT(
			ISAL_PATCH_VERSION)};
}

struct member *member_open(struct arena *a)
{
	struct member *m = arena_new(a, struct member);

	isal_inflate_init(&m->z);
	m->z.crc_flag = ISAL_GZIP_NO_HDR_VER;
	return m;
}

void member_next(struct member *m)
{
	isal_inflate_reset(&m->z);
	m->head = (struct isal_gzip_header){0};
	m->has_head = false;
}

void member_close(struct member *m)
{
	(void)m; /* all of it is the arena's */
}

/* isal_inflate() would forget the part of a header that came before. */
static int read_head(struct member *m)
{
	int code = isal_read_gzip_header(&m->z, &m->head);

	m->has_head = code == ISAL_DECOMP_OK;
	if (m->has_head && m->head.flags & RESERVED_FLAGS)
		return ISAL_INVALID_WRAPPER;
	return code;
}

enum member_state member_step(struct member *m, struct str *in, char *out,
                              size_t room, size_t *n)
{
	int code = ISAL_DECOMP_OK;

	/* It only reads there, but does not say const. */
	memcpy(&m->z.next_in, &in->p, sizeof in->p);
	m->z.avail_in = (uint32_t)in->n;
	m->z.next_out = (uint8_t *)out;
	m->z.avail_out = (uint32_t)room;
	if (!m->has_head)
		code = read_head(m);
	if (m->has_head && code == ISAL_DECOMP_OK)
		code = isal_inflate(&m->z);
	tidy_up();
	*in = str_from(*in, in->n - m->z.avail_in);
	*n = room - m->z.avail_out;
	if (code < 0)
		return MEMBER_CORRUPT;
	return m->z.block_state == ISAL_BLOCK_FINISH ? MEMBER_ENDED :
	                                               MEMBER_GOES_ON;
}
