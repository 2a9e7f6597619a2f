/*
 * base_name.h - what the name behind FROM can be.
 *
 * Shape:   text in, an answer out; nothing is looked up anywhere.
 * Units:   -
 * Owner:   nobody; what is returned is part of what was given.
 * Errors:  none.
 * Source:  distribution/reference grammar; dockerfile.md A8, F1.
 */
#ifndef DOCKERFILE_BASE_NAME_H
#define DOCKERFILE_BASE_NAME_H

#include "base/str.h"

/* It has the form of an image's reference: else no build can use it. */
bool base_name_is_valid(struct str ref);

/* "notset" and its like, as image or tag: somebody else is to fill it in. */
bool base_name_is_placeholder(struct str ref);

/* Both name the same image for --build-context: without docker.io/library/ in
 * front and without :latest. */
bool base_name_same(struct str x, struct str y);

#endif
