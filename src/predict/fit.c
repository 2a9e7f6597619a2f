#include "predict/fit.h"

struct gpu_of {
	struct version cc;
	const struct gpu_arch *arch; /* its row; NULL: not known */
	bool jetson;
};

static uint32_t major_of(const struct code_target *t)
{
	return (uint32_t)t->arch / 10;
}

static uint32_t minor_of(const struct code_target *t)
{
	return (uint32_t)t->arch % 10;
}

static bool is_exact(const struct code_target *t, struct version cc)
{
	return major_of(t) == cc.part[0] && minor_of(t) == cc.part[1];
}

static bool is_older(const struct code_target *t, struct version cc)
{
	return major_of(t) < cc.part[0] ||
	       (major_of(t) == cc.part[0] && minor_of(t) <= cc.part[1]);
}

static const struct gpu_arch *arch_row(const struct know *k, int64_t arch)
{
	struct gpu_archs rows = know_archs(k);

	slice_for (const struct gpu_arch, r, rows) {
		struct version cc = version_lead(r->cc);

		if (r->kind == ARCH_BASELINE && cc.n == 2 &&
		    (int64_t)cc.part[0] * 10 + cc.part[1] == arch)
			return r;
	}
	return NULL;
}

/* A family is of one generation; what a later one of the same major shares
 * with it was not published. */
static enum fit_kind by_family(const struct code_target *t,
                               const struct know *k, const struct gpu_of *gpu,
                               enum fit_kind yes)
{
	const struct gpu_arch *row = arch_row(k, t->arch);

	if (is_exact(t, gpu->cc))
		return yes;
	if (major_of(t) != gpu->cc.part[0] || !is_older(t, gpu->cc))
		return FITS_NOT;
	if (!row || !gpu->arch || !str_eq(row->name, gpu->arch->name))
		return FITS_MAYBE;
	return yes;
}

/* Within a major, on equal or higher minors; but Jetson's own and others' are
 * not promised to run on each other. */
static enum fit_kind by_sass(const struct code_target *t, const struct know *k,
                             const struct gpu_of *gpu)
{
	const struct gpu_arch *row = arch_row(k, t->arch);

	if (is_exact(t, gpu->cc))
		return FITS_SASS;
	if (t->variant == VARIANT_ARCH || major_of(t) != gpu->cc.part[0] ||
	    !is_older(t, gpu->cc))
		return FITS_NOT;
	if (gpu->jetson || !row || row->tegra)
		return FITS_MAYBE;
	return t->variant == VARIANT_FAMILY ? by_family(t, k, gpu, FITS_SASS) :
	                                      FITS_SASS;
}

static enum fit_kind by_ptx(const struct code_target *t, const struct know *k,
                            const struct gpu_of *gpu)
{
	switch (t->variant) {
	case VARIANT_ARCH:
		return is_exact(t, gpu->cc) ? FITS_PTX : FITS_NOT;
	case VARIANT_FAMILY:
		return by_family(t, k, gpu, FITS_PTX);
	case VARIANT_NONE:
	case VARIANT_N:
		break;
	}
	return is_older(t, gpu->cc) ? FITS_PTX : FITS_NOT;
}

static void take_isa(struct fit *f, struct str isa)
{
	if (f->isa_low.n == 0 || version_cmp_str(isa, f->isa_low) < 0)
		f->isa_low = isa;
	if (f->isa_high.n == 0 || version_cmp_str(isa, f->isa_high) > 0)
		f->isa_high = isa;
}

struct fit fit_of(const struct device_code *code, const struct know *k,
                  struct version cc, enum gpu_class gpu_class)
{
	struct gpu_of gpu = {cc,
	                     arch_row(k, (int64_t)cc.part[0] * 10 + cc.part[1]),
	                     gpu_class == CLASS_JETSON};
	struct fit f = {0};

	slice_for (struct code_target, t, code->targets) {
		enum fit_kind kind = t->kind == CODE_SASS ?
		                             by_sass(t, k, &gpu) :
		                             by_ptx(t, k, &gpu);

		if (kind == FITS_PTX)
			take_isa(&f, t->isa);
		if (kind > FITS_MAYBE)
			f.modules += t->modules;
		if (kind > f.kind) {
			f.kind = kind;
			f.by = t;
		}
	}
	/* A library linked in may have what the rest lacks. */
	if (f.kind > FITS_MAYBE && f.modules < code->modules / 2)
		f.kind = FITS_MAYBE;
	return f;
}

bool fit_parse_target(struct str name, struct code_target *out)
{
	uint64_t n = 0;
	struct str head, digits;

	*out = (struct code_target){0};
	if (!str_cut(name, '_', &head, &digits) || digits.n == 0)
		return false;
	out->kind = str_eq(head, STR("sm")) ? CODE_SASS : CODE_PTX;
	for (int v = VARIANT_ARCH; v < VARIANT_N; v++)
		if (str_has_suffix(digits, str_c(code_variant_names[v])))
			out->variant = (enum code_variant)v;
	digits.n -= out->variant != VARIANT_NONE;
	if (!str_uint(digits, &n) || n < CODE_ARCH_MIN || n > CODE_ARCH_MAX)
		return false;
	out->arch = (int64_t)n;
	return true;
}
