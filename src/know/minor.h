/*
 * minor.h - minor-version compatibility as such.
 *
 * Shape:   follows from the floors of rules/toolkits.json.
 * Owner:   -
 * Errors:  none.
 * Source:  CUDA Compatibility guide; the rows that have a floor.
 */
#ifndef KNOW_MINOR_H
#define KNOW_MINOR_H

#include "know/know.h"

/* May a runtime of this CUDA major use an older driver of the same major?
 * As from the first major with a floor on: no later one went back. */
bool know_minor_compat(const struct know *k, uint32_t major);

#endif
