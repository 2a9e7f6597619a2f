#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"
#include "lint/weights.h"

/* A few small files beside a library are no copy of it. */
enum { COPY_PART = 10, EVIDENCE_MAX = 6 };

static bool is_library(const struct size_row *r)
{
	return component_is_library(r->component) && !r->hidden_by;
}

/* One row for each place of a component, the heaviest first. */
static struct size_rows places_of(const struct lint_input *in,
                                  const struct weights *all, enum component c)
{
	struct size_rows out = {0};

	slice_for (const struct size_row, r, all->rows) {
		struct size_row *same = NULL;

		if (r->component != c)
			continue;
		slice_for (struct size_row, o, out)
			if (str_eq(o->place, r->place))
				same = o;
		if (same)
			same->bytes += r->bytes;
		else
			*arena_push(in->arena, &out) = *r;
	}
	return out;
}

/* The copies among them; what those beside the heaviest take. */
static int64_t keep_copies(struct size_rows *places)
{
	int64_t largest = 0, sum = 0;
	size_t n = 0;

	slice_for (const struct size_row, r, *places) {
		sum += r->bytes;
		if (r->bytes > largest)
			largest = r->bytes;
	}
	slice_for (const struct size_row, r, *places) {
		if (r->bytes < largest / COPY_PART)
			sum -= r->bytes;
		else
			places->v[n++] = *r;
	}
	places->n = n;
	return sum - largest;
}

struct copies {
	struct strs names;
	struct size_rows places;
	int64_t bytes;
};

static void add_component(const struct lint_input *in,
                          const struct weights *all, enum component c,
                          struct copies *out)
{
	struct size_rows places = places_of(in, all, c);
	int64_t bytes = keep_copies(&places);

	if (places.n < 2)
		return;
	out->bytes += bytes;
	*arena_push(in->arena, &out->names) = str_c(component_names[c]);
	slice_for (const struct size_row, r, places)
		*arena_push(in->arena, &out->places) = *r;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct weights all = weights_of(in, is_library);
	struct copies found = {0};
	struct finding *f;

	for (int c = 0; c < COMPONENT_N; c++)
		if (component_is_library((enum component)c))
			add_component(in, &all, (enum component)c, &found);
	if (!weights_count(in, &rule_library_in_two_places, found.bytes))
		return;
	f = finding_add(in, out, &rule_library_in_two_places,
	                arena_fmt(in->arena,
	                          STR_F
	                          " in more than one place: what is beside the "
	                          "largest copy takes " STR_F,
	                          STR_A(words_list(in->arena, found.names, "")),
	                          STR_A(size_text(found.bytes, in->arena))));
	slice_for (const struct size_row, r, found.places)
		if (f->evidence.n < EVIDENCE_MAX)
			finding_at(in, f, r->layer, r->place);
	f->cure = cure_make(GRADE_MANUAL, STR("keep-one"),
	                    STR("with a framework that brings its own CUDA "
	                        "libraries take a base image without them "
	                        "(nvidia/cuda:…-base); purge a package cache "
	                        "in the RUN that fills it"));
}

const struct rule rule_library_in_two_places = {
	.id = "CL064",
	.name = "library-in-two-places",
	.severity = SEV_NOTE,
	.title = "A CUDA library is in the image more than once",
	.why = "Wheels of a framework bring cuBLAS, cuDNN and NCCL of their "
	       "own and load these; the ones of the base image's packages are "
	       "then dead weight, or the other way round.  Which one a program "
	       "gets depends on its search path, so the one that was tested "
	       "need not be the one that is loaded.",
	.cure = "Keep one copy: a base image without CUDA libraries under a "
		"framework that brings them.",
	.source = "model 17.3",
	.bad = FACTS(CONFIG LAYERS3 SIZES(
		SIZE("cudnn", "usr/lib/x86_64-linux-gnu",
                     "1100000000") ", " SIZE("cudnn", "opt/venv/nvidia/cudnn",
                                             "1000000000"))),
	.good = FACTS(CONFIG LAYERS3 SIZES(
		SIZE("cudnn", "usr/lib/x86_64-linux-gnu",
                     "1100000000") ", " SIZE("cublas", "opt/venv/nvidia/cublas",
                                             "900000000"))),
	.check = check,
};
