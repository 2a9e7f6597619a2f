/*
 * utf8.h - what bytes are characters, and which of these are harmless.
 *
 * Shape:   one sequence at a time.
 * Owner:   nobody.
 * Errors:  a length of 0: the bytes begin no sequence.
 * Source:  RFC 3629; Unicode, UAX #9 for the marks of direction.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include "base/str.h"

/* Bytes of the sequence at p, of n that are there; n is at least 1. */
size_t utf8_decode(const char *p, size_t n, uint32_t *cp);

/* Controls, line separators, marks of direction: not for a terminal. */
bool utf8_is_unsafe(uint32_t cp);

#endif
