/* A Dockerfile, to the facts of its target: they are facts, come back as they
 * are when somebody builds on them (but for NULs, which no path has), and what
 * effects name stands where they say.
 * Behind a line "--" the rest is the one file of the build context. */
#include "dockerfile/docker.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int read_context(void *ctx, struct str path, struct arena *a,
                        struct str *bytes, struct err *err)
{
	const struct str *only = ctx;

	(void)path;
	if (only->n == 0)
		return err_set(err, ERR_NOT_FOUND, "no such file");
	*bytes = arena_str(a, *only);
	return 0;
}

static void check_text(const struct text *t, struct str file)
{
	size_t at = 0;

	slice_for (struct text_run, r, t->runs) {
		assert(r->at == at && r->n > 0);
		at += r->n;
		if (r->from == TEXT_FILE) {
			assert(r->offset + r->n <= file.n);
			assert(memcmp(t->s.p + r->at, file.p + r->offset,
			              r->n) == 0);
		}
	}
	assert(at == t->s.n);
}

static void check_effects(const struct effects *all, struct str file)
{
	slice_for (struct effect, e, *all) {
		check_text(&e->name, file);
		check_text(&e->value, file);
		check_text(&e->word, file);
		check_text(&e->index, file);
		check_text(&e->source, file);
		assert(e->instr);
	}
}

static void build_again(struct docker_input *in, const struct image_facts *f,
                        struct arena *a)
{
	struct dockerfile file = {0};
	struct docker_image image;
	struct buf before = {0}, after = {0};
	struct err err = {0};
	int rc;

	rc = dockerfile_parse(STR("FROM x\n"), a, &file, &err);
	assert(rc == 0);
	in->file = &file;
	in->base = f;
	rc = docker_image_of(in, a, &image, &err);
	assert(rc == 0);
	facts_write(f, &before);
	facts_write(&image.facts, &after);
	assert(f->gaps.n || str_eq(buf_str(&before), buf_str(&after)));
	buf_free(&before);
	buf_free(&after);
}

static struct know know;
static struct arena know_arena;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct str all = {(const char *)data, size}, rest = {0};
	struct build_opts build = {0};
	struct dockerfile file = {0};
	struct docker_input in = {.file = &file,
	                          .build = &build,
	                          .know = &know,
	                          .context = {&rest, read_context}};
	struct docker_image image;
	struct err err = {0};

	if (!know.lazy && know_load(&know, STR(""), &know_arena, &err))
		return 1;
	for (size_t i = 0; i + 4 <= size; i++)
		if (memcmp(data + i, "\n--\n", 4) == 0) {
			all.n = i + 1;
			rest = (struct str){(const char *)data + i + 4,
			                    size - i - 4};
			break;
		}
	if (dockerfile_parse(all, &a, &file, &err) == 0 &&
	    docker_image_of(&in, &a, &image, &err) == 0) {
		assert(facts_check(&image.facts, &err) == 0);
		check_effects(&image.effects, all);
		check_effects(&image.others, all);
		if (size && !memchr(data, 0, size))
			build_again(&in, &image.facts, &a);
	} else {
		assert(err.kind != ERR_NONE);
	}
	arena_free(&a);
	return 0;
}
