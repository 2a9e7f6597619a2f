#include "dockerfile/gochar.h"
#include "dockerfile/parse.h"

static void add_flags(const struct instr *in, struct buf *out)
{
	const char *between = " [";

	slice_for (struct text, f, in->flags) {
		buf_add(out, str_c(between));
		gochar_add_quoted(out, f->s);
		between = " ";
	}
	if (in->flags.n)
		buf_addc(out, ']', 1);
}

/* An instruction whose name is empty has no blank in front of what follows. */
static void add_args(const struct instr *in, struct buf *out)
{
	bool first = in->name.s.n == 0 && in->flags.n == 0;

	slice_for (struct text, t, in->args) {
		if (!first)
			buf_addc(out, ' ', 1);
		first = false;
		gochar_add_quoted(out, t->s);
	}
}

static void add_instr(const struct instr *in, struct buf *out)
{
	size_t open = 0;

	for (; in; in = in->nested) {
		gochar_add_lower(out, in->name.s);
		add_flags(in, out);
		add_args(in, out);
		if (in->nested) {
			buf_add(out, STR(" ("));
			open++;
		}
	}
	buf_addc(out, ')', open);
}

void dockerfile_dump(const struct dockerfile *d, struct buf *out)
{
	slice_for (struct instr, in, d->instrs) {
		buf_addc(out, '(', 1);
		add_instr(in, out);
		buf_add(out, STR(")\n"));
	}
}
