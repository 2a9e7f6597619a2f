#include "fleet/hosts.h"

#include "fleet/profile.h"

#include <string.h>

void hosts_note(struct merge *m, struct str line)
{
	slice_for (const struct str, n, m->fleet->notes)
		if (str_eq(*n, line))
			return;
	if (m->fleet->notes.n < NOTES_MAX)
		*arena_push(m->arena, &m->fleet->notes) = line;
}

struct str hosts_name(const struct host *h)
{
	return h->s.host.n ? h->s.host : h->origin;
}

static struct host *by_name(struct merge *m, struct str name)
{
	slice_for (struct host, h, m->hosts)
		if (name.n && str_eq(h->s.host, name))
			return h;
	return NULL;
}

/* What one host can be said to be by two documents. */
struct addition {
	struct merge *m;
	struct host *to;
	struct str origin; /* of what is added */
};

static void differ(const struct addition *c, const char *what, struct str kept,
                   struct str other)
{
	hosts_note(c->m, arena_fmt(c->m->arena,
	                           STR_F ": %s " STR_F ", but " STR_F
	                                 " was said before, and taken",
	                           STR_A(c->origin), what, STR_A(other),
	                           STR_A(kept)));
}

static void add_str(const struct addition *c, const char *what, struct str *to,
                    struct str from)
{
	if (to->n == 0)
		*to = from;
	else if (from.n && !str_eq(*to, from))
		differ(c, what, *to, from);
}

/* Of enumerations in which 0 is "not said". */
static void add_word(const struct addition *c, const char *what,
                     const char *const *names, int *to, int from)
{
	if (*to == 0)
		*to = from;
	else if (from && *to != from)
		differ(c, what, str_c(names[*to]), str_c(names[from]));
}

static void add_container(const struct addition *c,
                          const struct container *from)
{
	struct container *to = &c->to->s.container;
	int engine = (int)to->engine, mode = (int)to->mode;
	int compat = (int)to->compat_mode;

	add_word(c, "engine", engine_names, &engine, (int)from->engine);
	add_word(c, "mode", mechanism_names, &mode, (int)from->mode);
	add_word(c, "compat_mode", compat_mode_names, &compat,
	         (int)from->compat_mode);
	to->engine = (enum engine)engine;
	to->mode = (enum mechanism)mode;
	to->compat_mode = (enum compat_mode)compat;
	add_str(c, "docker", &to->docker, from->docker);
	add_str(c, "toolkit", &to->toolkit, from->toolkit);
}

static bool is_cut(struct str product)
{
	return str_has_suffix(product, STR("..."));
}

/* One GPU in two spellings: the label and nvidia-smi's, cut short and whole. */
static bool is_same_gpu(const struct merge *m, struct str a, struct str b)
{
	struct gpu_lookup x, y;

	if (str_eq(a, b) || a.n == 0 || b.n == 0 || is_cut(a) || is_cut(b))
		return true;
	x = know_gpu(m->know, a, m->arena);
	y = know_gpu(m->know, b, m->arena);
	return x.gpu && x.gpu == y.gpu;
}

static bool are_same_gpus(const struct merge *m, const struct sight *a,
                          const struct sight *b)
{
	if (a->gpus.n != b->gpus.n)
		return false;
	for (size_t i = 0; i < a->gpus.n; i++)
		if (!is_same_gpu(m, a->gpus.v[i].product, b->gpus.v[i].product))
			return false;
	return true;
}

static void fill_gpu(struct sight_gpu *to, const struct sight_gpu *from)
{
	if (to->product.n == 0 || (is_cut(to->product) && from->product.n))
		to->product = from->product;
	if (to->brand.n == 0)
		to->brand = from->brand;
	if (to->cc.n == 0)
		to->cc = from->cc;
	if (to->uuid.n == 0)
		to->uuid = from->uuid;
	if (to->memory == 0)
		to->memory = from->memory;
	if (to->power == 0)
		to->power = from->power;
	to->mig |= from->mig;
}

static void add_gpus(const struct addition *c, const struct sight *from)
{
	struct sight *to = &c->to->s;

	if (to->gpus.n == 0) {
		to->gpus = from->gpus;
	} else if (from->gpus.n && are_same_gpus(c->m, to, from)) {
		for (size_t i = 0; i < to->gpus.n; i++)
			fill_gpu(&to->gpus.v[i], &from->gpus.v[i]);
	} else if (from->gpus.n) {
		hosts_note(c->m, arena_fmt(c->m->arena,
		                           STR_F ": other GPUs than " STR_F
		                                 " has: the first were taken",
		                           STR_A(c->origin),
		                           STR_A(hosts_name(c->to))));
	}
}

static void add_sight(const struct addition *c, const struct sight *from)
{
	struct sight *to = &c->to->s;

	if (to->host.n == 0)
		to->host = from->host;
	add_str(c, "driver", &to->driver, from->driver);
	add_str(c, "CUDA", &to->cuda, from->cuda);
	add_str(c, "architecture", &to->arch, from->arch);
	add_gpus(c, from);
	add_container(c, &from->container);
	if (to->tool.n == 0)
		to->tool = from->tool;
	if (to->request.n == 0)
		to->request = from->request;
	if (to->os_name.n == 0)
		to->os_name = from->os_name;
	if (to->attached == 0)
		to->attached = from->attached;
	if (to->as_of.n == 0 ||
	    (from->as_of.n && str_cmp(from->as_of, to->as_of) < 0))
		to->as_of = from->as_of; /* all of it is as old as this */
	to->windows |= from->windows;
	to->wsl |= from->wsl;
}

/* Both say which driver or GPUs they have, and do not agree. */
static bool contradict(const struct merge *m, const struct sight *a,
                       const struct sight *b)
{
	return (a->driver.n && b->driver.n && !str_eq(a->driver, b->driver)) ||
	       (a->gpus.n && b->gpus.n && !are_same_gpus(m, a, b));
}

struct reading {
	struct merge *m;
	struct str origin;
	size_t input;
	size_t current; /* the file's host so far; SIZE_MAX: none */
};

static struct host *of_file(const struct reading *r)
{
	return r->current == SIZE_MAX ? NULL : &r->m->hosts.v[r->current];
}

/* "GPU-" and 36 characters; people blot it out. */
static bool is_whole_uuid(struct str s)
{
	static const char shape[] = "GPU-hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh";
	size_t i = 0;

	for (; i < s.n && shape[i]; i++)
		if (shape[i] == 'h' ? !strchr("0123456789abcdef", s.p[i]) :
		                      s.p[i] != shape[i])
			return false;
	return i == s.n && !shape[i];
}

/* No GPU is in two hosts. */
static struct host *by_uuid(struct merge *m, const struct sight *s)
{
	struct str uuid = s->gpus.n ? s->gpus.v[0].uuid : (struct str){0};

	if (!is_whole_uuid(uuid))
		return NULL;
	slice_for (struct host, h, m->hosts)
		slice_for (const struct sight_gpu, g, h->s.gpus)
			if (str_eq(g->uuid, uuid))
				return h;
	return NULL;
}

/* Where a document's only sight goes; NULL: to a host of its own. */
static struct host *host_for(const struct reading *r, const struct sight *s)
{
	struct host *same = by_name(r->m, s->host), *file = of_file(r);

	if (!same && (s->host.n == 0 || !file))
		same = by_uuid(r->m, s);
	if (same)
		return s->host.n && same->s.host.n &&
		                       !str_eq(s->host, same->s.host) ?
		               NULL :
		               same;
	if (!file ||
	    (s->host.n && (file->s.host.n || contradict(r->m, &file->s, s))))
		return NULL;
	return file;
}

static void leave_out(struct merge *m, struct str line)
{
	hosts_note(m, line);
	m->fleet->left_out++;
}

static void add_host(struct reading *r, const struct sight *s)
{
	*arena_push(r->m->arena, &r->m->hosts) =
		(struct host){.s = *s, .origin = r->origin, .input = r->input};
	r->current = r->m->hosts.n - 1;
}

static void take_sight(struct reading *r, const struct sight *s)
{
	struct host *h = host_for(r, s);
	struct addition c = {r->m, h, r->origin};

	if (!h) {
		add_host(r, s);
		return;
	}
	if (s->host.n == 0 && contradict(r->m, &h->s, s)) {
		leave_out(r->m,
		          arena_fmt(r->m->arena,
		                    STR_F ": another driver or other GPUs "
		                          "than before, left out: of another "
		                          "host, give it as a file of its own",
		                    STR_A(r->origin)));
		return;
	}
	add_sight(&c, s);
	r->current = (size_t)(h - r->m->hosts.v);
}

/* A list of hosts is not of the host that the file is of otherwise. */
static void take_list(struct reading *r, const struct sights *list)
{
	size_t current = r->current;

	slice_for (const struct sight, s, *list) {
		struct host *h = by_name(r->m, s->host);
		struct addition c = {r->m, h, r->origin};

		if (h)
			add_sight(&c, s);
		else
			add_host(r, s);
	}
	r->current = current;
}

static int take_profile(struct merge *m, const struct document *d,
                        struct err *err)
{
	struct fleet f = {0};

	if (fleet_parse(d->text, m->know, m->arena, &f, err))
		return -1;
	if (m->fleet->name.n == 0)
		m->fleet->name = f.name;
	if (m->fleet->as_of.n == 0)
		m->fleet->as_of = f.as_of;
	slice_for (const struct pool, p, f.pools)
		*arena_push(m->arena, &m->fleet->pools) =
			profile_as_given(p, m->arena);
	return 0;
}

static int take_document(struct reading *r, const struct document *d,
                         struct err *err)
{
	struct sights list = {0};

	if (!d->by->parse)
		return take_profile(r->m, d, err);
	if (import_read(d, r->m->arena, &list, err))
		return -1;
	if (list.n == 1)
		take_sight(r, list.v);
	else if (list.n)
		take_list(r, &list);
	return 0;
}

int hosts_read(struct merge *m, const struct input *in, size_t i,
               struct err *err)
{
	struct str text = import_clean(in->text, m->arena);
	struct documents found = import_find(text, m->arena);
	struct reading r = {.m = m, .input = i, .current = SIZE_MAX};

	if (found.n == 0)
		return err_set(err, ERR_USAGE, "%s",
		               import_why_not(&found, text));
	if (found.cut)
		leave_out(m, arena_fmt(m->arena,
		                       STR_F ": some JSON in it has no end "
		                             "and was not read",
		                       STR_A(in->name)));
	slice_for (const struct document, d, found) {
		r.origin = arena_fmt(m->arena, STR_F ": %s", STR_A(in->name),
		                     d->by->name);
		if (take_document(&r, d, err))
			return -1;
	}
	return 0;
}

/* p has no GPU; h may be the host that it is of. */
static bool may_be_of(const struct merge *m, const struct host *p,
                      const struct host *h)
{
	return h != p && !h->joined && h->s.gpus.n && h->input != p->input &&
	       (p->s.host.n == 0 || h->s.host.n == 0) &&
	       !contradict(m, &p->s, &h->s);
}

static void join(struct merge *m, struct host *p)
{
	struct host *only = NULL;
	size_t n = 0;

	slice_for (struct host, h, m->hosts) {
		if (!may_be_of(m, p, h))
			continue;
		only = h;
		n++;
	}
	if (n == 1) {
		struct addition c = {m, only, p->origin};

		hosts_note(m, arena_fmt(m->arena,
		                        STR_F
		                        ": taken to be of the host of " STR_F,
		                        STR_A(p->origin), STR_A(only->origin)));
		add_sight(&c, &p->s);
		p->joined = true;
	} else if (n > 1) {
		p->joined = true;
		leave_out(m, arena_fmt(m->arena,
		                       STR_F ": of which of %zu hosts? Left "
		                             "out: put it in one file with "
		                             "what else tells of that host",
		                       STR_A(p->origin), n));
	}
}

void hosts_join(struct merge *m)
{
	slice_for (struct host, p, m->hosts)
		if (p->s.gpus.n == 0 && p->s.attached == 0)
			join(m, p);
}
