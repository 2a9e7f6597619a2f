/*
 * framework.h - Python and conda packages that bind to CUDA, but for torch.
 *
 * Shape:   rows of rules/frameworks.json: a package, a range of versions.
 * Units:   CUDA as "12.4", or "12" where the major version is all.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL.
 * Source:  each row's "source".
 */
#ifndef KNOW_FRAMEWORK_H
#define KNOW_FRAMEWORK_H

#include "know/row.h"

enum cuda_from {
	CUDA_NONE,       /* nowhere: brings none, needs none */
	CUDA_WHEEL,      /* inside the wheel */
	CUDA_PIP,        /* nvidia-* wheels it asks for */
	CUDA_SYSTEM,     /* libraries found at run time */
	CUDA_TORCH,      /* those of the torch in use */
	CUDA_PTXAS,      /* only the assembler, inside the wheel */
	CUDA_BY_VERSION, /* the package's version is CUDA's */
	CUDA_FROM_N
};
extern const char *const cuda_from_names[CUDA_FROM_N];

struct framework {        /* rules/frameworks.json */
	struct str name;  /* "tensorflow", "conda:cudatoolkit" */
	struct str first; /* versions from, inclusive; "" open */
	struct str last;  /* to, with all that begin so; "" open */
	struct str tag;   /* local version, "cu118"; "" none */
	struct strs cuda; /* "12.5" or "12"; several: it chooses one at run
	                     time; none: by tag or version */
	enum cuda_from from;
	struct strs sass, ptx; /* "sm_80", "compute_90"; empty: unknown */
	struct str torch;      /* the torch it is built for; "" none */
	enum confidence confidence;
	struct str source;
};
struct frameworks {
	struct framework *v;
	size_t n;
};

struct cudart_wheel {       /* rules/frameworks.json, "cudart" */
	struct str name;    /* "nvidia-cuda-runtime-cu12" */
	struct str version; /* "12.4.127" */
	struct strs cuda;   /* toolkits it is of, "12.4.1" */
	enum confidence confidence;
	struct str source;
};
struct cudart_wheels {
	struct cudart_wheel *v;
	size_t n;
};

struct know;

struct frameworks know_frameworks(const struct know *k);
struct cudart_wheels know_cudart_wheels(const struct know *k);

/* Names as PEP 503 compares them; version "1.2.3" or "1.2.3+cu118"; without a
 * version the newest row of that name. */
const struct framework *know_framework(const struct know *k, struct str name,
                                       struct str version);
const struct cudart_wheel *know_cudart_wheel(const struct know *k,
                                             struct str name,
                                             struct str version);

#endif
