/*
 * Linux on x86-64 and arm64.
 *
 * The filter is a list of what is denied, not of what is allowed: which calls
 * a C library, curl and OpenSSL make changes with their versions, and a run
 * that breaks on the next of them helps nobody.  What is newer than the list
 * is not there (ENOSYS), as on an older kernel, so it needs no upkeep.
 * A denied call fails (EPERM) and does not kill: libraries ask for things that
 * they can do without, and an error becomes a gap or a message.
 */
#define _GNU_SOURCE /* NOLINT: O_PATH, syscall() */
#include "cli/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* linux/landlock.h: headers are often older than the kernel they run on. */
enum {
	LANDLOCK_CREATE = 444,
	LANDLOCK_ADD,
	LANDLOCK_RESTRICT,
	FCHMODAT2 = 452,
	LANDLOCK_VERSION = 1, /* flag of CREATE */
	LANDLOCK_BENEATH = 1, /* type of a rule */
};

struct landlock_set {
	uint64_t fs, net, scoped; /* 0 where the ABI does not have it */
};

struct landlock_rule {
	uint64_t allowed;
	int32_t fd;
} __attribute__((packed));

enum landlock_fs {
	FS_WRITE_FILE = 1 << 1,
	FS_READ_FILE = 1 << 2,
	FS_READ_DIR = 1 << 3,
	FS_REMOVE_FILE = 1 << 5,
	FS_MAKE_DIR = 1 << 7,
	FS_MAKE_REG = 1 << 8,
	FS_TRUNCATE = 1 << 14,
	/* By ABI.  Of 5 nothing: isatty() is asked of inputs. */
	FS_1 = (1 << 13) - 1,
	FS_2 = 1 << 13, /* links and renames between directories */
	FS_3 = FS_TRUNCATE,
	FS_OF_FILE = FS_WRITE_FILE | FS_READ_FILE | FS_TRUNCATE,
	NET_BIND = 1, /* TCP; ABI 4 */
	NET_CONNECT = 2,
	SCOPE_ABSTRACT = 1, /* unix sockets; ABI 6 */
	SCOPE_SIGNAL = 2,
};

static const uint64_t granted[] = {
	[GRANT_READ] = FS_READ_FILE | FS_READ_DIR,
	[GRANT_WRITE] = FS_READ_FILE | FS_WRITE_FILE,
	[GRANT_REPLACE] =
		FS_READ_FILE | FS_WRITE_FILE | FS_MAKE_REG | FS_REMOVE_FILE,
	[GRANT_STORE] = FS_READ_FILE | FS_READ_DIR | FS_WRITE_FILE |
                        FS_MAKE_REG | FS_MAKE_DIR | FS_REMOVE_FILE |
                        FS_TRUNCATE,
};

static struct landlock_set handled(const struct sandbox *s, int abi)
{
	struct landlock_set set = {.fs = FS_1};

	if (abi >= 2)
		set.fs |= FS_2;
	if (abi >= 3)
		set.fs |= FS_3;
	if (abi >= 4)
		set.net = s->network ? NET_BIND : NET_BIND | NET_CONNECT;
	if (abi >= 6)
		set.scoped = s->network ? SCOPE_SIGNAL :
		                          SCOPE_ABSTRACT | SCOPE_SIGNAL;
	return set;
}

/* What can't be granted can't be opened later on, which is said then. */
static void grant(int ruleset, const struct landlock_set *set,
                  const struct sandbox_path *p)
{
	struct landlock_rule rule = {.allowed = granted[p->grant] & set->fs};
	struct arena a = {0};
	struct stat st;

	rule.fd = open(arena_cstr(&a, p->path), O_PATH | O_CLOEXEC);
	arena_free(&a);
	if (rule.fd < 0)
		return;
	if (fstat(rule.fd, &st) == 0 && !S_ISDIR(st.st_mode))
		rule.allowed &= FS_OF_FILE;
	(void)syscall(LANDLOCK_ADD, ruleset, LANDLOCK_BENEATH, &rule, 0);
	(void)close(rule.fd);
}

/* The ABI in force; 0: none, see errno. */
static int close_landlock(const struct sandbox *s)
{
	int abi = (int)syscall(LANDLOCK_CREATE, NULL, 0, LANDLOCK_VERSION);
	struct landlock_set set;
	int ruleset, rc;

	if (abi <= 0)
		return 0;
	set = handled(s, abi);
	ruleset = (int)syscall(LANDLOCK_CREATE, &set, sizeof set, 0);
	if (ruleset < 0)
		return 0;
	for (size_t i = 0; i < s->n; i++)
		grant(ruleset, &set, &s->v[i]);
	rc = (int)syscall(LANDLOCK_RESTRICT, ruleset, 0);
	(void)close(ruleset);
	return rc ? 0 : abi;
}

/* Programs, other processes, the kernel itself.  ptrace stays away from builds
 * with a leak checker by having sandbox_none.c there. */
static const uint16_t denied[] = {
	SYS_execve,
	SYS_execveat,
	SYS_ptrace,
	SYS_process_vm_readv,
	SYS_process_vm_writev,
	SYS_process_madvise,
	SYS_pidfd_getfd,
	SYS_pidfd_send_signal,
	SYS_kcmp,
	SYS_kill, /* abort() calls tgkill */
	SYS_rt_sigqueueinfo,
	SYS_rt_tgsigqueueinfo,
	SYS_mount,
	SYS_umount2,
	SYS_pivot_root,
	SYS_chroot,
	SYS_move_mount,
	SYS_open_tree,
	SYS_fsopen,
	SYS_fsconfig,
	SYS_fsmount,
	SYS_fspick,
	SYS_mount_setattr,
	SYS_unshare,
	SYS_setns,
	SYS_name_to_handle_at,
	SYS_open_by_handle_at,
	SYS_mknodat,
	SYS_fchmodat,
	SYS_fchownat,
#ifdef __x86_64__
	SYS_chmod,
	SYS_chown,
	SYS_lchown,
	SYS_mknod,
#endif
	FCHMODAT2,
	SYS_setxattr,
	SYS_lsetxattr,
	SYS_fsetxattr,
	SYS_removexattr,
	SYS_lremovexattr,
	SYS_fremovexattr,
	SYS_fanotify_init,
	SYS_quotactl,
	SYS_swapon,
	SYS_swapoff,
	SYS_acct,
	SYS_bpf,
	SYS_perf_event_open,
	SYS_userfaultfd,
	SYS_keyctl,
	SYS_add_key,
	SYS_request_key,
	SYS_io_uring_setup, /* its calls pass no filter */
	SYS_io_uring_enter,
	SYS_io_uring_register,
	SYS_init_module,
	SYS_finit_module,
	SYS_delete_module,
	SYS_kexec_load,
	SYS_reboot,
	SYS_syslog,
	SYS_sethostname,
	SYS_setdomainname,
	SYS_settimeofday,
	SYS_clock_settime,
	SYS_clock_adjtime,
	SYS_adjtimex,
	SYS_personality,
	SYS_setuid,
	SYS_setgid,
	SYS_setgroups,
	SYS_setresuid,
	SYS_setresgid,
	SYS_capset,
	SYS_shmget,
	SYS_msgget,
	SYS_semget,
	SYS_mq_open,
};

/* Nobody serves. */
static const uint16_t denied_servers[] = {SYS_listen, SYS_accept, SYS_accept4};

/* Without sockets of its own a process has those it was started with. */
static const uint16_t denied_sockets[] = {SYS_socket, SYS_socketpair,
                                          SYS_connect, SYS_bind};

static const uint32_t machine =
#ifdef __x86_64__
	AUDIT_ARCH_X86_64;
#else
	AUDIT_ARCH_AARCH64;
#endif

enum {
	SYS_LAST = 462, /* mseal: what this list knows; x32 lies beyond */
	PROGRAM_MAX = 256,
	TYPE_INTO_TERMINAL = TIOCSTI,
};

struct program {
	struct sock_filter v[PROGRAM_MAX];
	unsigned short n;
};

static void add(struct program *p, struct sock_filter f)
{
	p->v[p->n++] = f;
}

static void load(struct program *p, size_t offset)
{
	add(p, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
	                                    (uint32_t)offset));
}

static void give(struct program *p, int error)
{
	add(p,
	    (struct sock_filter)BPF_STMT(BPF_RET | BPF_K,
	                                 SECCOMP_RET_ERRNO | (uint32_t)error));
}

static void deny(struct program *p, const uint16_t *list, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
		                                    list[i], 0, 1));
		give(p, EPERM);
	}
}

/* Nothing is put into the terminal's input, for a shell to run it. */
static void deny_typing(struct program *p)
{
	add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	                                    SYS_ioctl, 0, 3));
	load(p, offsetof(struct seccomp_data, args[1]));
	add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
	                                    TYPE_INTO_TERMINAL, 0, 1));
	give(p, EPERM);
}

#define DENY(p, list) deny(p, list, sizeof(list) / sizeof *(list))

static void make_program(const struct sandbox *s, struct program *p)
{
	load(p, offsetof(struct seccomp_data, arch));
	add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, machine,
	                                    1, 0));
	give(p, ENOSYS);
	load(p, offsetof(struct seccomp_data, nr));
	add(p, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, SYS_LAST,
	                                    0, 1));
	give(p, ENOSYS);
	DENY(p, denied);
	DENY(p, denied_servers);
	if (!s->network)
		DENY(p, denied_sockets);
	deny_typing(p);
	add(p,
	    (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
}

static int close_seccomp(const struct sandbox *s)
{
	struct program p = {.n = 0};
	struct sock_fprog prog = {.filter = p.v};

	_Static_assert(sizeof denied / sizeof *denied * 2 + 40 < PROGRAM_MAX,
	               "two steps for each call");
	make_program(s, &p);
	prog.len = p.n;
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &prog) ? errno : 0;
}

void sandbox_close(const struct sandbox *s, struct sandbox_force *out)
{
	*out = (struct sandbox_force){0};
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) {
		out->landlock_error = out->seccomp_error = errno;
		return;
	}
	out->landlock = close_landlock(s);
	if (!out->landlock)
		out->landlock_error = errno;
	out->seccomp_error = close_seccomp(s);
}

void sandbox_describe(const struct sandbox_force *f, struct buf *out)
{
	if (f->landlock && !f->seccomp_error)
		buf_printf(out, "landlock abi %d, seccomp", f->landlock);
	else if (f->landlock)
		buf_printf(out, "landlock abi %d; no seccomp: %s", f->landlock,
		           strerror(f->seccomp_error));
	else if (!f->seccomp_error)
		buf_printf(out, "seccomp; no landlock: %s",
		           strerror(f->landlock_error));
	else
		buf_printf(out, "none (landlock: %s; seccomp: %s)",
		           strerror(f->landlock_error),
		           strerror(f->seccomp_error));
}
