/* Splits sub-games into parts: stages of attempts and their chances (completion_odds.c), the part of a roll that matters to
   a combination, and groups of combinations. */
#include "family/despirala/turn/subgames.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/turn/brackets.h"
#include "family/despirala/turn/completion_odds.h"

#include <math.h>
#include <string.h>

/* ---- entries of rolls ---- */

/* The items of one roll while they are found, and all of a combination. */
typedef struct finder {
    const despirala_game *game;
    despirala_subgame *subgame;
    uint32_t combination;
    uint16_t best[DESPIRALA_STAGES]; /* [stage]: points + 1; 0: the roll has no target in this stage */
    uint8_t first[DESPIRALA_STAGES]; /* and the first target with these */
    uint16_t set[DESPIRALA_TARGETS]; /* the items of this roll */
    uint32_t count;
    uint32_t items_capacity, entries_capacity, list_capacity, targets_capacity, target_items_capacity;
} finder;

/* The number of the item with this stage and these points, added if new. Returns false if memory runs out. */
static bool finder_item(finder *f, uint16_t stage, uint16_t points, uint16_t *out)
{
    despirala_subgame *p = f->subgame;
    uint32_t i = 0;
    while (i < p->items && (p->item[i].stage != stage || p->item[i].points != points)) i++;
    ALEA_ASSERT(i < UINT16_MAX && stage < p->stages);
    if (i == p->items) {
        if (!alea__grow(&p->item, &f->items_capacity, i + 1, sizeof *p->item)) return false;
        p->item[p->items++] = (despirala_item){stage, points};
    }
    *out = (uint16_t)i;
    return true;
}

/* Among targets in one stage, the one with the most points, or the fewest. */
static void finder_best(finder *f, uint32_t roll)
{
    const despirala_rules *rules = &f->game->rules;
    const despirala_combination c = rules->combination[f->combination];
    memset(f->best, 0, f->subgame->stages * sizeof *f->best);
    for (uint32_t t = 0; t < c.count; t++) {
        const uint16_t points = (uint16_t)(rules->target[c.first + t].points + 1);
        const uint32_t stage = f->subgame->stage_of[t * rules->rolls + roll];
        const uint16_t best = f->best[stage];
        if (best > 0 && (rules->least ? points >= best : points <= best)) continue;
        f->best[stage] = points;
        f->first[stage] = (uint8_t)(c.first + t);
    }
}

/* By target, by insertion, because there are few. */
static bool finder_add_target(finder *f, uint32_t roll, uint8_t target, uint16_t item)
{
    despirala_subgame *p = f->subgame;
    uint32_t at = p->target_at[roll + 1]++;
    if (!alea__grow(&p->target, &f->targets_capacity, at + 1, sizeof *p->target) ||
        !alea__grow(&p->target_item, &f->target_items_capacity, at + 1, sizeof *p->target_item))
        return false;
    for (; at > p->target_at[roll] && p->target[at - 1] > target; at--) {
        p->target[at] = p->target[at - 1];
        p->target_item[at] = p->target_item[at - 1];
    }
    p->target[at] = target;
    p->target_item[at] = item;
    return true;
}

static bool finder_add_entry(finder *f)
{
    despirala_subgame *p = f->subgame;
    const uint32_t at = p->entries > 0 ? p->first[p->entries] : 0;
    if (!alea__grow(&p->first, &f->entries_capacity, p->entries + 2, sizeof *p->first) ||
        !alea__grow(&p->list, &f->list_capacity, at + f->count, sizeof *p->list))
        return false;
    memcpy(p->list + at, f->set, f->count * sizeof *f->set);
    p->first[p->entries++] = at;
    p->first[p->entries] = at + f->count;
    return true;
}

/* Finds the entry of each roll: the set of its items, numbered in the order of discovery. */
static bool finder_entries(finder *f)
{
    despirala_subgame *p = f->subgame;
    for (uint32_t roll = 0; roll < f->game->rules.rolls; roll++) {
        finder_best(f, roll);
        f->count = 0;
        p->target_at[roll + 1] = p->target_at[roll];
        for (uint32_t stage = 0; stage < p->stages; stage++) {
            if (f->best[stage] == 0) continue;
            uint16_t *item = &f->set[f->count++];
            if (!finder_item(f, (uint16_t)stage, (uint16_t)(f->best[stage] - 1), item) ||
                !finder_add_target(f, roll, f->first[stage], *item))
                return false;
        }
        uint32_t entry = 0;
        ALEA_ASSERT(f->count > 0); /* a roll can begin some target of every combination */
        for (; entry < p->entries; entry++) {
            const uint32_t first = p->first[entry];
            if (p->first[entry + 1] - first == f->count &&
                memcmp(p->list + first, f->set, f->count * sizeof *f->set) == 0)
                break;
        }
        if (entry == p->entries && !finder_add_entry(f)) return false;
        p->entry_of[roll] = (uint16_t)entry;
    }
    return true;
}

/* Returns false if memory runs out. */
static bool subgames_fill_awards(const despirala_rules *rules, uint32_t stride, despirala_subgame *p)
{
    p->award = alea__alloc_array(p->items, sizeof *p->award);
    for (uint32_t i = 0; p->award && i < p->items; i++) {
        const double points = p->item[i].points;
        p->award[i] = (despirala_award){p->item[i].stage * DESPIRALA_LANES, p->item[i].stage * stride,
                                        rules->least ? -points : points};
    }
    return p->award;
}

/* The tables of one combination; subgames->rolls is known already. */
static alea_status subgames_make_one(const despirala_game *game, uint32_t combination,
                                     despirala_subgames *subgames, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    despirala_subgame *p = &subgames->subgame[combination];
    finder f = {.game = game, .subgame = p, .combination = combination};
    p->most = despirala_most_of(rules, combination);
    p->collect = rules->target[rules->combination[combination].first].collect;
    p->entry_of = alea__alloc_array(subgames->rolls, sizeof *p->entry_of);
    p->target_at = alea__alloc_array(rules->rolls + 1, sizeof *p->target_at);
    if (!p->entry_of || !p->target_at) return alea__out_of_memory(error);
    if (p->collect) { /* its entries are the dice kept */
        p->entries = rules->dice + 1;
        for (uint32_t roll = 0; roll < rules->rolls; roll++)
            p->entry_of[roll] = rules->faces[roll * rules->sides + p->collect - 1];
        return ALEA_OK;
    }
    alea_status status = despirala_completion_odds(game, combination, subgames, error);
    if (status != ALEA_OK) return status;
    return finder_entries(&f) && subgames_fill_awards(rules, subgames->stride, p)
               ? ALEA_OK
               : alea__out_of_memory(error);
}

/* ---- groups ---- */

/* Two groups seen as one: pairs of entries that occur together, numbered in the order of rolls. */
typedef struct pairs {
    uint32_t rolls, most;
    uint32_t stamp,
        *seen; /* [entry of a * DESPIRALA_ENTRIES + entry of b]: stamp of the last pass that found it */
    uint16_t *number; /* and its number then */
} pairs;

/* How many pairs there are; more than `most`: too many. */
static uint32_t pairs_count(pairs *p, const despirala_group *a, const despirala_group *b)
{
    uint32_t count = 0;
    ALEA_ASSERT(p->most <= DESPIRALA_ENTRIES);
    if (a->entries > p->most || b->entries > p->most) return UINT32_MAX;
    p->stamp++;
    for (uint32_t roll = 0; roll < p->rolls && count <= p->most; roll++) {
        const size_t at = (size_t)a->entry_of[roll] * DESPIRALA_ENTRIES + b->entry_of[roll];
        if (p->seen[at] == p->stamp) continue;
        p->seen[at] = p->stamp;
        p->number[at] = (uint16_t)count++;
    }
    return count;
}

/* Merges the two groups that make the smallest one, until that saves no more work. */
static void merge_groups(pairs *p, despirala_subgames *subgames)
{
    for (;;) {
        uint32_t least = p->most + 1, x = 0, y = 0;
        for (uint32_t i = 0; i < subgames->groups; i++)
            for (uint32_t k = i + 1; k < subgames->groups; k++) {
                const uint32_t count = pairs_count(p, &subgames->group[i], &subgames->group[k]);
                if (count >= least) continue;
                least = count;
                x = i;
                y = k;
            }
        if (least > p->most) return;
        despirala_group *a = &subgames->group[x], *b = &subgames->group[y];
        a->entries = pairs_count(p, a, b);
        for (uint32_t roll = 0; roll < p->rolls; roll++)
            a->entry_of[roll] = p->number[(size_t)a->entry_of[roll] * DESPIRALA_ENTRIES + b->entry_of[roll]];
        ALEA_ASSERT(a->members + b->members <= DESPIRALA_COMBINATIONS);
        memcpy(a->member + a->members, b->member, b->members * sizeof *b->member);
        a->members += b->members;
        alea__free(b->entry_of);
        *b = subgames->group[--subgames->groups];
        subgames->group[subgames->groups].entry_of = NULL;
    }
}

/* Makes the brackets of a group's members, and what its entries are to each of these. */
static bool subgames_finish_group(const despirala_rules *rules, despirala_subgames *subgames,
                                  despirala_group *g)
{
    g->winner_of = alea__alloc_array(subgames->rolls, sizeof *g->winner_of);
    if (!g->winner_of) return false;
    for (uint32_t roll = 0; roll < rules->rolls; roll++)
        g->winner_of[roll] = (uint32_t)g->entry_of[roll] * DESPIRALA_LANES;
    for (uint32_t k = 0; k < g->members; k++) {
        despirala_subgame *p = &subgames->subgame[g->member[k]];
        g->winner[k] = alea__alloc_array(g->entries, sizeof *g->winner[k]);
        if (!g->winner[k] || !despirala_brackets_make(subgames, rules->least, g->members == 1, p))
            return false;
        for (uint32_t roll = 0; roll < rules->rolls; roll++)
            g->winner[k][g->entry_of[roll]] = p->all.winner_of[roll];
    }
    return true;
}

/* Every combination is a group at first. A group is worth its while when its entries are far fewer than the rolls. */
static bool subgames_make_groups(const despirala_rules *rules, despirala_subgames *subgames)
{
    const size_t table = (size_t)DESPIRALA_ENTRIES * DESPIRALA_ENTRIES;
    pairs p = {.rolls = rules->rolls,
               .most = rules->rolls / 4 < DESPIRALA_ENTRIES ? rules->rolls / 4 : DESPIRALA_ENTRIES};
    p.seen = alea__alloc_array(table, sizeof *p.seen);
    p.number = alea__alloc_array(table, sizeof *p.number);
    bool made = p.seen && p.number;
    subgames->groups = rules->combinations;
    for (uint32_t c = 0; c < rules->combinations && made; c++) {
        despirala_group *g = &subgames->group[c];
        g->members = 1;
        g->member[0] = c;
        g->entries = subgames->subgame[c].entries;
        g->entry_of = alea__alloc_array(subgames->rolls, sizeof *g->entry_of);
        made = g->entry_of;
        if (made) memcpy(g->entry_of, subgames->subgame[c].entry_of, rules->rolls * sizeof *g->entry_of);
    }
    if (made) merge_groups(&p, subgames);
    for (uint32_t i = 0; i < subgames->groups && made; i++)
        made = subgames_finish_group(rules, subgames, &subgames->group[i]);
    alea__free(p.seen);
    alea__free(p.number);
    return made;
}

/* Counts dice: of those that do not show a face, how many do after the next roll. */
static bool subgames_count_dice(const despirala_rules *rules, despirala_subgames *subgames)
{
    const uint32_t side = rules->dice + 1;
    subgames->binomial = alea__alloc_array((size_t)side * side, sizeof *subgames->binomial);
    if (!subgames->binomial) return false;
    for (uint32_t kept = 0; kept <= rules->dice; kept++) {
        const uint32_t rolled = rules->dice - kept;
        double all = 1, choose = 1, sum = 0;
        for (uint32_t d = 0; d < rolled; d++) all *= rules->sides;
        for (uint32_t more = 0; more <= rolled; more++) {
            double ways = choose;
            for (uint32_t d = more; d < rolled; d++) ways *= rules->sides - 1;
            subgames->binomial[kept * side + more] = ways / all;
            sum += ways / all;
            choose = choose * (rolled - more) / (more + 1);
        }
        ALEA_ASSERT(fabs(sum - 1) < 1e-12);
    }
    return true;
}

alea_status despirala_subgames_make(const despirala_game *game, despirala_subgames **out, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    despirala_subgames *subgames = alea__alloc(sizeof *subgames);
    if (!subgames) return alea__out_of_memory(error);
    subgames->stride =
        (rules->gain * rules->combinations + DESPIRALA_LANES) / DESPIRALA_LANES * DESPIRALA_LANES;
    subgames->rolls = (rules->rolls + DESPIRALA_ROW - 1) / DESPIRALA_ROW * DESPIRALA_ROW;
    subgames->weight = alea__alloc_aligned(64, subgames->rolls * sizeof *subgames->weight);
    double all = 1;
    for (uint32_t d = 0; d < rules->dice; d++) all *= rules->sides;
    for (uint32_t roll = 0; subgames->weight && roll < rules->rolls; roll++)
        subgames->weight[roll] = (double)rules->weight[roll] / all;
    alea_status status = ALEA_OK;
    if (!subgames->weight || !subgames_count_dice(rules, subgames)) status = alea__out_of_memory(error);
    for (uint32_t c = 0; c < rules->combinations && status == ALEA_OK; c++)
        status = subgames_make_one(game, c, subgames, error);
    if (status == ALEA_OK &&
        (!subgames_make_groups(rules, subgames) || !despirala_bound_errors(game, subgames)))
        status = alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = subgames;
    else
        despirala_subgames_free(subgames);
    return status;
}

void despirala_subgames_free(despirala_subgames *subgames)
{
    if (!subgames) return;
    for (uint32_t c = 0; c < DESPIRALA_COMBINATIONS; c++) {
        despirala_subgame *p = &subgames->subgame[c];
        void *const owned[] = {p->complete, p->waiting,     p->chance, p->fail,     p->stage_of,
                               p->item,     p->first,       p->list,   p->entry_of, p->target_at,
                               p->target,   p->target_item, p->award};
        for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) alea__free(owned[i]);
        despirala_brackets_free(p);
        for (uint32_t k = 0; k < DESPIRALA_COMBINATIONS; k++) alea__free(subgames->group[c].winner[k]);
        alea__free(subgames->group[c].entry_of);
        alea__free(subgames->group[c].winner_of);
    }
    alea__free(subgames->weight);
    alea__free(subgames->binomial);
    alea__free(subgames->error);
    alea__free(subgames);
}
