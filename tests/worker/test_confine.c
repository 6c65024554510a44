/* What a worker can no longer do. Each thing is tried in a process that has confined itself; its exit status shows the
   result. */
#include "support/test.h"
#include "worker/program/confine.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MEMORY = 64 << 20, REACHED = 77 };
static pid_t parent; /* of those who try */

static void try_open(void)
{
    syscall(SYS_open, "/etc/passwd", O_RDONLY);
}
static void try_openat(void)
{
    syscall(SYS_openat, AT_FDCWD, "/etc/passwd", O_RDONLY);
}
static void try_create(void)
{
    syscall(SYS_creat, "made", 0600);
}
static void try_stat(void)
{
    syscall(SYS_newfstatat, AT_FDCWD, "/etc/passwd", NULL, 0);
}
static void try_unlink(void)
{
    syscall(SYS_unlink, "made");
}
static void try_rename(void)
{
    syscall(SYS_rename, "made", "other");
}
static void try_chdir(void)
{
    syscall(SYS_chdir, "/");
}
static void try_socket(void)
{
    syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
}
static void try_unix_socket(void)
{
    syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, NULL);
}
static void try_connect(void)
{
    syscall(SYS_connect, 0, NULL, 0);
}
static void try_fork(void)
{
    syscall(SYS_fork);
}
static void try_clone(void)
{
    syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, 0);
}
static void try_clone3(void)
{
    syscall(SYS_clone3, NULL, 0);
}
static void try_execve(void)
{
    syscall(SYS_execve, "/bin/true", NULL, NULL);
}
static void try_ptrace(void)
{
    syscall(SYS_ptrace, PTRACE_TRACEME, 0, NULL, NULL);
}
static void try_read_other(void)
{
    syscall(SYS_process_vm_readv, getppid(), NULL, 0, NULL, 0, 0);
}
static void try_kill(void)
{
    syscall(SYS_kill, getpid(), 0);
}
static void try_tgkill(void)
{
    syscall(SYS_tgkill, getpid(), getpid(), SIGTERM);
}
/* SIGABRT is allowed to oneself only. */
static void try_abort_parent(void)
{
    syscall(SYS_tgkill, parent, parent, SIGABRT);
}
/* Memory that no limit counts. */
static void try_shared_memory(void)
{
    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}
static void try_stack_memory(void)
{
    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN, -1, 0);
}
static void try_file_memory(void)
{
    mmap(NULL, 4096, PROT_READ, MAP_SHARED, 0, 0);
}
static void try_poison(void)
{
    syscall(SYS_madvise, NULL, 4096, 100);
}
static void try_prctl(void)
{
    syscall(SYS_prctl, PR_SET_DUMPABLE, 1, 0, 0, 0);
}
static void try_limit(void)
{
    syscall(SYS_prlimit64, 0, RLIMIT_DATA, NULL, NULL);
}
static void try_ioctl(void)
{
    syscall(SYS_ioctl, 0, 0, NULL);
}
static void try_memfd(void)
{
    syscall(SYS_memfd_create, "x", 0);
}
static void try_io_uring(void)
{
    syscall(SYS_io_uring_setup, 1, NULL);
}
static void try_bpf(void)
{
    syscall(SYS_bpf, 0, NULL, 0);
}
static void try_mount(void)
{
    syscall(SYS_mount, "", "/", "", 0, NULL);
}
static void try_unshare(void)
{
    syscall(SYS_unshare, CLONE_NEWUSER);
}
static void try_setuid(void)
{
    syscall(SYS_setuid, 0);
}
static void try_sleep(void)
{
    syscall(SYS_nanosleep, &(struct timespec){0}, NULL);
}

/* What an engine needs: memory that becomes executable, signals, locks, time, random numbers. */
static void try_what_is_allowed(void)
{
    struct timespec now;
    char byte;
    void *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || mprotect(page, 4096, PROT_READ | PROT_EXEC) != 0 || munmap(page, 4096) != 0)
        _exit(1);
    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0 || syscall(SYS_getrandom, &byte, 1, 0) != 1) _exit(2);
    if (signal(SIGSEGV, SIG_DFL) == SIG_ERR || !malloc(100)) _exit(3);
}

/* Memory that can be written is limited; addresses alone cost nothing. */
static void try_memory(void)
{
    const size_t gigabyte = (size_t)1 << 30;
    void *addresses = mmap(NULL, 4 * gigabyte, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (addresses == MAP_FAILED) _exit(1);
    void *memory = mmap(NULL, 2 * gigabyte, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory != MAP_FAILED) _exit(2);
    if (mprotect(addresses, 2 * gigabyte, PROT_READ | PROT_WRITE) == 0) _exit(3);
}

static void try_abort(void)
{
    signal(SIGABRT, SIG_DFL);
    abort();
}

/* How a confined process ends that tries this. */
static int verdict(void (*attempt)(void))
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        if (!alea__confine(MEMORY)) _exit(99);
        attempt();
        _exit(REACHED);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void forbidden_calls_end_the_process(void **state)
{
    (void)state;
    const struct {
        const char *name;
        void (*attempt)(void);
    } calls[] = {
        {"open", try_open},
        {"openat", try_openat},
        {"creat", try_create},
        {"stat", try_stat},
        {"unlink", try_unlink},
        {"rename", try_rename},
        {"chdir", try_chdir},
        {"socket", try_socket},
        {"socketpair", try_unix_socket},
        {"connect", try_connect},
        {"fork", try_fork},
        {"clone", try_clone},
        {"clone3", try_clone3},
        {"execve", try_execve},
        {"ptrace", try_ptrace},
        {"readv", try_read_other},
        {"kill", try_kill},
        {"tgkill", try_tgkill},
        {"prctl", try_prctl},
        {"prlimit", try_limit},
        {"ioctl", try_ioctl},
        {"memfd", try_memfd},
        {"io_uring", try_io_uring},
        {"bpf", try_bpf},
        {"mount", try_mount},
        {"unshare", try_unshare},
        {"setuid", try_setuid},
        {"nanosleep", try_sleep},
        {"abort parent", try_abort_parent},
        {"shared", try_shared_memory},
        {"stack", try_stack_memory},
        {"file", try_file_memory},
        {"poison", try_poison},
    };
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        int status = verdict(calls[i].attempt);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGSYS)
            fail_msg("%s: ended with %#x, not by SIGSYS", calls[i].name, (unsigned)status);
    }
}

static void an_engine_has_what_it_needs(void **state)
{
    (void)state;
    int status = verdict(try_what_is_allowed);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), REACHED);
}

static void memory_is_limited(void **state)
{
    (void)state;
    int status = verdict(try_memory);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), REACHED);
}

static void abort_is_seen_as_abort_and_leaves_no_core(void **state)
{
    (void)state;
    int status = verdict(try_abort);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGABRT);
    assert_false(WCOREDUMP(status));
}

static int prepare(void **state)
{
    (void)state;
    parent = getpid();
    signal(SIGABRT, SIG_IGN); /* should it come nevertheless */
    return alea__confine_prepare() ? 0 : 1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forbidden_calls_end_the_process),
        cmocka_unit_test(an_engine_has_what_it_needs),
        cmocka_unit_test(memory_is_limited),
        cmocka_unit_test(abort_is_seen_as_abort_and_leaves_no_core),
    };
    if (is_sanitized()) {
        puts("cannot run here: workers are not confined in builds with sanitizers");
        return 77;
    }
    return cmocka_run_group_tests(tests, prepare, NULL);
}
