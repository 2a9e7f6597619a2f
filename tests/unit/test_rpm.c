#include "facts/extract.h"
#include "mkrpm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof *(a))

static const struct mkrpm list[] = {
	{"cuda-cudart-12-4",
         "12.4.127",
         "1",
         "x86_64",
         0,
         {"/usr/local/cuda-12.4/lib64/libcudart.so.12.4.127",
          "/usr/local/cuda-12.4/README"}},
	{"bash", "5.1.8", "6.el9", "x86_64", 0, {"/usr/lib64/libcuda.so.1"}},
	{"nvidia-driver-cuda-libs",
         "550.54.15",
         "1.el9",
         "x86_64",
         3,
         {"/usr/lib64/libcuda.so.1", "/usr/lib64/libcuda.so.550.54.15",
          "/usr/lib64/libnvidia-ptxjitcompiler.so.1", "/usr/share/a"}},
	{"libcudnn9-cuda-12", "9.1.0.70", "1", "noarch", 0, {0}},
	{"gpg-pubkey", "fd431d51", "4ae0493b", "(none)", 0, {0}},
};
#define WANT                                                                \
	"cuda-cudart-12-4=12.4.127-1:x86_64;"                               \
	"nvidia-driver-cuda-libs=3:550.54.15-1.el9:x86_64;"                 \
	"libcudnn9-cuda-12=9.1.0.70-1:noarch;"                              \
	"usr/local/cuda-12.4/lib64/libcudart.so.12.4.127=cuda-cudart-12-4;" \
	"usr/lib64/libcuda.so.1=nvidia-driver-cuda-libs;"                   \
	"usr/lib64/libcuda.so.550.54.15=nvidia-driver-cuda-libs;"           \
	"usr/lib64/libnvidia-ptxjitcompiler.so.1=nvidia-driver-cuda-libs;"

enum format { SQLITE, NDB, BDB, BDB_BIG, FORMATS };
static const char *const names[] = {"sqlite", "ndb", "bdb", "bdb big"};

static struct buf make(enum format format, const struct mkrpm *p, size_t n)
{
	struct buf b = {0};

	if (format == SQLITE)
		mkrpm_sqlite(p, n, &b);
	else if (format == NDB)
		mkrpm_ndb(p, n, &b);
	else
		mkrpm_bdb(p, n, format == BDB_BIG, &b);
	return b;
}

static struct str show(const struct said *s, struct arena *a)
{
	struct buf b = {0};
	struct str out;

	slice_for (struct package, p, s->packages) {
		assert_int_equal(p->manager, PACKAGER_RPM);
		buf_printf(&b, STR_F "=" STR_F ":" STR_F ";", STR_A(p->name),
		           STR_A(p->version), STR_A(p->arch));
	}
	slice_for (struct pair, p, s->owners)
		buf_printf(&b, STR_F "=" STR_F ";", STR_A(p->key),
		           STR_A(p->value));
	if (s->cut)
		buf_printf(&b, "cut;");
	if (s->gap.n)
		buf_printf(&b, "!" STR_F, STR_A(s->gap));
	out = arena_str(a, buf_str(&b));
	buf_free(&b);
	return out;
}

static void check(const char *name, struct buf *bytes, const char *want)
{
	struct arena a = {0};
	struct said said = {0};
	struct str got;

	extract_rpm(bytes, &a, &said);
	got = show(&said, &a);
	if (!str_eq(got, str_c(want)))
		fail_msg("%s: want '%s', got '" STR_F "'", name, want,
		         STR_A(got));
	arena_free(&a);
}

static void test_formats(void **state)
{
	(void)state;
	for (int i = 0; i < FORMATS; i++) {
		struct buf b = make((enum format)i, list, COUNT(list));

		check(names[i], &b, WANT);
		buf_free(&b);
		b = make((enum format)i, list, 0);
		check(names[i], &b, "");
		buf_free(&b);
	}
}

/* All of it at once, so that pages of SQLite have children. */
static void test_many(void **state)
{
	struct mkrpm many[200];
	char text[200][8];

	(void)state;
	for (size_t i = 0; i < COUNT(many); i++) {
		many[i] = list[1];
		(void)snprintf(text[i], sizeof text[i], "p%u", (unsigned)i);
		many[i].name = text[i];
	}
	many[150] = list[3];
	for (int i = 0; i < FORMATS; i++) {
		struct buf b = make((enum format)i, many, COUNT(many));

		check(names[i], &b, "libcudnn9-cuda-12=9.1.0.70-1:noarch;");
		buf_free(&b);
	}
}

/* Whatever byte is another, and wherever it ends: other packages, or a gap, but
 * never nothing at all without a gap. */
static void test_damage(void **state)
{
	(void)state;
	for (int i = 0; i < FORMATS; i++) {
		struct buf b = make((enum format)i, list, 1);
		struct buf copy = {0};

		for (size_t n = 0; n < b.n; n += n < 1024 ? 1 : 61) {
			struct arena a = {0};
			struct said said = {0};

			copy.n = 0;
			buf_add(&copy, (struct str){b.p, n});
			extract_rpm(&copy, &a, &said);
			if (said.gap.n == 0)
				fail_msg("%s: cut to %zu", names[i], n);
			arena_free(&a);
		}
		for (size_t at = 0; at < b.n; at += at < 1024 ? 1 : 7) {
			struct arena a = {0};
			struct said said = {0};

			copy.n = 0;
			buf_add(&copy, buf_str(&b));
			copy.p[at] ^= (char)0xff;
			extract_rpm(&copy, &a, &said);
			arena_free(&a);
		}
		buf_free(&copy);
		buf_free(&b);
	}
}

/* A number at an offset, and what is said then. */
static const struct {
	const char *name;
	enum format format;
	size_t at, size;
	uint32_t number;
	const char *want;
} patches[] = {
	{"encrypted", BDB, 24, 1, 1, "!it is encrypted or has checksums"},
	{"checksums", BDB, 26, 1, 1, "!it is encrypted or has checksums"},
	{"size of pages", BDB, 20, 4, 100,
         "!not the kind of file that its name says"},
	{"no hash", BDB, 25, 1, 9, "!not the kind of file that its name says"},
	{"more pages", BDB, 32, 4, 0xfffffffe, "!it is cut off"},
	{"a pair of duplicates", BDB, 512 * 3 - 6, 1, 2, NULL},
	{"chain to itself", BDB, 512 * 3 + 16, 4, 3, NULL},
	{"chain to nowhere", BDB, 512 * 3 + 16, 4, 99, NULL},
	{"chain of nothing", BDB, 512 * 3 + 22, 2, 0, NULL},
	{"chain of another type", BDB, 512 * 3 + 25, 1, 13, NULL},
	{"no slots", NDB, 12, 4, 0, "!it is cut off"},
	{"more slots", NDB, 12, 4, 2, "!it is cut off"},
	{"version", NDB, 4, 4, 1, "!not the kind of file that its name says"},
	{"no slot", NDB, 32, 1, 'x', "!part of it is damaged"},
	{"free slot", NDB, 36, 4, 0, ""},
	{"another's blob", NDB, 36, 4, 2, "!part of it is damaged"},
	{"blob behind the end", NDB, 40, 4, 0xffffffff,
         "!part of it is damaged"},
	{"huge blob", NDB, 44, 4, 0xffffffff, "!part of it is damaged"},
	{"no room for a blob", NDB, 44, 4, 1, "!part of it is damaged"},
	{"blob's length", NDB, 4096 + 12, 4, 8, "!part of it is damaged"},
	{"no entries", NDB, 4096 + 16, 4, 0, "!part of it is damaged"},
	{"too many entries", NDB, 4096 + 16, 4, 0x00000100,
         "!part of it is damaged"},
	{"more bytes", NDB, 4096 + 20, 4, 0xffff0000, "!part of it is damaged"},
	{"name's type", NDB, 4096 + 24 + 7, 1, 4, "!part of it is damaged"},
	{"name's offset", NDB, 4096 + 24 + 8, 4, 0xff,
         "!part of it is damaged"},
	{"name's count", NDB, 4096 + 24 + 12, 4, 0, "!part of it is damaged"},
	{"no name", NDB, 4096 + 24 + 3, 1, 1, "!part of it is damaged"},
};

#define LONG \
	"more than fits into one page of the database, when there are several "

static void test_patches(void **state)
{
	static const struct mkrpm one = {"cuda-cudart-12-4",
	                                 "1",
	                                 "1",
	                                 LONG LONG LONG LONG LONG LONG,
	                                 0,
	                                 {0}};

	(void)state;
	for (size_t i = 0; i < COUNT(patches); i++) {
		struct buf b = make(patches[i].format, &one, 1);

		mkrpm_patch(&b, patches[i].at, patches[i].number, false,
		            (int)patches[i].size);
		check(patches[i].name, &b,
		      patches[i].want ? patches[i].want :
		                        "!part of it is damaged");
		buf_free(&b);
	}
}

/* SQLite, as somebody may have made it who means harm. */
static const struct {
	const char *name, *sql, *want;
} schemas[] = {
	{"no such table", "CREATE TABLE a(b)",
         "!SQLite: no such table: Packages"},
	{"a view", "CREATE VIEW Packages AS SELECT 1 AS blob",
         "!SQLite: access to view \"Packages\" prohibited"},
	{"a computed column",
         "CREATE TABLE Packages(a, blob AS (hex(a)));"
         "INSERT INTO Packages(a) VALUES(1)",
         "!part of it is damaged"},
	{"no blob",
         "CREATE TABLE Packages(blob);"
         "INSERT INTO Packages VALUES(NULL)",
         "!part of it is damaged"},
	{"text",
         "CREATE TABLE Packages(blob);"
         "INSERT INTO Packages VALUES('x')",
         "!part of it is damaged"},
	{"no rows", "CREATE TABLE Packages(blob)", ""},
};

static void test_schemas(void **state)
{
	(void)state;
	for (size_t i = 0; i < COUNT(schemas); i++) {
		sqlite3 *db = NULL;
		sqlite3_int64 size = 0;
		struct buf b = {0};
		unsigned char *bytes;

		assert_int_equal(sqlite3_open(":memory:", &db), SQLITE_OK);
		assert_int_equal(sqlite3_exec(db, schemas[i].sql, NULL, NULL,
		                              NULL),
		                 SQLITE_OK);
		bytes = sqlite3_serialize(db, "main", &size, 0);
		buf_add(&b, (struct str){(char *)bytes, (size_t)size});
		sqlite3_free(bytes);
		(void)sqlite3_close(db);
		check(schemas[i].name, &b, schemas[i].want);
		buf_free(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_formats), cmocka_unit_test(test_many),
		cmocka_unit_test(test_damage),  cmocka_unit_test(test_patches),
		cmocka_unit_test(test_schemas),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
