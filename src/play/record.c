/* Writing games down while the step path plays them. */
#include "play/record.h"
#include "base/error.h"
#include "base/file.h"
#include "base/text.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

typedef struct recorder {
    const alea__match *match;
    FILE *stream;
    bool failed;    /* writing did, and the draft knows why; nothing more is written */
    bool no_memory; /* encoding did */
} recorder;

/* ---- lines --------------------------------------------------------------------------------------------- */

/* Writes one line and drops the object. */
static void write_line(recorder *r, json_t *line)
{
    if (!line)
        r->no_memory = true;
    else if (!r->failed && !r->no_memory)
        r->failed = json_dumpf(line, r->stream, JSON_COMPACT) != 0 || putc('\n', r->stream) == EOF;
    json_decref(line);
}

static json_t *printable(const char *text)
{
    char out[1024];
    alea__printable(out, sizeof out, text, strlen(text));
    return json_string(out);
}

static json_t *bot_names(const alea__match *match)
{
    json_t *names = json_array();
    for (unsigned i = 0; i < match->game->players; i++)
        json_array_append_new(names, printable(match->bots[i]->name));
    return names;
}

/* JSON's whole numbers end at 2^63 in many readers, jansson among them: beyond that it is text. */
static json_t *big_number(uint64_t number)
{
    char text[24];
    if (number <= INT64_MAX) return json_integer((json_int_t)number);
    snprintf(text, sizeof text, "%" PRIu64, number);
    return json_string(text);
}

static void write_header(recorder *r)
{
    const alea__match *m = r->match;
    write_line(r,
               json_pack("{s:s, s:i, s:o, s:s, s:o, s:s, s:o}", "alea", "record", "version", 1, "game",
                         printable(m->game->spec), "rules_sha256", m->game->sha256, "seed",
                         big_number(m->seed), "seats", m->rotate ? "rotate" : "fixed", "bots", bot_names(m)));
}

/* ---- the witness --------------------------------------------------------------------------------------- */

static void begin(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    recorder *r = user;
    json_t *bots = json_array();
    for (unsigned seat = 0; seat < r->match->game->players; seat++)
        json_array_append_new(bots, json_integer((json_int_t)bot_in_seat[seat]));
    write_line(r, json_pack("{s:I, s:o}", "begin", (json_int_t)game, "bots", bots));
}

static void rolled(void *user, const uint32_t *faces, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) json_array_append_new(list, json_integer((json_int_t)faces[i]));
    write_line(user, json_pack("{s:o}", "roll", list));
}

static void moved(void *user, unsigned seat, uint32_t move)
{
    recorder *r = user;
    const alea_game *game = r->match->game;
    write_line(
        r, json_pack("{s:i, s:s}", "seat", (int)seat, "move", game->family->move_name(game->rules, move)));
}

static void forfeited(void *user, unsigned seat, alea_failure failure, const char *text)
{
    write_line(user, json_pack("{s:i, s:s, s:o}", "seat", (int)seat, "forfeit", alea_failure_name(failure),
                               "text", printable(text)));
}

static json_t *numbers(const int64_t *number, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) json_array_append_new(list, json_integer((json_int_t)number[i]));
    return list;
}

static void ended(void *user, const alea_outcome *outcome)
{
    recorder *r = user;
    unsigned players = r->match->game->players;
    json_t *winner = outcome->winner < 0 ? json_null() : json_integer(outcome->winner);
    write_line(r, json_pack("{s:{s:o, s:b, s:I, s:o, s:o}}", "end", "winner", winner, "unfinished",
                            (int)outcome->unfinished, "turns", (json_int_t)outcome->turns, "scores",
                            numbers(outcome->score, players), "money", numbers(outcome->money, players)));
}

/* ---- all of it ----------------------------------------------------------------------------------------- */

static alea_status write_block(recorder *r, uint64_t first, uint64_t games, alea_error *error)
{
    alea__tally tally = {0};
    alea__failures failures = {0};
    const alea__witness witness = {r, begin, rolled, moved, forfeited, ended};
    alea_status status = alea__match_play(r->match, first, games, &tally, &failures, &witness, error);
    if (status == ALEA_OK && r->no_memory) status = alea__out_of_memory(error);
    return status;
}

/* Ends early when writing failed: committing the draft then says why. */
static alea_status write_games(recorder *r, uint64_t games, const alea_progress *progress, uint64_t total,
                               alea_error *error)
{
    alea_status status = ALEA_OK;
    write_header(r);
    for (uint64_t first = 0; first < games && status == ALEA_OK && !r->failed; first += ALEA__BLOCK) {
        uint64_t left = games - first;
        status = write_block(r, first, left < ALEA__BLOCK ? left : ALEA__BLOCK, error);
        if (status == ALEA_OK && progress->report && progress->report(progress->user, 0, total) != 0)
            status = ALEA_E_STOPPED;
        if (status == ALEA_E_STOPPED)
            status = alea__fail(error, status, "Stopped while the record was being written; there is none.");
    }
    return status;
}

alea_status alea__record_write(const alea__match *match, uint64_t games, const char *path,
                               const alea_progress *progress, uint64_t total, alea_error *error)
{
    alea__draft *draft;
    alea_status status = alea__draft_open(path, &draft, error);
    if (status != ALEA_OK) return status;
    recorder r = {.match = match, .stream = alea__draft_stream(draft)};
    status = write_games(&r, games, progress, total, error);
    if (status == ALEA_OK) return alea__draft_commit(draft, error);
    alea__draft_drop(draft);
    return status;
}
