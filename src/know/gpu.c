#include "know/know.h"

#include <string.h>

enum { KEY_MAX = 160, CANDIDATES_MAX = 8 };

/*
 * A name as feature discovery writes its label, in lower case and without
 * the vendor: "NVIDIA TITAN X (Pascal)" is "titan-x-pascal".
 */
struct key {
	char p[KEY_MAX];
	size_t n;
	bool vendor; /* "NVIDIA " was in front, as drivers since R470 do */
};

static struct str key_str(const struct key *key)
{
	return (struct str){key->p, key->n};
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
	return c >= 'a' && c <= 'z';
}

static char to_lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool key_add(struct key *key, char c)
{
	if (key->n == KEY_MAX)
		return false;
	key->p[key->n++] = c;
	return true;
}

/* False when the name is too long to be one. */
static bool key_parse(struct str name, struct key *key)
{
	static const struct str vendor = {"nvidia-", 7};
	bool gap = false;

	*key = (struct key){0};
	for (size_t i = 0; i < name.n; i++) {
		char c = to_lower(name.p[i]);

		if (c == ' ' || c == '\t') {
			gap = key->n > 0;
		} else if (is_letter(c) || is_digit(c) || c == '-' ||
		           c == '_' || c == '.') {
			if (gap && !key_add(key, '-'))
				return false;
			gap = false;
			if (!key_add(key, c))
				return false;
		}
	}
	if (str_has_prefix(key_str(key), vendor)) {
		key->vendor = true;
		key->n -= vendor.n;
		memmove(key->p, key->p + vendor.n, key->n);
	}
	return true;
}

static void key_cut(struct key *key, struct str suffix)
{
	if (str_has_suffix(key_str(key), suffix))
		key->n -= suffix.n;
}

/* Off with what stands behind the product: sharing, MIG, Tegra's driver. */
static void key_strip(struct key *key)
{
	static const char mig[] = "-mig-";

	key_cut(key, STR("-shared"));
	for (size_t i = 0; i + sizeof mig - 1 <= key->n; i++)
		if (memcmp(key->p + i, mig, sizeof mig - 1) == 0)
			key->n = i;
	key_cut(key, STR("-nvgpu"));
}

static bool has_word(struct str key, struct str word)
{
	struct str piece;

	while (str_next(&key, '-', &piece))
		if (str_eq(piece, word))
			return true;
	return false;
}

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
		if (!has_word(row, word))
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

/* The NVML word of a vGPU by the letter of its profile. */
static struct str profile_brand(char letter)
{
	switch (letter) {
	case 'q':
		return STR("vws");
	case 'c':
		return STR("vcs");
	case 'b':
		return STR("vpc");
	case 'a':
		return STR("vapps");
	}
	return STR("cloudgaming");
}

struct profile {
	struct str board; /* "a100dx" of "a100dx-1-10cme" */
	char letter;      /* 0: none */
};

static bool is_profile_letter(char c)
{
	return c == 'a' || c == 'b' || c == 'c' || c == 'q';
}

/* "-12q", "-2b4", "-10cme", "-24"; MIG-backed: "-1-10c". */
static bool profile_parse(struct str key, struct profile *out)
{
	size_t n = key.n;

	*out = (struct profile){0};
	if (str_has_suffix(key, STR("cme")))
		n -= 2;
	else if (n > 1 && is_digit(key.p[n - 1]) &&
	         is_profile_letter(key.p[n - 2]))
		n--;
	if (n && is_profile_letter(key.p[n - 1]))
		out->letter = key.p[--n];
	key.n = n;
	while (n && is_digit(key.p[n - 1]))
		n--;
	if (n == key.n || n < 2 || key.p[n - 1] != '-')
		return false;
	out->board = (struct str){key.p, n - 1};
	return true;
}

/* Without the MIG slices behind the board: "a100dx-1" is "a100dx". */
static bool cut_slices(struct str *board)
{
	size_t n = board->n;

	while (n && is_digit(board->p[n - 1]))
		n--;
	if (n == board->n || n < 2 || board->p[n - 1] != '-')
		return false;
	board->n = n - 1;
	return true;
}

/* Newer drivers write "NVIDIA A100-4C" where older ones have "GRID". */
static const struct vgpu_board *board_get(const struct know *k, struct str want,
                                          bool grid_may_lack)
{
	static const struct str grid = {"grid-", 5};

	slice_for (const struct vgpu_board, b, k->vgpu_boards) {
		struct key key;
		struct str name;

		if (!key_parse(b->name, &key))
			continue;
		name = key_str(&key);
		if (str_eq(name, want) ||
		    (grid_may_lack && str_has_prefix(name, grid) &&
		     str_eq(str_from(name, grid.n), want)))
			return b;
	}
	return NULL;
}

static const struct gpu *virtual_gpu(const struct vgpu_board *b, char letter,
                                     struct str product, struct arena *a)
{
	struct gpu *gpu = arena_new(a, struct gpu);

	*gpu = (struct gpu){
		.name = arena_str(a, product),
		.cc = b->cc,
		.gpu_class = b->gpu_class,
		.brand = b->gpu_class == CLASS_GEFORCE ? STR("geforce") :
		                                         profile_brand(letter),
		.arch = b->arch,
		.confidence = b->confidence,
		.source = b->source,
	};
	return gpu;
}

static struct gpu_lookup find_vgpu(const struct know *k,
                                   const struct key *query, struct str product,
                                   struct arena *a)
{
	const struct vgpu_board *b;
	struct profile profile;

	if (!profile_parse(key_str(query), &profile))
		return (struct gpu_lookup){0};
	b = board_get(k, profile.board, profile.letter);
	if (!b && cut_slices(&profile.board))
		b = board_get(k, profile.board, profile.letter);
	if (!b)
		return (struct gpu_lookup){0};
	return (struct gpu_lookup){
		.match = GPU_BY_PATTERN,
		.gpu = virtual_gpu(b, profile.letter, product, a),
		.vgpu = true,
	};
}

/* "Jetson AGX Orin Developer Kit" */
static struct gpu_lookup find_jetson(const struct know *k,
                                     const struct key *query)
{
	if (!has_word(key_str(query), STR("jetson")))
		return (struct gpu_lookup){0};
	slice_for (const struct gpu, gpu, k->gpus) {
		struct key row;

		if (gpu->gpu_class == CLASS_JETSON &&
		    key_parse(gpu->name, &row) &&
		    has_word(key_str(query), key_str(&row)))
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
		if (is_letter(s.p[i]))
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
	found = find_vgpu(k, query, product, a);
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
