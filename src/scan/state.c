#include "scan/state.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BLOCK = 64 * 1024 };

/* clang-format off */
static const struct field state_fields[] = {
	FIELD(struct state_line, schema, REQUIRED, "always " STATE_SCHEMA),
	FIELD(struct state_line, basis, REQUIRED, "what it was judged by"),
	FIELD(struct state_line, digest, REQUIRED, "digest of what was judged"),
	FIELD_LIST(struct state_line, images, REQUIRED, &survey_row_schema, "what was found"),
};
/* clang-format on */
static const struct schema state_schema =
	SCHEMA(struct state_line, state_fields);

void state_write_line(const struct state_line *l, struct buf *out)
{
	record_write_line(&state_schema, l, out);
	buf_add(out, STR("\n"));
}

int state_parse_line(struct str json, struct arena *a, struct state_line *out,
                     struct err *err)
{
	*out = (struct state_line){0};
	if (record_parse(&state_schema, json, RECORD_BYTES, a, out, err))
		return -1;
	if (!str_eq(out->schema, STR(STATE_SCHEMA)))
		return err_set(err, ERR_FORMAT, "not a line of a scan");
	return 0;
}

/* How the lines of this basis begin: others need not be parsed. */
static struct str head_of(struct str basis, struct arena *a)
{
	return arena_fmt(a,
	                 "{\"schema\":\"" STATE_SCHEMA "\",\"basis\":\"" STR_F
	                 "\",",
	                 STR_A(basis));
}

struct reading {
	struct arena *arena;
	struct str head;
	struct buf line;
	const struct state_reader *to;
};

static void take_line(struct reading *r)
{
	struct state_line l;
	struct err ignored;

	if (str_has_prefix(buf_str(&r->line), r->head) &&
	    state_parse_line(buf_str(&r->line), r->arena, &l, &ignored) == 0)
		r->to->found(r->to->ctx, &l);
	r->line.n = 0;
	r->line.truncated = false;
}

static void take_block(struct reading *r, struct str block)
{
	struct str line, rest;

	while (str_cut(block, '\n', &line, &rest)) {
		buf_add(&r->line, line);
		take_line(r);
		block = rest;
	}
	buf_add(&r->line, block);
}

static int read_lines(int fd, struct reading *r, struct err *err)
{
	char block[BLOCK];
	ssize_t n;

	while ((n = read(fd, block, sizeof block)) != 0) {
		if (n < 0 && errno != EINTR)
			return err_set(err, ERR_IO, "%s", strerror(errno));
		if (n > 0)
			take_block(r, (struct str){block, (size_t)n});
	}
	return 0;
}

static int write_all(int fd, struct str bytes, struct err *err)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return err_set(err, ERR_IO, "%s", strerror(errno));
		bytes = str_from(bytes, (size_t)n);
	}
	return 0;
}

/* Whoever holds it when it ends, however it ends, does so no more. */
static int lock(int fd, struct err *err)
{
	struct flock l = {.l_type = F_WRLCK, .l_whence = SEEK_SET};

	if (fcntl(fd, F_SETLK, &l) == 0 || errno == ENOLCK)
		return 0;
	return err_set(err, ERR_BUSY, "another scan is writing to it");
}

static int read_state(struct state *s, struct reading *r, struct err *err)
{
	int rc = lock(s->fd, err);

	if (rc == 0)
		rc = read_lines(s->fd, r, err);
	if (rc == 0 && r->line.n) {
		take_line(r); /* cut off, but perhaps behind its last byte */
		rc = write_all(s->fd, STR("\n"), err);
	}
	buf_free(&r->line);
	return rc;
}

int state_open(struct state *s, const char *path, const struct state_reader *r,
               struct arena *a, struct err *err)
{
	struct reading reading = {
		.arena = a,
		.head = head_of(s->basis, a),
		.line.max = STATE_LINE_MAX,
		.to = r,
	};

	s->fd = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	if (s->fd < 0)
		return err_set(err, ERR_IO, "%s: %s", path, strerror(errno));
	if (read_state(s, &reading, err)) {
		(void)close(s->fd);
		return err_wrap(err, "%s", path);
	}
	return 0;
}

static int sync_at(struct state *s, int64_t now, struct err *err)
{
	if (fdatasync(s->fd) && errno != EINVAL && errno != ENOTSUP)
		return err_set(err, ERR_IO, "%s", strerror(errno));
	s->synced = now;
	return 0;
}

int state_add(struct state *s, const struct state_line *l, struct err *err)
{
	struct buf line = {0};
	int64_t now = (int64_t)time(NULL);
	int rc;

	state_write_line(l, &line);
	rc = write_all(s->fd, buf_str(&line), err);
	buf_free(&line);
	if (rc == 0 && now != s->synced)
		rc = sync_at(s, now, err);
	return rc;
}

int state_close(struct state *s, struct err *err)
{
	int rc = sync_at(s, 0, err);

	if (close(s->fd) && !rc)
		rc = err_set(err, ERR_IO, "%s", strerror(errno));
	return rc;
}
