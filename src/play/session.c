/* A session: a game log that is written to a file as it grows. The line of an event is made before the event counts, so
   running out of memory changes nothing. A disk that cannot be written does not stop the game; alea_session_trouble
   reports it. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/journal.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "bot/bot.h"
#include "play/messages.h"
#include "play/record_lines.h"

#include "play/reader.h"
#include <alea/session.h>

#include <stdio.h>
#include <string.h>

struct alea_session {
    const alea_game *game;
    alea_game *owned;       /* the game, if the session opened it */
    alea__journal *journal; /* NULL: no record is written */
    alea__texts texts;      /* names, and reasons of forfeits */
    const char *player[ALEA_MAX_SEATS];
    uint64_t seed;
    const char *salt; /* of a commitment; NULL: there is none */
    bool manual, seated;
    alea__roller order_dice;
    unsigned order[ALEA_MAX_SEATS], in_seat[ALEA_MAX_SEATS];
    alea__game_log log;
    char trouble[5000]; /* empty: none */
};

/* ---- writing down ---- */

/* Adds lines to the record; frees them. */
static alea_status session_add_lines(alea_session *s, alea__text *lines, alea_error *error)
{
    bool added = !lines->failed && (!s->journal || alea__journal_add(s->journal, lines->data, lines->size));
    alea__text_free(lines);
    return added ? ALEA_OK : alea__out_of_memory(error);
}

static void session_write_record(alea_session *s, bool sync)
{
    s->trouble[0] = 0;
    if (!s->journal || alea__journal_write(s->journal, sync)) return;
    snprintf(s->trouble, sizeof s->trouble, "%s", alea__journal_trouble(s->journal));
}

const char *alea_session_trouble(const alea_session *s)
{
    return s->trouble[0] ? s->trouble : NULL;
}

/* ---- beginning and ending ---- */

static alea_status session_keep_names(alea_session *s, const char *const *players, alea_error *error)
{
    for (unsigned i = 0; i < s->game->players; i++) {
        char name[ALEA__LINE_TEXT];
        alea__printable(name, sizeof name, players[i], strlen(players[i])); /* as the record has it */
        s->player[i] = alea__texts_keep(&s->texts, name);
        if (!s->player[i]) return alea__out_of_memory(error);
    }
    return ALEA_OK;
}

static alea_status session_write_heading(alea_session *s, const alea_bot *const *bots, alea_error *error)
{
    alea__text line = {0};
    alea__heading heading = {.game = s->game, .seed = s->seed, .manual = s->manual, .salt = s->salt};
    memcpy(heading.player, s->player, sizeof heading.player);
    for (unsigned i = 0; bots && i < s->game->players; i++) heading.bot[i] = bots[i];
    alea__line_heading(&line, &heading);
    alea_status status = session_add_lines(s, &line, error);
    if (status == ALEA_OK) session_write_record(s, true);
    return status;
}

/* Keeps the names, and makes the record with its heading. No record is left on failure. */
static alea_status session_begin(alea_session *s, const char *const *players,
                                 const alea_session_options *options, alea_error *error)
{
    alea_status status = session_keep_names(s, players, error);
    if (status == ALEA_OK && options->salt && !(s->salt = alea__texts_keep(&s->texts, options->salt)))
        status = alea__out_of_memory(error);
    alea__roller_start_order(&s->order_dice, s->seed);
    s->log.state = alea_game_start(s->game);
    if (status == ALEA_OK && options->record)
        status = alea__journal_create(options->record, &s->journal, error);
    if (status != ALEA_OK) return status;
    status = session_write_heading(s, options->bots, error);
    if (status != ALEA_OK) {
        alea__journal_drop(s->journal);
        s->journal = NULL;
    }
    return status;
}

alea_status alea_session_start(const alea_game *game, const char *const *players, unsigned count,
                               const alea_session_options *given, alea_session **out, alea_error *error)
{
    const alea_session_options options = ALEA__OPTIONS(alea_session_options, given);
    if (count != game->players)
        return alea__fail(error, ALEA_E_USAGE, PLAY_PLAYERS, game->spec, game->players,
                          game->players == 1 ? "" : "s", count);
    alea_session *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    s->game = game;
    s->seed = options.seed;
    s->manual = options.manual;
    alea_status status = session_begin(s, players, &options, error);
    if (status == ALEA_OK)
        *out = s;
    else
        alea_session_free(s);
    return status;
}

/* Takes over the reading. */
static void session_continue(alea_session *s, alea__reading *r)
{
    alea_record *record = &r->owned->record;
    ALEA_ASSERT(r->begun == r->open); /* a finished game cannot be resumed */
    s->game = s->owned = record->game;
    s->seed = record->seed;
    s->salt = record->salt;
    s->manual = record->manual;
    s->seated = r->begun;
    s->texts = r->owned->texts;
    s->log = r->log;
    s->order_dice = r->order;
    memcpy(s->player, record->player, sizeof s->player);
    memcpy(s->order, record->order, sizeof s->order);
    memcpy(s->in_seat, r->now.player, sizeof s->in_seat);
    if (!r->begun) s->log.state = alea_game_start(s->game);
    record->game = NULL;
    r->owned->texts = (alea__texts){0};
    r->log = (alea__game_log){0};
}

/* Locks the file before reading it, so that no other program can resume the same game. */
static alea_status session_resume(alea_session *s, const char *record, alea_error *error)
{
    alea__reading r = {0};
    alea_status status = alea__journal_open(record, &s->journal, error);
    if (status == ALEA_OK) status = alea__read_record(record, &(alea__wanted){.last = true}, &r, error);
    if (status == ALEA_OK && r.begun && (!r.open || alea__game_log_mover(&r.log) == ALEA_OVER))
        status = alea__fail_at(error, ALEA_E_STATE, record, 0, SESSION_FINISHED);
    if (status == ALEA_OK) status = alea__journal_keep(s->journal, r.size, error);
    if (status == ALEA_OK) session_continue(s, &r);
    alea__reading_free(&r);
    return status;
}

alea_status alea_session_resume(const char *record, alea_session **out, alea_error *error)
{
    alea__file *file; /* opened to read first, so that an unreadable record gets that message */
    alea_status status = alea__file_open(record, &file, error);
    if (status != ALEA_OK) return status;
    alea__file_close(file);
    alea_session *s = alea__alloc(sizeof *s);
    if (!s) return alea__out_of_memory(error);
    status = session_resume(s, record, error);
    if (status == ALEA_OK)
        *out = s;
    else
        alea_session_free(s);
    return status;
}

void alea_session_free(alea_session *s)
{
    if (!s) return;
    alea__journal_close(s->journal);
    alea__game_log_free(&s->log);
    alea__texts_free(&s->texts);
    alea_game_free(s->owned);
    alea__free(s);
}

/* ---- facts about a session ---- */

const alea_game *alea_session_game(const alea_session *s)
{
    return s->game;
}

unsigned alea_session_players(const alea_session *s)
{
    return s->game->players;
}

const char *alea_session_player(const alea_session *s, unsigned player)
{
    return player < s->game->players ? s->player[player] : NULL;
}

const char *alea_session_record(const alea_session *s)
{
    return s->journal ? alea__journal_path(s->journal) : NULL;
}

bool alea_session_manual(const alea_session *s)
{
    return s->manual;
}

uint64_t alea_session_seed(const alea_session *s)
{
    return s->seed;
}

const char *alea_session_salt(const alea_session *s)
{
    return s->salt;
}

bool alea_session_seated(const alea_session *s)
{
    return s->seated;
}

unsigned alea_session_in_seat(const alea_session *s, unsigned seat)
{
    return s->in_seat[seat < s->game->players ? seat : 0];
}

unsigned alea_session_ordered(const alea_session *s, unsigned player)
{
    return player < s->game->players ? s->order[player] : 0;
}

const alea_state *alea_session_state(const alea_session *s)
{
    return &s->log.state;
}

const alea_event *alea_session_events(const alea_session *s, size_t *count)
{
    *count = s->log.count;
    return s->log.event;
}

/* ---- before the game ---- */

static alea_status session_check_before(const alea_session *s, alea_error *error)
{
    if (!s->seated) return ALEA_OK;
    return alea__fail(error, ALEA_E_STATE, SESSION_BEGUN);
}

alea_status alea_session_order(alea_session *s, unsigned player, unsigned face, unsigned *shown,
                               alea_error *error)
{
    alea__text line = {0};
    alea__roller dice = s->order_dice;
    alea_status status = session_check_before(s, error);
    if (status != ALEA_OK) return status;
    if (player >= s->game->players)
        return alea__fail(error, ALEA_E_RANGE, SESSION_NO_PLAYER, player, s->game->players - 1);
    if (s->order[player]) return alea__fail(error, ALEA_E_STATE, SESSION_ROLLED_ORDER, s->player[player]);
    const unsigned die = s->manual ? face : alea__roll_order(&dice);
    if (die < 1 || die > ALEA__ORDER_SIDES)
        return alea__fail(error, ALEA_E_RANGE, PLAY_DIE_FACE, (uint32_t)ALEA__ORDER_SIDES, (uint32_t)face);
    alea__line_order(&line, player, die);
    status = session_add_lines(s, &line, error);
    if (status != ALEA_OK) return status;
    session_write_record(s, s->manual);
    s->order_dice = dice;
    s->order[player] = die;
    if (shown) *shown = die;
    return ALEA_OK;
}

static alea_status session_check_seats(const alea_session *s, const unsigned *player_in_seat,
                                       alea_error *error)
{
    unsigned players = s->game->players;
    if (!alea__all_seated(player_in_seat, players))
        return alea__fail(error, ALEA_E_USAGE, SESSION_SEATS, players - 1);
    for (unsigned i = 0; i < players; i++)
        if (s->order[i]) return alea__check_order(s->order, player_in_seat, players, error);
    return ALEA_OK;
}

alea_status alea_session_seat(alea_session *s, const unsigned *player_in_seat, alea_error *error)
{
    static const unsigned as_they_came[ALEA_MAX_SEATS] = {0, 1, 2, 3, 4, 5, 6, 7};
    const unsigned *seats = player_in_seat ? player_in_seat : as_they_came;
    alea__text line = {0};
    alea_status status = session_check_before(s, error);
    if (status == ALEA_OK) status = session_check_seats(s, seats, error);
    if (status != ALEA_OK) return status;
    alea__line_begin(&line, 0, seats, s->game->players);
    status = session_add_lines(s, &line, error);
    if (status != ALEA_OK) return status;
    session_write_record(s, true);
    memcpy(s->in_seat, seats, s->game->players * sizeof *seats);
    alea__game_log_begin(&s->log, s->game, s->seed, 0);
    s->seated = true;
    return ALEA_OK;
}

/* ---- the game ---- */

static alea_status session_check_begun(const alea_session *s, alea_error *error)
{
    return s->seated ? ALEA_OK : alea__fail(error, ALEA_E_STATE, SESSION_NOT_BEGUN);
}

/* Adds the line of an event that just happened. */
static void session_line(const alea_session *s, const alea_event *e, alea__text *out)
{
    uint32_t faces[ALEA__MOST_DICE];
    ALEA_ASSERT(e->kind != ALEA_TAKEN_BACK);
    switch (e->kind) {
    case ALEA_ROLLED:
        alea__line_roll(out, faces, alea_game_chance_faces(s->game, &e->before, e->what, faces));
        break;
    case ALEA_MOVED: alea__line_move(out, s->game, (unsigned)e->seat, e->what); break;
    case ALEA_FORFEITED: alea__line_forfeit(out, (unsigned)e->seat, (alea_failure)e->what, e->text); break;
    case ALEA_TAKEN_BACK: break; /* only in the history of a record */
    }
}

/* Writes the last event, and the result if it ended the game; a failure undoes the event. A roll from the seed is not
   synced before the next decision, because a repeated roll would have the same result. */
static alea_status session_write_event(alea_session *s, alea_error *error)
{
    alea__text lines = {0};
    alea_outcome outcome;
    ALEA_ASSERT(s->seated);
    const alea_event *e = alea__game_log_last(&s->log);
    session_line(s, e, &lines);
    bool over = alea_game_outcome(s->game, &s->log.state, &outcome, NULL) == ALEA_OK;
    bool sync = over || s->manual || e->kind != ALEA_ROLLED;
    if (over) alea__line_end(&lines, &outcome, s->game->players);
    alea_status status = session_add_lines(s, &lines, error);
    if (status == ALEA_OK)
        session_write_record(s, sync);
    else
        alea__game_log_undo(&s->log, 1);
    return status;
}

unsigned alea_session_dice(const alea_session *s, uint32_t *sides)
{
    uint32_t unused;
    return s->seated ? alea__dice_of(s->game, &s->log.state, sides ? sides : &unused) : 0;
}

alea_status alea_session_roll(alea_session *s, uint32_t faces[16], unsigned *count, alea_error *error)
{
    alea_status status = session_check_begun(s, error);
    if (status == ALEA_OK && s->manual) status = alea__fail(error, ALEA_E_STATE, SESSION_DICE_REAL);
    if (status == ALEA_OK) status = alea__game_log_roll(&s->log, error);
    if (status == ALEA_OK) status = session_write_event(s, error);
    if (status != ALEA_OK) return status;
    const alea_event *rolled = alea__game_log_last(&s->log);
    *count = alea_game_chance_faces(s->game, &rolled->before, rolled->what, faces);
    return ALEA_OK;
}

alea_status alea_session_show(alea_session *s, const uint32_t *faces, unsigned count, alea_error *error)
{
    alea_status status = session_check_begun(s, error);
    if (status == ALEA_OK && !s->manual) status = alea__fail(error, ALEA_E_STATE, SESSION_DICE_SEEDED);
    alea__numbers shown = {.count = count};
    for (unsigned i = 0; i < count && i < ALEA__MOST_DICE; i++) shown.number[i] = faces[i];
    if (status == ALEA_OK) status = alea__game_log_show(&s->log, &shown, error);
    return status == ALEA_OK ? session_write_event(s, error) : status;
}

alea_status alea_session_move(alea_session *s, uint32_t move, alea_error *error)
{
    alea_status status = session_check_begun(s, error);
    if (status == ALEA_OK) status = alea__game_log_move(&s->log, move, error);
    return status == ALEA_OK ? session_write_event(s, error) : status;
}

alea_status alea_session_forfeit(alea_session *s, alea_failure failure, const char *text, alea_error *error)
{
    alea_status status = session_check_begun(s, error);
    if (status != ALEA_OK) return status;
    if (failure <= ALEA_NO_FAILURE || failure >= ALEA_FAILURE_KINDS)
        return alea__fail(error, ALEA_E_RANGE, SESSION_FAILURE, (int)failure);
    char shown[ALEA__LINE_TEXT]; /* as the record has it */
    if (!text || !*text) text = alea_failure_name(failure);
    alea__printable(shown, sizeof shown, text, strlen(text));
    const char *reason = alea__texts_keep(&s->texts, shown);
    if (!reason) return alea__out_of_memory(error);
    status = alea__game_log_forfeit(&s->log, failure, reason, error);
    return status == ALEA_OK ? session_write_event(s, error) : status;
}

/* All events of the session's game so far, for bots that follow it; the caller frees *out. */
static alea_status session_list_events(const alea_session *s, alea__event **out, alea_error *error)
{
    *out = alea__alloc_array(s->log.count + 1, sizeof **out);
    if (!*out) return alea__out_of_memory(error);
    for (size_t i = 0; i < s->log.count; i++) {
        const alea_event *e = &s->log.event[i];
        if (e->kind == ALEA_ROLLED)
            (*out)[i] = alea__roll_event(s->game, &e->before, e->what);
        else
            (*out)[i] = (alea__event){.kind = ALEA__MOVED,
                                      .seat = (uint32_t)e->seat,
                                      .move = e->kind == ALEA_MOVED ? e->what : ALEA__NO_MOVE};
    }
    return ALEA_OK;
}

alea_status alea_session_ask(const alea_session *s, alea_bot *bot, uint32_t *move, alea_error *error)
{
    alea__event *event = NULL;
    alea_status status = session_check_begun(s, error);
    if (status == ALEA_OK && bot->ops->receive) status = session_list_events(s, &event, error);
    const alea__past past = {event, event ? s->log.count : 0};
    if (status == ALEA_OK) status = alea__bot_ask_after(bot, &s->log.state, past, move, error);
    alea__free(event);
    return status;
}

alea_status alea_session_undo(alea_session *s, unsigned seat, alea_error *error)
{
    alea__text line = {0};
    alea_status status = session_check_begun(s, error);
    if (status != ALEA_OK) return status;
    if (alea__game_log_mover(&s->log) == ALEA_OVER)
        return alea__fail(error, ALEA_E_STATE, SESSION_UNDO_AFTER_END);
    size_t kept = s->log.count; /* with the last event that the seat decided */
    const alea_event *e = s->log.event;
    while (kept > 0 && (e[kept - 1].kind == ALEA_ROLLED || e[kept - 1].seat != (int)seat)) kept--;
    if (kept == 0) return alea__fail(error, ALEA_E_STATE, SESSION_UNDO_NOTHING);
    const size_t events = s->log.count - (kept - 1);
    alea__line_undo(&line, events);
    status = session_add_lines(s, &line, error);
    if (status != ALEA_OK) return status;
    alea__game_log_undo(&s->log, events);
    session_write_record(s, true);
    return ALEA_OK;
}
