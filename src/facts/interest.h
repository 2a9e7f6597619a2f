/*
 * interest.h - which files of an image say something about CUDA.
 *
 * Shape:   decided by path and mode alone, never by content, so that a lower
 *          layer's file and the one that replaces it are judged alike.
 * Units:   INTEREST_*_MAX in bytes.
 * Owner:   static tables.
 * Errors:  none.
 * Source:  images.md A5, F1-F4.
 */
#ifndef FACTS_INTEREST_H
#define FACTS_INTEREST_H

#include "facts/facts.h"
#include "image/limits.h"

enum interest {
	INTEREST_NONE,
	INTEREST_DRIVER,        /* libnvidia-*.so*, libnvcuvid.so*, ... */
	INTEREST_LIBCUDA,       /* libcuda.so* */
	INTEREST_COMPAT,        /* any other lib*.so.* below compat* */
	INTEREST_CUDART,        /* libcudart*.so* */
	INTEREST_DPKG_STATUS,   /* var/lib/dpkg/status */
	INTEREST_DPKG_PART,     /* var/lib/dpkg/status.d/NAME: distroless */
	INTEREST_DPKG_LIST,     /* var/lib/dpkg/info/NAME.list */
	INTEREST_RPM,           /* an rpm database */
	INTEREST_RPM_LOG,       /* what SQLite has not put into it yet */
	INTEREST_RPM_MANIFEST,  /* Azure Linux, where there is no database */
	INTEREST_APK,           /* an apk database */
	INTEREST_PACMAN,        /* local/NAME-VERSION-RELEASE/desc, files */
	INTEREST_CONDA,         /* conda-meta/NAME-VERSION-BUILD.json */
	INTEREST_DIST_INFO,     /* METADATA, PKG-INFO */
	INTEREST_TORCH_VERSION, /* torch/version.py */
	INTEREST_OS_RELEASE,
	INTEREST_LD_CONF,      /* ld.so.conf and what is in ld.so.conf.d */
	INTEREST_CUDA_VERSION, /* usr/local/cuda*, version.json or .txt */
	INTEREST_MARK,         /* being there is all it says */
	INTEREST_CODE, /* any other library or program; by mode as well */
	INTEREST_N
};

enum {
	INTEREST_FILE_MAX = 16 << 20, /* as --limit file-bytes usually says */
	INTEREST_RPM_MAX = 256 << 20, /* as --limit rpm-bytes does */
	INTEREST_SMALL_MAX = 1 << 20, /* of what people write by hand */
	INTEREST_ELF_HEAD = 256 << 10,
	INTEREST_METADATA_HEAD = 16 << 10,
};

/* How a file of this kind is read. */
struct capture {
	uint64_t max;          /* bytes wanted; 0: none */
	bool head;             /* the first max bytes will do */
	enum fact_group group; /* what is unknown if it can't be read */
};

enum interest interest_of(struct str path);
/* The same of a file with these permission bits: INTEREST_CODE too. */
enum interest interest_of_file(struct str path, uint32_t mode);
struct capture interest_capture(enum interest what);
/* How many of its bytes, as the limits are; the one that says so, or NULL. */
uint64_t interest_max(enum interest what, const struct image_limits *lim);
const char *interest_limit(enum interest what);
bool interest_is_library(enum interest what);
/* One file for all packages: who changes one writes the file anew. */
bool interest_is_database(enum interest what);

/* Of the CUDA toolkit, the driver, or the container runtime, as any of the
 * distributions calls it. */
bool interest_package(struct str name);
/* A normalised name. */
bool interest_wheel(struct str name);

/* "a-b" of "a-b-1.2-3": without so many of the last parts. */
struct str interest_stem(struct str name, int parts);
/* What the files of a conda package are needed for; GROUP_NONE: nothing. */
enum fact_group interest_conda(struct str record);

#endif
