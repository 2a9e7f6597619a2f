/*
 * install.h - Python installers: what they are asked for, what comes of it.
 *
 * Shape:   an ask is one command with the files it reads; a plan is what will
 *          be there afterwards; then the plan is carried out.
 * Units:   INSTALL_*_MAX bound words, files, and ways to read a command.
 * Owner:   the arena of struct apply; texts keep the origin of their bytes.
 * Errors:  none; what can't be known is a gap that names it.
 * Source:  dockerfile.md C2, F11; pip, uv and conda documentation.
 */
#ifndef DOCKERFILE_INSTALL_H
#define DOCKERFILE_INSTALL_H

#include "dockerfile/apply.h"
#include "dockerfile/torch_choice.h"

enum {
	INSTALL_WORDS_MAX = 4000, /* of one command, as all but BYTES */
	INSTALL_FORMS_MAX = 16,   /* ways its words can be */
	INSTALL_FILES_MAX = 32,   /* read for one command */
	INSTALL_WANTED_MAX = 4000,
	INSTALL_SOURCES_MAX = 16,    /* indexes and pages of links */
	INSTALL_SITE_MAX = 256,      /* distributions in one directory */
	INSTALL_BYTES_MAX = 4 << 20, /* of files, for all commands */
};

/* One requirement, of the command or of a file that it reads. */
struct wanted {
	struct requirement req;
	struct str name; /* normalised; "" not said */
	struct str file; /* it stands in; "" the Dockerfile */
	bool maybe;      /* in an extra or group that may not be asked for */
};

struct wanteds {
	struct wanted *v;
	size_t n;
};

struct ask {
	struct apply *ap;
	const struct command *c;
	enum manager manager;
	struct sources from;
	struct text torch_index; /* uv: for torch and its partners alone */
	bool auto_backend;       /* uv: by the GPU where it is built */
	struct wanteds wanted, limits; /* limits: of constraint files */
	struct strs doubts;            /* what is not known, in words */
	struct marker_env env;
	struct str prefix, site; /* clean paths of what it installs to */
	struct strs extras;      /* of the project at hand */
	bool all_extras, upgrade, reinstall, no_deps;
	bool moved;   /* --target: to a directory of its own */
	size_t files; /* read so far */
};

/* A word behind the subcommand's name. */
struct word {
	struct text t;
	bool unknown;
};

struct words {
	struct word *v;
	size_t n;
};

typedef void install_fn(struct ask *k, const struct words *w);

/* For each way that the words from first on can be: an ask, filled by fn. */
void install_forms(struct apply *ap, const struct command *c, size_t first,
                   enum manager manager, install_fn *fn);
/* Of what options say; true: word i was one, and i is at its last word. */
bool install_option(struct ask *k, const struct words *w, size_t *i);
void install_words(struct ask *k, const struct words *w, size_t first);

/* Bound to CUDA, or brings torch: the rest is left out. */
bool install_matters(struct str name);
/* PIP_*, UV_*, pip.conf. */
void install_settings(struct ask *k);
bool install_env(const struct ask *k, const char *name, struct text *out);
void install_backend(struct ask *k, const struct text *tag);
void install_add_source(struct ask *k, struct texts *to, struct text url);

void install_doubt(struct ask *k, struct str what);
/* A file by its clean path; false: it can't be read, or enough was. */
bool install_bytes(struct apply *ap, struct str path, struct text *bytes,
                   struct str *name);
void install_want(struct ask *k, const struct text *word, struct str file);
/* A requirements file, or one of constraints; path as it is written. */
void install_file(struct ask *k, const struct text *path, bool limits);
/* The bytes of one that is at path in the image. */
void install_read(struct ask *k, const struct text *bytes, struct str path,
                  struct str file);
/* The indexes that the project at hand names. */
void install_indexes(struct ask *k);
/* What the project in this directory depends on. */
void install_project(struct ask *k, struct str dir, const struct strs *extras);
/* NAME.lock, with [[package]]; false: it can't be read. */
bool install_lock(struct ask *k, const char *name);

/* Prefix of the environment at hand, "opt/venv"; "" the system's.  A script
 * that is run may activate one for what follows in it. */
struct str install_prefix(struct apply *ap, const struct command *c);
void install_script(struct apply *ap, struct str script);
/* Where --user installs to. */
struct str install_home(struct apply *ap, const struct command *c);
/* python -m venv PATH, and whether that was done. */
void install_make(struct apply *ap, const struct command *c, struct str path);
bool install_is_made(struct apply *ap, struct str prefix);
/* Its site-packages; python "3.10", or "". */
struct str install_site(struct apply *ap, struct str prefix, struct str python);
/* Version of a distribution there; "" none. */
struct str install_version(struct apply *ap, struct str site, struct str name);
void install_remove(struct apply *ap, struct str site, struct str name);
/* torch, in place of what was there; its version "" when that is open. */
void install_torch(struct apply *ap, struct str site,
                   const struct torch_choice *t);

#endif
