/*
 * shell.h - what a RUN text can do, without running it.
 *
 * Shape:   simple commands in order, words as sets of values; what depends on
 *          something that isn't known is said to be possible, not certain.
 * Units:   SHELL_*_MAX bound sets, nesting and steps.
 * Owner:   the arena.
 * Errors:  none; what can't be read is a problem, and the rest is unknown.
 * Source:  POSIX.1-2017 XCU 2 (Shell Command Language); dockerfile.md C2.
 */
#ifndef DOCKERFILE_SHELL_H
#define DOCKERFILE_SHELL_H

#include "dockerfile/expand.h"

enum {
	SHELL_VALUES_MAX = 16,     /* of one word; beyond: unknown */
	SHELL_DEPTH_MAX = 32,      /* of nesting */
	SHELL_COMMANDS_MAX = 4096, /* of one text */
	SHELL_LOOP_MAX = 64,       /* rounds of a for over literals */
};

/* All that a word can be. */
struct value {
	struct texts any; /* each once; none and !unknown: the word vanishes */
	bool unknown;     /* or something else */
};

struct values {
	struct value *v;
	size_t n;
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
	int fd;              /* 0, 1, 2, … */
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
	bool may_fail;      /* its failure does not fail the RUN: || true */
	bool piped;         /* its input is the command's before it */
	bool in_subst;      /* inside $(…), where only output counts */
	struct values argv; /* after expansion and word splitting */
	bool argv_unknown;  /* there may be more words */
	struct assigns env; /* A=1 in front of it, or exported before */
	struct redirects redirects;
	struct value cwd;   /* by cd, from WORKDIR on */
	struct text source; /* as it stands */
};

struct shell_commands {
	struct shell_command *v;
	size_t n;
};

struct shell_input {
	const struct text *script;
	const struct scope *env; /* ARG and ENV at this line */
	struct str cwd;          /* WORKDIR, absolute */
	bool errexit;            /* set -e, or SHELL with -e */
	bool pipefail;
};

struct shell_result {
	struct shell_commands commands;
	struct strs problems; /* "line 12: arrays are not followed" … */
	bool unreadable;      /* the text is no shell: anything can happen */
};

void shell_read(const struct shell_input *in, struct arena *a,
                struct shell_result *out);

/* The only value it can have; false if there are others. */
bool value_one(const struct value *v, struct text *out);
bool value_can_be(const struct value *v, struct str s);

#endif
