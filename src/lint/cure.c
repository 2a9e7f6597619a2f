#include "lint/cure.h"

#include "base/path.h"
#include "lint/look.h"

struct cure cure_make(enum grade grade, struct str action, struct str text)
{
	return (struct cure){.grade = grade, .action = action, .text = text};
}

const struct umd *compat_libcuda(const struct lint_input *in,
                                 const struct run *run)
{
	const struct umd *first = NULL;

	if (run && run->libcuda.umd)
		return run->libcuda.umd;
	slice_for (struct umd, u, in->facts->umd) {
		if (u->kind != UMD_COMPAT || !look_is_libcuda(u))
			continue;
		if (!first || (first->link && !u->link))
			first = u;
	}
	return first;
}

/* "11-3" of "usr/local/cuda-11.3/compat". */
static struct str package_by_dir(const struct lint_input *in, struct str dir)
{
	struct str mark = STR("cuda-");

	while (dir.n) {
		struct str base = path_base(dir);
		struct version v = version_lead(str_from(base, mark.n));

		if (str_has_prefix(base, mark) && v.n >= 2)
			return arena_fmt(in->arena, "cuda-compat-%u-%u",
			                 v.part[0], v.part[1]);
		dir = path_dir(dir);
	}
	return STR("");
}

struct str compat_package(const struct lint_input *in, const struct umd *u)
{
	if (u->package.n)
		return u->package;
	return package_by_dir(in, path_dir(path_rel(look_file(u))));
}

static bool works_by_compat(const struct prediction *p)
{
	slice_for (struct variant, v, p->variants)
		if (v->run.outcome == OUT_OK && v->run.route == ROUTE_FORWARD)
			return true;
	return false;
}

static size_t pools_in_need(const struct lint_input *in)
{
	struct strs pools = {0};

	slice_for (struct prediction, p, *in->predictions)
		if (works_by_compat(p) && !strs_has(pools, p->pool->name))
			*arena_push(in->arena, &pools) = p->pool->name;
	return pools.n;
}

static bool is_rpm(const struct image_facts *f)
{
	static const char *const ids[] = {"rhel",   "centos", "rocky",
	                                  "fedora", "ubi",    "almalinux",
	                                  "ol",     "amzn"};

	for (size_t i = 0; i < sizeof ids / sizeof *ids; i++)
		if (str_eq(f->os.id, str_c(ids[i])))
			return true;
	return false;
}

/* Who lists it; a package without a list is the distribution's. */
static enum packager packager_of(const struct image_facts *f, struct str name)
{
	slice_for (struct package, p, f->packages)
		if (str_eq(p->name, name))
			return p->manager;
	return is_rpm(f) ? PACKAGER_RPM : PACKAGER_DPKG;
}

struct str cure_remove(const struct lint_input *in, struct str name)
{
	static const char *const commands[PACKAGER_N] = {
		[PACKAGER_DPKG] = "apt-get purge -y",
		[PACKAGER_RPM] = "dnf remove -y",
		[PACKAGER_APK] = "apk del",
		[PACKAGER_PACMAN] = "pacman -R --noconfirm",
		[PACKAGER_CONDA] = "conda remove -y",
		[PACKAGER_NIX] = "nix-env -e",
		[PACKAGER_SPACK] = "spack uninstall -y",
	};

	return arena_fmt(in->arena, "%s " STR_F,
	                 commands[packager_of(in->facts, name)], STR_A(name));
}

struct cure cure_purge_compat(const struct lint_input *in, const struct umd *u)
{
	struct str dir = path_dir(path_rel(look_file(u)));
	struct cure c = {.grade = GRADE_SAFE, .action = STR("purge-compat")};
	size_t need = pools_in_need(in);

	c.package = compat_package(in, u);
	c.text = c.package.n && in->facts->os.id.n ?
	                 arena_fmt(in->arena, STR_F ", or rm -rf /" STR_F,
	                           STR_A(cure_remove(in, c.package)),
	                           STR_A(dir)) :
	                 arena_fmt(in->arena, "rm -rf /" STR_F, STR_A(dir));
	if (need) {
		c.grade = GRADE_REVIEW;
		c.text = arena_fmt(in->arena,
		                   STR_F " (not for the %zu pool%s that "
		                         "work%s only through it)",
		                   STR_A(c.text), need, need == 1 ? "" : "s",
		                   need == 1 ? "s" : "");
	}
	return c;
}

struct str cure_floor(const struct lint_input *in, struct str cuda)
{
	const struct toolkit *t = know_toolkit(in->know, cuda);

	if (!t)
		return STR("");
	return t->floor.n ? t->floor : t->driver;
}

struct cure cure_raise_driver(const struct lint_input *in, struct str cuda)
{
	struct str floor = cure_floor(in, cuda);
	struct cure c = {.grade = GRADE_MANUAL, .action = STR("raise-driver")};

	c.text =
		floor.n ?
			arena_fmt(in->arena,
	                          "raise the host's driver to " STR_F
	                          " or later, or "
	                          "build on an older CUDA",
	                          STR_A(floor)) :
			STR("raise the host's driver, or build on an older CUDA");
	return c;
}

void blame_compat(const struct lint_input *in, struct finding *f,
                  const struct batch *b)
{
	const struct umd *u = compat_libcuda(in, batch_run(b));

	finding_batch(in, f, b);
	if (!u)
		return;
	finding_at(in, f, u->layer, look_file(u));
	f->cure = cure_purge_compat(in, u);
}
