/*
 * What real shells do with scripts made by the number: everything that ran
 * must be among what we say can run, and what we say runs must have run.
 *
 * This program is also the p and q of the scripts: called by these names it
 * writes down its words, and fails when it is told to.
 */
#include "shell_dump.h"
#include "shell_gen.h"

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { SCRIPTS = 60, LOG_MAX = 1 << 20, RAN_MAX = 256, WORDS_MAX = 64 };

/* ---- p and q */

/* P_FAIL is a mask: bit n, the call after n others fails. */
static int note(int argc, char **argv)
{
	const char *path = getenv("P_LOG"), *mask = getenv("P_FAIL");
	int fd = path ? open(path, O_RDWR | O_APPEND | O_CREAT, 0600) : -1;
	char log[LOG_MAX / 64];
	size_t n = 0, calls = 0;
	ssize_t got;
	int fails;

	if (fd < 0)
		return 99;
	while ((got = pread(fd, log, sizeof log, (off_t)n)) > 0) {
		for (ssize_t i = 0; i < got; i++)
			calls += log[i] == '\n';
		n += (size_t)got;
	}
	fails = calls >= 40 ||
	        (strtoul(mask ? mask : "0", NULL, 10) >> calls % 16 & 1);
	n = (size_t)snprintf(log, sizeof log, "%d", fails);
	for (int i = 0; i < argc && n < sizeof log / 2; i++)
		n += (size_t)snprintf(log + n, sizeof log - n, "\x1f%s",
		                      i ? argv[i] :
		                      strrchr(argv[i], '/') ?
		                          strrchr(argv[i], '/') + 1 :
		                          argv[i]);
	for (size_t i = 0; i < n; i++)
		if (log[i] == '\n')
			log[i] = '\x1e';
	log[n++] = '\n';
	if (write(fd, log, n) != (ssize_t)n)
		return 98;
	return fails;
}

/* ---- running one */

struct ran {
	bool failed;
	struct str words[WORDS_MAX];
	size_t n;
};

struct runs {
	struct ran v[RAN_MAX];
	size_t n;
	int status;
};

static char dir[64];
static char file[LOG_MAX];

struct variant {
	const char *shell, *name; /* path; what it is called by */
	const char *x;            /* the variable that isn't known to us */
	unsigned fail;
};

static void child(const struct variant *v, const char *script)
{
	char path[256], log[128], fail[32], x[64];
	char *env[] = {path,
	               log,
	               fail,
	               x,
	               (char[]){"V=12.1.1"},
	               (char[]){"K=4"},
	               (char[]){"B=b.c"},
	               (char[]){"LC_ALL=C"},
	               NULL};
	char where[128];
	int null = open("/dev/null", O_RDWR);

	(void)snprintf(path, sizeof path, "PATH=%s/bin:/usr/bin:/bin", dir);
	(void)snprintf(log, sizeof log, "P_LOG=%s/log", dir);
	(void)snprintf(fail, sizeof fail, "P_FAIL=%u", v->fail);
	(void)snprintf(x, sizeof x, "X=%s", v->x);
	(void)snprintf(where, sizeof where, "%s/empty", dir);
	if (chdir(where) || null < 0 || dup2(null, 0) < 0 ||
	    dup2(null, 1) < 0 || dup2(null, 2) < 0)
		_exit(97);
	(void)alarm(10);
	(void)execle(v->shell, v->name, "-c", script, (char *)NULL, env);
	_exit(96);
}

static void read_log(struct runs *r)
{
	char path[128];
	struct str rest, line, words;
	FILE *f;
	size_t n;

	(void)snprintf(path, sizeof path, "%s/log", dir);
	f = fopen(path, "rb");
	n = f ? fread(file, 1, sizeof file, f) : 0;
	if (f)
		(void)fclose(f);
	(void)unlink(path);
	for (size_t i = 0; i < n; i++)
		if (file[i] == '\x1e')
			file[i] = '\1';
	rest = (struct str){file, n};
	while (str_next(&rest, '\n', &line) && line.n && r->n < RAN_MAX) {
		struct ran *one = &r->v[r->n++];

		one->failed = line.p[0] == '1';
		one->n = 0;
		words = str_from(line, 2);
		while (one->n < WORDS_MAX &&
		       str_next(&words, '\x1f', &one->words[one->n]))
			one->n++;
	}
	for (size_t i = 0; i < n; i++)
		if (file[i] == '\1')
			file[i] = '\n';
}

static void run(const struct variant *v, const char *script, struct runs *r)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0)
		child(v, script);
	r->n = 0;
	while (waitpid(pid, &r->status, 0) < 0)
		assert_int_equal(errno, EINTR);
	read_log(r);
}

/* ---- comparing */

static bool is_call(const struct shell_command *c)
{
	return c->argv.n && (value_can_be(&c->argv.v[0], STR("p")) ||
	                     value_can_be(&c->argv.v[0], STR("q")));
}

/* Whether words i… of what ran can be words k… of c. */
static bool can_be(const struct shell_command *c, size_t k,
                   const struct ran *ran, size_t i)
{
	if (k == c->argv.n)
		return i == ran->n || c->argv_unknown;
	if (c->argv.v[k].absent && can_be(c, k + 1, ran, i))
		return true;
	if (i < ran->n && value_can_be(&c->argv.v[k], ran->words[i]) &&
	    can_be(c, k + 1, ran, i + 1))
		return true;
	return c->argv_unknown && i < ran->n && can_be(c, k, ran, i + 1);
}

static bool is_exact(const struct shell_command *c)
{
	struct text t;

	for (size_t i = 0; i < c->argv.n; i++)
		if (!value_one(&c->argv.v[i], &t))
			return false;
	return !c->argv_unknown;
}

static const char *possible(const struct shell_result *r, const struct ran *ran,
                            bool succeeded)
{
	bool found = false, may_fail = false;

	slice_for (struct shell_command, c, r->commands) {
		if (!can_be(c, 0, ran, 0))
			continue;
		found = true;
		may_fail |= c->may_fail;
	}
	if (!found)
		return "ran, and is not among what can run";
	if (succeeded && ran->failed && !may_fail)
		return "failed without failing the script";
	return NULL;
}

static const char *did_run(const struct shell_command *c, const struct runs *r)
{
	if (c->certainty != SHELL_RUNS || !is_call(c))
		return NULL;
	for (size_t i = 0; i < r->n; i++)
		if (can_be(c, 0, &r->v[i], 0))
			return NULL;
	return is_exact(c) ? "is certain, and did not run" :
	                     "is certain, and nothing like it ran";
}

static const char *compare(const struct shell_result *m, const struct runs *r)
{
	bool ok = WIFEXITED(r->status) && WEXITSTATUS(r->status) == 0;
	const char *wrong = NULL;

	for (size_t i = 0; i < r->n && !wrong; i++) {
		wrong = possible(m, &r->v[i], ok);
		for (size_t k = 0; wrong && k < r->v[i].n; k++)
			print_error("%s<" STR_F ">",
			            k ? " " : "ran: ", STR_A(r->v[i].words[k]));
	}
	if (ok && r->n < RAN_MAX)
		slice_for (struct shell_command, c, m->commands)
			wrong = wrong ? wrong : did_run(c, r);
	return wrong;
}

struct shell_kind {
	const char *path, *name;
	bool bash;
};

struct tally {
	size_t scripts, unreadable, runs, certain;
};

static void read_script(struct arena *a, struct str script, bool bash,
                        struct shell_result *out)
{
	struct text t = text_of_file(a, script, 0, script.n);
	struct texts words = {0};
	struct scope s;

	scope_of(&s, a, "V=12.1.1,K=4,B=b.c,LC_ALL=C,X,PATH,P_LOG,P_FAIL");
	*arena_push(a, &words) =
		text_of(a, TEXT_MADE, bash ? STR("/bin/bash") : STR("/bin/sh"));
	*arena_push(a, &words) = text_of(a, TEXT_MADE, STR("-c"));
	shell_read(&(struct shell_input){.shell = words, .env = &s}, &t, a,
	           out);
}

static void try_script(const struct shell_kind *k, uint64_t seed,
                       struct tally *t)
{
	static const char *const xs[] = {"", "a", "b c", "12.1"};
	struct gen g = {.state = seed * 0x9e3779b97f4a7c15U + 1,
	                .bash = k->bash};
	struct arena a = {0};
	struct shell_result r;

	for (int i = 0; i < 8; i++)
		(void)gen_next(&g, 2);
	gen_list(&g, 6);
	gen_put(&g, "\n");
	read_script(&a, buf_str(&g.out), k->bash, &r);
	t->scripts++;
	t->unreadable += r.unreadable;
	slice_for (struct shell_command, c, r.commands)
		t->certain += is_call(c) && c->certainty == SHELL_RUNS;
	for (unsigned i = 0; i < 4 && !r.unreadable; i++) {
		static const unsigned masks[] = {0, 1, 0xaaaa, 0x36};
		struct variant v = {k->path, k->name, xs[i],
		                    masks[(i + seed) % 4]};
		static struct runs runs;
		const char *wrong;

		run(&v, g.out.p, &runs);
		t->runs += runs.n;
		wrong = compare(&r, &runs);
		if (wrong) {
			struct buf b = {0};

			dump_result(&r, &b);
			print_error("\n%s\nseed %llu, %s, X='%s', P_FAIL=%u\n"
			            "script: %s  read:   %s\n",
			            wrong, (unsigned long long)seed, k->name,
			            v.x, v.fail, g.out.p, b.p ? b.p : "");
			buf_free(&b);
			if (!getenv("SHELL_REAL_ALL"))
				fail();
			break;
		}
	}
	buf_free(&g.out);
	arena_free(&a);
}

static void try_all(const struct shell_kind *k)
{
	const char *n = getenv("SHELL_REAL_SCRIPTS");
	size_t scripts = n ? strtoul(n, NULL, 10) : SCRIPTS;
	struct tally t = {0};

	if (access(k->path, X_OK) != 0)
		skip();
	for (uint64_t seed = 1; seed <= scripts; seed++)
		try_script(k, seed, &t);
	/* It must not be right by knowing nothing. */
	assert_true(t.unreadable * 20 <= t.scripts);
	assert_true(t.certain * 2 >= t.scripts);
	assert_true(t.runs >= t.scripts);
}

static void as_dash(void **state)
{
	(void)state;
	try_all(&(struct shell_kind){"/bin/dash", "sh", false});
}

static void as_bash(void **state)
{
	(void)state;
	try_all(&(struct shell_kind){"/bin/bash", "bash", true});
}

static void as_bash_called_sh(void **state)
{
	(void)state;
	try_all(&(struct shell_kind){"/bin/bash", "sh", false});
}

/* ---- p and q on the way */

static void in_dir(char *out, size_t n, const char *name)
{
	(void)snprintf(out, n, "%s/%s", dir, name);
}

static int set_up(void **state)
{
	char self[512], path[128];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);

	(void)state;
	(void)snprintf(dir, sizeof dir, "/tmp/cudalint-shell.XXXXXX");
	if (n < 0 || !mkdtemp(dir))
		return -1;
	self[n] = '\0';
	in_dir(path, sizeof path, "empty");
	if (mkdir(path, 0700))
		return -1;
	in_dir(path, sizeof path, "bin");
	if (mkdir(path, 0700))
		return -1;
	in_dir(path, sizeof path, "bin/p");
	if (symlink(self, path))
		return -1;
	in_dir(path, sizeof path, "bin/q");
	return symlink(self, path);
}

static int tear_down(void **state)
{
	static const char *const names[] = {"bin/p", "bin/q", "log"};
	char path[128];

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		in_dir(path, sizeof path, names[i]);
		(void)unlink(path);
	}
	in_dir(path, sizeof path, "bin");
	(void)rmdir(path);
	in_dir(path, sizeof path, "empty");
	(void)rmdir(path);
	return rmdir(dir);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(as_dash),
		cmocka_unit_test(as_bash),
		cmocka_unit_test(as_bash_called_sh),
	};
	const char *name = strrchr(argv[0], '/');

	name = name ? name + 1 : argv[0];
	if (strcmp(name, "p") == 0 || strcmp(name, "q") == 0)
		return note(argc, argv);
	return cmocka_run_group_tests(tests, set_up, tear_down);
}
