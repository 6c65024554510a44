/* Lines are looked at strictly: each has its keys and no others, and what it says must be possible where it stands. A message
   names the line, what is wrong, and what would be right. */
#include "play/reader.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/lines.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 1 };

typedef alea_status take(alea__reading *, const json_t *line, alea_error *);

/* ---- saying where ---- */

#define WRONG(r, error, ...) alea__fail_at(error, ALEA_E_FILE, (r)->path, (int)(r)->line, __VA_ARGS__)

/* The sentence of a failure below, with the place; a want of memory stays what it is. */
static alea_status wrong(const alea__reading *r, const alea_error *below, alea_error *error)
{
    if (below->status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    char message[sizeof below->message];
    memcpy(message, below->message, sizeof message);
    return WRONG(r, error, "%s", message);
}

typedef struct shown {
    char text[200];
} shown;

static shown show(const char *text)
{
    shown s;
    alea__printable(s.text, sizeof s.text, text, strlen(text));
    return s;
}

/* ---- values ---- */

/* Whether a line has so many keys: those that were looked for, and no others. */
static alea_status check_keys(const alea__reading *r, const json_t *line, size_t keys, alea_error *error)
{
    if (json_object_size(line) == keys) return ALEA_OK;
    return WRONG(r, error, "the line has %zu keys; lines of this kind have %zu.", json_object_size(line),
                 keys);
}

static alea_status take_number(const alea__reading *r, const json_t *value, const char *what, int64_t least,
                               int64_t most, int64_t *out, alea_error *error)
{
    if (!json_is_integer(value) || json_integer_value(value) < least || json_integer_value(value) > most)
        return WRONG(r, error, "%s is a whole number from %" PRId64 " to %" PRId64 ".", what, least, most);
    *out = json_integer_value(value);
    return ALEA_OK;
}

/* A text that a terminal may be shown, as they are written. */
static alea_status take_text(const alea__reading *r, const json_t *value, const char *what, const char **out,
                             alea_error *error)
{
    char clean[ALEA__LINE_TEXT];
    const char *text = json_string_value(value);
    if (!text) return WRONG(r, error, "%s is a text.", what);
    alea__printable(clean, sizeof clean, text, strlen(text));
    if (strcmp(clean, text) != 0)
        return WRONG(r, error, "%s has control characters in it, or %d bytes and more: %s", what,
                     ALEA__LINE_TEXT, show(text).text);
    *out = text;
    return ALEA_OK;
}

static alea_status take_list(const alea__reading *r, const json_t *list, const char *what, unsigned most,
                             uint32_t *out, unsigned *count, alea_error *error)
{
    alea_status status = ALEA_OK;
    if (!json_is_array(list) || json_array_size(list) > most)
        return WRONG(r, error, "%s is a list of at most %u numbers.", what, most);
    *count = (unsigned)json_array_size(list);
    for (unsigned i = 0; i < *count && status == ALEA_OK; i++) {
        int64_t number = 0;
        status = take_number(r, json_array_get(list, i), what, 0, UINT32_MAX, &number, error);
        out[i] = (uint32_t)number;
    }
    return status;
}

/* ---- the first line ---- */

static alea_status check_version(const alea__reading *r, const json_t *line, alea_error *error)
{
    const char *format = json_string_value(json_object_get(line, "alea"));
    const json_t *version = json_object_get(line, "version");
    if (!format || strcmp(format, "record") != 0)
        return WRONG(
            r, error,
            "this is no record: the first line of one begins with {\"alea\":\"record\",\"version\":%d,",
            VERSION);
    if (!json_is_integer(version))
        return WRONG(r, error, "the version of the record is not told; it is a whole number.");
    if (json_integer_value(version) == VERSION) return ALEA_OK;
    return WRONG(r, error, "the record has version %lld; this alea reads version %d.",
                 (long long)json_integer_value(version), VERSION);
}

static alea_status open_game(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *spec, *sha256 = json_string_value(json_object_get(line, "rules_sha256"));
    alea_record *record = &r->book->record;
    alea_status status = take_text(r, json_object_get(line, "game"), "`game`", &spec, error);
    if (status != ALEA_OK) return status;
    if (!sha256) return WRONG(r, error, "`rules_sha256` is missing: the SHA-256 of the rule file.");
    if (alea_game_open(spec, &record->game, &below) != ALEA_OK) return wrong(r, &below, error);
    if (strcmp(sha256, record->game->sha256) == 0) return ALEA_OK;
    return WRONG(r, error,
                 "the rules of %s are not those that were played: the record has SHA-256 %s, the rule file "
                 "that there is now "
                 "has %s.",
                 show(spec).text, show(sha256).text, record->game->sha256);
}

/* From 2^63 on it is text. */
static bool read_big(const char *text, uint64_t *out)
{
    char *end;
    if (!text || text[0] < '0' || text[0] > '9') return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return errno == 0 && *end == 0;
}

static alea_status take_seed(alea__reading *r, const json_t *value, alea_error *error)
{
    uint64_t *seed = &r->book->record.seed;
    if (json_is_integer(value) && json_integer_value(value) >= 0) {
        *seed = (uint64_t)json_integer_value(value);
        return ALEA_OK;
    }
    if (read_big(json_string_value(value), seed)) return ALEA_OK;
    return WRONG(r, error, "`seed` is a whole number from 0 to %" PRIu64 ", from 2^63 on as a text.",
                 UINT64_MAX);
}

static alea_status take_seats(alea__reading *r, const json_t *line, alea_error *error)
{
    const char *seats = json_string_value(json_object_get(line, "seats"));
    const json_t *dice = json_object_get(line, "dice");
    const char *manual = json_string_value(dice);
    if (!seats || (strcmp(seats, "rotate") != 0 && strcmp(seats, "fixed") != 0))
        return WRONG(r, error, "`seats` is \"rotate\" or \"fixed\".");
    if (dice && (!manual || strcmp(manual, "manual") != 0))
        return WRONG(r, error, "`dice` is \"manual\", or not there when they fell as the seed says.");
    r->book->record.rotates = seats[0] == 'r';
    r->book->record.manual = dice != NULL;
    return ALEA_OK;
}

static alea_status take_players(alea__reading *r, const json_t *list, alea_error *error)
{
    alea_record *record = &r->book->record;
    alea_status status = ALEA_OK;
    unsigned players = record->game->players;
    if (!json_is_array(list) || json_array_size(list) != players)
        return WRONG(r, error, "`bots` is a list of names, as many as the game has players: %u.", players);
    for (unsigned i = 0; i < players && status == ALEA_OK; i++) {
        const char *name;
        status = take_text(r, json_array_get(list, i), "a name in `bots`", &name, error);
        if (status == ALEA_OK && !(record->player[i] = alea__texts_keep(&r->book->texts, name)))
            status = alea__out_of_memory(error);
    }
    record->players = players;
    return status;
}

static alea_status take_heading(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_status status = check_version(r, line, error);
    if (status == ALEA_OK) status = take_seats(r, line, error);
    if (status == ALEA_OK) status = check_keys(r, line, r->book->record.manual ? 8 : 7, error);
    if (status == ALEA_OK) status = take_seed(r, json_object_get(line, "seed"), error);
    if (status == ALEA_OK) status = open_game(r, line, error);
    if (status == ALEA_OK) status = take_players(r, json_object_get(line, "bots"), error);
    alea__dice_start(&r->order.stream, r->book->record.seed, ALEA__ORDER, 0);
    r->order.dice = alea__dice_for(ALEA__ORDER_SIDES);
    return status;
}

/* ---- who sits where ---- */

bool alea__all_seated(const unsigned *player_in_seat, unsigned players)
{
    unsigned seen = 0;
    for (unsigned seat = 0; seat < players; seat++)
        if (player_in_seat[seat] < players) seen |= 1u << player_in_seat[seat];
    return seen == (1u << players) - 1;
}

alea_status alea__check_order(const unsigned *rolled, const unsigned *player_in_seat, unsigned players,
                              alea_error *error)
{
    for (unsigned player = 0; player < players; player++)
        if (rolled[player] == 0)
            return alea__fail(error, ALEA_E_USAGE,
                              "Player %u has not rolled for the order of turns, others have.", player);
    for (unsigned seat = 1; seat < players; seat++) {
        unsigned before = player_in_seat[seat - 1], after = player_in_seat[seat];
        if (rolled[before] > rolled[after])
            return alea__fail(
                error, ALEA_E_USAGE,
                "Player %u rolled %u for the order of turns and cannot sit before player %u, who rolled %u.",
                before, rolled[before], after, rolled[after]);
    }
    return ALEA_OK;
}

static alea_status take_order(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_record *record = &r->book->record;
    int64_t player = 0, face = 0;
    alea_status status = check_keys(r, line, 2, error);
    if (status == ALEA_OK)
        status = take_number(r, json_object_get(line, "player"), "`player`", 0, record->players - 1, &player,
                             error);
    if (status == ALEA_OK)
        status =
            take_number(r, json_object_get(line, "order"), "`order`", 1, ALEA__ORDER_SIDES, &face, error);
    if (status != ALEA_OK) return status;
    if (r->begun || record->rotates) return WRONG(r, error, "nobody rolls for the order of turns here.");
    if (record->order[player])
        return WRONG(r, error, "player %d has rolled for the order of turns already.", (int)player);
    unsigned die = record->manual ? (unsigned)face : alea__die(&r->order.stream, &r->order.dice) + 1;
    if (die != face)
        return WRONG(r, error, "the die shows %d, but with this seed it shows %u here.", (int)face, die);
    record->order[player] = die;
    r->ordered++;
    return ALEA_OK;
}

static alea_status check_seats(const alea__reading *r, const unsigned *player, alea_error *error)
{
    const alea_record *record = &r->book->record;
    alea_error below;
    if (!alea__all_seated(player, record->players))
        return WRONG(r, error, "`bots` is the player in each seat: each of 0 to %u once.",
                     record->players - 1);
    for (unsigned seat = 0; record->rotates && seat < record->players; seat++)
        if (player[seat] != alea__bot_in_seat(true, record->players, r->now.number, seat))
            return WRONG(r, error, "seats rotate: player %u sits in seat %u of this game.",
                         alea__bot_in_seat(true, record->players, r->now.number, seat), seat);
    if (r->ordered > 0 && alea__check_order(record->order, player, record->players, &below) != ALEA_OK)
        return wrong(r, &below, error);
    return ALEA_OK;
}

static alea_status take_begin(alea__reading *r, const json_t *line, alea_error *error)
{
    const alea_record *record = &r->book->record;
    uint32_t list[ALEA_MAX_SEATS];
    unsigned count = 0;
    int64_t number = 0;
    if (r->open) return WRONG(r, error, "a game begins before the one before it has ended.");
    int64_t least = r->begun ? (int64_t)r->now.number + 1 : 0;
    alea_status status = check_keys(r, line, 2, error);
    if (status == ALEA_OK)
        status =
            take_number(r, json_object_get(line, "begin"), "`begin`", least, INT64_MAX - 1, &number, error);
    if (status == ALEA_OK)
        status = take_list(r, json_object_get(line, "bots"), "`bots`", ALEA_MAX_SEATS, list, &count, error);
    if (status != ALEA_OK) return status;
    if (count != record->players)
        return WRONG(r, error, "`bots` is the player in each of the %u seats.", record->players);
    r->now = (alea_record_game){.number = (uint64_t)number};
    memcpy(r->now.player, list, count * sizeof *list);
    r->history_room = 0;
    status = check_seats(r, r->now.player, error);
    if (status != ALEA_OK) return status;
    alea__ledger_begin(&r->ledger, record->game, record->seed, r->now.number);
    r->begun = r->open = true;
    return ALEA_OK;
}

/* ---- what happened ---- */

static alea_status remember(alea__reading *r, const alea_event *event, size_t count, alea_error *error)
{
    alea_record_game *g = &r->now;
    if (g->history_count + count > r->history_room) {
        size_t room = 2 * (g->history_count + count);
        alea_event *history = alea__resize(g->history, room * sizeof *history);
        if (!history) return alea__out_of_memory(error);
        g->history = history;
        r->history_room = room;
    }
    memcpy(g->history + g->history_count, event, count * sizeof *event);
    g->history_count += count;
    return ALEA_OK;
}

/* After an event: `status` is the ledger's, and `below` its sentence. */
static alea_status note(alea__reading *r, alea_status status, const alea_error *below, alea_error *error)
{
    if (status != ALEA_OK) return wrong(r, below, error);
    alea__ledger_last(&r->ledger)->line = r->line;
    if (r->events + r->ledger.count + r->now.history_count >= ALEA_RECORD_EVENTS)
        return WRONG(r, error,
                     "the record has more than %" PRIu64 " events; a game of it can be read by itself.",
                     ALEA_RECORD_EVENTS);
    return r->now.history ? remember(r, alea__ledger_last(&r->ledger), 1, error) : ALEA_OK;
}

static void list_faces(const uint32_t *faces, unsigned count, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (unsigned i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%" PRIu32, i ? "," : "", faces[i]);
}

/* The dice must be those of the seed, unless they were real. */
static alea_status check_dice(const alea__reading *r, const alea__roller *before, const uint32_t *faces,
                              unsigned count, alea_error *error)
{
    const alea_event *rolled = alea__ledger_last(&r->ledger);
    alea__roller roller = *before;
    uint32_t outcome = alea__roll(&roller, r->ledger.game, &rolled->before), right[16];
    if (outcome == rolled->what) return ALEA_OK;
    char shows[120], there[120];
    list_faces(faces, count, there, sizeof there);
    unsigned dice = alea_game_chance_faces(r->ledger.game, &rolled->before, outcome, right);
    list_faces(right, dice, shows, sizeof shows);
    return WRONG(r, error, "the dice show %s, but with this seed they show %s here.", there, shows);
}

static alea_status take_roll(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    uint32_t faces[16];
    unsigned count = 0;
    alea_status status = check_keys(r, line, 1, error);
    if (status == ALEA_OK)
        status = take_list(r, json_object_get(line, "roll"), "`roll`", 16, faces, &count, error);
    if (status != ALEA_OK) return status;
    status = alea__ledger_show(&r->ledger, faces, count, &below);
    if (status == ALEA_OK && !r->book->record.manual) {
        status = check_dice(r, &r->ledger.before[r->ledger.count - 1], faces, count, error);
        if (status != ALEA_OK) return status;
        alea__roll(&r->ledger.roller, r->ledger.game, &alea__ledger_last(&r->ledger)->before);
    }
    return note(r, status, &below, error);
}

static alea_status take_seat(const alea__reading *r, const json_t *line, alea_error *error)
{
    const json_t *value = json_object_get(line, "seat");
    int mover = alea__ledger_mover(&r->ledger);
    if (mover == ALEA_CHANCE) return WRONG(r, error, "nobody decides here: the dice are to be rolled.");
    if (json_is_integer(value) && json_integer_value(value) == mover) return ALEA_OK;
    return WRONG(r, error, "it is seat %d that decides here.", mover);
}

static void list_moves(const alea__ledger *l, char *out, size_t size)
{
    unsigned count = alea_game_move_count(l->game, &l->state);
    size_t at = 0;
    out[0] = 0;
    for (unsigned i = 0; i < count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? ", " : "",
                               alea_game_move_name(l->game, alea_game_move(l->game, &l->state, i)));
}

static alea_status find_move(const alea__reading *r, const char *name, uint32_t *out, alea_error *error)
{
    const alea__ledger *l = &r->ledger;
    unsigned count = alea_game_move_count(l->game, &l->state);
    for (unsigned i = 0; i < count; i++) {
        *out = alea_game_move(l->game, &l->state, i);
        if (strcmp(alea_game_move_name(l->game, *out), name) == 0) return ALEA_OK;
    }
    char moves[300];
    list_moves(l, moves, sizeof moves);
    return WRONG(r, error, "`%s` is not legal here; legal is %s.", show(name).text, moves);
}

static alea_status take_move(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *name = NULL;
    uint32_t move = 0;
    alea_status status = check_keys(r, line, 2, error);
    if (status == ALEA_OK) status = take_seat(r, line, error);
    if (status == ALEA_OK) status = take_text(r, json_object_get(line, "move"), "`move`", &name, error);
    if (status == ALEA_OK) status = find_move(r, name, &move, error);
    return status == ALEA_OK ? note(r, alea__ledger_move(&r->ledger, move, &below), &below, error) : status;
}

static alea_status take_failure(const alea__reading *r, const json_t *value, alea_failure *out,
                                alea_error *error)
{
    const char *name = json_string_value(value);
    for (int failure = ALEA_NO_FAILURE + 1; name && failure < ALEA_FAILURE_KINDS; failure++)
        if (strcmp(alea_failure_name((alea_failure)failure), name) == 0) {
            *out = (alea_failure)failure;
            return ALEA_OK;
        }
    return WRONG(r, error,
                 "`forfeit` is the reason: \"trap\", \"fuel\", \"memory\", \"illegal\" or \"skipped\".");
}

static alea_status take_forfeit(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_error below;
    const char *text = NULL;
    alea_failure failure = ALEA_NO_FAILURE;
    alea_status status = check_keys(r, line, 3, error);
    if (status == ALEA_OK) status = take_seat(r, line, error);
    if (status == ALEA_OK) status = take_failure(r, json_object_get(line, "forfeit"), &failure, error);
    if (status == ALEA_OK) status = take_text(r, json_object_get(line, "text"), "`text`", &text, error);
    if (status != ALEA_OK) return status;
    if (!(text = alea__texts_keep(&r->book->texts, text))) return alea__out_of_memory(error);
    return note(r, alea__ledger_forfeit(&r->ledger, failure, text, &below), &below, error);
}

static alea_status take_undo(alea__reading *r, const json_t *line, alea_error *error)
{
    alea__ledger *l = &r->ledger;
    int64_t events = 0;
    alea_status status = check_keys(r, line, 1, error);
    if (status == ALEA_OK && l->count == 0) status = WRONG(r, error, "there is nothing to take back.");
    if (status == ALEA_OK)
        status = take_number(r, json_object_get(line, "undo"), "`undo`, the events that are taken back,", 1,
                             (int64_t)l->count, &events, error);
    if (status == ALEA_OK && !r->now.history) status = remember(r, l->event, l->count, error);
    if (status != ALEA_OK) return status;
    const alea_event back = {.kind = ALEA_TAKEN_BACK,
                             .seat = alea_game_turn_of(l->game, &l->state),
                             .what = (uint32_t)events,
                             .line = r->line,
                             .before = l->state};
    alea__ledger_undo(l, (size_t)events);
    r->now.taken_back += (uint64_t)events;
    return remember(r, &back, 1, error);
}

/* ---- how it ended ---- */

/* The game goes from the ledger to the record, when it is wanted there. */
static alea_status keep_game(alea__reading *r, alea_error *error)
{
    alea__book *book = r->book;
    alea_record_game *g = &r->now;
    alea__ledger *l = &r->ledger;
    if (book->record.count == book->room) {
        size_t room = book->room ? 2 * book->room : 16;
        alea_record_game *played = alea__resize(book->record.played, room * sizeof *played);
        if (!played) return alea__out_of_memory(error);
        book->record.played = played;
        book->room = room;
    }
    alea_event *event = alea__alloc_array(l->count ? l->count : 1, sizeof *event);
    if (!event) return alea__out_of_memory(error);
    if (l->count) memcpy(event, l->event, l->count * sizeof *event);
    g->event = event;
    g->count = l->count;
    g->end = l->state;
    g->finished = alea_game_outcome(l->game, &l->state, &g->outcome, NULL) == ALEA_OK;
    book->record.played[book->record.count++] = *g;
    r->events += g->count + g->history_count;
    g->event = g->history = NULL; /* they are the record's now */
    g->count = g->history_count = 0;
    return ALEA_OK;
}

static alea_status close_game(alea__reading *r, alea_error *error)
{
    bool wanted = r->wanted.all || (!r->wanted.last && r->wanted.number == r->now.number);
    r->open = false;
    if (wanted) return keep_game(r, error);
    alea__free(r->now.history);
    r->now.history = NULL;
    r->now.history_count = 0;
    return ALEA_OK;
}

static alea_status take_end(alea__reading *r, const json_t *line, alea_error *error)
{
    alea_outcome outcome;
    const alea__ledger *l = &r->ledger;
    alea_status status = check_keys(r, line, 1, error);
    if (status != ALEA_OK) return status;
    if (alea_game_outcome(l->game, &l->state, &outcome, NULL) != ALEA_OK)
        return WRONG(r, error, "the game is not over here.");
    alea__text right = {0};
    alea__line_end(&right, &outcome, l->game->players);
    json_t *expected = right.failed ? NULL : json_loadb(right.data, right.size, 0, NULL);
    if (!expected)
        status = alea__out_of_memory(error);
    else if (!json_equal(line, expected))
        status = WRONG(r, error, "the game ended otherwise: %.*s", (int)right.size - 1, right.data);
    json_decref(expected);
    alea__text_free(&right);
    return status == ALEA_OK ? close_game(r, error) : status;
}

/* ---- lines ---- */

/* A line is of the first of these kinds whose key it has. */
static const struct {
    const char *key;
    take *take;
    bool in_game; /* it belongs to a game */
} kinds[] = {
    {"roll", take_roll, true},    {"move", take_move, true}, {"forfeit", take_forfeit, true},
    {"undo", take_undo, true},    {"end", take_end, true},   {"begin", take_begin, false},
    {"order", take_order, false},
};

static alea_status check_place(const alea__reading *r, const json_t *line, alea_error *error)
{
    bool over = r->open && alea__ledger_mover(&r->ledger) == ALEA_OVER;
    if (!r->open)
        return WRONG(r, error,
                     r->begun ? "the game has ended; only another one can begin." : "no game has begun.");
    if (over && !json_object_get(line, "end"))
        return WRONG(r, error, "the game is over here; only its `end` can follow.");
    return ALEA_OK;
}

static alea_status take_object(alea__reading *r, const json_t *line, alea_error *error)
{
    if (!json_is_object(line)) return WRONG(r, error, "a line is an object in JSON: {…}.");
    if (r->line == 1) return take_heading(r, line, error);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!json_object_get(line, kinds[i].key)) continue;
        alea_status status = kinds[i].in_game ? check_place(r, line, error) : ALEA_OK;
        return status == ALEA_OK ? kinds[i].take(r, line, error) : status;
    }
    return WRONG(
        r, error,
        "the line has none of the keys `order`, `begin`, `roll`, `move`, `forfeit`, `undo` and `end`.");
}

static alea_status take_line(alea__reading *r, const char *bytes, size_t size, alea_error *error)
{
    json_error_t why;
    json_t *line = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &why);
    if (!line && json_error_code(&why) == json_error_out_of_memory) return alea__out_of_memory(error);
    if (!line && r->line == 1 && size > 0 && bytes[0] != '{') return check_version(r, NULL, error);
    if (!line) return WRONG(r, error, "this is no JSON: %s.", show(why.text).text);
    alea_status status = take_object(r, line, error);
    json_decref(line);
    return status;
}

/* ---- the file ---- */

/* A window on the file: whole lines are taken off its front. */
typedef struct window {
    alea__file *file;
    uint64_t at; /* of the file, behind what is in the window */
    size_t size; /* bytes in it */
    char bytes[ALEA_RECORD_LINE];
} window;

static alea_status fill(window *w, alea_error *error)
{
    uint64_t left = alea__file_size(w->file) - w->at;
    size_t room = sizeof w->bytes - w->size, more = left < room ? (size_t)left : room;
    if (more > 0 && !alea__file_get(w->file, w->at, w->bytes + w->size, more))
        return alea__file_failure(w->file, error);
    w->at += more;
    w->size += more;
    return ALEA_OK;
}

/* Takes the whole lines that are in the window; what is left of it is the beginning of one. */
static alea_status take_lines(alea__reading *r, window *w, alea_error *error)
{
    alea_status status = ALEA_OK;
    size_t begin = 0;
    for (const char *end; status == ALEA_OK && (end = memchr(w->bytes + begin, '\n', w->size - begin));) {
        size_t size = (size_t)(end - w->bytes) - begin;
        r->line++;
        status = take_line(r, w->bytes + begin, size, error);
        begin += size + 1;
        r->size += size + 1;
    }
    memmove(w->bytes, w->bytes + begin, w->size - begin);
    w->size -= begin;
    return status;
}

static alea_status read_all(alea__reading *r, window *w, alea_error *error)
{
    do {
        alea_status status = fill(w, error);
        if (status == ALEA_OK) status = take_lines(r, w, error);
        if (status != ALEA_OK) return status;
        if (w->size == sizeof w->bytes) {
            r->line++;
            return WRONG(r, error, "the line is longer than %" PRIu64 " bytes, the most that is read.",
                         ALEA_RECORD_LINE);
        }
    } while (w->at < alea__file_size(w->file));
    r->book->record.cut = w->size > 0;
    return ALEA_OK;
}

/* What the end of the file leaves open. */
static alea_status end_reading(alea__reading *r, alea_error *error)
{
    if (r->line == 0) {
        r->line = 1;
        return WRONG(r, error, "this is no record: not even its first line is whole.");
    }
    return r->open && !r->wanted.last ? close_game(r, error) : ALEA_OK;
}

static alea_status read_file(alea__reading *r, alea_error *error)
{
    window *w = alea__alloc(sizeof *w);
    if (!w) return alea__out_of_memory(error);
    alea_status status = alea__file_open(r->path, &w->file, error);
    if (status == ALEA_OK) status = read_all(r, w, error);
    if (status == ALEA_OK) status = end_reading(r, error);
    alea__file_close(w->file);
    alea__free(w);
    return status;
}

alea_status alea__read_record(const char *path, const alea__wanted *wanted, alea__reading *r,
                              alea_error *error)
{
    *r = (alea__reading){.path = path, .wanted = *wanted, .book = alea__alloc(sizeof *r->book)};
    return r->book ? read_file(r, error) : alea__out_of_memory(error);
}

void alea__reading_free(alea__reading *r)
{
    if (r->book) alea_record_free(&r->book->record);
    alea__free(r->now.history);
    alea__ledger_free(&r->ledger);
}

/* ---- texts ---- */

const char *alea__texts_keep(alea__texts *texts, const char *text)
{
    if (texts->count > 0 && strcmp(texts->text[texts->count - 1], text) == 0)
        return texts->text[texts->count - 1];
    if (texts->count == texts->room) {
        size_t room = texts->room ? 2 * texts->room : 16;
        char **more = alea__resize(texts->text, room * sizeof *more);
        if (!more) return NULL;
        texts->text = more;
        texts->room = room;
    }
    char *copy = alea__copy_text(text);
    if (copy) texts->text[texts->count++] = copy;
    return copy;
}

void alea__texts_free(alea__texts *texts)
{
    for (size_t i = 0; i < texts->count; i++) alea__free(texts->text[i]);
    alea__free(texts->text);
}

/* ---- records ---- */

static alea_status open_record(const char *path, const alea__wanted *wanted, alea_record **out,
                               alea_error *error)
{
    alea__reading r;
    alea_status status = alea__read_record(path, wanted, &r, error);
    if (status == ALEA_OK && !wanted->all && r.book->record.count == 0)
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, "there is no game %" PRIu64 " in this record.",
                               wanted->number);
    if (status == ALEA_OK) {
        *out = &r.book->record;
        r.book = NULL;
    }
    alea__reading_free(&r);
    return status;
}

alea_status alea_record_open(const char *path, alea_record **out, alea_error *error)
{
    return open_record(path, &(alea__wanted){.all = true}, out, error);
}

alea_status alea_record_open_game(const char *path, uint64_t number, alea_record **out, alea_error *error)
{
    return open_record(path, &(alea__wanted){.number = number}, out, error);
}

void alea_record_free(alea_record *record)
{
    if (!record) return;
    alea__book *book = (alea__book *)record;
    for (size_t i = 0; i < record->count; i++) {
        alea__free(record->played[i].event);
        alea__free(record->played[i].history);
    }
    alea__free(record->played);
    alea_game_free(record->game);
    alea__texts_free(&book->texts);
    alea__free(book);
}
