/* Playing spans of games and summing up their results, with the luck of each roll. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/memory.h"
#include "luck/luck_inside.h"
#include "luck/messages.h"
#include "play/common_dice.h"
#include "play/match_replay.h"

#include <math.h>
#include <string.h>

/* A span of one block under way. */
typedef struct luck_block {
    alea__luck_player *player;
    const alea__luck_match *match;
    unsigned players, games_a_unit;
    uint64_t units, first;    /* of the matches that are played: games, or with common dice groups */
    unsigned rotation;        /* with common dice, of the match being played */
    double *plain, *adjusted; /* [unit * players + bot]: sums over the unit's games */
    double *money;            /* likewise: dollars */
    uint8_t *half_points;     /* [unit]: of the first bot */
    alea__luck_sums *sums;
    alea__remote_match *remote; /* worker that plays the games first, or NULL */
    alea_status status;         /* status of the values; after a failure they are not asked again */
    alea_error error;

    /* The game being played. */
    uint64_t unit;
    unsigned bot_in_seat[ALEA_MAX_SEATS];
    alea_state state; /* after the last event */
    bool rolled;      /* the event that leads to the next state is a roll */
    double luck[ALEA_MAX_SEATS];
} luck_block;

/* ---- one game ---- */

static void luck_begin_game(void *user, uint64_t game, const unsigned *bot_in_seat)
{
    luck_block *b = user;
    ALEA_ASSERT(game >= b->first && game - b->first < b->units);
    b->unit = game - b->first;
    for (unsigned seat = 0; seat < b->players; seat++)
        b->bot_in_seat[seat] =
            b->match->common_dice ? alea__common_dice_bot(b->players, b->rotation, seat) : bot_in_seat[seat];
    b->state = alea_game_start(b->player->luck->game);
    b->rolled = false;
    memset(b->luck, 0, sizeof b->luck);
}

static void luck_note_roll(void *user, const uint32_t *faces, unsigned count)
{
    (void)faces, (void)count;
    ((luck_block *)user)->rolled = true;
}

/* Takes down the luck of the event that led here, if it was a roll. */
static void luck_reach_state(void *user, const alea_state *state)
{
    luck_block *b = user;
    if (b->rolled && b->status == ALEA_OK) {
        alea__luck_roll roll;
        b->status = alea__luck_of_roll(b->player, &b->state, state, &roll, &b->error);
        b->sums->rolls++;
        b->sums->unknown += roll.unknown;
        for (unsigned seat = 0; seat < b->players; seat++) b->luck[seat] += roll.luck[seat];
    }
    b->rolled = false;
    b->state = *state;
}

/* 2 half points for a win, 1 without a winner or, in games of points, for a tie at the top. */
static unsigned luck_half_points(const luck_block *b, const alea_outcome *o, unsigned seat)
{
    const unsigned other = 1 - seat;
    if (o->winner >= 0) return o->winner == (int)seat ? 2 : 0;
    if (o->unfinished || !alea__game_is_scored(b->player->luck->game)) return 1;
    return 1 + (o->score[seat] > o->score[other]) - (o->score[seat] < o->score[other]);
}

/* Every game has an outcome and a result, also an unfinished one. */
static void luck_end_game(void *user, const alea_outcome *outcome)
{
    luck_block *b = user;
    const alea__luck *luck = b->player->luck;
    const bool rotates = b->match->common_dice || b->match->seats == ALEA_ROTATE;
    alea__seat_values result;
    alea__result_of(luck->game, luck->objective, &b->state, &result);
    b->sums->unfinished += outcome->unfinished;
    b->sums->turns += outcome->turns;
    for (unsigned seat = 0; seat < b->players; seat++) {
        const unsigned bot = b->bot_in_seat[seat];
        const double adjusted = result.seat[seat] - b->luck[seat] - (rotates ? luck->advantage[seat] : 0);
        b->plain[b->unit * b->players + bot] += result.seat[seat];
        b->adjusted[b->unit * b->players + bot] += adjusted;
        b->money[b->unit * b->players + bot] += (double)outcome->money[seat];
        b->sums->wins[bot] += outcome->winner == (int)seat;
        b->sums->money[bot] += outcome->money[seat];
        if (bot == 0 && b->players == 2)
            b->half_points[b->unit] += (uint8_t)luck_half_points(b, outcome, seat);
    }
}

/* ---- a block ---- */

/* Lets a worker play the match, and replays it here to watch it. ALEA_E_BOT means that the worker failed or sent other
   games; the sums are then invalid. */
static alea_status luck_play_twice(luck_block *b, const alea__match *match, alea__counts *counts,
                                   alea_error *error)
{
    const alea__remote_span span = {b->first, b->units, b->match->common_dice ? b->rotation : 0};
    alea__match_moves *moves = alea__alloc(sizeof *moves); /* some kilobytes */
    if (!moves) return alea__out_of_memory(error);
    alea_status status = ALEA_E_BOT;
    if (alea__remote_match_record(b->remote, &span, moves))
        status = alea__match_replay(match, &span, moves, counts, error);
    alea__match_moves_clear(moves);
    alea__free(moves);
    return status;
}

/* Plays the games of one match; failures in `counts` are by the match's numbers of bots. */
static alea_status luck_play_match(luck_block *b, const alea__match *match, alea__counts *counts,
                                   alea_error *error)
{
    memset(counts, 0, sizeof *counts);
    alea_status status = b->remote ? luck_play_twice(b, match, counts, error)
                                   : alea__match_play(match, b->first, b->units, counts, error);
    if (status != ALEA_OK) return status;
    if (b->status != ALEA_OK && error) *error = b->error;
    for (unsigned i = 0; i < b->players; i++) {
        const unsigned bot = b->match->common_dice ? alea__common_dice_bot(b->players, b->rotation, i) : i;
        for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++)
            b->sums->forfeits[bot] += counts->failures.count[i][kind];
        b->sums->decisions[bot] += counts->decisions[i];
        b->sums->fuel[bot] += counts->fuel[i];
    }
    return b->status;
}

static alea__match luck_match_of(const luck_block *b)
{
    return (alea__match){.game = b->player->luck->game,
                         .bots = b->match->bots,
                         .seed = b->match->seed,
                         .rotate = b->match->seats == ALEA_ROTATE && !b->match->common_dice,
                         .declared_only = true,
                         .progress = b->match->progress};
}

/* The match itself or, with common dice, its rotations one after another. */
static alea_status luck_play_matches(luck_block *b, alea__counts *counts, alea_error *error)
{
    const alea__observer observer = {.user = b,
                                     .begin = luck_begin_game,
                                     .rolled = luck_note_roll,
                                     .reached = luck_reach_state,
                                     .end = luck_end_game};
    alea__match match = luck_match_of(b);
    match.observer = &observer;
    if (!b->match->common_dice) return luck_play_match(b, &match, counts, error);
    alea_bot *by_seat[ALEA_MAX_SEATS];
    alea_status status = ALEA_OK;
    match.bots = by_seat;
    for (b->rotation = 0; b->rotation < b->players && status == ALEA_OK; b->rotation++) {
        alea__common_dice_seats(b->match->bots, b->players, b->rotation, by_seat);
        status = luck_play_match(b, &match, counts, error);
    }
    return status;
}

/* Forgets all games of the block. */
static void luck_clear_block(luck_block *b)
{
    const size_t results = b->units * b->players;
    memset(b->plain, 0, results * sizeof *b->plain);
    memset(b->adjusted, 0, results * sizeof *b->adjusted);
    memset(b->money, 0, results * sizeof *b->money);
    memset(b->half_points, 0, b->units * sizeof *b->half_points);
    *b->sums = (alea__luck_sums){0};
    b->status = ALEA_OK;
}

/* Plays the block in a single worker with all bots, if possible. If that fails, the bot that caused it is unknown, and the
   block is replayed with each bot in its own process. */
static alea_status luck_play_anywhere(luck_block *b, alea__counts *counts, alea_error *error)
{
    const alea__match match = luck_match_of(b);
    alea_error why;
    alea_status status = alea__remote_match_open(&match, &b->remote, &why);
    if (status == ALEA_E_MEMORY && error) *error = why;
    if (status == ALEA_E_MEMORY) return status;
    if (b->remote) {
        status = luck_play_matches(b, counts, error);
        alea__remote_match_free(b->remote);
        b->remote = NULL;
        if (status != ALEA_E_BOT) return status;
        luck_clear_block(b);
    }
    return luck_play_matches(b, counts, error);
}

/* Adds up the units in their order. */
static void luck_sum_block(const luck_block *b, const alea__luck_results *each)
{
    const size_t results = b->units * b->players;
    for (size_t i = 0; i < results; i++) {
        b->plain[i] /= b->games_a_unit;
        b->adjusted[i] /= b->games_a_unit;
    }
    for (uint64_t unit = 0; unit < b->units; unit++) {
        alea__luck_sum_unit(b->sums, b->players, b->plain + unit * b->players,
                            b->adjusted + unit * b->players);
        for (unsigned bot = 0; bot < b->players; bot++) {
            const double mean = b->money[unit * b->players + bot] / b->games_a_unit;
            b->sums->money_squares[bot] += mean * mean;
        }
        if (b->players == 2 && b->match->common_dice) b->sums->pentanomial[b->half_points[unit]]++;
    }
    b->sums->games = b->units * b->games_a_unit;
    if (!each) return;
    memcpy(each->plain, b->plain, results * sizeof *b->plain);
    memcpy(each->adjusted, b->adjusted, results * sizeof *b->adjusted);
}

unsigned alea__luck_unit(const alea__luck *luck, const alea__luck_match *match)
{
    return match->common_dice ? luck->game->players : 1;
}

alea_status alea__luck_play_block(alea__luck_player *player, const alea__luck_match *match,
                                  alea__luck_span span, const alea__luck_results *each, alea__luck_sums *out,
                                  alea_error *error)
{
    const unsigned unit = alea__luck_unit(player->luck, match);
    luck_block b = {.player = player,
                    .match = match,
                    .players = player->luck->game->players,
                    .games_a_unit = unit,
                    .units = span.games / unit,
                    .first = span.first / unit,
                    .sums = out};
    alea__owned owned = {.blocks = 0};
    *out = (alea__luck_sums){0};
    ALEA_ASSERT(span.first % unit == 0 && span.games % unit == 0 && b.units <= ALEA__BLOCK);
    if (b.units == 0) return ALEA_OK;
    b.plain = alea__own(&owned, alea__alloc_array(b.units * b.players, sizeof *b.plain));
    b.adjusted = alea__own(&owned, alea__alloc_array(b.units * b.players, sizeof *b.adjusted));
    b.money = alea__own(&owned, alea__alloc_array(b.units * b.players, sizeof *b.money));
    b.half_points = alea__own(&owned, alea__alloc_array(b.units, sizeof *b.half_points));
    alea__counts *counts = alea__own(&owned, alea__alloc(sizeof *counts)); /* some kilobytes */
    alea_status status = owned.failed ? alea__out_of_memory(error) : luck_play_anywhere(&b, counts, error);
    if (status == ALEA_OK) luck_sum_block(&b, each);
    alea__owned_free(&owned);
    return status;
}

/* ---- many blocks ---- */

typedef struct luck_run {
    const alea__luck *luck;
    const alea__luck_match *match;
    alea__luck_span span;
    uint64_t block; /* games of a block */
    alea__luck_sums *sums;
} luck_run;

static alea_status luck_thread_start(void *user, void **local, alea_error *error)
{
    alea__luck_player *player = NULL;
    alea_status status = alea__luck_player_open(((luck_run *)user)->luck, &player, error);
    *local = player;
    return status;
}

static void luck_thread_end(void *user, void *local)
{
    (void)user;
    alea__luck_player_close(local);
}

/* The part of the run's span that is in its block number `index`. */
static alea__luck_span luck_run_part(const luck_run *r, uint64_t index)
{
    const uint64_t block = r->span.first / r->block + index, end = r->span.first + r->span.games,
                   from = index == 0 ? r->span.first : block * r->block,
                   until = (block + 1) * r->block < end ? (block + 1) * r->block : end;
    return (alea__luck_span){from, until - from};
}

static alea_status luck_run_work(void *user, void *local, uint64_t index, void *result, alea_error *error)
{
    const luck_run *r = user;
    alea__luck_sums *sums = result;
    alea_status status = alea__luck_play_block(local, r->match, luck_run_part(r, index), NULL, sums, error);
    if (status != ALEA_OK) *sums = (alea__luck_sums){0};
    return status;
}

static void luck_run_fold(void *user, uint64_t index, const void *result)
{
    (void)index;
    alea__luck_add(((luck_run *)user)->sums, result);
}

static int luck_run_report(void *user, uint64_t done)
{
    const luck_run *r = user;
    const alea_progress *progress = r->match->progress;
    (void)done;
    return progress->report(progress->user, r->sums->games, r->span.games);
}

/* Checks what callers may get wrong. */
static alea_status luck_run_check(const alea__luck *luck, const alea__luck_match *match, alea__luck_span span,
                                  unsigned threads, alea_error *error)
{
    alea_run_options options = {
        .size = sizeof options, .games = span.games, .seats = match->seats, .threads = threads};
    const unsigned unit = alea__luck_unit(luck, match);
    alea_status status = alea__run_check(luck->game, match->bots, luck->game->players, &options, error);
    if (status != ALEA_OK) return status;
    if (match->common_dice && match->seats != ALEA_ROTATE)
        return alea__fail(error, ALEA_E_USAGE, LUCK_FIXED_SEATS);
    if (span.first % unit == 0 && span.games % unit == 0) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE, LUCK_WHOLE_GROUPS, unit, span.first, span.games);
}

alea_status alea__luck_play(const alea__luck *luck, const alea__luck_match *match, alea__luck_span span,
                            unsigned threads, alea__luck_sums *out, alea_error *error)
{
    *out = (alea__luck_sums){0};
    alea_status status = luck_run_check(luck, match, span, threads, error);
    if (status != ALEA_OK || span.games == 0) return status;
    luck_run r = {.luck = luck,
                  .match = match,
                  .span = span,
                  .block = (uint64_t)ALEA__BLOCK * alea__luck_unit(luck, match),
                  .sums = out};
    const alea__blocks blocks = {
        .count = (span.first + span.games - 1) / r.block - span.first / r.block + 1,
        .threads = threads,
        .result_size = sizeof(alea__luck_sums),
        .user = &r,
        .thread_start = luck_thread_start,
        .thread_end = luck_thread_end,
        .work = luck_run_work,
        .fold = luck_run_fold,
        .report = match->progress && match->progress->report ? luck_run_report : NULL,
    };
    status = alea__blocks_run(&blocks, NULL, NULL, error);
    if (status == ALEA_E_STOPPED) return alea__fail(error, status, LUCK_STOPPED);
    return status;
}

/* ---- choosing values ---- */

static double luck_variance_left(const alea__luck_sums *s, unsigned players)
{
    double sum = 0;
    for (unsigned bot = 0; bot < players; bot++)
        sum += alea__luck_of_bot(s, ALEA__LUCK_ADJUSTED, bot).variance;
    return sum;
}

alea_status alea__luck_choose(alea__luck *const *candidates, size_t count, const alea__luck_match *match,
                              uint64_t games, unsigned threads, size_t *best, alea_error *error)
{
    double least = INFINITY;
    ALEA_ASSERT(count > 0);
    *best = 0;
    for (size_t i = 0; i < count; i++) {
        alea__luck_sums sums;
        const unsigned players = candidates[i]->game->players;
        const uint64_t block = (uint64_t)ALEA__BLOCK * players,
                       first = (UINT64_C(1) << 44) / block * block + block;
        alea_status status =
            alea__luck_play(candidates[i], match, (alea__luck_span){first, games}, threads, &sums, error);
        if (status != ALEA_OK) return status;
        const double left = luck_variance_left(&sums, players);
        if (left < least) *best = i;
        if (left < least) least = left;
    }
    return ALEA_OK;
}
