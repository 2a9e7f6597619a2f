/* The device code and the libraries of the program do not fit. */
#include "diagnose/weigh.h"

/* torch's warning alone also comes where PTX would do; model 14.13 */
static void weigh_kernel(struct weighing *w)
{
	const struct clue *sm = clues_detail(w->clues, DETAIL_SM);
	const struct clue *built = clues_detail(w->clues, DETAIL_BUILT);

	if (w->level == LEVEL_NONE)
		return;
	if (built)
		weigh_clue(w, built,
		           sm ? WEIGH_FMT(w,
		                          "the GPU is sm_" STR_F
		                          ", and the build has none for it",
		                          STR_A(sm->value)) :
		                STR("what the build is for"));
	if (weigh_has(w, SYM_NO_KERNEL) && weigh_has(w, SYM_GPU_NOT_IN_BUILD))
		weigh_raise(w, LEVEL_CERTAIN);
}

/* libcuda and libnvidia-* are the driver's, and most others no concern of
 * CUDA: those of the toolkit are told by their names. */
static bool is_of_toolkit(const struct weighing *w, struct str name)
{
	const struct known_library *l =
		know_library(w->know, WEIGH_FMT(w, "lib/" STR_F, STR_A(name)));

	return (l && l->role == ROLE_LIBRARY) ||
	       str_has_prefix(name, STR("libcudart.so"));
}

static void weigh_library(struct weighing *w)
{
	slice_for (const struct clue, c, *w->clues) {
		bool named = c->detail == DETAIL_LIBRARY;

		if (named ? !is_of_toolkit(w, c->value) :
		            c->symptom != SYM_NO_LIBRARY)
			continue;
		weigh_clue(w, c, (struct str){0});
		weigh_raise(w, LEVEL_CERTAIN);
	}
}

static void weigh_ptx(struct weighing *w)
{
	const struct clue *made = clues_detail(w->clues, DETAIL_RUNTIME);
	struct str has = host_cuda(w->host, w->arena);

	if (w->level && has.n && w->host->driver.n)
		weigh_line(w, w->evidence.v[0].line, w->evidence.v[0].quote,
		           WEIGH_FMT(w,
		                     "driver " STR_F
		                     " compiles PTX of CUDA " STR_F
		                     " and older",
		                     STR_A(w->host->driver), STR_A(has)));
	if (w->level && made)
		weigh_clue(w, made, STR(""));
}

const struct cause causes_of_code[] = {
	{
		.id = "no-kernel-for-gpu",
		.outcome = OUT_209,
		.title = "the program has no device code that this GPU can run",
		.why = "It was built before the GPU came out and carries no "
		       "PTX, or its CUDA has dropped the GPU's generation.  "
		       "It starts, and fails at the first kernel.",
		.in_image = "an image with a build for this GPU",
		.in_dockerfile = "install a build that has the GPU's sm_XX "
				 "(torch: another cuNNN index); own code: add "
				 "it to -gencode or TORCH_CUDA_ARCH_LIST",
		.tell = "`python -c 'import torch; "
			"print(torch.cuda.get_arch_list())'`; `cudalint code "
			"FILE` on the library",
		.source = "model 7, 14.13",
		.by = {{SYM_NO_KERNEL, LEVEL_LIKELY},
                       {SYM_GPU_NOT_IN_BUILD, LEVEL_LIKELY},
                       {SYM_BAD_FUNCTION, LEVEL_POSSIBLE}},
		.weigh = weigh_kernel,
	},
	{
		.id = "ptx-newer-than-driver",
		.outcome = OUT_222,
		.title = "the program's PTX is newer than the driver's "
			 "compiler",
		.why = "Minor-version compatibility covers machine code only. "
		       "Where there is PTX alone for the GPU, or PTX is made "
		       "at run time (NVRTC, Triton, Numba), the driver must "
		       "be of that toolkit's version.",
		.on_host = "raise the driver to that of the toolkit",
		.in_image = "a build for the driver's CUDA version",
		.in_dockerfile =
			"compile machine code for the GPU "
			"(-gencode arch=compute_XX,code=sm_XX), or "
			"with the toolkit of the driver's version; for "
			"data-centre GPUs, install cuda-compat",
		.tell = "`nvidia-smi` on the host beside `nvcc --version` of "
			"the build",
		.source = "model 7",
		.by = {{SYM_PTX_VERSION, LEVEL_CERTAIN}},
		.weigh = weigh_ptx,
	},
	{
		.id = "jit-compiler-missing",
		.outcome = OUT_221,
		.title = "PTX has to be compiled, and the driver's compiler is "
			 "not there",
		.why = "libnvidia-ptxjitcompiler.so.1 is missing: libcuda "
		       "alone was copied into the image or mounted.",
		.on_host = "let the container toolkit hand over the driver",
		.in_dockerfile = "do not copy libcuda into the image",
		.tell = "`ldconfig -p | grep ptxjitcompiler` in the container",
		.source = "model 7",
		.by = {{SYM_NO_JIT, LEVEL_CERTAIN}},
	},
	{
		.id = "ptx-invalid",
		.title = "the driver could not compile the program's PTX",
		.why = "The PTX is damaged, made for another generation "
		       "(sm_XXa runs on that one only), or refused by an "
		       "older compiler.",
		.on_host = "raise the driver",
		.in_dockerfile = "build machine code for the GPU",
		.tell = "the log of the compiler (CU_JIT_ERROR_LOG_BUFFER); "
			"`cudalint code FILE`",
		.source = "model 15.4",
		.by = {{SYM_BAD_PTX, LEVEL_LIKELY}},
	},
	{
		.id = "call-needs-newer-driver",
		.outcome = OUT_36,
		.title = "the program uses what only a newer driver has",
		.why = "Within one CUDA major an older driver is enough to "
		       "start, but not for what came with later versions.",
		.on_host = "raise the driver to that of the program's CUDA",
		.in_image = "a build for the driver's CUDA version",
		.in_dockerfile = "for data-centre GPUs, install cuda-compat",
		.tell = "`nvidia-smi` on the host beside the CUDA that the "
			"program was built with",
		.source = "model 7",
		.by = {{SYM_NEWER_CALL, LEVEL_CERTAIN}},
	},
	{
		.id = "toolchain-too-old-for-gpu",
		.title = "the CUDA compiler in use does not know this GPU",
		.why = "nvcc or ptxas is older than the GPU, or so new that it "
		       "has dropped it; Triton brings a ptxas of its own.",
		.in_dockerfile = "a devel base of a CUDA that has the GPU; for "
				 "Triton a newer release, or "
				 "TRITON_PTXAS_PATH=/usr/local/cuda/bin/ptxas",
		.tell = "`nvcc --list-gpu-arch`; `cudalint know arch sm_XX`",
		.source = "model 15.4",
		.by = {{SYM_TOOLCHAIN, LEVEL_CERTAIN}},
	},
	{
		.id = "cpu-only-build",
		.title = "the framework was built without CUDA",
		.why = "What is installed is the CPU build: from another "
		       "index, by a resolver that preferred it, or for a CPU "
		       "that has no other on PyPI.",
		.in_dockerfile =
			"install from the index with CUDA builds and "
			"pin the local version (+cuNNN), or jax[cudaNN]",
		.tell = "`python -c 'import torch; print(torch.__version__, "
			"torch.version.cuda)'`",
		.source = "model 16.6",
		.by = {{SYM_CPU_BUILD, LEVEL_CERTAIN}},
	},
	{
		.id = "cuda-library-missing",
		.title = "a library of the CUDA toolkit is not in the image",
		.why = "The program was built against a major version that is "
		       "not installed, or its directory is not where the "
		       "loader looks.  The driver is not at fault: it never "
		       "has libcudart, cuBLAS or cuDNN.",
		.in_dockerfile = "a runtime base instead of base, of the "
				 "library's CUDA major; or the nvidia-*-cuNN "
				 "wheels",
		.tell = "`ldd FILE | grep 'not found'` in the container",
		.source = "model 7",
		.by = {{SYM_NO_CUDART, LEVEL_POSSIBLE}},
		.weigh = weigh_library,
	},
	{
		.id = "library-older-than-build",
		.title = "a CUDA library in the image is older than the "
			 "program was built for",
		.why = "Another copy than the framework's own is loaded first, "
		       "mostly by LD_LIBRARY_PATH.",
		.in_dockerfile = "remove LD_LIBRARY_PATH, or install the "
				 "version that the message wants",
		.tell = "`LD_DEBUG=libs` on the program",
		.source = "jax#18027, jax#22416",
		.by = {{SYM_OLD_LIBRARY, LEVEL_CERTAIN}},
	},
	{
		.id = "forked-after-init",
		.title = "the program forks after it has used CUDA",
		.why = "A child process cannot use its parent's CUDA; image, "
		       "driver and GPU are not at fault.",
		.in_image = "start methods spawn or forkserver "
			    "(multiprocessing.set_start_method; "
			    "VLLM_WORKER_MULTIPROC_METHOD=spawn)",
		.tell = "it works in one process",
		.source = "CUDA C++ Programming Guide, contexts and fork",
		.by = {{SYM_FORKED, LEVEL_CERTAIN}},
	},
	{
		.id = "out-of-memory",
		.title = "the GPU's memory is full",
		.why = "CUDA works; the program, or others on the same GPU, "
		       "want more memory than it has.",
		.on_host = "`nvidia-smi` lists the processes on it",
		.tell = "memory usage in `nvidia-smi`",
		.source = "CUDA Runtime API, cudaErrorMemoryAllocation",
		.by = {{SYM_OUT_OF_MEMORY, LEVEL_CERTAIN}},
	},
	{
		.id = "fault-in-program",
		.title = "a kernel of the program went wrong",
		.why = "CUDA works; a kernel read or wrote where it may not, "
		       "or a check in it failed.",
		.in_image = "run it with CUDA_LAUNCH_BLOCKING=1, or under "
			    "compute-sanitizer",
		.tell = "does it happen with another program on the same GPU?",
		.source = "CUDA Runtime API, cudaErrorIllegalAddress",
		.by = {{SYM_ILLEGAL_ADDRESS, LEVEL_LIKELY}},
	},
};
const size_t causes_of_code_n = sizeof causes_of_code / sizeof *causes_of_code;
