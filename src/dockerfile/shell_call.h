/*
 * shell_call.h - simple commands: builtins, functions, wrappers, programs.
 *
 * Shape:   a call's words are values; each reader either follows it or leaves
 *          it to the next.
 * Owner:   the arena.
 * Errors:  none: unknown.
 * Source:  POSIX.1-2017 XCU 2.9.1, 2.14.
 */
#ifndef DOCKERFILE_SHELL_CALL_H
#define DOCKERFILE_SHELL_CALL_H

#include "dockerfile/shell_eval.h"

/* Of a compound command: what is in it has them too. */
void sh_add_redirects(struct shell *s, const struct sh_node *n,
                      struct sh_ctx *c);

/* A simple command. */
struct sh_call {
	struct values argv;
	bool more;
	size_t sure;   /* if more: as shell_command.argv_sure */
	size_t *there; /* words of argv that sh_arg() saw can't be absent */
	struct assigns env;
	struct assigns declared; /* export A=… and its like */
	struct redirects redirs;
	const struct value *in;
	bool to_file; /* its output is not what goes on in a pipe */
	bool program; /* behind sudo and the like: no builtin */
	bool no_function;
	struct text source;
};
enum sh_status sh_eval_simple(struct shell *s, const struct sh_node *n,
                              struct sh_ctx c);
enum sh_status sh_run_call(struct shell *s, struct sh_call *call,
                           struct sh_ctx c);
void sh_emit(struct shell *s, const struct sh_call *call, struct sh_ctx c,
             const struct value *output);
/* Argument i, where all before it are known to be there too. */
bool sh_arg(const struct sh_call *call, size_t i, struct text *out);
/* All from i on, with blanks between them. */
struct value sh_joined(struct shell *s, const struct sh_call *call, size_t i);

/* sh, /bin/bash, … */
bool sh_is_shell(struct str name);
/* False: not a builtin that steers the shell. */
bool sh_builtin(struct shell *s, struct sh_call *call, struct sh_ctx c,
                enum sh_status *status);
/* sudo, env, sh -c and the like; false: none, or not to be peeled. */
bool sh_peel(struct shell *s, struct sh_call *call, struct sh_ctx c,
             enum sh_status *status);
void sh_add_output(struct shell *s, const struct value *v);

#endif
