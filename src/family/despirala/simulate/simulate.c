/* Whole blocks of games without the referee: the same games, dice for dice.

   Bots that are plans are looked up in hundreds of megabytes, in random order, so games are played side by side, in rounds: each
   looks up its decision, for which memory was asked when its dice were rolled, and attempts what that says. Attempts go on side by
   side, too, a roll of each and then the next of those that go on: what a processor cannot foresee, when an attempt ends, only
   shortens a list, and rolls of different games do not wait for each other. Dice wait as running sums of faces, a byte a face, so
   that the faces of any number of dice are the difference of two of them. Other bots are asked one decision after the other. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/despirala/solve/plan.h"
#include "family/despirala/turn/dice_queue.h"

#include <string.h>

enum { LANES = 32, SEATS = DESPIRALA_SEATS };

typedef struct seat {
    const uint8_t *moves; /* of its plan */
    uint32_t bot;
    uint32_t used, goods, score;
} seat;

/* A game. */
typedef struct lane {
    despirala_queue queue;
    seat seat[SEATS];
    seat *mover;
    const uint8_t *page, *asked; /* of the mover's mask; the byte of its decision */
    uint64_t dice;               /* dice on the table, one byte per face */
    uint64_t number;
    uint32_t turn, rows; /* turns that the mover has had; numbers of goods in its page */
    bool busy;           /* a game is on */
    uint8_t target;
} lane;

/* An attempt at a combination that is no collect. */
typedef struct lane_attempt {
    lane *lane;
    uint64_t missing, dice; /* faces, a byte each: that are missing, and of the last roll */
    uint32_t goods, rolled; /* goods that are left; dice that the last roll had */
} lane_attempt;

typedef struct table {
    const alea__policy_match *match;
    const despirala_rules *rules;
    const despirala_tosses *tosses;
    const uint32_t *at;
    const uint8_t *collect_of;
    despirala_index index[SEATS]; /* by bot; in all that is not `moves` they are alike */
    uint64_t next, end;           /* games that are not begun */
    alea__tally *tally;
    lane lane[LANES];
    /* In this round: */
    uint32_t attempts, collects;
    lane_attempt attempt[LANES];
    lane *collect[LANES];
} table;

static const despirala_bot *match_bot(const alea__policy_match *match, uint32_t bot)
{
    return (const despirala_bot *)match->policy[bot];
}

/* ---- a game begins and ends ---- */

static void lane_toss(const table *t, lane *l)
{
    ALEA_ASSERT(l->mover->goods < l->rows);
    l->dice = despirala_take(t->tosses, &l->queue, t->rules->dice);
    l->asked = l->page + l->mover->goods * t->rules->rolls + despirala_roll_of(t->tosses, l->dice);
    __builtin_prefetch(l->asked);
}

static void lane_begin_turn(const table *t, lane *l)
{
    l->page = l->mover->moves + t->at[l->mover->used];
    l->rows = t->rules->gain * (l->turn + 1) + 1;
    l->mover->goods += t->rules->gain;
    lane_toss(t, l);
}

/* Begins the next game in this lane, with its bots in their seats. The lane becomes idle if no games are left, or on request. */
static void lane_begin_game(table *t, lane *l)
{
    const alea__policy_match *match = t->match;
    l->busy = t->next < t->end && !alea__stopped(match->progress);
    if (!l->busy) return;
    l->number = t->next++;
    for (uint32_t s = 0; s < t->rules->seats; s++) {
        const uint32_t bot = alea__bot_in_seat(match->rotate, t->rules->seats, l->number, s);
        l->seat[s] = (seat){.moves = t->index[bot].moves, .bot = bot};
    }
    l->mover = l->seat;
    l->turn = 0;
    despirala_queue_start(&l->queue, match->seed, l->number);
    lane_begin_turn(t, l);
}

/* The seat with the best score wins, unless it is shared or there is only one seat. */
static void lane_end_game(table *t, lane *l)
{
    const despirala_rules *rules = t->rules;
    uint32_t best = 0, equals = 0;
    for (uint32_t s = 0; s < rules->seats; s++) {
        ALEA_ASSERT(l->seat[s].used == (UINT32_C(1) << rules->combinations) - 1);
        l->seat[s].score += l->seat[s].goods * rules->good_points;
        alea__tally_score(t->tally, l->seat[s].bot, l->seat[s].score);
        const uint32_t score = l->seat[s].score, lead = l->seat[best].score;
        if (s > 0 && score == lead) equals++;
        if (rules->least ? score >= lead : score <= lead) continue;
        best = s;
        equals = 0;
    }
    if (rules->seats > 1 && equals == 0) t->tally->wins[l->seat[best].bot][best]++;
    if (t->match->scores) t->match->scores[l->seat[0].score]++;
    t->tally->games++;
    t->tally->turns += rules->seats * rules->combinations;
    lane_begin_game(t, l);
}

/* Books the points of the mover's combination and goes to the next seat, turn or game. */
static void lane_end_turn(table *t, lane *l, uint32_t points)
{
    seat *s = l->mover;
    ALEA_ASSERT(!(s->used >> t->rules->target[l->target].combination & 1));
    s->used |= UINT32_C(1) << t->rules->target[l->target].combination;
    s->score += points;
    l->mover = s + 1;
    if (l->mover == l->seat + t->rules->seats) {
        l->mover = l->seat;
        l->turn++;
    }
    if (l->turn == t->rules->combinations)
        lane_end_game(t, l);
    else
        lane_begin_turn(t, l);
}

/* ---- a turn ---- */

/* The bits of the collect that is attempted, by goods. */
static const uint8_t *lane_collect_bits(const table *t, const lane *l)
{
    const uint32_t collect = t->collect_of[t->rules->target[l->target].combination];
    return l->page + l->rows * (t->rules->rolls + collect);
}

static uint32_t lane_collect(const table *t, lane *l, uint32_t face)
{
    const uint8_t *bits = lane_collect_bits(t, l);
    const uint32_t shift = 8 * (face - 1), dice = t->rules->dice;
    uint32_t kept = (uint32_t)(l->dice >> shift & 255), goods = l->mover->goods;
    while (kept < dice && bits[goods] >> kept & 1) {
        goods--;
        kept += (uint32_t)(despirala_take(t->tosses, &l->queue, dice - kept) >> shift & 255);
    }
    l->mover->goods = goods;
    return face * kept;
}

/* Removes the missing faces from the rolled dice. Returns whether the attempt goes on. */
static inline bool attempt_take(lane_attempt *a)
{
    const uint64_t found = despirala_common(a->missing, a->dice);
    a->missing -= found;
    a->rolled -= despirala_sum(found);
    return (a->missing != 0) & (a->goods != 0);
}

/* Plays the attempts of this round to their ends, a roll of each at a time. */
static void attempt_all(table *t)
{
    lane_attempt *on[LANES];
    uint32_t left = 0;
    for (uint32_t i = 0; i < t->attempts; i++) {
        on[left] = &t->attempt[i];
        left += attempt_take(&t->attempt[i]);
    }
    while (left > 0) {
        const uint32_t count = left;
        left = 0;
        for (uint32_t i = 0; i < count; i++) {
            lane_attempt *a = on[i];
            a->goods--;
            a->dice = despirala_take(t->tosses, &a->lane->queue, a->rolled);
            on[left] = a;
            left += attempt_take(a);
        }
    }
}

/* Follows the decision byte that was requested when the dice were rolled, up to the attempt. */
static void lane_decide(table *t, lane *l)
{
    const uint32_t move = *l->asked;
    if (move == despirala_reroll(t->rules)) {
        l->mover->goods--;
        lane_toss(t, l);
        return;
    }
    ALEA_ASSERT(move >= DESPIRALA_TARGET && move <= t->rules->targets);
    l->target = (uint8_t)(move - DESPIRALA_TARGET);
    if (t->rules->target[l->target].collect == 0) {
        t->attempt[t->attempts++] =
            (lane_attempt){l, t->tosses->required[l->target], l->dice, l->mover->goods, t->rules->dice};
        return;
    }
    __builtin_prefetch(lane_collect_bits(t, l) + l->mover->goods);
    t->collect[t->collects++] = l;
}

/* Plays a round: every game decides once, and ends its turn unless it rerolls. Returns false if no game is left. */
static bool play_round(table *t)
{
    bool any = false;
    t->attempts = t->collects = 0;
    for (lane *l = t->lane; l < t->lane + LANES; l++) {
        if (l->busy) lane_decide(t, l);
        any |= l->busy;
    }
    attempt_all(t);
    for (const lane_attempt *a = t->attempt; a < t->attempt + t->attempts; a++) {
        a->lane->mover->goods = a->goods;
        lane_end_turn(t, a->lane, a->missing == 0 ? t->rules->target[a->lane->target].points : 0);
    }
    for (uint32_t i = 0; i < t->collects; i++) {
        lane *l = t->collect[i];
        lane_end_turn(t, l, lane_collect(t, l, t->rules->target[l->target].collect));
    }
    return any;
}

/* Plays games of plans in parallel. Returns false, without playing anything, if memory runs out. */
static bool simulate_plans(const alea__policy_match *match, uint64_t first, uint64_t games,
                           alea__tally *tally)
{
    const despirala_rules *rules = despirala_rules_of(match->rules);
    table *t = alea__alloc(sizeof *t);
    if (!t) return false;
    t->match = match;
    t->rules = rules;
    for (uint32_t i = 0; i < rules->seats; i++) t->index[i] = despirala_plan_index(match_bot(match, i)->plan);
    t->tosses = t->index[0].tosses;
    t->at = t->index[0].at;
    t->collect_of = t->index[0].collect_of;
    t->next = first;
    t->end = first + games;
    t->tally = tally;
    for (uint32_t i = 0; i < LANES; i++) lane_begin_game(t, &t->lane[i]);
    while (play_round(t)) continue;
    alea__free(t);
    return true;
}

/* ---- one after the other ---- */

/* Plays one game of any policies by the referee. */
static void despirala_play_game(const alea__policy_match *match, uint64_t game, alea__tally *tally)
{
    const despirala_rules *rules = despirala_rules_of(match->rules);
    uint32_t sits[SEATS];
    alea__stream own[SEATS];
    alea__dice_stream dice;
    despirala_state s;
    alea__dice_start(&dice, match->seed, 0, game);
    for (uint32_t i = 0; i < rules->seats; i++) {
        sits[i] = alea__bot_in_seat(match->rotate, rules->seats, game, i);
        alea__stream_start(&own[i], match->seed, 0, ALEA__SEAT + i, game);
    }
    despirala_start(rules, &s);
    while (s.phase != DESPIRALA_FINISHED) {
        if (s.phase == DESPIRALA_ROLL)
            despirala_roll(rules, &s, alea__roll_dice(&dice, &rules->how, s.rolled));
        else
            despirala_move(rules, &s,
                           despirala_decide(rules, match_bot(match, sits[s.mover]), &s, &own[s.mover]));
    }
    tally->games++;
    tally->turns += s.turns;
    for (uint32_t i = 0; i < rules->seats; i++) alea__tally_score(tally, sits[i], s.player[i].score);
    if (match->scores) match->scores[s.player[0].score]++;
    if (s.winner != DESPIRALA_NONE) tally->wins[sits[s.winner]][s.winner]++;
}

/* ---- */

bool despirala_can_simulate(const alea__policy_match *match)
{
    for (uint32_t i = 0; i < despirala_rules_of(match->rules)->seats; i++) {
        if (!match->policy[i]) return false;
        const despirala_bot *bot = match_bot(match, i);
        if (bot->kind == DESPIRALA_PLAN &&
            despirala_plan_fill(bot->plan, 0, match->progress, NULL) != ALEA_OK)
            return false;
    }
    return true;
}

void despirala_simulate(const alea__policy_match *match, uint64_t first, uint64_t games, alea__tally *tally)
{
    bool plans = true;
    for (uint32_t i = 0; i < despirala_rules_of(match->rules)->seats; i++)
        if (match_bot(match, i)->kind != DESPIRALA_PLAN || !despirala_plan_full(match_bot(match, i)->plan))
            plans = false;
    if (plans && simulate_plans(match, first, games, tally)) return;
    for (uint64_t game = first; game < first + games && !alea__stopped(match->progress); game++)
        despirala_play_game(match, game, tally);
}
