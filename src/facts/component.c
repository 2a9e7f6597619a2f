#include "facts/component.h"

#include "base/path.h"

const char *const component_names[COMPONENT_N] = {
	[COMPONENT_DRIVER] = "driver",
	[COMPONENT_CUDART] = "cudart",
	[COMPONENT_CUBLAS] = "cublas",
	[COMPONENT_CUDNN] = "cudnn",
	[COMPONENT_CUFFT] = "cufft",
	[COMPONENT_CUFILE] = "cufile",
	[COMPONENT_CURAND] = "curand",
	[COMPONENT_CUSOLVER] = "cusolver",
	[COMPONENT_CUSPARSE] = "cusparse",
	[COMPONENT_CUSPARSELT] = "cusparselt",
	[COMPONENT_CUTENSOR] = "cutensor",
	[COMPONENT_CUPTI] = "cupti",
	[COMPONENT_NCCL] = "nccl",
	[COMPONENT_NPP] = "npp",
	[COMPONENT_NVJITLINK] = "nvjitlink",
	[COMPONENT_NVJPEG] = "nvjpeg",
	[COMPONENT_NVRTC] = "nvrtc",
	[COMPONENT_NVSHMEM] = "nvshmem",
	[COMPONENT_TENSORRT] = "tensorrt",
	[COMPONENT_NVIDIA] = "nvidia",
	[COMPONENT_STATIC] = "static-libs",
	[COMPONENT_HEADERS] = "headers",
	[COMPONENT_COMPILER] = "compiler",
	[COMPONENT_NSIGHT] = "nsight",
	[COMPONENT_TOOLKIT] = "toolkit",
	[COMPONENT_TORCH] = "torch",
	[COMPONENT_TORCHVISION] = "torchvision",
	[COMPONENT_TORCHAUDIO] = "torchaudio",
	[COMPONENT_TRITON] = "triton",
	[COMPONENT_TENSORFLOW] = "tensorflow",
	[COMPONENT_JAX] = "jax",
	[COMPONENT_CUPY] = "cupy",
	[COMPONENT_RAPIDS] = "rapids",
	[COMPONENT_VLLM] = "vllm",
	[COMPONENT_SGLANG] = "sglang",
	[COMPONENT_FLASH_ATTN] = "flash-attn",
	[COMPONENT_XFORMERS] = "xformers",
	[COMPONENT_DEEPSPEED] = "deepspeed",
	[COMPONENT_BITSANDBYTES] = "bitsandbytes",
	[COMPONENT_TRANSFORMER_ENGINE] = "transformer-engine",
	[COMPONENT_ONNXRUNTIME] = "onnxruntime",
	[COMPONENT_PADDLE] = "paddle",
	[COMPONENT_MXNET] = "mxnet",
	[COMPONENT_FAISS] = "faiss",
};

struct named {
	const char *name; /* glob */
	enum component component;
};

/* Libraries, without their "lib". */
static const struct named libraries[] = {
	{"cuda.so*", COMPONENT_DRIVER},
	{"cudadebugger.so*", COMPONENT_DRIVER},
	{"cudart*", COMPONENT_CUDART},
	{"cublas*", COMPONENT_CUBLAS},
	{"cudnn*", COMPONENT_CUDNN},
	{"cufft*", COMPONENT_CUFFT},
	{"cufile*", COMPONENT_CUFILE},
	{"curand*", COMPONENT_CURAND},
	{"cusolver*", COMPONENT_CUSOLVER},
	{"cusparseLt*", COMPONENT_CUSPARSELT},
	{"cusparse*", COMPONENT_CUSPARSE},
	{"cutensor.so*", COMPONENT_CUTENSOR},
	{"cutensorMg.so*", COMPONENT_CUTENSOR},
	{"cupti*", COMPONENT_CUPTI},
	{"nvblas*", COMPONENT_CUBLAS},
	{"nccl*", COMPONENT_NCCL},
	{"npp*", COMPONENT_NPP},
	{"nvJitLink*", COMPONENT_NVJITLINK},
	{"nvjpeg*", COMPONENT_NVJPEG},
	{"nvrtc*", COMPONENT_NVRTC},
	{"nvshmem*", COMPONENT_NVSHMEM},
	{"nvinfer*", COMPONENT_TENSORRT},
	{"nvonnxparser*", COMPONENT_TENSORRT},
	{"nvidia-container*", COMPONENT_NONE},
	{"nvidia-*", COMPONENT_DRIVER},
	{"nvcuvid.so*", COMPONENT_DRIVER},
	{"nvoptix.so*", COMPONENT_DRIVER},
	{"torch.so*", COMPONENT_TORCH},
	{"torch_c*", COMPONENT_TORCH},
	{"tensorflow_cc.so*", COMPONENT_TENSORFLOW},
	{"tensorflow_framework.so*", COMPONENT_TENSORFLOW},
	{"onnxruntime*", COMPONENT_ONNXRUNTIME},
};

/* Directories in site-packages and dist-packages. */
static const struct named modules[] = {
	{"torch", COMPONENT_TORCH},
	{"torchgen", COMPONENT_TORCH},
	{"functorch", COMPONENT_TORCH},
	{"torchvision*", COMPONENT_TORCHVISION},
	{"torchaudio*", COMPONENT_TORCHAUDIO},
	{"triton", COMPONENT_TRITON},
	{"tensorflow", COMPONENT_TENSORFLOW},
	{"tensorrt*", COMPONENT_TENSORRT},
	{"jax", COMPONENT_JAX},
	{"jaxlib", COMPONENT_JAX},
	{"jax_*", COMPONENT_JAX},
	{"cupy*", COMPONENT_CUPY},
	{"cudf", COMPONENT_RAPIDS},
	{"libcudf", COMPONENT_RAPIDS},
	{"cuml", COMPONENT_RAPIDS},
	{"libcuml", COMPONENT_RAPIDS},
	{"cugraph", COMPONENT_RAPIDS},
	{"libcugraph", COMPONENT_RAPIDS},
	{"raft_dask", COMPONENT_RAPIDS},
	{"pylibraft", COMPONENT_RAPIDS},
	{"libraft", COMPONENT_RAPIDS},
	{"rmm", COMPONENT_RAPIDS},
	{"librmm", COMPONENT_RAPIDS},
	{"vllm", COMPONENT_VLLM},
	{"sglang", COMPONENT_SGLANG},
	{"sgl_kernel", COMPONENT_SGLANG},
	{"flash_attn*", COMPONENT_FLASH_ATTN},
	{"xformers", COMPONENT_XFORMERS},
	{"deepspeed", COMPONENT_DEEPSPEED},
	{"bitsandbytes", COMPONENT_BITSANDBYTES},
	{"transformer_engine", COMPONENT_TRANSFORMER_ENGINE},
	{"onnxruntime", COMPONENT_ONNXRUNTIME},
	{"paddle", COMPONENT_PADDLE},
	{"mxnet", COMPONENT_MXNET},
	{"faiss", COMPONENT_FAISS},
};

/* Directories in site-packages/nvidia. */
static const struct named wheels[] = {
	{"cuda_runtime", COMPONENT_CUDART},
	{"cublas", COMPONENT_CUBLAS},
	{"cudnn", COMPONENT_CUDNN},
	{"cufft", COMPONENT_CUFFT},
	{"cufile", COMPONENT_CUFILE},
	{"curand", COMPONENT_CURAND},
	{"cusolver", COMPONENT_CUSOLVER},
	{"cusparse", COMPONENT_CUSPARSE},
	{"cusparselt", COMPONENT_CUSPARSELT},
	{"cutensor", COMPONENT_CUTENSOR},
	{"cuda_cupti", COMPONENT_CUPTI},
	{"nccl", COMPONENT_NCCL},
	{"npp", COMPONENT_NPP},
	{"nvjitlink", COMPONENT_NVJITLINK},
	{"nvjpeg", COMPONENT_NVJPEG},
	{"cuda_nvrtc", COMPONENT_NVRTC},
	{"nvshmem", COMPONENT_NVSHMEM},
	{"cuda_nvcc", COMPONENT_COMPILER},
	{"*", COMPONENT_NVIDIA},
};

/* Directories of a toolkit. */
static const struct named tools[] = {
	{"compat", COMPONENT_DRIVER},   {"compat-*", COMPONENT_DRIVER},
	{"include", COMPONENT_HEADERS}, {"bin", COMPONENT_COMPILER},
	{"nvvm", COMPONENT_COMPILER},   {"nvvm-prev", COMPONENT_COMPILER},
	{"nsight*", COMPONENT_NSIGHT},  {"libnvvp", COMPONENT_NSIGHT},
	{"nvml", COMPONENT_HEADERS},    {"*", COMPONENT_TOOLKIT},
};

static bool find(const struct named *v, size_t n, struct str name,
                 enum component *out)
{
	for (size_t i = 0; i < n; i++)
		if (str_glob(str_c(v[i].name), name)) {
			*out = v[i].component;
			return true;
		}
	return false;
}

#define FIND(table, name, out) \
	find(table, sizeof table / sizeof *table, name, out)

/* The component of path from *at on; *at goes behind it and its slash. */
static struct str next_part(struct str path, size_t *at)
{
	struct str rest = str_from(path, *at), part = STR("");

	(void)str_next(&rest, '/', &part);
	*at = path.n - rest.n;
	return part;
}

/* Where the part that ended in front of at ends. */
static size_t end_of(struct str path, size_t at)
{
	return at && path.p[at - 1] == '/' ? at - 1 : at;
}

/* usr/local/cuda-12.4/…, opt/cuda/…: at is behind "cuda-12.4". */
static struct home of_toolkit(struct str dir, size_t at)
{
	struct home s = {COMPONENT_TOOLKIT, end_of(dir, at), false};
	struct str part = next_part(dir, &at);

	if (part.n == 0)
		return s;
	if (str_eq(part, STR("targets"))) {
		(void)next_part(dir, &at);
		part = next_part(dir, &at);
	}
	(void)FIND(tools, part, &s.component);
	s.place_n = end_of(dir, at);
	return s;
}

/* …/site-packages/…: at is behind it. */
static struct home of_site(struct str dir, size_t at)
{
	struct home s = {0};
	struct str part = next_part(dir, &at);
	bool nvidia = str_eq(part, STR("nvidia"));

	if (nvidia) {
		part = next_part(dir, &at);
		(void)FIND(wheels, part, &s.component);
	} else if (!FIND(modules, part, &s.component)) {
		return s;
	}
	s.place_n = end_of(dir, at);
	return s;
}

static bool is_toolkit(struct str parent, struct str part)
{
	if (!str_eq(part, STR("cuda")) && !str_has_prefix(part, STR("cuda-")))
		return false;
	return str_eq(parent, STR("usr/local")) || str_eq(parent, STR("opt"));
}

static bool is_site(struct str part)
{
	return str_eq(part, STR("site-packages")) ||
	       str_eq(part, STR("dist-packages"));
}

/* Directories outside both. */
static struct home of_fixed(struct str dir)
{
	static const struct named fixed[] = {
		{"usr/lib/nvidia-cuda-toolkit", COMPONENT_COMPILER},
		{"opt/nvidia/nsight-compute", COMPONENT_NSIGHT},
		{"opt/nvidia/nsight-systems", COMPONENT_NSIGHT},
		{"opt/nvidia/hpc_sdk", COMPONENT_TOOLKIT},
	};

	for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++) {
		struct str place = str_c(fixed[i].name);

		if (path_is_under(dir, place))
			return (struct home){fixed[i].component, place.n,
			                     false};
	}
	return (struct home){0};
}

struct home component_home(struct str dir)
{
	struct home s = of_fixed(dir);
	size_t at = 0;

	while (s.component == COMPONENT_NONE && at < dir.n) {
		struct str parent = {dir.p, end_of(dir, at)};
		struct str part = next_part(dir, &at);

		if (is_site(part))
			s = of_site(dir, at);
		else if (is_toolkit(parent, part))
			s = of_toolkit(dir, at);
	}
	s.only = s.component == COMPONENT_NSIGHT ||
	         str_eq(path_base(dir), STR("stubs"));
	return s;
}

/* Most names are settled by their first letters. */
static bool may_be_library(struct str base)
{
	return str_has_prefix(base, STR("lib")) && base.n > 6 &&
	       (base.p[3] == 'c' || base.p[3] == 'n' || base.p[3] == 't' ||
	        base.p[3] == 'o');
}

enum component component_of(struct home home, struct str base, size_t *place_n)
{
	enum component named;

	*place_n = home.component ? home.place_n : SIZE_MAX;
	if (home.only || !may_be_library(base) ||
	    !FIND(libraries, str_from(base, 3), &named))
		return home.component;
	if (named && str_has_suffix(base, STR(".a")))
		named = COMPONENT_STATIC;
	if (named != home.component)
		*place_n = SIZE_MAX;
	return named;
}
