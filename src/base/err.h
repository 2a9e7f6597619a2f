/*
 * err.h - why something could not be done.
 *
 * Shape:   a kind to branch on and a line to print, outermost context first:
 *          "app.tar: layer 3: etc/ld.so.conf: truncated entry".
 * Owner:   the caller, by value; making an error never allocates.
 * Errors:  a failing function returns -1 and sets *err; on success *err is
 *          untouched.  err is always the last parameter and never NULL.
 * Source:  -
 */
#ifndef BASE_ERR_H
#define BASE_ERR_H

/* One kind for each thing a caller does differently. */
enum err_kind {
	ERR_NONE,
	ERR_USAGE,       /* the command line or a user's own file is wrong */
	ERR_IO,          /* the local system said no; errno is in the line */
	ERR_NOT_FOUND,   /* no such image, layer, blob or file */
	ERR_FORMAT,      /* the input is not what its type says */
	ERR_DIGEST,      /* the bytes are not the bytes the digest names */
	ERR_LIMIT,       /* the input is larger than we agreed to read */
	ERR_UNSUPPORTED, /* valid, but we do not do it yet */
	ERR_DENIED,      /* a server wants credentials, or others */
	ERR_BUSY,        /* a server did not answer well: later it may */
};

struct err {
	enum err_kind kind;
	char msg[480];
};

int err_set(struct err *err, enum err_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* Put "context: " before the message.  Always returns -1. */
int err_wrap(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Put steps of a JSON pointer (RFC 6901) before the message, joined with those
 * that are there: "gpus/1" makes "/gpus/1/count: …".  Always returns -1. */
int err_at(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
