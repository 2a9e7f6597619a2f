#include "base/path.h"
#include "fix/action.h"
#include "fix/effects.h"
#include "fix/place.h"
#include "fix/step.h"
#include "know/base.h"

#define KEEP_ARG "KEEP_CUDA_COMPAT"

/* One build for all is better, if there is one. */
enum { BY_ARG_DISTANCE = 10000 };
#define NO_SHELL                                                        \
	"the stage that ships has no shell to run it: take the compat " \
	"directory out of what is copied there"

static const char remark[] =
	"# cudalint: with these libraries CUDA fails on GPUs or drivers that "
	"can't use them";

/* Metapackages may ask for the compat package: dpkg or rpm would refuse. */
static bool may_be_needed(const struct image_facts *f)
{
	slice_for (struct package, p, f->packages)
		if (is_cuda_metapackage(p->name))
			return true;
	return false;
}

static enum distro_family distro_of(const struct fix_input *in)
{
	struct distros distros = know_distros(in->know);

	slice_for (struct distro, d, distros)
		if (d->id.n && str_eq(d->id, in->facts->os.id))
			return d->family;
	return DISTRO_OTHER;
}

static enum step_family family_of(const struct fix_input *in)
{
	switch (distro_of(in)) {
	case DISTRO_DEBIAN:
		return STEP_DEBIAN;
	case DISTRO_RPM:
		return STEP_RPM;
	case DISTRO_MUSL:
	case DISTRO_OTHER:
	case DISTRO_N:
		break;
	}
	return STEP_ANY;
}

/* The lines of the step; *inserts counts its instructions. */
static struct str lines_of(const struct fix_input *in, const struct place *p,
                           bool by_arg, struct arena *a, size_t *inserts)
{
	const struct dockerfile *d = in->docker_input->file;
	const char *eol = d->crlf ? "\r\n" : "\n";
	struct step_style style = {.family = family_of(in),
	                           .exec = !p->shell_is_posix,
	                           .crlf = d->crlf,
	                           .escape = d->escape,
	                           .arg = by_arg ? STR(KEEP_ARG) : STR("")};
	struct buf out = {0};
	struct str lines;

	buf_printf(&out, "%s%s", remark, eol);
	if (by_arg)
		buf_printf(&out, "ARG " KEEP_ARG "=1%s", eol);
	step_write(&style, &out);
	*inserts = by_arg ? 2 : 1;
	lines = arena_str(a, buf_str(&out));
	buf_free(&out);
	return lines;
}

/* Images without a distribution in them have no shell that we know of. */
static bool has_shell(const struct fix_input *in)
{
	const struct image_lookup *l = &in->docker->lookup;
	const struct plain_image *plain =
		know_plain_image(in->know, l->name, l->tag);
	const struct distro *d =
		plain ? know_distro(in->know, plain->distro) : NULL;

	return in->docker->base != BASE_EMPTY &&
	       !(d && d->family == DISTRO_OTHER);
}

static void grade(struct action *act, const struct fix_input *in,
                  const struct place *p, bool restored)
{
	act->grade = GRADE_SAFE;
	if (may_be_needed(in->facts)) {
		act->grade = GRADE_REVIEW;
		act->why = STR("a cuda metapackage is installed, which may ask "
		               "for the compat package");
	}
	if (!p->state.user_known && !restored) {
		act->grade = GRADE_REVIEW;
		act->why =
			p->user_later ?
				STR("the base image's user is not known") :
				STR("the base image's user is not known, and "
		                    "the image would end as root: give it "
		                    "with --base-user");
	} else if (!p->state.user_known) {
		act->grade = GRADE_REVIEW;
		act->why = STR("the base image's user is taken from "
		               "--base-user");
	}
}

static void add_step(const struct fix_input *in, bool by_arg, struct arena *a,
                     struct actions *out)
{
	struct action *act = arena_push(a, out);
	struct place place;
	struct str lines;
	bool restored;

	*act = (struct action){
		.kind = by_arg ? ACTION_COMPAT_BY_ARG : ACTION_PURGE_COMPAT,
		.refused = has_shell(in) ? STR("") : STR(NO_SHELL),
		.grade = GRADE_REVIEW,
	};
	act->title = by_arg ? STR("put the compat libraries behind the build "
	                          "argument " KEEP_ARG) :
	                      STR("purge the compat libraries in the stage "
	                          "that ships");
	if (act->refused.n)
		return;
	place_for_purge(in, a, &place);
	lines = lines_of(in, &place, by_arg, a, &act->inserts);
	edits_add(a, &act->edits,
	          place_lines(in, &place, lines, a, &act->inserts, &restored));
	grade(act, in, &place, restored);
	act->effect = effect_purge;
	if (!by_arg)
		return;
	act->grade = GRADE_REVIEW;
	act->distance = BY_ARG_DISTANCE;
	act->setting = (struct pair){STR(KEEP_ARG), STR("0")};
	act->why = STR(
		"it takes two builds, the second one with --build-arg " KEEP_ARG
		"=0");
}

void action_purge(const struct fix_input *in, struct arena *a,
                  struct actions *out)
{
	if (facts_have_compat(in->facts))
		add_step(in, false, a, out);
}

static bool has_keep_arg(const struct dockerfile *d)
{
	slice_for (const struct instr, i, d->instrs)
		if (i->keyword == KW_ARG &&
		    str_contains(i->joined.s, STR(KEEP_ARG)))
			return true;
	return false;
}

void action_compat_by_arg(const struct fix_input *in, struct arena *a,
                          struct actions *out)
{
	if (facts_have_compat(in->facts) &&
	    !has_keep_arg(in->docker_input->file))
		add_step(in, true, a, out);
}
