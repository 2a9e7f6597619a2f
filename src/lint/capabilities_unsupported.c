#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static bool is_known(struct str word)
{
	static const char *const words[] = {"compute", "compat32", "graphics",
	                                    "utility", "video",    "display",
	                                    "ngx",     "all"};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(word, str_c(words[i])))
			return true;
	return false;
}

static struct str first_unknown(struct str list)
{
	struct str word;

	while (str_next(&list, ',', &word)) {
		word = str_trim(word);
		if (word.n && !is_known(word))
			return word;
	}
	return STR("");
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct str name = STR("NVIDIA_DRIVER_CAPABILITIES"), value, word;
	struct batches failing = {0};
	struct finding *f;

	if (!look_env(in, name, &value))
		return;
	word = first_unknown(value);
	if (word.n == 0)
		return;
	f = finding_add(in, out, &rule_capabilities_unsupported,
	                arena_fmt(in->arena,
	                          "NVIDIA_DRIVER_CAPABILITIES has \"" STR_F
	                          "\", which is none: the toolkit refuses to "
	                          "start (\"unsupported capabilities found "
	                          "in '" STR_F "'\")",
	                          STR_A(word), STR_A(value)));
	finding_env(in, f, name);
	f->cure = cure_make(GRADE_REVIEW, STR("edit-env"),
	                    STR("ENV NVIDIA_DRIVER_CAPABILITIES="
	                        "compute,utility"));
	batches_of(in, CAUSE_CAPABILITY, NULL, &failing);
	if (failing.n)
		finding_batch(in, f, failing.v);
}

const struct rule rule_capabilities_unsupported = {
	.id = "CL023",
	.name = "capabilities-unsupported",
	.severity = SEV_ERROR,
	.title = "NVIDIA_DRIVER_CAPABILITIES has an unknown word",
	.why = "Every word has to be one of compute, compat32, graphics, "
	       "utility, video, display, ngx and all.  The toolkit's legacy "
	       "mode stops the container at any other (\"none\" is such a "
	       "word, and so is a word in capitals).",
	.cure = "Use the known words, joined by commas.",
	.source = "model 5.4",
	.bad = FACTS(CONFIG_ENV("\"NVIDIA_DRIVER_CAPABILITIES=compute,gpu\"")),
	.good = FACTS(
		CONFIG_ENV("\"NVIDIA_DRIVER_CAPABILITIES=compute,utility\"")),
	.pool = POOL_A100,
	.check = check,
};
