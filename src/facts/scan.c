#include "facts/scan.h"

#include "facts/parts.h"

enum {
	HOP = FATBIN_HEADER + FATBIN_ENTRY + FATBIN_HEADER, /* read at once */
	READ_MAX = 64 << 10,
};

struct scan {
	struct stream *s;
	uint64_t size;
	struct arena own;
	struct fatbin_scan fat;
	struct section_table where;
	struct buf table;
	struct parts parts;
};

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* As long as one fat binary comes right after the other. */
static int hop(struct scan *sc, struct part *p, struct err *err)
{
	struct fatbin_scan *f = &sc->fat;
	uint64_t end = p->in.at + p->in.size;
	char bytes[HOP];

	fatbin_scan_seek(f, p->in.at);
	while (f->want < end && !f->full) {
		struct str got = {bytes, (size_t)least(HOP, end - f->want)};

		if (stream_at(sc->s, f->want, got.n, bytes, err))
			return -1;
		if (f->step == FATBIN_SEARCH && !fatbin_is_magic(got))
			break;
		fatbin_scan_feed(f, f->want, got);
	}
	fatbin_scan_stop(f);
	p->seen = f->want;
	return 0;
}

/* Where one fat binary was, the next is not far. */
static int search(struct scan *sc, const struct part *p, char *space,
                  struct err *err)
{
	struct fatbin_scan *f = &sc->fat;
	uint64_t end = p->in.at + p->in.size;
	size_t n = READ_MAX, found;

	fatbin_scan_seek(f, p->seen);
	while (f->want < end && !f->full) {
		struct str got = {space, (size_t)least(n, end - f->want)};

		if (stream_at(sc->s, f->want, got.n, space, err))
			return -1;
		found = f->found.n;
		fatbin_scan_feed(f, f->want, got);
		n = f->step != FATBIN_SEARCH || f->found.n > found ?
		            HOP :
		            (size_t)least(2 * n, READ_MAX);
	}
	fatbin_scan_stop(f);
	return 0;
}

static int hop_all(struct scan *sc, struct err *err)
{
	slice_for (struct part, p, sc->parts)
		if (hop(sc, p, err))
			return -1;
	return 0;
}

static int search_all(struct scan *sc, struct err *err)
{
	char *space = arena_array(&sc->own, char, READ_MAX);

	slice_for (struct part, p, sc->parts)
		if (p->kind == PART_DATA && search(sc, p, space, err))
			return -1;
	return 0;
}

static int read_table(struct scan *sc, struct err *err)
{
	char *space = arena_array(&sc->own, char, sc->where.size);

	if (stream_at(sc->s, sc->where.at, sc->where.size, space, err))
		return -1;
	buf_add(&sc->table, (struct str){space, sc->where.size});
	return 0;
}

static int scan_file(struct scan *sc, struct err *err)
{
	if (read_table(sc, err))
		return -1;
	parts_find(&sc->parts, buf_str(&sc->table), sc->size, &sc->own);
	if (hop_all(sc, err))
		return -1;
	parts_judge(&sc->parts, fatbin_scan_found(&sc->fat));
	return parts_want_data(&sc->parts) ? search_all(sc, err) : 0;
}

/* The part of the table that is in these bytes; they come in order. */
static void take_table(struct scan *sc, uint64_t at, struct str bytes)
{
	uint64_t from = sc->where.at + sc->table.n;
	uint64_t end = sc->where.at + sc->where.size;

	if (from < at || from >= at + bytes.n || from >= end)
		return;
	bytes = str_from(bytes, (size_t)(from - at));
	bytes.n = (size_t)least(bytes.n, end - from);
	buf_add(&sc->table, bytes);
}

static int scan_stream(struct scan *sc, struct err *err)
{
	struct str chunk;
	uint64_t at = 0;

	do {
		if (stream_next(sc->s, &chunk, err))
			return -1;
		fatbin_scan_feed(&sc->fat, at, chunk);
		take_table(sc, at, chunk);
		at += chunk.n;
	} while (chunk.n);
	fatbin_scan_stop(&sc->fat);
	parts_find(&sc->parts, buf_str(&sc->table), sc->size, &sc->own);
	return 0;
}

/* A stream's bytes stay where they are. */
static int read_head(struct scan *sc, bool jumps, char *space, struct str *head,
                     struct err *err)
{
	if (!jumps)
		return stream_peek(sc->s, ELF_HEADER, head, err);
	*head = (struct str){space, ELF_HEADER};
	return stream_at(sc->s, 0, ELF_HEADER, space, err);
}

static int scan_all(struct scan *sc, struct str *gap, struct err *err)
{
	bool jumps = stream_has_at(sc->s);
	char space[ELF_HEADER];
	struct str head;

	if (sc->size < ELF_HEADER)
		return 0;
	if (read_head(sc, jumps, space, &head, err))
		return -1;
	if (!sections_table(head, sc->size, &sc->where))
		return 0;
	if (sc->where.too_long) {
		*gap = STR("too many sections");
		return 0;
	}
	return jumps ? scan_file(sc, err) : scan_stream(sc, err);
}

int code_scan(struct stream *s, uint64_t size, struct arena *a,
              struct device_code *out, struct str *gap, struct err *err)
{
	struct scan sc = {.s = s, .size = size};
	int rc;

	*out = (struct device_code){0};
	*gap = STR("");
	fatbin_scan_init(&sc.fat, size);
	rc = scan_all(&sc, gap, err);
	if (rc == 0 && sc.fat.found.n) { /* damage is told of a stub too */
		parts_judge(&sc.parts, fatbin_scan_found(&sc.fat));
		parts_take(&sc.parts, &sc.fat, a, out, gap);
		if (sc.fat.largest < FATBIN_STUB)
			*out = (struct device_code){0};
	}
	if (sc.fat.full)
		*gap = STR("too many fat binaries or architectures");
	fatbin_scan_free(&sc.fat);
	buf_free(&sc.table);
	arena_free(&sc.own);
	return rc;
}
