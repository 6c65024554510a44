#ifndef ALEA_CONTEST_STORE_STORE_H
#define ALEA_CONTEST_STORE_STORE_H
/* The database of a contest: one SQLite file in which tables and pairs are kept under what they depend on, so that they are
   worked out once. It only ever grows; whatever stands in it is looked at before it is believed.

   Every function that keeps something commits it: a program that is killed loses nothing that was kept. NULL is a store that
   keeps nothing and has nothing. One thread at a time. */
#include "contest/store/settings.h"

typedef struct alea__store alea__store;

/* Made when it is not there. ALEA_E_FILE: damaged, of a newer alea, something else, a folder; ALEA_E_REFUSED: another program
   is writing to it; ALEA_E_WRITE: it cannot be made or written. Never overwritten. */
alea_status alea__store_open(const char *path, const alea__contest_settings *, alea__store **out,
                             alea_error *);
void alea__store_close(alea__store *);

/* What came of a file before, by its key, which *out has already; the rest of it is filled. */
alea_status alea__store_find(alea__store *, alea__judged *out, bool *found, alea_error *);
alea_status alea__store_keep(alea__store *, const alea__judged *, alea_error *);

/* A table as pairs know it. */
typedef struct alea__table_id {
    char sha256[65];
    const unsigned char *moves;
    int64_t id; /* the store's own number for it, from alea__store_number on */
} alea__table_id;
/* Numbers tables, and keeps those that it does not know. */
alea_status alea__store_number(alea__store *, alea__table_id *, size_t count, alea_error *);

/* The chances of the first of two tables, when it moves first and when second; tables by their place in the array given. */
typedef struct alea__pair {
    uint32_t a, b;
    double rate[2];
} alea__pair;
/* All pairs that are kept of these tables, handed over one by one, a before b. */
alea_status alea__store_pairs(alea__store *, const alea__table_id *tables, size_t count,
                              void (*take)(void *user, const alea__pair *), void *user, alea_error *);
/* Of each pair, a before b. */
alea_status alea__store_keep_pairs(alea__store *, const alea__table_id *tables, const alea__pair *,
                                   size_t count, alea_error *);
#endif
