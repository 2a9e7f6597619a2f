/*
 * text.h - the parts of the text report.
 *
 * Shape:   each writes some lines about one image.
 * Owner:   the paper.
 * Errors:  none.
 * Source:  architecture.md 6.2.
 */
#ifndef REPORT_TEXT_H
#define REPORT_TEXT_H

#include "report/paper.h"
#include "report/report.h"

/* "needs": which driver on which class of GPUs. */
void text_requires(struct paper *p, const struct requirements *all);

/* One line for each pool and GPU. */
void text_table(struct paper *p, const struct predictions *all);

/* What its files weigh, by component of CUDA and by layer. */
void text_sizes(struct paper *p, const struct image_facts *f);

/* The chain of reasons of each prediction. */
void text_why(struct paper *p, const struct predictions *all);

/* Why what is unknown is so, each reason once. */
void text_unknown(struct paper *p, const struct predictions *all);

/* Why one is unknown; "" it is not. */
struct str text_doubt(const struct prediction *it);

/* What to tell, the gravest first. */
void text_findings(struct paper *p, const struct report_image *im,
                   size_t pools_n);

/* What somebody does not want to be told, who, and why. */
void text_ignored(struct paper *p, const struct report_image *im);

/* What could not be seen. */
void text_gaps(struct paper *p, const struct gaps *gaps);

/* The line that made a layer, short enough for one of ours. */
struct str text_history(struct arena *a, struct str s);

/* "ok, minor-version"; "804 forward compatibility not supported". */
struct str text_outcome(struct arena *a, const struct run *run);
enum ink text_verdict_ink(enum verdict v);

#endif
