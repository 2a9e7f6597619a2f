/* Commands that write into files: by >, tee, sed -i; find, which deletes. */
#include "dockerfile/command.h"

void write_into(struct apply *ap, const struct command *c,
                const struct text *path, const struct value *bytes, bool append)
{
	struct text one;
	struct str at;
	enum interest what;

	if (!apply_path(ap, c, path->s, &at) || at.n == 0)
		return;
	what = interest_of(at);
	if (what == INTEREST_LD_CONF && !c->to_null) {
		struct effect *e = apply_effect(ap, EFFECT_LD_CONF, c);

		e->name = text_of(ap->arena, TEXT_MADE, at);
		if (value_one(bytes, &one))
			e->value = one;
	}
	if (!value_one(bytes, &one) || !command_does_run(c)) {
		files_place_unknown(ap, at);
		if (what)
			command_unclear(ap, c,
			                1u << interest_capture(what).group);
		return;
	}
	if (append && !what)
		files_place_unknown(ap, at);
	else if (!append)
		files_place_text(ap, at, one);
	if (what && append)
		files_append(ap, at, one.s);
	else if (what)
		files_write(ap, at, one.s);
}

void redirects_run(struct apply *ap, const struct command *c)
{
	slice_for (struct redirect, r, c->shell->redirects) {
		bool append = str_eq(r->op, STR(">>"));
		struct text path;

		if (r->fd != 1 ||
		    (!append && !str_eq(r->op, STR(">")) &&
		     !str_eq(r->op, STR("&>")) && !str_eq(r->op, STR(">|"))))
			continue;
		if (value_one(&r->target, &path))
			write_into(ap, c, &path, &c->shell->output, append);
	}
}

void tee_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");
	bool append = command_has_letter(c, 'a') || command_has(c, "--append");

	slice_for (struct value, v, words) {
		struct text path;

		if (value_one(v, &path))
			write_into(ap, c, &path, &c->shell->input, append);
	}
}

/* In place, on a file that counts. */
void sed_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "-e -f");

	if (!command_has_letter(c, 'i') && !command_has(c, "--in-place"))
		return;
	slice_for (struct value, v, words) {
		struct text word;
		struct str path;

		if (!value_one(v, &word) || !apply_path(ap, c, word.s, &path))
			continue;
		files_place_unknown(ap, path);
		if (interest_of(path))
			command_unclear(ap, c,
			                1u << interest_capture(
						      interest_of(path))
			                                .group);
	}
}

/* What it deletes is not followed; only whether there is anything. */
void find_run(struct apply *ap, const struct command *c)
{
	struct values words = command_operands(ap, c, 1, "");
	struct text word;
	struct str path;

	if (!command_has(c, "-delete") && !command_has(c, "-exec") &&
	    !command_has(c, "-execdir"))
		return;
	if (words.n && value_one(&words.v[0], &word) &&
	    apply_path(ap, c, word.s, &path) &&
	    (str_contains(command_source(c), STR("cuda")) ||
	     str_contains(command_source(c), STR("nvidia")) ||
	     str_contains(command_source(c), STR("compat"))))
		command_unclear(ap, c, files_of(ap, path));
}
