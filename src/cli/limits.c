#include "cli/limits.h"

#include <signal.h>
#include <unistd.h>

enum { TIMEOUT_MAX = 365 * 24 * 3600 };

static int set(struct image_limits *out, const char *option, struct str name,
               struct str value, struct err *err)
{
	return image_limits_set(out, name, value, err) ?
	               err_wrap(err, "%s", option) :
	               0;
}

int limits_of(const struct context *c, struct image_limits *out,
              struct err *err)
{
	const struct options *o = &c->opts;

	*out = image_limits_default();
	if ((o->max_layer_bytes.n &&
	     set(out, "--max-layer-bytes", STR("layer-bytes"),
	         o->max_layer_bytes, err)) ||
	    (o->max_entries.n &&
	     set(out, "--max-entries", STR("entries"), o->max_entries, err)))
		return -1;
	slice_for (struct str, arg, o->limit) {
		struct str name, value;

		(void)str_cut(*arg, '=', &name, &value);
		if (set(out, "--limit", name, value, err))
			return -1;
	}
	return 0;
}

bool limits_asked(const struct context *c)
{
	slice_for (struct str, arg, c->opts.limit)
		if (str_eq(*arg, STR("help")))
			return true;
	return false;
}

static void over(int signal)
{
	static const char text[] =
		"cudalint: not done in time, gave up (--timeout)\n";

	(void)signal;
	if (write(STDERR_FILENO, text, sizeof text - 1) >= 0)
		_exit(STATUS_TROUBLE);
	_exit(STATUS_TROUBLE);
}

void timeout_arm(unsigned seconds)
{
	(void)signal(SIGALRM, over);
	(void)alarm(seconds);
}

unsigned timeout_of(const struct context *c)
{
	uint64_t n = 0;

	(void)str_uint(c->opts.timeout, &n);
	return (unsigned)n;
}

int timeout_begin(const struct context *c, const struct command *cmd,
                  struct err *err)
{
	uint64_t n;

	if (c->opts.timeout.n == 0)
		return 0;
	if (!str_uint(c->opts.timeout, &n) || n == 0 || n > TIMEOUT_MAX)
		return err_set(
			err, ERR_USAGE,
			"--timeout wants a number of seconds, not " STR_F,
			STR_A(c->opts.timeout));
	if (cmd->run != run_scan)
		timeout_arm((unsigned)n);
	return 0;
}
