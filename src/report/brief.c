#include "report/brief.h"

#include "base/sha256.h"
#include "report/paper.h"
#include "report/text.h"

#include <stdlib.h>

enum { FINGERPRINT = 32 }; /* hex digits */

struct maker {
	struct arena *arena;
	struct brief *out;
	struct brief_image *im; /* in the making */
};

static struct str safe(const struct maker *m, struct str s)
{
	return paper_safe(m->arena, s);
}

static struct strs safe_all(const struct maker *m, struct strs all)
{
	struct strs out = {0};

	slice_for (struct str, s, all)
		*arena_push(m->arena, &out) = safe(m, *s);
	return out;
}

size_t brief_count(const struct brief_image *im, enum severity s)
{
	size_t n = 0;

	slice_for (struct brief_note, note, im->notes)
		n += !note->ignored && note->severity == s;
	return n;
}

/* What a note has in common with itself in the next run. */
static struct str hash(const struct maker *m, struct str id, size_t nth)
{
	struct str all =
		arena_fmt(m->arena, STR_F "\n" STR_F "\n" STR_F "\n%zu",
	                  STR_A(id), STR_A(m->im->path), STR_A(m->im->platform),
	                  nth);
	struct digest d = sha256_of(all);
	struct str hex = str_from(digest_str(&d), STR("sha256:").n);

	hex.n = FINGERPRINT;
	return arena_str(m->arena, hex);
}

static struct brief_note *add_note(const struct maker *m, struct str id,
                                   enum severity s, struct str message)
{
	struct brief_note *note = arena_push(m->arena, &m->im->notes);

	*note = (struct brief_note){
		.id = id,
		.name = id,
		.severity = s,
		.message = safe(m, message),
		.fingerprint = hash(m, id, 0),
	};
	return note;
}

static struct strs evidence_of(const struct maker *m,
                               const struct evidences *all)
{
	struct strs out = {0};

	slice_for (struct evidence, e, *all) {
		struct str path = safe(m, e->path);

		if (e->layer >= 0)
			path = arena_fmt(m->arena, "layer %lld, " STR_F,
			                 (long long)e->layer, STR_A(path));
		*arena_push(m->arena, &out) = path;
	}
	return out;
}

/* A Dockerfile is judged once for each platform; what is the same for all is
 * told once. */
static struct brief_note *told(const struct maker *m, const struct finding *f,
                               struct str message)
{
	slice_for (struct brief_image, im, m->out->images) {
		if (im == m->im)
			break;
		if (!im->file || !str_eq(im->ref, m->im->ref))
			continue;
		slice_for (struct brief_note, old, im->notes)
			if (old->rule == f->rule &&
			    str_eq(old->message, message) &&
			    old->at.offset == f->at.offset &&
			    old->at.n == f->at.n)
				return old;
	}
	return NULL;
}

/* NULL: it is told already. */
static struct brief_note *add_finding(const struct maker *m,
                                      const struct finding *f)
{
	struct str message = safe(m, f->message);
	struct brief_note *note = told(m, f, message);

	if (note) {
		slice_for (struct str, pool, f->pools)
			if (note->pools.n && !strs_have(note->pools, *pool))
				*arena_push(m->arena, &note->pools) =
					safe(m, *pool);
		return NULL;
	}
	note = add_note(m, str_c(f->rule->id), f->severity, f->message);
	note->name = str_c(f->rule->name);
	note->rule = f->rule;
	note->cure = safe(m, f->cure.text);
	note->pools = safe_all(m, f->pools);
	note->evidence = evidence_of(m, &f->evidence);
	note->at = f->at;
	note->fingerprint = f->fingerprint;
	return note;
}

static void add_ignored(const struct maker *m, const struct ignored *ig)
{
	struct brief_note *note = add_finding(m, &ig->finding);

	if (!note)
		return;
	note->ignored = true;
	note->in_source = ig->by == IGNORED_BY_COMMENT;
	note->reason = safe(m, ig->reason);
}

static bool is_left(const struct maker *m, const struct report_fix *fix,
                    const struct brief_note *n, bool by_message)
{
	slice_for (struct finding, f, *fix->left)
		if (f->rule == n->rule &&
		    (!by_message || str_eq(safe(m, f->message), n->message)))
			return true;
	return false;
}

/* It cures what no finding of the same rule is left of; one that is milder
 * than before is better than nothing. */
static void add_fix(const struct maker *m, const struct report_fix *fix)
{
	bool any = false;

	for (int by_message = 0; fix && !any && by_message < 2; by_message++)
		slice_for (struct brief_note, n, m->im->notes) {
			if (!n->rule || n->ignored ||
			    is_left(m, fix, n, by_message))
				continue;
			n->fix = fix;
			n->fix_first = !any;
			any = true;
		}
}

/* No finding is no promise while a pool is unknown. */
static void add_unknown(const struct maker *m, struct str reason)
{
	struct strs pools = {0};
	struct brief_note *note;

	slice_for (struct brief_cell, c, m->im->cells)
		if (c->verdict == VERDICT_UNKNOWN && !strs_have(pools, c->pool))
			*arena_push(m->arena, &pools) = c->pool;
	m->im->unknown |= pools.n > 0;
	if (!m->im->unknown)
		return;
	note = add_note(m, STR(BRIEF_UNKNOWN), SEV_WARNING,
	                arena_fmt(m->arena,
	                          "what becomes of it is not known on " STR_F
	                          "%s" STR_F,
	                          STR_A(pools.n ? strs_join(m->arena, pools,
	                                                    ", ") :
	                                          STR("any pool")),
	                          reason.n ? ": " : "", STR_A(reason)));
	note->pools = pools;
}

/* "./" in front of a name is a name of its own to GitLab. */
static struct str plain_path(struct str ref)
{
	while (str_has_prefix(ref, STR("./")))
		ref = str_from(ref, 2);
	return ref;
}

static void add_cell(const struct maker *m, const struct prediction *p)
{
	*arena_push(m->arena, &m->im->cells) = (struct brief_cell){
		.pool = safe(m, p->pool->name),
		.gpu = safe(m, p->gpu->name),
		.nodes = p->pool->nodes,
		.verdict = p->verdict,
		.outcome = str_c(outcome_names[p->outcome]),
		.message = p->verdict == VERDICT_PASS ? STR("") :
	                                                safe(m, p->run.message),
	};
}

static struct str first_doubt(const struct report_image *r)
{
	slice_for (struct prediction, p, r->predictions)
		if (text_doubt(p).n)
			return text_doubt(p);
	return STR("");
}

static void begin(struct maker *m, struct str ref, struct str platform)
{
	m->im = arena_push(m->arena, &m->out->images);
	*m->im = (struct brief_image){
		.ref = ref,
		.platform = safe(m, platform),
		.path = safe(m, ref),
	};
	m->im->name = m->im->path;
}

static void add_error(const struct maker *m, struct str why)
{
	m->im->error = safe(m, why);
	if (why.n)
		(void)add_note(m, STR(BRIEF_UNREAD), SEV_ERROR,
		               arena_fmt(m->arena, "not read: " STR_F,
		                         STR_A(why)));
}

/* What is read from standard input has the name that diffs give it. */
static struct str name_of(const struct report_image *r)
{
	if (r->file && str_eq(r->ref, STR("-")))
		return STR("Dockerfile");
	return r->name.n ? r->name : plain_path(r->ref);
}

static void add_report(struct maker *m, const struct report_image *r)
{
	begin(m, name_of(r), r->platform);
	m->im->verdict = r->verdict;
	m->im->file = r->file;
	m->im->report = r;
	m->im->digest = r->facts ? safe(m, r->facts->digest) : STR("");
	m->im->unknown = r->verdict == VERDICT_UNKNOWN && r->error.n == 0;
	slice_for (struct prediction, p, r->predictions)
		add_cell(m, p);
	add_error(m, r->error);
	slice_for (struct finding, f, r->findings)
		(void)add_finding(m, f);
	slice_for (struct ignored, ig, r->ignored)
		add_ignored(m, ig);
	add_unknown(m, first_doubt(r));
	add_fix(m, r->fix);
}

static const struct pool *pool_get(const struct fleet *f, struct str name)
{
	slice_for (struct pool, p, f->pools)
		if (str_eq(p->name, name))
			return p;
	return NULL;
}

static void add_pool(const struct maker *m, const struct survey_pool *p)
{
	const struct pool *pool = pool_get(m->out->fleet, p->pool);

	*arena_push(m->arena, &m->im->cells) = (struct brief_cell){
		.pool = safe(m, p->pool),
		.nodes = pool ? pool->nodes : 0,
		.verdict = p->verdict,
		.outcome = survey_outcome(p),
	};
}

static void add_row(struct maker *m, const struct survey_row *r)
{
	begin(m, plain_path(r->ref), r->platform);
	m->im->verdict = r->verdict;
	m->im->digest = safe(m, r->image);
	m->im->unknown = r->unknown && r->error.n == 0;
	slice_for (struct survey_pool, p, r->pools)
		add_pool(m, p);
	add_error(m, r->error);
	slice_for (struct survey_finding, f, r->findings) {
		struct brief_note *note =
			add_note(m, f->id, f->severity, f->message);

		note->name = f->name;
		note->rule = rule_get(f->id);
		note->pools = safe_all(m, f->pools);
	}
	add_unknown(m, STR(""));
}

struct noted {
	struct brief_note *note;
	size_t order;
	struct brief_image *im;
};

static int by_fingerprint(const void *a, const void *b)
{
	const struct noted *x = a, *y = b;
	int c = str_cmp(x->note->fingerprint, y->note->fingerprint);

	return c ? c : (x->order > y->order) - (x->order < y->order);
}

/* Readers take two notes of one fingerprint for one: the further ones of some
 * alike count. */
static void make_unique(struct maker *m)
{
	size_t n = 0, i = 0;
	struct noted *all;

	slice_for (struct brief_image, im, m->out->images)
		n += im->notes.n;
	all = arena_array(m->arena, struct noted, n + 1);
	slice_for (struct brief_image, im, m->out->images)
		slice_for (struct brief_note, note, im->notes) {
			all[i] = (struct noted){note, i, im};
			i++;
		}
	qsort(all, n, sizeof *all, by_fingerprint);
	for (size_t from = 0, to; from < n; from = to) {
		struct str same = all[from].note->fingerprint;

		for (to = from + 1; to < n; to++) {
			if (!str_eq(all[to].note->fingerprint, same))
				break;
			m->im = all[to].im;
			all[to].note->fingerprint = hash(m, same, to - from);
		}
	}
}

/* The platform in the name of those that have the rest of it in common. */
static void make_names(const struct maker *m)
{
	struct brief_images *all = &m->out->images;

	for (size_t i = 0; i < all->n; i++) {
		struct brief_image *im = &all->v[i];
		bool before = i && str_eq(im[-1].ref, im->ref);
		bool behind = i + 1 < all->n && str_eq(im[1].ref, im->ref);

		if ((before || behind) && im->platform.n)
			im->name =
				arena_fmt(m->arena, STR_F " (" STR_F ")",
			                  STR_A(im->path), STR_A(im->platform));
	}
}

void brief_of_report(const struct report *r, struct arena *a, struct brief *out)
{
	struct maker m = {.arena = a, .out = out};

	*out = (struct brief){
		.version = r->version,
		.knowledge = r->knowledge,
		.fleet = r->fleet,
		.gaps_allowed = r->gaps_allowed,
	};
	slice_for (struct report_image, im, r->images)
		add_report(&m, im);
	make_unique(&m);
	make_names(&m);
}

void brief_of_survey(const struct survey *s, struct arena *a, struct brief *out)
{
	struct maker m = {.arena = a, .out = out};

	*out = (struct brief){
		.version = s->version,
		.knowledge = s->knowledge,
		.fleet = s->fleet,
		.gaps_allowed = s->gaps_allowed,
	};
	slice_for (struct survey_row, r, s->rows)
		add_row(&m, r);
	make_unique(&m);
	make_names(&m);
}
