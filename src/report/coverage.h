/*
 * coverage.h - which GPUs the code in an image is for, as a table.
 *
 * Shape:   a row for each file, under the name of whose it is; a column for
 *          each architecture: S machine code (SASS), P PTX.
 * Owner:   -
 * Errors:  none.
 * Source:  model 15.
 */
#ifndef REPORT_COVERAGE_H
#define REPORT_COVERAGE_H

#include "base/buf.h"
#include "predict/units.h"

void coverage_write(const struct image_facts *f, const struct know *k,
                    struct buf *out);

#endif
