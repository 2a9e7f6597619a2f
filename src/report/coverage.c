#include "report/coverage.h"

#include "base/version.h"
#include "report/paper.h"

#include <stdlib.h>

/* A column: sm_90a and compute_90a share one. */
struct column {
	int64_t arch;
	enum code_variant variant;
};

struct columns {
	struct column *v;
	size_t n;
};

struct coverage {
	struct arena arena;
	struct columns columns;
	struct buf *out;
};

enum { CELL_WIDTH = 5, ISA_WIDTH = 9 };

static bool is_in(const struct code_target *t, const struct column *c)
{
	return t->arch == c->arch && t->variant == c->variant;
}

static void add_column(struct coverage *cov, const struct code_target *t)
{
	slice_for (struct column, c, cov->columns)
		if (is_in(t, c))
			return;
	*arena_push(&cov->arena, &cov->columns) =
		(struct column){t->arch, t->variant};
}

static int by_arch(const void *a, const void *b)
{
	const struct column *p = a, *q = b;

	if (p->arch != q->arch)
		return p->arch < q->arch ? -1 : 1;
	return (p->variant > q->variant) - (p->variant < q->variant);
}

static struct str label(struct coverage *cov, const struct column *c)
{
	const char *variant = code_variant_names[c->variant];

	return arena_fmt(&cov->arena, "%lld%s", (long long)c->arch,
	                 variant ? variant : "");
}

static void find_columns(struct coverage *cov, const struct units *units)
{
	slice_for (struct unit, u, *units)
		slice_for (struct code_target, t, u->code.targets)
			add_column(cov, t);
	if (cov->columns.n)
		qsort(cov->columns.v, cov->columns.n, sizeof(struct column),
		      by_arch);
}

static void pad(struct coverage *cov, struct str text, size_t width)
{
	buf_add(cov->out, text);
	if (text.n < width)
		buf_addc(cov->out, ' ', width - text.n);
}

static void write_head(struct coverage *cov)
{
	slice_for (struct column, c, cov->columns)
		pad(cov, label(cov, c), CELL_WIDTH);
	pad(cov, STR("PTX ISA"), ISA_WIDTH);
	buf_add(cov->out, STR("file\n"));
}

static struct str cell(const struct code_targets *targets,
                       const struct column *c)
{
	bool has[CODE_KIND_N] = {false};

	slice_for (struct code_target, t, *targets)
		if (is_in(t, c))
			has[t->kind] = true;
	if (has[CODE_SASS])
		return has[CODE_PTX] ? STR("SP") : STR("S");
	return has[CODE_PTX] ? STR("P") : STR(".");
}

/* "8.4", "8.4-8.8" */
static struct str isas(struct coverage *cov, const struct code_targets *targets)
{
	struct str low = {0}, high = {0};

	slice_for (struct code_target, t, *targets) {
		if (t->isa.n == 0)
			continue;
		if (low.n == 0 || version_cmp_str(t->isa, low) < 0)
			low = t->isa;
		if (high.n == 0 || version_cmp_str(t->isa, high) > 0)
			high = t->isa;
	}
	if (str_eq(low, high))
		return low;
	return arena_fmt(&cov->arena, STR_F "-" STR_F, STR_A(low), STR_A(high));
}

static void write_file(struct coverage *cov, const struct code_file *f)
{
	slice_for (struct column, c, cov->columns)
		pad(cov, cell(&f->code.targets, c), CELL_WIDTH);
	pad(cov, isas(cov, &f->code.targets), ISA_WIDTH);
	buf_add(cov->out, paper_safe(&cov->arena, f->path));
	buf_add(cov->out, STR("\n"));
}

static void write_unit(struct coverage *cov, const struct unit *u)
{
	const char *role = code_role_names[u->role];

	if (role)
		buf_printf(cov->out, STR_F " (%s)\n",
		           STR_A(paper_safe(&cov->arena, u->name)), role);
	else
		buf_printf(cov->out, "own\n");
	for (size_t i = 0; i < u->files.n; i++)
		write_file(cov, u->files.v[i]);
}

static void write_gaps(struct coverage *cov, const struct image_facts *f)
{
	slice_for (struct gap, g, f->gaps)
		if (g->group == GROUP_CODE || g->group == GROUP_ALL)
			buf_printf(cov->out, "not read: " STR_F ": " STR_F "\n",
			           STR_A(paper_safe(&cov->arena, g->where)),
			           STR_A(paper_safe(&cov->arena, g->reason)));
	if (!f->code.scanned)
		buf_printf(cov->out, "nobody looked for device code\n");
}

void coverage_write(const struct image_facts *f, const struct know *k,
                    struct buf *out)
{
	struct coverage cov = {.out = out};
	struct units units;

	units_of(f, k, &cov.arena, &units);
	find_columns(&cov, &units);
	if (cov.columns.n)
		write_head(&cov);
	else if (f->code.scanned)
		buf_printf(out, "no device code\n");
	slice_for (struct unit, u, units)
		if (u->files.n)
			write_unit(&cov, u);
	write_gaps(&cov, f);
	arena_free(&cov.arena);
}
