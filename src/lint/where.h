/*
 * where.h - places of findings in a Dockerfile.
 *
 * Shape:   a rule that looks at the Dockerfile sets the place; the others get
 *          theirs from their evidence: the instruction that made the layer, or
 *          set the variable, else the FROM of what the base brought.
 * Units:   spans in bytes of the file.
 * Owner:   -
 * Errors:  none; without a Dockerfile there is no place.
 * Source:  architecture.md 1, "findings".
 */
#ifndef LINT_WHERE_H
#define LINT_WHERE_H

#include "lint/rule.h"

/* The bytes that a text is made of, if they stand in the file. */
void finding_text(struct finding *f, const struct text *t);
/* The word, else the command, else the instruction of an effect. */
void finding_effect(struct finding *f, const struct effect *e);
void finding_instr(struct finding *f, const struct instr *i);
/* The image that the chain of stages starts from. */
void finding_root(const struct lint_input *in, struct finding *f);

/* A place for each that has none. */
void findings_place(const struct lint_input *in, struct findings *all);

#endif
