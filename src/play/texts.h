#pragma once
/* Texts that live together. */
#include <stddef.h>
#include <stdint.h>

typedef struct alea__texts { /* starts as {0} */
    char **text;
    size_t count;
    uint32_t capacity;
} alea__texts;

/* A copy of the text, or the last copy if it is equal. NULL if memory runs out. */
const char *alea__texts_keep(alea__texts *, const char *);
void alea__texts_free(alea__texts *);
