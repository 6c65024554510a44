#include "base/numbering.h"
#include "base/memory.h"

#include <stdbool.h>
#include <string.h>

enum { LEAST_SLOTS = 64 };

/* The place of the key in the hash table, or the free slot for it. */
static uint32_t number_slot(const alea__numbering *list, uint64_t key)
{
    const uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(hash >> 32) & (list->slots - 1);
    while (list->slot[at] && list->key[list->slot[at] - 1] != key) at = (at + 1) & (list->slots - 1);
    return at;
}

uint32_t alea__number_find(const alea__numbering *list, uint64_t key)
{
    const uint32_t found = list->slots ? list->slot[number_slot(list, key)] : 0;
    return found ? found - 1 : ALEA__NOT_NUMBERED;
}

/* At most half of the slots are taken. Without memory the list stays as it was. */
static bool number_widen(alea__numbering *list)
{
    const uint32_t slots = list->slots ? 2 * list->slots : LEAST_SLOTS;
    uint32_t *slot = alea__alloc_array(slots, sizeof *slot);
    uint64_t *key = alea__resize(list->key, slots / 2 * sizeof *key);
    if (key) list->key = key;
    if (!slot || !key) {
        alea__free(slot);
        return false;
    }
    alea__free(list->slot);
    list->slot = slot;
    list->slots = slots;
    for (uint32_t i = 0; i < list->count; i++) list->slot[number_slot(list, list->key[i])] = i + 1;
    return true;
}

uint32_t alea__number_add(alea__numbering *list, uint64_t key)
{
    if (list->count >= list->slots / 2 && !number_widen(list)) return ALEA__NOT_NUMBERED;
    const uint32_t at = number_slot(list, key);
    if (list->slot[at]) return list->slot[at] - 1;
    list->key[list->count] = key;
    list->slot[at] = ++list->count;
    return list->count - 1;
}

void alea__number_again(alea__numbering *list, const uint64_t *key)
{
    if (list->count == 0) return;
    memcpy(list->key, key, list->count * sizeof *key);
    memset(list->slot, 0, list->slots * sizeof *list->slot);
    for (uint32_t i = 0; i < list->count; i++) list->slot[number_slot(list, list->key[i])] = i + 1;
}

void alea__number_free(alea__numbering *list)
{
    alea__free(list->key);
    alea__free(list->slot);
    *list = (alea__numbering){.count = 0};
}
