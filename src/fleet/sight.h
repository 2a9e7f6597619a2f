/*
 * sight.h - what one document says of one host.
 *
 * Shape:   every importer makes sights; what a document does not say stays
 *          empty.  Names of GPUs may be cut short, with "...".
 * Units:   memory in MiB, power in W, as printed; 0 not said.
 * Owner:   views into the text, or the arena.
 * Errors:  -
 * Source:  nvidia-smi(1); outputs of R331 to R615.
 */
#ifndef FLEET_SIGHT_H
#define FLEET_SIGHT_H

#include "fleet/fleet.h"

enum {
	SIGHT_GPUS = 4096, /* in one host */
	SIGHT_HOSTS = 50000,
	SIGHT_WORD = 256, /* bytes of one value */
};

struct sight_gpu {
	struct str product;
	struct str brand; /* as NVML's words are spelled out: "GeForce" */
	struct str cc;    /* compute capability */
	struct str uuid;  /* tells two readings of one GPU from two GPUs */
	uint64_t memory;  /* in all */
	uint64_t power;   /* its cap */
	bool mig;
};

struct sight_gpus {
	struct sight_gpu *v;
	size_t n;
};

struct sight {
	struct str host;
	struct str as_of; /* YYYY-MM-DD */
	struct str tool;  /* version of nvidia-smi itself */
	struct str driver;
	struct str cuda;    /* as printed: in a container, of its libcuda */
	struct str arch;    /* of the CPU, as Go or the kernel calls it */
	struct str os_name; /* "Ubuntu 22.04.4 LTS", of the host itself */
	uint64_t attached;  /* GPUs in the host, listed or not; 0 not said */
	struct str request; /* what is known of container.request, in words */
	bool windows;       /* a driver model of Windows was printed */
	bool wsl;           /* a kernel of WSL2 */
	struct sight_gpus gpus;
	struct container container;
};

struct sights {
	struct sight *v;
	size_t n;
};

/* NULL when there are too many. */
struct sight_gpu *sight_add_gpu(struct sight *s, struct arena *a);

/* "x86_64 …" as GOARCH has it; "": no CPU that a profile knows. */
struct str sight_arch(struct str machine);

#endif
