#include "know/tables.h"
#include "know/template.h"

struct nvidia_images know_nvidia_images(const struct know *k)
{
	return know_lazy(k, &table_images)->nvidia_images;
}

struct gate_revisions know_gate_revisions(const struct know *k)
{
	return know_lazy(k, &table_images)->gate_revisions;
}

struct framework_images know_framework_images(const struct know *k)
{
	return know_lazy(k, &table_images)->framework_images;
}

/* "docker.io/nvidia/cuda:12.4.1-base@sha256:…" is nvidia/cuda and the tag. */
static void split_ref(struct str ref, struct str *name, struct str *tag)
{
	static const struct str heads[] = {{"docker://", 9},
	                                   {"docker.io/", 10},
	                                   {"index.docker.io/", 16},
	                                   {"registry-1.docker.io/", 21},
	                                   {"library/", 8}};
	struct str digest;
	size_t colon;

	for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
		if (str_has_prefix(ref, heads[i]))
			ref = str_from(ref, heads[i].n);
	(void)str_cut(ref, '@', &ref, &digest);
	colon = ref.n;
	while (colon && ref.p[colon - 1] != ':' && ref.p[colon - 1] != '/')
		colon--;
	if (colon && ref.p[colon - 1] == ':') {
		*name = (struct str){ref.p, colon - 1};
		*tag = str_from(ref, colon);
	} else {
		*name = ref;
		*tag = (struct str){0};
	}
}

static struct str known_flavour(const struct nvidia_image *i, struct str f)
{
	slice_for (const struct str, known, i->flavours)
		if (str_eq(*known, f))
			return f;
	return (struct str){0};
}

/* rest is "base-ubuntu22.04", or "base" where the tag names no distribution. */
static bool is_nvidia(const struct nvidia_image *i, struct str rest,
                      struct str *flavour)
{
	if (i->distros.n == 0) {
		*flavour = known_flavour(i, rest);
		return flavour->n > 0;
	}
	slice_for (const struct str, d, i->distros) {
		if (rest.n <= d->n + 1 || !str_has_suffix(rest, *d) ||
		    rest.p[rest.n - d->n - 1] != '-')
			continue;
		rest.n -= d->n + 1;
		*flavour = known_flavour(i, rest);
		return true;
	}
	return false;
}

static void find_nvidia(const struct know *k, struct image_lookup *l)
{
	struct nvidia_images images = know_nvidia_images(k);
	struct str cuda, rest;
	struct version v;

	(void)str_cut(l->tag, '-', &cuda, &rest);
	slice_for (const struct nvidia_image, i, images) {
		if (!str_eq(i->cuda, cuda) || !is_nvidia(i, rest, &l->flavour))
			continue;
		l->nvidia = i;
		l->cuda = i->cuda;
		return;
	}
	if (version_parse(cuda, &v) && v.n >= 2) {
		l->cuda = cuda;
		l->in_tag = true;
	}
}

static void find_framework(const struct know *k, struct image_lookup *l)
{
	struct framework_images images = know_framework_images(k);

	slice_for (const struct framework_image, i, images) {
		struct captures c;

		if (!str_eq(i->image, l->name) ||
		    !template_match(i->tag, l->tag, &c))
			continue;
		l->framework = i;
		l->cuda = i->cuda.n ? i->cuda : c.cuda;
		l->version = i->version.n ? i->version : c.version;
		l->in_tag = c.cuda.n || c.version.n;
		return;
	}
}

struct image_lookup know_image(const struct know *k, struct str ref,
                               struct arena *a)
{
	struct image_lookup l = {0};

	split_ref(arena_str(a, str_trim(ref)), &l.name, &l.tag);
	/* One repository in two registries: doc/supported-tags.md, "Repos". */
	if (str_eq(l.name, STR("nvidia/cuda")) ||
	    str_eq(l.name, STR("nvcr.io/nvidia/cuda")))
		find_nvidia(k, &l);
	else
		find_framework(k, &l);
	return l;
}
