#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"
#include "lint/weights.h"

static bool is_gone(const struct size_row *r)
{
	return r->hidden_by && !r->again;
}

static struct str removers(const struct lint_input *in, const struct weights *w)
{
	struct strs names = {0};

	slice_for (const struct size_row, r, w->rows) {
		struct str name = arena_fmt(in->arena, "layer %lld",
		                            (long long)r->hidden_by);

		if (!strs_has(names, name))
			*arena_push(in->arena, &names) = name;
	}
	return words_list(in->arena, names, "");
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct weights w = weights_of(in, is_gone);
	struct finding *f;

	if (!weights_count(in, &rule_removed_in_later_layer, w.bytes))
		return;
	f = finding_add(in, out, &rule_removed_in_later_layer,
	                arena_fmt(in->arena,
	                          "at least " STR_F " are pulled and never "
	                          "seen: " STR_F " removed or replaced them",
	                          STR_A(size_text(w.bytes, in->arena)),
	                          STR_A(removers(in, &w))));
	weights_at(in, f, &w);
	f->cure = cure_make(GRADE_MANUAL, STR("remove-where-made"),
	                    STR("remove in the RUN that made them, or mount a "
	                        "cache there (RUN --mount=type=cache)"));
}

const struct rule rule_removed_in_later_layer = {
	.id = "CL063",
	.name = "removed-in-later-layer",
	.severity = SEV_NOTE,
	.title = "Files are removed in a later layer than made them",
	.why = "Layers only add: what a later one removes is hidden, and still "
	       "pulled and stored.  So rm -rf of a package cache, of a source "
	       "tree or of /usr/local/cuda in a RUN of its own saves nothing, "
	       "and a package that is installed over another version keeps "
	       "both.  Files below a megabyte count only with their directory.",
	.cure = "Remove in the RUN that made them; pip install --no-cache-dir; "
		"RUN --mount=type=cache; or copy the result from another "
		"stage.",
	.source = "OCI image-spec v1.1, layer.md; model 17.3",
	.bad = FACTS(CONFIG LAYERS3 SIZES(
		SIZE_HIDDEN("", "root/.cache", "2000000000", ""))),
	.good = FACTS(CONFIG LAYERS3 SIZES(
		SIZE_HIDDEN("", "root/.cache", "2000000", ""))),
	.check = check,
};
