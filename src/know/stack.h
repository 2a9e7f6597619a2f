/*
 * stack.h - how releases of the container toolkit behave.
 *
 * Shape:   rows of rules/stacks.json.
 * Units:   toolkit versions as text.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL or an empty str.
 * Source:  model 1.1b to 5.2.
 */
#ifndef KNOW_STACK_H
#define KNOW_STACK_H

#include "know/row.h"

/* How one release range of the toolkit behaves; model 1.1b. */
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
/* How the hook enable-cuda-compat decides; model 4.2. */
enum hook_rule { HOOK_NONE, HOOK_MAJOR_CACHE, HOOK_MAJOR, HOOK_NOTE, HOOK_N };
extern const char *const hook_rule_names[HOOK_N];
/* Who comes first in ld.so.cache; model 5.2. */
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

#endif
