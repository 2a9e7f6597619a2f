/*
 * manifest.h - the JSON documents that describe images.
 *
 * Shape:   parsed as other people's files: unknown keys pass.
 * Owner:   strings in the arena.
 * Errors:  FORMAT; UNSUPPORTED for what Docker stopped to write in 2016.
 * Source:  OCI image-spec v1.1, descriptor.md, manifest.md, image-index.md,
 *          config.md; Docker image spec v1.2 ("Combined Image JSON").
 */
#ifndef IMAGE_MANIFEST_H
#define IMAGE_MANIFEST_H

#include "base/record.h"

struct described_platform {
	struct str os, architecture, variant; /* platform */
};

struct descriptor {
	struct str media_type;              /* mediaType */
	struct str digest;                  /* digest */
	int64_t size;                       /* size */
	struct str artifact_type;           /* artifactType */
	struct strs urls;                   /* urls */
	struct pairs annotations;           /* annotations */
	struct described_platform platform; /* platform */
	struct str data;                    /* data: the bytes, in base64 */
};

struct descriptors {
	struct descriptor *v;
	size_t n;
};

/* A manifest or an index: which one, its content says. */
struct document {
	int64_t schema_version;       /* schemaVersion */
	struct str media_type;        /* mediaType */
	struct str artifact_type;     /* artifactType */
	struct descriptor config;     /* config */
	struct descriptors layers;    /* layers */
	struct descriptors manifests; /* manifests */
	struct descriptors fs_layers; /* fsLayers: schema 1 only */
};

/* One element of a docker-archive's manifest.json. */
struct archive_image {
	struct str config;     /* Config: a path */
	struct strs repo_tags; /* RepoTags */
	struct strs layers;    /* Layers: paths, base first */
};

struct archive_images {
	struct archive_image *v;
	size_t n;
};

struct config_rootfs {
	struct strs diff_ids; /* rootfs.diff_ids */
};

struct image_config {
	struct str os, architecture, variant; /* of the same names */
	struct config_rootfs rootfs;          /* rootfs */
};

int manifest_parse_archive(struct str json, struct arena *a,
                           struct archive_images *out, struct err *err);
int manifest_parse(struct str json, struct arena *a, struct document *out,
                   struct err *err);
int manifest_parse_config(struct str json, struct arena *a,
                          struct image_config *out, struct err *err);

bool manifest_is_index(const struct document *d);

/* NULL: an image; else what it is, for a message. */
const char *manifest_other_name(const struct document *d);

/* What BuildKit puts beside images: provenance, SBOMs. */
bool manifest_is_attestation(const struct document *d);
bool descriptor_is_attestation(const struct descriptor *d);
bool descriptor_is_foreign(const struct descriptor *d);

/* NULL: a layer of files; else what of it nobody can read here. */
const char *descriptor_gap(const struct descriptor *d);

/* 0: it does not say. */
uint64_t descriptor_size(const struct descriptor *d);

/* "" none. */
struct str descriptor_annotation(const struct descriptor *d, const char *key);

/* The name somebody gave it, and its tag alone; "" none. */
struct str descriptor_name(const struct descriptor *d);
struct str descriptor_tag(const struct descriptor *d);

#endif
