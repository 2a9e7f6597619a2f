/* Answers for requirements.py: one question a line, fields by tabs.
 *   cmp A B            -1, 0, 1; or "bad"
 *   match SPEC VERSION yes, no; or "bad"
 *   req TEXT           name, extras, clauses; or "bad" */
#include "dockerfile/requirement.h"

#include <stdio.h>
#include <string.h>

static const char *cmp(struct str x, struct str y)
{
	static const char *const names[] = {"-1", "0", "1"};
	struct py_version a, b;

	if (!py_version_parse(x, &a) || !py_version_parse(y, &b))
		return "bad";
	return names[py_version_cmp(&a, &b) + 1];
}

static const char *match(struct str spec, struct str version)
{
	struct py_version v;
	struct py_spec s;

	if (!py_spec_parse(spec, &s) || !py_version_parse(version, &v))
		return "bad";
	return py_spec_match(&s, &v, version) ? "yes" : "no";
}

static void req(struct str text)
{
	struct arena a = {0};
	struct text word = text_of_file(&a, text, 0, text.n);
	struct requirement r;

	requirement_parse(&word, &a, &r);
	if (r.kind != REQ_NAMED) {
		(void)printf("bad\n");
	} else {
		(void)printf(STR_F " %zu %zu " STR_F "\n", STR_A(r.name.s),
		             r.extras.n, r.clauses.n,
		             STR_A(requirement_pin(&r).s));
	}
	arena_free(&a);
}

int main(void)
{
	char line[4096];

	while (fgets(line, sizeof line, stdin)) {
		struct str s = str_c(line), what, x, y;

		if (s.n && s.p[s.n - 1] == '\n')
			s.n--;
		(void)str_cut(s, '\t', &what, &s);
		(void)str_cut(s, '\t', &x, &y);
		if (str_eq(what, STR("req")))
			req(s);
		else
			(void)printf("%s\n", str_eq(what, STR("cmp")) ?
			                             cmp(x, y) :
			                             match(x, y));
	}
	return 0;
}
