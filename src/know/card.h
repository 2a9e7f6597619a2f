/*
 * card.h - what the tables say about one thing, for people and programs.
 *
 * Shape:   a kind of card answers one question ("driver 550.54.15") with a
 *          row of a table, and with lines that say what follows from it.
 * Owner:   the arena in the card; rows belong to struct know.
 * Errors:  a key that no table has leaves row NULL, and why says so.
 * Source:  each row's "source".
 */
#ifndef KNOW_CARD_H
#define KNOW_CARD_H

#include "know/know.h"

struct card {
	struct arena *arena;
	const char *table; /* rules/TABLE.json */
	struct str key;    /* as asked */
	struct pairs lines;
	const struct schema *schema; /* of the row */
	const void *row;             /* NULL: not in the tables */
	struct str source;           /* of the row */
	struct str interpolated;     /* what no row says by itself; "" */
	struct str why;              /* no row, in words */
};

struct card_kind {
	const char *word;    /* "driver" */
	const char *table;   /* where its rows are */
	const char *key;     /* "VERSION" */
	const char *example; /* "550.54.15" */
	void (*fill)(const struct know *k, struct card *c);
};
extern const struct card_kind card_kinds[];
extern const size_t card_kinds_n;
const struct card_kind *card_kind_get(struct str word);

struct card card_make(const struct know *k, const struct card_kind *kind,
                      struct str key, struct arena *a);

/* {"table", "key", "row", "source"}; "interpolated" where something is. */
void card_json(const struct card *c, struct buf *out);

/* For those who fill cards: the row, and the table's list that has it. */
void card_row(struct card *c, const char *list, const void *row,
              struct str source);
void card_add(struct card *c, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Members of the row that are not empty, but for the source. */
void card_add_members(struct card *c);
/* "a, b, c"; nothing when there is none. */
void card_add_list(struct card *c, const char *key, struct strs list);
void card_interpolate(struct card *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

void card_driver(const struct know *k, struct card *c);
void card_cuda(const struct know *k, struct card *c);
void card_compat(const struct know *k, struct card *c);
void card_class(const struct know *k, struct card *c);
void card_gpu(const struct know *k, struct card *c);
void card_brand(const struct know *k, struct card *c);
void card_torch(const struct know *k, struct card *c);
void card_conda(const struct know *k, struct card *c);
void card_arch(const struct know *k, struct card *c);
void card_image(const struct know *k, struct card *c);
void card_package(const struct know *k, struct card *c);
void card_gate(const struct know *k, struct card *c);
void card_framework(const struct know *k, struct card *c);
void card_cudart(const struct know *k, struct card *c);
void card_change(const struct know *k, struct card *c);
void card_stack(const struct know *k, struct card *c);

#endif
