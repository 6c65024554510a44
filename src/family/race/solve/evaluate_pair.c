/* Two policies while nobody leads a chase; see versus.h.

   Every turn is run forward once, rounding down, which gives rows and the constants of each quantity. Positions from which
   these rows have no way to the end are set apart: there the game never ends, and nothing is won. The others are a system of
   equations (balance.h); the bounds are x - e w and x + e w, w the expected turns, for the least e that one step proves
   with rounding down, as for the best play (optimum.c). */
#include "family/race/solve/evaluate_pair.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/race/solve/two_player_bounds.h"
#include "family/race/turn/rounding.h"

#include <math.h>
#include <string.h>

typedef struct meeting {
    race_versus *v;
    race_balance balance;
    double *c_low[RACE_QUANTITIES][2], *c_neg[RACE_QUANTITIES][2]; /* what ends the game or begins a chase */
    double *missing[2], *x[RACE_QUANTITIES][2], *middle[2];
    uint8_t *dead[2], *ends[2], *unknown[2], *met[2];
} meeting;

static size_t positions(const race_versus *v)
{
    return (size_t)v->course.stand * v->course.stand;
}

static bool is_position(const race_versus *v, uint32_t own, uint32_t other)
{
    return race_stands(v->course.rules, own) && race_stands(v->course.rules, other);
}

/* ---- lines ---- */

/* With a leader, and without one for money that was banked. The longest turns that are bounded: each roll of a chase ends it
   with chance `losing` at least, and every turn has a roll. */
double race_versus_least(const race_versus *v, race_quantity q)
{
    const race_course *c = &v->course;
    return q == RACE_DOLLARS && c->rules->money ? -race_beyond(c, (double)c->cap + c->most) : 0;
}

double race_versus_minus_most(const race_versus *v, race_quantity q)
{
    const race_course *c = &v->course;
    if (q == RACE_DOLLARS) return race_versus_least(v, q);
    return q == RACE_TURNS ? -(1 / c->losing + 2) : -1;
}

static double prize(const race_versus *v, race_quantity q, unsigned winner, uint32_t score, uint32_t loser)
{
    const race_rules *rules = v->course.rules;
    if (q == RACE_TURNS) return 0;
    if (q != RACE_DOLLARS) return (winner == 0) == (q == RACE_WINS);
    if (!rules->money) return 0;
    double dollars = (double)(race_price(rules, loser) * ((int64_t)score - (int64_t)loser));
    return winner == 0 ? dollars : -dollars;
}

static void draw_led(race_versus *v, race_quantity q, unsigned side, uint32_t total, uint32_t other)
{
    size_t at = (size_t)other * v->columns + total;
    race_quantity from = q == RACE_LOSSES ? RACE_WINS : q;
    double low = v->led_low[from][1 - side][at], high = v->led_high[from][1 - side][at];
    v->room[q][0][total] = q == RACE_LOSSES ? 1 - high : low;
    v->room[q][1][total] = q == RACE_LOSSES ? low - 1 : -high;
}

static void draw_one(race_versus *v, race_quantity q, unsigned side, uint32_t other)
{
    const race_course *c = &v->course;
    const bool bank = c->rules->ending == RACE_BANK;
    double *low = v->room[q][0], *neg = v->room[q][1];
    for (uint32_t total = 0; total <= c->cap; total++) {
        bool ends = bank ? total >= c->goal : other > c->goal && total <= other;
        if (ends) {
            low[total] = bank ? prize(v, q, side, total, other) : prize(v, q, 1 - side, other, total);
            neg[total] = -low[total];
        } else if (total > c->goal) {
            draw_led(v, q, side, total, other);
        }
    }
    v->line[q] = (race_steady_line){low, neg, race_versus_least(v, q), race_versus_minus_most(v, q)};
}

void race_versus_draw(race_versus *v, unsigned side, uint32_t other)
{
    for (unsigned q = 0; q < RACE_QUANTITIES; q++) draw_one(v, (race_quantity)q, side, other);
}

/* ---- room ---- */

static bool allocate(double **out, size_t count)
{
    *out = alea__alloc_array(count, sizeof(double));
    return *out != NULL;
}

static alea_status make_room(meeting *m, alea_error *error)
{
    const size_t count = positions(m->v);
    alea_status status = race_balance_make(2, m->v->course.stand, &m->balance, error);
    if (status != ALEA_OK) return status;
    bool made = true;
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned q = 0; q < RACE_QUANTITIES; q++)
            made = made && allocate(&m->c_low[q][s], count) && allocate(&m->c_neg[q][s], count) &&
                   allocate(&m->x[q][s], count);
        made = made && allocate(&m->missing[s], count) && allocate(&m->middle[s], count);
        uint8_t **bytes[] = {&m->dead[s], &m->ends[s], &m->unknown[s], &m->met[s]};
        for (size_t i = 0; made && i < sizeof bytes / sizeof *bytes; i++)
            made = (*bytes[i] = alea__alloc(count)) != NULL;
    }
    return made ? ALEA_OK : alea__out_of_memory(error);
}

static void leave_room(meeting *m)
{
    race_balance_clear(&m->balance);
    for (unsigned s = 0; s < 2; s++) {
        for (unsigned q = 0; q < RACE_QUANTITIES; q++) {
            alea__free(m->c_low[q][s]);
            alea__free(m->c_neg[q][s]);
            alea__free(m->x[q][s]);
        }
        alea__free(m->missing[s]);
        alea__free(m->middle[s]);
        alea__free(m->dead[s]);
        alea__free(m->ends[s]);
        alea__free(m->unknown[s]);
        alea__free(m->met[s]);
    }
}

/* ---- rows ---- */

static alea_status take_row(meeting *m, unsigned side, uint32_t own, uint32_t other, alea_error *error)
{
    race_versus *v = m->v;
    const race_course *c = &v->course;
    const race_forward *t = &v->turn;
    const size_t at = (size_t)own * c->stand + other;
    uint32_t end = t->end < c->stand ? t->end : c->stand, first = own + 1 < end ? own + 1 : end;
    for (unsigned q = 0; q < RACE_QUANTITIES; q++) {
        const uint32_t from = c->stand, until = t->end <= c->cap ? t->end : c->cap + 1,
                       count = until > from ? until - from : 0;
        const double turn = q == RACE_TURNS;
        m->c_low[q][side][at] = turn + race_weigh(t->hold + from, v->line[q].low + from, count);
        m->c_neg[q][side][at] = -turn + race_weigh(t->hold + from, v->line[q].neg + from, count);
    }
    for (uint32_t total = c->stand; total < t->end; total++) m->ends[side][at] |= t->hold[total] > 0;
    m->unknown[side][at] = t->unknown;
    m->missing[side][at] = t->missing;
    double bust = t->bust + t->hold[own], moves = t->held - t->hold[own] + t->wipe + t->missing;
    return race_balance_set(&m->balance, side, at, first, end - first, t->hold + first, bust, t->wipe, moves,
                            error);
}

static alea_status run_turns(meeting *m, alea_error *error)
{
    race_versus *v = m->v;
    const uint32_t stand = v->course.stand;
    alea_status status = ALEA_OK;
    for (unsigned side = 0; side < 2; side++)
        for (uint32_t other = 0; status == ALEA_OK && other < stand; other++) {
            int mode = race_round_down();
            race_versus_draw(v, side, other);
            for (uint32_t own = 0; status == ALEA_OK && own < stand; own++) {
                if (!is_position(v, own, other)) continue;
                race_run_turn(&v->turn, own, &(race_decider){.policy = v->policy[side], .other = other});
                status = take_row(m, side, own, other, error);
            }
            race_round_as_before(mode);
            if (status == ALEA_OK)
                status = race_tell(&v->options->progress, ((uint64_t)side * stand + other + 1) * stand,
                                   2ull * stand * stand, error);
        }
    return status;
}

/* ---- where the game goes ---- */

/* Calls `visit` for every position that a turn can lead to, until it says true. */
typedef bool visitor(meeting *, unsigned side, size_t at);

static bool any_next(meeting *m, unsigned side, uint32_t own, uint32_t other, visitor *visit)
{
    const race_turn_rows *rows = &m->balance.rows[side];
    const uint32_t stand = m->v->course.stand;
    const size_t at = (size_t)own * stand + other;
    for (uint32_t k = 0; k < rows->count[at]; k++)
        if (rows->p[rows->at[at] + k] > 0 && visit(m, 1 - side, (size_t)other * stand + rows->first[at] + k))
            return true;
    if (rows->bust[at] > 0 && visit(m, 1 - side, (size_t)other * stand + own)) return true;
    return rows->wipe[at] > 0 && visit(m, 1 - side, (size_t)other * stand);
}

static bool lives(meeting *m, unsigned side, size_t at)
{
    return !m->dead[side][at];
}

static bool revive(meeting *m, unsigned side, uint32_t own, uint32_t other)
{
    const size_t at = (size_t)own * m->v->course.stand + other;
    if (!m->dead[side][at] || !is_position(m->v, own, other)) return false;
    if (!m->ends[side][at] && !m->unknown[side][at] && !any_next(m, side, own, other, lives)) return false;
    m->dead[side][at] = 0;
    return true;
}

static void find_dead(meeting *m)
{
    const uint32_t stand = m->v->course.stand;
    for (unsigned side = 0; side < 2; side++) memset(m->dead[side], 1, positions(m->v));
    for (bool more = true; more;) {
        more = false;
        for (uint32_t sum = 2 * stand - 1; sum-- > 0;)
            for (uint32_t own = sum < stand ? 0 : sum - stand + 1; own < stand && own <= sum; own++)
                for (unsigned side = 0; side < 2; side++) more |= revive(m, side, own, sum - own);
    }
    for (unsigned side = 0; side < 2; side++) m->balance.dead[side] = m->dead[side];
}

enum { MET = 1, FOLLOWED = 2 };

static bool meet(meeting *m, unsigned side, size_t at)
{
    m->met[side][at] |= MET;
    return false;
}

/* What can be met from the start on when `first` moves first. */
static race_prospect look_ahead(meeting *m, unsigned first)
{
    const uint32_t stand = m->v->course.stand;
    race_prospect out = {.surely = m->dead[first][0], .unknown = m->v->unknown};
    for (unsigned side = 0; side < 2; side++) memset(m->met[side], 0, positions(m->v));
    meet(m, first, 0);
    for (bool more = true; more;) {
        more = false;
        for (unsigned side = 0; side < 2; side++)
            for (size_t at = 0; at < positions(m->v); at++) {
                if (m->met[side][at] != MET) continue;
                m->met[side][at] |= FOLLOWED;
                more = true;
                out.never |= m->dead[side][at];
                out.unknown |= m->unknown[side][at];
                any_next(m, side, (uint32_t)(at / stand), (uint32_t)(at % stand), meet);
            }
    }
    return out;
}

/* ---- bounds ---- */

static alea_status solve(meeting *m, race_quantity q, alea_error *error)
{
    for (unsigned side = 0; side < 2; side++)
        for (size_t at = 0; at < positions(m->v); at++)
            m->middle[side][at] = (m->c_low[q][side][at] - m->c_neg[q][side][at]) / 2;
    return race_balance_solve(&m->balance, 1, 0, m->middle, m->x[q], error);
}

/* What one step gives at least along one bound of the positions that follow; `flip` 1: of the negative. */
static double step(const meeting *m, unsigned side, size_t at, const double *next, double constant,
                   double worst)
{
    const race_turn_rows *rows = &m->balance.rows[side];
    const uint32_t stand = m->v->course.stand, own = (uint32_t)(at / stand), other = (uint32_t)(at % stand);
    const double *row = next + (size_t)other * stand, *p = rows->p + rows->at[at];
    double sum =
        constant + rows->bust[at] * row[own] + rows->wipe[at] * row[0] + m->missing[side][at] * worst;
    for (uint32_t k = 0; k < rows->count[at]; k++) sum += p[k] * row[rows->first[at] + k];
    return sum;
}

static void set_bounds(meeting *m, race_quantity q, double e)
{
    race_versus *v = m->v;
    for (unsigned side = 0; side < 2; side++)
        for (size_t at = 0; at < positions(v); at++) {
            double x = m->x[q][side][at], w = m->x[RACE_TURNS][side][at];
            v->low[q][side][at] = x - e * w;
            v->high[q][side][at] = x + e * w;
        }
}

static double greatest(double *const bound[2], size_t count)
{
    double most = 0;
    for (unsigned side = 0; side < 2; side++)
        for (size_t at = 0; at < count; at++) most = fmax(most, fabs(bound[side][at]));
    return most;
}

/* The worst by which the bounds fail one step. */
static double look(meeting *m, race_quantity q)
{
    race_versus *v = m->v;
    const size_t count = positions(v);
    double most = fmax(greatest(v->low[q], count), greatest(v->high[q], count)) + 1, need = 0;
    double least = fmin(race_versus_least(v, q), q == RACE_DOLLARS ? -most : 0);
    double minus_most = q == RACE_DOLLARS || q == RACE_TURNS ? fmin(race_versus_minus_most(v, q), -most) : -1;
    for (unsigned side = 0; side < 2; side++) {
        for (size_t at = 0; at < count; at++) m->middle[0][at] = -v->high[q][1 - side][at];
        for (size_t at = 0; at < count; at++) {
            if (m->dead[side][at]) continue;
            double low = step(m, side, at, v->low[q][1 - side], m->c_low[q][side][at], least);
            double neg = step(m, side, at, m->middle[0], m->c_neg[q][side][at], minus_most);
            double above = low - v->low[q][side][at], below = neg + v->high[q][side][at];
            need = fmax(need, fmax(-above, -below));
        }
    }
    return need;
}

static alea_status bound(meeting *m, race_quantity q, alea_error *error)
{
    int mode = race_round_down();
    set_bounds(m, q, 0);
    double e = 1.01 * look(m, q), need = INFINITY;
    for (int tries = 0; tries < 60 && need > 0 && isfinite(e); tries++, e *= 2) {
        set_bounds(m, q, e);
        need = look(m, q);
    }
    race_round_as_before(mode);
    if (need == 0) return ALEA_OK;
    return alea__fail(error, ALEA_E_RANGE,
                      "The results of these two cannot be bounded in double precision: a game between them "
                      "takes too many turns.");
}

alea_status race_versus_balance(race_versus *v, race_prospect out[2], alea_error *error)
{
    static const race_quantity order[] = {RACE_TURNS, RACE_WINS, RACE_LOSSES, RACE_DOLLARS};
    meeting m = {.v = v};
    alea_status status = make_room(&m, error);
    if (status == ALEA_OK) status = run_turns(&m, error);
    if (status == ALEA_OK) find_dead(&m);
    for (unsigned i = 0; status == ALEA_OK && i < RACE_QUANTITIES; i++) {
        status = solve(&m, order[i], error);
        if (status == ALEA_OK) status = bound(&m, order[i], error);
    }
    for (unsigned side = 0; status == ALEA_OK && side < 2; side++) out[side] = look_ahead(&m, side);
    leave_room(&m);
    return status;
}
