/* From conda's specs to facts. */
#include "base/path.h"
#include "dockerfile/install_conda.h"
#include "dockerfile/install_plan.h"
#include "facts/pyname.h"

void conda_gap(struct conda *k, enum fact_group group, struct str why)
{
	apply_gap(k->ap, group, why);
}

static const struct conda_spec *spec_of(const struct conda *k, const char *name)
{
	slice_for (const struct conda_spec, s, k->specs)
		if (str_eq_nocase(s->name.s, str_c(name)))
			return s;
	return NULL;
}

static bool has_channel(const struct conda *k, const char *pattern)
{
	slice_for (const struct str, c, k->channels)
		if (str_glob(str_c(pattern), *c))
			return true;
	return false;
}

/* "11.3" of "11.3.1"; "" for "11". */
static struct str minor_of(struct str version, struct arena *a)
{
	struct version v = version_lead(version);

	return v.n < 2 ? STR("") : arena_fmt(a, "%u.%u", v.part[0], v.part[1]);
}

/* Specs that say which CUDA, best first. */
static const char *const cuda_names[] = {"pytorch-cuda", "cudatoolkit",
                                         "cuda-version", "cuda-toolkit",
                                         "cuda-runtime", "cuda-cudart",
                                         "cuda"};
enum { CUDA_NAMES = sizeof cuda_names / sizeof *cuda_names };

/* "nvidia/label/cuda-11.8.0" */
static struct str label_cuda(const struct conda *k)
{
	slice_for (const struct str, c, k->channels) {
		struct str label = STR("nvidia/label/cuda-");

		if (str_has_prefix(*c, label))
			return minor_of(str_from(*c, label.n), k->ap->arena);
	}
	return STR("");
}

static struct str spec_cuda(const struct conda *k, const struct conda_spec *s)
{
	struct str cuda = minor_of(s->version.s, k->ap->arena);

	return cuda.n ? cuda : label_cuda(k);
}

static struct str cuda_of(const struct conda *k, const struct conda_spec *torch)
{
	struct str cuda =
		torch ? conda_build_cuda(torch->build, k->ap->arena) : STR("");

	for (size_t i = 0; i < CUDA_NAMES && cuda.n == 0; i++) {
		const struct conda_spec *s = spec_of(k, cuda_names[i]);

		if (s)
			cuda = spec_cuda(k, s);
	}
	return cuda;
}

static bool is_cpu(const struct conda *k, const struct conda_spec *torch)
{
	return spec_of(k, "cpuonly") || spec_of(k, "pytorch-cpu") ||
	       str_contains(torch->build, STR("cpu"));
}

static struct effect *effect_of(struct conda *k, enum effect_kind kind,
                                const struct conda_spec *s)
{
	struct effect *e = apply_effect(k->ap, kind, k->c);

	e->manager = MANAGER_CONDA;
	e->name = s->name;
	e->value = s->version;
	e->word = s->word;
	e->file = k->file;
	return e;
}

/* Only the channel pytorch's builds are in the table. */
static bool is_in_table(const struct conda *k)
{
	return has_channel(k, "pytorch") || has_channel(k, "*/pytorch");
}

static void settle(struct conda *k, const struct conda_spec *s,
                   struct torch_choice *t)
{
	struct arena *a = k->ap->arena;

	t->version = s->version.s;
	t->cuda = cuda_of(k, s);
	if (is_cpu(k, s)) {
		t->cuda = STR("");
		t->tag = STR("cpu");
		t->known = TORCH_EXACT;
	} else if (t->cuda.n == 0) {
		t->known = TORCH_NOTHING;
		t->why = STR("conda chooses the CUDA of pytorch by the GPU "
		             "where the image is built");
	} else if (version_lead(t->version).n >= 2 && is_in_table(k)) {
		t->known = TORCH_EXACT;
	} else {
		t->known = TORCH_CUDA;
		t->why = arena_fmt(a,
		                   "which pytorch for CUDA " STR_F
		                   " conda takes is not known",
		                   STR_A(t->cuda));
	}
}

static bool is_satisfied(struct conda *k, const struct conda_spec *s,
                         struct str site)
{
	return install_version(k->ap, site, STR("torch")).n &&
	       s->version.s.n == 0 && !s->range && cuda_of(k, s).n == 0;
}

static void apply_pytorch(struct conda *k, const struct conda_spec *s,
                          struct str site)
{
	struct torch_choice t = {0};
	struct effect *e;

	if (is_satisfied(k, s, site))
		return;
	settle(k, s, &t);
	e = effect_of(k, EFFECT_TORCH, s);
	e->build = t.version;
	e->open = t.known != TORCH_EXACT;
	install_torch(k->ap, site, &t);
	if (t.known == TORCH_CUDA)
		conda_gap(k, GROUP_CODE, t.why);
	else if (t.known != TORCH_EXACT)
		conda_gap(k, GROUP_PYTHON, t.why);
}

/* The toolkit's own runtime, in the environment's lib. */
static void apply_runtime(struct conda *k)
{
	for (size_t i = 0; i < CUDA_NAMES; i++) {
		const struct conda_spec *s = spec_of(k, cuda_names[i]);
		const struct toolkit *t;
		struct str cuda;

		if (!s)
			continue;
		(void)effect_of(k, EFFECT_WHEEL, s);
		cuda = spec_cuda(k, s);
		t = cuda.n ? know_toolkit(k->ap->know, cuda) : NULL;
		if (t && t->cudart.n)
			apply_file(k->ap,
			           arena_fmt(k->ap->arena,
			                     STR_F "/lib/libcudart.so." STR_F,
			                     STR_A(k->prefix),
			                     STR_A(t->cudart)),
			           0, NULL);
		else
			conda_gap(k, GROUP_RUNTIME,
			          arena_fmt(k->ap->arena,
			                    "which CUDA conda's " STR_F
			                    " is of is not known",
			                    STR_A(s->name.s)));
	}
}

/* Packages of conda that bind to CUDA, or bring pytorch along. */
static void check_others(struct conda *k, struct str site, bool torch)
{
	struct strs none = {0};

	torch |= install_version(k->ap, site, STR("torch")).n > 0;
	slice_for (const struct conda_spec, s, k->specs) {
		struct py_space space;
		struct str name = py_normal(&space, s->name.s);

		if (install_binds(k->ap->know, name))
			conda_gap(k, GROUP_PYTHON,
			          arena_fmt(k->ap->arena,
			                    "which CUDA conda's " STR_F
			                    " is for is not known",
			                    STR_A(s->name.s)));
		else if (!torch && torch_need(name, &none) != NEED_NONE)
			conda_gap(k, GROUP_PYTHON,
			          arena_fmt(k->ap->arena,
			                    "which pytorch " STR_F
			                    " brings is not known",
			                    STR_A(s->name.s)));
	}
}

static struct str python_of(const struct conda *k)
{
	const struct conda_spec *s = spec_of(k, "python");

	return s ? minor_of(s->version.s, k->ap->arena) : STR("");
}

void conda_apply(struct conda *k)
{
	const struct conda_spec *torch = spec_of(k, "pytorch");
	struct str site = install_site(k->ap, k->prefix, python_of(k));

	if (!torch)
		torch = spec_of(k, "pytorch-gpu");
	apply_runtime(k);
	if (torch)
		apply_pytorch(k, torch, site);
	if (k->pip.n)
		install_environment(k);
	check_others(k, site, torch != NULL);
	if ((torch || k->pip.n) && !k->c->sure)
		conda_gap(k, GROUP_PYTHON,
		          STR("whether this installs what it says is not "
		              "certain"));
}
