/* Any bytes: as what is asked of the tables; and, after a line "NAME", as the
 * table of that name, which the checks and look-ups then have to bear. */
#include "know/tables.h"

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

static void ask(const struct know *k, struct str q, struct arena *a)
{
	struct str head, tail, source;
	struct image_lookup image = know_image(k, q, a);
	struct package_lookup package = know_package(k, q, a);
	struct cuda_range range = know_driver_range(k, q);

	(void)str_cut(q, ' ', &head, &tail);
	assert(!image.nvidia || image.cuda.n);
	assert(!image.framework || (image.cuda.n && image.version.n));
	assert(!package.toolkit || package.cuda.n);
	assert(range.low.n == 0 || range.high.n == 0 ||
	       version_cmp_str(range.low, range.high) <= 0);
	(void)know_driver_cuda(k, q, &source);
	(void)know_framework(k, head, tail);
	(void)know_cudart_wheel(k, head, tail);
	(void)know_torch(k, head, tail);
	(void)know_toolkit(k, q);
	(void)know_arch(k, q);
	(void)know_gate_by_expr(k, q);
	(void)know_gpu(k, q, a);
}

/* Tables that nobody checked: no order, no monotone rule to rely on. */
static void replace(const struct table *t, struct str json, struct arena *a)
{
	struct know_lazy lazy = {.arena = a};
	struct know k = {.lazy = &lazy};
	struct loaded loaded = {0};
	struct strs complaints = {0};
	struct err err = {0};
	struct str source;

	if (know_parse(&k, t, json, &loaded, &err)) {
		assert(err.kind == ERR_FORMAT);
		return;
	}
	if (know_load(&k, (struct str){0}, a, &err))
		abort();
	if (know_parse(&k, t, json, &loaded, &err))
		abort();
	for (size_t i = 0; i < TABLES_N; i++)
		if (table_list[i] == t)
			k.lazy->loaded[i] = loaded;
	assert((know_check(&k, a, &complaints) != 0) == (complaints.n != 0));
	(void)know_image(&k, STR("nvidia/cuda:12.4.1-base-ubuntu22.04"), a);
	(void)know_package(&k, STR("cuda-compat-12-4"), a);
	(void)know_driver_cuda(&k, STR("533.1"), &source);
	(void)know_framework(&k, STR("vllm"), STR("0.9.1"));
	(void)know_gpu(&k, STR("RTX 3090"), a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str text = {(const char *)data, size}, name, json;
	struct arena a = {0};
	const struct table *t = NULL;

	(void)str_cut(text, '\n', &name, &json);
	for (size_t i = 0; i < TABLES_N; i++)
		if (str_eq(name, str_c(table_list[i]->name)))
			t = table_list[i];
	if (t)
		replace(t, json, &a);
	else
		ask(knowledge(), text, &a);
	arena_free(&a);
	return 0;
}
