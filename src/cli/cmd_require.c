#include "cli/cli.h"
#include "predict/require.h"

int run_require(struct context *c, struct err *err)
{
	const struct options *o = &c->opts;
	struct require_host host = {o->cuda, o->driver, o->arch, o->brand};
	struct require_verdict v;
	struct buf out = {0};
	int rc;

	if (o->args.n != 1)
		return err_set(err, ERR_USAGE,
		               "require wants one expression; quote it: "
		               "cudalint require --cuda 12.4 'cuda>=12.5'");
	v = require_eval(o->args.v[0], &host);
	if (v.result == REQUIRE_OK)
		return STATUS_CLEAN;
	require_message(o->args.v[0], &v, o->toolkit, &out);
	buf_addc(&out, '\n', 1);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	if (rc)
		return rc;
	return v.result == REQUIRE_INVALID ? STATUS_TROUBLE : STATUS_FOUND;
}
