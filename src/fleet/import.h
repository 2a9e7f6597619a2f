/*
 * import.h - where hosts are already written down, told apart by content.
 *
 * Shape:   a table of importers, one per kind of input; import_find() cuts
 *          documents out of any text, also of a log, a terminal or an issue;
 *          import_read() says what each tells of hosts.
 * Owner:   views into the text, or the arena.
 * Errors:  USAGE: a document that is cut short, or larger than we read.
 * Source:  architecture.md 6.1; the importers' own files name theirs.
 *
 * To find inputs inside a paste: text = import_clean(paste, a); then for each
 * document of import_find(text, a): import_read(d, &arena, &sights, &err).
 * What lies between documents is the paste's own: d->lead in front of each,
 * and .rest behind the last.  A document in text form reaches to where the
 * next begins, so words after it belong to it as well.
 */
#ifndef FLEET_IMPORT_H
#define FLEET_IMPORT_H

#include "fleet/sight.h"

enum { IMPORT_BYTES = 64 << 20 }; /* of all inputs together */

/* Whether a document begins at the line in front.  One that may also be the
 * middle of a document begins it only where none of its kind is running. */
enum begins { BEGINS_NOT, BEGINS_MAYBE, BEGINS_HERE };

struct document {
	const struct importer *by;
	struct str lead; /* what stands between it and the one before */
	struct str text;
	struct str host; /* by the shell's prompt, or the like, above it */
};

struct documents {
	struct document *v;
	size_t n;
	struct str rest; /* behind the last; all of it when there is none */
	bool cut;        /* a JSON object in it has no end */
};

struct importer {
	const char *name;  /* what to call it in a message */
	const char *doc;   /* the command that prints it */
	const char *tells; /* what of a host it may say */
	enum begins (*begins)(struct str text); /* at a line; or */
	bool (*holds)(struct str object);       /* a whole JSON object */
	size_t (*extent)(struct str text);      /* NULL: to the next document */
	int (*parse)(const struct document *d, struct arena *a,
	             struct sights *out, struct err *err);
};

/* In the order in which they are asked. */
extern const struct importer importers[];
extern const size_t importers_n;

/* Without a byte order mark, colours, CR; UTF-16 becomes UTF-8. */
struct str import_clean(struct str text, struct arena *a);

struct documents import_find(struct str text, struct arena *a);

/* Adds to *out.  A document that tells nothing adds nothing. */
int import_read(const struct document *d, struct arena *a, struct sights *out,
                struct err *err);

/* What a text is in which nothing was found: "this is a page of HTML". */
const char *import_why_not(const struct documents *found, struct str text);

/* A line that says whose output follows: "user@host:~$ …", "==> host <==",
 * "host | CHANGED | rc=0 >>".  *host is "" where another host may be meant. */
bool import_host(struct str line, struct str *host);

/* A file, or what came through a pipe. */
struct input {
	struct str name, text;
};
struct inputs {
	struct input *v;
	size_t n;
};

/*
 * A profile from what other programs print of hosts.  Equal hosts become one pool, named by its host or its GPUs.
 * out->notes says what had to be decided and what nothing said; hosts of which
 * too little is known are noted and counted in out->left_out.
 */
int fleet_import(const struct inputs *in, const struct know *k, struct arena *a,
                 struct fleet *out, struct err *err);

#endif
