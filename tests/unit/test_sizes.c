/* What layers weigh, and what later layers hide of it. */
#include "facts/gather.h"
#include "facts/layer_pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))
#define SITE     "usr/lib/python3/dist-packages"

static const struct {
	const char *path, *component, *place;
} places[] = {
	{"usr/lib/x86_64-linux-gnu/libcudnn_ops.so.9.1.0", "cudnn",
         "usr/lib/x86_64-linux-gnu"},
	{"usr/lib/x86_64-linux-gnu/libcuda.so.550.54.15", "driver",
         "usr/lib/x86_64-linux-gnu"},
	{"usr/lib/libnvidia-ml.so.1", "driver", "usr/lib"},
	{"usr/lib/libnvidia-container.so.1", "", "usr/lib"},
	{"usr/lib/libcudnn_static_v9.a", "static-libs", "usr/lib"},
	{"usr/lib/libc.so.6", "", "usr/lib"},
	{"usr/lib/libncurses.so.6", "", "usr/lib"},
	{"opt/app/libnccl.so.2", "nccl", "opt/app"},
	{"libcudart.so.12", "cudart", ""},
	{"usr/local/cuda-12.4/targets/x86_64-linux/lib/libcublasLt.so.12",
         "cublas", "usr/local/cuda-12.4/targets/x86_64-linux/lib"},
	{"usr/local/cuda-12.4/targets/x86_64-linux/lib/libcublas_static.a",
         "static-libs", "usr/local/cuda-12.4/targets/x86_64-linux/lib"},
	{"usr/local/cuda-12.4/targets/x86_64-linux/lib/stubs/libcublas.so",
         "toolkit", "usr/local/cuda-12.4/targets/x86_64-linux/lib"},
	{"usr/local/cuda-12.4/targets/x86_64-linux/include/cuda.h", "headers",
         "usr/local/cuda-12.4/targets/x86_64-linux/include"},
	{"usr/local/cuda-12.4/compat/libcuda.so.1", "driver",
         "usr/local/cuda-12.4/compat"},
	{"usr/local/cuda-12.4/compat/libnvidia-ptxjitcompiler.so.1", "driver",
         "usr/local/cuda-12.4/compat"},
	{"usr/local/cuda-12.4/bin/ptxas", "compiler",
         "usr/local/cuda-12.4/bin"},
	{"usr/local/cuda-12.4/nvvm/libdevice/libdevice.10.bc", "compiler",
         "usr/local/cuda-12.4/nvvm"},
	{"usr/local/cuda-12.4/nsight-compute-2024.1/ncu", "nsight",
         "usr/local/cuda-12.4/nsight-compute-2024.1"},
	{"usr/local/cuda-12.4/version.json", "toolkit", "usr/local/cuda-12.4"},
	{"opt/cuda/bin/nvcc", "compiler", "opt/cuda/bin"},
	{"usr/local/cudalint/x", "", "usr/local/cudalint"},
	{"srv/cuda-12.4/bin/nvcc", "", "srv/cuda-12.4/bin"},
	{"opt/nvidia/nsight-compute/2024.1/ncu", "nsight",
         "opt/nvidia/nsight-compute"},
	{SITE "/torch/lib/libtorch_cuda.so", "torch", SITE "/torch"},
	{SITE "/torch/lib/libcudnn.so.8", "cudnn", SITE "/torch/lib"},
	{SITE "/torch/lib/libcudart-9faf7f13.so.11.0", "cudart",
         SITE "/torch/lib"},
	{SITE "/torch/include/ATen/ATen.h", "torch", SITE "/torch"},
	{SITE "/torchvision.libs/libcudart.41118559.so.12", "cudart",
         SITE "/torchvision.libs"},
	{SITE "/torch-2.4.1.dist-info/RECORD", "",
         "usr/lib/python3/dist-packages"},
	{SITE "/nvidia/cudnn/lib/libcudnn.so.9", "cudnn", SITE "/nvidia/cudnn"},
	{SITE "/nvidia/cuda_runtime/include/cuda.h", "cudart",
         SITE "/nvidia/cuda_runtime"},
	{SITE "/nvidia/cu13/lib/libcufft.so.12", "cufft",
         SITE "/nvidia/cu13/lib"},
	{SITE "/nvidia/cu13/include/cuda.h", "nvidia", SITE "/nvidia/cu13"},
	{SITE "/triton/backends/nvidia/bin/ptxas", "triton", SITE "/triton"},
	{"opt/conda/pkgs/libcublas-12.4.5.8-h0_1/lib/libcublas.so.12", "cublas",
         "opt/conda/pkgs/libcublas-12.4.5.8-h0_1/lib"},
	{"opt/conda/envs/e/lib/python3.11/site-packages/jaxlib/x.so", "jax",
         "opt/conda/envs/e/lib/python3.11/site-packages/jaxlib"},
	{"root/.cache/uv/archive-v0/x/torch/lib/x.so", "",
         "root/.cache/uv/archive-v0"},
	{"nix/store/0123-cuda_cudart-12.4/lib/libcudart.so.12", "cudart",
         "nix/store/0123-cuda_cudart-12.4/lib"},
};

static void test_places(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(places); i++) {
		struct arena a = {0};
		struct layer_sizes out;
		struct scale *s = scale_new(0);
		const struct bulk *b;

		scale_file(s, str_c(places[i].path), 100);
		scale_take(s, &a, &out);
		assert_int_equal(out.bulks.n, 1);
		b = out.bulks.v;
		if (!str_eq(b->place, str_c(places[i].place)) ||
		    !str_eq(str_c(component_names[b->component]),
		            str_c(places[i].component)))
			fail_msg("%s: %s in " STR_F, places[i].path,
			         component_names[b->component],
			         STR_A(b->place));
		scale_free(s);
		arena_free(&a);
	}
}

/* 'f': a file; 'd': a directory; 'l': a link; 'h': a hard link. */
struct member {
	char type;
	const char *path, *target;
	uint64_t size; /* KiB */
};

enum { MEMBERS = 12 };

struct sample {
	const char *name;
	struct member members[MEMBERS]; /* '-' starts a new layer */
	const char *rows;               /* component place layer KiB [by[!]] */
};

#define TORCH SITE "/torch/lib/libtorch_cuda.so"
static const struct sample samples[] = {
	{"small files are sums",
         {{'f', SITE "/torch/a.py", NULL, 1},
          {'f', SITE "/torch/b.py", NULL, 2}},
         "torch " SITE "/torch 0 3\n"},
	{"other files are not told as long as they are there",
         {{'f', "usr/bin/x", NULL, 9000},
          {'-', NULL, NULL, 0},
          {'f', "a", NULL, 1}},
         ""},
	{"a file written again, as chown does",
         {{'f', TORCH, NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', TORCH, NULL, 4000}},
         "torch " SITE "/torch 0 4000 by 1 again\n"
         "torch " SITE "/torch 1 4000\n"},
	{"a file replaced",
         {{'f', TORCH, NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', TORCH, NULL, 5000}},
         "torch " SITE "/torch 0 4000 by 1\n"
         "torch " SITE "/torch 1 5000\n"},
	{"a small file replaced is not known",
         {{'f', TORCH, NULL, 4}, {'-', NULL, NULL, 0}, {'f', TORCH, NULL, 4}},
         "torch " SITE "/torch 0 4\n"
         "torch " SITE "/torch 1 4\n"},
	{"a directory removed",
         {{'f', "root/.cache/pip/http/a", NULL, 4},
          {'f', "root/.cache/pip/b", NULL, 4000},
          {'f', "root/.cachet", NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', "root/.wh..cache", NULL, 0}},
         "- root/.cache 0 4004 by 1\n"},
	{"below a directory that was summed up higher",
         {{'f', "a/b/c/d/e/f", NULL, 4},
          {'f', "a/b/c/d/e/g", NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', "a/b/c/d/.wh.e", NULL, 0}},
         "- a/b/c/d 0 4000 by 1\n"},
	{"a component removed with its directory",
         {{'f', SITE "/torch/a.py", NULL, 4},
          {'f', TORCH, NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', "usr/lib/.wh.python3", NULL, 0}},
         "torch " SITE "/torch 0 4004 by 1\n"},
	{"an opaque directory",
         {{'f', "opt/x/a", NULL, 4},
          {'f', "opt/b", NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', "opt/.wh..wh..opq", NULL, 0},
          {'f', "opt/x/a", NULL, 4}},
         "- opt 0 4004 by 1\n"},
	{"an opaque root",
         {{'f', "opt/x", NULL, 4},
          {'-', NULL, NULL, 0},
          {'f', ".wh..wh..opq", NULL, 0}},
         "-  0 4 by 1\n"},
	{"a link in place of a directory",
         {{'f', "opt/x/a", NULL, 4},
          {'-', NULL, NULL, 0},
          {'l', "opt/x", "/mnt", 0}},
         "- opt/x 0 4 by 1\n"},
	{"a directory in place of a file",
         {{'f', "opt/x", NULL, 4000},
          {'-', NULL, NULL, 0},
          {'d', "opt/x/", NULL, 0}},
         "- opt 0 4000 by 1\n"},
	{"a directory again hides nothing",
         {{'f', "opt/x/a", NULL, 4000},
          {'-', NULL, NULL, 0},
          {'d', "opt/x/", NULL, 0}},
         ""},
	{"a file of interest replaced",
         {{'f', "usr/lib/libcuda.so.1", NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', "usr/lib/libcuda.so.1", NULL, 0}},
         "driver usr/lib 0 4000 by 1\n"},
	{"one of two names removed",
         {{'f', "opt/conda/pkgs/x/libcublas.so.12", NULL, 4000},
          {'h', "opt/conda/lib/libcublas.so.12",
           "./opt/conda/pkgs/x/libcublas.so.12", 0},
          {'-', NULL, NULL, 0},
          {'f', "opt/conda/.wh.pkgs", NULL, 0}},
         "cublas opt/conda/lib 0 4000\n"},
	{"both names removed, one after the other",
         {{'f', "opt/conda/pkgs/x/libcublas.so.12", NULL, 4000},
          {'h', "opt/conda/lib/libcublas.so.12",
           "opt/conda/pkgs/x/libcublas.so.12", 0},
          {'-', NULL, NULL, 0},
          {'f', "opt/conda/.wh.pkgs", NULL, 0},
          {'-', NULL, NULL, 0},
          {'f', ".wh.opt", NULL, 0}},
         "cublas opt/conda/pkgs/x 0 4000 by 2\n"},
	{"removed and brought back",
         {{'f', TORCH, NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', SITE "/.wh.torch", NULL, 0},
          {'-', NULL, NULL, 0},
          {'f', TORCH, NULL, 4000},
          {'-', NULL, NULL, 0},
          {'f', TORCH, NULL, 4000}},
         "torch " SITE "/torch 0 4000 by 1\n"
         "torch " SITE "/torch 2 4000 by 3 again\n"
         "torch " SITE "/torch 3 4000\n"},
	{"a whiteout in its own layer hides nothing",
         {{'f', TORCH, NULL, 4000}, {'f', SITE "/.wh.torch", NULL, 0}},
         "torch " SITE "/torch 0 4000\n"},
	{"two copies of a library",
         {{'f', "usr/lib/libcudnn.so.9", NULL, 3000},
          {'-', NULL, NULL, 0},
          {'f', SITE "/nvidia/cudnn/lib/libcudnn.so.9", NULL, 2000}},
         "cudnn usr/lib 0 3000\n"
         "cudnn " SITE "/nvidia/cudnn 1 2000\n"},
};

struct feeder {
	const struct member *at, *end;
};

static int next_member(void *ctx, struct entry *e, struct err *err)
{
	struct feeder *f = ctx;
	const struct member *m = f->at;

	(void)err;
	if (m == f->end || !m->type || m->type == '-')
		return 0;
	*e = (struct entry){
		.type = m->type == 'f' ? ENTRY_FILE :
	                m->type == 'd' ? ENTRY_DIR :
	                m->type == 'l' ? ENTRY_SYMLINK :
	                                 ENTRY_HARDLINK,
		.name = str_c(m->path),
		.target = m->target ? str_c(m->target) : STR(""),
		.size = m->size << 10,
		.mode = 0644,
	};
	f->at++;
	return 1;
}

static void read_layers(const struct sample *s, struct arena *a,
                        struct layer_list *out)
{
	struct feeder f = {s->members, s->members + MEMBERS};

	for (;;) {
		struct entry_feed feed = {&f, next_member, NULL};
		struct tar *t = tar_of_feed(&feed, 0);
		struct err err = {0};

		*arena_push(a, out) = layer_facts_read(a, t, &err);
		assert_non_null(out->v[out->n - 1]);
		tar_close(t);
		if (f.at == f.end || f.at->type != '-')
			return;
		f.at++;
	}
}

static void say_rows(const struct sizes *s, struct buf *out)
{
	slice_for (struct size_row, r, s->rows) {
		buf_printf(out, "%s " STR_F " %d %d",
		           r->component ? component_names[r->component] : "-",
		           STR_A(r->place), (int)r->layer,
		           (int)(r->bytes >> 10));
		if (r->hidden_by)
			buf_printf(out, " by %d%s", (int)r->hidden_by,
			           r->again ? " again" : "");
		buf_addc(out, '\n', 1);
	}
}

static void check_sample(const struct sample *s, struct layer_list *layers,
                         struct arena *a)
{
	struct image_facts f = {
		.layers = {arena_array(a, struct layer_fact, layers->n),
	                   layers->n}};
	struct buf got = {0};

	gather_sizes(layers, a, &f);
	assert_true(f.sizes.measured);
	assert_false(f.sizes.partial);
	say_rows(&f.sizes, &got);
	buf_addc(&got, '\0', 1);
	if (strcmp(got.p, s->rows) != 0)
		fail_msg("%s:\n%s", s->name, got.p);
	buf_free(&got);
}

/* As read, and as remembered by the cache. */
static void test_samples(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(samples); i++) {
		struct arena a = {0};
		struct layer_list layers = {0};

		read_layers(&samples[i], &a, &layers);
		check_sample(&samples[i], &layers, &a);
		for (size_t n = 0; n < layers.n; n++) {
			struct buf b = {0};

			layer_pack(layers.v[n], &b);
			layers.v[n] =
				layer_unpack(arena_str(&a, buf_str(&b)), &a);
			assert_non_null(layers.v[n]);
			buf_free(&b);
		}
		check_sample(&samples[i], &layers, &a);
		arena_free(&a);
	}
}

static void test_unread(void **state)
{
	struct arena a = {0};
	struct layer_list layers = {0};
	struct image_facts f = {0};

	(void)state;
	read_layers(&samples[2], &a, &layers);
	layers.v[0] = NULL;
	f.layers.v = arena_array(&a, struct layer_fact, layers.n);
	f.layers.n = layers.n;
	gather_sizes(&layers, &a, &f);
	assert_false(f.sizes.measured);
	assert_int_equal(f.sizes.rows.n, 1);
	assert_int_equal(f.layers.v[0].bytes, 0);
	assert_int_equal(f.layers.v[1].bytes, 4000 << 10);
	assert_int_equal(f.layers.v[1].files, 1);
	arena_free(&a);
}

static int64_t sum_of(const struct layer_sizes *s)
{
	int64_t sum = 0;

	slice_for (struct bulk, b, s->bulks)
		sum += b->bytes;
	slice_for (struct big, b, s->bigs)
		sum += b->bytes;
	return sum;
}

static struct str path_no(size_t i, struct arena *a)
{
	return arena_fmt(a, "d%zu/%zu/%zu/%zu/%zu/f%zu", i % 7, i % 31, i % 253,
	                 i % 1009, i % 3, i);
}

static void link_all(struct scale *s, size_t n, size_t step, struct arena *a)
{
	for (size_t k = 0; k < n; k++) {
		size_t i = k * step % n;

		if (i % 3 == 0)
			scale_link(s,
			           arena_fmt(a, SITE "/torch/%zu/%zu", i % 5,
			                     i),
			           path_no(i, a));
	}
}

/* The sizes, packed, of n files in an order that step makes. */
static struct str weigh_many(size_t n, size_t step, struct arena *a)
{
	struct layer_facts l = {0};
	struct scale *s = scale_new(0);
	struct buf b = {0};
	struct str out;

	for (size_t k = 0; k < n; k++)
		scale_file(s, path_no(k * step % n, a), (k * step % n) << 12);
	link_all(s, n, step, a);
	scale_take(s, a, &l.sizes);
	assert_int_equal(l.sizes.files, n);
	assert_int_equal(sum_of(&l.sizes), l.sizes.bytes);
	layer_pack(&l, &b);
	out = arena_str(a, buf_str(&b));
	assert_non_null(layer_unpack(out, a));
	buf_free(&b);
	scale_free(s);
	return out;
}

/* However many there are, what stands alone and what is summed up where does
 * not depend on their order. */
static void test_order(void **state)
{
	static const size_t counts[] = {100, 1009, 5003, 20011};
	static const size_t steps[] = {7, 991, 4999};

	(void)state;
	for (size_t i = 0; i < COUNT(counts); i++)
		for (size_t k = 0; k < COUNT(steps); k++) {
			struct arena a = {0};

			assert_true(
				str_eq(weigh_many(counts[i], 1, &a),
			               weigh_many(counts[i], steps[k], &a)));
			arena_free(&a);
		}
}

/* Sizes that no file has are cut, and sums of them do not overflow. */
static void test_huge(void **state)
{
	struct arena a = {0};
	struct layer_sizes out;
	struct scale *s = scale_new(0);

	(void)state;
	for (size_t i = 0; i < 3000; i++)
		scale_file(s, path_no(i, &a), UINT64_MAX - i);
	scale_take(s, &a, &out);
	assert_true(out.bytes == SIZE_BYTES_MAX);
	slice_for (struct bulk, b, out.bulks)
		assert_true(b->bytes >= 0 && b->bytes <= SIZE_BYTES_MAX);
	scale_free(s);
	arena_free(&a);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_places), cmocka_unit_test(test_samples),
		cmocka_unit_test(test_unread), cmocka_unit_test(test_order),
		cmocka_unit_test(test_huge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
