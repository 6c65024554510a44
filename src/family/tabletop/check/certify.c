/* The independent checker; exact/check_blocks.h has the argument. One step is a turn: T goes through its positions, in whole
   numbers that are rounded down, and takes guards and the ends of turns from the referee. It shares the list of positions and of
   states between turns with the solver, and no arithmetic.

   Where positions of a turn lead back to each other, T is a fixed point. From a start below it, sweeps in whole numbers rise to
   numbers that a further sweep does not change, and which one step proves, therefore.

   Play ends: a turn leads to no lower depth, depths have an end, and in no depth is there a set of positions that players can keep to
   for ever. To begin with all states of a depth are in that set; a state stays in it if the player can be sure that the turn never
   ends or ends in it. */
#include "family/tabletop/check/certify.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/check_blocks.h"
#include "exact/messages.h"
#include "family/tabletop/messages.h"
#include "value/fixed.h"

#include <string.h>

enum { STATES_A_BLOCK = 64, MOST_SWEEPS = 100000, NOTHING = 2 };
#define LOWEST (-(INT64_C(1) << 61)) /* below every value */

typedef struct turn_checker {
    const alea__rules *rules;
    const tabletop_program *p;
    const alea__values *values;
    alea__divider *by; /* [position]: of a roll */
    uint8_t *stays;    /* [state]: perhaps play can stay in its depth for ever */
    bool all_stay;     /* `stays` is being found: all states count as staying */
    bool least;        /* the least value is best */
    int places;
    int64_t one;
} turn_checker;

/* A thread's data. A sign of 1: values and bounds are negated. */
typedef struct turn_work {
    int64_t *value[2]; /* [position, then exit] */
    uint8_t *
        stay; /* likewise: whether the turn can be kept from leaving the depth; NOTHING: nothing is possible */
    uint8_t *legal;   /* [guard]: 1 or 2: it holds, or not */
    uint8_t *known;   /* [exit] */
    alea_state state; /* where the turn begins */
    uint32_t depth;
    alea__finding *finding;
    alea__owned owned; /* all arrays */
} turn_work;

/* A bound as the table has it, rounded down. */
static int64_t check_bound(const turn_checker *c, uint32_t state, int sign)
{
    const alea__matrix *m = &c->values->matrix[0];
    return alea__fixed_below(sign ? -m->upper[state] : m->lower[state], c->places);
}

/* The state of the workspace in words, for messages. */
static const char *check_name(const turn_checker *c, const turn_work *w, char out[TABLETOP_LONGEST_STATE])
{
    tabletop_describe(c->rules, &w->state, out, TABLETOP_LONGEST_STATE);
    return out;
}

/* ---- what the referee says ---- */

/* The state of the workspace with these values of the counters. */
static alea_state check_with_counters(const turn_checker *c, const turn_work *w, const int32_t *counter)
{
    const tabletop_game *g = c->p->g;
    alea_state state = w->state;
    for (uint32_t i = 0; i < g->fields; i++) {
        const tabletop_field *f = &g->field[i];
        if (f->owner != TABLETOP_COUNTER) continue;
        const uint32_t raw = (uint32_t)counter[i] / (f->kind == TABLETOP_NUMBER ? f->by : 1);
        tabletop_set_bits(&state, f->bit, f->width, raw);
    }
    return state;
}

static bool check_guard(const turn_checker *c, turn_work *w, uint32_t guard)
{
    const tabletop_program *p = c->p;
    if (!w->legal[guard]) {
        const alea_state state = check_with_counters(c, w, tabletop_counters_of(p, &p->guards, guard));
        const bool holds =
            tabletop_holds(p->g, &state, tabletop_head_of(&state).seat, tabletop_list_of(&p->guards, guard));
        w->legal[guard] = holds ? 1 : 2;
    }
    return w->legal[guard] == 1;
}

/* What the game is worth at its end, in halves, to the player of the turn. `before` is the total that the turn leaves. */
static int64_t check_result(const turn_checker *c, const alea_state *end, uint32_t mover, int64_t before)
{
    const tabletop_head head = tabletop_head_of(end);
    if (c->values->objective == ALEA_TURNS) return 0;
    if (c->values->objective == ALEA_SCORE) return 2 * (tabletop_total(c->p->g, end, mover) - before);
    if (c->p->g->players == 1) return head.leader ? 2 : 0;
    return head.leader == 0 ? 1 : head.leader == mover + 1 ? 2 : 0;
}

/* Whether the position where a turn begins is that of its key, but for what no value depends on. */
static bool check_is_key(const turn_checker *c, uint64_t key, const alea_state *state)
{
    const tabletop_game *g = c->p->g;
    alea_state other, same = *state;
    tabletop_key_state(&c->p->table.keys, key, &other);
    tabletop_canonical(c->rules, &same);
    if (tabletop_head_of(&same).seat != tabletop_head_of(&other).seat) tabletop_swap_seats(c->rules, &same);
    for (uint32_t seat = 0; seat < g->players && g->total != TABLETOP_NONE; seat++) {
        const tabletop_place total = {(uint8_t)g->total, 0};
        const uint32_t bit = tabletop_bit(g, seat, total);
        tabletop_set_bits(&same, bit, TABLETOP_TOTAL_BITS, tabletop_bits(&other, bit, TABLETOP_TOTAL_BITS));
    }
    return memcmp(&same, &other, sizeof same) == 0;
}

/* Ends the turn as the referee does, and notes what that is worth. */
static void check_exit(const turn_checker *c, turn_work *w, uint32_t exit)
{
    const tabletop_program *p = c->p;
    const uint32_t at = p->positions + exit, mover = tabletop_head_of(&w->state).seat;
    const tabletop_step step = {tabletop_list_of(&p->exits, exit), TABLETOP_DONE};
    alea_state state = check_with_counters(c, w, tabletop_counters_of(p, &p->exits, exit)), left = state;
    tabletop_apply_effects(p->g, &left, step.effects);
    tabletop_follow(p->g, &state, &step);
    const bool over = tabletop_head_of(&state).over;
    const uint64_t key = over ? 0 : tabletop_key_of(&p->table.keys, &state);
    const uint32_t next = over ? 0 : alea__number_find(&p->table.state, key);
    const uint32_t depth = over ? UINT32_MAX : tabletop_key_depth(&p->table.keys, key);
    char name[TABLETOP_LONGEST_STATE];
    w->known[exit] = 1;
    if (!over && (next == ALEA__NOT_NUMBERED || depth < w->depth || !check_is_key(c, key, &state))) {
        alea__find_wrong(w->finding, TABLETOP_WRONG_LIST, check_name(c, w, name));
        return;
    }
    w->stay[at] = depth == w->depth && (c->all_stay || c->stays[next]);
    const int64_t turn = c->values->objective == ALEA_TURNS ? c->one : 0;
    const int64_t result =
        over ? check_result(c, &state, mover, tabletop_total(p->g, &left, mover)) * (c->one / 2) : 0;
    for (int sign = 0; sign < 2; sign++) {
        int64_t value = sign ? -result - turn : result + turn;
        if (!over && p->g->players == 1) value += check_bound(c, next, sign);
        if (!over && p->g->players == 2) value += check_bound(c, next, !sign) + (sign ? -c->one : c->one);
        w->value[sign][at] = value;
    }
}

/* ---- a turn ---- */

static int64_t check_option(const turn_checker *c, const turn_work *w, const tabletop_option *o, int sign)
{
    const int64_t points = alea__fixed_whole(o->points, c->places);
    return w->value[sign][o->to] + (sign ? -points : points);
}

/* Prepares the place to which an option leads. */
static void check_reach(const turn_checker *c, turn_work *w, const tabletop_option *o)
{
    if (o->to >= c->p->positions && !w->known[o->to - c->p->positions])
        check_exit(c, w, o->to - c->p->positions);
}

/* The mean of a roll, of both signs; returns whether it stays, or NOTHING. */
static uint8_t check_roll(const turn_checker *c, turn_work *w, uint32_t position, int64_t out[2])
{
    const tabletop_position *at = &c->p->position[position];
    alea__wide sum[2] = {0, 0};
    uint8_t stay = 1;
    for (const tabletop_option *o = c->p->option + at->first, *end = o + at->count; o < end; o++) {
        check_reach(c, w, o);
        for (int sign = 0; sign < 2; sign++) sum[sign] += (alea__wide)o->mark * check_option(c, w, o, sign);
        stay = w->stay[o->to] == NOTHING ? NOTHING : stay == 1 ? w->stay[o->to] : stay;
    }
    for (int sign = 0; sign < 2; sign++)
        out[sign] = stay == NOTHING ? LOWEST : alea__divide(&c->by[position], sum[sign]);
    return stay;
}

/* The best of what is possible, likewise. What leads to where nothing is possible counts as not possible. */
static uint8_t check_choice(const turn_checker *c, turn_work *w, uint32_t position, int64_t out[2])
{
    const tabletop_position *at = &c->p->position[position];
    bool any = false, taken = false;
    uint8_t stay = 0;
    out[0] = out[1] = LOWEST;
    for (const tabletop_option *o = c->p->option + at->first, *end = o + at->count; o < end; o++) {
        if (o->kind != TABLETOP_FURTHER) taken = false;
        if ((o->kind == TABLETOP_UNNAMED ? any : taken) || !check_guard(c, w, o->mark)) continue;
        check_reach(c, w, o);
        taken = true;
        if (w->stay[o->to] == NOTHING) continue;
        for (int sign = 0; sign < 2; sign++) {
            const int64_t value = check_option(c, w, o, sign);
            const bool greatest = (sign == 0) != c->least;
            if (!any || (greatest ? value > out[sign] : value < out[sign])) out[sign] = value;
        }
        any = true;
        stay |= w->stay[o->to];
    }
    return any ? stay : NOTHING;
}

/* Computes a position; whether it changed. */
static bool check_position(const turn_checker *c, turn_work *w, uint32_t position)
{
    int64_t value[2];
    const uint8_t stay = c->p->position[position].weights ? check_roll(c, w, position, value)
                                                          : check_choice(c, w, position, value);
    const bool same =
        w->value[0][position] == value[0] && w->value[1][position] == value[1] && w->stay[position] == stay;
    for (int sign = 0; sign < 2; sign++) {
        if (value[sign] > -LOWEST) alea__find_wrong(w->finding, EXACT_WRONG_NUMBER);
        w->value[sign][position] = value[sign] < LOWEST ? LOWEST : value[sign];
    }
    w->stay[position] = stay;
    return !same;
}

/* Computes positions that lead back to each other, from below. */
static void check_loop(const turn_checker *c, turn_work *w, tabletop_list loop)
{
    char name[TABLETOP_LONGEST_STATE];
    bool changed = true;
    for (uint32_t i = loop.first; i < loop.first + loop.count; i++) {
        w->value[0][i] = w->value[1][i] = LOWEST;
        w->stay[i] = 1;
    }
    for (uint32_t sweep = 0; changed && sweep < MOST_SWEEPS && !w->finding->wrong; sweep++) {
        changed = false;
        for (uint32_t i = loop.first; i < loop.first + loop.count; i++) changed |= check_position(c, w, i);
    }
    if (changed && !w->finding->wrong)
        alea__find_wrong(w->finding, TABLETOP_WRONG_LOOP, check_name(c, w, name));
}

/* Goes through the turn of a state, the last positions first. */
static void check_turn(const turn_checker *c, turn_work *w, uint32_t state)
{
    const tabletop_program *p = c->p;
    const uint64_t key = p->table.state.key[state];
    memset(w->legal, 0, p->guards.used.count);
    memset(w->known, 0, p->exits.used.count);
    tabletop_key_state(&p->table.keys, key, &w->state);
    w->depth = tabletop_key_depth(&p->table.keys, key);
    for (uint32_t i = 0, loop = 0; i < p->positions && !w->finding->wrong; i++)
        if (loop < p->loops && p->loop[loop].first == i) {
            check_loop(c, w, p->loop[loop]);
            i += p->loop[loop++].count - 1;
        } else {
            check_position(c, w, i);
        }
}

/* ---- all states ---- */

static void work_free(void *user, void *local)
{
    turn_work *w = local;
    (void)user;
    if (!w) return;
    alea__owned_free(&w->owned);
    alea__free(w);
}

/* Memory of a thread. */
static alea_status work_make(void *user, void **local, alea_error *error)
{
    const tabletop_program *p = ((const turn_checker *)user)->p;
    const uint64_t places = (uint64_t)p->positions + p->exits.used.count;
    turn_work *w = alea__alloc(sizeof *w);
    if (!w) return alea__out_of_memory(error);
    for (int sign = 0; sign < 2; sign++)
        w->value[sign] = alea__own(&w->owned, alea__alloc_array(places, sizeof *w->value[sign]));
    w->stay = alea__own(&w->owned, alea__alloc(places));
    w->legal = alea__own(&w->owned, alea__alloc(p->guards.used.count));
    w->known = alea__own(&w->owned, alea__alloc((uint64_t)p->exits.used.count + 1));
    *local = w;
    if (!w->owned.failed) return ALEA_OK;
    work_free(user, w);
    return alea__out_of_memory(error);
}

/* Checks both bounds of some states by one turn each, and finds which states may stay in their depth. */
static alea_status check_states(void *user, void *local, uint64_t block, alea__finding *out,
                                alea_error *error)
{
    turn_checker *c = user;
    const tabletop_program *p = c->p;
    const alea__matrix *m = &c->values->matrix[0];
    turn_work *w = local;
    (void)error;
    w->finding = out;
    for (uint64_t i = block * STATES_A_BLOCK; i < (block + 1) * STATES_A_BLOCK && i < p->table.state.count;
         i++) {
        char name[TABLETOP_LONGEST_STATE];
        check_turn(c, w, (uint32_t)i);
        out->checked++;
        if (out->wrong) break;
        c->stays[i] = w->stay[p->begin.to];
        if (c->stays[i] == NOTHING) alea__find_wrong(out, TABLETOP_STUCK, check_name(c, w, name));
        for (int sign = 0; sign < 2 && !out->wrong; sign++) {
            const double bound = sign ? m->upper[i] : m->lower[i];
            const int64_t gives = check_option(c, w, &p->begin, sign);
            if (alea__fixed_above(sign ? -bound : bound, c->places) <= gives) continue;
            alea__find_wrong_bound(out, check_name(c, w, name), sign ? -1 : 1, bound,
                                   (sign ? -1 : 1) * alea__fixed_double_below(gives, c->places));
        }
    }
    return ALEA_OK;
}

/* Takes states out of those that stay until it no longer changes; play must not be able to stay in any. */
static alea_status check_nobody_stays(turn_checker *c, alea_verdict *verdict, alea_error *error)
{
    const uint32_t states = c->p->table.state.count;
    alea__finding finding = {0};
    void *local;
    if (!memchr(c->stays, 1, states)) return ALEA_OK;
    alea_status status = work_make(c, &local, error);
    if (status != ALEA_OK) return status;
    turn_work *w = local;
    w->finding = &finding;
    c->all_stay = false;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < states; i++) {
            if (!c->stays[i]) continue;
            check_turn(c, w, i);
            c->stays[i] = w->stay[c->p->begin.to];
            changed = changed || !c->stays[i];
        }
    }
    const uint8_t *left = memchr(c->stays, 1, states);
    if (left) {
        char name[TABLETOP_LONGEST_STATE];
        tabletop_key_state(&c->p->table.keys, c->p->table.state.key[left - c->stays], &w->state);
        alea__refute(verdict, EXACT_NOT_ENDING, check_name(c, w, name));
    }
    work_free(c, local);
    return ALEA_OK;
}

/* ---- all of it ---- */

/* The greatest size of a bound or of the points of a step; NaN if a bound is not a number. */
static double check_largest(const turn_checker *c)
{
    const alea__matrix *m = &c->values->matrix[0];
    double largest = tabletop_program_most_points(c->p);
    for (uint32_t i = 0; i < m->columns; i++) {
        const double lower = fabs(m->lower[i]), upper = fabs(m->upper[i]);
        if (isnan(lower) || isnan(upper)) return NAN;
        largest = fmax(largest, fmax(lower, upper));
    }
    return largest;
}

/* The table's claims about the start. Allows one unit for rounding down. */
static void check_start(const turn_checker *c, alea_verdict *verdict)
{
    const alea__values *v = c->values;
    const alea__matrix *m = &v->matrix[0];
    const uint32_t at = tabletop_program_first(c->p);
    if (at == ALEA__NOT_NUMBERED || !alea__fixed_fits(v->second.lower, c->places) ||
        !alea__fixed_fits(v->second.upper, c->places)) {
        alea__refute(verdict, EXACT_WRONG_NUMBER);
        return;
    }
    bool follows = true;
    for (int sign = 0; sign < 2; sign++) {
        const int64_t claimed = alea__fixed_above(sign ? -v->second.upper : v->second.lower, c->places);
        const int64_t other = check_bound(c, at, !sign) + (sign ? -c->one : c->one) + 1;
        follows = follows && claimed <= (c->p->g->players == 2 ? other : check_bound(c, at, sign) + 1);
    }
    alea__check_claims(v, alea__widest(v), (alea_interval){m->lower[at], m->upper[at]}, follows, verdict);
}

alea_status tabletop_certify(const alea__rules *rules, const tabletop_program *p, const alea__values *values,
                             const alea_progress *progress, alea_verdict *out, alea_error *error)
{
    const uint32_t states = p->table.state.count;
    alea_verdict verdict = {.holds = true};
    turn_checker c = {.rules = rules,
                      .p = p,
                      .values = values,
                      .all_stay = true,
                      .least = values->objective == ALEA_TURNS ||
                               (values->objective == ALEA_SCORE && p->g->least)};
    const alea__checking checking = {.blocks = (states + STATES_A_BLOCK - 1) / STATES_A_BLOCK,
                                     .total = states,
                                     .progress = progress,
                                     .user = &c,
                                     .thread_start = work_make,
                                     .thread_end = work_free,
                                     .check = check_states};
    c.places = alea__fixed_places(2 * check_largest(&c));
    if (c.places < 1) alea__refute(&verdict, EXACT_WRONG_NUMBER);
    c.by = alea__alloc_array((uint64_t)p->positions + 1, sizeof *c.by);
    c.stays = alea__alloc(states);
    alea_status status = c.by && c.stays ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK && verdict.holds) {
        c.one = alea__fixed_whole(1, c.places);
        for (uint32_t i = 0; i < p->positions; i++)
            if (p->position[i].weights) c.by[i] = alea__divider_for(p->position[i].weights);
        status = alea__check_blocks(&checking, &verdict, error);
    }
    if (status == ALEA_OK && verdict.holds) status = check_nobody_stays(&c, &verdict, error);
    if (status == ALEA_OK && verdict.holds) check_start(&c, &verdict);
    alea__free(c.by);
    alea__free(c.stays);
    if (status == ALEA_OK) *out = verdict;
    return status;
}
