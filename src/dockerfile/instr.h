/*
 * instr.h - tokens of a Dockerfile, and its instructions.
 *
 * Shape:   plain data, filled by parse.h.
 * Units:   offsets and spans in bytes of the file; lines from 1.
 * Owner:   the arena of dockerfile_parse(); bytes are the file's.
 * Errors:  none.
 * Source:  dockerfile.md A1-A5.
 */
#ifndef DOCKERFILE_INSTR_H
#define DOCKERFILE_INSTR_H

#include "dockerfile/text.h"

enum token_kind {
	TOKEN_BOM,
	TOKEN_DIRECTIVE, /* a whole line, as all up to TOKEN_BLANK */
	TOKEN_COMMENT,   /* also between continued lines */
	TOKEN_BLANK,
	TOKEN_TEXT,         /* of an instruction; blanks in front too */
	TOKEN_CONTINUATION, /* escape, blanks and line end */
	TOKEN_EOL,
	TOKEN_HEREDOC,     /* a line of a body, with its end */
	TOKEN_HEREDOC_END, /* the terminator's line, with its end */
};

struct token {
	enum token_kind kind;
	struct span span;
};

struct tokens {
	struct token *v;
	size_t n;
};

enum keyword {
	KW_UNKNOWN,
	KW_ADD,
	KW_ARG,
	KW_CMD,
	KW_COPY,
	KW_ENTRYPOINT,
	KW_ENV,
	KW_EXPOSE,
	KW_FROM,
	KW_HEALTHCHECK,
	KW_LABEL,
	KW_MAINTAINER,
	KW_ONBUILD,
	KW_RUN,
	KW_SHELL,
	KW_STOPSIGNAL,
	KW_USER,
	KW_VOLUME,
	KW_WORKDIR,
	KW_N
};
extern const char *const keyword_names[KW_N]; /* upper case; "" unknown */

struct heredoc {
	struct text name; /* terminator, quotes undone */
	struct text word; /* as it stands: 3<<-"EOF" */
	uint64_t fd;      /* in front of <<; 0 none, as BuildKit has it */
	bool expand;      /* the name was not quoted */
	bool chomp;       /* <<-: leading tabs go */
	struct text body; /* with line ends; tabs still there */
	struct span end;  /* the terminator's line */
};

struct heredocs {
	struct heredoc *v;
	size_t n;
};

struct instr {
	enum keyword keyword;
	struct text name;   /* as written */
	size_t first, last; /* lines, heredocs included */
	struct span span;   /* of these lines, from the first byte that
	                             is not blank; last line end included */
	struct text joined; /* the logical line, name included; of a nested
	                       instruction too it is the whole line */
	struct texts flags; /* --mount=…, quotes undone */
	bool json;          /* exec form */
	struct texts args;  /* words, or one raw string; ENV and LABEL:
	                             key, value, "=" or ""; KW_UNKNOWN: one
	                             that is empty; A4 */
	struct heredocs heredocs; /* ONBUILD's are its nested's too */
	struct instr *nested;     /* ONBUILD's; a chain may be very long */
	struct tokens comments;   /* in front of it and not reset; A3 */
	struct spans inner;       /* comment lines inside it */
};

struct instrs {
	struct instr *v;
	size_t n;
};

#endif
