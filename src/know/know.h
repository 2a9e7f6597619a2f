/*
 * know.h - what NVIDIA and the frameworks published, as of a date.
 *
 * Shape:   one table per file in rules/; every row has a source.  Those that
 *          an ordinary run does not need are parsed on first use, by the
 *          function that gives them.  Look-ups say "not known" by NULL.
 * Units:   versions as text; branches as integers (535).
 * Owner:   the arena given to know_load(); const for everyone else.
 * Errors:  ERR_FORMAT from know_load(), for all files of --knowledge DIR; a
 *          compiled-in table that cannot be parsed is a bug.
 * Source:  each row's "source".
 */
#ifndef KNOW_KNOW_H
#define KNOW_KNOW_H

#include "know/arch.h"
#include "know/base.h"
#include "know/brand.h"
#include "know/change.h"
#include "know/driver.h"
#include "know/framework.h"
#include "know/gate.h"
#include "know/gpu.h"
#include "know/image.h"
#include "know/library.h"
#include "know/package.h"
#include "know/stack.h"
#include "know/symptom.h"
#include "know/torch.h"

struct know {
	struct str as_of; /* YYYY-MM-DD, the oldest of what is loaded */
	struct branches branches;
	struct driver_versions driver_versions;
	struct toolkits toolkits;
	struct fc_cells fc;
	struct fc_classes fc_classes;
	struct gpus gpus;
	struct vgpu_boards vgpu_boards;
	struct gpu_memories memories;
	struct brands brands;
	struct brand_shifts brand_shifts;
	struct solds sold;
	struct torch_builds torch;
	struct torch_condas conda;
	struct stacks stacks;
	struct changes changes;
	struct know_lazy *lazy; /* the tables parsed on first use */
};

/* Parse the compiled-in tables, or those in dir where a file is there. */
int know_load(struct know *k, struct str dir, struct arena *a, struct err *err);

enum { KNOW_STALE_DAYS = 180 };

struct know_table {
	struct str name;    /* "toolkits" */
	struct str file;    /* "toolkits.json" */
	struct str schema;  /* "cudalint/know/toolkits/1" */
	struct str as_of;   /* YYYY-MM-DD */
	size_t rows;        /* of all its lists */
	size_t bytes;       /* of the file */
	struct str origin;  /* "built-in", or the path of the file */
	struct str digest;  /* "sha256:…" of its bytes */
	struct str source;  /* the file's own */
	int64_t stale_days; /* after as_of it is stale */
};
struct know_tables {
	struct know_table *v;
	size_t n;
};

/* All of them, parsed, in order of name. */
struct know_tables know_tables(const struct know *k, struct arena *a);

/* Days between two dates YYYY-MM-DD; false when one is none. */
bool know_days(struct str from, struct str to, int64_t *days);

/* What is wrong with the tables: "FILE: /LIST/ROW (KEY): REASON".  0 when
 * nothing is, else -1. */
int know_check(const struct know *k, struct arena *a, struct strs *complaints);

#endif
