/*
 * torch_choice.h - which build of torch an installer takes.
 *
 * Shape:   a pure function of what is asked, where it is looked for, and the
 *          table of builds.
 * Units:   "today" is the day of the table.
 * Owner:   the arena.
 * Errors:  none; what is not settled says so and why.
 * Source:  PEP 440; pip and uv on several indexes; rules/torch.json.
 */
#ifndef DOCKERFILE_TORCH_CHOICE_H
#define DOCKERFILE_TORCH_CHOICE_H

#include "dockerfile/pysource.h"
#include "dockerfile/requirement.h"
#include "know/know.h"

enum torch_known {
	TORCH_EXACT,   /* version and build */
	TORCH_CUDA,    /* the build's CUDA; the version is open */
	TORCH_TODAY,   /* what there is today; it changes */
	TORCH_NOTHING, /* nobody here knows which */
};

struct torch_query {
	const struct know *know;
	struct req_clauses clauses;
	const struct sources *from;
	struct marker_env env;
	struct str needs; /* who brings it where nobody asked; "" asked */
};

struct torch_choice {
	enum torch_known known;
	struct str version; /* "2.1.0": chosen, or the newest today */
	struct str tag;     /* "cu121", "cpu"; "" none */
	struct str cuda;    /* "12.1"; "" none */
	struct text index;  /* URL that decides the build; "" PyPI or none */
	struct str why;     /* it is not EXACT */
};

void torch_choose(const struct torch_query *q, struct arena *a,
                  struct torch_choice *out);

/* How a distribution is bound to torch: any one will mostly do, or each of its
 * versions wants its own.  No list of extras: with any that it has. */
enum torch_need { NEED_NONE, NEED_ANY, NEED_EXACT };
enum torch_need torch_need(struct str name, const struct strs *extras);

/* The torch that this version of another distribution is made for; "" not
 * known, or not just one. */
struct str torch_of_partner(const struct know *k, struct str name,
                            struct str version);

#endif
