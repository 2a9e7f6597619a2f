/* Which libcuda of one directory gets the name libcuda.so.1.  model 5.1. */
#include "base/path.h"
#include "predict/places.h"

static struct str host_name(const struct trial *t)
{
	if (t->sc->stack->mechanism == MECH_WSL)
		return STR("libcuda.so.1.1");
	return TRIAL_FMT(t, "libcuda.so." STR_F, STR_A(t->sc->pool->driver));
}

struct libcuda libcuda_of_host(const struct trial *t)
{
	return (struct libcuda){
		.version = t->sc->pool->driver,
		.origin = ORIGIN_HOST,
		.path = TRIAL_FMT(t, "/" STR_F "/libcuda.so.1",
	                          STR_A(places_host_dir(t))),
		.layer = -1,
	};
}

struct libcuda libcuda_of_image(const struct trial *t, const struct umd *u)
{
	return (struct libcuda){
		.version = u->version,
		.origin = ORIGIN_IMAGE,
		.path = TRIAL_FMT(t, "/" STR_F,
	                          STR_A(u->resolved.n ? u->resolved : u->path)),
		.layer = u->layer,
		.umd = u,
	};
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* A run of digits as a number; *i moves behind it. */
static uint64_t number_at(struct str s, size_t *i)
{
	uint64_t x = 0;

	for (; *i < s.n && is_digit(s.p[*i]); ++*i)
		x = x * 10 + (uint64_t)(s.p[*i] - '0');
	return x;
}

/* A digit is above any other byte. */
static int byte_cmp(char a, char b)
{
	if (is_digit(a) != is_digit(b))
		return is_digit(a) ? 1 : -1;
	if (a == b)
		return 0;
	return (unsigned char)a < (unsigned char)b ? -1 : 1;
}

/* glibc's _dl_cache_libcmp: runs of digits compare as numbers. */
static int name_cmp(struct str a, struct str b)
{
	size_t i = 0, j = 0;

	while (i < a.n && j < b.n) {
		if (is_digit(a.p[i]) && is_digit(b.p[j])) {
			uint64_t x = number_at(a, &i), y = number_at(b, &j);

			if (x != y)
				return x < y ? -1 : 1;
		} else {
			int c = byte_cmp(a.p[i++], b.p[j++]);

			if (c)
				return c;
		}
	}
	return (i < a.n) - (j < b.n);
}

/* Does ldconfig look at it at all?  Empty and dangling ones are passed over. */
bool pick_is_usable(const struct umd *u)
{
	return u->resolved.n && u->size > 0 && u->kind != UMD_LEFTOVER;
}

/* ldconfig goes by SONAME; where the facts have none the name has to do. */
static bool is_cached(const struct umd *u)
{
	return u->soname.n == 0 || str_eq(u->soname, STR("libcuda.so.1"));
}

bool pick_is_named(struct str name)
{
	return str_eq(name, STR("libcuda.so")) ||
	       str_has_prefix(name, STR("libcuda.so."));
}

struct pick {
	struct str name;       /* the winning file name so far */
	const struct umd *umd; /* NULL: the host's */
	bool fixed;            /* a regular libcuda.so.1: nothing replaces it */
};

static void offer(struct pick *p, struct str name, const struct umd *u)
{
	if (p->fixed || (p->name.n && name_cmp(name, p->name) <= 0))
		return;
	p->name = name;
	p->umd = u;
}

const struct umd *pick_by_path(const struct trial *t, struct str path)
{
	slice_for (struct umd, u, t->facts->umd)
		if (str_eq(u->path, path))
			return u;
	return NULL;
}

static void offer_mounted(const struct trial *t, struct pick *p)
{
	slice_for (struct str, path, t->mounted) {
		const struct umd *u = pick_by_path(t, *path);
		struct str name = path_base(*path);

		if (!u || !pick_is_usable(u))
			continue;
		offer(p, name, u);
		p->fixed |= str_eq(name, STR("libcuda.so.1"));
	}
}

/* Inside one directory the highest file name wins; model 5.1. */
bool pick_in_place(const struct trial *t, const struct place *at,
                   struct libcuda *out)
{
	struct pick p = {0};
	struct str host = host_name(t);

	if (at->mounted)
		offer_mounted(t, &p);
	slice_for (struct umd, u, t->facts->umd) {
		struct str name = path_base(u->path);

		if (!str_eq(path_dir(u->path), at->dir) || !is_cached(u) ||
		    !pick_is_named(name) || !pick_is_usable(u))
			continue;
		if (at->host && str_eq(name, host)) /* mounted over */
			continue;
		offer(&p, name, u);
		if (str_eq(name, STR("libcuda.so.1")) && !u->link) {
			p.name = name;
			p.umd = u;
			p.fixed = true;
		}
	}
	if (at->host)
		offer(&p, host, NULL);
	if (p.name.n == 0)
		return false;
	*out = p.umd ? libcuda_of_image(t, p.umd) : libcuda_of_host(t);
	return true;
}
