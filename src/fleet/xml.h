/*
 * xml.h - tags and text, one after the other.
 *
 * Shape:   a scanner without a tree: names of elements, no attributes; what
 *          is not markup is text, also a stray '<' or '&'.
 * Owner:   views into the text given to it.
 * Errors:  XML_CUT when the input ends inside a tag, comment or the like.
 * Source:  XML 1.0, as far as nvidia-smi -x writes it.
 */
#ifndef FLEET_XML_H
#define FLEET_XML_H

#include "base/arena.h"

enum xml_event { XML_END, XML_OPEN, XML_CLOSE, XML_TEXT, XML_CUT };

struct xml {
	struct str rest;
	struct str empty; /* an "<x/>" whose close is still to be told */
};

/* *out is the element's name, or raw text. */
enum xml_event xml_next(struct xml *x, struct str *out);

/* Text with the five entities and character references resolved. */
struct str xml_text(struct str raw, struct arena *a);

#endif
