/*
 * know.h - what NVIDIA and the frameworks published, as of a date.
 *
 * Shape:   one table per file in rules/, parsed on first use; every row has a
 *          source.  Look-ups say "not known" by returning NULL.
 * Units:   versions as text; branches as integers (535).
 * Owner:   the arena given to know_open(); const for everyone else.
 * Errors:  ERR_FORMAT from know_load(), for the compiled-in files and for
 *          those of --knowledge DIR alike.
 * Source:  each row's "source".
 */
#ifndef KNOW_KNOW_H
#define KNOW_KNOW_H

#include "base/record.h"
#include "base/version.h"

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

enum confidence { CONF_NONE, CONF_LOW, CONF_MEDIUM, CONF_HIGH };
extern const char *const confidence_names[4];

struct branch {            /* rules/branches.json */
	int64_t branch;    /* 535 */
	struct str cuda;   /* driver API version, "12.2" */
	struct str first;  /* lowest version known */
	struct str last;   /* highest version known */
	struct str eol;    /* YYYY-MM-DD, "" unknown or alive */
	struct str min_cc; /* lowest compute capability it drives */
	struct str max_cc; /* highest */
	enum confidence confidence;
	struct str source;
};
struct branches {
	struct branch *v;
	size_t n;
};

struct driver_version { /* exceptions to "by branch" */
	struct str version;
	struct str cuda;
	struct str source;
};
struct driver_versions {
	struct driver_version *v;
	size_t n;
};

struct toolkit { /* rules/toolkits.json: one row per CUDA major.minor[.patch] */
	struct str cuda;   /* "11.8.0" */
	struct str cudart; /* "11.8.89"; "" unknown */
	struct str driver; /* lowest driver that has this API natively, Linux */
	struct str floor;  /* lowest driver by minor-version compatibility;
	                        "" where there is none (before CUDA 11) */
	struct str ptx;    /* PTX ISA, "7.8" */
	struct str compat; /* libcuda of the compat package at release */
	enum confidence confidence;
	struct str source;
};
struct toolkits {
	struct toolkit *v;
	size_t n;
};

enum fc_verdict { FC_UNKNOWN, FC_YES, FC_NO, FC_NOT_NEEDED };

struct fc_cell {         /* rules/forward-compat.json */
	struct str cuda; /* of the compat package, "12.4" */
	int64_t branch;  /* kernel branch */
	enum fc_verdict compatible;
	enum confidence confidence;
	struct str source;
};
struct fc_cells {
	struct fc_cell *v;
	size_t n;
};

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

struct brand {               /* rules/brands.json */
	int64_t value;       /* NVML enum */
	struct str word;     /* as NVIDIA_REQUIRE_* spells it, lower case */
	bool since_1_9;      /* unknown to libnvidia-container before 1.9.0 */
	bool forward_compat; /* in the ELF notes' device lists */
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

struct torch_build {          /* rules/torch.json */
	struct str version;   /* "1.12.1" */
	struct str tag;       /* "cu113", "" where wheels have none */
	struct str cuda;      /* "11.3" */
	bool pypi_default;    /* what `pip install torch` gives, Linux x86-64 */
	struct strs sass;     /* "sm_70" … x86-64 */
	struct strs ptx;      /* "compute_86" … */
	struct strs arm_sass; /* aarch64; empty: unknown */
	struct strs arm_ptx;
	struct str cudart; /* runtime wheel or bundled toolkit patch */
	enum confidence confidence;
	struct str source;
};
struct torch_builds {
	struct torch_build *v;
	size_t n;
};

struct torch_conda {            /* builds of the conda channel pytorch */
	struct str first, last; /* torch series, "1.9" to "1.10" */
	struct str cuda;        /* "11.3" */
	struct strs sass, ptx;  /* x86-64 */
	enum confidence confidence;
	struct str source;
};
struct torch_condas {
	struct torch_conda *v;
	size_t n;
};

/* How one release range of the toolkit behaves; runtime.md 1.1b. */
enum request {
	REQUEST_UNKNOWN,
	REQUEST_GPUS,
	REQUEST_RUNTIME,
	REQUEST_CDI,
	REQUEST_HOSTPATH,
	REQUEST_N
};
extern const char *const request_names[REQUEST_N];
enum mechanism {
	MECH_UNKNOWN,
	MECH_LEGACY,
	MECH_CDI,
	MECH_JIT_CDI,
	MECH_CSV,
	MECH_HOSTPATH,
	MECH_WSL,
	MECH_N
};
extern const char *const mechanism_names[MECH_N];
/* What happens to the image's compat libraries. */
enum compat_mode {
	COMPAT_UNKNOWN,
	COMPAT_LDCONFIG,
	COMPAT_MOUNT,
	COMPAT_HOOK,
	COMPAT_DISABLED,
	COMPAT_N
};
extern const char *const compat_mode_names[COMPAT_N];
/* How the hook enable-cuda-compat decides; runtime.md 4.2. */
enum hook_rule { HOOK_NONE, HOOK_MAJOR_CACHE, HOOK_MAJOR, HOOK_NOTE, HOOK_N };
extern const char *const hook_rule_names[HOOK_N];
/* Who comes first in ld.so.cache; runtime.md 5.2. */
enum cache_order {
	ORDER_NONE,
	ORDER_LIBS_FIRST,
	ORDER_NVCR_FIRST,
	ORDER_CONF_FIRST,
	ORDER_N
};
extern const char *const cache_order_names[ORDER_N];

struct stack {            /* rules/stacks.json */
	struct str id;    /* "gpus-mount": stable, for --assume */
	struct str label; /* "--gpus 1.3.1-1.17.3" */
	enum request request;
	enum mechanism mechanism;
	struct str toolkit_min;  /* inclusive; "" open */
	struct str toolkit_max;  /* inclusive; "" open */
	enum compat_mode compat; /* legacy only */
	bool mount_strict;       /* <= 1.3.0: absolute links follow the host */
	bool keep_lower;         /* mount: lower majors are mounted too */
	enum hook_rule hook;
	enum cache_order order;
	bool gate;       /* NVIDIA_REQUIRE_* is checked */
	bool few_brands; /* knows NVML brands 1..6 only (< 1.9) */
	bool when_named; /* only when a pool names such a toolkit */
	bool supported;  /* a release in it is still maintained */
	struct str os;   /* "linux", "wsl2", "tegra" */
	struct str source;
};
struct stacks {
	struct stack *v;
	size_t n;
};

struct know {
	struct str as_of; /* YYYY-MM-DD, the oldest of all tables */
	struct branches branches;
	struct driver_versions driver_versions;
	struct toolkits toolkits;
	struct fc_cells fc;
	struct fc_classes fc_classes;
	struct gpus gpus;
	struct vgpu_boards vgpu_boards;
	struct brands brands;
	struct brand_shifts brand_shifts;
	struct torch_builds torch;
	struct torch_condas conda;
	struct stacks stacks;
};

/* Parse the compiled-in tables, or those in dir where a file is there. */
int know_load(struct know *k, struct str dir, struct arena *a, struct err *err);

/* Look-ups; NULL or an empty str: not known. */
const struct branch *know_branch(const struct know *k, int64_t branch);
const struct branch *know_branch_of(const struct know *k, struct str driver);
/* Driver API version ("11.2") of a driver version; says by what. */
struct str know_driver_cuda(const struct know *k, struct str driver,
                            struct str *source);
/* Exact patch, else the newest row of that major.minor. */
const struct toolkit *know_toolkit(const struct know *k, struct str cuda);
const struct toolkit *know_toolkit_by_cudart(const struct know *k,
                                             struct str cudart);
const struct fc_cell *know_fc(const struct know *k, struct str cuda,
                              int64_t branch);
enum fc_support know_fc_class(const struct know *k,
                              enum gpu_class gpu_class);
const struct torch_build *know_torch(const struct know *k, struct str version,
                                     struct str tag);
const struct brand *know_brand(const struct know *k, struct str word);
const struct brand *know_brand_by_value(const struct know *k, int64_t value);

enum gpu_match { GPU_NONE, GPU_EXACT, GPU_BY_PATTERN, GPU_AMBIGUOUS };

struct gpu_lookup {
	enum gpu_match match;
	const struct gpu *gpu;  /* the row; MIG: the parent's; vGPU: one made
	                            up of the board's row and the profile */
	struct strs candidates; /* names, when ambiguous */
	bool vgpu;              /* a vGPU profile of that GPU */
};

/*
 * Any spelling of a product: nvidia-smi's, the feature-discovery label,
 * pre-R470 names without "NVIDIA ", truncated ones ("NVIDIA GeForce RTX 30..."),
 * with -MIG-…, "MIG 1g.5gb", -SHARED or a vGPU profile behind it.
 */
struct gpu_lookup know_gpu(const struct know *k, struct str product,
                           struct arena *a);

#endif
