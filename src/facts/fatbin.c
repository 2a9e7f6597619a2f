#include "facts/fatbin.h"

#include "base/bytes.h"

#include <string.h>

enum {
	FORMAT = 1,
	KIND_PTX = 1,
	KIND_SASS = 2,
	BLOCK = 1024, /* bytes looked at in one go */
};

/* Entry header, offset 40. */
static const uint64_t flag_arch = UINT64_C(1) << 20;
static const uint64_t flag_family = UINT64_C(1) << 21;
static const uint64_t flags_packed = UINT64_C(1) << 13 | UINT64_C(1) << 15;

static const char magic_bytes[4] = {'\x50', '\xed', '\x55', '\xba'};

bool fatbin_is_magic(struct str bytes)
{
	return bytes.n >= sizeof magic_bytes &&
	       memcmp(bytes.p, magic_bytes, sizeof magic_bytes) == 0;
}

void fatbin_scan_init(struct fatbin_scan *s, uint64_t size)
{
	*s = (struct fatbin_scan){.size = size};
}

void fatbin_scan_free(struct fatbin_scan *s)
{
	buf_free(&s->found);
}

struct fatbins fatbin_scan_found(const struct fatbin_scan *s)
{
	return (struct fatbins){(struct fatbin *)(void *)s->found.p,
	                        s->found.n / sizeof(struct fatbin)};
}

void fatbin_scan_seek(struct fatbin_scan *s, uint64_t at)
{
	s->step = FATBIN_SEARCH;
	s->want = (at + FATBIN_ALIGN - 1) & ~(uint64_t)(FATBIN_ALIGN - 1);
	s->head_n = 0;
}

/* The one that is open ends here, one way or the other. */
static void end_at(struct fatbin_scan *s, uint64_t end, enum fatbin_state state)
{
	s->open.end = end;
	s->open.state = state;
	if (s->found.n / sizeof s->open < FATBIN_MAX)
		buf_add(&s->found,
		        (struct str){(const char *)&s->open, sizeof s->open});
	else
		s->full = true;
	fatbin_scan_seek(s, end);
}

void fatbin_scan_stop(struct fatbin_scan *s)
{
	if (s->step != FATBIN_SEARCH)
		end_at(s, s->want, FATBIN_BAD);
}

static void add_target(struct fatbin_scan *s, struct fatbin_target t)
{
	size_t i = 0;

	while (i < s->targets_n && memcmp(&s->targets[i], &t, sizeof t) != 0)
		i++;
	if (i == CODE_TARGETS_MAX) {
		s->full = true;
		return;
	}
	s->targets[i] = t;
	s->targets_n += i == s->targets_n;
	s->open.targets |= UINT64_C(1) << i;
}

static enum code_variant variant_of(uint64_t flags)
{
	if (flags & flag_arch)
		return VARIANT_ARCH;
	return flags & flag_family ? VARIANT_FAMILY : VARIANT_NONE;
}

static void take_size(struct fatbin_scan *s, struct str h, bool ptx)
{
	bool packed = bytes_le(h, 40, 8) & flags_packed;
	uint64_t size = bytes_le(h, packed ? 56 : 8, 8);

	if (ptx && size < FATBIN_STUB)
		size = FATBIN_STUB;
	if (size > s->largest)
		s->largest = size;
}

/* False: no entry has such a header. */
static bool take_entry(struct fatbin_scan *s, struct str h)
{
	uint64_t kind = bytes_le(h, 0, 2), arch = bytes_le(h, 28, 4);
	struct fatbin_target t;

	if (fatbin_is_magic(h))
		return false; /* one inside the other */
	if (kind != KIND_PTX && kind != KIND_SASS)
		return true; /* NVVM IR, indices */
	if (arch < CODE_ARCH_MIN || arch > CODE_ARCH_MAX)
		return false;
	take_size(s, h, kind == KIND_PTX);
	memset(&t, 0, sizeof t);
	t.kind = kind == KIND_PTX ? CODE_PTX : CODE_SASS;
	t.arch = (uint32_t)arch;
	t.variant = variant_of(bytes_le(h, 40, 8));
	if (kind == KIND_PTX) {
		t.isa_minor = (uint32_t)bytes_le(h, 24, 2);
		t.isa_major = (uint32_t)bytes_le(h, 26, 2);
	}
	add_target(s, t);
	return true;
}

/* The bytes of it that are left from want on; entries go on until none are. */
static void next_entry(struct fatbin_scan *s)
{
	uint64_t left = s->open.end - s->want;

	if (left == 0)
		end_at(s, s->open.end, FATBIN_GOOD);
	else if (left < FATBIN_ENTRY)
		end_at(s, s->want, FATBIN_BAD);
}

static void entry_done(struct fatbin_scan *s)
{
	struct str h = {s->head, FATBIN_ENTRY};
	uint64_t at = s->want - FATBIN_ENTRY, left = s->open.end - at;
	uint64_t header = bytes_le(h, 4, 4), payload = bytes_le(h, 8, 8);

	if (header < FATBIN_ENTRY || header > left || payload > left - header ||
	    !take_entry(s, h)) {
		end_at(s, s->want, FATBIN_BAD);
		return;
	}
	s->want = at + header + payload;
	next_entry(s);
}

static void size_done(struct fatbin_scan *s)
{
	uint64_t size = bytes_le((struct str){s->head, 8}, 0, 8);

	if (size == 0) { /* of a source without kernels */
		end_at(s, s->want, FATBIN_GOOD);
		return;
	}
	if (s->want > s->size || size > s->size - s->want ||
	    size < FATBIN_ENTRY) {
		end_at(s, s->want, FATBIN_BAD);
		return;
	}
	s->step = FATBIN_IN;
	s->open.end = s->want + size;
}

static void word_done(struct fatbin_scan *s)
{
	struct str h = {s->head, FATBIN_ALIGN};

	if (!fatbin_is_magic(h))
		return;
	s->open = (struct fatbin){.at = s->want - FATBIN_ALIGN};
	s->step = FATBIN_SIZE;
	if (bytes_le(h, 4, 2) != FORMAT || bytes_le(h, 6, 2) != FATBIN_HEADER)
		end_at(s, s->want, FATBIN_OTHER);
}

/* What has to be there before the next step. */
static size_t needs(const struct fatbin_scan *s)
{
	return s->step == FATBIN_IN ? FATBIN_ENTRY : FATBIN_ALIGN;
}

static void step_done(struct fatbin_scan *s)
{
	s->head_n = 0;
	switch (s->step) {
	case FATBIN_SEARCH:
		word_done(s);
		break;
	case FATBIN_SIZE:
		size_done(s);
		break;
	case FATBIN_IN:
		entry_done(s);
		break;
	}
}

/* Compilers make of it what vectors the machine has, or none. */
typedef uint32_t words __attribute__((vector_size(16)));

/* Every other one can begin with the magic number. */
static bool any_magic(const char *p)
{
	words want, got, hit = {0};

	for (size_t i = 0; i < sizeof want; i += sizeof magic_bytes)
		memcpy((char *)&want + i, magic_bytes, sizeof magic_bytes);
	for (size_t i = 0; i < BLOCK; i += sizeof got) {
		memcpy(&got, p + i, sizeof got);
		hit |= (words)(got == want);
	}
	return hit[0] | hit[2];
}

/* Bytes in front of the first word that may be a header, or of the rest that is
 * no whole word. */
static size_t find_magic(struct str bytes)
{
	size_t at = 0;

	while (bytes.n - at >= BLOCK && !any_magic(bytes.p + at))
		at += BLOCK;
	while (bytes.n - at >= FATBIN_ALIGN &&
	       !fatbin_is_magic(str_from(bytes, at)))
		at += FATBIN_ALIGN;
	return at;
}

void fatbin_scan_feed(struct fatbin_scan *s, uint64_t at, struct str bytes)
{
	while (s->want < at + bytes.n) {
		struct str rest = str_from(bytes, (size_t)(s->want - at));
		size_t take = needs(s) - s->head_n;

		if (s->step == FATBIN_SEARCH && s->head_n == 0) {
			size_t skip = find_magic(rest);

			s->want += skip;
			rest = str_from(rest, skip);
		}
		take = take < rest.n ? take : rest.n;
		if (take)
			memcpy(s->head + s->head_n, rest.p, take);
		s->head_n += take;
		s->want += take;
		if (s->head_n == needs(s))
			step_done(s);
	}
}

struct code_target fatbin_target_text(const struct fatbin_target *t,
                                      struct arena *a)
{
	struct code_target out = {.kind = t->kind,
	                          .arch = t->arch,
	                          .variant = t->variant};

	if (t->kind == CODE_PTX)
		out.isa = arena_fmt(a, "%u.%u", t->isa_major, t->isa_minor);
	return out;
}
