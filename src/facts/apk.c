#include "facts/extract.h"

#include "base/path.h"

/* One record's fields; views.  P and V stand in front of F and R. */
struct record {
	struct str package, version, arch, dir;
};

static void take_file(const struct record *rec, struct str base,
                      struct arena *a, struct said *out)
{
	struct arena space = {0};
	struct str path = arena_fmt(&space, STR_F "/" STR_F, STR_A(rec->dir),
	                            STR_A(base));

	extract_owner(path_rel(path), rec->package, a, out);
	arena_free(&space);
}

static void take_field(struct record *rec, char key, struct str value,
                       struct arena *a, struct said *out)
{
	if (key == 'P')
		rec->package = value;
	else if (key == 'V')
		rec->version = value;
	else if (key == 'A')
		rec->arch = value;
	else if (key == 'F')
		rec->dir = value;
	else if (key == 'R' && interest_package(rec->package))
		take_file(rec, value, a, out);
}

static void end_record(const struct record *rec, struct arena *a,
                       struct said *out)
{
	if (!interest_package(rec->package))
		return;
	extract_package((struct package){.name = arena_str(a, rec->package),
	                                 .version = arena_str(a, rec->version),
	                                 .arch = arena_str(a, rec->arch),
	                                 .manager = PACKAGER_APK},
	                a, out);
}

void extract_apk(struct str bytes, struct arena *a, struct said *out)
{
	struct record rec = {0};
	struct str line;

	while (str_next(&bytes, '\n', &line)) {
		if (line.n == 0) {
			end_record(&rec, a, out);
			rec = (struct record){0};
		} else if (line.n >= 2 && line.p[1] == ':') {
			take_field(&rec, line.p[0], str_from(line, 2), a, out);
		}
	}
	end_record(&rec, a, out);
}
