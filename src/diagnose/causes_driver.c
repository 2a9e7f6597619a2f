/* The host's driver, its GPUs, and what a program sees of them. */
#include "diagnose/weigh.h"

static struct str minor_of(struct weighing *w, struct str cuda)
{
	struct version v = version_lead(cuda);

	return WEIGH_FMT(w, "%u.%u", v.part[0], v.part[1]);
}

/* Is what the program was built with more than the driver has? */
static bool runtime_is_newer(struct weighing *w)
{
	const struct clue *made = clues_detail(w->clues, DETAIL_RUNTIME);
	struct str has = w->host->range.high;

	if (!made || !has.n || w->host->wsl ||
	    version_lead(made->value).part[0] <= version_lead(has).part[0])
		return false;
	weigh_clue(w, made,
	           WEIGH_FMT(w,
	                     "driver " STR_F " has CUDA " STR_F
	                     ", the program is of CUDA " STR_F,
	                     STR_A(w->host->driver), STR_A(has),
	                     STR_A(minor_of(w, made->value))));
	return true;
}

/* torch names the CUDA of the libcuda that it found; model 7 */
static void weigh_too_old(struct weighing *w)
{
	const struct host_seen *h = w->host;

	if (w->level == LEVEL_NONE)
		return;
	if (weigh_has(w, SYM_TOO_OLD) && h->cuda.n && h->range.high.n &&
	    version_cmp_str(h->cuda, h->range.high) <= 0 &&
	    version_cmp_str(h->cuda, h->range.low) >= 0) {
		weigh_line(w, w->evidence.v[0].line, w->evidence.v[0].quote,
		           WEIGH_FMT(w,
		                     "CUDA " STR_F " is what driver " STR_F
		                     " has",
		                     STR_A(h->cuda), STR_A(h->driver)));
		weigh_raise(w, LEVEL_CERTAIN);
	}
	if (runtime_is_newer(w))
		weigh_raise(w, LEVEL_CERTAIN);
	if (h->loaded == LOADED_OLDER)
		weigh_cap(w, LEVEL_POSSIBLE);
}

/* An older libcuda answers for a driver that is new enough. */
static void weigh_shadowed(struct weighing *w)
{
	if (w->host->loaded != LOADED_OLDER ||
	    !(weigh_has(w, SYM_TOO_OLD) || weigh_has(w, SYM_INSUFFICIENT)))
		return;
	(void)weigh_symptom(w, SYM_TOO_OLD, LEVEL_LIKELY);
	(void)weigh_symptom(w, SYM_INSUFFICIENT, LEVEL_LIKELY);
	weigh_loaded(w);
}

static void weigh_hidden(struct weighing *w)
{
	const struct clue *c = clues_detail(w->clues, DETAIL_HIDDEN);
	bool none = c && c->value.n && c->value.p[0] == '-';

	if (!c ||
	    !(weigh_has(w, SYM_NO_DEVICE) || weigh_has(w, SYM_BAD_ORDINAL)))
		return;
	(void)weigh_symptom(w, SYM_NO_DEVICE, LEVEL_POSSIBLE);
	(void)weigh_symptom(w, SYM_BAD_ORDINAL, LEVEL_POSSIBLE);
	weigh_clue(w, c,
	           none || !c->value.n ?
	                   STR("this hides every GPU from CUDA") :
	                   STR("only these are visible, and counted from 0"));
	weigh_raise(w, none && weigh_has(w, SYM_NO_DEVICE) ? LEVEL_CERTAIN :
	                                                     LEVEL_LIKELY);
}

static void weigh_fabric(struct weighing *w)
{
	if (weigh_has(w, SYM_NOT_READY) && weigh_has(w, SYM_FABRIC))
		weigh_raise(w, LEVEL_CERTAIN);
}

static void weigh_no_device(struct weighing *w)
{
	if (w->level == LEVEL_NONE)
		return;
	if (w->host->loaded == LOADED_NEWER)
		weigh_cap(w, LEVEL_POSSIBLE);
}

const struct cause causes_of_driver[] = {
	{
		.id = "driver-not-loaded",
		.title = "the host's NVIDIA driver does not run",
		.why = "Its kernel module is not loaded: not installed, not "
		       "built for the running kernel, refused by Secure Boot, "
		       "or nouveau has the GPU.  No image can work there.",
		.on_host = "`lsmod | grep nvidia; dkms status; dmesg | grep -i "
			   "-e nvrm -e nouveau`; install the driver and the "
			   "headers of the running kernel, and reboot",
		.tell = "`nvidia-smi` on the host",
		.source = "model 2.3",
		.by = {{SYM_NOT_LOADED, LEVEL_CERTAIN},
                       {SYM_HOST_TROUBLE, LEVEL_LIKELY}},
	},
	{
		.id = "fabric-manager-down",
		.outcome = OUT_802,
		.title = "the NVSwitch fabric of the host is not up",
		.why = "On HGX and DGX boards CUDA waits for the fabric "
		       "manager.  It does not run, is of another version than "
		       "the driver, or is still at work.  The image is not at "
		       "fault.",
		.on_host = "install nvidia-fabricmanager of exactly the "
			   "driver's version, then `systemctl enable --now "
			   "nvidia-fabricmanager`",
		.tell = "`systemctl status nvidia-fabricmanager`; Fabric in "
			"`nvidia-smi -q`",
		.source = "model 6#9; ollama#12136",
		.by = {{SYM_NOT_READY, LEVEL_LIKELY},
                       {SYM_FABRIC, LEVEL_POSSIBLE}},
		.weigh = weigh_fabric,
	},
	{
		.id = "ngc-compat-unavailable",
		.title = "the NGC image is newer than the driver, and its "
			 "compat library does not work here",
		.why = "The image's entrypoint tried its own libcuda and left "
		       "it off.  The program runs on the host's driver: within "
		       "one CUDA major that may do, else it fails with 35 or "
		       "222.",
		.on_host = "raise the driver to what the message names",
		.in_image = "a monthly release of NGC for the driver (support "
			    "matrix of the framework)",
		.in_dockerfile = "FROM an older release",
		.tell = "the code in brackets behind the message: 804 is a GPU "
			"without forward compatibility, 803 a driver branch",
		.source = "model 8; nvidia-docker#1479",
		.by = {{SYM_NGC_UNAVAILABLE, LEVEL_CERTAIN}},
	},
	{
		.id = "stub-loaded",
		.outcome = OUT_34,
		.title = "the toolkit's stub is loaded in place of the driver",
		.why = "A stubs directory is in LD_LIBRARY_PATH or "
		       "ld.so.conf.d.  It is for the linker only.",
		.in_image = "`-e LD_LIBRARY_PATH=` without stubs",
		.in_dockerfile = "stubs belong to LIBRARY_PATH or -L; set "
				 "LD_LIBRARY_PATH in the one RUN that needs "
				 "it, not in ENV",
		.tell = "`echo $LD_LIBRARY_PATH; ldconfig -p | grep "
			"libcuda.so.1` in the container",
		.source = "model 5.3, 6#8",
		.by = {{SYM_STUB, LEVEL_CERTAIN}},
	},
	{
		.id = "libcuda-shadowed",
		.outcome = OUT_35,
		.title = "an older libcuda in the image answers instead of the "
			 "host's",
		.why = "The host's driver is new enough, but a copy in the "
		       "image is found before it.",
		.in_dockerfile = "remove driver and compat packages, and their "
				 "directories from LD_LIBRARY_PATH",
		.tell = "`ldconfig -p | grep libcuda.so.1` and `nvidia-smi` in "
			"the container and on the host",
		.source = "model 5.3, 6#5",
		.weigh = weigh_shadowed,
	},
	{
		.id = "driver-too-old",
		.outcome = OUT_35,
		.title = "the host's driver is too old for the program's CUDA",
		.why = "The program was built for a newer CUDA major than the "
		       "driver has (before CUDA 11: a newer minor), or the "
		       "driver is below the floor of that major.",
		.on_host = "raise the driver (`cudalint know cuda VERSION` has "
			   "the lowest)",
		.in_image = "a build for the driver's CUDA: the CUDA Version "
			    "of `nvidia-smi` on the host",
		.in_dockerfile = "install the framework's build for that CUDA; "
				 "for data-centre GPUs, install cuda-compat",
		.tell = "`nvidia-smi` in the container: if it is not found "
			"either, or no GPU is listed, the container has no "
			"driver at all (35 means both)",
		.source = "model 7",
		.by = {{SYM_TOO_OLD, LEVEL_LIKELY},
                       {SYM_INSUFFICIENT, LEVEL_LIKELY}},
		.weigh = weigh_too_old,
	},
	{
		.id = "devices-hidden",
		.outcome = OUT_100,
		.title = "CUDA_VISIBLE_DEVICES hides the GPU",
		.why = "It is empty, negative, or names a GPU that the "
		       "container does not have: inside, they are counted "
		       "from 0 again.",
		.on_host = "unset it, or 0 for the first GPU handed over",
		.in_dockerfile = "no ENV CUDA_VISIBLE_DEVICES",
		.tell = "`nvidia-smi -L` and `env | grep VISIBLE` in the "
			"container",
		.source = "model 6#10",
		.weigh = weigh_hidden,
	},
	{
		.id = "no-such-device",
		.title = "the program asks for a GPU number that is not there",
		.why = "It counts on more GPUs than the container was given.",
		.on_host = "hand over more GPUs, or lower the program's device "
			   "number (cuda:0 is the first)",
		.tell = "`nvidia-smi -L` in the container",
		.source = "CUDA Runtime API, cudaErrorInvalidDevice",
		.by = {{SYM_BAD_ORDINAL, LEVEL_LIKELY}},
	},
	{
		.id = "no-device-visible",
		.outcome = OUT_100,
		.title = "libcuda is there and sees no GPU",
		.why = "No /dev/nvidia* was handed over, a device rule forbids "
		       "it, or the driver does not drive this GPU's "
		       "generation.",
		.on_host = "`docker run --gpus all`; look at "
			   "NVIDIA_VISIBLE_DEVICES and CUDA_VISIBLE_DEVICES",
		.tell = "`ls -l /dev/nvidia*; nvidia-smi -L` in the container",
		.source = "model 6#10, 14.4",
		.by = {{SYM_NO_DEVICE, LEVEL_LIKELY}},
		.weigh = weigh_no_device,
	},
	{
		.id = "gpu-not-driven",
		.title = "the driver runs, but drives no GPU",
		.why = "The GPU is too old or too new for this driver branch, "
		       "needs the other flavour of kernel module (open or "
		       "proprietary), is passed through to a virtual machine, "
		       "or has failed.",
		.on_host = "`dmesg | grep -i nvrm; lspci -nn | grep -i nvidia`",
		.tell = "`cudalint know gpu NAME` says from which driver on",
		.source = "model 14.4",
		.by = {{SYM_NO_GPU_FOUND, LEVEL_LIKELY}},
	},
	{
		.id = "gpu-failed",
		.title = "the GPU has failed",
		.why = "The driver has lost it, or its memory has errors that "
		       "cannot be corrected.",
		.on_host = "`dmesg | grep Xid`; reset or reboot, then look at "
			   "power, cooling and the slot",
		.tell = "`nvidia-smi -q -d ECC,PAGE_RETIREMENT`",
		.source = "NVIDIA Xid Errors",
		.by = {{SYM_GPU_LOST, LEVEL_CERTAIN}},
	},
	{
		.id = "gpu-busy",
		.title = "the GPU is taken by another process",
		.why = "It is in exclusive mode, its MIG devices are not made, "
		       "or a process that died still holds it.",
		.on_host = "`nvidia-smi -q -d COMPUTE`; `nvidia-smi -c 0`; end "
			   "the processes that `nvidia-smi` lists",
		.tell = "Compute Mode and MIG Mode in `nvidia-smi -q`",
		.source = "CUDA Runtime API, cudaErrorDevicesUnavailable",
		.by = {{SYM_BUSY, LEVEL_LIKELY}},
	},
	{
		.id = "init-failed",
		.title = "CUDA did not start in this process",
		.why = "A fork after the first use of CUDA, a second libcuda "
		       "in the process, or a driver in a bad state.",
		.on_host = "try `nvidia-smi` and another CUDA program in the "
			   "same container",
		.tell = "does a small program of its own work there?",
		.source = "CUDA Runtime API, cudaErrorInitializationError",
		.by = {{SYM_NOT_INITIALIZED, LEVEL_POSSIBLE}},
	},
	{
		.id = "driver-in-bad-state",
		.title = "the driver answers with an unknown error",
		.why = "nvidia-uvm is not loaded or its device is missing in "
		       "the container, the host came back from suspend, or "
		       "the devices of a running container were taken away.",
		.on_host = "`nvidia-modprobe -u -c=0`, or `rmmod nvidia_uvm && "
			   "modprobe nvidia_uvm`; restart the container",
		.tell = "`ls -l /dev/nvidia-uvm` in the container, `dmesg | "
			"tail` on the host, and the same program there",
		.source = "model 6#10; ollama#6364",
		.by = {{SYM_UNKNOWN_ERROR, LEVEL_POSSIBLE}},
	},
};
const size_t causes_of_driver_n =
	sizeof causes_of_driver / sizeof *causes_of_driver;
