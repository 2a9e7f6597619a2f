/*
 * template.h - names with versions in them.
 *
 * Shape:   "cuda-compat-{cuda}": {name} stands for digits with '.' or '-'
 *          between them; '*' for anything, and only ahead of no {name}.
 * Owner:   captures are views into the text that was matched.
 * Errors:  none.
 * Source:  rules/packages.json, rules/images.json.
 */
#ifndef KNOW_TEMPLATE_H
#define KNOW_TEMPLATE_H

#include "base/str.h"

struct captures {
	struct str version, cuda, branch, major; /* "" not in the template */
};

bool template_match(struct str tmpl, struct str s, struct captures *out);

/* Only known names between braces, and all of them closed. */
bool template_is_valid(struct str tmpl);

#endif
