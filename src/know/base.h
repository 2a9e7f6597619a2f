/*
 * base.h - what is in base images and in packages of CUDA, as far as it
 * decides anything.
 *
 * Shape:   rows of rules/bases.json: plain images, distributions, and the parts
 *          of nvidia/cuda and of packages.
 * Units:   CUDA as "11.0"; a range includes both ends.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing gives NULL.
 * Source:  each row's "source".
 */
#ifndef KNOW_BASE_H
#define KNOW_BASE_H

#include "know/row.h"

struct plain_image {       /* rules/bases.json, "plain": a distribution,
	                      and no CUDA but a framework's own */
	struct str image;  /* glob; without registry and "library/" */
	struct str tag;    /* glob */
	struct str distro; /* name of its distro */
	struct str user;   /* that it runs as; "" root */
	struct str source;
};
struct plain_images {
	struct plain_image *v;
	size_t n;
};

/* Where the loader's configuration and the packages are. */
enum distro_family {
	DISTRO_OTHER,
	DISTRO_DEBIAN,
	DISTRO_RPM,
	DISTRO_MUSL,
	DISTRO_N
};
extern const char *const distro_family_names[DISTRO_N];

struct distro {             /* rules/bases.json, "distros" */
	struct str name;    /* as tags have it, "ubuntu22.04" */
	struct str id;      /* os-release ID */
	struct str version; /* VERSION_ID; "" by the tag */
	struct str pretty;  /* PRETTY_NAME; "" not known */
	enum distro_family family;
	bool usrmerge; /* /lib is a link to /usr/lib */
	struct str source;
};
struct distros {
	struct distro *v;
	size_t n;
};

enum part_kind {
	PART_NOTHING, /* is known to bring nothing that counts */
	PART_ENV,
	PART_ENV_OPEN, /* variables whose values are not known */
	PART_WORKDIR,
	PART_PACKAGE,
	PART_FILE,
	PART_LINK,
	PART_ALTERNATIVE, /* /usr/local/NAME by way of /etc/alternatives */
	PART_CONF,        /* etc/ld.so.conf.d/NAME */
	PART_NOTE,        /* ELF note of a libcuda */
	PART_GAP,         /* something in the group NAME, not known what */
	PART_N
};
extern const char *const part_kind_names[PART_N];

struct part {          /* rules/bases.json, "parts" */
	struct str of; /* "nvidia/cuda", or a package as in packages.json */
	enum part_kind kind;
	struct str name;  /* with {cuda} 11.3, {dash} 11-3, {major}, … */
	struct str value; /* of a file: its SONAME */
	struct str first, last; /* CUDA; "" open */
	struct str arch;        /* "amd64"; "" any */
	struct str flavour;     /* glob; "" any */
	struct strs distros;    /* globs; none: any */
	enum confidence confidence;
	struct str source;
};
struct parts {
	struct part *v;
	size_t n;
};

struct know;

struct plain_images know_plain_images(const struct know *k);
struct distros know_distros(const struct know *k);
struct parts know_parts(const struct know *k);

/* name and tag as struct image_lookup has them. */
const struct plain_image *know_plain_image(const struct know *k,
                                           struct str name, struct str tag);
const struct distro *know_distro(const struct know *k, struct str name);

/* Is the row for this CUDA, on this CPU?  For "of" ask part_is_of(). */
bool part_is_for(const struct part *p, struct str cuda, struct str arch);
/* cuda is then what the name says of it, "11.3"; "" nothing. */
bool part_is_of(const struct part *p, struct str package, struct arena *a,
                struct str *cuda);

#endif
