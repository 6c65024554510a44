/* Reads the first line of a record: the game and its players. */
#include "base/assert.h"
#include "play/messages.h"
#include "play/record_lines.h"

#include "play/reader_inside.h"

#include <errno.h>

#include <stdlib.h>
#include <string.h>

alea_status alea__check_version(const alea__reading *r, const json_t *line, alea_error *error)
{
    const char *format = json_string_value(json_object_get(line, "alea"));
    const json_t *version = json_object_get(line, "version");
    if (!format || strcmp(format, "record") != 0)
        return ALEA__WRONG(r, error, RECORD_FOREIGN, ALEA__RECORD_VERSION);
    if (!json_is_integer(version)) return ALEA__WRONG(r, error, RECORD_VERSION_MISSING);
    if (json_integer_value(version) >= 1 && json_integer_value(version) <= ALEA__RECORD_VERSION)
        return ALEA_OK;
    return ALEA__WRONG(r, error, RECORD_VERSION_OTHER, (long long)json_integer_value(version),
                       ALEA__RECORD_VERSION);
}

/* Opens the game by its spec. Its rule file must have the recorded SHA-256; no other file runs. */
static alea_status heading_open_game(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *spec, *sha256 = json_string_value(json_object_get(line, "rules_sha256"));
    alea_record *record = &r->owned->record;
    alea_status status = alea__take_text(r, json_object_get(line, "game"), "`game`", &spec, error);
    if (status != ALEA_OK) return status;
    if (!sha256) return ALEA__WRONG(r, error, RECORD_RULES_MISSING);
    alea__expected_rules same = {.sha256 = sha256};
    status = alea__game_open_expected(spec, &same, &record->game, &below);
    if (same.found[0])
        return ALEA__WRONG(r, error, RECORD_RULES_CHANGED, alea__show(spec).text, alea__show(sha256).text,
                           same.found);
    return status == ALEA_OK ? ALEA_OK : alea__wrong(r, &below, error);
}

/* From 2^63 on it is text. */
static bool heading_read_big(const char *text, uint64_t *out)
{
    char *end;
    if (!text || text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && *end == 0;
}

static alea_status heading_take_seed(alea__reading *r, const json_t *value, alea_error *error)
{
    uint64_t *seed = &r->owned->record.seed;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *seed = (uint64_t)json_integer_value(value);
        return ALEA_OK;
    }
    if (heading_read_big(json_string_value(value), seed)) return ALEA_OK;
    return ALEA__WRONG(r, error, RECORD_SEED, UINT64_MAX);
}

/* Takes whether seats rotate, and whether the dice were rolled by hand. */
static alea_status heading_take_seats(alea__reading *r, const json_t *line, alea_error *error)
{
    const char *seats = json_string_value(json_object_get(line, "seats"));
    const json_t *dice = json_object_get(line, "dice");
    const char *manual = json_string_value(dice);
    if (!seats || (strcmp(seats, "rotate") != 0 && strcmp(seats, "fixed") != 0))
        return ALEA__WRONG(r, error, RECORD_SEATS_KIND);
    if (dice && (!manual || strcmp(manual, "manual") != 0)) return ALEA__WRONG(r, error, RECORD_DICE_KIND);
    r->owned->record.rotates = seats[0] == 'r';
    r->owned->record.manual = dice != NULL;
    return ALEA_OK;
}

/* Takes a text and keeps it with the record. */
static alea_status heading_keep_text(alea__reading *r, const json_t *value, const char *what,
                                     const char **out, alea_error *error)
{
    const alea_status status = alea__take_text(r, value, what, out, error);
    if (status != ALEA_OK) return status;
    return (*out = alea__texts_keep(&r->owned->texts, *out)) ? ALEA_OK : alea__out_of_memory(error);
}

/* Takes the names of the players, one for each player of the game. */
static alea_status heading_take_players(alea__reading *r, const json_t *list, alea_error *error)
{
    alea_record *record = &r->owned->record;
    alea_status status = ALEA_OK;
    unsigned players = record->game->players;
    if (!json_is_array(list) || json_array_size(list) != players)
        return ALEA__WRONG(r, error, RECORD_NAMES, players);
    for (unsigned i = 0; i < players && status == ALEA_OK; i++)
        status = heading_keep_text(r, json_array_get(list, i), "a name in `bots`", &record->player[i], error);
    record->players = players;
    return status;
}

/* Takes what version 1 lacks: the program, how it played, and the hash of each bot. */
static alea_status heading_take_origin(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_record *record = &r->owned->record;
    const char *command = json_string_value(json_object_get(line, "command"));
    const json_t *hashes = json_object_get(line, "bots_sha256");
    if (!command || (strcmp(command, "run") != 0 && strcmp(command, "play") != 0))
        return ALEA__WRONG(r, error, RECORD_COMMAND);
    record->run = command[0] == 'r';
    if (!json_is_array(hashes) || json_array_size(hashes) != record->players)
        return ALEA__WRONG(r, error, RECORD_HASHES, record->players);
    alea_status status =
        heading_keep_text(r, json_object_get(line, "written_by"), "`written_by`", &record->written_by, error);
    for (unsigned i = 0; i < record->players && status == ALEA_OK; i++)
        if (!json_is_null(json_array_get(hashes, i)))
            status = heading_keep_text(r, json_array_get(hashes, i), "a hash in `bots_sha256`",
                                       &record->bot_sha256[i], error);
    return status;
}

/* The commitment must be that of the seed. */
static alea_status heading_take_commitment(alea__reading *r, const json_t *line, alea_error *error)
{
    char right[65];
    alea_record *record = &r->owned->record;
    const char *stated = json_string_value(json_object_get(line, "commitment"));
    const json_t *salt = json_object_get(line, "salt");
    if (!salt) return ALEA_OK;
    alea_status status = heading_keep_text(r, salt, "`salt`", &record->salt, error);
    if (status != ALEA_OK) return status;
    alea_seed_commitment(record->seed, record->salt, right);
    if (!stated || strcmp(stated, right) != 0) return ALEA__WRONG(r, error, RECORD_COMMITMENT, right);
    return ALEA_OK;
}

/* Requires the keys of the record's version, and no others. */
alea_status alea__take_heading(alea__reading *r, const json_t *line, alea_error *error)
{
    ALEA_ASSERT(r->line == 1 && !r->owned->record.game);
    alea_status status = alea__check_version(r, line, error);
    const bool old = json_integer_value(json_object_get(line, "version")) == 1;
    if (status == ALEA_OK) status = heading_take_seats(r, line, error);
    const size_t keys =
        (old ? 7 : 10) + (r->owned->record.manual ? 1 : 0) + (json_object_get(line, "salt") ? 2 : 0);
    if (status == ALEA_OK) status = alea__check_keys(r, line, keys, error);
    if (status == ALEA_OK) status = heading_take_seed(r, json_object_get(line, "seed"), error);
    if (status == ALEA_OK) status = heading_open_game(r, line, error);
    if (status == ALEA_OK) status = heading_take_players(r, json_object_get(line, "bots"), error);
    if (status == ALEA_OK && !old) status = heading_take_origin(r, line, error);
    if (status == ALEA_OK) status = heading_take_commitment(r, line, error);
    alea__roller_start_order(&r->order, r->owned->record.seed);
    return status;
}
