/*
 * A package database that is text, or a record of one: apk's, pacman's, conda's,
 * dpkg's, or rpm's as Azure Linux lists it.  Packages are of interest, owners have a path.
 */
#include "facts/extract.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const enum interest kinds[] = {
	INTEREST_APK,          INTEREST_PACMAN,    INTEREST_CONDA,
	INTEREST_DPKG_STATUS,  INTEREST_DPKG_PART, INTEREST_DPKG_LIST,
	INTEREST_RPM_MANIFEST,
};

static void check(enum interest what, const struct said *s)
{
	assert(s->packages.n <= SAID_LIST_MAX && s->lines.n <= SAID_LIST_MAX &&
	       s->owners.n <= SAID_LIST_MAX);
	slice_for (struct package, p, s->packages)
		assert(p->name.n &&
		       (what == INTEREST_CONDA || interest_package(p->name)));
	slice_for (struct pair, p, s->owners)
		assert(interest_is_library(interest_of(p->key)) &&
		       interest_package(p->value));
	slice_for (struct str, line, s->lines)
		assert(interest_is_library(interest_of(*line)));
	assert(what != INTEREST_CONDA || s->gap.n || s->packages.n == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = {(const char *)data, size};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		struct arena a = {0};
		struct said said = {0};

		extract(kinds[i], bytes, &a, &said);
		check(kinds[i], &said);
		arena_free(&a);
	}
	return 0;
}
