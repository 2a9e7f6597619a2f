/* A seekable archive: from header to header, remembering where things are. */
#include "image/source.h"

static int scan(struct source *src, struct tar *t, uint64_t base,
                struct err *err)
{
	struct entry e;
	int rc;

	while ((rc = tar_next(t, &e, err)) > 0) {
		struct blob *b = source_add_entry(src, &e);

		if (b)
			b->offset += base;
	}
	if (rc == 0 && !tar_has_end_marker(t))
		return err_set(err, ERR_FORMAT,
		               "truncated: no end-of-archive marker");
	return rc;
}

int source_scan_tar(struct source *src, uint64_t offset, struct err *err)
{
	CLEANUP(stream_close_p)
	struct stream *s = source_meter(src, stream_of_file(src->fd, offset,
	                                                    src->size - offset,
	                                                    &src->read_bytes));
	CLEANUP(tar_close_p)
	struct tar *t = tar_open(s, src->o->limits.members);

	tar_limit(t, &src->o->limits, "members");
	return scan(src, t, offset, err);
}
