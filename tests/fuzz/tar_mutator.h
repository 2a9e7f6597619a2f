/*
 * tar_mutator.h - change a tar so that it stays one.
 *
 * Shape:   one change to one member: its header, its data, its place.  What a
 *          header says about its data and itself is made right again, and so
 *          is the digest of data wherever the archive has it in hex.
 * Units:   sizes in bytes.
 * Owner:   -
 * Errors:  none; bytes that are no tar, or that would grow beyond max, get
 *          what libFuzzer does to any bytes.
 * Source:  POSIX.1-2008, pax, "ustar Interchange Format".
 */
#ifndef TESTS_TAR_MUTATOR_H
#define TESTS_TAR_MUTATOR_H

#include <stddef.h>
#include <stdint.h>

/* libFuzzer's own; where there is none a test has one. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max)
	__attribute__((weak));

/* Of a target that reads tars.  Returns how long data is now. */
size_t tar_mutate(uint8_t *data, size_t size, size_t max, unsigned seed);

#endif
