/* Values for luck adjustment, and the luck of rolls; see control.h.

   Between two V is the value of their game. Among more V is a guess from the games of two by the same rules:
   - Without a leader, p of "a beats b" is the value of the game of two from where both stand. If a player's strength were one
     number, so that p = strength / (sum of both), then 1 / chance to win = 1 + the sum of (1 - p) / p over the others. That is
     taken for the chance, and made to add up to 1.
   - With a leader, each player who still has a turn takes the lead for good with chance q, as in the game of two against
     the leader. The leader stays with the product of 1 - q; the others share the rest by q / (1 - q).
   - Who forfeited has no chance, and neither has who has had the last turn.
   - Dollars are what each winner would get if the others came so much nearer to the goal meanwhile as is usual. */
#include "family/race/solve/control.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/play/turn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Outcomes of the dice with the same effect, of which `outcome` is the first. */
typedef struct control_effect {
    uint32_t outcome;
    double weight; /* how many there are */
} control_effect;

typedef struct race_control {
    const race_rules *rules; /* of the game */
    race_control_turns *turns;
    bool money;
    control_effect *effect; /* owned: those of a memory are first[memory] up to first[memory + 1] */
    uint32_t *first;        /* owned */
} race_control;

/* A position within a turn; `slot` as in turn_model.h. */
typedef struct control_position {
    uint32_t total, slot;
} control_position;

static control_position control_position_of(const race_state *s)
{
    return (control_position){race_total(s), s->memory * 2u + (s->phase == RACE_ROLL)};
}

/* ---- many players: a turn ---- */

/* A turn of one of many players: what stays the same while it lasts. */
typedef struct control_view {
    const race_state *state;
    bool begins;                      /* no roll has been made: the only position is the start of the turn */
    bool led;                         /* the last of the players leads */
    unsigned seat[RACE_SEATS], count; /* players who can still win, in turn order, the mover first */
    /* By index in `seat`. Turns of the mover against each of them or, with a leader, only against that one; not needed at
       the beginning of a turn. */
    race_control_turn turn[RACE_SEATS];
    /* Without a leader the sum of (1 - p) / p against all but the mover, else q / (1 - q) of those who do not lead. */
    double against[RACE_SEATS];
    double stays;                        /* with a leader: the product of 1 - q of these */
    double pays[RACE_SEATS][RACE_SEATS]; /* [number][seat]: dollars, if that player wins; not of the mover */
} control_view;

/* Chances of 0 and 1 are kept off quotients. */
static double control_ratio(double chance)
{
    const double least = 1e-6, p = chance < least ? least : chance > 1 - least ? 1 - least : chance;
    return p / (1 - p);
}

static void control_find_players(const race_control *c, control_view *v)
{
    const race_state *s = v->state;
    v->led = s->leader != RACE_NOBODY;
    for (unsigned i = 0; i < c->rules->players; i++) {
        const unsigned seat = (s->mover + i) % c->rules->players;
        if (s->forfeited >> seat & 1) continue;
        v->seat[v->count++] = seat;
        if (seat == s->leader) break;
    }
    ALEA_ASSERT(v->count > 0 && v->seat[0] == s->mover);
}

/* Computes the others' expectations against each other. */
static void control_compare_others(const race_control *c, control_view *v)
{
    const uint32_t *score = v->state->score;
    const unsigned last = v->count - 1;
    v->stays = 1;
    for (unsigned i = 1; i < v->count; i++) {
        for (unsigned j = i + 1; j < v->count && !v->led; j++) {
            const double ratio =
                control_ratio(race_control_start(c->turns, score[v->seat[i]], score[v->seat[j]]));
            v->against[i] += 1 / ratio;
            v->against[j] += ratio;
        }
        if (!v->led || i == last) continue;
        v->against[i] = control_ratio(race_control_start(c->turns, score[v->seat[i]], score[v->seat[last]]));
        v->stays /= 1 + v->against[i];
    }
}

static void control_view_close(control_view *v)
{
    for (unsigned i = 1; i < v->count; i++) race_control_turn_close(&v->turn[i]);
}

/* The payments of each seat if player i wins, for a mover with this many points. */
static void control_payments(const race_control *c, const control_view *v, unsigned i, double has,
                             double pays[RACE_SEATS])
{
    const race_rules *rules = c->rules;
    const uint32_t *score = v->state->score;
    const double beyond = 8,
                 progress = 0.6; /* points of the last turn; of the others, for one of the winner's */
    const double least = v->led ? score[v->seat[v->count - 1]] : rules->goal + beyond,
                 ends = has > least ? has : least, meanwhile = v->led ? 0 : progress * (ends - has);
    for (unsigned seat = 0; seat < rules->players; seat++) {
        const double comes_to = score[seat] + meanwhile, loser = comes_to < ends ? comes_to : ends;
        pays[seat] = seat == v->seat[i] ? 0 : (ends - loser) * (double)race_price(rules, (uint32_t)loser);
    }
}

/* The state must stay while the view is open. Ended with control_view_close, except after a failure. */
static alea_status control_view_open(race_control *c, const race_state *s, control_view *v, alea_error *error)
{
    *v = (control_view){.state = s, .begins = s->rolls == 0};
    control_find_players(c, v);
    control_compare_others(c, v);
    for (unsigned i = 1; i < v->count && c->money; i++)
        control_payments(c, v, i, s->score[v->seat[i]], v->pays[i]);
    if (v->begins) return ALEA_OK;
    alea_status status = ALEA_OK;
    for (unsigned i = 1; i < v->count && status == ALEA_OK; i++)
        if (!v->led || i == v->count - 1)
            status = race_control_turn_open(c->turns, s->score[s->mover], s->score[v->seat[i]], &v->turn[i],
                                            error);
    if (status != ALEA_OK) control_view_close(v);
    return status;
}

/* ---- many players: a position of a turn ---- */

/* The chance that the mover beats player i of the view from a position of the turn. */
static double control_beats(const race_control *c, const control_view *v, unsigned i, control_position at)
{
    const race_state *s = v->state;
    return v->begins ? race_control_start(c->turns, s->score[s->mover], s->score[v->seat[i]])
                     : race_control_arrive(c->turns, c->rules, &v->turn[i], at.total, at.slot);
}

/* Chances to win with a leader, by seat; 0 for players outside the view. */
static void control_led_chances(const race_control *c, const control_view *v, control_position at,
                                double chance[ALEA_MAX_SEATS])
{
    const unsigned leader = v->count - 1;
    double ratio[RACE_SEATS], sum = 0, stays = v->stays;
    for (unsigned i = 0; i < leader; i++) {
        ratio[i] = i > 0 ? v->against[i] : control_ratio(control_beats(c, v, leader, at));
        sum += ratio[i];
    }
    if (leader > 0) stays /= 1 + ratio[0];
    for (unsigned i = 0; i < leader; i++) chance[v->seat[i]] = (1 - stays) * ratio[i] / sum;
    chance[v->seat[leader]] = stays;
}

/* The same without a leader: all players are in the view, except those who forfeited. */
static void control_open_chances(const race_control *c, const control_view *v, control_position at,
                                 double chance[ALEA_MAX_SEATS])
{
    double strength[RACE_SEATS], mine = 0, sum = 0;
    for (unsigned i = 1; i < v->count; i++) {
        const double ratio = control_ratio(control_beats(c, v, i, at));
        mine += 1 / ratio;
        strength[i] = 1 / (1 + v->against[i] + ratio);
        sum += strength[i];
    }
    strength[0] = 1 / (1 + mine);
    sum += strength[0];
    for (unsigned i = 0; i < v->count; i++) chance[v->seat[i]] = strength[i] / sum;
}

/* The winnings of each player from the others, weighted by its chance to win. */
static void control_pay(const race_control *c, const control_view *v, uint32_t total,
                        const double chance[ALEA_MAX_SEATS], double value[ALEA_MAX_SEATS])
{
    double mine[RACE_SEATS];
    control_payments(c, v, 0, total, mine);
    for (unsigned i = 0; i < v->count; i++) {
        const unsigned winner = v->seat[i];
        const double *pays = i == 0 ? mine : v->pays[i];
        for (unsigned seat = 0; seat < c->rules->players; seat++) {
            value[winner] += chance[winner] * pays[seat];
            value[seat] -= chance[winner] * pays[seat];
        }
    }
}

/* V of a position of the turn. */
static void control_view_value(const race_control *c, const control_view *v, control_position at,
                               double value[ALEA_MAX_SEATS])
{
    double chances[ALEA_MAX_SEATS] = {0}, *chance = c->money ? chances : value;
    memset(value, 0, ALEA_MAX_SEATS * sizeof *value);
    if (v->led)
        control_led_chances(c, v, at, chance);
    else
        control_open_chances(c, v, at, chance);
    if (c->money) control_pay(c, v, at.total, chance, value);
}

/* ---- states ---- */

static bool control_is_pair(const race_control *c, const race_state *s)
{
    return c->rules->players == 2 && s->forfeited == 0;
}

static void control_share(const race_control *c, unsigned mover, double mine, double value[ALEA_MAX_SEATS])
{
    value[mover] = mine;
    value[1 - mover] = (c->money ? 0 : 1) - mine;
}

/* Two players, the game not over: a turn that begins is in the table of turn starts, a position within it in the turn's. */
static alea_status control_of_pair(race_control *c, const race_state *s, double value[ALEA_MAX_SEATS],
                                   alea_error *error)
{
    const control_position at = control_position_of(s);
    const uint32_t own = s->score[s->mover], other = s->score[1 - s->mover];
    race_control_turn turn;
    if (s->rolls == 0 && at.total == own && !(at.slot & 1 && !c->rules->first_forced)) {
        control_share(c, s->mover, race_control_start(c->turns, own, other), value);
        return ALEA_OK;
    }
    alea_status status = race_control_turn_open(c->turns, own, other, &turn, error);
    if (status != ALEA_OK) return status;
    control_share(c, s->mover, race_control_arrive(c->turns, c->rules, &turn, at.total, at.slot), value);
    race_control_turn_close(&turn);
    return ALEA_OK;
}

/* V of any state, by seat; see alea__control_ops. */
static alea_status control_of_state(race_control *c, const race_state *s, double value[ALEA_MAX_SEATS],
                                    alea_error *error)
{
    control_view view;
    memset(value, 0, ALEA_MAX_SEATS * sizeof *value);
    if (s->phase == RACE_FINISHED) {
        for (unsigned seat = 0; seat < c->rules->players; seat++)
            value[seat] = c->money ? (double)race_money(c->rules, s, seat) : s->winner == seat;
        return ALEA_OK;
    }
    if (control_is_pair(c, s)) return control_of_pair(c, s, value, error);
    alea_status status = control_view_open(c, s, &view, error);
    if (status != ALEA_OK) return status;
    control_view_value(c, &view, control_position_of(s), value);
    control_view_close(&view);
    return ALEA_OK;
}

static alea_status control_value(void *control, const alea_state *state, double value[ALEA_MAX_SEATS],
                                 alea_error *error)
{
    const race_state s = race_state_of(state);
    return control_of_state(control, &s, value, error);
}

/* ---- rolls ---- */

/* Whether the turn goes on after a roll, and at which position. */
static bool control_goes_on(const race_control *c, const race_state *before, uint32_t outcome,
                            control_position *at)
{
    const race_turn turn = {race_total(before), before->rolls, before->memory};
    const race_effect *e = &c->rules->effect[(size_t)before->memory * c->rules->outcomes + outcome];
    *at = (control_position){turn.total + e->amount, e->memory * 2u + (e->forced != 0)};
    return race_only_adds(c->rules, e, &turn);
}

/* The mean value over all rolls. Rolls after which the turn goes on share the view of the turn, `in_turn`, if there is one;
   all others use the referee. */
static alea_status control_expect_by_rolls(race_control *c, const race_state *before,
                                           const control_view *in_turn, double mean[ALEA_MAX_SEATS],
                                           alea_error *error)
{
    memset(mean, 0, ALEA_MAX_SEATS * sizeof *mean);
    for (uint32_t i = c->first[before->memory]; i < c->first[before->memory + 1]; i++) {
        double value[ALEA_MAX_SEATS];
        control_position at;
        if (in_turn && control_goes_on(c, before, c->effect[i].outcome, &at)) {
            control_view_value(c, in_turn, at, value);
        } else {
            race_state after = *before;
            race_roll(c->rules, &after, c->effect[i].outcome);
            alea_status status = control_of_state(c, &after, value, error);
            if (status != ALEA_OK) return status;
        }
        for (unsigned seat = 0; seat < c->rules->players; seat++)
            mean[seat] += c->effect[i].weight * value[seat];
    }
    for (unsigned seat = 0; seat < c->rules->players; seat++) mean[seat] /= c->rules->outcomes;
    return ALEA_OK;
}

/* With two players the mean is in the turn's table, except far above the goal and near the limits of the game. */
static alea_status control_expect_pair(race_control *c, const race_state *before, double mean[ALEA_MAX_SEATS],
                                       alea_error *error)
{
    const uint32_t near = RACE_LIMIT - 2;
    race_control_turn turn;
    if (before->rolls >= near || before->turns >= near)
        return control_expect_by_rolls(c, before, NULL, mean, error);
    alea_status status = race_control_turn_open(c->turns, before->score[before->mover],
                                                before->score[1 - before->mover], &turn, error);
    if (status != ALEA_OK) return status;
    const double roll = race_control_roll(&turn, race_total(before), before->memory);
    race_control_turn_close(&turn);
    if (isnan(roll)) return control_expect_by_rolls(c, before, NULL, mean, error);
    control_share(c, before->mover, roll, mean);
    return ALEA_OK;
}

/* The expectation of V over the roll that is to be made, by seat. */
static alea_status control_expect(race_control *c, const race_state *before, double mean[ALEA_MAX_SEATS],
                                  alea_error *error)
{
    if (control_is_pair(c, before)) return control_expect_pair(c, before, mean, error);
    /* After any roll the turn no longer begins. */
    race_state rolled = *before;
    control_view view;
    rolled.rolls++;
    alea_status status = control_view_open(c, &rolled, &view, error);
    if (status != ALEA_OK) return status;
    status = control_expect_by_rolls(c, before, &view, mean, error);
    control_view_close(&view);
    return status;
}

static alea_status control_luck(void *control, const alea_state *before, const alea_state *after,
                                double luck[ALEA_MAX_SEATS], alea_error *error)
{
    race_control *c = control;
    const race_state from = race_state_of(before), to = race_state_of(after);
    double mean[ALEA_MAX_SEATS];
    ALEA_ASSERT(from.phase == RACE_ROLL);
    alea_status status = control_expect(c, &from, mean, error);
    if (status == ALEA_OK) status = control_of_state(c, &to, luck, error);
    for (unsigned seat = 0; status == ALEA_OK && seat < c->rules->players; seat++) luck[seat] -= mean[seat];
    return status;
}

/* ---- opening ---- */

/* An outcome, with its effect as a number. */
typedef struct control_outcome {
    uint64_t mark;
    uint32_t outcome;
} control_outcome;

static int control_compare(const void *a, const void *b)
{
    const control_outcome *x = a, *y = b;
    if (x->mark != y->mark) return x->mark < y->mark ? -1 : 1;
    return (x->outcome > y->outcome) - (x->outcome < y->outcome);
}

/* Puts the outcomes of each memory into groups of equal effects. `list` is for one memory. */
static void control_group(race_control *c, control_outcome *list)
{
    const race_rules *rules = c->rules;
    uint32_t used = 0;
    for (uint32_t memory = 0; memory < rules->memories; memory++) {
        c->first[memory] = used;
        for (uint32_t i = 0; i < rules->outcomes; i++) {
            const race_effect *e = &rules->effect[(size_t)memory * rules->outcomes + i];
            const uint64_t kind = (uint64_t)e->kind << 48;
            list[i] = (control_outcome){kind, i};
            if (e->kind != RACE_ADD) continue;
            list[i].mark = kind | (uint64_t)(e->forced != 0) << 32 | (uint64_t)e->amount << 16 | e->memory;
        }
        qsort(list, rules->outcomes, sizeof *list, control_compare);
        for (uint32_t i = 0; i < rules->outcomes; i++)
            if (i > 0 && list[i].mark == list[i - 1].mark)
                c->effect[used - 1].weight += 1;
            else
                c->effect[used++] = (control_effect){list[i].outcome, 1};
    }
    c->first[rules->memories] = used;
}

static alea_status control_make_effects(race_control *c, alea_error *error)
{
    const race_rules *rules = c->rules;
    control_outcome *list = alea__alloc_array(rules->outcomes, sizeof *list);
    c->effect = alea__alloc_array((size_t)rules->outcomes * rules->memories, sizeof *c->effect);
    c->first = alea__alloc_array(rules->memories + (size_t)1, sizeof *c->first);
    const bool made = list && c->effect && c->first;
    if (made) control_group(c, list);
    alea__free(list);
    return made ? ALEA_OK : alea__out_of_memory(error);
}

static void control_close(void *control)
{
    race_control *c = control;
    if (!c) return;
    race_control_turns_close(c->turns);
    alea__free(c->effect);
    alea__free(c->first);
    alea__free(c);
}

/* With more players V consists of chances to win, whatever the objective. */
static alea_status control_open(const alea__problem *given, const void *best, void **out, alea_error *error)
{
    const race_control *like = best;
    race_control *c = alea__alloc(sizeof *c);
    if (!c) return alea__out_of_memory(error);
    alea__problem problem = *given;
    c->rules = race_rules_of(given->rules);
    c->money = given->objective == ALEA_MONEY;
    if (c->rules->players > 2) problem.objective = ALEA_WIN;
    alea_status status = race_control_turns_open(&problem, like ? like->turns : NULL, &c->turns, error);
    if (status == ALEA_OK) status = control_make_effects(c, error);
    if (status == ALEA_OK)
        *out = c;
    else
        control_close(c);
    return status;
}

static const char *const references[] = {"hold(20)", "hold(25)", NULL};

const alea__control_ops race_control_ops = {.references = references,
                                            .open = control_open,
                                            .close = control_close,
                                            .value = control_value,
                                            .luck = control_luck};
