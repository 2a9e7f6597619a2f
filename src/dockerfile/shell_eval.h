/*
 * shell_eval.h - a syntax tree being followed.
 *
 * Shape:   variables, working directory, options and captured output are all
 *          variables, so that a branch is undone or joined in one way.
 * Units:   steps and bytes are spent; when they are, stop is set.
 * Owner:   the arena.
 * Errors:  none: stop and problems.
 * Source:  POSIX.1-2017 XCU 2.8, 2.12.
 */
#ifndef DOCKERFILE_SHELL_EVAL_H
#define DOCKERFILE_SHELL_EVAL_H

#include "dockerfile/shell.h"
#include "dockerfile/shell_ast.h"
#include "dockerfile/shell_vars.h"

enum sh_status { STATUS_ANY, STATUS_OK, STATUS_FAIL };

/* What surrounds a command. */
struct sh_ctx {
	bool certain; /* it runs whenever the RUN succeeds */
	bool must;    /* where it runs, its failure fails the RUN */
	bool ignore;  /* errexit is ignored here: XCU 2.14, set -e */
	bool subst, piped;
	const struct value *in;  /* what it reads; NULL: not known */
	struct redirects redirs; /* of what it is in */
	struct texts peeled;
};

struct sh_function {
	struct sh_node *body;
};

struct sh_local {
	struct str name;
	struct sh_content content;
};

struct sh_functions {
	struct sh_function *v;
	size_t n;
};

struct shell {
	const struct shell_input *in;
	struct shell_result *out;
	struct arena *arena;
	struct sh_vars vars;
	struct sh_functions functions;
	struct assigns exports; /* what sh_vars.exported are */
	size_t exports_of;      /* exports_changed when they were listed */
	struct sh_locals {
		struct sh_local *v;
		size_t n;
	} locals;        /* of functions: what to put back */
	bool bash;       /* false: sh, whichever that is */
	bool shell_must; /* this shell's failure fails the RUN */
	bool dry;        /* nothing is listed or decided: what is assigned? */
	struct str sink; /* variable that output goes to; "": none */
	enum sh_status last;        /* $? */
	enum sh_status substituted; /* of the last $(…) */
	unsigned depth, sinks, calls;
	size_t steps, bytes;
	size_t used; /* of the arena, before the RUN */
	bool stop;
};

void sh_problem(struct shell *s, const struct text *at, const char *what);
/* Nothing after it is known. */
void sh_stop(struct shell *s, const struct text *at, const char *what);
/* What follows is not, as there is too much of it. */
void sh_limit(struct shell *s, const struct text *at, const char *what);
/* False: it has stopped; also for what it has taken of the arena. */
bool sh_spend(struct shell *s, size_t bytes);

enum sh_status sh_eval(struct shell *s, const struct sh_node *n,
                       struct sh_ctx c);
enum sh_status sh_eval_subshell(struct shell *s, const struct sh_node *n,
                                struct sh_ctx c);
/* A branch that may not be taken; all is as before then. */
enum sh_status sh_in_branch(struct shell *s, const struct sh_node *n,
                            struct sh_ctx c, struct sh_branch *out);
/* Commands go on behind what was read. */
bool sh_is_going(const struct shell *s);
enum sh_status sh_eval_if(struct shell *s, const struct sh_node *n,
                          struct sh_ctx c);
enum sh_status sh_eval_case(struct shell *s, const struct sh_node *n,
                            struct sh_ctx c);
enum sh_status sh_eval_while(struct shell *s, const struct sh_node *n,
                             struct sh_ctx c);
enum sh_status sh_eval_for(struct shell *s, const struct sh_node *n,
                           struct sh_ctx c);
/* What a list writes, line ends at its end cut off. */
struct value sh_capture(struct shell *s, const struct sh_node *list,
                        struct sh_ctx c);
/* As eval does it, and `sh -c` in a new shell. */
enum sh_status sh_eval_text(struct shell *s, const struct text *script,
                            struct sh_ctx c);
struct sh_script {
	struct text text;
	struct texts options; /* the shell's name first */
	struct values args;
	struct assigns env;
};
enum sh_status sh_eval_script(struct shell *s, const struct sh_script *script,
                              struct sh_ctx c);

#endif
