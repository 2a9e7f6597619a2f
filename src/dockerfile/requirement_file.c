#include "dockerfile/requirement.h"

/* Options that take a value, and what they are called here. */
static const struct {
	const char *name;
	const char *as;
} with_value[] = {
	{"-i", "--index-url"},
	{"--index-url", "--index-url"},
	{"--pypi-url", "--index-url"},
	{"--extra-index-url", "--extra-index-url"},
	{"-f", "--find-links"},
	{"--find-links", "--find-links"},
	{"-e", "--editable"},
	{"--editable", "--editable"},
	{"-r", "--requirement"},
	{"--requirement", "--requirement"},
	{"-c", "--constraint"},
	{"--constraint", "--constraint"},
	{"--no-binary", "--no-binary"},
	{"--only-binary", "--only-binary"},
	{"--trusted-host", "--trusted-host"},
	{"--use-feature", "--use-feature"},
};

struct file {
	struct arena *arena;
	const struct text *bytes;
	struct req_lines *out;
	size_t line; /* of the first physical line of what is read */
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\f' || c == '\r';
}

/* "#" begins a comment at the start or behind a blank. */
static struct str without_comment(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '#' && (i == 0 || is_blank(s.p[i - 1])))
			return str_trim((struct str){s.p, i});
	return str_trim(s);
}

/* Options of one requirement, as --hash=…, begin behind a blank. */
static struct str without_options(struct str s)
{
	for (size_t i = 1; i + 1 < s.n; i++)
		if (s.p[i] == '-' && is_blank(s.p[i - 1]) &&
		    (s.p[i + 1] == '-' || s.p[i + 1] == 'C'))
			return str_trim((struct str){s.p, i});
	return s;
}

/* Bytes that were not put together keep their origin. */
static struct text with_origin(const struct file *f, struct str s)
{
	const char *from = f->bytes->s.p;

	if (s.n && s.p >= from && s.p < from + f->bytes->s.n)
		return text_slice(f->arena, f->bytes, (size_t)(s.p - from),
		                  s.n);
	return text_of(f->arena, TEXT_MADE, s);
}

static void add(struct file *f, enum req_line_kind kind, const char *option,
                struct str value)
{
	if (f->out->n == REQUIREMENT_LINES_MAX) {
		f->out->cut = true;
		return;
	}
	*arena_push(f->arena, f->out) =
		(struct req_line){kind, str_c(option), with_origin(f, value),
	                          f->line};
}

static struct str unquoted(struct str s)
{
	if (s.n >= 2 && (s.p[0] == '"' || s.p[0] == '\'') &&
	    s.p[s.n - 1] == s.p[0])
		return (struct str){s.p + 1, s.n - 2};
	return s;
}

/* A path or URL as the only word of the value. */
static struct str first_word(struct str s)
{
	size_t n = 0;

	s = str_trim(s);
	while (n < s.n && !is_blank(s.p[n]))
		n++;
	return unquoted((struct str){s.p, n});
}

static void add_option(struct file *f, const char *name, struct str value)
{
	struct str n = str_c(name);

	if (str_eq(n, STR("--requirement")))
		add(f, LINE_INCLUDE, name, first_word(value));
	else if (str_eq(n, STR("--constraint")))
		add(f, LINE_CONSTRAINT, name, first_word(value));
	else if (str_eq(n, STR("--editable")))
		add(f, LINE_REQUIREMENT, name, without_options(value));
	else
		add(f, LINE_OPTION, name, first_word(value));
}

/* "-rFILE", "-r FILE", "--requirement=FILE", "--requirement FILE" */
static bool option_value(struct str line, const char *name, struct str *value)
{
	struct str n = str_c(name);
	bool letter = n.n == 2, equals;

	if (!str_has_prefix(line, n))
		return false;
	*value = str_from(line, n.n);
	equals = str_has_prefix(*value, STR("="));
	if (!letter && !equals && value->n && !is_blank(value->p[0]))
		return false;
	if (equals)
		*value = str_from(*value, 1);
	*value = str_trim(*value);
	return true;
}

static void option_line(struct file *f, struct str line)
{
	struct str value;

	for (size_t i = 0; i < sizeof with_value / sizeof *with_value; i++)
		if (option_value(line, with_value[i].name, &value)) {
			add_option(f, with_value[i].as, value);
			return;
		}
	*arena_push(f->arena, f->out) = (struct req_line){
		.kind = LINE_OPTION,
		.option = first_word(line),
		.line = f->line,
	};
}

static void logical_line(struct file *f, struct str line)
{
	line = without_comment(line);
	if (line.n == 0)
		return;
	if (f->out->n == REQUIREMENT_LINES_MAX)
		f->out->cut = true;
	else if (line.p[0] == '-')
		option_line(f, line);
	else
		add(f, LINE_REQUIREMENT, "", without_options(line));
}

static bool is_comment_line(struct str s)
{
	s = str_trim(s);
	return s.n && s.p[0] == '#';
}

/* A comment ends what a backslash had continued. */
static bool continues(struct str line)
{
	return line.n && line.p[line.n - 1] == '\\' && !is_comment_line(line);
}

static struct str without_cr(struct str s)
{
	if (s.n && s.p[s.n - 1] == '\r')
		s.n--;
	return s;
}

void requirement_file(const struct text *text, struct arena *a,
                      struct req_lines *out)
{
	struct file f = {a, text, out, 0};
	struct text_maker m = {.arena = a};
	struct str bytes = text->s, line, bom = STR("\xEF\xBB\xBF");
	size_t n = 0;

	*out = (struct req_lines){.cut = bytes.n > REQUIREMENT_FILE_MAX};
	if (out->cut)
		return;
	if (str_has_prefix(bytes, bom))
		bytes = str_from(bytes, bom.n);
	while (str_next(&bytes, '\n', &line)) {
		n++;
		line = without_cr(line);
		if (m.n == 0)
			f.line = n;
		if (continues(line)) {
			text_add_made(&m, (struct str){line.p, line.n - 1});
			continue;
		}
		if (m.n == 0) {
			logical_line(&f, line);
			continue;
		}
		if (is_comment_line(line))
			line = STR("");
		text_add_made(&m, line);
		logical_line(&f, text_take(&m).s);
	}
	if (m.n)
		logical_line(&f, text_take(&m).s);
}
