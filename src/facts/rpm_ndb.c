/* lib/backend/ndb/rpmpkg.c of rpm: pages of slots, 16 bytes each, of which the
 * first two are the file's header; a slot says where its package's blob is. */
#include "base/bytes.h"
#include "facts/rpm.h"

enum {
	PAGE = 4096,
	SLOT = 16,
	BLOCK = 16,
	BLOB_HEAD = 16,
	BLOB_TAIL = 12,
};

#define MAGIC      0x506d7052 /* "RpmP" */
#define SLOT_MAGIC 0x746f6c53 /* "Slot" */
#define HEAD_MAGIC 0x53626c42 /* "BlbS" */
#define TAIL_MAGIC 0x45626c42 /* "BlbE" */

static uint64_t number(struct str bytes, uint64_t off)
{
	return bytes_le(bytes, off, 4);
}

/* The blob that a slot points at; false: there is no such. */
static bool find_blob(struct str bytes, struct str slot, struct str *blob)
{
	uint64_t at = number(slot, 8) * BLOCK, size = number(slot, 12) * BLOCK;
	uint64_t n;

	if (at > bytes.n || size > bytes.n - at || size < BLOB_HEAD + BLOB_TAIL)
		return false;
	*blob = (struct str){bytes.p + at, (size_t)size};
	n = number(*blob, 12);
	if (number(*blob, 0) != HEAD_MAGIC ||
	    number(*blob, 4) != number(slot, 4) ||
	    n > size - BLOB_HEAD - BLOB_TAIL || number(*blob, size - 8) != n ||
	    number(*blob, size - 4) != TAIL_MAGIC)
		return false;
	*blob = (struct str){blob->p + BLOB_HEAD, (size_t)n};
	return true;
}

static bool take_slot(struct rpm *r, struct str bytes, struct str slot)
{
	struct str blob;

	if (number(slot, 0) != SLOT_MAGIC)
		return false;
	if (number(slot, 4) == 0)
		return true; /* free */
	return find_blob(bytes, slot, &blob) && rpm_take(r, blob);
}

struct str rpm_read_ndb(struct rpm *r, struct str bytes)
{
	uint64_t pages = number(bytes, 12);
	bool fine = true;

	if (number(bytes, 0) != MAGIC || number(bytes, 4) != 0)
		return STR("not the kind of file that its name says");
	if (pages == 0 || pages > bytes.n / PAGE)
		return STR("it is cut off");
	for (uint64_t at = UINT64_C(2) * SLOT; at < pages * PAGE; at += SLOT)
		fine &= take_slot(r, bytes, (struct str){bytes.p + at, SLOT});
	return fine ? STR("") : STR("part of it is damaged");
}
