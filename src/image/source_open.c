/* What is the input?  Never by its name. */
#include "image/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int source_not_image(struct err *err, const char *what)
{
	return err_set(err, ERR_FORMAT,
	               "not an image: %s; what can be read is a 'docker save' "
	               "archive, an OCI archive (both also as gzip or zstd) or "
	               "an OCI layout directory",
	               what);
}

/* After decompression, if any. */
static int scan_stream(struct source *src, struct stream *s,
                       enum compression comp, struct err *err)
{
	CLEANUP(stream_close_p) struct stream *closed = s;
	struct arena *a = src->arena;
	struct str head;

	if (stream_peek(s, CONTENT_HEAD, &head, err))
		return -1;
	if (content_of(head) == CONTENT_TAR)
		return source_scan_stream(src, closed, err);
	if (comp == COMP_NONE)
		return source_not_image(err, content_name(head));
	return source_not_image(err, arena_fmt(a, "%s data that holds %s",
	                                       inflate_name(comp),
	                                       content_name(head))
	                                     .p);
}

int source_open_stream(struct source *src, struct stream *s, struct err *err)
{
	const struct image_limits *lim = &src->o->limits;
	struct inflate_limits il = {
		.max_bytes = lim->image_bytes,
		.raise = "image-bytes",
		.max_window = lim->zstd_window,
		.max_ratio = lim->ratio,
		.ratio_from = lim->ratio_from,
	};
	enum compression comp;

	src->kind = SOURCE_STREAM;
	if (inflate_auto(src->pool, source_meter(src, s), il, &s, &comp, err))
		return -1;
	return scan_stream(src, s, comp, err);
}

static int open_file(struct source *src, uint64_t offset, struct err *err)
{
	uint64_t left = offset < src->size ? src->size - offset : 0;
	struct stream *s;
	struct str head;
	enum content c;

	s = stream_of_file(src->fd, offset, left, &src->read_bytes);
	if (stream_peek(s, CONTENT_HEAD, &head, err)) {
		stream_close(s);
		return -1;
	}
	c = content_of(head);
	if (c == CONTENT_GZIP || c == CONTENT_ZSTD)
		return source_open_stream(src, s, err);
	if (c != CONTENT_TAR)
		(void)source_not_image(err, content_name(head));
	stream_close(s);
	if (c != CONTENT_TAR)
		return -1;
	src->kind = SOURCE_TAR;
	return source_scan_tar(src, offset, err);
}

static int open_fd(struct source *src, struct err *err)
{
	struct stat st;
	off_t at;

	if (fstat(src->fd, &st))
		return err_set(err, ERR_IO, "%s", strerror(errno));
	if (S_ISDIR(st.st_mode)) {
		src->kind = SOURCE_DIR;
		return 0;
	}
	if (isatty(src->fd))
		return err_set(err, ERR_USAGE,
		               "a terminal, not a file or pipe");
	if (!S_ISREG(st.st_mode))
		return source_open_stream(
			src, stream_of_pipe(src->fd, &src->read_bytes), err);
	src->size = (uint64_t)st.st_size;
	at = lseek(src->fd, 0, SEEK_CUR);
	return open_file(src, at > 0 ? (uint64_t)at : 0, err);
}

int source_open(struct source *src, struct err *err)
{
	struct str path = src->o->path;

	if (!str_eq(path, STR("-"))) {
		src->fd = open(arena_cstr(src->arena, path),
		               O_RDONLY | O_CLOEXEC | O_NOCTTY);
		if (src->fd < 0)
			return err_set(err,
			               errno == ENOENT ? ERR_NOT_FOUND : ERR_IO,
			               "%s", strerror(errno));
	}
	return open_fd(src, err);
}

void source_close(struct source *src)
{
	if (src->fd > 0)
		(void)close(src->fd);
}
