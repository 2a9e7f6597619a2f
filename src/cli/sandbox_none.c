/*
 * Other systems, and builds that watch themselves: leak checkers trace the
 * process and read /proc, coverage writes its counts when it ends.
 */
#include "cli/sandbox.h"

void sandbox_close(const struct sandbox *s, struct sandbox_force *out)
{
	(void)s;
	*out = (struct sandbox_force){0};
}

void sandbox_describe(const struct sandbox_force *f, struct buf *out)
{
	(void)f;
	buf_printf(out, "none (not in this build)");
}
