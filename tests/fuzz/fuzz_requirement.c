/* The bytes as a requirements file, an environment file, a TOML file, and line
 * by line as requirements, versions, markers and specs of conda. */
#include "base/toml.h"
#include "dockerfile/conda_spec.h"
#include "dockerfile/environment.h"
#include "dockerfile/pysource.h"
#include "dockerfile/requirement.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Runs in order, without holes, and in the file where they say so. */
static void check_text(const struct text *t, size_t file)
{
	size_t at = 0;

	slice_for (const struct text_run, r, t->runs) {
		assert(r->at == at && r->n > 0);
		assert(r->from != TEXT_FILE || r->offset + r->n <= file);
		at += r->n;
	}
	assert(at == t->s.n);
}

static void check_requirement(const struct text *word, size_t file,
                              struct arena *a)
{
	struct requirement r;

	requirement_parse(word, a, &r);
	check_text(&r.name, file);
	check_text(&r.version, file);
	check_text(&r.url, file);
	assert(r.kind != REQ_NAMED || r.name.s.n);
	slice_for (const struct req_clause, c, r.clauses)
		check_text(&c->version, file);
	(void)marker_eval(r.marker,
	                  &(struct marker_env){STR("x86_64"), STR("")});
}

/* An order: each is itself, and the other way round the other way. */
static void check_versions(struct str line)
{
	struct str x, y;
	struct py_version a, b;
	struct py_spec s;

	(void)str_cut(line, ' ', &x, &y);
	if (py_version_parse(x, &a) && py_version_parse(y, &b)) {
		assert(py_version_cmp(&a, &a) == 0);
		assert(py_version_cmp(&a, &b) == -py_version_cmp(&b, &a));
	}
	if (py_spec_parse(x, &s) && py_version_parse(y, &b))
		(void)py_spec_match(&s, &b, y);
}

static void check_line(const struct text *line, size_t file, struct arena *a)
{
	struct conda_spec s;
	struct text tag;

	check_requirement(line, file, a);
	check_versions(line->s);
	(void)marker_eval(line->s,
	                  &(struct marker_env){STR("x86_64"), STR("3.10")});
	conda_spec_parse(line, a, &s);
	check_text(&s.name, file);
	check_text(&s.version, file);
	(void)conda_build_cuda(s.build, a);
	(void)source_of(line, a, &tag);
	check_text(&tag, file);
}

static void check_files(const struct text *all, struct arena *a)
{
	struct req_lines lines;
	struct environment e;
	struct toml t;

	requirement_file(all, a, &lines);
	assert(lines.n <= REQUIREMENT_LINES_MAX);
	slice_for (const struct req_line, l, lines)
		check_text(&l->value, all->s.n);
	environment_read(all->s, a, &e);
	assert(e.conda.n <= ENVIRONMENT_ITEMS_MAX);
	(void)toml_parse(all->s, a, &t);
	slice_for (const struct toml_leaf, l, t)
		assert(l->key.n <= TOML_NAME_MAX &&
		       l->table.n <= TOML_NAME_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena a = {0};
	struct str bytes = {(const char *)data, size}, rest = bytes, line;
	struct text all = text_of_file(&a, bytes, 0, size);

	while (str_next(&rest, '\n', &line)) {
		size_t at = line.n ? (size_t)(line.p - bytes.p) : 0;
		struct text t = text_slice(&a, &all, at, line.n);

		check_line(&t, size, &a);
	}
	check_files(&all, &a);
	arena_free(&a);
	return 0;
}
