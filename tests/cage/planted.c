/*
 * planted: what a parser that was taken over would try.
 *
 * planted porter DIR   asks who runs credential helpers, from inside a cage,
 * for one that it was told and for one that it was not.
 * planted open|local|network DIR   tries everything in a process of its own,
 * in no cage or in one that grants reading below DIR and storing below
 * DIR/store, and prints a line for each: "NAME done" or "NAME ERROR".
 */
#define _GNU_SOURCE
#include "cli/sandbox.h"
#include "registry/porter.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* 0, or -1 and errno. */
struct attempt {
	const char *name;
	int (*run)(void);
};

static int opened(const char *path, int flags)
{
	int fd = open(path, flags, 0600);

	return fd < 0 ? -1 : close(fd);
}

static int read_passwd(void)
{
	return opened("/etc/passwd", O_RDONLY);
}

static int read_up(void)
{
	return opened("in/../../outside", O_RDONLY);
}

static int read_link(void)
{
	return opened("in/link", O_RDONLY);
}

static int list_root(void)
{
	return opened("/", O_RDONLY | O_DIRECTORY);
}

static int open_memory(void)
{
	return opened("/proc/self/mem", O_RDWR);
}

static int write_input(void)
{
	return opened("in/file", O_WRONLY);
}

static int write_beside(void)
{
	return opened("../new", O_WRONLY | O_CREAT);
}

static int remove_outside(void)
{
	return unlink("../removed");
}

static int rename_outside(void)
{
	return rename("../outside", "../elsewhere");
}

static int make_link(void)
{
	return symlink("/etc/shadow", "../link");
}

static int make_exec(void)
{
	return chmod("../outside", 04755);
}

static int run_program(void)
{
	char *argv[] = {(char[]){"true"}, NULL};

	return execve("/bin/true", argv, NULL);
}

static int run_memory(void)
{
	char *argv[] = {(char[]){"true"}, NULL};

	return (int)syscall(SYS_execveat, open("/bin/true", O_PATH), "", argv,
	                    NULL, AT_EMPTY_PATH);
}

static int make_socket(int family)
{
	int fd = socket(family, SOCK_STREAM, 0);

	return fd < 0 ? -1 : close(fd);
}

static int socket_inet(void)
{
	return make_socket(AF_INET);
}

static int socket_unix(void)
{
	return make_socket(AF_UNIX);
}

static int serve(void)
{
	struct sockaddr_in at = {.sin_family = AF_INET};
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	if (fd < 0 || bind(fd, (struct sockaddr *)&at, sizeof at))
		return -1;
	return listen(fd, 1);
}

static int trace(void)
{
	return (int)ptrace(PTRACE_TRACEME, 0, NULL, NULL);
}

static int peek(void)
{
	char from = 'x', to;
	struct iovec a = {&to, 1}, b = {&from, 1};

	return process_vm_readv(getpid(), &a, 1, &b, 1, 0) == 1 ? 0 : -1;
}

static int send_signal(void)
{
	return kill(getppid(), 0);
}

static int change_persona(void)
{
	return personality(0xffffffff) < 0 ? -1 : 0;
}

static int name_handle(void)
{
	struct file_handle *h = calloc(1, sizeof *h + MAX_HANDLE_SZ);
	int id;

	h->handle_bytes = MAX_HANDLE_SZ;
	return name_to_handle_at(AT_FDCWD, "in/file", h, &id, 0);
}

static int type_key(void)
{
	char c = 'x';

	/* Not a terminal, where nothing stops it. */
	return ioctl(STDIN_FILENO, TIOCSTI, &c) && errno == ENOTTY ? 0 : -1;
}

static int use_tomorrow(void)
{
	long rc = syscall(463, -1, "", 0, "", NULL, (size_t)0);

	return rc < 0 && errno == ENOSYS ? -1 : 0;
}

static int read_input(void)
{
	return opened("in/file", O_RDONLY);
}

static int list_input(void)
{
	return opened("in", O_RDONLY | O_DIRECTORY);
}

static int store(void)
{
	(void)rmdir("store/a");
	if (mkdir("store/a", 0700) ||
	    opened("store/a/new", O_WRONLY | O_CREAT) ||
	    rename("store/a/new", "store/a/entry") || unlink("store/a/entry"))
		return -1;
	return rmdir("store/a") && errno != EACCES ? -1 : 0;
}

static int start_process(void)
{
	pid_t pid = fork();
	int status = 1;

	if (pid == 0)
		_exit(0);
	return pid > 0 && waitpid(pid, &status, 0) == pid && status == 0 ? 0 :
	                                                                   -1;
}

static int take_memory(void)
{
	void *p = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return p == MAP_FAILED ? -1 : munmap(p, 1 << 20);
}

static const struct attempt attempts[] = {
	{"read-passwd", read_passwd},
	{"read-up", read_up},
	{"read-link", read_link},
	{"list-root", list_root},
	{"open-memory", open_memory},
	{"write-input", write_input},
	{"write-beside", write_beside},
	{"make-link", make_link},
	{"chmod", make_exec},
	{"rename", rename_outside},
	{"remove", remove_outside},
	{"execve", run_program},
	{"execveat", run_memory},
	{"socket-inet", socket_inet},
	{"socket-unix", socket_unix},
	{"listen", serve},
	{"ptrace", trace},
	{"process-vm-readv", peek},
	{"kill", send_signal},
	{"personality", change_persona},
	{"name-to-handle", name_handle},
	{"tiocsti", type_key},
	{"new-call", use_tomorrow},
	{"may-read", read_input},
	{"may-list", list_input},
	{"may-store", store},
	{"may-fork", start_process},
	{"may-map", take_memory},
};

static void try_one(const struct attempt *a)
{
	int status = 0;
	pid_t pid;

	(void)fflush(stdout);
	pid = fork();
	if (pid == 0)
		_exit(a->run() ? errno : 0);
	(void)waitpid(pid, &status, 0);
	if (!WIFEXITED(status))
		(void)printf("%s signal %d\n", a->name, WTERMSIG(status));
	else
		(void)printf("%s %s\n", a->name,
		             WEXITSTATUS(status) ?
		                     strerror(WEXITSTATUS(status)) :
		                     "done");
}

static void close_cage(const char *mode)
{
	struct sandbox_path paths[] = {
		{STR("in"), GRANT_READ},
		{STR("store"), GRANT_STORE},
		{STR("not-there"), GRANT_READ},
	};
	struct sandbox box = {paths, sizeof paths / sizeof *paths,
	                      strcmp(mode, "network") == 0};
	struct sandbox_force force;
	struct buf out = {0};

	sandbox_close(&box, &force);
	sandbox_describe(&force, &out);
	(void)printf("cage %.*s\n", (int)out.n, out.p);
	buf_free(&out);
}

/* A kernel without Landlock, and without filters once this one is there. */
static int run_without(char **argv)
{
	struct sock_filter v[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	                 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 444, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prctl, 0, 3),
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	                 offsetof(struct seccomp_data, args[0])),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, PR_SET_SECCOMP, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EINVAL),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog prog = {sizeof v / sizeof *v, v};

	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog))
		return 2;
	(void)execv(argv[0], argv);
	return 2;
}

static void ask(int porter, const char *helper)
{
	struct buf said = {0};
	struct err err = {0};
	int rc = porter_ask(porter, str_c(helper), STR("h.io"), &said, &err);

	(void)printf("%s %s\n", helper, rc == 0 && said.n ? said.p : err.msg);
	buf_free(&said);
}

static int run_porter(void)
{
	struct str told = STR("told");
	struct strs helpers = {&told, 1};
	struct err err = {0};
	int porter = porter_open(&helpers, &err);

	if (porter < 0)
		return 2;
	close_cage("network");
	ask(0, "told");
	ask(porter, "told");
	ask(porter, "other");
	ask(porter, "/bin/told");
	return 0;
}

int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "without") == 0)
		return run_without(argv + 2);
	if (argc != 3 || chdir(argv[2]))
		return 2;
	if (strcmp(argv[1], "porter") == 0)
		return run_porter();
	if (strcmp(argv[1], "open") != 0)
		close_cage(argv[1]);
	for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++)
		try_one(&attempts[i]);
	return 0;
}
