/*
 * apply.h - an image while it is being built: what commands do to it.
 *
 * Shape:   files of interest as the same tree that the layers of an image are
 *          merged into; a table of command names, each with what it does.
 * Units:   paths are clean (base/path.h), but for apply_path()'s.
 * Owner:   the arena.
 * Errors:  none; what can't be known is a gap in the facts.
 * Source:  dockerfile.md C2, D, F.
 */
#ifndef DOCKERFILE_APPLY_H
#define DOCKERFILE_APPLY_H

#include "dockerfile/docker.h"
#include "facts/merge.h"

struct build;  /* what docker_image_of() is about; build.h */
struct placed; /* files whose bytes are known; files.h */

struct listing { /* packages that one layer brought to one database */
	int64_t layer;
	struct str path;
	struct said *said;
};

struct listings {
	struct listing *v;
	size_t n;
};

struct apply {
	struct arena *arena;
	const struct know *know;
	struct build *build;
	struct merged files; /* and the gaps */
	struct placed *placed;
	struct config config;
	struct names env_names; /* entries of config.env */
	bool env_named, cmd_set;
	bool shipped; /* the target's chain, not another stage */
	bool blank;   /* nothing is known of the base: so says one gap */
	bool lost;    /* a limit left out what may be at any path */
	struct layers layers;
	struct layer_list dated; /* who first listed a package */
	struct listings listed;  /* packages that each layer brought */
	struct said *status;     /* dpkg's, while nobody else has it */
	struct said *database;   /* of the base, while it is filled */
	struct said *appended;   /* conf file, while nobody else has it */
	unsigned gapped;         /* groups with a gap by instr; bits */
	struct run_notes *run;   /* of the RUN at hand; command.h */
	struct pairs downloads;  /* by curl, wget, ADD: path, address */
	struct strs unseen;      /* directories of which some is not known */
	struct scope scope;      /* ARG and ENV at this line */
	struct docker_state state;
	const struct stage *stage;
	const struct instr *instr;
	const struct instr *triggered; /* FROM, while it runs ONBUILD's */
	int64_t layer;                 /* that instr writes to */
	struct effects *effects;
	bool debian;             /* dpkg's database is the one that is asked */
	struct str distro, cuda; /* of the base: "ubuntu22.04", "12.4.1" */
};

/* A simple command, with sudo, env and the like taken off. */
struct command {
	const struct shell_command *shell;
	struct values argv; /* its name is the first */
	struct assigns env; /* env A=1 … too */
	bool sure;          /* it runs, and the RUN fails if it does */
	bool argv_unknown;  /* there may be more words */
	bool to_null;       /* a word is /dev/null */
};

struct command_row {
	const char *name; /* "pip"; a pattern of str_glob() */
	void (*apply)(struct apply *ap, const struct command *c);
};
/* Both end with a row of NULLs. */
extern const struct command_row system_commands[]; /* command*.c */
extern const struct command_row python_commands[]; /* install*.c */

/* The only value of a word; false: none, or not decided. */
bool command_word(const struct command *c, size_t i, struct text *out);
/* An environment variable where the command runs; false: not set. */
bool command_env(const struct apply *ap, const struct command *c,
                 struct str name, struct value *out);

/* To be filled further; kind, place, certainty and source are there. */
struct effect *apply_effect(struct apply *ap, enum effect_kind kind,
                            const struct command *c);
/* What the instruction at hand may have changed; "RUN, line 7: …". */
void apply_gap(struct apply *ap, enum fact_group group, struct str reason);

/* Files; paths without a leading slash are the image's, not relative ones.
 * c gives the directory that a relative path is of, NULL: WORKDIR.  False when
 * that is not known, or the path is none. */
bool apply_path(struct apply *ap, const struct command *c, struct str path,
                struct str *clean);
/* They are there afterwards, parents too, through links of parents. */
void apply_file(struct apply *ap, struct str path, uint64_t size,
                const struct said *said);
void apply_link(struct apply *ap, struct str path, struct str target);
void apply_delete(struct apply *ap, struct str path);
bool apply_has(struct apply *ap, struct str path);

/* PACKAGE.dist-info in a site-packages directory. */
void apply_wheel(struct apply *ap, struct str site, struct str name,
                 struct str version);
/* torch/version.py, as torch's setup writes it: "2.1.0+cu121", "12.1". */
void apply_torch(struct apply *ap, struct str site, struct str version,
                 struct str cuda);

/* Bytes of a file that the Dockerfile put there: by COPY from the context, by
 * a heredoc, by a bind mount.  False: nobody knows what is in it, or whether it
 * is there.  name is its path in the context; "": its text is the
 * Dockerfile's. */
bool apply_read(struct apply *ap, struct str path, struct text *bytes,
                struct str *name);

#endif
