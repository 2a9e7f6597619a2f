/*
 * record.h - C structs that can be read from and written as JSON.
 *
 * Shape:   a schema is a table of fields; the C type of a member decides its
 *          JSON type, so the two cannot disagree.  Lists are {v, n} slices.
 * Units:   numbers are 64-bit integers; there are no floats.
 * Owner:   all strings and lists of a parsed record live in the given arena.
 * Errors:  record_parse(): FORMAT, with a JSON pointer to the place; LIMIT.
 * Source:  RFC 8259; a key may stand only once in an object.
 *
 * Bytes that are not UTF-8, NUL and what looks like such a mark are written as
 * U+F700 plus the byte; RECORD_BYTES reads them back.
 */
#ifndef BASE_RECORD_H
#define BASE_RECORD_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum field_type {
	F_BOOL,
	F_INT,
	F_INTS,
	F_STR,
	F_STRS,
	F_PAIRS, /* an object of strings */
	F_ENUM,
	F_OBJECT,
	F_LIST,
};

/* When absent in the input, and when empty in the output. */
enum presence {
	REQUIRED, /* must be there; always written */
	OPTIONAL, /* may be absent; not written when empty */
	ALWAYS,   /* may be absent; always written */
	NULLABLE, /* may be absent or null; written as null when empty */
};

enum { RECORD_WEIGHT_MAX = 48 << 20 }; /* bytes that a parsed tree may take */
enum {
	RECORD_STRICT = 0,
	RECORD_TOLERANT = 1 << 0, /* unknown keys and null pass */
	RECORD_BYTES = 1 << 1,    /* undo the escape of bytes */
};

struct schema {
	const char *name;
	size_t size;
	const struct field *fields;
	size_t n;
};

struct field {
	const char *name;
	enum field_type type;
	enum presence presence;
	size_t off;
	const struct schema *item; /* F_OBJECT, F_LIST */
	const char *const *names;  /* F_ENUM: by value; NULL means "absent" */
	size_t names_n;
	const char *doc;
};

/* The member's own type picks the JSON type; any other type won't compile. */
/* clang-format off */
#define FIELD_AS(S, m, key, presence, doc) \
	{ key, _Generic(((S *)0)->m, \
		bool: F_BOOL, \
		int64_t: F_INT, \
		struct ints: F_INTS, \
		struct str: F_STR, \
		struct strs: F_STRS, \
		struct pairs: F_PAIRS), presence, offsetof(S, m), NULL, NULL, 0, doc }
#define FIELD(S, m, presence, doc) FIELD_AS(S, m, #m, presence, doc)
#define FIELD_ENUM(S, m, presence, table, doc) \
	{ #m, F_ENUM, presence, \
	  offsetof(S, m) + 0 * sizeof(char[sizeof(((S *)0)->m) == sizeof(int) ? 1 : -1]), \
	  NULL, table, sizeof(table) / sizeof((table)[0]), doc }
#define FIELD_OBJECT_AS(S, m, key, presence, item, doc) \
	{ key, F_OBJECT, presence, offsetof(S, m), item, NULL, 0, doc }
#define FIELD_OBJECT(S, m, presence, item, doc) \
	FIELD_OBJECT_AS(S, m, #m, presence, item, doc)
#define FIELD_LIST_AS(S, m, key, presence, item, doc) \
	{ key, F_LIST, presence, offsetof(S, m), item, NULL, 0, doc }
#define FIELD_LIST(S, m, presence, item, doc) \
	FIELD_LIST_AS(S, m, #m, presence, item, doc)
#define SCHEMA(S, fields) \
	{ #S, sizeof(S), fields, sizeof(fields) / sizeof((fields)[0]) }
/* clang-format on */

/* *out must be zeroed, or hold the defaults. */
int record_parse(const struct schema *sc, struct str json, unsigned flags,
                 struct arena *a, void *out, struct err *err);
/* The same for a JSON array of such objects; *out is a {v, n} slice. */
int record_parse_list(const struct schema *sc, struct str json, unsigned flags,
                      struct arena *a, void *out, struct err *err);

/* The same for an object of such objects that is a member of the top one; the
 * items' first member is a struct str for their key.  None: empty. */
int record_parse_map(const struct schema *sc, const char *member,
                     struct str json, unsigned flags, struct arena *a,
                     void *out, struct err *err);

/* An object of objects of strings: "a:b" for b in a. */
int record_parse_nested(struct str json, struct arena *a, struct pairs *out,
                        struct err *err);

/* FORMAT if it has a member "schema" and that is not the one wanted. */
int record_check_schema(struct str json, const char *want, struct err *err);

/* Indented, keys in table order, ASCII only; one; on a line; {v, n} of them. */
void record_write(const struct schema *sc, const void *rec, struct buf *out);
void record_write_line(const struct schema *sc, const void *rec,
                       struct buf *out);
void record_write_list(const struct schema *sc, const void *list,
                       struct buf *out);

#endif
