/*
 * smi.h - what one run of nvidia-smi said.
 *
 * Shape:   one parser per form of its output, all into struct smi; what was
 *          not printed stays empty.  Only the first report of a text counts.
 * Owner:   views into the text, or the arena.
 * Errors:  USAGE, from the XML only: it can be seen to be cut short.
 * Source:  nvidia-smi(1); outputs of R331 to R615.
 */
#ifndef FLEET_SMI_H
#define FLEET_SMI_H

#include "base/arena.h"
#include "base/err.h"

enum {
	SMI_BYTES = 16 << 20, /* of a text to import */
	SMI_GPUS = 4096,      /* in one host */
	SMI_WORD = 256,       /* bytes of one value */
};

struct smi_gpu {
	struct str product; /* may be cut short, with "..." */
	struct str brand;   /* "GeForce"; not in the table */
	bool mig;
};

struct smi_gpus {
	struct smi_gpu *v;
	size_t n;
};

struct smi {
	struct str host;  /* of the shell's prompt */
	struct str as_of; /* YYYY-MM-DD */
	struct str tool;  /* version of nvidia-smi itself */
	struct str driver;
	struct str cuda;
	uint64_t attached; /* GPUs in the host, listed or not; 0 not said */
	bool windows;      /* a driver model of Windows was printed */
	bool more;         /* there is a second report behind the first */
	struct smi_gpus gpus;
};

int smi_parse_xml(struct str text, struct arena *a, struct smi *out,
                  struct err *err);
void smi_parse_query(struct str text, struct arena *a, struct smi *out);
void smi_parse_table(struct str text, struct arena *a, struct smi *out);

/* Where part begins in s, or SIZE_MAX. */
size_t smi_find(struct str s, struct str part);

/* s when it is a dotted number, else empty: "N/A", "ERR!". */
struct str smi_version(struct str s);

/* WDDM, TCC and MCDM are of Windows. */
bool smi_is_windows(struct str driver_model);

/* The first "Jun  7 08:16:57 2026" in s, as 2026-06-07. */
struct str smi_date(struct str s, struct arena *a);

/* NULL when there are too many. */
struct smi_gpu *smi_add_gpu(struct smi *smi, struct arena *a);

#endif
