/*
 * facts.h - what is in one image, and nothing we think of it.
 *
 * Shape:   plain data, filled once, then const.  What could not be seen is in
 *          gaps, with the groups of facts that it could change.
 * Units:   layers are indices into layers, base first; sizes in bytes;
 *          paths are clean (base/path.h), versions are text as found.
 * Owner:   one arena per image.
 * Errors:  none; a gap is data.
 * Source:  each member names the file or document it was read from.
 */
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H

#include "base/record.h"

#define FACTS_SCHEMA "cudalint/facts/1"

/* Groups of facts, as gaps name them; also a bit set (1u << group). */
enum fact_group {
	GROUP_NONE,
	GROUP_CONFIG,  /* env, labels, entrypoint, platform */
	GROUP_DRIVER,  /* user-mode driver libraries */
	GROUP_RUNTIME, /* libcudart and its versions */
	GROUP_PACKAGES,
	GROUP_PYTHON,
	GROUP_LOADER, /* ld.so.conf, the /usr/local/cuda chain */
	GROUP_OS,
	GROUP_CODE, /* device code: SASS, PTX */
	GROUP_ALL,
	GROUP_N
};

struct layer_fact {
	struct str diff_id;    /* config rootfs.diff_ids[i] */
	struct str created_by; /* config history, empty layers skipped */
};

struct layers {
	struct layer_fact *v;
	size_t n;
};

struct history_line {
	struct str created_by; /* config history[].created_by */
	bool empty_layer;      /* config history[].empty_layer */
};

struct history {
	struct history_line *v;
	size_t n;
};

struct config {
	struct str os;           /* config os */
	struct str architecture; /* config architecture */
	struct str variant;      /* config variant */
	struct str created;      /* config created */
	struct str user;         /* config.User */
	struct str workdir;      /* config.WorkingDir */
	struct strs entrypoint;  /* config.Entrypoint */
	struct strs cmd;         /* config.Cmd */
	struct strs env;         /* config.Env, "NAME=value" in order */
	struct pairs labels;     /* config.Labels */
	struct history history;  /* config history */
};

/* What a user-mode driver library is to the image. */
enum umd_kind {
	UMD_NONE,
	UMD_COMPAT,   /* in a directory named compat* below a cuda directory */
	UMD_BUNDLED,  /* a real driver library anywhere else */
	UMD_STUB,     /* below a directory named stubs: links, never runs */
	UMD_LEFTOVER, /* zero bytes: a mount point that docker commit kept */
};

/* JSON text of .note.cuda.fwd_compatibility; runtime.md 4.4 */
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

struct package {
	struct str name;    /* dpkg Package */
	struct str version; /* dpkg Version, whole */
	struct str arch;    /* dpkg Architecture */
	struct str path;    /* database file */
	int64_t layer;      /* that wrote the database file last, or that
	                       first listed this very version */
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

struct gap {
	enum fact_group group; /* what it could change */
	struct str where;      /* "layer 3", or a path */
	struct str reason;
};

struct gaps {
	struct gap *v;
	size_t n;
};

struct image_facts {
	struct str schema; /* FACTS_SCHEMA */
	struct str digest; /* image id: sha256 of the config */
	struct config config;
	struct layers layers;
	struct umds umd;
	struct cudarts cudart;
	struct packages packages;
	struct wheels wheels;
	struct torches torch;
	struct loader loader;
	struct os_facts os;
	struct gaps gaps;
};

extern const struct schema facts_schema;
extern const char *const fact_group_names[GROUP_N];

/* The value of an environment variable; last one wins.  False: not set. */
bool facts_env(const struct image_facts *f, struct str name, struct str *value);

/* True when a gap could have changed this group. */
bool facts_unsure(const struct image_facts *f, enum fact_group group);

/* "linux/amd64" or "linux/arm/v7". */
struct str facts_platform(const struct image_facts *f, struct arena *a);

/* What cudalint facts prints; strict, with the schema's name checked. */
int facts_parse(struct str json, struct arena *a, struct image_facts *out,
                struct err *err);
void facts_write(const struct image_facts *f, struct buf *out);

#endif
