#include "facts/extract.h"

#include <string.h>

enum {
	PT_LOAD = 1,
	PT_DYNAMIC = 2,
	PT_NOTE = 4,
	DT_STRTAB = 5,
	DT_SONAME = 14,
	PROGRAM_HEADERS_MAX = 64,
	NOTE_DESC_MAX = 16 << 10,
};

static const char note_owner[] = "NVIDIA Corporation"; /* and its NUL */

struct elf {
	struct str bytes; /* the head of the file */
	bool wide;        /* ELFCLASS64 */
	uint64_t ph_off;
	size_t ph_n, ph_size;
};

struct segment {
	uint32_t type;
	uint64_t off, addr, size;
};

/* size bytes at off, little endian; 0 outside of what was captured. */
static uint64_t number(struct str bytes, uint64_t off, size_t size)
{
	uint64_t v = 0;

	if (off > bytes.n || bytes.n - off < size)
		return 0;
	for (size_t i = size; i-- > 0;)
		v = v << 8 | (unsigned char)bytes.p[off + i];
	return v;
}

/* At most size bytes at off, as far as they were captured. */
static struct str part(struct str bytes, uint64_t off, uint64_t size)
{
	struct str s;

	if (off >= bytes.n)
		return STR("");
	s = str_from(bytes, (size_t)off);
	if (s.n > size)
		s.n = (size_t)size;
	return s;
}

static bool open_elf(struct str bytes, struct elf *e)
{
	bool wide = bytes.n > 5 && bytes.p[4] == 2;

	if (bytes.n < 52 || memcmp(bytes.p, "\177ELF", 4) != 0 ||
	    bytes.p[5] != 1)
		return false;
	*e = (struct elf){
		.bytes = bytes,
		.wide = wide,
		.ph_off = number(bytes, wide ? 32 : 28, wide ? 8 : 4),
		.ph_size = (size_t)number(bytes, wide ? 54 : 42, 2),
		.ph_n = (size_t)number(bytes, wide ? 56 : 44, 2),
	};
	if (e->ph_n > PROGRAM_HEADERS_MAX)
		e->ph_n = PROGRAM_HEADERS_MAX;
	return e->ph_off < bytes.n;
}

static struct segment segment_get(const struct elf *e, size_t i)
{
	struct str b = part(e->bytes, e->ph_off + i * e->ph_size, 56);

	if (e->wide)
		return (struct segment){(uint32_t)number(b, 0, 4),
		                        number(b, 8, 8), number(b, 16, 8),
		                        number(b, 32, 8)};
	return (struct segment){(uint32_t)number(b, 0, 4), number(b, 4, 4),
	                        number(b, 8, 4), number(b, 16, 4)};
}

/* Where in the file a virtual address is; an unlikely offset if nowhere. */
static uint64_t file_offset(const struct elf *e, uint64_t addr)
{
	for (size_t i = 0; i < e->ph_n; i++) {
		struct segment s = segment_get(e, i);

		if (s.type == PT_LOAD && addr >= s.addr &&
		    addr - s.addr < s.size)
			return s.off + (addr - s.addr);
	}
	return UINT64_MAX;
}

static struct str soname_in(const struct elf *e, struct str dynamic)
{
	size_t word = e->wide ? 8 : 4;
	uint64_t table = 0, name = 0;
	struct str text, rest;
	const char *end;

	for (size_t at = 0; at + 2 * word <= dynamic.n; at += 2 * word) {
		uint64_t tag = number(dynamic, at, word);
		uint64_t value = number(dynamic, at + word, word);

		if (tag == 0)
			break;
		if (tag == DT_STRTAB)
			table = value;
		if (tag == DT_SONAME)
			name = value;
	}
	if (!table || !name || file_offset(e, table) == UINT64_MAX)
		return STR("");
	text = part(e->bytes, file_offset(e, table), UINT64_MAX);
	text = part(text, name, 256);
	end = text.n ? memchr(text.p, '\0', text.n) : NULL;
	if (!end)
		return STR(""); /* cut off, or no string table */
	(void)str_cut(text, '\0', &text, &rest);
	return text;
}

/*
 * The desc of the note at off if its owner is NVIDIA's.  Orin's note claims
 * two bytes more than its section has, so the end is not checked hard.
 */
static bool note_at(struct str notes, uint64_t off, struct str *desc)
{
	uint64_t desc_n = number(notes, off + 4, 4);

	if (number(notes, off, 4) != sizeof note_owner || desc_n == 0 ||
	    desc_n > NOTE_DESC_MAX || number(notes, off + 8, 4) != 0)
		return false;
	if (!str_eq(part(notes, off + 12, sizeof note_owner),
	            (struct str){note_owner, sizeof note_owner}))
		return false;
	*desc = part(notes, off + 12 + 20, desc_n);
	return desc->n > 0;
}

static bool note_in_segment(struct str notes, struct str *desc)
{
	for (uint64_t at = 0; at + 12 <= notes.n;) {
		uint64_t name_n = number(notes, at, 4);
		uint64_t desc_n = number(notes, at + 4, 4);

		if (note_at(notes, at, desc))
			return true;
		at += 12 + ((name_n + 3) & ~UINT64_C(3)) +
		      ((desc_n + 3) & ~UINT64_C(3));
	}
	return false;
}

/* Without usable program headers: wherever such a note stands. */
static bool note_anywhere(struct str bytes, struct str *desc)
{
	for (size_t at = 12; at + sizeof note_owner <= bytes.n; at++) {
		const char *hit = memchr(bytes.p + at, 'N', bytes.n - at);

		if (!hit)
			return false;
		at = (size_t)(hit - bytes.p);
		if (note_at(bytes, at - 12, desc))
			return true;
	}
	return false;
}

static bool find_note(const struct elf *e, struct str *desc)
{
	for (size_t i = 0; i < e->ph_n; i++) {
		struct segment s = segment_get(e, i);

		if (s.type == PT_NOTE &&
		    note_in_segment(part(e->bytes, s.off, s.size), desc))
			return true;
	}
	return note_anywhere(e->bytes, desc);
}

struct note_json {
	struct str cuda;
	struct ints driver, device;
};

/* The keys are matched without case, so the text comes in lower case. */
static const struct field note_fields[] = {
	FIELD_AS(struct note_json, cuda, "cuda version", OPTIONAL, "CUDA"),
	FIELD(struct note_json, driver, OPTIONAL, "Kernel branches"),
	FIELD(struct note_json, device, OPTIONAL, "NVML brands"),
};
static const struct schema note_schema = SCHEMA(struct note_json, note_fields);

static struct str lower(struct arena *a, struct str s)
{
	char *p = arena_array(a, char, s.n + 1);

	for (size_t i = 0; i < s.n; i++) {
		bool upper = s.p[i] >= 'A' && s.p[i] <= 'Z';

		p[i] = (char)(s.p[i] + (upper ? 'a' - 'A' : 0));
	}
	return (struct str){p, s.n};
}

/* Bad JSON is no note; model 4.4. */
static void take_note(struct str desc, struct arena *a, struct said *out)
{
	struct note_json json = {0};
	struct err err = {0};
	struct str rest;

	(void)str_cut(desc, '\0', &desc, &rest);
	if (record_parse(&note_schema, lower(a, desc), RECORD_TOLERANT, a,
	                 &json, &err))
		return;
	out->note =
		(struct fwd_note){true, json.cuda, json.driver, json.device};
}

void extract_elf(struct str bytes, struct arena *a, struct said *out)
{
	struct elf e;
	struct str desc;

	if (!open_elf(bytes, &e))
		return;
	for (size_t i = 0; i < e.ph_n; i++) {
		struct segment s = segment_get(&e, i);

		if (s.type == PT_DYNAMIC)
			out->soname =
				arena_str(a, soname_in(&e, part(bytes, s.off,
			                                        s.size)));
	}
	if (find_note(&e, &desc))
		take_note(desc, a, out);
}
