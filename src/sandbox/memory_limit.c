#include "sandbox/memory_limit.h"
#include "base/assert.h"
#include "base/memory.h"
#include "sandbox/messages.h"

#include <sys/mman.h>

/* One linear memory. Address space for its largest size is reserved at once, so it never moves; pages are
   added as they are used. */
typedef struct linear_memory {
    alea__memory_limit *limit;
    unsigned char *base;
    size_t size, capacity, mapped;
} linear_memory;

static uint8_t *memory_get(void *env, size_t *size, size_t *capacity)
{
    linear_memory *m = env;
    *size = m->size;
    *capacity = m->capacity;
    return m->base;
}

/* Pages come from the system, not from base/memory.h: a guest's memory is not an allocation of alea's. */
static bool memory_enlarge(linear_memory *m, size_t size)
{
    if (size > m->capacity) return false;
    if (size > m->size && mprotect(m->base + m->size, size - m->size, PROT_READ | PROT_WRITE) != 0)
        return false;
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
    limit->exhausted = !m;
    if (!m) return wasmtime_error_new(SANDBOX_MEMORY_NONE);
    m->limit = limit;
    size_t most = maximum < limit->most ? maximum : (size_t)limit->most;
    if (!memory_reserve(m, most > reserved ? most : reserved, guard) || !memory_enlarge(m, minimum)) {
        if (m->base != MAP_FAILED) munmap(m->base, m->mapped);
        alea__free(m);
        return wasmtime_error_new(SANDBOX_MEMORY_ADDRESSES);
    }
    if (m->size >= WORTH_LARGE_PAGES) madvise(m->base, m->size, MADV_HUGEPAGE);
    limit->made++;
    *out = (wasmtime_linear_memory_t){
        .env = m, .get_memory = memory_get, .grow_memory = memory_grow, .finalizer = memory_free};
    return NULL;
}

void alea__memory_limit_install(wasm_config_t *config, pthread_key_t *key)
{
    wasmtime_memory_creator_t creator = {.env = key, .new_memory = memory_make};
    wasmtime_config_host_memory_creator_set(config, &creator);
    /* A memory that is made here is filled by copying; the engine would map the module's data over it
       otherwise. */
    wasmtime_config_memory_init_cow_set(config, false);
}
