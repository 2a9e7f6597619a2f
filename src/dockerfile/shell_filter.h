/*
 * shell_filter.h - programs whose output follows from what they are given.
 *
 * Shape:   a filter reads one text and makes one; what it keeps of the text
 *          keeps its origin.
 * Owner:   the arena.
 * Errors:  false: an option or a program that isn't followed.
 * Source:  POSIX.1-2017 XCU, cut, tr, head, tail, sed, awk; GNU's -E.
 */
#ifndef DOCKERFILE_SHELL_FILTER_H
#define DOCKERFILE_SHELL_FILTER_H

#include "dockerfile/shell_expand.h"

struct filter {
	struct shell *s;
	struct texts args; /* without the name */
};

typedef bool filter_fn(struct filter *f, const struct text *in,
                       struct text *out);

filter_fn sh_cut, sh_tr, sh_head, sh_tail, sh_sed, sh_awk;

/* Parts of one text, put together. */
struct lines {
	const struct text *in;
	struct text_maker m;
	size_t at;
};
struct lines sh_lines(struct filter *f, const struct text *in);
/* The next line, without its end. */
bool sh_line(struct lines *l, size_t *at, size_t *end);
bool sh_lines_end(struct filter *f, struct lines *l, struct text *out);

/* The value of option c in args at *i: "-c V" or "-cV". */
bool sh_option(const struct filter *f, size_t *i, char c, struct str *out);

#endif
