#define _GNU_SOURCE /* NOLINT: F_SETPIPE_SZ */
#include "image/stream.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum {
	WINDOW_MIN = 4096,
	PIPE_BYTES = 1 << 20, /* as much as everybody may ask for */
};

struct file {
	struct stream s;
	int fd;               /* the caller's */
	uint64_t start;       /* of the part, in the file */
	uint64_t at, end;     /* of what is left of it */
	size_t window;        /* how much to read next */
	char *buf;            /* STREAM_CHUNK bytes */
	uint64_t *read_bytes; /* may be NULL */
};

static void count(uint64_t *read_bytes, size_t n)
{
	if (read_bytes)
		*read_bytes += n;
}

static int file_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct file *f = (struct file *)s;
	uint64_t left = f->end - f->at;
	size_t want = left < f->window ? (size_t)left : f->window;
	ssize_t n = 0;

	*chunk = (struct str){0};
	if (want == 0)
		return 0;
	do {
		n = pread(f->fd, f->buf, want, (off_t)f->at);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return err_set(err, ERR_IO, "read: %s", strerror(errno));
	if (n == 0)
		return err_set(err, ERR_FORMAT,
		               "truncated: the file ends at byte %llu",
		               (unsigned long long)f->at);
	f->at += (uint64_t)n;
	count(f->read_bytes, (size_t)n);
	if (f->window < STREAM_CHUNK)
		f->window *= 2;
	*chunk = (struct str){f->buf, (size_t)n};
	return 0;
}

static int file_skip(struct stream *s, uint64_t n, uint64_t *skipped,
                     struct err *err)
{
	struct file *f = (struct file *)s;

	(void)err;
	*skipped = n < f->end - f->at ? n : f->end - f->at;
	f->at += *skipped;
	f->window = WINDOW_MIN;
	return 0;
}

static int file_at(struct stream *s, uint64_t off, size_t n, char *out,
                   struct err *err)
{
	struct file *f = (struct file *)s;
	off_t at = (off_t)(f->start + off);
	ssize_t got;

	while (n) {
		got = pread(f->fd, out, n, at);
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(err, ERR_IO, "read: %s",
			               strerror(errno));
		if (got == 0)
			return err_set(err, ERR_FORMAT,
			               "truncated: the file ends at byte %llu",
			               (unsigned long long)at);
		count(f->read_bytes, (size_t)got);
		out += got;
		at += got;
		n -= (size_t)got;
	}
	return 0;
}

struct stream *stream_of_file(int fd, uint64_t offset, uint64_t size,
                              uint64_t *read_bytes)
{
	static const struct stream_ops ops = {.next = file_next,
	                                      .skip = file_skip,
	                                      .at = file_at};
	struct file *f = stream_new(struct file, &ops);

	f->fd = fd;
	f->start = offset;
	f->at = offset;
	f->end = offset + size;
	f->window = WINDOW_MIN;
	f->buf = arena_array(&f->s.own, char, STREAM_CHUNK);
	f->read_bytes = read_bytes;
	return &f->s;
}

struct fifo {
	struct stream s;
	int fd;               /* the caller's */
	char *buf;            /* STREAM_CHUNK bytes */
	uint64_t *read_bytes; /* may be NULL */
};

/* Somebody may have left the descriptor non-blocking. */
static bool can_retry(int fd)
{
	struct pollfd p = {.fd = fd, .events = POLLIN};

	if (errno == EAGAIN || errno == EWOULDBLOCK)
		return poll(&p, 1, -1) > 0 || errno == EINTR;
	return errno == EINTR;
}

static int fifo_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct fifo *f = (struct fifo *)s;
	ssize_t n;

	do {
		n = read(f->fd, f->buf, STREAM_CHUNK);
	} while (n < 0 && can_retry(f->fd));
	if (n < 0)
		return err_set(err, ERR_IO, "read: %s", strerror(errno));
	count(f->read_bytes, (size_t)n);
	*chunk = (struct str){f->buf, (size_t)n};
	return 0;
}

struct stream *stream_of_pipe(int fd, uint64_t *read_bytes)
{
	static const struct stream_ops ops = {.next = fifo_next};
	struct fifo *f = stream_new(struct fifo, &ops);

	/* Who fills it, and we, are woken less often.  If not, then not. */
	(void)fcntl(fd, F_SETPIPE_SZ, PIPE_BYTES);
	f->fd = fd;
	f->buf = arena_array(&f->s.own, char, STREAM_CHUNK);
	f->read_bytes = read_bytes;
	return &f->s;
}

struct bytes {
	struct stream s;
	struct str all;
	struct str left; /* not yet given out */
};

static int bytes_next(struct stream *s, struct str *chunk, struct err *err)
{
	struct bytes *b = (struct bytes *)s;

	(void)err;
	*chunk = b->left;
	b->left = (struct str){0};
	return 0;
}

static int bytes_at(struct stream *s, uint64_t off, size_t n, char *out,
                    struct err *err)
{
	struct str part = str_from(((struct bytes *)s)->all, (size_t)off);

	if (part.n < n)
		return err_set(err, ERR_FORMAT,
		               "truncated: it ends at byte %zu",
		               ((struct bytes *)s)->all.n);
	memcpy(out, part.p, n);
	return 0;
}

struct stream *stream_of_bytes(struct str bytes)
{
	static const struct stream_ops ops = {.next = bytes_next,
	                                      .at = bytes_at};
	struct bytes *b = stream_new(struct bytes, &ops);

	b->all = b->left = bytes;
	return &b->s;
}
