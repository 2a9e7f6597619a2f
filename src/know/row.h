/*
 * row.h - what rows of all tables share.
 *
 * Shape:   -
 * Owner:   -
 * Errors:  none.
 * Source:  ../rules; each row has its own.
 */
#ifndef KNOW_ROW_H
#define KNOW_ROW_H

#include "base/record.h"
#include "base/version.h"

enum confidence { CONF_NONE, CONF_LOW, CONF_MEDIUM, CONF_HIGH };
extern const char *const confidence_names[4];

#endif
