#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

/* Belongs to the host; model 5.3. */
static const char *const driver_names[] = {
	"nvidia-driver",
	"nvidia-driver-*",
	"nvidia-utils",
	"nvidia-utils-*",
	"nvidia-compute-utils-*",
	"nvidia-kernel-*",
	"nvidia-dkms-*",
	"nvidia-settings",
	"nvidia-modprobe",
	"nvidia-persistenced",
	"nvidia-fabricmanager*",
	"libnvidia-*",
	"libcuda1*",
	"cuda-drivers*",
	"libnvcuvid1",
	"xserver-xorg-video-nvidia*",
	"xorg-x11-drv-nvidia*",
	"akmod-nvidia*",
	"kmod-nvidia*",
	"dkms-nvidia*",
	"nvidia-kmod*",
};

/* Alike by name only: the toolkit, headers, and a distribution's own. */
static const char *const other_names[] = {
	"libnvidia-container*", "libnvidia-egl-*", "*-dev", "*-devel", "*-doc",
};

static bool matches(struct str name, const char *const *globs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_glob(str_c(globs[i]), name))
			return true;
	return false;
}

static bool is_driver(struct str name)
{
	return matches(name, driver_names,
	               sizeof driver_names / sizeof *driver_names) &&
	       !matches(name, other_names,
	                sizeof other_names / sizeof *other_names);
}

static struct cure cure(const struct lint_input *in, struct strs names)
{
	struct buf b = {0};
	struct cure c = {.grade = GRADE_REVIEW, .action = STR("purge-package")};

	buf_add(&b, cure_remove(in, names.v[0]));
	for (size_t i = 1; i < names.n; i++)
		buf_printf(&b, " " STR_F, STR_A(names.v[i]));
	c.package = names.v[0];
	c.text = arena_str(in->arena, buf_str(&b));
	buf_free(&b);
	return c;
}

static void check(const struct lint_input *in, struct findings *out)
{
	struct strs names = {0};
	const struct package *first = NULL;
	struct finding *f;

	slice_for (struct package, p, in->facts->packages) {
		if (!is_driver(p->name) || strs_has(names, p->name))
			continue;
		*arena_push(in->arena, &names) = p->name;
		first = first ? first : p;
	}
	if (!first)
		return;
	f = finding_add(in, out, &rule_driver_package_installed,
	                arena_fmt(in->arena,
	                          "the image has the driver package%s " STR_F
	                          " (" STR_F "), which belong%s on the host",
	                          names.n == 1 ? "" : "s",
	                          STR_A(words_list(in->arena, names, "")),
	                          STR_A(first->version),
	                          names.n == 1 ? "s" : ""));
	finding_at(in, f, first->layer, first->path);
	f->cure = cure(in, names);
}

const struct rule rule_driver_package_installed = {
	.id = "CL009",
	.name = "driver-package-installed",
	.severity = SEV_WARNING,
	.title = "A package of the NVIDIA driver is installed in the image",
	.why = "The driver's user-mode libraries have to fit the host's kernel "
	       "module, so the container toolkit injects the host's.  Those "
	       "that a package puts into the image compete with them; usually "
	       "the package came along as a dependency.",
	.cure = "Purge it.  For the API's headers and stubs install "
		"cuda-driver-dev or libnvidia-ml-dev instead.",
	.source = "model 5.3",
	.bad = FACTS(CONFIG ", \"packages\": [{\"name\": \"libcuda1\","
                            " \"version\": \"535.183.01-1\", \"path\":"
                            " \"var/lib/dpkg/status\", \"layer\": 0}]"),
	.good = FACTS(CONFIG
                      ", \"packages\": [{\"name\":"
                      " \"libnvidia-container1\", \"version\": \"1.17.8-1\","
                      " \"path\": \"var/lib/dpkg/status\", \"layer\": 0}]"),
	.check = check,
};
