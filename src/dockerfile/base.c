#include "dockerfile/base.h"

#include "base/version.h"
#include "dockerfile/parts.h"

#define PLAIN_PATH \
	"/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

static void not_known(struct apply *ap, struct str reason, struct base *out)
{
	out->known = BASE_NOT_KNOWN;
	apply_gap(ap, GROUP_ALL, reason);
	ap->blank = ap->shipped;
	scope_forget(&ap->scope);
	ap->state.user_known = false;
}

static void root_user(struct apply *ap)
{
	ap->state.user_known = true;
	ap->state.root = true;
}

/* Of the libraries in usr/lib: "x86_64-linux-gnu"; "" where nobody says. */
static struct str multiarch(struct apply *ap)
{
	static const char *const names[][2] = {
		{"amd64", "x86_64"},
		{"arm64", "aarch64"},
		{"ppc64le", "powerpc64le"},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (str_eq(ap->config.architecture, str_c(names[i][0])))
			return arena_fmt(ap->arena, "%s-linux-gnu",
			                 names[i][1]);
	return STR("");
}

static void merge_usr(struct apply *ap)
{
	static const char *const names[] = {"bin", "lib", "lib64", "sbin"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct str to = arena_fmt(ap->arena, "usr/%s", names[i]);

		files_mkdir(ap, to);
		apply_link(ap, str_c(names[i]), to);
	}
}

static void debian(struct apply *ap)
{
	struct str m = multiarch(ap);

	ap->debian = true;
	files_write(ap, STR("etc/ld.so.conf"),
	            STR("include /etc/ld.so.conf.d/*.conf\n"));
	files_write(ap, STR("etc/ld.so.conf.d/libc.conf"),
	            STR("/usr/local/lib\n"));
	apply_file(ap, STR("etc/debian_version"), 1, NULL);
	files_mkdir(ap, STR("usr/local/lib"));
	if (m.n == 0)
		return;
	files_mkdir(ap, arena_fmt(ap->arena, "usr/lib/" STR_F, STR_A(m)));
	files_write(ap,
	            arena_fmt(ap->arena, "etc/ld.so.conf.d/" STR_F ".conf",
	                      STR_A(m)),
	            arena_fmt(ap->arena,
	                      "/usr/local/lib/" STR_F "\n/lib/" STR_F
	                      "\n/usr/lib/" STR_F "\n",
	                      STR_A(m), STR_A(m), STR_A(m)));
}

void base_distro(struct apply *ap, const struct distro *d)
{
	struct said *said = arena_new(ap->arena, struct said);

	said->os = (struct os_facts){.id = d->id,
	                             .version = d->version,
	                             .pretty = d->pretty};
	if (d->usrmerge)
		merge_usr(ap);
	if (d->id.n)
		apply_file(ap, STR("etc/os-release"), 1, said);
	switch (d->family) {
	case DISTRO_DEBIAN:
		debian(ap);
		break;
	case DISTRO_RPM:
		files_write(ap, STR("etc/ld.so.conf"),
		            STR("include ld.so.conf.d/*.conf\n"));
		files_mkdir(ap, STR("etc/ld.so.conf.d"));
		break;
	case DISTRO_MUSL:
		apply_file(ap, STR("etc/alpine-release"), 1, NULL);
		return;
	case DISTRO_OTHER:
	case DISTRO_N:
		return;
	}
	apply_file(ap, STR("etc/ld.so.cache"), 1, NULL);
}

/* The suffix of the tag that names it: "ubuntu20.04". */
static struct str distro_of_tag(const struct image_lookup *l)
{
	slice_for (struct str, d, l->nvidia->distros)
		if (str_has_suffix(l->tag, *d))
			return *d;
	return STR("");
}

/* What one pulls today: the newest revision.  Of arm64 only that is known. */
static struct str gate_of(const struct apply *ap, const struct nvidia_image *i)
{
	bool arm = str_eq(ap->config.architecture, STR("arm64"));
	const struct ints *ids =
		arm && i->arm_gates.n ? &i->arm_gates : &i->gates;
	const struct gate *g =
		ids->n ? know_gate(ap->know, ids->v[ids->n - 1]) : NULL;

	return g ? g->expr : STR("");
}

static struct str minor_of(struct apply *ap, struct str cuda)
{
	struct version v = version_lead(cuda);

	return arena_fmt(ap->arena, "%u.%u", v.part[0], v.part[1]);
}

static void nvidia(struct apply *ap, const struct image_lookup *l,
                   struct base *out)
{
	const struct nvidia_image *i = l->nvidia;
	const struct toolkit *t = know_toolkit(ap->know, i->cuda);
	struct str name = distro_of_tag(l);
	const struct distro *d = know_distro(ap->know, name);
	bool arm = str_eq(ap->config.architecture, STR("arm64"));
	struct part_words w = {
		.cuda = minor_of(ap, i->cuda),
		.tag = i->cuda,
		.cudart = i->cudart.n || !t ? i->cudart : t->cudart,
		.compat = t ? t->compat : STR(""),
		.compat_package = i->compat,
		.gate = gate_of(ap, i),
		.no_gate = arm && i->arm_no_gate,
		.flavour = l->flavour,
		.distro = name,
	};

	if (!d) {
		not_known(ap, STR("the distribution of this tag is not known"),
		          out);
		return;
	}
	ap->distro = name;
	ap->cuda = i->cuda;
	base_distro(ap, d);
	parts_of_image(ap, STR("nvidia/cuda"), &w);
	root_user(ap);
	out->known = BASE_BY_TABLE;
}

static bool has_arch(const struct nvidia_image *i, struct str arch)
{
	slice_for (struct str, a, i->archs)
		if (str_eq(*a, arch))
			return true;
	return i->archs.n == 0;
}

static void plain(struct apply *ap, const struct plain_image *p,
                  struct base *out)
{
	const struct distro *d = know_distro(ap->know, p->distro);

	out->known = BASE_PLAIN;
	ap->distro = p->distro;
	if (d)
		base_distro(ap, d);
	parts_env(ap, STR("PATH"), STR(PLAIN_PATH));
	parts_of_image(ap, out->lookup.name, &(struct part_words){0});
	root_user(ap);
	if (p->user.n) {
		ap->state.root = false;
		ap->state.user = text_of(ap->arena, TEXT_BASE, p->user);
	}
}

/* The torch of pytorch/pytorch, by the tag. */
static void framework(struct apply *ap, const struct image_lookup *l,
                      struct base *out)
{
	struct str site = STR("opt/conda/lib/python3/site-packages");

	out->known = BASE_BY_FRAMEWORK;
	if (!str_eq(l->framework->framework, STR("pytorch")))
		return;
	apply_wheel(ap, site, STR("torch"), l->version);
	apply_torch(ap, site, l->version, l->cuda);
}

static struct str unknown_reason(struct apply *ap, struct str ref,
                                 const struct image_lookup *l)
{
	if (l->framework)
		return arena_fmt(ap->arena,
		                 "of " STR_F " only CUDA " STR_F
		                 " is known: give the image or its facts",
		                 STR_A(ref), STR_A(l->cuda));
	return arena_fmt(ap->arena,
	                 "base image " STR_F
	                 " is not in the tables: give the image or its facts",
	                 STR_A(ref));
}

void base_by_name(struct apply *ap, struct str ref, struct base *out)
{
	struct image_lookup l = know_image(ap->know, ref, ap->arena);
	const struct plain_image *p = know_plain_image(ap->know, l.name, l.tag);

	out->lookup = l;
	if (l.nvidia && l.flavour.n &&
	    has_arch(l.nvidia, ap->config.architecture)) {
		nvidia(ap, &l, out);
	} else if (p) {
		plain(ap, p, out);
		if (l.framework)
			framework(ap, &l, out);
	} else {
		not_known(ap, unknown_reason(ap, ref, &l), out);
		if (l.framework)
			out->known = BASE_BY_FRAMEWORK;
	}
}

static void by_context(struct apply *ap, struct str context, struct base *out)
{
	struct str image = STR("docker-image://");

	if (str_has_prefix(context, image))
		base_by_name(ap, str_from(context, image.n), out);
	else
		not_known(ap,
		          arena_fmt(ap->arena,
		                    "build context " STR_F " is not read",
		                    STR_A(context)),
		          out);
}

void base_of_stage(struct apply *ap, const struct stage *root, struct base *out)
{
	switch (root->base) {
	case BASE_IMAGE:
		base_by_name(ap, root->image.s, out);
		break;
	case BASE_SCRATCH:
		out->known = BASE_EMPTY;
		root_user(ap);
		break;
	case BASE_CONTEXT:
		by_context(ap, root->context, out);
		break;
	case BASE_UNKNOWN:
	case BASE_STAGE: /* has a parent, and was not asked for */
		not_known(ap, root->problem, out);
		break;
	}
}
