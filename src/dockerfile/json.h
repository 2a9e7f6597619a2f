/*
 * json.h - the JSON that BuildKit looks for in a Dockerfile.
 *
 * Shape:   events of one document; strings are decoded only when asked for.
 * Units:   bytes; depth 1 is inside the outermost array or object.
 * Owner:   the arena.
 * Errors:  JSON_BAD: it is no JSON for Go's encoding/json.
 * Source:  RFC 8259; dockerfile.md A4.
 */
#ifndef DOCKERFILE_JSON_H
#define DOCKERFILE_JSON_H

#include "dockerfile/lex.h"

enum {
	JSON_DEPTH_MAX = 10000, /* of encoding/json */
};

enum json_event {
	JSON_BAD,
	JSON_END, /* of the document: all of it is well formed */
	JSON_ARRAY,
	JSON_OBJECT,
	JSON_CLOSE,
	JSON_KEY,
	JSON_STRING,
	JSON_OTHER, /* number, true, false, null */
};

struct json_levels {
	bool *v; /* an object, not an array */
	size_t n;
};

struct json {
	struct part p; /* what is left */
	struct arena *arena;
	size_t depth;
	struct json_levels open;
	unsigned state;
	struct part last; /* string or key: between its quotes */
	bool huge;        /* a number that no float64 can hold */
};

void json_begin(struct json *j, struct part p, struct arena *a);
enum json_event json_next(struct json *j);
/* The last string or key. */
struct text json_text(struct json *j);

enum exec_form {
	EXEC_NO,    /* no array: the shell form */
	EXEC_YES,   /* an array of strings */
	EXEC_MIXED, /* an array with something else in it */
};

enum exec_form json_exec_form(struct part p, struct arena *a,
                              struct texts *out);

/* The string member of an object, if the whole part is one. */
bool json_member(struct part p, struct str key, struct arena *a,
                 struct text *out);

#endif
