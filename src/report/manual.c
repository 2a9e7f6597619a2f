#include "report/manual.h"

#include "report/mdoc.h"

/* Records that a page tells of, each once. */
enum { SCHEMAS_MAX = 32 };

struct told {
	const struct schema *v[SCHEMAS_MAX];
	size_t n;
};

static const char *type_words(enum field_type t)
{
	switch (t) {
	case F_BOOL:
		return "true or false";
	case F_INT:
		return "integer";
	case F_INTS:
		return "list of integers";
	case F_STR:
		return "string";
	case F_STRS:
		return "list of strings";
	case F_PAIRS:
		return "object of strings";
	case F_ENUM:
		return "word";
	case F_OBJECT:
		return "object";
	case F_LIST:
		return "list of objects";
	}
	return "";
}

static const char *presence_words(enum presence p)
{
	switch (p) {
	case REQUIRED:
		return ", required";
	case OPTIONAL:
		return ", optional";
	case NULLABLE:
		return " or null";
	case ALWAYS:
		break;
	}
	return "";
}

static void put_words(const struct field *f, struct buf *out)
{
	const char *sep = "";

	buf_add(out, STR("One of\n"));
	for (size_t i = 0; i < f->names_n; i++) {
		if (!f->names[i])
			continue;
		buf_printf(out, "%s.Cm %s", sep, f->names[i]);
		sep = " ,\n";
	}
	buf_add(out, STR(" .\n"));
}

static void put_field(const struct field *f, struct buf *out)
{
	buf_printf(out, ".It Va %s Pq %s%s\n", f->name, type_words(f->type),
	           presence_words(f->presence));
	if (f->doc && f->doc[0]) {
		mdoc_text(out, f->doc);
		buf_add(out, STR(".\n"));
	}
	if (f->type == F_ENUM)
		put_words(f, out);
}

static bool tell(struct told *told, const struct schema *sc)
{
	for (size_t i = 0; i < told->n; i++)
		if (told->v[i] == sc)
			return false;
	if (told->n == SCHEMAS_MAX)
		return false;
	told->v[told->n++] = sc;
	return true;
}

static void put_record(const struct schema *sc, const char *head,
                       struct told *told, struct buf *out)
{
	if (!tell(told, sc))
		return;
	buf_printf(out, ".Ss %s\n.Bl -tag -width Ds\n", head);
	for (size_t i = 0; i < sc->n; i++)
		put_field(&sc->fields[i], out);
	buf_add(out, STR(".El\n"));
	for (size_t i = 0; i < sc->n; i++) {
		const struct field *f = &sc->fields[i];
		struct buf name = {0};

		if (!f->item)
			continue;
		buf_printf(&name, "%s %s",
		           f->type == F_LIST ? "Each of" : "The object",
		           f->name);
		put_record(f->item, name.p, told, out);
		buf_free(&name);
	}
}

static void mark(const struct schema *sc, struct told *told)
{
	if (!tell(told, sc))
		return;
	for (size_t i = 0; i < sc->n; i++)
		if (sc->fields[i].item)
			mark(sc->fields[i].item, told);
}

void manual_schema(const struct schema *sc, const char *head,
                   const struct schema *known, struct buf *out)
{
	struct told told = {0};

	if (known)
		mark(known, &told);
	put_record(sc, head, &told, out);
}
