/*
 * brief.h - what a report or a scan tells, for formats of other programs.
 *
 * Shape:   images, each with a cell for each pool and GPU and a note for each
 *          finding; every text is one line of harmless UTF-8.
 * Units:   places and edits in bytes of the Dockerfile.
 * Owner:   views into the report or scan; the rest is in the given arena.
 * Errors:  none; what could not be read or told is a note of its own.
 * Source:  architecture.md 5, 6.2.
 */
#ifndef REPORT_BRIEF_H
#define REPORT_BRIEF_H

#include "report/report.h"
#include "report/survey.h"

/* Ids of notes that no rule makes. */
#define BRIEF_UNREAD  "unread"
#define BRIEF_UNKNOWN "unknown"

struct brief_cell {
	struct str pool, gpu; /* gpu "": the worst of the pool's */
	int64_t nodes;
	enum verdict verdict;
	struct str outcome; /* "ok", "804" */
	struct str message; /* what the user sees; "" */
};

struct brief_cells {
	struct brief_cell *v;
	size_t n;
};

struct brief_note {
	struct str id, name;     /* of the rule, or BRIEF_… */
	const struct rule *rule; /* NULL: not a finding */
	enum severity severity;
	struct str message;
	struct str cure;              /* what to do; "" nothing is known */
	struct str fingerprint;       /* of no two notes the same */
	struct strs pools;            /* empty: all */
	struct strs evidence;         /* "layer 1, /usr/lib/…" */
	struct span at;               /* n == 0: no place in the Dockerfile */
	const struct report_fix *fix; /* cures it; NULL: none that is proven */
	bool fix_first;               /* of the notes that fix cures */
	bool ignored, in_source;      /* in_source: by a comment */
	struct str reason;            /* why it is ignored */
};

struct brief_notes {
	struct brief_note *v;
	size_t n;
};

struct brief_image {
	struct str ref;  /* bytes as given */
	struct str path; /* the same for people; relative where it can be */
	struct str name; /* path, and the platform where that is not enough */
	struct str platform, digest, error;
	enum verdict verdict;
	bool unknown; /* for one of the GPUs at least */
	struct brief_cells cells;
	struct brief_notes notes;
	const struct dockerfile *file;     /* NULL: it is an image */
	const struct report_image *report; /* NULL: of a scan */
};

struct brief_images {
	struct brief_image *v;
	size_t n;
};

struct brief {
	struct str version, knowledge;
	const struct fleet *fleet;
	struct brief_images images;
	bool gaps_allowed; /* what is unknown is no failure */
};

void brief_of_report(const struct report *r, struct arena *a,
                     struct brief *out);
void brief_of_survey(const struct survey *s, struct arena *a,
                     struct brief *out);

/* Notes that are not ignored, of this severity. */
size_t brief_count(const struct brief_image *im, enum severity s);

#endif
