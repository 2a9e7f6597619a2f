/* A fleet as a table of at most 80 columns. */
#include "cli/fleet_show.h"

#include "fleet/setting.h"

enum { WIDTH = 80, POOL_WIDTH = 34 };

/* Cut between characters, so that the line keeps the width. */
static struct str clip(struct str s, size_t max, struct arena *a)
{
	size_t n = max - 3;

	if (s.n <= max)
		return s;
	while (n && ((unsigned char)s.p[n] & 0xc0) == 0x80)
		n--;
	return arena_fmt(a, "%.*s...", (int)n, s.p);
}

static void add_line(struct buf *out, struct str line, struct arena *a)
{
	line = clip(line, WIDTH, a);
	buf_printf(out, STR_F "\n", STR_A(line));
}

static struct str gpu_line(const struct fleet_gpu *g, struct arena *a)
{
	const char *kind = gpu_class_names[g->gpu_class];

	if (g->known && kind)
		return arena_fmt(a, "  %lld x " STR_F " (" STR_F ", %s)",
		                 (long long)g->count, STR_A(g->name),
		                 STR_A(g->compute_capability), kind);
	if (g->candidates.n)
		return arena_fmt(a, "  %lld x " STR_F " (one of several)",
		                 (long long)g->count, STR_A(g->name));
	return arena_fmt(a, "  %lld x " STR_F " (not in the tables)",
	                 (long long)g->count, STR_A(g->name));
}

/* "docker 29.2.1, toolkit 1.18.1": what is said of the containers. */
static struct str stack_line(const struct settings *all, const struct pool *p,
                             struct arena *a)
{
	static const struct str prefix = {"container.", 10};
	struct buf b = {0};
	struct str out;
	size_t line = 0; /* where it begins */

	slice_for (const struct setting, s, *all) {
		struct str value = setting_get(s, p, a), word;

		if (!str_has_prefix(s->name, prefix) || value.n == 0)
			continue;
		word = arena_fmt(a, "%s" STR_F " " STR_F, b.n ? ", " : "  ",
		                 STR_A(str_from(s->name, prefix.n)),
		                 STR_A(value));
		if (b.n + word.n - line + 1 > WIDTH) {
			buf_add(&b, STR(",\n "));
			line = b.n - 1;
			word = str_from(word, 1);
		}
		buf_add(&b, word);
	}
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void show_pool(const struct settings *all, const struct pool *p,
                      struct arena *a, struct buf *out)
{
	struct str name = clip(p->name, POOL_WIDTH, a), stack;

	add_line(out,
	         arena_fmt(a, "%-*.*s %7lld  %-14.*s %-5.*s  " STR_F "%s",
	                   POOL_WIDTH, STR_A(name), (long long)p->nodes,
	                   STR_A(p->driver.n ? p->driver : STR("-")),
	                   STR_A(p->cuda.n ? p->cuda : STR("-")),
	                   STR_A(p->arch), p->os == HOST_WSL2 ? " wsl2" : ""),
	         a);
	slice_for (struct fleet_gpu, g, p->gpus)
		add_line(out, gpu_line(g, a), a);
	stack = stack_line(all, p, a);
	if (stack.n)
		buf_printf(out, STR_F "\n", STR_A(stack));
}

void fleet_show(const struct fleet *f, struct arena *a, struct buf *out)
{
	struct settings all = settings_all(a);

	add_line(out,
	         arena_fmt(a, "fleet " STR_F "%s, %zu pool%s", STR_A(f->name),
	                   f->embedded ? " (built in)" : "", f->pools.n,
	                   f->pools.n == 1 ? "" : "s"),
	         a);
	buf_printf(out, "\n%-*s %7s  %-14s %-5s  %s\n", POOL_WIDTH, "POOL",
	           "NODES", "DRIVER", "CUDA", "CPU");
	slice_for (struct pool, p, f->pools)
		show_pool(&all, p, a, out);
}
