/*
 * A file that may hold device code.  However it is cut into chunks, it says the
 * same; the targets are sorted, each once, and stand in that many modules.
 */
#include "../unit/crumbs.h"
#include "facts/scan.h"

#include <assert.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct device_code *code)
{
	assert(code->targets.n <= CODE_TARGETS_MAX);
	slice_for (struct code_target, t, code->targets) {
		assert(t->kind == CODE_PTX || t->kind == CODE_SASS);
		assert(t->arch >= CODE_ARCH_MIN && t->arch <= CODE_ARCH_MAX);
		assert((t->kind == CODE_PTX) == (t->isa.n > 0));
		assert(t->modules > 0 && t->modules <= code->modules);
	}
}

static void say(struct stream *s, size_t size, struct buf *out)
{
	struct arena a = {0};
	struct device_code code;
	struct err err = {0};
	struct str gap;

	assert(code_scan(s, size, &a, &code, &gap, &err) == 0);
	check(&code);
	buf_printf(out, "%d" STR_F, (int)code.modules, STR_A(gap));
	slice_for (struct code_target, t, code.targets)
		buf_printf(out, " " STR_F "(" STR_F "):%d",
		           STR_A(code_target_name(t, &a)), STR_A(t->isa),
		           (int)t->modules);
	stream_close(s);
	arena_free(&a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const size_t steps[] = {1, 13, 512};
	struct str file = {(const char *)data, size};
	struct buf whole = {0}, hops = {0};

	say(crumbs_new(file, size + 1), size, &whole);
	for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
		struct buf b = {0};

		say(crumbs_new(file, steps[i]), size, &b);
		assert(str_eq(buf_str(&b), buf_str(&whole)));
		buf_free(&b);
	}
	say(stream_of_bytes(file), size, &hops);
	buf_free(&whole);
	buf_free(&hops);
	return 0;
}
