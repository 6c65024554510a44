/* Playing the games in the record of a run again, and comparing every event. */
#include "base/assert.h"
#include "base/error.h"
#include "base/stopping.h"
#include "play/match.h"
#include "play/messages.h"
#include <alea/record.h>

#include <stdio.h>
#include <string.h>

enum { VERIFY_WORDS = sizeof((alea_record_difference *)NULL)->played };

/* The games of a block, of which those in the record are compared. */
typedef struct verification {
    const alea_record *record;
    const alea_progress *progress;
    size_t at;     /* the next game in the record */
    bool compared; /* it is being played */
    size_t event;  /* the next one of it */
    alea_record_difference *out;
} verification;

/* ---- words ---- */

static void verify_list(const char *front, const uint32_t *number, unsigned count, char out[VERIFY_WORDS])
{
    size_t used = (size_t)snprintf(out, VERIFY_WORDS, "%s", front);
    for (unsigned i = 0; i < count && used < VERIFY_WORDS; i++)
        used += (size_t)snprintf(out + used, VERIFY_WORDS - used, " %" PRIu32, number[i]);
}

static void verify_move_words(const alea_game *game, int seat, uint32_t move, char out[VERIFY_WORDS])
{
    snprintf(out, VERIFY_WORDS, "seat %d: %s", seat, alea_game_move_name(game, move));
}

static void verify_forfeit_words(int seat, alea_failure failure, char out[VERIFY_WORDS])
{
    snprintf(out, VERIFY_WORDS, "seat %d forfeits: %s", seat, alea_failure_name(failure));
}

static void verify_event_words(const alea_game *game, const alea_event *e, char out[VERIFY_WORDS])
{
    uint32_t faces[16];
    switch (e->kind) {
    case ALEA_ROLLED:
        verify_list("roll", faces, alea_game_chance_faces(game, &e->before, e->what, faces), out);
        break;
    case ALEA_MOVED: verify_move_words(game, e->seat, e->what, out); break;
    case ALEA_FORFEITED: verify_forfeit_words(e->seat, (alea_failure)e->what, out); break;
    case ALEA_TAKEN_BACK: snprintf(out, VERIFY_WORDS, "undo %" PRIu32, e->what); break;
    }
}

void alea_record_differ(const alea_record *record, const alea_record_game *game, const alea_event *event,
                        const char *played, alea_record_difference *out)
{
    const alea_event *events = game->history ? game->history : game->event;
    *out = (alea_record_difference){
        .found = true, .game = game->number, .event = (size_t)(event - events), .line = event->line};
    verify_event_words(record->game, event, out->recorded);
    snprintf(out->played, sizeof out->played, "%s", played);
}

/* ---- the observer ---- */

static void verify_begin(void *user, uint64_t number, const unsigned *bot_in_seat)
{
    verification *v = user;
    const alea_record_game *g = &v->record->played[v->at];
    const unsigned players = v->record->players;
    v->compared = !v->out->found && v->at < v->record->count && g->number == number;
    v->event = 0;
    if (!v->compared || memcmp(g->player, bot_in_seat, players * sizeof *bot_in_seat) == 0) return;
    *v->out = (alea_record_difference){.found = true, .game = number};
    verify_list("players", g->player, players, v->out->recorded);
    verify_list("players", bot_in_seat, players, v->out->played);
}

/* The record of an interrupted game ends early. */
static void verify_compare(verification *v, const char *played)
{
    char recorded[VERIFY_WORDS];
    const alea_record_game *g = &v->record->played[v->at];
    if (!v->compared || v->out->found || v->event == g->count) return;
    const alea_event *e = &g->event[v->event++];
    verify_event_words(v->record->game, e, recorded);
    if (strcmp(recorded, played) != 0) alea_record_differ(v->record, g, e, played, v->out);
}

static void verify_rolled(void *user, const uint32_t *faces, unsigned count)
{
    char words[VERIFY_WORDS];
    verify_list("roll", faces, count, words);
    verify_compare(user, words);
}

static void verify_moved(void *user, unsigned seat, uint32_t move)
{
    char words[VERIFY_WORDS];
    verify_move_words(((verification *)user)->record->game, (int)seat, move, words);
    verify_compare(user, words);
}

static void verify_forfeited(void *user, unsigned seat, alea_failure failure, const char *text)
{
    char words[VERIFY_WORDS];
    (void)text;
    verify_forfeit_words((int)seat, failure, words);
    verify_compare(user, words);
}

static void verify_ended(void *user, const alea_outcome *outcome)
{
    verification *v = user;
    (void)outcome; /* it follows from the events, as the reader has checked */
    ALEA_ASSERT(!v->compared || v->out->found || v->event == v->record->played[v->at].count);
    v->at += v->compared;
}

static bool verify_stopped(void *user)
{
    const verification *v = user;
    return v->out->found || alea__stopped(v->progress);
}

/* ---- all of it ---- */

/* Plays the block of the next game up to its last game in the record: bots may remember earlier games of a block. */
static alea_status verify_block(verification *v, const alea__match *match, alea_error *error)
{
    alea__counts unused = {0};
    const alea_record *r = v->record;
    const uint64_t block = r->played[v->at].number / ALEA__BLOCK;
    size_t last = v->at;
    while (last + 1 < r->count && r->played[last + 1].number / ALEA__BLOCK == block) last++;
    const uint64_t first = block * ALEA__BLOCK, games = r->played[last].number - first + 1;
    const alea_status status = alea__match_play(match, first, games, &unused, error);
    return v->out->found ? ALEA_OK : status;
}

alea_status alea_record_verify(const alea_record *record, alea_bot *const *bots,
                               const alea_progress *progress, alea_record_difference *out, alea_error *error)
{
    alea_run_options options = {.games = 1};
    verification v = {.record = record, .progress = progress, .out = out};
    const alea_progress until = {.user = &v, .stopped = verify_stopped};
    const alea__observer observer = {.user = &v,
                                     .begin = verify_begin,
                                     .rolled = verify_rolled,
                                     .moved = verify_moved,
                                     .forfeited = verify_forfeited,
                                     .end = verify_ended};
    alea__learners learners = {{NULL}};
    const alea__match match = {.game = record->game,
                               .bots = bots,
                               .learners = &learners,
                               .seed = record->seed,
                               .rotate = record->rotates,
                               .progress = &until,
                               .observer = &observer};
    *out = (alea_record_difference){.found = false};
    if (!record->run) return alea__fail(error, ALEA_E_STATE, VERIFY_NOT_A_RUN);
    alea_status status = alea__run_check(record->game, bots, record->players, &options, error);
    while (status == ALEA_OK && v.at < record->count && !out->found) {
        status = verify_block(&v, &match, error);
        if (status == ALEA_OK) status = alea__tell(progress, v.at, record->count, error);
    }
    alea__learners_end(&learners, bots);
    return status;
}
