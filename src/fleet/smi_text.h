/*
 * smi_text.h - what both texts of nvidia-smi have in common.
 *
 * Shape:   its header, its addresses.
 * Owner:   views into the text.
 * Errors:  -
 * Source:  nvidia-smi(1); outputs of R331 to R615.
 */
#ifndef FLEET_SMI_TEXT_H
#define FLEET_SMI_TEXT_H

#include "fleet/import_kinds.h"
#include "fleet/text.h"

/* Driver, CUDA, nvidia-smi's own version and the date. */
void smi_take_header(struct str text, struct arena *a, struct sight *out);

/* A PCI address with its domain, "00000000:0A:00.0". */
bool smi_is_bus_id(struct str s);

/* A word with a letter in it, and no control character. */
bool smi_is_product(struct str s);

/* WDDM, TCC and MCDM are of Windows. */
bool smi_is_windows(struct str driver_model);

#endif
