/*
 * gather.h - from layers to the facts of an image.
 *
 * Shape:   facts_of_image() merges the layers and asks the merged tree; one
 *          function per group of facts, in the order of the declarations.
 * Owner:   everything in the facts is in the given arena.
 * Errors:  FORMAT for a config that is none; all else is a gap.
 * Source:  architecture.md 1; facts.h.
 */
#ifndef FACTS_GATHER_H
#define FACTS_GATHER_H

#include "facts/merge.h"
#include "image/image.h"

/* The layers' facts must be layer_facts_read()'s. */
int facts_of_image(const struct image *img, struct arena *a,
                   struct image_facts *out, struct err *err);

/* The same of files that are merged already; out has config and layers. */
void facts_of_files(const struct merged *files, struct arena *a,
                    struct image_facts *out);

/* What the layers weigh; out has them. */
void gather_sizes(const struct layer_list *layers, struct arena *a,
                  struct image_facts *out);

/* A file or link of interest by its path in the merged tree. */
struct found {
	struct str path;
	enum interest what;
	struct node *node;
	struct node *file;       /* behind it; NULL: dangling or not kept */
	struct str file_path;    /* "" when dangling */
	const struct said *said; /* by file; NULL: nothing */
};

struct finds {
	struct found *v;
	size_t n;
};

struct gather {
	struct arena *arena;
	struct merged merged;
	struct finds finds; /* sorted by path */
	struct image_facts *out;
	bool list_full[GROUP_N]; /* said so once */
	size_t includes, confs;  /* include lines and conf files so far */
	size_t path_bytes;       /* of finds */
	struct str site;         /* the last that was asked for … */
	struct str consumer;     /* … who uses its CUDA wheels */
};

void gather_prefixes(struct gather *g);
void gather_packages(struct gather *g); /* after prefixes */
void gather_driver(struct gather *g);
void gather_python(struct gather *g);
void gather_runtime(struct gather *g); /* after python */
void gather_conda(struct gather *g);   /* after runtime */
void gather_loader(struct gather *g);
void gather_code(struct gather *g);

/* Look path up from the root; where it ends, or "" if it is no directory. */
struct str gather_dir(struct gather *g, struct str path);
/* A gap in this group, once: there is more than is looked at. */
void gather_full(struct gather *g, enum fact_group group);
/* False, with that gap, when a list of n is full. */
bool gather_room(struct gather *g, size_t n, enum fact_group group);
/* What installers keep for later: nobody uses it from there. */
bool gather_is_cache(struct str path);
void gather_sort(struct strs *list);

#endif
