#include "lint/codes.h"

const struct code_doc code_docs[] = {
	{
		.outcome = OUT_REFUSED,
		.name = "",
		.means =
			"The container does not start: a program of the "
			"NVIDIA container toolkit stops it, and docker run "
			"prints its message, for instance \"requirement error: "
			"unsatisfied condition: cuda>=12.8\".",
		.causes = "NVIDIA_REQUIRE_CUDA (or CUDA_VERSION without it) "
			  "does not admit the driver, or one of the visible "
			  "GPUs; the expression is malformed; an unknown word "
			  "in NVIDIA_DRIVER_CAPABILITIES; compat libraries in "
			  "several directories; a link where WSL2 mounts a "
			  "file.",
		.cures = "Raise the driver or use a base image of an older "
			 "CUDA; NVIDIA_DISABLE_REQUIRE=true only where the "
			 "gate asks for more than the image needs.  Stacks "
			 "that use CDI do not look at the gate.",
		.source = "model 2, 3.2, 5.3, 5.4",
	},
	{
		.outcome = OUT_NO_GPU,
		.name = "",
		.means = "The container starts, but without any GPU.",
		.causes = "NVIDIA_VISIBLE_DEVICES is void, none or unset, and "
			  "nothing on the command line asks for GPUs.",
		.cures = "Start it with --gpus all, or set "
			 "NVIDIA_VISIBLE_DEVICES=all.",
		.source = "model 2.1",
	},
	{
		.outcome = OUT_WRONG_ARCH,
		.name = "",
		.means = "The image is for another CPU architecture: \"exec "
			 "format error\".",
		.causes = "An amd64 image on GH200, GB10 or Jetson hosts, or "
			  "the reverse.",
		.cures = "Build for both platforms and push an index.",
		.source = "OCI image-spec v1.1, config.md",
	},
	{
		.outcome = OUT_34,
		.name = "cudaErrorStubLibrary",
		.means = "The libcuda that is loaded is the toolkit's stub, "
			 "which exists to be linked against and has no code.",
		.causes = "A stubs directory in LD_LIBRARY_PATH or "
			  "ld.so.conf.d.",
		.cures = "Keep stubs to LIBRARY_PATH and the linker's -L.",
		.source = "model 5.1, 6#8",
	},
	{
		.outcome = OUT_35,
		.name = "cudaErrorInsufficientDriver",
		.means = "The driver is too old for the CUDA runtime, or no "
			 "libcuda.so.1 is found at all.  PyTorch says \"The "
			 "NVIDIA driver on your system is too old\" or \"Found "
			 "no NVIDIA driver\".",
		.causes = "A runtime of a newer CUDA major than the driver "
			  "has (before CUDA 11: of a newer minor); a driver "
			  "below the floor of the major; the container was "
			  "started without GPUs, or without the capability "
			  "compute.",
		.cures = "Raise the driver; use a build for an older CUDA; on "
			 "data-centre GPUs add the cuda-compat package.",
		.source = "model 7, 5.4",
	},
	{
		.outcome = OUT_36,
		.name = "cudaErrorCallRequiresNewerDriver",
		.means = "A call needs a newer driver than there is, though "
			 "the driver is good enough to start.",
		.causes = "Minor-version compatibility: the runtime is newer "
			  "than the driver within one CUDA major, and the "
			  "program uses what is new in it.",
		.cures = "Raise the driver to the runtime's own.",
		.source = "model 7",
	},
	{
		.outcome = OUT_100,
		.name = "cudaErrorNoDevice",
		.means = "libcuda works, but sees no GPU.",
		.causes = "No device is passed into the container, "
			  "CUDA_VISIBLE_DEVICES is empty, or the driver no "
			  "longer supports the GPU's generation.",
		.cures = "Ask for the GPU (--gpus all) and look at "
			 "NVIDIA_VISIBLE_DEVICES and CUDA_VISIBLE_DEVICES.",
		.source = "model 6#10, 14.2",
	},
	{
		.outcome = OUT_209,
		.name = "cudaErrorNoKernelImageForDevice",
		.means = "The program has no device code that this GPU can "
			 "run.  It is seen at the first kernel, not at start.",
		.causes = "A build older than the GPU, without PTX (torch for "
			  "CUDA 10.2 on A100), or a build that dropped the "
			  "GPU's generation (CUDA 13 on V100).",
		.cures = "Install a build that has the GPU's sm_XX; own code: "
			 "add it to -gencode or TORCH_CUDA_ARCH_LIST.",
		.source = "model 7",
	},
	{
		.outcome = OUT_221,
		.name = "cudaErrorJitCompilerNotFound",
		.means = "PTX has to be compiled, and the compiler library "
			 "libnvidia-ptxjitcompiler is not there.",
		.causes = "libcuda alone was copied into the image or mounted.",
		.cures = "Let the container toolkit inject the driver.",
		.source = "model 7",
	},
	{
		.outcome = OUT_222,
		.name = "cudaErrorUnsupportedPtxVersion",
		.means = "PTX was made by a newer toolkit than the driver's "
			 "compiler knows.",
		.causes = "Minor-version compatibility covers machine code "
			  "only: a GPU for which there is PTX alone, or PTX "
			  "made at run time (NVRTC, Triton), needs the "
			  "toolkit's own driver.",
		.cures = "Raise the driver; ship machine code for the GPU; on "
			 "data-centre GPUs add the cuda-compat package, which "
			 "has its own compiler.",
		.source = "model 7",
	},
	{
		.outcome = OUT_802,
		.name = "cudaErrorSystemNotReady",
		.means = "The host is not ready for CUDA yet.",
		.causes = "An NVSwitch system (HGX) whose fabric manager does "
			  "not run, or runs in another version than the "
			  "driver.",
		.cures = "Start nvidia-fabricmanager on the host; the image "
			 "is not at fault.",
		.source = "model 6#9",
	},
	{
		.outcome = OUT_803,
		.name = "cudaErrorSystemDriverMismatch",
		.means = "The user-mode driver (libcuda) and the kernel module "
			 "do not fit together.",
		.causes = "The image's libcuda is older than the host's "
			  "driver and is loaded all the same: a compat "
			  "directory in LD_LIBRARY_PATH or ld.so.conf.d, or a "
			  "driver installed in the image.",
		.cures = "Take the directory off the loader's path, purge the "
			 "compat or driver package.",
		.source = "model 6#5, 5.2",
	},
	{
		.outcome = OUT_804,
		.name = "cudaErrorCompatNotSupportedOnDevice",
		.means = "Forward compatibility was attempted on hardware that "
			 "does not support it: the image's newer libcuda runs "
			 "over the host's older kernel module on a GeForce, "
			 "TITAN or other consumer GPU.",
		.causes = "The cuda-compat package of the base image "
			  "(/usr/local/cuda/compat) is newer than the host's "
			  "driver, and the container toolkit puts it in "
			  "front; or the driver was upgraded without a "
			  "reboot.",
		.cures = "apt-get purge the cuda-compat package in the image "
			 "(minor-version compatibility then often suffices); "
			 "raise the driver; set cuda-compat-mode to disabled "
			 "on the host.",
		.source = "model 6#3, 3.3",
	},
	{
		.outcome = OUT_DEPENDS,
		.name = "",
		.means = "What the fleet profile leaves open decides: each "
			 "possibility was played through, and they end "
			 "differently.",
		.causes = "The toolkit's version or mode, how GPUs are "
			  "requested, or which GPUs are visible is not said.",
		.cures = "Complete the profile, or try one stack with "
			 "--assume.",
		.source = "model 11.2",
	},
	{
		.outcome = OUT_UNKNOWN,
		.name = "",
		.means = "It cannot be told.  That is never a pass.",
		.causes = "Part of the image could not be read, the GPU is not "
			  "in the tables, or the rule that would decide is not "
			  "firm.",
		.cures = "See the gaps, and the steps marked unsure with "
			 "--why.",
		.source = "model 11.3",
	},
};
const size_t code_docs_n = sizeof code_docs / sizeof *code_docs;

const struct code_doc *code_doc_get(struct str code)
{
	for (size_t i = 0; i < code_docs_n; i++) {
		const struct code_doc *d = &code_docs[i];

		if (str_eq_nocase(str_c(outcome_names[d->outcome]), code) ||
		    (d->name[0] && str_eq_nocase(str_c(d->name), code)))
			return d;
	}
	return NULL;
}
