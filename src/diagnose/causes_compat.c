/* User-mode driver and kernel module do not fit together. */
#include "diagnose/weigh.h"

static bool says_compat(const struct clue *c)
{
	return c && str_contains(c->value, STR("compat"));
}

/* The directory of a compat package on the loader's path. */
static bool weigh_path(struct weighing *w, enum level level)
{
	static const enum detail where[] = {DETAIL_LIBCUDA, DETAIL_PATHS};
	bool any = false;

	for (size_t i = 0; i < sizeof where / sizeof *where; i++) {
		const struct clue *c = clues_detail(w->clues, where[i]);

		if (!says_compat(c))
			continue;
		weigh_clue(w, c,
		           STR("the image's compat directory is where "
		               "libcuda comes from"));
		weigh_raise(w, level);
		any = true;
	}
	return any;
}

/* model 6#3; 6#6 where the branch is the same */
static void weigh_unsupported(struct weighing *w)
{
	const struct host_seen *h = w->host;
	bool newer = h->loaded == LOADED_NEWER;
	bool seen = weigh_has(w, SYM_COMPAT);

	if (!seen && !(newer && h->no_compat && !h->same_branch))
		return;
	if (newer)
		weigh_loaded(w);
	if (h->no_compat)
		weigh_unfit_gpu(w, "has no forward compatibility");
	(void)weigh_path(w, LEVEL_LIKELY);
	if (seen && newer && h->no_compat && !h->same_branch)
		weigh_raise(w, LEVEL_CERTAIN);
	else if (!seen)
		weigh_raise(w, LEVEL_LIKELY);
	if (h->same_branch || h->all_compat || h->wsl)
		weigh_cap(w, LEVEL_POSSIBLE);
}

/* model 6#6, 6#7: the state between an upgrade and the reboot */
static void weigh_half(struct weighing *w)
{
	const struct host_seen *h = w->host;
	bool newer = h->loaded == LOADED_NEWER && h->same_branch;

	if (w->level == LEVEL_NONE)
		return;
	if (weigh_has(w, SYM_SIGN_UPGRADE))
		(void)weigh_symptom(w, SYM_SIGN_UPGRADE, LEVEL_LIKELY);
	if (newer && weigh_has(w, SYM_COMPAT)) {
		weigh_loaded(w);
		weigh_raise(w, LEVEL_LIKELY);
	}
	if (h->wsl)
		weigh_cap(w, LEVEL_POSSIBLE);
}

/* model 6#5 */
static void weigh_older(struct weighing *w)
{
	const struct host_seen *h = w->host;
	bool path, older = h->loaded == LOADED_OLDER;

	if (w->level == LEVEL_NONE)
		return;
	if (older)
		weigh_loaded(w);
	path = weigh_path(w, LEVEL_LIKELY);
	if (older && path)
		weigh_raise(w, LEVEL_CERTAIN);
	if (h->loaded == LOADED_NEWER || (older && h->same_branch && !path))
		weigh_cap(w, LEVEL_POSSIBLE);
}

/* model 14.6, 14.7: a whole driver was frozen into the image */
static void weigh_bundled(struct weighing *w)
{
	const struct host_seen *h = w->host;
	bool other = h->loaded == LOADED_OLDER && h->umd.n;

	if (w->level == LEVEL_NONE)
		return;
	if (other && weigh_has(w, SYM_DSO_MISMATCH) && h->same_branch) {
		weigh_loaded(w);
		weigh_raise(w, LEVEL_LIKELY);
	}
	if (weigh_has(w, SYM_NVML_MISMATCH) && h->umd.n && h->driver.n &&
	    w->clues->sightings.n) {
		weigh_clue(w, clues_detail(w->clues, DETAIL_UMD),
		           WEIGH_FMT(w, "the host's driver is " STR_F,
		                     STR_A(h->driver)));
		weigh_raise(w, LEVEL_LIKELY);
	}
}

/* Does the branch of the loaded libcuda begin above this GPU? */
static bool is_dropped(struct weighing *w, const struct fleet_gpu *g)
{
	const struct clue *umd = clues_detail(w->clues, DETAIL_UMD);
	const struct branch *b =
		umd ? know_branch_of(w->know, umd->value) : NULL;

	if (!b || !b->min_cc.n || !g->compute_capability.n ||
	    version_cmp_str(g->compute_capability, b->min_cc) >= 0)
		return false;
	weigh_clue(w, umd,
	           WEIGH_FMT(w,
	                     "R%lld drives GPUs from compute capability " STR_F
	                     " on, " STR_F " has " STR_F,
	                     (long long)b->branch, STR_A(b->min_cc),
	                     STR_A(g->name), STR_A(g->compute_capability)));
	return true;
}

/* model 14.2, 14.4: it knows the GPUs of its own branch only */
static void weigh_dropped(struct weighing *w)
{
	const struct host_seen *h = w->host;

	if (!weigh_has(w, SYM_NO_DEVICE) || h->loaded != LOADED_NEWER ||
	    h->no_compat)
		return;
	(void)weigh_symptom(w, SYM_NO_DEVICE, LEVEL_LIKELY);
	weigh_loaded(w);
	slice_for (const struct fleet_gpu, g, h->pool.gpus)
		if (is_dropped(w, g))
			weigh_raise(w, LEVEL_CERTAIN);
}

const struct cause causes_of_compat[] = {
	{
		.id = "compat-on-unsupported-gpu",
		.outcome = OUT_804,
		.title = "the image's compat libcuda runs on a GPU that does "
			 "not allow it",
		.why = "The image has a newer user-mode driver "
		       "(/usr/local/cuda/compat, package cuda-compat) than the "
		       "host's kernel module.  The toolkit puts it in front "
		       "without a look at the GPU, and on GeForce, TITAN and "
		       "other consumer cards it refuses to run.",
		.on_host = "raise the driver to the image's CUDA; or "
			   "cuda-compat-mode = \"disabled\" in "
			   "/etc/nvidia-container-runtime/config.toml "
			   "(toolkit 1.17.7 and later)",
		.in_image = "`-e LD_LIBRARY_PATH=/usr/lib/x86_64-linux-gnu` "
			    "puts the host's libcuda first (toolkit 1.17.5 "
			    "and later, images like Debian's)",
		.in_dockerfile = "`RUN apt-get purge -y 'cuda-compat-*'`, or "
				 "`RUN rm -rf /usr/local/cuda*/compat`; "
				 "minor-version compatibility then often "
				 "suffices",
		.tell = "`nvidia-smi` in the container: a higher CUDA Version "
			"than on the host is the compat library; the same one "
			"speaks for a driver upgrade without a reboot",
		.source = "model 3.3, 6#3; nvidia-docker#1515",
		.by = {{SYM_COMPAT, LEVEL_LIKELY}},
		.weigh = weigh_unsupported,
	},
	{
		.id = "compat-older-than-driver",
		.outcome = OUT_803,
		.title = "the image's libcuda is older than the host's driver",
		.why = "A compat directory in LD_LIBRARY_PATH or ld.so.conf.d "
		       "wins over the host's libcuda although it is older, "
		       "and an older user-mode driver never works.",
		.on_host = "start it with `--gpus all` instead of "
			   "--runtime=nvidia or CDI, which leave the image's "
			   "ld.so.conf.d in front (toolkit 1.18.1 and later)",
		.in_image = "`-e LD_LIBRARY_PATH=` without the compat "
			    "directory",
		.in_dockerfile = "`RUN rm -f /etc/ld.so.conf.d/*cuda-compat* "
				 "&& ldconfig`, and no compat directory in ENV "
				 "LD_LIBRARY_PATH; or purge cuda-compat",
		.tell = "`ldconfig -p | grep libcuda.so.1` and `echo "
			"$LD_LIBRARY_PATH` in the container",
		.source = "model 5.2, 6#5; gpustack#4678",
		.by = {{SYM_MISMATCH, LEVEL_LIKELY}},
		.weigh = weigh_older,
	},
	{
		.id = "driver-in-image",
		.outcome = OUT_803,
		.title = "the image carries a driver of its own",
		.why = "libcuda or libnvidia-ml of another version than the "
		       "host's was installed, or frozen into the image "
		       "(docker commit, enroot export), and is found first.",
		.in_image = "build it again on a machine, and in a way, that "
			    "installs no driver",
		.in_dockerfile = "remove libnvidia-compute-*, nvidia-utils-*, "
				 "cuda-drivers and the meta package cuda; "
				 "install cuda-toolkit-X-Y instead",
		.tell = "`docker run --rm --entrypoint sh IMAGE -c 'find / "
			"-name \"libcuda.so*\" -o -name \"libnvidia-ml.so*\"'` "
			"without --gpus: anything but stubs and compat is "
			"it",
		.source = "model 5.3, 14.6, 14.7; enroot#96",
		.by = {{SYM_MISMATCH, LEVEL_POSSIBLE},
                       {SYM_NVML_MISMATCH, LEVEL_POSSIBLE},
                       {SYM_DSO_MISMATCH, LEVEL_POSSIBLE}},
		.weigh = weigh_bundled,
	},
	{
		.id = "driver-half-upgraded",
		.title = "the host's driver was upgraded, and its old kernel "
			 "module still runs",
		.why = "Packages (mostly unattended-upgrade) replaced the "
		       "libraries; the module in memory is the old one until "
		       "the host is rebooted.",
		.on_host = "reboot; or stop all users of the GPU and `rmmod "
			   "nvidia_uvm nvidia_drm nvidia_modeset nvidia && "
			   "modprobe nvidia`; hold the packages back with "
			   "apt-mark hold",
		.tell = "`cat /proc/driver/nvidia/version` beside `modinfo -F "
			"version nvidia` on the host",
		.source = "model 6#6, 6#7; nvidia-container-toolkit#394",
		.by = {{SYM_HOST_MISMATCH, LEVEL_CERTAIN},
                       {SYM_NVML_MISMATCH, LEVEL_LIKELY},
                       {SYM_COMPAT, LEVEL_POSSIBLE},
                       {SYM_MISMATCH, LEVEL_POSSIBLE},
                       {SYM_DSO_MISMATCH, LEVEL_POSSIBLE}},
		.weigh = weigh_half,
	},
	{
		.id = "compat-drops-gpu",
		.outcome = OUT_100,
		.title = "the image's newer libcuda does not know this GPU, or "
			 "this kernel module",
		.why = "Forward compatibility is in use, and its driver branch "
		       "no longer drives the GPU's generation, or does not "
		       "list the host's branch.",
		.on_host = "cuda-compat-mode = \"disabled\", or a newer driver "
			   "if one still drives the GPU",
		.in_dockerfile = "remove cuda-compat; a base of an older CUDA "
				 "for GPUs that were dropped",
		.tell = "`nvidia-smi` on the host shows the GPU, and a program "
			"on the host finds it",
		.source = "model 14.2, 14.4; jax#15961, triton#3518",
		.weigh = weigh_dropped,
	},
};
const size_t causes_of_compat_n =
	sizeof causes_of_compat / sizeof *causes_of_compat;
