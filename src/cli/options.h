/*
 * options.h - what the command line said.
 *
 * Shape:   an option is a row of a table: parser, --help and the tests of the
 *          manual page read it.
 * Owner:   views into argv; lists in the context's arena.
 * Errors:  USAGE, from options_parse().
 * Source:  architecture.md 7.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base/str.h"

/* What the command line said. */
struct options {
	struct str fleet;     /* --fleet FILE */
	struct str knowledge; /* --knowledge DIR */
	struct strs format;   /* --format FORMAT[=FILE] */
	struct str fail_on;   /* --fail-on LEVEL */
	struct strs platform; /* --platform OS/ARCH */
	bool all_platforms;   /* --all-platforms */
	struct strs pool;     /* --pool GLOB */
	struct strs set;      /* --set POOL.FIELD=VALUE */
	struct str assume;    /* --assume STACK */
	struct str facts;     /* --facts FILE */
	struct str paste;     /* --paste FILE */
	struct str toolkit, cuda, driver, arch, brand; /* require */
	struct str name;                               /* fleet import --name */
	struct str now, max_age; /* --now DATE, --max-age DAYS */
	struct str dump;         /* --dump[=json]: "" none, "dump", "json" */
	struct str max_layer_bytes, max_entries;
	struct strs limit;            /* --limit NAME=N */
	struct str timeout;           /* --timeout SECONDS */
	struct str cache, cache_size; /* --cache DIR, --cache-size MIB */
	bool no_cache;
	struct str from_file, state, shard, newest, jobs; /* scan */
	struct str username, authfile, ca_file, depth;    /* registries */
	struct strs mirror; /* --mirror HOST=URL */
	bool password_stdin, plain_http, insecure;
	struct strs build_arg;      /* --build-arg NAME=VALUE */
	struct strs build_context;  /* --build-context NAME=… */
	struct str target, context; /* --target STAGE, --context DIR */
	struct str image, base;     /* --image IMAGE, --base IMAGE */
	struct str base_user;       /* --base-user NAME */
	struct str placement;       /* --placement early|cache */
	bool write, fix_review, digest_drop;
	bool dockerfile;     /* facts --dockerfile */
	struct str config;   /* --config FILE: cudalint.json */
	struct str baseline; /* --baseline FILE */
	bool no_config, print_config, no_labels, update_baseline, show_ignored;
	bool verify, why, sizes, quiet, allow_gaps;
	struct str help; /* --help[=all]: "" none, "help", "all" */
	struct strs args;
};

enum option_kind {
	OPT_FLAG,
	OPT_ONE,
	OPT_MANY,
	OPT_WORD, /* alone, or =arg as it is: the value is name or arg */
};

struct option {
	const char *name; /* without the dashes */
	enum option_kind kind;
	size_t off;
	const char *arg; /* what --help calls the value */
	const char *doc;
};

#endif
