/* Facts of Dockerfiles: fixtures/dockerfile/facts/NAME.Dockerfile comes to what
 * NAME.facts says, and the known cases come out by this road too. */
#include "dockerfile/docker.h"
#include "facts/gather.h"
#include "predict/predict.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define DIR_FACTS "fixtures/dockerfile/facts"

enum { FILE_MAX = 1 << 20 };

static struct arena know_arena;
static struct know know;

static int load_know(void **state)
{
	struct err err = {0};

	(void)state;
	return know_load(&know, STR(""), &know_arena, &err);
}

static int drop_know(void **state)
{
	(void)state;
	arena_free(&know_arena);
	return 0;
}

static bool read_path(const char *path, struct arena *a, struct str *out)
{
	FILE *f = fopen(path, "rb");
	char *p = arena_array(a, char, FILE_MAX);

	if (!f)
		return false;
	*out = (struct str){p, fread(p, 1, FILE_MAX, f)};
	(void)fclose(f);
	return true;
}

static int read_context(void *ctx, struct str path, struct arena *a,
                        struct str *bytes, struct err *err)
{
	struct str full =
		arena_fmt(a, "%s/" STR_F, (const char *)ctx, STR_A(path));

	if (!read_path(full.p, a, bytes) || bytes->n == 0)
		return err_set(err, ERR_NOT_FOUND, "no such file");
	return 0;
}

/* One Dockerfile, and what came of it. */
struct made {
	struct arena arena;
	struct dockerfile file;
	struct build_opts build;
	struct docker_input in;
	struct docker_image image;
	struct err err;
};

static int make(struct made *m, struct str text, const struct image_facts *base)
{
	static char dir[] = DIR_FACTS;

	m->in = (struct docker_input){
		.file = &m->file,
		.build = &m->build,
		.know = &know,
		.context = {dir, read_context},
		.base = base,
	};
	if (dockerfile_parse(text, &m->arena, &m->file, &m->err))
		return -1;
	return docker_image_of(&m->in, &m->arena, &m->image, &m->err);
}

/* The facts and effects that these tests are about, a line each. */
static void say_libs(const struct image_facts *f, struct buf *out)
{
	slice_for (struct umd, u, f->umd)
		buf_printf(out,
		           "umd " STR_F " kind=%d version=" STR_F
		           " package=" STR_F " layer=%d notes=%zu\n",
		           STR_A(u->path), (int)u->kind, STR_A(u->version),
		           STR_A(u->package), (int)u->layer, u->note.drivers.n);
	slice_for (struct cudart, c, f->cudart)
		buf_printf(out,
		           "cudart " STR_F " " STR_F " consumer=" STR_F
		           " layer=%d\n",
		           STR_A(c->path), STR_A(c->version),
		           STR_A(c->consumer), (int)c->layer);
	slice_for (struct package, p, f->packages)
		buf_printf(out, "package " STR_F " " STR_F " layer=%d\n",
		           STR_A(p->name), STR_A(p->version), (int)p->layer);
	slice_for (struct torch, t, f->torch)
		buf_printf(out,
		           "torch " STR_F " tag=" STR_F " cuda=" STR_F
		           " at=" STR_F " layer=%d\n",
		           STR_A(t->version), STR_A(t->tag), STR_A(t->cuda),
		           STR_A(t->path), (int)t->layer);
}

static void say_loader(const struct loader *l, struct buf *out)
{
	slice_for (struct loader_dir, d, l->conf)
		buf_printf(out, "conf " STR_F " = " STR_F " by " STR_F "\n",
		           STR_A(d->dir), STR_A(d->resolved), STR_A(d->file));
	slice_for (struct str, s, l->cuda_link)
		buf_printf(out, "cuda-link " STR_F "\n", STR_A(*s));
	buf_printf(out, "compat-dir " STR_F " names=%zu\n",
	           STR_A(l->compat_dir), l->compat_names.n);
}

static void say_config(const struct config *c, struct buf *out)
{
	buf_printf(out, "platform " STR_F "/" STR_F " workdir=" STR_F "\n",
	           STR_A(c->os), STR_A(c->architecture), STR_A(c->workdir));
	slice_for (struct str, e, c->env)
		buf_printf(out, "env %.*s\n", e->n > 100 ? 100 : (int)e->n,
		           e->p);
	slice_for (struct pair, p, c->labels)
		buf_printf(out, "label " STR_F "=" STR_F "\n", STR_A(p->key),
		           STR_A(p->value));
	slice_for (struct str, s, c->entrypoint)
		buf_printf(out, "entrypoint " STR_F "\n", STR_A(*s));
	slice_for (struct str, s, c->cmd)
		buf_printf(out, "cmd " STR_F "\n", STR_A(*s));
}

static void say_effect(const struct effect *e, struct buf *out)
{
	static const char *const kinds[] = {
		"env",  "install",  "remove", "delete", "torch",   "wheel",
		"copy", "ldconfig", "user",   "shell",  "ld-conf",
	};
	struct str value = str_trim(e->value.s);

	buf_printf(out, "effect %s " STR_F "=%.*s line=%zu%s%s%s\n",
	           kinds[e->kind], STR_A(e->name.s),
	           value.n > 60 ? 60 : (int)value.n, value.n ? value.p : "",
	           e->instr->first, e->certainty ? " maybe" : "",
	           e->fragile ? " fragile" : "", e->guarded ? " guarded" : "");
}

static struct str say(const struct docker_image *d, struct arena *a)
{
	static const char *const known[] = {"image", "table", "framework",
	                                    "empty", "plain", "not known"};
	struct buf out = {0};
	struct str text;

	buf_printf(&out, "base %s, %zu layers\n", known[d->base],
	           d->base_layers);
	slice_for (struct layer_fact, l, d->facts.layers)
		buf_printf(&out, "layer %.*s\n",
		           l->created_by.n > 70 ? 70 : (int)l->created_by.n,
		           l->created_by.n ? l->created_by.p : "");
	say_config(&d->facts.config, &out);
	say_libs(&d->facts, &out);
	say_loader(&d->facts.loader, &out);
	buf_printf(&out, "os " STR_F " " STR_F "%s\n", STR_A(d->facts.os.id),
	           STR_A(d->facts.os.version),
	           d->facts.os.debian ? " debian" : "");
	slice_for (struct gap, g, d->facts.gaps)
		buf_printf(&out, "gap %s: " STR_F ": " STR_F "\n",
		           fact_group_names[g->group], STR_A(g->where),
		           STR_A(g->reason));
	slice_for (struct effect, e, d->effects)
		say_effect(e, &out);
	slice_for (struct effect, e, d->others) {
		buf_add(&out, STR("other "));
		say_effect(e, &out);
	}
	buf_printf(&out, "user " STR_F "%s\n", STR_A(d->user.s),
	           d->user_known ? "" : " not known");
	text = arena_str(a, buf_str(&out));
	buf_free(&out);
	return text;
}

static void differ(const char *name, struct str want, struct str got)
{
	struct str w, g;

	while (want.n || got.n) {
		w = g = (struct str){0};
		(void)str_next(&want, '\n', &w);
		(void)str_next(&got, '\n', &g);
		if (!str_eq(w, g))
			fail_msg("%s.facts:\n  want " STR_F "\n  got  " STR_F,
			         name, STR_A(w), STR_A(g));
	}
}

/* CUDALINT_ACCEPT=1 writes what came out. */
static void accept_facts(const char *path, struct str got)
{
	FILE *f = fopen(path, "wb");

	assert_non_null(f);
	(void)fwrite(got.p, 1, got.n, f);
	(void)fclose(f);
}

static void check_file(const char *name)
{
	struct made m = {0};
	struct str text, want = {0}, got;
	char path[300];

	(void)snprintf(path, sizeof path, DIR_FACTS "/%s.Dockerfile", name);
	assert_true(read_path(path, &m.arena, &text));
	if (make(&m, text, NULL))
		fail_msg("%s: %s", name, m.err.msg);
	got = say(&m.image, &m.arena);
	(void)snprintf(path, sizeof path, DIR_FACTS "/%s.facts", name);
	if (getenv("CUDALINT_ACCEPT"))
		accept_facts(path, got);
	assert_true(read_path(path, &m.arena, &want));
	differ(name, want, got);
	arena_free(&m.arena);
}

/* Call f for every fixture, by its name. */
static size_t each_file(void (*f)(const char *name))
{
	DIR *d = opendir(DIR_FACTS);
	struct dirent *e;
	size_t n = 0;

	assert_non_null(d);
	while ((e = readdir(d))) {
		struct str name = str_c(e->d_name);
		char stem[200];

		if (!str_has_suffix(name, STR(".Dockerfile")))
			continue;
		(void)snprintf(stem, sizeof stem, "%.*s",
		               (int)(name.n - STR(".Dockerfile").n), name.p);
		f(stem);
		n++;
	}
	(void)closedir(d);
	return n;
}

static void test_files(void **s)
{
	(void)s;
	assert_true(each_file(check_file) >= 25);
}

/* Facts that nobody changes come back as they are. */
static void check_again(const char *name)
{
	struct made m = {0}, again = {0};
	struct buf one = {0}, two = {0};
	struct image_facts f;
	struct str text;
	char path[300];

	(void)snprintf(path, sizeof path, DIR_FACTS "/%s.Dockerfile", name);
	assert_true(read_path(path, &m.arena, &text));
	if (make(&m, text, NULL))
		fail_msg("%s: %s", name, m.err.msg);
	if (make(&again, STR("FROM x\n"), &m.image.facts))
		fail_msg("%s: %s", name, again.err.msg);
	f = again.image.facts;
	facts_write(&m.image.facts, &one);
	facts_write(&f, &two);
	differ(name, buf_str(&one), buf_str(&two));
	buf_free(&one);
	buf_free(&two);
	arena_free(&m.arena);
	arena_free(&again.arena);
}

static void test_again(void **s)
{
	(void)s;
	assert_true(each_file(check_again) >= 25);
}

/* Known cases by the Dockerfile road: the newest gate of each tag. */
static const struct {
	const char *id; /* of fixtures/cases.tsv */
	const char *text;
} cases[] = {
	{"A1", "FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04\n"
               "RUN pip3 install torch==1.12.1+cu113 --extra-index-url "
               "https://download.pytorch.org/whl/cu113\n"},
	{"A1-purged", "FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04\n"
                      "RUN pip3 install torch==1.12.1+cu113 --extra-index-url "
                      "https://download.pytorch.org/whl/cu113\n"
                      "RUN apt-get purge -y cuda-compat-11-3\n"},
	{"A1-rm", "FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04\n"
                  "RUN pip3 install torch==1.12.1+cu113 --extra-index-url "
                  "https://download.pytorch.org/whl/cu113\n"
                  "RUN rm -rf /usr/local/cuda/compat\n"},
	{"A2", "FROM nvidia/cuda:11.2.2-cudnn8-devel-ubuntu20.04\n"
               "RUN pip3 install torch==1.12.1+cu113 --extra-index-url "
               "https://download.pytorch.org/whl/cu113\n"},
	{"A2b", "FROM nvidia/cuda:11.2.0-devel-ubuntu18.04\n"
                "RUN pip3 install torch==1.10.0+cu113 -f "
                "https://download.pytorch.org/whl/cu113/torch_stable.html\n"},
	{"A3", "FROM ubuntu:20.04\nRUN pip3 install torch==2.0.0\n"},
	{"A4", "FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04\n"
               "RUN pip3 install torch==1.12.1+cu113 --extra-index-url "
               "https://download.pytorch.org/whl/cu113\n"},
	{"A5", "FROM nvidia/cuda:11.3.0-cudnn8-devel-ubuntu20.04\n"
               "RUN pip3 install torch==1.12.1+cu113 --extra-index-url "
               "https://download.pytorch.org/whl/cu113\n"},
	{"B1r-1122", "FROM nvidia/cuda:11.2.2-cudnn8-devel-ubuntu20.04\n"},
	{"B1r-1122-off", "FROM nvidia/cuda:11.2.2-cudnn8-devel-ubuntu20.04\n"
                         "ENV NVIDIA_DISABLE_REQUIRE=true\n"},
	{"B1r-1122-off-purged",
         "FROM nvidia/cuda:11.2.2-cudnn8-devel-ubuntu20.04\n"
         "ENV NVIDIA_DISABLE_REQUIRE=true\n"
         "RUN apt-get purge -y cuda-compat-11-2\n"},
	{"B1r-1111", "FROM nvidia/cuda:11.1.1-cudnn8-devel-ubuntu20.04\n"},
	{"B2", "FROM nvidia/cuda:11.0.3-cudnn8-devel-ubuntu20.04\n"},
	{"B3", "FROM nvidia/cuda:11.3.1-cudnn8-devel-ubuntu20.04\n"},
	{"B3-driver-465", "FROM nvidia/cuda:11.3.1-cudnn8-devel-ubuntu20.04\n"},
	{"B3-purged", "FROM nvidia/cuda:11.3.1-cudnn8-devel-ubuntu20.04\n"
                      "RUN dpkg --purge cuda-compat-11-3\n"},
	{"D1", "FROM nvidia/cuda:10.2-base-ubuntu18.04\n"
               "RUN pip3 install torch==1.12.1\n"},
	{"D1-1171-g28",
         "FROM nvidia/cuda:11.7.1-base-ubuntu20.04\n"
         "RUN pip3 install torch==1.13.1+cu117 --extra-index-url "
         "https://download.pytorch.org/whl/cu117\n"},
	{"D1-1171-off",
         "FROM nvidia/cuda:11.7.1-base-ubuntu20.04\n"
         "ENV NVIDIA_DISABLE_REQUIRE=1\n"
         "RUN pip3 install torch==1.13.1+cu117 --extra-index-url "
         "https://download.pytorch.org/whl/cu117\n"},
	{"D1-1171-off-purged",
         "FROM nvidia/cuda:11.7.1-base-ubuntu20.04\n"
         "ENV NVIDIA_DISABLE_REQUIRE=1\n"
         "RUN pip3 install torch==1.13.1+cu117 --extra-index-url "
         "https://download.pytorch.org/whl/cu117 && rm -rf "
         "/usr/local/cuda/compat\n"},
};

/* Columns of the row: pool, outcome, route. */
static bool find_row(struct str table, const char *id, struct str cells[3])
{
	struct str line, cell;

	while (str_next(&table, '\n', &line)) {
		if (!str_next(&line, '\t', &cell) || !str_eq(cell, str_c(id)))
			continue;
		(void)str_next(&line, '\t', &cell);
		for (size_t i = 0; i < 3; i++)
			(void)str_next(&line, '\t', &cells[i]);
		return true;
	}
	return false;
}

static void check_case(size_t i, struct str table, const struct fleet *fleet)
{
	struct made m = {0};
	struct predictions p = {0};
	struct predict_input in = {.know = &know};
	struct str cells[3] = {{0}};

	assert_true(find_row(table, cases[i].id, cells));
	if (make(&m, str_c(cases[i].text), NULL))
		fail_msg("%s: %s", cases[i].id, m.err.msg);
	in.facts = &m.image.facts;
	slice_for (struct pool, pool, fleet->pools)
		if (str_eq(pool->name, cells[0]))
			predict_pool(&in, pool, &m.arena, &p);
	assert_true(p.n > 0);
	slice_for (struct prediction, x, p) {
		if (!str_eq(str_c(outcome_names[x->outcome]), cells[1]))
			fail_msg("%s: want " STR_F ", got %s", cases[i].id,
			         STR_A(cells[1]), outcome_names[x->outcome]);
		if (!str_eq(cells[2], STR("-")))
			assert_string_equal(route_names[x->run.route],
			                    arena_cstr(&m.arena, cells[2]));
	}
	arena_free(&m.arena);
}

static void test_cases(void **s)
{
	struct arena a = {0};
	struct str table, json;
	struct fleet fleet;
	struct err err = {0};

	(void)s;
	assert_true(read_path("fixtures/cases.tsv", &a, &table));
	assert_true(read_path("fixtures/cases.fleet.json", &a, &json));
	if (fleet_parse(json, &know, &a, &fleet, &err))
		fail_msg("%s", err.msg);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		check_case(i, table, &fleet);
	arena_free(&a);
}

static void test_states(void **s)
{
	struct made m = {0};
	struct docker_state at;
	const struct instrs *all;

	(void)s;
	if (make(&m,
	         STR("FROM nvidia/cuda:12.4.1-base-ubuntu22.04 AS a\n"
	             "USER app\nWORKDIR /x\nRUN true\n"
	             "SHELL [\"bash\",\"-c\"]\n"
	             "FROM a\nUSER 0\nRUN true\n"),
	         NULL))
		fail_msg("%s", m.err.msg);
	all = &m.file.instrs;
	docker_state_at(&m.image, &all->v[1], &m.arena, &at);
	assert_true(at.root && at.user_known);
	docker_state_at(&m.image, &all->v[3], &m.arena, &at);
	assert_false(at.root);
	assert_true(str_eq(at.user.s, STR("app")));
	assert_true(str_eq(at.workdir.s, STR("/x")));
	assert_int_equal(at.shell.n, 0);
	docker_state_at(&m.image, &all->v[6], &m.arena, &at);
	assert_int_equal(at.shell.n, 2);
	assert_false(at.root);
	docker_state_at(&m.image, &all->v[7], &m.arena, &at);
	assert_true(at.root);
	assert_ptr_equal(docker_layer(&m.image, 1), &all->v[2]);
	assert_ptr_equal(docker_layer(&m.image, 3), &all->v[7]);
	assert_null(docker_layer(&m.image, 0));
	assert_null(docker_layer(&m.image, 4));
	assert_null(docker_layer(&m.image, -1));
	arena_free(&m.arena);
}

/* A tree that is looked through again and again is not, at last; what is not
 * seen then is no pass. */
static void test_steps(void **s)
{
	enum { LINKS = 10000, COPIES = 1500 };
	struct made m = {0};
	struct buf b = {0};
	const struct gap *last;

	(void)s;
	buf_add(&b, STR("FROM scratch AS a\n"
	                "RUN ln -s x /usr/lib/x\nRUN ln -s"));
	for (int i = 0; i < LINKS; i++)
		buf_add(&b, arena_fmt(&m.arena, " %d", i));
	buf_add(&b, STR(" /usr/lib/\nFROM scratch AS b\n"));
	for (int i = 0; i < COPIES; i++)
		buf_add(&b, STR("COPY --from=a /usr /x\n"));
	buf_add(&b, STR("FROM scratch\n"
	                "COPY --from=b /bin/x /bin/x\n"
	                "COPY --from=a /usr/lib/7 /usr/lib/7\n"));
	if (make(&m, buf_str(&b), NULL))
		fail_msg("%s", m.err.msg);
	assert_true(m.image.facts.gaps.n > 0);
	last = &m.image.facts.gaps.v[m.image.facts.gaps.n - 1];
	assert_true(str_eq(last->reason, STR("part of the stage that this is "
	                                     "from is not known")));
	assert_true(str_eq(last->where, STR("COPY, line 1507")));
	buf_free(&b);
	arena_free(&m.arena);
}

static void add_words(struct made *m, struct buf *b, const char *fmt, int n)
{
	for (int i = 0; i < n; i++)
		buf_add(b, arena_fmt(&m->arena, fmt, i));
}

static void too_long_run(struct made *m, struct buf *b)
{
	buf_add(b, STR("FROM ubuntu:22.04 AS b\nRUN for a in"));
	add_words(m, b, " %d", 60);
	buf_add(b, STR("; do for b in"));
	add_words(m, b, " %d", 60);
	buf_add(b, STR("; do true"));
	add_words(m, b, " %d", 300);
	buf_add(b, STR("; done; done; cp /src/libcuda.so.1 /opt/bin/app/\n"));
}

static void too_many_scripts(struct made *m, struct buf *b)
{
	buf_add(b, STR("FROM ubuntu:22.04 AS b\nCOPY <<E /a.sh\n"));
	add_words(m, b, "sh /a.sh %d;", 60);
	buf_add(b, STR("\nE\nRUN sh /a.sh; "
	               "cp /src/libcuda.so.1 /opt/bin/app/\n"));
}

static void too_many_copies(struct made *m, struct buf *b)
{
	buf_add(b, STR("FROM ubuntu:22.04 AS a\n"
	               "RUN ln -s x /t/libcuda.so.1; ln -s"));
	add_words(m, b, " %d", 8000);
	buf_add(b, STR(" /t/\nFROM ubuntu:22.04 AS b\n"));
	add_words(m, b, "COPY --from=a /t /%d\n", 40);
	buf_add(b, STR("COPY --from=a /t/libcuda.so.1 /opt/bin/app/\n"));
}

static void too_many_matches(struct made *m, struct buf *b)
{
	buf_add(b, STR("FROM ubuntu:22.04 AS a\n"
	               "RUN ln -s x /t/libcuda.so.1; ln -s"));
	add_words(m, b, " %d", 8000);
	buf_add(b, STR(" /t/\nFROM ubuntu:22.04 AS b\n"
	               "COPY --from=a /t/* /opt/bin/app/\n"));
}

static void too_many_stages(struct made *m, struct buf *b)
{
	add_words(m, b, "FROM ubuntu:22.04 AS a%d\n", 258);
	buf_add(b, STR("RUN ln -s x /t/libcuda.so.1\n"
	               "FROM ubuntu:22.04 AS b\n"));
	add_words(m, b, "COPY --from=a%d /t /t\n", 258);
	buf_add(b, STR("COPY --from=a257 /t/libcuda.so.1 /opt/bin/app/\n"));
}

/* What a limit left out of a stage may have been at any path of it, through
 * other stages too. */
static void test_lost(void **s)
{
	static void (*const makers[])(struct made *, struct buf *) = {
		too_long_run,     too_many_scripts, too_many_copies,
		too_many_matches, too_many_stages,
	};

	(void)s;
	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++) {
		struct made m = {0};
		struct buf b = {0};
		unsigned groups = 0;

		makers[i](&m, &b);
		buf_add(&b, STR("FROM ubuntu:22.04 AS c\n"
		                "COPY --from=b /opt/bin/app /opt/bin/app\n"
		                "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"
		                "COPY --from=c /opt/bin/app /opt/bin/app\n"));
		if (make(&m, buf_str(&b), NULL))
			fail_msg("%zu: %s", i, m.err.msg);
		slice_for (struct gap, g, m.image.facts.gaps)
			groups |= 1u << g->group;
		if (!(groups & 1u << GROUP_DRIVER) ||
		    !(groups & 1u << GROUP_LOADER))
			fail_msg("%zu: no gap", i);
		assert_in_range(m.arena.used, 1, 500 << 20);
		buf_free(&b);
		arena_free(&m.arena);
	}
}

#define OTHER "FROM ubuntu:22.04 AS b\n"
#define TORCH                                      \
	OTHER "RUN python3 -m venv /app/.venv && " \
	      "/app/.venv/bin/pip install torch==2.4.0\n"
#define LAST "FROM nvidia/cuda:12.4.1-base-ubuntu22.04\n"
#define LIBS "/usr/lib/x86_64-linux-gnu/"

/* What comes by a detour, or to a place that is not known, is a gap as if it
 * came straight. */
static const struct {
	const char *text;
	enum fact_group group; /* GROUP_NONE: torch is seen */
} detours[] = {
	{OTHER "COPY libs /out/libs\n" LAST "COPY --from=b /out/libs " LIBS
               "\n",
         GROUP_DRIVER},
	{OTHER "WORKDIR /out\nCOPY . .\n" LAST
               "COPY --from=b /out /usr/local/lib/python3.10/dist-packages\n",
         GROUP_PYTHON},
	{OTHER "COPY libs /a/libs\nFROM b AS c\nRUN cp -r /a /d\n" LAST
               "COPY --from=c /d/libs " LIBS "\n",
         GROUP_DRIVER},
	{LAST "COPY libs /t/libs\nRUN cp /t/libs/*.so* " LIBS "\n",
         GROUP_DRIVER},
	{LAST "COPY libs /t/libs\nRUN cp -r /t/libs " LIBS "\n", GROUP_DRIVER},
	{TORCH LAST "RUN --mount=type=bind,from=b,source=/app,target=/src "
                    "cp -a /src/.venv /opt/venv\n",
         GROUP_PYTHON},
	{TORCH LAST "COPY --from=b /app/.[v]env /app/.venv\n", GROUP_PYTHON},
	{TORCH LAST "COPY --from=b /app/* /app/\n", GROUP_NONE},
	{LAST "ADD https://example.com/libcuda.so.1 " LIBS "libcuda.so.1\n",
         GROUP_DRIVER},
	{LAST "ADD --unpack=true https://example.com/a.tar.gz /usr/local/\n",
         GROUP_DRIVER},
	{LAST "ADD https://github.com/a/b.git " LIBS "\n", GROUP_DRIVER},
	{LAST "ADD rootfs.tbz2 /\n", GROUP_DRIVER},
	{LAST "ADD https://example.com/i /bin/i\nRUN /bin/i\n", GROUP_RUNTIME},
	{OTHER "RUN curl -fsSL https://example.com/i | sh\n" LAST
               "COPY --from=b /home/robin/app /app\n",
         GROUP_PYTHON},
	{TORCH "FROM example.com/m AS m\n"
               "COPY --from=b /app/.venv $APP_HOME/venv\n" LAST
               "COPY --from=m /opt/app /opt/app\n",
         GROUP_PYTHON},
	{LAST "RUN mv /usr/local/cuda-12.4/compat $(mktemp -d)/\n",
         GROUP_DRIVER},
	{LAST "RUN cp " LIBS "libcuda.so.1 $(cat /dir)/\n", GROUP_DRIVER},
	{LAST "RUN tar xf /x.tar -C \"$(cat /dir)\"\n", GROUP_DRIVER},
	{LAST "COPY libs/ /opt/l/\nENV LD_LIBRARY_PATH=/opt/l/x\n",
         GROUP_DRIVER},
	{LAST "ENV LD_LIBRARY_PATH=/opt/l\nADD libs.tar.gz /opt/\n",
         GROUP_DRIVER},
	{LAST "RUN cp -t " LIBS " /x/libcuda.so.1\n", GROUP_DRIVER},
	{OTHER "RUN <<E\npython3 -m venv /opt/v\n. /opt/v/bin/activate\n"
               "pip install torch==2.4.0\nE\n" LAST
               "COPY --from=b /opt/v /opt/v\n",
         GROUP_NONE},
	{OTHER "COPY <<E /s.sh\npython3 -m venv /opt/v\n"
               ". /opt/v/bin/activate\npip install torch==2.4.0\nE\n"
               "RUN sh /s.sh\n" LAST "COPY --from=b /opt/v /opt/v\n",
         GROUP_NONE},
};

static bool has_torch(const struct image_facts *f)
{
	slice_for (struct wheel, w, f->wheels)
		if (str_eq(w->name, STR("torch")))
			return true;
	return false;
}

static void test_detours(void **s)
{
	(void)s;
	for (size_t i = 0; i < sizeof detours / sizeof *detours; i++) {
		struct made m = {0};
		bool seen = false;

		if (make(&m, str_c(detours[i].text), NULL))
			fail_msg("%zu: %s", i, m.err.msg);
		slice_for (struct gap, g, m.image.facts.gaps)
			seen |= g->group == detours[i].group;
		if (detours[i].group == GROUP_NONE)
			seen = has_torch(&m.image.facts);
		if (!seen)
			print_error("%s", detours[i].text);
		assert_true(seen);
		arena_free(&m.arena);
	}
}

/* Limits of a whole file. */
static void test_limits(void **s)
{
	static const struct {
		const char *line, *error;
	} rows[] = {
		{"FROM scratch\n", "line 4097: more than 4096 stages"},
		{"RUN p\n", "takes more than 256 MiB to follow"},
	};

	(void)s;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		struct made m = {0};
		struct buf b = {0};

		buf_add(&b, STR("FROM scratch\n"));
		while (b.n < 1 << 20)
			buf_add(&b, str_c(rows[i].line));
		assert_int_equal(make(&m, buf_str(&b), NULL), -1);
		assert_int_equal(m.err.kind, ERR_LIMIT);
		if (!strstr(m.err.msg, rows[i].error))
			fail_msg("%s", m.err.msg);
		buf_free(&b);
		arena_free(&m.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steps), cmocka_unit_test(test_limits),
		cmocka_unit_test(test_lost),  cmocka_unit_test(test_detours),
		cmocka_unit_test(test_files), cmocka_unit_test(test_again),
		cmocka_unit_test(test_cases), cmocka_unit_test(test_states),
	};

	return cmocka_run_group_tests(tests, load_know, drop_know);
}
