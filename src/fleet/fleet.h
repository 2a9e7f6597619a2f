/*
 * fleet.h - the hosts that an image is to run on.
 *
 * Shape:   a fleet is pools of identical hosts; what a pool does not say is
 *          unknown (zero or empty), and unknown is evaluated, not guessed.
 * Units:   driver and CUDA versions are text as nvidia-smi prints them.
 * Owner:   the arena given to the parser.
 * Errors:  USAGE with the JSON pointer of what is wrong.
 * Source:  architecture.md 6.1; GPU names by rules/gpus.json.
 */
#ifndef FLEET_FLEET_H
#define FLEET_FLEET_H

#include "fleet/words.h"
#include "know/know.h"

#define FLEET_SCHEMA "cudalint/fleet/1"

/* What the profile says of a GPU, and what the tables add. */
struct fleet_gpu {
	struct str product;            /* as written */
	int64_t count;                 /* in one host; 1 if absent */
	struct str compute_capability; /* "8.6"; given, or by table */
	bool cc_given;
	enum gpu_class gpu_class; /* given, or by table */
	bool class_given;
	struct str brand;        /* given only; lower case */
	struct str name;         /* resolved: the table's name, or
	                                  what was written */
	struct str table_brand;  /* brand on current drivers, by table */
	struct str table_source; /* of the row that resolved it */
	bool known;              /* class and capability are known */
	struct strs candidates;  /* when the name was ambiguous */
};

struct fleet_gpus {
	struct fleet_gpu *v;
	size_t n;
};

struct container {
	enum engine engine;
	struct str docker;  /* version */
	struct str toolkit; /* version */
	enum request request;
	enum mechanism mode;
	enum compat_mode compat_mode;
	enum host_family host_family;
};

struct pool {
	struct str name;
	int64_t nodes;   /* 1 if absent */
	struct str arch; /* GOARCH word; given, by GPU, or "amd64" */
	bool arch_given;
	enum host_os os;
	struct str driver; /* "460.67"; "" if only cuda is given */
	struct str cuda;   /* driver API version; given, or by branch */
	bool cuda_given;
	struct str cuda_source; /* the table row it came from */
	struct fleet_gpus gpus;
	struct container container;
	enum fabric fabric;
	enum visible visible;
};

struct pools {
	struct pool *v;
	size_t n;
};

struct fleet {
	struct str schema;
	struct str name;
	struct str as_of; /* YYYY-MM-DD */
	struct pools pools;
	bool embedded;     /* the default fleet, not the user's */
	struct strs notes; /* what an importer had to decide; for a reader */
	size_t left_out;   /* hosts, or parts of one, that it had to */
};

extern const struct schema fleet_schema;

/* Parse, check and resolve a profile. */
int fleet_parse(struct str json, const struct know *k, struct arena *a,
                struct fleet *out, struct err *err);

/* The default fleet that is compiled in. */
int fleet_default(const struct know *k, struct arena *a, struct fleet *out,
                  struct err *err);

/* Keep only pools whose name matches one of the globs; no globs, no change. */
void fleet_select(struct fleet *f, struct strs globs, struct arena *a);

/* What is odd in a profile that parsed, one line each: a GPU or a driver that
 * no table has, a cuda that is not the driver's, a driver too old for a GPU. */
struct strs fleet_check(const struct fleet *f, const struct know *k,
                        struct arena *a);

/* As the profile format, resolved members left out. */
void fleet_write(const struct fleet *f, struct buf *out);

#endif
