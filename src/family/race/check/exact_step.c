/* One turn from stored bounds; see exact_step.h. */
#include "family/race/check/exact_step.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/check/read_policy.h"
#include "family/race/policy/policy.h"

#include <string.h>

#define MOST_ROLLS_AHEAD 4000.0
#define MOST_TOP         0x1p24

/* ---- combined effects of rolls ---- */

static void step_add_up(race_row *row, const race_effect *e, uint32_t memories)
{
    uint32_t step = ((uint32_t)e->amount * memories + e->memory) * 2 + (e->forced != 0), i = 0;
    if (e->kind == RACE_BUST) row->bust++;
    if (e->kind == RACE_WIPE) row->wipe++;
    if (e->kind != RACE_ADD) return;
    while (i < row->count && row->arrival[i].step != step) i++;
    if (i == row->count) row->arrival[row->count++] = (race_arrival){0, step};
    row->arrival[i].weight++;
}

/* Whether all rolls of nothing in this memory lead to memories that are in `placed` already. */
static bool is_next(const race_bounds *b, uint32_t memory, const bool *placed)
{
    const race_row *row = &b->row[memory];
    for (uint32_t i = 0; i < row->count; i++) {
        uint32_t to = row->arrival[i].step / 2;
        if (to < b->rules->memories && !placed[to]) return false;
    }
    return true;
}

/* A roll of nothing stays at its total, so that the memory it leads to must be worked out before. */
static alea_status step_put_in_order(race_bounds *b, alea_error *error)
{
    uint32_t memories = b->rules->memories, count = 0, before;
    bool *placed = alea__alloc_array(memories, sizeof *placed);
    if (!placed) return alea__out_of_memory(error);
    do {
        before = count;
        for (uint32_t m = 0; m < memories; m++) {
            if (placed[m] || !is_next(b, m, placed)) continue;
            placed[m] = true;
            b->order[count++] = m;
        }
    } while (count > before);
    alea__free(placed);
    if (count == memories) return ALEA_OK;
    return alea__fail(error, ALEA_E_REFUSED,
                      "Rolls that add nothing can follow one another for ever, so that no turn can be worked "
                      "out backward.");
}

/* ---- how far totals are followed, and what lies beyond ---- */

static uint32_t fewest_losing(const race_bounds *b)
{
    uint32_t fewest = b->rules->outcomes;
    for (uint32_t m = 0; m < b->rules->memories; m++)
        if (b->row[m].bust + b->row[m].wipe < fewest) fewest = b->row[m].bust + b->row[m].wipe;
    return fewest;
}

/* After this many rolls the chance that a turn still continues is below 2^-places. */
static uint32_t step_rolls_until(const race_bounds *b, int places)
{
    const double on = 1 - (double)fewest_losing(b) / b->rules->outcomes;
    uint32_t rolls = 0;
    for (double left = 1; left >= ldexp(1, -places) && rolls < MOST_ROLLS_AHEAD; left *= on) rolls++;
    return rolls;
}

/* The total from which a policy holds whenever it may; UINT32_MAX if unknown. */
static uint32_t settled(const race_rules *rules, const race_policy *policy)
{
    const race_plan *plan = &policy->plan;
    uint64_t last = race_enough(rules);
    switch ((race_policy_kind)policy->kind) {
    case RACE_POLICY_HOLD:
    case RACE_POLICY_BANK:
    case RACE_POLICY_TABLE: return race_enough(rules);
    case RACE_POLICY_TOTAL: return policy->n > last ? policy->n : (uint32_t)last;
    case RACE_POLICY_TURNS:
    case RACE_POLICY_RANDOM:
    case RACE_POLICY_ALWAYS:
    case RACE_POLICY_FORFEIT: return UINT32_MAX;
    case RACE_POLICY_PLAN: break;
    }
    if (plan->asked != UINT32_MAX) return UINT32_MAX;
    for (uint64_t i = 0; i < (uint64_t)plan->owns * plan->others; i++) {
        uint64_t end = i / plan->others + (plan->row[i + 1] - plan->row[i]) / plan->memories + 1;
        if (end > last) last = end;
    }
    return last < UINT32_MAX ? (uint32_t)last : UINT32_MAX;
}

static double greatest_bound(const alea__values *values)
{
    double most = 0;
    for (unsigned k = 0; k < values->count; k++) {
        const alea__matrix *m = &values->matrix[k];
        for (size_t i = 0; i < (size_t)m->rows * m->columns; i++) {
            if (fabs(m->lower[i]) > most) most = fabs(m->lower[i]);
            if (fabs(m->upper[i]) > most) most = fabs(m->upper[i]);
        }
    }
    return most;
}

/* Dollars above `top`. With a leader every roll ends the game with chance 1 - q at least, or raises the greatest total by
   the greatest amount A at most; so the final score is expected to be at most t + A q / (1 - q), whatever anybody does, and
   nobody wins or loses more than the greatest pay P for each of its points. Without a leader who rolls at t > top either
   loses the turn, which is worth at most F, the greatest bound in the table, or comes to t + A at most: with
   H(t) = P (t + A q / (1 - q) + 1), F <= P (t + 1) gives (1 - q) F + q H(t + A) <= H(t). So H bounds both moves at t. */
static alea_status bound_dollars(race_bounds *b, alea_error *error)
{
    int64_t losing = fewest_losing(b), outcomes = b->rules->outcomes;
    if (losing == 0)
        return alea__fail(
            error, ALEA_E_REFUSED,
            "There is a roll that cannot lose the turn, so that nothing bounds how far points can grow.");
    for (uint32_t score = 0; score <= b->rules->goal; score++)
        if (b->rules->pay[score] > b->pay) b->pay = b->rules->pay[score];
    if (b->pay == 0) return alea__fail(error, ALEA_E_REFUSED, "Nobody ever pays anything.");
    b->excess = (b->most * (outcomes - losing) + losing - 1) / losing + 1;
    if (race_is_chase(b->rules)) return ALEA_OK; /* F <= P (cap + 2) is the certificate's to check */
    b->greatest = greatest_bound(b->values);
    double beyond = 4.0 * (double)(b->most + b->excess) * (double)outcomes / (double)losing,
           unlikely = (double)b->most * step_rolls_until(b, ALEA__FIXED_MOST_PLACES + 20);
    double top = b->rules->goal + b->greatest / (double)b->pay + fmax(beyond, unlikely);
    if (!(top < MOST_TOP))
        return alea__fail(error, ALEA_E_REFUSED, "The values are too large to be followed.");
    b->top = (uint32_t)top;
    return ALEA_OK;
}

/* Without money: a probability lies between 0 and 1, and a player who may hold above the goal has won. The turns still
   needed are at least 0, and at most the greatest number stored for the beginning of a turn. */
static void look_ahead(race_bounds *b)
{
    const race_rules *rules = b->rules;
    bool forced = false;
    for (uint32_t m = 0; m < rules->memories; m++)
        for (uint32_t i = 0; i < b->row[m].count; i++) forced |= b->row[m].arrival[i].step & 1;
    /* totals that a turn reaches with a chance below the arithmetic's resolution */
    const uint32_t far = rules->goal + b->most * step_rolls_until(b, ALEA__FIXED_MOST_PLACES + 4);
    uint32_t until = forced ? UINT32_MAX : rules->goal;
    if (b->opponent && until == rules->goal) until = settled(rules, race_policy_of(b->opponent));
    b->holds_above = !b->opponent || settled(rules, race_policy_of(b->opponent)) <= far;
    b->top = until < far ? until : far;
    if (rules->over_goal_hold || b->top < rules->goal) b->top = rules->goal;
    if (b->values->objective == ALEA_TURNS) b->greatest = greatest_bound(b->values);
}

/* The limit for totals; ALEA_E_REFUSED if higher ones cannot be bounded. */
static alea_status choose_top(race_bounds *b, uint32_t reach, alea_error *error)
{
    const race_rules *rules = b->rules;
    b->holds_above = false;
    if (b->values->objective == ALEA_MONEY) {
        alea_status status = bound_dollars(b, error);
        if (status != ALEA_OK) return status;
    } else if (!race_is_chase(rules)) {
        look_ahead(b);
    }
    if (race_is_chase(rules))
        b->top = b->values->matrix[0].rows - 1;
    else if (b->top < reach)
        b->top = reach;
    return ALEA_OK;
}

static alea_status step_choose_places(race_bounds *b, alea_error *error)
{
    double most = (double)b->pay * ((double)b->top + b->most + (double)b->excess);
    if (most < b->greatest) most = b->greatest;
    b->places = alea__fixed_places(most + 1 > 2 ? most + 1 : 1);
    if (b->places < 0) return alea__fail(error, ALEA_E_REFUSED, "The values are too large to be checked.");
    b->narrow = b->values->objective == ALEA_WIN && b->rules->outcomes < 8; /* 7 * 2^60 is less than 2^63 */
    b->unit = alea__fixed_whole(1, b->places);
    b->one = b->values->objective == ALEA_WIN ? b->unit : 0;
    b->by = alea__divider_for(b->rules->outcomes);
    return ALEA_OK;
}

alea_status race_bounds_make(const race_rules *rules, const alea__values *values, uint32_t reach,
                             race_bounds *out, alea_error *error)
{
    race_bounds b = {.rules = rules, .values = values};
    alea_status status = ALEA_OK;
    b.row = alea__alloc_array(rules->memories, sizeof *b.row);
    b.order = alea__alloc_array(rules->memories, sizeof *b.order);
    b.arrival = alea__alloc_array((size_t)rules->memories * rules->outcomes, sizeof *b.arrival);
    if (!b.row || !b.order || !b.arrival) status = alea__out_of_memory(error);
    if (status == ALEA_OK && values->opponent)
        status = race_plan_unpack((const alea__rules *)rules, values->opponent, values->opponent_size,
                                  &b.opponent, error);
    if (status == ALEA_OK) {
        for (uint32_t m = 0; m < rules->memories; m++) {
            b.row[m].arrival = b.arrival + (size_t)m * rules->outcomes;
            for (uint32_t i = 0; i < rules->outcomes; i++)
                step_add_up(&b.row[m], &rules->effect[(size_t)m * rules->outcomes + i], rules->memories);
        }
        b.most = race_greatest_amount(rules);
        status = step_put_in_order(&b, error);
    }
    if (status == ALEA_OK) status = choose_top(&b, reach, error);
    if (status == ALEA_OK) status = step_choose_places(&b, error);
    if (status == ALEA_OK)
        *out = b;
    else
        race_bounds_clear(&b);
    return status;
}

void race_bounds_clear(race_bounds *b)
{
    race_policy_free(b->opponent);
    alea__free(b->row);
    alea__free(b->order);
    alea__free(b->arrival);
    *b = (race_bounds){.row = NULL};
}

alea_status race_workspace_make(const race_bounds *b, race_workspace *out, alea_error *error)
{
    size_t totals = (size_t)b->top + b->most + 1;
    race_workspace work = {alea__alloc_array(totals, sizeof *work.hold),
                           alea__alloc_array(totals * b->rules->memories * 2, sizeof *work.cell), 0, 0};
    if (!work.hold || !work.cell) {
        race_workspace_clear(&work);
        return alea__out_of_memory(error);
    }
    *out = work;
    return ALEA_OK;
}

void race_workspace_clear(race_workspace *work)
{
    alea__free(work->hold);
    alea__free(work->cell);
    *work = (race_workspace){.hold = NULL};
}

/* ---- the beginnings of turns ---- */

/* The stored bound as a lower bound in units, or the trivial bound if none is stored. A bound outside the range of
   probabilities is clipped to it: that never takes anything from a value, and keeps sums of rolls as small as roll_narrow
   requires, whatever a table contains. */
static int64_t step_stored(const race_bounds *b, race_side side, uint32_t own, uint32_t waiter, int sign)
{
    const alea__matrix *m = &b->values->matrix[side];
    /* rows are the scores of the player whose values these are */
    size_t at = side == RACE_MOVER ? (size_t)own * m->columns + waiter : (size_t)waiter * m->columns + own;
    double bound = sign > 0 ? m->lower[at] : -m->upper[at];
    int64_t least = sign > 0 ? 0 : -b->one; /* trivial bound */
    if (b->values->objective == ALEA_MONEY || (b->values->objective != ALEA_WIN && sign < 0))
        least = -(INT64_C(1) << 61);
    int64_t units = alea__fixed_fits(bound, b->places) ? alea__fixed_below(bound, b->places) : least;
    if (b->values->objective == ALEA_WIN && units > least + b->one) return least + b->one;
    return units > least ? units : least;
}

/* ---- the ends of turns ---- */

/* The payment at the end of the game; `won` is for the player whose values these are. */
static int64_t step_prize(const race_bounds *b, bool won, uint32_t winner, uint32_t loser, int sign)
{
    if (b->values->objective == ALEA_WIN) return won ? sign * b->one : 0;
    int64_t dollars = race_price(b->rules, loser) * (winner - loser);
    return alea__fixed_whole(won ? sign * dollars : -sign * dollars, b->places);
}

/* The value of ending a turn with this score: the total after a hold, the banked score after a bust, 0 after a wipe. Unless
   that ends the game, the waiter moves next against `total`; a single player has one turn less left. */
static int64_t step_ends_with(const race_bounds *b, race_side side, uint32_t total, uint32_t waiter, int sign)
{
    const race_rules *rules = b->rules;
    const bool mine = side == RACE_MOVER, limited = rules->turn_limit > 0;
    if (rules->players == 1) {
        if (total >= race_enough(rules)) return sign * b->one;
        if (limited && waiter <= 1) return 0;
        return step_stored(b, RACE_MOVER, total, limited ? waiter - 1 : 0, sign);
    }
    if (rules->ending == RACE_BANK && total >= rules->goal) return step_prize(b, mine, total, waiter, sign);
    if (rules->ending == RACE_CHASE && waiter > rules->goal && total <= waiter)
        return step_prize(b, !mine, waiter, total, sign);
    if (b->values->count > 1) return step_stored(b, (race_side)(RACE_WAITING - side), waiter, total, sign);
    return sign * b->one + step_stored(b, RACE_MOVER, waiter, total, -sign); /* 1 - V, or -V */
}

/* Above `top`: see bound_dollars and look_ahead. */
static int64_t step_beyond(const race_bounds *b, uint32_t total, bool forced, int64_t hold, int sign)
{
    bool bank = !race_is_chase(b->rules);
    if (bank && (b->rules->over_goal_hold || (!forced && b->holds_above))) return hold;
    if (b->values->objective == ALEA_MONEY)
        return alea__fixed_whole(-b->pay * (total + b->excess), b->places);
    if (b->values->objective == ALEA_WIN) return sign > 0 ? 0 : -b->one;
    return sign > 0 ? 0 : -alea__fixed_above(b->greatest, b->places);
}

void race_set_opponent(const race_bounds *b, const race_exact_turn *turn, race_workspace *work)
{
    const race_side side = turn->side;
    const uint32_t waiter = turn->waiter;
    const int sign = turn->sign;
    uint32_t last = b->top + b->most, memories = b->rules->memories;
    work->lowest = b->top + 1;
    for (uint32_t total = 0; total <= b->top; total++)
        work->hold[total] = step_ends_with(b, side, total, waiter, sign);
    for (uint32_t total = b->top + 1; total <= last; total++) {
        bool known = !race_is_chase(b->rules);
        work->hold[total] =
            known ? step_ends_with(b, side, total, waiter, sign) : step_beyond(b, total, false, 0, sign);
        for (size_t i = 0; i < (size_t)memories * 2; i++)
            work->cell[race_cell(b, total, 0, false) + i] =
                step_beyond(b, total, i & 1, work->hold[total], sign);
    }
}

/* ---- the turn ---- */

/* The current turn: its player, and the value of losing it. */
typedef struct turn_under_way {
    race_exact_turn from;
    int64_t bust, wipe;
} turn_under_way;

/* The values of both moves at a position. */
typedef struct both_moves {
    int64_t hold, roll;
} both_moves;

static turn_under_way step_turn(const race_exact_turn *turn, const race_workspace *work)
{
    return (turn_under_way){*turn, work->hold[turn->own], work->hold[0]};
}

/* Probabilities are between 0 and 1, negated ones between -1 and 0: made positive, they are divided in one step. */
static int64_t roll_narrow(const race_bounds *b, const turn_under_way *t, const race_row *row,
                           const int64_t *cell)
{
    const int64_t shift = t->from.sign > 0 ? 0 : b->one;
    int64_t sum = row->bust * t->bust + row->wipe * t->wipe;
    for (uint32_t i = 0; i < row->count; i++) sum += row->arrival[i].weight * cell[row->arrival[i].step];
    return (int64_t)alea__divide_small(&b->by, (uint64_t)(sum + shift * b->rules->outcomes)) - shift;
}

/* The value of a roll with this memory, from the cells of its total. */
static int64_t step_roll(const race_bounds *b, const turn_under_way *t, uint32_t memory, const int64_t *cell)
{
    const race_row *row = &b->row[memory];
    if (b->narrow) return roll_narrow(b, t, row, cell);
    alea__wide sum = (alea__wide)row->bust * t->bust + (alea__wide)row->wipe * t->wipe;
    for (uint32_t i = 0; i < row->count; i++)
        sum += (alea__wide)row->arrival[i].weight * cell[row->arrival[i].step];
    return alea__divide(&b->by, sum);
}

/* Whether a turn ends by itself after a roll that led to this total; if so, sets *value. */
static bool ends_by_itself(const race_bounds *b, const turn_under_way *t, uint32_t total, int64_t hold,
                           int64_t *value)
{
    const race_rules *rules = b->rules;
    if (total <= rules->goal && rules->landing[total] != RACE_ADD)
        *value = rules->landing[total] == RACE_WIPE ? t->wipe : t->bust;
    else if (rules->over_goal_hold && total >= race_enough(rules))
        *value = hold;
    else
        return false;
    return true;
}

/* The value for a player who may hold: the better of both moves. For the opponent's policy, that of its move; positions in
   which it was never asked count as the worst. */
static int64_t step_decide(const race_bounds *b, const turn_under_way *t, uint32_t total, uint32_t memory,
                           both_moves gives)
{
    bool maximises = (b->values->objective != ALEA_TURNS) == (t->from.sign > 0);
    if (t->from.side == RACE_WAITING) {
        const race_position at = {t->from.own, t->from.waiter, total, memory};
        const int64_t chance = race_read_policy(b->rules, race_policy_of(b->opponent), at);
        alea__wide sum =
            (alea__wide)chance * gives.roll + (alea__wide)((INT64_C(1) << 32) - chance) * gives.hold;
        if (chance >= 0) return (int64_t)(sum >> 32); /* downward: gcc and clang shift the sign in */
        maximises = false;
    }
    return maximises == (gives.hold > gives.roll) ? gives.hold : gives.roll;
}

/* Fills the cells of a total; those of greater totals are filled. */
static void fill_total(const race_bounds *b, const turn_under_way *t, uint32_t total,
                       const race_workspace *work)
{
    int64_t *cell = work->cell + race_cell(b, total, 0, false), hold = work->hold[total], value = 0;
    bool ends = ends_by_itself(b, t, total, hold, &value);
    for (uint32_t k = 0; k < b->rules->memories; k++) {
        uint32_t m = b->order[k];
        int64_t roll = ends ? value : step_roll(b, t, m, cell);
        cell[2 * m] = ends ? value : step_decide(b, t, total, m, (both_moves){hold, roll});
        cell[2 * m + 1] = roll;
    }
}

int64_t race_exact_start(const race_bounds *b, const race_exact_turn *turn, race_workspace *work)
{
    const turn_under_way t = step_turn(turn, work);
    const uint32_t own = turn->own;
    if (work->bust != t.bust || turn->side == RACE_WAITING)
        work->lowest = b->top + 1; /* a policy looks at `own` too */
    work->bust = t.bust;
    while (work->lowest > own) fill_total(b, &t, --work->lowest, work);
    int64_t roll = step_roll(b, &t, 0, work->cell + race_cell(b, own, 0, false));
    return b->rules->first_forced ? roll : step_decide(b, &t, own, 0, (both_moves){t.bust, roll});
}

int64_t race_exact_roll(const race_bounds *b, const race_exact_turn *turn, uint32_t total, uint32_t memory,
                        const race_workspace *work)
{
    const turn_under_way t = step_turn(turn, work);
    return step_roll(b, &t, memory, work->cell + race_cell(b, total, 0, false));
}
