/* The step path; see match.h. */
#include "play/match.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "base/text.h"
#include "play/dice.h"
#include "play/messages.h"

#include <string.h>

/* A bot at work in one block. */
typedef struct match_player {
    alea_bot *bot;
    alea__instance_id id;
    alea__instance *instance; /* NULL: to be started before the next game */
    unsigned forfeits;        /* games */
    bool unable;              /* it cannot start, for the reason in `text` */
    char text[256];           /* of its last failure */
} match_player;

typedef struct match_block {
    const alea__match *match;
    const alea__family *family;
    const alea__rules *rules;
    unsigned players;
    match_player player[ALEA_MAX_SEATS];  /* by bot */
    unsigned bot_in_seat[ALEA_MAX_SEATS]; /* of the game being played */
    uint64_t game;
    alea__roller roller;
    alea__counts *counts;
    const alea__observer *observer;
    bool tells; /* some bot follows its games */
} match_block;

static const alea__observer nobody;

_Static_assert(ALEA__FORFEITS_ALLOWED == 16, "PLAY_FORFEIT_SKIPPED says how many");

/* ---- bots come and go ---------------------------------------------------------------------------------- */

static void player_end(match_player *p)
{
    if (p->instance) p->bot->ops->end(p->instance);
    p->instance = NULL;
}

/* Keeps the reason of a failure, made printable; without a text it is the kind of failure. */
static void player_say(match_player *p, alea_failure failure, const char *text)
{
    if (!*text) text = alea_failure_name(failure);
    alea__printable(p->text, sizeof p->text, text, strlen(text));
}

static bool player_is_skipped(const match_player *p)
{
    return p->forfeits >= ALEA__FORFEITS_ALLOWED;
}

/* A bot that cannot start stays in the match and fails when it is asked. It is not started again, because the same instance
   would fail in the same way. */
static alea_status player_start(match_player *p, alea_error *error)
{
    alea_error local;
    alea_status status = p->bot->ops->start(p->bot, &p->id, &p->instance, &local);
    if (status == ALEA_OK) return ALEA_OK;
    p->instance = NULL;
    if (status == ALEA_E_BOT) {
        p->unable = true;
        player_say(p, ALEA_TRAP, local.message);
        return ALEA_OK;
    }
    if (error) *error = local;
    return status;
}

/* ---- one game ------------------------------------------------------------------------------------------ */

/* Finds the bot of a seat and begins the game with it. A bot is started for its first game and after a forfeit. */
static alea_status match_seat_bot(match_block *b, unsigned seat, alea_error *error)
{
    unsigned bot = alea__bot_in_seat(b->match->rotate, b->players, b->game, seat);
    ALEA_ASSERT(bot < b->players);
    match_player *p = &b->player[bot];
    b->bot_in_seat[seat] = bot;
    if (player_is_skipped(p)) return ALEA_OK;
    if (!p->instance && !p->unable) {
        alea_status status = player_start(p, error);
        if (status != ALEA_OK) return status;
    }
    if (p->instance) p->bot->ops->begin_game(p->instance, b->game, seat);
    return ALEA_OK;
}

/* Sends an event to the bots that follow their games. */
static void match_tell(const match_block *b, const alea__event *event)
{
    for (unsigned seat = 0; seat < b->players && b->tells; seat++) {
        const match_player *p = &b->player[b->bot_in_seat[seat]];
        if (p->instance && p->bot->ops->receive) p->bot->ops->receive(p->instance, event);
    }
}

static alea_status match_roll(match_block *b, alea_state *state, alea_error *error)
{
    uint32_t outcome = alea__roll(&b->roller, b->match->game, state);
    if (b->observer->rolled || b->tells) {
        const alea__event roll = alea__roll_event(b->match->game, state, outcome);
        match_tell(b, &roll);
        if (b->observer->rolled) b->observer->rolled(b->observer->user, roll.faces, roll.count);
    }
    return b->family->play->apply(b->rules, state, outcome, error);
}

/* Forfeits the game for the bot in the seat, with the reason in p->text. Stores the first failure of a bot in the block
   with its game. Ends the instance: the bot restarts for its next game. */
static void match_forfeit(match_block *b, alea_state *state, unsigned seat, alea_failure failure)
{
    const unsigned bot = b->bot_in_seat[seat];
    match_player *p = &b->player[bot];
    alea__failures *f = &b->counts->failures;
    ALEA_ASSERT(failure > ALEA_NO_FAILURE && failure < ALEA_FAILURE_KINDS);
    bool first = true;

    for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
        if (f->count[bot][kind] > 0) first = false;
    if (first) {
        f->first_game[bot] = b->game;
        memcpy(f->text[bot], p->text, sizeof f->text[bot]);
    }
    f->count[bot][failure]++;
    if (b->observer->forfeited) b->observer->forfeited(b->observer->user, seat, failure, p->text);
    b->family->play->forfeit(b->rules, state);
    p->forfeits++;
    player_end(p);
    match_tell(b, &(alea__event){.kind = ALEA__MOVED, .seat = seat, .move = ALEA__NO_MOVE});
}

/* Asks the seat for a decision and applies it. Every problem of the bot becomes a forfeit. ALEA_E_MEMORY if memory ran out
   while asking; ALEA_E_STOPPED if the caller asked to stop meanwhile. */
static alea_status match_ask(match_block *b, alea_state *state, unsigned seat, alea_error *error)
{
    alea_error illegal;
    match_player *p = &b->player[b->bot_in_seat[seat]];
    if (player_is_skipped(p)) {
        player_say(p, ALEA_SKIPPED, PLAY_FORFEIT_SKIPPED);
        match_forfeit(b, state, seat, ALEA_SKIPPED);
        return ALEA_OK;
    }
    if (p->unable) {
        match_forfeit(b, state, seat, ALEA_TRAP);
        return ALEA_OK;
    }
    ALEA_ASSERT(p->instance);
    alea__decision decision;

    decision.failure = ALEA_NO_FAILURE;
    decision.text[0] = 0;
    decision.fuel = 0;
    decision.exhausted = decision.stopped = false;
    p->bot->ops->decide(p->instance, state, &decision);
    b->counts->decisions[b->bot_in_seat[seat]]++;
    b->counts->fuel[b->bot_in_seat[seat]] += decision.fuel;
    if (decision.exhausted) return alea__out_of_memory(error);
    if (decision.stopped) return alea__stop(error);
    if (decision.failure == ALEA_NO_FAILURE) {
        if (b->family->play->apply(b->rules, state, decision.move, &illegal) == ALEA_OK) {
            match_tell(b, &(alea__event){.kind = ALEA__MOVED, .seat = seat, .move = decision.move});
            if (b->observer->moved) b->observer->moved(b->observer->user, seat, decision.move);
            return ALEA_OK;
        }
        decision.failure = ALEA_ILLEGAL;
        memcpy(decision.text, illegal.message, sizeof decision.text);
        decision.text[sizeof decision.text - 1] = 0;
    }
    player_say(p, decision.failure, decision.text);
    match_forfeit(b, state, seat, decision.failure);
    return ALEA_OK;
}

/* Adds the result of a finished game to the tally, by bot and seat. */
static void match_count_game(match_block *b, const alea_outcome *outcome)
{
    alea__tally *t = &b->counts->tally;
    ALEA_ASSERT(outcome->winner < (int)b->players && (outcome->winner < 0 || !outcome->unfinished));
    t->games++;

    t->turns += outcome->turns;
    t->unfinished += outcome->unfinished;
    for (unsigned seat = 0; seat < b->players; seat++) {
        unsigned bot = b->bot_in_seat[seat];
        int64_t money = outcome->money[seat];
        t->wins[bot][seat] += outcome->winner == (int)seat;
        t->money[bot][seat] += money;
        alea__add_square(t->money_squared[bot], money);
        if (alea__game_is_scored(b->match->game)) alea__tally_score(t, bot, outcome->score[seat]);
    }
}

/* Plays one game from start to end. Bots learn of the game first, then the observer, and then dice are rolled. */
static alea_status match_play_game(match_block *b, alea_error *error)
{
    alea_state state;
    alea_outcome outcome;
    for (unsigned seat = 0; seat < b->players; seat++) {
        alea_status status = match_seat_bot(b, seat, error);
        if (status != ALEA_OK) return status;
    }
    if (b->observer->begin) b->observer->begin(b->observer->user, b->game, b->bot_in_seat);
    alea__roller_start(&b->roller, b->match->seed, b->game);
    b->family->play->start(b->rules, &state);
    for (int mover; (mover = b->family->play->to_move(b->rules, &state)) != ALEA_OVER;) {
        alea_status status = ALEA_OK;
        if (mover == ALEA_CHANCE)
            status = match_roll(b, &state, error);
        else
            status = match_ask(b, &state, (unsigned)mover, error);
        if (status != ALEA_OK) return status;
        if (b->observer->reached) b->observer->reached(b->observer->user, &state);
    }
    b->family->play->outcome(b->rules, &state, &outcome);
    match_count_game(b, &outcome);
    match_tell(b, &(alea__event){.kind = ALEA__ENDED, .outcome = &outcome});
    if (b->observer->end) b->observer->end(b->observer->user, &outcome);
    return ALEA_OK;
}

/* ---- the block ----------------------------------------------------------------------------------------- */

/* Sets up the block that game `first` is in, with no bot started. The caller sets the counts and each game's number.
   */
static void match_open_block(match_block *b, const alea__match *match, uint64_t first)
{
    b->match = match;
    b->family = match->game->family;
    b->rules = match->game->rules;
    b->players = match->game->players;
    b->observer = match->observer ? match->observer : &nobody;
    b->roller = (alea__roller){0};
    b->tells = false;
    for (unsigned i = 0; i < b->players; i++) b->tells |= match->bots[i]->ops->receive != NULL;
    for (unsigned i = 0; i < b->players; i++)
        b->player[i] = (match_player){.bot = match->bots[i],
                                      .id = {.seed = match->seed,
                                             .block = first / ALEA__BLOCK,
                                             .bot = i,
                                             .restored = alea__match_restores(match, match->bots[i])}};
    for (unsigned i = 0; i < b->players; i++)
        if (alea__match_keeps(match, match->bots[i])) b->player[i].instance = match->learners->instance[i];
}

/* Keeps the instances of learners, and ends the others. */
static void match_close_block(match_block *b)
{
    for (unsigned i = 0; i < b->players; i++)
        if (alea__match_keeps(b->match, b->player[i].bot))
            b->match->learners->instance[i] = b->player[i].instance;
        else
            player_end(&b->player[i]);
}

const alea_bot *alea__find_learner(const alea_game *game, alea_bot *const *bots)
{
    for (unsigned i = 0; i < game->players; i++)
        if (bots[i]->memory == ALEA_MEMORY_MATCH && !alea__bot_is_restored(bots[i])) return bots[i];
    return NULL;
}

void alea__learners_end(alea__learners *l, alea_bot *const *bots)
{
    for (unsigned i = 0; i < ALEA_MAX_SEATS; i++)
        if (l->instance[i]) bots[i]->ops->end(l->instance[i]);
    *l = (alea__learners){{NULL}};
}

alea_status alea__match_play(const alea__match *match, uint64_t first, uint64_t games, alea__counts *counts,
                             alea_error *error)
{
    match_block b;
    ALEA_ASSERT(games == 0 || first / ALEA__BLOCK == (first + games - 1) / ALEA__BLOCK);
    alea_status status = ALEA_OK;
    match_open_block(&b, match, first);
    b.counts = counts;
    for (uint64_t i = 0; i < games && status == ALEA_OK; i++) {
        b.game = first + i;
        status = alea__stopped(match->progress) ? alea__stop(error) : match_play_game(&b, error);
    }
    match_close_block(&b);
    return status;
}

/* ---- in workers ----------------------------------------------------------------------------------------- */

/* The first bot that is a program in workers decides where. */
alea_status alea__remote_match_open(const alea__match *match, alea__remote_match **out, alea_error *error)
{
    ALEA_ASSERT(!match->observer);
    for (unsigned i = 0; i < match->game->players; i++)
        if (match->bots[i]->open_match) return match->bots[i]->open_match(match, out, error);
    return alea__fail(error, ALEA_E_REFUSED, PLAY_NO_WORKERS);
}

void alea__remote_match_free(alea__remote_match *match)
{
    if (match) match->ops->free(match);
}

bool alea__remote_match_play(alea__remote_match *match, uint64_t first, uint64_t games, alea__counts *counts)
{
    return match->ops->play(match, first, games, counts);
}

/* ---- what may be asked for ------------------------------------------------------------------------------ */

alea_status alea__match_check(uint64_t games, unsigned threads, alea_error *error)
{
    const uint64_t most_games = UINT64_C(1000000000000);
    const unsigned most_threads = 4096;
    if (games > most_games) return alea__fail(error, ALEA_E_RANGE, PLAY_GAMES_RANGE, most_games, games);
    if (threads > most_threads)
        return alea__fail(error, ALEA_E_RANGE, PLAY_THREADS_RANGE, most_threads, threads);
    return ALEA_OK;
}
