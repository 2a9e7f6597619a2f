/*
 * spec.h - what to scan: the arguments of `cudalint scan`, lines of a list.
 *
 * Shape:   an image, the tags of a repository, or the repositories of a host.
 * Owner:   views into the text.
 * Errors:  USAGE for a shard that is none.
 * Source:  architecture.md 7.
 */
#ifndef SCAN_SPEC_H
#define SCAN_SPEC_H

#include "base/arena.h"
#include "base/err.h"

enum spec_kind {
	SPEC_IMAGE, /* name is the whole text */
	SPEC_TAGS,  /* of repository name */
	SPEC_HOST,  /* repositories of host name */
};

struct spec {
	enum spec_kind kind;
	struct str name;
	struct str repositories; /* a pattern; of a HOST */
	struct str tags;         /* a pattern; not of an IMAGE */
};

/* "app:1.2" and "app@sha256:…" are images; "app" and "app:1.?" name tags, of
 * repositories "example.com/" and "example.com/team-?:1.?"; stars likewise. */
struct spec spec_parse(struct str text);

/* The lines that are neither blank nor begin with '#', trimmed. */
struct strs spec_lines(struct str text, struct arena *a);

/* "2/4" is the second of four. */
struct shard {
	uint64_t part, of; /* of 0: everything */
};

int shard_parse(struct str text, struct shard *out, struct err *err);
/* By the digest, or what stands for it. */
bool shard_has(const struct shard *s, struct str digest);

/* Tags as people count: "v1.9" before "v1.10". */
int tag_cmp(struct str a, struct str b);

#endif
