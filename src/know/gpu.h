/*
 * gpu.h - GPUs and their classes.
 *
 * Shape:   rows of rules/gpus.json.
 * Units:   compute capability as text, "8.6".
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL or an empty str.
 * Source:  each row's "source".
 */
#ifndef KNOW_GPU_H
#define KNOW_GPU_H

#include "know/row.h"

/* One GPU class for the whole tool. */
enum gpu_class {
	CLASS_UNKNOWN,
	CLASS_DATACENTER,
	CLASS_WORKSTATION,
	CLASS_GEFORCE,
	CLASS_TITAN,
	CLASS_NVS,
	CLASS_MINING,
	CLASS_JETSON,
	CLASS_SPARK,
	CLASS_VGPU,
	CLASS_OTHER,
	CLASS_N
};
extern const char *const gpu_class_names[CLASS_N];

enum fc_support { FCS_UNKNOWN, FCS_YES, FCS_NO, FCS_SELECT };

struct fc_class { /* which GPU class may run a compat libcuda at all */
	enum gpu_class gpu_class;
	enum fc_support support;
	struct str source;
};
struct fc_classes {
	struct fc_class *v;
	size_t n;
};

struct gpu {             /* rules/gpus.json */
	struct str name; /* as nvidia-smi -L prints it */
	struct str cc;   /* compute capability */
	enum gpu_class gpu_class;
	struct str brand; /* NVML word on current drivers, lower case */
	struct str arch;  /* "arm64" where the host CPU is fixed, else "" */
	enum confidence confidence;
	struct str source; /* "" = the file's */
};
struct gpus {
	struct gpu *v;
	size_t n;
};

struct vgpu_board { /* "GRID T4" of the profile "GRID T4-4Q" */
	struct str name;
	struct str cc;
	enum gpu_class gpu_class; /* vgpu; geforce for cloud gaming boards */
	struct str arch;
	enum confidence confidence;
	struct str source;
};
struct vgpu_boards {
	struct vgpu_board *v;
	size_t n;
};

/* What a GeForce of 10 GiB or more has; all that do are there, one with several
 * sizes several times. */
struct gpu_memory {
	struct str name; /* of rules/gpus.json */
	int64_t gib;
	int64_t power; /* W that the card is specified for */
	enum confidence confidence;
	struct str source;
};
struct gpu_memories {
	struct gpu_memory *v;
	size_t n;
};

struct know;

enum fc_support know_fc_class(const struct know *k, enum gpu_class gpu_class);

enum gpu_match { GPU_NONE, GPU_EXACT, GPU_BY_PATTERN, GPU_AMBIGUOUS };

struct gpu_lookup {
	enum gpu_match match;
	const struct gpu *gpu;  /* the row; MIG: the parent's; vGPU: one made
	                            up of the board's row and the profile */
	struct strs candidates; /* names, when ambiguous */
	bool vgpu;              /* a vGPU profile of that GPU */
};

/* Any spelling: nvidia-smi's, the feature-discovery label, pre-R470 names without
 * "NVIDIA ", truncated ones ("Tesla V100-SXM2..."), with -MIG-…, "MIG 1g.5gb",
 * -SHARED or a vGPU profile behind it. */
struct gpu_lookup know_gpu(const struct know *k, struct str product,
                           struct arena *a);

/* Those that a name cut short may be, by what nvidia-smi prints of them: MiB in
 * all, W of the power cap, the driver.  None: nothing to tell by. */
struct strs know_gpu_cut(const struct know *k, struct str product,
                         uint64_t memory, uint64_t power, struct str driver,
                         struct arena *a);

#endif
