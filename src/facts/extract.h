/*
 * extract.h - what files of interest say.
 *
 * Shape:   one function per kind of file: bytes in, members of a zeroed
 *          struct said out; one C file per kind.
 * Owner:   everything said is copied to the arena; bytes may go.
 * Errors:  none: other people's files say what they say, and what can't be
 *          understood says nothing.
 * Source:  images.md F1, F4; model 4.4; each function's comment.
 */
#ifndef FACTS_EXTRACT_H
#define FACTS_EXTRACT_H

#include "facts/layer.h"

enum { SAID_LIST_MAX = FACTS_LIST_MAX }; /* of one file; then said.cut */

/* What a file of this kind says; of all kinds but INTEREST_RPM. */
void extract(enum interest what, struct str bytes, struct arena *a,
             struct said *out);
/* rpm.h; SQLite wants bytes that are its own. */
void extract_rpm(struct buf *bytes, struct arena *a, struct said *out);

/* deb-control(5): status, status.d; only packages of interest. */
void extract_dpkg(struct str bytes, bool needs_status, struct arena *a,
                  struct said *out);
/* info/NAME.list or status.d/NAME.md5sums; only libraries of interest. */
void extract_dpkg_list(struct str bytes, struct arena *a, struct said *out);
/* What Azure Linux lists of rpm's database; only packages of interest. */
void extract_rpm_manifest(struct str bytes, struct arena *a, struct said *out);
/* apk-installed(5); only packages and libraries of interest. */
void extract_apk(struct str bytes, struct arena *a, struct said *out);
/* pacman's desc: a package; its files: libraries of interest. */
void extract_pacman(struct str bytes, struct arena *a, struct said *out);
/* A record in conda-meta; files are below the environment. */
void extract_conda(struct str bytes, struct arena *a, struct said *out);
/* The first bytes of a shared library, ELF of either class, little endian. */
void extract_elf(struct str bytes, struct arena *a, struct said *out);
/* PyPA core metadata: the head of METADATA or PKG-INFO. */
void extract_metadata(struct str bytes, struct arena *a, struct said *out);
/* torch/version.py, as torch's setup.py writes it. */
void extract_torch_version(struct str bytes, struct arena *a, struct said *out);
void extract_os_release(struct str bytes, struct arena *a, struct said *out);
/* ldconfig(8): lines without comments and blanks around them. */
void extract_ld_conf(struct str bytes, struct arena *a, struct said *out);
/* version.json, else "CUDA Version 10.2.89" of version.txt. */
void extract_cuda_version(struct str bytes, struct arena *a, struct said *out);

/* For those functions: a package, while there is room; strings are kept. */
void extract_package(struct package p, struct arena *a, struct said *out);
/* A line of a list of files, if it is a library of interest. */
void extract_library(struct str path, struct arena *a, struct said *out);
/* Whose a file is, if it is a library of interest. */
void extract_owner(struct str path, struct str package, struct arena *a,
                   struct said *out);

#endif
