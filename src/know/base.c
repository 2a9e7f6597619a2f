#include "know/base.h"

#include "base/version.h"
#include "know/tables.h"
#include "know/template.h"

const char *const distro_family_names[DISTRO_N] = {
	[DISTRO_OTHER] = "none",
	[DISTRO_DEBIAN] = "debian",
	[DISTRO_RPM] = "rpm",
	[DISTRO_MUSL] = "musl",
};
const char *const part_kind_names[PART_N] = {
	[PART_NOTHING] = "nothing",   [PART_ENV] = "env",
	[PART_ENV_OPEN] = "env-open", [PART_WORKDIR] = "workdir",
	[PART_PACKAGE] = "package",   [PART_FILE] = "file",
	[PART_LINK] = "link",         [PART_ALTERNATIVE] = "alternative",
	[PART_CONF] = "conf",         [PART_NOTE] = "note",
	[PART_GAP] = "gap",
};

static const struct field plain_image_fields[] = {
	FIELD(struct plain_image, image, REQUIRED, ""),
	FIELD(struct plain_image, tag, REQUIRED, ""),
	FIELD(struct plain_image, distro, REQUIRED, ""),
	FIELD(struct plain_image, user, OPTIONAL, ""),
	FIELD(struct plain_image, source, OPTIONAL, ""),
};
ROWS(plain_image, plain_image_fields);

static const struct field distro_fields[] = {
	FIELD(struct distro, name, REQUIRED, ""),
	FIELD(struct distro, id, REQUIRED, ""),
	FIELD(struct distro, version, OPTIONAL, ""),
	FIELD(struct distro, pretty, OPTIONAL, ""),
	FIELD_ENUM(struct distro, family, REQUIRED, distro_family_names, ""),
	FIELD(struct distro, usrmerge, OPTIONAL, ""),
	FIELD(struct distro, source, OPTIONAL, ""),
};
ROWS(distro, distro_fields);

static const struct field part_fields[] = {
	FIELD(struct part, of, REQUIRED, ""),
	FIELD_ENUM(struct part, kind, REQUIRED, part_kind_names, ""),
	FIELD(struct part, name, OPTIONAL, ""),
	FIELD(struct part, value, OPTIONAL, ""),
	FIELD(struct part, first, OPTIONAL, ""),
	FIELD(struct part, last, OPTIONAL, ""),
	FIELD(struct part, arch, OPTIONAL, ""),
	FIELD(struct part, flavour, OPTIONAL, ""),
	FIELD(struct part, distros, OPTIONAL, ""),
	FIELD_ENUM(struct part, confidence, REQUIRED, confidence_names, ""),
	FIELD(struct part, source, OPTIONAL, ""),
};
ROWS(part, part_fields);

FILE_OF(bases, ROWS_AS(0, "plain", plain_image), ROWS_AS(1, "distros", distro),
        ROWS_AS(2, "parts", part));
const struct table table_bases = {TABLE("bases", bases, true),
                                  {LAZY(plain_images, plain_image),
                                   LAZY(distros, distro), LAZY(parts, part)}};

struct plain_images know_plain_images(const struct know *k)
{
	return know_lazy(k, &table_bases)->plain_images;
}

struct distros know_distros(const struct know *k)
{
	return know_lazy(k, &table_bases)->distros;
}

struct parts know_parts(const struct know *k)
{
	return know_lazy(k, &table_bases)->parts;
}

const struct plain_image *know_plain_image(const struct know *k,
                                           struct str name, struct str tag)
{
	struct plain_images all = know_plain_images(k);

	slice_for (struct plain_image, i, all)
		if (str_glob(i->image, name) && str_glob(i->tag, tag))
			return i;
	return NULL;
}

const struct distro *know_distro(const struct know *k, struct str name)
{
	struct distros all = know_distros(k);

	slice_for (struct distro, d, all)
		if (str_eq(d->name, name))
			return d;
	return NULL;
}

bool part_is_for(const struct part *p, struct str cuda, struct str arch)
{
	struct version v = version_lead(cuda), last = version_lead(p->last);

	if (p->arch.n && !str_eq(p->arch, arch))
		return false;
	if (p->first.n && (v.n == 0 || version_cmp_str(cuda, p->first) < 0))
		return false;
	if (last.n && v.n > last.n) /* last 10.2 has 10.2.89 in it */
		v.n = last.n;
	for (uint8_t i = v.n; i < 4; i++)
		v.part[i] = 0;
	return last.n == 0 || (v.n && version_cmp(v, last) <= 0);
}

bool part_is_of(const struct part *p, struct str package, struct arena *a,
                struct str *cuda)
{
	struct captures c;
	struct str major, minor;
	struct version v;

	*cuda = (struct str){0};
	if (!template_match(p->of, package, &c))
		return false;
	if (c.cuda.n == 0)
		return true;
	if (!str_cut(c.cuda, '-', &major, &minor) &&
	    !str_cut(c.cuda, '.', &major, &minor))
		return false;
	*cuda = arena_fmt(a, STR_F "." STR_F, STR_A(major), STR_A(minor));
	return version_parse(*cuda, &v) && v.n == 2;
}
