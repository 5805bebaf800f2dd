// skew SECONDS COMMAND...: runs a command, and all that it starts, with the clock of the day so many seconds off.
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long off;

static void hide_vdso(pid_t pid) {
	struct user_regs_struct r;
	if (ptrace(PTRACE_GETREGS, pid, 0, &r)) return;
	unsigned long p = r.rsp;
	errno = 0;
	long argc = ptrace(PTRACE_PEEKDATA, pid, p, 0);
	p += 8 * (argc + 2);
	while (ptrace(PTRACE_PEEKDATA, pid, p, 0) != 0) p += 8;
	p += 8;
	for (;; p += 16) {
		long type = ptrace(PTRACE_PEEKDATA, pid, p, 0);
		if (type == AT_NULL || errno) return;
		if (type == AT_SYSINFO_EHDR) { ptrace(PTRACE_POKEDATA, pid, p, (void *)AT_IGNORE); return; }
	}
}

static void shift(pid_t pid) { // at the entry of one of the calls
	struct user_regs_struct r;
	if (ptrace(PTRACE_GETREGS, pid, 0, &r)) return;
	unsigned long at = 0;
	if (r.orig_rax == SYS_clock_gettime && (r.rdi == 0 || r.rdi == 5)) at = r.rsi;
	if (r.orig_rax == SYS_gettimeofday) at = r.rdi;
	if (!at) return;
	// the call is made here, in its place: the number -1 makes it none
	struct timespec t;
	struct { long s, f; } v;
	clock_gettime(CLOCK_REALTIME, &t);
	v.s = t.tv_sec + off;
	v.f = r.orig_rax == SYS_gettimeofday ? t.tv_nsec / 1000 : t.tv_nsec;
	struct iovec l = {&v, sizeof v}, w = {(void *)at, sizeof v};
	if (process_vm_writev(pid, &l, 1, &w, 1, 0) != sizeof v) return;
	r.orig_rax = -1;
	r.rax = 0;
	ptrace(PTRACE_SETREGS, pid, 0, &r);
}

int main(int argc, char **argv) {
	off = atol(argv[1]);
	pid_t child = fork();
	if (child == 0) {
		struct sock_filter f[] = {
			BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clock_gettime, 1, 0),
			BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_gettimeofday, 0, 1),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE),
			BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		};
		struct sock_fprog p = {5, f};
		ptrace(PTRACE_TRACEME, 0, 0, 0);
		raise(SIGSTOP);
		prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
		if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p)) { perror("seccomp"); _exit(126); }
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	int status;
	waitpid(child, &status, 0);
	ptrace(PTRACE_SETOPTIONS, child, 0, PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
		PTRACE_O_TRACECLONE | PTRACE_O_TRACESECCOMP);
	ptrace(PTRACE_CONT, child, 0, 0);
	int code = 0;
	for (;;) {
		pid_t pid = waitpid(-1, &status, __WALL);
		if (pid < 0) { if (errno == EINTR) continue; break; }
		if (WIFEXITED(status) || WIFSIGNALED(status)) {
			if (pid == child) code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
			continue;
		}
		if (!WIFSTOPPED(status)) continue;
		int sig = WSTOPSIG(status), event = status >> 16;
		if (event == PTRACE_EVENT_SECCOMP) { shift(pid); sig = 0; }
		else if (event == PTRACE_EVENT_EXEC) { hide_vdso(pid); sig = 0; }
		else if (event == PTRACE_EVENT_STOP || event) sig = 0;
		else if (sig == SIGSTOP) { // of a new process, once
			static char seen[1 << 22];
			if (pid < (1 << 22) && !seen[pid]) { seen[pid] = 1; sig = 0; }
		}
		ptrace(PTRACE_CONT, pid, 0, (void *)(long)sig);
	}
	return code;
}
