/*
 * cure.h - the edits that several rules propose.
 *
 * Shape:   an action word that fix/ and other programs can act on, and a line
 *          for people.
 * Owner:   strings live in the arena of the input.
 * Errors:  none.
 * Source:  model 6, 7; reports from the field.
 */
#ifndef LINT_CURE_H
#define LINT_CURE_H

#include "lint/hits.h"
#include "lint/rule.h"

/* Grade and action of a cure that needs no more than a line of text. */
struct cure cure_make(enum grade grade, struct str action, struct str text);

/* Take the compat libraries out; u is one of them.  Safe, unless a pool of
 * the fleet works only through them. */
struct cure cure_purge_compat(const struct lint_input *in, const struct umd *u);

/* "cuda-compat-11-3": the owner, else by the directory's name; "" unknown. */
struct str compat_package(const struct lint_input *in, const struct umd *u);

/* "apt-get purge -y NAME", as who installed it takes it away. */
struct str cure_remove(const struct lint_input *in, struct str name);

/* A driver that has this CUDA version. */
struct cure cure_raise_driver(const struct lint_input *in, struct str cuda);

/* Lowest driver that runs programs built with it; "" unknown. */
struct str cure_floor(const struct lint_input *in, struct str cuda);

/* Which compat libcuda counts: the named file's row, else the first. */
const struct umd *compat_libcuda(const struct lint_input *in,
                                 const struct run *run);

/* Pools, evidence and cure of a finding whose cause is that library. */
void blame_compat(const struct lint_input *in, struct finding *f,
                  const struct batch *b);

#endif
