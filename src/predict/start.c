#include "base/path.h"
#include "predict/trial.h"

static bool env(const struct trial *t, struct str name, struct str *value)
{
	return facts_env(t->facts, name, value);
}

static void check_platform(struct trial *t)
{
	struct str have = t->facts->config.architecture;
	struct str want = t->sc->pool->arch;
	struct str os = t->facts->config.os;

	if (os.n && !str_eq(os, STR("linux"))) {
		have = os;
		want = STR("linux");
	}
	if (have.n == 0 || str_eq(have, want))
		return;
	trial_say(t, "platform", RESULT_FAIL, "S", STR("OCI image config"),
	          TRIAL_FMT(t, "the image is for " STR_F ", the host is " STR_F,
	                    STR_A(have), STR_A(want)));
	trial_end(t, OUT_WRONG_ARCH, STAGE_START, STR(""));
}

/* Nothing is known of what the image asks for. */
static void check_config(struct trial *t)
{
	if (t->ended || !facts_unsure(t->facts, GROUP_CONFIG))
		return;
	trial_say(t, "config", RESULT_UNSURE, "?", STR("gaps"),
	          STR("part of the image's configuration is not known"));
	trial_end(t, OUT_UNKNOWN, STAGE_START, STR(""));
}

enum wish { WISH_NOTHING, WISH_LIBRARIES, WISH_GPUS, WISH_UNSURE };

static bool is_index(const struct trial *t, struct str word)
{
	uint64_t i, count = 0;

	slice_for (struct fleet_gpu, g, t->sc->pool->gpus)
		count += (uint64_t)g->count;
	return str_uint(word, &i) && i < count;
}

/* The words of NVIDIA_VISIBLE_DEVICES; model 2.1. */
static enum wish wish_of(const struct trial *t, struct str value)
{
	struct str word;
	size_t n = 0, all = 0, none = 0, unsure = 0;

	while (str_next(&value, ',', &word)) {
		word = str_trim(word);
		if (str_eq(word, STR("void")))
			return WISH_NOTHING;
		n += word.n > 0;
		all += str_eq(word, STR("all"));
		none += str_eq(word, STR("none"));
		unsure += word.n && !is_index(t, word);
	}
	if (n == 0 || all)
		return n ? WISH_GPUS : WISH_NOTHING;
	if (none)
		return WISH_LIBRARIES;
	return unsure ? WISH_UNSURE : WISH_GPUS;
}

/* Plain Docker passes what the image's own environment says; Kubernetes sets
 * the variable itself. */
static bool asks_by_image(const struct trial *t)
{
	const struct container *c = &t->sc->pool->container;

	if (t->sc->stack->request != REQUEST_RUNTIME &&
	    c->request != REQUEST_RUNTIME)
		return false;
	return t->sc->answer[OPEN_ENV] ||
	       (c->request == REQUEST_RUNTIME && trial_is_docker(c));
}

static void say_devices(struct trial *t, enum step_result r, struct str detail)
{
	trial_say(t, "devices", r, "S", STR("model 2.1"), detail);
	trial_end(t, r == RESULT_FAIL ? OUT_NO_GPU : OUT_UNKNOWN, STAGE_START,
	          STR(""));
}

static void check_devices(struct trial *t)
{
	struct str value;
	bool set = env(t, STR("NVIDIA_VISIBLE_DEVICES"), &value);

	if (t->ended || !asks_by_image(t))
		return;
	if (!set) {
		if (!trial_is_legacy_image(t))
			say_devices(
				t, RESULT_FAIL,
				STR("the image does not set "
			            "NVIDIA_VISIBLE_DEVICES, and the nvidia "
			            "runtime then adds nothing"));
		return;
	}
	switch (wish_of(t, value)) {
	case WISH_GPUS:
		return;
	case WISH_NOTHING:
	case WISH_LIBRARIES:
		say_devices(t, RESULT_FAIL,
		            TRIAL_FMT(t,
		                      "NVIDIA_VISIBLE_DEVICES=" STR_F
		                      " asks for no GPU",
		                      STR_A(value)));
		return;
	case WISH_UNSURE:
		say_devices(t, RESULT_UNSURE,
		            TRIAL_FMT(t,
		                      "whether the host has the devices of "
		                      "NVIDIA_VISIBLE_DEVICES=" STR_F
		                      " is not known",
		                      STR_A(value)));
		return;
	}
}

static bool is_capability(struct str word)
{
	static const char *const all[] = {"compute", "compat32", "graphics",
	                                  "utility", "video",    "display",
	                                  "ngx",     "all"};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (str_eq(word, str_c(all[i])))
			return true;
	return false;
}

static bool reads_capabilities(const struct trial *t)
{
	return t->sc->stack->mechanism == MECH_LEGACY ||
	       t->sc->stack->mechanism == MECH_WSL;
}

static void refuse_capability(struct trial *t, struct str word,
                              struct str value)
{
	trial_say(t, "capabilities", RESULT_FAIL, "S", STR("model 5.4"),
	          TRIAL_FMT(t,
	                    "NVIDIA_DRIVER_CAPABILITIES has '" STR_F
	                    "', which is no capability",
	                    STR_A(word)));
	trial_end(t, OUT_REFUSED, STAGE_START,
	          TRIAL_FMT(t, "unsupported capabilities found in '" STR_F "'",
	                    STR_A(value)));
}

/* model 5.4 */
static void check_capabilities(struct trial *t)
{
	struct str value, rest, word;
	bool compute = false;

	if (t->ended || !env(t, STR("NVIDIA_DRIVER_CAPABILITIES"), &value) ||
	    value.n == 0)
		return;
	for (rest = value; str_next(&rest, ',', &word);) {
		word = str_trim(word);
		if (word.n && !is_capability(word) && reads_capabilities(t)) {
			refuse_capability(t, word, value);
			return;
		}
		compute |= str_eq(word, STR("compute")) ||
		           str_eq(word, STR("video")) ||
		           str_eq(word, STR("all"));
	}
	if (compute)
		return;
	if (!reads_capabilities(t)) {
		trial_doubt(t, "capabilities", "I", STR("model 1.3"),
		            TRIAL_FMT(t,
		                      "NVIDIA_DRIVER_CAPABILITIES=" STR_F
		                      " asks for no compute, which CDI is only "
		                      "believed to ignore",
		                      STR_A(value)));
		return;
	}
	trial_say(t, "capabilities", RESULT_FAIL, "S", STR("model 5.4"),
	          TRIAL_FMT(t,
	                    "NVIDIA_DRIVER_CAPABILITIES=" STR_F
	                    " asks for no compute: libcuda is not injected",
	                    STR_A(value)));
	trial_end(t, OUT_35, STAGE_INIT, STR(""));
}

/* WSL2 mounts fixed names: a link of the image in their place stops it. */
static void check_wsl_clash(struct trial *t)
{
	if (t->ended || t->sc->stack->mechanism != MECH_WSL)
		return;
	slice_for (struct umd, u, t->facts->umd) {
		struct str base = path_base(u->path);

		if (!u->link || (!str_eq(base, STR("libcuda.so.1")) &&
		                 !str_eq(base, STR("libnvidia-ml.so.1"))))
			continue;
		if (!str_eq(path_dir(u->path), trial_libs_dir(t)))
			continue;
		trial_say(t, "mount", RESULT_FAIL, "T", STR("model 5.3"),
		          TRIAL_FMT(t,
		                    "the image has a link /" STR_F
		                    " where the toolkit has to mount",
		                    STR_A(u->path)));
		trial_end(t, OUT_REFUSED, STAGE_START,
		          TRIAL_FMT(t,
		                    "nvidia-container-cli: mount error: file "
		                    "creation failed: /" STR_F ": file exists",
		                    STR_A(u->path)));
		return;
	}
}

void trial_start(struct trial *t)
{
	enum mechanism m = t->sc->stack->mechanism;

	t->run.mechanism = m;
	trial_say(t, "stack", RESULT_INFO, "S", t->sc->stack->source,
	          TRIAL_FMT(t, STR_F " (%s)", STR_A(t->sc->stack->label),
	                    mechanism_names[m] ? mechanism_names[m] : "?"));
	check_platform(t);
	check_config(t);
	check_devices(t);
	if (m != MECH_HOSTPATH && m != MECH_CSV)
		check_capabilities(t);
	trial_gate(t);
	check_wsl_clash(t);
}
