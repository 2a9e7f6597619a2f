/*
 * requirement.h - what is asked of pip: distributions, and files of them.
 *
 * Shape:   one requirement as PEP 508 writes it, or a URL or path as pip takes
 *          it too; a requirements file as its lines.
 * Units:   REQUIREMENT_*_MAX bound what is kept of one file.
 * Owner:   the arena; texts keep the origin of their bytes.
 * Errors:  what can't be read is REQ_BAD, never left out.
 * Source:  PEP 508, PEP 440, PEP 427; pip, "Requirements file format".
 */
#ifndef DOCKERFILE_REQUIREMENT_H
#define DOCKERFILE_REQUIREMENT_H

#include "dockerfile/pyversion.h"
#include "dockerfile/text.h"

enum {
	REQUIREMENT_FILE_MAX = 1 << 20, /* bytes */
	REQUIREMENT_LINES_MAX = 4000,
	REQUIREMENT_SPECS_MAX = 32,
};

enum req_kind {
	REQ_BAD,
	REQ_NAMED,   /* torch>=2.1; extras=["cuda12"] … */
	REQ_URL,     /* of a wheel or archive; name where it says so */
	REQ_PROJECT, /* a directory, or an archive in the image */
};

struct req_clause {
	struct py_spec spec;
	struct text version; /* as written, without ".*" */
};

struct req_clauses {
	struct req_clause *v;
	size_t n;
};

struct requirement {
	enum req_kind kind;
	struct text word;   /* all of it */
	struct text name;   /* as written; "" not said */
	struct strs extras; /* lower case */
	struct req_clauses clauses;
	struct text version; /* REQ_URL: of the wheel's name; "" not said */
	struct text url;     /* REQ_URL, REQ_PROJECT: where */
	struct str marker;   /* behind ";" */
};

void requirement_parse(const struct text *word, struct arena *a,
                       struct requirement *out);

/* The exact version that is asked for; "" when there is a choice. */
struct text requirement_pin(const struct requirement *r);
bool requirement_match(const struct requirement *r, struct str version);

/* "torch-2.1.0%2Bcu121-cp310-cp310-linux_x86_64.whl", as PEP 427 names it. */
bool wheel_name_split(const struct text *file, struct arena *a,
                      struct text *name, struct text *version);

/* What is known of the Python that asks; "" for what is not. */
struct marker_env {
	struct str machine; /* "x86_64" */
	struct str python;  /* "3.10" */
};

enum marker_answer { MARKER_NO, MARKER_YES, MARKER_UNKNOWN };
enum marker_answer marker_eval(struct str marker, const struct marker_env *env);

enum req_line_kind {
	LINE_REQUIREMENT,
	LINE_INCLUDE,    /* -r FILE */
	LINE_CONSTRAINT, /* -c FILE */
	LINE_OPTION,     /* name and value */
};

struct req_line {
	enum req_line_kind kind;
	struct str option; /* "--index-url", whole; LINE_OPTION */
	struct text value; /* requirement, file name, or the option's */
	size_t line;       /* from 1 */
};

struct req_lines {
	struct req_line *v;
	size_t n;
	bool cut; /* there is more than is kept */
};

void requirement_file(const struct text *text, struct arena *a,
                      struct req_lines *out);

#endif
