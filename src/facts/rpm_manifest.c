/* Of Azure Linux, toolkit/docs/how_it_works, "RPM Manifest File": an image
 * without rpm's database has what rpm would list of each package, between tabs:
 * NAME VERSION-RELEASE INSTALLTIME BUILDTIME VENDOR EPOCH SIZE ARCH EPOCHNUM
 * SOURCERPM. */
#include "facts/extract.h"

enum {
	COLUMN_NAME,
	COLUMN_VERSION,
	COLUMN_EPOCH = 5,
	COLUMN_ARCH = 7,
	COLUMNS = 10
};

static bool is_epoch(struct str s)
{
	uint64_t number;

	return str_eq(s, STR("(none)")) || str_uint(s, &number);
}

static bool split(struct str line, struct str column[COLUMNS])
{
	int n = 0;

	while (n < COLUMNS && str_next(&line, '\t', &column[n]))
		n++;
	return n == COLUMNS && !line.p && column[COLUMN_NAME].n &&
	       column[COLUMN_VERSION].n && is_epoch(column[COLUMN_EPOCH]);
}

/* "3:550.54.15-1.azl3", as rpm's EVR. */
static struct str version_of(const struct str column[COLUMNS], struct arena *a)
{
	if (str_eq(column[COLUMN_EPOCH], STR("(none)")))
		return arena_str(a, column[COLUMN_VERSION]);
	return arena_fmt(a, STR_F ":" STR_F, STR_A(column[COLUMN_EPOCH]),
	                 STR_A(column[COLUMN_VERSION]));
}

static void take(const struct str column[COLUMNS], struct arena *a,
                 struct said *out)
{
	if (!interest_package(column[COLUMN_NAME]))
		return;
	extract_package(
		(struct package){.name = arena_str(a, column[COLUMN_NAME]),
	                         .version = version_of(column, a),
	                         .arch = arena_str(a, column[COLUMN_ARCH]),
	                         .manager = PACKAGER_RPM},
		a, out);
}

void extract_rpm_manifest(struct str bytes, struct arena *a, struct said *out)
{
	struct str line, column[COLUMNS];

	while (str_next(&bytes, '\n', &line)) {
		if (split(line, column))
			take(column, a, out);
		else if (line.n)
			out->gap = STR("a line of it is no package of rpm's");
	}
}
