#include "registry/daemon.h"

#include "image/stream.h"
#include "registry/http.h"
#include "registry/url.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* It may put all of an image together before its first byte comes. */
enum { PATIENCE_S = 600 };

struct answered {
	struct stream s;
	struct answer *w; /* owned */
};

static int answered_next(struct stream *s, struct str *chunk, struct err *err)
{
	return answer_next(((struct answered *)s)->w, chunk, err);
}

static void answered_close(struct stream *s)
{
	answer_close(((struct answered *)s)->w);
}

static struct stream *stream_of_answer(struct answer *w)
{
	static const struct stream_ops ops = {.next = answered_next,
	                                      .close = answered_close};
	struct answered *s = stream_new(struct answered, &ops);

	s->w = w;
	return &s->s;
}

static struct str image_path(struct str name, struct arena *a)
{
	CLEANUP(buf_free) struct buf b = {0};

	buf_add(&b, STR("/images/"));
	for (size_t i = 0; i < name.n; i++)
		if (strchr("/:@", name.p[i]) && name.p[i])
			buf_addc(&b, name.p[i], 1);
		else
			url_escape((struct str){name.p + i, 1}, &b);
	buf_add(&b, STR("/get"));
	return arena_str(a, buf_str(&b));
}

static int check_socket(const char *path, struct err *err)
{
	if (access(path, R_OK | W_OK) == 0)
		return 0;
	if (errno == EACCES)
		return err_set(err, ERR_DENIED,
		               "%s: %s; who may use it is in the group of that "
		               "socket",
		               path, strerror(errno));
	return err_set(err, ERR_BUSY,
	               "%s: %s; does the daemon run?  DOCKER_HOST says where",
	               path, strerror(errno));
}

static const char *cert(const struct daemon *d, const char *name,
                        struct arena *a)
{
	return arena_fmt(a, STR_F "/%s", STR_A(d->certs), name).p;
}

static int address(const struct daemon *d, struct str path,
                   struct http_request *q, struct arena *a, struct err *err)
{
	struct str scheme, rest;
	size_t n = strlen("unix://");

	if (str_has_prefix(d->address, STR("unix://"))) {
		q->socket = arena_str(a, str_from(d->address, n));
		q->url = arena_fmt(a, "http://localhost" STR_F, STR_A(path));
		return check_socket(arena_cstr(a, q->socket), err);
	}
	if (str_has_prefix(d->address, STR("ssh://")))
		return err_set(err, ERR_UNSUPPORTED,
		               STR_F ": not by ssh; try: ssh HOST docker save "
		                     "NAME | cudalint image -",
		               STR_A(d->address));
	if (!str_has_prefix(d->address, STR("tcp://")))
		return err_set(err, ERR_USAGE,
		               "'" STR_F "' is no address of a daemon: "
		               "unix:///PATH or tcp://HOST:PORT",
		               STR_A(d->address));
	(void)str_cut(d->address, '/', &scheme, &rest);
	q->url = arena_fmt(a, "%s:/" STR_F STR_F, d->certs.n ? "https" : "http",
	                   STR_A(rest), STR_A(path));
	if (d->certs.n)
		q->tls = (struct tls_files){cert(d, "ca.pem", a),
		                            cert(d, "cert.pem", a),
		                            cert(d, "key.pem", a)};
	return 0;
}

static int check_status(const struct answer *w, struct str name,
                        struct err *err)
{
	long status = answer_status(w);

	if (status == 200)
		return 0;
	if (status == 404)
		return err_set(err, ERR_NOT_FOUND,
		               "the daemon has no image " STR_F, STR_A(name));
	return err_set(err, status >= 500 ? ERR_BUSY : ERR_FORMAT,
	               "the daemon answered %ld", status);
}

int daemon_read(const struct daemon *d, const struct image_opts *o,
                const struct layer_reader *reader, struct arena *a,
                struct images *out, struct err *err)
{
	struct http_request q = {.method = "GET", .stall_s = PATIENCE_S};
	struct http *h;
	struct answer *w;
	int rc;

	*out = (struct images){0};
	if (address(d, image_path(o->path, a), &q, a, err))
		return -1;
	h = http_open(false);
	w = http_send(h, &q, err);
	rc = w ? check_status(w, o->path, err) : -1;
	if (rc == 0)
		rc = image_read_stream(stream_of_answer(w), o, reader, a, out,
		                       err);
	else
		answer_close(w);
	out->bytes_read = http_bytes(h);
	http_close(h);
	return rc;
}
