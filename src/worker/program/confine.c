#include "worker/program/confine.h"
#include "base/assert.h"
#include "base/error.h"
#include "worker/messages.h"

#include <alea/bot.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* ---- system calls ---- */

/* System calls that the engine, the C library and a worker's own code make while programs run. All others kill the process:
   opening files and sockets, starting programs, processes and threads, inspecting other processes, changing limits. */
static const int allowed_calls[] = {
    /* messages, over the one socket that is open */
    SCMP_SYS(recvfrom), SCMP_SYS(recvmsg), SCMP_SYS(sendto), SCMP_SYS(sendmsg), SCMP_SYS(read),
    SCMP_SYS(write), SCMP_SYS(close),
    /* memory; compiled code is made executable */
    SCMP_SYS(mremap), SCMP_SYS(munmap), SCMP_SYS(mprotect), SCMP_SYS(brk),
    /* traps are signals, handled on a separate stack */
    SCMP_SYS(rt_sigaction), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigreturn), SCMP_SYS(sigaltstack),
    /* locks, time, random numbers, and who one is */
    SCMP_SYS(futex), SCMP_SYS(sched_yield), SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday),
    SCMP_SYS(getrandom), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(restart_syscall),
    /* the end */
    SCMP_SYS(exit), SCMP_SYS(exit_group)};

static scmp_filter_ctx confine_filter; /* made in the zygote; every worker has it from there */

/* Shared memory, and memory that grows like a stack, is not counted by RLIMIT_DATA, so a worker may map only private
   memory. Advice from 100 on takes pages of the machine out of use, if called by root. */
static bool confine_allow_memory(void)
{
    const uint64_t kinds = MAP_TYPE | MAP_GROWSDOWN | MAP_LOCKED | MAP_HUGETLB, advice = 100;
    return seccomp_rule_add(confine_filter, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1,
                            SCMP_A3(SCMP_CMP_MASKED_EQ, kinds, MAP_PRIVATE)) == 0 &&
           seccomp_rule_add(confine_filter, SCMP_ACT_ALLOW, SCMP_SYS(madvise), 1,
                            SCMP_A2(SCMP_CMP_LT, advice, 0)) == 0;
}

bool alea__confine_prepare(void)
{
    if (ALEA__SANITIZED) return true;
    confine_filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!confine_filter) return false;
    bool right = seccomp_attr_set(confine_filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) == 0;
    for (size_t i = 0; i < sizeof allowed_calls / sizeof *allowed_calls && right; i++)
        right = seccomp_rule_add(confine_filter, SCMP_ACT_ALLOW, allowed_calls[i], 0) == 0;
    return right && confine_allow_memory();
}

/* abort() sends its signal by this call. To any other process, such as alea or another's worker, no signal may be sent; so the
   rule is made in the worker. */
static bool confine_calls(void)
{
    if (ALEA__SANITIZED) return true;
    return seccomp_rule_add(confine_filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 2,
                            SCMP_A0(SCMP_CMP_EQ, (uint64_t)getpid(), 0),
                            SCMP_A2(SCMP_CMP_EQ, SIGABRT, 0)) == 0 &&
           prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && seccomp_load(confine_filter) == 0;
}

/* ---- limits ---- */

/* Lowers a limit permanently. */
static bool confine_limit(__rlimit_resource_t what, uint64_t most)
{
    struct rlimit limit;
    if (getrlimit(what, &limit) != 0) return false;
    if (limit.rlim_max > most) limit.rlim_max = most;
    limit.rlim_cur = limit.rlim_max;
    return setrlimit(what, &limit) == 0;
}

/* RLIMIT_DATA counts writable memory, which is what a program can really use up. It does not limit address space: the
   engine reserves some 4 GiB for each linear memory, of which a bot may have a hundred. */
static uint64_t confine_data(uint64_t memory)
{
    const uint64_t compiler = (UINT64_C(1280) << 20) + ALEA_SANDBOX_STACK;
    return compiler + (memory > UINT64_MAX / 2 ? UINT64_MAX / 2 : memory);
}

static bool confine_memory(uint64_t memory)
{
    const uint64_t reserved = UINT64_C(512) << 30, data = confine_data(memory);
    return ALEA__SANITIZED || (confine_limit(RLIMIT_DATA, data) && confine_limit(RLIMIT_AS, data + reserved));
}

alea_status alea__confine_check(uint64_t memory, alea_error *error)
{
    struct rlimit data;
    if (ALEA__SANITIZED || getrlimit(RLIMIT_DATA, &data) != 0 || data.rlim_cur >= confine_data(memory))
        return ALEA_OK;
    return alea__fail(error, ALEA_E_MEMORY, WORKER_NO_DATA, confine_data(memory) >> 20,
                      (uint64_t)data.rlim_cur >> 20);
}

bool alea__confine(uint64_t memory)
{
    ALEA_ASSERT(ALEA__SANITIZED || confine_filter);
    return confine_memory(memory) && confine_limit(RLIMIT_CORE, 0) && confine_limit(RLIMIT_FSIZE, 0) &&
           (ALEA__SANITIZED || confine_limit(RLIMIT_NOFILE, 0)) && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
           confine_calls();
}
