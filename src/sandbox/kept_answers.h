#pragma once
/* Answers of a bot whose instances are restored. It gives the same answer to the same question, so it need not be asked again
   in this process. The list has a fixed number of slots, which are never reused. Safe from many threads, without waiting. */
#include "game/family.h"

typedef struct alea__kept_answers alea__kept_answers;

typedef struct alea__kept_answer {
    uint32_t move;
    uint64_t fuel; /* that it took; below 2^48 */
} alea__kept_answer;

alea__kept_answers *alea__kept_answers_new(void); /* NULL if memory runs out */
void alea__kept_answers_free(alea__kept_answers *);

/* Returns false if there is none. The list may be NULL. All questions to one list have the same number of scores. */
bool alea__kept_answers_find(alea__kept_answers *, const alea__scores *, alea__kept_answer *out);
/* Keeps it if there is a place for it, and the question is small enough to be one. */
void alea__kept_answers_add(alea__kept_answers *, const alea__scores *, const alea__kept_answer *);
