/*
 * survey.h - many images at a glance: what a scan tells.
 *
 * Shape:   a row for each image, with what decides about it and no more;
 *          `cudalint image` has the rest.  Formats are behind a table.
 * Units:   -
 * Owner:   rows and their strings in the arena given; a row stands alone, so
 *          that it can be written and read again.
 * Errors:  none; writers fill a buf.
 * Source:  architecture.md 7; Prometheus, "Text-based format".
 */
#ifndef REPORT_SURVEY_H
#define REPORT_SURVEY_H

#include "report/rows.h"

#define SURVEY_SCHEMA "cudalint/scan/1"

struct survey_pool {
	struct str pool;
	enum verdict verdict; /* of its worst GPU */
	struct strs outcomes; /* of its GPUs, each once */
};

struct survey_pools {
	struct survey_pool *v;
	size_t n;
};

struct survey_finding {
	struct str id, name, message;
	enum severity severity;
	bool lowered;      /* by a policy */
	struct strs pools; /* empty: all */
	struct str fingerprint;
};

struct survey_findings {
	struct survey_finding *v;
	size_t n;
};

struct survey_ignored {
	struct survey_finding finding;
	enum ignored_by by;
	struct str where, reason, expires;
};

struct survey_ignoreds {
	struct survey_ignored *v;
	size_t n;
};

struct survey_row {
	struct str schema;   /* SURVEY_SCHEMA; "" inside of others */
	struct str ref;      /* the first name that it was found by */
	struct strs tags;    /* the other names */
	struct str digest;   /* of what the names point to; "" not known */
	struct str image;    /* image id */
	struct str platform; /* "" if it could not be read */
	struct str depth;    /* its layers were read; "": whole */
	enum verdict verdict;
	bool unknown; /* for one of the GPUs at least */
	struct survey_pools pools;
	struct survey_findings findings;
	struct survey_ignoreds ignored;
	int64_t gaps;             /* things that could not be seen */
	struct what_ifs what_if;  /* by --set */
	struct str error;         /* why it could not be read; "" */
	struct image_rows detail; /* one, or none: nobody wanted it */
};

struct survey_rows {
	struct survey_row *v;
	size_t n;
};

struct survey {
	struct survey_rows rows;
	const struct fleet *fleet;
	struct strs notes;             /* on the policy and the baseline */
	struct str version, knowledge; /* as in a report */
	bool color, quiet, gaps_allowed;
};

/* Without names: those belong to who looked for it. */
void survey_row_of(const struct report_image *im, struct arena *a,
                   struct survey_row *out);

/* The images of a report as a scan has them; with all their details, or without. */
void survey_of_report(const struct report *r, bool details, struct arena *a,
                      struct survey *out);

/* The first that is not ok, else ok. */
struct str survey_outcome(const struct survey_pool *p);

extern const struct schema survey_row_schema;

struct survey_format {
	const char *name;
	const char *doc;
	void (*write)(const struct survey *s, struct buf *out);
	bool detail; /* wants that of each row */
};

/* Those of its own; with them go the report's that are for scans too. */
extern const struct survey_format survey_formats[];
extern const size_t survey_formats_n;
/* False: there is no such format for a scan. */
bool survey_write(const struct survey *s, struct str format, struct buf *out);
bool survey_format_has(struct str format);
bool survey_format_details(struct str format);

/* Below: between the files of this module. */
void survey_write_text(const struct survey *s, struct buf *out);
void survey_write_metrics(const struct survey *s, struct buf *out);
void survey_write_html(const struct survey *s, struct buf *out);

#endif
