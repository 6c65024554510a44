#include "sandbox/memory_limit.h"
#include "base/assert.h"
#include "base/memory.h"
#include "sandbox/messages.h"

#include <string.h>
#include <sys/mman.h>

/* One linear memory. Address space for its maximum size is reserved at the start, so it never moves; pages are added as
   they are used. */
typedef struct alea__linear_memory {
    alea__memory_limit *limit;
    unsigned char *base;
    size_t size, capacity, mapped;
    struct alea__linear_memory *next; /* under the same limit */
    unsigned char *kept;              /* saved contents, `kept_size` bytes, including pages of zeros */
    size_t kept_size;
    struct memory_run *run; /* what to do to restore it, in order */
    size_t runs;
} linear_memory;

static uint8_t *memory_get(void *env, size_t *size, size_t *capacity)
{
    linear_memory *m = env;
    *size = m->size;
    *capacity = m->capacity;
    return m->base;
}

/* Pages come from the system, not from base/memory.h, because a guest's memory is not an allocation of alea's. */
static bool memory_enlarge(linear_memory *m, size_t size)
{
    if (size > m->capacity) return false;
    if (size > m->size && mprotect(m->base + m->size, size - m->size, PROT_READ | PROT_WRITE) != 0) {
        m->limit->exhausted = true;
        return false;
    }
    m->limit->used += size - m->size;
    m->size = size;
    return true;
}

static bool memory_limit_allows(alea__memory_limit *limit, size_t more)
{
    ALEA_ASSERT(limit->used <= limit->most);
    if (more <= limit->most - limit->used) return true;
    limit->denied = more > UINT64_MAX - limit->used ? UINT64_MAX : limit->used + more;
    return false;
}

static wasmtime_error_t *memory_grow(void *env, size_t size)
{
    linear_memory *m = env;
    ALEA_ASSERT(size >= m->size && m->size <= m->limit->used);
    if (memory_limit_allows(m->limit, size - m->size) && memory_enlarge(m, size)) return NULL;
    return wasmtime_error_new(SANDBOX_MEMORY_REACHED);
}

static void memory_free(void *env)
{
    linear_memory *m = env;
    linear_memory **link = &m->limit->first;
    while (*link != m) link = &(*link)->next;
    *link = m->next;
    alea__free(m->kept);
    alea__free(m->run);
    munmap(m->base, m->mapped);
    alea__free(m);
}

static bool memory_reserve(linear_memory *m, size_t capacity, size_t guard)
{
    m->capacity = capacity;
    m->mapped =
        capacity + guard > 0 ? capacity + guard : 1; /* a memory may be empty, an address range may not */
    void *base = mmap(NULL, m->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    m->base = base;
    return base != MAP_FAILED;
}

enum { WORTH_LARGE_PAGES = 4 << 20 }; /* bytes; below, filling small pages is cheap */

/* Makes a memory under the first limit that still covers one. Large memories ask the system for large pages,
   which it may refuse; Python starts with 20 MiB. */
static wasmtime_error_t *memory_make(void *env, const wasm_memorytype_t *type, size_t minimum, size_t maximum,
                                     size_t reserved, size_t guard, wasmtime_linear_memory_t *out)
{
    (void)type;
    alea__memory_limit *limit = pthread_getspecific(*(pthread_key_t *)env);
    while (limit && limit->made == limit->memories) limit++;
    if (!limit) return wasmtime_error_new(SANDBOX_MEMORY_UNCOVERED);
    if (!memory_limit_allows(limit, minimum)) return wasmtime_error_new(SANDBOX_MEMORY_TOO_LOW);
    linear_memory *m = alea__alloc(sizeof *m);
    limit->exhausted = limit->exhausted || !m;
    if (!m) return wasmtime_error_new(SANDBOX_MEMORY_NONE);
    m->limit = limit;
    size_t most = maximum < limit->most ? maximum : (size_t)limit->most;
    if (!memory_reserve(m, most > reserved ? most : reserved, guard) || !memory_enlarge(m, minimum)) {
        limit->exhausted = true;
        if (m->base != MAP_FAILED) munmap(m->base, m->mapped);
        alea__free(m);
        return wasmtime_error_new(SANDBOX_MEMORY_ADDRESSES);
    }
    if (m->size >= WORTH_LARGE_PAGES) madvise(m->base, m->size, MADV_HUGEPAGE);
    limit->made++;
    m->next = limit->first;
    limit->first = m;
    *out = (wasmtime_linear_memory_t){
        .env = m, .get_memory = memory_get, .grow_memory = memory_grow, .finalizer = memory_free};
    return NULL;
}

/* ---- keeping and restoring ----

   Which pages were written since, only the system knows, and asking it takes longer than writing most memories anew. Pages that
   held zeros are filled with zeros, or given back to the system where there are many of them in a row: it hands out zeros. */

enum { PAGE = 4096, WORTH_GIVING_BACK = 512 << 10 }; /* bytes of zeros */

typedef enum run_kind { RUN_COPIED, RUN_CLEARED, RUN_GIVEN_BACK } run_kind;

/* Pages that are restored in the same way. */
typedef struct memory_run {
    size_t at, size;
    run_kind kind;
    size_t kept; /* of COPIED: its place in `kept` */
} memory_run;

static bool memory_is_zero(const unsigned char *page, size_t size)
{
    return page[0] == 0 && memcmp(page, page + 1, size - 1) == 0;
}

/* Divides the memory into runs; with `run` NULL it only counts them, and the bytes that are to be copied. */
static void memory_find_runs(const linear_memory *m, memory_run *run, size_t *runs, size_t *copied)
{
    *runs = *copied = 0;
    for (size_t at = 0, end; at < m->size; at = end) {
        const bool zero = memory_is_zero(m->base + at, PAGE);
        for (end = at + PAGE; end < m->size && memory_is_zero(m->base + end, PAGE) == zero;) end += PAGE;
        const size_t size = end - at;
        const run_kind kind = !zero ? RUN_COPIED : size < WORTH_GIVING_BACK ? RUN_CLEARED : RUN_GIVEN_BACK;
        if (run) run[*runs] = (memory_run){at, size, kind, *copied};
        ++*runs;
        if (!zero) *copied += size;
    }
}

/* Saves the contents of the memory, and decides how each part of it is restored. */
static bool memory_keep(linear_memory *m)
{
    size_t copied;
    ALEA_ASSERT(m->size % PAGE == 0);
    alea__free(m->kept);
    alea__free(m->run);
    memory_find_runs(m, NULL, &m->runs, &copied);
    m->run = alea__alloc_array(m->runs + 1, sizeof *m->run);
    m->kept = alea__alloc_bare(copied + 1, 1);
    if (!m->run || !m->kept) return false;
    memory_find_runs(m, m->run, &m->runs, &copied);
    for (size_t i = 0; i < m->runs; i++)
        if (m->run[i].kind == RUN_COPIED)
            memcpy(m->kept + m->run[i].kept, m->base + m->run[i].at, m->run[i].size);
    m->kept_size = m->size;
    return true;
}

static void memory_restore_run(linear_memory *m, const memory_run *run)
{
    unsigned char *at = m->base + run->at;
    if (run->kind == RUN_COPIED)
        memcpy(at, m->kept + run->kept, run->size);
    else if (run->kind == RUN_CLEARED || madvise(at, run->size, MADV_DONTNEED) != 0)
        memset(at, 0, run->size);
}

bool alea__memory_keep(alea__memory_limit *limit)
{
    for (linear_memory *m = limit->first; m; m = m->next)
        if (!memory_keep(m)) return false;
    return true;
}

bool alea__memory_restore(alea__memory_limit *limit)
{
    for (const linear_memory *m = limit->first; m; m = m->next)
        if (!m->run || m->size != m->kept_size) return false;
    for (linear_memory *m = limit->first; m; m = m->next)
        for (size_t i = 0; i < m->runs; i++) memory_restore_run(m, &m->run[i]);
    return true;
}

void alea__memory_limit_install(wasm_config_t *config, pthread_key_t *key)
{
    wasmtime_memory_creator_t creator = {.env = key, .new_memory = memory_make};
    wasmtime_config_host_memory_creator_set(config, &creator);
    /* A memory that is made here is filled by copying; the engine would map the module's data over it
       otherwise. */
    wasmtime_config_memory_init_cow_set(config, false);
}
