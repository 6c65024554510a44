/* Tables of the rules for the distribution, for any set of attempted combinations. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/distribution/distribution.h"

#include <string.h>

uint32_t despirala_most_points(const despirala_distribution_tables *p, uint32_t used)
{
    uint32_t sum = 0;
    for (uint32_t c = 0; c < p->rules->combinations; c++)
        if (used >> c & 1) sum += p->graph->subgames->subgame[c].most;
    return sum;
}

/* ---- openings ---- */

enum { UNSEEN = UINT16_MAX };

static uint32_t opening_node(const despirala_distribution_tables *p, const despirala_target *t,
                             const uint8_t *dice)
{
    if (!t->collect) {
        const despirala_residual residual =
            despirala_residual_after(p->rules, t->required, dice, p->rules->dice);
        return despirala_residual_find(p->residuals->residual, p->residuals->count, &residual);
    }
    const uint32_t collect = p->collect_of[t->combination];
    return p->residuals->count + collect * (p->rules->dice + 1) + dice[t->collect - 1];
}

/* The openings of all combinations, and the opening of each target after each roll. Targets of a combination with the same
   points share the first one's opening. */
static alea_status tables_openings(despirala_distribution_tables *p, alea_error *error)
{
    const despirala_rules *rules = p->rules;
    const size_t nodes = (size_t)rules->targets * p->nodes;
    uint16_t *seen = alea__alloc_array(nodes, sizeof *seen);
    p->opening_of =
        alea__own(&p->owned, alea__alloc_array((size_t)rules->targets * rules->rolls, sizeof *p->opening_of));
    p->opening = alea__own(&p->owned, alea__alloc_array(nodes, sizeof *p->opening));
    const bool made = seen && p->opening_of && p->opening;
    if (made) memset(seen, 0xff, nodes * sizeof *seen);
    for (uint32_t t = 0; t < rules->targets && made; t++) { /* in the order of combinations */
        const despirala_target *target = &rules->target[t];
        uint32_t first = rules->combination[target->combination].first;
        if (t == first) p->opening_first[target->combination] = p->openings;
        while (rules->target[first].points != target->points) first++;
        for (uint32_t roll = 0; roll < rules->rolls; roll++) {
            const uint32_t node = opening_node(p, target, rules->faces + roll * rules->sides);
            ALEA_ASSERT(node < p->nodes && p->openings < UNSEEN);
            uint16_t *at = &seen[(size_t)first * p->nodes + node];
            if (*at == UNSEEN) {
                *at = (uint16_t)p->openings;
                p->opening[p->openings++] =
                    (despirala_opening){.combination = target->combination,
                                        .node = (uint16_t)node,
                                        .shift = target->collect ? 0 : target->points};
            }
            p->opening_of[t * rules->rolls + roll] = *at;
        }
    }
    p->opening_first[rules->combinations] = p->openings;
    alea__free(seen);
    return made ? ALEA_OK : alea__out_of_memory(error);
}

/* ---- chances ---- */

/* The chance that goods run out before a residual is completed. */
static alea_status tables_failures(despirala_distribution_tables *p, alea_error *error)
{
    const despirala_residuals *residuals = p->residuals;
    const size_t width = p->graph->most_goods + 1;
    p->fail = alea__own(&p->owned, alea__alloc_array(residuals->count * width, sizeof *p->fail));
    if (!p->fail) return alea__out_of_memory(error);
    for (uint32_t i = 1; i < residuals->count; i++) p->fail[i * width] = 1;
    for (size_t g = 1; g < width; g++)
        for (uint32_t i = 1; i < residuals->count; i++) {
            const despirala_step *step = residuals->step + residuals->first[i];
            double sum = 0;
            ALEA_ASSERT(residuals->many[i] > 0);
            for (uint32_t k = 0; k < residuals->many[i]; k++)
                sum += step[k].chance * p->fail[step[k].to * width + g - 1];
            p->fail[i * width + g] = sum;
        }
    return ALEA_OK;
}

/* Reverses the steps of residuals, so that all with the same target are adjacent. */
static alea_status tables_links(despirala_distribution_tables *p, alea_error *error)
{
    const despirala_residuals *residuals = p->residuals;
    uint32_t at = 0;
    p->link = alea__own(&p->owned, alea__alloc_array(residuals->steps + 1, sizeof *p->link));
    p->link_first = alea__own(&p->owned, alea__alloc_array(residuals->count + 1, sizeof *p->link_first));
    if (!p->link || !p->link_first) return alea__out_of_memory(error);
    for (uint32_t to = 0; to < residuals->count; to++) {
        p->link_first[to] = at;
        for (uint32_t from = 1; from < residuals->count; from++)
            for (uint32_t k = 0; k < residuals->many[from]; k++) {
                const despirala_step *step = &residuals->step[residuals->first[from] + k];
                if (step->to == to) p->link[at++] = (despirala_link){from, step->chance};
            }
    }
    ALEA_ASSERT(at == residuals->steps);
    p->link_first[residuals->count] = at;
    return ALEA_OK;
}

/* How a collect goes from some dice kept to at least as many by one roll of the others. */
static alea_status tables_kept_links(despirala_distribution_tables *p, alea_error *error)
{
    const uint32_t dice = p->rules->dice;
    uint32_t at = 0;
    p->kept_link = alea__own(&p->owned, alea__alloc_array((dice + 1) * (dice + 2) / 2, sizeof *p->kept_link));
    if (!p->kept_link) return alea__out_of_memory(error);
    for (uint32_t to = 0; to <= dice; to++) {
        p->kept_first[to] = at;
        for (uint32_t from = 0; from <= to; from++) {
            const uint32_t rolled = dice - from,
                           hits = to - from; /* the chance that this many show the face: */
            double chance = 1;
            for (uint32_t i = 0; i < hits; i++) chance = chance * (rolled - i) / (i + 1);
            for (uint32_t i = 0; i < rolled - hits; i++) chance *= p->rules->sides - 1;
            for (uint32_t i = 0; i < rolled; i++) chance /= p->rules->sides;
            p->kept_link[at++] = (despirala_link){from, chance};
        }
    }
    p->kept_first[dice + 1] = at;
    return ALEA_OK;
}

/* ---- all of it ---- */

alea_status despirala_distribution_tables_make(const despirala_game *game,
                                               despirala_distribution_tables **out, alea_error *error)
{
    despirala_distribution_tables *p = alea__alloc(sizeof *p);
    if (!p) return alea__out_of_memory(error);
    p->rules = &game->rules;
    p->graph = game->graph;
    alea_status status = despirala_residuals_make(p->rules, &p->residuals, error);
    for (uint32_t c = 0; c < p->rules->combinations; c++) {
        p->face_of[c] = (uint8_t)p->graph->subgames->subgame[c].collect;
        p->collect_of[c] = p->face_of[c] ? (uint8_t)p->collects++ : DESPIRALA_NONE;
    }
    if (status == ALEA_OK) p->nodes = p->residuals->count + p->collects * (p->rules->dice + 1);
    if (status == ALEA_OK) status = tables_openings(p, error);
    if (status == ALEA_OK) status = tables_failures(p, error);
    if (status == ALEA_OK) status = tables_links(p, error);
    if (status == ALEA_OK) status = tables_kept_links(p, error);
    if (status == ALEA_OK)
        *out = p;
    else
        despirala_distribution_tables_free(p);
    return status;
}

void despirala_distribution_tables_free(despirala_distribution_tables *p)
{
    if (!p) return;
    despirala_residuals_free(p->residuals);
    alea__owned_free(&p->owned);
    alea__free(p);
}
