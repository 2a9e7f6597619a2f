/*
 * diagnosis.h - what a paste comes to, written.
 *
 * Shape:   one function for each format.
 * Owner:   views into the paste and the predictions.
 * Errors:  none; writers fill a buf.
 * Source:  cudalint-report(5), "DIAGNOSES".
 */
#ifndef REPORT_DIAGNOSIS_H
#define REPORT_DIAGNOSIS_H

#include "diagnose/diagnose.h"
#include "report/report.h"

#define DIAGNOSIS_SCHEMA "cudalint/diagnosis/1"

struct diagnosis_report {
	struct str version;   /* of cudalint */
	struct str knowledge; /* as_of */
	const struct paste *paste;
	struct str ref;                 /* of the image; "" none was given */
	struct predictions predictions; /* for it, on the paste's host */
	struct comparison comparison;
};

/* Of the json format, for cudalint-report(5). */
extern const struct schema diagnosis_schema;

void diagnosis_write_text(const struct diagnosis_report *r,
                          const struct report_style *style, struct buf *out);
void diagnosis_write_json(const struct diagnosis_report *r, struct buf *out);

#endif
