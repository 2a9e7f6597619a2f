#include "know/check.h"
#include "know/template.h"

static void at(struct check *c, const char *list)
{
	c->table = "bases";
	c->list = list;
}

static void plain_row(struct check *c, struct plain_images all, size_t i)
{
	const struct plain_image *p = &all.v[i];

	check_row(c, i, p->image, CONF_HIGH, p->source);
	if (!know_distro(c->k, p->distro))
		check_say(c, "distro '" STR_F "' is not in the list",
		          STR_A(p->distro));
	for (size_t j = 0; j < i; j++)
		if (str_eq(all.v[j].image, p->image) &&
		    str_glob(all.v[j].tag, p->tag))
			check_say(c, "row %zu is asked first", j);
}

static bool needs_name(enum part_kind kind)
{
	return kind != PART_NOTHING && kind != PART_ENV_OPEN &&
	       kind != PART_WORKDIR;
}

static void part_row(struct check *c, const struct part *p, size_t i)
{
	check_row(c, i, p->of, p->confidence, p->source);
	check_version(c, "first", p->first);
	check_version(c, "last", p->last);
	check_range(c, p->first, p->last);
	if (!template_is_valid(p->of))
		check_say(c, "'" STR_F "' is no pattern", STR_A(p->of));
	if (needs_name(p->kind) != (p->name.n > 0))
		check_say(c, "a %s and its name", part_kind_names[p->kind]);
	if (p->kind == PART_GAP && !str_eq(p->name, STR("driver")) &&
	    !str_eq(p->name, STR("runtime")))
		check_say(c, "'" STR_F "' is no group", STR_A(p->name));
}

void check_bases(struct check *c)
{
	struct plain_images plain = know_plain_images(c->k);
	struct distros distros = know_distros(c->k);
	struct parts parts = know_parts(c->k);

	at(c, "plain");
	for (size_t i = 0; i < plain.n; i++)
		plain_row(c, plain, i);
	at(c, "distros");
	slice_for (struct distro, d, distros) {
		check_row(c, (size_t)(d - distros.v), d->name, CONF_HIGH,
		          d->source);
		check_order(c,
		            d == distros.v ? 0 : str_cmp(d[-1].name, d->name));
	}
	at(c, "parts");
	for (size_t i = 0; i < parts.n; i++)
		part_row(c, &parts.v[i], i);
}
