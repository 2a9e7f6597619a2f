/*
 * scan.h - the device code of one program or shared library.
 *
 * Shape:   sections that are nothing but fat binaries, as nvcc makes them;
 *          where these hold next to nothing of the file, other data too.  The
 *          same answer by hopping in a file as by reading a stream.
 * Units:   bytes.
 * Owner:   the arena.
 * Errors:  what the stream gives; what is damaged is a gap.
 * Source:  model 15.
 */
#ifndef FACTS_SCAN_H
#define FACTS_SCAN_H

#include "facts/code.h"
#include "image/stream.h"

/* s is at the first byte of the file.  gap: why not all could be seen, "" if
 * it was. */
int code_scan(struct stream *s, uint64_t size, struct arena *a,
              struct device_code *out, struct str *gap, struct err *err);

#endif
