/* The residuals of combinations, and where the dice lead from there. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/distribution/distribution.h"

#include <string.h>

typedef despirala_residual residual;

/* Steps are found residual by residual, in the order in which these are met, and renumbered at the end. */
typedef struct residual_search {
    const despirala_rules *rules;
    despirala_residuals *found;
    uint32_t capacity;               /* for steps */
    residual from;                   /* the residual at hand */
    uint8_t roll[DESPIRALA_SIDES];   /* its dice so far, by face */
    double chance[DESPIRALA_STAGES]; /* of its steps, by target */
    bool no_memory;
} residual_search;

static uint32_t residual_add(despirala_residuals *found, const residual *l)
{
    const uint32_t i = despirala_residual_find(found->residual, found->count, l);
    ALEA_ASSERT(i < DESPIRALA_STAGES);
    if (i == found->count) found->residual[found->count++] = *l;
    return i;
}

/* ---- the dice ---- */

/* All rolls of `dice` more dice on the faces from `face` on; `ways`: the ordered rolls that look like the one so far. */
static void toss_dice(residual_search *s, uint32_t face, uint32_t dice, double ways)
{
    if (face + 1 == s->rules->sides) {
        s->roll[face] = (uint8_t)dice;
        const residual to = despirala_residual_after(s->rules, s->from.missing, s->roll, s->from.rolled);
        s->chance[residual_add(s->found, &to)] += ways;
        return;
    }
    for (uint32_t k = 0; k <= dice; k++) { /* ways: (dice over k) times the ways so far */
        s->roll[face] = (uint8_t)k;
        toss_dice(s, face + 1, dice - k, ways);
        ways = ways * (dice - k) / (k + 1);
    }
}

/* Lists the steps from one residual by all rolls of its dice, and the residuals that are met for the first time. */
static void residual_steps_from(residual_search *s, uint32_t at)
{
    double outcomes = 1;
    s->from = s->found->residual[at];
    memset(s->chance, 0, sizeof s->chance);
    for (uint32_t i = 0; i < s->from.rolled; i++) outcomes *= s->rules->sides;
    toss_dice(s, 0, s->from.rolled, 1);
    s->no_memory =
        !alea__grow(&s->found->step, &s->capacity, s->found->steps + s->found->count, sizeof *s->found->step);
    if (s->no_memory) return;
    s->found->first[at] = (uint16_t)s->found->steps;
    for (uint32_t to = 0; to < s->found->count; to++)
        if (s->chance[to] > 0)
            s->found->step[s->found->steps++] = (despirala_step){(uint16_t)to, s->chance[to] / outcomes};
    s->found->many[at] = (uint16_t)(s->found->steps - s->found->first[at]);
}

/* ---- numbers ---- */

/* Numbers residuals by how many dice are missing, so that steps lead to the same or a lower one. */
static void residual_renumber(despirala_residuals *found)
{
    uint16_t place[DESPIRALA_STAGES];
    const despirala_residuals before = *found;
    uint32_t at = 0;
    for (uint32_t sum = 0; sum <= DESPIRALA_DICE; sum++)
        for (uint32_t i = 0; i < found->count; i++) {
            uint32_t missing = 0;
            for (uint32_t f = 0; f < DESPIRALA_SIDES; f++) missing += before.residual[i].missing[f];
            if (missing != sum) continue;
            found->residual[at] = before.residual[i];
            found->first[at] = before.first[i];
            found->many[at] = before.many[i];
            place[i] = (uint16_t)at++;
        }
    ALEA_ASSERT(at == found->count);
    for (uint32_t i = 0; i < found->steps; i++) found->step[i].to = place[found->step[i].to];
}

alea_status despirala_residuals_make(const despirala_rules *rules, despirala_residuals **out,
                                     alea_error *error)
{
    static const residual nothing;
    residual_search *s = alea__alloc(sizeof *s);
    despirala_residuals *found = alea__alloc(sizeof *found);
    if (s && found) {
        *s = (residual_search){.rules = rules, .found = found};
        residual_add(found, &nothing);
        for (uint32_t t = 0; t < rules->targets; t++)
            for (uint32_t roll = 0; !rules->target[t].collect && roll < rules->rolls; roll++) {
                const residual l = despirala_residual_after(rules, rules->target[t].required,
                                                            rules->faces + roll * rules->sides, rules->dice);
                residual_add(found, &l);
            }
        for (uint32_t i = 1; i < found->count && !s->no_memory; i++) residual_steps_from(s, i);
        residual_renumber(found);
    }
    const bool whole = s && found && !s->no_memory;
    alea__free(s);
    if (!whole) {
        despirala_residuals_free(found);
        return alea__out_of_memory(error);
    }
    *out = found;
    return ALEA_OK;
}

void despirala_residuals_free(despirala_residuals *residuals)
{
    if (!residuals) return;
    alea__free(residuals->step);
    alea__free(residuals);
}
