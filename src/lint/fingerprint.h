/*
 * fingerprint.h - what stays of a finding when all around it changes.
 *
 * Shape:   a hash of the rule, the Dockerfile's name, the instruction without
 *          its line, what the place names in it, and the files that prove it;
 *          of several alike, the further ones end in ":1", ":2".
 * Units:   FINGERPRINT_TEXT hex digits, then that.
 * Owner:   the arena of the input.
 * Errors:  none.
 * Source:  dockerfile.md E, "Baseline file".
 *
 * Not in it: lines, layers and their digests, which a rebuild changes; pools,
 * severity and message, which change with the fleet and the tables.
 */
#ifndef LINT_FINGERPRINT_H
#define LINT_FINGERPRINT_H

#include "lint/rule.h"

enum { FINGERPRINT_TEXT = 32 };

/* Of each that has none yet. */
void findings_fingerprint(const struct lint_input *in, struct findings *all);

#endif
