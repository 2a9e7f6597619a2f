/*
 * files.h - whole files, standard output and standard error.
 *
 * Shape:   "-" is standard input.
 * Owner:   what is read lives in the given arena.
 * Errors:  IO, NOT_FOUND; LIMIT past the bytes that the caller allows.
 * Source:  -
 */
#ifndef CLI_FILES_H
#define CLI_FILES_H

#include "base/arena.h"
#include "base/err.h"

/* Whole small files; "-" is standard input.  LIMIT past max bytes. */
int file_read(struct str path, size_t max, struct arena *a, struct str *out,
              struct err *err);
/* What messages call it: "-" is standard input. */
struct str input_name(struct str path);
/* As fingerprints have it: without "./", and from the working directory on
 * where it is below that. */
struct str file_name(struct str path, struct arena *a);
int file_write(struct str path, struct str bytes, struct err *err);
/* What is not a regular file (/dev/stdout, a pipe) is written as it is. */
bool file_is_special(const char *path);
/* To standard output. */
int print(struct str bytes, struct err *err);
/* To standard error; what can't be written there is lost. */
void note(struct str bytes);

#endif
