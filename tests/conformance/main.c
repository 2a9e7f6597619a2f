/* usage: conformance FIXTURES: what BuildKit's tests say, asked of us. */
#include "conformance.h"

#include "base/buf.h"

#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static void (*const suites[])(struct run *r) = {
	conform_parser,
	conform_probes,
	conform_roundtrip,
};

void set_case(struct set *s, bool good, const char *fmt, ...)
{
	va_list ap;

	s->n++;
	s->good += good;
	if (good)
		return;
	(void)printf("not ok %s: ", s->name);
	va_start(ap, fmt);
	(void)vprintf(fmt, ap);
	va_end(ap);
	(void)putchar('\n');
}

void set_end(struct run *r, const struct set *s)
{
	bool good = s->good == s->want && s->n == s->want;

	(void)printf("%s %s: %zu of %zu\n", good ? "ok" : "not ok", s->name,
	             s->good, s->want);
	r->bad |= !good;
}

static void die(const char *path)
{
	perror(path);
	exit(2);
}

static const char *full(struct run *r, const char *path)
{
	return arena_fmt(&r->arena, STR_F "/%s", STR_A(r->dir), path).p;
}

struct str path_read(struct run *r, const char *path)
{
	FILE *f = fopen(full(r, path), "rb");
	struct buf b = {0};
	struct str out;
	char part[4096];
	size_t n;

	if (!f)
		die(path);
	while ((n = fread(part, 1, sizeof part, f)))
		buf_add(&b, (struct str){part, n});
	if (ferror(f))
		die(path);
	(void)fclose(f);
	out = arena_str(&r->arena, buf_str(&b));
	buf_free(&b);
	return out;
}

static int by_name(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

struct strs folder_names(struct run *r, const char *path)
{
	DIR *d = opendir(full(r, path));
	struct strs out = {0};
	const struct dirent *e;

	if (!d)
		die(path);
	while ((e = readdir(d)))
		if (e->d_name[0] != '.')
			*arena_push(&r->arena, &out) =
				arena_str(&r->arena, str_c(e->d_name));
	(void)closedir(d);
	if (out.n)
		qsort(out.v, out.n, sizeof *out.v, by_name);
	return out;
}

int main(int argc, char **argv)
{
	struct run r = {0};

	if (argc != 2) {
		(void)fputs("usage: conformance FIXTURES\n", stderr);
		return 2;
	}
	r.dir = str_c(argv[1]);
	for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
		suites[i](&r);
	arena_free(&r.arena);
	return r.bad;
}
