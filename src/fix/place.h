/*
 * place.h - where in a Dockerfile an instruction can be put.
 *
 * Shape:   behind an instruction of the target's stages, with what the USER
 *          and SHELL there ask for.
 * Units:   offsets in bytes of the file.
 * Owner:   the arena.
 * Errors:  none; what can't be done says why.
 * Source:  dockerfile.md A2 (edit hazard), A3, D5.
 */
#ifndef FIX_PLACE_H
#define FIX_PLACE_H

#include "fix/action.h"

struct place {
	const struct instr *after; /* the new ones come behind it */
	struct docker_state state; /* there */
	bool shell_is_posix;       /* RUN in shell form will do */
	bool user_later;           /* the stage sets USER behind it anyway */
};

/* Behind all that can bring compat libraries: D5.3, D5.4. */
void place_for_purge(const struct fix_input *in, struct arena *a,
                     struct place *out);

/* Whole lines, put there, with what a root user's step needs around it.
 * lines ends with the file's line end.  *inserts counts USER lines, and
 * *restored says whether the user is as before. */
struct edit place_lines(const struct fix_input *in, const struct place *p,
                        struct str lines, struct arena *a, size_t *inserts,
                        bool *restored);

#endif
