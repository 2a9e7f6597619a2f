/*
 * packages.h - packages and Python distributions in an image.
 *
 * Shape:   plain data.
 * Units:   layers as indices, base first.
 * Owner:   the arena of the image's facts.
 * Errors:  none.
 * Source:  images.md F.
 */
#ifndef FACTS_PACKAGES_H
#define FACTS_PACKAGES_H

#include "base/record.h"

enum packager {
	PACKAGER_DPKG,
	PACKAGER_RPM,
	PACKAGER_APK,
	PACKAGER_PACMAN,
	PACKAGER_CONDA,
	PACKAGER_NIX,
	PACKAGER_SPACK,
	PACKAGER_N
};

struct package {
	struct str name;    /* as its manager has it */
	struct str version; /* whole: [EPOCH:]VERSION-RELEASE */
	struct str arch;    /* as its manager has it; conda: the subdir */
	enum packager manager;
	struct str build;   /* conda: the build string */
	struct str channel; /* conda: where it came from */
	struct str path;    /* database file; nix, spack: a library of it */
	int64_t layer;      /* since which the database has listed it */
};

struct packages {
	struct package *v;
	size_t n;
};

/* A Python distribution of interest; images.md F3. */
struct wheel {
	struct str name;    /* normalised: lower case, '-' for [-_.]+ */
	struct str version; /* with the local part: 2.4.1+cu121 */
	struct str path;    /* its .dist-info or .egg-info */
	int64_t layer;
};

struct wheels {
	struct wheel *v;
	size_t n;
};

struct torch {
	struct str version; /* without local part */
	struct str tag;     /* "cu121", "cpu", "rocm6.0"; "" unknown */
	struct str cuda;    /* "12.1"; "" none or unknown */
	bool cpu_only;      /* built without CUDA */
	struct str path;    /* site-packages directory */
	struct str cudart;  /* path of the libcudart it brings, else "" */
	int64_t layer;
};

struct torches {
	struct torch *v;
	size_t n;
};

#endif
