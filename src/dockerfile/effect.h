/*
 * effect.h - what instructions did to what an image has.
 *
 * Shape:   plain data, in order of the file; words keep their bytes' origin.
 * Owner:   the arena of docker_image_of().
 * Errors:  none.
 * Source:  dockerfile.md C2, D, F.
 */
#ifndef DOCKERFILE_EFFECT_H
#define DOCKERFILE_EFFECT_H

#include "dockerfile/shell.h"
#include "dockerfile/stages.h"

/* How an instruction changed what the image has. */
enum effect_kind {
	EFFECT_ENV,      /* sets a variable that counts */
	EFFECT_INSTALL,  /* packages of interest */
	EFFECT_REMOVE,   /* packages, by a package manager */
	EFFECT_DELETE,   /* files: rm */
	EFFECT_TORCH,    /* chooses a torch */
	EFFECT_WHEEL,    /* another Python package of interest */
	EFFECT_COPY,     /* files out of another stage or image */
	EFFECT_LDCONFIG, /* name: a directory it is told of, or "" */
	EFFECT_USER,
	EFFECT_SHELL,
	EFFECT_LD_CONF, /* writes below etc/ld.so.conf.d */
};

enum manager {
	MANAGER_NONE,
	MANAGER_APT,
	MANAGER_DPKG,
	MANAGER_DNF, /* yum, microdnf, tdnf too */
	MANAGER_ZYPPER,
	MANAGER_RPM,
	MANAGER_PIP,
	MANAGER_UV,
	MANAGER_POETRY,
	MANAGER_APK,
	MANAGER_CONDA, /* mamba, micromamba too */
};

struct effect {
	enum effect_kind kind;
	const struct stage *stage;
	const struct instr *instr;
	enum certainty certainty;
	enum manager manager;
	struct text name;   /* variable, package, or path */
	struct text value;  /* its value or version; tag: in version */
	struct text word;   /* the whole word: "torch==2.1.0+cu121" */
	struct text index;  /* EFFECT_TORCH: URL that decides the build */
	struct text source; /* command or line it was in */
	bool fragile;       /* fails when there is nothing to remove */
	bool guarded;       /* looks first whether it is there */
	int64_t layer;      /* of the facts that it made; -1 none */
	struct str file;    /* requirements file it stood in; "" this one */
	struct str build;   /* EFFECT_TORCH: "2.1.0+cu121", by the tables: what
	                       is chosen, or would be today; "" not known */
	bool open;          /* TORCH, WHEEL: another day it may be another */
	bool auto_backend;  /* uv: by the GPU where the image is built */
};

struct effects {
	struct effect *v;
	size_t n;
};

#endif
