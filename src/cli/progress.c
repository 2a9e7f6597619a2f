#include "cli/progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int64_t now(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void progress_begin(struct progress *p, struct str path, bool quiet)
{
	*p = (struct progress){.path = path};
	if (!quiet && isatty(STDERR_FILENO))
		p->began = now();
}

void progress_show(void *ctx, uint64_t bytes, uint64_t total)
{
	struct progress *p = ctx;
	int64_t passed = p->began ? now() - p->began : 0;

	if (passed < 1000000000)
		return;
	p->shown = true;
	if (total)
		(void)fprintf(stderr,
		              "\r" STR_F ": %llu of %llu MB (%llu%%)\033[K",
		              STR_A(p->path),
		              (unsigned long long)(bytes / 1000000),
		              (unsigned long long)(total / 1000000),
		              (unsigned long long)(100 * bytes / total));
	else
		(void)fprintf(stderr, "\r" STR_F ": %llu MB\033[K",
		              STR_A(p->path),
		              (unsigned long long)(bytes / 1000000));
}

void progress_end(struct progress *p)
{
	if (p->shown)
		(void)fputs("\r\033[K", stderr);
}
