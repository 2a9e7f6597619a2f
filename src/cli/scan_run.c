/*
 * Processes that judge one image after another.  A worker is told the number
 * of a target on one pipe and answers on another: "KNOWN READ BYTES JSON".
 */
#include "cli/cage.h"
#include "cli/limits.h"
#include "cli/remote.h"
#include "cli/scan.h"
#include "scan/state.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BLOCK = 64 * 1024 };

struct worker {
	pid_t pid; /* 0: none */
	int to, from;
	struct target *busy; /* NULL: it waits for one */
	struct buf answer;
};

struct crew {
	struct scan *s;
	struct worker v[SCAN_JOBS_MAX];
	size_t n;
	size_t next; /* target that nobody has yet */
};

/* Below: what runs in a worker. */

static bool read_number(int fd, size_t *out)
{
	return read(fd, out, sizeof *out) == sizeof *out;
}

static bool write_all(int fd, struct str bytes)
{
	while (bytes.n) {
		ssize_t n = write(fd, bytes.p, bytes.n);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0)
			bytes = str_from(bytes, (size_t)n);
	}
	return true;
}

static bool answer(int fd, struct scan *s, const struct target *t,
                   const struct cache *before, uint64_t bytes)
{
	const struct cache *now = &s->c->cache;
	struct state_line line = {STR(STATE_SCHEMA), STR(""), t->digest,
	                          t->rows};
	struct buf out = {0};
	bool ok;

	if (s->c->registry)
		bytes = registry_bytes(s->c->registry) - bytes;
	buf_printf(&out, "%zu %zu %llu ", now->hits - before->hits,
	           now->misses - before->misses, (unsigned long long)bytes);
	state_write_line(&line, &out);
	ok = write_all(fd, buf_str(&out));
	buf_free(&out);
	return ok;
}

/* A file may hold several images, which have names of their own. */
static void add_row(const struct scan *s, struct target *t,
                    const struct report_image *im, struct arena *a)
{
	struct survey_row *row = arena_push(a, &t->rows);

	survey_row_of(im, a, row);
	if (s->details)
		image_row_of(im, &s->c->know, a, arena_push(a, &row->detail));
	if (!str_eq(im->ref, t->path))
		row->ref = im->ref;
}

static struct strs names_of(const struct target *t, struct arena *a)
{
	struct strs out = {0};

	if (t->digest.n == 0) /* a file says what its images are called */
		return out;
	*arena_push(a, &out) = t->ref;
	slice_for (const struct str, tag, t->tags)
		*arena_push(a, &out) = *tag;
	return out;
}

static bool judge_target(int fd, struct scan *s, struct target *t)
{
	struct arena a = {0};
	struct cache before = s->c->cache;
	uint64_t bytes = s->c->registry ? registry_bytes(s->c->registry) : 0;
	bool ok;

	s->judge.arena = &a;
	s->judge.report.images = (struct report_images){0};
	s->judge.names = names_of(t, &a);
	timeout_arm(timeout_of(s->c));
	judge_path(&s->judge, t->path);
	timeout_arm(0);
	slice_for (struct report_image, im, s->judge.report.images)
		add_row(s, t, im, &a);
	ok = answer(fd, s, t, &before, bytes);
	arena_free(&a);
	return ok;
}

static void narrow(struct scan *s)
{
	struct strs paths = {0};

	slice_for (struct target, t, s->all)
		if (!t->done)
			*arena_push(&s->c->arena, &paths) = t->path;
	cage_narrow(s->c, &paths);
}

static _Noreturn void work(struct scan *s, int in, int out)
{
	size_t i;

	s->c->registry = NULL;   /* its connections are the parent's */
	s->c->opts.quiet = true; /* progress is, too */
	narrow(s);
	while (read_number(in, &i) && i < s->all.n &&
	       judge_target(out, s, &s->all.v[i]))
		continue;
	context_cache_end(s->c);
	_exit(STATUS_CLEAN);
}

/* Below: what runs in the parent. */

static void close_ends(struct crew *crew)
{
	for (size_t i = 0; i < crew->n; i++) {
		if (!crew->v[i].pid)
			continue;
		(void)close(crew->v[i].to);
		(void)close(crew->v[i].from);
	}
}

static int start(struct crew *crew, struct worker *w, struct err *err)
{
	int to[2], from[2];

	if (pipe(to))
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	if (pipe(from)) {
		(void)close(to[0]);
		(void)close(to[1]);
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	}
	w->pid = fork();
	if (w->pid == 0) {
		w->pid = 0;
		close_ends(crew); /* or others would not see our end */
		(void)close(to[1]);
		(void)close(from[0]);
		work(crew->s, to[0], from[1]);
	}
	(void)close(to[0]);
	(void)close(from[1]);
	w->to = to[1];
	w->from = from[0];
	return w->pid < 0 ? err_set(err, ERR_IO, "fork: %s", strerror(errno)) :
	                    0;
}

static struct target *next_target(struct crew *crew)
{
	struct targets *all = &crew->s->all;

	while (crew->next < all->n && all->v[crew->next].done)
		crew->next++;
	return crew->next < all->n ? &all->v[crew->next++] : NULL;
}

static int give(struct crew *crew, struct worker *w, struct err *err)
{
	struct target *t = next_target(crew);
	size_t i;

	if (!t)
		return 0;
	if (!w->pid && start(crew, w, err))
		return -1;
	i = (size_t)(t - crew->s->all.v);
	w->busy = t;
	(void)write_all(w->to, (struct str){(const char *)&i, sizeof i});
	return 0;
}

static int finish(struct crew *crew, struct target *t, struct err *err)
{
	t->done = true;
	return crew->s->found(crew->s, t, err);
}

static struct str why_dead(struct context *c, int status)
{
	if (WIFSIGNALED(status))
		return arena_fmt(&c->arena,
		                 "the process that read it died of signal %d",
		                 WTERMSIG(status));
	if (c->opts.timeout.n && WEXITSTATUS(status) == STATUS_TROUBLE)
		return arena_fmt(&c->arena, "not done after %u s (--timeout)",
		                 timeout_of(c));
	return STR("the process that read it ended");
}

/* One of ours died: that is a fault of ours, but of one image only. */
static int bury(struct crew *crew, struct worker *w, struct err *err)
{
	struct arena *a = &crew->s->c->arena;
	struct target *t = w->busy;
	int status = 0;
	struct str why;

	(void)close(w->to);
	(void)close(w->from);
	(void)waitpid(w->pid, &status, 0);
	buf_free(&w->answer);
	*w = (struct worker){0};
	if (!t)
		return 0;
	why = why_dead(crew->s->c, status);
	note(arena_fmt(a, "cudalint: " STR_F ": " STR_F "\n", STR_A(t->ref),
	               STR_A(why)));
	scan_failed(crew->s, t, why);
	return finish(crew, t, err);
}

static bool take_cost(struct scan_cost *cost, struct str *rest)
{
	uint64_t n[3];

	for (size_t i = 0; i < 3; i++) {
		struct str word;

		if (!str_next(rest, ' ', &word) || !str_uint(word, &n[i]))
			return false;
	}
	cost->judged++;
	cost->known += n[0];
	cost->read += n[1];
	cost->bytes += n[2];
	return true;
}

static int take_answer(struct crew *crew, struct worker *w, struct err *err)
{
	struct str rest = buf_str(&w->answer);
	struct target *t = w->busy;
	struct state_line line;
	struct err why = {0};
	int rc = take_cost(&crew->s->cost, &rest) ?
	                 state_parse_line(rest, &crew->s->c->arena, &line,
	                                  &why) :
	                 err_set(&why, ERR_FORMAT, "no answer");

	w->answer.n = 0;
	w->busy = NULL;
	if (rc)
		scan_failed(crew->s, t, str_c(why.msg));
	else
		t->rows = line.images;
	return finish(crew, t, err);
}

static int hear(struct crew *crew, struct worker *w, struct err *err)
{
	char block[BLOCK];
	ssize_t n = read(w->from, block, sizeof block);

	if (n < 0 && errno == EINTR)
		return 0;
	if (n <= 0)
		return bury(crew, w, err);
	buf_add(&w->answer, (struct str){block, (size_t)n});
	if (block[n - 1] != '\n')
		return 0;
	return take_answer(crew, w, err);
}

static int wait_for_one(struct crew *crew, struct err *err)
{
	struct pollfd fds[SCAN_JOBS_MAX];

	for (size_t i = 0; i < crew->n; i++)
		fds[i] = (struct pollfd){.fd = crew->v[i].busy ?
		                                       crew->v[i].from :
		                                       -1,
		                         .events = POLLIN};
	if (poll(fds, crew->n, -1) < 0)
		return errno == EINTR ?
		               0 :
		               err_set(err, ERR_IO, "%s", strerror(errno));
	for (size_t i = 0; i < crew->n; i++)
		if (fds[i].revents && hear(crew, &crew->v[i], err))
			return -1;
	return 0;
}

static bool any_busy(const struct crew *crew)
{
	for (size_t i = 0; i < crew->n; i++)
		if (crew->v[i].busy)
			return true;
	return false;
}

static int give_all(struct crew *crew, struct err *err)
{
	for (size_t i = 0; i < crew->n; i++)
		if (!crew->v[i].busy && give(crew, &crew->v[i], err))
			return -1;
	return 0;
}

static int run_all(struct crew *crew, struct err *err)
{
	for (;;) {
		if (give_all(crew, err))
			return -1;
		if (!any_busy(crew))
			return 0;
		if (wait_for_one(crew, err))
			return -1;
	}
}

int scan_run(struct scan *s, struct err *err)
{
	struct crew crew = {.s = s};
	struct err ignored;
	int rc;

	(void)signal(SIGPIPE, SIG_IGN); /* of who died, or of our reader */
	crew.n = (size_t)s->jobs;
	rc = run_all(&crew, err);
	for (size_t i = 0; i < crew.n; i++) {
		crew.v[i].busy = NULL;
		if (crew.v[i].pid)
			(void)bury(&crew, &crew.v[i], &ignored);
	}
	return rc;
}
