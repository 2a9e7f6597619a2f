/* Any bytes, as a profile and as something to import; inputs are apart by
 * "\n--\n". */
#include "fleet/diff.h"
#include "fleet/import.h"
#include "fleet/setting.h"
#include "fleet/text.h"

#include <assert.h>
#include <stdlib.h>

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

static void check_pool(const struct pool *p)
{
	assert(p->name.n && p->nodes >= 1 && p->gpus.n >= 1);
	assert(p->driver.n || p->cuda_given);
	assert(p->os != HOST_WSL2 || p->cuda_given);
	assert(p->arch.n);
	slice_for (const struct fleet_gpu, gpu, p->gpus) {
		assert(gpu->count >= 1 && gpu->name.n);
		assert(!gpu->known || (gpu->gpu_class != CLASS_UNKNOWN &&
		                       gpu->compute_capability.n));
	}
}

/* Settings that set nothing make the same fleet, which differs in nothing. */
static void check_settings(const struct fleet *f, struct str as_written,
                           struct arena *a)
{
	struct settings all = settings_all(a);
	struct fleet same = {0};
	struct buf out = {0};
	struct err err = {0};

	if (settings_apply(f, (struct strs){0}, knowledge(), a, &same, &err))
		abort();
	fleet_write(&same, &out);
	assert(str_eq(buf_str(&out), as_written));
	assert(fleet_diff(f, &same, a).n == 0);
	buf_free(&out);
	slice_for (const struct pool, p, f->pools)
		slice_for (const struct setting, s, all)
			(void)setting_get(s, p, a);
}

/* What was written is read back as the same. */
static void check(const struct fleet *f, struct arena *a)
{
	struct buf once = {0}, twice = {0};
	struct fleet again = {0};
	struct err err = {0};

	slice_for (const struct pool, p, f->pools)
		check_pool(p);
	(void)fleet_check(f, knowledge(), a);
	fleet_write(f, &once);
	if (fleet_parse(buf_str(&once), knowledge(), a, &again, &err))
		abort();
	fleet_write(&again, &twice);
	assert(str_eq(buf_str(&once), buf_str(&twice)));
	check_settings(f, buf_str(&once), a);
	buf_free(&once);
	buf_free(&twice);
}

/* Documents are parts of the text, one behind the other. */
static void check_documents(struct str text, struct arena *a)
{
	struct str clean = import_clean(text, a);
	struct documents found = import_find(clean, a);
	const char *at = clean.p;

	slice_for (const struct document, d, found) {
		struct sights sights = {0};
		struct err err = {0};

		assert(d->by && d->text.n && d->text.p >= at);
		at = d->text.p + d->text.n;
		assert(at <= clean.p + clean.n);
		if (import_read(d, a, &sights, &err))
			assert(err.kind == ERR_USAGE);
	}
}

/* A part of a version that the text has nowhere was made up. */
static bool is_seen(struct str version, struct str text)
{
	struct str part;

	while (str_next(&version, '.', &part))
		if (text_find(text, part) == SIZE_MAX)
			return false;
	return true;
}

static void check_import(struct str text, struct arena *a)
{
	static const struct str border = {"\n--\n", 4};
	struct str rest = text;
	struct inputs in = {0};
	struct buf clean = {0}; /* of each on its own */
	struct fleet f = {0};
	struct err err = {0};

	for (size_t at = 0; at != SIZE_MAX;) {
		at = text_find(rest, border);
		*arena_push(a, &in) =
			(struct input){STR("fuzz"),
		                       {rest.p, at == SIZE_MAX ? rest.n : at}};
		buf_add(&clean, import_clean(in.v[in.n - 1].text, a));
		rest = str_from(rest, at == SIZE_MAX ? rest.n : at + border.n);
	}
	if (fleet_import(&in, knowledge(), a, &f, &err)) {
		assert(err.kind == ERR_USAGE);
	} else {
		check(&f, a);
		slice_for (const struct pool, p, f.pools)
			assert(is_seen(p->driver, buf_str(&clean)));
	}
	buf_free(&clean);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct arena a = {0};
	struct fleet f = {0};
	struct err err = {0};

	if (!fleet_parse(text, knowledge(), &a, &f, &err))
		check(&f, &a);
	else
		assert(err.kind == ERR_USAGE);
	check_documents(text, &a);
	check_import(text, &a);
	arena_free(&a);
	return 0;
}
