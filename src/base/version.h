/*
 * version.h - dotted numbers: drivers, CUDA, toolkits.
 *
 * Shape:   up to four numeric parts; the text form stays with whoever has it
 *          (550.54.05 would lose its zero here).
 * Owner:   by value.
 * Errors:  version_parse() is false on anything but digits and single dots.
 * Source:  NVML and CUDA version strings; model 2.4.
 */
#ifndef BASE_VERSION_H
#define BASE_VERSION_H

#include "base/str.h"

struct version {
	uint32_t part[4];
	uint8_t n; /* 0: unknown */
};

bool version_parse(struct str s, struct version *out);

/* The leading version of s ("465.19.01-1" gives 465.19.01), else n == 0. */
struct version version_lead(struct str s);

/* Missing parts count as zero: 12.4 equals 12.4.0. */
int version_cmp(struct version a, struct version b);

/* version_cmp of the parsed texts; text that is no version is lowest. */
int version_cmp_str(struct str a, struct str b);

/* The first two parts, for "which CUDA minor is this". */
struct version version_minor(struct version v);

#endif
