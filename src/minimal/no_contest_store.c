/* Replaces contest/store/. Contests have no database and use a NULL store, in which nothing is stored or found. */
#include "base/error.h"
#include "contest/contest.h"
#include "contest/store/store.h"
#include "minimal/messages.h"

alea_status alea__store_open(const char *path, const alea__contest_settings *settings, alea__store **out,
                             alea_error *error)
{
    (void)path, (void)settings, (void)out;
    return alea__fail(error, ALEA_E_REFUSED, MINIMAL_NO_DATABASE);
}

void alea__store_close(alea__store *store)
{
    (void)store;
}

alea_status alea__store_find(alea__store *store, alea__judged *out, bool *found, alea_error *error)
{
    (void)store, (void)out, (void)error;
    *found = false;
    return ALEA_OK;
}

alea_status alea__store_keep(alea__store *store, const alea__judged *judged, alea_error *error)
{
    (void)store, (void)judged, (void)error;
    return ALEA_OK;
}

alea_status alea__store_number(alea__store *store, alea__table_id *tables, size_t count, alea_error *error)
{
    (void)store, (void)tables, (void)count, (void)error;
    return ALEA_OK;
}

alea_status alea__store_pairs(alea__store *store, const alea__table_id *tables, size_t count,
                              const alea__pair_taker *taker, alea_error *error)
{
    (void)store, (void)tables, (void)count, (void)taker, (void)error;
    return ALEA_OK;
}

alea_status alea__store_keep_pairs(alea__store *store, const alea__table_id *tables, const alea__pair *pairs,
                                   size_t count, alea_error *error)
{
    (void)store, (void)tables, (void)pairs, (void)count, (void)error;
    return ALEA_OK;
}
