#include "base/record.h"

#include "base/cleanup.h"
#include "base/utf8.h"

#include <jansson.h>
#include <string.h>

CLEANUP_FN(json_t *, json_decref)

/* Any {v, n} slice, whatever it points at. */
struct slice {
	void *v;
	size_t n;
};

struct reader {
	struct arena *arena;
	unsigned flags;
	struct err *err;
};

static int parse_object(const struct reader *r, const struct schema *sc,
                        json_t *obj, void *out);

static int want(const struct reader *r, const char *what, const json_t *v)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object",   [JSON_ARRAY] = "an array",
		[JSON_STRING] = "a string",    [JSON_INTEGER] = "an integer",
		[JSON_REAL] = "a real number", [JSON_TRUE] = "true",
		[JSON_FALSE] = "false",        [JSON_NULL] = "null",
	};

	return err_set(r->err, ERR_FORMAT, "want %s, got %s", what,
	               names[json_typeof(v)]);
}

/* U+F7xx in UTF-8 is EF 9C..9F 80..BF. */
static bool is_mark(const unsigned char *p, size_t n)
{
	return n >= 3 && p[0] == 0xef && (p[1] & 0xfc) == 0x9c &&
	       (p[2] & 0xc0) == 0x80;
}

static struct str unescape(struct arena *a, struct str s)
{
	char *out = arena_array(a, char, s.n + 1);
	const unsigned char *p = (const unsigned char *)s.p;
	size_t n = 0;

	for (size_t i = 0; i < s.n;) {
		if (is_mark(p + i, s.n - i)) {
			out[n++] =
				(char)((p[i + 1] & 3) << 6 | (p[i + 2] & 0x3f));
			i += 3;
		} else {
			out[n++] = s.p[i++];
		}
	}
	return (struct str){out, n};
}

static struct str take_str(const struct reader *r, struct str s)
{
	if (r->flags & RECORD_BYTES)
		return unescape(r->arena, s);
	return arena_str(r->arena, s);
}

static int parse_str(const struct reader *r, json_t *v, struct str *out)
{
	if (!json_is_string(v))
		return want(r, "a string", v);
	*out = take_str(r, (struct str){json_string_value(v),
	                                json_string_length(v)});
	return 0;
}

static int parse_int(const struct reader *r, json_t *v, int64_t *out)
{
	if (!json_is_integer(v))
		return want(r, "an integer", v);
	*out = json_integer_value(v);
	return 0;
}

static int not_one_of(const struct reader *r, const struct field *f,
                      const char *got)
{
	struct buf all = {.max = 300};

	for (size_t i = 0; i < f->names_n; i++)
		if (f->names[i])
			buf_printf(&all, "%s%s", all.n ? ", " : "",
			           f->names[i]);
	(void)err_set(r->err, ERR_FORMAT, "'%.60s' is not one of %s", got,
	              all.n ? all.p : "");
	buf_free(&all);
	return -1;
}

static int parse_enum(const struct reader *r, const struct field *f, json_t *v,
                      int *out)
{
	if (!json_is_string(v))
		return want(r, "a string", v);
	for (size_t i = 0; i < f->names_n; i++) {
		if (f->names[i] &&
		    strcmp(f->names[i], json_string_value(v)) == 0) {
			*out = (int)i;
			return 0;
		}
	}
	return not_one_of(r, f, json_string_value(v));
}

static size_t item_size(const struct field *f)
{
	switch (f->type) {
	case F_INTS:
		return sizeof(int64_t);
	case F_STRS:
		return sizeof(struct str);
	case F_LIST:
		return f->item->size;
	case F_BOOL:
	case F_INT:
	case F_STR:
	case F_PAIRS:
	case F_ENUM:
	case F_OBJECT:
		break;
	}
	return 0;
}

static int parse_item(const struct reader *r, const struct field *f, json_t *v,
                      void *to)
{
	if (f->type == F_INTS)
		return parse_int(r, v, to);
	if (f->type == F_STRS)
		return parse_str(r, v, to);
	return parse_object(r, f->item, v, to);
}

static int parse_items(const struct reader *r, const struct field *f, json_t *v,
                       void *at)
{
	size_t size = item_size(f);
	struct slice sl = {0};

	if (!json_is_array(v))
		return want(r, "an array", v);
	sl.n = json_array_size(v);
	sl.v = arena_alloc(r->arena, size, sl.n, alignof(max_align_t));
	for (size_t i = 0; i < sl.n; i++)
		if (parse_item(r, f, json_array_get(v, i),
		               (char *)sl.v + i * size))
			return err_at(r->err, "%zu", i);
	memcpy(at, &sl, sizeof sl);
	return 0;
}

static int parse_pairs(const struct reader *r, json_t *v, struct pairs *out)
{
	const char *key;
	json_t *value;
	size_t i = 0;

	if (!json_is_object(v))
		return want(r, "an object", v);
	out->n = json_object_size(v);
	out->v = arena_array(r->arena, struct pair, out->n);
	json_object_foreach(v, key, value)
	{
		out->v[i].key = take_str(r, str_c(key));
		if (parse_str(r, value, &out->v[i++].value))
			return err_at(r->err, "%s", key);
	}
	return 0;
}

static int parse_field(const struct reader *r, const struct field *f, json_t *v,
                       void *at)
{
	switch (f->type) {
	case F_BOOL:
		if (!json_is_boolean(v))
			return want(r, "true or false", v);
		*(bool *)at = json_is_true(v);
		return 0;
	case F_INT:
		return parse_int(r, v, at);
	case F_STR:
		return parse_str(r, v, at);
	case F_ENUM:
		return parse_enum(r, f, v, at);
	case F_PAIRS:
		return parse_pairs(r, v, at);
	case F_OBJECT:
		return parse_object(r, f->item, v, at);
	case F_INTS:
	case F_STRS:
	case F_LIST:
		return parse_items(r, f, v, at);
	}
	return 0;
}

static const struct field *field_get(const struct schema *sc, const char *name)
{
	for (const struct field *f = sc->fields; f < sc->fields + sc->n; f++)
		if (strcmp(f->name, name) == 0)
			return f;
	return NULL;
}

static int parse_member(const struct reader *r, const struct schema *sc,
                        const char *key, json_t *v, void *out)
{
	const struct field *f = field_get(sc, key);
	bool tolerant = r->flags & RECORD_TOLERANT;

	if (!f) {
		if (tolerant)
			return 0;
		return err_set(r->err, ERR_FORMAT, "unknown key '%.80s'", key);
	}
	if (json_is_null(v) &&
	    (f->presence == NULLABLE || (tolerant && f->presence != REQUIRED)))
		return 0;
	if (parse_field(r, f, v, (char *)out + f->off))
		return err_at(r->err, "%s", key);
	return 0;
}

static int parse_object(const struct reader *r, const struct schema *sc,
                        json_t *obj, void *out)
{
	const char *key;
	json_t *v;

	if (!json_is_object(obj))
		return want(r, "an object", obj);
	json_object_foreach(obj, key, v)
	{
		if (parse_member(r, sc, key, v, out))
			return -1;
	}
	for (const struct field *f = sc->fields; f < sc->fields + sc->n; f++)
		if (f->presence == REQUIRED && !json_object_get(obj, f->name))
			return err_set(r->err, ERR_FORMAT, "missing key '%s'",
			               f->name);
	return 0;
}

/* About what jansson allocates for a value, by the byte it begins with or has
 * behind it. */
static size_t weight(char c)
{
	switch (c) {
	case '{':
		return 256;
	case '[':
		return 128;
	case ':':
	case ',':
		return 64;
	default:
		return 0;
	}
}

/* "{},{},…" takes eighty times its size. */
static bool is_heavy(struct str json)
{
	size_t sum = 0;
	bool quoted = false;

	for (size_t i = 0; i < json.n && sum <= RECORD_WEIGHT_MAX; i++) {
		char c = json.p[i];

		if (c == '"')
			quoted = !quoted;
		else if (quoted)
			i += c == '\\';
		else
			sum += weight(c);
	}
	return sum > RECORD_WEIGHT_MAX;
}

static json_t *load(struct str json, struct err *err)
{
	json_error_t je;
	json_t *root;

	if (is_heavy(json)) {
		(void)err_set(err, ERR_LIMIT, "limit: JSON of too many values");
		return NULL;
	}
	root = json_loadb(json.p ? json.p : "", json.n, JSON_REJECT_DUPLICATES,
	                  &je);
	if (!root)
		(void)err_set(err, ERR_FORMAT, "line %d, column %d: %s",
		              je.line, je.column, je.text);
	return root;
}

int record_parse(const struct schema *sc, struct str json, unsigned flags,
                 struct arena *a, void *out, struct err *err)
{
	CLEANUP(json_decref_p) json_t *root = load(json, err);
	struct reader r = {a, flags, err};

	return root ? parse_object(&r, sc, root, out) : -1;
}

int record_check_schema(struct str json, const char *want, struct err *err)
{
	CLEANUP(json_decref_p) json_t *root = load(json, err);
	const char *got;

	if (!root)
		return -1;
	got = json_string_value(json_object_get(root, "schema"));
	if (got && strcmp(got, want) != 0)
		return err_set(err, ERR_FORMAT,
		               "/schema: want '%s', got '%.60s'", want, got);
	return 0;
}

int record_parse_list(const struct schema *sc, struct str json, unsigned flags,
                      struct arena *a, void *out, struct err *err)
{
	CLEANUP(json_decref_p) json_t *root = load(json, err);
	struct reader r = {a, flags, err};
	struct field list = {.type = F_LIST, .item = sc};

	return root ? parse_items(&r, &list, root, out) : -1;
}

static int parse_map(const struct reader *r, const struct schema *sc,
                     json_t *obj, struct slice *out)
{
	const char *key;
	json_t *v;
	char *item;

	if (!json_is_object(obj))
		return want(r, "an object", obj);
	item = arena_alloc(r->arena, sc->size, json_object_size(obj),
	                   alignof(max_align_t));
	out->v = item;
	json_object_foreach(obj, key, v)
	{
		*(struct str *)(void *)item = take_str(r, str_c(key));
		if (parse_object(r, sc, v, item))
			return err_at(r->err, "%s", key);
		item += sc->size;
		out->n++;
	}
	return 0;
}

int record_parse_map(const struct schema *sc, const char *member,
                     struct str json, unsigned flags, struct arena *a,
                     void *out, struct err *err)
{
	CLEANUP(json_decref_p) json_t *root = load(json, err);
	struct reader r = {a, flags, err};
	struct slice sl = {0};
	json_t *obj;

	if (!root)
		return -1;
	if (!json_is_object(root))
		return want(&r, "an object", root);
	obj = json_object_get(root, member);
	if (obj && !json_is_null(obj) && parse_map(&r, sc, obj, &sl))
		return err_at(err, "%s", member);
	memcpy(out, &sl, sizeof sl);
	return 0;
}

int record_parse_nested(struct str json, struct arena *a, struct pairs *out,
                        struct err *err)
{
	CLEANUP(json_decref_p) json_t *root = load(json, err);
	struct reader r = {a, RECORD_TOLERANT, err};
	struct pairs inner;
	const char *key;
	json_t *v;

	*out = (struct pairs){0};
	if (!root)
		return -1;
	if (!json_is_object(root))
		return want(&r, "an object", root);
	json_object_foreach(root, key, v)
	{
		if (parse_pairs(&r, v, &inner))
			return err_at(err, "%s", key);
		slice_for (struct pair, p, inner)
			*arena_push(a, out) = (struct pair){
				arena_fmt(a, "%s:" STR_F, key, STR_A(p->key)),
				p->value,
			};
	}
	return 0;
}

static void add_mark(struct buf *b, unsigned char c)
{
	char mark[3] = {(char)0xef, (char)(0x9c | c >> 6),
	                (char)(0x80 | (c & 0x3f))};

	buf_add(b, (struct str){mark, 3});
}

static json_t *str_to_json(struct str s)
{
	struct buf b = {0};
	json_t *v;

	for (size_t i = 0; i < s.n;) {
		const unsigned char *p = (const unsigned char *)s.p + i;
		uint32_t cp;
		size_t len = *p ? utf8_decode(s.p + i, s.n - i, &cp) : 0;

		if (len == 0 || is_mark(p, s.n - i)) {
			add_mark(&b, *p);
			i++;
		} else {
			buf_add(&b, (struct str){s.p + i, len});
			i += len;
		}
	}
	v = json_stringn_nocheck(b.n ? b.p : "", b.n);
	buf_free(&b);
	return v;
}

static json_t *to_json(const struct schema *sc, const void *rec);

static json_t *item_to_json(const struct field *f, const void *item)
{
	if (f->type == F_INTS)
		return json_integer(*(const int64_t *)item);
	if (f->type == F_STRS)
		return str_to_json(*(const struct str *)item);
	return to_json(f->item, item);
}

static json_t *items_to_json(const struct field *f, const void *at)
{
	json_t *arr = json_array();
	struct slice sl;

	memcpy(&sl, at, sizeof sl);
	for (size_t i = 0; i < sl.n; i++)
		json_array_append_new(
			arr, item_to_json(f, (char *)sl.v + i * item_size(f)));
	return arr;
}

static json_t *pairs_to_json(const struct pairs *pairs)
{
	json_t *obj = json_object();

	slice_for (struct pair, p, *pairs) {
		json_t *key = str_to_json(p->key);

		json_object_set_new_nocheck(obj, json_string_value(key),
		                            str_to_json(p->value));
		json_decref(key);
	}
	return obj;
}

static json_t *enum_to_json(const struct field *f, const void *at)
{
	size_t value = (size_t) * (const int *)at;

	if (value >= f->names_n || !f->names[value])
		return json_null();
	return json_string(f->names[value]);
}

static json_t *field_to_json(const struct field *f, const void *at)
{
	switch (f->type) {
	case F_BOOL:
		return json_boolean(*(const bool *)at);
	case F_INT:
		return json_integer(*(const int64_t *)at);
	case F_STR:
		return str_to_json(*(const struct str *)at);
	case F_ENUM:
		return enum_to_json(f, at);
	case F_PAIRS:
		return pairs_to_json(at);
	case F_OBJECT:
		return to_json(f->item, at);
	case F_INTS:
	case F_STRS:
	case F_LIST:
		return items_to_json(f, at);
	}
	return NULL;
}

static bool is_empty(const struct field *f, const json_t *v)
{
	switch (f->type) {
	case F_BOOL:
		return json_is_false(v);
	case F_INT:
		return json_integer_value(v) == 0;
	case F_STR:
		return json_string_length(v) == 0;
	case F_ENUM:
		return json_is_null(v);
	case F_PAIRS:
	case F_OBJECT:
		return json_object_size(v) == 0;
	case F_INTS:
	case F_STRS:
	case F_LIST:
		return json_array_size(v) == 0;
	}
	return true;
}

static json_t *to_json(const struct schema *sc, const void *rec)
{
	json_t *obj = json_object();

	for (const struct field *f = sc->fields; f < sc->fields + sc->n; f++) {
		json_t *v = field_to_json(f, (const char *)rec + f->off);
		bool empty = is_empty(f, v);

		if (empty && f->presence == OPTIONAL) {
			json_decref(v);
			continue;
		}
		if (empty && f->presence == NULLABLE) {
			json_decref(v);
			v = json_null();
		}
		json_object_set_new(obj, f->name, v);
	}
	return obj;
}

/* DEL is a control too, though not to JSON: there it is in strings only. */
static int add_bytes(const char *p, size_t n, void *b)
{
	struct str rest = {p, n}, part;

	while (str_cut(rest, '\x7f', &part, &rest)) {
		buf_add(b, part);
		buf_add(b, STR("\\u007f"));
	}
	buf_add(b, part);
	return 0;
}

void record_write(const struct schema *sc, const void *rec, struct buf *out)
{
	CLEANUP(json_decref_p) json_t *root = to_json(sc, rec);

	(void)json_dump_callback(root, add_bytes, out,
	                         JSON_INDENT(2) | JSON_ENSURE_ASCII);
	buf_add(out, STR("\n"));
}

void record_write_list(const struct schema *sc, const void *list,
                       struct buf *out)
{
	struct field f = {.type = F_LIST, .item = sc};
	CLEANUP(json_decref_p) json_t *root = items_to_json(&f, list);

	(void)json_dump_callback(root, add_bytes, out,
	                         JSON_INDENT(2) | JSON_ENSURE_ASCII);
	buf_add(out, STR("\n"));
}

void record_write_line(const struct schema *sc, const void *rec,
                       struct buf *out)
{
	CLEANUP(json_decref_p) json_t *root = to_json(sc, rec);

	(void)json_dump_callback(root, add_bytes, out,
	                         JSON_COMPACT | JSON_ENSURE_ASCII);
}
