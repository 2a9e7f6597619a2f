/* Distributions that bring torch along, by what their metadata ask for. */
#include "dockerfile/torch_choice.h"

static const struct {
	const char *name, *extra; /* "": with or without */
	enum torch_need need;
} users[] = {
	{"torchvision", "", NEED_EXACT},
	{"torchaudio", "", NEED_EXACT},
	{"xformers", "", NEED_EXACT},
	{"vllm", "", NEED_EXACT},
	{"sglang", "all", NEED_EXACT},
	{"sglang", "srt", NEED_EXACT},
	{"lmdeploy", "", NEED_EXACT},
	{"torch-tensorrt", "", NEED_ANY},
	{"torchtext", "", NEED_EXACT},
	{"whisperx", "", NEED_EXACT},
	{"accelerate", "", NEED_ANY},
	{"auto-gptq", "", NEED_ANY},
	{"autoawq", "", NEED_ANY},
	{"bitsandbytes", "", NEED_ANY},
	{"coqui-tts", "", NEED_ANY},
	{"deepspeed", "", NEED_ANY},
	{"demucs", "", NEED_ANY},
	{"diffusers", "torch", NEED_ANY},
	{"easyocr", "", NEED_ANY},
	{"fairseq", "", NEED_ANY},
	{"fastai", "", NEED_ANY},
	{"flair", "", NEED_ANY},
	{"flash-attn", "", NEED_ANY},
	{"gfpgan", "", NEED_ANY},
	{"basicsr", "", NEED_ANY},
	{"kornia", "", NEED_ANY},
	{"lightning", "", NEED_ANY},
	{"lpips", "", NEED_ANY},
	{"nemo-toolkit", "", NEED_ANY},
	{"open-clip-torch", "", NEED_ANY},
	{"openai-whisper", "", NEED_ANY},
	{"optimum", "", NEED_ANY},
	{"peft", "", NEED_ANY},
	{"pyannote-audio", "", NEED_ANY},
	{"pytorch-lightning", "", NEED_ANY},
	{"sentence-transformers", "", NEED_ANY},
	{"speechbrain", "", NEED_ANY},
	{"stanza", "", NEED_ANY},
	{"timm", "", NEED_ANY},
	{"torchdata", "", NEED_ANY},
	{"torchmetrics", "", NEED_ANY},
	{"transformers", "torch", NEED_ANY},
	{"tts", "", NEED_ANY},
	{"ultralytics", "", NEED_ANY},
	{"unsloth", "", NEED_ANY},
};

static bool has_extra(const struct strs *extras, struct str extra)
{
	if (!extras || extra.n == 0)
		return true;
	slice_for (const struct str, e, *extras)
		if (str_eq(*e, extra))
			return true;
	return false;
}

enum torch_need torch_need(struct str name, const struct strs *extras)
{
	for (size_t i = 0; i < sizeof users / sizeof *users; i++)
		if (str_eq(name, str_c(users[i].name)) &&
		    has_extra(extras, str_c(users[i].extra)))
			return users[i].need;
	return NEED_NONE;
}

static struct str public_part(struct str version)
{
	struct str head, local;

	(void)str_cut(version, '+', &head, &local);
	return head;
}

/* torchvision and torchaudio: the releases that name it; "" several do. */
static struct str of_release(const struct know *k, bool vision,
                             struct str version)
{
	struct str out = {0};

	slice_for (const struct torch_build, b, k->torch) {
		if (version_cmp_str(vision ? b->vision : b->audio, version))
			continue;
		if (out.n && !str_eq(out, b->version))
			return STR("");
		out = b->version;
	}
	return out;
}

struct str torch_of_partner(const struct know *k, struct str name,
                            struct str version)
{
	struct str plain = public_part(version);
	const struct framework *f;

	if (plain.n == 0)
		return STR("");
	if (str_eq(name, STR("torchvision")))
		return of_release(k, true, plain);
	if (str_eq(name, STR("torchaudio")))
		return of_release(k, false, plain);
	f = know_framework(k, name, version);
	return f && f->confidence != CONF_LOW ? f->torch : STR("");
}
