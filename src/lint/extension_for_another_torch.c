#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

#include "base/path.h"

/* What a wheel was built for; "" it does not say. */
struct build {
	struct str torch; /* "2.3", or "2.3.1" */
	struct str cuda;  /* its major */
};

/* "2.3" of "...torch2.3cxx11...". */
static struct str after(struct str text, struct str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++) {
		struct str rest = str_from(text, i);
		size_t n = 0;

		if (!str_has_prefix(rest, word))
			continue;
		rest = str_from(rest, word.n);
		while (n < rest.n && ((rest.p[n] >= '0' && rest.p[n] <= '9') ||
		                      (rest.p[n] == '.' && n)))
			n++;
		while (n && rest.p[n - 1] == '.')
			n--;
		return (struct str){rest.p, n};
	}
	return STR("");
}

/* "12" of "121", "12" and "1204": minor versions go together. */
static struct str cuda_major(struct str digits)
{
	if (digits.n > 2)
		digits.n = 2;
	return digits;
}

/* The torch that this torchvision or torchaudio came out with. */
static struct str torch_of_release(const struct lint_input *in,
                                   const struct wheel *w)
{
	bool vision = str_eq(w->name, STR("torchvision"));
	struct str version, local;

	(void)str_cut(w->version, '+', &version, &local);
	if (!vision && !str_eq(w->name, STR("torchaudio")))
		return STR("");
	slice_for (struct torch_build, b, in->know->torch)
		if (str_eq(vision ? b->vision : b->audio, version))
			return b->version;
	return STR("");
}

static struct build build_of(const struct lint_input *in, const struct wheel *w)
{
	const struct framework *row =
		know_framework(in->know, w->name, w->version);
	struct str version, local;
	struct build b = {0};

	(void)str_cut(w->version, '+', &version, &local);
	b.torch = after(local, STR("torch"));
	if (b.torch.n == 0)
		b.torch = torch_of_release(in, w);
	if (b.torch.n == 0 && row && row->confidence != CONF_LOW)
		b.torch = row->torch;
	if (str_has_prefix(local, STR("cu")))
		b.cuda = cuda_major(after(local, STR("cu")));
	return b;
}

static bool differs(struct str want, struct str have)
{
	struct version a = version_minor(version_lead(want));
	struct version b = version_minor(version_lead(have));

	return a.n == 2 && b.n == 2 && version_cmp(a, b) != 0;
}

/* "torch 2.3", "CUDA 11.8"; "" they go together. */
static struct str wanted(const struct lint_input *in, const struct wheel *w,
                         const struct torch *t)
{
	struct build b = build_of(in, w);

	if (differs(b.torch, t->version))
		return arena_fmt(in->arena, "torch " STR_F, STR_A(b.torch));
	if (b.cuda.n && t->cuda.n && look_minor_differs(b.cuda, t->cuda))
		return arena_fmt(in->arena, "CUDA " STR_F, STR_A(b.cuda));
	return STR("");
}

static void check_wheel(const struct lint_input *in, struct findings *out,
                        const struct wheel *w, const struct torch *t)
{
	struct str want = wanted(in, w, t);
	struct finding *f;

	if (want.n == 0)
		return;
	f = finding_add(in, out, &rule_extension_for_another_torch,
	                arena_fmt(in->arena,
	                          STR_F " " STR_F " is built for " STR_F
	                                ", and beside it is torch " STR_F
	                                "%s" STR_F,
	                          STR_A(w->name), STR_A(w->version),
	                          STR_A(want), STR_A(t->version),
	                          t->tag.n ? "+" : "", STR_A(t->tag)));
	finding_at(in, f, w->layer, w->path);
	finding_at(in, f, t->layer, t->path);
	f->cure = cure_make(GRADE_MANUAL, STR("align-torch"),
	                    arena_fmt(in->arena,
	                              "install the " STR_F
	                              " that belongs to this torch",
	                              STR_A(w->name)));
}

static void check(const struct lint_input *in, struct findings *out)
{
	slice_for (struct torch, t, in->facts->torch)
		slice_for (struct wheel, w, in->facts->wheels)
			if (!str_eq(w->name, STR("torch")) && !t->cpu_only &&
			    str_eq(path_dir(w->path), t->path))
				check_wheel(in, out, w, t);
}

const struct rule rule_extension_for_another_torch = {
	.id = "CL044",
	.name = "extension-for-another-torch",
	.severity = SEV_WARNING,
	.title = "An extension is built for another torch or another CUDA",
	.why = "torchvision, torchaudio, xformers, flash-attn and the like link "
	       "libraries of the torch that they were built with.  Beside "
	       "another one the import ends with an undefined symbol, operators "
	       "are missing, or CUDA libraries of two versions are loaded.",
	.cure = "Install torch and its extensions in one command, from one index.",
	.source = "model 7; rules/torch.json, rules/frameworks.json",
	.bad = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")
                             WHEELS(WHEEL("torchvision", "0.15.2+cu118"))),
	.good = FACTS(CONFIG TORCH("2.4.1", "cu121", "12.1")
                              WHEELS(WHEEL("torchvision", "0.19.1+cu121"))),
	.check = check,
};
