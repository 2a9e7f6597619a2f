#include "know/key.h"

/* The NVML word of a vGPU by the letter of its profile, 0 for none. */
static struct str profile_brand(const struct know *k, char letter)
{
	struct str want = letter ? (struct str){&letter, 1} : STR("-");

	slice_for (const struct brand, b, k->brands)
		if (str_eq(b->profile, want))
			return b->word;
	return STR("");
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

static const struct gpu *virtual_gpu(const struct know *k,
                                     const struct vgpu_board *b, char letter,
                                     struct str product, struct arena *a)
{
	struct gpu *gpu = arena_new(a, struct gpu);

	*gpu = (struct gpu){
		.name = arena_str(a, product),
		.cc = b->cc,
		.gpu_class = b->gpu_class,
		.brand = b->gpu_class == CLASS_GEFORCE ?
	                         know_class_brand(k, CLASS_GEFORCE) :
	                         profile_brand(k, letter),
		.arch = b->arch,
		.confidence = b->confidence,
		.source = b->source,
	};
	return gpu;
}

struct gpu_lookup vgpu_find(const struct know *k, const struct key *query,
                            struct str product, struct arena *a)
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
		.gpu = virtual_gpu(k, b, profile.letter, product, a),
		.vgpu = true,
	};
}
