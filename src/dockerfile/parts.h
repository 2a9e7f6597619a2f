/*
 * parts.h - what is in a base image or a package, put into the image.
 *
 * Shape:   rows of rules/bases.json, their names and values filled in.
 * Units:   CUDA as "11.3"; architectures as in "linux/arm64".
 * Owner:   the arena of struct apply.
 * Errors:  none; what a row needs and nobody knows is a gap.
 * Source:  rules/bases.json.
 */
#ifndef DOCKERFILE_PARTS_H
#define DOCKERFILE_PARTS_H

#include "dockerfile/files.h"

/* What the rows may ask for; "" is not known. */
struct part_words {
	struct str cuda;           /* "11.3" */
	struct str tag;            /* "11.3.0" */
	struct str cudart;         /* "11.3.58" */
	struct str compat;         /* "465.19.01" */
	struct str compat_package; /* "cuda-compat-11-3"; "" there is none */
	struct str gate;           /* NVIDIA_REQUIRE_CUDA */
	bool no_gate;              /* there is none */
	struct str flavour;        /* "cudnn8-devel" */
	struct str distro;         /* "ubuntu20.04" */
};

/* Everything that an image has: "nvidia/cuda", "python". */
void parts_of_image(struct apply *ap, struct str name,
                    const struct part_words *w);

/* What a package brings, and itself; version "" is the newest there is.  A
 * name that no row has brings nothing, or says that it may. */
void parts_of_package(struct apply *ap, struct str name, struct str version);

/* Does this name say anything to us? */
bool parts_know(struct apply *ap, struct str name);

/* Does it bring files, or what nobody knows? */
bool parts_bring(struct apply *ap, struct str name);

/* The files of a package of that CUDA, without the package. */
void parts_unpacked(struct apply *ap, struct str name, struct str tag);

/* Words in braces filled in; false when one of them is not known. */
bool parts_fill(struct apply *ap, const struct part_words *w, struct str text,
                struct str *out);

/* Directory of the CPU's libraries below targets: "x86_64-linux". */
struct str parts_triplet(struct str arch);

/* A variable of the base's environment. */
void parts_env(struct apply *ap, struct str name, struct str value);

#endif
