#include "know/key.h"

enum { CANDIDATES_MAX = 8 };

/* What people leave away when they name a product. */
static const struct str families[] = {
	{"geforce-", 8}, {"tesla-", 6},        {"quadro-", 7},
	{"rtx-", 4},     {"geforce-gtx-", 12}, {"geforce-rtx-", 12},
};
enum { FAMILIES_N = 6, FAMILIES_PLAIN = 2 };

static bool is_whole(struct str row, struct str query)
{
	return str_eq(row, query);
}

static bool is_cut(struct str row, struct str query)
{
	return str_has_prefix(row, query);
}

/* "RTX 3090", "T4" */
static bool is_plain(struct str row, struct str query)
{
	for (size_t i = 0; i < FAMILIES_PLAIN; i++)
		if (str_has_prefix(row, families[i]) &&
		    str_eq(str_from(row, families[i].n), query))
			return true;
	return false;
}

/* "A100", "V100 32GB": starts alike, and has all the other words. */
static bool is_short(struct str row, struct str query)
{
	struct str first, rest = query, word, row_first, tail;
	bool starts;

	if (!str_next(&rest, '-', &first))
		return false;
	(void)str_cut(row, '-', &row_first, &tail);
	starts = str_eq(row_first, first);
	for (size_t i = 0; i < FAMILIES_N && !starts; i++) {
		if (!str_has_prefix(row, families[i]))
			continue;
		(void)str_cut(str_from(row, families[i].n), '-', &row_first,
		              &tail);
		starts = str_eq(row_first, first);
	}
	while (starts && str_next(&rest, '-', &word))
		if (!key_has_word(row, word))
			return false;
	return starts;
}

typedef bool match_fn(struct str row, struct str query);

struct hits {
	const struct gpu *first;
	struct strs names;
	size_t n;
	bool differ; /* in what a prediction depends on */
};

static bool is_alike(const struct gpu *a, const struct gpu *b)
{
	return str_eq(a->cc, b->cc) && a->gpu_class == b->gpu_class &&
	       str_eq(a->brand, b->brand) && str_eq(a->arch, b->arch);
}

static void hits_add(struct hits *hits, const struct gpu *gpu, struct arena *a)
{
	if (!hits->first)
		hits->first = gpu;
	else if (!is_alike(hits->first, gpu))
		hits->differ = true;
	if (hits->n++ < CANDIDATES_MAX)
		*arena_push(a, &hits->names) = gpu->name;
}

static struct hits find(const struct know *k, const struct key *query,
                        match_fn *match, bool vendor_only, struct arena *a)
{
	struct hits hits = {0};

	slice_for (const struct gpu, gpu, k->gpus) {
		struct key row;

		if (key_parse(gpu->name, &row) &&
		    (row.vendor || !vendor_only) &&
		    match(key_str(&row), key_str(query)))
			hits_add(&hits, gpu, a);
	}
	return hits;
}

/*
 * A driver that writes the vendor (R470 and later) drives no Fermi: there the
 * rows with vendor come first.
 */
static struct hits find_printed(const struct know *k, const struct key *query,
                                match_fn *match, struct arena *a)
{
	struct hits hits = find(k, query, match, query->vendor, a);

	if (hits.n == 0 && query->vendor)
		hits = find(k, query, match, false, a);
	return hits;
}

static struct gpu_lookup settle(const struct hits *hits, enum gpu_match match)
{
	if (hits->n == 0)
		return (struct gpu_lookup){0};
	if (hits->differ)
		return (struct gpu_lookup){.match = GPU_AMBIGUOUS,
		                           .candidates = hits->names};
	return (struct gpu_lookup){.match = match, .gpu = hits->first};
}

/* "Jetson AGX Orin Developer Kit" */
static struct gpu_lookup find_jetson(const struct know *k,
                                     const struct key *query)
{
	if (!key_has_word(key_str(query), STR("jetson")))
		return (struct gpu_lookup){0};
	slice_for (const struct gpu, gpu, k->gpus) {
		struct key row;

		if (gpu->gpu_class == CLASS_JETSON &&
		    key_parse(gpu->name, &row) &&
		    key_has_word(key_str(query), key_str(&row)))
			return (struct gpu_lookup){.match = GPU_BY_PATTERN,
			                           .gpu = gpu};
	}
	return (struct gpu_lookup){0};
}

/* From "GPU 0: NVIDIA L4 (UUID: GPU-…)" what is between. */
static struct str bare_product(struct str s)
{
	struct str head, tail;

	s = str_trim(s);
	if (str_has_prefix(s, STR("GPU ")) && str_cut(s, ':', &head, &tail))
		s = str_trim(tail);
	for (size_t i = 0; i < s.n; i++)
		if (str_has_prefix(str_from(s, i), STR(" (UUID")))
			s.n = i;
	return s;
}

static bool cut_dots(struct str *s)
{
	static const struct str dots[] = {{"...", 3}, {"\xe2\x80\xa6", 3}};

	for (size_t i = 0; i < 2; i++) {
		if (str_has_suffix(*s, dots[i])) {
			s->n -= dots[i].n;
			return true;
		}
	}
	return false;
}

static bool has_letter(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] >= 'a' && s.p[i] <= 'z')
			return true;
	return false;
}

/* The ways that need a complete name, from the surest on. */
static struct gpu_lookup find_named(const struct know *k,
                                    const struct key *query, struct str product,
                                    struct arena *a)
{
	struct hits hits = find_printed(k, query, is_whole, a);
	struct gpu_lookup found;

	if (hits.n)
		return settle(&hits, GPU_EXACT);
	found = vgpu_find(k, query, product, a);
	if (found.match)
		return found;
	hits = find(k, query, is_plain, false, a);
	if (hits.n == 0)
		hits = find(k, query, is_short, false, a);
	if (hits.n)
		return settle(&hits, GPU_BY_PATTERN);
	return find_jetson(k, query);
}

struct gpu_lookup know_gpu(const struct know *k, struct str product,
                           struct arena *a)
{
	struct key query;
	bool truncated;

	product = bare_product(product);
	truncated = cut_dots(&product);
	if (!key_parse(product, &query))
		return (struct gpu_lookup){0};
	key_strip(&query);
	if (query.n < 2 || !has_letter(key_str(&query)))
		return (struct gpu_lookup){0};
	if (truncated) {
		struct hits hits = find_printed(k, &query, is_cut, a);

		return settle(&hits, GPU_BY_PATTERN);
	}
	return find_named(k, &query, product, a);
}
