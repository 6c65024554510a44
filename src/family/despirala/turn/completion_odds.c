/* The progress of an attempt: the chance to be complete after a number of further rolls, for every stage. */
#include "family/despirala/turn/completion_odds.h"
#include "base/assert.h"
#include "base/double_double.h"
#include "base/error.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

/* Chances of one combination while they are worked out. They are sums of products of positive numbers, a few for each roll, so
   in double-double their relative error stays below that of one rounding to double. */
typedef struct odds {
    const despirala_rules *rules;
    despirala_subgame *subgame;
    uint32_t goods, stride;
    despirala_residual key[DESPIRALA_STAGES];
    alea__double_double *step; /* [stage * stages + stage after the next roll]: its chance */
    alea__double_double *now, *next;
    double factorial[DESPIRALA_DICE + 1];
} odds;

/* ---- stages ---- */

/* Sorts what is missing, after dice were taken from it. */
static void residual_order(despirala_residual *residual)
{
    uint8_t *missing = residual->missing;
    for (uint32_t i = 1; i < DESPIRALA_SIDES; i++)
        for (uint32_t k = i; k > 0 && missing[k] > missing[k - 1]; k--) {
            const uint8_t other = missing[k];
            missing[k] = missing[k - 1];
            missing[k - 1] = other;
        }
    if (missing[0] == 0) residual->rolled = 0;
}

despirala_residual despirala_residual_after(const despirala_rules *rules, const uint8_t *required,
                                            const uint8_t *dice, uint32_t rolled)
{
    despirala_residual residual = {.rolled = (uint8_t)rolled};
    for (uint32_t f = 0; f < rules->sides; f++) {
        const uint8_t kept = dice[f] < required[f] ? dice[f] : required[f];
        ALEA_ASSERT(kept <= residual.rolled);
        residual.missing[f] = (uint8_t)(required[f] - kept);
        residual.rolled = (uint8_t)(residual.rolled - kept);
    }
    residual_order(&residual);
    return residual;
}

uint32_t despirala_residual_find(const despirala_residual *among, uint32_t count,
                                 const despirala_residual *residual)
{
    uint32_t i = 0;
    while (i < count && memcmp(&among[i], residual, sizeof *residual) != 0) i++;
    return i;
}

/* The number of a stage; a new one gets the next number. There are at most DESPIRALA_STAGES: see there. */
static uint32_t stage_number(odds *c, const despirala_residual *key)
{
    const uint32_t stage = despirala_residual_find(c->key, c->subgame->stages, key);
    ALEA_ASSERT(stage < DESPIRALA_STAGES);
    if (stage == c->subgame->stages) c->key[c->subgame->stages++] = *key;
    return stage;
}

/* ---- one roll ---- */

typedef struct outcome {
    despirala_residual key;
    uint32_t face; /* the next one to be looked at, as a place in the key */
    uint32_t dice; /* that are still to show something */
    alea__double_double ways;
} outcome;

/* All ways in which the dice of an outcome fall on the faces from its next one on. The last dice show faces that are not
   missing. */
static void roll_faces(odds *c, uint32_t stage, outcome o)
{
    const uint32_t missing = o.face < DESPIRALA_SIDES ? o.key.missing[o.face] : 0;
    for (uint32_t more = 0; missing > 0 && more <= o.dice; more++) {
        outcome then = o;
        const uint32_t found = more < missing ? more : missing;
        then.key.missing[o.face] = (uint8_t)(missing - found);
        then.key.rolled = (uint8_t)(o.key.rolled - found);
        then.face++;
        then.dice -= more;
        then.ways = alea__dd_divide(o.ways, c->factorial[more]);
        roll_faces(c, stage, then);
    }
    const uint32_t others = c->rules->sides - o.face;
    if (missing > 0 || (others == 0 && o.dice > 0)) return;
    for (uint32_t d = 0; d < o.dice; d++) o.ways = alea__dd_multiply(o.ways, alea__dd_of(others));
    o.ways = alea__dd_divide(o.ways, c->factorial[o.dice]);
    residual_order(&o.key);
    alea__double_double *step = &c->step[stage * c->subgame->stages + stage_number(c, &o.key)];
    *step = alea__dd_add(*step, o.ways);
}

/* ---- many rolls ---- */

/* A vector of chances by stage, one roll earlier. Most steps are impossible. */
static void go_back(odds *c, bool complete)
{
    const uint32_t stages = c->subgame->stages;
    for (uint32_t stage = 0; stage < stages; stage++) {
        const alea__double_double *step = &c->step[stage * stages];
        alea__double_double sum = {0, 0};
        for (uint32_t then = 0; then < stages && !c->subgame->complete[stage]; then++)
            if (step[then].high > 0 && (complete || !c->subgame->complete[then]))
                sum = alea__dd_add(sum, alea__dd_multiply(step[then], c->now[then]));
        c->next[stage] = sum;
    }
    memcpy(c->now, c->next, stages * sizeof *c->now);
}

/* Allocates tables by stage, after all stages are known. Returns false if memory runs out; the caller frees them. */
static bool odds_alloc(odds *c)
{
    despirala_subgame *p = c->subgame;
    const size_t stages = p->stages, row = c->stride * sizeof(double);
    p->complete = alea__alloc_array(stages, sizeof *p->complete);
    p->waiting = alea__alloc_aligned(64, stages * row);
    p->chance = alea__alloc_aligned(64, stages * row);
    p->fail = alea__alloc_aligned(64, stages * row);
    c->step = alea__alloc_array(stages * stages, sizeof *c->step);
    c->now = alea__alloc_array(stages, sizeof *c->now);
    c->next = alea__alloc_array(stages, sizeof *c->next);
    return p->complete && p->waiting && p->chance && p->fail && c->step && c->now && c->next;
}

/* One roll from every stage, then many: the chances to be complete after this many more, or not yet. */
static void odds_fill(odds *c)
{
    despirala_subgame *p = c->subgame;
    const uint32_t stages = p->stages;
    for (uint32_t stage = 0; stage < stages; stage++) p->complete[stage] = c->key[stage].rolled == 0;
    for (uint32_t stage = 0; stage < stages; stage++) {
        outcome o = {.key = c->key[stage], .dice = c->key[stage].rolled};
        o.ways = alea__dd_of(c->factorial[o.dice]);
        for (uint32_t d = 0; d < o.dice; d++) o.ways = alea__dd_divide(o.ways, c->rules->sides);
        if (!p->complete[stage]) roll_faces(c, stage, o);
    }
    for (uint32_t stage = 0; stage < stages; stage++) c->now[stage] = alea__dd_of(p->complete[stage]);
    for (uint32_t i = 0; i < c->goods; i++, go_back(c, true))
        for (uint32_t stage = 0; stage < stages; stage++) p->waiting[i * stages + stage] = c->now[stage].high;
    for (uint32_t stage = 0; stage < stages; stage++) {
        alea__double_double sum = {0, 0};
        for (uint32_t g = 0; g < c->goods; g++) {
            sum = alea__dd_add(sum, alea__dd_of(p->waiting[g * stages + stage]));
            p->chance[stage * c->stride + g] = sum.high;
        }
    }
    for (uint32_t stage = 0; stage < stages; stage++) c->now[stage] = alea__dd_of(!p->complete[stage]);
    for (uint32_t g = 0; g < c->goods; g++, go_back(c, false))
        for (uint32_t stage = 0; stage < stages; stage++) {
            p->fail[stage * c->stride + g] = c->now[stage].high;
            ALEA_ASSERT(fabs(p->chance[stage * c->stride + g] + p->fail[stage * c->stride + g] - 1) < 1e-12);
        }
}

alea_status despirala_completion_odds(const despirala_game *game, uint32_t combination,
                                      despirala_subgames *subgames, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    odds c = {.rules = rules,
              .subgame = &subgames->subgame[combination],
              .goods = rules->gain * rules->combinations + 1,
              .stride = subgames->stride};
    c.factorial[0] = 1;
    for (uint32_t d = 1; d <= rules->dice; d++) c.factorial[d] = c.factorial[d - 1] * d;
    const size_t count = (size_t)rules->combination[combination].count * rules->rolls;
    c.subgame->stage_of = alea__alloc_array(count, sizeof *c.subgame->stage_of);
    if (!c.subgame->stage_of) return alea__out_of_memory(error);
    const despirala_target *target = rules->target + rules->combination[combination].first;
    for (size_t i = 0; i < count; i++) { /* any stage reached later also follows some roll of all dice */
        const uint8_t *dice = rules->faces + i % rules->rolls * rules->sides;
        const despirala_residual key =
            despirala_residual_after(rules, target[i / rules->rolls].required, dice, rules->dice);
        c.subgame->stage_of[i] = (uint16_t)stage_number(&c, &key);
    }
    const uint32_t stages = c.subgame->stages;
    const bool made = odds_alloc(&c);
    if (made) odds_fill(&c);
    ALEA_ASSERT(c.subgame->stages == stages); /* no roll leads to a new one */
    alea__free(c.step);
    alea__free(c.now);
    alea__free(c.next);
    return made ? ALEA_OK : alea__out_of_memory(error);
}
