/*
 * effects.h - what actions do to facts.
 *
 * Shape:   lists are replaced by shorter copies; what they held is shared.
 * Units:   -
 * Owner:   the arena.
 * Errors:  none.
 * Source:  facts.h; dockerfile.md D4.
 */
#ifndef FIX_EFFECTS_H
#define FIX_EFFECTS_H

#include "fix/action.h"

/* No compat library, directory or package is left. */
void effect_purge(const struct action *action, struct arena *a,
                  struct image_facts *f);

/* LD_LIBRARY_PATH has no compat directory. */
void effect_drop_path(const struct action *action, struct arena *a,
                      struct image_facts *f);

/* "/usr/local/cuda-11.3/compat", "/usr/local/cuda/compat/lib": a directory
 * of compat libraries by its name. */
bool is_compat_dir(struct str dir);

/* "cuda", "cuda-12-1", "cuda-toolkit-12-1", "cuda-runtime-12-1": what they ask
 * for may be a compat package; dockerfile.md F12. */
bool is_cuda_metapackage(struct str name);

/* Anything of that in the facts? */
bool facts_have_compat(const struct image_facts *f);

#endif
