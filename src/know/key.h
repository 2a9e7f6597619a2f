/*
 * key.h - product names in the form that is compared.
 *
 * Shape:   as feature discovery writes its label, in lower case and without
 *          the vendor: "NVIDIA TITAN X (Pascal)" is "titan-x-pascal".
 * Owner:   by value.
 * Errors:  key_parse() is false when the name is too long to be one.
 * Source:  k8s-device-plugin, sanitise() of the feature discovery.
 */
#ifndef KNOW_KEY_H
#define KNOW_KEY_H

#include "know/know.h"

enum { KEY_MAX = 160 };

struct key {
	char p[KEY_MAX];
	size_t n;
	bool vendor; /* "NVIDIA " was in front, as drivers since R470 do */
};

bool key_parse(struct str name, struct key *key);
struct str key_str(const struct key *key);

/* Off with what stands behind the product: sharing, MIG, Tegra's driver. */
void key_strip(struct key *key);

bool key_has_word(struct str key, struct str word);

static inline bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A vGPU profile ("grid-t4-4q") of a board that is known, as a GPU. */
struct gpu_lookup vgpu_find(const struct know *k, const struct key *query,
                            struct str product, struct arena *a);

#endif
