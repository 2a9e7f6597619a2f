#include "base/pack.h"

#include <string.h>

/* Any {v, n} slice, whatever it points at. */
struct slice {
	void *v;
	size_t n;
};

void pack_uint(struct buf *out, uint64_t n)
{
	for (; n > 0x7f; n >>= 7)
		buf_addc(out, (char)(n | 0x80), 1);
	buf_addc(out, (char)n, 1);
}

void pack_str(struct buf *out, struct str s)
{
	pack_uint(out, s.n);
	buf_add(out, s);
}

void pack_strs(struct buf *out, struct strs list)
{
	pack_uint(out, list.n);
	slice_for (struct str, s, list)
		pack_str(out, *s);
}

static void pack_int(struct buf *out, int64_t n)
{
	uint64_t u = (uint64_t)n;

	pack_uint(out, n < 0 ? ~(u << 1) : u << 1);
}

static void pack_ints(struct buf *out, const struct ints *list)
{
	pack_uint(out, list->n);
	slice_for (int64_t, n, *list)
		pack_int(out, *n);
}

static void pack_pairs(struct buf *out, const struct pairs *list)
{
	pack_uint(out, list->n);
	slice_for (struct pair, p, *list) {
		pack_str(out, p->key);
		pack_str(out, p->value);
	}
}

static void pack_list(struct buf *out, const struct schema *item,
                      const void *at)
{
	struct slice sl;

	memcpy(&sl, at, sizeof sl);
	pack_uint(out, sl.n);
	for (size_t i = 0; i < sl.n; i++)
		pack_record(out, item, (const char *)sl.v + i * item->size);
}

static void pack_field(struct buf *out, const struct field *f, const void *at)
{
	switch (f->type) {
	case F_BOOL:
		pack_uint(out, *(const bool *)at);
		break;
	case F_INT:
		pack_int(out, *(const int64_t *)at);
		break;
	case F_INTS:
		pack_ints(out, at);
		break;
	case F_STR:
		pack_str(out, *(const struct str *)at);
		break;
	case F_STRS:
		pack_strs(out, *(const struct strs *)at);
		break;
	case F_PAIRS:
		pack_pairs(out, at);
		break;
	case F_ENUM:
		pack_uint(out, (uint64_t) * (const int *)at);
		break;
	case F_OBJECT:
		pack_record(out, f->item, at);
		break;
	case F_LIST:
		pack_list(out, f->item, at);
		break;
	}
}

void pack_record(struct buf *out, const struct schema *sc, const void *rec)
{
	for (const struct field *f = sc->fields; f < sc->fields + sc->n; f++)
		pack_field(out, f, (const char *)rec + f->off);
}

static void fail(struct unpack *u)
{
	u->bad = true;
	u->rest = (struct str){0};
}

uint64_t unpack_uint(struct unpack *u)
{
	uint64_t n = 0;

	for (unsigned shift = 0; shift < 64 && u->rest.n; shift += 7) {
		unsigned char c = (unsigned char)u->rest.p[0];

		u->rest = str_from(u->rest, 1);
		n |= (uint64_t)(c & 0x7f) << shift;
		if (c < 0x80)
			return n;
	}
	fail(u);
	return 0;
}

unsigned unpack_below(struct unpack *u, size_t end)
{
	uint64_t n = unpack_uint(u);

	if (n < end)
		return (unsigned)n;
	fail(u);
	return 0;
}

struct str unpack_str(struct unpack *u)
{
	uint64_t n = unpack_uint(u);
	struct str s = {u->rest.p, n};

	if (n > u->rest.n || n >= u->left) {
		fail(u);
		return (struct str){0};
	}
	u->left -= n + 1;
	u->rest = str_from(u->rest, n);
	return arena_str(u->arena, s);
}

/* An item takes a byte at least, so no list is longer than what is left. */
void *unpack_list(struct unpack *u, size_t size, size_t *n)
{
	uint64_t count = unpack_uint(u);

	*n = 0;
	if (count > u->rest.n || count > u->left / size) {
		fail(u);
		return NULL;
	}
	*n = (size_t)count;
	u->left -= *n * size;
	return arena_alloc(u->arena, size, *n, alignof(max_align_t));
}

struct strs unpack_strs(struct unpack *u)
{
	struct strs list = {0};

	list.v = unpack_list(u, sizeof *list.v, &list.n);
	slice_for (struct str, s, list)
		*s = unpack_str(u);
	return list;
}

static int64_t unpack_int(struct unpack *u)
{
	uint64_t n = unpack_uint(u);

	return (int64_t)(n & 1 ? ~(n >> 1) : n >> 1);
}

static void unpack_ints(struct unpack *u, struct ints *out)
{
	out->v = unpack_list(u, sizeof *out->v, &out->n);
	slice_for (int64_t, n, *out)
		*n = unpack_int(u);
}

static void unpack_pairs(struct unpack *u, struct pairs *out)
{
	out->v = unpack_list(u, sizeof *out->v, &out->n);
	slice_for (struct pair, p, *out) {
		p->key = unpack_str(u);
		p->value = unpack_str(u);
	}
}

static void unpack_records(struct unpack *u, const struct schema *item,
                           void *at)
{
	struct slice sl;

	sl.v = unpack_list(u, item->size, &sl.n);
	for (size_t i = 0; i < sl.n; i++)
		unpack_record(u, item, (char *)sl.v + i * item->size);
	memcpy(at, &sl, sizeof sl);
}

/* Values without a name do not stand for anything, but for "absent". */
static void unpack_enum(struct unpack *u, const struct field *f, int *out)
{
	unsigned n = unpack_below(u, f->names_n);

	if (n && !f->names[n])
		fail(u);
	else
		*out = (int)n;
}

static void unpack_field(struct unpack *u, const struct field *f, void *at)
{
	switch (f->type) {
	case F_BOOL:
		*(bool *)at = unpack_below(u, 2);
		break;
	case F_INT:
		*(int64_t *)at = unpack_int(u);
		break;
	case F_INTS:
		unpack_ints(u, at);
		break;
	case F_STR:
		*(struct str *)at = unpack_str(u);
		break;
	case F_STRS:
		*(struct strs *)at = unpack_strs(u);
		break;
	case F_PAIRS:
		unpack_pairs(u, at);
		break;
	case F_ENUM:
		unpack_enum(u, f, at);
		break;
	case F_OBJECT:
		unpack_record(u, f->item, at);
		break;
	case F_LIST:
		unpack_records(u, f->item, at);
		break;
	}
}

void unpack_record(struct unpack *u, const struct schema *sc, void *rec)
{
	for (const struct field *f = sc->fields; f < sc->fields + sc->n; f++)
		unpack_field(u, f, (char *)rec + f->off);
}
