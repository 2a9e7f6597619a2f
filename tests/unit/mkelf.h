/*
 * mkelf.h - shared libraries with device code in memory, for tests.
 *
 * Shape:   mkelf_begin(), sections one after another, mkelf_end(); what is in
 *          a section is made with mkelf_fatbin() and the like.
 * Owner:   the bufs.
 * Errors:  none.
 * Source:  System V ABI, "Object Files"; model 15.
 */
#ifndef TESTS_UNIT_MKELF_H
#define TESTS_UNIT_MKELF_H

#include "base/buf.h"

#include <string.h>

enum { MKELF_SECTIONS = 32 };

struct mkelf {
	struct buf *out;
	struct buf table; /* section headers */
};

static inline void mkelf_number(struct buf *b, uint64_t v, size_t size)
{
	for (size_t i = 0; i < size; i++, v >>= 8)
		buf_addc(b, (char)(v & 0xff), 1);
}

static inline void mkelf_align(struct buf *b)
{
	buf_addc(b, '\0', (8 - b->n % 8) % 8);
}

/* One entry of a fat binary.  flags: bit 20 sm_90a, bit 21 sm_100f. */
struct mkelf_entry {
	int kind, arch; /* 1 PTX, 2 SASS */
	int major, minor;
	uint64_t flags;
	size_t extra;   /* of the header, over 64 bytes */
	size_t payload; /* bytes */
	bool stub;      /* without a kernel */
};

static inline void mkelf_entry(struct buf *b, const struct mkelf_entry *e)
{
	mkelf_number(b, (uint64_t)e->kind, 2);
	mkelf_number(b, 0x101, 2);
	mkelf_number(b, 64 + e->extra, 4);
	mkelf_number(b, e->payload, 8);
	mkelf_number(b, e->payload, 4);
	mkelf_number(b, 0, 4);
	mkelf_number(b, (uint64_t)e->minor, 2);
	mkelf_number(b, (uint64_t)e->major, 2);
	mkelf_number(b, (uint64_t)e->arch, 4);
	mkelf_number(b, 0, 8);
	mkelf_number(b, 0x2011 | e->flags, 8); /* packed */
	mkelf_number(b, 0, 8);
	mkelf_number(b, e->stub ? 1072 : 4096, 8);
	buf_addc(b, 'x', e->extra + e->payload);
}

static inline void mkelf_fatbin_header(struct buf *b, uint64_t size)
{
	buf_add(b, STR("\x50\xed\x55\xba\x01\x00\x10\x00"));
	mkelf_number(b, size, 8);
}

/* Entries up to one of kind 0. */
static inline void mkelf_fatbin(struct buf *b, const struct mkelf_entry *e)
{
	struct buf entries = {0};

	for (; e->kind; e++)
		mkelf_entry(&entries, e);
	mkelf_fatbin_header(b, entries.n);
	buf_add(b, buf_str(&entries));
	buf_free(&entries);
}

static inline void mkelf_begin(struct mkelf *m, struct buf *out)
{
	*m = (struct mkelf){.out = out};
	buf_addc(out, '\0', 64);
	buf_addc(&m->table, '\0', 64); /* section 0 is none */
}

/* flags: 2 loaded, 3 and written, 6 and run. */
static inline void mkelf_section(struct mkelf *m, uint64_t flags,
                                 struct str bytes)
{
	mkelf_align(m->out);
	mkelf_number(&m->table, 0, 4);
	mkelf_number(&m->table, 1, 4); /* SHT_PROGBITS */
	mkelf_number(&m->table, flags, 8);
	mkelf_number(&m->table, m->out->n, 8);
	mkelf_number(&m->table, m->out->n, 8);
	mkelf_number(&m->table, bytes.n, 8);
	mkelf_number(&m->table, 0, 24);
	buf_add(m->out, bytes);
}

static inline void mkelf_put(struct buf *b, size_t at, uint64_t v, size_t size)
{
	for (size_t i = 0; i < size; i++, v >>= 8)
		b->p[at + i] = (char)(v & 0xff);
}

static inline void mkelf_end(struct mkelf *m)
{
	struct buf *b = m->out;

	mkelf_align(b);
	memcpy(b->p, "\177ELF\2\1\1", 7);
	mkelf_put(b, 16, 3, 2);  /* ET_DYN */
	mkelf_put(b, 18, 62, 2); /* x86-64 */
	mkelf_put(b, 40, b->n, 8);
	mkelf_put(b, 58, 64, 2);
	mkelf_put(b, 60, m->table.n / 64, 2);
	buf_add(b, buf_str(&m->table));
	buf_free(&m->table);
}

#endif
