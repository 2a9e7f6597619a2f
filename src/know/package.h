/*
 * package.h - packages that carry the driver's or CUDA's libraries.
 *
 * Shape:   rows of rules/packages.json: a pattern of names.
 * Units:   -
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing has no row.
 * Source:  each row's "source".
 */
#ifndef KNOW_PACKAGE_H
#define KNOW_PACKAGE_H

#include "know/driver.h"

enum package_kind {
	PACKAGE_OTHER,
	PACKAGE_COMPAT,      /* a libcuda for older kernel drivers */
	PACKAGE_DRIVER,      /* libraries of the driver */
	PACKAGE_DRIVER_META, /* pulls them */
	PACKAGE_DRIVER_TOOL, /* nvidia-smi */
	PACKAGE_RUNTIME,     /* libcudart and other run-time libraries */
	PACKAGE_DEV,         /* headers and stubs */
	PACKAGE_TOOLKIT,     /* nvcc */
	PACKAGE_CONFIG,      /* loader configuration */
	PACKAGE_BINDING,     /* opens a driver library at run time */
	PACKAGE_KIND_N
};
extern const char *const package_kind_names[PACKAGE_KIND_N];

struct known_package {          /* rules/packages.json */
	struct str pattern;     /* "{cuda}" 12-4 or 12.4, "{branch}" 535,
	                           '*' anything */
	struct strs ecosystems; /* "deb", "rpm", "pip", "conda" */
	enum package_kind kind;
	bool libcuda;    /* carries a libcuda.so.1 that is no stub */
	struct str dir;  /* where it puts it; "" unknown */
	struct str does; /* what it carries, in a few words */
	enum confidence confidence;
	struct str source;
};
struct known_packages {
	struct known_package *v;
	size_t n;
};

struct package_lookup {
	const struct known_package *package;
	struct str cuda;               /* "12.4", from the name; "" none */
	const struct toolkit *toolkit; /* newest of that CUDA, or NULL */
	int64_t branch;                /* from the name; 0 none */
};

struct know;

struct known_packages know_packages(const struct know *k);
struct package_lookup know_package(const struct know *k, struct str name,
                                   struct arena *a);

#endif
