/*
 * fatbin.h - fat binaries in a file, as its bytes come by.
 *
 * Shape:   fed from front to back, what it does not want may be left out; a
 *          fat binary is a header, then entries of one kind and architecture
 *          each, whose payloads are stepped over.
 * Units:   offsets in the file; fat binaries begin at multiples of 8.
 * Owner:   fatbin_scan_free(); targets' texts are in the arena.
 * Errors:  none: what is damaged is in the list as such.
 * Source:  model 15; files of CUDA 9 to 13.
 */
#ifndef FACTS_FATBIN_H
#define FACTS_FATBIN_H

#include "base/arena.h"
#include "base/buf.h"
#include "facts/code.h"

enum {
	FATBIN_ALIGN = 8,
	FATBIN_HEADER = 16,
	FATBIN_ENTRY = 64,    /* what is the same in all entry headers */
	FATBIN_MAX = 1 << 16, /* of one file */
	/* What nvcc links into programs without a kernel has 872 to 1496 bytes,
	   the smallest kernel 1864; model 15.1. */
	FATBIN_STUB = 1536,
};

enum fatbin_state {
	FATBIN_GOOD,
	FATBIN_BAD,   /* a header, but not what must come after it */
	FATBIN_OTHER, /* the magic number, and a version that is not known */
};

struct fatbin {
	uint64_t at, end;
	uint64_t targets; /* bit i: the scan's target i */
	enum fatbin_state state;
};

struct fatbins {
	struct fatbin *v;
	size_t n;
};

/* A target with its PTX ISA as numbers. */
struct fatbin_target {
	enum code_kind kind;
	enum code_variant variant;
	uint32_t arch, isa_major, isa_minor;
};

enum fatbin_step { FATBIN_SEARCH, FATBIN_SIZE, FATBIN_IN };

struct fatbin_scan {
	uint64_t size;         /* of the file */
	uint64_t want;         /* first byte that matters next */
	enum fatbin_step step; /* SEARCH: there may be a header at want */
	struct buf found;      /* struct fatbin each */
	struct fatbin_target targets[CODE_TARGETS_MAX];
	size_t targets_n;
	uint64_t largest;   /* bytes of the largest cubin, unpacked; of PTX,
	                       more than any stub */
	bool full;          /* there is more than was kept */
	struct fatbin open; /* the one we are in */
	char head[FATBIN_ENTRY];
	size_t head_n; /* bytes of it that are there; want is behind them */
};

void fatbin_scan_init(struct fatbin_scan *s, uint64_t size);
/* Search from here on; nothing that was found is forgotten. */
void fatbin_scan_seek(struct fatbin_scan *s, uint64_t at);
/* Bytes of the file from at on; at is not behind s->want. */
void fatbin_scan_feed(struct fatbin_scan *s, uint64_t at, struct str bytes);
/* No more bytes come: what is open is not whole. */
void fatbin_scan_stop(struct fatbin_scan *s);
struct fatbins fatbin_scan_found(const struct fatbin_scan *s);
void fatbin_scan_free(struct fatbin_scan *s);

/* Do these bytes begin with the magic number? */
bool fatbin_is_magic(struct str bytes);
struct code_target fatbin_target_text(const struct fatbin_target *t,
                                      struct arena *a);

#endif
