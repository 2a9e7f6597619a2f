#include "facts/sections.h"

#include "base/bytes.h"

enum {
	ELFCLASS64 = 2,
	ELFDATA2LSB = 1,
	ET_EXEC = 2,
	ET_DYN = 3,
	SECTION_HEADER = 64,
	SHT_PROGBITS = 1,
	SHF_ALLOC = 2,
	SHF_EXECINSTR = 4,
};

static bool is_elf(struct str head)
{
	uint64_t type = bytes_le(head, 16, 2);

	return head.n >= ELF_HEADER && str_has_prefix(head, STR("\177ELF")) &&
	       bytes_le(head, 4, 1) == ELFCLASS64 &&
	       bytes_le(head, 5, 1) == ELFDATA2LSB &&
	       (type == ET_EXEC || type == ET_DYN);
}

bool sections_table(struct str head, uint64_t file_size,
                    struct section_table *out)
{
	uint64_t at = bytes_le(head, 40, 8), n = bytes_le(head, 60, 2);

	*out = (struct section_table){.too_long = n > SECTIONS_MAX};
	if (!is_elf(head))
		return false;
	if (n == 0 || out->too_long ||
	    bytes_le(head, 58, 2) != SECTION_HEADER || at > file_size ||
	    n * SECTION_HEADER > file_size - at)
		return true;
	out->at = at;
	out->size = (size_t)n * SECTION_HEADER;
	return true;
}

static bool is_data(struct str h, uint64_t file_size, struct section *out)
{
	uint64_t flags = bytes_le(h, 8, 8);

	*out = (struct section){bytes_le(h, 24, 8), bytes_le(h, 32, 8)};
	return bytes_le(h, 4, 4) == SHT_PROGBITS && flags & SHF_ALLOC &&
	       !(flags & SHF_EXECINSTR) && out->size > 0 &&
	       out->at <= file_size && out->size <= file_size - out->at;
}

void sections_of_data(struct str table, uint64_t file_size, struct arena *a,
                      struct sections *out)
{
	struct section s;

	for (; table.n >= SECTION_HEADER;
	     table = str_from(table, SECTION_HEADER))
		if (is_data(table, file_size, &s))
			*arena_push(a, out) = s;
}
