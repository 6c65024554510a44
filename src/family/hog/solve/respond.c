/* The best strategy of the two scores alone against given policies. Where the game remembers more than the scores (Time Trot's
   turn), a strategy does not see everything that counts, and no sweep finds the best one. But every turn raises the sum of the
   scores, so a game passes each sum once at most: with all other answers fixed, the chance of winning is linear in the answers
   at one sum. A backward pass therefore chooses the best answers sum by sum, weighted by how likely each memory is there; a
   forward pass finds these chances again. The chance of winning grows with every pass until no change of a single answer, nor of
   all answers at one sum, gains anything. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/hog/messages.h"
#include "family/hog/solve/exact.h"

#include <string.h>

#define LEAST_GAIN 1e-12 /* of the chance of winning: less may be rounding */

/* Positions are seen from the strategy's side: its score, then the opponent's. There are two numbers for each memory: one
   with the strategy to move, one with the opponent. */
typedef struct respond_work {
    const hog_graph *graph;
    const hog_rules *rules;
    const alea__opponents *against;
    uint32_t goal, memories, across; /* across: numbers of one position */
    uint8_t *table;                  /* [own * goal + opponent]: the table to improve */
    double *value;                   /* [opponent][position][across]: the chance of winning */
    double *reach;                   /* likewise: the chance that a game comes there */
    double *each; /* [dice + 1][memories]: of one position: the value of each number of dice */
    bool changed; /* an answer that matters */
} respond_work;

/* ---- one turn ---- */

/* A turn of the mover with these dice. */
typedef struct respond_turn {
    uint32_t own, other, dice; /* the mover's score, the other's */
    bool mine;
} respond_turn;

/* Where a turn leads: the index of the next position's first number, or the end. */
typedef struct respond_end {
    size_t at;
    bool over, won;       /* by the strategy */
    const hog_next *next; /* by memory */
} respond_end;

/* Dice that bring these points, and in this memory the bonus on top of them. */
static respond_end respond_follow(const respond_work *w, const respond_turn *t, uint32_t points,
                                  uint32_t bonus)
{
    const hog_rules *rules = w->rules;
    const uint32_t total = t->own + points + bonus;
    ALEA_ASSERT(total < rules->scores);
    const hog_scores after = rules->after[total * w->goal + t->other];
    if (hog_is_over(rules, after)) return (respond_end){.over = true, .won = hog_is_won(after) == t->mine};
    const uint32_t mine = t->mine ? after.own : after.opponent, theirs = t->mine ? after.opponent : after.own;
    return (respond_end){.at = ((size_t)mine * w->goal + theirs) * w->across,
                         .next = hog_next_of(rules, hog_grants(rules, after), t->dice, points)};
}

/* The number of the position after the turn among those of its position. */
static size_t respond_next(const respond_work *w, const respond_turn *t, const respond_end *end,
                           uint32_t memory)
{
    const hog_next next = end->next[memory];
    return end->at + (t->mine == (bool)next.again ? 0 : w->memories) + next.memory;
}

/* Points that the dice may bring. */
typedef struct respond_roll {
    uint32_t points;
    double chance;
} respond_roll;

/* Adds to `out`, by memory, the share of the turn's value in which the dice bring these points. */
static void respond_add_value(const respond_work *w, const respond_turn *t, respond_roll roll,
                              const double *value, double *out)
{
    uint32_t last = UINT32_MAX;
    respond_end end = {0};
    for (uint32_t m = 0; m < w->memories; m++) {
        const uint32_t bonus = hog_bonus(w->rules, m, t->dice);
        if (bonus != last) end = respond_follow(w, t, roll.points, bonus);
        last = bonus;
        out[m] += roll.chance * (end.over ? end.won : value[respond_next(w, t, &end, m)]);
    }
}

/* The value of the turn, by memory. */
static void respond_turn_value(const respond_work *w, const respond_turn *t, const double *value, double *out)
{
    memset(out, 0, w->memories * sizeof *out);
    if (t->dice == 0) {
        respond_add_value(w, t, (respond_roll){hog_bacon(w->rules, t->own, t->other), 1}, value, out);
        return;
    }
    const hog_odds *odds = hog_odds_at(w->graph->game, t->own, t->other, t->dice);
    for (uint32_t points = odds->least; points <= odds->most; points++) {
        const double chance = (double)odds->weight[points] / (double)odds->denominator;
        if (chance > 0) respond_add_value(w, t, (respond_roll){points, chance}, value, out);
    }
}

/* ---- policies ---- */

/* How likely the opponent rolls this many dice. */
static double respond_opponent_rolls(const respond_work *w, size_t opponent, uint32_t memory, uint32_t cell,
                                     uint32_t dice)
{
    const hog_policy *policy = hog_policy_of(w->against->policy[opponent]);
    if (policy->kind == HOG_RANDOM) return 1.0 / (w->rules->dice + 1);
    const size_t plane = policy->kind == HOG_PLAN ? (size_t)memory * w->goal * w->goal : 0;
    return policy->dice[plane + cell] == dice;
}

/* Whether the opponent may roll this many dice there, with any memory. */
static bool respond_opponent_may(const respond_work *w, size_t opponent, uint32_t cell, uint32_t dice)
{
    for (uint32_t m = 0; m < w->memories; m++)
        if (respond_opponent_rolls(w, opponent, m, cell, dice) > 0) return true;
    return false;
}

/* ---- the backward pass ---- */

static size_t respond_plane(const respond_work *w)
{
    return (size_t)w->goal * w->goal * w->across;
}

/* The values with the opponent to move. */
static void respond_back_opponent(respond_work *w, size_t opponent, uint32_t own, uint32_t other)
{
    double *plane = w->value + opponent * respond_plane(w);
    double *out = plane + ((size_t)own * w->goal + other) * w->across + w->memories;
    const uint32_t cell = other * w->goal + own;
    memset(out, 0, w->memories * sizeof *out);
    for (uint32_t n = 0; n <= w->rules->dice; n++) {
        if (!respond_opponent_may(w, opponent, cell, n)) continue;
        respond_turn_value(w, &(respond_turn){other, own, n, false}, plane, w->each);
        for (uint32_t m = 0; m < w->memories; m++)
            out[m] += respond_opponent_rolls(w, opponent, m, cell, n) * w->each[m];
    }
}

/* The gain of each number of dice at a position of the strategy, over all opponents, weighted by the probability of each
   memory or, if no game reaches it, with equal weights. */
static bool respond_weigh(respond_work *w, uint32_t own, uint32_t other, double *gain)
{
    const uint32_t most = w->rules->dice;
    double reached = 0;
    memset(gain, 0, 2 * (most + 1) * sizeof *gain);
    for (size_t o = 0; o < w->against->count; o++) {
        const double *plane = w->value + o * respond_plane(w);
        const double *reach = w->reach + o * respond_plane(w) + ((size_t)own * w->goal + other) * w->across;
        for (uint32_t n = 0; n <= most; n++) {
            respond_turn_value(w, &(respond_turn){own, other, n, true}, plane, w->each);
            for (uint32_t m = 0; m < w->memories; m++) {
                gain[n] += reach[m] * w->each[m];
                gain[most + 1 + n] += w->each[m];
            }
        }
        for (uint32_t m = 0; m < w->memories; m++) reached += reach[m];
    }
    return reached > 0;
}

/* Chooses the strategy's answer, and fills the values of its position. */
static void respond_back_mine(respond_work *w, uint32_t own, uint32_t other)
{
    double gain[2 * (HOG_MOST_DICE + 1)];
    const bool reached = respond_weigh(w, own, other, gain);
    const double *by = reached ? gain : gain + w->rules->dice + 1;
    uint8_t *answer = &w->table[own * w->goal + other];
    uint32_t best = *answer;
    for (uint32_t n = 0; n <= w->rules->dice; n++)
        if (by[n] > by[best] + LEAST_GAIN * (double)w->against->count) best = n;
    w->changed |= reached && best != *answer;
    *answer = (uint8_t)best;
    for (size_t o = 0; o < w->against->count; o++) {
        double *plane = w->value + o * respond_plane(w);
        respond_turn_value(w, &(respond_turn){own, other, best, true}, plane,
                           plane + ((size_t)own * w->goal + other) * w->across);
    }
}

static void respond_at_sum(respond_work *w, uint32_t sum, void (*at)(respond_work *, uint32_t, uint32_t))
{
    const uint32_t least = sum >= w->goal ? sum - w->goal + 1 : 0, most = sum < w->goal ? sum : w->goal - 1;
    for (uint32_t own = least; own <= most; own++) at(w, own, sum - own);
}

static void respond_back(respond_work *w, uint32_t own, uint32_t other)
{
    respond_back_mine(w, own, other);
    for (size_t o = 0; o < w->against->count; o++) respond_back_opponent(w, o, own, other);
}

/* ---- the forward pass ---- */

/* Spreads the chances of a position, by memory, over what these points lead to. */
static void respond_spread(const respond_work *w, const respond_turn *t, uint32_t points, const double *from,
                           double *plane)
{
    for (uint32_t m = 0; m < w->memories; m++) {
        if (from[m] == 0) continue;
        const respond_end end = respond_follow(w, t, points, hog_bonus(w->rules, m, t->dice));
        if (!end.over) plane[respond_next(w, t, &end, m)] += from[m];
    }
}

/* The same for all points of the turn; `from` is how likely it is taken. */
static void respond_spread_turn(const respond_work *w, const respond_turn *t, const double *from,
                                double *plane)
{
    double share[HOG_MOST_MEMORIES];
    if (t->dice == 0) {
        respond_spread(w, t, hog_bacon(w->rules, t->own, t->other), from, plane);
        return;
    }
    const hog_odds *odds = hog_odds_at(w->graph->game, t->own, t->other, t->dice);
    for (uint32_t points = odds->least; points <= odds->most; points++) {
        if (odds->weight[points] == 0) continue;
        for (uint32_t m = 0; m < w->memories; m++)
            share[m] = from[m] * (double)odds->weight[points] / (double)odds->denominator;
        respond_spread(w, t, points, share, plane);
    }
}

/* Spreads the chances of a position in which the opponent is to move. */
static void respond_forward_opponent(respond_work *w, size_t opponent, uint32_t own, uint32_t other)
{
    double *plane = w->reach + opponent * respond_plane(w);
    const double *here = plane + ((size_t)own * w->goal + other) * w->across + w->memories;
    const uint32_t cell = other * w->goal + own;
    double from[HOG_MOST_MEMORIES];
    for (uint32_t n = 0; n <= w->rules->dice; n++) {
        double all = 0;
        for (uint32_t m = 0; m < w->memories; m++) {
            from[m] = here[m] == 0 ? 0 : here[m] * respond_opponent_rolls(w, opponent, m, cell, n);
            all += from[m];
        }
        if (all > 0) respond_spread_turn(w, &(respond_turn){other, own, n, false}, from, plane);
    }
}

static void respond_forward(respond_work *w, uint32_t own, uint32_t other)
{
    const respond_turn turn = {own, other, w->table[own * w->goal + other], true};
    for (size_t o = 0; o < w->against->count; o++) {
        double *plane = w->reach + o * respond_plane(w);
        respond_spread_turn(w, &turn, plane + ((size_t)own * w->goal + other) * w->across, plane);
        respond_forward_opponent(w, o, own, other);
    }
}

/* ---- */

static alea_status respond_allocate(respond_work *w, alea_error *error)
{
    const size_t numbers = w->against->count * respond_plane(w);
    w->value = alea__alloc_array(numbers, sizeof *w->value);
    w->reach = alea__alloc_array(numbers, sizeof *w->reach);
    w->each = alea__alloc_array(w->memories, sizeof *w->each);
    return w->value && w->reach && w->each ? ALEA_OK : alea__out_of_memory(error);
}

/* Both passes once. The strategy moves first in half of the games. */
static alea_status respond_improve(respond_work *w)
{
    memset(w->reach, 0, w->against->count * respond_plane(w) * sizeof *w->reach);
    for (size_t o = 0; o < w->against->count; o++)
        w->reach[o * respond_plane(w)] = w->reach[o * respond_plane(w) + w->memories] = 0.5;
    for (uint32_t sum = 0; sum < 2 * w->goal - 1; sum++) {
        if (alea__stopped(w->against->progress)) return ALEA_E_STOPPED;
        respond_at_sum(w, sum, respond_forward);
    }
    w->changed = false;
    for (uint32_t sum = 2 * w->goal - 1; sum-- > 0;) {
        if (alea__stopped(w->against->progress)) return ALEA_E_STOPPED;
        respond_at_sum(w, sum, respond_back);
    }
    return ALEA_OK;
}

/* Repeats passes until none changes an answer that matters. Each change raises the chance of winning, so this ends. */
alea_status hog_respond(const alea__rules *rules, const alea__opponents *against, unsigned char *table,
                        alea_error *error)
{
    const hog_rules *r = hog_rules_of(rules);
    respond_work w = {.graph = hog_game_of(rules)->graph,
                      .rules = r,
                      .against = against,
                      .goal = r->goal,
                      .memories = r->memories,
                      .across = 2 * r->memories,
                      .table = table};
    ALEA_ASSERT(against->count > 0 && r->memories <= HOG_MOST_MEMORIES);
    if (r->idles) return alea__fail(error, ALEA_E_REFUSED, HOG_RESPOND_IDLE);
    alea_status status = respond_allocate(&w, error);
    do {
        if (status == ALEA_OK) status = respond_improve(&w);
    } while (status == ALEA_OK && w.changed);
    alea__free(w.value);
    alea__free(w.reach);
    alea__free(w.each);
    return status;
}

bool hog_scores_are_all(const alea__rules *rules)
{
    return hog_rules_of(rules)->memories == 1;
}
