#include "registry/http.h"

#include "registry/address.h"
#include "registry/url.h"

#include <arpa/inet.h>
#include <assert.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdatomic.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { POLL_MS = 1000, CONNECTIONS_MAX = 16 };

struct http {
	struct arena own; /* holds this */
	CURLM *multi;
	uint64_t bytes;
	bool beside;
	atomic_bool stopped;
};

struct answer {
	struct arena own; /* holds the answer itself */
	struct http *http;
	CURL *easy;
	struct curl_slist *list; /* headers of the request */
	struct str where;        /* the URL without its query */
	bool public_only, refused;
	struct pairs headers;
	size_t head_bytes;
	bool head_done, too_long;
	char *room; /* BODY_ROOM bytes */
	size_t n;   /* of these that are filled */
	bool paused, done;
	CURLcode result; /* once it is done */
	char why[CURL_ERROR_SIZE];
};

struct http *http_open(bool beside)
{
	struct arena own = {0};
	struct http *h = arena_new(&own, struct http);

	/* It counts its calls, and locks since 7.84. */
	(void)curl_global_init(CURL_GLOBAL_DEFAULT);
	h->own = own;
	h->beside = beside;
	h->multi = curl_multi_init();
	assert(h->multi);
	(void)curl_multi_setopt(h->multi, CURLMOPT_MAXCONNECTS,
	                        (long)CONNECTIONS_MAX);
	return h;
}

void http_close(struct http *h)
{
	struct arena own;

	if (!h)
		return;
	own = h->own;
	(void)curl_multi_cleanup(h->multi);
	curl_global_cleanup();
	arena_free(&own);
}

void http_stop(struct http *h)
{
	atomic_store(&h->stopped, true);
	(void)curl_multi_wakeup(h->multi);
}

void http_go_on(struct http *h)
{
	atomic_store(&h->stopped, false);
}

bool http_is_stopped(const struct http *h)
{
	return atomic_load(&h->stopped);
}

void http_authorities(const char *out[2])
{
	const curl_version_info_data *v = curl_version_info(CURLVERSION_NOW);

	out[0] = v->cainfo;
	out[1] = v->capath;
}

uint64_t http_bytes(const struct http *h)
{
	return h->bytes;
}

static size_t on_body(const char *p, size_t size, size_t n, void *ctx)
{
	struct answer *w = ctx;

	(void)size; /* always 1 */
	if (n > BODY_ROOM - w->n) {
		w->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	memcpy(w->room + w->n, p, n);
	w->n += n;
	w->http->bytes += n;
	w->head_done = true;
	return n;
}

/* A new status line begins the head again: 100 Continue, a proxy's answer. */
static size_t on_head(const char *p, size_t size, size_t n, void *ctx)
{
	struct answer *w = ctx;
	struct str line = str_trim((struct str){p, n}), name, value;

	(void)size;
	w->http->bytes += n;
	w->head_bytes += n;
	if (w->head_bytes > HEAD_MAX) {
		w->too_long = true;
		return 0;
	}
	if (w->head_done) /* trailers */
		return n;
	if (str_has_prefix(line, STR("HTTP/")))
		w->headers.n = 0;
	else if (str_cut(line, ':', &name, &value))
		*arena_push(&w->own, &w->headers) = (struct pair){
			arena_str(&w->own, name),
			arena_str(&w->own, str_trim(value)),
		};
	return n;
}

static struct str address_of(const struct sockaddr *sa,
                             char text[INET6_ADDRSTRLEN])
{
	const void *p = NULL;

	if (sa->sa_family == AF_INET)
		p = &((const struct sockaddr_in *)(const void *)sa)->sin_addr;
	if (sa->sa_family == AF_INET6)
		p = &((const struct sockaddr_in6 *)(const void *)sa)->sin6_addr;
	if (!p || !inet_ntop(sa->sa_family, p, text, INET6_ADDRSTRLEN))
		return (struct str){0};
	return str_c(text);
}

/* What a name resolves to is only known here; images.md B3.5. */
static curl_socket_t on_socket(void *ctx, curlsocktype purpose,
                               struct curl_sockaddr *sa)
{
	struct answer *w = ctx;
	char text[INET6_ADDRSTRLEN];
	struct str address = address_of(&sa->addr, text);

	(void)purpose;
	if (w->public_only && address.n &&
	    address_kind(address) != ADDRESS_PUBLIC) {
		w->refused = true;
		return CURL_SOCKET_BAD;
	}
	return socket(sa->family, sa->socktype | SOCK_CLOEXEC, sa->protocol);
}

static struct str without_query(struct arena *a, struct str url)
{
	struct str head, query;

	(void)str_cut(url, '?', &head, &query);
	return arena_str(a, head);
}

static void set_tls(CURL *c, const struct http_request *q)
{
	if (q->insecure) {
		(void)curl_easy_setopt(c, CURLOPT_SSL_VERIFYPEER, 0L);
		(void)curl_easy_setopt(c, CURLOPT_SSL_VERIFYHOST, 0L);
	}
	if (q->tls.ca)
		(void)curl_easy_setopt(c, CURLOPT_CAINFO, q->tls.ca);
	if (q->tls.cert)
		(void)curl_easy_setopt(c, CURLOPT_SSLCERT, q->tls.cert);
	if (q->tls.key)
		(void)curl_easy_setopt(c, CURLOPT_SSLKEY, q->tls.key);
}

/* A proxy would look for this machine on its own. */
static bool is_here(struct str url)
{
	struct url u;

	return url_parse(url, &u) && host_is_loopback(url_host(&u));
}

static void set_method(struct answer *w, const struct http_request *q)
{
	CURL *c = w->easy;

	if (strcmp(q->method, "HEAD") == 0)
		(void)curl_easy_setopt(c, CURLOPT_NOBODY, 1L);
	if (strcmp(q->method, "POST") != 0)
		return;
	(void)curl_easy_setopt(c, CURLOPT_POSTFIELDSIZE, (long)q->body.n);
	(void)curl_easy_setopt(c, CURLOPT_COPYPOSTFIELDS,
	                       q->body.n ? q->body.p : "");
}

static void set_callbacks(struct answer *w)
{
	CURL *c = w->easy;

	(void)curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, on_body);
	(void)curl_easy_setopt(c, CURLOPT_WRITEDATA, w);
	(void)curl_easy_setopt(c, CURLOPT_HEADERFUNCTION, on_head);
	(void)curl_easy_setopt(c, CURLOPT_HEADERDATA, w);
	(void)curl_easy_setopt(c, CURLOPT_OPENSOCKETFUNCTION, on_socket);
	(void)curl_easy_setopt(c, CURLOPT_OPENSOCKETDATA, w);
	(void)curl_easy_setopt(c, CURLOPT_ERRORBUFFER, w->why);
	(void)curl_easy_setopt(c, CURLOPT_PRIVATE, w);
}

/* Bodies as they are: a proxy's compression would break digests.  No redirect
 * and no password file is followed behind our back. */
static void set_all(struct answer *w, const struct http_request *q)
{
	CURL *c = w->easy;

	(void)curl_easy_setopt(c, CURLOPT_URL, arena_cstr(&w->own, q->url));
	(void)curl_easy_setopt(c, CURLOPT_PROTOCOLS_STR, "http,https");
	(void)curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
	(void)curl_easy_setopt(c, CURLOPT_HTTP_VERSION,
	                       (long)CURL_HTTP_VERSION_2TLS);
	(void)curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, (long)CONNECT_S);
	(void)curl_easy_setopt(c, CURLOPT_LOW_SPEED_LIMIT, (long)SLOW_BYTES);
	(void)curl_easy_setopt(c, CURLOPT_LOW_SPEED_TIME,
	                       q->stall_s ? q->stall_s : (long)STALL_S);
	(void)curl_easy_setopt(c, CURLOPT_TCP_KEEPALIVE, 1L);
	(void)curl_easy_setopt(c, CURLOPT_USERAGENT, "cudalint/" VERSION);
	if (w->http->beside) /* alarms would meet the wrong thread */
		(void)curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
	if (q->socket.n)
		(void)curl_easy_setopt(c, CURLOPT_UNIX_SOCKET_PATH,
		                       arena_cstr(&w->own, q->socket));
	if (is_here(q->url))
		(void)curl_easy_setopt(c, CURLOPT_NOPROXY, "*");
	slice_for (struct str, h, q->headers)
		w->list = curl_slist_append(w->list, arena_cstr(&w->own, *h));
	(void)curl_easy_setopt(c, CURLOPT_HTTPHEADER, w->list);
	set_method(w, q);
	set_tls(c, q);
	set_callbacks(w);
}

static struct answer *answer_new(struct http *h, const struct http_request *q)
{
	struct arena own = {0};
	struct answer *w = arena_new(&own, struct answer);

	w->own = own;
	w->http = h;
	w->where = without_query(&w->own, q->url);
	w->public_only = q->public_only;
	w->room = arena_array(&w->own, char, BODY_ROOM);
	w->easy = curl_easy_init();
	assert(w->easy);
	set_all(w, q);
	(void)curl_multi_add_handle(h->multi, w->easy);
	return w;
}

struct failure {
	CURLcode code;
	enum err_kind kind;
	const char *text; /* NULL: libcurl's own */
};

static const struct failure failures[] = {
	{CURLE_OPERATION_TIMEDOUT, ERR_BUSY, "no answer in time"},
	{CURLE_COULDNT_RESOLVE_HOST, ERR_BUSY, "the host's name is not known"},
	{CURLE_COULDNT_RESOLVE_PROXY, ERR_BUSY,
         "the proxy's name is not known"},
	{CURLE_COULDNT_CONNECT, ERR_BUSY, "no connection"},
	{CURLE_SSL_CONNECT_ERROR, ERR_FORMAT, "no TLS is spoken there"},
	{CURLE_UNSUPPORTED_PROTOCOL, ERR_FORMAT, "no HTTP is spoken there"},
	{CURLE_WEIRD_SERVER_REPLY, ERR_FORMAT, "no HTTP is spoken there"},
	{CURLE_URL_MALFORMAT, ERR_FORMAT, "a bad URL"},
	{CURLE_PEER_FAILED_VERIFICATION, ERR_IO, NULL},
	{CURLE_SSL_CACERT_BADFILE, ERR_IO,
         "the file of --ca-file has no "
         "certificate"},
	{CURLE_SSL_CERTPROBLEM, ERR_IO, "the client's certificate is bad"},
};

/* The one place that knows libcurl's errors. */
static int fail(const struct answer *w, struct err *err)
{
	if (w->refused)
		return err_set(err, ERR_DENIED,
		               STR_F ": a public server sends us to a private "
		                     "address",
		               STR_A(w->where));
	if (w->too_long)
		return err_set(err, ERR_LIMIT,
		               STR_F ": limit: a head of more than %d bytes",
		               STR_A(w->where), HEAD_MAX);
	for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
		if (failures[i].code == w->result)
			return err_set(err, failures[i].kind, STR_F ": %s",
			               STR_A(w->where),
			               failures[i].text ?
			                       failures[i].text :
			                       curl_easy_strerror(w->result));
	return err_set(err, ERR_BUSY, STR_F ": the connection broke: %s",
	               STR_A(w->where), curl_easy_strerror(w->result));
}

static void take_results(struct http *h)
{
	CURLMsg *msg;
	int left;

	while ((msg = curl_multi_info_read(h->multi, &left))) {
		void *p = NULL;

		if (msg->msg != CURLMSG_DONE)
			continue;
		(void)curl_easy_getinfo(msg->easy_handle, CURLINFO_PRIVATE, &p);
		((struct answer *)p)->done = true;
		((struct answer *)p)->result = msg->data.result;
	}
}

/* Until it has bytes or is over; other answers of h go on as well. */
static void pump(struct answer *w)
{
	struct http *h = w->http;
	int running;

	for (;;) {
		if (http_is_stopped(h)) {
			w->done = true;
			w->result = CURLE_ABORTED_BY_CALLBACK;
			return;
		}
		(void)curl_multi_perform(h->multi, &running);
		take_results(h);
		if (w->done || w->n)
			return;
		(void)curl_multi_poll(h->multi, NULL, 0, POLL_MS, NULL);
	}
}

struct answer *http_send(struct http *h, const struct http_request *q,
                         struct err *err)
{
	struct answer *w = answer_new(h, q);

	pump(w);
	w->head_done = true;
	if (w->done && w->result != CURLE_OK && w->n == 0) {
		(void)fail(w, err);
		answer_close(w);
		return NULL;
	}
	return w;
}

long answer_status(const struct answer *w)
{
	long status = 0;

	(void)curl_easy_getinfo(w->easy, CURLINFO_RESPONSE_CODE, &status);
	return status;
}

int64_t answer_retry_ms(const struct answer *w)
{
	curl_off_t seconds = 0;

	if (!answer_header(w, "retry-after", 0).p)
		return -1;
	(void)curl_easy_getinfo(w->easy, CURLINFO_RETRY_AFTER, &seconds);
	return seconds < INT32_MAX ? (int64_t)seconds * 1000 : INT32_MAX;
}

bool answer_is_public(const struct answer *w)
{
	char *ip = NULL;

	(void)curl_easy_getinfo(w->easy, CURLINFO_PRIMARY_IP, &ip);
	return ip && address_kind(str_c(ip)) == ADDRESS_PUBLIC;
}

struct str answer_header(const struct answer *w, const char *name, size_t i)
{
	slice_for (struct pair, h, w->headers)
		if (str_eq_nocase(h->key, str_c(name)) && i-- == 0)
			return h->value.p ? h->value : STR("");
	return (struct str){0};
}

static void go_on(struct answer *w)
{
	if (!w->paused)
		return;
	w->paused = false;
	(void)curl_easy_pause(w->easy, CURLPAUSE_CONT);
}

int answer_next(struct answer *w, struct str *chunk, struct err *err)
{
	if (w->n == 0)
		go_on(w);
	if (w->n == 0 && !w->done)
		pump(w);
	*chunk = (struct str){w->room, w->n};
	w->n = 0;
	if (chunk->n == 0 && w->result != CURLE_OK)
		return fail(w, err);
	return 0;
}

int answer_body(struct answer *w, struct buf *out, struct err *err)
{
	struct str chunk;

	do {
		if (answer_next(w, &chunk, err))
			return -1;
		buf_add(out, chunk);
		if (out->truncated)
			return err_set(err, ERR_LIMIT,
			               STR_F ": limit: more than %zu bytes",
			               STR_A(w->where), out->max);
	} while (chunk.n);
	return 0;
}

/* The end of a short answer that nobody read may be here already: then its
 * connection can be used again. */
static void finish(struct answer *w)
{
	int running;

	for (int i = 0; i < 3 && !w->done; i++) {
		w->n = 0;
		go_on(w);
		(void)curl_multi_perform(w->http->multi, &running);
		take_results(w->http);
	}
}

void answer_close(struct answer *w)
{
	struct arena own;

	if (!w)
		return;
	own = w->own;
	finish(w);
	(void)curl_multi_remove_handle(w->http->multi, w->easy);
	curl_easy_cleanup(w->easy);
	curl_slist_free_all(w->list);
	arena_free(&own);
}
