/* docker-credential-NAME get: a server's name in, JSON out. */
#include "registry/credential.h"

#include "base/record.h"
#include "registry/porter.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

#define PREFIX "docker-credential-"

enum { NAME_MAX_BYTES = 200, PROGRAM_MAX = sizeof PREFIX + NAME_MAX_BYTES };

struct helped {
	struct str username; /* Username; "<token>": an identity token */
	struct str secret;   /* Secret */
};

/* clang-format off */
static const struct field helped_fields[] = {
	FIELD_AS(struct helped, username, "Username", REQUIRED, "user, or <token>"),
	FIELD_AS(struct helped, secret, "Secret", REQUIRED, "password or token"),
};
static const struct schema helped_schema = SCHEMA(struct helped, helped_fields);
/* clang-format on */

/* It becomes the name of a program. */
static bool is_name(struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		      (c >= '0' && c <= '9') || (c && strchr("._-", c))))
			return false;
	}
	return s.n > 0;
}

struct pipes {
	int in[2], out[2];
};

static void shut(int *fd)
{
	if (*fd >= 0)
		(void)close(*fd);
	*fd = -1;
}

static void shut_all(struct pipes *p)
{
	for (int i = 0; i < 2; i++) {
		shut(&p->in[i]);
		shut(&p->out[i]);
	}
}

/* Before there is a reader that could go away: no SIGPIPE. */
static int prepare(struct pipes *p, struct str server, struct err *err)
{
	if (pipe(p->in) || pipe(p->out) ||
	    write(p->in[1], server.p, server.n) != (ssize_t)server.n)
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	for (int i = 0; i < 2; i++) {
		(void)fcntl(p->in[i], F_SETFD, FD_CLOEXEC);
		(void)fcntl(p->out[i], F_SETFD, FD_CLOEXEC);
	}
	shut(&p->in[1]);
	return 0;
}

static int start(const struct pipes *p, char *program, pid_t *pid,
                 struct err *err)
{
	char verb[] = "get";
	char *argv[] = {program, verb, NULL};
	posix_spawn_file_actions_t fa;
	int rc;

	(void)posix_spawn_file_actions_init(&fa);
	(void)posix_spawn_file_actions_adddup2(&fa, p->in[0], STDIN_FILENO);
	(void)posix_spawn_file_actions_adddup2(&fa, p->out[1], STDOUT_FILENO);
	(void)posix_spawn_file_actions_addopen(&fa, STDERR_FILENO, "/dev/null",
	                                       O_WRONLY, 0);
	rc = posix_spawnp(pid, program, &fa, NULL, argv, environ);
	(void)posix_spawn_file_actions_destroy(&fa);
	if (rc)
		return err_set(err, ERR_USAGE,
		               "%s cannot be run: %s; it is named in the file "
		               "of credentials",
		               program, strerror(rc));
	return 0;
}

static int64_t now_ms(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* False: it took too long or said too much. */
static bool listen_to(int fd, struct buf *out)
{
	int64_t end = now_ms() + (int64_t)HELPER_S * 1000;
	char block[4096];

	for (;;) {
		struct pollfd p = {.fd = fd, .events = POLLIN};
		int64_t left = end - now_ms();
		ssize_t n;

		if (left <= 0 || out->truncated)
			return false;
		if (poll(&p, 1, (int)left) <= 0)
			continue;
		n = read(fd, block, sizeof block);
		if (n == 0 || (n < 0 && errno != EINTR))
			return true;
		if (n > 0)
			buf_add(out, (struct str){block, (size_t)n});
	}
}

static int finish(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return status;
}

/* The one answer that is no failure has no code of its own. */
static bool says_none(struct str text)
{
	static const char *const words[] = {
		"credentials not found",
		"no credentials server URL",
		"no credentials username",
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (str_contains(text, str_c(words[i])))
			return true;
	return false;
}

static int take(struct str json, struct arena *a, struct credential *out,
                struct err *err)
{
	struct helped h = {0};

	if (record_parse(&helped_schema, json, RECORD_TOLERANT, a, &h, err))
		return err_set(err, ERR_USAGE, "its answer cannot be read");
	*out = (struct credential){0};
	if (str_eq(h.username, STR("<token>"))) {
		out->identity = h.secret;
	} else {
		out->username = h.username;
		out->password = h.secret;
	}
	return credential_is_empty(out) ? 0 : 1;
}

static int run(struct pipes *p, char *program, struct buf *said,
               struct err *err)
{
	pid_t pid;
	bool whole;
	int status;

	if (start(p, program, &pid, err))
		return -1;
	shut(&p->in[0]);
	shut(&p->out[1]);
	whole = listen_to(p->out[0], said);
	if (!whole)
		(void)kill(pid, SIGKILL);
	status = finish(pid);
	if (!whole)
		return err_set(err, ERR_IO,
		               "%s gave no answer within %d seconds, or more "
		               "than %d bytes",
		               program, HELPER_S, HELPER_MAX);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int credential_run(struct str name, struct str server, struct buf *said,
                   struct err *err)
{
	CLEANUP(shut_all) struct pipes p = {{-1, -1}, {-1, -1}};
	char program[PROGRAM_MAX];

	if (!is_name(name) || name.n > NAME_MAX_BYTES)
		return err_set(err, ERR_USAGE,
		               "'%.*s' is no name of a credential helper",
		               name.n < 60 ? (int)name.n : 60, name.p);
	(void)snprintf(program, sizeof program, PREFIX STR_F, STR_A(name));
	return prepare(&p, server, err) ? -1 : run(&p, program, said, err);
}

int credential_ask(int porter, struct str name, struct str server,
                   struct arena *a, struct credential *out, struct err *err)
{
	CLEANUP(buf_free) struct buf said = {.max = HELPER_MAX};
	int rc = porter_ask(porter, name, server, &said, err);

	if (rc < 0)
		return -1;
	if (rc == 0)
		return take(buf_str(&said), a, out, err) < 0 ?
		               err_wrap(err, PREFIX STR_F, STR_A(name)) :
		               !credential_is_empty(out);
	return says_none(buf_str(&said)) ?
	               0 :
	               err_set(err, ERR_IO, PREFIX STR_F " failed",
	                       STR_A(name));
}
