/* Adds games, each once, and deletes them. */
#include "base/assert.h"
#include "notebook/messages.h"
#include "notebook/notebook.h"

#include <string.h>

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
    return alea__notebook_do(k->notebook, error, insert, k->game, alea_game_spec(r->game),
                             alea_game_name(r->game), alea_objective_name(r->objective), k->now,
                             (int64_t)seat, s->player, s->result, s->start, s->luck, s->mistakes,
                             s->opponents_mistakes, s->adjusted, (int64_t)s->decisions,
                             (int64_t)s->grades[ALEA_INACCURACY], (int64_t)s->grades[ALEA_MISTAKE],
                             (int64_t)s->grades[ALEA_BLUNDER]);
}

/* Adds the game itself, and says in k->game where. */
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
    bool added = status == ALEA_OK && sqlite3_changes(k->notebook->db) > 0;
    k->game = added ? sqlite3_last_insert_rowid(k->notebook->db) : 0;
    return status;
}

alea_status alea_notebook_add(alea_notebook *notebook, alea_reviewer *reviewer, const alea_review *review,
                              unsigned cards, int64_t now, bool *added, alea_error *error)
{
    alea__keeping k = {.notebook = notebook, .reviewer = reviewer, .review = review, .now = now};
    if (!review->finished) return alea__fail(error, ALEA_E_STATE, NOTEBOOK_UNFINISHED);
    alea_status status = alea__notebook_begin(notebook, error);
    if (status != ALEA_OK) return status;
    status = notebook_keep_game(&k, error);
    for (unsigned seat = 0; seat < review->players && k.game != 0 && status == ALEA_OK; seat++)
        status = notebook_keep_seat(&k, seat, error);
    if (status == ALEA_OK && k.game != 0) status = alea__notebook_make_cards(&k, cards, error);
    status = alea__notebook_end(notebook, status, error);
    if (status == ALEA_OK) *added = k.game != 0;
    return status;
}

/* Deletes the seats, and by their foreign keys the cards; then games without a seat. */
alea_status alea_notebook_delete(alea_notebook *notebook, const alea_notebook_filter *part, uint64_t *games,
                                 alea_error *error)
{
    static const alea_notebook_filter all;
    static const alea__sql count_games = {"SELECT count(DISTINCT game) FROM seat WHERE " ALEA__NOTEBOOK_PART,
                                          "tt"};
    static const alea__sql delete_seats = {"DELETE FROM seat WHERE " ALEA__NOTEBOOK_PART, "tt"};
    if (!part) part = &all;
    int64_t count = 0;
    alea_status status = alea__notebook_begin(notebook, error);
    if (status != ALEA_OK) return status;
    status = alea__notebook_number(notebook, &count, error, count_games, part->game, part->player);
    if (status == ALEA_OK)
        status = alea__notebook_do(notebook, error, delete_seats, part->game, part->player);
    if (status == ALEA_OK)
        status =
            alea__notebook_run(notebook, "DELETE FROM game WHERE id NOT IN (SELECT game FROM seat)", error);
    status = alea__notebook_end(notebook, status, error);
    if (status == ALEA_OK) sqlite3_exec(notebook->db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    if (status == ALEA_OK) *games = (uint64_t)count;
    return status;
}
