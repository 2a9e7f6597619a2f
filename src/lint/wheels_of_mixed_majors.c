#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

#include "base/path.h"

/* The CUDA major that "nvidia-cublas-cu12" is of; "" other names. */
static struct str major_of(struct str name)
{
	struct str mark = STR("-cu");

	if (!str_has_prefix(name, STR("nvidia-")))
		return STR("");
	for (size_t i = name.n; i-- > 0;) {
		struct str tail = str_from(name, i);
		uint64_t n = 0;

		if (str_has_prefix(tail, mark))
			return str_uint(str_from(tail, mark.n), &n) ?
			               str_from(tail, mark.n) :
			               STR("");
	}
	return STR("");
}

/* One wheel of each major in this site. */
static struct wheels majors_in(const struct lint_input *in, struct str site)
{
	struct wheels out = {0};

	slice_for (struct wheel, w, in->facts->wheels) {
		struct str major = major_of(w->name);
		bool have = major.n == 0 || !str_eq(path_dir(w->path), site);

		slice_for (struct wheel, old, out)
			have |= str_eq(major_of(old->name), major);
		if (!have)
			*arena_push(in->arena, &out) = *w;
	}
	return out;
}

static void report(const struct lint_input *in, struct findings *out,
                   struct str site, const struct wheels *mixed)
{
	struct strs names = {0};
	struct finding *f;

	slice_for (struct wheel, w, *mixed)
		*arena_push(in->arena, &names) =
			arena_fmt(in->arena, STR_F " " STR_F, STR_A(w->name),
		                  STR_A(w->version));
	f = finding_add(in, out, &rule_wheels_of_mixed_majors,
	                arena_fmt(in->arena,
	                          "NVIDIA's wheels in " STR_F
	                          " are of %zu CUDA majors: " STR_F,
	                          STR_A(look_abs(in, site)), mixed->n,
	                          STR_A(words_list(in->arena, names, ""))));
	slice_for (struct wheel, w, *mixed)
		finding_at(in, f, w->layer, w->path);
	f->cure = cure_make(GRADE_MANUAL, STR("align-cuda"),
	                    STR("install the framework and its nvidia-* wheels "
	                        "from one index, for one CUDA major"));
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct strs seen = {0};

	slice_for (struct wheel, w, in->facts->wheels) {
		struct str site = path_dir(w->path);
		struct wheels mixed;

		if (major_of(w->name).n == 0 || strs_has(seen, site))
			continue;
		*arena_push(in->arena, &seen) = site;
		mixed = majors_in(in, site);
		if (mixed.n > 1)
			report(in, out, site, &mixed);
	}
}

const struct rule rule_wheels_of_mixed_majors = {
	.id = "CL043",
	.name = "wheels-of-mixed-majors",
	.severity = SEV_WARNING,
	.title = "NVIDIA's wheels of several CUDA majors share an environment",
	.why = "nvidia-cublas-cu11 and nvidia-cudnn-cu12 put their libraries "
	       "into one directory tree.  A framework loads those of its own "
	       "major and then, by name, whichever of the rest comes first: "
	       "missing symbols, or a cuDNN that was built for another CUDA.",
	.cure = "Install from one index, for one CUDA major, into a clean "
		"environment.",
	.source = "model 7",
	.bad = FACTS(CONFIG WHEELS(
		WHEEL("nvidia-cublas-cu12",
                      "12.1.3.1") ", " WHEEL("nvidia-cudnn-cu11", "8.9.6.50"))),
	.good = FACTS(CONFIG WHEELS(
		WHEEL("nvidia-cublas-cu12",
                      "12.1.3.1") ", " WHEEL("nvidia-cudnn-cu12", "8.9.2.26"))),
	.check = check,
};
