#include "dockerfile/parts.h"

#include "base/cleanup.h"
#include "base/path.h"
#include "base/version.h"

static const struct {
	const char *arch, *nvarch, *triplet;
} arches[] = {
	{"amd64", "x86_64", "x86_64-linux"},
	{"arm64", "sbsa", "sbsa-linux"},
	{"ppc64le", "ppc64le", "ppc64le-linux"},
};

static struct str by_arch(struct str arch, bool triplet)
{
	for (size_t i = 0; i < sizeof arches / sizeof *arches; i++)
		if (str_eq(arch, str_c(arches[i].arch)))
			return str_c(triplet ? arches[i].triplet :
			                       arches[i].nvarch);
	return STR("");
}

struct str parts_triplet(struct str arch)
{
	return by_arch(arch, true);
}

static struct str dashed(struct arena *a, struct str cuda)
{
	struct str major, minor;

	if (!str_cut(cuda, '.', &major, &minor))
		return cuda;
	return arena_fmt(a, STR_F "-" STR_F, STR_A(major), STR_A(minor));
}

static struct str major_of(struct str cuda)
{
	struct str major, minor;

	(void)str_cut(cuda, '.', &major, &minor);
	return major;
}

static struct str word_of(struct apply *ap, const struct part_words *w,
                          struct str hole)
{
	struct str arch = ap->config.architecture, none = STR("");
	const struct {
		struct str hole, value;
	} words[] = {
		{STR("cuda"), w->cuda},
		{STR("dash"), dashed(ap->arena, w->cuda)},
		{STR("major"), major_of(w->cuda)},
		{STR("tag"), version_lead(w->tag).n > 2 ? w->tag : none},
		{STR("cudart"), w->cudart},
		{STR("compat"), w->compat},
		{STR("compat_package"), w->compat_package},
		{STR("gate"), w->gate},
		{STR("nvarch"), by_arch(arch, false)},
		{STR("triplet"), by_arch(arch, true)},
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_eq(words[i].hole, hole))
			return words[i].value;
	return STR("");
}

bool parts_fill(struct apply *ap, const struct part_words *w, struct str text,
                struct str *out)
{
	CLEANUP(buf_free) struct buf b = {.max = PATH_MAX_BYTES};
	struct str head, rest, hole;

	while (str_cut(text, '{', &head, &rest)) {
		struct str word;

		buf_add(&b, head);
		if (!str_cut(rest, '}', &hole, &text))
			return false;
		word = word_of(ap, w, hole);
		if (word.n == 0)
			return false;
		buf_add(&b, word);
	}
	buf_add(&b, text);
	*out = arena_str(ap->arena, buf_str(&b));
	return true;
}
