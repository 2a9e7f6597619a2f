#include "base/err.h"

#include "base/utf8.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message is one line on somebody's terminal, whatever bytes are in it. */
static void make_printable(char *p)
{
	size_t n = strlen(p), len;

	for (; n; p += len, n -= len) {
		uint32_t cp = 0;

		len = utf8_decode(p, n, &cp);
		if (len && !utf8_is_unsafe(cp))
			continue;
		len = len ? len : 1;
		memset(p, '?', len);
	}
}

int err_set(struct err *err, enum err_kind kind, const char *fmt, ...)
{
	va_list ap;

	assert(err && kind != ERR_NONE);
	err->kind = kind;
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	va_end(ap);
	make_printable(err->msg);
	return -1;
}

int err_wrap(struct err *err, const char *fmt, ...)
{
	char inner[sizeof err->msg];
	size_t used;
	va_list ap;
	int n;

	assert(err && err->kind != ERR_NONE);
	memcpy(inner, err->msg, sizeof inner);
	va_start(ap, fmt);
	n = vsnprintf(err->msg, sizeof err->msg, fmt, ap);
	va_end(ap);
	used = n < 0 ? 0 : (size_t)n;
	if (used + 2 < sizeof err->msg)
		(void)snprintf(err->msg + used, sizeof err->msg - used,
		               ": %.*s", (int)(sizeof err->msg - used - 3),
		               inner);
	make_printable(err->msg);
	return -1;
}

int err_at(struct err *err, const char *fmt, ...)
{
	struct err inner = *err;
	char steps[160];
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(steps, sizeof steps, fmt, ap);
	va_end(ap);
	return err_set(err, inner.kind, "/%s%s%s", steps,
	               inner.msg[0] == '/' ? "" : ": ", inner.msg);
}
