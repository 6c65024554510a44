/* What the notebook shows: single games, mistakes over time, and everything as JSON. */
#include "base/assert.h"
#include "base/memory.h"
#include "notebook/notebook.h"

#include <math.h>
#include <string.h>

static const alea_notebook_filter everything;

enum { DAY = 86400, WEEK = 7 * DAY, MONDAY = 4 * DAY /* 1970-01-05 */ };

/* One more at the end of a list that doubles; NULL: no memory. */
static void *list_grow(void *list, size_t count, size_t size)
{
    if (count > 0 && (count & (count - 1)) != 0) return list;
    return alea__resize(list, (count > 0 ? 2 * count : 1) * size);
}

/* ---- entries ---- */

/* Adds an entry from a row. False: no memory; what was read is then in the history and can be freed. */
static bool entry_read(sqlite3_stmt *s, alea_notebook_history *h)
{
    alea_notebook_entry *list = list_grow(h->entry, h->entries, sizeof *list);
    if (!list) return false;
    h->entry = list;
    alea_notebook_entry *e = &list[h->entries++];
    *e = (alea_notebook_entry){.when = sqlite3_column_int64(s, 0),
                               .game = alea__notebook_text(s, 1),
                               .player = alea__notebook_text(s, 2),
                               .objective = alea__notebook_objective(s, 3),
                               .seat = (unsigned)sqlite3_column_int(s, 4),
                               .result = sqlite3_column_double(s, 5),
                               .start = sqlite3_column_double(s, 6),
                               .luck = sqlite3_column_double(s, 7),
                               .mistakes = sqlite3_column_double(s, 8),
                               .opponents_mistakes = sqlite3_column_double(s, 9),
                               .adjusted = sqlite3_column_double(s, 10),
                               .decisions = (uint64_t)sqlite3_column_int64(s, 11),
                               .inaccuracies = (uint64_t)sqlite3_column_int64(s, 12),
                               .mistaken = (uint64_t)sqlite3_column_int64(s, 13),
                               .blunders = (uint64_t)sqlite3_column_int64(s, 14)};
    return e->game && e->player;
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
    sqlite3_stmt *s;
    alea_status status = alea__notebook_ask(notebook, &s, error, select, part->game, part->player);
    if (status != ALEA_OK) return status;
    while (alea__notebook_row(notebook, s, &status, error))
        if (!entry_read(s, h)) {
            status = alea__out_of_memory(error);
            break;
        }
    sqlite3_finalize(s);
    return status;
}

/* ---- trends ---- */

/* Costs and decisions by game, as sums for the ratio of the two. Its standard error is that of a ratio estimate (Cochran,
   Sampling Techniques, 1977, eq. 2.46): games are what was drawn, not decisions. */
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

static void trend_add_game(trend_sums *g, sqlite3_stmt *s)
{
    double cost = sqlite3_column_double(s, 4), decisions = sqlite3_column_double(s, 5);
    g->cost += cost;
    g->decisions += decisions;
    g->cost2 += cost * cost;
    g->both += cost * decisions;
    g->decisions2 += decisions * decisions;
    g->luck += sqlite3_column_double(s, 6);
}

static bool trend_has(const alea_notebook_trend *t, sqlite3_stmt *s, unsigned batch)
{
    int64_t kept = sqlite3_column_int64(s, 3);
    if (strcmp(t->player, (const char *)sqlite3_column_text(s, 0)) != 0 ||
        strcmp(t->game, (const char *)sqlite3_column_text(s, 1)) != 0 ||
        t->objective != alea__notebook_objective(s, 2))
        return false;
    return batch > 0 ? t->games < batch : kept < t->from + WEEK;
}

static int64_t trend_week(int64_t when)
{
    int64_t since = when - MONDAY, in = since % WEEK;
    const int64_t week = when - (in < 0 ? in + WEEK : in);
    ALEA_ASSERT(week <= when && when < week + WEEK);
    return week;
}

/* Begins a new trend with the row at hand. False: no memory; the trend is then in the history and can be freed. */
static bool trend_open(sqlite3_stmt *s, unsigned batch, alea_notebook_history *h)
{
    alea_notebook_trend *list = list_grow(h->trend, h->trends, sizeof *list);
    if (!list) return false;
    h->trend = list;
    int64_t kept = sqlite3_column_int64(s, 3);
    alea_notebook_trend *t = &list[h->trends++];
    *t = (alea_notebook_trend){.player = alea__notebook_text(s, 0),
                               .game = alea__notebook_text(s, 1),
                               .objective = alea__notebook_objective(s, 2),
                               .from = batch > 0 ? kept : trend_week(kept)};
    return t->player && t->game;
}

/* Groups the seats of the part into trends. Rows come sorted, so only the last trend is ever open. */
static alea_status trend_read_all(alea_notebook *notebook, const alea_notebook_filter *part, unsigned batch,
                                  alea_notebook_history *h, alea_error *error)
{
    static const alea__sql select = {"SELECT player, game_spec, objective, kept, mistakes, decisions, luck "
                                     "FROM seat WHERE " ALEA__NOTEBOOK_PART
                                     " ORDER BY player, game_spec, objective, kept, game, seat",
                                     "tt"};
    sqlite3_stmt *s;
    trend_sums g = {0};
    alea_status status = alea__notebook_ask(notebook, &s, error, select, part->game, part->player);
    if (status != ALEA_OK) return status;
    while (alea__notebook_row(notebook, s, &status, error)) {
        if (h->trends == 0 || !trend_has(&h->trend[h->trends - 1], s, batch)) {
            if (h->trends > 0) trend_close(&h->trend[h->trends - 1], &g);
            g = (trend_sums){0};
            if (!trend_open(s, batch, h)) {
                status = alea__out_of_memory(error);
                break;
            }
        }
        h->trend[h->trends - 1].games++;
        trend_add_game(&g, s);
    }
    if (status == ALEA_OK && h->trends > 0) trend_close(&h->trend[h->trends - 1], &g);
    sqlite3_finalize(s);
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
    sqlite3_stmt *s;
    alea_status status = alea__notebook_ask(notebook, &s, error, select, part->game, part->player, now);
    if (status != ALEA_OK) return status;
    if (alea__notebook_row(notebook, s, &status, error)) {
        h->games = (uint64_t)sqlite3_column_int64(s, 0);
        h->cards = (uint64_t)sqlite3_column_int64(s, 1);
        h->due = (uint64_t)sqlite3_column_int64(s, 2);
    }
    sqlite3_finalize(s);
    return status;
}

alea_status alea_notebook_read(alea_notebook *notebook, const alea_notebook_filter *part, unsigned batch,
                               int64_t now, alea_notebook_history **out, alea_error *error)
{
    alea_notebook_history *h = alea__alloc(sizeof *h);
    if (!h) return alea__out_of_memory(error);
    if (!part) part = &everything;
    alea_status status = alea__notebook_run(notebook, "BEGIN", error); /* all of it of one moment */
    if (status == ALEA_OK) {
        status = entry_read_all(notebook, part, h, error);
        if (status == ALEA_OK) status = trend_read_all(notebook, part, batch, h, error);
        if (status == ALEA_OK) status = history_read_counts(notebook, part, now, h, error);
        status = alea__notebook_end(notebook, status, error);
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

static json_t *export_cell(sqlite3_stmt *s, int column)
{
    switch (sqlite3_column_type(s, column)) {
    case SQLITE_INTEGER: return json_integer(sqlite3_column_int64(s, column));
    case SQLITE_FLOAT: return json_real(sqlite3_column_double(s, column));
    case SQLITE_NULL: return json_null();
    default: return json_string((const char *)sqlite3_column_text(s, column));
    }
}

static json_t *export_row(sqlite3_stmt *s)
{
    json_t *row = json_object();
    for (int i = 0; i < sqlite3_column_count(s); i++)
        if (json_object_set_new(row, sqlite3_column_name(s, i), export_cell(s, i)) != 0) {
            json_decref(row);
            return NULL;
        }
    return row;
}

/* Appends each row that the statement gives to the list, as an object. */
static alea_status export_table(alea_notebook *notebook, const alea_notebook_filter *part, const char *sql,
                                json_t *list, alea_error *error)
{
    sqlite3_stmt *s;
    alea_status status =
        alea__notebook_ask(notebook, &s, error, (alea__sql){sql, "tt"}, part->game, part->player);
    if (status != ALEA_OK) return status;
    while (alea__notebook_row(notebook, s, &status, error))
        if (json_array_append_new(list, export_row(s)) != 0) {
            status = alea__out_of_memory(error);
            break;
        }
    sqlite3_finalize(s);
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
    static const struct {
        const char *key, *sql;
    } tables[] = {
        {"games",
         "SELECT * FROM game WHERE id IN (SELECT game FROM seat WHERE " ALEA__NOTEBOOK_PART ") ORDER BY id"},
        {"seats", "SELECT * FROM seat WHERE " ALEA__NOTEBOOK_PART " ORDER BY id"},
        {"cards", "SELECT * FROM card AS seat WHERE " ALEA__NOTEBOOK_PART " ORDER BY id"},
    };
    alea_status status = alea__notebook_run(notebook, "BEGIN", error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < sizeof tables / sizeof *tables && status == ALEA_OK; i++) {
        json_t *list = json_array();
        if (json_object_set_new(all, tables[i].key, list) != 0)
            status = alea__out_of_memory(error);
        else
            status = export_table(notebook, part, tables[i].sql, list, error);
    }
    return alea__notebook_end(notebook, status, error);
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
