#include "base/path.h"
#include "lint/cure.h"
#include "lint/example.h"
#include "lint/look.h"

static void check(const struct lint_input *in, struct findings *out)
{
	struct str dir = in->facts->loader.compat_dir;

	slice_for (struct umd, u, in->facts->umd) {
		struct finding *f;

		if (u->link || u->kind != UMD_COMPAT || dir.n == 0 ||
		    !str_eq(path_dir(u->path), dir) ||
		    !str_eq(path_base(u->path), STR("libcuda.so.1")))
			continue;
		f = finding_add(
			in, out, &rule_compat_not_a_link,
			arena_fmt(in->arena,
		                  STR_F " is a file, not a link: "
		                        "toolkits up to 1.17.3, and later ones "
		                        "in mount mode, let it replace the "
		                        "host's libcuda whatever its version",
		                  STR_A(look_abs(in, u->path))));
		finding_at(in, f, u->layer, u->path);
		f->cure = cure_make(
			GRADE_REVIEW, STR("relink-compat"),
			STR("install the cuda-compat package anew, or copy it "
		            "with links kept (cp -a, COPY of the directory)"));
	}
}

const struct rule rule_compat_not_a_link = {
	.id = "CL021",
	.name = "compat-not-a-link",
	.severity = SEV_WARNING,
	.title = "libcuda.so.1 in the compat directory is a file of its own",
	.why = "The toolkit judges a compat library by the version in its file "
	       "name.  A copy that followed the links is called libcuda.so.1: "
	       "to the toolkit that is version 1, which ldconfig mode drops "
	       "and mount mode mounts over the host's library, where ldconfig "
	       "cannot replace it.  Then the image's library wins even on "
	       "newer hosts.",
	.cure = "Keep the links: libcuda.so.1 -> libcuda.so.X.Y.",
	.source = "model 3.2",
	.bad = FACTS(CONFIG UMDS(UMD_FILE(
		"usr/local/cuda-11.3/compat/libcuda.so.1", "compat",
		"")) ", \"loader\": {\"cuda_dir\": \"usr/local/cuda-11.3\","
                     " \"compat_dir\": \"usr/local/cuda-11.3/compat\","
                     " \"compat_names\": [\"libcuda.so.1\"]}"),
	.good = FACTS(CONFIG COMPAT("11.3", "465.19.01")),
	.check = check,
};
