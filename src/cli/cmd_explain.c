#include "cli/cli.h"
#include "lint/explain.h"
#include "report/manual.h"

static int print_buf(struct buf *out, struct err *err)
{
	int rc = print(buf_str(out), err);

	buf_free(out);
	return rc ? rc : STATUS_CLEAN;
}

int run_explain(struct context *c, struct err *err)
{
	struct buf out = {0};
	const struct rule *r;

	if (c->opts.args.n != 1)
		return err_set(
			err, ERR_USAGE,
			"explain wants a rule or an error code: cudalint "
			"explain 804");
	r = rule_get(c->opts.args.v[0]);
	if (r)
		explain_rule(r, &out);
	else if (!explain_code(c->opts.args.v[0], &out))
		return err_set(err, ERR_USAGE,
		               "no rule or outcome is called " STR_F
		               "; see: cudalint rules",
		               STR_A(c->opts.args.v[0]));
	return print_buf(&out, err);
}

int run_rules(struct context *c, struct err *err)
{
	struct buf out = {0};

	if (c->opts.args.n)
		return err_set(
			err, ERR_USAGE,
			"rules takes no argument; for one rule: cudalint "
			"explain " STR_F,
			STR_A(c->opts.args.v[0]));
	rules_list(&out);
	return print_buf(&out, err);
}

int run_manual(struct context *c, struct err *err)
{
	struct str what = c->opts.args.n == 1 ? c->opts.args.v[0] : STR("");
	struct buf out = {0};

	if (str_eq(what, STR("rules")))
		manual_rules(&out);
	else if (str_eq(what, STR("fleet")))
		manual_fleet(&out);
	else if (str_eq(what, STR("report")))
		manual_report(&out);
	else if (str_eq(what, STR("policy")))
		manual_policy(&out);
	else
		return err_set(err, ERR_USAGE,
		               "manual wants rules, fleet, report or policy");
	return print_buf(&out, err);
}
