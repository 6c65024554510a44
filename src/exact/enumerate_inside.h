#pragma once
/* Between the list of states and its beginning and end, which every game of such a family has, listed or not. */
#include "exact/enumerate.h"
#include <pthread.h>

/* States are stored in `bytes` without trailing zero words, in the order of discovery: state i from at[i] to at[i + 1] - 1.
   `slot` is a hash table of them: node + 1, or 0. */
typedef struct alea__listed_states {
    pthread_mutex_t lock; /* while they are listed */
    bool tried;
    alea_status status;
    alea_error error;
    alea__explicit graph;
    unsigned char *bytes;
    size_t *at, byte_capacity;
    uint32_t count, capacity, *slot, slots;
    uint32_t *merged; /* [node]: 1 more than the edge by which the node at work led there last */
    uint32_t edge_capacity;
} listed_states;

/* Frees the list of states, so that it can be made again. */
void listed_clear(listed_states *);
extern const alea__explicit_source listed_source;
