/*
 * layer.h - what one layer says on its own.
 *
 * Shape:   one pass over the tar, front to back; entries of interest and all
 *          symbolic links are kept with what their content said, of all others
 *          a key of the path (bit 0: it is a directory).
 * Units:   sizes in bytes.
 * Owner:   the arena given as ctx; one thread at a time per arena.
 * Errors:  FORMAT for a path that leaves the root or a bad whiteout, and what
 *          the tar gives; what is too large to keep is a gap.
 * Source:  OCI image-spec v1.1, layer.md; architecture.md 3.1; images.md A5.
 */
#ifndef FACTS_LAYER_H
#define FACTS_LAYER_H

#include "facts/interest.h"
#include "facts/weigh.h"
#include "image/tar.h"

enum {
	LAYERS_BYTES_MAX = 40 << 20, /* facts of all layers of an image, where
	                                arena.room does not say */
};

/* What a captured file said; members not of its kind stay empty. */
struct said {
	struct str soname;        /* libcuda: DT_SONAME */
	struct fwd_note note;     /* libcuda: .note.cuda.fwd_compatibility */
	struct packages packages; /* package databases; path and layer unset */
	struct pairs owners;      /* the same: libraries and their packages */
	struct strs lines;        /* ld.so.conf; libraries in a list */
	struct str name;          /* dist-info Name, normalised */
	struct str version;       /* dist-info, torch/version.py, cuda */
	struct str cuda;          /* torch/version.py cuda */
	struct str hip;           /* torch/version.py hip */
	bool no_cuda;             /* torch/version.py says cuda = None */
	struct os_facts os;       /* os-release */
	struct device_code code;  /* libraries, programs: fat binaries */
	bool cut;                 /* it says more than is kept */
	struct str gap;           /* why it could not be read; "" if it was */
};

struct kept {
	struct str path;         /* clean */
	enum entry_type type;    /* FILE, SYMLINK or HARDLINK */
	enum interest what;      /* by this path; another name may differ */
	struct str target;       /* symbolic link: raw; hard link: clean */
	uint32_t mode;           /* permission bits */
	uint64_t size;           /* of a FILE */
	uint64_t order;          /* entries in front that are not kept */
	const struct said *said; /* NULL: nothing */
	struct str gap;          /* why it could not be read; "" if it was */
	bool replaced;           /* by a later entry of the same name that is
	                           of no interest */
};

struct kepts {
	struct kept *v;
	size_t n;
};

struct layer_facts {
	uint64_t seed;          /* of all keys; pathkey.h */
	struct kepts kept;      /* in archive order */
	struct strs whiteouts;  /* paths that lower layers lose */
	struct strs opaque;     /* directories that lower layers empty */
	struct pathkeys others; /* entries that are not kept */
	struct pathkeys hidden; /* whiteouts; bit 0: opaque */
	struct layer_sizes sizes;
	struct gaps gaps; /* where is "" for the layer as such */
	bool crowded;     /* an option would let more be kept, or fewer layers
	                     beside it */
};

/* Of what is kept; sorted. */
struct pathkeys layer_kept_keys(const struct layer_facts *l,
                                struct path_hash *h, struct arena *a);

/* How much more of an image's layers may be kept in the arena. */
size_t layer_room(const struct arena *a);

/* A layer_reader.read; ctx is a struct arena. */
void *layer_facts_read(void *ctx, struct tar *tar, struct err *err);
bool layer_facts_crowded(const void *facts);

#endif
