/*
 * sections.h - where an ELF file has its data.
 *
 * Shape:   the ELF header says where the table of sections is, the table what
 *          is data: what is loaded, is not run and has bytes in the file.
 * Units:   offsets and sizes in bytes of the file.
 * Owner:   the arena.
 * Errors:  none; what makes no sense is not there.
 * Source:  System V ABI, "Object Files"; 64 bits, little endian.
 */
#ifndef FACTS_SECTIONS_H
#define FACTS_SECTIONS_H

#include "base/arena.h"

enum {
	ELF_HEADER = 64,
	SECTIONS_MAX = 4096,
};

struct section {
	uint64_t at, size;
};

struct sections {
	struct section *v;
	size_t n;
};

/* Where the table is; size 0: there is none that could be read. */
struct section_table {
	uint64_t at;
	size_t size;
	bool too_long;
};

/* False: no program or shared library of the kind that CUDA runs in. */
bool sections_table(struct str head, uint64_t file_size,
                    struct section_table *out);
void sections_of_data(struct str table, uint64_t file_size, struct arena *a,
                      struct sections *out);

#endif
