/*
 * filename.h - which names of files are those of Dockerfiles.
 *
 * Shape:   the last component of a path in, what it is by its name alone out.
 * Units:   -
 * Owner:   nobody.
 * Errors:  none.
 * Source:  dockerfile.md C1: names of 149 public files.
 */
#ifndef DOCKERFILE_FILENAME_H
#define DOCKERFILE_FILENAME_H

#include "base/str.h"

enum filename_kind {
	FILENAME_OTHER,
	FILENAME_DOCKERFILE,
	FILENAME_TEMPLATE, /* a Dockerfile is made from it */
};

enum filename_kind filename_kind(struct str name);

/* Folders with copies of what others wrote, or with none of it. */
bool filename_is_skipped_dir(struct str name);

#endif
