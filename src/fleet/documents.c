/* Cuts documents out of a text, line by line. */
#include "fleet/import_kinds.h"
#include "fleet/text.h"

struct scan {
	struct arena *arena;
	struct documents *out;
	const struct importer *open; /* whose document is running */
	struct str document;         /* from its beginning to the text's end */
	size_t lines;                /* of it, so far */
	struct str lead;             /* since the last that ended */
	struct str host;             /* by the last line that named one */
};

/* What of whole stands in front of rest, which is its end. */
static struct str before(struct str whole, struct str rest)
{
	return (struct str){whole.p, whole.n - rest.n};
}

static void emit(struct scan *s, const struct importer *by, struct str text,
                 struct str rest)
{
	*arena_push(s->arena, s->out) = (struct document){
		.by = by,
		.lead = before(s->lead, text),
		.text = before(text, rest),
		.host = s->host,
	};
	s->lead = rest;
}

/* Another thing begins at rest. */
static void end_running(struct scan *s, struct str rest)
{
	if (s->open)
		emit(s, s->open, s->document, rest);
	s->open = NULL;
}

static const struct importer *holder(struct str object)
{
	for (size_t i = 0; i < importers_n; i++)
		if (importers[i].holds && importers[i].holds(object))
			return &importers[i];
	return NULL;
}

/* True: *rest moved over an object, ours or not. */
static bool take_object(struct scan *s, struct str *rest)
{
	struct str text = *rest, object, behind;
	const struct importer *by;

	while (text.n && (text.p[0] == ' ' || text.p[0] == '\t'))
		text = str_from(text, 1);
	if (s->out->cut || text.n == 0 || text.p[0] != '{')
		return false;
	object = text_json_object(text);
	if (object.n == 0) { /* looked for once: it costs a whole pass */
		s->out->cut = true;
		return false;
	}
	by = holder(object);
	behind = str_from(text, object.n);
	if (by) {
		end_running(s, text);
		emit(s, by, text, behind);
	}
	*rest = behind;
	return true;
}

/* A date and a frame in front of a header begin the document that it does. */
static bool is_still_heading(const struct scan *s, const struct importer *by)
{
	return by == s->open && s->lines <= 2;
}

static const struct importer *beginner(const struct scan *s, struct str text)
{
	for (size_t i = 0; i < importers_n; i++) {
		const struct importer *by = &importers[i];
		enum begins b = by->begins ? by->begins(text) : BEGINS_NOT;

		if ((b == BEGINS_HERE && !is_still_heading(s, by)) ||
		    (b == BEGINS_MAYBE && by != s->open))
			return by;
	}
	return NULL;
}

/* True: *rest moved over a document of known length. */
static bool take_document(struct scan *s, struct str *rest)
{
	const struct importer *by = beginner(s, *rest);
	struct str behind;

	if (!by)
		return false;
	end_running(s, *rest);
	if (!by->extent) {
		s->open = by;
		s->document = *rest;
		s->lines = 0;
		return false;
	}
	behind = str_from(*rest, by->extent(*rest));
	if (behind.n == rest->n) /* at least its line */
		return false;
	emit(s, by, *rest, behind);
	*rest = behind;
	return true;
}

static void take_host(struct scan *s, struct str rest)
{
	struct str host;

	if (s->open && s->lines == 0) /* it is a document's first line */
		return;
	if (!import_host(text_line(rest), &host))
		return;
	end_running(s, rest);
	s->host = host;
}

struct documents import_find(struct str text, struct arena *a)
{
	struct documents out = {0};
	struct scan s = {.arena = a, .out = &out, .lead = text};
	struct str line;

	while (text.n) {
		if (take_object(&s, &text) || take_document(&s, &text))
			continue;
		take_host(&s, text);
		(void)str_next(&text, '\n', &line);
		s.lines++;
	}
	text = str_from(s.lead, s.lead.n);
	end_running(&s, text);
	out.rest = s.lead;
	return out;
}
