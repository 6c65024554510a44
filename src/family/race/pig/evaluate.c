/* Exact results of two policies in a game like Pig: the lanes of solve.c, but every decision is known,
   so that a turn is linear in what follows it and a pair of turn starts is solved at once.

   For each player the turn starts in which that player moves have rows of their own, by the mover's score:
   H = 1 - the mover's chance of winning, and the mean of the turns to come. Who moves at (own i, other j)
   loses the turn to the other's turn start (own j, other i).

   Bounds. With u = 2^-53, a step of a pass (one average) is off by less than (count + 4) u, as its numbers
   are at most 1; a turn has N / bust rolls at most on average, and errors are averaged like values: a
   turn's two numbers, taken together, are off by less than 2 (count + 4) u N / bust. Solving a pair leaves
   less than 16 u in its two equations. Let epsilon be the sum of both and a hundredth of it for products of
   errors: all computed chances h satisfy |h - (one exact turn of h)| <= epsilon. The same goes for the
   turns t, whose numbers are at most as great as the greatest of them: |t - (1 + what follows in t)| <= rho
   = epsilon (1 + greatest). Let P be the transitions between turn starts. From t >= (1 - rho) + P t, with rho <
   1, the mean number of turns is finite, at most t / (1 - rho) and at least t / (1 + rho): the game ends
   with probability 1. And |h - truth| <= epsilon (I - P)^-1 1 <= epsilon t / (1 - rho). (Kemeny and Snell,
   Finite Markov Chains, 1960, theorem 3.2.4, for the inverse.) */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/race/pig/pig.h"

#include <fenv.h>
#include <math.h>

enum { WORD = 64 };
static const uint64_t most_bytes = UINT64_C(1) << 30;

typedef struct pig_player {
    const race_policy *policy;
    pig_rows hold, length;
    double *lanes; /* three rows, of `turn` */
    pig_turns turn;
} pig_player;

typedef struct pig_pair {
    const pig_kernel *kernel;
    const race_rules *rules;
    pig_rolls rolls;
    uint32_t goal, longest; /* no policy rolls on at this turn total */
    pig_player player[2];
    const alea_progress *progress;
    uint64_t *decided; /* of one group */
    double *workspace, greatest;
} pig_pair;

/* ---- the policy ---- */

static bool pig_pair_knows(const pig_pair *e, const race_policy *policy)
{
    /* thresholds are at most the goal, or the turn ends there anyway */
    if (policy->kind != RACE_POLICY_PLAN)
        return race_has_threshold(policy) &&
               (policy->kind != RACE_POLICY_TOTAL || policy->n <= e->goal || e->rules->over_goal_hold);
    return policy->plan.memories == 1 &&
           (policy->plan.asked == UINT32_MAX || policy->plan.asked >= e->goal + e->rolls.most);
}

static uint32_t pig_pair_longest(const pig_pair *e, const race_policy *policy)
{
    return policy->kind == RACE_POLICY_HOLD && policy->n < e->goal ? policy->n : e->goal;
}

static uint64_t pig_pair_ones(uint32_t count)
{
    return count >= WORD ? UINT64_MAX : (UINT64_C(1) << count) - 1;
}

/* Up to 64 bits of a plan's row from turn total k on; past its end it rolls, as the goal is not reached. */
static uint64_t pig_pair_plan_word(const race_plan *plan, size_t cell, uint32_t k)
{
    const uint64_t from = plan->row[cell] + k, end = plan->row[cell + 1];
    uint64_t word = 0;
    const uint32_t count = from >= end ? 0 : end - from < WORD ? (uint32_t)(end - from) : WORD;
    for (uint32_t bit = 0; bit < count;) {
        const uint64_t at = from + bit;
        word |= (uint64_t)(plan->bits[at / 8] >> at % 8) << bit;
        bit += 8 - (uint32_t)(at % 8);
    }
    return (word & pig_pair_ones(count)) | ~pig_pair_ones(count);
}

/* The turn total from which a policy with a threshold holds; `end` is the turn total at the goal. */
static uint32_t pig_pair_until(const pig_pair *e, const race_policy *policy, uint32_t own, uint32_t other,
                               uint32_t end)
{
    if (policy->kind == RACE_POLICY_HOLD) return policy->n < end ? policy->n : end;
    const uint32_t total = race_threshold(e->rules, policy, own, other, false);
    return total <= own ? 0 : total - own < end ? total - own : end;
}

/* The words of one lane; returns the turn total from which it holds. */
static uint32_t pig_pair_lane(const pig_pair *e, const race_policy *policy, uint32_t own, uint32_t other,
                              uint64_t *words)
{
    ALEA_ASSERT(own < e->goal && other < e->goal);
    const uint32_t end = e->goal - own;
    if (policy->kind != RACE_POLICY_PLAN) {
        const uint32_t until = pig_pair_until(e, policy, own, other, end);
        for (uint32_t k = 0; k <= e->longest; k += WORD, words += PIG_GROUP)
            *words = k < until ? pig_pair_ones(until - k) : 0;
        return until;
    }
    const race_plan *plan = own < policy->plan.owns && other < policy->plan.others ? &policy->plan : NULL;
    uint32_t last = 0;
    for (uint32_t k = 0; k <= e->longest; k += WORD, words += PIG_GROUP) {
        *words = k < end ? pig_pair_ones(end - k) : 0;
        if (plan && k < end) *words &= pig_pair_plan_word(plan, (size_t)own * plan->others + other, k);
        if (*words) last = k + WORD - (uint32_t)__builtin_clzll(*words);
    }
    return last;
}

/* ---- one sum ---- */

/* The turns of a group: sets the policy's decisions in each lane, and lets the kernel evaluate them. */
static void pig_pair_follow_group(pig_pair *e, pig_player *p, uint32_t sum, uint32_t g)
{
    uint32_t until = 1;
    for (uint32_t lane = 0; lane < PIG_GROUP; lane++) {
        const uint32_t other = g * PIG_GROUP + lane;
        if (other < pig_first_lane(e->goal, sum) || other > pig_last_lane(e->goal, sum))
            continue; /* its result is never read */
        const uint32_t end = pig_pair_lane(e, p->policy, sum - other, other, e->decided + lane);
        until = end > until ? end : until;
    }
    ALEA_ASSERT(until == 1 || until <= e->longest);
    e->kernel->follow(&p->turn, g, (pig_decisions){e->decided, until}, e->workspace);
}

/* Solves the pairs of a sum, and returns the greatest mean number of turns. */
static double pig_pair_join(const pig_pair *e, uint32_t sum, uint32_t first, uint32_t last)
{
    const pig_player *a = &e->player[0], *b = &e->player[1];
    const pig_pairing pairing = {{&a->turn, &b->turn},
                                 {pig_row(&a->hold, sum), pig_row(&b->hold, sum)},
                                 {pig_row(&a->length, sum), pig_row(&b->length, sum)},
                                 sum,
                                 first,
                                 last};
    return e->kernel->join(&pairing);
}

/* Sum after sum, from the greatest down: a turn of one player is followed by a turn of the other. */
static alea_status pig_pair_follow_all(pig_pair *e, alea_error *error)
{
    for (uint32_t sum = 2 * e->goal - 1; sum-- > 0;) {
        if (alea__stopped(e->progress)) return alea__stop(error);
        const uint32_t first = pig_first_lane(e->goal, sum), last = pig_last_lane(e->goal, sum);
        for (int p = 0; p < 2; p++) {
            pig_rows_begin(&e->player[p].hold, sum);
            pig_rows_begin(&e->player[p].length, sum);
        }
        for (int p = 0; p < 2; p++) {
            pig_player *mover = &e->player[p], *other = &e->player[1 - p];
            mover->turn.hold = pig_row(&other->hold, sum);
            mover->turn.length = pig_row(&other->length, sum);
            for (uint32_t g = first / PIG_GROUP; g <= last / PIG_GROUP; g++)
                pig_pair_follow_group(e, mover, sum, g);
        }
        e->greatest = fmax(e->greatest, pig_pair_join(e, sum, first, last));
    }
    return ALEA_OK;
}

/* ---- results ---- */

static double pig_pair_epsilon(const pig_pair *e)
{
    return 1.01 * (2 * (e->rolls.count + 4) * e->rolls.denominator / e->rolls.bust + 16) * 0x1p-53;
}

static alea_interval pig_pair_around(double middle, double half, double least, double most)
{
    return (alea_interval){fmax(least, nextafter(middle - half, -HUGE_VAL)),
                           fmin(most, nextafter(middle + half, HUGE_VAL))};
}

static alea_exact pig_pair_result(const pig_pair *e, double win, double turns)
{
    const double rho = pig_pair_epsilon(e) * (1 + e->greatest), longest = 1.01 * turns / (1 - rho);
    alea_exact x = {.win = pig_pair_around(win, pig_pair_epsilon(e) * longest, 0, 1)};
    x.value = x.win;
    x.loss = pig_pair_around(1 - win, pig_pair_epsilon(e) * longest, 0, 1);
    x.turns = pig_pair_around(turns, rho * longest, 1, HUGE_VAL);
    return x;
}

/* ---- memory ---- */

/* Returns false if memory runs out; pig_pair_clear frees the arrays. */
static bool pig_pair_make_player(pig_pair *e, pig_player *p, size_t span)
{
    const pig_pads hold = {.won = 1, .lost = 0, .outside = 1}, length = {0, 0, 0};
    const size_t stride = pig_stride(e->goal);
    p->lanes = alea__alloc_aligned(64, 3 * stride * sizeof *p->lanes);
    if (!p->lanes || !pig_rows_make(&p->hold, e->goal, span, &hold) ||
        !pig_rows_make(&p->length, e->goal, span, &length))
        return false;
    p->turn = (pig_turns){.rolls = &e->rolls, .stride = stride};
    p->turn.win = p->lanes;
    p->turn.lost = p->lanes + stride;
    p->turn.turns = p->lanes + 2 * stride;
    return true;
}

static void pig_pair_clear(pig_pair *e)
{
    for (int p = 0; p < 2; p++) {
        alea__free(e->player[p].hold.data);
        alea__free(e->player[p].length.data);
        alea__free(e->player[p].lanes);
    }
    alea__free(e->decided);
    alea__free(e->workspace);
    pig_rolls_clear(&e->rolls);
}

/* ---- conditions ---- */

/* Whether a policy never rolls on above the goal, where turns must have ended. */
static bool pig_pair_stays_below(const pig_pair *e, const race_policy *policy)
{
    const race_plan *plan = &policy->plan;
    if (policy->kind != RACE_POLICY_PLAN || e->rules->over_goal_hold) return true;
    for (uint32_t own = 0; own < e->goal && own < plan->owns; own++)
        for (uint32_t other = 0; other < e->goal && other < plan->others; other++) {
            const size_t cell = (size_t)own * plan->others + other;
            const uint32_t end = e->goal - own;
            for (uint32_t k = end; k < end + e->rolls.most; k++)
                if (plan->row[cell] + k < plan->row[cell + 1] && (pig_pair_plan_word(plan, cell, k) & 1))
                    return false;
        }
    return true;
}

/* Fails with ALEA_E_REFUSED, without a message, if the general method is needed. */
static alea_status pig_pair_evaluate(pig_pair *e, alea_evaluation *out, alea_error *error)
{
    const race_policy *a = e->player[0].policy, *b = e->player[1].policy;
    if (!pig_pair_knows(e, a) || !pig_pair_knows(e, b) || !pig_pair_stays_below(e, a) ||
        !pig_pair_stays_below(e, b))
        return ALEA_E_REFUSED;
    e->longest =
        pig_pair_longest(e, a) > pig_pair_longest(e, b) ? pig_pair_longest(e, a) : pig_pair_longest(e, b);
    const size_t span = (size_t)e->longest + e->rolls.most + 4;
    if (4 * pig_rows_bytes(e->goal, span) > most_bytes) return ALEA_E_REFUSED;
    e->decided = alea__alloc_aligned(64, (e->longest / WORD + 2) * PIG_GROUP * sizeof *e->decided);
    e->workspace = alea__alloc_aligned(64, (e->longest + e->rolls.most + (size_t)1) * PIG_FOLLOW_PITCH *
                                               sizeof *e->workspace);
    if (!e->decided || !e->workspace || !pig_pair_make_player(e, &e->player[0], span) ||
        !pig_pair_make_player(e, &e->player[1], span))
        return alea__out_of_memory(error);
    alea_status status = pig_pair_follow_all(e, error);
    if (status != ALEA_OK) return status;
    /* the games must be short enough for the bounds above */
    if (!(pig_pair_epsilon(e) * (1 + e->greatest) < 0x1p-10)) return ALEA_E_REFUSED;
    const pig_player *p = e->player;
    out->first = pig_pair_result(e, 1 - pig_row(&p[0].hold, 0)[0], pig_row(&p[0].length, 0)[0]);
    out->second = pig_pair_result(e, pig_row(&p[1].hold, 0)[0], pig_row(&p[1].length, 0)[0]);
    return ALEA_OK;
}

alea_status pig_evaluate_with(const pig_kernel *kernel, const race_problem *problem, alea_evaluation *out,
                              alea_error *error)
{
    const race_rules *rules = problem->roll_model->rules;
    if (rules->money) return ALEA_E_REFUSED;
    pig_pair e = {.kernel = kernel, .rules = rules, .goal = rules->goal};
    ALEA_ASSERT(problem->policy[0] && problem->policy[1]);
    e.progress = problem->options ? &problem->options->progress : NULL;
    e.player[0].policy = problem->policy[0];
    e.player[1].policy = problem->policy[1];
    const int rounding = fegetround();
    fesetround(FE_TONEAREST);
    alea_status status = pig_rolls_make(problem->roll_model, &e.rolls, error);
    if (status == ALEA_OK) status = pig_pair_evaluate(&e, out, error);
    pig_pair_clear(&e);
    fesetround(rounding);
    return status;
}

alea_status race_evaluate_pig(const race_problem *problem, alea_evaluation *out, alea_error *error)
{
    return pig_evaluate_with(pig_best_kernel(), problem, out, error);
}
