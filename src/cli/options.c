#include "cli/cli.h"
#include "cli/formats.h"

#include <string.h>

#define OPTION(name, kind, m, arg, doc)                           \
	{                                                         \
		name, kind, offsetof(struct options, m), arg, doc \
	}

static const struct option all[] = {
	OPTION("fleet", OPT_ONE, fleet, "FILE",
               "the hosts; default: cudalint.fleet.json, else built in"),
	OPTION("pool", OPT_MANY, pool, "GLOB", "only pools with such a name"),
	OPTION("set", OPT_MANY, set, "POOL.FIELD=VALUE",
               "what if: judge such hosts, and say what changes"),
	OPTION("format", OPT_MANY, format, "FMT[=FILE]",
               "one of those below, to FILE; default: text"),
	OPTION("fail-on", OPT_ONE, fail_on, "LEVEL",
               "exit 1 from error (default), warning, note; or never"),
	OPTION("config", OPT_ONE, config, "FILE",
               "the policy; default: cudalint.json here or above"),
	OPTION("no-config", OPT_FLAG, no_config, NULL, "look for no policy"),
	OPTION("print-config", OPT_FLAG, print_config, NULL,
               "print what is in force, and judge nothing"),
	OPTION("no-labels", OPT_FLAG, no_labels, NULL,
               "what an image's labels ignore or choose does not count"),
	OPTION("baseline", OPT_ONE, baseline, "FILE",
               "findings that it knows do not count"),
	OPTION("update-baseline", OPT_FLAG, update_baseline, NULL,
               "make it know those of today"),
	OPTION("show-ignored", OPT_FLAG, show_ignored, NULL,
               "print what does not count too"),
	OPTION("platform", OPT_MANY, platform, "OS/ARCH",
               "of an index; default: what the fleet needs"),
	OPTION("all-platforms", OPT_FLAG, all_platforms, NULL,
               "every image of an index"),
	OPTION("assume", OPT_ONE, assume, "STACK",
               "only this container stack, by id or label"),
	OPTION("facts", OPT_ONE, facts, "FILE",
               "start from facts as `cudalint facts` prints them"),
	OPTION("paste", OPT_ONE, paste, "FILE",
               "what was pasted; default: standard input"),
	OPTION("dockerfile", OPT_FLAG, dockerfile, NULL,
               "the argument is a Dockerfile, not an image"),
	OPTION("build-arg", OPT_MANY, build_arg, "NAME=VALUE",
               "as docker build has it"),
	OPTION("build-context", OPT_MANY, build_context, "NAME=WHERE",
               "as docker build has it"),
	OPTION("target", OPT_ONE, target, "STAGE",
               "the stage that ships; default: the last"),
	OPTION("context", OPT_ONE, context, "DIR",
               "the build context; default: where the Dockerfile is"),
	OPTION("base", OPT_ONE, base, "IMAGE",
               "the base image, as an archive or a directory"),
	OPTION("image", OPT_ONE, image, "IMAGE",
               "what the Dockerfile builds, as an archive or a directory"),
	OPTION("write", OPT_FLAG, write, NULL, "change the file (-w)"),
	OPTION("fix-review", OPT_FLAG, fix_review, NULL,
               "also changes that want a look"),
	OPTION("placement", OPT_ONE, placement, "WHERE",
               "of a new step: early (default), or cache: as late as root "
               "works"),
	OPTION("base-user", OPT_ONE, base_user, "NAME",
               "the user that the base image runs as"),
	OPTION("allow-digest-drop", OPT_FLAG, digest_drop, NULL,
               "a base that is retagged loses its digest"),
	OPTION("verify", OPT_FLAG, verify, NULL,
               "read and check every byte against its digest"),
	OPTION("sizes", OPT_FLAG, sizes, NULL,
               "print what takes how much room, by component and layer"),
	OPTION("why", OPT_FLAG, why, NULL, "print the chain of reasons"),
	OPTION("allow-gaps", OPT_FLAG, allow_gaps, NULL,
               "an unknown verdict does not exit 2"),
	OPTION("max-layer-bytes", OPT_ONE, max_layer_bytes, "N",
               "refuse layers that unpack to more"),
	OPTION("max-entries", OPT_ONE, max_entries, "N",
               "refuse layers with more files"),
	OPTION("limit", OPT_MANY, limit, "NAME=N",
               "another limit; --limit help lists them"),
	OPTION("timeout", OPT_ONE, timeout, "SECONDS", "give up after that"),
	OPTION("cache", OPT_ONE, cache, "DIR",
               "remember there what layers said"),
	OPTION("no-cache", OPT_FLAG, no_cache, NULL, "remember nothing"),
	OPTION("cache-size", OPT_ONE, cache_size, "MIB",
               "let the cache grow to this; default: 1024"),
	OPTION("depth", OPT_ONE, depth, "DEPTH",
               "of remote layers: config, toc, files, full, auto"),
	OPTION("username", OPT_ONE, username, "NAME",
               "for the registry, with --password-stdin"),
	OPTION("password-stdin", OPT_FLAG, password_stdin, NULL,
               "read the password from standard input"),
	OPTION("authfile", OPT_ONE, authfile, "FILE",
               "credentials, instead of docker's and podman's"),
	OPTION("ca-file", OPT_ONE, ca_file, "FILE",
               "trust these certificates as well"),
	OPTION("mirror", OPT_MANY, mirror, "HOST=URL", "ask URL before HOST"),
	OPTION("plain-http", OPT_FLAG, plain_http, NULL, "speak without TLS"),
	OPTION("insecure", OPT_FLAG, insecure, NULL, "take any certificate"),
	OPTION("from-file", OPT_ONE, from_file, "LIST",
               "what to scan, a name a line; - is standard input"),
	OPTION("newest", OPT_ONE, newest, "N",
               "of each repository the N tags made last"),
	OPTION("state", OPT_ONE, state, "FILE",
               "remember there what was judged, and judge it once"),
	OPTION("shard", OPT_ONE, shard, "I/N",
               "only the I-th of N shares of the images; I may be auto"),
	OPTION("jobs", OPT_ONE, jobs, "N",
               "threads; default: one a CPU; scan: images at once, 2"),
	OPTION("knowledge", OPT_ONE, knowledge, "DIR",
               "tables that replace the compiled-in ones"),
	OPTION("max-age", OPT_ONE, max_age, "DAYS",
               "note tables older than that; default: 180"),
	OPTION("now", OPT_ONE, now, "DATE", "today, as YYYY-MM-DD"),
	OPTION("quiet", OPT_FLAG, quiet, NULL,
               "no progress; of the report, only the verdicts"),
	OPTION("toolkit", OPT_ONE, toolkit, "VERSION",
               "whose message to print; default: the newest"),
	OPTION("cuda", OPT_ONE, cuda, "VERSION", "the host driver's CUDA"),
	OPTION("driver", OPT_ONE, driver, "VERSION", "the host's driver"),
	OPTION("arch", OPT_ONE, arch, "N.N", "the GPU's compute capability"),
	OPTION("brand", OPT_ONE, brand, "WORD", "the GPU's NVML brand"),
	OPTION("name", OPT_ONE, name, "NAME", "of the imported pool"),
	OPTION("dump", OPT_WORD, dump, "json",
               "print it as BuildKit's parser does, or as JSON"),
	OPTION("help", OPT_WORD, help, "all", "this text; all: every option"),
};

bool command_takes(const struct command *cmd, const char *option)
{
	struct str rest = str_c(cmd->options), piece;

	while (str_next(&rest, ' ', &piece))
		if (str_eq(piece, str_c(option)))
			return true;
	return false;
}

static bool belongs(const struct command *cmd, const struct option *o)
{
	return strcmp(o->name, "help") == 0 || command_takes(cmd, o->name);
}

const struct option *option_next(const struct command *cmd,
                                 const struct option *o)
{
	for (o = o ? o + 1 : all; o < all + sizeof all / sizeof *all; o++)
		if (belongs(cmd, o))
			return o;
	return NULL;
}

static const struct option *find(const struct command *cmd, struct str name)
{
	const struct option *o = NULL;

	while ((o = option_next(cmd, o)))
		if (str_eq(name, str_c(o->name)))
			break;
	return o;
}

static void set(struct context *c, const struct option *o, struct str value)
{
	char *member = (char *)&c->opts + o->off;

	switch (o->kind) {
	case OPT_FLAG:
		*(bool *)(void *)member = true;
		break;
	case OPT_ONE:
	case OPT_WORD:
		*(struct str *)(void *)member = value;
		break;
	case OPT_MANY:
		*arena_push(&c->arena, (struct strs *)(void *)member) = value;
		break;
	}
}

/* The name stands for itself when no value does. */
static int check_word(const struct option *o, bool joined, struct str *value,
                      struct err *err)
{
	if (!joined)
		*value = str_c(o->name);
	else if (!str_eq(*value, str_c(o->arg)))
		return err_set(err, ERR_USAGE, "--%s takes =%s or nothing",
		               o->name, o->arg);
	return 0;
}

/* One "--name[=value]" or "--name value"; *i moves over what it took. */
static int parse_option(struct context *c, const struct command *cmd, int argc,
                        char **argv, int *i, struct err *err)
{
	struct str name, value;
	bool joined = str_cut(str_c(argv[*i] + 2), '=', &name, &value);
	const struct option *o = find(cmd, name);

	if (!o)
		return err_set(err, ERR_USAGE,
		               "%s has no option --" STR_F
		               "; try: cudalint %s --help",
		               cmd->name, STR_A(name), cmd->name);
	if (o->kind == OPT_FLAG && joined)
		return err_set(err, ERR_USAGE, "--%s takes no value", o->name);
	if (o->kind == OPT_WORD && check_word(o, joined, &value, err))
		return -1;
	if ((o->kind == OPT_ONE || o->kind == OPT_MANY) && !joined) {
		if (*i + 1 >= argc)
			return err_set(err, ERR_USAGE, "--%s wants %s", o->name,
			               o->arg);
		value = str_c(argv[++*i]);
	}
	set(c, o, value);
	return 0;
}

int options_parse(struct context *c, const struct command *cmd, int argc,
                  char **argv, struct err *err)
{
	bool only_args = false;

	for (int i = 0; i < argc; i++) {
		if (!only_args && strcmp(argv[i], "--") == 0)
			only_args = true;
		else if (!only_args && strcmp(argv[i], "-h") == 0)
			c->opts.help = STR("help");
		else if (!only_args && strcmp(argv[i], "-w") == 0 &&
		         command_takes(cmd, "write"))
			c->opts.write = true;
		else if (!only_args && strncmp(argv[i], "--", 2) == 0) {
			if (parse_option(c, cmd, argc, argv, &i, err))
				return -1;
		} else if (!only_args && argv[i][0] == '-' && argv[i][1])
			return err_set(err, ERR_USAGE, "no option %s", argv[i]);
		else
			*arena_push(&c->arena, &c->opts.args) = str_c(argv[i]);
	}
	return 0;
}

/* Words of text, wrapped at column 79 with an indent. */
static void wrap(struct buf *out, const char *text, size_t indent)
{
	struct str rest = str_c(text), word;
	size_t col = indent;

	while (str_next(&rest, ' ', &word)) {
		if (col > indent && col + 1 + word.n > 79) {
			buf_addc(out, '\n', 1);
			buf_addc(out, ' ', indent);
			col = indent;
		} else if (col > indent) {
			buf_addc(out, ' ', 1);
			col++;
		}
		buf_add(out, word);
		col += word.n;
	}
	buf_addc(out, '\n', 1);
}

static void help_option(const struct option *o, struct buf *out)
{
	enum { COLUMN = 25 };
	size_t began = out->n;

	buf_printf(out, "  --%s", o->name);
	if (o->arg)
		buf_printf(out, o->kind == OPT_WORD ? "[=%s]" : " %s", o->arg);
	if (out->n - began >= COLUMN) {
		buf_addc(out, '\n', 1);
		began = out->n;
	}
	buf_addc(out, ' ', COLUMN - (out->n - began));
	wrap(out, o->doc, COLUMN);
}

/* Where a command has more than a screen of options, those that few want are
 * only named. */
enum { OPTIONS_SCREEN = 24 };
static const char rare[] =
	" no-config print-config no-labels update-baseline show-ignored assume "
	"max-layer-bytes max-entries limit timeout cache-size no-cache depth "
	"username password-stdin authfile ca-file mirror plain-http insecure "
	"knowledge max-age now base-user allow-digest-drop build-context "
	"placement ";

static bool is_rare(const struct option *o, struct arena *a)
{
	return str_contains(str_c(rare), arena_fmt(a, " %s ", o->name));
}

static void help_options(const struct command *cmd, bool every, struct buf *out,
                         struct arena *a)
{
	const struct option *o = NULL;
	struct str more = {0};
	size_t n = 0;

	while ((o = option_next(cmd, o)))
		n++;
	while ((o = option_next(cmd, o))) {
		if (every || n <= OPTIONS_SCREEN || !is_rare(o, a))
			help_option(o, out);
		else
			more = arena_fmt(a, STR_F " --%s", STR_A(more),
			                 o->name);
	}
	if (more.n == 0)
		return;
	buf_add(out, STR("more:    "));
	wrap(out, more.p + 1, STR("formats: ").n);
}

void options_help(const struct command *cmd, bool every, struct buf *out)
{
	struct arena a = {0};
	struct str formats;

	buf_printf(out, "usage: cudalint %s%s%s%s\n\n%s\n\n", cmd->name,
	           cmd->options[0] ? " [options]" : "", cmd->args[0] ? " " : "",
	           cmd->args, cmd->help);
	help_options(cmd, every, out, &a);
	formats = formats_list(cmd, &a);
	if (formats.n) {
		buf_add(out, STR("formats: "));
		wrap(out, arena_cstr(&a, formats), STR("formats: ").n);
	}
	arena_free(&a);
}
