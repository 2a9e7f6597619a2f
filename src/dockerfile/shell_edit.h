/*
 * shell_edit.h - ${x#w}, ${x/a/b}, ${x^^} and their like on one text.
 *
 * Shape:   the function to map over a value, and what it needs.
 * Owner:   the arena.
 * Errors:  false: not known.
 * Source:  POSIX.1-2017 XCU 2.6.2; bash's manual, Shell Parameter Expansion.
 */
#ifndef DOCKERFILE_SHELL_EDIT_H
#define DOCKERFILE_SHELL_EDIT_H

#include "dockerfile/shell_expand.h"

struct sh_edit {
	struct shell *s;
	enum sh_op op;
	struct sh_pattern pattern;
	struct value with;
	int64_t from, length;
	bool to_end;
};

value_map_fn *sh_edit_of(struct shell *s, const struct sh_param *p,
                         struct sh_ctx c, struct sh_edit *e);

#endif
