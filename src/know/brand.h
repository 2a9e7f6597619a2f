/*
 * brand.h - NVML's brands, and which cards have them.
 *
 * Shape:   rows of rules/brands.json.
 * Units:   brands as NVIDIA_REQUIRE_* spells them, lower case.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL or an empty str.
 * Source:  each row's "source".
 */
#ifndef KNOW_BRAND_H
#define KNOW_BRAND_H

#include "know/gpu.h"

struct brand {               /* rules/brands.json */
	int64_t value;       /* NVML enum */
	struct str word;     /* as NVIDIA_REQUIRE_* spells it, lower case */
	bool since_1_9;      /* unknown to libnvidia-container before 1.9.0 */
	bool forward_compat; /* in the ELF notes' device lists */
	struct str profile;  /* letter of its vGPU profiles; "-" for those
	                        without one; "" has none */
	struct strs printed; /* as nvidia-smi spells it, where that is not
	                        the word with blanks */
	struct str source;
};
struct brands {
	struct brand *v;
	size_t n;
};

struct brand_shift {    /* a GPU's NVML brand on older drivers */
	struct str now; /* brand word on current drivers */
	enum gpu_class gpu_class;
	struct str then; /* word on older ones */
	int64_t until;   /* branches <= this: then */
	int64_t from;    /* branches >= this: now; between: both */
	struct str source;
};
struct brand_shifts {
	struct brand_shift *v;
	size_t n;
};

struct sold { /* the brands that a class of GPUs is sold under */
	enum gpu_class gpu_class;
	struct strs words; /* first that of most cards on current drivers */
	struct str source;
};
struct solds {
	struct sold *v;
	size_t n;
};

struct know;

const struct brand *know_brand(const struct know *k, struct str word);
const struct brand *know_brand_by_value(const struct know *k, int64_t value);

/* As nvidia-smi prints it, in any case. */
const struct brand *know_brand_printed(const struct know *k, struct str text);

/* "" for a class without a row. */
struct str know_class_brand(const struct know *k, enum gpu_class gpu_class);

/* True for a class without a row. */
bool know_class_may_have(const struct know *k, enum gpu_class gpu_class,
                         struct str word);

#endif
