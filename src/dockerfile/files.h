/*
 * files.h - the files of an image that is being built, for all who change it.
 *
 * Shape:   what apply.h has, and what only docker_image_of() needs.
 * Units:   paths are clean (base/path.h); groups are bits (1u << group).
 * Owner:   the arena of struct apply.
 * Errors:  none; what does not fit or can't be known is a gap.
 * Source:  dockerfile.md C2, D; images.md A5.
 */
#ifndef DOCKERFILE_FILES_H
#define DOCKERFILE_FILES_H

#include "dockerfile/apply.h"

enum {
	PLACED_MAX = 1024,    /* files whose bytes are known */
	COPIED_MAX = 1 << 18, /* nodes that COPY --from makes, all together */
	SCRIPT_MAX = 1 << 20, /* bytes of a script or list that is read */
	UNSEEN_MAX = 256,     /* directories of which some is not known */
};

/* All but the config and the system's name: what a program can change. */
#define GROUPS_FILES                                                     \
	(1u << GROUP_DRIVER | 1u << GROUP_RUNTIME | 1u << GROUP_PYTHON | \
	 1u << GROUP_LOADER | 1u << GROUP_PACKAGES)

void files_init(struct apply *ap);
void files_mkdir(struct apply *ap, struct str path);

/* What a layer kept, under another name. */
void files_put(struct apply *ap, struct str path, const struct kept *like);

/* Where the bytes of a path come from, from now on. */
void files_place_text(struct apply *ap, struct str path, struct text bytes);
void files_place_context(struct apply *ap, struct str path, struct str source);
void files_place_unknown(struct apply *ap, struct str path);
/* How many there are; n of them are gone again: mounts. */
size_t files_placed(const struct apply *ap);
void files_unplace(struct apply *ap, size_t first, size_t n);

/* A file of which the bytes are known: it says what extract() makes of it. */
void files_write(struct apply *ap, struct str path, struct str bytes);
/* ld.so.conf and the like: one more line. */
void files_append(struct apply *ap, struct str path, struct str bytes);

/* A .dist-info or .egg-info at that very path. */
void files_wheel_at(struct apply *ap, struct str info, struct str name,
                    struct str version);
/* torch/version.py; no_cuda: it says None. */
void files_torch_at(struct apply *ap, struct str site, struct str version,
                    struct str cuda, bool no_cuda);

/* Which groups a file could be of, or what is below path; by the path alone,
 * and by what is there. */
unsigned files_could_be(struct str path, bool tree);
unsigned files_of(struct apply *ap, struct str path);
/* A gap in each of these. */
void files_gaps(struct apply *ap, unsigned groups, struct str reason);
/* What is fetched to a path, for who runs it. */
void files_fetched(struct apply *ap, struct str path, struct str address);
/* A directory into which came what nobody has seen. */
void files_unseen(struct apply *ap, struct str dir);
/* What of that may come along from path to where a copy goes; groups. */
unsigned files_bring(struct apply *ap, const struct apply *from,
                     struct str path, struct str to);
/* What a limit leaves out: a gap of all, also for who copies from here. */
void files_lose(struct apply *ap, struct str reason);

/* dpkg's database, or what stands for it where rpm's is. */
bool files_has_package(struct apply *ap, struct str name);
void files_add_package(struct apply *ap, struct str name, struct str version);
/* As a database of the base has it: p->path. */
void files_list_package(struct apply *ap, const struct package *p);
void files_own(struct apply *ap, struct str package, struct str path);
void files_remove_package(struct apply *ap, struct str name);
/* Names of those that are there and match. */
struct strs files_packages(struct apply *ap, struct str pattern);

/* Paths that are there and match a pattern with * and ?; a path without them
 * is itself.  dots: also names that begin with one, as shells do not. */
struct strs files_match(struct apply *ap, struct str pattern, bool dots);

/* Copy what is at path in from, as COPY --from does; into to, or as to. */
void files_copy(struct apply *ap, struct apply *from, struct str path,
                struct str to, bool into);

#endif
