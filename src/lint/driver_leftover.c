#include "lint/cure.h"
#include "lint/example.h"
#include "lint/hits.h"
#include "lint/look.h"

static bool has_wsl(const struct fleet *fleet)
{
	slice_for (struct pool, p, fleet->pools)
		if (p->os == HOST_WSL2)
			return true;
	return false;
}

static struct cure cure(const struct lint_input *in, struct strs paths)
{
	struct buf b = {0};
	struct cure c = {.grade = GRADE_SAFE, .action = STR("remove-file")};

	buf_add(&b, STR("rm -f"));
	slice_for (struct str, s, paths)
		buf_printf(&b, " " STR_F, STR_A(*s));
	c.text = arena_str(in->arena, buf_str(&b));
	buf_free(&b);
	return c;
}

static void check_empty(const struct lint_input *in, struct findings *out)
{
	struct strs paths = {0};
	struct finding *f;
	bool wsl = has_wsl(in->fleet);

	slice_for (struct umd, u, in->facts->umd)
		if (u->kind == UMD_LEFTOVER)
			*arena_push(in->arena, &paths) = look_abs(in, u->path);
	if (paths.n == 0)
		return;
	f = finding_add(
		in, out, &rule_driver_leftover,
		arena_fmt(in->arena,
	                  "%zu empty driver file%s left in the image (" STR_F
	                  "): mount points that docker commit kept%s",
	                  paths.n, paths.n == 1 ? " is" : "s are",
	                  STR_A(words_list(in->arena, paths, "")),
	                  wsl ? "; under WSL2 they can stop the start" : ""));
	f->severity = wsl ? SEV_WARNING : SEV_NOTE;
	slice_for (struct umd, u, in->facts->umd)
		if (u->kind == UMD_LEFTOVER)
			finding_at(in, f, u->layer, u->path);
	f->cure = cure(in, paths);
}

static void check_clash(const struct lint_input *in, struct findings *out)
{
	struct batches all = {0};

	batches_of(in, CAUSE_MOUNT_CLASH, NULL, &all);
	slice_for (struct batch, b, all) {
		struct finding *f = finding_add(
			in, out, &rule_driver_leftover,
			arena_fmt(in->arena,
		                  "a link left by another host stops the start "
		                  "on " STR_F STR_F ": \"" STR_F "\"",
		                  STR_A(batch_where(in, b)),
		                  STR_A(batch_stacks(in, b)),
		                  STR_A(batch_run(b)->message)));

		finding_batch(in, f, b);
		f->cure = cure_make(GRADE_SAFE, STR("remove-file"),
		                    STR("remove the links to the driver that "
		                        "the message names"));
	}
}

static void check(const struct lint_input *in, struct findings *out)
{
	check_empty(in, out);
	check_clash(in, out);
}

const struct rule rule_driver_leftover = {
	.id = "CL010",
	.name = "driver-leftover",
	.severity = SEV_NOTE,
	.fleet = true,
	.title = "Remains of another host's driver are in the image",
	.why = "docker commit keeps the mount points of a running container: "
	       "empty files and links where the host's driver was.  Linux "
	       "hosts pass over empty ones; under WSL2, whose library names "
	       "have no version, a link at such a name makes the toolkit give "
	       "up: \"file exists\".",
	.cure = "Remove the files, or build the image from a Dockerfile.",
	.source = "model 5.1, 5.3; nvidia-container-toolkit#289, #371",
	.bad = FACTS(CONFIG
                     ", \"umd\": [{\"path\":"
                     " \"usr/lib/x86_64-linux-gnu/libcuda.so.470.57.02\","
                     " \"kind\": \"leftover\", \"version\": \"470.57.02\","
                     " \"size\": 0, \"layer\": 0}]"),
	.good = FACTS(CONFIG COMPAT("11.2", "460.32.03")),
	.pool = POOL_A100,
	.check = check,
};
