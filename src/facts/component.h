/*
 * component.h - to which part of CUDA a file belongs.
 *
 * Shape:   decided by path alone: a directory may be a component's own, and a
 *          library's name may say more than its directory.
 * Units:   -
 * Owner:   static tables; places are views of the directory.
 * Errors:  none.
 * Source:  files of NVIDIA's debs, rpms, conda packages and wheels.
 */
#ifndef FACTS_COMPONENT_H
#define FACTS_COMPONENT_H

#include "facts/sizes.h"

/* What a directory says of the files in it. */
struct home {
	enum component component; /* of files whose name says nothing */
	size_t place_n;           /* bytes of dir: the component's place */
	bool only;                /* names of libraries mean nothing in it */
};

struct home component_home(struct str dir);
/* By name, else by home; *place_n: bytes of its directory that are the
 * place, SIZE_MAX: all of them. */
enum component component_of(struct home home, struct str base, size_t *place_n);

#endif
