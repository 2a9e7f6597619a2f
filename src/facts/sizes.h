/*
 * sizes.h - what the files of an image weigh, and who brought them.
 *
 * Shape:   plain data; a row is what one layer wrote of one component in one
 *          directory and what became of it.
 * Units:   bytes of files as unpacked, hard links once; layers as indices.
 * Owner:   the arena of the image's facts.
 * Errors:  none; what is hidden is a lower bound: of small files only whole
 *          directories count.
 * Source:  file names; images.md A5.
 */
#ifndef FACTS_SIZES_H
#define FACTS_SIZES_H

#include "base/record.h"

/* Parts of CUDA and what is built on it, as their files are called. */
enum component {
	COMPONENT_NONE, /* anything else */
	COMPONENT_DRIVER,
	COMPONENT_CUDART,
	COMPONENT_CUBLAS,
	COMPONENT_CUDNN,
	COMPONENT_CUFFT,
	COMPONENT_CUFILE,
	COMPONENT_CURAND,
	COMPONENT_CUSOLVER,
	COMPONENT_CUSPARSE,
	COMPONENT_CUSPARSELT,
	COMPONENT_CUTENSOR,
	COMPONENT_CUPTI,
	COMPONENT_NCCL,
	COMPONENT_NPP,
	COMPONENT_NVJITLINK,
	COMPONENT_NVJPEG,
	COMPONENT_NVRTC,
	COMPONENT_NVSHMEM,
	COMPONENT_TENSORRT,
	COMPONENT_NVIDIA, /* other wheels in site-packages/nvidia */
	COMPONENT_STATIC, /* static libraries of the toolkit */
	COMPONENT_HEADERS,
	COMPONENT_COMPILER,
	COMPONENT_NSIGHT,  /* profilers, debuggers */
	COMPONENT_TOOLKIT, /* the rest of a toolkit's directory */
	COMPONENT_TORCH,
	COMPONENT_TORCHVISION,
	COMPONENT_TORCHAUDIO,
	COMPONENT_TRITON,
	COMPONENT_TENSORFLOW,
	COMPONENT_JAX,
	COMPONENT_CUPY,
	COMPONENT_RAPIDS,
	COMPONENT_VLLM,
	COMPONENT_SGLANG,
	COMPONENT_FLASH_ATTN,
	COMPONENT_XFORMERS,
	COMPONENT_DEEPSPEED,
	COMPONENT_BITSANDBYTES,
	COMPONENT_TRANSFORMER_ENGINE,
	COMPONENT_ONNXRUNTIME,
	COMPONENT_PADDLE,
	COMPONENT_MXNET,
	COMPONENT_FAISS,
	COMPONENT_N
};

extern const char *const component_names[COMPONENT_N];

enum { SIZE_SHIFT_MAX = 50 };
/* More is no file that somebody has; sums of them fit. */
#define SIZE_BYTES_MAX (INT64_C(1) << SIZE_SHIFT_MAX)

struct size_row {
	enum component component;
	struct str place;  /* the component's directory, or what was removed */
	int64_t layer;     /* that wrote the files */
	int64_t bytes;     /* of them */
	int64_t files;     /* names with bytes of their own */
	int64_t hidden_by; /* layer that removed or replaced them; 0: none */
	bool again;        /* that layer has the same names and sizes */
};

struct size_rows {
	struct size_row *v;
	size_t n;
};

struct sizes {
	bool measured; /* every layer was read */
	bool partial;  /* there is more than the rows have */
	struct size_rows rows;
};

/* Of the libraries that CUDA's packages and wheels have alike. */
bool component_is_library(enum component c);
/* "1.2 GB", "12 GB", "340 MB", "7 kB" */
struct str size_text(int64_t bytes, struct arena *a);

#endif
