/*
 * code.h - device code in the files of an image: which GPUs it is for.
 *
 * Shape:   plain data; a target is a kind, an architecture and, of PTX, what
 *          compiles it; of each file every target once.
 * Units:   architectures as in sm_86: ten times the compute capability.
 * Owner:   the arena of the layer's or the image's facts.
 * Errors:  none.
 * Source:  headers of fat binaries in ELF files; model 15.
 */
#ifndef FACTS_CODE_H
#define FACTS_CODE_H

#include "base/record.h"

enum code_kind {
	CODE_NONE,
	CODE_PTX,  /* text, compiled by the driver when it is loaded */
	CODE_SASS, /* machine code of one architecture */
	CODE_KIND_N
};

/* Which GPUs beside its own it may run on. */
enum code_variant {
	VARIANT_NONE,
	VARIANT_ARCH,   /* sm_90a: this compute capability only */
	VARIANT_FAMILY, /* sm_100f: and later ones of its family */
	VARIANT_N
};

enum {
	CODE_TARGETS_MAX = 64, /* of one file */
	CODE_ARCH_MIN = 10,
	CODE_ARCH_MAX = 999,
};

struct code_target {
	enum code_kind kind;       /* entry header, offset 0 */
	int64_t arch;              /* 86: sm_86, compute_86; offset 28 */
	enum code_variant variant; /* flags, offset 40 */
	struct str isa;            /* of PTX, "8.4"; offset 24 */
	int64_t modules;           /* fat binaries that have it */
};

struct code_targets {
	struct code_target *v;
	size_t n;
};

/* What one file holds. */
struct device_code {
	struct code_targets targets; /* sorted, each once */
	int64_t modules;             /* fat binaries in the file */
};

/* A shared library or a program with device code. */
struct code_file {
	struct str path;
	int64_t layer; /* that wrote the file */
	struct device_code code;
};

struct code_files {
	struct code_file *v;
	size_t n;
};

/* Of an image.  False: nobody looked, so no file means nothing. */
struct image_code {
	bool scanned;
	struct code_files files; /* sorted by path */
};

extern const char *const code_kind_names[CODE_KIND_N];
extern const char *const code_variant_names[VARIANT_N];

/* "sm_90a", "compute_86" */
struct str code_target_name(const struct code_target *t, struct arena *a);

#endif
