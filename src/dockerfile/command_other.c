/* Scripts, installers, archives, ldconfig; and what may have been removed.
 * model 16.9 */
#include "dockerfile/command.h"
#include "dockerfile/parts.h"

#include "base/path.h"
#include "base/version.h"

static bool has_any(struct str s, const char *const *words, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_contains(s, str_c(words[i])))
			return true;
	return false;
}

static struct str shortened(struct apply *ap, const struct command *c)
{
	struct str s = command_source(c);

	return s.n > 120 ? arena_fmt(ap->arena, "%.*s...", 117, s.p) : s;
}

static void may_do_anything(struct apply *ap, const struct command *c)
{
	files_gaps(ap, GROUPS_FILES,
	           arena_fmt(ap->arena,
	                     "what this installs is not known: " STR_F,
	                     STR_A(shortened(ap, c))));
}

/* Known by the tables to bring nothing: installers of tools. */
static bool is_harmless(struct apply *ap, struct str text)
{
	struct parts all = know_parts(ap->know);

	slice_for (struct part, p, all)
		if (p->kind == PART_NOTHING &&
		    str_has_prefix(p->of, STR("script:")) &&
		    str_glob(str_from(p->of, STR("script:").n), text))
			return true;
	return false;
}

/* The address that it was fetched from; "" it was not. */
static struct str origin_of(const struct apply *ap, struct str path)
{
	for (size_t i = ap->downloads.n; i-- > 0;)
		if (str_eq(ap->downloads.v[i].key, path))
			return ap->downloads.v[i].value;
	return STR("");
}

/* By its name, or by the address that it was fetched from. */
static bool is_installer(struct apply *ap, struct str path)
{
	struct str from = origin_of(ap, path);

	if (from.n)
		return is_harmless(ap, from) ||
		       is_harmless(ap, path_base(from));
	return is_harmless(ap, path_base(path));
}

void command_script(struct apply *ap, const struct command *c, struct str path)
{
	struct text bytes;
	struct str name;

	if (!ap->run || ap->run->depth >= SCRIPT_DEPTH_MAX ||
	    !apply_read(ap, path, &bytes, &name) || bytes.s.n > SCRIPT_MAX) {
		if (!is_installer(ap, path))
			may_do_anything(ap, c);
		return;
	}
	if (str_has_prefix(bytes.s, STR("#!")) &&
	    !str_contains((struct str){bytes.s.p,
	                               bytes.s.n < 40 ? bytes.s.n : 40},
	                  STR("sh"))) {
		may_do_anything(ap, c);
		return;
	}
	ap->run->depth++;
	command_text(ap, &bytes, c->sure);
	ap->run->depth--;
}

/* curl URL | sh: the address is in the command that is piped in, whose text
 * stands in the RUN. */
static void piped_script(struct apply *ap, const struct command *c)
{
	struct text bytes, all = ap->instr->joined;

	if (value_one(&c->shell->input, &bytes) && ap->run &&
	    ap->run->depth < SCRIPT_DEPTH_MAX) {
		ap->run->depth++;
		command_text(ap, &bytes, c->sure);
		ap->run->depth--;
		return;
	}
	if (!is_harmless(ap, all.s))
		may_do_anything(ap, c);
}

/* A CUDA installer by its name: cuda_12.1.0_530.30.02_linux.run */
static bool runfile(struct apply *ap, const struct command *c, struct str path)
{
	struct str base = path_base(path), rest, tag;
	struct version v;

	if (!str_has_suffix(base, STR(".run")))
		return false;
	if (!str_has_prefix(base, STR("cuda_")) ||
	    !str_cut(str_from(base, STR("cuda_").n), '_', &tag, &rest) ||
	    !version_parse(tag, &v) || !c->sure ||
	    command_has(c, "--installpath")) {
		may_do_anything(ap, c);
		return true;
	}
	if (!command_has(c, "--toolkit") || command_has(c, "--driver"))
		apply_gap(ap, GROUP_DRIVER,
		          arena_fmt(ap->arena, STR_F " may install the driver",
		                    STR_A(base)));
	parts_unpacked(ap, STR("cuda-cudart"), tag);
	parts_unpacked(ap, STR("cuda-driver-dev"), tag);
	apply_link(ap, STR("usr/local/cuda"),
	           arena_fmt(ap->arena, "/usr/local/cuda-%u.%u", v.part[0],
	                     v.part[1]));
	return true;
}

/* sh -c TEXT: known texts are followed, and not listed. */
static bool has_text(const struct command *c)
{
	struct text option;

	for (size_t i = 1; command_word(c, i, &option) && option.s.n > 1 &&
	                   option.s.p[0] == '-';
	     i++)
		if (option.s.p[1] != '-' && str_contains(option.s, STR("c")))
			return true;
	return false;
}

/* Whose text is not known; what a program prints for its own set-up is not
 * fetched. */
void eval_run(struct apply *ap, const struct command *c)
{
	struct str all = command_source(c);

	if ((str_contains(all, STR("curl")) ||
	     str_contains(all, STR("wget"))) &&
	    !is_harmless(ap, all))
		may_do_anything(ap, c);
}

/* The first operand: "sh -e install.sh --all" */
void script_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "-o -O -c");
	struct text word;
	struct str path;

	if (has_text(c)) {
		if (!is_harmless(ap, command_source(c)))
			may_do_anything(ap, c);
		return;
	}
	if (words.n == 0 || command_has_letter(c, 's')) {
		if (c->shell->piped || c->shell->redirects.n)
			piped_script(ap, c);
		return;
	}
	if (!value_one(&words.v[0], &word)) {
		struct str name = command_script_name(ap, &words.v[0]);

		if (!is_harmless(ap, path_base(name)))
			may_do_anything(ap, c);
		return;
	}
	if (runfile(ap, c, word.s))
		return;
	if (apply_path(ap, c, word.s, &path))
		command_script(ap, c, path);
	else
		may_do_anything(ap, c);
}

/* A command by its path, of no name that we know: a script of the project, if
 * it is called like one, or something that was fetched. */
void command_other(struct apply *ap, const struct command *c)
{
	struct text name;
	struct str path;

	if (!command_word(c, 0, &name)) {
		may_do_anything(ap, c);
		return;
	}
	if (runfile(ap, c, name.s))
		return;
	if (str_contains(name.s, STR("/")) &&
	    apply_path(ap, c, name.s, &path) &&
	    (str_has_suffix(name.s, STR(".sh")) || origin_of(ap, path).n))
		command_script(ap, c, path);
}

/* "tar xf x.tar -C /": what then stands among the libraries is not known, nor
 * where it stands, of a directory that is not decided. */
static bool unpacks_libraries(struct apply *ap, const struct command *c)
{
	static const char *const dirs[] = {"", "lib*", "usr", "usr/lib*",
	                                   "usr/local/lib*"};
	struct text to;
	struct str path;

	for (size_t i = 1; i + 1 < c->argv.n; i++) {
		struct text option;

		if (!command_word(c, i, &option) ||
		    !(str_eq(option.s, STR("-C")) ||
		      str_eq(option.s, STR("-d")) ||
		      str_eq(option.s, STR("--directory"))))
			continue;
		if (!command_word(c, i + 1, &to) ||
		    !apply_path(ap, c, to.s, &path))
			return true;
		for (size_t k = 0; k < sizeof dirs / sizeof *dirs; k++)
			if (str_glob(str_c(dirs[k]), path) &&
			    !str_contains(path, STR("python")))
				return true;
	}
	return false;
}

void tar_run(struct apply *ap, const struct command *c)
{
	static const char *const words[] = {"cuda", "nvidia", "libtorch",
	                                    "conda", "rootfs"};
	struct str all = command_source(c);

	if (str_contains(all, STR("cudnn")) ||
	    str_contains(all, STR("s6-overlay")))
		return;
	if (has_any(all, words, sizeof words / sizeof *words) ||
	    unpacks_libraries(ap, c))
		may_do_anything(ap, c);
}

void ldconfig_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "-C -f -r");
	struct effect *e = apply_effect(ap, EFFECT_LDCONFIG, c);

	if (words.n)
		(void)value_one(&words.v[0], &e->name);
	if (c->shell->certainty == SHELL_RUNS &&
	    !apply_has(ap, STR("etc/ld.so.cache")))
		apply_file(ap, STR("etc/ld.so.cache"), 1, NULL);
}

/* --set cuda /usr/local/cuda-12.4; what else it may do to that name is open. */
void alternatives_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");
	struct text name, to;

	if (words.n == 0 || !value_one(&words.v[0], &name) ||
	    !str_contains(command_source(c), STR("cuda")))
		return;
	if (words.n == 2 && value_one(&words.v[1], &to) &&
	    command_has(c, "--set") && command_does_run(c))
		apply_link(ap,
		           arena_fmt(ap->arena, "etc/alternatives/" STR_F,
		                     STR_A(name.s)),
		           to.s);
	else
		command_unclear(ap, c, 1u << GROUP_LOADER);
}

/* Does a file of the package stand there still? */
static unsigned left_of(struct apply *ap, struct str package)
{
	struct node *list =
		tree_find(&ap->files.tree,
	                  arena_fmt(ap->arena,
	                            "var/lib/dpkg/info/" STR_F ".list",
	                            STR_A(package)));
	unsigned groups = 0;

	if (list && list->kind == NODE_FILE && list->kept->said)
		slice_for (struct str, path, list->kept->said->lines)
			groups |= files_of(ap, *path);
	return groups;
}

static void settle_packages(struct apply *ap, const struct removal *r,
                            struct str reason)
{
	struct strs names = files_packages(ap, r->pattern);

	slice_for (struct str, name, names) {
		unsigned groups = left_of(ap, *name);

		if (groups)
			files_gaps(ap, groups, reason);
		else
			files_remove_package(ap, *name);
	}
}

void removals_settle(struct apply *ap)
{
	slice_for (struct removal, r, ap->run->removals) {
		struct str reason =
			arena_fmt(ap->arena,
		                  "whether this removes it is not known: %.*s",
		                  r->source.n > 120 ? 120 : (int)r->source.n,
		                  r->source.n ? r->source.p : "");

		if (r->pattern.n)
			settle_packages(ap, r, reason);
		else
			files_gaps(ap, files_of(ap, r->path), reason);
	}
}
