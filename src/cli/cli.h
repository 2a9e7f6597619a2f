/*
 * cli.h - the commands, their options, and what they share.
 *
 * Shape:   a command is a row: name, options, help, function.  Options are
 *          rows too; parser, --help and the manual read the same table.
 * Units:   -
 * Owner:   everything lives in the context's arena until the program ends.
 * Errors:  USAGE for the command line; the exit status is 0 clean, 1 found,
 *          2 trouble.
 * Source:  architecture.md 5 and 7.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "cli/files.h"
#include "cli/options.h"
#include "facts/cache.h"
#include "facts/facts.h"
#include "fleet/fleet.h"
#include "know/age.h"
#include "policy/policy.h"
#include "report/report.h"

enum exit_status { STATUS_CLEAN = 0, STATUS_FOUND = 1, STATUS_TROUBLE = 2 };

struct context {
	struct arena arena;
	struct options opts;
	struct policy policy; /* of cudalint.json; settings.h */
	struct know know;
	bool know_loaded;
	struct cache cache;
	bool cache_open;
	struct str cache_dir;      /* once it is open */
	struct str password;       /* of --password-stdin, once it is read */
	struct registry *registry; /* remote.h; NULL: not asked for yet */
	int porter;                /* outside of the cage; 0: none */
	bool color;                /* of standard output */
};

struct command {
	const char *name;
	const char *args;    /* usage behind the options */
	const char *summary; /* one line */
	const char *help;    /* a paragraph, examples */
	const char *options; /* names, blank-separated */
	int (*run)(struct context *c, struct err *err);
};

extern const struct command commands[];
extern const size_t commands_n;

int run_image(struct context *c, struct err *err);
int run_scan(struct context *c, struct err *err);
int run_fix(struct context *c, struct err *err);
int run_facts(struct context *c, struct err *err);
int run_code(struct context *c, struct err *err);
int run_explain(struct context *c, struct err *err);
int run_rules(struct context *c, struct err *err);
int run_diagnose(struct context *c, struct err *err);
int run_dockerfile(struct context *c, struct err *err);
int run_require(struct context *c, struct err *err);
int run_fleet(struct context *c, struct err *err);
int run_know(struct context *c, struct err *err);
int run_completion(struct context *c, struct err *err);
int run_manual(struct context *c, struct err *err);

/* argv without program and command name; USAGE on what it does not know. */
int options_parse(struct context *c, const struct command *cmd, int argc,
                  char **argv, struct err *err);
bool command_takes(const struct command *cmd, const char *option);
/* The options of a command, one after another; after NULL the first. */
const struct option *option_next(const struct command *cmd,
                                 const struct option *o);
void options_help(const struct command *cmd, bool every, struct buf *out);

/* The tables, once; from --knowledge or compiled in. */
int context_know(struct context *c, struct err *err);

/* What was read before, in --cache DIR; always: else in the user's.  A cache
 * that is not open is not asked. */
int context_cache(struct context *c, bool always, struct err *err);
void context_cache_end(struct context *c);

/* What --now and --max-age say; USAGE when they say nothing. */
int context_age(const struct context *c, struct know_age *out, struct err *err);

/* A fleet by --fleet, cudalint.fleet.json upward from here, or embedded;
 * narrowed by --pool. */
int context_fleet(struct context *c, struct fleet *out, struct err *err);
/* Its file; "": the embedded one. */
struct str context_fleet_path(struct context *c);

#endif
