/* SQLite is given the bytes in memory, read only, and may do nothing but read
 * the one table: the schema is as hostile as the rest of the file. */
#include "base/bytes.h"
#include "base/cleanup.h"
#include "facts/rpm.h"

#include <sqlite3.h>

enum {
	PAGE_MAX = 65536,
	HEADER_MAX = 64 << 20, /* no package's is that large */
	STEPS = 1000,          /* of SQLite's machine between two looks … */
	LOOKS_MAX = 10000,     /* … and how many looks it gets */
};

CLEANUP_FN(sqlite3 *, sqlite3_close)
CLEANUP_FN(sqlite3_stmt *, sqlite3_finalize)

/* https://www.sqlite.org/security.html, "Untrusted SQLite Database Files" */
static void restrain(sqlite3 *db)
{
	static const int limits[][2] = {
		{SQLITE_LIMIT_LENGTH, HEADER_MAX},
		{SQLITE_LIMIT_SQL_LENGTH, 10000},
		{SQLITE_LIMIT_COLUMN, 100},
		{SQLITE_LIMIT_EXPR_DEPTH, 10},
		{SQLITE_LIMIT_COMPOUND_SELECT, 3},
		{SQLITE_LIMIT_VDBE_OP, 25000},
		{SQLITE_LIMIT_FUNCTION_ARG, 0},
		{SQLITE_LIMIT_ATTACHED, 0},
		{SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50},
		{SQLITE_LIMIT_VARIABLE_NUMBER, 10},
		{SQLITE_LIMIT_TRIGGER_DEPTH, 1},
		{SQLITE_LIMIT_WORKER_THREADS, 0},
	};
	static const int settings[][2] = {
		{SQLITE_DBCONFIG_DEFENSIVE, 1},
		{SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
		{SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
		{SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
		{SQLITE_DBCONFIG_ENABLE_VIEW, 0},
	};

	(void)sqlite3_exec(db, "PRAGMA cell_size_check = ON", NULL, NULL, NULL);
	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
		(void)sqlite3_limit(db, limits[i][0], limits[i][1]);
	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
		(void)sqlite3_db_config(db, settings[i][0], settings[i][1],
		                        (int *)NULL);
}

static int look(void *looks)
{
	return ++*(int *)looks > LOOKS_MAX;
}

static int allow(void *ctx, int action, const char *table, const char *column,
                 const char *schema, const char *view)
{
	(void)ctx;
	(void)column;
	(void)schema;
	if (action == SQLITE_SELECT ||
	    (action == SQLITE_READ && !view && table &&
	     str_eq(str_c(table), STR("Packages"))))
		return SQLITE_OK;
	return SQLITE_DENY;
}

/* Bytes 18 and 19 say that there may be a write-ahead log; in memory there is
 * none.  https://www.sqlite.org/c3ref/deserialize.html */
static sqlite3 *open_bytes(struct buf *bytes)
{
	sqlite3 *db = NULL;

	if (bytes->n > 19 && bytes->p[18] == 2 && bytes->p[19] == 2)
		bytes->p[18] = bytes->p[19] = 1;
	if (sqlite3_open_v2(":memory:", &db, SQLITE_OPEN_READWRITE, NULL) ==
	    SQLITE_OK)
		restrain(db);
	if (sqlite3_deserialize(db, "main", (unsigned char *)bytes->p,
	                        (sqlite3_int64)bytes->n,
	                        (sqlite3_int64)bytes->n,
	                        SQLITE_DESERIALIZE_READONLY) == SQLITE_OK)
		return db;
	(void)sqlite3_close(db);
	return NULL;
}

/* https://www.sqlite.org/fileformat2.html#the_database_header */
static bool is_whole(struct str bytes)
{
	uint64_t page = bytes_be(bytes, 16, 2), pages = bytes_be(bytes, 28, 4);

	return bytes.n >= pages * (page == 1 ? PAGE_MAX : page);
}

static bool take_row(struct rpm *r, sqlite3_stmt *query)
{
	const void *p = sqlite3_column_blob(query, 0);
	int n = sqlite3_column_bytes(query, 0);

	return p && n > 0 && rpm_take(r, (struct str){p, (size_t)n});
}

static struct str reason(struct rpm *r, sqlite3 *db, int rc)
{
	if (rc == SQLITE_DONE)
		return STR("");
	if (rc == SQLITE_CORRUPT)
		return STR("part of it is damaged");
	return arena_fmt(r->arena, "SQLite: %s", sqlite3_errmsg(db));
}

static struct str read_rows(struct rpm *r, sqlite3 *db)
{
	CLEANUP(sqlite3_finalize_p) sqlite3_stmt *query = NULL;
	int rc = sqlite3_prepare_v2(db, "SELECT blob FROM Packages", -1, &query,
	                            NULL);

	while (rc == SQLITE_OK || rc == SQLITE_ROW) {
		rc = sqlite3_step(query);
		if (rc == SQLITE_ROW && !take_row(r, query))
			return STR("part of it is damaged");
	}
	return reason(r, db, rc);
}

struct str rpm_read_sqlite(struct rpm *r, struct buf *bytes)
{
	CLEANUP(sqlite3_close_p) sqlite3 *db = NULL;
	int looks = 0;

	if (!is_whole(buf_str(bytes)))
		return STR("it is cut off");
	db = open_bytes(bytes);
	if (!db)
		return STR("SQLite can't open it");
	sqlite3_progress_handler(db, STEPS, look, &looks);
	(void)sqlite3_set_authorizer(db, allow, NULL);
	return read_rows(r, db);
}
