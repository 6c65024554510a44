#pragma once
/* Texts, each stored once and numbered from 0 in the order in which they were added. Zeroed memory is an empty list. */
#include <stddef.h>
#include <stdint.h>

typedef struct alea__intern {
    char *bytes; /* each text with its zero byte */
    size_t size, capacity;
    size_t *at; /* [number] */
    uint32_t count, limit;
    uint32_t *slot, slots; /* hash table: number + 1; 0: free */
    uint64_t secret; /* only the places in `slot` depend on it: texts of strangers must not all share one */
} alea__intern;

#define ALEA__NOT_INTERNED UINT32_MAX

/* The number of the text, which is added if it is new; ALEA__NOT_INTERNED when there is no memory. */
uint32_t alea__intern_add(alea__intern *, const char *text);
uint32_t alea__intern_find(const alea__intern *, const char *text); /* ALEA__NOT_INTERNED: it is not there */
/* Ends in a zero byte. It moves when another text is added. */
static inline const char *alea__intern_text(const alea__intern *list, uint32_t number)
{
    return list->bytes + list->at[number];
}
void alea__intern_free(alea__intern *); /* empties it */
