#include "know/symptom.h"

#include "know/check.h"
#include "know/spelling.h"
#include "know/tables.h"

const char *const symptom_names[SYM_N] = {
#define SYMPTOM(name, word) [SYM_##name] = word,
#include "know/symptoms.def"
#undef SYMPTOM
};
const char *const detail_names[DETAIL_N] = {
#define DETAIL(name, word, shape) [DETAIL_##name] = word,
#include "know/details.def"
#undef DETAIL
};

static const struct field spelling_fields[] = {
	FIELD(struct spelling, pattern, REQUIRED, ""),
	FIELD_ENUM(struct spelling, symptom, OPTIONAL, symptom_names, ""),
	FIELD(struct spelling, by, REQUIRED, ""),
	FIELD_ENUM(struct spelling, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct spelling, source, OPTIONAL, ""),
};
ROWS(spelling, spelling_fields);

static const struct field error_code_fields[] = {
	FIELD(struct error_code, code, REQUIRED, ""),
	FIELD_ENUM(struct error_code, symptom, REQUIRED, symptom_names, ""),
	FIELD(struct error_code, name, REQUIRED, ""),
	FIELD_ENUM(struct error_code, confidence, REQUIRED, confidence_names,
                   ""),
	FIELD(struct error_code, source, OPTIONAL, ""),
};
ROWS(error_code, error_code_fields);
FILE_OF(symptoms, ROWS_AS(0, "spellings", spelling),
        ROWS_AS(1, "codes", error_code));

const struct table table_symptoms = {TABLE("symptoms", symptoms, true),
                                     {LAZY(spellings, spelling),
                                      LAZY(error_codes, error_code)}};

struct spellings know_spellings(const struct know *k)
{
	return know_lazy(k, &table_symptoms)->spellings;
}

struct error_codes know_error_codes(const struct know *k)
{
	return know_lazy(k, &table_symptoms)->error_codes;
}

enum symptom know_symptom_of_code(const struct know *k, int64_t code)
{
	struct error_codes rows = know_error_codes(k);

	slice_for (const struct error_code, r, rows)
		if (r->code == code)
			return r->symptom;
	return SYM_NONE;
}

static bool stands_before(const struct spellings *rows,
                          const struct spelling *r)
{
	for (const struct spelling *o = rows->v; o < r; o++)
		if (str_eq_nocase(o->pattern, r->pattern))
			return true;
	return false;
}

static void check_spellings(struct check *c, bool seen[SYM_N])
{
	struct spellings rows = know_spellings(c->k);

	c->list = "spellings";
	slice_for (const struct spelling, r, rows) {
		const char *fault = spelling_fault(r->pattern);

		check_row(c, (size_t)(r - rows.v), r->pattern, r->confidence,
		          r->source);
		if (fault)
			check_say(c, "%s", fault);
		if (r->by.n == 0)
			check_say(c, "nobody prints it");
		if (r->symptom == SYM_NONE &&
		    !str_contains(r->pattern, STR("{")))
			check_say(c, "it means nothing");
		if (stands_before(&rows, r))
			check_say(c, "stands there twice");
		seen[r->symptom] = true;
	}
}

void check_symptoms(struct check *c)
{
	bool seen[SYM_N] = {false};
	struct error_codes codes = know_error_codes(c->k);
	int64_t last = -1;

	c->table = "symptoms";
	check_spellings(c, seen);
	c->list = "codes";
	slice_for (const struct error_code, r, codes) {
		check_row(c, (size_t)(r - codes.v), r->name, r->confidence,
		          r->source);
		check_order(c, (last > r->code) - (last < r->code));
		last = r->code;
	}
	for (int s = 1; s < SYM_N; s++)
		if (!seen[s])
			check_say(c, "no spelling means %s", symptom_names[s]);
}
