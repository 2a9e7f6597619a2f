/*
 * image.h - base images that NVIDIA and the frameworks publish.
 *
 * Shape:   rows of rules/images.json: nvidia/cuda by CUDA and distribution,
 *          the gates they had and when, framework images by tag.
 * Units:   CUDA as in the tag; dates as YYYY-MM-DD.
 * Owner:   the arena of struct know; const for everyone.
 * Errors:  a look-up that knows nothing has neither row.
 * Source:  each row's "source".
 */
#ifndef KNOW_IMAGE_H
#define KNOW_IMAGE_H

#include "know/gate.h"

enum image_status {
	IMAGE_UNKNOWN,
	IMAGE_SUPPORTED,
	IMAGE_EOL,     /* listed as unsupported; can still be pulled */
	IMAGE_REMOVED, /* in no list any more, mostly deleted */
	IMAGE_STATUS_N
};
extern const char *const image_status_names[IMAGE_STATUS_N];

struct nvidia_image {         /* rules/images.json, "nvidia_cuda" */
	struct str cuda;      /* as in the tag, "12.4.1" */
	struct strs distros;  /* as in the tag, "ubuntu22.04"; none: tags
	                         that name none */
	struct strs flavours; /* "base", "cudnn-devel" … between both */
	enum image_status status;
	struct strs archs;     /* "amd64", "arm64" …; empty unknown */
	struct str cudart;     /* "12.4.127"; "" unknown */
	struct str compat;     /* "cuda-compat-12-4"; "" none or unknown */
	struct ints gates;     /* ids, newest revision last; amd64 */
	struct ints arm_gates; /* newest of arm64; empty: as amd64 */
	bool arm_no_gate;      /* arm64 sets no NVIDIA_REQUIRE_CUDA */
	enum confidence confidence;
	struct str source;
};
struct nvidia_images {
	struct nvidia_image *v;
	size_t n;
};

struct gate_revision {          /* rules/images.json, "revisions" */
	struct str cuda;        /* tags "<cuda>-…" */
	int64_t gate;           /* id in rules/gates.json */
	struct str first, last; /* seen in the Dockerfiles */
	struct strs distros;    /* as in the tags */
	enum confidence confidence;
	struct str source;
};
struct gate_revisions {
	struct gate_revision *v;
	size_t n;
};

struct framework_image {      /* rules/images.json, "frameworks" */
	struct str image;     /* "nvcr.io/nvidia/pytorch" */
	struct str tag;       /* glob; "{version}" and "{cuda}" stand for
	                          what the tag itself says there */
	struct str framework; /* "pytorch" */
	struct str version;   /* of it; "" in the tag */
	struct str cuda;      /* "12.4.1"; "" in the tag */
	int64_t branch;       /* driver branch of that CUDA; 0 unknown */
	enum confidence confidence;
	struct str source;
};
struct framework_images {
	struct framework_image *v;
	size_t n;
};

struct image_lookup {
	const struct nvidia_image *nvidia;
	const struct framework_image *framework;
	struct str name, tag;     /* "nvidia/cuda", "12.4.1-base-ubuntu22.04" */
	struct str cuda, version; /* of the row, or read off the tag */
	struct str flavour;       /* nvidia: "base"; not in the row: "" */
	bool in_tag;              /* cuda or version were read off the tag */
};

struct know;

struct nvidia_images know_nvidia_images(const struct know *k);
struct gate_revisions know_gate_revisions(const struct know *k);
struct framework_images know_framework_images(const struct know *k);

/* A reference as FROM has it: with or without registry, digest, "library/". */
struct image_lookup know_image(const struct know *k, struct str ref,
                               struct arena *a);

#endif
