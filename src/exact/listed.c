/* The beginning and the end of a list of states (enumerate.c). */
#include "base/error.h"
#include "base/memory.h"
#include "exact/enumerate_inside.h"

void listed_clear(listed_states *s)
{
    const uint32_t players = s->graph.players;
    alea__explicit_clear(&s->graph);
    alea__free(s->bytes);
    alea__free(s->at);
    alea__free(s->slot);
    alea__free(s->merged);
    s->graph.players = players;
    s->bytes = NULL;
    s->at = NULL;
    s->slot = s->merged = NULL;
    s->byte_capacity = s->count = s->capacity = s->slots = s->edge_capacity = 0;
}

alea_status alea__listed_begin(alea__listed *l, const alea__family *family, const alea__listing *how,
                               unsigned players, alea_error *error)
{
    *l = (alea__listed){.head = {family, &listed_source}, .how = how};
    l->states = alea__alloc(sizeof *l->states);
    if (!l->states) return alea__out_of_memory(error);
    l->states->graph.players = players ? players : 1;
    if (pthread_mutex_init(&l->states->lock, NULL) == 0) return ALEA_OK;
    alea__free(l->states);
    l->states = NULL;
    return alea__out_of_memory(error);
}

void alea__listed_end(alea__listed *l)
{
    listed_states *s = l->states;
    if (!s) return;
    pthread_mutex_destroy(&s->lock);
    listed_clear(s);
    alea__free(s);
    l->states = NULL;
}

void alea__listed_free(alea__rules *rules)
{
    alea__listed_end((alea__listed *)rules);
    alea__free(rules);
}
