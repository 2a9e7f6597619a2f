/* Device code in layers on top of each other. */
#include "facts/gather.h"

#include "mkelf.h"
#include "mktar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* 'c': a library with an sm_N kernel; 'b': with a damaged one; 'f': text. */
struct item {
	char type;
	const char *path, *more;
	int arch;
};

enum { ITEMS = 12 };

struct sample {
	const char *name;
	struct item items[ITEMS]; /* '-' starts a new layer */
	const char *files, *gaps;
};

static void add_elf(struct buf *tar, const struct item *it)
{
	const struct mkelf_entry e[] = {{2, it->arch, 1, 7, 0, 0, 8}, {0}};
	struct buf file = {0}, fat = {0};
	struct mkelf m;

	mkelf_fatbin(&fat, e);
	if (it->type == 'b')
		mkelf_put(&fat, 8, UINT64_MAX, 8);
	mkelf_begin(&m, &file);
	mkelf_section(&m, 2, buf_str(&fat));
	mkelf_end(&m);
	mktar_file(tar, it->path, buf_str(&file));
	buf_free(&fat);
	buf_free(&file);
}

static void add_item(struct buf *tar, const struct item *it)
{
	switch (it->type) {
	case 'c':
	case 'b':
		add_elf(tar, it);
		break;
	case 'f':
		mktar_file(tar, it->path, str_c(it->more));
		break;
	case 'd':
		mktar_other(tar, it->path, '5', "");
		break;
	case 'l':
		mktar_other(tar, it->path, '2', it->more);
		break;
	default:
		mktar_other(tar, it->path, '1', it->more);
	}
}

static void *read_layer(struct str bytes, struct arena *a)
{
	struct stream *s = stream_of_bytes(bytes);
	struct tar *t = tar_open(s, 0);
	struct err err = {0};
	void *facts = layer_facts_read(a, t, &err);

	assert_non_null(facts);
	tar_close(t);
	stream_close(s);
	return facts;
}

static void end_layer(struct buf *tar, struct arena *a, struct image_layers *to)
{
	mktar_end(tar);
	*arena_push(a, to) =
		(struct image_layer){.facts = read_layer(buf_str(tar), a)};
	buf_free(tar);
	*tar = (struct buf){0};
}

static void say_files(const struct image_facts *f, struct buf *out)
{
	assert_true(f->code.scanned);
	slice_for (struct code_file, c, f->code.files) {
		buf_printf(out, "%s" STR_F "@%d:", out->n ? " " : "",
		           STR_A(c->path), (int)c->layer);
		slice_for (struct code_target, t, c->code.targets)
			buf_printf(out, "%d", (int)t->arch);
	}
}

static void say_gaps(const struct image_facts *f, struct buf *out)
{
	slice_for (struct gap, g, f->gaps) {
		assert_int_equal(g->group, GROUP_CODE);
		buf_printf(out, STR_F ": " STR_F ";", STR_A(g->where),
		           STR_A(g->reason));
	}
}

static void want_text(const char *name, struct buf *got, const char *want)
{
	if (!str_eq(buf_str(got), str_c(want)))
		fail_msg("%s: got " STR_F ", want %s", name,
		         STR_A(buf_str(got)), want);
	buf_free(got);
}

/* Written, read and written again they are the same. */
static void check_round_trip(const struct image_facts *f)
{
	struct image_facts again = {0};
	struct buf b1 = {0}, b2 = {0};
	struct arena a = {0};
	struct err err = {0};

	facts_write(f, &b1);
	assert_int_equal(facts_parse(buf_str(&b1), &a, &again, &err), 0);
	facts_write(&again, &b2);
	assert_true(str_eq(buf_str(&b1), buf_str(&b2)));
	assert_int_equal(again.code.files.n, f->code.files.n);
	buf_free(&b1);
	buf_free(&b2);
	arena_free(&a);
}

static void check(const struct sample *s)
{
	struct buf tar = {0}, files = {0}, gaps = {0};
	struct image img = {.config = STR("{}")};
	struct arena a = {0}, facts = {0};
	struct image_facts f;
	struct err err = {0};

	for (size_t i = 0; i < ITEMS && s->items[i].type; i++) {
		if (s->items[i].type == '-')
			end_layer(&tar, &a, &img.layers);
		else
			add_item(&tar, &s->items[i]);
	}
	end_layer(&tar, &a, &img.layers);
	assert_int_equal(facts_of_image(&img, &facts, &f, &err), 0);
	arena_free(&a); /* the facts stand alone */
	say_files(&f, &files);
	say_gaps(&f, &gaps);
	check_round_trip(&f);
	want_text(s->name, &files, s->files);
	want_text(s->name, &gaps, s->gaps);
	arena_free(&facts);
}

static const struct sample samples[] = {
	{"library, program and neither",
         {{'c', "usr/lib/libx.so.1", "", 70},
          {'c', "app", "", 80},
          {'f', "run.sh", "#!/bin/sh\n", 0},
          {'f', "_C.so", "linker script", 0}},
         "app@0:80 usr/lib/libx.so.1@0:70",
         ""},
	{"links are other names",
         {{'c', "lib/libx.so.1.2", "", 70},
          {'l', "lib/libx.so.1", "libx.so.1.2", 0},
          {'l', "lib/libx.so", "libx.so.1", 0}},
         "lib/libx.so.1.2@0:70",
         ""},
	{"replaced by another",
         {{'c', "app", "", 70}, {'-', 0, 0, 0}, {'c', "app", "", 80}},
         "app@1:80",
         ""},
	{"replaced by what has none",
         {{'c', "app", "", 70},
          {'c', "lib/a.so", "", 70},
          {'c', "lib/b.so", "", 70},
          {'-', 0, 0, 0},
          {'f', "app", "#!/bin/sh\n", 0},
          {'f', "lib/a.so", "", 0},
          {'d', "lib/b.so", "", 0}},
         "",
         ""},
	{"replaced in the same layer",
         {{'c', "app", "", 70},
          {'f', "app", "#!/bin/sh\n", 0},
          {'f', "tool", "#!/bin/sh\n", 0},
          {'c', "tool", "", 80}},
         "tool@0:80",
         ""},
	{"taken away",
         {{'c', "lib/a.so", "", 70},
          {'c', "opt/b.so", "", 70},
          {'c', "c.so", "", 70},
          {'-', 0, 0, 0},
          {'f', "lib/.wh.a.so", "", 0},
          {'f', "opt/.wh..wh..opq", "", 0}},
         "c.so@0:70",
         ""},
	{"hard links",
         {{'c', "pkgs/a.so", "", 70},
          {'h', "env/a.so", "pkgs/a.so", 0},
          {'f', "pkgs/b.so", "", 0},
          {'-', 0, 0, 0},
          {'h', "env/c.so", "pkgs/a.so", 0},
          {'h', "env/a.so", "pkgs/b.so", 0}},
         "env/c.so@1:70 pkgs/a.so@0:70",
         ""},
	{"where installers keep it, it is not used",
         {{'c', "root/.cache/uv/archive-v0/x/a.so", "", 70},
          {'h', "venv/a.so", "root/.cache/uv/archive-v0/x/a.so", 0}},
         "venv/a.so@0:70",
         ""},
	{"damaged",
         {{'c', "a.so", "", 70}, {'b', "b.so", "", 70}},
         "a.so@0:70",
         "b.so: a damaged fat binary at byte 64;"},
	{"damaged, and replaced",
         {{'b', "b.so", "", 70}, {'-', 0, 0, 0}, {'c', "b.so", "", 70}},
         "b.so@1:70",
         ""},
};

static void test_layers(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
		check(&samples[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_layers)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
