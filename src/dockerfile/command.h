/*
 * command.h - what the rows of the table of commands share.
 *
 * Shape:   one function per command, in command_*.c; words that are not decided
 *          are left to each.
 * Owner:   the arena of struct apply.
 * Errors:  none; what a command may do is a gap.
 * Source:  manuals of the programs; dockerfile.md C2, D3.
 */
#ifndef DOCKERFILE_COMMAND_H
#define DOCKERFILE_COMMAND_H

#include "dockerfile/build.h"

enum {
	SCRIPT_DEPTH_MAX = 4,
	REMOVALS_MAX = 100,
	RUN_MEMORY_MAX = 128 << 20, /* of its texts, and of what they do */
};

/* What may have been removed: looked at again when the RUN is over. */
struct removal {
	struct str pattern; /* of packages; "" a path */
	struct str path;    /* clean */
	struct str source;
};

struct removals {
	struct removal *v;
	size_t n;
};

/* What commands of one RUN have to know of those before them. */
struct run_notes {
	bool apt_updated;  /* apt-get update: names are known */
	struct strs asked; /* patterns: dpkg-query -W 'cuda-compat*' */
	struct removals removals;
	int depth;         /* of scripts in scripts */
	size_t used;       /* of the arena, before the RUN */
	bool looked;       /* for an environment that is activated … */
	struct str active; /* … and this one is; "" none */
};

/* Words from the i-th on that are no options, with what an option takes left
 * out: "-o X".  takes: such options, blank-separated. */
struct values command_operands(struct apply *ap, const struct command *c,
                               size_t i, const char *takes);
/* Does a word like that stand there?  "-p" also in "-rp". */
bool command_has(const struct command *c, const char *option);
bool command_has_letter(const struct command *c, char letter);

/* Does it run, though it may fail?  rm -f of what is not there never does. */
bool command_does_run(const struct command *c);
/* A gap in these groups. */
void command_unclear(struct apply *ap, const struct command *c,
                     unsigned groups);

/* "RUN apt-get install …" for a gap. */
struct str command_source(const struct command *c);

void apt_run(struct apply *ap, const struct command *c);
void dnf_run(struct apply *ap, const struct command *c);
void zypper_run(struct apply *ap, const struct command *c);
void apk_run(struct apply *ap, const struct command *c);
void dpkg_run(struct apply *ap, const struct command *c);
void dpkg_query_run(struct apply *ap, const struct command *c);
void rpm_run(struct apply *ap, const struct command *c);

void rm_run(struct apply *ap, const struct command *c);
void ln_run(struct apply *ap, const struct command *c);
void cp_run(struct apply *ap, const struct command *c);
void mv_run(struct apply *ap, const struct command *c);
void copy_run(struct apply *ap, const struct command *c);
void find_run(struct apply *ap, const struct command *c);
void sed_run(struct apply *ap, const struct command *c);
void tar_run(struct apply *ap, const struct command *c);
void tee_run(struct apply *ap, const struct command *c);
void alternatives_run(struct apply *ap, const struct command *c);
void ldconfig_run(struct apply *ap, const struct command *c);
/* A script's name or address; "Miniforge3-*.sh" where the rest, in the names
 * that we know the platform, is not decided. */
struct str command_script_name(struct apply *ap, const struct value *v);
void script_run(struct apply *ap, const struct command *c);
void eval_run(struct apply *ap, const struct command *c);
void curl_run(struct apply *ap, const struct command *c);
void wget_run(struct apply *ap, const struct command *c);

/* What a command writes by > and >>. */
void redirects_run(struct apply *ap, const struct command *c);
/* Bytes that go into a file; value: what they can be. */
void write_into(struct apply *ap, const struct command *c,
                const struct text *path, const struct value *bytes,
                bool append);

/* At the end of a RUN. */
void removals_settle(struct apply *ap);

#endif
