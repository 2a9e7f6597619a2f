/*
 * shell_vars.h - variables of a shell text, and branches that change them.
 *
 * Shape:   a table over the Dockerfile's scope; in a branch every change is
 *          logged, so that it costs what it changes.
 * Owner:   the arena.
 * Errors:  none.
 * Source:  POSIX.1-2017 XCU 2.5.
 *
 * Names that begin with \1 are the evaluator's own ("\1cwd", …); a
 * function f is "\2f".
 */
#ifndef DOCKERFILE_SHELL_VARS_H
#define DOCKERFILE_SHELL_VARS_H

#include "dockerfile/expand.h"
#include "dockerfile/names.h"
#include "dockerfile/shell_value.h"

struct sh_content {
	struct values elems; /* a scalar has one; absent: it is unset */
	bool array;
	bool more; /* an array that may have others */
	bool exported;
	unsigned epoch; /* of sh_vars, when it was set */
};

struct sh_var {
	struct str name;
	struct sh_content now;
	unsigned level; /* of the branch it was last changed in */
	bool own;       /* set by the text, not by the scope */
	bool listed;    /* in sh_vars.exported */
	size_t joined;  /* of sh_join() */
	struct sh_content join;
};

/* Where the flow of commands went on: XCU 2.8.2, 2.14. */
enum sh_flow {
	FLOW_ON,
	FLOW_BREAK,
	FLOW_CONTINUE,
	FLOW_RETURN,
	FLOW_EXIT,
	FLOW_DEAD, /* the RUN failed */
};

struct sh_change {
	size_t var;
	struct sh_content content;
	unsigned level;
	bool own;
};

struct sh_changes {
	struct sh_change *v;
	size_t n;
};

struct sh_vars {
	struct arena *arena;
	const struct scope *scope;
	struct {
		struct sh_var *v;
		size_t n;
	} all;
	struct names names; /* of all */
	struct sh_changes log;
	unsigned level;
	unsigned epoch; /* how often anything may have been set */
	enum sh_flow flow;
	unsigned maybe; /* flows that may have been taken: 1 << FLOW_… */
	struct strs exported; /* names that the text set, and programs see */
	size_t exports_changed;
};

struct sh_content sh_get(struct sh_vars *v, struct str name);
struct value sh_get_value(struct sh_vars *v, struct str name);
void sh_set(struct sh_vars *v, struct str name, struct sh_content c);
void sh_set_value(struct sh_vars *v, struct str name, struct value value);
void sh_unset(struct sh_vars *v, struct str name);
void sh_export(struct sh_vars *v, struct str name);
/* The scope has it, or the text exported it. */
bool sh_is_exported(struct sh_vars *v, struct str name);
/* A new process sees nothing but what is exported. */
void sh_hide(struct sh_vars *v);
/* Any variable may have been set to anything. */
void sh_havoc(struct sh_vars *v);

struct sh_branch {
	struct sh_changes changes; /* what it left behind */
	enum sh_flow flow;
	unsigned maybe;
};

struct sh_mark {
	size_t log;
	enum sh_flow flow;
	unsigned maybe;
};

struct sh_mark sh_branch_begin(struct sh_vars *v);
/* All is as it was at the beginning. */
void sh_branch_end(struct sh_vars *v, struct sh_mark m, struct sh_branch *out);

/* One of these happened; or none of them. */
void sh_join(struct sh_vars *v, const struct sh_branch *b, size_t n, bool none);
void sh_apply(struct sh_vars *v, const struct sh_branch *b, struct str only);

#endif
