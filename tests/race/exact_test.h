#ifndef TESTS_RACE_EXACT_TEST_H
#define TESTS_RACE_EXACT_TEST_H
/* Tables of values made without the solver: one turn is worked out in plain doubles straight from the rules, and repeated
   until nothing changes. Slow, and fit for small goals. */
#include "base/memory.h"
#include "family/race/check/check.h"
#include "family/race/policy/policy.h"
#include "family/race/solve/solve.h"
#include "family/race/text/text.h"
#include "family/race/turn/roll_model.h"
#include "race/race_test.h"

#include <math.h>

typedef struct sweep {
    const race_rules *rules;
    const race_policy *opponent; /* of a best reply, or NULL */
    alea__values *values;
    uint32_t cap; /* the greatest total that is followed */
    double pay, excess;
    double *worth; /* [(total * memories + memory) * 2 + forced] */
} sweep;

HELPER uint32_t greatest_step(const race_rules *rules)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < rules->memories * rules->outcomes; i++)
        if (rules->effect[i].kind == RACE_ADD && rules->effect[i].amount > most)
            most = rules->effect[i].amount;
    return most;
}

HELPER bool may_force(const race_rules *rules)
{
    for (uint32_t i = 0; i < rules->memories * rules->outcomes; i++)
        if (rules->effect[i].forced) return true;
    return false;
}

HELPER double bound_at(const alea__matrix *m, uint32_t row, uint32_t column, int sign)
{
    size_t at = (size_t)row * m->columns + column;
    return sign > 0 ? m->lower[at] : -m->upper[at];
}

/* Bounds from below (sign 1), and of the negated values (sign -1). */
HELPER double ended(const sweep *s, bool mine, uint32_t total, uint32_t other, int sign)
{
    const race_rules *r = s->rules;
    const alea__matrix *m = s->values->matrix;
    const bool win = s->values->objective == ALEA_WIN;
    if (r->players == 1) {
        if (total >= r->goal) return win ? sign : 0;
        if (r->turn_limit > 0 && other <= 1) return 0;
        return bound_at(m, total, r->turn_limit > 0 ? other - 1 : 0, sign);
    }
    const bool bank = r->ending == RACE_BANK,
               over = bank ? total >= r->goal : other > r->goal && total <= other;
    if (over) {
        uint32_t winner = bank ? total : other, loser = bank ? other : total;
        double prize = win ? 1 : r->pay[loser < r->goal ? loser : r->goal] * (double)(winner - loser);
        return bank == mine ? sign * prize : win ? 0 : -sign * prize;
    }
    if (!bank && total > s->cap) return win ? (sign > 0 ? 0 : -1) : -s->pay * (total + s->excess);
    if (s->opponent) return mine ? bound_at(&m[1], total, other, sign) : bound_at(&m[0], other, total, sign);
    return (win ? sign : 0) + bound_at(m, other, total, -sign);
}

HELPER double *worth_of(const sweep *s, uint32_t total, uint32_t memory, bool forced)
{
    return &s->worth[((size_t)total * s->rules->memories + memory) * 2 + forced];
}

HELPER double rolled_from(const sweep *s, bool mine, uint32_t own, uint32_t other, uint32_t total,
                          uint32_t memory, int sign)
{
    const race_rules *r = s->rules;
    double sum = 0;
    for (uint32_t i = 0; i < r->outcomes; i++) {
        const race_effect *e = &r->effect[memory * r->outcomes + i];
        uint32_t next = total + e->amount, kind = e->kind;
        if (kind == RACE_ADD && next <= r->goal) kind = r->landing[next];
        if (kind != RACE_ADD)
            sum += ended(s, mine, kind == RACE_WIPE ? 0 : own, other, sign);
        else if (next > s->cap || (r->over_goal_hold && next >= race_enough(r)))
            sum += ended(s, mine, next, other, sign);
        else
            sum += *worth_of(s, next, e->memory, e->forced);
    }
    return sum / r->outcomes;
}

HELPER double chosen(const sweep *s, bool mine, uint32_t own, uint32_t other, uint32_t total, uint32_t memory,
                     double hold, double roll, int sign)
{
    bool most = (s->values->objective != ALEA_TURNS) == (sign > 0);
    if (mine) return most ? fmax(hold, roll) : fmin(hold, roll);
    double rolls = race_rolls_with(s->rules, s->opponent, (race_position){own, other, total, memory});
    return isnan(rolls) ? fmin(hold, roll) : rolls * roll + (1 - rolls) * hold;
}

HELPER double one_turn(const sweep *s, bool mine, uint32_t own, uint32_t other, int sign)
{
    for (uint32_t total = s->cap + 1; total-- > own;)
        for (uint32_t m = 0; m < s->rules->memories; m++) {
            double roll = rolled_from(s, mine, own, other, total, m, sign),
                   hold = ended(s, mine, total, other, sign);
            *worth_of(s, total, m, true) = roll;
            *worth_of(s, total, m, false) = chosen(s, mine, own, other, total, m, hold, roll, sign);
        }
    return *worth_of(s, own, 0, s->rules->first_forced) + (s->values->objective == ALEA_TURNS ? sign : 0);
}

HELPER bool begins(const sweep *s, uint32_t own, uint32_t other)
{
    const race_rules *r = s->rules;
    if (!race_can_stand(r, own)) return false;
    if (r->players == 1) return true;
    if (!race_can_stand(r, other)) return false;
    return r->ending == RACE_BANK || (other <= r->goal ? own <= r->goal : own < other);
}

/* Computes one position and returns how much its bounds change. The bounds keep a distance of `room` from what the turn
   gives. */
HELPER double sweep_one(sweep *s, unsigned k, uint32_t row, uint32_t column, double room)
{
    alea__matrix *m = &s->values->matrix[k];
    uint32_t own = k == 0 ? row : column, other = k == 0 ? column : row;
    size_t at = (size_t)row * m->columns + column;
    if (!begins(s, own, other) || (s->rules->turn_limit > 0 && column == 0)) return 0;
    double low = one_turn(s, k == 0, own, other, 1) - room,
           high = -one_turn(s, k == 0, own, other, -1) + room;
    double change = fmax(fabs(low - m->lower[at]), fabs(high - m->upper[at]));
    m->lower[at] = low;
    m->upper[at] = high;
    return change;
}

/* One sweep over all turns, the highest sums of scores first; the greatest change. */
HELPER double sweep_once(sweep *s, double room)
{
    const alea__matrix *m = &s->values->matrix[0];
    double change = 0;
    for (uint32_t sum = m->rows + m->columns - 1; sum-- > 0;)
        for (uint32_t row = sum < m->columns ? 0 : sum - m->columns + 1; row < m->rows && row <= sum; row++)
            for (unsigned k = 0; k < s->values->count; k++)
                change = fmax(change, sweep_one(s, k, row, sum - row, room));
    return change;
}

HELPER void begin_with_zero(sweep *s)
{
    for (unsigned k = 0; k < s->values->count; k++) {
        alea__matrix *m = &s->values->matrix[k];
        for (uint32_t row = 0; row < m->rows; row++)
            for (uint32_t column = 0; column < m->columns; column++)
                if (begins(s, k == 0 ? row : column, k == 0 ? column : row))
                    m->lower[(size_t)row * m->columns + column] =
                        m->upper[(size_t)row * m->columns + column] = 0;
    }
}

HELPER void describe_table(sweep *s)
{
    alea__values *v = s->values;
    size_t at = s->rules->turn_limit;
    v->start = (alea_interval){v->matrix[0].lower[at], v->matrix[0].upper[at]};
    v->second = v->start;
    if (s->opponent)
        v->second = (alea_interval){v->matrix[1].lower[0], v->matrix[1].upper[0]};
    else if (s->rules->players == 2)
        v->second = (alea_interval){(v->objective == ALEA_WIN) - v->start.upper - 1e-15,
                                    (v->objective == ALEA_WIN) - v->start.lower + 1e-15};
    v->width = 1000;
    v->layers = v->layers_done = 1;
}

/* The values of a game: `cap` for chases, where it is the greatest score of the table. */
HELPER alea__values *sweep_table(const alea_game *game, alea_objective objective, uint32_t cap,
                                 const alea__policy *opponent, double room)
{
    const race_rules *r = rules_of(game);
    sweep s = {.rules = r,
               .opponent = opponent ? race_policy_of(opponent) : NULL,
               .values = alea__values_new(objective)};
    bool chase = r->players == 2 && r->ending == RACE_CHASE;
    uint32_t rows = chase ? cap + 1 : r->goal,
             columns = r->players == 1 ? (r->turn_limit ? r->turn_limit + 1 : 1) : rows;
    uint32_t losing = r->outcomes, most = greatest_step(r);
    for (uint32_t m = 0; m < r->memories; m++) {
        uint32_t here = 0;
        for (uint32_t i = 0; i < r->outcomes; i++) here += r->effect[m * r->outcomes + i].kind != RACE_ADD;
        if (here < losing) losing = here;
    }
    s.cap = chase ? cap : r->goal + (opponent || r->memories > 1 || may_force(r) ? 40 * most : 0);
    s.pay = 2;
    s.excess = ceil((double)most * (r->outcomes - losing) / losing) + 1;
    s.worth = alea__alloc_array((size_t)(s.cap + 1) * r->memories * 2, sizeof *s.worth);
    assert_int_equal(
        alea__values_add(s.values, &(alea__matrix_shape){"mover", "own", "other", rows, columns}, NULL),
        ALEA_OK);
    if (opponent) {
        assert_int_equal(
            alea__values_add(s.values, &(alea__matrix_shape){"waiting", "own", "other", rows, columns}, NULL),
            ALEA_OK);
        assert_int_equal(
            race_plan_pack(game->rules, opponent, &s.values->opponent, &s.values->opponent_size, NULL),
            ALEA_OK);
    }
    begin_with_zero(&s);
    for (int i = 0; i < 3000 && sweep_once(&s, room) > room / 4; i++) continue;
    describe_table(&s);
    alea__free(s.worth);
    return s.values;
}

/* A chase for dollars with one small die: 1 and 2 bust, exactly 6 wipes, a 4 forces another roll. */
__attribute__((unused)) static const char small_chase[] =
    "dice = 1, sides = 4, goal = 6, ending = 'chase',\n"
    "roll = function(f) if f <= 2 then return bust() end return add(f - 1, { forced = f == 4 }) end,\n"
    "landing = function(score) if score == 6 then return wipe() end end,\n"
    "payoff = { money = { per_point = function(score) return score == 0 and 2 or 1 end } }";

/* Piglet's values, as computed by hand (Neller and Presser 2004): 4/7, 2/5, 4/5, 2/3. */
HELPER alea__values *piglet_by_hand(double room)
{
    static const double value[4] = {4.0 / 7, 2.0 / 5, 4.0 / 5, 2.0 / 3};
    alea__values *v = alea__values_new(ALEA_WIN);
    assert_int_equal(alea__values_add(v, &(alea__matrix_shape){"mover", "own", "other", 2, 2}, NULL),
                     ALEA_OK);
    for (int i = 0; i < 4; i++) {
        v->matrix[0].lower[i] = value[i] - room;
        v->matrix[0].upper[i] = value[i] + room;
    }
    v->start = (alea_interval){4.0 / 7 - room, 4.0 / 7 + room};
    v->second = (alea_interval){3.0 / 7 - 1.5 * room, 3.0 / 7 + 1.5 * room};
    v->width = 3 * room;
    v->layers = v->layers_done = 1;
    return v;
}

HELPER alea_verdict verdict_on(const alea_game *game, const alea__values *values)
{
    alea_verdict verdict;
    OK(race_certify(game->rules, values, NULL, &verdict, &test_error));
    return verdict;
}

#define assert_accepted(game, values)                                   \
    do {                                                                \
        alea_verdict verdict_of_it = verdict_on(game, values);          \
        if (!verdict_of_it.holds) fail_msg("%s", verdict_of_it.reason); \
        assert_string_equal(verdict_of_it.reason, "");                  \
    } while (0)

#define assert_refused(game, values, sentence)                                   \
    do {                                                                         \
        alea_verdict verdict_of_it = verdict_on(game, values);                   \
        assert_false(verdict_of_it.holds);                                       \
        if (!strstr(verdict_of_it.reason, sentence))                             \
            fail_msg("\"%s\" is not in \"%s\"", sentence, verdict_of_it.reason); \
    } while (0)

#endif
