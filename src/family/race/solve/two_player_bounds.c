/* Continuations, prizes and their consequences; see two_player_bounds.h. */
#include "family/race/solve/two_player_bounds.h"
#include "base/assert.h"

#include <math.h>

/* The value of the end of the game to player 0 when `side` wins with that score. */
static double bounds_prize(const race_two_player_bounds *f, unsigned side, uint32_t winner, uint32_t loser)
{
    const race_turn_model *c = &f->model;
    if (c->objective == ALEA_WIN) return side == 0;
    double dollars = (double)(race_price(c->rules, loser) * ((int64_t)winner - (int64_t)loser));
    return side == 0 ? dollars : -dollars;
}

void race_fill_continuation(const race_two_player_bounds *f, race_optimum *b, unsigned side, uint32_t other)
{
    const race_turn_model *c = &f->model;
    const race_bound_table *next = &f->bounds[f->sides - 1 - side];
    const bool equals = f->sides == 1;
    race_continuation *after = &b->after;
    ALEA_ASSERT(side < f->sides && other < f->columns && b->model == c);
    after->end = c->grows ? 0 : bounds_prize(f, side, c->goal, other);
    after->least = c->objective == ALEA_WIN ? 0 : -race_beyond(c, (double)c->cap + c->most);
    after->minus_most = c->objective == ALEA_WIN ? -1 : after->least;
    for (uint32_t total = 0; total <= c->cap; total++) {
        if (race_ends_game(c, total, other)) {
            const bool bank = c->rules->ending == RACE_BANK;
            after->low[total] =
                bank ? bounds_prize(f, side, total, other) : bounds_prize(f, 1 - side, other, total);
            after->neg[total] = -after->low[total];
        } else if (race_can_begin_at(c->rules, total)) {
            const size_t at = (size_t)other * f->columns + total;
            after->low[total] = equals ? alea__difference(c->how, f->base, next->upper[at]) : next->lower[at];
            after->neg[total] =
                equals ? alea__difference(c->how, next->lower[at], f->base) : -next->upper[at];
        } else {
            after->low[total] = after->neg[total] = 0;
        }
    }
}

/* The expectation under the continuation; above the cap, that of every hold there. */
static double bounds_expect(const race_outcomes *t, const double *after, double end, double worst)
{
    const uint32_t split = t->model->cap + 1;
    const double sum = race_expect(t, after, worst);
    if (t->end <= split) return sum;
    const alea__rounding how = t->model->how;
    return alea__sum_product(how, sum, end, race_weigh(how, t->hold + split, NULL, t->end - split));
}

race_bound race_expect_along(const race_continuation *after, const race_outcomes *t)
{
    return (race_bound){bounds_expect(t, after->low, after->end, after->least),
                        bounds_expect(t, after->neg, -after->end, after->minus_most)};
}

/* The number of rolls after which an event that continues with this chance has at most a chance of 1e-19 left; at most `most`. */
static uint32_t bounds_rolls_until_over(double on, uint32_t most)
{
    uint32_t rolls = 0;
    ALEA_ASSERT(on >= 0 && on <= 1);
    for (double left = 1; left > 1e-19 && rolls < most; left *= on) rolls++;
    return rolls;
}

uint32_t race_far(const race_roll_model *roll_model)
{
    enum { MOST_ABOVE = 100000, ROLLS_WITHOUT_LOSS = 100 };
    const double on = 1 - race_least_losing(roll_model);
    const uint32_t rolls = on == 1 ? ROLLS_WITHOUT_LOSS : bounds_rolls_until_over(on, MOST_ABOVE);
    return roll_model->rules->goal + (uint32_t)fmin((rolls + 1.0) * roll_model->most, MOST_ABOVE);
}

uint32_t race_reach(const race_turn_model *c, bool policies)
{
    uint32_t near = c->cap + c->most, far = policies ? race_far(c->roll_model) : 0;
    return c->grows ? c->cap : near > far ? near : far;
}

/* Above the goal only forced rolls matter, and only as long as they follow one another: up to here, for all but a chance
   of 1e-19. At the goal itself a landing may lose the turn. */
uint32_t race_bank_cap(const race_roll_model *roll_model)
{
    const race_rules *rules = roll_model->rules;
    double forced = 0;
    for (uint32_t m = 0; m < roll_model->memories; m++) {
        double sum = 0;
        for (uint32_t i = 0; i < roll_model->rolls[m].count; i++)
            if (roll_model->rolls[m].add[i].forced) sum += roll_model->rolls[m].add[i].weight;
        ALEA_ASSERT(sum <= roll_model->denominator);
        forced = fmax(forced, sum / roll_model->denominator);
    }
    if (forced == 0 || rules->over_goal_hold)
        return race_can_stand(rules, rules->goal) ? race_enough(rules) - 1 : rules->goal;
    return race_enough(rules) + roll_model->most * bounds_rolls_until_over(forced, 4000);
}
