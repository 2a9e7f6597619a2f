/* Any bytes, as what somebody pasted. */
#include "base/utf8.h"
#include "report/diagnosis.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct know *knowledge(void)
{
	static struct arena arena;
	static struct know know;
	struct err err;

	if (!arena.used && know_load(&know, (struct str){0}, &arena, &err))
		abort();
	return &know;
}

static void check_text(struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp = 0;
		size_t n = utf8_decode(s.p + i, s.n - i, &cp);

		assert(n && (cp == '\n' || !utf8_is_unsafe(cp)));
		i += n;
	}
}

static void check(const struct paste *p)
{
	enum level last = LEVEL_CERTAIN;

	slice_for (const struct diagnosis, d, p->found) {
		assert(d->level && d->level <= last && d->evidence.n);
		last = d->level;
		slice_for (const struct exhibit, e, d->evidence)
			assert(e->line >= 1 &&
			       (size_t)e->line <= p->clues.lines);
	}
	assert(p->host.pool_complete == !p->host.missing.n);
}

static void write(const struct paste *p)
{
	struct diagnosis_report r = {.version = STR("x"), .paste = p};
	struct report_style style = {0};
	struct buf out = {0};

	diagnosis_write_text(&r, &style, &out);
	check_text(buf_str(&out));
	buf_free(&out);
	diagnosis_write_json(&r, &out);
	for (size_t i = 0; i < out.n; i++)
		assert((unsigned char)out.p[i] < 0x80);
	buf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct arena a = {0};
	struct paste p;
	struct err err = {0};

	if (!diagnose(text, knowledge(), &a, &p, &err)) {
		check(&p);
		write(&p);
	} else {
		assert(err.kind == ERR_USAGE);
	}
	arena_free(&a);
	return 0;
}
