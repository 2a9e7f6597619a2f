/*
 * shell.h - what a RUN text can do, without running it.
 *
 * Shape:   simple commands in order, words as sets of values; what depends on
 *          something that isn't known is said to be possible, not certain.
 * Units:   SHELL_*_MAX bound sets, nesting, steps and memory.
 * Owner:   the arena.
 * Errors:  none; what can't be read is a problem, and the rest is unknown.
 * Source:  POSIX.1-2017 XCU 2 (Shell Command Language); dockerfile.md C2.
 *
 * The model: programs do what they like with files and status, nothing with
 * variables.  A condition over known values is decided, and only its branch is
 * read; any other makes its branches SHELL_MAYBE, and what they set, a set.  A
 * branch that ends in `exit 1` is one in which the RUN fails: it is left out of
 * what comes after.  A file that is sourced may set any variable, but is taken
 * to return.  What steers the shell (cd, export, set, test, exit, …), and
 * wrappers (sudo, env, sh -c, …), are followed and not listed.
 */
#ifndef DOCKERFILE_SHELL_H
#define DOCKERFILE_SHELL_H

#include "dockerfile/expand.h"
#include "dockerfile/instr.h"
#include "dockerfile/shell_value.h"

enum {
	SHELL_DEPTH_MAX = 128,     /* of nesting */
	SHELL_COMMANDS_MAX = 4096, /* of one text */
	SHELL_LOOP_MAX = 64,       /* rounds of a for over literals */
	SHELL_EXPORTS_MAX = 64,    /* variables that the text exports */
	SHELL_STEPS_MAX = 1 << 16,
	SHELL_SCRIPT_MAX = 2 << 20,
	SHELL_BYTES_MAX = 32 << 20,  /* of values that are put together */
	SHELL_MEMORY_MAX = 64 << 20, /* of all that a RUN's texts take */
};

struct assign {
	struct str name;
	struct value value;
};

struct assigns {
	struct assign *v;
	size_t n;
};

struct redirect {
	int fd;              /* 0, 1, 2, …; -1: {name}> */
	struct str op;       /* ">", ">>", "<", "<<", "<<<", ">&", "&>" */
	struct value target; /* heredoc: its body */
};

struct redirects {
	struct redirect *v;
	size_t n;
};

enum certainty {
	SHELL_RUNS,  /* whenever the RUN succeeds */
	SHELL_MAYBE, /* in a branch that is not decided, after ||, … */
};

struct shell_command {
	enum certainty certainty;
	bool may_fail;       /* its failure does not fail the RUN: || true */
	bool piped;          /* its input is the command's before it */
	bool in_subst;       /* inside $(…), where only output counts */
	struct values argv;  /* after expansion and word splitting */
	bool argv_unknown;   /* there may be more words behind argv_sure */
	size_t argv_sure;    /* words of argv that stand where they stand */
	struct texts peeled; /* sudo, env, …: in front of argv, left out */
	struct assigns env;  /* A=1 in front of it, or set before by the text
	                        and exported; the last of a name counts */
	struct redirects redirects;
	struct value input;  /* heredoc, here-string, or what is piped in */
	struct value output; /* of echo, printf, and filters over known input */
	struct value cwd;    /* by cd, from WORKDIR on */
	struct text source;  /* as it stands */
};

struct shell_commands {
	struct shell_command *v;
	size_t n;
};

struct shell_problem {
	struct str what; /* "a file that is sourced can set any variable" */
	bool placed;
	size_t offset; /* in the Dockerfile, if placed */
};

struct shell_problems {
	struct shell_problem *v;
	size_t n;
};

struct shell_input {
	struct texts shell;      /* SHELL's words; none: /bin/sh -c */
	const struct scope *env; /* ARG and ENV at this line */
	struct str cwd;          /* WORKDIR, absolute; "" unknown */
	char escape;             /* the file's: '`' is a Windows file */
	size_t used; /* of the arena before the RUN; SHELL_MEMORY_MAX */
};

struct shell_result {
	struct shell_commands commands;
	struct shell_problems problems; /* the first 16 */
	bool unreadable; /* no shell, or cut short: anything can happen */
	bool cut;        /* by a limit: what is left out could be known */
};

void shell_read(const struct shell_input *in, const struct text *script,
                struct arena *a, struct shell_result *out);

/* Of RUN: heredocs put back or read as the script (A5), exec form too. */
void shell_read_run(const struct shell_input *in, const struct instr *run,
                    struct arena *a, struct shell_result *out);

#endif
