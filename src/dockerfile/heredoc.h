/*
 * heredoc.h - heredocs that an instruction's line announces, and their bodies.
 *
 * Shape:   in order of the line.
 * Owner:   the arena; bodies are the file's.
 * Errors:  FORMAT where the terminator is missing, or a name can't be read.
 * Source:  dockerfile.md A5.
 */
#ifndef DOCKERFILE_HEREDOC_H
#define DOCKERFILE_HEREDOC_H

#include "dockerfile/lines.h"

/* Of in->joined, if the instruction may have some; without bodies. */
int heredocs_announced(struct instr *in, struct arena *a, struct err *err);

/* The bodies of all, from the lines that come next; line is the instruction's
 * first. */
int heredocs_read(struct reader *r, struct heredocs *all, size_t line,
                  struct err *err);

#endif
