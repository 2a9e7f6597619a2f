/* dbinc/db_page.h of Berkeley DB: pages of one size, in the byte order of who
 * made the file; hash pages have pairs of key and data, whose bytes may be in a
 * chain of overflow pages.  Every hash page is looked at, in no order. */
#include "base/bytes.h"
#include "facts/rpm.h"

enum {
	PAGE_HEAD = 26,
	PAGE_MIN = 512,
	PAGE_MAX = 65536,
	OFF_PAGE = 12, /* bytes of an item that points at overflow pages */
};

enum page_type {
	PAGE_HASH_UNSORTED = 2,
	PAGE_OVERFLOW = 7,
	PAGE_META = 8,
	PAGE_HASH = 13,
};
enum item_type { ITEM_DATA = 1, ITEM_OFF_PAGE = 3 };

#define MAGIC 0x061561

struct bdb {
	struct str bytes;
	size_t page; /* size of one */
	bool big;    /* big endian */
	struct buf blob;
};

static uint64_t number(const struct bdb *b, struct str bytes, size_t off,
                       size_t size)
{
	return b->big ? bytes_be(bytes, off, size) : bytes_le(bytes, off, size);
}

/* "" behind the end. */
static struct str page_at(const struct bdb *b, uint64_t no)
{
	if (no >= b->bytes.n / b->page)
		return STR("");
	return (struct str){b->bytes.p + no * b->page, b->page};
}

static enum page_type type_of(struct str page)
{
	return (enum page_type)bytes_le(page, 25, 1);
}

/* How much of the page's end the items before this one have left. */
static struct str item_at(const struct bdb *b, struct str page, size_t i)
{
	size_t from = (size_t)number(b, page, PAGE_HEAD + 2 * i, 2);
	size_t to =
		i ? (size_t)number(b, page, PAGE_HEAD + 2 * i - 2, 2) : page.n;

	if (from < PAGE_HEAD || from >= to || to > page.n)
		return STR("");
	return (struct str){page.p + from, to - from};
}

/* The bytes of a chain of pages; false: it is broken. */
static bool read_chain(struct bdb *b, const struct rpm *r, struct str item)
{
	uint64_t no = number(b, item, 4, 4), left = number(b, item, 8, 4);

	b->blob.n = 0;
	if (item.n < OFF_PAGE || left > r->left)
		return false;
	while (left) {
		struct str page = page_at(b, no);
		size_t n = (size_t)number(b, page, 22, 2);

		if (page.n == 0 || type_of(page) != PAGE_OVERFLOW || n == 0 ||
		    n > page.n - PAGE_HEAD || n > left)
			return false;
		buf_add(&b->blob, (struct str){page.p + PAGE_HEAD, n});
		left -= n;
		no = number(b, page, 16, 4);
	}
	return true;
}

static bool take_pair(struct bdb *b, struct rpm *r, struct str key,
                      struct str data)
{
	struct str id = str_from(key, 1);

	if (key.n < 1 || key.p[0] != ITEM_DATA || data.n < 1)
		return false;
	if (id.n == 4 && bytes_le(id, 0, 4) == 0)
		return true; /* the next free number */
	if (data.p[0] == ITEM_DATA)
		return rpm_take(r, str_from(data, 1));
	return data.p[0] == ITEM_OFF_PAGE && read_chain(b, r, data) &&
	       rpm_take(r, buf_str(&b->blob));
}

static bool take_page(struct bdb *b, struct rpm *r, struct str page)
{
	size_t n = (size_t)number(b, page, 20, 2);

	if (n % 2 || n > (page.n - PAGE_HEAD) / 2)
		return false;
	for (size_t i = 0; i < n; i += 2)
		if (!take_pair(b, r, item_at(b, page, i),
		               item_at(b, page, i + 1)))
			return false;
	return true;
}

static bool open_meta(struct bdb *b)
{
	b->big = bytes_be(b->bytes, 12, 4) == MAGIC;
	if (!b->big && bytes_le(b->bytes, 12, 4) != MAGIC)
		return false;
	b->page = (size_t)number(b, b->bytes, 20, 4);
	return b->page >= PAGE_MIN && b->page <= PAGE_MAX &&
	       type_of(b->bytes) == PAGE_META;
}

struct str rpm_read_bdb(struct rpm *r, struct str bytes)
{
	struct bdb b = {.bytes = bytes};
	uint64_t pages;
	bool fine = true;

	if (!open_meta(&b))
		return STR("not the kind of file that its name says");
	if (bytes_le(bytes, 24, 1) || bytes_le(bytes, 26, 1))
		return STR("it is encrypted or has checksums");
	pages = number(&b, bytes, 32, 4) + 1;
	if (pages > bytes.n / b.page)
		return STR("it is cut off");
	for (uint64_t no = 1; no < pages; no++) {
		struct str page = page_at(&b, no);

		if (type_of(page) == PAGE_HASH ||
		    type_of(page) == PAGE_HASH_UNSORTED)
			fine &= take_page(&b, r, page);
	}
	buf_free(&b.blob);
	return fine ? STR("") : STR("part of it is damaged");
}
