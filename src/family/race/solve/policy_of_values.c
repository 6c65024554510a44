/* The plan that plays by a table of values: one bit for every position. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/interval.h"
#include "family/race/check/exact_step.h"
#include "family/race/messages.h"
#include "family/race/policy/bitset_rows.h"
#include "family/race/solve/solve.h"

/* A plan being made out of the middles of the intervals. */
typedef struct making {
    race_bounds bounds; /* for the rolls, and for how far totals are followed */
    race_rows rows;
    double *chance; /* of each of the bounds' arrivals */
    bool *decides;  /* [memory]: a player may be free to hold there */
} making;

/* ---- values of ending a turn, by midpoints ---- */

static double plan_middle(const making *k, unsigned matrix, uint32_t row, uint32_t column)
{
    const alea__matrix *m = &k->bounds.values->matrix[matrix];
    return alea__interval_middle(alea__matrix_at(m, (size_t)row * m->columns + column));
}

static double plan_prize(const making *k, bool won, uint32_t winner, uint32_t loser)
{
    const race_rules *rules = k->bounds.rules;
    if (k->bounds.values->objective == ALEA_WIN) return won;
    double dollars = (double)(race_price(rules, loser) * (winner - loser));
    return won ? dollars : -dollars;
}

/* The value to the mover of ending a turn with this total, against `waiter` or with this many turns left. */
static double plan_holding(const making *k, uint32_t total, uint32_t waiter)
{
    const race_rules *rules = k->bounds.rules;
    const alea__values *values = k->bounds.values;
    const bool limited = rules->turn_limit > 0;
    if (rules->players == 1) {
        if (total >= race_enough(rules)) return limited;
        return limited && waiter <= 1 ? 0 : plan_middle(k, 0, total, limited ? waiter - 1 : 0);
    }
    if (rules->ending == RACE_BANK && total >= rules->goal) return plan_prize(k, true, total, waiter);
    if (rules->ending == RACE_CHASE && waiter > rules->goal && total <= waiter)
        return plan_prize(k, false, waiter, total);
    if (total >= values->matrix[0].rows)
        return plan_prize(k, true, total, waiter); /* no player will get above that */
    if (values->count > 1) return plan_middle(k, 1, total, waiter);
    return (values->objective == ALEA_WIN) - plan_middle(k, 0, waiter, total);
}

/* ---- one turn ---- */

/* Turns against a waiter differ only in the value of a bust; this many such values are handled together. */
enum { LANES = 8 };

typedef double lane_values __attribute__((vector_size(LANES * 8), aligned(8)));
typedef int64_t lane_bits __attribute__((vector_size(LANES * 8), aligned(8)));

/* A thread's workspace. Cells hold the value of a position reached by a roll and, for the free ones, the value of rolling on. */
typedef struct workspace {
    double *hold; /* [total] */
    lane_values *cell, bust;
    uint8_t *rolls;                  /* [total * memories + memory], a bit for each lane */
    uint32_t holds_from;             /* without bits, against this waiter */
    uint32_t own[LANES], end[LANES]; /* the turns of a lane, which have the same `bust` */
} workspace;

/* A bit for each lane. */
static uint8_t plan_pack(lane_bits lanes)
{
    unsigned bits = 0;
    for (unsigned lane = 0; lane < LANES; lane++) bits |= (unsigned)(lanes[lane] & 1) << lane;
    return (uint8_t)bits;
}

/* Fills the cells of a total. Sets where to roll on, or a plan's default if no player decides there; the totals above are
   already filled. */
static void plan_total(const making *k, const workspace *r, uint32_t total)
{
    const race_bounds *b = &k->bounds;
    const race_rules *rules = b->rules;
    ALEA_ASSERT(total <= b->top);
    const double sign = b->values->objective == ALEA_TURNS ? -1 : 1;
    const bool lost = total <= rules->goal && rules->landing[total] != RACE_ADD,
               ends = lost || (rules->over_goal_hold && total >= race_enough(rules));
    lane_values *cell = r->cell + race_cell(b, total, 0, false), hold = r->hold[total] + (lane_values){0};
    if (lost) hold = rules->landing[total] == RACE_WIPE ? r->hold[0] + (lane_values){0} : r->bust;
    for (uint32_t i = 0; i < rules->memories; i++) {
        const uint32_t m = b->order[i];
        const race_row *row = &b->row[m];
        const double *chance = k->chance + (row->arrival - b->arrival);
        lane_values roll = ((double)row->bust * r->bust + row->wipe * r->hold[0]) / (double)rules->outcomes;
        for (uint32_t a = 0; a < row->count; a++) roll += chance[a] * cell[row->arrival[a].step];
        if (ends) roll = hold;
        const lane_bits rolls = sign * (roll - hold) > RACE_TIE;
        cell[2 * m] = (lane_values)(((lane_bits)roll & rolls) | ((lane_bits)hold & ~rolls));
        cell[2 * m + 1] = roll;
        r->rolls[(size_t)total * rules->memories + m] = k->decides[m]           ? plan_pack(rolls)
                                                        : total < r->holds_from ? 0xFF
                                                                                : 0;
    }
}

/* Sets the bits of the turns in the first `count` lanes, the lowest in the first one. Bits of positions in which the turn is over
   are never read. */
static void plan_turns(making *k, workspace *r, unsigned count, uint32_t waiter)
{
    const uint32_t memories = k->bounds.rules->memories, top = k->bounds.top,
                   last = k->rows.last < top ? k->rows.last : top;
    ALEA_ASSERT(count > 0 && count <= LANES);
    for (unsigned lane = count; lane < LANES; lane++) r->bust[lane] = r->bust[0];
    for (uint32_t total = top + 1; total > r->own[0]; total--) plan_total(k, r, total - 1);
    for (unsigned lane = 0; lane < count; lane++)
        for (uint32_t own = r->own[lane]; own < r->end[lane] && own <= last; own++)
            if (race_rows_has(&k->rows, own, waiter))
                race_rows_set_first(&k->rows, own, waiter, r->rolls + (size_t)own * memories, lane,
                                    (size_t)(last - own + 1) * memories);
}

/* All turns against one waiter: a block of the loop. */
static alea_status plan_waiter(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    making *k = user;
    const race_bounds *b = &k->bounds;
    workspace *r = local;
    uint32_t waiter = (uint32_t)block, last = b->top + b->most;
    unsigned count = 0;
    (void)result, (void)error;
    if (b->rules->turn_limit > 0 && waiter == 0) return ALEA_OK;
    for (uint32_t total = 0; total <= last; total++) r->hold[total] = plan_holding(k, total, waiter);
    for (uint32_t total = b->top + 1; total <= last; total++)
        for (size_t i = 0; i < (size_t)b->rules->memories * 2; i++)
            r->cell[race_cell(b, total, 0, false) + i] = r->hold[total] + (lane_values){0};
    r->holds_from = race_plan_holds_from(b->rules, waiter);
    for (uint32_t own = 0; own < k->rows.owns; own++) {
        if (!race_rows_has(&k->rows, own, waiter)) continue;
        if (count == 0 || r->bust[count - 1] != r->hold[own]) {
            if (count == LANES) plan_turns(k, r, count, waiter);
            count = count == LANES ? 0 : count;
            r->own[count] = own;
            r->bust[count++] = r->hold[own];
        }
        r->end[count - 1] = own + 1;
    }
    if (count > 0) plan_turns(k, r, count, waiter);
    return ALEA_OK;
}

static void plan_thread_end(void *user, void *local)
{
    workspace *r = local;
    (void)user;
    if (!r) return;
    alea__free(r->hold);
    alea__free(r->cell);
    alea__free(r->rolls);
    alea__free(r);
}

/* *local is a workspace that plan_thread_end frees. */
static alea_status plan_thread_start(void *user, void **local, alea_error *error)
{
    const making *k = user;
    const size_t totals = (size_t)k->bounds.top + k->bounds.most + 1, memories = k->bounds.rules->memories;
    workspace *r = alea__alloc(sizeof *r);
    if (r) {
        r->hold = alea__alloc_array(totals, sizeof *r->hold);
        r->cell = alea__alloc_array(totals * memories, 2 * sizeof *r->cell);
        r->rolls = alea__alloc_array(totals * memories, sizeof *r->rolls);
    }
    *local = r;
    if (r && r->hold && r->cell && r->rolls) return ALEA_OK;
    plan_thread_end(NULL, r);
    return alea__out_of_memory(error);
}

/* ---- all of it ---- */

static void plan_find_deciding_memories(making *k)
{
    const race_bounds *b = &k->bounds;
    k->decides[0] = true;
    for (uint32_t m = 0; m < b->rules->memories; m++)
        for (uint32_t i = 0; i < b->row[m].count; i++) {
            uint32_t step = b->row[m].arrival[i].step;
            if (!(step & 1)) k->decides[step / 2 % b->rules->memories] = true;
        }
}

/* Fills all requested rows. The caller frees the result, also after a failure. */
static alea_status plan_make(making *k, alea_error *error)
{
    const alea__matrix *m = &k->bounds.values->matrix[0];
    const race_rules *rules = k->bounds.rules;
    /* the greatest total at which a plan may differ from its default */
    const bool follows = !rules->over_goal_hold && (k->bounds.values->objective == ALEA_MONEY ||
                                                    (rules->ending == RACE_CHASE && rules->players > 1));
    const uint32_t last = follows ? k->bounds.top : race_enough(rules) - 1;
    k->rows.rules = rules;
    k->rows.owns = m->rows;
    k->rows.others = m->columns;
    k->rows.last = last;
    k->rows.asked = UINT32_MAX;
    alea_status status = race_rows_make(&k->rows, error);
    if (status != ALEA_OK) return status;
    k->decides = alea__alloc_array(rules->memories, sizeof *k->decides);
    k->chance = alea__alloc_array((size_t)rules->memories * rules->outcomes, sizeof *k->chance);
    if (!k->decides || !k->chance) return alea__out_of_memory(error);
    const race_bounds *b = &k->bounds;
    for (size_t i = 0; i < (size_t)b->rules->memories * b->rules->outcomes; i++)
        k->chance[i] = (double)b->arrival[i].weight / b->rules->outcomes;
    plan_find_deciding_memories(k);
    alea__blocks blocks = {.count = m->columns,
                           .user = k,
                           .thread_start = plan_thread_start,
                           .thread_end = plan_thread_end,
                           .work = plan_waiter};
    return alea__blocks_run(&blocks, NULL, NULL, error);
}

alea_status race_plan_of_values(const alea__rules *rules, const alea__values *values, alea__policy **out,
                                alea_error *error)
{
    return race_plan_of_turns(rules, values, NULL, out, error);
}

alea_status race_plan_of_turns(const alea__rules *opaque, const alea__values *values,
                               const alea_plotted_turns *only, alea__policy **out, alea_error *error)
{
    making k = {.rows.only = only};
    ALEA_ASSERT(!only || only->step > 0);
    if (values->layers_done < values->layers) return alea__fail(error, ALEA_E_REFUSED, RACE_TABLE_UNFINISHED);
    alea_status status = race_bounds_make(race_rules_of(opaque), values, 0, &k.bounds, error);
    if (status != ALEA_OK) return status;
    status = plan_make(&k, error);
    if (status == ALEA_OK) status = race_rows_finish(&k.rows, out, error);
    race_rows_clear(&k.rows);
    alea__free(k.decides);
    alea__free(k.chance);
    race_bounds_clear(&k.bounds);
    return status;
}
