/*
 * board.h - all scenarios of one pool and GPU.
 *
 * Shape:   a result for each stack and each set of answers to open questions.
 * Owner:   results in scratch memory of the caller; variants in its arena.
 * Errors:  none.
 * Source:  model 11.
 */
#ifndef PREDICT_BOARD_H
#define PREDICT_BOARD_H

#include "predict/trial.h"

enum { MASKS = 1 << OPEN_N };

/* What a scenario came to, without its reasons. */
struct result {
	bool played;
	enum outcome outcome;
	bool fails;
	enum route route;
};

struct board {
	const struct predict_input *in;
	const struct pool *pool;
	const struct fleet_gpu *gpu;
	struct stack_refs stacks;
	struct gpu_refs one, all;
	unsigned open;         /* questions to ask at all */
	struct result *result; /* [stack * MASKS + answers] */
};

struct result *board_at(const struct board *b, size_t stack, unsigned mask);
bool result_same(const struct result *x, const struct result *y);
bool result_is_bad(const struct result *r);

/* A stack out of support counts for less, unless the pool says it has it. */
bool board_is_live(const struct board *b, size_t stack);

/* One scenario, with its reasons. */
void board_play(const struct board *b, size_t stack, unsigned mask,
                struct arena *a, struct run *out);
/* The bits (1u << enum open_question) that matter for this pool at all. */
unsigned board_questions(const struct board *b);
/* All of them; only results are kept. */
void board_play_all(const struct board *b);

/* Groups of equal results, each with a run to show. */
void variants_of(const struct board *b, struct arena *a, struct variants *out);
/* What of the profile would settle it. */
struct str variants_decided_by(const struct board *b, struct arena *a);

#endif
