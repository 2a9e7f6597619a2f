/*
 * path.h - names of files in an image.
 *
 * Shape:   a clean path is relative to the image's root, without leading or
 *          trailing slash, without empty, "." or ".." components; the root
 *          itself is "".
 * Units:   PATH_MAX_BYTES bounds what is looked at.
 * Owner:   path_clean() writes into the caller's buffer; others are views.
 * Errors:  path_clean() is false when ".." leaves the root or it is too long.
 * Source:  images.md A5.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include "base/str.h"

enum { PATH_MAX_BYTES = 4096 };

enum path_verdict { PATH_OK, PATH_ESCAPES, PATH_TOO_LONG };

enum path_verdict path_clean(struct str raw, char out[PATH_MAX_BYTES],
                             struct str *clean);
struct str path_base(struct str path); /* last component */
struct str path_dir(struct str path);  /* all before it; "" for one part */

/* True when path is dir itself or below it. */
bool path_is_under(struct str path, struct str dir);

/* Without the slash in front that absolute paths in configs have. */
struct str path_rel(struct str path);

#endif
