/*
 * sandbox.h - from here on this process can do little else than parse.
 *
 * Shape:   closed once, for ever; a process that has closed it may close a
 *          narrower one.  Which files and whether a network: cage.h says.
 * Owner:   grants live as long as the call.
 * Errors:  none: what the kernel does not have is not in force, and is said.
 * Source:  landlock(7), seccomp(2), prctl(2) PR_SET_NO_NEW_PRIVS.
 */
#ifndef CLI_SANDBOX_H
#define CLI_SANDBOX_H

#include "base/arena.h"
#include "base/buf.h"

enum sandbox_grant {
	GRANT_READ,    /* a file, or what is below a directory */
	GRANT_WRITE,   /* a file that is there; reading too */
	GRANT_REPLACE, /* make, write and rename files below a directory */
	GRANT_STORE,   /* all this, directories, and reading */
};

struct sandbox_path {
	struct str path;
	enum sandbox_grant grant;
};

struct sandbox {
	struct sandbox_path *v; /* what is not there is passed over */
	size_t n;
	bool network; /* sockets for what it asks others */
};

/* What is in force, as far as this process knows. */
struct sandbox_force {
	int landlock;       /* ABI; 0: none, because of */
	int landlock_error; /* an errno */
	int seccomp_error;  /* 0: there is a filter */
};

void sandbox_close(const struct sandbox *s, struct sandbox_force *out);

/* "landlock abi 3, seccomp"; "none (why)". */
void sandbox_describe(const struct sandbox_force *f, struct buf *out);

#endif
