/*
 * report.h - what is told, and how it is written.
 *
 * Shape:   the report is plain data made from facts, predictions and
 *          findings; each format is one function behind a table.
 * Units:   -
 * Owner:   views into the facts and arenas it was made from.
 * Errors:  none; writers fill a buf.
 * Source:  architecture.md 6.2.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "fix/edit.h"
#include "lint/rule.h"
#include "predict/requires.h"
#include "report/what_if.h"

#define REPORT_SCHEMA "cudalint/report/1"

/* Edits of the Dockerfile that are proven to cure something. */
struct report_fix {
	struct str title; /* one line */
	enum grade grade;
	const struct edits *edits;
	const struct findings *left; /* in the file after */
};

struct report_image {
	struct str ref;             /* as given on the command line */
	struct str name;            /* as other programs know it; "": ref */
	struct str known_as;        /* by a policy and a baseline */
	struct str manifest_digest; /* "" for docker-archive */
	struct str platform;
	struct str depth; /* its layers were read; "": whole */
	enum verdict verdict;
	const struct image_facts *facts; /* NULL: it could not be read */
	size_t pools;                    /* judged for it */
	struct predictions predictions;
	struct requirements requires_;
	struct findings findings;
	struct ignoreds ignored; /* findings that somebody does not want */
	struct str error;        /* why it could not be read; "" */
	const struct dockerfile *file; /* whose image it will be; NULL */
	const struct report_fix *fix;  /* NULL: none, or nobody asked */
	bool asked_what_if;      /* the fleet is one that is not, by --set */
	struct what_ifs what_if; /* against the one that is */
};

struct report_images {
	struct report_image *v;
	size_t n;
};

struct report {
	struct str version;   /* of cudalint */
	struct str knowledge; /* as_of */
	struct pairs stale;   /* old tables, name to as_of */
	struct strs notes;    /* on the policy and the baseline */
	const struct fleet *fleet;
	const struct know *know;
	struct report_images images;
	bool gaps_allowed; /* what is unknown is no failure */
};

struct report_style {
	bool color;     /* a terminal, and NO_COLOR is not set */
	bool why;       /* print the chain of reasons */
	bool sizes;     /* and what takes how much room */
	bool quiet;     /* verdict lines only */
	bool ignored;   /* also findings that do not count */
	unsigned width; /* columns; 0: 80 */
};

struct brief;

enum {
	FORMAT_FIXES = 1 << 0, /* has room for edits */
	FORMAT_SCANS = 1 << 1, /* of a scan too */
};

/* Written from the report, or from what is brief in it. */
struct report_format {
	const char *name; /* "text", "json" */
	const char *doc;
	unsigned flags;
	void (*write)(const struct report *r, const struct report_style *style,
	              struct buf *out);
	void (*write_brief)(const struct brief *b, struct buf *out);
};

/* Of the json format, for cudalint-report(5). */
extern const struct schema report_schema;

extern const struct report_format report_formats[];
extern const size_t report_formats_n;
const struct report_format *report_format_get(struct str name);
void report_write(const struct report_format *f, const struct report *r,
                  const struct report_style *style, struct buf *out);

#endif
