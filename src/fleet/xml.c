#include "fleet/xml.h"

#include "fleet/text.h"

#include <string.h>

static bool is_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
	       (c >= '0' && c <= '9') || (c && strchr("_-.:", c));
}

static struct str name_at(struct str s)
{
	size_t n = 0;

	while (n < s.n && is_name(s.p[n]))
		n++;
	return (struct str){s.p, n};
}

static bool is_markup(struct str s)
{
	return s.n > 1 && s.p[0] == '<' &&
	       (s.p[1] == '/' || s.p[1] == '!' || s.p[1] == '?' ||
	        (is_name(s.p[1]) && (s.p[1] < '0' || s.p[1] > '9')));
}

/* Past the end of what begins here; false when it does not end. */
static bool skip_past(struct xml *x, struct str end)
{
	size_t at = text_find(x->rest, end);

	if (at == SIZE_MAX)
		return false;
	x->rest = str_from(x->rest, at + end.n);
	return true;
}

/* "<!DOCTYPE x [ … ]>": up to the '>' that is in no bracket. */
static bool skip_declaration(struct xml *x)
{
	size_t depth = 0;

	for (size_t i = 0; i < x->rest.n; i++) {
		char c = x->rest.p[i];

		depth += c == '[';
		depth -= c == ']' && depth;
		if (c == '>' && depth == 0) {
			x->rest = str_from(x->rest, i + 1);
			return true;
		}
	}
	return false;
}

static bool skip_other(struct xml *x)
{
	if (str_has_prefix(x->rest, STR("<!--")))
		return skip_past(x, STR("-->"));
	if (str_has_prefix(x->rest, STR("<?")))
		return skip_past(x, STR("?>"));
	return skip_declaration(x);
}

/* Where the tag's '>' is, outside of quotes. */
static size_t tag_end(struct str s)
{
	char quote = '\0';

	for (size_t i = 1; i < s.n; i++) {
		if (quote && s.p[i] == quote)
			quote = '\0';
		else if (quote)
			continue;
		else if (s.p[i] == '"' || s.p[i] == '\'')
			quote = s.p[i];
		else if (s.p[i] == '>')
			return i;
	}
	return SIZE_MAX;
}

static enum xml_event read_tag(struct xml *x, struct str *out)
{
	size_t end = tag_end(x->rest);
	bool close = x->rest.p[1] == '/';

	if (end == SIZE_MAX)
		return XML_CUT;
	*out = name_at(str_from(x->rest, close ? 2 : 1));
	if (!close && x->rest.p[end - 1] == '/')
		x->empty = *out;
	x->rest = str_from(x->rest, end + 1);
	return close ? XML_CLOSE : XML_OPEN;
}

static enum xml_event read_text(struct xml *x, struct str *out)
{
	size_t n = 1;

	while (n < x->rest.n && !is_markup(str_from(x->rest, n)))
		n++;
	*out = (struct str){x->rest.p, n};
	x->rest = str_from(x->rest, n);
	return XML_TEXT;
}

enum xml_event xml_next(struct xml *x, struct str *out)
{
	if (x->empty.n) {
		*out = x->empty;
		x->empty = (struct str){0};
		return XML_CLOSE;
	}
	while (is_markup(x->rest)) {
		if (x->rest.p[1] != '!' && x->rest.p[1] != '?')
			return read_tag(x, out);
		if (!skip_other(x))
			return XML_CUT;
	}
	return x->rest.n ? read_text(x, out) : XML_END;
}

/* "#38", "#x26"; only ASCII is worth it in the name of a GPU. */
static char reference(struct str s)
{
	bool hex = s.n > 1 && (s.p[1] == 'x' || s.p[1] == 'X');
	unsigned code = 0;

	for (size_t i = hex ? 2 : 1; i < s.n && code < 128; i++) {
		int digit = str_hex_digit(s.p[i]);

		if (digit < 0 || (!hex && digit > 9))
			return '\0';
		code = code * (hex ? 16 : 10) + (unsigned)digit;
	}
	if (code > 127)
		return '\0';
	return (char)code;
}

static char entity(struct str name)
{
	static const struct {
		struct str name;
		char c;
	} known[] = {{{"amp", 3}, '&'},
	             {{"lt", 2}, '<'},
	             {{"gt", 2}, '>'},
	             {{"quot", 4}, '"'},
	             {{"apos", 4}, '\''}};

	if (name.n > 1 && name.p[0] == '#')
		return reference(name);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (str_eq(known[i].name, name))
			return known[i].c;
	return 0;
}

struct str xml_text(struct str raw, struct arena *a)
{
	char *out = arena_array(a, char, raw.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < raw.n; i++) {
		struct str name, tail;
		char c = '\0';

		if (raw.p[i] == '&' &&
		    str_cut(str_from(raw, i + 1), ';', &name, &tail))
			c = entity(name);
		if (c)
			i += name.n + 1;
		else
			c = raw.p[i];
		out[n++] = c;
	}
	return (struct str){out, n};
}
