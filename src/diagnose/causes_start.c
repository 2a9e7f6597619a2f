/* The container does not start. */
#include "diagnose/weigh.h"

#include <string.h>

static const struct branch *branch_with(const struct know *k, struct str cuda)
{
	slice_for (const struct branch, b, k->branches)
		if (version_cmp_str(b->cuda, cuda) >= 0)
			return b;
	return NULL;
}

/* model 2.4: with the text of 1.0.3 and older, which names the last factor. */
static void weigh_gate(struct weighing *w)
{
	const struct clue *gate = clues_detail(w->clues, DETAIL_GATE);
	struct str has = host_cuda(w->host, w->arena);
	struct str head, rest, cuda;
	const struct branch *b;

	if (!gate || w->level == LEVEL_NONE)
		return;
	if (str_has_prefix(gate->value, STR("brand")))
		weigh_clue(w, gate,
		           STR("old toolkits name the last clause that "
		               "failed: the CUDA version before it failed "
		               "too, and a toolkit before 1.9 knows few "
		               "brands"));
	if (!str_has_prefix(gate->value, STR("cuda")))
		return;
	(void)str_cut(gate->value, '=', &head, &rest);
	rest = str_trim(rest);
	for (cuda = rest, cuda.n = 0; cuda.n < rest.n; cuda.n++)
		if (!strchr("0123456789.", cuda.p[cuda.n]))
			break;
	b = cuda.n ? branch_with(w->know, cuda) : NULL;
	if (b)
		weigh_clue(w, gate,
		           WEIGH_FMT(w,
		                     "CUDA " STR_F
		                     " is in drivers from R%lld on",
		                     STR_A(cuda), (long long)b->branch));
	if (has.n)
		weigh_clue(w, gate,
		           WEIGH_FMT(w, "driver " STR_F " has CUDA " STR_F,
		                     STR_A(w->host->driver), STR_A(has)));
}

static void weigh_arch(struct weighing *w)
{
	if (weigh_has(w, SYM_EXEC_FORMAT) && weigh_has(w, SYM_OTHER_PLATFORM))
		weigh_raise(w, LEVEL_CERTAIN);
}

const struct cause causes_of_start[] = {
	{
		.id = "toolkit-not-registered",
		.title = "Docker does not know how to hand over GPUs",
		.why = "The NVIDIA container toolkit is not installed where "
		       "the daemon runs, or the daemon was not restarted "
		       "after it was.",
		.on_host = "install nvidia-container-toolkit, then "
			   "`nvidia-ctk runtime configure --runtime=docker && "
			   "systemctl restart docker`; a daemon in a snap, in "
			   "rootless mode or in Docker Desktop has a "
			   "configuration of its own",
		.tell = "`docker info` lists the runtime nvidia; `docker "
			"context ls` says which daemon answers",
		.source = "model 1.1; nvidia-docker#1034",
		.by = {{SYM_NO_GPU_DRIVER, LEVEL_CERTAIN},
                       {SYM_NO_RUNTIME, LEVEL_CERTAIN}},
	},
	{
		.id = "cdi-device-unknown",
		.title = "no CDI specification has the device that is asked "
			 "for",
		.why = "The file in /etc/cdi or /var/run/cdi is absent, older "
		       "than the GPUs or the driver, or in a directory that "
		       "the engine does not read.",
		.on_host = "`nvidia-ctk cdi generate "
			   "--output=/var/run/cdi/nvidia.yaml` (again after "
			   "each driver update), then `nvidia-ctk cdi list`",
		.tell = "`nvidia-ctk cdi list` beside the name in the message",
		.source = "model 1.1; nvidia-container-toolkit#146, #1239",
		.by = {{SYM_CDI_UNKNOWN, LEVEL_CERTAIN}},
	},
	{
		.id = "cdi-not-enabled",
		.title = "the Docker daemon does not take CDI devices",
		.why = "--device with a CDI name wants the feature cdi, which "
		       "releases before 28.2 have off.",
		.on_host = "`\"features\": {\"cdi\": true}` in "
			   "/etc/docker/daemon.json and a restart; or start "
			   "the container with --gpus all",
		.tell = "`docker version`, and cdi in `docker info`",
		.source = "model 1.1; nvidia-container-toolkit#434",
		.by = {{SYM_CDI_OFF, LEVEL_CERTAIN}},
	},
	{
		.id = "hook-cannot-serve-this-host",
		.title = "--gpus does not work on this host",
		.why = "The toolkit is configured for, or has found, a mode "
		       "that the hook behind --gpus does not have: csv on "
		       "Jetson, or cdi.",
		.on_host = "start it with `--runtime=nvidia` and without "
			   "--gpus",
		.tell = "mode in /etc/nvidia-container-runtime/config.toml",
		.source = "model 1.2",
		.by = {{SYM_HOOK_MODE, LEVEL_CERTAIN}},
	},
	{
		.id = "gate-unsatisfied",
		.outcome = OUT_REFUSED,
		.title = "the image asks for a newer driver than the host has",
		.why = "NVIDIA_REQUIRE_CUDA of the image (or CUDA_VERSION "
		       "where that is absent) does not admit this driver, or "
		       "one of the visible GPUs, so the toolkit refuses to "
		       "start it.  It says what the base image was made for, "
		       "not what your program needs.",
		.on_host = "raise the driver; or start with `-e "
			   "NVIDIA_DISABLE_REQUIRE=true` where minor-version "
			   "compatibility is enough (the compat package of "
			   "the image may then answer 804)",
		.in_image = "a tag of an older CUDA",
		.in_dockerfile = "FROM a base of the driver's CUDA version; "
				 "`cudalint fix` finds one",
		.tell = "`nvidia-smi` on the host: its CUDA Version is what "
			"the gate compares",
		.source = "model 2.2-2.7",
		.by = {{SYM_GATE, LEVEL_CERTAIN}},
		.weigh = weigh_gate,
	},
	{
		.id = "gate-malformed",
		.outcome = OUT_REFUSED,
		.title = "NVIDIA_REQUIRE_* of the image cannot be evaluated",
		.why = "An operator, a property or a version in it is none "
		       "that nvidia-container-cli knows.",
		.in_dockerfile = "correct the variable; `cudalint require "
				 "EXPRESSION` checks it",
		.tell = "`docker inspect -f '{{.Config.Env}}' IMAGE`",
		.source = "model 2.5",
		.by = {{SYM_GATE_INVALID, LEVEL_CERTAIN}},
	},
	{
		.id = "cuda-version-malformed",
		.outcome = OUT_REFUSED,
		.title = "CUDA_VERSION of the image is no version",
		.why = "Without NVIDIA_REQUIRE_CUDA the toolkit makes a gate "
		       "of CUDA_VERSION, and takes no more than three "
		       "numbers.",
		.in_dockerfile = "ENV NVIDIA_REQUIRE_CUDA with a value, or "
				 "CUDA_VERSION with at most three numbers",
		.tell = "`docker inspect -f '{{.Config.Env}}' IMAGE`",
		.source = "model 2.2",
		.by = {{SYM_GATE_VERSION, LEVEL_CERTAIN}},
	},
	{
		.id = "capability-unknown",
		.outcome = OUT_REFUSED,
		.title = "NVIDIA_DRIVER_CAPABILITIES has a word that the "
			 "toolkit refuses",
		.why = "Every word in it must be a capability that the host's "
		       "configuration allows.",
		.on_host = "supported-driver-capabilities in "
			   "/etc/nvidia-container-runtime/config.toml",
		.in_dockerfile = "`ENV "
				 "NVIDIA_DRIVER_CAPABILITIES=compute,utility`",
		.tell = "the message has both lists",
		.source = "model 5.4",
		.by = {{SYM_CAPABILITIES, LEVEL_CERTAIN}},
	},
	{
		.id = "compat-in-several-directories",
		.outcome = OUT_REFUSED,
		.title = "the image's compat libraries lie in several "
			 "directories",
		.why = "The toolkit (1.17.7 and later) puts one directory "
		       "first, and refuses when links in "
		       "/usr/local/cuda/compat lead to more.",
		.on_host = "cuda-compat-mode = \"disabled\" in "
			   "/etc/nvidia-container-runtime/config.toml",
		.in_dockerfile = "keep one cuda-compat package, or none",
		.tell = "`ls -l /usr/local/cuda/compat/` in the image",
		.source = "model 3.2",
		.by = {{SYM_COMPAT_SPLIT, LEVEL_CERTAIN}},
	},
	{
		.id = "driver-file-in-the-way",
		.outcome = OUT_REFUSED,
		.title = "the image has a file where the toolkit mounts the "
			 "driver's",
		.why = "It was made by docker commit, or with a driver "
		       "installed: libcuda.so.1 or libnvidia-ml.so.1 is in "
		       "the image.  Under WSL2 these names are mounted as "
		       "they are, so the mount fails.",
		.in_image = "build it again from a Dockerfile instead of "
			    "committing a container",
		.in_dockerfile = "`RUN rm -f "
				 "/usr/lib/x86_64-linux-gnu/libcuda.so.1 "
				 "/usr/lib/x86_64-linux-gnu/libnvidia-*.so.1` "
				 "as the last step; install no driver packages",
		.tell = "`docker run --rm --entrypoint ls IMAGE -l "
			"/usr/lib/x86_64-linux-gnu/` without --gpus",
		.source = "model 5.3; nvidia-docker#1551, #1699",
		.by = {{SYM_FILE_EXISTS, LEVEL_CERTAIN}},
	},
	{
		.id = "device-not-there",
		.title = "the GPU that is asked for does not exist on this "
			 "host",
		.why = "NVIDIA_VISIBLE_DEVICES or --gpus names an index or "
		       "UUID that no GPU has.",
		.on_host = "take a name from `nvidia-smi -L`, or all",
		.tell = "`nvidia-smi -L` on the host",
		.source = "model 2.3",
		.by = {{SYM_UNKNOWN_DEVICE, LEVEL_CERTAIN}},
	},
	{
		.id = "nvml-missing-on-host",
		.title = "the host has no driver libraries that the toolkit "
			 "can find",
		.why = "libnvidia-ml.so.1 is not in the host's ld.so.cache: no "
		       "driver is installed, or the daemon runs where it "
		       "cannot see it (a snap, Docker Desktop's VM).",
		.on_host = "install the driver; `ldconfig -p | grep "
			   "libnvidia-ml`",
		.tell = "`nvidia-smi` on the host, and where `docker context "
			"ls` points",
		.source = "model 2.3",
		.by = {{SYM_HOST_NO_NVML, LEVEL_CERTAIN}},
	},
	{
		.id = "ldconfig-failed",
		.title = "ldconfig failed inside the container",
		.why = "The toolkit runs the host's ldconfig in the "
		       "container's file system: a root file system of "
		       "another CPU, one that cannot be written, a host's "
		       "ldconfig too new or too old for it.",
		.on_host = "compare `ldconfig` in "
			   "/etc/nvidia-container-runtime/config.toml with "
			   "where the host has it; on Debian and Ubuntu that "
			   "is @/sbin/ldconfig.real or @/sbin/ldconfig",
		.in_image = "pull it again: layers may be damaged",
		.tell = "`docker run --rm IMAGE ldconfig -p` without --gpus; "
			"debug in config.toml",
		.source = "model 2.3; libnvidia-container#177",
		.by = {{SYM_LDCONFIG, LEVEL_LIKELY}},
	},
	{
		.id = "cgroup-refused",
		.title = "the toolkit may not open the devices for the "
			 "container",
		.why = "It could not change the container's device cgroup: "
		       "rootless Docker, a kernel or toolkit without cgroup "
		       "v2 support, a container in a container.",
		.on_host = "a current toolkit; in rootless mode no-cgroups = "
			   "true in /etc/nvidia-container-runtime/config.toml; "
			   "or CDI",
		.tell = "`docker info` on cgroup version and rootless",
		.source = "model 2.3; nvidia-container-toolkit#1482",
		.by = {{SYM_CGROUP, LEVEL_LIKELY}},
	},
	{
		.id = "wrong-arch",
		.outcome = OUT_WRONG_ARCH,
		.title = "the image is for another CPU",
		.why = "An amd64 image on an arm64 host, or the reverse.",
		.in_image = "build for both platforms and push an index",
		.tell = "`docker image inspect -f '{{.Architecture}}' IMAGE` "
			"and `uname -m`; a script without its first line says "
			"the same",
		.source = "OCI image-spec v1.1, config.md",
		.by = {{SYM_OTHER_PLATFORM, LEVEL_LIKELY},
                       {SYM_EXEC_FORMAT, LEVEL_LIKELY}},
		.weigh = weigh_arch,
	},
	{
		.id = "no-gpu-to-schedule",
		.title = "no node of the cluster has a free GPU to give",
		.why = "The pod asks for nvidia.com/gpu, and no node that it "
		       "may run on offers that many: they are taken, or the "
		       "device plugin does not run there.",
		.on_host = "`kubectl get nodes -o "
			   "custom-columns=N:.metadata.name,G:.status."
			   "allocatable` and the device plugin's pods",
		.tell = "Allocatable in `kubectl describe node`",
		.source = "Kubernetes, device plugins",
		.by = {{SYM_NO_NODE, LEVEL_CERTAIN}},
	},
};
const size_t causes_of_start_n =
	sizeof causes_of_start / sizeof *causes_of_start;
