/*
 * purl.h - names of packages, for a bill of materials.
 *
 * Shape:   package URLs, by who installed it.
 * Owner:   the arena.
 * Errors:  "" where the package manager has no type of its own.
 * Source:  package-url, PURL-SPECIFICATION, PURL-TYPES.
 */
#ifndef REPORT_PURL_H
#define REPORT_PURL_H

#include "facts/facts.h"

struct str purl_of_package(const struct package *p, const struct os_facts *os,
                           struct arena *a);
struct str purl_of_wheel(const struct wheel *w, struct arena *a);

#endif
