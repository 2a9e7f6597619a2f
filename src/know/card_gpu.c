#include "know/card.h"

static const struct fc_class *class_get(const struct know *k,
                                        enum gpu_class gpu_class)
{
	slice_for (const struct fc_class, f, k->fc_classes)
		if (f->gpu_class == gpu_class)
			return f;
	return NULL;
}

static void add_forward_compat(const struct know *k, struct card *c,
                               enum gpu_class gpu_class)
{
	static const char *const says[] = {
		[FCS_UNKNOWN] = "not known",
		[FCS_YES] = "yes",
		[FCS_NO] = "no: CUDA error 804",
		[FCS_SELECT] = "only for products that NVIDIA names",
	};
	const struct fc_class *f = class_get(k, gpu_class);

	card_add(c, "compat", "%s, for the class %s",
	         says[f ? f->support : FCS_UNKNOWN],
	         gpu_class_names[gpu_class]);
}

static void add_brand(const struct know *k, struct card *c,
                      const struct gpu *gpu)
{
	slice_for (const struct brand_shift, s, k->brand_shifts) {
		if (s->gpu_class != gpu->gpu_class ||
		    !str_eq(s->now, gpu->brand))
			continue;
		card_add(c, "brand",
		         STR_F " from R%lld on, " STR_F " to R%lld; between, "
		               "either",
		         STR_A(s->now), (long long)s->from, STR_A(s->then),
		         (long long)s->until);
		return;
	}
	card_add(c, "brand", STR_F, STR_A(gpu->brand));
}

static bool drives(const struct branch *b, struct str cc)
{
	return b->min_cc.n && b->max_cc.n &&
	       version_cmp_str(b->min_cc, cc) <= 0 &&
	       version_cmp_str(b->max_cc, cc) >= 0;
}

static void add_drivers(const struct know *k, struct card *c, struct str cc)
{
	const struct branch *first = NULL, *last = NULL;

	slice_for (const struct branch, b, k->branches) {
		if (!drives(b, cc))
			continue;
		if (!first || b->branch < first->branch)
			first = b;
		if (!last || b->branch > last->branch)
			last = b;
	}
	if (first)
		card_add(c, "drivers", "R%lld to R%lld, by compute capability",
		         (long long)first->branch, (long long)last->branch);
}

/* "sm_86": 8.6; "sm_90a" runs on that capability alone. */
struct target {
	struct version cc;
	bool exact;
};

static bool target_parse(struct str arch, struct target *out)
{
	struct str head, digits;
	uint64_t n;

	*out = (struct target){0};
	if (!str_cut(arch, '_', &head, &digits) || digits.n == 0)
		return false;
	if (digits.p[digits.n - 1] > '9') {
		out->exact = digits.p[digits.n - 1] == 'a';
		digits.n--;
	}
	if (!str_uint(digits, &n) || n < 10 || n > 10000)
		return false;
	out->cc = (struct version){{(uint32_t)(n / 10), (uint32_t)(n % 10)}, 2};
	return true;
}

static bool has_sass(struct strs sass, struct version cc)
{
	struct target t;

	slice_for (struct str, s, sass)
		if (target_parse(*s, &t) && t.cc.part[0] == cc.part[0] &&
		    (t.exact ? t.cc.part[1] == cc.part[1] :
		               t.cc.part[1] <= cc.part[1]))
			return true;
	return false;
}

struct wheels {
	const struct torch_build *first, *last;
};

/* The oldest and the newest with a kernel for it. */
static struct wheels wheels_for(const struct know *k, const struct gpu *gpu)
{
	bool arm = str_eq(gpu->arch, STR("arm64"));
	struct version cc = version_lead(gpu->cc);
	struct wheels w = {0};

	slice_for (const struct torch_build, b, k->torch) {
		if (!has_sass(arm ? b->arm_sass : b->sass, cc))
			continue;
		if (!w.first ||
		    version_cmp_str(b->version, w.first->version) < 0)
			w.first = b;
		if (!w.last || version_cmp_str(b->version, w.last->version) > 0)
			w.last = b;
	}
	return w;
}

static void add_torch(const struct know *k, struct card *c,
                      const struct gpu *gpu)
{
	struct wheels w = wheels_for(k, gpu);

	if (gpu->gpu_class == CLASS_JETSON)
		return; /* NVIDIA builds its own for them */
	if (!w.first)
		card_add(c, "torch", "no wheel in the tables has a kernel");
	else
		card_add(c, "torch",
		         STR_F " (CUDA " STR_F ") to " STR_F
		               " have kernels in a wheel",
		         STR_A(w.first->version), STR_A(w.first->cuda),
		         STR_A(w.last->version));
}

/* "A100" may be any of them. */
static void say_candidates(struct card *c, struct strs names)
{
	struct buf b = {0};

	slice_for (struct str, s, names)
		buf_printf(&b, "%s" STR_F, b.n ? ", " : "", STR_A(*s));
	c->why = arena_fmt(c->arena, "several in the tables, such as " STR_F,
	                   STR_A(buf_str(&b)));
	buf_free(&b);
}

void card_gpu(const struct know *k, struct card *c)
{
	struct gpu_lookup found = know_gpu(k, c->key, c->arena);
	const struct gpu *gpu = found.gpu;

	if (found.match == GPU_AMBIGUOUS)
		say_candidates(c, found.candidates);
	if (!gpu)
		return;
	card_row(c, "gpus", gpu, gpu->source);
	card_add(c, "name", STR_F, STR_A(gpu->name));
	card_add(c, "capability", STR_F, STR_A(gpu->cc));
	card_add(c, "class", "%s", gpu_class_names[gpu->gpu_class]);
	add_brand(k, c, gpu);
	if (gpu->arch.n)
		card_add(c, "host CPU", STR_F, STR_A(gpu->arch));
	add_forward_compat(k, c, gpu->gpu_class);
	add_drivers(k, c, gpu->cc);
	add_torch(k, c, gpu);
	card_add(c, "confidence", "%s", confidence_names[gpu->confidence]);
	if (found.vgpu)
		card_interpolate(c,
		                 "a vGPU profile, from the row of its board");
	else if (found.match == GPU_BY_PATTERN)
		card_interpolate(c, "not a whole name; taken as " STR_F,
		                 STR_A(gpu->name));
}

static void add_shifts(const struct know *k, struct card *c, struct str word)
{
	slice_for (const struct brand_shift, s, k->brand_shifts)
		if (str_eq(s->now, word) || str_eq(s->then, word))
			card_add(c, "shift",
			         "class %s: " STR_F " to R%lld, " STR_F
			         " from R%lld on",
			         gpu_class_names[s->gpu_class], STR_A(s->then),
			         (long long)s->until, STR_A(s->now),
			         (long long)s->from);
}

void card_brand(const struct know *k, struct card *c)
{
	const struct brand *b = know_brand(k, c->key);
	uint64_t value;

	if (!b && str_uint(c->key, &value))
		b = know_brand_by_value(k, (int64_t)value);
	if (!b)
		return;
	card_row(c, "brands", b, b->source);
	card_add(c, "word", STR_F, STR_A(b->word));
	card_add(c, "NVML value", "%lld", (long long)b->value);
	card_add(c, "since", "libnvidia-container %s",
	         b->since_1_9 ? "1.9.0" : "1.0.0 or older");
	card_add(c, "ELF note", "%s",
	         b->forward_compat ? "in the device lists of libcuda" :
	                             "not in the device lists of libcuda");
	add_shifts(k, c, b->word);
}

void card_arch(const struct know *k, struct card *c)
{
	const struct gpu_arch *a = know_arch(k, c->key);
	struct strs names = {0};

	if (!a)
		return;
	card_row(c, "arches", a, a->source);
	card_add_members(c);
	slice_for (const struct gpu, g, k->gpus)
		if (str_eq(g->cc, a->cc) && names.n < 4 &&
		    a->kind == ARCH_BASELINE)
			*arena_push(c->arena, &names) = g->name;
	card_add_list(c, "GPUs, some", names);
}
