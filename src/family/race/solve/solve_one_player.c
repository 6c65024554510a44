/* One player alone; see alone.h.

   With a limit a turn only ever leads to one that has a turn less behind it: layer after layer, one pass each. Without one
   the value is the negative of the turns still needed, so that more is better here too; who busts is where it was, and the
   policies are found by iteration, as for two players (optimum.c). Turns themselves measure how errors add up, so that the
   bounds are x (1 - e) and x (1 + e), for the least e that one step proves. */
#include "family/race/solve/solve_one_player.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/solve/two_player_bounds.h"
#include "family/race/turn/rounding.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 200, MOST_WIDENINGS = 5000 };

typedef struct solo {
    race_course course;
    race_backward back;
    race_forward turn;
    const race_policy *policy; /* NULL: best play */
    const alea_solve_options *options;
    double *lower, *upper; /* by [own * columns + column] */
    uint32_t columns;
    uint64_t done, total;
} solo;

static bool stands(const solo *s, uint32_t own)
{
    return own < s->course.stand && race_stands(s->course.rules, own);
}

static alea_status begin(solo *s, const race_odds *odds, alea_objective objective, alea_error *error)
{
    alea_status status = race_course_make(odds, objective, race_bank_cap(odds), &s->course, error);
    if (status == ALEA_OK) status = race_backward_make(&s->course, &s->back, error);
    return status == ALEA_OK
               ? race_forward_make(&s->course, race_reach(&s->course, s->policy != NULL), &s->turn, error)
               : status;
}

static void end(solo *s)
{
    race_forward_clear(&s->turn);
    race_backward_clear(&s->back);
    race_course_clear(&s->course);
}

/* What a step gives at least from own, own + 1, …, and the negative of what it gives at most, along the line drawn. */
static void step(solo *s, uint32_t own, uint32_t left, double low[RACE_LANES], double neg[RACE_LANES])
{
    if (!s->policy) {
        race_pass_low(&s->back, own, false, low);
        race_pass_neg(&s->back, own, neg);
        return;
    }
    for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
        if (!stands(s, own + lane)) continue;
        race_run_turn(&s->turn, own + lane, &(race_decider){.policy = s->policy, .other = left});
        low[lane] = race_expect_low(&s->back, &s->turn, own + lane);
        neg[lane] = race_expect_neg(&s->back, &s->turn, own + lane);
    }
}

/* ---- a limit of turns ---- */

/* The line of a turn after which `left - 1` are left. `count`: turns are counted, not chances. */
static void draw_layer(solo *s, uint32_t left, bool count)
{
    const race_course *c = &s->course;
    race_line *line = &s->back.line;
    line->end = count ? 0 : 1;
    line->least = 0;
    line->minus_most = count ? -(double)left : -1;
    for (uint32_t total = 0; total <= c->cap; total++) {
        bool over = total >= c->enough, last = left == 1 || !stands(s, total);
        size_t at = (size_t)total * s->columns + left - 1;
        line->low[total] = over ? line->end : last ? 0 : s->lower[at];
        line->neg[total] = over ? -line->end : last ? 0 : -s->upper[at];
    }
}

/* Stored a little outward, for checkers that resolve less. */
static void keep_layer(solo *s, uint32_t own, uint32_t left, bool count, double low, double neg)
{
    const size_t at = (size_t)own * s->columns + left;
    const double minus = neg - s->course.margin;
    low -= s->course.margin;
    if (count) {
        s->lower[at] = low + 1;
        s->upper[at] = 1 - minus > (double)left ? (double)left : nextafter(1 - minus, INFINITY);
    } else {
        s->lower[at] = fmax(low, 0);
        s->upper[at] = fmin(-minus, 1);
    }
}

static alea_status fill_layers(solo *s, bool count, alea_error *error)
{
    const uint32_t limit = s->columns - 1;
    alea_status status = ALEA_OK;
    for (uint32_t left = 0; status == ALEA_OK && left <= limit; left++) {
        int mode = race_round_down();
        if (left > 0) draw_layer(s, left, count);
        if (left > 0) race_settle(&s->back, 0, 0);
        for (uint32_t own = 0; own < s->course.stand; own += RACE_LANES) {
            double low[RACE_LANES] = {0}, neg[RACE_LANES] = {0};
            if (left > 0) step(s, own, left, low, neg);
            for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
                if (!stands(s, own + lane)) continue;
                if (left > 0)
                    keep_layer(s, own + lane, left, count, low[lane], neg[lane]);
                else
                    s->lower[(own + lane) * (size_t)s->columns] =
                        s->upper[(own + lane) * (size_t)s->columns] = 0;
            }
        }
        race_round_as_before(mode);
        s->done += s->course.stand;
        status = race_tell(&s->options->progress, s->done, s->total, error);
    }
    return status;
}

/* ---- no limit ---- */

/* Rows of single scores, for the values of a policy. */
typedef struct ladder {
    double *p; /* [own * stand + total] */
    double *bust, *wipe, *moves, *x, *slope, *better;
    uint8_t *hopeless; /* no way to the end from there */
    size_t *begin, *finish;
} ladder;

static void draw_turns(solo *s, const double *low, const double *neg, double most)
{
    const race_course *c = &s->course;
    race_line *line = &s->back.line;
    line->end = 0;
    line->least = -most;
    line->minus_most = 0;
    for (uint32_t total = 0; total <= c->cap; total++) {
        line->low[total] = stands(s, total) ? low[total] : 0;
        line->neg[total] = stands(s, total) ? neg[total] : 0;
    }
}

static double greatest(const double *x, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++)
        if (fabs(x[i]) > most && isfinite(x[i])) most = fabs(x[i]);
    return most;
}

static void take_row(solo *s, ladder *l, uint32_t own)
{
    const uint32_t stand = s->course.stand;
    const race_forward *t = &s->turn;
    double *row = l->p + (size_t)own * stand;
    l->begin[own] = own + 1;
    l->finish[own] = t->end < stand ? t->end : stand;
    for (size_t total = own + 1; total < l->finish[own]; total++) row[total] = t->hold[total];
    l->bust[own] = t->bust + t->hold[own];
    l->wipe[own] = t->wipe;
    l->moves[own] = t->held - t->hold[own] + t->wipe + t->missing;
}

/* The greatest change that better moves make, whose rows are taken. */
static double improve(solo *s, ladder *l, double *minus)
{
    const uint32_t stand = s->course.stand;
    double residual = 0;
    for (uint32_t i = 0; i < stand; i++) minus[i] = -l->x[i];
    draw_turns(s, l->x, minus, greatest(l->x, stand) + 1);
    race_settle(&s->back, 0, 0);
    for (uint32_t own = 0; own < stand; own += RACE_LANES) {
        double value[RACE_LANES] = {0};
        race_pass_low(&s->back, own, true, value);
        for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
            if (!stands(s, own + lane)) continue;
            residual = fmax(residual, fabs(value[lane] - 1 - l->x[own + lane]));
            race_run_turn(
                &s->turn, own + lane,
                &(race_decider){.rolls = s->back.rolls, .lane = lane, .settled = s->back.settled.from});
            take_row(s, l, own + lane);
        }
    }
    return residual;
}

static void take_policy(solo *s, ladder *l)
{
    for (uint32_t own = 0; own < s->course.stand; own++) {
        if (!stands(s, own)) continue;
        race_run_turn(&s->turn, own, &(race_decider){.policy = s->policy, .other = 0});
        take_row(s, l, own);
    }
}

/* Scores from which the end can be reached by banking, directly or by a way through others, a wipe included. */
static void find_hopeless(const solo *s, ladder *l, const bool *ends)
{
    const uint32_t stand = s->course.stand;
    memset(l->hopeless, 1, stand);
    for (bool grew = true; grew;) {
        grew = false;
        for (uint32_t own = stand; own-- > 0;) {
            if (!stands(s, own) || !l->hopeless[own]) continue;
            bool hope = ends[own] || (l->wipe[own] > 0 && !l->hopeless[0]);
            for (size_t total = l->begin[own]; total < l->finish[own] && !hope; total++)
                hope = l->p[(size_t)own * stand + total] > 0 && !l->hopeless[total];
            if (hope) l->hopeless[own] = 0, grew = true;
        }
    }
}

/* x(own) = -1 + sum p x + bust x(own) + wipe x(0): from above down, as a number plus `slope` times x(0). */
static void solve_ladder(const solo *s, ladder *l)
{
    const uint32_t stand = s->course.stand;
    for (uint32_t own = stand; own-- > 0;) {
        if (!stands(s, own) || l->hopeless[own]) continue;
        double x = -1, slope = l->wipe[own];
        for (size_t total = l->begin[own]; total < l->finish[own]; total++) {
            x += l->p[(size_t)own * stand + total] * l->x[total];
            slope += l->p[(size_t)own * stand + total] * l->slope[total];
        }
        l->x[own] = x / l->moves[own];
        l->slope[own] = slope / l->moves[own];
    }
    double start = l->x[0] / (1 - l->slope[0]);
    for (uint32_t own = 0; own < stand; own++) l->x[own] += l->slope[own] * start;
    if (!l->hopeless[0]) l->x[0] = start;
}

/* One look at all scores along the bounds; with `widen` what fails is pushed out. The worst failure; 0: proved. */
static double look(solo *s, const ladder *l, double *flipped, bool widen)
{
    const uint32_t stand = s->course.stand;
    const double margin = s->course.margin * (1 + greatest(s->lower, stand));
    double need = 0;
    for (uint32_t i = 0; i < stand; i++) flipped[i] = -s->upper[i];
    draw_turns(s, s->lower, flipped, greatest(s->lower, stand) + 1);
    race_settle(&s->back, 0, 0);
    for (uint32_t own = 0; own < stand; own += RACE_LANES) {
        double low[RACE_LANES] = {0}, neg[RACE_LANES] = {0};
        step(s, own, 0, low, neg);
        for (uint32_t lane = 0; lane < RACE_LANES; lane++) {
            uint32_t i = own + lane;
            if (!stands(s, i) || l->hopeless[i]) continue;
            double least = low[lane] - 1, minus_most = neg[lane] + 1, above = least - s->lower[i],
                   below = s->upper[i] + minus_most, further = least - 2 * margin,
                   minus = minus_most - 2 * margin;
            need = fmax(need, margin - fmin(above, below));
            if (widen && above < margin) s->lower[i] = further;
            if (widen && below < margin) s->upper[i] = -minus;
        }
    }
    return need;
}

static void set_bounds(solo *s, const ladder *l, double e)
{
    for (uint32_t own = 0; own < s->course.stand; own++) {
        bool lives = stands(s, own) && !l->hopeless[own];
        s->lower[own] = lives ? l->x[own] + e * l->x[own] : 0;
        s->upper[own] = lives ? l->x[own] - e * l->x[own] : 0;
    }
}

static alea_status prove(solo *s, const ladder *l, double *minus, alea_error *error)
{
    int mode = race_round_down();
    set_bounds(s, l, 0);
    double e = 1.01 * look(s, l, minus, false), need = INFINITY;
    for (int tries = 0; need != 0 && tries < 3; tries++, e *= 2) {
        set_bounds(s, l, e);
        need = look(s, l, minus, false);
    }
    for (int round = 0; need != 0 && isfinite(need) && round < MOST_WIDENINGS; round++)
        need = look(s, l, minus, true);
    race_round_as_before(mode);
    if (need == 0) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE,
                      "The turns that this game takes cannot be bounded in double precision.");
}

static bool make_ladder(ladder *l, uint32_t stand)
{
    l->p = alea__alloc_array((size_t)stand * stand, sizeof(double));
    double **all[] = {&l->bust, &l->wipe, &l->moves, &l->x, &l->slope, &l->better};
    bool made = l->p != NULL;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        made = (*all[i] = alea__alloc_array(stand, sizeof(double))) && made;
    l->hopeless = alea__alloc(stand);
    l->begin = alea__alloc_array(stand, sizeof(size_t));
    l->finish = alea__alloc_array(stand, sizeof(size_t));
    return made && l->hopeless && l->begin && l->finish;
}

static void clear_ladder(ladder *l)
{
    alea__free(l->p);
    alea__free(l->bust);
    alea__free(l->wipe);
    alea__free(l->moves);
    alea__free(l->x);
    alea__free(l->slope);
    alea__free(l->better);
    alea__free(l->hopeless);
    alea__free(l->begin);
    alea__free(l->finish);
}

static alea_status find_fewest(solo *s, ladder *l, alea_error *error)
{
    double best = INFINITY, residual;
    int idle = 0;
    for (uint32_t own = 0; own < s->course.stand; own++)
        l->x[own] = -1 - (double)(s->course.stand - own) / s->course.most;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        residual = improve(s, l, l->better);
        idle = residual < best / 2 ? 0 : idle + 1;
        best = fmin(best, residual);
        if (residual <= 1e-15 || (idle > 1 && residual < 1e-9)) break;
        solve_ladder(s, l);
        alea_status status = race_tell(&s->options->progress, (uint64_t)round, MOST_ROUNDS, error);
        if (status != ALEA_OK) return status;
    }
    return prove(s, l, l->better, error);
}

/* ---- solving ---- */

static alea_status check_memory(const race_odds *odds, const alea_solve_options *options, uint32_t columns,
                                bool limited, alea_error *error)
{
    double scores = race_enough(odds->rules),
           bytes = 16 * scores * columns + (limited ? 0 : 8 * scores * scores) + 64 * scores;
    if (options->memory == 0 || bytes <= (double)options->memory) return ALEA_OK;
    return alea__fail(
        error, ALEA_E_REFUSED,
        "This takes about %.0f MB of memory (%.0f bytes); at most %.0f MB (%.0f bytes) are allowed.",
        ceil(bytes / 1e6), bytes, (double)options->memory / 1e6, (double)options->memory);
}

static void count_states(const solo *s, alea__values *values)
{
    const race_course *c = &s->course;
    uint64_t here = 0;
    for (uint32_t own = c->stand; own-- > 0;) {
        if (!stands(s, own)) continue;
        values->states += (1 + here * c->memories) * (s->columns > 1 ? s->columns - 1 : 1);
        here++;
    }
}

/* From minus turns to turns. */
static void turn_round(solo *s)
{
    for (uint32_t own = 0; own < s->course.stand; own++) {
        double low = s->lower[own];
        s->lower[own] = stands(s, own) ? -s->upper[own] : NAN;
        s->upper[own] = stands(s, own) ? -low : NAN;
    }
}

static double widest(const solo *s)
{
    double width = 0;
    for (size_t i = 0; i < (size_t)s->course.stand * s->columns; i++)
        if (s->upper[i] - s->lower[i] > width) width = s->upper[i] - s->lower[i];
    return width;
}

static alea_status solve(solo *s, bool limited, alea_error *error)
{
    if (limited) return fill_layers(s, false, error);
    ladder l = {0};
    alea_status status =
        make_ladder(&l, s->course.stand) ? find_fewest(s, &l, error) : alea__out_of_memory(error);
    clear_ladder(&l);
    if (status == ALEA_OK) turn_round(s);
    return status;
}

static alea_status finish(const solo *s, alea__values *values, double tolerance, alea_error *error)
{
    values->width = widest(s);
    values->tolerance = tolerance;
    values->layers = values->layers_done = 1;
    values->start = values->second = (alea_interval){s->lower[s->columns - 1], s->upper[s->columns - 1]};
    count_states(s, values);
    if (values->width <= tolerance) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE,
                      "A tolerance of %g cannot be reached in double precision for this game: the widest "
                      "interval is %g. Ask for "
                      "%.1g or more.",
                      tolerance, values->width, values->width * 1.5);
}

alea_status race_solve_alone(const race_odds *odds, alea_objective objective,
                             const alea_solve_options *options, alea__values **out, alea_error *error)
{
    const race_rules *rules = odds->rules;
    const bool limited = rules->turn_limit > 0;
    const uint32_t columns = limited ? rules->turn_limit + 1 : 1;
    double tolerance = options->tolerance > 0 ? options->tolerance : limited ? 1e-12 : 1e-9;
    solo s = {.options = options, .columns = columns, .total = (uint64_t)columns * race_enough(rules)};
    alea_status status = check_memory(odds, options, columns, limited, error);
    if (status != ALEA_OK) return status;
    alea__values *values = alea__values_new(objective);
    if (!values) return alea__out_of_memory(error);
    status = alea__values_add(values, "mover", "own", limited ? "turns-left" : "none", race_enough(rules),
                              columns, error);
    if (status == ALEA_OK) {
        s.lower = values->matrix[0].lower;
        s.upper = values->matrix[0].upper;
        status = begin(&s, odds, objective, error);
    }
    if (status == ALEA_OK) status = solve(&s, limited, error);
    if (status == ALEA_OK) status = finish(&s, values, tolerance, error);
    end(&s);
    if (status == ALEA_OK)
        *out = values;
    else
        alea__values_free(values);
    return status;
}

/* ---- a policy ---- */

static alea_status limited_result(solo *s, alea_exact *out, alea_error *error)
{
    const size_t start = s->columns - 1;
    alea_status status = fill_layers(s, false, error);
    if (status != ALEA_OK) return status;
    out->win = out->value = (alea_interval){s->lower[start], s->upper[start]};
    status = fill_layers(s, true, error);
    out->turns = (alea_interval){s->lower[start], s->upper[start]};
    return status;
}

/* Whether a turn from a score may end the game, by the row that was taken. */
static void find_ends(solo *s, bool *ends, bool *unknown)
{
    for (uint32_t own = 0; own < s->course.stand; own++) {
        ends[own] = false;
        if (!stands(s, own)) continue;
        race_run_turn(&s->turn, own, &(race_decider){.policy = s->policy, .other = 0});
        for (uint32_t total = s->course.enough; total < s->turn.end; total++)
            ends[own] |= s->turn.hold[total] > 0;
        *unknown |= s->turn.unknown;
    }
}

/* Whether play from 0 can come to a score from which there is no way to the end. */
static bool meets_hopeless(const solo *s, const ladder *l, bool *seen)
{
    const uint32_t stand = s->course.stand;
    bool met = l->hopeless[0];
    memset(seen, 0, stand * sizeof *seen);
    seen[0] = true;
    for (uint32_t own = 0; own < stand; own++)
        for (size_t total = l->begin[own]; seen[own] && total < l->finish[own]; total++) {
            if (l->p[(size_t)own * stand + total] <= 0) continue;
            seen[total] = true;
            met |= l->hopeless[total] != 0;
        }
    return met;
}

static alea_status unlimited_result(solo *s, ladder *l, alea_exact *out, alea_error *error)
{
    const uint32_t stand = s->course.stand;
    bool *ends = alea__alloc_array(stand, sizeof *ends), unknown = false;
    if (!ends) return alea__out_of_memory(error);
    find_ends(s, ends, &unknown);
    take_policy(s, l);
    find_hopeless(s, l, ends);
    bool never = meets_hopeless(s, l, ends);
    alea__free(ends);
    out->never = (alea_interval){never && l->hopeless[0] && !unknown ? 1 : 0, never || unknown ? 1 : 0};
    out->win = (alea_interval){1 - out->never.upper, 1 - out->never.lower};
    out->turns = (alea_interval){never && !unknown ? INFINITY : 1, INFINITY};
    if (!never && !unknown) {
        solve_ladder(s, l);
        alea_status status = prove(s, l, l->better, error);
        if (status != ALEA_OK) return status;
        out->turns = (alea_interval){-s->upper[0], -s->lower[0]};
    }
    out->value = out->turns;
    return ALEA_OK;
}

alea_status race_evaluate_alone(const race_odds *odds, const race_policy *policy, alea_objective objective,
                                const alea_solve_options *options, alea_exact *out, alea_error *error)
{
    const race_rules *rules = odds->rules;
    const bool limited = rules->turn_limit > 0;
    solo s = {.options = options, .policy = policy, .columns = limited ? rules->turn_limit + 1 : 1};
    ladder l = {0};
    size_t cells = (size_t)race_enough(rules) * s.columns;
    s.total = cells * 2;
    alea_status status = check_memory(odds, options, s.columns, limited, error);
    if (status != ALEA_OK) return status;
    s.lower = alea__alloc_array(cells, sizeof(double));
    s.upper = alea__alloc_array(cells, sizeof(double));
    status = s.lower && s.upper ? begin(&s, odds, objective, error) : alea__out_of_memory(error);
    *out = (alea_exact){{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}};
    if (status == ALEA_OK && limited) status = limited_result(&s, out, error);
    if (status == ALEA_OK && !limited) {
        status = make_ladder(&l, s.course.stand) ? unlimited_result(&s, &l, out, error)
                                                 : alea__out_of_memory(error);
    }
    clear_ladder(&l);
    end(&s);
    alea__free(s.upper);
    alea__free(s.lower);
    return status;
}
