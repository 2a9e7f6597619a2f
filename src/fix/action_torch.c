#include "fix/action.h"

#include <string.h>

enum { IMPACT_MAX = 16 };

#define WHEELS "https://download.pytorch.org/whl/"

struct retorch {
	const struct fix_input *in;
	struct arena *arena;
	const struct effect *torch;
	const struct torch_build *to;
	struct str version, tag; /* as the file has them; "" neither */
	struct action *act;
};

static bool fail(struct retorch *r, struct str why)
{
	r->act->refused = why;
	return false;
}

static bool is_partner(const struct effect *e)
{
	return e->kind == EFFECT_WHEEL &&
	       (str_eq(e->name.s, STR("torchvision")) ||
	        str_eq(e->name.s, STR("torchaudio")));
}

/* Installed by the same command as torch. */
static bool is_beside(const struct retorch *r, const struct effect *e)
{
	return e->instr == r->torch->instr &&
	       str_eq(e->source.s, r->torch->source.s);
}

static bool put(struct retorch *r, struct edit e)
{
	if (edits_add(r->arena, &r->act->edits, e))
		return true;
	return fail(r, STR("one argument feeds two uses that would need "
	                   "different values"));
}

static size_t find(struct str s, struct str part)
{
	for (size_t i = 0; part.n && i + part.n <= s.n; i++)
		if (memcmp(s.p + i, part.p, part.n) == 0)
			return i;
	return s.n;
}

/* Every place in t that says the old tag says the new one. */
static bool swap_tag(struct retorch *r, const struct text *t, bool *found)
{
	size_t at = find(t->s, r->tag);
	struct span span;

	if (at == t->s.n)
		return true;
	if (!text_span(t, at, r->tag.n, &span))
		return fail(r, STR("the build's tag does not stand in the file "
		                   "in one piece"));
	*found = true;
	return put(r, (struct edit){span, r->to->tag});
}

/* "+cu121" or ".../cu121" is there: it changes wherever it stands. */
static bool swap_all(struct retorch *r)
{
	bool found = false;

	if (!swap_tag(r, &r->torch->value, &found) ||
	    !swap_tag(r, &r->torch->index, &found))
		return false;
	slice_for (struct effect, e, r->in->docker->effects)
		if (is_partner(e) && !swap_tag(r, &e->value, &found))
			return false;
	return found ||
	       fail(r, STR("the build's tag does not stand in the file"));
}

/* Behind a word, and behind the quote that closes it. */
static bool end_of(const struct retorch *r, const struct text *word,
                   bool quote_too, size_t *end)
{
	struct str file = r->in->docker_input->file->bytes;
	struct span last;

	if (word->s.n == 0 || !text_span(word, word->s.n - 1, 1, &last))
		return false;
	*end = last.offset + 1;
	if (quote_too && *end < file.n &&
	    (file.p[*end] == '"' || file.p[*end] == '\''))
		++*end;
	return true;
}

/* "torch", "torch[opt-einsum]", "torch==2.4.1". */
static bool is_exact(const struct retorch *r, const struct effect *e)
{
	struct str rest = str_from(e->word.s, e->name.s.n);
	struct str pin = arena_fmt(r->arena, "==" STR_F, STR_A(e->value.s));

	if (e->value.s.n)
		return str_has_suffix(e->word.s, pin) &&
		       !str_has_suffix(e->word.s, STR("*"));
	return rest.n == 0 || (rest.p[0] == '[' && rest.p[rest.n - 1] == ']');
}

/* "torch" becomes "torch==2.4.1+cu118", "torch==2.4.1" too. */
static bool pin(struct retorch *r, const struct effect *e, struct str version)
{
	struct str text;
	size_t end;

	if (!end_of(r, &e->word, false, &end))
		return fail(r, STR("its name does not stand in the file"));
	if (!is_exact(r, e))
		return fail(r, STR("its version is a range: ask for one, and "
		                   "its build can be chosen"));
	text = e->value.s.n ?
	               arena_fmt(r->arena, "+" STR_F, STR_A(r->to->tag)) :
	               arena_fmt(r->arena, "==" STR_F "+" STR_F, STR_A(version),
	                         STR_A(r->to->tag));
	return put(r, (struct edit){{end, 0}, text});
}

static struct str partner_version(const struct retorch *r,
                                  const struct effect *e)
{
	return str_eq(e->name.s, STR("torchvision")) ? r->to->vision :
	                                               r->to->audio;
}

static bool pin_partners(struct retorch *r, size_t *end)
{
	slice_for (struct effect, e, r->in->docker->effects) {
		struct str version;
		size_t behind;

		if (!is_partner(e))
			continue;
		version = partner_version(r, e);
		if (!is_beside(r, e) || version.n == 0)
			return fail(r, arena_fmt(r->arena,
			                         STR_F " is installed apart",
			                         STR_A(e->name.s)));
		if (!pin(r, e, version) || !end_of(r, &e->word, true, &behind))
			return false;
		if (behind > *end)
			*end = behind;
	}
	return true;
}

/* What PyPI gives is not what is wanted: the tag, and where it is found. */
static bool pin_all(struct retorch *r)
{
	struct str option;
	size_t end;

	if (r->torch->manager != MANAGER_PIP && r->torch->manager != MANAGER_UV)
		return fail(r, STR("only pip's command line can be edited"));
	if (!end_of(r, &r->torch->word, true, &end))
		return fail(r, STR("its name does not stand in the file"));
	if (!pin(r, r->torch, r->to->version) || !pin_partners(r, &end))
		return false;
	option = arena_fmt(r->arena, " --extra-index-url " WHEELS STR_F,
	                   STR_A(r->to->tag));
	/* Behind the last word an edit may end; then it goes with that one. */
	slice_for (struct edit, e, r->act->edits)
		if (e->at.n == 0 && e->at.offset == end) {
			e->text = arena_fmt(r->arena, STR_F STR_F,
			                    STR_A(e->text), STR_A(option));
			return true;
		}
	return put(r, (struct edit){{end, 0}, option});
}

static struct str file_hint(struct retorch *r)
{
	return arena_fmt(r->arena,
	                 "torch is chosen in " STR_F
	                 ": there, ask for torch==" STR_F "+" STR_F
	                 " with --extra-index-url " WHEELS STR_F,
	                 STR_A(r->torch->file), STR_A(r->to->version),
	                 STR_A(r->to->tag), STR_A(r->to->tag));
}

static void write_edits(struct retorch *r)
{
	if (r->torch->file.n)
		fail(r, file_hint(r));
	else if (r->torch->manager == MANAGER_CONDA ||
	         r->torch->manager == MANAGER_POETRY)
		fail(r, STR("only what pip or uv installs can be retagged"));
	else if (r->tag.n && r->version.n)
		swap_all(r);
	else if (r->tag.n)
		(void)(swap_all(r) && pin(r, r->torch, r->to->version));
	else
		pin_all(r);
}

/* Does an instruction name the old build where no edit is? */
static bool names_old(const struct retorch *r, const struct instr *i)
{
	const char *file = r->in->docker_input->file->bytes.p;
	size_t at = i->span.offset, end = at + i->span.n;

	while (at < end) {
		at += find((struct str){file + at, end - at}, r->tag);
		if (at < end &&
		    !edits_touch(&r->act->edits, (struct span){at, r->tag.n}))
			return true;
		at += r->tag.n;
	}
	return false;
}

/* What else was built for the old CUDA: wheels that go with torch. */
static void find_impact(struct retorch *r)
{
	slice_for (const struct instr, i, r->in->docker_input->file->instrs)
		if (r->act->impact.n < IMPACT_MAX && names_old(r, i))
			*arena_push(r->arena, &r->act->impact) =
				arena_fmt(r->arena, "line %zu: still " STR_F,
			                  i->first, STR_A(r->tag));
}

static void add_retag(struct retorch *r, size_t distance, struct actions *out)
{
	r->act = arena_push(r->arena, out);
	*r->act = (struct action){
		.kind = ACTION_RETAG_TORCH,
		.grade = GRADE_REVIEW,
		.distance = distance,
		.title = arena_fmt(r->arena,
	                           "take torch " STR_F " built for CUDA " STR_F
	                           " (" STR_F ")",
	                           STR_A(r->to->version), STR_A(r->to->cuda),
	                           STR_A(r->to->tag)),
		.why = STR("another build of torch"),
	};
	write_edits(r);
	if (r->tag.n && r->act->refused.n == 0)
		find_impact(r);
}

/* "cu121" out of "…/whl/cu121/torch_stable.html". */
static struct str tag_in(struct str url)
{
	struct str part, tag = {0};

	for (struct str rest = url; str_next(&rest, '/', &part);)
		if (str_has_prefix(part, STR("cu")) && part.n > 3 &&
		    part.p[2] >= '0' && part.p[2] <= '9')
			tag = part;
	return tag;
}

/* Is this the build that a file without a version would be pinned to? */
static bool is_newest(const struct know *k, const struct torch_build *b)
{
	slice_for (struct torch_build, other, k->torch)
		if (str_eq(other->tag, b->tag) &&
		    version_cmp_str(other->version, b->version) > 0)
			return false;
	return true;
}

static bool is_candidate(const struct retorch *r, const struct torch_build *b)
{
	if (!str_has_prefix(b->tag, STR("cu")) || str_eq(b->tag, r->tag))
		return false;
	return r->version.n ? str_eq(b->version, r->version) :
	                      is_newest(r->in->know, b);
}

static struct str now_cuda(const struct fix_input *in)
{
	return in->facts->torch.n ? in->facts->torch.v[0].cuda : STR("");
}

/* Builds between the one there and this one; older ones are nearer. */
static size_t distance(const struct retorch *r, const struct torch_build *to)
{
	struct str now = now_cuda(r->in);
	bool newer = version_cmp_str(to->cuda, now) > 0;
	size_t n = newer;

	slice_for (struct torch_build, b, r->in->know->torch)
		if (is_candidate(r, b) &&
		    (newer ? version_cmp_str(b->cuda, to->cuda) < 0 &&
		                     version_cmp_str(b->cuda, now) > 0 :
		             version_cmp_str(b->cuda, to->cuda) > 0 &&
		                     version_cmp_str(b->cuda, now) < 0))
			n++;
	return 2 * n + newer;
}

void action_retag_torch(const struct fix_input *in, struct arena *a,
                        struct actions *out)
{
	const struct effect *torch = NULL;
	struct retorch r = {.in = in, .arena = a};
	struct str build;

	slice_for (struct effect, e, in->docker->effects)
		if (e->kind == EFFECT_TORCH)
			torch = e;
	if (!torch)
		return;
	r.torch = torch;
	(void)str_cut(torch->value.s, '+', &r.version, &r.tag);
	if (r.tag.n == 0)
		r.tag = tag_in(torch->index.s);
	/* "torch==2.3.*": what that is today. */
	if (r.version.n == 0 && !is_exact(&r, torch))
		(void)str_cut(torch->build, '+', &r.version, &build);
	slice_for (struct torch_build, b, in->know->torch) {
		r.to = b;
		if (is_candidate(&r, b) && !str_eq(b->cuda, now_cuda(in)))
			add_retag(&r, distance(&r, b), out);
	}
}
