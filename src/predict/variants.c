/* Equal results together, and what would tell the others apart. */
#include "predict/board.h"

/* Does the answer to a question change anything under this stack? */
static bool matters(const struct board *b, size_t stack, unsigned q)
{
	for (unsigned m = 0; m < MASKS; m++) {
		const struct result *x = board_at(b, stack, m);
		const struct result *y = board_at(b, stack, m ^ (1u << q));

		if (x->played && y->played && !result_same(x, y))
			return true;
	}
	return false;
}

static const char *const question_fact[OPEN_N] = {
	[OPEN_BRAND] = "gpus[].brand",
	[OPEN_SKU] = "the card's support for forward compatibility",
	[OPEN_ENTRY] = "the entrypoint",
	[OPEN_FAMILY] = "container.host_family",
	[OPEN_EQUAL] = "the compat library's patch level",
	[OPEN_VISIBLE] = "visible",
	[OPEN_ENV] = "container.request and engine",
};

static const char *const question_when[OPEN_N][2] = {
	[OPEN_BRAND] = {"NVML names the card's newer brand",
                        "NVML names the card's older brand"},
	[OPEN_SKU] = {"the card is an SKU that supports forward compatibility",
                      "the card is no such SKU"},
	[OPEN_ENTRY] = {"the image's entrypoint runs",
                        "the entrypoint is overridden"},
	[OPEN_FAMILY] = {"the host keeps libraries where Debian does",
                         "the host keeps libraries where RHEL does"},
	[OPEN_EQUAL] = {"compat of the same branch is dropped, as the rule is",
                        "compat of the same branch is loaded, as reported"},
	[OPEN_VISIBLE] = {"one GPU is visible", "all GPUs are visible"},
	[OPEN_ENV] = {"NVIDIA_VISIBLE_DEVICES is set from outside, as "
                      "Kubernetes does",
                      "only the image sets NVIDIA_VISIBLE_DEVICES"},
};

static void add_text(struct buf *b, const char *sep, const char *text)
{
	buf_printf(b, "%s%s", b->n ? sep : "", text);
}

static struct str take_text(struct buf *b, struct arena *a)
{
	struct str s = arena_str(a, buf_str(b));

	buf_free(b);
	return s;
}

/* Between which stacks does it differ?  Names the member of the profile. */
static const char *stack_fact(const struct board *b)
{
	bool request = false, toolkit = false, compat = false;

	for (size_t i = 0; i < b->stacks.n; i++)
		for (size_t j = 0; j < i; j++) {
			const struct stack *x = b->stacks.v[i];
			const struct stack *y = b->stacks.v[j];

			if (result_same(board_at(b, i, 0), board_at(b, j, 0)))
				continue;
			if (x->request != y->request)
				request = true;
			else if (!str_eq(x->toolkit_min, y->toolkit_min))
				toolkit = true;
			else
				compat = true;
		}
	if (request && (toolkit || compat))
		return "container.toolkit and container.request";
	if (toolkit)
		return "container.toolkit";
	if (compat)
		return "container.compat_mode";
	return request ? "container.request" : NULL;
}

struct str variants_decided_by(const struct board *b, struct arena *a)
{
	struct buf text = {0};
	const char *stack = stack_fact(b);

	if (stack)
		add_text(&text, ", ", stack);
	for (unsigned q = 0; q < OPEN_N; q++)
		for (size_t s = 0; s < b->stacks.n; s++)
			if (matters(b, s, q)) {
				add_text(&text, ", ", question_fact[q]);
				break;
			}
	return take_text(&text, a);
}

/* The answers that a variant's results have in common, where they matter. */
static void describe(const struct board *b, const struct result *key,
                     struct arena *a, struct variant *v)
{
	struct buf when = {0}, by = {0};
	unsigned yes[OPEN_N] = {0}, no[OPEN_N] = {0};

	for (size_t s = 0; s < b->stacks.n; s++)
		for (unsigned m = 0; m < MASKS; m++)
			for (unsigned q = 0; q < OPEN_N; q++)
				if (board_at(b, s, m)->played &&
				    result_same(board_at(b, s, m), key) &&
				    matters(b, s, q))
					*(m & (1u << q) ? &yes[q] : &no[q]) +=
						1;
	for (unsigned q = 0; q < OPEN_N; q++) {
		if (!yes[q] == !no[q])
			continue;
		add_text(&when, ", and ", question_when[q][yes[q] > 0]);
		add_text(&by, ", ", question_fact[q]);
	}
	v->conditional = when.n > 0;
	v->when = take_text(&when, a);
	v->decided_by = take_text(&by, a);
}

static void add_variant(const struct board *b, size_t stack, unsigned mask,
                        struct arena *a, struct variants *out)
{
	const struct result *key = board_at(b, stack, mask);
	struct variant *v = arena_push(a, out);
	const char *fact = stack_fact(b);

	*v = (struct variant){0};
	board_play(b, stack, mask, a, &v->run);
	describe(b, key, a, v);
	if (v->decided_by.n == 0 && fact)
		v->decided_by = str_c(fact);
	for (size_t s = 0; s < b->stacks.n; s++) {
		bool holds = false;

		for (unsigned m = 0; m < MASKS; m++)
			holds |= board_at(b, s, m)->played &&
			         result_same(board_at(b, s, m), key);
		if (!holds)
			continue;
		*arena_push(a, &v->stacks) = b->stacks.v[s]->label;
		v->supported |= board_is_live(b, s);
	}
}

static bool has_variant(const struct variants *vs, const struct result *r)
{
	slice_for (struct variant, v, *vs)
		if (v->run.outcome == r->outcome && v->run.fails == r->fails &&
		    v->run.route == r->route)
			return true;
	return false;
}

/* Maintained stacks first, so that they are what a group shows. */
void variants_of(const struct board *b, struct arena *a, struct variants *out)
{
	for (int supported = 1; supported >= 0; supported--)
		for (size_t s = 0; s < b->stacks.n; s++)
			for (unsigned m = 0; m < MASKS; m++)
				if (board_is_live(b, s) == supported &&
				    board_at(b, s, m)->played &&
				    !has_variant(out, board_at(b, s, m)))
					add_variant(b, s, m, a, out);
}
