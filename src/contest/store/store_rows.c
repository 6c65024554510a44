/* The rows of the database. Each has a checksum, its seal, so that changed bits are noticed. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "contest/store/messages.h"
#include "contest/store/store_inside.h"
#include "database/row.h"

#include <stdlib.h>
#include <string.h>

/* ---- seals ---- */

static int64_t seal_of_judged(const alea__judged *j, const char *table)
{
    uint64_t seal = alea__seal_text(ALEA__UNSEALED, j->key);
    seal = alea__seal_text(seal, table);
    seal = alea__seal_text(seal, j->name);
    seal = alea__seal_text(seal, j->printed);
    seal = alea__seal_text(seal, j->failure_kind);
    seal = alea__seal_text(seal, j->reason);
    return (int64_t)alea__seal_bytes(seal, &j->fuel, sizeof j->fuel);
}

static int64_t seal_of_pair(const alea__table_id *a, const alea__table_id *b, const double rate[2])
{
    uint64_t seal = alea__seal_text(ALEA__UNSEALED, a->sha256);
    seal = alea__seal_text(seal, b->sha256);
    return (int64_t)alea__seal_bytes(seal, rate, 2 * sizeof *rate);
}

/* ---- columns ---- */

/* Copies a text column; NULL stays NULL. */
static char *row_copy_text(alea__sql_row *row, int column)
{
    const char *text = alea__row_text_or_null(row, column);
    char *copy = text ? alea__copy_text(text) : NULL;
    if (text && !copy) row->no_memory = true;
    return copy;
}

/* The failure of a row that is not right. */
static alea_status row_failure(const alea__store *s, const alea__sql_row *row, const char *problem,
                               alea_error *error)
{
    return row->no_memory ? alea__out_of_memory(error) : alea__results_damaged(&s->file, problem, error);
}

/* Copies the column of a table's moves, which must have the right size, answers and hash. */
static alea_status row_copy_moves(const alea__store *s, alea__sql_row *row, const char *sha256,
                                  unsigned char **out, alea_error *error)
{
    const size_t size = (size_t)s->side * s->side;
    const unsigned char *moves = alea__row_blob(row, 7, size);
    char found[65];
    bool sound = moves != NULL;
    for (size_t i = 0; sound && i < size; i++) sound = moves[i] <= s->most;
    if (sound) alea__sha256_hex(moves, size, found);
    if (!sound || strcmp(found, sha256) != 0) return row_failure(s, row, STORE_WRONG_TABLE, error);
    *out = alea__alloc(size);
    if (!*out) return alea__out_of_memory(error);
    memcpy(*out, moves, size);
    return ALEA_OK;
}

/* ---- strategies ---- */

/* The columns are name, printed, what, reason, fuel, seal, and sha256 and moves of the table. */
static alea_status row_take_strategy(const alea__store *s, alea__sql_row *row, alea__judged *j,
                                     alea_error *error)
{
    j->name = row_copy_text(row, 0);
    j->printed = row_copy_text(row, 1);
    j->reason = row_copy_text(row, 3);
    const char *failure_kind = alea__row_text_or_null(row, 2), *table = alea__row_text_or_null(row, 6);
    if (failure_kind && strlen(failure_kind) < sizeof j->failure_kind)
        memcpy(j->failure_kind, failure_kind, strlen(failure_kind) + 1);
    j->fuel = (uint64_t)alea__row_integer(row, 4, 0, INT64_MAX);
    const int64_t seal = alea__row_integer(row, 5, INT64_MIN, INT64_MAX);
    if (!alea__row_is_right(row) || seal_of_judged(j, table) != seal || !table == !j->reason)
        return row_failure(s, row, STORE_WRONG_STRATEGY, error);
    return table ? row_copy_moves(s, row, table, &j->moves, error) : ALEA_OK;
}

alea_status alea__store_find(alea__store *s, alea__judged *out, bool *found, alea_error *error)
{
    *found = false;
    if (!s) return ALEA_OK;
    sqlite3_stmt *find = s->statement[ALEA__FIND_STRATEGY];
    sqlite3_bind_text(find, 1, out->key, -1, SQLITE_STATIC);
    int code = alea__database_step(&s->file.database, find);
    alea_status status = ALEA_OK;
    if (code == SQLITE_ROW) {
        status = row_take_strategy(s, &(alea__sql_row){.statement = find}, out, error);
        *found = true;
    } else if (code != SQLITE_DONE) {
        status = alea__results_failure(&s->file, code, error);
    }
    sqlite3_reset(find);
    sqlite3_clear_bindings(find);
    return status;
}

static alea_status store_keep_table(alea__store *s, const char *sha256, const unsigned char *moves,
                                    alea_error *error)
{
    sqlite3_stmt *keep = s->statement[ALEA__KEEP_TABLE];
    sqlite3_bind_text(keep, 1, sha256, -1, SQLITE_STATIC);
    sqlite3_bind_blob(keep, 2, moves, (int)(s->side * s->side), SQLITE_STATIC);
    return alea__results_run(&s->file, keep, error);
}

/* `table`: the hash of its moves; NULL for a disqualified file. */
static alea_status store_keep_strategy(alea__store *s, const alea__judged *j, const char *table,
                                       alea_error *error)
{
    sqlite3_stmt *keep = s->statement[ALEA__KEEP_STRATEGY];
    sqlite3_bind_text(keep, 1, j->key, -1, SQLITE_STATIC);
    sqlite3_bind_text(keep, 2, table, -1, SQLITE_STATIC);
    sqlite3_bind_text(keep, 3, j->name, -1, SQLITE_STATIC);
    sqlite3_bind_text(keep, 4, j->printed, -1, SQLITE_STATIC);
    sqlite3_bind_text(keep, 5, j->failure_kind, -1, SQLITE_STATIC);
    sqlite3_bind_text(keep, 6, j->reason, -1, SQLITE_STATIC);
    sqlite3_bind_int64(keep, 7, (int64_t)j->fuel);
    sqlite3_bind_int64(keep, 8, seal_of_judged(j, table));
    return alea__results_run(&s->file, keep, error);
}

alea_status alea__store_keep(alea__store *s, const alea__judged *j, alea_error *error)
{
    char sha256[65];
    if (!s || !*j->key) return ALEA_OK;
    ALEA_ASSERT(!j->moves != !j->reason);
    alea_status status = alea__results_begin(&s->file, error);
    if (status != ALEA_OK) return status;
    if (j->moves) {
        alea__sha256_hex(j->moves, (size_t)s->side * s->side, sha256);
        status = store_keep_table(s, sha256, j->moves, error);
    }
    if (status == ALEA_OK) status = store_keep_strategy(s, j, j->moves ? sha256 : NULL, error);
    return alea__results_end(&s->file, status, error);
}

/* ---- tables ---- */

/* Keeps the table if it is new, and sets its number. */
static alea_status store_number_table(alea__store *s, alea__table_id *table, alea_error *error)
{
    sqlite3_stmt *find = s->statement[ALEA__FIND_TABLE];
    alea_status status = store_keep_table(s, table->sha256, table->moves, error);
    if (status != ALEA_OK) return status;
    sqlite3_bind_text(find, 1, table->sha256, -1, SQLITE_STATIC);
    int code = alea__database_step(&s->file.database, find);
    if (code == SQLITE_ROW)
        table->id = sqlite3_column_int64(find, 0); /* a row's own number, never NULL */
    else
        status = code == SQLITE_DONE ? alea__results_damaged(&s->file, STORE_NO_TABLE, error)
                                     : alea__results_failure(&s->file, code, error);
    sqlite3_reset(find);
    sqlite3_clear_bindings(find);
    return status;
}

/* Tables by the store's numbers. */
typedef struct table_number {
    int64_t id;
    uint32_t table;
} table_number;

static int store_by_id(const void *a, const void *b)
{
    const table_number *p = a, *q = b;
    return p->id < q->id ? -1 : p->id > q->id;
}

/* The tables in the order of their numbers; NULL if memory runs out. */
static table_number *store_sort_tables(const alea__table_id *tables, size_t count)
{
    table_number *number = alea__alloc_array(count, sizeof *number);
    if (!number) return NULL;
    for (uint32_t i = 0; i < count; i++) number[i] = (table_number){tables[i].id, i};
    qsort(number, count, sizeof *number, store_by_id);
    return number;
}

/* A wrong index may give two tables one number. */
static alea_status store_check_numbers(alea__store *s, const alea__table_id *tables, size_t count,
                                       alea_error *error)
{
    if (count == 0) return ALEA_OK;
    table_number *number = store_sort_tables(tables, count);
    if (!number) return alea__out_of_memory(error);
    bool right = number[0].id > 0;
    for (size_t i = 1; i < count; i++) right &= number[i].id > number[i - 1].id;
    alea__free(number);
    return right ? ALEA_OK : alea__results_damaged(&s->file, STORE_WRONG_NUMBER, error);
}

alea_status alea__store_number(alea__store *s, alea__table_id *tables, size_t count, alea_error *error)
{
    if (!s) return ALEA_OK;
    alea_status status = alea__results_begin(&s->file, error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) status = store_number_table(s, &tables[i], error);
    if (status == ALEA_OK) status = store_check_numbers(s, tables, count, error);
    return alea__results_end(&s->file, status, error);
}

/* ---- pairs ---- */

typedef struct pair_reading {
    alea__store *store;
    const alea__table_id *tables;
    table_number *number; /* sorted by id */
    size_t count;
    const alea__pair_taker *taker;
} pair_reading;

static bool store_is_chance(double x)
{
    return x >= 0 && x <= 1;
}

/* Skips pairs with tables that are not in this contest. */
static alea_status row_take_pair(const pair_reading *r, uint32_t a, alea__sql_row *row, alea_error *error)
{
    const table_number wanted = {.id = alea__row_integer(row, 0, INT64_MIN, INT64_MAX)};
    const table_number *b = bsearch(&wanted, r->number, r->count, sizeof wanted, store_by_id);
    if (!b && alea__row_is_right(row)) return ALEA_OK;
    const double rate[2] = {alea__row_real(row, 1), alea__row_real(row, 2)};
    const int64_t seal = alea__row_integer(row, 3, INT64_MIN, INT64_MAX);
    if (!alea__row_is_right(row) || b->table <= a || !store_is_chance(rate[0]) || !store_is_chance(rate[1]) ||
        seal_of_pair(&r->tables[a], &r->tables[b->table], rate) != seal)
        return row_failure(r->store, row, STORE_WRONG_PAIR, error);
    r->taker->take(r->taker->user, &(alea__pair){a, b->table, {rate[0], rate[1]}});
    return ALEA_OK;
}

/* Hands over the pairs of table a with those after it. */
static alea_status store_read_pairs(const pair_reading *r, uint32_t a, alea_error *error)
{
    sqlite3_stmt *find = r->store->statement[ALEA__FIND_PAIRS];
    alea_status status = ALEA_OK;
    int code = SQLITE_ROW;
    sqlite3_bind_int64(find, 1, r->store->rules);
    sqlite3_bind_int64(find, 2, r->tables[a].id);
    while (status == ALEA_OK && (code = alea__database_step(&r->store->file.database, find)) == SQLITE_ROW)
        status = row_take_pair(r, a, &(alea__sql_row){.statement = find}, error);
    if (status == ALEA_OK && code != SQLITE_DONE)
        status = alea__results_failure(&r->store->file, code, error);
    sqlite3_reset(find);
    return status;
}

alea_status alea__store_pairs(alea__store *s, const alea__table_id *tables, size_t count,
                              const alea__pair_taker *taker, alea_error *error)
{
    if (!s || count == 0) return ALEA_OK;
    pair_reading r = {s, tables, store_sort_tables(tables, count), count, taker};
    alea_status status = ALEA_OK;
    if (!r.number) return alea__out_of_memory(error);
    for (uint32_t a = 0; a < count && status == ALEA_OK; a++) status = store_read_pairs(&r, a, error);
    alea__free(r.number);
    return status;
}

/* Stores one pair of numbered tables, unless it is there already. */
static alea_status store_keep_pair(alea__store *s, const alea__table_id *tables, const alea__pair *p,
                                   alea_error *error)
{
    sqlite3_stmt *keep = s->statement[ALEA__KEEP_PAIR];
    ALEA_ASSERT(p->a < p->b && tables[p->a].id != tables[p->b].id && tables[p->a].id > 0);
    ALEA_ASSERT(store_is_chance(p->rate[0]) && store_is_chance(p->rate[1]));
    sqlite3_bind_int64(keep, 1, s->rules);
    sqlite3_bind_int64(keep, 2, tables[p->a].id);
    sqlite3_bind_int64(keep, 3, tables[p->b].id);
    sqlite3_bind_double(keep, 4, p->rate[0]);
    sqlite3_bind_double(keep, 5, p->rate[1]);
    sqlite3_bind_int64(keep, 6, seal_of_pair(&tables[p->a], &tables[p->b], p->rate));
    return alea__results_run(&s->file, keep, error);
}

alea_status alea__store_keep_pairs(alea__store *s, const alea__table_id *tables, const alea__pair *pairs,
                                   size_t count, alea_error *error)
{
    if (!s || count == 0) return ALEA_OK;
    alea_status status = alea__results_begin(&s->file, error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < count && status == ALEA_OK; i++)
        status = store_keep_pair(s, tables, &pairs[i], error);
    return alea__results_end(&s->file, status, error);
}
