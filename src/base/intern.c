#include "base/intern.h"
#include "base/assert.h"
#include "base/memory.h"
#include "base/random.h"

#include <stdbool.h>
#include <string.h>
#include <unistd.h>

enum { LEAST_SLOTS = 64, LEAST_BYTES = 1024 };

/* The place of the text in the hash table, or the free slot for it. */
static uint32_t intern_slot(const alea__intern *list, const char *text)
{
    uint64_t hash = list->secret;
    const size_t length = strlen(text);
    for (size_t i = 0; i < length; i += sizeof hash) { /* eight bytes at a time */
        uint64_t part = 0;
        memcpy(&part, text + i, length - i < sizeof part ? length - i : sizeof part);
        hash = alea__mix(hash ^ part);
    }
    uint32_t at = (uint32_t)hash & (list->slots - 1);
    while (list->slot[at] && strcmp(alea__intern_text(list, list->slot[at] - 1), text) != 0)
        at = (at + 1) & (list->slots - 1);
    return at;
}

uint32_t alea__intern_find(const alea__intern *list, const char *text)
{
    const uint32_t found = list->slots ? list->slot[intern_slot(list, text)] : 0;
    return found ? found - 1 : ALEA__NOT_INTERNED;
}

/* At most half of the slots are taken. Without a secret from the system texts are found all the same. */
static bool intern_widen(alea__intern *list)
{
    if (!list->slots && getentropy(&list->secret, sizeof list->secret) != 0) list->secret = 0;
    const uint32_t slots = list->slots ? 2 * list->slots : LEAST_SLOTS;
    uint32_t *slot = alea__alloc_array(slots, sizeof *slot);
    size_t *at = alea__resize(list->at, slots / 2 * sizeof *at);
    if (at) list->at = at;
    if (!slot || !at) {
        alea__free(slot);
        return false;
    }
    alea__free(list->slot);
    list->slot = slot;
    list->slots = slots;
    list->limit = slots / 2;
    for (uint32_t i = 0; i < list->count; i++)
        list->slot[intern_slot(list, alea__intern_text(list, i))] = i + 1;
    return true;
}

uint32_t alea__intern_add(alea__intern *list, const char *text)
{
    const size_t size = strlen(text) + 1;
    if (list->count == list->limit && !intern_widen(list)) return ALEA__NOT_INTERNED;
    const uint32_t at = intern_slot(list, text);
    if (list->slot[at]) return list->slot[at] - 1;
    if (list->capacity - list->size < size) {
        size_t capacity = list->capacity ? 2 * list->capacity : LEAST_BYTES;
        while (capacity - list->size < size) capacity *= 2;
        char *bytes = alea__resize(list->bytes, capacity);
        if (!bytes) return ALEA__NOT_INTERNED;
        list->bytes = bytes;
        list->capacity = capacity;
    }
    ALEA_ASSERT(list->count < list->limit && list->capacity - list->size >= size);
    memcpy(list->bytes + list->size, text, size);
    list->at[list->count] = list->size;
    list->size += size;
    list->slot[at] = ++list->count;
    return list->count - 1;
}

void alea__intern_free(alea__intern *list)
{
    alea__free(list->bytes);
    alea__free(list->at);
    alea__free(list->slot);
    *list = (alea__intern){.count = 0};
}
