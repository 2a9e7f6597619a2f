#include "know/card.h"

#include "know/tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SOURCE "source" /* member of every row */

const struct card_kind card_kinds[] = {
	{"driver", "branches", "VERSION", .example = "550.54.15",
         .fill = card_driver},
	{"cuda", "toolkits", "VERSION", .example = "12.4", .fill = card_cuda},
	{"compat", "forward-compat", "CUDA BRANCH", .example = "12.4 535",
         .fill = card_compat},
	{"class", "forward-compat", "CLASS", .example = "geforce",
         .fill = card_class},
	{"gpu", "gpus", "NAME", .example = "'RTX 3090'", .fill = card_gpu},
	{"brand", "brands", "WORD", .example = "geforce", .fill = card_brand},
	{"arch", "arches", "ARCH", .example = "sm_90", .fill = card_arch},
	{"torch", "torch", "VERSION[+TAG]", .example = "2.4.1+cu121",
         .fill = card_torch},
	{"conda", "torch", "TORCH CUDA", .example = "1.10 11.3",
         .fill = card_conda},
	{"framework", "frameworks", "NAME [VERSION]", .example = "vllm 0.6.4",
         .fill = card_framework},
	{"cudart", "frameworks", "NAME VERSION",
         .example = "nvidia-cuda-runtime-cu12 12.4.127", .fill = card_cudart},
	{"image", "images", "REFERENCE",
         .example = "nvidia/cuda:12.4.1-base-ubuntu22.04", .fill = card_image},
	{"package", "packages", "NAME", .example = "cuda-compat-12-4",
         .fill = card_package},
	{"gate", "gates", "ID", .example = "52", .fill = card_gate},
	{"stack", "stacks", "ID", .example = "gpus-mount", .fill = card_stack},
	{"change", "stacks", "NAME", .example = "docker-cdi",
         .fill = card_change},
};
const size_t card_kinds_n = sizeof card_kinds / sizeof *card_kinds;

const struct card_kind *card_kind_get(struct str word)
{
	for (size_t i = 0; i < card_kinds_n; i++)
		if (str_eq(word, str_c(card_kinds[i].word)))
			return &card_kinds[i];
	return NULL;
}

static const struct table *table_get(const char *name)
{
	for (size_t i = 0; i < TABLES_N; i++)
		if (strcmp(table_list[i]->name, name) == 0)
			return table_list[i];
	return NULL;
}

static const struct field *member(const struct schema *sc, const char *name)
{
	for (size_t i = 0; i < sc->n; i++)
		if (strcmp(sc->fields[i].name, name) == 0)
			return &sc->fields[i];
	return NULL;
}

void card_row(struct card *c, const char *list, const void *row,
              struct str source)
{
	c->schema = member(table_get(c->table)->schema, list)->item;
	c->row = row;
	c->source = source;
}

__attribute__((format(printf, 2, 0))) static struct str format(struct arena *a,
                                                               const char *fmt,
                                                               va_list args)
{
	va_list again;
	char *text;
	int n;

	va_copy(again, args);
	n = vsnprintf(NULL, 0, fmt, again);
	va_end(again);
	if (n < 0)
		return (struct str){0};
	text = arena_array(a, char, (size_t)n + 1);
	(void)vsnprintf(text, (size_t)n + 1, fmt, args);
	return (struct str){text, (size_t)n};
}

void card_add(struct card *c, const char *key, const char *fmt, ...)
{
	va_list args;
	struct str value;

	va_start(args, fmt);
	value = format(c->arena, fmt, args);
	va_end(args);
	*arena_push(c->arena, &c->lines) = (struct pair){str_c(key), value};
}

void card_interpolate(struct card *c, const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	c->interpolated = format(c->arena, fmt, args);
	va_end(args);
}

void card_add_list(struct card *c, const char *key, struct strs list)
{
	struct str value = strs_join(c->arena, list, ", ");

	if (value.n)
		*arena_push(c->arena, &c->lines) =
			(struct pair){str_c(key), value};
}

/* What a member says, "" when it says nothing. */
static struct str member_text(struct arena *a, const struct field *f,
                              const char *at)
{
	int value;

	switch (f->type) {
	case F_BOOL:
		return *(const bool *)(const void *)at ? STR("yes") : STR("");
	case F_INT:
		if (f->presence == OPTIONAL &&
		    *(const int64_t *)(const void *)at == 0)
			break;
		return arena_fmt(a, "%lld",
		                 (long long)*(const int64_t *)(const void *)at);
	case F_STR:
		return *(const struct str *)(const void *)at;
	case F_STRS:
		return strs_join(a, *(const struct strs *)(const void *)at,
		                 ", ");
	case F_ENUM:
		memcpy(&value, at, sizeof value);
		if (value >= 0 && (size_t)value < f->names_n && f->names[value])
			return str_c(f->names[value]);
		break;
	case F_INTS:
	case F_PAIRS:
	case F_OBJECT:
	case F_LIST:
		break;
	}
	return STR("");
}

/* "toolkit_min" is "toolkit min" to people. */
static struct str member_name(struct arena *a, const char *name)
{
	size_t n = strlen(name);
	char *text = arena_array(a, char, n + 1);

	for (size_t i = 0; i < n; i++)
		text[i] = (char)(name[i] == '_' ? ' ' : name[i]);
	return (struct str){text, n};
}

void card_add_members(struct card *c)
{
	for (size_t i = 0; i < c->schema->n; i++) {
		const struct field *f = &c->schema->fields[i];
		struct str value =
			member_text(c->arena, f, (const char *)c->row + f->off);

		if (value.n && strcmp(f->name, SOURCE) != 0)
			*arena_push(c->arena, &c->lines) =
				(struct pair){member_name(c->arena, f->name),
			                      value};
	}
}

struct card card_make(const struct know *k, const struct card_kind *kind,
                      struct str key, struct arena *a)
{
	struct card c = {.arena = a, .table = kind->table, .key = key};

	kind->fill(k, &c);
	if (!c.row && !c.why.n)
		c.why = STR("not in the tables");
	return c;
}

struct card_head {
	struct str table, key, source, interpolated;
};

/* Head and row; the source stands in the head alone. */
static char *copy_row(const struct card *c)
{
	size_t size = sizeof(struct card_head) + c->schema->size;
	char *copy = arena_alloc(c->arena, size, 1, alignof(max_align_t));
	char *row = copy + sizeof(struct card_head);

	memcpy(row, c->row, c->schema->size);
	memset(row + member(c->schema, SOURCE)->off, 0, sizeof(struct str));
	return copy;
}

static const struct schema no_row = {.name = "none"};

/* The row follows the head: only here its type is known. */
void card_json(const struct card *c, struct buf *out)
{
	/* clang-format off */
	const struct field fields[] = {
		FIELD(struct card_head, table, ALWAYS, ""),
		FIELD(struct card_head, key, ALWAYS, ""),
		{ "row", F_OBJECT, NULLABLE, sizeof(struct card_head), c->row ? c->schema : &no_row, NULL, 0, "" },
		FIELD(struct card_head, source, NULLABLE, ""),
		FIELD(struct card_head, interpolated, OPTIONAL, ""),
	};
	/* clang-format on */
	const struct schema schema = SCHEMA(struct card_head, fields);
	struct card_head head = {str_c(c->table), c->key, c->source,
	                         c->interpolated};
	char *record = c->row ? copy_row(c) : (char *)&head;

	memcpy(record, &head, sizeof head);
	record_write(&schema, record, out);
}
