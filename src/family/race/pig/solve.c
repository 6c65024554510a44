/* Solving games like Pig, with a proof.

   Sum after sum of scores, from the greatest down, each sum's turn starts take these steps:

   1. A guess from neighbours of greater sums; then Newton's method on both members of a pair: one backward
      pass over the turn's totals gives the value at a guessed value after a lost turn, and the slope in it,
      and the value is convex and piecewise linear in that. One step is nearly always enough. H is rounded
      to multiples of 2^-52, so that it, bounds around it and one less them are exact.
   2. Proof. The bounds of a turn start are its value -+ e, where e grows with falling sums. L and U are good
      bounds of the game's value if L <= T(L, U) and U >= T(U, L) everywhere, where T is one turn of the
      mover, who does the best at every total, with the bounds of the sums above as hold values and the
      pair's own bounds after a lost turn (certify.c says why that suffices). A second pass checks it,
      rounding down: it carries a lower bound and the negative of an upper one. What holds leaves 2^-53, for
      the checker's own arithmetic. Where it does not hold the pair is improved and tried again; where that
      does not help, e grows faster from here on.

   e grows by `growth` from sum to sum: a turn that is banked raises the sum, and so pays for its rounding
   errors. But a nearly lost player hardly ever banks and earns nothing on the way: those bounds are
   wider by `extra` from the start.

   Where a pass begins. With h(s) = H of lane j at total s and bust weight b of N, let
        D(s) = N h(s) - sum of w h(s + a)
   If D(s) >= b B for all s >= k, B the value after a lost turn, then holding is best from turn total k on,
   and a pass may begin there. D depends on (other, s) only, and what is kept is the least of it from s on.
   The upper bound needs more: with e(s) the half-width at the sum of s, that falls with s, and e0 and E =
   e0 + extra at this sum,
        h(s) + e(s)   is what holding is worth at most, and rolling no more if D >= b (B + E) + (N - b) extra;
        h(s) + e' + max(0, B - least D / b)   bounds rolling in any case, where e' = E, or e0 where that is
                      no less than e(s) + extra and the half-width of B;
        1             does so, too.
   Each is at least its own average after a roll, b (B + E) + sum of w (the same at s + a), over N: so it
   bounds holding and rolling both, by induction from the goal down. The first loses nothing; the second and
   third are for those who are as good as lost and as good as safe, where values differ by less than e and
   the first would ask for passes up to the goal. The kernels' pig_may_begin chooses k by these; but whatever it
   chooses, the bounds are good, only perhaps too wide to be accepted. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/limits.h"
#include "family/race/messages.h"
#include "family/race/pig/pig.h"

#include <fenv.h>
#include <math.h>
#include <string.h>

enum {
    FLUSH = 8,    /* sums written to the matrix together: one cache line */
    NEWTON = 3,   /* rounds with slopes; then without, should they go round in circles */
    PATIENCE = 8, /* rounds before the bounds grow faster */
    RELAX = 16,   /* sums after which they try to grow slower again */
    MOST_ROUNDS = 240,
    PARALLEL = 512, /* number of groups from which threads pay, unless threads are requested */
    CHUNK = 8       /* groups a thread takes at a time */
};
static const double first_growth = 0x1p-51, first_edge = 0x1p-49;

typedef struct solver {
    const pig_kernel *kernel;
    const alea_solve_options *options;
    const alea__keeper *keeper; /* or NULL */
    pig_rolls rolls;
    uint32_t goal;
    unsigned threads;
    size_t span;
    pig_rows hold, least;
    double *minus_edge, *minus_extra; /* [sum] */
    double *lanes, *workspace;
    size_t workspace_size; /* of one thread */
    uint32_t *start;
    unsigned char *open;
    pig_diagonal diag;
    alea__values *values;
    double growth;
    uint32_t written; /* sums from this one on are in the values */
    double width;     /* the widest there */
    alea__owned owned;
} solver;

/* ---- memory ---- */

static size_t pig_solver_sums(const solver *s)
{
    return 2 * (size_t)s->goal - 1 + s->span;
}

static uint64_t pig_solver_bytes(const solver *s)
{
    const uint64_t cells = (uint64_t)s->goal * s->goal, stride = pig_stride(s->goal);
    return 16 * cells + 2 * pig_rows_bytes(s->goal, s->span) + 16 * pig_solver_sums(s) +
           8 * s->threads * s->workspace_size + 40 * stride;
}

/* Returns false if memory runs out; pig_solver_clear frees the arrays. */
static bool pig_solver_allocate(solver *s)
{
    const size_t stride = pig_stride(s->goal), groups = stride / PIG_GROUP;
    const pig_pads hold = {.won = 1, .lost = 0, .outside = -s->rolls.denominator};
    const pig_pads least = {2 * s->rolls.denominator, 2 * s->rolls.denominator, 2 * s->rolls.denominator};
    s->minus_edge = alea__own(&s->owned, alea__alloc_array(2 * pig_solver_sums(s), sizeof *s->minus_edge));
    s->lanes = alea__own(&s->owned, alea__alloc_aligned(64, 4 * stride * sizeof *s->lanes));
    s->workspace = alea__own(&s->owned, alea__alloc_aligned(64, s->threads * s->workspace_size));
    s->start = alea__own(&s->owned, alea__alloc_array(groups, sizeof *s->start));
    s->open = alea__own(&s->owned, alea__alloc(groups));
    if (s->owned.failed) return false;
    if (!pig_rows_make(&s->hold, s->goal, s->span, &hold) ||
        !pig_rows_make(&s->least, s->goal, s->span, &least))
        return false;
    s->minus_extra = s->minus_edge + pig_solver_sums(s);
    for (size_t g = 0; g < groups; g++) s->start[g] = 1;
    s->diag = (pig_diagonal){.rolls = &s->rolls, .stride = stride, .start = s->start, .open = s->open};
    s->diag.how = alea__choose_rounding();
    s->diag.value = s->lanes;
    s->diag.slope = s->lanes + stride;
    s->diag.change = s->lanes + 2 * stride;
    s->diag.todo = s->lanes + 3 * stride;
    return true;
}

static alea_status pig_solver_make_values(solver *s, alea_error *error)
{
    const uint64_t goal = s->goal;
    s->values = alea__values_new(ALEA_WIN);
    if (!s->values) return alea__out_of_memory(error);
    s->values->states =
        goal * (goal * (goal + 1) / 2); /* totals from `own` to goal - 1 of every turn start */
    s->values->layers = 2 * goal - 1;
    s->values->start = s->values->second = (alea_interval){0, 1};
    return alea__values_add(s->values, &(alea__matrix_shape){"mover", "own", "other", s->goal, s->goal},
                            error);
}

static void pig_solver_clear(solver *s)
{
    pig_rolls_clear(&s->rolls);
    alea__free(s->hold.data);
    alea__free(s->least.data);
    alea__owned_free(&s->owned);
    alea__values_free(s->values);
}

/* Everything but the values of sums; the greatest sum comes next. */
static alea_status pig_solver_prepare(solver *s, const race_roll_model *roll_model, alea_error *error)
{
    alea_status status = pig_rolls_make(roll_model, &s->rolls, error);
    if (status != ALEA_OK) return status;
    s->goal = roll_model->rules->goal;
    s->span = (size_t)s->rolls.deepest + s->rolls.most + 4;
    const bool small = s->options->threads == 0 && s->goal / PIG_GROUP < PARALLEL;
    s->threads = small ? 1 : alea__loop_threads(s->options->threads);
    s->workspace_size = ((size_t)s->rolls.deepest + s->rolls.most) * PIG_PITCH * sizeof(double);
    s->growth = first_growth;
    s->written = 2 * s->goal - 1;
    status = alea__check_memory(RACE_SOLVING, (double)pig_solver_bytes(s), s->options->memory, error);
    if (status == ALEA_OK && !pig_solver_allocate(s)) status = alea__out_of_memory(error);
    return status == ALEA_OK ? pig_solver_make_values(s, error) : status;
}

/* ---- one sum ---- */

static void pig_solver_begin(solver *s, uint32_t sum)
{
    pig_diagonal *diag = &s->diag;
    pig_rows_begin(&s->hold, sum);
    pig_rows_begin(&s->least, sum);
    diag->sum = sum;
    diag->first = pig_first_lane(s->goal, sum);
    diag->last = pig_last_lane(s->goal, sum);
    diag->hold = pig_row(&s->hold, sum);
    diag->least = pig_row(&s->least, sum);
    diag->minus_edge = s->minus_edge + sum;
}

/* How far the bounds of this sum are from its values. Most of what `extra` is for does not depend on how points are made;
   where growth alone does not help, it doubles, too. It never falls again from sum to sum, as the proof takes this sum's for
   all above. */
static void pig_solver_set_edge(solver *s, double growth)
{
    const uint32_t sum = s->diag.sum;
    ALEA_ASSERT(growth >= first_growth);
    s->growth = growth;
    const double extra = ldexp(first_growth, ilogb(growth / first_growth) / 4);
    s->diag.minus_extra = s->minus_extra[sum] = fmin(s->minus_extra[sum + 1], -extra);
    s->minus_edge[sum] = s->minus_edge[sum + 1] - growth - (sum == 2 * s->goal - 2 ? first_edge : 0);
    ALEA_ASSERT(s->minus_edge[sum] < s->minus_edge[sum + 1]); /* bounds only widen */
}

/* Opens all groups that have a lane to do. */
static void pig_solver_open(solver *s)
{
    const pig_diagonal *diag = &s->diag;
    memset(s->open, 0, diag->stride / PIG_GROUP);
    for (uint32_t j = diag->first; j <= diag->last; j++)
        if (diag->todo[j] != 0) s->open[j / PIG_GROUP] = 1;
}

static void pig_solver_open_all(solver *s)
{
    const uint32_t first = s->diag.first, last = s->diag.last;
    for (uint32_t j = first; j <= last; j++) s->diag.todo[j] = 1;
    memset(s->open + first / PIG_GROUP, 1, last / PIG_GROUP - first / PIG_GROUP + 1);
}

typedef void on_groups(const pig_diagonal *, uint32_t begin, uint32_t end, double *work);

/* Groups first … end - 1, CHUNK at a time. */
typedef struct group_loop {
    const solver *s;
    on_groups *work;
    uint32_t first, end;
} group_loop;

static void group_loop_chunk(void *user, uint64_t chunk, unsigned thread)
{
    const group_loop *l = user;
    const uint32_t begin = l->first + (uint32_t)chunk * CHUNK;
    const uint32_t end = begin + CHUNK < l->end ? begin + CHUNK : l->end;
    ALEA_ASSERT(begin < end && thread < l->s->threads);
    l->work(&l->s->diag, begin, end,
            l->s->workspace + (size_t)thread * (l->s->workspace_size / sizeof(double)));
}

/* Each lane's numbers depend on rows above and its own row only, so that threads change nothing. */
static void pig_solver_run(const solver *s, on_groups *work)
{
    const uint32_t first = s->diag.first / PIG_GROUP, end = s->diag.last / PIG_GROUP + 1;
    if (s->threads == 1 || end - first <= CHUNK) {
        work(&s->diag, first, end, s->workspace);
        return;
    }
    group_loop l = {s, work, first, end};
    alea__loop_run((end - first + CHUNK - 1) / CHUNK, s->threads, group_loop_chunk, &l);
}

/* Finds and proves the values of the current sum; ALEA_E_REFUSED if no bounds hold. */
static alea_status pig_solver_solve_sum(solver *s, alea_error *error)
{
    ALEA_ASSERT(fegetround() == FE_TONEAREST);
    const bool try_less = s->diag.sum % RELAX == 0 && s->growth > first_growth;
    pig_solver_set_edge(s, try_less ? s->growth / 2 : s->growth);
    s->kernel->guess(&s->diag);
    pig_solver_open_all(s);
    for (unsigned round = 1; round <= MOST_ROUNDS; round++) {
        s->diag.trust = (round - 1) % PATIENCE < NEWTON ? 1 : 0;
        pig_solver_run(s, s->kernel->pass);
        s->kernel->improve(&s->diag);
        pig_solver_run(s, s->kernel->prove);
        if (s->kernel->check(&s->diag)) return ALEA_OK;
        pig_solver_open(s);
        if (round % PATIENCE != 0) continue;
        pig_solver_set_edge(s, 2 * s->growth);
        pig_solver_open_all(s);
    }
    return alea__fail(error, ALEA_E_REFUSED, RACE_BOUNDS_FAIL, (unsigned)s->diag.sum);
}

/* ---- into the values and back ---- */

/* The bounds of a turn start of that sum with hold value h. */
static alea_interval pig_solver_bounds(const solver *s, uint32_t sum, double h)
{
    const double width = -s->minus_edge[sum] - (h > PIG_LOST ? s->minus_extra[sum] : 0);
    const double low = 1 - h - width, high = 1 - h + width;
    return (alea_interval){low > 0 ? low : 0, high < 1 ? high : 1};
}

/* Sums from `sum` up to those that are written already, FLUSH at most; a row of the matrix is written in one stretch. */
static void pig_solver_flush(solver *s, uint32_t sum)
{
    const uint32_t goal = s->goal, written = s->written;
    const double *row[FLUSH] = {NULL};
    alea__matrix *m = &s->values->matrix[0];
    ALEA_ASSERT(sum <= written && written - sum <= FLUSH);
    for (uint32_t at = sum; at < written; at++) row[at - sum] = pig_row(&s->hold, at);
    double widest = s->width;
    for (uint32_t own = 0; own < goal; own++) {
        const uint32_t first = sum > own ? sum : own, end = own + goal < written ? own + goal : written;
        const size_t place = (size_t)own * goal - own;
        for (uint32_t at = first; at < end; at++) {
            const alea_interval cell = pig_solver_bounds(s, at, row[at - sum][own]);
            m->lower[place + at] = cell.lower;
            m->upper[place + at] = cell.upper;
            widest = cell.upper - cell.lower > widest ? cell.upper - cell.lower : widest;
        }
    }
    s->width = widest;
    s->written = sum;
}

/* The half-width of a sum's bounds, from a turn start with no bound at 0 or 1; negative if there is none. */
static double pig_solver_find_edge(const alea__matrix *m, uint32_t first, uint32_t last, uint32_t sum)
{
    for (uint32_t own = first; own <= last; own++) {
        const size_t at = (size_t)own * m->columns + sum - own;
        if (m->lower[at] > 1 - PIG_LOST && m->upper[at] < 1) return (m->upper[at] - m->lower[at]) / 2;
    }
    return -1;
}

/* H of a turn start with known bounds. */
static double pig_solver_find_hold(const solver *s, alea_interval cell)
{
    const double edge = -s->diag.minus_edge[0], extra = -s->diag.minus_extra;
    if (cell.lower > 0 && cell.upper < 1) return 1 - (cell.lower + cell.upper) / 2;
    return cell.lower > 0 ? 1 - (cell.lower + edge) : 1 - (cell.upper - edge - extra);
}

/* The rows of a sum as they were when it was written; false when the bounds are not of this solver's making. */
static bool pig_solver_restore(solver *s, const alea__matrix *m, uint32_t sum)
{
    pig_solver_begin(s, sum);
    const uint32_t first = s->diag.first, last = s->diag.last;
    const double edge = pig_solver_find_edge(m, first, last, sum);
    const double growth = edge + s->minus_edge[sum + 1] - (sum == 2 * s->goal - 2 ? first_edge : 0);
    if (!(edge > 0 && growth >= first_growth)) return false;
    pig_solver_set_edge(s, growth);
    for (uint32_t own = first; own <= last; own++) {
        const size_t at = (size_t)own * m->columns + sum - own;
        const double h = s->diag.hold[own] =
            pig_solver_find_hold(s, (alea_interval){m->lower[at], m->upper[at]});
        const alea_interval again = pig_solver_bounds(s, sum, h);
        if (!(again.lower == m->lower[at] && again.upper == m->upper[at] && h + 1 - 1 == h)) return false;
    }
    return true;
}

/* Rounding as in the first run, row after row. */
static alea_status pig_solver_resume(solver *s, const alea__values *resume, uint32_t *next, alea_error *error)
{
    if (!(resume->count == 1 && resume->matrix[0].rows == s->goal && resume->matrix[0].columns == s->goal &&
          resume->layers == s->values->layers && resume->layers_done <= resume->layers))
        return alea__fail(error, ALEA_E_FILE, RACE_CANNOT_RESUME);
    for (uint64_t layer = 0; layer < resume->layers_done; layer++, --*next) {
        if (!pig_solver_restore(s, &resume->matrix[0], *next - 1))
            return alea__fail(error, ALEA_E_FILE, RACE_CANNOT_RESUME);
        pig_solver_run(s, s->kernel->finish);
        if ((*next - 1) % FLUSH == 0) pig_solver_flush(s, *next - 1);
    }
    return ALEA_OK;
}

/* ---- all sums ---- */

static double pig_solver_promised(const solver *s)
{
    return fmax(1e-12, 1e-14 * s->goal);
}

/* ALEA_E_RANGE as soon as the bounds are too wide for the tolerance. */
static alea_status pig_solver_check_width(const solver *s, alea_error *error)
{
    const double asked = s->options->tolerance;
    if (asked == 0 || s->width <= asked) return ALEA_OK;
    const double likely = s->width * (2.0 * s->goal) / (2.0 * s->goal - s->diag.sum);
    return alea__fail(error, ALEA_E_RANGE, RACE_TOLERANCE_TOO_SMALL, asked,
                      fmax(pig_solver_promised(s), 2 * likely));
}

/* Tells how many turn starts are done from this sum on. */
static bool pig_solver_asked_to_stop(const solver *s, uint32_t sum)
{
    const alea_progress *p = &s->options->progress;
    const uint64_t goal = s->goal, side = sum < goal ? sum : 2 * goal - 1 - sum,
                   corner = side * (side + 1) / 2;
    return alea__report(p, sum < goal ? goal * goal - corner : corner, goal * goal) != 0 || alea__stopped(p);
}

/* Writes the finished sums, those from `next` on, into the values. */
static void pig_solver_conclude(solver *s, uint32_t next)
{
    alea__values *v = s->values;
    if (next < s->written) pig_solver_flush(s, next);
    ALEA_ASSERT(next <= v->layers);
    v->layers_done = v->layers - next;
    v->width = s->width;
    v->tolerance = s->options->tolerance > 0 ? s->options->tolerance : fmax(pig_solver_promised(s), s->width);
    if (next > 0) return;
    v->start = (alea_interval){v->matrix[0].lower[0], v->matrix[0].upper[0]};
    v->second = (alea_interval){1 - v->start.upper, 1 - v->start.lower};
}

/* Solves sums next - 1 … 0. On return, *next is the lowest solved sum. */
static alea_status pig_solver_solve_all(solver *s, uint32_t *next, alea_error *error)
{
    for (; *next > 0; --*next) {
        const uint32_t sum = *next - 1;
        pig_solver_begin(s, sum);
        alea_status status = pig_solver_solve_sum(s, error);
        if (status != ALEA_OK) return status;
        pig_solver_run(s, s->kernel->finish);
        if (sum % FLUSH == 0) pig_solver_flush(s, sum);
        status = pig_solver_check_width(s, error);
        if (status != ALEA_OK) return status;
        if (s->keeper && sum > 0 && sum % FLUSH == 0) {
            pig_solver_conclude(s, sum);
            s->keeper->keep(s->keeper->user, s->values);
        }
        if (pig_solver_asked_to_stop(s, sum) && sum > 0) {
            --*next;
            return alea__fail(error, ALEA_E_STOPPED, RACE_STOPPED, (unsigned)(2 * s->goal - 1 - sum),
                              (unsigned)(2 * s->goal - 1));
        }
    }
    return ALEA_OK;
}

alea_status pig_solve_with(const pig_kernel *kernel, const race_problem *problem, const alea__values *resume,
                           alea__values **out, alea_error *error)
{
    if (!(problem->options->tolerance >= 0))
        return alea__fail(error, ALEA_E_RANGE, RACE_BAD_TOLERANCE, problem->options->tolerance);
    ALEA_ASSERT(problem->objective == ALEA_WIN && !problem->policy[0] && !problem->policy[1]);
    solver s = {.kernel = kernel, .options = problem->options, .keeper = problem->keeper};
    const int rounding = fegetround();
    fesetround(FE_TONEAREST);
    uint32_t next = 2 * problem->roll_model->rules->goal - 1;
    alea_status status = pig_solver_prepare(&s, problem->roll_model, error);
    if (status == ALEA_OK && resume) status = pig_solver_resume(&s, resume, &next, error);
    if (status == ALEA_OK) status = pig_solver_solve_all(&s, &next, error);
    const bool worth_keeping = status == ALEA_OK || status == ALEA_E_STOPPED;
    if (worth_keeping) pig_solver_conclude(&s, next);
    fesetround(rounding);
    if (worth_keeping) {
        *out = s.values;
        s.values = NULL;
    }
    pig_solver_clear(&s);
    return status;
}

alea_status race_solve_pig(const race_problem *problem, const alea__values *resume, alea__values **out,
                           alea_error *error)
{
    return pig_solve_with(pig_best_kernel(), problem, resume, out, error);
}
