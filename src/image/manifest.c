#include "image/manifest.h"

#include <string.h>

/* clang-format off */
static const struct field platform_fields[] = {
	FIELD(struct described_platform, os, OPTIONAL, "operating system"),
	FIELD(struct described_platform, architecture, OPTIONAL, "CPU, as Go names it"),
	FIELD(struct described_platform, variant, OPTIONAL, "CPU variant"),
};
static const struct schema platform_schema =
	SCHEMA(struct described_platform, platform_fields);

static const struct field descriptor_fields[] = {
	FIELD_AS(struct descriptor, media_type, "mediaType", OPTIONAL, "what it is"),
	FIELD(struct descriptor, digest, OPTIONAL, "which bytes"),
	FIELD(struct descriptor, size, OPTIONAL, "how many"),
	FIELD_AS(struct descriptor, artifact_type, "artifactType", OPTIONAL, "if no image"),
	FIELD(struct descriptor, urls, OPTIONAL, "where else to get it"),
	FIELD(struct descriptor, annotations, OPTIONAL, "names and notes"),
	FIELD_OBJECT(struct descriptor, platform, OPTIONAL, &platform_schema, "for which machines"),
	FIELD(struct descriptor, data, OPTIONAL, "the bytes themselves"),
};
static const struct schema descriptor_schema =
	SCHEMA(struct descriptor, descriptor_fields);

static const struct field document_fields[] = {
	FIELD_AS(struct document, schema_version, "schemaVersion", OPTIONAL, "2"),
	FIELD_AS(struct document, media_type, "mediaType", OPTIONAL, "what it is"),
	FIELD_AS(struct document, artifact_type, "artifactType", OPTIONAL, "if no image"),
	FIELD_OBJECT(struct document, config, OPTIONAL, &descriptor_schema, "the image config"),
	FIELD_LIST(struct document, layers, OPTIONAL, &descriptor_schema, "base first"),
	FIELD_LIST(struct document, manifests, OPTIONAL, &descriptor_schema, "of an index"),
	FIELD_LIST_AS(struct document, fs_layers, "fsLayers", OPTIONAL, &descriptor_schema, "schema 1"),
};
static const struct schema document_schema =
	SCHEMA(struct document, document_fields);

static const struct field archive_fields[] = {
	FIELD_AS(struct archive_image, config, "Config", REQUIRED, "path of the config"),
	FIELD_AS(struct archive_image, repo_tags, "RepoTags", OPTIONAL, "name:tag"),
	FIELD_AS(struct archive_image, layers, "Layers", OPTIONAL, "paths, base first"),
};
static const struct schema archive_schema =
	SCHEMA(struct archive_image, archive_fields);

static const struct field rootfs_fields[] = {
	FIELD(struct config_rootfs, diff_ids, OPTIONAL, "digests of the plain layers"),
};
static const struct schema rootfs_schema =
	SCHEMA(struct config_rootfs, rootfs_fields);

static const struct field config_fields[] = {
	FIELD(struct image_config, os, OPTIONAL, "operating system"),
	FIELD(struct image_config, architecture, OPTIONAL, "CPU, as Go names it"),
	FIELD(struct image_config, variant, OPTIONAL, "CPU variant"),
	FIELD_OBJECT(struct image_config, rootfs, OPTIONAL, &rootfs_schema, "layers"),
};
static const struct schema config_schema =
	SCHEMA(struct image_config, config_fields);
/* clang-format on */

int manifest_parse_archive(struct str json, struct arena *a,
                           struct archive_images *out, struct err *err)
{
	*out = (struct archive_images){0};
	return record_parse_list(&archive_schema, json, RECORD_TOLERANT, a, out,
	                         err);
}

int manifest_parse_config(struct str json, struct arena *a,
                          struct image_config *out, struct err *err)
{
	*out = (struct image_config){0};
	return record_parse(&config_schema, json, RECORD_TOLERANT, a, out, err);
}

/* Never both an index and a manifest: CVE-2021-41190. */
static int check(const struct document *d, struct err *err)
{
	bool manifest = d->config.digest.n || d->layers.n;

	if (d->schema_version == 1 || d->fs_layers.n)
		return err_set(err, ERR_UNSUPPORTED,
		               "a schema 1 manifest; push the image again with "
		               "Docker 1.10 or later");
	if (manifest && d->manifests.n)
		return err_set(err, ERR_FORMAT, "both an index and a manifest");
	if ((manifest && str_contains(d->media_type, STR("index"))) ||
	    (d->manifests.n &&
	     str_contains(d->media_type, STR("image.manifest"))))
		return err_set(err, ERR_FORMAT,
		               "its mediaType contradicts its content");
	if (manifest && d->config.digest.n == 0)
		return err_set(err, ERR_FORMAT, "a manifest without a config");
	return 0;
}

int manifest_parse(struct str json, struct arena *a, struct document *out,
                   struct err *err)
{
	*out = (struct document){0};
	if (record_parse(&document_schema, json, RECORD_TOLERANT, a, out, err))
		return -1;
	return check(out, err);
}

bool manifest_is_index(const struct document *d)
{
	return d->config.digest.n == 0;
}

const char *manifest_other_name(const struct document *d)
{
	static const struct {
		const char *prefix;
		const char *name;
	} kinds[] = {
		{"application/vnd.oci.image.config.", NULL},
		{"application/vnd.docker.container.image.", NULL},
		{"application/vnd.cncf.helm.", "a Helm chart"},
		{"application/vnd.docker.plugin.", "a Docker plugin"},
		{"application/vnd.dev.cosign.", "a cosign signature"},
		{"application/vnd.cncf.model.", "a model (ModelPack)"},
		{"application/vnd.wasm.", "a WebAssembly module"},
		{"application/vnd.oci.empty.", "an OCI artifact"},
	};
	struct str type = d->config.media_type;

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (str_has_prefix(type, str_c(kinds[i].prefix)))
			return kinds[i].name;
	return type.n ? "an OCI artifact of another kind" : NULL;
}

static bool is_in_toto(struct str media_type)
{
	return str_has_prefix(media_type, STR("application/vnd.in-toto+json"));
}

static bool is_attestation_type(struct str artifact_type)
{
	return str_has_prefix(artifact_type,
	                      STR("application/vnd.docker.attestation."));
}

bool manifest_is_attestation(const struct document *d)
{
	if (is_attestation_type(d->artifact_type))
		return true;
	slice_for (struct descriptor, l, d->layers)
		if (!is_in_toto(l->media_type))
			return false;
	return d->layers.n > 0;
}

struct str descriptor_annotation(const struct descriptor *d, const char *key)
{
	slice_for (struct pair, p, d->annotations)
		if (str_eq(p->key, str_c(key)))
			return p->value;
	return (struct str){0};
}

uint64_t descriptor_size(const struct descriptor *d)
{
	return d->size > 0 ? (uint64_t)d->size : 0;
}

bool descriptor_is_attestation(const struct descriptor *d)
{
	return is_attestation_type(d->artifact_type) ||
	       descriptor_annotation(d, "vnd.docker.reference.type").n ||
	       (str_eq(d->platform.os, STR("unknown")) &&
	        str_eq(d->platform.architecture, STR("unknown")));
}

/* Some are a tar archive all the same, without the image's files in it. */
const char *descriptor_gap(const struct descriptor *d)
{
	static const struct {
		const char *annotation;
		const char *name;
	} kinds[] = {
		{"containerd.io/snapshot/nydus-bootstrap", "nydus data"},
		{"containerd.io/snapshot/nydus-blob", "nydus data"},
		{"containerd.io/snapshot/overlaybd/blob-digest",
	         "overlaybd data"},
	};

	if (str_has_suffix(d->media_type, STR("+encrypted")))
		return "encrypted";
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (descriptor_annotation(d, kinds[i].annotation).p)
			return kinds[i].name;
	return NULL;
}

bool descriptor_is_foreign(const struct descriptor *d)
{
	return d->urls.n || str_contains(d->media_type, STR(".foreign.")) ||
	       str_contains(d->media_type, STR(".nondistributable."));
}

struct str descriptor_tag(const struct descriptor *d)
{
	return descriptor_annotation(d, "org.opencontainers.image.ref.name");
}

struct str descriptor_name(const struct descriptor *d)
{
	struct str name = descriptor_annotation(d, "io.containerd.image.name");

	return name.n ? name : descriptor_tag(d);
}
