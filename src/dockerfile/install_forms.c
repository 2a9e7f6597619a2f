/* The ways that a command's words can be, and what each would install. */
#include "dockerfile/install_conda.h"
#include "dockerfile/install_plan.h"

#include "base/path.h"

static size_t ways_of(const struct value *v)
{
	return v->any.n + v->unknown + v->absent;
}

/* 0: too many. */
static size_t count_ways(const struct command *c, size_t first)
{
	size_t ways = 1;

	for (size_t i = first; i < c->argv.n && ways <= INSTALL_FORMS_MAX;
	     i++) {
		size_t n = ways_of(&c->argv.v[i]);

		ways *= n ? n : 1;
	}
	return ways <= INSTALL_FORMS_MAX ? ways : 0;
}

/* False: the word is not there this way. */
static bool pick(const struct value *v, size_t which, struct word *out)
{
	*out = (struct word){.t = v->lead, .unknown = true};
	if (which < v->any.n)
		*out = (struct word){.t = v->any.v[which]};
	return which < v->any.n + v->unknown;
}

static struct words words_of(struct ask *k, size_t first, size_t way,
                             bool too_many)
{
	const struct values *argv = &k->c->argv;
	struct words out = {0};

	for (size_t i = first; i < argv->n; i++) {
		const struct value *v = &argv->v[i];
		size_t n = ways_of(v), which = n ? way % n : 0;
		struct word w = {.t = v->lead, .unknown = true};

		way = n ? way / n : way;
		if (n == 0 || (!(too_many && n > 1) && !pick(v, which, &w)))
			continue;
		if (out.n == INSTALL_WORDS_MAX) {
			install_doubt(k, STR("it has too many words"));
			break;
		}
		*arena_push(k->ap->arena, &out) = w;
	}
	return out;
}

static struct str machine_of(const struct apply *ap)
{
	struct str arch = ap->config.architecture;

	if (str_eq(arch, STR("amd64")))
		return STR("x86_64");
	return str_eq(arch, STR("arm64")) ? STR("aarch64") : arch;
}

/* "python3.10", "pip3.10", "…/lib/python3.10/site-packages" */
static struct str python_in(struct apply *ap, struct str s, struct str lead)
{
	for (size_t i = 0; i + lead.n < s.n; i++) {
		struct version v = version_lead(str_from(s, i + lead.n));

		if (str_has_prefix(str_from(s, i), lead) && v.n >= 2)
			return arena_fmt(ap->arena, "%u.%u", v.part[0],
			                 v.part[1]);
	}
	return STR("");
}

static struct str python_of(struct apply *ap, const struct command *c)
{
	struct text word;
	struct str out;

	if (!command_word(c, 0, &word))
		return STR("");
	out = python_in(ap, path_base(word.s), STR("python"));
	return out.n ? out : python_in(ap, path_base(word.s), STR("pip"));
}

static void settle_site(struct ask *k)
{
	if (k->site.n == 0)
		k->site = install_site(k->ap, k->prefix, k->env.python);
	if (k->env.python.n == 0)
		k->env.python = python_in(k->ap, k->site, STR("python"));
}

/* A value that is not known could be several words; behind the begin of one,
 * as in "numpy==$V", it is taken for its rest. */
static bool may_have_more(const struct command *c, const struct words *w)
{
	bool begun = false;

	slice_for (const struct word, x, *w)
		begun |= x->unknown && x->t.s.n > 0;
	return c->argv_unknown && !begun;
}

static void plan_way(struct ask *k, struct plan *p, size_t first, size_t way,
                     install_fn *fn)
{
	bool too_many = count_ways(k->c, first) == 0;
	struct words w = words_of(k, first, way, too_many);

	k->env = (struct marker_env){machine_of(k->ap), python_of(k->ap, k->c)};
	k->prefix = install_prefix(k->ap, k->c);
	if (may_have_more(k->c, &w))
		install_doubt(k, STR("it may be asked for more than can be "
		                     "seen"));
	install_settings(k);
	fn(k, &w);
	settle_site(k);
	install_plan(k, p);
}

static bool same_choice(const struct plan *a, const struct plan *b)
{
	return a->torch == b->torch && a->choice.known == b->choice.known &&
	       str_eq(a->choice.version, b->choice.version) &&
	       str_eq(a->choice.tag, b->choice.tag) &&
	       str_eq(a->choice.cuda, b->choice.cuda);
}

static bool same_plan(const struct plan *a, const struct plan *b)
{
	if (!same_choice(a, b) || a->items.n != b->items.n)
		return false;
	for (size_t i = 0; i < a->items.n; i++)
		if (!str_eq(a->items.v[i].name, b->items.v[i].name) ||
		    !str_eq(a->items.v[i].version, b->items.v[i].version))
			return false;
	return true;
}

void install_forms(struct apply *ap, const struct command *c, size_t first,
                   enum manager manager, install_fn *fn)
{
	struct ask k = {.ap = ap, .c = c, .manager = manager};
	size_t ways = count_ways(c, first);
	struct plan p;

	plan_way(&k, &p, first, 0, fn);
	for (size_t way = 1; way < ways; way++) {
		struct ask other = {.ap = ap, .c = c, .manager = manager};
		struct plan q;

		plan_way(&other, &q, first, way, fn);
		if (!same_plan(&p, &q)) {
			install_doubt(&k, STR("what it installs depends on "
			                      "something that is not decided"));
			break;
		}
	}
	install_carry_out(&k, &p);
}

void install_environment(struct conda *c)
{
	struct ask k = {.ap = c->ap, .c = c->c, .manager = MANAGER_PIP};
	struct text_maker m = {.arena = c->ap->arena};
	struct text bytes;
	struct plan p;

	slice_for (const struct str, line, c->pip) {
		text_add_made(&m, *line);
		text_add_made(&m, STR("\n"));
	}
	bytes = text_take(&m);
	k.env = (struct marker_env){machine_of(c->ap), STR("")};
	k.prefix = c->prefix;
	install_settings(&k);
	install_read(&k, &bytes, c->path, c->file);
	settle_site(&k);
	install_plan(&k, &p);
	install_carry_out(&k, &p);
}
