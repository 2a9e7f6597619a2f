/*
 * symptom.h - how errors of CUDA are spelled in the wild.
 *
 * Shape:   rows of rules/symptoms.json: a spelling, and what it means.
 * Units:   versions as text.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives SYM_NONE.
 * Source:  each row's "source".
 */
#ifndef KNOW_SYMPTOM_H
#define KNOW_SYMPTOM_H

#include "know/row.h"

enum symptom {
	SYM_NONE,
#define SYMPTOM(name, word) SYM_##name,
#include "know/symptoms.def"
#undef SYMPTOM
	SYM_N
};
extern const char *const symptom_names[SYM_N];

/* What a spelling takes out of the text. */
enum detail {
	DETAIL_NONE,
#define DETAIL(name, word, shape) DETAIL_##name,
#include "know/details.def"
#undef DETAIL
	DETAIL_N
};
extern const char *const detail_names[DETAIL_N];

struct spelling {             /* rules/symptoms.json */
	struct str pattern;   /* spelling.h */
	enum symptom symptom; /* SYM_NONE: by the code in it, or it only
	                           has details */
	struct str by;        /* who prints it: "torch" */
	enum confidence confidence;
	struct str source;
};
struct spellings {
	struct spelling *v;
	size_t n;
};

struct error_code { /* rules/symptoms.json, "codes" */
	int64_t code;
	enum symptom symptom;
	struct str name; /* of the CUDA runtime, or what it was */
	enum confidence confidence;
	struct str source;
};
struct error_codes {
	struct error_code *v;
	size_t n;
};

struct know;

struct spellings know_spellings(const struct know *k);
struct error_codes know_error_codes(const struct know *k);
enum symptom know_symptom_of_code(const struct know *k, int64_t code);

#endif
