#include "lint/cure.h"
#include "lint/example.h"
#include "lint/weights.h"

static bool is_again(const struct size_row *r)
{
	return r->again;
}

/* The later layers too: their instructions did it. */
static void add_writers(const struct lint_input *in, struct finding *f,
                        const struct weights *w)
{
	for (size_t i = 0; i < w->rows.n && f->evidence.n < 2; i++)
		finding_at(in, f, w->rows.v[i].hidden_by, w->rows.v[i].place);
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct weights w = weights_of(in, is_again);
	struct finding *f;

	if (!weights_count(in, &rule_files_written_again, w.bytes))
		return;
	f = finding_add(
		in, out, &rule_files_written_again,
		arena_fmt(
			in->arena,
			"at least " STR_F " are in the image twice: files "
			"that a later layer wrote again, of the same name and "
			"size",
			STR_A(size_text(w.bytes, in->arena))));
	add_writers(in, f, &w);
	weights_at(in, f, &w);
	f->cure = cure_make(GRADE_MANUAL, STR("change-where-made"),
	                    STR("change owner and mode in the instruction that "
	                        "makes the files: COPY --chown, or chown in "
	                        "the same RUN"));
}

const struct rule rule_files_written_again = {
	.id = "CL062",
	.name = "files-written-again",
	.severity = SEV_NOTE,
	.title = "A later layer has the same files once more",
	.why = "A layer holds whole files: chown -R, chmod -R or touch in a "
	       "RUN of its own copies all that it changes, and both copies "
	       "are pulled and stored.  Names and sizes are compared, not "
	       "contents; files below a megabyte are not counted.",
	.cure = "Change owner and mode in the instruction that makes the "
		"files, or COPY --chown and --chmod.",
	.source = "OCI image-spec v1.1, layer.md; model 17.3",
	.bad = FACTS(CONFIG LAYERS3 SIZES(
		SIZE_HIDDEN("\"component\": \"torch\", ", "opt/venv/torch",
                            "1500000000", ", \"again\": true"))),
	.good = FACTS(CONFIG LAYERS3 SIZES(
		SIZE("torch", "opt/venv/torch", "1500000000"))),
	.check = check,
};
