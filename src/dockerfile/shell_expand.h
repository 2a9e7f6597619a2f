/*
 * shell_expand.h - words of a syntax tree as values.
 *
 * Shape:   fields in order; where alternatives differ in their number, those
 *          that not all have may be absent.
 * Owner:   the arena.
 * Errors:  none: unknown.
 * Source:  POSIX.1-2017 XCU 2.6.
 */
#ifndef DOCKERFILE_SHELL_EXPAND_H
#define DOCKERFILE_SHELL_EXPAND_H

#include "dockerfile/shell_call.h"
#include "dockerfile/shell_match.h"

/* Fields of w are added; true: there may be others. */
bool sh_expand_fields(struct shell *s, const struct sh_word *w, struct sh_ctx c,
                      struct values *out);
bool sh_expand_words(struct shell *s, const struct sh_words *w, struct sh_ctx c,
                     struct values *out);
/* As in an assignment: one value. */
struct value sh_expand_value(struct shell *s, const struct sh_word *w,
                             struct sh_ctx c);
struct sh_pattern sh_expand_pattern(struct shell *s, const struct sh_word *w,
                                    struct sh_ctx c, bool regex);

/* What a part gives: several for "$@" and "${a[@]}". */
struct sh_pieces {
	struct values v;
	bool more;
	bool array;
	bool star; /* "$*": joined */
};
struct sh_pieces sh_part_value(struct shell *s, const struct sh_part *p,
                               struct sh_ctx c);
struct sh_pieces sh_param_value(struct shell *s, const struct sh_param *p,
                                struct sh_ctx c);

/* Integer arithmetic; false: not known, or none. */
bool sh_arith(struct shell *s, struct str expr, int64_t *out);
struct value sh_number(struct shell *s, int64_t n);
/* Names that ((…)) may set are not known from there on. */
void sh_arith_assigns(struct shell *s, struct str expr);

/* Of [ and test, without their own words. */
enum sh_status sh_test(struct shell *s, const struct values *args);
enum sh_status sh_cond(struct shell *s, const struct sh_words *w,
                       struct sh_ctx c);

/* echo, printf, cut, tr, sed, …: what it writes when it reads `in`; false: it
 * is none of these, or its words aren't known. */
bool sh_filter(struct shell *s, const struct sh_call *call, struct value *out);

#endif
