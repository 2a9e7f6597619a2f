/* Package managers by name: apt, dnf and its kin, zypper, apk, dpkg, rpm. */
#include "dockerfile/command_package.h"
#include "dockerfile/parts.h"

#include "base/path.h"

/* The first operand is the verb; the rest is what it is done to. */
static bool verb(struct values *words, struct text *out)
{
	if (words->n == 0 || !value_one(&words->v[0], out))
		return false;
	words->v++;
	words->n--;
	return true;
}

static bool is_any(struct str s, const char *words)
{
	struct str rest = str_c(words), one;

	while (str_next(&rest, ' ', &one))
		if (str_eq(one, s))
			return true;
	return false;
}

static void run_task(struct task *t, const char *takes, const char *install,
                     const char *remove)
{
	struct values words = command_operands(t->ap, t->c, 1, takes);
	struct text what;

	if (!verb(&words, &what)) {
		if (words.n || t->c->argv_unknown)
			may_bring(t, STR("a package"));
		return;
	}
	if (t->ap->run && str_eq(what.s, STR("update")))
		t->ap->run->apt_updated = true;
	if (is_any(what.s, install))
		install_all(t, words);
	else if (is_any(what.s, remove))
		remove_all(t, words);
}

/* dockerfile.md D3: without lists apt-get does not know a name that is not
 * installed, and fails. */
void apt_run(struct apply *ap, const struct command *c)
{
	struct task t = {ap, c, MANAGER_APT, !ap->run || !ap->run->apt_updated};

	run_task(&t, "-o -t -c --target-release --option --config-file",
	         "install reinstall build-dep",
	         "remove purge autoremove autopurge");
}

void dnf_run(struct apply *ap, const struct command *c)
{
	struct text name;
	bool micro = command_word(c, 0, &name) &&
	             str_eq(path_base(name.s), STR("microdnf"));
	struct task t = {ap, c, MANAGER_DNF, micro};

	run_task(&t, "-c --config -x --exclude",
	         "install reinstall localinstall", "remove erase autoremove");
}

void zypper_run(struct apply *ap, const struct command *c)
{
	struct task t = {ap, c, MANAGER_ZYPPER, true};

	run_task(&t, "-t --type -r --repo --root", "install in", "remove rm");
}

void apk_run(struct apply *ap, const struct command *c)
{
	struct task t = {ap, c, MANAGER_APK, false};

	run_task(&t, "-X --repository -p --root -t --virtual", "add", "del");
}

void dpkg_run(struct apply *ap, const struct command *c)
{
	struct task t = {ap, c, MANAGER_DPKG, false};
	struct values words = command_operands(ap, c, 1, "");

	if (command_has(c, "--purge") || command_has(c, "--remove") ||
	    command_has_letter(c, 'P') || command_has_letter(c, 'r'))
		remove_all(&t, words);
	else if (command_has(c, "--install") || command_has_letter(c, 'i'))
		install_all(&t, words);
	else
		dpkg_query_run(ap, c);
}

/* dpkg-query -W PATTERN, dpkg -l PATTERN, rpm -qa PATTERN: what is asked for
 * here is what is removed next. */
void dpkg_query_run(struct apply *ap, const struct command *c)
{
	struct text name, word;
	struct values words;

	if (!ap->run || !command_word(c, 0, &name))
		return;
	name.s = path_base(name.s);
	if (!is_any(name.s, "dpkg-query dpkg rpm") &&
	    !is_any(name.s, "grep awk"))
		return;
	words = command_operands(ap, c, 1,
	                         "-f --showformat --qf --queryformat");
	slice_for (struct value, v, words)
		if (value_one(v, &word) && parts_know(ap, word.s) &&
		    ap->run->asked.n < REMOVALS_MAX)
			*arena_push(ap->arena, &ap->run->asked) =
				is_any(name.s, "grep awk") ?
					arena_fmt(ap->arena, "*" STR_F "*",
			                          STR_A(word.s)) :
					word.s;
}

void rpm_run(struct apply *ap, const struct command *c)
{
	struct task t = {ap, c, MANAGER_RPM, true};
	struct values words =
		command_operands(ap, c, 1, "--qf --queryformat --root");

	if (command_has_letter(c, 'e') || command_has(c, "--erase"))
		remove_all(&t, words);
	else if (command_has_letter(c, 'q'))
		dpkg_query_run(ap, c);
	else if (command_has_letter(c, 'i') || command_has_letter(c, 'U') ||
	         command_has(c, "--install") || command_has(c, "--upgrade"))
		install_all(&t, words);
}
