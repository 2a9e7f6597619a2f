#include "know/card.h"

static void list_tags(const struct know *k, struct str version, struct buf *b)
{
	const char *sep = "";

	slice_for (const struct torch_build, t, k->torch) {
		if (!str_eq(t->version, version))
			continue;
		buf_printf(b, "%s%s", sep, t->tag.n ? t->tag.p : "untagged");
		sep = ", ";
	}
}

/* Of a version asked for with another tag. */
static void say_tags(const struct know *k, struct card *c)
{
	struct str version, tag;
	struct buf b = {0};

	(void)str_cut(c->key, '+', &version, &tag);
	list_tags(k, version, &b);
	if (b.n)
		c->why = arena_fmt(c->arena,
		                   "not in the tables; of " STR_F
		                   " they have: " STR_F,
		                   STR_A(version), STR_A(buf_str(&b)));
	buf_free(&b);
}

static void add_needs(const struct know *k, struct card *c, struct str cuda,
                      struct str cudart)
{
	const struct toolkit *t = know_toolkit_by_cudart(k, cudart);

	if (!t)
		t = know_toolkit(k, cuda);
	if (!t)
		return;
	card_add(c, "native", "driver " STR_F " or newer (Linux)",
	         STR_A(t->driver));
	if (t->floor.n)
		card_add(c, "minor",
		         "driver " STR_F
		         " or newer, by minor-version compatibility",
		         STR_A(t->floor));
}

static void add_partners(struct card *c, const struct torch_build *b)
{
	if (b->vision.n)
		card_add(c, "torchvision", STR_F, STR_A(b->vision));
	if (b->audio.n)
		card_add(c, "torchaudio", STR_F, STR_A(b->audio));
	if (b->python_min.n)
		card_add(c, "python", STR_F " to " STR_F, STR_A(b->python_min),
		         STR_A(b->python_max));
}

void card_torch(const struct know *k, struct card *c)
{
	const struct torch_build *b = know_torch(k, c->key, STR(""));

	if (!b) {
		say_tags(k, c);
		return;
	}
	card_row(c, "torch", b, b->source);
	card_add(c, "build", STR_F "%s" STR_F "%s", STR_A(b->version),
	         b->tag.n ? "+" : "", STR_A(b->tag),
	         b->pypi_default ? ", PyPI's for Linux x86-64" : "");
	card_add(c, "cuda", STR_F, STR_A(b->cuda.n ? b->cuda : STR("none")));
	if (b->cudart.n)
		card_add(c, "cudart", STR_F, STR_A(b->cudart));
	if (b->cudnn.n)
		card_add(c, "cuDNN", STR_F, STR_A(b->cudnn));
	if (b->cuda.n)
		add_needs(k, c, b->cuda, b->cudart);
	card_add_list(c, "kernels", b->sass);
	card_add_list(c, "PTX", b->ptx);
	card_add_list(c, "kernels, arm64", b->arm_sass);
	card_add_list(c, "PTX, arm64", b->arm_ptx);
	add_partners(c, b);
	card_add(c, "confidence", "%s", confidence_names[b->confidence]);
}

/* Does the series "1.9" to "1.10" have this version? */
static bool has_series(const struct torch_conda *t, struct str torch)
{
	struct version v = version_minor(version_lead(torch));

	return v.n == 2 && version_cmp(v, version_lead(t->first)) >= 0 &&
	       version_cmp(v, version_lead(t->last)) <= 0;
}

void card_conda(const struct know *k, struct card *c)
{
	struct str torch, cuda;

	(void)str_cut(c->key, ' ', &torch, &cuda);
	slice_for (const struct torch_conda, t, k->conda) {
		if (!has_series(t, torch) || !str_eq(t->cuda, cuda))
			continue;
		card_row(c, "conda", t, t->source);
		card_add(c, "torch", STR_F " to " STR_F, STR_A(t->first),
		         STR_A(t->last));
		card_add(c, "cuda", STR_F, STR_A(t->cuda));
		add_needs(k, c, t->cuda, STR(""));
		card_add_list(c, "kernels", t->sass);
		card_add_list(c, "PTX", t->ptx);
		card_add(c, "confidence", "%s",
		         confidence_names[t->confidence]);
		return;
	}
}
