/*
 * judge.h - images in, what is to be told about them out.
 *
 * Shape:   init once, then one image after another; each adds to the report.
 * Owner:   what is said about an image is in the arena, which may be another
 *          for each; fleet and tables are the context's.
 * Errors:  an image that can't be read is an entry of the report with its
 *          reason.
 * Source:  architecture.md 1, 5.
 */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H

#include "cli/ahead.h"

struct judge {
	struct context *c;
	struct arena *arena;
	struct strs names; /* of the next image; none: the one it is given */
	struct fleet fleet;
	const struct fleet *real; /* without --set; NULL: it is that */
	struct report report;
	enum severity fail_on;
	bool never_fail;
	enum layer_depth depth; /* LAYER_DEPTH_N: auto */
	bool fixes;             /* a format has room for them */
	struct ahead *ahead;    /* NULL: images are read in their turn */
};

/* By the options of the command line; the arena is the context's. */
int judge_init(struct judge *j, struct context *c, struct err *err);
/* One image, or those of an index for the platforms of the fleet. */
void judge_path(struct judge *j, struct str path);
/* One after the other; they are read side by side. */
void judge_paths(struct judge *j, struct strs paths);
/* Facts as `cudalint facts` prints them. */
int judge_facts(struct judge *j, struct str path, struct err *err);
/* What a Dockerfile's target will be, for each platform of the fleet. */
void judge_dockerfile(struct judge *j, struct str path);
/* --platform, else those of the fleet. */
struct strs judge_platforms(struct judge *j);
/* An input that can't be read, and why; said on standard error too. */
void judge_failed(struct judge *j, struct str ref, struct str why);
/* Adds to an image's entry what is otherwise in the fleet as it is. */
void judge_what_if(struct judge *j, const struct predict_input *in,
                   const struct fleet *real, struct report_image *r);
/* All formats that were asked for; the exit status, or -1. */
int judge_tell(struct judge *j, const struct know_age *age, struct err *err);
/* All that --format says. */
int judge_write(const struct context *c, const struct report *r,
                struct err *err);
/* The exit status that it deserves. */
int judge_status(const struct judge *j, const struct report_image *r);

#endif
