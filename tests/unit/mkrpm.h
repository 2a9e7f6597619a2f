/*
 * mkrpm.h - databases of rpm for tests, in each of its formats.
 *
 * Shape:   headers of NAME, VERSION, RELEASE, ARCH, an epoch, and files.
 * Owner:   the caller's buf.
 * Errors:  assertions.
 * Source:  images.md F2.
 */
#ifndef TESTS_MKRPM_H
#define TESTS_MKRPM_H

#include "base/buf.h"

#include <assert.h>
#include <sqlite3.h>
#include <string.h>

struct mkrpm {
	const char *name, *version, *release, *arch;
	int epoch;            /* 0: none */
	const char *files[4]; /* "/dir/base" */
};

static void mkrpm_number(struct buf *b, uint32_t n, bool big, int size)
{
	for (int i = 0; i < size; i++)
		buf_addc(b, (char)(n >> 8 * (big ? size - 1 - i : i)), 1);
}

static void mkrpm_patch(struct buf *b, size_t at, uint32_t n, bool big,
                        int size)
{
	struct buf v = {0};

	mkrpm_number(&v, n, big, size);
	memcpy(b->p + at, v.p, v.n);
	buf_free(&v);
}

struct mkrpm_header {
	struct buf index, store;
	unsigned n;
};

static void mkrpm_tag(struct mkrpm_header *h, unsigned tag, unsigned type,
                      unsigned count)
{
	mkrpm_number(&h->index, tag, true, 4);
	mkrpm_number(&h->index, type, true, 4);
	mkrpm_number(&h->index, (uint32_t)h->store.n, true, 4);
	mkrpm_number(&h->index, count, true, 4);
	h->n++;
}

static void mkrpm_string(struct mkrpm_header *h, unsigned tag, const char *s)
{
	mkrpm_tag(h, tag, 6, 1);
	buf_add(&h->store, (struct str){s, strlen(s) + 1});
}

/* Each file has a directory of its own in the list. */
static void mkrpm_files(struct mkrpm_header *h, const char *const *files)
{
	unsigned n = 0;

	while (n < 4 && files[n])
		n++;
	if (n == 0)
		return;
	mkrpm_tag(h, 1116, 4, n);
	for (unsigned i = 0; i < n; i++)
		mkrpm_number(&h->store, n - 1 - i, true, 4);
	mkrpm_tag(h, 1117, 8, n);
	for (unsigned i = 0; i < n; i++) {
		const char *base = strrchr(files[i], '/') + 1;

		buf_add(&h->store, (struct str){base, strlen(base) + 1});
	}
	mkrpm_tag(h, 1118, 8, n);
	for (unsigned i = n; i-- > 0;) {
		size_t dir = (size_t)(strrchr(files[i], '/') + 1 - files[i]);

		buf_add(&h->store, (struct str){files[i], dir});
		buf_addc(&h->store, '\0', 1);
	}
}

static void mkrpm_header(const struct mkrpm *p, struct buf *out)
{
	struct mkrpm_header h = {0};

	if (p->epoch) {
		mkrpm_tag(&h, 1003, 4, 1);
		mkrpm_number(&h.store, (uint32_t)p->epoch, true, 4);
	}
	mkrpm_string(&h, 1000, p->name);
	mkrpm_string(&h, 1001, p->version);
	mkrpm_string(&h, 1002, p->release);
	mkrpm_string(&h, 1022, p->arch);
	mkrpm_files(&h, p->files);
	mkrpm_number(out, h.n, true, 4);
	mkrpm_number(out, (uint32_t)h.store.n, true, 4);
	buf_add(out, buf_str(&h.index));
	buf_add(out, buf_str(&h.store));
	buf_free(&h.index);
	buf_free(&h.store);
}

static void mkrpm_sqlite(const struct mkrpm *p, size_t n, struct buf *out)
{
	sqlite3 *db = NULL;
	sqlite3_stmt *row = NULL;
	sqlite3_int64 size = 0;
	unsigned char *bytes;

	assert(sqlite3_open(":memory:", &db) == SQLITE_OK);
	assert(sqlite3_exec(db,
	                    "CREATE TABLE Packages(hnum INTEGER PRIMARY KEY "
	                    "AUTOINCREMENT, blob BLOB NOT NULL)",
	                    NULL, NULL, NULL) == SQLITE_OK);
	assert(sqlite3_prepare_v2(db, "INSERT INTO Packages(blob) VALUES(?)",
	                          -1, &row, NULL) == SQLITE_OK);
	for (size_t i = 0; i < n; i++) {
		struct buf b = {0};

		mkrpm_header(&p[i], &b);
		(void)sqlite3_bind_blob(row, 1, b.p, (int)b.n,
		                        SQLITE_TRANSIENT);
		assert(sqlite3_step(row) == SQLITE_DONE);
		(void)sqlite3_reset(row);
		buf_free(&b);
	}
	(void)sqlite3_finalize(row);
	bytes = sqlite3_serialize(db, "main", &size, 0);
	buf_add(out, (struct str){(char *)bytes, (size_t)size});
	out->p[18] = out->p[19] = 2; /* as rpm has it: a write-ahead log */
	memcpy(out->p + 92, out->p + 24, 4); /* and as files have it */
	mkrpm_patch(out, 28, (uint32_t)size / 4096, true, 4);
	sqlite3_free(bytes);
	(void)sqlite3_close(db);
}

static void mkrpm_ndb_blob(const struct mkrpm *p, unsigned id, struct buf *out)
{
	struct buf b = {0};

	mkrpm_header(p, &b);
	buf_add(out, STR("BlbS"));
	mkrpm_number(out, id, false, 4);
	mkrpm_number(out, 1, false, 4);
	mkrpm_number(out, (uint32_t)b.n, false, 4);
	buf_add(out, buf_str(&b));
	while ((out->n + 12) % 16)
		buf_addc(out, '\0', 1);
	mkrpm_number(out, 0, false, 4); /* a sum that nobody looks at */
	mkrpm_number(out, (uint32_t)b.n, false, 4);
	buf_add(out, STR("BlbE"));
	buf_free(&b);
}

static void mkrpm_ndb(const struct mkrpm *p, size_t n, struct buf *out)
{
	buf_add(out, STR("RpmP"));
	mkrpm_number(out, 0, false, 4);
	mkrpm_number(out, 1, false, 4);
	mkrpm_number(out, 1, false, 4); /* pages of slots */
	buf_addc(out, '\0', 16);
	for (size_t i = 2; i < 4096 / 16; i++) {
		buf_add(out, STR("Slot"));
		buf_addc(out, '\0', 12);
	}
	for (size_t i = 0; i < n; i++) {
		size_t at = out->n, slot = (2 + i) * 16;

		mkrpm_ndb_blob(&p[i], (unsigned)i + 1, out);
		mkrpm_patch(out, slot + 4, (uint32_t)i + 1, false, 4);
		mkrpm_patch(out, slot + 8, (uint32_t)at / 16, false, 4);
		mkrpm_patch(out, slot + 12, (uint32_t)(out->n - at) / 16, false,
		            4);
	}
}

enum { MKRPM_PAGE = 512 };

struct mkrpm_bdb {
	struct buf *out;
	bool big;
};

/* A new page; its offset. */
static size_t mkrpm_page(const struct mkrpm_bdb *b, unsigned type)
{
	size_t at = b->out->n;

	buf_addc(b->out, '\0', MKRPM_PAGE);
	mkrpm_patch(b->out, at + 8, (uint32_t)(at / MKRPM_PAGE), b->big, 4);
	b->out->p[at + 25] = (char)type;
	return at;
}

/* One item more, in front of those that the page has. */
static void mkrpm_item(const struct mkrpm_bdb *b, size_t page, size_t *end,
                       struct str item)
{
	unsigned n = (unsigned char)b->out->p[page + (b->big ? 21 : 20)];

	*end -= item.n;
	memcpy(b->out->p + page + *end, item.p, item.n);
	mkrpm_patch(b->out, page + 26 + 2 * (size_t)n, (uint32_t)*end, b->big,
	            2);
	mkrpm_patch(b->out, page + 20, n + 1, b->big, 2);
}

/* The bytes as a chain of overflow pages; where it begins. */
static uint32_t mkrpm_chain(const struct mkrpm_bdb *b, struct str bytes)
{
	uint32_t first = (uint32_t)(b->out->n / MKRPM_PAGE);

	while (bytes.n) {
		size_t at = mkrpm_page(b, 7), room = MKRPM_PAGE - 26;
		size_t n = bytes.n < room ? bytes.n : room;

		memcpy(b->out->p + at + 26, bytes.p, n);
		mkrpm_patch(b->out, at + 22, (uint32_t)n, b->big, 2);
		bytes = str_from(bytes, n);
		if (bytes.n)
			mkrpm_patch(b->out, at + 16,
			            (uint32_t)(at / MKRPM_PAGE) + 1, b->big, 4);
	}
	return first;
}

static void mkrpm_pair(const struct mkrpm_bdb *b, uint32_t id, struct str data)
{
	size_t page = mkrpm_page(b, 13), end = MKRPM_PAGE;
	struct buf item = {0};

	buf_addc(&item, 1, 1);
	mkrpm_number(&item, id, b->big, 4);
	mkrpm_item(b, page, &end, buf_str(&item));
	item.n = 0;
	if (data.n < MKRPM_PAGE / 4) {
		buf_addc(&item, 1, 1);
		buf_add(&item, data);
	} else {
		buf_add(&item, STR("\3\0\0\0"));
		mkrpm_number(&item, mkrpm_chain(b, data), b->big, 4);
		mkrpm_number(&item, (uint32_t)data.n, b->big, 4);
	}
	mkrpm_item(b, page, &end, buf_str(&item));
	buf_free(&item);
}

static void mkrpm_bdb(const struct mkrpm *p, size_t n, bool big,
                      struct buf *out)
{
	struct mkrpm_bdb b = {out, big};

	(void)mkrpm_page(&b, 8);
	mkrpm_patch(out, 12, 0x061561, big, 4);
	mkrpm_patch(out, 20, MKRPM_PAGE, big, 4);
	mkrpm_pair(&b, 0, STR("\1\0\0\0"));
	for (size_t i = 0; i < n; i++) {
		struct buf blob = {0};

		mkrpm_header(&p[i], &blob);
		mkrpm_pair(&b, (uint32_t)i + 1, buf_str(&blob));
		buf_free(&blob);
	}
	mkrpm_patch(out, 32, (uint32_t)(out->n / MKRPM_PAGE) - 1, big, 4);
}

#endif
