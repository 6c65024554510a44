/* The turns of two players for luck adjustment; see control.h. Best play starts from a solved table. Play by a policy starts
   from there, too, and its values replace those of best play in a few sweeps: nothing depends on how many.

   A turn is made by the first thread that meets it. If two threads meet it at once, both make it, with the same bits, and one
   of them keeps it. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"
#include "family/race/solve/control.h"
#include "family/race/solve/solve.h"
#include "family/race/solve/two_player_bounds.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

enum {
    MOST_GOAL = 1024, /* largest goal whose turns are kept */
    LED_AMOUNTS = 40,
    POLICY_LEADS = 6, /* distinguished scores above the goal, in greatest rolls */
    TURN_AMOUNTS = 8, /* totals followed beyond the necessary ones, in greatest rolls */
    SWEEPS = 3,       /* for wipes; without them one is enough */
    KEPT_BYTES = 1 << 28
};

typedef _Atomic(double *) control_kept;

struct race_control_turns {
    race_game pair;            /* the rules for two players; its tables belong to the game */
    const race_policy *policy; /* of both players; NULL: best play */
    bool money;
    race_roll_model roll_model;
    race_turn_model model;  /* of it the order of memories and the steps are used */
    uint32_t columns;       /* scores of turn starts: 0 … columns - 1 */
    double *start;          /* [own * columns + other] */
    control_kept *turn;     /* likewise */
    _Atomic(uint64_t) left; /* bytes that turns may still take */
};

/* ---- turn starts ---- */

/* Who is chased by more than is followed counts as having lost. */
double race_control_start(const race_control_turns *c, uint32_t own, uint32_t other)
{
    if (other < c->columns && own < c->columns) return c->start[(size_t)own * c->columns + other];
    if (!c->money) return own > other;
    const double gap = (double)own - other;
    return gap * (double)race_price(&c->pair.rules, own < other ? own : other);
}

/* The end of the game, or the other's turn. */
double race_control_hold(const race_control_turns *c, uint32_t total, uint32_t other)
{
    const race_rules *rules = &c->pair.rules;
    const bool bank = rules->ending == RACE_BANK;
    if (bank && total >= rules->goal)
        return c->money ? ((double)total - other) * (double)race_price(rules, other) : 1;
    if (!bank && other > rules->goal && total <= other)
        return c->money ? ((double)total - other) * (double)race_price(rules, total) : 0;
    return (c->money ? 0 : 1) - race_control_start(c, other, total);
}

/* Totals from here on count as held. A bank without money ends there anyway. */
static uint32_t turns_end(const race_control_turns *c, uint32_t other, uint32_t amounts)
{
    const race_rules *rules = &c->pair.rules;
    if (rules->ending == RACE_BANK && !c->money) return rules->goal;
    return (other > rules->goal ? other : rules->goal) + 1 + amounts * c->model.most;
}

/* ---- turns ---- */

/* The better move, or the policy's move if it was asked there; `roll` is the value of rolling on. */
static double turns_choose(const race_control_turns *c, const race_control_turn *t, race_position at,
                           double roll)
{
    const double hold = race_control_hold(c, at.total, t->other);
    if (!c->policy) return roll > hold ? roll : hold;
    const double rolls = race_rolls_with(&c->pair.rules, c->policy, at);
    return isnan(rolls) ? fmax(roll, hold) : hold + rolls * (roll - hold);
}

/* Fills the values at a total from those above. Rolls that add nothing lead to a memory earlier in the order, whose value
   is already known. */
static void turns_fill_total(const race_control_turns *c, const race_control_turn *t, uint32_t total)
{
    const race_turn_model *m = &c->model;
    double *value = t->value + (size_t)(total - t->own) * t->slots;
    for (uint32_t k = 0; k < m->memories; k++) {
        const uint32_t memory = m->order[k];
        double sum = m->bust[memory] * t->lost + m->wipe[memory] * t->wiped;
        for (uint32_t i = m->first[memory]; i < m->first[memory + 1]; i++)
            sum += m->step[i].weight *
                   race_control_arrive(c, &c->pair.rules, t, total + m->step[i].amount, m->step[i].slot);
        const double roll = sum / m->denominator;
        value[2 * memory + 1] = roll;
        value[2 * memory] = turns_choose(c, t, (race_position){t->own, t->other, total, memory}, roll);
    }
}

static void turns_fill(const race_control_turns *c, const race_control_turn *t)
{
    for (uint32_t total = t->end; total-- > t->own;)
        if (total == t->own || race_goes_on(&c->pair.rules, total)) turns_fill_total(c, t, total);
}

/* Keeps a filled turn, unless another thread was faster or there is no room; then the caller frees it. */
static bool turns_keep(race_control_turns *c, control_kept *place, double *value, uint64_t bytes)
{
    uint64_t left = atomic_load(&c->left);
    do
        if (left < bytes) return false;
    while (!atomic_compare_exchange_weak(&c->left, &left, left - bytes));
    double *nothing = NULL;
    if (atomic_compare_exchange_strong(place, &nothing, value)) return true;
    atomic_fetch_add(&c->left, bytes);
    return false;
}

static race_control_turn turns_describe(const race_control_turns *c, uint32_t own, uint32_t other,
                                        uint32_t amounts)
{
    return (race_control_turn){.own = own,
                               .other = other,
                               .slots = c->model.slots,
                               .end = turns_end(c, other, amounts),
                               .lost = race_control_hold(c, own, other),
                               .wiped = race_control_hold(c, 0, other)};
}

alea_status race_control_turn_open(race_control_turns *c, uint32_t own, uint32_t other,
                                   race_control_turn *out, alea_error *error)
{
    *out = turns_describe(c, own, other, TURN_AMOUNTS);
    if (own >= c->columns || other >= c->columns) {
        out->end = 0;
        return ALEA_OK;
    }
    control_kept *place = &c->turn[(size_t)own * c->columns + other];
    out->value = atomic_load(place);
    out->kept = out->value != NULL;
    if (out->kept) return ALEA_OK;
    ALEA_ASSERT(own < out->end);
    const size_t cells = (size_t)(out->end - own) * out->slots;
    out->value = alea__alloc_array(cells, sizeof *out->value);
    if (!out->value) return alea__out_of_memory(error);
    turns_fill(c, out);
    out->kept = turns_keep(c, place, out->value, cells * sizeof *out->value);
    return ALEA_OK;
}

void race_control_turn_close(race_control_turn *t)
{
    if (!t->kept) alea__free(t->value);
    t->value = NULL;
}

/* ---- play by a policy ---- */

/* Whoever begins a turn either must roll or may do so. */
static double turns_begin(const race_control_turns *c, race_control_turn *t)
{
    turns_fill(c, t);
    return t->value[c->pair.rules.first_forced ? 1 : 0];
}

/* A turn's start as a function of the value of losing the turn: at + slope * lost. `value` has room for any turn. */
typedef struct turns_line {
    double at, slope;
} turns_line;

static turns_line turns_line_of(const race_control_turns *c, uint32_t own, uint32_t other, double *value)
{
    race_control_turn t = turns_describe(c, own, other, 1);
    t.value = value;
    t.lost = 0;
    const double at = turns_begin(c, &t);
    t.lost = 1;
    return (turns_line){at, turns_begin(c, &t) - at};
}

/* Solves for the two turn starts that lead to each other by lost turns, from those of higher scores. With a leader a lost
   turn ends the game, so there is only one. */
static void turns_solve_partners(race_control_turns *c, uint32_t own, uint32_t other, double *value)
{
    double *mine = &c->start[(size_t)own * c->columns + other],
           *its = &c->start[(size_t)other * c->columns + own];
    const double both = c->money ? 0 : 1;
    const turns_line a = turns_line_of(c, own, other, value);
    if (other > c->pair.rules.goal) {
        *mine = a.at + a.slope * race_control_hold(c, own, other);
        return;
    }
    const turns_line b = turns_line_of(c, other, own, value);
    const double rest = 1 - a.slope * b.slope;
    if (rest <= 0) return; /* no player ever scores: best play is as good a guess as any */
    /* mine = a.at + a.slope * (both - its), and the other way round. */
    *mine = (a.at + a.slope * (both - b.at - b.slope * both)) / rest;
    *its = b.at + b.slope * (both - *mine);
}

static uint32_t turns_stand(const race_control_turns *c)
{
    const uint32_t goal = c->pair.rules.goal;
    return c->columns < goal + 1 ? c->columns : goal + 1;
}

/* Replaces the values of best play with a leader. Leaders are only followed by higher ones, so one pass is enough. */
static void turns_sweep_leaders(race_control_turns *c, double *value)
{
    for (uint32_t leader = c->columns; leader-- > turns_stand(c);)
        for (uint32_t own = leader; own-- > 0;)
            if (!isnan(c->start[(size_t)own * c->columns + leader]))
                turns_solve_partners(c, own, leader, value);
}

/* The same without a leader. A hold raises the sum of the scores; only wipes lead back. */
static void turns_sweep(race_control_turns *c, double *value)
{
    const uint32_t stand = turns_stand(c);
    for (uint32_t sum = 2 * stand - 1; sum-- > 0;)
        for (uint32_t own = sum < stand ? sum : stand - 1; 2 * own >= sum; own--) {
            const uint32_t other = sum - own;
            if (!isnan(c->start[(size_t)own * c->columns + other]))
                turns_solve_partners(c, own, other, value);
            if (own == 0) break;
        }
}

static alea_status turns_follow_policy(race_control_turns *c, alea_error *error)
{
    const size_t longest = turns_end(c, c->columns, 1);
    double *value = alea__alloc_array(longest * c->model.slots, sizeof *value);
    if (!value) return alea__out_of_memory(error);
    turns_sweep_leaders(c, value);
    for (int i = 0; i < SWEEPS; i++) turns_sweep(c, value);
    alea__free(value);
    return ALEA_OK;
}

/* ---- opening ---- */

/* Makes the tables, if best play covers this many scores. */
static alea_status turns_make(race_control_turns *c, uint32_t columns, alea_error *error)
{
    const uint32_t amounts = c->policy ? POLICY_LEADS : LED_AMOUNTS,
                   most = c->pair.rules.goal + 1 + amounts * c->roll_model.most;
    c->columns = columns < most ? columns : most;
    const size_t starts = (size_t)c->columns * c->columns;
    c->start = alea__alloc_array(starts, sizeof *c->start);
    c->turn = alea__alloc_array(starts, sizeof *c->turn);
    return c->start && c->turn ? ALEA_OK : alea__out_of_memory(error);
}

/* Takes the middles of the table's bounds; NaN for impossible scores. */
static alea_status turns_take_values(race_control_turns *c, const alea__matrix *m, alea_error *error)
{
    alea_status status = turns_make(c, m->columns, error);
    if (status != ALEA_OK) return status;
    for (uint32_t own = 0; own < c->columns; own++)
        for (uint32_t other = 0; other < c->columns; other++) {
            const size_t at = (size_t)own * m->columns + other;
            c->start[(size_t)own * c->columns + other] = (m->lower[at] + m->upper[at]) / 2;
        }
    return ALEA_OK;
}

/* Copies the values of best play, which cover at least as many scores as a policy. */
static alea_status turns_copy_values(race_control_turns *c, const race_control_turns *best, alea_error *error)
{
    alea_status status = turns_make(c, best->columns, error);
    for (uint32_t own = 0; status == ALEA_OK && own < c->columns; own++)
        memcpy(c->start + (size_t)own * c->columns, best->start + (size_t)own * best->columns,
               c->columns * sizeof *c->start);
    return status;
}

/* Solves the game of two. */
static alea_status turns_solve(race_control_turns *c, const alea__problem *given, alea_error *error)
{
    const alea__problem problem = {.rules = (const alea__rules *)&c->pair.rules,
                                   .objective = given->objective,
                                   .options = given->options};
    alea__values *values = NULL;
    alea_status status = race_solve(&problem, &values, error);
    if (status == ALEA_OK) status = turns_take_values(c, &values->matrix[RACE_MOVER], error);
    alea__values_free(values);
    return status;
}

/* Sets up everything behind the roll model. */
static alea_status turns_fill_all(race_control_turns *c, const alea__problem *given,
                                  const race_control_turns *best, alea_error *error)
{
    ALEA_ASSERT(!best || (!best->policy && best->money == c->money));
    alea_status status = best ? turns_copy_values(c, best, error) : turns_solve(c, given, error);
    if (status == ALEA_OK)
        status = race_turn_model_make(&c->roll_model, given->objective, race_bank_cap(&c->roll_model),
                                      &c->model, error);
    return status == ALEA_OK && c->policy ? turns_follow_policy(c, error) : status;
}

/* ALEA_E_REFUSED where turns are too many to keep, or depend on more than the state. */
static alea_status turns_check(const alea__problem *problem, alea_error *error)
{
    const race_rules *rules = race_rules_of(problem->rules);
    if (rules->players < 2 || rules->goal > MOST_GOAL)
        return alea__fail(error, ALEA_E_REFUSED, RACE_NO_CONTROL, MOST_GOAL);
    const char *why = problem->policy[0] ? race_inexact(problem->rules, problem->policy[0]) : NULL;
    return why ? alea__fail(error, ALEA_E_REFUSED, "%s", why) : ALEA_OK;
}

alea_status race_control_turns_open(const alea__problem *problem, const race_control_turns *best,
                                    race_control_turns **out, alea_error *error)
{
    alea_status status = turns_check(problem, error);
    if (status != ALEA_OK) return status;
    race_control_turns *c = alea__alloc(sizeof *c);
    if (!c) return alea__out_of_memory(error);
    c->pair = *(const race_game *)race_rules_of(problem->rules);
    c->pair.rules.players = 2;
    c->policy = race_policy_of(problem->policy[0]);
    c->money = problem->objective == ALEA_MONEY;
    atomic_init(&c->left, problem->options->memory > 0 ? problem->options->memory : KEPT_BYTES);
    status = race_roll_model_make(&c->pair.rules, &c->roll_model, error);
    if (status == ALEA_OK) status = turns_fill_all(c, problem, best, error);
    if (status == ALEA_OK)
        *out = c;
    else
        race_control_turns_close(c);
    return status;
}

void race_control_turns_close(race_control_turns *c)
{
    if (!c) return;
    for (size_t i = 0; c->turn && i < (size_t)c->columns * c->columns; i++) alea__free(c->turn[i]);
    alea__free(c->turn);
    alea__free(c->start);
    race_turn_model_clear(&c->model);
    race_roll_model_clear(&c->roll_model);
    alea__free(c);
}
