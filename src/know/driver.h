/*
 * driver.h - driver branches, toolkits, forward compatibility.
 *
 * Shape:   rows of rules/branches, toolkits and forward-compat.json.
 * Units:   versions as text; branches as integers (535).
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL or an empty str.
 * Source:  each row's "source".
 */
#ifndef KNOW_DRIVER_H
#define KNOW_DRIVER_H

#include "know/row.h"

struct branch {            /* rules/branches.json */
	int64_t branch;    /* 535 */
	struct str cuda;   /* driver API version, "12.2" */
	struct str first;  /* lowest version known */
	struct str last;   /* highest version known */
	struct str eol;    /* YYYY-MM-DD, "" unknown or alive */
	struct str min_cc; /* lowest compute capability it drives */
	struct str max_cc; /* highest */
	enum confidence confidence;
	struct str source;
};
struct branches {
	struct branch *v;
	size_t n;
};

struct driver_version { /* exceptions to "by branch" */
	struct str version;
	struct str cuda;
	struct str source;
};
struct driver_versions {
	struct driver_version *v;
	size_t n;
};

struct toolkit { /* rules/toolkits.json: one row per CUDA major.minor[.patch] */
	struct str cuda;   /* "11.8.0" */
	struct str cudart; /* "11.8.89"; "" unknown */
	struct str driver; /* lowest driver that has this API natively, Linux */
	struct str windows; /* the same for Windows; "" not said */
	struct str floor;   /* lowest driver by minor-version compatibility;
	                        "" where there is none (before CUDA 11) */
	struct str ptx;     /* PTX ISA, "7.8" */
	struct str compat;  /* libcuda of the compat package at release */
	enum confidence confidence;
	struct str source;
};
struct toolkits {
	struct toolkit *v;
	size_t n;
};

enum fc_verdict { FC_UNKNOWN, FC_YES, FC_NO, FC_NOT_NEEDED };

struct fc_cell {         /* rules/forward-compat.json */
	struct str cuda; /* of the compat package, "12.4" */
	int64_t branch;  /* kernel branch */
	enum fc_verdict compatible;
	enum confidence confidence;
	struct str source;
};
struct fc_cells {
	struct fc_cell *v;
	size_t n;
};

struct know;

/* Look-ups; NULL or an empty str: not known. */
const struct branch *know_branch(const struct know *k, int64_t branch);
const struct branch *know_branch_of(const struct know *k, struct str driver);
/* Driver API version ("11.2") of a driver version; says by what.  A branch
 * between two known ones that agree is as they are. */
struct str know_driver_cuda(const struct know *k, struct str driver,
                            struct str *source);

/* What is known of any driver: the API version never falls with the branch. */
struct cuda_range {
	struct str low;    /* at least; "" older than the table */
	struct str high;   /* at most; "" newer than the table */
	bool between;      /* by the branches around it, not by a row */
	struct str source; /* of the row, or of the one below */
};
struct cuda_range know_driver_range(const struct know *k, struct str driver);
/* Exact patch, else the newest row of that major.minor. */
const struct toolkit *know_toolkit(const struct know *k, struct str cuda);
/* The PTX ISA that a driver of this CUDA compiles, "8.4"; and the CUDA that an
 * ISA came with, "12.4".  Of what is newer than the table, its newest. */
struct str know_ptx_isa(const struct know *k, struct str cuda);
struct str know_cuda_of_ptx(const struct know *k, struct str isa);
const struct toolkit *know_toolkit_by_cudart(const struct know *k,
                                             struct str cudart);
const struct fc_cell *know_fc(const struct know *k, struct str cuda,
                              int64_t branch);

#endif
