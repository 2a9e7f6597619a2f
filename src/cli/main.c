#include "cli/cage.h"
#include "cli/limits.h"
#include "cli/remote.h"
#include "cli/settings.h"
#include "image/inflate.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef VERSION
#define VERSION "unknown"
#endif

#define POLICY_OPTIONS   "config no-config print-config no-labels "
#define BASELINE_OPTIONS "baseline update-baseline "

#define REGISTRY_OPTIONS                                         \
	"depth username password-stdin authfile ca-file mirror " \
	"plain-http insecure"

const struct command commands[] = {
	{"image", "IMAGE...", "will these images' CUDA work on the fleet?",
         "Predicts, for every pool of the fleet, whether CUDA will work or how it "
         "fails.\n"
         "IMAGE is a docker-archive or OCI archive (also gzip or zstd), an OCI "
         "layout\ndirectory, - for standard input, or a reference "
         "(docker://HOST/NAME:TAG):\n"
         "  docker save app:latest | cudalint image -",
         POLICY_OPTIONS
         "show-ignored " BASELINE_OPTIONS
         "fleet pool set format fail-on platform all-platforms assume facts verify why sizes "
         "allow-gaps max-layer-bytes max-entries limit timeout jobs cache cache-size no-cache " REGISTRY_OPTIONS
         " knowledge max-age now quiet",
         run_image},
	{"facts", "IMAGE", "what is in the image, as JSON",
         "Prints what the predictions are made from.  `cudalint image --facts "
         "FILE`\ntakes it up again: a bug report needs no image.  Of an index, "
         "linux/amd64 is\nread unless --platform names another.",
         "platform dockerfile build-arg target context base verify max-layer-bytes max-entries limit timeout jobs cache cache-size no-cache " REGISTRY_OPTIONS
         " quiet",
         run_facts},
	{"scan", "REPOSITORY...",
         "many images: a repository, a registry, a list",
         "Judges the tags of repositories, each image once, and prints images "
         "by pools.\nREPOSITORY is HOST/NAME, HOST/NAME:GLOB, HOST/ or "
         "HOST/GLOB (all that the\nregistry has), or what `cudalint image` "
         "takes:\n\n"
         "  cudalint scan --newest 10 --state scan.jsonl "
         "registry.example/team/*",
         POLICY_OPTIONS BASELINE_OPTIONS
         "now from-file newest state shard jobs fleet pool set format fail-on platform "
         "all-platforms assume allow-gaps max-layer-bytes max-entries limit timeout cache "
         "cache-size no-cache " REGISTRY_OPTIONS " knowledge quiet",
         run_scan},
	{"code", "FILE|IMAGE", "which GPUs the code in it was compiled for",
         "Prints, for every library and program with device code, the "
         "architectures that\nit has: S machine code (SASS), P PTX, which the "
         "driver compiles for later ones.\nFILE is a program or a shared "
         "library; IMAGE as `cudalint image` takes it.\n\n"
         "  cudalint code /usr/lib/x86_64-linux-gnu/libcublas.so.12",
         "platform verify max-layer-bytes max-entries limit timeout jobs cache cache-size no-cache " REGISTRY_OPTIONS
         " knowledge quiet",
         run_code},
	{"diagnose", "[IMAGE]", "what is wrong, from what was pasted",
         "Reads error texts, nvidia-smi, ldconfig -p, docker inspect and the "
         "like, in any\nmixture, and names the cause, the lines it goes by, "
         "what else it could be, and\nthe cure.  With IMAGE, predicts that for "
         "the paste's host and compares.  Exit\nstatus: 0 a cause was named, 1 "
         "nothing was recognised, 2 trouble.\n\n"
         "  docker run --gpus all app 2>&1 | cudalint diagnose app.tar",
         "paste format platform verify max-layer-bytes max-entries limit timeout jobs cache cache-size no-cache " REGISTRY_OPTIONS
         " knowledge quiet",
         run_diagnose},
	{"explain", "RULE|CODE", "a rule, or an error code such as 804",
         "Says what a rule (CL001 or its name) or an outcome (804, 803, 35, "
         "refused, …)\nmeans, what causes it and what cures it.",
         "", run_explain},
	{"dockerfile", "FILE...", "will what these Dockerfiles build work?",
         "Reads Dockerfiles as BuildKit does and predicts what their image will "
         "do on the\nfleet: the base from the catalogue (or --base), then each "
         "instruction's effect.\nWhat can't be known from the file is a gap.  - "
         "is standard input.\n\n"
         "  cudalint dockerfile --build-arg CUDA=12.4.1 Dockerfile",
         POLICY_OPTIONS
         "show-ignored " BASELINE_OPTIONS
         "fleet pool set format fail-on platform build-arg build-context target "
         "context base image assume why allow-gaps max-layer-bytes "
         "max-entries limit timeout jobs knowledge max-age now quiet dump",
         run_dockerfile},
	{"fix", "DOCKERFILE", "the smallest edit that cures it, with proof",
         "Tries edits, predicts every pool with each, and prints the best as a "
         "unified\ndiff for `git apply`; what was tried and why goes to "
         "standard error.  Exit\nstatus: 0 nothing to change, 1 a diff was "
         "printed or written, 2 trouble.\n\n"
         "  cudalint fix --fleet fleet.json Dockerfile | git apply",
         POLICY_OPTIONS
         "now write fix-review fleet pool format image base build-arg build-context "
         "target platform context placement base-user allow-digest-drop "
         "max-layer-bytes max-entries limit timeout jobs knowledge quiet",
         run_fix},
	{"rules", "", "the rules, a line each", "Lists all rules.", "",
         run_rules},
	{"require", "EXPRESSION", "evaluate one NVIDIA_REQUIRE_* value",
         "Evaluates an expression as nvidia-container-cli does.  Exit status: 0 "
         "satisfied,\n1 unsatisfied (the message is printed), 2 invalid "
         "expression.\n\n"
         "  cudalint require --cuda 12.4 --driver 550.54.15 'cuda>=12.5'",
         "cuda driver arch brand toolkit", run_require},
	{"fleet", "check|show [FILE] | diff A B | import [FILE...]",
         "make and inspect a fleet profile",
         "check   says what is wrong with a profile\n"
         "show    prints it as a table, with what the tables add\n"
         "diff    says what changed; exit 1 when something did\n"
         "import  makes one from what other programs print, told apart by "
         "content: all\n"
         "        forms of nvidia-smi, kubectl get nodes -o json, docker "
         "info, nvidia-ctk\n"
         "        --version, nvidia-container-cli info, the toolkit's "
         "config.toml, DCGM\n"
         "        metrics, torch's collect_env, a profile.  What is of one "
         "host comes\n"
         "        together; equal hosts become one pool; exit 1 when one "
         "was left out.\n\n"
         "  nvidia-smi -q -x | cudalint fleet import >cudalint.fleet.json\n"
         "  kubectl get nodes -o json | cudalint fleet import",
         "fleet knowledge name", run_fleet},
	{"know", "[KIND KEY... | check]", "what the tables say",
         "Without arguments, lists the tables.  With a kind and a key, says "
         "what they have\nabout one thing, and where it is from; exit 1 if it "
         "is not in them:\n\n"
         "  driver 550.54.15  compat 12.4 535    "
         "image nvidia/cuda:12.4.1-base-ubuntu22.04\n"
         "  cuda 12.4         class geforce      "
         "cudart nvidia-cuda-runtime-cu12 12.4.127\n"
         "  gpu 'RTX 3090'    torch 2.4.1+cu121  "
         "package cuda-compat-12-4\n"
         "  brand geforce     conda 1.10 11.3    "
         "framework vllm 0.6.4\n"
         "  arch sm_90        gate 52            "
         "stack gpus-mount\n\n"
         "check   says what is wrong with the tables",
         "format knowledge max-age now", run_know},
	{"completion", "bash|zsh|fish",
         "what a shell completes, for it to read",
         "Prints the completions of a shell, made from the program's own "
         "tables.  `make\ninstall` puts them where shells look; by hand:\n\n"
         "  . <(cudalint completion bash)      in ~/.bashrc\n"
         "  cudalint completion zsh >~/.zfunc/_cudalint\n"
         "  cudalint completion fish | source",
         "", run_completion},
	{"manual", "rules|fleet|report|policy", NULL,
         "Prints the manual page that is made from the program's own tables, "
         "as mdoc.",
         "", run_manual},
};
const size_t commands_n = sizeof commands / sizeof commands[0];

static void print_help(struct buf *out)
{
	buf_printf(out,
	           "usage: cudalint COMMAND [options] ...\n\n"
	           "Will this image's CUDA work on these hosts, and if not, "
	           "how does it fail?\n\n");
	for (size_t i = 0; i < commands_n; i++)
		if (commands[i].summary)
			buf_printf(out, "  %-12s%s\n", commands[i].name,
			           commands[i].summary);
	buf_printf(out, "\n  cudalint COMMAND --help   options and examples\n"
	                "  cudalint --version\n\n"
	                "Try it:  docker save IMAGE | cudalint image -\n");
}

static int print_version(struct context *c, struct err *err)
{
	struct inflate_library lib = inflate_library();
	struct buf out = {0};
	int rc;

	if (context_know(c, err))
		return -1;
	buf_printf(&out,
	           "cudalint " VERSION "\nknowledge " STR_F "\n"
	           "inflate %s %s\n",
	           STR_A(c->know.as_of), lib.name, lib.version);
	buf_add(&out, STR("cage: "));
	cage_describe(&out);
	buf_addc(&out, '\n', 1);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

static const struct command *command_get(const char *name)
{
	for (size_t i = 0; i < commands_n; i++)
		if (strcmp(commands[i].name, name) == 0)
			return &commands[i];
	return NULL;
}

static int help(const struct command *cmd, bool every, struct err *err)
{
	struct buf out = {0};
	int rc;

	if (cmd)
		options_help(cmd, every, &out);
	else
		print_help(&out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

static int help_on(const char *name, struct err *err)
{
	const struct command *cmd = name ? command_get(name) : NULL;

	if (name && !cmd)
		return err_set(err, ERR_USAGE,
		               "no command '%s'; try: cudalint --help", name);
	return help(cmd, false, err);
}

static int limits_help(struct err *err)
{
	struct buf out = {0};
	int rc;

	image_limits_print(&out);
	rc = print(buf_str(&out), err);
	buf_free(&out);
	return rc;
}

static int run(struct context *c, int argc, char **argv, struct err *err)
{
	const struct command *cmd;

	if (argc < 2)
		return err_set(err, ERR_USAGE,
		               "a command is missing; try: cudalint --help");
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0)
		return help_on(argc > 2 ? argv[2] : NULL, err);
	if (strcmp(argv[1], "--version") == 0)
		return print_version(c, err);
	cmd = command_get(argv[1]);
	if (!cmd)
		return err_set(err, ERR_USAGE,
		               "no command '%s'; try: cudalint --help",
		               argv[1]);
	if (options_parse(c, cmd, argc - 2, argv + 2, err))
		return -1;
	if (c->opts.help.n)
		return help(cmd, str_eq(c->opts.help, STR("all")), err);
	if (limits_asked(c))
		return limits_help(err);
	if (timeout_begin(c, cmd, err))
		return -1;
	if (settings_read(c, cmd, err))
		return -1;
	if (c->opts.print_config)
		return settings_print(c, err);
	return cage_close(c, cmd, err) ? -1 : cmd->run(c, err);
}

int main(int argc, char **argv)
{
	struct context c = {0};
	struct err err = {0};
	const char *no_color = getenv("NO_COLOR");
	int status;

	/* libarchive needs it for pax names; images.md A7. */
	(void)setlocale(LC_CTYPE, "C.UTF-8");
	c.color = isatty(STDOUT_FILENO) && !(no_color && *no_color);
	status = run(&c, argc, argv, &err);
	if (status < 0) {
		(void)fprintf(stderr, "cudalint: %s\n", err.msg);
		status = STATUS_TROUBLE;
	}
	context_cache_end(&c);
	context_registry_end(&c);
	arena_free(&c.arena);
	return status;
}
