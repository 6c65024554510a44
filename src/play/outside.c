/* A match whose decisions are made outside; see alea/outside.h. Games are held in a ring: up to `at_once` of them are being played,
   and those that are over wait there until all games before them are over, so that games are counted in their order. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "base/text.h"
#include "bot/view_lua.h"
#include "play/dice.h"
#include "play/match_run.h"
#include "play/messages.h"
#include "play/record_lines.h"
#include <alea/outside.h>

#include <stdio.h>
#include <string.h>

enum {
    OUTSIDE_AT_ONCE = 256,
    OUTSIDE_MOST_AT_ONCE = 4096,
    OUTSIDE_WINDOW = 4, /* games in the ring, for each one that may be played at the same time */
    OUTSIDE_GAMES = 1000
};

typedef struct outside_game {
    uint64_t number;
    enum { OUTSIDE_PLAYING, OUTSIDE_OVER } phase;
    alea_state state;
    alea__roller roller;
    unsigned bot_in_seat[ALEA_MAX_SEATS];
    alea__instance *instance[ALEA_MAX_SEATS]; /* by bot; NULL: it plays outside, or has forfeited */
    alea__counts counts;                      /* of this game alone */
} outside_game;

struct alea_outside {
    const alea_game *game;
    alea_outside_options options;
    alea_bot *bot[ALEA_MAX_SEATS];
    char *name[ALEA_MAX_SEATS];        /* of players outside; owned */
    char failure[ALEA_MAX_SEATS][128]; /* by bot, the text of the first that happened */
    unsigned forfeits[ALEA_MAX_SEATS]; /* games */
    outside_game *ring;                /* [number % window] */
    unsigned window, active;           /* active: games being played */
    uint64_t next, counted;            /* numbers of the next game to begin, and of the next to be counted */
    alea_outside_question *question;   /* [at_once] */
    size_t questions;
    alea__text views; /* of the questions, each with a zero byte */
    size_t *view_at;  /* [at_once], in `views` */
    alea__view_lua *lua;
    alea__text record;
    alea__totals totals;
};

static outside_game *outside_at(const alea_outside *o, uint64_t number)
{
    return &o->ring[number % o->window];
}

static uint64_t outside_end(const alea_outside *o)
{
    return o->options.first + o->options.games;
}

static const char *outside_name(const alea_outside *o, unsigned bot)
{
    return o->bot[bot] ? o->bot[bot]->name : o->name[bot];
}

/* ---- one game ------------------------------------------------------------------------------------------- */

static void outside_end_instance(alea_outside *o, outside_game *g, unsigned bot)
{
    if (g->instance[bot]) o->bot[bot]->ops->end(g->instance[bot]);
    g->instance[bot] = NULL;
}

/* Forfeits the game for the bot in the seat. `text` may contain unprintable bytes; NULL for a bot that is no longer asked uses
   its first reason. (Games are forfeited in any order, so a skipped one may come before the failures that cause the skipping.) */
static void outside_forfeit(alea_outside *o, outside_game *g, unsigned seat, alea_failure failure,
                            const char *text)
{
    const unsigned bot = g->bot_in_seat[seat];
    alea__failures *f = &g->counts.failures;
    char *kept = f->text[bot], skipped[256];
    if (!text) {
        snprintf(skipped, sizeof skipped, OUTSIDE_SKIPPED, ALEA__FORFEITS_ALLOWED, o->failure[bot]);
        text = skipped;
    }
    if (!*text) text = alea_failure_name(failure);
    alea__printable(kept, sizeof f->text[bot], text, strlen(text));
    if (o->forfeits[bot] == 0) alea__printable(o->failure[bot], sizeof o->failure[bot], text, strlen(text));
    f->count[bot][failure]++;
    f->first_game[bot] = g->number;
    o->forfeits[bot]++;
    if (o->options.record) alea__line_forfeit(&o->record, seat, failure, kept);
    o->game->family->play->forfeit(o->game->rules, &g->state);
    outside_end_instance(o, g, bot);
}

/* Plays a move, or forfeits for the reason why it cannot be played. */
static void outside_move(alea_outside *o, outside_game *g, unsigned seat, uint32_t move)
{
    alea_error illegal;
    if (o->game->family->play->apply(o->game->rules, &g->state, move, &illegal) != ALEA_OK)
        outside_forfeit(o, g, seat, ALEA_ILLEGAL, illegal.message);
    else if (o->options.record)
        alea__line_move(&o->record, o->game, seat, move);
}

/* Starts a bot of the library for this game. One that cannot start forfeits when it is asked; ALEA_E_MEMORY ends the match. */
static alea_status outside_start_bot(alea_outside *o, outside_game *g, unsigned seat, alea_error *error)
{
    const unsigned bot = g->bot_in_seat[seat];
    alea_bot *b = o->bot[bot];
    const alea__instance_id id = {.seed = o->options.seed,
                                  .block = g->number / ALEA__BLOCK,
                                  .bot = bot,
                                  .restored = alea__bot_is_restored(b)};
    alea_error local;
    const alea_status status = b->ops->start(b, &id, &g->instance[bot], &local);
    if (status == ALEA_OK) {
        b->ops->begin_game(g->instance[bot], g->number, seat);
        return ALEA_OK;
    }
    g->instance[bot] = NULL;
    if (status == ALEA_E_BOT) {
        outside_forfeit(o, g, seat, ALEA_TRAP, local.message);
        return ALEA_OK;
    }
    if (error) *error = local;
    return status;
}

/* Asks a bot of the library. */
static alea_status outside_ask_bot(alea_outside *o, outside_game *g, unsigned seat, alea_error *error)
{
    const unsigned bot = g->bot_in_seat[seat];
    if (!g->instance[bot]) {
        const alea_status status = outside_start_bot(o, g, seat, error);
        if (status != ALEA_OK || !g->instance[bot]) return status;
    }
    alea__decision decision = {.failure = ALEA_NO_FAILURE};
    o->bot[bot]->ops->decide(g->instance[bot], &g->state, &decision);
    if (decision.exhausted) return alea__out_of_memory(error);
    if (decision.stopped) return alea__stop(error);
    if (decision.failure != ALEA_NO_FAILURE)
        outside_forfeit(o, g, seat, decision.failure, decision.text);
    else
        outside_move(o, g, seat, decision.move);
    return ALEA_OK;
}

static alea_status outside_roll(alea_outside *o, outside_game *g, alea_error *error)
{
    const uint32_t outcome = alea__roll(&g->roller, o->game, &g->state);
    if (o->options.record) {
        uint32_t faces[ALEA__MOST_DICE];
        const unsigned count = o->game->family->play->chance_faces(o->game->rules, &g->state, outcome, faces);
        alea__line_roll(&o->record, faces, count);
    }
    return o->game->family->play->apply(o->game->rules, &g->state, outcome, error);
}

/* Notes the result of the game that is over. */
static void outside_finish(alea_outside *o, outside_game *g)
{
    alea_outcome outcome;
    alea__tally *t = &g->counts.tally;
    o->game->family->play->outcome(o->game->rules, &g->state, &outcome);
    t->games = 1;
    t->turns = outcome.turns;
    t->unfinished = outcome.unfinished;
    for (unsigned seat = 0; seat < o->game->players; seat++) {
        const unsigned bot = g->bot_in_seat[seat];
        t->wins[bot][seat] = outcome.winner == (int)seat;
        t->money[bot][seat] = outcome.money[seat];
        alea__add_square(t->money_squared[bot], outcome.money[seat]);
        if (alea__game_is_scored(o->game)) alea__tally_score(t, bot, outcome.score[seat]);
        outside_end_instance(o, g, bot);
    }
    if (o->options.record) alea__line_end(&o->record, &outcome, o->game->players);
    g->phase = OUTSIDE_OVER;
    o->active--;
}

/* Plays on until a player outside must decide, or the game is over. */
static alea_status outside_advance(alea_outside *o, outside_game *g, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (int mover; (mover = o->game->family->play->to_move(o->game->rules, &g->state)) != ALEA_OVER;) {
        const unsigned bot = mover >= 0 ? g->bot_in_seat[mover] : 0;
        if (mover == ALEA_CHANCE)
            status = outside_roll(o, g, error);
        else if (o->forfeits[bot] >= ALEA__FORFEITS_ALLOWED)
            outside_forfeit(o, g, (unsigned)mover, ALEA_SKIPPED, NULL);
        else if (o->bot[bot])
            status = outside_ask_bot(o, g, (unsigned)mover, error);
        else
            return ALEA_OK;
        if (status != ALEA_OK) return status;
    }
    outside_finish(o, g);
    return ALEA_OK;
}

/* ---- all games ------------------------------------------------------------------------------------------ */

/* Begins the next game in its place of the ring, which must be free. */
static void outside_begin(alea_outside *o)
{
    const unsigned players = o->game->players;
    outside_game *g = outside_at(o, o->next);
    memset(g, 0, sizeof *g);
    g->number = o->next++;
    for (unsigned seat = 0; seat < players; seat++)
        g->bot_in_seat[seat] = alea__bot_in_seat(o->options.seats == ALEA_ROTATE, players, g->number, seat);
    if (o->options.record) alea__line_begin(&o->record, g->number, g->bot_in_seat, players);
    alea__roller_start(&g->roller, o->options.seed, g->number);
    o->game->family->play->start(o->game->rules, &g->state);
    o->active++;
}

/* Counts the games before the first that is not over. */
static void outside_count(alea_outside *o)
{
    while (o->counted < o->next && outside_at(o, o->counted)->phase == OUTSIDE_OVER)
        alea__totals_add(&o->totals, &outside_at(o, o->counted++)->counts);
}

/* Begins games while there is room. Games that end immediately make room for others, but one call begins no more than the
   ring holds, so that the caller gets progress in long matches without questions. */
static alea_status outside_fill(alea_outside *o, alea_error *error)
{
    alea_status status = ALEA_OK;
    for (unsigned begun = 0; begun < o->window && status == ALEA_OK; begun++) {
        outside_count(o);
        if (o->next == outside_end(o) || o->active == o->options.at_once || o->next == o->counted + o->window)
            break;
        outside_begin(o);
        status = outside_advance(o, outside_at(o, o->next - 1), error);
    }
    outside_count(o);
    return status;
}

/* ---- questions and answers ------------------------------------------------------------------------------ */

/* Collects a question from each game that is being played. */
static alea_status outside_collect(alea_outside *o, alea_error *error)
{
    alea_status status = ALEA_OK;
    o->questions = 0;
    o->views.size = 0;
    for (uint64_t number = o->counted; number < o->next && status == ALEA_OK; number++) {
        const outside_game *g = outside_at(o, number);
        if (g->phase == OUTSIDE_OVER) continue;
        const unsigned seat = (unsigned)o->game->family->play->to_move(o->game->rules, &g->state);
        ALEA_ASSERT(seat < o->game->players && o->questions < o->options.at_once);
        o->view_at[o->questions] = o->views.size;
        o->question[o->questions++] =
            (alea_outside_question){.game = number, .bot = g->bot_in_seat[seat], .seat = seat};
        status = alea__view_lua_write(o->lua, &g->state, &o->views, error);
    }
    for (size_t i = 0; i < o->questions && status == ALEA_OK; i++)
        o->question[i].view = o->views.data + o->view_at[i];
    return status;
}

/* Plays the answer, or forfeits, and goes on to the game's next question. */
static alea_status outside_answer(alea_outside *o, const alea_outside_question *q,
                                  const alea_outside_answer *answer, alea_error *error)
{
    outside_game *g = outside_at(o, q->game);
    char why[256] = "";
    uint32_t move = ALEA__NO_MOVE;
    if (o->forfeits[q->bot] >= ALEA__FORFEITS_ALLOWED) return outside_advance(o, g, error);
    if (answer->kind == ALEA_OUTSIDE_FAILED) {
        outside_forfeit(o, g, q->seat, answer->failure, answer->text ? answer->text : "");
        return outside_advance(o, g, error);
    }
    const alea__view_answer said = {&g->state, answer, &move, why, sizeof why};
    const alea_status status = alea__view_lua_take(o->lua, &said, error);
    if (status != ALEA_OK) return status;
    if (move == ALEA__NO_MOVE)
        outside_forfeit(o, g, q->seat, ALEA_ILLEGAL, why);
    else
        outside_move(o, g, q->seat, move);
    return outside_advance(o, g, error);
}

/* Checks all answers before anything is played. */
static alea_status outside_check_answers(const alea_outside *o, const alea_outside_answer *answers,
                                         alea_error *error)
{
    if (o->questions > 0 && !answers)
        return alea__fail(error, ALEA_E_USAGE, OUTSIDE_NO_ANSWERS, o->questions);
    for (size_t i = 0; i < o->questions; i++) {
        const alea_outside_answer *a = &answers[i];
        if (a->kind < ALEA_OUTSIDE_NOTHING || a->kind > ALEA_OUTSIDE_FAILED ||
            (a->kind == ALEA_OUTSIDE_TEXT && !a->text) ||
            (a->kind == ALEA_OUTSIDE_FAILED &&
             (a->failure <= ALEA_NO_FAILURE || a->failure >= ALEA_FAILURE_KINDS)))
            return alea__fail(error, ALEA_E_USAGE, OUTSIDE_BAD_ANSWER, i);
    }
    return ALEA_OK;
}

alea_status alea_outside_next(alea_outside *o, const alea_outside_answer *answers, alea_outside_batch *out,
                              alea_error *error)
{
    alea_status status = outside_check_answers(o, answers, error);
    for (size_t i = 0; i < o->questions && status == ALEA_OK; i++)
        status = outside_answer(o, &o->question[i], &answers[i], error);
    if (status == ALEA_OK) status = outside_fill(o, error);
    if (status == ALEA_OK) status = outside_collect(o, error);
    if (status == ALEA_OK && (o->record.failed || o->views.failed)) status = alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = (alea_outside_batch){o->question, o->questions, o->counted - o->options.first};
    return status;
}

/* ---- results -------------------------------------------------------------------------------------------- */

alea_status alea_outside_result(const alea_outside *o, alea_run_result **out, alea_error *error)
{
    alea_run_result *result = alea__alloc(sizeof *result);
    if (!result) return alea__out_of_memory(error);
    *result = (alea_run_result){
        .game = o->game->spec,
        .asked = o->options.games,
        .seed = o->options.seed,
        .seats = o->options.seats,
        .threads = 1,
        .path = ALEA_PATH_STEP,
        .stopped = o->counted < outside_end(o),
        .has_money = alea_game_has_objective(o->game, ALEA_MONEY),
        .has_score = alea__game_is_scored(o->game),
        .players = o->game->players,
        .objective = alea_game_objective(o->game),
    };
    for (unsigned i = 0; i < o->game->players; i++) {
        result->standing[i].bot = outside_name(o, i);
        result->standing[i].title = o->bot[i] ? alea_bot_title(o->bot[i]) : NULL;
        result->standing[i].kind = o->bot[i] ? alea_bot_kind(o->bot[i]) : "outside";
    }
    alea__totals_stand(&o->totals, true, result);
    *out = result;
    return ALEA_OK;
}

const char *alea_outside_record(const alea_outside *o)
{
    return o->options.record ? o->record.data : NULL;
}

/* ---- beginning and ending ------------------------------------------------------------------------------- */

/* Fills in the defaults and checks the rest. A record has one game after another. */
static alea_status outside_check_options(alea_outside_options *options, alea_error *error)
{
    if (options->games == 0) options->games = OUTSIDE_GAMES;
    if (!options->seed_given) options->seed = ALEA_DEFAULT_SEED;
    if (options->at_once == 0) options->at_once = OUTSIDE_AT_ONCE;
    if (options->at_once > OUTSIDE_MOST_AT_ONCE)
        return alea__fail(error, ALEA_E_RANGE, OUTSIDE_AT_ONCE_RANGE, OUTSIDE_MOST_AT_ONCE, options->at_once);
    if (options->seats != ALEA_ROTATE && options->seats != ALEA_FIXED)
        return alea__fail(error, ALEA_E_USAGE, PLAY_SEATS_KIND);
    if (options->record) options->at_once = 1;
    alea_status status = alea__match_check(options->games, 1, error);
    if (status == ALEA_OK && options->first > 0) status = alea__match_check(options->first, 1, error);
    return status;
}

/* Keeps the bots, and copies the names of players outside as results and records have them. */
static alea_status outside_take_players(alea_outside *o, const alea_outside_player *players,
                                        alea_error *error)
{
    for (unsigned i = 0; i < o->game->players; i++) {
        char name[ALEA__LINE_TEXT];
        o->bot[i] = players[i].bot;
        if (o->bot[i] && o->bot[i]->game != o->game)
            return alea__fail(error, ALEA_E_USAGE, PLAY_BOT_GAME, o->bot[i]->name, o->game->spec);
        if (o->bot[i]) continue;
        if (!players[i].name) return alea__fail(error, ALEA_E_USAGE, OUTSIDE_NO_NAME, i);
        alea__printable(name, sizeof name, players[i].name, strlen(players[i].name));
        o->name[i] = alea__copy_text(name);
        if (!o->name[i]) return alea__out_of_memory(error);
    }
    return ALEA_OK;
}

static alea_status outside_allocate(alea_outside *o, alea_error *error)
{
    const unsigned at_once = o->options.at_once;
    o->window = at_once == 1 ? 1 : OUTSIDE_WINDOW * at_once;
    o->ring = alea__alloc_array(o->window, sizeof *o->ring);
    o->question = alea__alloc_array(at_once, sizeof *o->question);
    o->view_at = alea__alloc_array(at_once, sizeof *o->view_at);
    return o->ring && o->question && o->view_at ? ALEA_OK : alea__out_of_memory(error);
}

/* Takes the players, makes room for the games, and begins the record where one is wanted. */
static alea_status outside_prepare(alea_outside *o, const alea_outside_player *players, alea_error *error)
{
    alea_status status = outside_take_players(o, players, error);
    if (status == ALEA_OK) status = outside_allocate(o, error);
    if (status == ALEA_OK) status = alea__view_lua_open(o->game, &o->lua, error);
    if (status != ALEA_OK || !o->options.record) return status;
    alea__heading heading = {/* without hashes: bots start afresh for each game, as in no run */
                             .game = o->game,
                             .seed = o->options.seed,
                             .run = true,
                             .rotates = o->options.seats == ALEA_ROTATE};
    for (unsigned i = 0; i < o->game->players; i++) heading.player[i] = outside_name(o, i);
    alea__line_heading(&o->record, &heading);
    return ALEA_OK;
}

alea_status alea_outside_open(const alea_game *game, const alea_outside_player *players,
                              const alea_outside_options *given, alea_outside **out, alea_error *error)
{
    alea_outside_options options = ALEA__OPTIONS(alea_outside_options, given);
    alea_status status = outside_check_options(&options, error);
    if (status != ALEA_OK) return status;
    alea_outside *o = alea__alloc(sizeof *o);
    if (!o) return alea__out_of_memory(error);
    o->game = game;
    o->options = options;
    o->next = o->counted = o->totals.first = options.first;
    status = outside_prepare(o, players, error);
    if (status == ALEA_OK)
        *out = o;
    else
        alea_outside_free(o);
    return status;
}

void alea_outside_free(alea_outside *o)
{
    if (!o) return;
    for (uint64_t number = o->counted; o->ring && number < o->next; number++)
        for (unsigned bot = 0; bot < o->game->players; bot++)
            outside_end_instance(o, outside_at(o, number), bot);
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++) alea__free(o->name[i]);
    alea__free(o->ring);
    alea__free(o->question);
    alea__free(o->view_at);
    alea__text_free(&o->views);
    alea__text_free(&o->record);
    alea__view_lua_close(o->lua);
    alea__free(o);
}
