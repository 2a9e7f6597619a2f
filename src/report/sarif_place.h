/*
 * sarif_place.h - where something is, and what to write there, for SARIF.
 *
 * Shape:   one struct per object of the format.
 * Units:   columns in UTF-16 code units.
 * Owner:   views into the brief, lists in the given arena.
 * Errors:  none.
 * Source:  SARIF 2.1.0, 3.28 "location object", 3.55 "fix object".
 */
#ifndef REPORT_SARIF_PLACE_H
#define REPORT_SARIF_PLACE_H

#include "report/brief.h"
#include "report/region.h"

struct sarif_text {
	struct str text;
};

struct sarif_artifact {
	struct str uri;
};

struct sarif_physical {
	struct sarif_artifact artifact;
	struct region region;
};

struct sarif_logical {
	struct str full_name, kind;
};

struct sarif_logicals {
	struct sarif_logical *v;
	size_t n;
};

struct sarif_location {
	struct sarif_physical physical;
	struct sarif_logicals logical;
};

struct sarif_locations {
	struct sarif_location *v;
	size_t n;
};

struct sarif_replacement {
	struct region deleted;
	struct sarif_text inserted;
};

struct sarif_replacements {
	struct sarif_replacement *v;
	size_t n;
};

struct sarif_change {
	struct sarif_artifact artifact;
	struct sarif_replacements replacements;
};

struct sarif_changes {
	struct sarif_change *v;
	size_t n;
};

struct sarif_fix {
	struct sarif_text description;
	struct sarif_changes changes;
};

struct sarif_fixes {
	struct sarif_fix *v;
	size_t n;
};

extern const struct schema sarif_text_schema, sarif_location_schema;
extern const struct schema sarif_fix_schema;

/* In the Dockerfile, else in the image; one always. */
struct sarif_locations sarif_locations_of(const struct brief_image *im,
                                          const struct brief_note *note,
                                          struct arena *a);
/* What the planner has proven; none that can't be told in text. */
struct sarif_fixes sarif_fixes_of(const struct brief_image *im,
                                  const struct brief_note *note,
                                  struct arena *a);

#endif
