/* Reads from the notebook: single games, mistakes over time, and everything as JSON. */
#include "base/assert.h"
#include "base/memory.h"
#include "notebook/notebook.h"

#include <math.h>
#include <string.h>

static const alea_notebook_filter everything;

enum { DAY = 86400, WEEK = 7 * DAY, MONDAY = 4 * DAY /* 1970-01-05 */ };

/* Appends to a list that doubles; NULL if memory runs out. */
static void *list_grow(void *list, size_t count, size_t size)
{
    if (count > 0 && (count & (count - 1)) != 0) return list;
    return alea__resize(list, (count > 0 ? 2 * count : 1) * size);
}

/* ---- entries ---- */

/* Adds an entry from a row. The history owns what was read, also after a failure. */
static alea_status entry_read(const alea_notebook *notebook, alea__sql_row *row, alea_notebook_history *h,
                              alea_error *error)
{
    alea_notebook_entry *list = list_grow(h->entry, h->entries, sizeof *list);
    if (!list) return alea__out_of_memory(error);
    h->entry = list;
    alea_notebook_entry *e = &list[h->entries++];
    *e = (alea_notebook_entry){.when = alea__row_integer(row, 0, 0, ALEA__NOTEBOOK_LATEST),
                               .game = alea__row_copy(row, 1),
                               .player = alea__row_copy(row, 2),
                               .objective = alea__notebook_objective(row, 3),
                               .seat = (unsigned)alea__row_integer(row, 4, 0, ALEA_MAX_SEATS - 1),
                               .result = alea__row_real(row, 5),
                               .start = alea__row_real(row, 6),
                               .luck = alea__row_real(row, 7),
                               .mistakes = alea__row_real(row, 8),
                               .opponents_mistakes = alea__row_real(row, 9),
                               .adjusted = alea__row_real(row, 10)};
    uint64_t *const counts[] = {&e->decisions, &e->inaccuracies, &e->mistaken, &e->blunders};
    for (int i = 0; i < 4; i++) *counts[i] = (uint64_t)alea__row_integer(row, 11 + i, 0, ALEA__NOTEBOOK_MOST);
    return alea__notebook_check(notebook, row, error);
}

/* Reads the seats of the part, the newest first. */
static alea_status entry_read_all(alea_notebook *notebook, const alea_notebook_filter *part,
                                  alea_notebook_history *h, alea_error *error)
{
    static const alea__sql select = {
        "SELECT kept, game_spec, player, objective, seat, result, start, luck, mistakes, opponents_mistakes,"
        " adjusted, decisions, inaccuracies, mistaken, blunders FROM seat WHERE " ALEA__NOTEBOOK_PART
        " ORDER BY kept DESC, game DESC, seat",
        "tt"};
    alea__sql_row row;
    alea_status status = alea__notebook_ask(notebook, &row, error, select, part->game, part->player);
    if (status != ALEA_OK) return status;
    while (status == ALEA_OK && alea__notebook_next(notebook, &row, &status, error))
        status = entry_read(notebook, &row, h, error);
    alea__notebook_done(&row);
    return status;
}

/* ---- trends ---- */

/* Costs and decisions by game, as sums for their ratio. Its standard error is that of a ratio estimate (Cochran, Sampling
   Techniques, 1977, eq. 2.46): the sample consists of games, not decisions. */
typedef struct trend_sums {
    double cost, decisions, cost2, both, decisions2, luck;
} trend_sums;

static void trend_close(alea_notebook_trend *t, const trend_sums *g)
{
    ALEA_ASSERT(t->games > 0);
    double games = (double)t->games, ratio = g->decisions > 0 ? g->cost / g->decisions : 0;
    double squares = g->cost2 - 2 * ratio * g->both + ratio * ratio * g->decisions2;
    t->cost = ratio;
    t->decisions = (uint64_t)g->decisions;
    t->luck = g->luck / games;
    t->error =
        t->games < 2 || g->decisions <= 0 ? NAN : sqrt(fmax(squares, 0) * games / (games - 1)) / g->decisions;
}

/* A row of the seats by player, game, objective and time; its texts live until the next row. */
typedef struct trend_row {
    const char *player, *game;
    alea_objective objective;
    int64_t kept;
    double cost, decisions, luck;
} trend_row;

static alea_status trend_take_row(const alea_notebook *notebook, alea__sql_row *row, trend_row *out,
                                  alea_error *error)
{
    *out = (trend_row){.player = alea__row_text(row, 0),
                       .game = alea__row_text(row, 1),
                       .objective = alea__notebook_objective(row, 2),
                       .kept = alea__row_integer(row, 3, 0, ALEA__NOTEBOOK_LATEST),
                       .cost = alea__row_real(row, 4),
                       .decisions = (double)alea__row_integer(row, 5, 0, ALEA__NOTEBOOK_MOST),
                       .luck = alea__row_real(row, 6)};
    return alea__notebook_check(notebook, row, error);
}

static void trend_add_game(trend_sums *g, const trend_row *row)
{
    g->cost += row->cost;
    g->decisions += row->decisions;
    g->cost2 += row->cost * row->cost;
    g->both += row->cost * row->decisions;
    g->decisions2 += row->decisions * row->decisions;
    g->luck += row->luck;
}

static bool trend_has(const alea_notebook_trend *t, const trend_row *row, unsigned batch)
{
    if (strcmp(t->player, row->player) != 0 || strcmp(t->game, row->game) != 0 ||
        t->objective != row->objective)
        return false;
    return batch > 0 ? t->games < batch : row->kept < t->from + WEEK;
}

static int64_t trend_week(int64_t when)
{
    int64_t since = when - MONDAY, in = since % WEEK;
    const int64_t week = when - (in < 0 ? in + WEEK : in);
    ALEA_ASSERT(week <= when && when < week + WEEK);
    return week;
}

/* Begins a new trend with the current row. Returns false if memory runs out; the trend is then in the history and can be freed. */
static bool trend_open(const trend_row *row, unsigned batch, alea_notebook_history *h)
{
    alea_notebook_trend *list = list_grow(h->trend, h->trends, sizeof *list);
    if (!list) return false;
    h->trend = list;
    alea_notebook_trend *t = &list[h->trends++];
    *t = (alea_notebook_trend){.player = alea__copy_text(row->player),
                               .game = alea__copy_text(row->game),
                               .objective = row->objective,
                               .from = batch > 0 ? row->kept : trend_week(row->kept)};
    return t->player && t->game;
}

/* Adds a row to the last trend, or to a new one. */
static alea_status trend_add_row(const trend_row *row, unsigned batch, alea_notebook_history *h,
                                 trend_sums *g, alea_error *error)
{
    if (h->trends == 0 || !trend_has(&h->trend[h->trends - 1], row, batch)) {
        if (h->trends > 0) trend_close(&h->trend[h->trends - 1], g);
        *g = (trend_sums){0};
        if (!trend_open(row, batch, h)) return alea__out_of_memory(error);
    }
    h->trend[h->trends - 1].games++;
    trend_add_game(g, row);
    return ALEA_OK;
}

/* Groups the seats of the part into trends. Rows come sorted, so only the last trend is ever open. */
static alea_status trend_read_all(alea_notebook *notebook, const alea_notebook_filter *part, unsigned batch,
                                  alea_notebook_history *h, alea_error *error)
{
    static const alea__sql select = {"SELECT player, game_spec, objective, kept, mistakes, decisions, luck "
                                     "FROM seat WHERE " ALEA__NOTEBOOK_PART
                                     " ORDER BY player, game_spec, objective, kept, game, seat",
                                     "tt"};
    alea__sql_row row;
    trend_row seat;
    trend_sums g = {0};
    alea_status status = alea__notebook_ask(notebook, &row, error, select, part->game, part->player);
    if (status != ALEA_OK) return status;
    while (status == ALEA_OK && alea__notebook_next(notebook, &row, &status, error)) {
        status = trend_take_row(notebook, &row, &seat, error);
        if (status == ALEA_OK) status = trend_add_row(&seat, batch, h, &g, error);
    }
    if (status == ALEA_OK && h->trends > 0) trend_close(&h->trend[h->trends - 1], &g);
    alea__notebook_done(&row);
    return status;
}

/* ---- counts ---- */

/* Counts the games and cards of the part, and the cards that are due. */
static alea_status history_read_counts(alea_notebook *notebook, const alea_notebook_filter *part, int64_t now,
                                       alea_notebook_history *h, alea_error *error)
{
    static const alea__sql select = {
        "SELECT (SELECT count(DISTINCT game) FROM seat WHERE " ALEA__NOTEBOOK_PART
        "), (SELECT count(*) FROM card AS seat WHERE " ALEA__NOTEBOOK_PART
        "), (SELECT count(*) FROM card AS seat WHERE seat.due <= ?3 AND " ALEA__NOTEBOOK_PART ")",
        "tti"};
    alea__sql_row row;
    alea_status status = alea__notebook_ask(notebook, &row, error, select, part->game, part->player, now);
    if (status != ALEA_OK) return status;
    if (alea__notebook_next(notebook, &row, &status, error)) {
        uint64_t *const counts[] = {&h->games, &h->cards, &h->due};
        for (int i = 0; i < 3; i++) *counts[i] = (uint64_t)alea__row_integer(&row, i, 0, INT64_MAX);
        status = alea__notebook_check(notebook, &row, error);
    }
    alea__notebook_done(&row);
    return status;
}

alea_status alea_notebook_read(alea_notebook *notebook, const alea_notebook_filter *part, unsigned batch,
                               int64_t now, alea_notebook_history **out, alea_error *error)
{
    alea_notebook_history *h = alea__alloc(sizeof *h);
    if (!h) return alea__out_of_memory(error);
    if (!part) part = &everything;
    alea_status status = alea__notebook_begin_reading(notebook, error);
    if (status == ALEA_OK) {
        status = entry_read_all(notebook, part, h, error);
        if (status == ALEA_OK) status = trend_read_all(notebook, part, batch, h, error);
        if (status == ALEA_OK) status = history_read_counts(notebook, part, now, h, error);
        status = alea__notebook_end_reading(notebook, status, error);
    }
    if (status == ALEA_OK)
        *out = h;
    else
        alea_notebook_history_free(h);
    return status;
}

void alea_notebook_history_free(alea_notebook_history *h)
{
    if (!h) return;
    for (size_t i = 0; i < h->entries; i++) {
        alea__free(h->entry[i].game);
        alea__free(h->entry[i].player);
    }
    for (size_t i = 0; i < h->trends; i++) {
        alea__free(h->trend[i].game);
        alea__free(h->trend[i].player);
    }
    alea__free(h->entry);
    alea__free(h->trend);
    alea__free(h);
}

/* ---- everything as JSON ---- */

/* A table, and how to ask for the part of it that is exported. */
typedef struct export_query {
    const char *key, *sql;
    alea__notebook_table table;
} export_query;

/* Appends the row to the list, as an object. */
static alea_status export_row(const alea_notebook *notebook, alea__notebook_table table, alea__sql_row *row,
                              json_t *list, alea_error *error)
{
    json_t *object = alea__notebook_export_row(table, row);
    alea_status status = alea__notebook_check(notebook, row, error);
    if (json_array_append_new(list, object) == 0 || status != ALEA_OK) return status;
    return alea__out_of_memory(error);
}

/* Adds each row that the query gives to the object, as a list under the query's key. */
static alea_status export_table(alea_notebook *notebook, const alea_notebook_filter *part,
                                const export_query *query, json_t *all, alea_error *error)
{
    alea__sql_row row;
    json_t *list = json_array();
    if (json_object_set_new(all, query->key, list) != 0) return alea__out_of_memory(error);
    alea_status status =
        alea__notebook_ask(notebook, &row, error, (alea__sql){query->sql, "tt"}, part->game, part->player);
    if (status != ALEA_OK) return status;
    while (status == ALEA_OK && alea__notebook_next(notebook, &row, &status, error))
        status = export_row(notebook, query->table, &row, list, error);
    alea__notebook_done(&row);
    return status;
}

static alea_status export_text(json_t *all, char **out, alea_error *error)
{
    alea__text text = {0};
    alea__notebook_add_json(&text, all, JSON_INDENT(1));
    alea__text_add(&text, "\n");
    if (!text.failed) {
        *out = text.data;
        return ALEA_OK;
    }
    alea__text_free(&text);
    return alea__out_of_memory(error);
}

/* Adds the three tables to the object, all of them as they were at one moment. */
static alea_status export_all(alea_notebook *notebook, const alea_notebook_filter *part, json_t *all,
                              alea_error *error)
{
    static const export_query queries[] = {
        {"games",
         "SELECT * FROM game WHERE id IN (SELECT game FROM seat WHERE " ALEA__NOTEBOOK_PART ") ORDER BY id",
         ALEA__NOTEBOOK_GAMES},
        {"seats", "SELECT * FROM seat WHERE " ALEA__NOTEBOOK_PART " ORDER BY id", ALEA__NOTEBOOK_SEATS},
        {"cards", "SELECT * FROM card AS seat WHERE " ALEA__NOTEBOOK_PART " ORDER BY id",
         ALEA__NOTEBOOK_CARDS},
    };
    alea_status status = alea__notebook_begin_reading(notebook, error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < sizeof queries / sizeof *queries && status == ALEA_OK; i++)
        status = export_table(notebook, part, &queries[i], all, error);
    return alea__notebook_end_reading(notebook, status, error);
}

alea_status alea_notebook_export(alea_notebook *notebook, const alea_notebook_filter *part, char **out,
                                 alea_error *error)
{
    json_t *all = json_pack("{s:s, s:i}", "alea", "notebook", "version", (int)ALEA__NOTEBOOK_VERSION);
    alea_status status =
        all ? export_all(notebook, part ? part : &everything, all, error) : alea__out_of_memory(error);
    if (status == ALEA_OK) status = export_text(all, out, error);
    json_decref(all);
    return status;
}
