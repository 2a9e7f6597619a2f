#include "cli/formats.h"
#include "cli/judge.h"

int run_image(struct context *c, struct err *err)
{
	struct know_age age;
	struct judge j;

	if (c->opts.args.n == 0 && c->opts.facts.n == 0)
		return err_set(
			err, ERR_USAGE,
			"image wants an archive, a directory or - ; try: "
			"docker save NAME | cudalint image -");
	if (formats_check(c, FORMATS_REPORT, err) ||
	    context_age(c, &age, err) || judge_init(&j, c, err))
		return -1;
	if (c->opts.facts.n && judge_facts(&j, c->opts.facts, err))
		return -1;
	judge_paths(&j, c->opts.args);
	return judge_tell(&j, &age, err);
}
