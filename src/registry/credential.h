/*
 * credential.h - who we are to a registry.
 *
 * Shape:   from the command line, else the first file that knows the host;
 *          in a file a helper goes before what the file itself says.
 * Owner:   the arena.
 * Errors:  USAGE, IO for files and helpers that can't be used; no message
 *          has a secret in it.
 * Source:  docker config.json; containers-auth.json(5); the protocol of
 *          docker-credential-helpers; images.md B4.
 */
#ifndef REGISTRY_CREDENTIAL_H
#define REGISTRY_CREDENTIAL_H

#include "base/buf.h"
#include "base/err.h"
#include "registry/registry.h"

enum {
	AUTH_FILE_MAX = 4 << 20,
	HELPER_MAX = 64 << 10, /* of what a helper prints */
	HELPER_S = 30,
};

struct credential {
	struct str username, password; /* "" none */
	struct str identity;           /* an identity token, to be exchanged */
	struct str token;              /* a token for the registry itself */
	bool by_name; /* another repository of the host may have others */
};

bool credential_is_empty(const struct credential *c);

/* An empty one when nobody knows the host. */
int credential_find(const struct registry_opts *o, struct str host,
                    struct str repository, struct arena *a,
                    struct credential *out, struct err *err);

/* Whose are wanted. */
struct credential_for {
	struct str host, repository;
	int porter; /* porter.h; 0: none */
};

/* In one file's JSON: 1 found, 0 not, -1. */
int credential_parse(struct str json, const struct credential_for *who,
                     struct arena *a, struct credential *out, struct err *err);

/* Adds the helpers that a file names; none, if it cannot be read. */
void credential_helpers(struct str json, struct arena *a, struct strs *out);

/* What jansson quotes from the text may be the secret. */
void credential_hide(struct err *err);

/* By docker-credential-NAME: 1 found, 0 it has none, -1. */
int credential_ask(int porter, struct str name, struct str server,
                   struct arena *a, struct credential *out, struct err *err);
/* What it printed, and its exit status; -1: it cannot be run. */
int credential_run(struct str name, struct str server, struct buf *said,
                   struct err *err);

#endif
