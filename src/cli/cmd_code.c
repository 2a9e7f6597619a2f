#include "cli/images.h"

#include "facts/scan.h"
#include "report/coverage.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAGIC = 4 };

/* What a program or library on its own would be in an image. */
static int scan_file(int fd, uint64_t size, struct str path, struct arena *a,
                     struct image_facts *out, struct err *err)
{
	struct stream *s = stream_of_file(fd, 0, size, NULL);
	struct code_file f = {.path = arena_str(a, path)};
	struct str gap;
	int rc = code_scan(s, size, a, &f.code, &gap, err);

	stream_close(s);
	if (rc)
		return err_wrap(err, STR_F, STR_A(path));
	*out = (struct image_facts){.schema = STR(FACTS_SCHEMA),
	                            .code.scanned = true};
	if (f.code.modules)
		*arena_push(a, &out->code.files) = f;
	if (gap.n)
		*arena_push(a, &out->gaps) =
			(struct gap){GROUP_CODE, f.path, gap};
	return 0;
}

/* 1: it is an ELF file, and scanned; 0: something else, an image perhaps. */
static int try_file(struct str path, struct arena *a, struct image_facts *out,
                    struct err *err)
{
	int fd = open(arena_cstr(a, path), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	char head[MAGIC];
	struct stat st;
	int rc = 0;

	if (fd < 0)
		return 0; /* whoever reads images says why */
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    pread(fd, head, MAGIC, 0) == MAGIC &&
	    memcmp(head, "\177ELF", MAGIC) == 0)
		rc = scan_file(fd, (uint64_t)st.st_size, path, a, out, err) ?
		             -1 :
		             1;
	(void)close(fd);
	return rc;
}

static int read_image(struct context *c, struct str path,
                      struct image_facts **out, struct err *err)
{
	struct image_want want = {
		.path = path,
		.platforms = c->opts.platform,
		.depth = LAYER_FULL,
	};

	if (want.platforms.n == 0)
		*arena_push(&c->arena, &want.platforms) = STR("linux/amd64");
	return images_read_one(c, &want, &c->arena, out, err);
}

int run_code(struct context *c, struct err *err)
{
	struct image_facts file, *facts = &file;
	struct buf out = {0};
	int rc;

	if (c->opts.args.n != 1)
		return err_set(err, ERR_USAGE,
		               "code wants one file or image; try: cudalint "
		               "code --help");
	if (c->opts.platform.n > 1)
		return err_set(err, ERR_USAGE, "code takes one --platform");
	if (context_know(c, err))
		return -1;
	rc = try_file(c->opts.args.v[0], &c->arena, &file, err);
	if (rc < 0 ||
	    (rc == 0 && read_image(c, c->opts.args.v[0], &facts, err)))
		return -1;
	coverage_write(facts, &c->know, &out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc ? rc : STATUS_CLEAN;
}
