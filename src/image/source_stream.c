/* A pipe or a compressed archive: one pass, everything is looked at. */
#include "image/source.h"

static int take(struct source *src, struct tar *t, struct blob *b,
                struct err *err)
{
	struct stream *s = tar_stream(t);
	struct str head;

	if (stream_peek(s, CONTENT_HEAD, &head, err))
		return -1;
	if (content_of(head) == CONTENT_JSON)
		found_json(src, b, s);
	else
		found_layer(src, b, s);
	return 0;
}

static int scan(struct source *src, struct tar *t, struct err *err)
{
	struct entry e;
	int rc;

	while ((rc = tar_next(t, &e, err)) > 0) {
		struct blob *b = source_add_entry(src, &e);

		if (b && !b->link && take(src, t, b, err))
			return -1;
	}
	if (rc == 0 && !tar_has_end_marker(t))
		return err_set(err, ERR_FORMAT,
		               "truncated: no end-of-archive marker");
	return rc;
}

int source_scan_stream(struct source *src, struct stream *s, struct err *err)
{
	CLEANUP(tar_close_p)
	struct tar *t = tar_open(s, src->o->limits.members);

	tar_limit(t, &src->o->limits, "members");
	if (scan(src, t, err))
		return -1;
	return stream_drain(s, err);
}
