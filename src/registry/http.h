/*
 * http.h - single requests, their answers as they come.
 *
 * Shape:   http_send() returns once the head of the answer is there; the body
 *          is pulled.  Nothing is followed, repeated or authenticated here.
 * Units:   sizes in bytes; STALL_S in seconds.
 * Owner:   the answer's strings and chunks are its own; a chunk lives until
 *          the next call on any answer of the same struct http.
 * Errors:  BUSY: broken, refused, stalled; FORMAT: no HTTP, or no TLS where it
 *          was asked for; IO: certificates; LIMIT.  URLs without their query.
 * Source:  RFC 9110, 9112, 9113; libcurl.
 */
#ifndef REGISTRY_HTTP_H
#define REGISTRY_HTTP_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/cleanup.h"
#include "base/err.h"

enum {
	STALL_S = 30, /* with less than SLOW_BYTES a second … */
	SLOW_BYTES = 64,
	CONNECT_S = 20,
	HEAD_MAX = 64 << 10, /* of an answer */
	BODY_ROOM = 256 << 10,
};

struct http;   /* connections */
struct answer; /* to one request */

struct tls_files {
	const char *ca;   /* PEM, beside the system's; NULL none */
	const char *cert; /* of the client, with its key; NULL none */
	const char *key;
};

struct http_request {
	const char *method; /* GET, HEAD, POST */
	struct str url;
	struct strs headers; /* "Name: value" */
	struct str body;     /* of a POST */
	struct str socket;   /* of a local server; "" none */
	struct tls_files tls;
	long stall_s;     /* 0: STALL_S */
	bool insecure;    /* take any certificate */
	bool public_only; /* do not connect to private addresses */
};

/* beside: other threads use others at the same time; SIGPIPE is ignored. */
struct http *http_open(bool beside);
void http_close(struct http *h); /* NULL is fine */

/* From any thread: what h waits for fails at once, until it may go on. */
void http_stop(struct http *h);
void http_go_on(struct http *h);
bool http_is_stopped(const struct http *h);

/* Where libcurl looks for authorities: a file and a directory; NULL: none. */
void http_authorities(const char *out[2]);

/* Received so far: heads and bodies. */
uint64_t http_bytes(const struct http *h);

struct answer *http_send(struct http *h, const struct http_request *q,
                         struct err *err);
long answer_status(const struct answer *w);
/* What Retry-After says; -1: nothing. */
int64_t answer_retry_ms(const struct answer *w);
/* The server is not on a private address, as far as that can be seen. */
bool answer_is_public(const struct answer *w);
/* The value of the i-th header of this name; p is NULL when there is none. */
struct str answer_header(const struct answer *w, const char *name, size_t i);
/* More of the body; empty at the end. */
int answer_next(struct answer *w, struct str *chunk, struct err *err);
/* All of it; LIMIT when it has more than out->max bytes. */
int answer_body(struct answer *w, struct buf *out, struct err *err);
void answer_close(struct answer *w); /* NULL is fine */
CLEANUP_FN(struct answer *, answer_close)

#endif
