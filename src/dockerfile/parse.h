/*
 * parse.h - a Dockerfile as BuildKit's parser reads it, with every byte kept.
 *
 * Shape:   tokens cover the file without holes; instructions refer to it by
 *          span, and their words by text, through joins and removed lines.
 * Units:   offsets in bytes; lines from 1.
 * Owner:   the arena; strings are views of the file, which the caller keeps.
 * Errors:  FORMAT with "line N: …" where BuildKit's parser rejects; LIMIT.
 * Source:  dockerfile.md A1-A5 (moby/buildkit, frontend/dockerfile/parser).
 */
#ifndef DOCKERFILE_PARSE_H
#define DOCKERFILE_PARSE_H

#include "base/buf.h"
#include "base/err.h"
#include "dockerfile/instr.h"

enum {
	DOCKERFILE_MAX = 2 << 20,
	DOCKERFILE_LINE_MAX = 65535, /* of one physical line; A1.2 */
};

struct directive {
	struct str key, value; /* "escape", "syntax", "check" */
	size_t line;           /* 0: the file is a JSON document */
};

struct directives {
	struct directive *v;
	size_t n;
};

struct offsets {
	size_t *v;
	size_t n;
};

struct dockerfile {
	struct str bytes;
	bool bom, crlf;               /* crlf: the first line end is one */
	char escape;                  /* '\\' or '`' */
	struct directives directives; /* those that count, each once */
	size_t directives_end; /* offset where an insertion can't harm them */
	struct tokens tokens;
	struct instrs instrs;
	struct strs warnings; /* "line 7: empty continuation line" */
	struct offsets lines; /* of the first byte of each */
};

int dockerfile_parse(struct str bytes, struct arena *a, struct dockerfile *out,
                     struct err *err);

/* One instruction on a logical line, as ONBUILD has it: without heredocs,
 * lines and comments.  Messages name no line. */
int instr_parse(const struct text *line, char escape, struct arena *a,
                struct instr *out, struct err *err);

/* What a token that is a comment says, as BuildKit has it: where blanks stand
 * in front of the '#', it stays. */
struct str comment_text(struct str token);

/* Line and column (in bytes), both from 1. */
void dockerfile_place(const struct dockerfile *d, size_t offset, size_t *line,
                      size_t *column);

/* BuildKit's dump; instructions with lines, flags and heredocs as JSON. */
void dockerfile_dump(const struct dockerfile *d, struct buf *out);
void dockerfile_dump_json(const struct dockerfile *d, struct buf *out);

#endif
