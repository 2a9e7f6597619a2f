#include "cli/cli.h"
#include "predict/require.h"

static int check_version(const char *option, struct str value, struct err *err)
{
	struct version v;

	if (value.n && !version_parse(value, &v))
		return err_set(err, ERR_USAGE,
		               "--%s wants a version, not " STR_F, option,
		               STR_A(value));
	return 0;
}

/* What is not given counts as satisfied, as it does for NVIDIA. */
static void say_if_blind(const struct options *o)
{
	if (!o->cuda.n && !o->driver.n && !o->arch.n && !o->brand.n)
		note(STR("cudalint: no host was given (--cuda, --driver, "
		         "--arch, --brand): only the syntax was checked\n"));
}

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
	if (check_version("cuda", o->cuda, err) ||
	    check_version("driver", o->driver, err) ||
	    check_version("arch", o->arch, err) ||
	    check_version("toolkit", o->toolkit, err))
		return -1;
	say_if_blind(o);
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
