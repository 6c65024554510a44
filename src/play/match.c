/* The step path; see match.h. */
#include "play/match.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "play/dice.h"

#include <inttypes.h>
#include <string.h>

/* A bot at work in one block. */
typedef struct player {
    alea_bot *bot;
    alea__instance_id id;
    alea__instance *instance; /* NULL: to be made before the next game */
    unsigned forfeits;        /* games */
    bool unable;              /* it cannot start, and `text` says why */
    char text[256];           /* of its last failure */
} player;

typedef struct block {
    const alea__match *match;
    const alea__family *family;
    const alea__rules *rules;
    unsigned players;
    player player[ALEA_MAX_SEATS];        /* by bot */
    unsigned bot_in_seat[ALEA_MAX_SEATS]; /* of the game being played */
    uint64_t game;
    alea__roller roller;
    alea__tally *tally;
    alea__failures *failures;
    const alea__witness *witness;
} block;

static const alea__witness nobody;

/* ---- bots come and go ---------------------------------------------------------------------------------- */

static void end_instance(player *p)
{
    if (p->instance) p->bot->ops->end(p->instance);
    p->instance = NULL;
}

static void say(player *p, alea_failure failure, const char *text)
{
    if (!*text) text = alea_failure_name(failure);
    alea__printable(p->text, sizeof p->text, text, strlen(text));
}

static bool is_skipped(const player *p)
{
    return p->forfeits >= ALEA__FORFEITS_ALLOWED;
}

/* A bot that cannot start goes on as one that fails when it is asked. The same instance would end the same
   way, so it is not tried again. */
static alea_status start_instance(player *p, alea_error *error)
{
    alea_error local;
    alea_status status = p->bot->ops->start(p->bot, &p->id, &p->instance, &local);
    if (status == ALEA_OK) return ALEA_OK;
    p->instance = NULL;
    if (status == ALEA_E_BOT) {
        p->unable = true;
        say(p, ALEA_TRAP, local.message);
        return ALEA_OK;
    }
    if (error) *error = local;
    return status;
}

/* ---- one game ------------------------------------------------------------------------------------------ */

static alea_status seat_bot(block *b, unsigned seat, alea_error *error)
{
    unsigned bot = alea__bot_in_seat(b->match->rotate, b->players, b->game, seat);
    player *p = &b->player[bot];
    b->bot_in_seat[seat] = bot;
    if (is_skipped(p)) return ALEA_OK;
    if (!p->instance && !p->unable) {
        alea_status status = start_instance(p, error);
        if (status != ALEA_OK) return status;
    }
    if (p->instance) p->bot->ops->begin_game(p->instance, b->game, seat);
    return ALEA_OK;
}

static alea_status roll(block *b, alea_state *state, alea_error *error)
{
    uint32_t outcome = alea__roll(&b->roller, b->match->game, state);
    if (b->witness->rolled) {
        uint32_t faces[16];
        unsigned count = b->family->play->chance_faces(b->rules, state, outcome, faces);
        b->witness->rolled(b->witness->user, faces, count);
    }
    return b->family->play->apply(b->rules, state, outcome, error);
}

static void note_failure(block *b, unsigned bot, alea_failure failure, const char *text)
{
    alea__failures *f = b->failures;
    bool first = true;
    for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
        if (f->count[bot][kind] > 0) first = false;
    f->count[bot][failure]++;
    if (!first) return;
    f->first_game[bot] = b->game;
    memcpy(f->text[bot], text, sizeof f->text[bot]);
}

static void forfeit(block *b, alea_state *state, unsigned seat, alea_failure failure)
{
    player *p = &b->player[b->bot_in_seat[seat]];
    note_failure(b, b->bot_in_seat[seat], failure, p->text);
    if (b->witness->forfeited) b->witness->forfeited(b->witness->user, seat, failure, p->text);
    b->family->play->forfeit(b->rules, state);
    p->forfeits++;
    end_instance(p);
}

static void skip(block *b, alea_state *state, unsigned seat)
{
    say(&b->player[b->bot_in_seat[seat]], ALEA_SKIPPED, "not asked again in this block after 16 forfeits");
    forfeit(b, state, seat, ALEA_SKIPPED);
}

static void ask(block *b, alea_state *state, unsigned seat)
{
    alea_error illegal;
    player *p = &b->player[b->bot_in_seat[seat]];
    if (is_skipped(p)) {
        skip(b, state, seat);
        return;
    }
    if (p->unable) {
        forfeit(b, state, seat, ALEA_TRAP);
        return;
    }
    alea__decision decision;
    decision.failure = ALEA_NO_FAILURE;
    decision.text[0] = 0;
    decision.fuel = 0;
    p->bot->ops->decide(p->instance, state, &decision);
    if (decision.failure == ALEA_NO_FAILURE) {
        if (b->family->play->apply(b->rules, state, decision.move, &illegal) == ALEA_OK) {
            if (b->witness->moved) b->witness->moved(b->witness->user, seat, decision.move);
            return;
        }
        decision.failure = ALEA_ILLEGAL;
        memcpy(decision.text, illegal.message, sizeof decision.text);
        decision.text[sizeof decision.text - 1] = 0;
    }
    say(p, decision.failure, decision.text);
    forfeit(b, state, seat, decision.failure);
}

static void count_game(block *b, const alea_outcome *outcome)
{
    alea__tally *t = b->tally;
    t->games++;
    t->turns += outcome->turns;
    t->unfinished += outcome->unfinished;
    for (unsigned seat = 0; seat < b->players; seat++) {
        unsigned bot = b->bot_in_seat[seat];
        int64_t money = outcome->money[seat];
        t->wins[bot][seat] += outcome->winner == (int)seat;
        t->money[bot][seat] += money;
        alea__add_square(t->money_squared[bot], money);
        if (b->family->scored) alea__tally_score(t, bot, outcome->score[seat]);
    }
}

static alea_status play_game(block *b, alea_error *error)
{
    alea_state state;
    alea_outcome outcome;
    for (unsigned seat = 0; seat < b->players; seat++) {
        alea_status status = seat_bot(b, seat, error);
        if (status != ALEA_OK) return status;
    }
    if (b->witness->begin) b->witness->begin(b->witness->user, b->game, b->bot_in_seat);
    alea__roller_start(&b->roller, b->match->seed, b->game);
    b->family->play->start(b->rules, &state);
    for (int mover; (mover = b->family->play->to_move(b->rules, &state)) != ALEA_OVER;) {
        alea_status status = ALEA_OK;
        if (mover == ALEA_CHANCE)
            status = roll(b, &state, error);
        else
            ask(b, &state, (unsigned)mover);
        if (status != ALEA_OK) return status;
    }
    b->family->play->outcome(b->rules, &state, &outcome);
    count_game(b, &outcome);
    if (b->witness->end) b->witness->end(b->witness->user, &outcome);
    return ALEA_OK;
}

/* ---- the block ----------------------------------------------------------------------------------------- */

static void open_block(block *b, const alea__match *match, uint64_t first)
{
    b->match = match;
    b->family = match->game->family;
    b->rules = match->game->rules;
    b->players = match->game->players;
    b->roller = (alea__roller){0};
    for (unsigned i = 0; i < b->players; i++)
        b->player[i] = (player){.bot = match->bots[i],
                                .id = {.seed = match->seed, .block = first / ALEA__BLOCK, .bot = i}};
}

static bool asked_to_stop(const alea__match *match)
{
    return match->progress && match->progress->stopped && match->progress->stopped(match->progress->user);
}

alea_status alea__match_play(const alea__match *match, uint64_t first, uint64_t games, alea__tally *tally,
                             alea__failures *failures, const alea__witness *witness, alea_error *error)
{
    block b;
    alea_status status = ALEA_OK;
    open_block(&b, match, first);
    b.tally = tally;
    b.failures = failures;
    b.witness = witness ? witness : &nobody;
    for (uint64_t i = 0; i < games && status == ALEA_OK; i++) {
        b.game = first + i;
        status = asked_to_stop(match) ? alea__fail(error, ALEA_E_STOPPED, "Stopped on request.")
                                      : play_game(&b, error);
    }
    for (unsigned i = 0; i < b.players; i++) end_instance(&b.player[i]);
    return status;
}

/* ---- what may be asked for ------------------------------------------------------------------------------ */

alea_status alea__match_check(uint64_t games, unsigned threads, alea_error *error)
{
    const uint64_t most_games = UINT64_C(1000000000000);
    const unsigned most_threads = 4096;
    if (games > most_games)
        return alea__fail(error, ALEA_E_RANGE,
                          "The number of games is %" PRIu64 "; it may be 1 to %" PRIu64 ".", games,
                          most_games);
    if (threads > most_threads)
        return alea__fail(error, ALEA_E_RANGE, "The number of threads is %u; it may be 1 to %u.", threads,
                          most_threads);
    return ALEA_OK;
}
