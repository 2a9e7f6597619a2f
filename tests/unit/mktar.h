/*
 * mktar.h - tar archives in memory, for tests.
 *
 * Shape:   members one after another, then mktar_end().
 * Owner:   the buf.
 * Errors:  none.
 * Source:  POSIX pax, "ustar Interchange Format".
 */
#ifndef TESTS_UNIT_MKTAR_H
#define TESTS_UNIT_MKTAR_H

#include "base/buf.h"

#include <stdio.h>
#include <string.h>

/* The checksum over a header whose other fields are filled in. */
static inline void mktar_sum(char h[512])
{
	unsigned sum = 0;

	memset(h + 148, ' ', 8);
	for (int i = 0; i < 512; i++)
		sum += (unsigned char)h[i];
	(void)snprintf(h + 148, 8, "%06o", sum);
}

static inline void mktar_header(char h[512], const char *name, char type,
                                const char *target, size_t size)
{
	memset(h, 0, 512);
	memcpy(h, name, strlen(name));
	memcpy(h + 100, "0000755", 8);
	memcpy(h + 108, "0000000", 8);
	memcpy(h + 116, "0000000", 8);
	(void)snprintf(h + 124, 12, "%011o", (unsigned)size);
	memcpy(h + 136, "00000000000", 12);
	h[156] = type;
	memcpy(h + 157, target, strlen(target));
	memcpy(h + 257,
	       "ustar\0"
	       "00",
	       8);
	mktar_sum(h);
}

static inline void mktar_data(struct buf *b, struct str data)
{
	buf_add(b, data);
	buf_addc(b, '\0', (512 - data.n % 512) % 512);
}

static inline void mktar_file(struct buf *b, const char *name, struct str data)
{
	char h[512];

	mktar_header(h, name, '0', "", data.n);
	buf_add(b, (struct str){h, sizeof h});
	mktar_data(b, data);
}

/* type: '1' hard link, '2' symbolic, '5' directory, '6' fifo */
static inline void mktar_other(struct buf *b, const char *name, char type,
                               const char *target)
{
	char h[512];

	mktar_header(h, name, type, target, 0);
	buf_add(b, (struct str){h, sizeof h});
}

static inline void mktar_end(struct buf *b)
{
	buf_addc(b, '\0', 1024);
}

#endif
