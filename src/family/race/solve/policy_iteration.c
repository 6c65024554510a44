/* The best play while nobody leads; see optimum.h.

   First the policies: every turn is passed backward with the values at hand, which gives the moves that are best by them;
   forward passes turn these moves into rows, the rows' values are worked out exactly (balance.c), and so on until no value
   changes (policy iteration: Howard, Dynamic Programming and Markov Processes, 1960; for both players at once, Pollatschek
   and Avi-Itzhak, Management Science 15, 1969. Where that should go round in circles a step of value iteration helps out).

   Then the proof. Let x be the values found and w the expected number of turns still to come. With L = x - e w and
   U = x + e w one step of the game gains e everywhere on the error that x has, so that for a small e nobody can be worse off
   than L after a step from L, or better off than U: L <= T(L, U) and T(U, L) <= U, which is checked with rounding down in every
   position. certify.c says why that proves the bounds. */
#include "family/race/solve/policy_iteration.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/solve/policy_values.h"
#include "family/race/turn/rounding.h"
#include "family/race/turn/turn_policy_value.h"

#include <math.h>
#include <string.h>

enum { MOST_ROUNDS = 200, PATIENCE = 8, MOST_WIDENINGS = 2000 };

typedef struct optimum {
    race_field *f;
    race_balance balance;
    race_backward back;
    race_forward turn;
    race_replay replay;
    double *x[2], *c[2], *better[2], *turns[2];
    double *chance; /* of a row, gathered */
    double residual, scale;
    uint64_t done, total;
} optimum;

static size_t positions(const optimum *o)
{
    return (size_t)o->f->course.stand * o->f->course.stand;
}

static bool is_position(const optimum *o, uint32_t own, uint32_t other)
{
    const race_rules *rules = o->f->course.rules;
    return own < o->f->course.stand && race_stands(rules, own) && race_stands(rules, other);
}

/* ---- room ---- */

static alea_status make_room(optimum *o, alea_error *error)
{
    const race_course *c = &o->f->course;
    alea_status status = race_balance_make(o->f->sides, c->stand, &o->balance, error);
    if (status == ALEA_OK) status = race_backward_make(c, &o->back, error);
    if (status == ALEA_OK) status = race_forward_make(c, race_reach(c, o->f->sides == 2), &o->turn, error);
    if (status == ALEA_OK) status = race_replay_make(c, &o->replay, error);
    for (unsigned s = 0; status == ALEA_OK && s < o->f->sides; s++) {
        o->x[s] = alea__alloc_array(positions(o), sizeof(double));
        o->c[s] = alea__alloc_array(positions(o), sizeof(double));
        o->better[s] = alea__alloc_array(positions(o), sizeof(double));
        o->turns[s] = alea__alloc_array(positions(o), sizeof(double));
        if (!o->x[s] || !o->c[s] || !o->better[s] || !o->turns[s]) status = alea__out_of_memory(error);
    }
    return status;
}

static void leave_room(optimum *o)
{
    race_balance_clear(&o->balance);
    race_backward_clear(&o->back);
    race_forward_clear(&o->turn);
    race_replay_clear(&o->replay);
    for (unsigned s = 0; s < 2; s++) {
        alea__free(o->x[s]);
        alea__free(o->c[s]);
        alea__free(o->better[s]);
        alea__free(o->turns[s]);
    }
}

double race_optimum_bytes(const race_field *f)
{
    const race_course *c = &f->course;
    double each = (double)c->stand * c->stand;
    return race_balance_bytes(f->sides, c->stand, 2 * c->most + 16) + race_backward_bytes(c) +
           32 * each * f->sides +
           8.0 * ((double)race_reach(c, f->sides == 2) + c->most + (double)c->ring * c->slots);
}

/* ---- policies ---- */

/* The line by the values at hand. */
static void draw_guess(optimum *o, unsigned side, uint32_t other)
{
    const race_field *f = o->f;
    const race_course *c = &f->course;
    const unsigned next = f->sides - 1 - side;
    race_line *line = &o->back.line;
    race_draw_line(f, &o->back, side, other);
    for (uint32_t total = 0; total <= c->cap; total++) {
        double middle = (line->low[total] - line->neg[total]) / 2, x;
        if (total < c->stand) {
            x = o->x[next][(size_t)other * c->stand + total];
            middle = f->sides == 1 ? f->base - x : x;
        }
        line->low[total] = middle;
        line->neg[total] = -middle;
    }
}

/* The row of the turn that was run, and the part of its value that no row gives. */
static alea_status take_row(optimum *o, unsigned side, uint32_t own, uint32_t other, alea_error *error)
{
    const race_course *c = &o->f->course;
    race_forward *t = &o->turn;
    const size_t at = (size_t)own * c->stand + other;
    uint32_t end = t->end < c->stand ? t->end : c->stand, first = own + 1 < end ? own + 1 : end;
    double within = 0, beyond = 0, bust = t->bust + t->hold[own]; /* a turn of nothing is as good as a bust */
    for (uint32_t total = first; total < end; total++) within += t->hold[total];
    for (uint32_t total = c->stand; total < t->end; total++)
        beyond += t->hold[total] * (total <= c->cap ? o->back.line.low[total] : o->back.line.end);
    o->c[side][at] = beyond + (o->f->sides == 1 ? o->f->base * (within + bust + t->wipe) : 0);
    double moves = t->held - t->hold[own] + t->wipe + t->missing;
    return race_balance_set(&o->balance, side, at, first, end - first, t->hold + first, bust, t->wipe, moves,
                            error);
}

static void note_change(optimum *o, size_t at, double value)
{
    o->better[0][at] = value;
    o->residual = fmax(o->residual, fabs(value - o->x[0][at]));
}

static alea_status improve_lanes(optimum *o, uint32_t own, uint32_t other, alea_error *error)
{
    const race_course *c = &o->f->course;
    double value[RACE_LANES] = {0};
    alea_status status = ALEA_OK;
    race_pass_low(&o->back, own, true, value);
    for (uint32_t lane = 0; status == ALEA_OK && lane < RACE_LANES; lane++) {
        if (!is_position(o, own + lane, other)) continue;
        note_change(o, (size_t)(own + lane) * c->stand + other, value[lane]);
        race_decider who = {.rolls = o->back.rolls, .lane = lane, .settled = o->back.settled.from};
        race_run_turn(&o->turn, own + lane, &who);
        status = take_row(o, 0, own + lane, other, error);
    }
    return status;
}

static alea_status improve(optimum *o, alea_error *error)
{
    const race_course *c = &o->f->course;
    alea_status status = ALEA_OK;
    o->residual = 0;
    race_balance_empty(&o->balance, 0);
    for (uint32_t other = 0; status == ALEA_OK && other < c->stand; other++) {
        if (!race_stands(c->rules, other)) continue;
        draw_guess(o, 0, other);
        race_settle(&o->back, c->goal + 1, c->stand);
        for (uint32_t own = 0; status == ALEA_OK && own < c->stand; own += RACE_LANES)
            status = improve_lanes(o, own, other, error);
        if (status == ALEA_OK && o->f->options->progress.stopped)
            status = race_tell(&(alea_progress){.stopped = o->f->options->progress.stopped,
                                                .user = o->f->options->progress.user},
                               0, 0, error);
    }
    return status;
}

/* Player 1's rows, once for all. */
static alea_status set_opponent(optimum *o, alea_error *error)
{
    const race_course *c = &o->f->course;
    alea_status status = ALEA_OK;
    for (uint32_t other = 0; status == ALEA_OK && other < c->stand; other++) {
        if (!race_stands(c->rules, other)) continue;
        draw_guess(o, 1, other);
        for (uint32_t own = 0; status == ALEA_OK && own < c->stand; own++) {
            if (!is_position(o, own, other)) continue;
            race_run_turn(&o->turn, own, &(race_decider){.policy = o->f->opponent, .other = other});
            status = take_row(o, 1, own, other, error);
        }
    }
    return status;
}

static void guess(optimum *o)
{
    const race_course *c = &o->f->course;
    for (unsigned s = 0; s < o->f->sides; s++)
        for (uint32_t own = 0; own < c->stand; own++)
            for (uint32_t other = 0; other < c->stand; other++) {
                double ahead = ((double)own - other) * (s == 0 ? 1 : -1);
                o->x[s][(size_t)own * c->stand + other] =
                    c->objective == ALEA_WIN ? 0.5 + 0.48 * ahead / c->stand : ahead * c->pay / 2;
            }
}

static alea_status find_policies(optimum *o, alea_error *error)
{
    double best = INFINITY;
    int idle = 0;
    alea_status status = ALEA_OK;
    for (int round = 0; status == ALEA_OK && round < MOST_ROUNDS; round++) {
        status = improve(o, error);
        if (status != ALEA_OK) return status;
        idle = o->residual < best / 2 ? 0 : idle + 1;
        best = fmin(best, o->residual);
        if (o->residual <= 2e-15 * o->scale || (idle > 0 && o->residual < 1e-9 * o->scale)) return ALEA_OK;
        if (idle > PATIENCE)
            memcpy(o->x[0], o->better[0], positions(o) * sizeof(double));
        else
            status = race_balance_solve(&o->balance, o->f->sides == 1 ? -1 : 1,
                                        0.01 * o->residual * o->residual / o->scale, o->c, o->x, error);
    }
    return status;
}

static alea_status count_turns(optimum *o, alea_error *error)
{
    for (unsigned s = 0; s < o->f->sides; s++)
        for (size_t i = 0; i < positions(o); i++) o->better[s][i] = 1;
    return race_balance_solve(&o->balance, 1, 1e-3, o->better, o->turns, error);
}

/* ---- the proof ---- */

/* What one look at all positions finds: by how much the worst of them fails. */
typedef struct look {
    bool widen; /* whether to push out what fails */
    double need;
} look;

static void set_bounds(optimum *o, double e)
{
    const race_course *c = &o->f->course;
    for (unsigned s = 0; s < o->f->sides; s++)
        for (uint32_t own = 0; own < c->stand; own++)
            for (uint32_t other = 0; other < c->stand; other++) {
                if (!is_position(o, own, other)) continue;
                size_t i = (size_t)own * c->stand + other, at = (size_t)own * o->f->columns + other;
                double low = o->x[s][i] - e * o->turns[s][i], high = o->x[s][i] + e * o->turns[s][i];
                if (c->objective == ALEA_WIN) {
                    low = fmin(fmax(low, 0), 1);
                    high = fmin(fmax(high, 0), 1);
                }
                o->f->bounds[s].lower[at] = low;
                o->f->bounds[s].upper[at] = high;
            }
}

/* `low` and `neg`: what one step gives at least, and the negative of what it gives at most. */
static void compare(optimum *o, unsigned side, uint32_t own, uint32_t other, double low, double neg, look *l)
{
    const race_course *c = &o->f->course;
    const bool win = c->objective == ALEA_WIN;
    double *lower = &o->f->bounds[side].lower[(size_t)own * o->f->columns + other];
    double *upper = &o->f->bounds[side].upper[(size_t)own * o->f->columns + other];
    const double above = low - *lower, below = *upper + neg, fall = c->margin - above,
                 rise = c->margin - below;
    const double further = low - 2 * c->margin, minus = neg - 2 * c->margin;
    const bool falls = !(win && *lower == 0) && !(fall <= 0), rises = !(win && *upper == 1) && !(rise <= 0);
    if (falls) l->need = fmax(l->need, isnan(fall) ? INFINITY : fall);
    if (rises) l->need = fmax(l->need, isnan(rise) ? INFINITY : rise);
    if (!l->widen) return;
    if (falls) *lower = win ? fmax(0, further) : further;
    if (rises) *upper = win ? fmin(1, -minus) : -minus;
}

static void look_at_best(optimum *o, uint32_t other, look *l)
{
    const race_course *c = &o->f->course;
    race_draw_line(o->f, &o->back, 0, other);
    race_settle(&o->back, c->goal + 1, c->stand);
    for (uint32_t own = 0; own < c->stand; own += RACE_LANES) {
        double low[RACE_LANES] = {0}, neg[RACE_LANES] = {0};
        race_pass_low(&o->back, own, false, low);
        race_pass_neg(&o->back, own, neg);
        for (uint32_t lane = 0; lane < RACE_LANES; lane++)
            if (is_position(o, own + lane, other)) compare(o, 0, own + lane, other, low[lane], neg[lane], l);
    }
}

static void look_at_opponent(optimum *o, uint32_t other, look *l)
{
    race_draw_line(o->f, &o->back, 1, other);
    for (uint32_t own = 0; own < o->f->course.stand; own++) {
        if (!is_position(o, own, other)) continue;
        race_decider who = {.policy = o->f->opponent, .other = other};
        double low, neg;
        race_run_turn(&o->turn, own, &who);
        race_replay_turn(&o->replay, &o->turn, own, &who, &o->back, &low, &neg);
        compare(o, 1, own, other, low, neg, l);
    }
}

/* The worst failure in all positions; 0: the bounds are proved. */
static double look_at_all(optimum *o, bool widen)
{
    look l = {.widen = widen};
    int mode = race_round_down();
    for (uint32_t other = 0; other < o->f->course.stand; other++) {
        if (!race_stands(o->f->course.rules, other)) continue;
        look_at_best(o, other, &l);
        if (o->f->sides == 2) look_at_opponent(o, other, &l);
    }
    race_round_as_before(mode);
    return l.need;
}

static alea_status stop_if_asked(const optimum *o, alea_error *error)
{
    alea_progress ask = {.stopped = o->f->options->progress.stopped, .user = o->f->options->progress.user};
    return race_tell(&ask, 0, 0, error);
}

static alea_status prove(optimum *o, alea_error *error)
{
    set_bounds(o, 0);
    double e = 1.01 * look_at_all(o, false);
    alea_status status = ALEA_OK;
    for (int tries = 0; status == ALEA_OK && tries < 3 && isfinite(e); tries++, e *= 2) {
        set_bounds(o, e);
        status = stop_if_asked(o, error);
    }
    /* Where two moves are as good as equal the longer one can need more room than the one that was chosen. */
    for (int round = 0; status == ALEA_OK && round < MOST_WIDENINGS; round++) {
        double need = look_at_all(o, true);
        if (need == 0) return ALEA_OK;
        if (!isfinite(need)) break;
        status = stop_if_asked(o, error);
    }
    if (status != ALEA_OK) return status;
    return alea__fail(error, ALEA_E_RANGE, "The values of this game cannot be bounded in double precision.");
}

static double widest(const optimum *o)
{
    const race_course *c = &o->f->course;
    double width = 0;
    for (unsigned s = 0; s < o->f->sides; s++)
        for (uint32_t own = 0; own < c->stand; own++)
            for (uint32_t other = 0; other < c->stand; other++) {
                size_t at = (size_t)own * o->f->columns + other;
                if (is_position(o, own, other))
                    width = fmax(width, o->f->bounds[s].upper[at] - o->f->bounds[s].lower[at]);
            }
    return width;
}

static alea_status find(optimum *o, alea_error *error)
{
    alea_status status = make_room(o, error);
    if (status != ALEA_OK) return status;
    o->scale = o->f->course.objective == ALEA_WIN ? 1 : o->f->course.pay * o->f->course.goal;
    guess(o);
    if (o->f->sides == 2) status = set_opponent(o, error);
    if (status == ALEA_OK) status = find_policies(o, error);
    if (status == ALEA_OK) status = count_turns(o, error);
    return status == ALEA_OK ? prove(o, error) : status;
}

alea_status race_find_optimum(race_field *f, double *width, alea_error *error)
{
    optimum o = {.f = f};
    alea_status status = find(&o, error);
    if (status == ALEA_OK) *width = widest(&o);
    leave_room(&o);
    return status;
}
