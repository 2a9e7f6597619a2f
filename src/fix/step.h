/*
 * step.h - the instruction that takes compat libraries out of an image.
 *
 * Shape:   one RUN in POSIX sh, without network, that succeeds when there is
 *          nothing to take out; every real failure still fails the build.
 * Units:   -
 * Owner:   the caller's buf.
 * Errors:  none.
 * Source:  dockerfile.md D3 (exit codes), D4.
 */
#ifndef FIX_STEP_H
#define FIX_STEP_H

#include "base/buf.h"

enum step_family {
	STEP_ANY,    /* looks for dpkg, then for rpm */
	STEP_DEBIAN, /* the image has dpkg */
	STEP_RPM,    /* the image has rpm */
};

struct step_style {
	enum step_family family;
	bool exec;      /* the stage's SHELL is no POSIX shell */
	bool crlf;      /* line ends of the file */
	char escape;    /* its continuation character */
	struct str arg; /* only when this ARG is 0; "" always */
};

/* RUN and its lines, the last line end included. */
void step_write(const struct step_style *style, struct buf *out);

#endif
