#pragma once
/* Memory from a few large pieces, so that all of it can be copied and put back. */
#include <stddef.h>

enum { ALEA__POOL_PIECES = 32, ALEA__POOL_BINS = 128 };

typedef struct alea__pool {
    unsigned char *piece[ALEA__POOL_PIECES];
    size_t used[ALEA__POOL_PIECES]; /* bytes of each piece that were ever given out */
    unsigned current;               /* the piece from which new blocks are taken */
    /* By bin, that is, by size: returned blocks, each of which begins with the next one. */
    void *unused[ALEA__POOL_BINS];
} alea__pool;

/* As realloc, with the block's size until now. Returns NULL without memory; the block is then left as it was. */
void *alea__pool_resize(alea__pool *, void *block, size_t old, size_t size);
void alea__pool_return(alea__pool *, void *block, size_t size);
/* Copies what is in use, or puts it back; between the two only functions of this file may use the pool. The caller frees the copy. */
unsigned char *alea__pool_copy(const alea__pool *);
void alea__pool_put_back(alea__pool *, const alea__pool *then, const unsigned char *copy);
void alea__pool_free(alea__pool *);
