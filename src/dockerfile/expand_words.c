/* A word that becomes several: what is not quoted is split at blanks. */
#include "dockerfile/expand_lexer.h"
#include "dockerfile/gochar.h"

/* A word of l's output ends: text it and begin another. */
static void end_word(struct text_maker *word, const struct expansion *whole,
                     struct expansions *out)
{
	if (word->n == 0)
		return;
	*arena_push(word->arena, out) = *whole;
	out->v[out->n - 1].text = text_take(word);
}

/* Words of a part that isn't raw. */
static void split_part(struct text_maker *word, const struct expansion *whole,
                       size_t at, size_t end, struct expansions *out)
{
	const struct text *t = &whole->text;
	size_t from = at;
	uint32_t cp;

	while (at < end) {
		size_t n = gochar_at(t->s, at, &cp);

		if (gochar_is_space(cp)) {
			add_chars(word, t, from, at - from);
			end_word(word, whole, out);
			from = at + n;
		}
		at += n;
	}
	add_chars(word, t, from, end - from);
}

int expand_words(const struct text *word, char escape, const struct scope *s,
                 struct arena *a, struct expansions *out, struct err *err)
{
	struct expansion ex = {0};
	struct text_maker m = {.arena = a};
	struct lexer l = {.in = word,
	                  .escape = escape,
	                  .quotes = true,
	                  .split = true,
	                  .scope = s,
	                  .arena = a,
	                  .out = {.arena = a},
	                  .ex = &ex,
	                  .err = err};
	size_t at = 0;

	if (lexer_run(&l) < 0)
		return -1;
	*out = (struct expansions){0};
	slice_for (const struct part, it, l.parts) {
		if (it->raw)
			text_add(&m, &ex.text, at, it->end - at);
		else
			split_part(&m, &ex, at, it->end, out);
		at = it->end;
	}
	end_word(&m, &ex, out);
	if (ex.unknown.n && out->n == 0)
		*arena_push(a, out) = ex;
	return 0;
}
