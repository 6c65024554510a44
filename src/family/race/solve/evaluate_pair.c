/* Two policies while nobody leads a chase, or one of a player alone without a limit of turns; see evaluate_pair.h.

   Every turn is run forward once, rounding down, which gives rows and the constants of each quantity. Positions from which
   these rows have no way to the end are set apart: there the game never ends, and nothing is won. The others are equations
   (exact/linear.h) with bounds around their solution (exact/prove.h). */
#include "family/race/solve/evaluate_pair.h"
#include "base/assert.h"
#include "base/directed.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/linear.h"
#include "exact/prove.h"
#include "exact/termination.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"
#include "family/race/solve/two_player_bounds.h"

#include <math.h>
#include <string.h>

typedef struct open_pair {
    race_pair *v;
    exact_rows rows;
    exact_order order;
    exact_linear solver;
    exact_work work;
    uint32_t count;
    double *numbers; /* owned: c_low, c_neg, missing and minus_upper are parts of it */
    double *c_low[RACE_QUANTITIES], *c_neg[RACE_QUANTITIES]; /* what ends the game or begins a chase */
    double *missing, *minus_upper;
    uint8_t *endless, *ends, *unknown, *reached; /* the first is owned and holds all */
    race_quantity quantity;                      /* that is being proved */
    struct kept_turn
        *kept; /* [own]: of the side whose turns are run; NULL if they would take too much memory */
} open_pair;

/* The last turn from a score: against most opponents it is the same. */
typedef struct kept_turn {
    uint32_t other; /* score of the opponent then; UINT32_MAX: none */
    race_outcomes turn;
} kept_turn;
enum { MOST_KEPT = 1 << 22 }; /* numbers */

/* ---- continuations ---- */

/* The least value with a leader, or for banked money without one. Bounds the longest turns: each roll of a chase ends it
   with a chance of at least `losing`, and every turn has a roll. */
static double pair_least(const race_pair *v, race_quantity q)
{
    const race_turn_model *c = &v->model;
    return q == RACE_DOLLARS && c->rules->money ? -race_beyond(c, (double)c->cap + c->most) : 0;
}

/* The negative of the greatest value. */
static double pair_minus_most(const race_pair *v, race_quantity q)
{
    const race_turn_model *c = &v->model;
    if (q == RACE_DOLLARS) return pair_least(v, q);
    if (c->rules->players == 1) return 0; /* nothing is known beforehand */
    return q == RACE_TURNS ? -alea__sum(c->how, alea__quotient(c->how, 1, c->losing), 2) : -1;
}

static double pair_prize(const race_pair *v, race_quantity q, unsigned winner, uint32_t score, uint32_t loser)
{
    const race_rules *rules = v->model.rules;
    if (q == RACE_TURNS) return 0;
    if (q != RACE_DOLLARS) return (winner == 0) == (q == RACE_WINS);
    if (!rules->money) return 0;
    double dollars = (double)(race_price(rules, loser) * ((int64_t)score - (int64_t)loser));
    return winner == 0 ? dollars : -dollars;
}

/* One quantity; see race_pair_fill. */
static void pair_fill_one(race_pair *v, race_quantity q, unsigned side, uint32_t other)
{
    const race_turn_model *c = &v->model;
    const bool bank = c->rules->ending == RACE_BANK, lost = q == RACE_LOSSES;
    double *low = v->ends_low[q], *neg = v->ends_neg[q];
    for (uint32_t total = 0; total <= c->cap; total++) {
        if (c->rules->players == 1) {
            low[total] = neg[total] = 0; /* turns are counted, and over */
        } else if (race_ends_game(c, total, other)) {
            low[total] =
                bank ? pair_prize(v, q, side, total, other) : pair_prize(v, q, 1 - side, other, total);
            neg[total] = -low[total];
        } else if (total > c->goal) {
            const size_t at = (size_t)other * v->columns + total;
            const alea_interval led = v->led[1 - side][at * RACE_LED_QUANTITIES + (lost ? RACE_WINS : q)];
            ALEA_ASSERT(led.lower <= led.upper);
            low[total] = lost ? alea__difference(c->how, 1, led.upper) : led.lower;
            neg[total] = lost ? alea__difference(c->how, led.lower, 1) : -led.upper;
        }
    }
    v->after[q] = (race_score_continuation){low, neg, pair_least(v, q), pair_minus_most(v, q)};
}

void race_pair_run(race_pair *v, race_turn_start start)
{
    race_run_turn(&v->turn, start.own,
                  &(race_decider){.policy = v->problem->policy[start.side], .other = start.other});
}

void race_pair_fill(race_pair *v, unsigned side, uint32_t other)
{
    for (unsigned q = 0; q < RACE_QUANTITIES; q++) pair_fill_one(v, (race_quantity)q, side, other);
}

/* ---- rows ---- */

/* Reads from a turn's outcomes what ends the game or begins a chase, and what is missing. */
static void pair_take_constants(open_pair *p, uint32_t at, const race_outcomes *t)
{
    race_pair *v = p->v;
    const race_turn_model *c = &v->model;
    const uint32_t from = c->stand, until = t->end <= c->cap ? t->end : c->cap + 1,
                   count = until > from ? until - from : 0;
    for (unsigned q = 0; q < RACE_QUANTITIES; q++) {
        const double turn = q == RACE_TURNS;
        p->c_low[q][at] =
            alea__sum(c->how, turn, race_weigh(c->how, t->hold + from, v->after[q].low + from, count));
        p->c_neg[q][at] =
            alea__sum(c->how, -turn, race_weigh(c->how, t->hold + from, v->after[q].neg + from, count));
    }
    for (uint32_t total = from; total < t->end; total++) p->ends[at] |= t->hold[total] > 0;
    p->ends[at] |= t->unknown;
    p->unknown[at] = t->unknown;
    p->missing[at] = t->missing;
}

/* Runs a turn, and takes its constants and its row. */
static alea_status pair_take_turn(open_pair *p, race_turn_start start, alea_error *error)
{
    race_pair_run(p->v, start);
    pair_take_constants(p, race_start_at(&p->v->starts, start), &p->v->turn);
    return race_starts_row(&p->v->starts, start, &p->v->turn, &p->rows, error);
}

/* The same where turns from `own` are kept. */
static alea_status pair_take_kept(open_pair *p, race_turn_start start, alea_error *error)
{
    race_pair *v = p->v;
    const race_policy *policy = v->problem->policy[start.side];
    kept_turn *kept = &p->kept[start.own];
    const uint32_t at = race_start_at(&v->starts, start);
    if (kept->other != UINT32_MAX &&
        race_plays_alike(v->model.rules, policy, start.own, (uint32_t[]){kept->other, start.other})) {
        const race_turn_start like = {start.side, start.own, kept->other};
        const int64_t further =
            (int64_t)race_start_after(&v->starts, start) - (int64_t)race_start_after(&v->starts, like);
        pair_take_constants(p, at, &kept->turn);
        return exact_rows_repeat(&p->rows, at, race_start_at(&v->starts, like), further, error);
    }
    if (!kept->turn.model) {
        alea_status status = race_outcomes_make(&v->model, v->model.cap, &kept->turn, error);
        if (status != ALEA_OK) return status;
    }
    race_run_turn(&kept->turn, start.own, &(race_decider){.policy = policy, .other = start.other});
    kept->other = start.other;
    pair_take_constants(p, at, &kept->turn);
    return race_starts_row(&v->starts, start, &kept->turn, &p->rows, error);
}

/* The rows of all turns of `side` against `other`, rounding down. */
static alea_status pair_take_rows(open_pair *p, unsigned side, uint32_t other, alea_error *error)
{
    race_pair *v = p->v;
    alea_status status = ALEA_OK;
    const bool keeps = p->kept && v->model.rules->players == 2;
    const alea__rounding how = v->model.how;
    const int mode = alea__round_down(how);
    race_pair_fill(v, side, other);
    for (uint32_t own = 0; status == ALEA_OK && own < v->starts.stand; own++) {
        if (!race_can_begin_at(v->model.rules, own)) continue;
        const race_turn_start start = {side, own, other};
        status = keeps ? pair_take_kept(p, start, error) : pair_take_turn(p, start, error);
    }
    alea__round_as_before(how, mode);
    return status;
}

/* The rows of all turns, with progress. */
static alea_status pair_run_turns(open_pair *p, alea_error *error)
{
    const race_starts *s = &p->v->starts;
    alea_status status = ALEA_OK;
    p->v->model.how = alea__choose_rounding();
    for (unsigned side = 0; side < s->sides; side++) {
        for (uint32_t own = 0; p->kept && own < s->stand; own++) p->kept[own].other = UINT32_MAX;
        for (uint32_t other = 0; status == ALEA_OK && other < s->columns; other++) {
            if (race_can_begin_at(p->v->model.rules, other)) status = pair_take_rows(p, side, other, error);
            if (status == ALEA_OK)
                status = alea__tell(&p->v->problem->options->progress,
                                    ((uint64_t)side * s->columns + other + 1) * s->stand, p->count, error);
        }
    }
    p->v->model.how = ALEA__BY_MODE;
    return status;
}

/* An endless game has no winner, and its turns are not counted. */
static void pair_set_endless_apart(open_pair *p)
{
    exact_mark_endless(&p->rows, &p->order, p->ends, p->endless);
    for (uint32_t i = 0; i < p->count; i++) {
        if (!p->endless[i]) continue;
        exact_rows_begin(&p->rows, i, (exact_stay){.partner = p->rows.row[i].stay.partner, .leave = 1});
        for (unsigned q = 0; q < RACE_QUANTITIES; q++) p->c_low[q][i] = p->c_neg[q][i] = 0;
        p->missing[i] = 0;
    }
}

/* What can happen from the start if `side` moves first. */
static alea_status pair_look_ahead(open_pair *p, unsigned side, race_prospect *out, alea_error *error)
{
    const uint32_t start = race_start_at(&p->v->starts, (race_turn_start){.side = side});
    alea_status status = exact_mark_reached(&p->rows, start, p->reached, error);
    *out = (race_prospect){.surely = p->endless[start], .unknown = p->v->unknown};
    for (uint32_t i = 0; status == ALEA_OK && i < p->count; i++) {
        out->never |= p->reached[i] && p->endless[i];
        out->unknown |= p->reached[i] && p->unknown[i];
    }
    return status;
}

/* ---- bounds ---- */

static double pair_greatest(const double *bound, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (fabs(bound[i]) > most) most = fabs(bound[i]);
    return most;
}

/* Missing chances may be worth nothing, or more than any known value. See exact_model for the rest. */
static alea_status pair_step(void *user, const exact_bounds_step *step, alea_error *error)
{
    open_pair *p = user;
    const double *lower = step->lower, *upper = step->upper;
    const race_quantity q = p->quantity;
    const alea__rounding how = p->v->model.how = step->rounding;
    const double most =
        alea__sum(how, fmax(pair_greatest(lower, p->count), pair_greatest(upper, p->count)), 1);
    double least = 0, minus_most = -1;
    (void)error;
    if (q == RACE_DOLLARS) least = fmin(pair_least(p->v, q), -most);
    if (q == RACE_DOLLARS || q == RACE_TURNS) minus_most = fmin(pair_minus_most(p->v, q), -most);
    for (uint32_t i = 0; i < p->count; i++) p->minus_upper[i] = -upper[i];
    for (uint32_t i = 0; i < p->count; i++) {
        const double low = exact_rows_weigh(&p->rows, i, lower, lower, how),
                     neg = exact_rows_weigh(&p->rows, i, p->minus_upper, p->minus_upper, how);
        step->step_lower[i] =
            alea__sum_product(how, alea__sum(how, p->c_low[q][i], low), p->missing[i], least);
        step->step_negated_upper[i] =
            alea__sum_product(how, alea__sum(how, p->c_neg[q][i], neg), p->missing[i], minus_most);
    }
    p->v->model.how = ALEA__BY_MODE;
    return ALEA_OK;
}

/* Counts missing chances as worth `missing`, the middle of their range, so that bounds on both sides are equally near. */
static alea_status pair_solve(open_pair *p, double missing, alea_error *error)
{
    const double *low = p->c_low[p->quantity], *neg = p->c_neg[p->quantity];
    for (uint32_t i = 0; i < p->count; i++) p->work.c[i] = (low[i] - neg[i]) / 2 + p->missing[i] * missing;
    return exact_linear_solve_all(&p->solver, p->work.c, p->work.x, error);
}

/* Solves the rows for a quantity and proves bounds around the solution, into v->low and v->high. */
static alea_status pair_find(open_pair *p, race_quantity q, alea_error *error)
{
    const bool chance = q == RACE_WINS || q == RACE_LOSSES;
    const alea_progress stop = {.stopped = p->v->problem->options->progress.stopped,
                                .user = p->v->problem->options->progress.user};
    const exact_model model = {.user = p,
                               .progress = &stop,
                               .step = pair_step,
                               .minimum = chance ? 0 : -INFINITY,
                               .maximum = chance ? 1 : INFINITY,
                               .subject = RACE_PROVED_RESULT};
    p->quantity = q;
    if (q == RACE_LOSSES) /* first guess: games that are not won, apart from rounding */
        for (uint32_t i = 0; i < p->count; i++)
            p->work.x[i] = p->endless[i] ? 0 : 1 - p->v->low[RACE_WINS][i];
    else
        memset(p->work.x, 0, p->count * sizeof *p->work.x);
    alea_status status = pair_solve(p, chance ? 0.5 : 0, error);
    if (status == ALEA_OK && q == RACE_TURNS)
        status = pair_solve(p, pair_greatest(p->work.x, p->count) / 2, error);
    if (status != ALEA_OK) return status;
    if (q == RACE_TURNS) memcpy(p->work.w, p->work.x, p->count * sizeof *p->work.w);
    return exact_prove(&model, &p->work, p->v->low[q], p->v->high[q], error);
}

/* ---- all of it ---- */

/* Allocates what pair_clear frees, also after a failure. */
static alea_status pair_make(open_pair *p, alea_error *error)
{
    const size_t count = race_starts_count(&p->v->starts);
    alea_status status = exact_rows_make(count, &p->rows, error);
    if (status == ALEA_OK) status = race_starts_order(&p->v->starts, &p->order, error);
    if (status == ALEA_OK) status = exact_linear_make(&p->rows, &p->order, &p->solver, error);
    if (status == ALEA_OK) status = exact_work_make(count, &p->work, error);
    if (status != ALEA_OK) return status;
    const bool keeps = (uint64_t)p->v->starts.stand * (p->v->model.cap + p->v->model.most) <= MOST_KEPT;
    if (keeps) p->kept = alea__alloc_array(p->v->starts.stand, sizeof *p->kept);
    if (keeps && !p->kept) return alea__out_of_memory(error);
    p->numbers = alea__alloc_array((2 * RACE_QUANTITIES + 2) * count, sizeof *p->numbers);
    p->endless = alea__alloc(4 * count);
    if (!p->numbers || !p->endless) return alea__out_of_memory(error);
    for (unsigned q = 0; q < RACE_QUANTITIES; q++) {
        p->c_low[q] = p->numbers + 2 * q * count;
        p->c_neg[q] = p->c_low[q] + count;
    }
    p->missing = p->numbers + 2 * RACE_QUANTITIES * count;
    p->minus_upper = p->missing + count;
    p->ends = p->endless + count;
    p->unknown = p->endless + 2 * count;
    p->reached = p->endless + 3 * count;
    p->count = (uint32_t)count;
    return ALEA_OK;
}

static void pair_clear(open_pair *p)
{
    for (uint32_t own = 0; p->kept && own < p->v->starts.stand; own++)
        race_outcomes_clear(&p->kept[own].turn);
    alea__free(p->kept);
    exact_work_clear(&p->work);
    exact_linear_clear(&p->solver);
    exact_order_clear(&p->order);
    exact_rows_clear(&p->rows);
    alea__free(p->numbers);
    alea__free(p->endless);
}

double race_open_bytes(const race_pair *v)
{
    const double kept = (double)v->starts.stand * (v->model.cap + (double)v->model.most);
    return race_starts_bytes(&v->starts, &v->model) + (kept <= (double)MOST_KEPT ? 8 * kept : 0) +
           (double)race_starts_count(&v->starts) * (8 * (2 * (double)RACE_QUANTITIES + 6) + 4);
}

alea_status race_evaluate_open(race_pair *v, race_prospect out[2], alea_error *error)
{
    static const race_quantity order[] = {RACE_TURNS, RACE_WINS, RACE_LOSSES, RACE_DOLLARS};
    unsigned quantities = v->model.rules->players == 1 ? 1 : RACE_QUANTITIES;
    open_pair p = {.v = v};
    alea_status status = pair_make(&p, error);
    if (status == ALEA_OK) status = pair_run_turns(&p, error);
    if (status == ALEA_OK) pair_set_endless_apart(&p);
    for (unsigned side = 0; status == ALEA_OK && side < v->starts.sides; side++)
        status = pair_look_ahead(&p, side, &out[side], error);
    if (status == ALEA_OK && quantities == 1 && (out[0].never || out[0].unknown)) quantities = 0;
    for (unsigned i = 0; status == ALEA_OK && i < quantities; i++) status = pair_find(&p, order[i], error);
    pair_clear(&p);
    return status;
}
