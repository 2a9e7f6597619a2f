/* FROM: which stage, context or image a stage is built on. */
#include "dockerfile/base_name.h"
#include "dockerfile/flags.h"
#include "dockerfile/stages_link.h"

/* --build-context of this name: it comes before a registry, and before the
 * stage of that name. */
static const struct pair *context_of(const struct build_opts *o,
                                     struct str name)
{
	if (str_eq_nocase(name, STR("scratch")) ||
	    str_eq_nocase(name, STR("context")))
		return NULL;
	slice_for (const struct pair, it, o->contexts)
		if (base_name_same(it->key, name))
			return it;
	return NULL;
}

static bool is_platform_char(char c, bool dot)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
	       (c >= 'A' && c <= 'Z') || c == '_' || c == '-' ||
	       (dot && c == '.');
}

/* What is no part of another: an OS or an architecture. */
static bool is_os_or_arch(struct str s)
{
	static const char *const known[] = {
		"linux",   "windows",  "darwin",    "freebsd", "netbsd",
		"openbsd", "solaris",  "illumos",   "android", "ios",
		"aix",     "plan9",    "dragonfly", "js",      "hurd",
		"nacl",    "zos",      "macos",     "386",     "i386",
		"amd64",   "x86_64",   "x86-64",    "arm",     "armhf",
		"armel",   "arm64",    "aarch64",   "ppc64",   "ppc64le",
		"riscv64", "s390x",    "loong64",   "mips",    "mipsle",
		"mips64",  "mips64le", "wasm",
	};

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_eq_nocase(s, str_c(known[i])))
			return true;
	return false;
}

/* OS/ARCH/VARIANT, or less; a version of the OS may stand in parentheses. */
static bool platform_is_valid(struct str s)
{
	struct str whole = s, part, version;
	size_t n = 0;

	for (; str_next(&s, '/', &part); n++) {
		if (n == 0 && str_has_suffix(part, STR(")")))
			(void)str_cut(part, '(', &part, &version);
		for (size_t i = 0; i < part.n; i++)
			if (!is_platform_char(part.p[i], n > 0))
				return false;
		if (part.n == 0)
			return false;
	}
	return n == 2 || n == 3 || (n == 1 && is_os_or_arch(whole));
}

static int find_platform(const struct stages *s, struct stage *st, char escape,
                         struct arena *a, struct err *err)
{
	struct text flag;
	struct expansion ex;

	if (!instr_flag(st->from, STR("platform"), a, &flag) || flag.s.n == 0)
		return 0;
	if (expand_word(&flag, escape, &s->global, a, &ex, err) < 0)
		return err_wrap(err, "line %zu", st->from->first);
	st->platform = ex.text.s;
	if (platform_is_valid(ex.text.s))
		return 0;
	return err_set(err, ERR_FORMAT,
	               "line %zu: --platform=" STR_F " gives \"" STR_F
	               "\", which is no platform like linux/amd64",
	               st->from->first, STR_A(flag.s), STR_A(ex.text.s));
}

/* The variable that would help, and what is wrong with it. */
static struct str advice(const struct stages *s, const struct expansion *ex,
                         struct arena *a)
{
	struct str name = ex->unset.n ? ex->unset.v[0] : ex->used.v[0];

	if (!scope_get(&s->global, name))
		return arena_fmt(a,
		                 STR_F " has no value, for no ARG before the "
		                       "first FROM names it",
		                 STR_A(name));
	return arena_fmt(a, "%sgive --build-arg " STR_F "=…",
	                 ex->unset.n ? "an argument has no value; " : "",
	                 STR_A(name));
}

/* Why the image can't be what is meant; "" when it can. */
static const char *doubt(struct str image, bool from_variables)
{
	if (image.n == 0)
		return "gives no name";
	if (!base_name_is_valid(image))
		return "gives no image's name";
	if (from_variables && base_name_is_placeholder(image))
		return "is a placeholder";
	return "";
}

/* An image it is, unless an argument is missing. */
static int find_image(const struct stages *s, struct stage *st,
                      const struct expansion *ex, struct arena *a,
                      struct err *err)
{
	const char *why = doubt(st->image.s, ex->used.n > 0);
	struct str word = st->from->args.v[0].s;
	const char *quote = str_eq(word, st->image.s) ? "" : "\"";

	st->base = BASE_IMAGE;
	if (!*why)
		return 0;
	if (ex->used.n == 0)
		return err_set(err, ERR_FORMAT, "line %zu: FROM " STR_F " %s",
		               st->from->first, STR_A(word), why);
	st->base = BASE_UNKNOWN;
	st->problem =
		arena_fmt(a,
	                  "line %zu: FROM " STR_F ": %s" STR_F "%s %s: " STR_F,
	                  st->from->first, STR_A(word), quote,
	                  STR_A(st->image.s), quote, why,
	                  STR_A(advice(s, ex, a)));
	return 0;
}

/* The image's name, where it has this architecture, with another. */
static struct str with_arch(const struct text *image, struct str own,
                            struct str other, struct arena *a)
{
	struct text_maker m = {.arena = a};

	slice_for (const struct text_run, r, image->runs) {
		struct str part = {image->s.p + r->at, r->n};

		if (r->from == TEXT_PLATFORM && str_eq(part, own))
			part = other;
		text_add_made(&m, part);
	}
	return text_take(&m).s;
}

/* FROM base-${TARGETARCH}: the others are not for shipping either. */
static void use_variants(struct stages *s, const struct text *image,
                         struct arena *a)
{
	static const char *const archs[] = {"amd64",   "arm64", "386",    "arm",
	                                    "ppc64le", "s390x", "riscv64"};
	const struct binding *own = scope_get(&s->global, STR("TARGETARCH"));
	bool has_platform = false;
	size_t stage;

	slice_for (const struct text_run, r, image->runs)
		has_platform |= r->from == TEXT_PLATFORM;
	for (size_t i = 0; has_platform && i < sizeof archs / sizeof *archs;
	     i++)
		if (names_get(&s->names,
		              with_arch(image, own->value.s, str_c(archs[i]),
		                        a),
		              &stage))
			s->all.v[stage].used = true;
}

static int find_base(struct stages *s, struct stage *st,
                     const struct expansion *ex, struct arena *a,
                     struct err *err)
{
	const struct pair *own = st->key.n ? context_of(s->o, st->key) : NULL;
	const struct pair *context = context_of(s->o, st->image.s);
	size_t parent;

	use_variants(s, &st->image, a);
	if (own) {
		st->base = BASE_CONTEXT;
		st->context = own->value;
		st->body = st->onbuild = (struct instrs){0};
	} else if (names_get(&s->names, st->image.s, &parent)) {
		st->base = BASE_STAGE;
		st->parent = &s->all.v[parent];
		s->all.v[parent].used = true;
	} else if (str_eq(st->image.s, STR("scratch"))) {
		st->base = BASE_SCRATCH;
	} else if (context) {
		st->base = BASE_CONTEXT;
		st->context = context->value;
	} else {
		return find_image(s, st, ex, a, err);
	}
	return 0;
}

int stage_link_base(struct stages *s, struct stage *st, char escape,
                    struct arena *a, struct err *err)
{
	struct expansion ex;

	if (expand_word(&st->from->args.v[0], escape, &s->global, a, &ex, err) <
	    0)
		return err_wrap(err, "line %zu", st->from->first);
	st->image = ex.text;
	if (find_platform(s, st, escape, a, err) < 0)
		return -1;
	return find_base(s, st, &ex, a, err);
}
