#pragma once
/* The database of a contest: one SQLite file that keeps tables and pairs under hashes of everything they depend on, so that
   each is computed once. It only grows, and everything read from it is checked.

   Every function that stores something commits it, so a killed program loses no stored result. A NULL store stores and
   finds nothing. Use a store from one thread at a time. */
#include "contest/store/settings.h"

typedef struct alea__store alea__store;

/* Opens or creates the database. ALEA_E_FILE if it is damaged, of a newer alea, a folder or another kind of file;
   ALEA_E_REFUSED if another program is writing to it; ALEA_E_WRITE if it cannot be created or written. A refused file is
   unchanged. */
alea_status alea__store_open(const char *path, const alea__contest_settings *, alea__store **out,
                             alea_error *);
void alea__store_close(alea__store *);

/* Finds the stored result of the file with the key that *out has already, and fills in the rest. */
alea_status alea__store_find(alea__store *, alea__judged *out, bool *found, alea_error *);
alea_status alea__store_keep(alea__store *, const alea__judged *, alea_error *);

/* A table, as the functions for pairs take it. */
typedef struct alea__table_id {
    char sha256[65];
    const unsigned char *moves;
    int64_t id; /* the store's own number for it, from alea__store_number on */
} alea__table_id;
/* Sets the numbers of the tables, and stores those that are new. */
alea_status alea__store_number(alea__store *, alea__table_id *, size_t count, alea_error *);

/* The rates of the first of two tables, moving first and second. `a` and `b` are indices into the given
   array. */
typedef struct alea__pair {
    uint32_t a, b;
    double rate[2];
} alea__pair;
/* Receives a stored pair. */
typedef struct alea__pair_taker {
    void (*take)(void *user, const alea__pair *);
    void *user;
} alea__pair_taker;
/* Hands over every stored pair of these tables, with a before b. */
alea_status alea__store_pairs(alea__store *, const alea__table_id *tables, size_t count,
                              const alea__pair_taker *, alea_error *);
/* Stores pairs; of each, a comes before b. */
alea_status alea__store_keep_pairs(alea__store *, const alea__table_id *tables, const alea__pair *,
                                   size_t count, alea_error *);
