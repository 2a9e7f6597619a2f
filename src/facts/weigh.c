#include "facts/weigh.h"

#include "base/path.h"
#include "facts/keymap.h"

#include <stdlib.h>
#include <string.h>

/* How many directories deep places are at first; a component's are deeper. */
enum { DEPTH = 4, COMPONENT_FACTOR = 3 };

/* Where the last file was: the next one is often beside it. */
struct here {
	struct str dir; /* in space */
	bool known;
	struct home home;
	size_t bulk; /* of what has no name of its own; KEYMAP_NONE: none yet */
};

struct scale {
	struct arena own;
	struct path_hash paths;
	struct layer_sizes sum;
	unsigned depth;
	int64_t big_min;
	size_t bulk_text, big_text; /* bytes of their paths */
	struct here here;
	char space[PATH_MAX_BYTES];
	struct keymap bulks, bigs;
};

struct scale *scale_new(uint64_t seed)
{
	struct arena own = {0};
	struct scale *s = arena_new(&own, struct scale);

	s->own = own;
	path_hash_init(&s->paths, seed, &s->own);
	s->depth = DEPTH;
	s->big_min = BIG_BYTES_MIN;
	return s;
}

void scale_free(struct scale *s)
{
	struct arena own;

	if (!s)
		return;
	own = s->own;
	arena_free(&own);
}

/* It does not leave what sums of it can hold. */
static void add(int64_t *sum, int64_t n)
{
	*sum += n < SIZE_BYTES_MAX - *sum ? n : SIZE_BYTES_MAX - *sum;
}

static struct str first_parts(struct str path, unsigned n)
{
	size_t at = 0;

	while (n && at < path.n) {
		at += at > 0;
		while (at < path.n && path.p[at] != '/')
			at++;
		n--;
	}
	return (struct str){path.p, at};
}

static struct str head_of(struct str s, size_t n)
{
	return n < s.n ? (struct str){s.p, n} : s;
}

static struct str place_at(const struct scale *s, enum component c,
                           struct str place)
{
	return first_parts(place, c ? s->depth * COMPONENT_FACTOR : s->depth);
}

static uint64_t bulk_key(struct scale *s, enum component c, struct str place)
{
	return pathkey(&s->paths, place) + ((uint64_t)c << 1);
}

/* Its index; KEYMAP_NONE: there is no room for another. */
static size_t bulk_at(struct scale *s, enum component c, struct str place)
{
	uint64_t key = bulk_key(s, c, place);
	size_t i = keymap_get(&s->bulks, key);

	if (i != KEYMAP_NONE)
		return i;
	if (s->sum.bulks.n == BULKS_MAX ||
	    place.n > WEIGH_TEXT_MAX - s->bulk_text)
		return KEYMAP_NONE;
	s->bulk_text += place.n;
	keymap_put(&s->bulks, key, s->sum.bulks.n);
	*arena_push(&s->own, &s->sum.bulks) =
		(struct bulk){arena_str(&s->own, place), c, 0, 0};
	return s->sum.bulks.n - 1;
}

/* All sums again, one directory higher.  False: even there is no room. */
static bool sum_again(struct scale *s)
{
	struct bulks old = s->sum.bulks;

	s->depth--;
	s->here.known = false;
	s->bulk_text = 0;
	s->sum.bulks = (struct bulks){0};
	s->bulks = (struct keymap){0};
	slice_for (struct bulk, b, old) {
		size_t i = bulk_at(s, b->component,
		                   place_at(s, b->component, b->place));

		if (i == KEYMAP_NONE) {
			s->sum.bulks = old;
			return false;
		}
		add(&s->sum.bulks.v[i].bytes, b->bytes);
		s->sum.bulks.v[i].files += b->files;
	}
	return true;
}

/* At the root all places are one, and there is room for that. */
static size_t bulk_of(struct scale *s, enum component c, struct str place)
{
	size_t i;

	while ((i = bulk_at(s, c, place_at(s, c, place))) == KEYMAP_NONE)
		while (!sum_again(s))
			;
	return i;
}

/* Files of one directory come together. */
static void go_to(struct scale *s, struct str dir)
{
	struct here *h = &s->here;

	if (h->known && str_eq(h->dir, dir))
		return;
	if (dir.n)
		memcpy(s->space, dir.p, dir.n);
	h->dir = (struct str){s->space, dir.n};
	h->known = true;
	h->home = component_home(h->dir);
	h->bulk = KEYMAP_NONE;
}

static void add_file(struct bulk *b, int64_t size)
{
	add(&b->bytes, size);
	b->files++;
}

/* Only what is still large stands alone. */
static void forget(struct scale *s, struct bigs old)
{
	size_t *now = arena_array(&s->own, size_t, old.n);

	s->big_text = 0;
	s->sum.bigs = (struct bigs){0};
	s->bigs = (struct keymap){0};
	for (size_t i = 0; i < old.n; i++) {
		const struct big *b = &old.v[i];
		size_t first = b->of ? now[b->of - 1] : 1;

		if (!first || (!b->of && b->bytes < s->big_min))
			continue;
		s->big_text += b->path.n;
		keymap_put(&s->bigs, pathkey(&s->paths, b->path),
		           s->sum.bigs.n);
		*arena_push(&s->own, &s->sum.bigs) = *b;
		now[i] = s->sum.bigs.n;
		if (b->of)
			s->sum.bigs.v[now[i] - 1].of = (int64_t)first;
	}
}

/* With the smallest of the large ones made light, there may be. */
static bool has_room(struct scale *s, size_t path_n, int64_t size)
{
	while (size >= s->big_min && (s->sum.bigs.n == BIGS_MAX ||
	                              path_n > WEIGH_TEXT_MAX - s->big_text)) {
		s->big_min *= 2;
		forget(s, s->sum.bigs);
	}
	return size >= s->big_min;
}

static void add_big(struct scale *s, struct str path, int64_t size, int64_t of)
{
	uint64_t key = pathkey(&s->paths, path);
	size_t i = keymap_get(&s->bigs, key);

	if (i != KEYMAP_NONE) { /* the same path again */
		if (!of && !s->sum.bigs.v[i].of)
			s->sum.bigs.v[i].bytes = size;
		return;
	}
	s->big_text += path.n;
	keymap_put(&s->bigs, key, s->sum.bigs.n);
	*arena_push(&s->own, &s->sum.bigs) =
		(struct big){.path = arena_str(&s->own, path),
	                     .bytes = of ? 0 : size,
	                     .of = of};
}

void scale_file(struct scale *s, struct str path, uint64_t size)
{
	struct str base = path_base(path);
	struct str dir = {path.p, path.n - base.n - (base.n < path.n)};
	int64_t n = size < SIZE_BYTES_MAX ? (int64_t)size : SIZE_BYTES_MAX;
	enum component c;
	size_t place_n, bulk;

	add(&s->sum.bytes, n);
	s->sum.files++;
	go_to(s, dir);
	c = component_of(s->here.home, base, &place_n);
	if (c == s->here.home.component && s->here.bulk != KEYMAP_NONE) {
		bulk = s->here.bulk;
	} else {
		bulk = bulk_of(s, c, head_of(dir, place_n));
		go_to(s, dir); /* when there was no room, it was left */
		if (c == s->here.home.component)
			s->here.bulk = bulk;
	}
	add_file(&s->sum.bulks.v[bulk], n);
	if (has_room(s, path.n, n))
		add_big(s, path, n, 0);
}

void scale_link(struct scale *s, struct str path, struct str target)
{
	uint64_t key = pathkey(&s->paths, target);
	size_t i = keymap_get(&s->bigs, key);
	const struct big *b;

	if (i == KEYMAP_NONE)
		return;
	b = &s->sum.bigs.v[i];
	if (b->of)
		b = &s->sum.bigs.v[b->of - 1];
	if (!has_room(s, path.n, b->bytes))
		return;
	i = keymap_get(&s->bigs, key);
	b = &s->sum.bigs.v[i];
	add_big(s, path, 0, b->of ? b->of : (int64_t)i + 1);
}

/* What stands alone is in no sum. */
static void take_out(struct scale *s, enum component c, struct str place,
                     int64_t bytes)
{
	size_t i = keymap_get(&s->bulks, bulk_key(s, c, place));
	struct bulk *b = &s->sum.bulks.v[i];

	b->bytes -= bytes < b->bytes ? bytes : b->bytes;
	b->files--;
}

static void settle(struct scale *s, struct big *b)
{
	struct str dir = path_dir(b->path), place;
	size_t n;

	b->component =
		component_of(component_home(dir), path_base(b->path), &n);
	place = place_at(s, b->component, head_of(dir, n));
	b->place_n = (int64_t)place.n;
	if (b->of)
		return;
	take_out(s, b->component, place, b->bytes);
}

static int by_place(const void *a, const void *b)
{
	const struct bulk *x = a, *y = b;
	int order = str_cmp(x->place, y->place);

	return order ? order : (int)x->component - (int)y->component;
}

/* Where each one is after sorting. */
struct ranked {
	struct big big;
	size_t was;
};

static int by_path(const void *a, const void *b)
{
	return str_cmp(((const struct ranked *)a)->big.path,
	               ((const struct ranked *)b)->big.path);
}

static void take_bigs(struct scale *s, struct arena *a, struct bigs *out)
{
	size_t n = s->sum.bigs.n;
	struct ranked *r = arena_array(&s->own, struct ranked, n + 1);
	int64_t *now = arena_array(&s->own, int64_t, n + 1);

	for (size_t i = 0; i < n; i++)
		r[i] = (struct ranked){s->sum.bigs.v[i], i};
	qsort(r, n, sizeof *r, by_path);
	*out = (struct bigs){arena_array(a, struct big, n), n};
	for (size_t i = 0; i < n; i++)
		now[r[i].was] = (int64_t)i + 1;
	for (size_t i = 0; i < n; i++) {
		struct big *b = &out->v[i];

		*b = r[i].big;
		b->path = arena_str(a, b->path);
		b->of = b->of ? now[b->of - 1] : 0;
	}
}

static void take_bulks(struct scale *s, struct arena *a, struct bulks *out)
{
	struct bulks *all = &s->sum.bulks;

	if (all->n)
		qsort(all->v, all->n, sizeof *all->v, by_place);
	out->v = arena_array(a, struct bulk, all->n);
	slice_for (struct bulk, b, *all) {
		if (b->files <= 0 || b->bytes == 0)
			continue;
		out->v[out->n] = *b;
		out->v[out->n++].place = arena_str(a, b->place);
	}
}

void scale_take(struct scale *s, struct arena *a, struct layer_sizes *out)
{
	*out = (struct layer_sizes){.bytes = s->sum.bytes,
	                            .files = s->sum.files};
	slice_for (struct big, b, s->sum.bigs)
		settle(s, b);
	take_bigs(s, a, &out->bigs);
	take_bulks(s, a, &out->bulks);
}
