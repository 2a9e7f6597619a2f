#include "facts/extract.h"

/* A line below %KEY%; most keys have one. */
static void take_line(struct package *p, struct str key, struct str line,
                      struct arena *a, struct said *out)
{
	if (str_eq(key, STR("%NAME%")))
		p->name = line;
	else if (str_eq(key, STR("%VERSION%")))
		p->version = line;
	else if (str_eq(key, STR("%ARCH%")))
		p->arch = line;
	else if (str_eq(key, STR("%FILES%")))
		extract_library(line, a, out);
}

void extract_pacman(struct str bytes, struct arena *a, struct said *out)
{
	struct package p = {.manager = PACKAGER_PACMAN};
	struct str line, key = STR("");

	while (str_next(&bytes, '\n', &line)) {
		if (line.n == 0)
			key = STR("");
		else if (key.n == 0)
			key = line;
		else
			take_line(&p, key, line, a, out);
	}
	if (!interest_package(p.name))
		return;
	p.name = arena_str(a, p.name);
	p.version = arena_str(a, p.version);
	p.arch = arena_str(a, p.arch);
	extract_package(p, a, out);
}
