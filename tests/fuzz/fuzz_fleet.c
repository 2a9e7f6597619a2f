/* Any bytes, as a profile and as something to import. */
#include "fleet/import.h"

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
	buf_free(&once);
	buf_free(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size};
	struct input one = {STR("fuzz"), text};
	struct inputs in = {&one, 1};
	struct arena a = {0};
	struct fleet f = {0};
	struct err err = {0};

	if (!fleet_parse(text, knowledge(), &a, &f, &err))
		check(&f, &a);
	else
		assert(err.kind == ERR_USAGE);
	f = (struct fleet){0};
	if (!fleet_import(&in, knowledge(), &a, &f, &err))
		check(&f, &a);
	else
		assert(err.kind == ERR_USAGE);
	arena_free(&a);
	return 0;
}
