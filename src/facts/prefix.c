/* Nix and Spack give every package a directory of its own, whose name says
 * which it is: /nix/store/HASH-NAME-VERSION, …/spack/…/NAME-VERSION-HASH.  It
 * is told by the libraries of interest in it. */
#include "facts/gather.h"

#include "base/path.h"

enum { HASH = 32 };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_hash(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (!is_digit(s.p[i]) && (s.p[i] < 'a' || s.p[i] > 'z'))
			return false;
	return s.n == HASH;
}

/* A dash in front of a digit, or of something else. */
static bool is_dash(struct str text, size_t at, bool digit)
{
	return text.p[at] == '-' &&
	       (at + 1 < text.n && is_digit(text.p[at + 1])) == digit;
}

/* The version begins at the first dash in front of a digit, and ends at one in
 * front of a letter: "cuda_cudart-12.2.140-lib". */
static bool split(struct str text, struct package *out)
{
	size_t at = 1, end;

	while (at + 1 < text.n && !is_dash(text, at, true))
		at++;
	if (at + 1 >= text.n)
		return false;
	for (end = at + 1; end < text.n && !is_dash(text, end, false);)
		end++;
	out->name = (struct str){text.p, at};
	out->version = (struct str){text.p + at + 1, end - at - 1};
	return true;
}

static bool of_nix(struct str dir, struct package *out)
{
	struct str base = path_base(dir);

	out->manager = PACKAGER_NIX;
	return str_eq(path_dir(dir), STR("nix/store")) && base.n > HASH + 1 &&
	       base.p[HASH] == '-' && is_hash((struct str){base.p, HASH}) &&
	       split(str_from(base, HASH + 1), out);
}

static bool of_spack(struct str dir, struct package *out)
{
	struct str base = path_base(dir);
	size_t n = base.n > HASH + 1 ? base.n - HASH - 1 : 0;

	out->manager = PACKAGER_SPACK;
	return n && base.p[n] == '-' && is_hash(str_from(base, n + 1)) &&
	       str_contains(path_dir(dir), STR("spack/")) &&
	       split((struct str){base.p, n}, out);
}

/* The directory of a package that path is below. */
static bool find_prefix(struct str path, struct str *prefix,
                        struct package *out)
{
	for (*prefix = path_dir(path); prefix->n; *prefix = path_dir(*prefix))
		if (of_nix(*prefix, out) || of_spack(*prefix, out))
			return true;
	return false;
}

void gather_prefixes(struct gather *g)
{
	struct str last = STR(""), prefix;
	struct arena *a = g->arena;

	slice_for (struct found, f, g->finds) {
		struct package p = {.path = f->path, .layer = f->node->layer};

		if (!interest_is_library(f->what) ||
		    (last.n && path_is_under(f->path, last)) ||
		    !find_prefix(f->path, &prefix, &p))
			continue;
		last = prefix;
		if (f->said && f->said->packages.n)
			continue; /* as it was told already */
		if (!gather_room(g, g->out->packages.n, GROUP_PACKAGES))
			return;
		p.name = arena_str(a, p.name);
		p.version = arena_str(a, p.version);
		*arena_push(a, &g->out->packages) = p;
	}
}
