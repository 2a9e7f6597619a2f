/*
 * fleet_show.h - a fleet as a table, with what the tables add.
 *
 * Shape:   a line for each pool; its GPUs and its container stack below.
 * Units:   80 columns.
 * Owner:   the arena.
 * Errors:  none.
 * Source:  -
 */
#ifndef CLI_FLEET_SHOW_H
#define CLI_FLEET_SHOW_H

#include "base/buf.h"
#include "fleet/fleet.h"

void fleet_show(const struct fleet *f, struct arena *a, struct buf *out);

#endif
