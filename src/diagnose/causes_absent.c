/* The container starts, and no driver is in it. */
#include "diagnose/weigh.h"

static bool any_of(const struct weighing *w, const enum symptom *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (weigh_has(w, v[i]))
			return true;
	return false;
}

/* Nothing of a driver is there. */
static bool sees_no_driver(const struct weighing *w)
{
	static const enum symptom signs[] = {SYM_NO_DRIVER, SYM_NO_LIBCUDA,
	                                     SYM_NGC_NO_DRIVER, SYM_NO_SMI};

	return any_of(w, signs, sizeof signs / sizeof *signs);
}

static bool any_request(const struct weighing *w)
{
	static const enum symptom signs[] = {SYM_SIGN_GPUS, SYM_SIGN_RUNTIME,
	                                     SYM_SIGN_CDI};

	return any_of(w, signs, sizeof signs / sizeof *signs);
}

/* model 2.1.  Docker 29.2 sets void where it hands over GPUs by CDI itself:
 * only where there is no driver, it is what it says; model 1.1. */
static void weigh_visible(struct weighing *w, const struct clue *v)
{
	bool is_void = str_eq(v->value, STR("void"));

	if (!is_void && !str_eq(v->value, STR("none")))
		return;
	weigh_clue(w, v,
	           STR("with this value no GPU is handed over, unless the "
	               "command line asks for one"));
	if (is_void && sees_no_driver(w))
		weigh_raise(w, LEVEL_CERTAIN);
	else if (!is_void && weigh_has(w, SYM_NO_DEVICE))
		weigh_raise(w, LEVEL_LIKELY);
}

static void weigh_no_request(struct weighing *w)
{
	const struct clue *v = clues_detail(w->clues, DETAIL_VISIBLE);

	if (w->level == LEVEL_NONE)
		return;
	if (weigh_has(w, SYM_SIGN_NO_REQUEST) && weigh_has(w, SYM_SIGN_RUNC)) {
		enum level level =
			sees_no_driver(w) ? LEVEL_CERTAIN : LEVEL_LIKELY;

		(void)weigh_symptom(w, SYM_SIGN_NO_REQUEST, level);
		(void)weigh_symptom(w, SYM_SIGN_RUNC, level);
	} else if (any_request(w)) {
		weigh_cap(w, LEVEL_POSSIBLE);
	} else if (v) {
		weigh_visible(w, v);
	}
}

/* model 5.4: without compute or video there is no libcuda, unless by CDI. */
static void weigh_capability(struct weighing *w)
{
	const struct clue *caps = clues_detail(w->clues, DETAIL_WANTS);
	struct str rest, word;
	bool gives = false;

	if (!caps || caps->value.n == 0 || weigh_has(w, SYM_CAPABILITIES))
		return;
	for (rest = caps->value; str_next(&rest, ',', &word);)
		gives |= str_eq(word, STR("compute")) ||
		         str_eq(word, STR("video")) || str_eq(word, STR("all"));
	if (gives)
		return;
	(void)weigh_symptom(w, SYM_NO_DRIVER, LEVEL_LIKELY);
	(void)weigh_symptom(w, SYM_NO_LIBCUDA, LEVEL_LIKELY);
	(void)weigh_symptom(w, SYM_INSUFFICIENT, LEVEL_LIKELY);
	if (w->level)
		weigh_clue(w, caps,
		           STR("without compute or video the toolkit hands "
		               "over no libcuda"));
}

static void weigh_reload(struct weighing *w)
{
	if (w->level)
		(void)weigh_symptom(w, SYM_SIGN_RELOAD, LEVEL_CERTAIN);
}

const struct cause causes_of_absent[] = {
	{
		.id = "devices-lost",
		.title = "a running container has lost its GPUs",
		.why = "systemd reloaded its units and set the container's "
		       "device rules again, without the GPUs that the toolkit "
		       "had added.",
		.on_host = "restart the container; then keep it from coming "
			   "back: `nvidia-ctk system create-dev-char-symlinks "
			   "--create-all`, CDI, or the cgroupfs driver",
		.tell = "`nvidia-smi` on the host works, and a new container "
			"does too",
		.source = "nvidia-container-toolkit#48",
		.by = {{SYM_NVML_UNKNOWN, LEVEL_LIKELY}},
		.weigh = weigh_reload,
	},
	{
		.id = "capability-missing",
		.outcome = OUT_35,
		.title = "the container was started without the capability "
			 "compute",
		.why = "NVIDIA_DRIVER_CAPABILITIES leaves it out, so the "
		       "toolkit does not hand over libcuda.",
		.on_host = "`-e NVIDIA_DRIVER_CAPABILITIES=compute,utility`",
		.in_dockerfile = "`ENV "
				 "NVIDIA_DRIVER_CAPABILITIES=compute,utility`, "
				 "or no such line",
		.tell = "`ldconfig -p | grep libcuda.so.1` in the container",
		.source = "model 5.4",
		.weigh = weigh_capability,
	},
	{
		.id = "container-without-gpu",
		.outcome = OUT_NO_GPU,
		.title = "no driver is there: the container was started "
			 "without GPUs",
		.why = "Nothing asked the toolkit to hand over the host's "
		       "driver, so there is no libcuda.so.1 and no "
		       "/dev/nvidia*.  A build step (RUN) has none either.",
		.on_host = "`docker run --gpus all`; in Compose "
			   "deploy.resources.reservations.devices; in "
			   "Kubernetes a limit on nvidia.com/gpu",
		.in_dockerfile = "do not ask for the GPU in RUN; name what you "
				 "build for, as in TORCH_CUDA_ARCH_LIST",
		.tell = "`nvidia-smi` and `ls /dev/nvidia*` in the container; "
			"where they work, see which libcuda `ldconfig -p` has",
		.source = "model 2.1, 6#10",
		.by = {{SYM_NO_DRIVER, LEVEL_LIKELY},
                       {SYM_NGC_NO_DRIVER, LEVEL_LIKELY},
                       {SYM_NO_LIBCUDA, LEVEL_LIKELY},
                       {SYM_NO_SMI, LEVEL_LIKELY},
                       {SYM_INSUFFICIENT, LEVEL_POSSIBLE},
                       {SYM_NO_DEVICE, LEVEL_POSSIBLE}},
		.weigh = weigh_no_request,
	},
};
const size_t causes_of_absent_n =
	sizeof causes_of_absent / sizeof *causes_of_absent;
