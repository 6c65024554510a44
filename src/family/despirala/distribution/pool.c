/* Memory for two layers of masks. */
#include "base/memory.h"
#include "family/despirala/distribution/distribution.h"

#include <pthread.h>

enum { CHUNK = 1 << 20 };

struct despirala_pool {
    pthread_mutex_t lock;
    despirala_chunk *idle, *busy[2]; /* by layer, even or odd */
};

despirala_pool *despirala_pool_make(void)
{
    despirala_pool *pool = alea__alloc(sizeof *pool);
    if (pool) pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

void despirala_pool_free(despirala_pool *pool)
{
    if (!pool) return;
    despirala_pool_drop(pool, 0);
    despirala_pool_drop(pool, 1);
    for (despirala_chunk *c = pool->idle, *next; c; c = next) {
        next = c->next;
        alea__free(c->bytes);
        alea__free(c);
    }
    pthread_mutex_destroy(&pool->lock);
    alea__free(pool);
}

despirala_chunk *despirala_pool_take(despirala_pool *pool, uint32_t layer, size_t bytes)
{
    pthread_mutex_lock(&pool->lock);
    despirala_chunk **at = &pool->idle;
    while (*at && (*at)->size < bytes) at = &(*at)->next;
    despirala_chunk *c = *at;
    if (c) {
        *at = c->next;
    } else if ((c = alea__alloc(sizeof *c))) {
        c->size = bytes > CHUNK ? bytes : CHUNK;
        c->bytes = alea__alloc_bare(c->size, 1);
    }
    if (c && !c->bytes) {
        alea__free(c);
        c = NULL;
    }
    if (c) {
        c->used = 0;
        c->next = pool->busy[layer % 2];
        pool->busy[layer % 2] = c;
    }
    pthread_mutex_unlock(&pool->lock);
    return c;
}

void despirala_pool_drop(despirala_pool *pool, uint32_t layer)
{
    pthread_mutex_lock(&pool->lock);
    despirala_chunk **end = &pool->busy[layer % 2];
    while (*end) end = &(*end)->next;
    *end = pool->idle;
    pool->idle = pool->busy[layer % 2];
    pool->busy[layer % 2] = NULL;
    pthread_mutex_unlock(&pool->lock);
}
