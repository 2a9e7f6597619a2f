/* curl and wget: what is fetched from where. */
#include "dockerfile/command.h"

#include "base/path.h"

enum { DOWNLOADS_MAX = 64 };

/* "-o", "-fsSLo", "--output": the next word is where it goes. */
static bool says_where(struct str option, char letter, const char *name)
{
	if (str_has_prefix(option, STR("--")))
		return str_eq(option, str_c(name));
	return option.n > 1 && option.p[0] == '-' &&
	       option.p[option.n - 1] == letter;
}

struct str command_script_name(struct apply *ap, const struct value *v)
{
	struct text t;

	if (value_one(v, &t))
		return t.s;
	if (!v->unknown || v->lead.s.n == 0)
		return v->any.n ? v->any.v[0].s : STR("");
	return arena_fmt(ap->arena, STR_F "*.sh", STR_A(v->lead.s));
}

static void fetch(struct apply *ap, const struct command *c, char letter,
                  const char *option)
{
	struct str address = {0}, path = {0};

	for (size_t i = 1; i < c->argv.n; i++) {
		struct str s = command_script_name(ap, &c->argv.v[i]);
		struct text to;

		if (says_where(s, letter, option) &&
		    command_word(c, i + 1, &to)) {
			path = to.s;
			i++;
		} else if (str_contains(s, STR("://"))) {
			address = s;
		}
	}
	if (!apply_path(ap, c, path.n ? path : path_base(address), &path))
		return;
	if (interest_of(path))
		command_unclear(ap, c, files_could_be(path, false));
	files_fetched(ap, path, address);
}

void files_fetched(struct apply *ap, struct str path, struct str address)
{
	if (ap->downloads.n < DOWNLOADS_MAX)
		*arena_push(ap->arena, &ap->downloads) =
			(struct pair){path, address};
	else
		files_lose(ap, STR("more is downloaded than is followed"));
}

void curl_run(struct apply *ap, const struct command *c)
{
	fetch(ap, c, 'o', "--output");
}

void wget_run(struct apply *ap, const struct command *c)
{
	fetch(ap, c, 'O', "--output-document");
}
