/*
 * A blind change costs a header its checksum, a byte more or less moves every
 * header behind it, and one digit of a digest loses the blob: nearly all that
 * libFuzzer tries of itself ends there.  Here the bytes are a list of members;
 * one is changed, and what depends on it follows.
 */
#include "tar_mutator.h"

#include "../unit/mktar.h"
#include "base/buf.h"
#include "base/sha256.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK = 512,
	NAME = 0,
	NAME_SIZE = 100,
	SIZE = 124,
	SIZE_SIZE = 12,
	TYPE = 156,
	LINK = 157,
	MAGIC = 257,
	MEMBERS_MAX = 64,
	GROW = 300, /* bytes by which one change may lengthen data */
	ROUNDS = 6, /* manifests name manifests, so deep */
	HEX_AT = 7, /* behind "sha256:" */
	HEX_SIZE = 64,
};

struct member {
	size_t at;   /* of its header */
	size_t size; /* of its data, without what fills the block */
	struct digest sum;
};

struct archive {
	uint8_t *p;
	size_t n, max;
	struct member v[MEMBERS_MAX];
	size_t members;
	size_t end; /* where the last of them ends */
	unsigned random;
};

/* A number below n. */
static size_t any(struct archive *t, size_t n)
{
	t->random = t->random * 1664525U + 1013904223U;
	return n ? (t->random >> 8) % n : 0;
}

static size_t blocks_of(size_t n)
{
	return (n + BLOCK - 1) / BLOCK * BLOCK;
}

static size_t octal(const uint8_t *p, size_t n)
{
	size_t v = 0;

	for (size_t i = 0; i < n && p[i] >= '0' && p[i] <= '7'; i++)
		v = v << 3 | (size_t)(p[i] - '0');
	return v;
}

static void seal(uint8_t *header)
{
	mktar_sum((char *)header);
}

static struct str data_of(const struct archive *t, const struct member *m)
{
	return (struct str){(const char *)t->p + m->at + BLOCK, m->size};
}

/* False: this is no tar. */
static bool look(struct archive *t)
{
	size_t at = 0;

	t->members = 0;
	while (t->members < MEMBERS_MAX && at + BLOCK <= t->n &&
	       memcmp(t->p + at + MAGIC, "ustar", 5) == 0) {
		struct member m = {
			.at = at,
			.size = octal(t->p + at + SIZE, SIZE_SIZE - 1),
		};

		if (m.size > t->n - at - BLOCK)
			m.size = 0; /* it lies; let it */
		m.sum = sha256_of(data_of(t, &m));
		t->v[t->members++] = m;
		at += BLOCK + blocks_of(m.size);
		if (at > t->n)
			at = t->n;
	}
	t->end = at;
	return t->members > 0;
}

/* Put size bytes where there were old. */
static bool splice(struct archive *t, size_t at, size_t old, const void *p,
                   size_t size)
{
	if (at + old > t->n || t->n - old + size > t->max)
		return false;
	memmove(t->p + at + size, t->p + at + old, t->n - at - old);
	memcpy(t->p + at, p, size);
	t->n = t->n - old + size;
	return true;
}

static void swap_text(struct archive *t, const struct digest *was,
                      const struct digest *is)
{
	for (size_t i = 0; i + HEX_SIZE <= t->n; i++)
		if (memcmp(t->p + i, was->text + HEX_AT, HEX_SIZE) == 0)
			memcpy(t->p + i, is->text + HEX_AT, HEX_SIZE);
}

/* Who has the digest of changed data has to change, and so on. */
static void digest_again(struct archive *t)
{
	bool changed = true;

	for (int i = 0; changed && i < ROUNDS; i++) {
		changed = false;
		for (size_t k = 0; k < t->members; k++) {
			struct member *m = &t->v[k];
			struct digest now = sha256_of(data_of(t, m));

			if (strcmp(now.text, m->sum.text) == 0)
				continue;
			swap_text(t, &m->sum, &now);
			m->sum = now;
			changed = true;
		}
	}
}

static void seal_all(struct archive *t)
{
	for (size_t i = 0; i < t->members; i++)
		seal(t->p + t->v[i].at);
}

static bool change_data(struct archive *t)
{
	struct member *m = &t->v[any(t, t->members)];
	size_t room = blocks_of(m->size + GROW), n;
	uint8_t *copy = calloc(1, room);
	char size[SIZE_SIZE];
	bool ok;

	assert(copy);
	memcpy(copy, data_of(t, m).p, m->size);
	n = LLVMFuzzerMutate(copy, m->size, m->size + GROW);
	memset(copy + n, 0, room - n);
	ok = splice(t, m->at + BLOCK,
	            m->at + BLOCK + blocks_of(m->size) > t->n ?
	                    t->n - m->at - BLOCK :
	                    blocks_of(m->size),
	            copy, blocks_of(n));
	free(copy);
	if (!ok)
		return false;
	for (struct member *next = m + 1; next < t->v + t->members; next++)
		next->at = next->at + blocks_of(n) - blocks_of(m->size);
	m->size = n;
	(void)snprintf(size, sizeof size, "%011o", (unsigned)n);
	memcpy(t->p + m->at + SIZE, size, SIZE_SIZE);
	if (any(t, 8))
		digest_again(t);
	seal_all(t);
	return true;
}

/* Anything but its size, mostly. */
static bool change_header(struct archive *t)
{
	uint8_t *header = t->p + t->v[any(t, t->members)].at;
	uint8_t was[BLOCK];
	size_t n;

	memcpy(was, header, BLOCK);
	n = LLVMFuzzerMutate(header, BLOCK, BLOCK);
	memset(header + n, 0, BLOCK - n);
	if (any(t, 4)) {
		memcpy(header + SIZE, was + SIZE, SIZE_SIZE);
		memcpy(header + MAGIC, was + MAGIC, 8);
	}
	seal(header);
	return true;
}

static bool change_type(struct archive *t)
{
	static const char types[] = "01234567gxLKSVDNMX\0";
	uint8_t *header = t->p + t->v[any(t, t->members)].at;

	header[TYPE] = (uint8_t)types[any(t, sizeof types)];
	seal(header);
	return true;
}

/* The name, or what it links to, is that of another. */
static bool change_name(struct archive *t)
{
	uint8_t *from = t->p + t->v[any(t, t->members)].at;
	uint8_t *to = t->p + t->v[any(t, t->members)].at;

	memmove(to + (any(t, 2) ? NAME : LINK),
	        from + (any(t, 4) ? NAME : LINK), NAME_SIZE);
	seal(to);
	return true;
}

/* What of a member there is: the last may be cut off. */
static size_t length(const struct archive *t, size_t i)
{
	return (i + 1 < t->members ? t->v[i + 1].at : t->end) - t->v[i].at;
}

static bool drop(struct archive *t)
{
	size_t i = any(t, t->members);

	return t->members > 1 && splice(t, t->v[i].at, length(t, i), "", 0);
}

static bool copy(struct archive *t)
{
	size_t i = any(t, t->members), n = length(t, i);
	uint8_t *whole = malloc(n);
	bool ok;

	assert(whole);
	memcpy(whole, t->p + t->v[i].at, n);
	ok = splice(t, t->v[any(t, t->members)].at, 0, whole, n);
	free(whole);
	return ok;
}

/* The end marker, whatever is behind it. */
static bool change_end(struct archive *t)
{
	size_t n;

	if (t->end == t->max)
		return false;
	n = LLVMFuzzerMutate(t->p + t->end, t->n - t->end, t->max - t->end);

	t->n = t->end + n;
	return true;
}

size_t tar_mutate(uint8_t *data, size_t size, size_t max, unsigned seed)
{
	static bool (*const changes[])(struct archive *) = {
		change_data,   change_data,   change_data, change_data,
		change_data,   change_data,   change_data, change_header,
		change_header, change_header, change_type, change_name,
		drop,          copy,          copy,        change_end,
	};
	struct archive t = {.p = data, .n = size, .max = max, .random = seed};

	if (max == 0)
		return 0;
	if (!look(&t) || any(&t, 32) == 0 ||
	    !changes[any(&t, sizeof changes / sizeof *changes)](&t))
		return LLVMFuzzerMutate(data, size, max);
	return t.n;
}
