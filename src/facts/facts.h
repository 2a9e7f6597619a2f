/*
 * facts.h - what is in one image, and nothing we think of it.
 *
 * Shape:   plain data, filled once, then const.  What could not be seen is in
 *          gaps, with the groups of facts that it could change.
 * Units:   layers are indices into layers, base first; sizes in bytes;
 *          paths are clean (base/path.h), versions are text as found.
 * Owner:   one arena per image.
 * Errors:  none; a gap is data.
 * Source:  each member names the file or document it was read from.
 */
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H

#include "facts/code.h"
#include "facts/libs.h"
#include "facts/origin.h"
#include "facts/packages.h"
#include "facts/search.h"
#include "facts/sizes.h"

#define FACTS_SCHEMA "cudalint/facts/1"

/* More is no image that somebody made.  Every prediction goes through the
 * libraries and the directories that the loader searches. */
enum { FACTS_LIST_MAX = 4000, FACTS_LIBS_MAX = 1000 };

/* Groups of facts, as gaps name them; also a bit set (1u << group). */
enum fact_group {
	GROUP_NONE,
	GROUP_CONFIG,  /* env, labels, entrypoint, platform */
	GROUP_DRIVER,  /* user-mode driver libraries */
	GROUP_RUNTIME, /* libcudart and its versions */
	GROUP_PACKAGES,
	GROUP_PYTHON,
	GROUP_LOADER, /* ld.so.conf, the /usr/local/cuda chain */
	GROUP_OS,
	GROUP_CODE, /* device code: SASS, PTX */
	GROUP_ALL,
	GROUP_N
};

struct gap {
	enum fact_group group; /* what it could change */
	struct str where;      /* "layer 3", or a path */
	struct str reason;
};

struct gaps {
	struct gap *v;
	size_t n;
};

struct image_facts {
	struct str schema; /* FACTS_SCHEMA */
	struct str digest; /* image id: sha256 of the config */
	struct config config;
	struct layers layers;
	struct umds umd;
	struct cudarts cudart;
	struct packages packages;
	struct wheels wheels;
	struct torches torch;
	struct loader loader;
	struct os_facts os;
	struct image_code code;
	struct sizes sizes;
	struct gaps gaps;
};

extern const struct schema facts_schema;
/* Of members that layers' facts have too. */
extern const struct schema fwd_note_schema, package_schema, os_schema;
extern const struct schema device_code_schema, fact_gap_schema;
extern const char *const fact_group_names[GROUP_N];

/* The value of an environment variable; last one wins.  False: not set. */
bool facts_env(const struct image_facts *f, struct str name, struct str *value);

/* True when a gap could have changed this group. */
bool facts_unsure(const struct image_facts *f, enum fact_group group);

/* "linux/amd64" or "linux/arm/v7". */
struct str facts_platform(const struct image_facts *f, struct arena *a);

/* What cudalint facts prints; strict, with the schema's name checked.  FORMAT,
 * or LIMIT for lists that no image of ours has. */
int facts_parse(struct str json, struct arena *a, struct image_facts *out,
                struct err *err);
/* The part of it that is not the shape of the JSON. */
int facts_check(const struct image_facts *f, struct err *err);
void facts_write(const struct image_facts *f, struct buf *out);

#endif
