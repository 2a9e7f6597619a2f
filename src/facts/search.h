/*
 * search.h - where the loader looks, and whose system it is.
 *
 * Shape:   plain data.
 * Units:   paths are clean (base/path.h).
 * Owner:   the arena of the image's facts.
 * Errors:  none.
 * Source:  ld.so(8), ldconfig(8), os-release(5).
 */
#ifndef FACTS_SEARCH_H
#define FACTS_SEARCH_H

#include "base/record.h"

/* A directory that the loader is told to search. */
struct loader_dir {
	struct str dir;      /* as written */
	struct str resolved; /* in the merged tree; "" if not there */
	struct str file;     /* conf file, or "LD_LIBRARY_PATH" */
	int64_t layer;       /* of the conf file; -1 for the config */
};

struct loader_dirs {
	struct loader_dir *v;
	size_t n;
};

struct loader {
	struct loader_dirs env;   /* LD_LIBRARY_PATH, left to right */
	struct loader_dirs conf;  /* ld.so.conf with includes, in ldconfig's
	                             order */
	struct strs conf_files;   /* names in ld.so.conf.d, sorted */
	bool has_conf;            /* etc/ld.so.conf */
	bool has_conf_d;          /* etc/ld.so.conf.d */
	bool has_cache;           /* etc/ld.so.cache */
	struct strs cuda_link;    /* usr/local/cuda and every hop, as written */
	bool cuda_link_absolute;  /* one hop is an absolute link */
	struct str cuda_dir;      /* where usr/local/cuda ends; "" if not */
	struct str compat_dir;    /* where usr/local/cuda/compat ends */
	struct strs compat_names; /* all lib*.so.* in it, sorted */
	bool ngc_compat;          /* compat/lib.real is there: NGC image */
};

struct os_facts {
	struct str id;      /* os-release ID */
	struct str version; /* os-release VERSION_ID */
	struct str pretty;  /* os-release PRETTY_NAME */
	bool debian;        /* etc/debian_version is there */
	bool musl;          /* etc/alpine-release or ld-musl is there */
};

#endif
