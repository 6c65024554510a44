#include "play/record_lines.h"
#include "base/assert.h"
#include "base/file.h"

#include <alea/record.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* Adds one line and drops the object; NULL is one that could not be made. */
static void line_add(alea__text *out, json_t *line)
{
    if (!line || json_dump_callback(line, alea__text_take_json, out, JSON_COMPACT) != 0) out->failed = true;
    alea__text_add(out, "\n");
    json_decref(line);
}

static json_t *line_text(const char *text)
{
    char out[ALEA__LINE_TEXT];
    alea__printable(out, sizeof out, text, strlen(text));
    return json_string(out);
}

/* Many JSON readers, jansson among them, support whole numbers below 2^63 only; larger ones are written as text. */
static json_t *line_big_number(uint64_t number)
{
    char text[24];
    if (number <= INT64_MAX) return json_integer((json_int_t)number);
    snprintf(text, sizeof text, "%" PRIu64, number);
    return json_string(text);
}

/* The list with one more value; NULL, which makes no line, if memory ran out here or before. */
static json_t *line_append(json_t *list, json_t *value)
{
    if (json_array_append_new(list, value) == 0) return list;
    json_decref(list);
    return NULL;
}

static json_t *line_names(const alea__heading *h)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < h->game->players; i++) list = line_append(list, line_text(h->player[i]));
    return list;
}

/* The hash of each bot; null for people, graded computers and functions. */
static json_t *line_identities(const alea__heading *h)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < h->game->players; i++) {
        const char *sha256 = h->bot[i] ? alea_bot_sha256(h->bot[i]) : NULL;
        list = line_append(list, sha256 ? json_string(sha256) : json_null());
    }
    return list;
}

void alea__line_heading(alea__text *out, const alea__heading *h)
{
    json_t *line = json_pack(
        "{s:s, s:i, s:s, s:s, s:o, s:s, s:o, s:s, s:o, s:o}", "alea", "record", "version",
        (int)ALEA__RECORD_VERSION, "written_by", alea_version(), "command", h->run ? "run" : "play", "game",
        line_text(h->game->spec), "rules_sha256", h->game->sha256, "seed", line_big_number(h->seed), "seats",
        h->rotates ? "rotate" : "fixed", "bots", line_names(h), "bots_sha256", line_identities(h));
    if (h->manual && json_object_set_new(line, "dice", json_string("manual")) != 0) out->failed = true;
    if (h->salt) {
        char sha256[65];
        alea_seed_commitment(h->seed, h->salt, sha256);
        if (json_object_set_new(line, "commitment", json_string(sha256)) != 0 ||
            json_object_set_new(line, "salt", json_string(h->salt)) != 0)
            out->failed = true;
    }
    line_add(out, line);
}

void alea_seed_commitment(uint64_t seed, const char *salt, char out[65])
{
    char text[ALEA__LINE_TEXT + 24];
    const int length = snprintf(text, sizeof text, "%" PRIu64 " %.*s", seed, ALEA__LINE_TEXT, salt);
    alea__sha256_hex(text, (size_t)length, out);
}

void alea__line_order(alea__text *out, unsigned player, unsigned face)
{
    line_add(out, json_pack("{s:i, s:i}", "player", (int)player, "order", (int)face));
}

void alea__line_begin(alea__text *out, uint64_t game, const unsigned *player_in_seat, unsigned players)
{
    json_t *list = json_array();
    for (unsigned seat = 0; seat < players; seat++)
        list = line_append(list, json_integer((json_int_t)player_in_seat[seat]));
    line_add(out, json_pack("{s:I, s:o}", "begin", (json_int_t)game, "bots", list));
}

void alea__line_roll(alea__text *out, const uint32_t *faces, unsigned count)
{
    json_t *list = json_array();
    ALEA_ASSERT(count > 0);
    for (unsigned i = 0; i < count; i++) list = line_append(list, json_integer((json_int_t)faces[i]));
    line_add(out, json_pack("{s:o}", "roll", list));
}

void alea__line_move(alea__text *out, const alea_game *game, unsigned seat, uint32_t move)
{
    line_add(out, json_pack("{s:i, s:s}", "seat", (int)seat, "move",
                            game->family->play->move_name(game->rules, move)));
}

void alea__line_forfeit(alea__text *out, unsigned seat, alea_failure failure, const char *text)
{
    line_add(out, json_pack("{s:i, s:s, s:o}", "seat", (int)seat, "forfeit", alea_failure_name(failure),
                            "text", line_text(text)));
}

void alea__line_undo(alea__text *out, uint64_t events)
{
    line_add(out, json_pack("{s:I}", "undo", (json_int_t)events));
}

static json_t *line_numbers(const int64_t *number, unsigned count)
{
    json_t *list = json_array();
    for (unsigned i = 0; i < count; i++) list = line_append(list, json_integer((json_int_t)number[i]));
    return list;
}

void alea__line_end(alea__text *out, const alea_outcome *outcome, unsigned players)
{
    ALEA_ASSERT(outcome->winner < (int)players);
    json_t *winner = outcome->winner < 0 ? json_null() : json_integer(outcome->winner);
    line_add(out, json_pack("{s:{s:o, s:b, s:I, s:o, s:o}}", "end", "winner", winner, "unfinished",
                            (int)outcome->unfinished, "turns", (json_int_t)outcome->turns, "scores",
                            line_numbers(outcome->score, players), "money",
                            line_numbers(outcome->money, players)));
}
