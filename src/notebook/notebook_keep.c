/* Adds games, each once, and deletes them. */
#include "base/assert.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

/* Puts the row that was inserted last into the seal; its id is the parameter of `select`. */
static alea_status keep_seal_row(alea_notebook *notebook, alea__notebook_table table, alea__sql select,
                                 alea_error *error)
{
    alea__sql_row row;
    alea_status status = alea__notebook_ask(notebook, &row, error, select,
                                            (int64_t)sqlite3_last_insert_rowid(notebook->database.handle));
    return status == ALEA_OK ? alea__notebook_toggle(notebook, table, &row, error) : status;
}

/* Adds a seat of a game: its result, its luck and its mistakes by kind. */
static alea_status notebook_keep_seat(const alea__keeping *k, unsigned seat, alea_error *error)
{
    static const alea__sql insert = {
        "INSERT INTO seat (game, game_spec, game_name, objective, kept, seat, player, result, start, luck,"
        " mistakes, opponents_mistakes, adjusted, decisions, inaccuracies, mistaken, blunders)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "itttiitddddddiiii"};
    const alea_review *r = k->review;
    ALEA_ASSERT(k->game != 0 && seat < r->players);
    const alea_review_seat *s = &r->seat[seat];
    alea_status status =
        alea__notebook_do(k->notebook, error, insert, k->game, alea_game_spec(r->game),
                          alea_game_name(r->game), alea_objective_name(r->objective), k->now, (int64_t)seat,
                          s->player, s->result, s->start, s->luck, s->mistakes, s->opponents_mistakes,
                          s->adjusted, (int64_t)s->decisions, (int64_t)s->grades[ALEA_INACCURACY],
                          (int64_t)s->grades[ALEA_MISTAKE], (int64_t)s->grades[ALEA_BLUNDER]);
    if (status != ALEA_OK) return status;
    return keep_seal_row(k->notebook, ALEA__NOTEBOOK_SEATS,
                         (alea__sql){"SELECT * FROM seat WHERE id = ?", "i"}, error);
}

/* Adds the game itself, and sets k->game to its row. */
static alea_status notebook_keep_game(alea__keeping *k, alea_error *error)
{
    static const alea__sql insert = {
        "INSERT OR IGNORE INTO game (sha256, objective, spec, name, kept, number, estimated, scale, sign)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        "ttttiiidd"};
    const alea_review *r = k->review;
    alea_status status = alea__notebook_do(
        k->notebook, error, insert, r->sha256, alea_objective_name(r->objective), alea_game_spec(r->game),
        alea_game_name(r->game), k->now, (int64_t)r->number, (int64_t)r->estimated, r->scale, r->sign);
    bool added = status == ALEA_OK && sqlite3_changes(k->notebook->database.handle) > 0;
    k->game = added ? sqlite3_last_insert_rowid(k->notebook->database.handle) : 0;
    if (!added) return status;
    return keep_seal_row(k->notebook, ALEA__NOTEBOOK_GAMES,
                         (alea__sql){"SELECT * FROM game WHERE id = ?", "i"}, error);
}

alea_status alea_notebook_add(alea_notebook *notebook, alea_reviewer *reviewer, const alea_review *review,
                              unsigned cards, int64_t now, bool *added, alea_error *error)
{
    alea__keeping k = {.notebook = notebook, .reviewer = reviewer, .review = review, .now = now};
    if (!review->finished) return alea__fail(error, ALEA_E_STATE, NOTEBOOK_UNFINISHED);
    alea_status status = alea__notebook_check_time(now, error);
    if (status == ALEA_OK) status = alea__notebook_begin(notebook, error);
    if (status != ALEA_OK) return status;
    status = notebook_keep_game(&k, error);
    for (unsigned seat = 0; seat < review->players && k.game != 0 && status == ALEA_OK; seat++)
        status = notebook_keep_seat(&k, seat, error);
    if (status == ALEA_OK && k.game != 0) status = alea__notebook_make_cards(&k, cards, error);
    status = alea__notebook_end(notebook, status, error);
    if (status == ALEA_OK) *added = k.game != 0;
    return status;
}

/* Takes what will be deleted out of the seal: rows of one table, by a condition on the part. */
static alea_status delete_unseal(alea_notebook *notebook, alea__notebook_table table, const char *select,
                                 const alea_notebook_filter *part, alea_error *error)
{
    alea__sql_row row;
    alea_status status =
        alea__notebook_ask(notebook, &row, error, (alea__sql){select, "tt"}, part->game, part->player);
    return status == ALEA_OK ? alea__notebook_toggle(notebook, table, &row, error) : status;
}

/* Deletes the seats, and by their foreign keys the cards; then games without a seat. */
static alea_status delete_rows(alea_notebook *notebook, const alea_notebook_filter *part, alea_error *error)
{
    static const alea__sql seats = {"DELETE FROM seat WHERE " ALEA__NOTEBOOK_PART, "tt"},
                           lonely = {"SELECT * FROM game WHERE id NOT IN (SELECT game FROM seat)", ""};
    alea__sql_row row;
    alea_status status = delete_unseal(notebook, ALEA__NOTEBOOK_SEATS,
                                       "SELECT * FROM seat WHERE " ALEA__NOTEBOOK_PART, part, error);
    if (status == ALEA_OK)
        status = delete_unseal(
            notebook, ALEA__NOTEBOOK_CARDS,
            "SELECT * FROM card WHERE seat IN (SELECT id FROM seat WHERE " ALEA__NOTEBOOK_PART ")", part,
            error);
    if (status == ALEA_OK) status = alea__notebook_do(notebook, error, seats, part->game, part->player);
    if (status == ALEA_OK) status = alea__notebook_ask(notebook, &row, error, lonely);
    if (status == ALEA_OK) status = alea__notebook_toggle(notebook, ALEA__NOTEBOOK_GAMES, &row, error);
    if (status != ALEA_OK) return status;
    return alea__notebook_run(notebook, "DELETE FROM game WHERE id NOT IN (SELECT game FROM seat)", error);
}

alea_status alea_notebook_delete(alea_notebook *notebook, const alea_notebook_filter *part, uint64_t *games,
                                 alea_error *error)
{
    static const alea_notebook_filter all;
    static const alea__sql count_games = {"SELECT count(DISTINCT game) FROM seat WHERE " ALEA__NOTEBOOK_PART,
                                          "tt"};
    if (!part) part = &all;
    int64_t count = 0;
    alea_status status = alea__notebook_begin(notebook, error);
    if (status != ALEA_OK) return status;
    status = alea__notebook_number(notebook, &count, error, count_games, part->game, part->player);
    if (status == ALEA_OK) status = delete_rows(notebook, part, error);
    status = alea__notebook_end(notebook, status, error);
    if (status != ALEA_OK) return status;
    alea__notebook_remove_backups(notebook); /* backups contain the deleted data */
    alea__database_run(&notebook->database, "PRAGMA wal_checkpoint(TRUNCATE)");
    *games = (uint64_t)count;
    return ALEA_OK;
}
