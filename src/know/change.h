/*
 * change.h - releases in which the container stack began to behave otherwise.
 *
 * Shape:   rows of rules/stacks.json, "changes"; what is not a stack's own.
 * Units:   versions of Docker or of the NVIDIA container toolkit, as text.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  know_change() is "" when the table lacks it: it was always so.
 * Source:  each row's "source".
 */
#ifndef KNOW_CHANGE_H
#define KNOW_CHANGE_H

#include "know/row.h"

enum change_kind {
	CHANGE_STRICT_CUDA_VERSION, /* CUDA_VERSION must be a semantic version */
	CHANGE_JETPACK_UNREAD,      /* NVIDIA_REQUIRE_JETPACK* is no gate */
	CHANGE_DISABLED_UNREAD,     /* what is switched off is not parsed */
	CHANGE_COMPAT_MODE,         /* cuda-compat-mode can be set */
	CHANGE_JIT_CDI,             /* the runtime's own default is jit-cdi */
	CHANGE_CDI_SPECS,           /* CDI specifications are made unasked */
	CHANGE_DOCKER_CDI,          /* docker --gpus tries CDI first */
	CHANGE_N
};
extern const char *const change_names[CHANGE_N];

struct change { /* rules/stacks.json, "changes" */
	enum change_kind what;
	struct str product; /* "docker", "toolkit" */
	struct str version; /* the first that does it */
	struct str source;
};
struct changes {
	struct change *v;
	size_t n;
};

struct know;

/* The first version that behaves so. */
struct str know_change(const struct know *k, enum change_kind what);

/* Does this version? */
bool know_changed(const struct know *k, enum change_kind what,
                  struct str version);

#endif
