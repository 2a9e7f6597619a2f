/*
 * libs.h - driver libraries and CUDA runtimes in an image.
 *
 * Shape:   plain data.
 * Units:   sizes in bytes; layers as indices, base first.
 * Owner:   the arena of the image's facts.
 * Errors:  none.
 * Source:  file names, ELF notes (model 4.4), package databases.
 */
#ifndef FACTS_LIBS_H
#define FACTS_LIBS_H

#include "base/record.h"

/* What a user-mode driver library is to the image. */
enum umd_kind {
	UMD_NONE,
	UMD_COMPAT,   /* in a directory named compat* below a cuda directory */
	UMD_BUNDLED,  /* a real driver library anywhere else */
	UMD_STUB,     /* below a directory named stubs: links, never runs */
	UMD_LEFTOVER, /* zero bytes: a mount point that docker commit kept */
};

/* JSON text of .note.cuda.fwd_compatibility; model 4.4 */
struct fwd_note {
	bool present;
	struct str cuda;     /* "CUDA version" */
	struct ints drivers; /* kernel branches it runs on */
	struct ints devices; /* NVML brand numbers it runs on */
};

/* One name of a user-mode driver library (libcuda*, libnvidia-*). */
struct umd {
	struct str path;     /* where the name is, parents resolved */
	struct str resolved; /* the regular file behind it; "" if dangling */
	bool link;           /* the name itself is a symbolic link */
	enum umd_kind kind;  /* judged by the resolved path */
	struct str version;  /* digits after ".so." of the resolved name, if
	                        they look like a driver version */
	struct str soname;   /* ELF DT_SONAME where it was read, else "" */
	struct str package;  /* owner by dpkg's file lists, else "" */
	int64_t size;        /* of the resolved file */
	int64_t layer;       /* that wrote the resolved file (or the link) */
	struct fwd_note note;
};

struct umds {
	struct umd *v;
	size_t n;
};

/* Where a statement about a CUDA runtime comes from, best first. */
enum cudart_from {
	CUDART_NONE,
	CUDART_FILE,    /* libcudart.so.X.Y.Z */
	CUDART_WHEEL,   /* nvidia-cuda-runtime* dist-info */
	CUDART_PACKAGE, /* dpkg */
	CUDART_VERSION_JSON,
};

/* One libcudart (or what names one). */
struct cudart {
	struct str path;    /* library, dist-info, or version.json */
	struct str version; /* "11.8.89", "12.1"; major alone if no more */
	bool minor_known;   /* false: the name says the major only */
	enum cudart_from from;
	struct str consumer; /* "torch", … by directory; "" the system's */
	struct str package;  /* owner, where known */
	int64_t layer;
};

struct cudarts {
	struct cudart *v;
	size_t n;
};

#endif
