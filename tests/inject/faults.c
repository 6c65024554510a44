/* libfaults.so: preloaded with LD_PRELOAD, it makes one allocation or system call of a program fail. tests/inject/faults.py
   uses it. Its environment:

     FAULTS         KIND:K   the K-th call of this kind fails, counted from 1; with K+ all later ones fail, too; 0: none fails
     FAULTS_OF      the objects whose calls count: parts of file names, separated by commas
     FAULTS_REPORT  the file to append to: "fault CALL NUMBER" at the first failure; at the end "calls NUMBER", and for memory
                    "leaks BLOCKS" and "leak OBJECT+0xOFFSET BYTES" for some of the blocks that were never freed
     FAULTS_SERVER  IN,OUT: two descriptors. The program then does not run once, but once for each line that comes from IN, as a
                    fork of the process that has just loaded its libraries. The line takes the place of FAULTS. Standard input
                    comes from REPORT.in, the output goes to REPORT.out and REPORT.err. Two int32 go to OUT: the number of the
                    process, and its status as waitpid(2) tells it

   The kinds: `memory` (allocations return NULL), `EIO` (mmap: ENOMEM), `ENOSPC`, `EINTR`, and `short` (half of the bytes are
   read or written). A call counts if the kind can happen to it and if one of the objects made it. A call that libc makes on
   its own behalf, such as the write of a stream, is not seen. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- the functions behind ours ---- */

#define FUNCTIONS(X)  \
    X(malloc);        \
    X(calloc);        \
    X(realloc);       \
    X(aligned_alloc); \
    X(free);          \
    X(fopencookie);   \
    X(opendir);       \
    X(vasprintf);     \
    X(open);          \
    X(open64);        \
    X(openat);        \
    X(openat64);      \
    X(read);          \
    X(pread);         \
    X(pread64);       \
    X(write);         \
    X(pwrite);        \
    X(pwrite64);      \
    X(fsync);         \
    X(fdatasync);     \
    X(ftruncate);     \
    X(ftruncate64);   \
    X(rename);        \
    X(unlink);        \
    X(mmap);          \
    X(mmap64);        \
    X(close);         \
    X(mkdir);         \
    X(mkdtemp);       \
    X(fopen);         \
    X(fopen64);       \
    X(readdir);       \
    X(readdir64);     \
    X(renameat);      \
    X(unlinkat);      \
    X(link);          \
    X(fstat);         \
    X(fstat64);       \
    X(fchmod);        \
    X(flock);         \
    X(mprotect);      \
    X(getentropy);    \
    X(socketpair);    \
    X(sendmsg);       \
    X(recvmsg);       \
    X(recv);          \
    X(waitpid);       \
    X(posix_spawn);

#define MEMBER(name) __typeof__(&name) name
static struct {
    FUNCTIONS(MEMBER)
} real;

/* What dlsym itself allocates, before the real functions are known. It is never freed. */
static _Alignas(16) unsigned char early[1 << 16];
static size_t early_used;
static enum { UNKNOWN, RESOLVING, KNOWN } functions;

static void *early_alloc(size_t size)
{
    size_t at = early_used;
    early_used += (size + 15) / 16 * 16;
    return early_used <= sizeof early ? early + at : NULL;
}

static bool is_early(const void *block)
{
    return (uintptr_t)block - (uintptr_t)early < sizeof early;
}

/* False while it is at work: then only `early` has memory. The first call is made before there are threads. */
static bool resolve(void)
{
    if (functions == UNKNOWN) {
        functions = RESOLVING;
#define RESOLVE(name)                              \
    void *name##_symbol = dlsym(RTLD_NEXT, #name); \
    memcpy(&real.name, &name##_symbol, sizeof name##_symbol)
        FUNCTIONS(RESOLVE)
        functions = KNOWN;
    }
    return functions == KNOWN;
}

/* ---- the plan, and whose calls count ---- */

enum { MEMORY = 1, EIO_ = 2, ENOSPC_ = 4, EINTR_ = 8, SHORT = 16 };

static struct {
    unsigned kind; /* 0: not started */
    bool lasting;
    long at;
    int report;
} plan;

static atomic_long counted;

enum { MOST_OBJECTS = 16, MOST_LEAKS_NAMED = 10 };
static struct object {
    uintptr_t begin, end, base;
    char name[128];
} objects[MOST_OBJECTS];
static size_t object_count;

static const struct object *object_of(const void *code)
{
    for (size_t i = 0; i < object_count; i++)
        if ((uintptr_t)code >= objects[i].begin && (uintptr_t)code < objects[i].end) return &objects[i];
    return NULL;
}

__attribute__((format(printf, 1, 2))) static void report(const char *format, ...)
{
    char line[512];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    if (plan.report >= 0) syscall(SYS_write, plan.report, line, (size_t)length);
}

/* Whether this call fails. `kinds` are the failures that can happen to it. */
static bool strikes(const char *call, unsigned kinds, const void *caller)
{
    if ((kinds & plan.kind) == 0 || object_of(caller) == NULL) return false;
    long number = atomic_fetch_add(&counted, 1) + 1;
    if (plan.at == 0 || number < plan.at || (number > plan.at && !plan.lasting)) return false;
    if (number == plan.at) report("fault %s %ld\n", call, number);
    return true;
}

/* The same for a system call; sets errno. A short read or write is not a failure: see part_of. */
static bool call_fails(const char *call, unsigned kinds, const void *caller)
{
    if (plan.kind == SHORT || !strikes(call, kinds, caller)) return false;
    errno = plan.kind == EIO_ ? EIO : plan.kind == ENOSPC_ ? ENOSPC : EINTR;
    return true;
}

static size_t part_of(const char *call, size_t size, const void *caller)
{
    return plan.kind == SHORT && size > 1 && strikes(call, SHORT, caller) ? size / 2 : size;
}

#define CALLER __builtin_return_address(0)

/* ---- blocks that are in use: a hash table with linear probing ---- */

enum { SLOTS = 1 << 20 };
static struct slot {
    const void *block, *caller;
    size_t size;
} slots[SLOTS];
static size_t blocks;
static atomic_flag slots_locked = ATOMIC_FLAG_INIT;

static void slots_lock(void)
{
    while (atomic_flag_test_and_set(&slots_locked)) {
    }
}

static size_t slot_of(const void *block)
{
    return (uintptr_t)block / 16 * UINT64_C(0x9e3779b97f4a7c15) >> 44;
}

/* Counts a block of one of our objects; those of others are not followed. */
static void *block_taken(void *block, size_t size, const void *caller)
{
    if (block == NULL || plan.kind != MEMORY || object_of(caller) == NULL) return block;
    slots_lock();
    size_t i = slot_of(block);
    while (slots[i].block != NULL) i = (i + 1) % SLOTS;
    slots[i] = (struct slot){block, caller, size};
    if (++blocks > SLOTS / 2) abort();
    atomic_flag_clear(&slots_locked);
    return block;
}

/* Knuth, The Art of Computer Programming, volume 3, algorithm 6.4 R. */
static void block_given_back(const void *block)
{
    if (block == NULL || plan.kind != MEMORY) return;
    slots_lock();
    size_t i = slot_of(block);
    while (slots[i].block != NULL && slots[i].block != block) i = (i + 1) % SLOTS;
    if (slots[i].block != NULL) {
        blocks--;
        for (size_t j = (i + 1) % SLOTS; slots[j].block != NULL; j = (j + 1) % SLOTS) {
            size_t wanted = slot_of(slots[j].block);
            if ((j - wanted) % SLOTS < (j - i) % SLOTS) continue;
            slots[i] = slots[j];
            i = j;
        }
        slots[i].block = NULL;
    }
    atomic_flag_clear(&slots_locked);
}

/* ---- start and end ---- */

/* Notes the code of an object if its name has one of the parts. The name of the program itself is empty here. */
static int object_add(struct dl_phdr_info *about, size_t size, void *parts)
{
    (void)size;
    char name[128], list[256];
    const char *slash = strrchr(about->dlpi_name, '/');
    snprintf(name, sizeof name, "%s", slash ? slash + 1 : *about->dlpi_name ? about->dlpi_name : "program");
    snprintf(list, sizeof list, "%s", (const char *)parts);
    for (char *rest = list, *part; (part = strsep(&rest, ",")) != NULL;)
        for (int i = 0; strstr(name, part) != NULL && i < about->dlpi_phnum; i++) {
            const ElfW(Phdr) *p = &about->dlpi_phdr[i];
            if (p->p_type != PT_LOAD || !(p->p_flags & PF_X) || object_count == MOST_OBJECTS) continue;
            struct object *o = &objects[object_count++];
            *o = (struct object){.begin = about->dlpi_addr + p->p_vaddr, .base = about->dlpi_addr};
            o->end = o->begin + p->p_memsz;
            snprintf(o->name, sizeof o->name, "%s", name);
        }
    return 0;
}

/* Opens a file with a number that is out of the way of the program's own files. */
static int open_high(const char *path, int flags)
{
    int low = real.open(path, flags | O_CLOEXEC, 0666);
    int high = fcntl(low, F_DUPFD_CLOEXEC, 900);
    real.close(low);
    return high;
}

/* Reads KIND:K or KIND:K+. */
static void faults_arm(const char *wanted)
{
    static const char *const kinds[] = {"memory", "EIO", "ENOSPC", "EINTR", "short"};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        char sign = 0;
        size_t length = strlen(kinds[i]);
        if (strncmp(wanted, kinds[i], length) != 0 || wanted[length] != ':') continue;
        sscanf(wanted + length, ":%ld%c", &plan.at, &sign);
        plan.lasting = sign == '+';
        plan.kind = 1u << i;
    }
}

__attribute__((constructor)) static void faults_start(void)
{
    const char *wanted = getenv("FAULTS"), *parts = getenv("FAULTS_OF"), *path = getenv("FAULTS_REPORT");
    resolve();
    if (parts == NULL || path == NULL) return;
    dl_iterate_phdr(object_add, (void *)(uintptr_t)parts);
    plan.report = open_high(path, O_WRONLY | O_APPEND | O_CREAT);
    if (wanted != NULL) faults_arm(wanted);
}

__attribute__((destructor)) static void faults_end(void)
{
    if (plan.kind == 0) return;
    report("calls %ld\n", atomic_load(&counted));
    if (plan.kind != MEMORY) return;
    report("leaks %zu\n", blocks);
    for (size_t i = 0, named = 0; i < SLOTS && named < MOST_LEAKS_NAMED; i++) {
        if (slots[i].block == NULL) continue;
        const struct object *o = object_of(slots[i].caller);
        report("leak %s+0x%zx %zu\n", o->name, (size_t)((uintptr_t)slots[i].caller - o->base), slots[i].size);
        named++;
    }
    plan.kind = 0;
}

/* ---- many runs of one process ---- */

static int (*program_main)(int, char **, char **);

static void redirect(const char *tail, int flags, int to)
{
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s%s", getenv("FAULTS_REPORT"), tail);
    int file = real.open(path, flags, 0666);
    if (file < 0 || dup2(file, to) < 0) _exit(126);
    if (file != to) real.close(file);
}

/* The next fault in `wanted`. At the end of the requests the server ends. */
static void server_read(int in, char *wanted, size_t size)
{
    size_t used = 0;
    for (; used + 1 < size; used++) {
        if (real.read(in, wanted + used, 1) != 1) _exit(0);
        if (wanted[used] == '\n') break;
    }
    wanted[used] = 0;
}

/* Returns in each fork; the server itself does not. */
static void server_run(int in, int out)
{
    char wanted[64], folder[PATH_MAX];
    if (getcwd(folder, sizeof folder) == NULL) _exit(126);
    for (;;) {
        server_read(in, wanted, sizeof wanted);
        int process = fork(), status = 0;
        if (process == 0) break;
        if (process < 0 || real.write(out, &process, sizeof process) < 0) _exit(126);
        while (real.waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
        if (real.write(out, &status, sizeof status) < 0) _exit(126);
    }
    real.close(in);
    real.close(out);
    if (chdir(folder) != 0) _exit(126);
    redirect(".in", O_RDONLY, STDIN_FILENO);
    redirect(".out", O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO);
    redirect(".err", O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO);
    unsetenv("FAULTS_SERVER");
    faults_arm(wanted);
}

static int server_main(int count, char **words, char **variables)
{
    const char *server = getenv("FAULTS_SERVER");
    int in, out;
    if (server != NULL && sscanf(server, "%d,%d", &in, &out) == 2) server_run(in, out);
    return program_main(count, words, variables);
}

int __libc_start_main(int (*program)(int, char **, char **), int count, char **words, void (*begin)(void),
                      void (*end)(void), void (*loader_end)(void), void *stack);

int __libc_start_main(int (*program)(int, char **, char **), int count, char **words, void (*begin)(void),
                      void (*end)(void), void (*loader_end)(void), void *stack)
{
    __typeof__(&__libc_start_main) next;
    void *symbol = dlsym(RTLD_NEXT, "__libc_start_main");
    memcpy(&next, &symbol, sizeof next);
    program_main = program;
    return next(server_main, count, words, begin, end, loader_end, stack);
}

/* ---- memory ---- */

static bool memory_fails(const char *call, const void *caller)
{
    if (!strikes(call, MEMORY, caller)) return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    if (!resolve()) return early_alloc(size);
    if (memory_fails("malloc", CALLER)) return NULL;
    return block_taken(real.malloc(size), size, CALLER);
}

void *calloc(size_t count, size_t size)
{
    if (!resolve()) return early_alloc(count * size);
    if (memory_fails("calloc", CALLER)) return NULL;
    return block_taken(real.calloc(count, size), count * size, CALLER);
}

void *realloc(void *old, size_t size)
{
    if (!resolve()) return early_alloc(size);
    if (memory_fails("realloc", CALLER)) return NULL;
    if (is_early(old)) {
        void *block = real.malloc(size);
        size_t left = (size_t)(early + sizeof early - (unsigned char *)old);
        return block == NULL ? NULL : memcpy(block, old, size < left ? size : left);
    }
    block_given_back(old); /* before another thread can get its address */
    void *block = real.realloc(old, size);
    block_taken(block != NULL ? block : old, size, CALLER);
    return block;
}

void *aligned_alloc(size_t alignment, size_t size)
{
    resolve();
    if (memory_fails("aligned_alloc", CALLER)) return NULL;
    return block_taken(real.aligned_alloc(alignment, size), size, CALLER);
}

void free(void *block)
{
    if (is_early(block) || !resolve()) return;
    block_given_back(block);
    real.free(block);
}

FILE *fopencookie(void *cookie, const char *mode, cookie_io_functions_t functions_of_it)
{
    return memory_fails("fopencookie", CALLER) ? NULL : real.fopencookie(cookie, mode, functions_of_it);
}

DIR *opendir(const char *path)
{
    return memory_fails("opendir", CALLER) || call_fails("opendir", EIO_, CALLER) ? NULL : real.opendir(path);
}

int asprintf(char **out, const char *format, ...)
{
    if (memory_fails("asprintf", CALLER)) return -1;
    va_list arguments;
    va_start(arguments, format);
    int length = real.vasprintf(out, format, arguments);
    va_end(arguments);
    if (length >= 0) block_taken(*out, (size_t)length + 1, CALLER);
    return length;
}

/* ---- system calls ---- */

/* The mode of a file that may be made, which then comes after the flags. */
#define TAKE_MODE(mode, flags)             \
    mode_t mode = 0;                       \
    if (flags & (O_CREAT | __O_TMPFILE)) { \
        va_list arguments;                 \
        va_start(arguments, flags);        \
        mode = va_arg(arguments, mode_t);  \
        va_end(arguments);                 \
    }

static bool open_fails(const char *call, int flags, const void *caller)
{
    return call_fails(call, EIO_ | EINTR_ | (flags & O_CREAT ? ENOSPC_ : 0), caller);
}

int open(const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_fails("open", flags, CALLER) ? -1 : real.open(path, flags, mode);
}

int open64(const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_fails("open", flags, CALLER) ? -1 : real.open64(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_fails("openat", flags, CALLER) ? -1 : real.openat(folder, path, flags, mode);
}

int openat64(int folder, const char *path, int flags, ...)
{
    TAKE_MODE(mode, flags)
    return open_fails("openat", flags, CALLER) ? -1 : real.openat64(folder, path, flags, mode);
}

ssize_t read(int file, void *out, size_t size)
{
    if (call_fails("read", EIO_ | EINTR_, CALLER)) return -1;
    return real.read(file, out, part_of("read", size, CALLER));
}

ssize_t pread(int file, void *out, size_t size, off_t at)
{
    if (call_fails("pread", EIO_ | EINTR_, CALLER)) return -1;
    return real.pread(file, out, part_of("pread", size, CALLER), at);
}

ssize_t pread64(int file, void *out, size_t size, off64_t at)
{
    if (call_fails("pread", EIO_ | EINTR_, CALLER)) return -1;
    return real.pread64(file, out, part_of("pread", size, CALLER), at);
}

ssize_t write(int file, const void *bytes, size_t size)
{
    if (call_fails("write", EIO_ | ENOSPC_ | EINTR_, CALLER)) return -1;
    return real.write(file, bytes, part_of("write", size, CALLER));
}

ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    if (call_fails("pwrite", EIO_ | ENOSPC_ | EINTR_, CALLER)) return -1;
    return real.pwrite(file, bytes, part_of("pwrite", size, CALLER), at);
}

ssize_t pwrite64(int file, const void *bytes, size_t size, off64_t at)
{
    if (call_fails("pwrite", EIO_ | ENOSPC_ | EINTR_, CALLER)) return -1;
    return real.pwrite64(file, bytes, part_of("pwrite", size, CALLER), at);
}

int fsync(int file)
{
    return call_fails("fsync", EIO_ | ENOSPC_, CALLER) ? -1 : real.fsync(file);
}

int fdatasync(int file)
{
    return call_fails("fdatasync", EIO_ | ENOSPC_, CALLER) ? -1 : real.fdatasync(file);
}

int ftruncate(int file, off_t size)
{
    return call_fails("ftruncate", EIO_ | ENOSPC_, CALLER) ? -1 : real.ftruncate(file, size);
}

int ftruncate64(int file, off64_t size)
{
    return call_fails("ftruncate", EIO_ | ENOSPC_, CALLER) ? -1 : real.ftruncate64(file, size);
}

int rename(const char *from, const char *to)
{
    return call_fails("rename", EIO_ | ENOSPC_, CALLER) ? -1 : real.rename(from, to);
}

int unlink(const char *path)
{
    return call_fails("unlink", EIO_, CALLER) ? -1 : real.unlink(path);
}

int mkdir(const char *path, mode_t mode)
{
    return call_fails("mkdir", EIO_ | ENOSPC_, CALLER) ? -1 : real.mkdir(path, mode);
}

char *mkdtemp(char *path)
{
    return call_fails("mkdtemp", EIO_ | ENOSPC_, CALLER) ? NULL : real.mkdtemp(path);
}

void *mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (!call_fails("mmap", EIO_, CALLER)) return real.mmap(at, size, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

void *mmap64(void *at, size_t size, int protection, int flags, int file, off64_t offset)
{
    if (!call_fails("mmap", EIO_, CALLER)) return real.mmap64(at, size, protection, flags, file, offset);
    errno = ENOMEM;
    return MAP_FAILED;
}

/* As on Linux, the file is closed also when that fails. */
int close(int file)
{
    bool fails = call_fails("close", EIO_ | ENOSPC_, CALLER);
    int result = real.close(file);
    if (fails) errno = plan.kind == EIO_ ? EIO : ENOSPC;
    return fails ? -1 : result;
}

FILE *fopen(const char *path, const char *mode)
{
    unsigned full = *mode == 'r' ? 0 : ENOSPC_;
    bool fails = memory_fails("fopen", CALLER) || call_fails("fopen", EIO_ | full, CALLER);
    return fails ? NULL : real.fopen(path, mode);
}

FILE *fopen64(const char *path, const char *mode)
{
    unsigned full = *mode == 'r' ? 0 : ENOSPC_;
    bool fails = memory_fails("fopen", CALLER) || call_fails("fopen", EIO_ | full, CALLER);
    return fails ? NULL : real.fopen64(path, mode);
}

struct dirent *readdir(DIR *folder)
{
    return call_fails("readdir", EIO_, CALLER) ? NULL : real.readdir(folder);
}

struct dirent64 *readdir64(DIR *folder)
{
    return call_fails("readdir", EIO_, CALLER) ? NULL : real.readdir64(folder);
}

int renameat(int old_folder, const char *old, int new_folder, const char *new)
{
    return call_fails("renameat", EIO_ | ENOSPC_, CALLER) ? -1
                                                          : real.renameat(old_folder, old, new_folder, new);
}

int unlinkat(int folder, const char *path, int flags)
{
    return call_fails("unlinkat", EIO_, CALLER) ? -1 : real.unlinkat(folder, path, flags);
}

int link(const char *from, const char *to)
{
    return call_fails("link", EIO_ | ENOSPC_, CALLER) ? -1 : real.link(from, to);
}

int fstat(int file, struct stat *about)
{
    return call_fails("fstat", EIO_, CALLER) ? -1 : real.fstat(file, about);
}

int fstat64(int file, struct stat64 *about)
{
    return call_fails("fstat", EIO_, CALLER) ? -1 : real.fstat64(file, about);
}

int fchmod(int file, mode_t mode)
{
    return call_fails("fchmod", EIO_, CALLER) ? -1 : real.fchmod(file, mode);
}

int flock(int file, int operation)
{
    return call_fails("flock", EIO_ | EINTR_, CALLER) ? -1 : real.flock(file, operation);
}

int mprotect(void *at, size_t size, int protection)
{
    if (!call_fails("mprotect", EIO_, CALLER)) return real.mprotect(at, size, protection);
    errno = ENOMEM;
    return -1;
}

int getentropy(void *out, size_t size)
{
    return call_fails("getentropy", EIO_, CALLER) ? -1 : real.getentropy(out, size);
}

/* ---- between processes ---- */

int socketpair(int domain, int type, int protocol, int pair[2])
{
    return call_fails("socketpair", EIO_, CALLER) ? -1 : real.socketpair(domain, type, protocol, pair);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags)
{
    return call_fails("sendmsg", EIO_ | EINTR_, CALLER) ? -1 : real.sendmsg(socket, message, flags);
}

ssize_t recvmsg(int socket, struct msghdr *message, int flags)
{
    return call_fails("recvmsg", EIO_ | EINTR_, CALLER) ? -1 : real.recvmsg(socket, message, flags);
}

ssize_t recv(int socket, void *out, size_t size, int flags)
{
    if (call_fails("recv", EIO_ | EINTR_, CALLER)) return -1;
    return real.recv(socket, out, part_of("recv", size, CALLER), flags);
}

pid_t waitpid(pid_t process, int *status, int options)
{
    return call_fails("waitpid", EINTR_, CALLER) ? -1 : real.waitpid(process, status, options);
}

int posix_spawn(pid_t *process, const char *path, const posix_spawn_file_actions_t *files,
                const posix_spawnattr_t *attributes, char *const words[], char *const variables[])
{
    if (call_fails("posix_spawn", EIO_, CALLER)) return EAGAIN;
    return real.posix_spawn(process, path, files, attributes, words, variables);
}
