/* The independent checker; exact/check_blocks.h has the argument. One step is a whole turn (exact_step.c); T takes the best of
   rolling and holding everywhere in it, or where the opponent of a best response is to move, what its policy does.

   Games here may go on for ever, and what never ends pays nothing. So that play ends under the choices that T found for L, the
   lower bound must lie below what the turn gives, L < T(L, U), by at least one unit of the arithmetic, e:

   Two players. l is expected to rise by e over each of A's turns, whatever B does: l(X_n) - e * (A's turns) is a
   submartingale. l is bounded before the end, and what the end pays is bounded in expectation turn by turn, so that the
   expected number of turns N is finite (Foster's drift criterion; Meyn and Tweedie, Markov Chains and Stochastic Stability,
   1993, theorem 11.3.4) and l(X_n) is uniformly integrable up to N. Optional stopping then gives value >= L; with the roles
   changed B gets at least L, so A at most U. It follows also that the game ends, and that any two tables that pass agree
   (compare Shapley, Stochastic Games, 1953, and Patek and Bertsekas, Stochastic Shortest Path Games, SIAM J. Control Optim.
   37, 1999). Where L is 0 for winning there is nothing to prove, and the argument stops there; so L = 0 needs no rise.

   Best responses. Positions in which a frozen bot was never asked count as the worst for each bound. For L as above. For U and
   winning, U(X_n) is a supermartingale whatever the mover does and not negative (Fatou's lemma). For money U may be negative,
   so U > T(U) is asked for too: then nobody can avoid the end.

   One player, turns limited: induction over the turns left, no rise needed. Fewest turns: every turn costs 1, so the rise is
   there by itself: U >= 1 + E U bounds the turns of the player who follows it, and L <= 1 + E L, L bounded, those of anybody
   who finishes in finite time.

   Totals above those that are followed are bounded in exact_step.c; for a chase with money that needs every bound in the table
   to be at most the greatest pay times `cap`, which is looked at here. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/check_blocks.h"
#include "family/race/check/check.h"
#include "family/race/check/exact_step.h"
#include "family/race/check/quick_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct turn_check {
    race_bounds bounds;
    race_quick_rules quick;
    uint32_t waiters;
    bool complete;
    const alea_progress *progress;
    alea_verdict *verdict;
} turn_check;

/* ---- one position ---- */

static const char *certify_name_place(const turn_check *c, const race_exact_turn *p, char *out, size_t size)
{
    const race_rules *rules = c->bounds.rules;
    if (rules->players == 2)
        snprintf(out, size, "scores %u,%u%s", (unsigned)p->own, (unsigned)p->waiter,
                 p->side == RACE_WAITING ? " with the opponent to move" : "");
    else if (rules->turn_limit > 0)
        snprintf(out, size, "score %u, %u turns left", (unsigned)p->own, (unsigned)p->waiter);
    else
        snprintf(out, size, "score %u", (unsigned)p->own);
    return out;
}

__attribute__((format(printf, 4, 5))) static void
certify_complain(const turn_check *c, const race_exact_turn *p, alea__finding *f, const char *format, ...)
{
    va_list arguments;
    char where[100];
    int at = snprintf(f->reason, sizeof f->reason, "%s: ", certify_name_place(c, p, where, sizeof where));
    va_start(arguments, format);
    alea__format(f->reason + at, sizeof f->reason - (size_t)at, format, arguments);
    va_end(arguments);
    f->wrong = true;
}

static alea_interval certify_stored(const turn_check *c, const race_exact_turn *p)
{
    const alea__matrix *m = &c->bounds.values->matrix[p->side];
    size_t at = p->side == RACE_MOVER ? (size_t)p->own * m->columns + p->waiter
                                      : (size_t)p->waiter * m->columns + p->own;
    return (alea_interval){m->lower[at], m->upper[at]};
}

/* A stored bound in units, rounded against itself; the turn's value must not be below it. */
static int64_t certify_claim(const turn_check *c, const race_exact_turn *p)
{
    const alea_interval bound = certify_stored(c, p);
    return alea__fixed_above(p->sign * (p->sign > 0 ? bound.lower : bound.upper), c->bounds.places);
}

/* Whether a claim is no better than what its turn gives from the stored bounds, or needs no proof; see the theorem. */
static bool certify_claim_holds(const turn_check *c, const race_exact_turn *p, int64_t claimed, int64_t gives)
{
    const race_bounds *b = &c->bounds;
    const bool win = b->values->objective == ALEA_WIN, money = b->values->objective == ALEA_MONEY;
    const bool must_rise =
        b->rules->players > 1 && p->side != RACE_WAITING && (p->sign > 0 || (b->values->count > 1 && money));
    return (win && claimed <= (p->sign > 0 ? 0 : -b->one)) || claimed < gives + !must_rise;
}

/* The turn itself counts where turns do. */
static int64_t certify_count_turn(const turn_check *c, const race_exact_turn *p, int64_t gives)
{
    return c->bounds.values->objective == ALEA_TURNS ? gives + p->sign * c->bounds.unit : gives;
}

/* Recomputes a turn exactly, and reports a bound that is better. */
static void certify_bound(const turn_check *c, const race_exact_turn *p, race_workspace *work,
                          alea__finding *f)
{
    const race_bounds *b = &c->bounds;
    const int64_t claimed = certify_claim(c, p);
    const int64_t gives = certify_count_turn(c, p, race_exact_start(b, p, work));
    if (certify_claim_holds(c, p, claimed, gives)) return;
    const alea_interval bound = certify_stored(c, p);
    const double claimed_by = p->sign > 0 ? bound.lower : bound.upper;
    char where[100];
    if (claimed == gives)
        certify_complain(
            c, p, f,
            "the %s bound %.17g is no better than what one turn gives, where the proof needs some room.",
            p->sign > 0 ? "lower" : "upper", claimed_by);
    else
        alea__find_wrong_bound(f, certify_name_place(c, p, where, sizeof where), p->sign, claimed_by,
                               p->sign * alea__fixed_double_below(gives, b->places));
}

/* Checks that there are numbers exactly where a turn can begin, none too large for the units. */
static void certify_numbers(const turn_check *c, const race_exact_turn *p, alea__finding *f)
{
    const race_bounds *b = &c->bounds;
    alea_interval bound = certify_stored(c, p);
    bool none = isnan(bound.lower) && isnan(bound.upper);
    bool possible = race_is_turn_start(b->rules, b->values, p->own, p->waiter);
    if (!possible && !none)
        certify_complain(c, p, f, "no turn can begin there, but there are bounds, %.17g and %.17g.",
                         bound.lower, bound.upper);
    else if (possible && none && c->complete)
        certify_complain(c, p, f, "there are no bounds.");
    else if (!none &&
             !(alea__fixed_fits(bound.lower, b->places + 1) && alea__fixed_fits(bound.upper, b->places + 1)))
        certify_complain(c, p, f, "the bounds %.17g and %.17g are greater than any value can be.",
                         bound.lower, bound.upper);
}

static bool has_bounds(const turn_check *c, const race_exact_turn *p)
{
    return race_is_turn_start(c->bounds.rules, c->bounds.values, p->own, p->waiter) &&
           !isnan(certify_stored(c, p).lower);
}

/* Before any turn is looked at: a number that is missing would spoil other positions first. */
static void look_over(turn_check *c)
{
    const race_bounds *b = &c->bounds;
    const alea__matrix *m = &b->values->matrix[0];
    const bool chased = b->values->objective == ALEA_MONEY && b->rules->ending == RACE_CHASE;
    const double may = (double)b->pay * ((double)b->top + 2);
    alea__finding f = {.wrong = false};
    for (unsigned side = 0; side < c->bounds.values->count; side++)
        for (uint32_t own = 0; own < m->rows; own++)
            for (uint32_t waiter = 0; waiter < m->columns; waiter++) {
                const race_exact_turn p = {(race_side)side, own, waiter, 1};
                const alea_interval bound = certify_stored(c, &p);
                certify_numbers(c, &p, &f);
                if (!f.wrong && chased && fmax(fabs(bound.lower), fabs(bound.upper)) > may)
                    certify_complain(
                        c, &p, &f,
                        "a bound of %.17g is more than %.17g, up to which totals above the table's %u "
                        "can be argued for.",
                        fmax(fabs(bound.lower), fabs(bound.upper)), may, (unsigned)b->top);
                if (f.wrong) {
                    alea__refute(c->verdict, "%s", f.reason);
                    return;
                }
            }
}

/* ---- all turns against one waiter ---- */

/* A thread's data. */
typedef struct turn_workspace {
    race_workspace exact;
    race_quick quick;
} turn_workspace;

/* Which of the turns from p.own on the quick check proves: one bit each. */
static unsigned check_quickly(const turn_check *c, race_exact_turn p, race_quick *quick)
{
    int64_t claimed[RACE_QUICK_LANES], gives[RACE_QUICK_LANES];
    const uint32_t own = p.own;
    unsigned asked = 0, proved = 0;
    for (unsigned lane = 0; lane < RACE_QUICK_LANES; lane++) {
        p.own = own + lane;
        if (p.own >= c->bounds.values->matrix[0].rows || !has_bounds(c, &p)) continue;
        claimed[lane] = certify_claim(c, &p);
        asked |= 1U << lane;
    }
    for (unsigned attempt = 0; proved != asked; attempt++) {
        const uint32_t cut = race_quick_cut(quick, own, attempt);
        if (cut == 0) break;
        race_quick_turns(quick, own, cut, gives);
        for (unsigned lane = 0; lane < RACE_QUICK_LANES; lane++)
            if ((asked & ~proved) >> lane & 1 &&
                certify_claim_holds(c, &p, claimed[lane], certify_count_turn(c, &p, gives[lane])))
                proved |= 1U << lane;
    }
    return proved;
}

/* All bounds of a side against one waiter, lower (sign 1) or upper ones, from p.own on; stops at the first that is wrong. */
static void check_turns(const turn_check *c, race_exact_turn p, turn_workspace *work, alea__finding *f)
{
    const bool quickly = p.side == RACE_MOVER;
    unsigned proved = 0;
    race_set_opponent(&c->bounds, &p, &work->exact);
    if (quickly) race_quick_set_opponent(&work->quick, &p, &work->exact);
    for (; p.own < c->bounds.values->matrix[0].rows && !f->wrong; p.own++) {
        const unsigned lane = p.own % RACE_QUICK_LANES;
        if (quickly && lane == 0) proved = check_quickly(c, p, &work->quick);
        if (!has_bounds(c, &p)) continue;
        if (!(proved >> lane & 1)) certify_bound(c, &p, &work->exact, f);
        const alea_interval bound = certify_stored(c, &p);
        if (p.sign < 0 && !f->wrong && !(bound.lower <= bound.upper))
            certify_complain(c, &p, f, "the lower bound %.17g is above the upper bound %.17g.", bound.lower,
                             bound.upper);
        f->checked += p.sign > 0;
    }
}

static void check_workspace_free(turn_workspace *work)
{
    race_workspace_clear(&work->exact);
    race_quick_clear(&work->quick);
    alea__free(work);
}

/* Makes the data of a thread: the workspaces of the exact step and of the quick check. */
static alea_status certify_thread_start(void *user, void **local, alea_error *error)
{
    turn_check *c = user;
    turn_workspace *work = alea__alloc(sizeof *work);
    if (!work) return alea__out_of_memory(error);
    alea_status status = race_workspace_make(&c->bounds, &work->exact, error);
    if (status == ALEA_OK) status = race_quick_make(&c->quick, &work->quick, error);
    if (status == ALEA_OK)
        *local = work;
    else
        check_workspace_free(work);
    return status;
}

static void certify_thread_end(void *user, void *local)
{
    (void)user;
    check_workspace_free(local);
}

/* A block of the loop: all turns against one waiter, or with this many turns left. */
static alea_status check_waiter(void *user, void *local, uint64_t block, alea__finding *f, alea_error *error)
{
    const turn_check *c = user;
    uint32_t waiter = (uint32_t)block;
    (void)error;
    if (c->bounds.rules->turn_limit > 0 && waiter == 0) {
        /* With no turns left nothing can be gained. */
        race_exact_turn p = {RACE_MOVER, 0, 0, 1};
        for (; p.own < c->bounds.values->matrix[0].rows && !f->wrong; p.own++) {
            alea_interval bound = certify_stored(c, &p);
            if (!has_bounds(c, &p)) continue;
            f->checked++;
            if (bound.lower > 0 || bound.upper < 0)
                certify_complain(c, &p, f, "the bounds %.17g and %.17g leave out 0.", bound.lower,
                                 bound.upper);
        }
        return ALEA_OK;
    }
    for (unsigned side = 0; side < c->bounds.values->count; side++)
        for (int sign = 1; sign >= -1 && !f->wrong; sign -= 2)
            check_turns(c, (race_exact_turn){(race_side)side, 0, waiter, sign}, local, f);
    return ALEA_OK;
}

/* Checks every turn start, in parallel; a refutation is in the verdict. */
static alea_status certify_turns(turn_check *c, alea_error *error)
{
    const race_bounds *b = &c->bounds;
    uint64_t starts = 0;
    for (uint32_t own = 0; own < b->values->matrix[0].rows; own++)
        for (uint32_t other = 0; other < c->waiters; other++)
            starts += race_is_turn_start(b->rules, b->values, own, other);
    const alea__checking checking = {.blocks = c->waiters,
                                     .total = starts * b->values->count,
                                     .progress = c->progress,
                                     .user = c,
                                     .thread_start = certify_thread_start,
                                     .thread_end = certify_thread_end,
                                     .check = check_waiter};
    return alea__check_blocks(&checking, c->verdict, error);
}

/* ---- the table's claims ---- */

/* Marks scores that play can bank before any player has passed the goal: from each, the totals of a turn. */
static void mark_scores(const race_bounds *b, bool *banked, bool *met)
{
    const race_rules *rules = b->rules;
    const uint32_t memories = rules->memories;
    banked[0] = true;
    for (uint32_t total = 0; total <= rules->goal; total++) {
        bool *here = met + (size_t)total * memories * 2;
        if (total > 0 && rules->landing[total] != RACE_ADD) continue;
        for (uint32_t round = 0; round < memories; round++) { /* rolls of nothing come back to this total */
            for (uint32_t m = 0; m < memories; m++) banked[total] |= here[2 * m];
            here[0] |= banked[total];
            for (uint32_t m = 0; m < memories; m++)
                for (uint32_t i = 0; (here[2 * m] || here[2 * m + 1]) && i < b->row[m].count; i++)
                    if (total + b->row[m].arrival[i].step / 2 / memories <= rules->goal)
                        here[b->row[m].arrival[i].step] = true;
        }
    }
}

/* The widest interval between scores that play can bank before the end is near. */
static double widest(const race_bounds *b, const bool *banked)
{
    double width = 0;
    for (unsigned k = 0; k < b->values->count; k++) {
        const alea__matrix *m = &b->values->matrix[k];
        for (uint32_t own = 0; own < m->rows && own <= b->rules->goal; own++)
            for (uint32_t other = 0; other < m->columns; other++) {
                size_t at = (size_t)own * m->columns + other;
                bool near =
                    !banked[own] || (b->rules->players == 2 && (other > b->rules->goal || !banked[other]));
                if (!near && m->upper[at] - m->lower[at] > width) width = m->upper[at] - m->lower[at];
            }
    }
    return width;
}

/* a + b >= 1 (sign 1) or a + b <= 1 (sign -1), exactly. For numbers from 0 to 1, 110 places hold everything above 2^-57,
   and the rest counts against the claim. Other numbers are not probabilities, and a file may contain any. */
static bool sums_to_one(double a, double b, int sign)
{
    if (!(a >= 0 && a <= 1 && b >= 0 && b <= 1)) return false;
    alea__wide sum = (alea__wide)floor(ldexp(sign * a, 110)) + (alea__wide)floor(ldexp(sign * b, 110));
    return sum >= ((alea__wide)1 << 110) * sign;
}

/* Checks the value for the player who does not move first. */
static bool second_is_right(const alea__values *v, const race_rules *rules)
{
    const alea_interval *first = &v->start, *second = &v->second;
    if (rules->players == 1) return second->lower <= first->lower && second->upper >= first->upper;
    if (v->count > 1) return second->lower <= v->matrix[1].lower[0] && second->upper >= v->matrix[1].upper[0];
    if (v->objective == ALEA_MONEY) return second->lower <= -first->upper && second->upper >= -first->lower;
    if (!(second->lower >= 0 && second->upper <= 1)) return false;
    return sums_to_one(second->lower, first->upper, -1) && sums_to_one(second->upper, first->lower, 1);
}

/* Checks that start, second and width agree with the matrices; a refutation is written to the verdict. */
static alea_status certify_claims(const turn_check *c, alea_error *error)
{
    const race_bounds *b = &c->bounds;
    const race_rules *rules = b->rules;
    size_t scores = (size_t)rules->goal + 1;
    bool *banked = alea__alloc_array(scores, sizeof *banked);
    bool *met = alea__alloc_array(scores * rules->memories * 2, sizeof *met);
    alea_status status = banked && met ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        mark_scores(b, banked, met);
        /* for one player, the start is the last column of the first row, else the first */
        alea_interval start = alea__matrix_at(&b->values->matrix[0], rules->turn_limit);
        alea__check_claims(b->values, widest(b, banked), start, second_is_right(b->values, rules),
                           c->verdict);
    }
    alea__free(met);
    alea__free(banked);
    return status;
}

alea_status race_certify(const alea__rules *opaque, const alea__values *values, const alea_progress *progress,
                         alea_verdict *out, alea_error *error)
{
    alea_verdict verdict = {.holds = true};
    turn_check c = {.progress = progress, .verdict = &verdict};
    alea_error why;
    alea_status status = race_fits(opaque, values, &why);
    if (status == ALEA_OK) status = race_bounds_make(race_rules_of(opaque), values, 0, &c.bounds, &why);
    if (status == ALEA_OK) {
        c.waiters = values->matrix[0].columns;
        c.complete = values->layers_done == values->layers;
        look_over(&c);
        if (verdict.holds) status = race_quick_rules_make(&c.bounds, &c.quick, error);
        if (status == ALEA_OK && verdict.holds) status = certify_turns(&c, error);
        race_quick_rules_clear(&c.quick);
        if (status == ALEA_OK && verdict.holds && c.complete) status = certify_claims(&c, error);
        race_bounds_clear(&c.bounds);
    } else if (status == ALEA_E_MEMORY) {
        return alea__out_of_memory(error);
    } else {
        alea__refute(&verdict, "%s", why.message);
        status = ALEA_OK;
    }
    if (status == ALEA_OK) *out = verdict;
    return status;
}
