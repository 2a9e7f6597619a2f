#include "image/tar_header.h"

#include <string.h>

struct part {
	size_t at, n;
};

static const struct part name = {.at = 0, .n = 100}, mode = {.at = 100, .n = 8},
			 size = {.at = 124, .n = 12}, sum = {.at = 148, .n = 8},
			 target = {.at = 157, .n = 100},
			 magic = {.at = 257, .n = 8},
			 prefix = {.at = 345, .n = 155};
/* GNU's, of a sparse file: where its data belongs, and its real size. */
static const struct part map = {.at = 386, .n = 109};

enum { TYPE = 156 };

static struct str part_of(struct str block, struct part p)
{
	return (struct str){block.p + p.at, p.n};
}

/* Up to its first NUL, if it has one. */
static struct str text_of(struct str block, struct part p)
{
	struct str s = part_of(block, p);
	const char *end = memchr(s.p, '\0', s.n);

	if (end)
		s.n = (size_t)(end - s.p);
	return s;
}

/* Spaces, digits, then nothing but spaces and NULs. */
static bool octal(struct str s, uint64_t *out)
{
	size_t i = 0, first;

	*out = 0;
	while (i < s.n && s.p[i] == ' ')
		i++;
	for (first = i; i < s.n && s.p[i] >= '0' && s.p[i] <= '7'; i++)
		*out = *out << 3 | (unsigned)(s.p[i] - '0');
	if (i == first)
		return false;
	while (i < s.n && (s.p[i] == ' ' || s.p[i] == '\0'))
		i++;
	return i == s.n;
}

/* The sum of all bytes, those of its own field as if they were spaces. */
static bool sum_is_right(struct str block)
{
	uint64_t want;
	unsigned got = 0;

	for (size_t i = 0; i < TAR_BLOCK; i++)
		got += (unsigned char)block.p[i];
	for (size_t i = sum.at; i < sum.at + sum.n; i++)
		got += ' ' - (unsigned)(unsigned char)block.p[i];
	return octal(part_of(block, sum), &want) && want == got;
}

static bool is_posix(struct str block)
{
	return memcmp(block.p + magic.at, "ustar\00000", magic.n) == 0;
}

static bool is_gnu(struct str block)
{
	static const char nothing[TAR_BLOCK];

	return memcmp(block.p + magic.at, "ustar  ", magic.n) == 0 &&
	       memcmp(block.p + map.at, nothing, map.n) == 0;
}

static bool type_of(char c, enum entry_type *out)
{
	switch (c) {
	case '\0':
	case '0':
		*out = ENTRY_FILE;
		return true;
	case '1':
		*out = ENTRY_HARDLINK;
		return true;
	case '2':
		*out = ENTRY_SYMLINK;
		return true;
	case '5':
		*out = ENTRY_DIR;
		return true;
	}
	return false;
}

/* GNU has other things where POSIX has the prefix. */
static struct str name_of(struct str block, struct tar_header *h)
{
	struct str dir = text_of(block, prefix), last = text_of(block, name);
	size_t n = 0;

	if (dir.n && is_posix(block)) {
		memcpy(h->name, dir.p, dir.n);
		n = dir.n;
		if (h->name[n - 1] != '/')
			h->name[n++] = '/';
	}
	memcpy(h->name + n, last.p, last.n);
	return (struct str){h->name, n + last.n};
}

static struct str target_of(struct str block, struct tar_header *h)
{
	struct str s = text_of(block, target);

	memcpy(h->target, s.p, s.n);
	return (struct str){h->target, s.n};
}

/* A file whose name says that it is a directory, a link with data or to
 * nowhere: what these are, writers do not agree on. */
static bool is_usual(const struct entry *e)
{
	if (e->name.n == 0)
		return false;
	if (e->type == ENTRY_FILE)
		return e->name.p[e->name.n - 1] != '/';
	return e->size == 0 && (e->type == ENTRY_DIR || e->target.n);
}

bool tar_header_plain(struct str block, struct tar_header *h, struct entry *e)
{
	uint64_t bits;

	*e = (struct entry){.target = STR("")};
	if (!(is_posix(block) || is_gnu(block)) ||
	    !type_of(block.p[TYPE], &e->type) ||
	    !octal(part_of(block, size), &e->size) ||
	    !octal(part_of(block, mode), &bits) || !sum_is_right(block))
		return false;
	e->mode = bits & 07777;
	e->name = name_of(block, h);
	if (e->type == ENTRY_SYMLINK || e->type == ENTRY_HARDLINK)
		e->target = target_of(block, h);
	return is_usual(e);
}

bool tar_header_pax(struct str block)
{
	return is_posix(block) &&
	       (block.p[TYPE] == 'x' || block.p[TYPE] == 'g') &&
	       sum_is_right(block);
}
