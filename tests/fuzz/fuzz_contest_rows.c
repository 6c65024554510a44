/* A database of contest results with any bytes changed: it is refused with a sentence that names it, or it contains the
   same results or fewer. Missing results can be stored again. */
#include "base/file.h"
#include "contest/contest.h"
#include "contest/store/store.h"
#include "fuzz/database_file.h"

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { TABLES = 4, SIDE = 10 };

static alea__contest_settings settings;
static unsigned char moves[TABLES][SIDE * SIDE];
static alea__table_id tables[TABLES];

/* A strategy's result: a table, except for the last strategy, which was disqualified. */
static void fill_judged(unsigned i, alea__judged *out)
{
    static char name[] = "A name", printed[] = "some text", reason[] = "It is not Python (line 1).";
    char key[65];
    memset(key, 'a' + (int)i, 64);
    key[64] = 0;
    *out = (alea__judged){.name = name, .printed = i % 2 ? printed : NULL, .fuel = 1000 + i};
    memcpy(out->key, key, sizeof key);
    if (i < TABLES)
        out->moves = moves[i];
    else {
        out->reason = reason;
        strcpy(out->failure_kind, "python");
    }
}

static double rate_of(uint32_t a, uint32_t b, unsigned first)
{
    return (a + 2 * b + first) / 16.;
}

/* ALEA_E_FILE and the like must name the file. */
static bool fine(alea_status status, const alea_error *error)
{
    if (status == ALEA_OK) return true;
    if (status != ALEA_E_FILE && status != ALEA_E_WRITE && status != ALEA_E_REFUSED) abort();
    if (strncmp(error->message, fuzz_path, strlen(fuzz_path)) != 0) abort();
    return false;
}

static bool keep_all(alea__store *store)
{
    alea_error error;
    alea__pair pairs[TABLES * TABLES];
    size_t count = 0;
    for (unsigned i = 0; i <= TABLES; i++) {
        alea__judged j;
        fill_judged(i, &j);
        if (!fine(alea__store_keep(store, &j, &error), &error)) return false;
    }
    if (!fine(alea__store_number(store, tables, TABLES, &error), &error)) return false;
    for (uint32_t a = 0; a < TABLES; a++)
        for (uint32_t b = a + 1; b < TABLES; b++)
            pairs[count++] = (alea__pair){a, b, {rate_of(a, b, 0), rate_of(a, b, 1)}};
    return fine(alea__store_keep_pairs(store, tables, pairs, count, &error), &error);
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static void check_strategy(alea__store *store, unsigned i)
{
    alea_error error;
    alea__judged right, found = {0};
    bool there;
    fill_judged(i, &right);
    memcpy(found.key, right.key, sizeof found.key);
    if (fine(alea__store_find(store, &found, &there, &error), &error) && there) {
        if (!same_text(found.name, right.name) || !same_text(found.printed, right.printed)) abort();
        if (!same_text(found.reason, right.reason) || found.fuel != right.fuel) abort();
        if (!found.moves != !right.moves) abort();
        if (found.moves && memcmp(found.moves, right.moves, SIDE * SIDE) != 0) abort();
    }
    alea__judged_clear(&found);
}

static void take_pair(void *user, const alea__pair *pair)
{
    (void)user;
    for (unsigned first = 0; first < 2; first++)
        if (pair->rate[first] != rate_of(pair->a, pair->b, first)) abort();
}

static void check_all(alea__store *store)
{
    alea_error error;
    for (unsigned i = 0; i <= TABLES; i++) check_strategy(store, i);
    if (fine(alea__store_number(store, tables, TABLES, &error), &error))
        fine(alea__store_pairs(store, tables, TABLES, &(alea__pair_taker){.take = take_pair}, &error),
             &error);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    alea_game *game;
    alea__store *store;
    (void)count, (void)arguments;
    if (alea_game_open("hog(goal=10)", &game, NULL) != ALEA_OK) abort();
    if (alea__contest_settings_make(game, NULL, NULL, &settings, NULL) != ALEA_OK) abort();
    if (settings.side != SIDE) abort();
    for (unsigned i = 0; i < TABLES; i++) {
        for (unsigned j = 0; j < SIDE * SIDE; j++) moves[i][j] = (unsigned char)((i + j) % 11);
        alea__sha256_hex(moves[i], sizeof moves[i], tables[i].sha256);
        tables[i].moves = moves[i];
    }
    fuzz_make_folder();
    if (alea__store_open(fuzz_path, &settings, &store, NULL) != ALEA_OK || !keep_all(store)) abort();
    alea__store_close(store);
    fuzz_keep_good();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    alea__store *store;
    alea_error error;
    fuzz_write(data, size);
    if (!fine(alea__store_open(fuzz_path, &settings, &store, &error), &error)) return 0;
    check_all(store);
    keep_all(store);
    alea__store_close(store);
    return 0;
}
