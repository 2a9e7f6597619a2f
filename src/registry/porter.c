#include "registry/porter.h"

#include "base/arena.h"
#include "registry/credential.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { QUESTION_MAX = 2048 };

/* In front of what the helper printed.  Both ends are the same program. */
struct answer_head {
	int status; /* of the helper; -1: see why */
	struct err why;
};

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

struct question {
	struct str text; /* "HELPER\0SERVER" */
	char space[QUESTION_MAX];
};

/* Room for one descriptor beside a message. */
union beside {
	struct cmsghdr head;
	char space[CMSG_SPACE(sizeof(int))];
};

/* Below: the porter. */

/* The pipe that came with a question; -1 at the end of all.  What is no
 * question of ours has no bytes. */
static int hear(int fd, struct question *q)
{
	struct iovec bytes = {q->space, sizeof q->space};
	union beside beside = {0};
	struct msghdr m = {.msg_iov = &bytes,
	                   .msg_iovlen = 1,
	                   .msg_control = &beside,
	                   .msg_controllen = sizeof beside};
	struct cmsghdr *c;
	ssize_t n;
	int to = -1;

	do {
		n = recvmsg(fd, &m, 0);
	} while (n < 0 && errno == EINTR);
	if (n <= 0)
		return -1;
	c = CMSG_FIRSTHDR(&m);
	if (!c || c->cmsg_type != SCM_RIGHTS || c->cmsg_level != SOL_SOCKET)
		return -1;
	memcpy(&to, CMSG_DATA(c), sizeof to);
	q->text = (struct str){q->space, (size_t)n};
	return to;
}

static bool is_told(const struct strs *helpers, struct str name)
{
	slice_for (const struct str, h, *helpers)
		if (str_eq(*h, name))
			return true;
	return false;
}

static void answer(int to, const struct strs *helpers, struct str question)
{
	CLEANUP(buf_free) struct buf said = {.max = HELPER_MAX};
	struct answer_head head = {.status = -1};
	struct str helper, server;

	if (!str_cut(question, '\0', &helper, &server) ||
	    !is_told(helpers, helper))
		(void)err_set(&head.why, ERR_USAGE,
		              "no file of credentials names this helper");
	else
		head.status = porter_ask(0, helper, server, &said, &head.why);
	if (write_all(to, (struct str){(const char *)&head, sizeof head}))
		(void)write_all(to, buf_str(&said));
}

/* What it says would be said twice, and a reader of ours waits for the end. */
static void leave_files(void)
{
	int null = open("/dev/null", O_RDWR);

	for (int fd = STDIN_FILENO; null >= 0 && fd <= STDERR_FILENO; fd++)
		(void)dup2(null, fd);
	if (null > STDERR_FILENO)
		(void)close(null);
}

static _Noreturn void serve(int fd, const struct strs *helpers)
{
	struct question q;
	int to;

	(void)signal(SIGPIPE, SIG_IGN); /* who asked may be gone */
	leave_files();
	while ((to = hear(fd, &q)) >= 0) {
		(void)fcntl(to, F_SETFD, FD_CLOEXEC);
		answer(to, helpers, q.text);
		(void)close(to);
	}
	_exit(0);
}

int porter_open(const struct strs *helpers, struct err *err)
{
	int ends[2];
	pid_t pid;

	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends))
		return err_set(err, ERR_IO, "socketpair: %s", strerror(errno));
	(void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	(void)fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid = fork();
	if (pid == 0) {
		(void)close(ends[0]);
		serve(ends[1], helpers);
	}
	(void)close(ends[1]);
	if (pid > 0)
		return ends[0];
	(void)close(ends[0]);
	return err_set(err, ERR_IO, "fork: %s", strerror(errno));
}

/* Below: those who ask. */

static int send_question(int porter, struct str text, int to, struct err *err)
{
	char space[QUESTION_MAX];
	struct iovec bytes = {space, text.n};
	union beside beside = {0};
	struct msghdr m = {.msg_iov = &bytes,
	                   .msg_iovlen = 1,
	                   .msg_control = &beside,
	                   .msg_controllen = sizeof beside};
	struct cmsghdr *c = CMSG_FIRSTHDR(&m);

	if (text.n > sizeof space)
		return err_set(err, ERR_USAGE, "the server's name is too long");
	memcpy(space, text.p, text.n);
	c->cmsg_level = SOL_SOCKET;
	c->cmsg_type = SCM_RIGHTS;
	c->cmsg_len = CMSG_LEN(sizeof to);
	memcpy(CMSG_DATA(c), &to, sizeof to);
	if (sendmsg(porter, &m, MSG_NOSIGNAL) < 0)
		return err_set(err, ERR_IO,
		               "the process that runs it is gone: %s",
		               strerror(errno));
	return 0;
}

static int hear_answer(int from, struct buf *said, struct err *err)
{
	struct answer_head head;
	CLEANUP(buf_free)
	struct buf all = {.max = HELPER_MAX + sizeof head};
	char block[4096];
	ssize_t n;

	while ((n = read(from, block, sizeof block)) > 0 ||
	       (n < 0 && errno == EINTR))
		if (n > 0)
			buf_add(&all, (struct str){block, (size_t)n});
	if (all.n < sizeof head)
		return err_set(err, ERR_IO,
		               "the process that runs it gave no answer");
	memcpy(&head, all.p, sizeof head);
	if (head.status < 0) {
		*err = head.why;
		return -1;
	}
	buf_add(said, str_from(buf_str(&all), sizeof head));
	return head.status;
}

int porter_ask(int porter, struct str helper, struct str server,
               struct buf *said, struct err *err)
{
	CLEANUP(buf_free) struct buf text = {.max = QUESTION_MAX + 1};
	int ends[2], rc;

	if (!porter)
		return credential_run(helper, server, said, err);
	buf_add(&text, helper);
	buf_addc(&text, '\0', 1);
	buf_add(&text, server);
	if (pipe(ends))
		return err_set(err, ERR_IO, "pipe: %s", strerror(errno));
	rc = send_question(porter, buf_str(&text), ends[1], err);
	(void)close(ends[1]);
	if (rc == 0)
		rc = hear_answer(ends[0], said, err);
	(void)close(ends[0]);
	return rc;
}
