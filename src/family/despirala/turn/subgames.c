/* Taking the sub-games apart: classes of attempts and their chances (completion_odds.c), what a combination sees of a roll, and which
   combinations look at it together. */
#include "family/despirala/turn/subgames.h"
#include "base/error.h"
#include "base/memory.h"
#include "family/despirala/turn/completion_odds.h"

#include <string.h>

/* ---- what a combination sees of a roll ---- */

/* The items of one roll while they are found, and all of a combination. */
typedef struct finder {
    const despirala_game *game;
    despirala_part *part;
    uint32_t combination;
    uint16_t best[DESPIRALA_CLASSES]; /* [class]: points + 1; 0: no target of this roll */
    uint8_t first[DESPIRALA_CLASSES]; /* and the first target with these */
    uint16_t set[DESPIRALA_TARGETS];  /* the items of this roll */
    uint32_t count;
    uint32_t items_room, entries_room, list_room, targets_room, target_items_room;
} finder;

static bool finder_item(finder *f, uint16_t class, uint16_t points, uint16_t *out)
{
    despirala_part *p = f->part;
    uint32_t i = 0;
    while (i < p->items && (p->item[i].class != class || p->item[i].points != points)) i++;
    if (i == p->items) {
        if (!alea__grow(&p->item, &f->items_room, i + 1, sizeof *p->item)) return false;
        p->item[p->items++] = (despirala_item){class, points};
    }
    *out = (uint16_t)i;
    return true;
}

/* Of targets in one class the one with the most points, or the fewest. */
static void finder_best(finder *f, uint32_t roll)
{
    const despirala_rules *rules = &f->game->rules;
    const despirala_combination c = rules->combination[f->combination];
    memset(f->best, 0, f->part->classes * sizeof *f->best);
    for (uint32_t t = 0; t < c.count; t++) {
        const uint16_t points = (uint16_t)(rules->target[c.first + t].points + 1);
        const uint32_t class = f->part->class_of[t * rules->rolls + roll];
        const uint16_t best = f->best[class];
        if (best > 0 && (rules->least ? points >= best : points <= best)) continue;
        f->best[class] = points;
        f->first[class] = (uint8_t)(c.first + t);
    }
}

/* By target: insertion, for there are few. */
static bool finder_add_target(finder *f, uint32_t roll, uint8_t target, uint16_t item)
{
    despirala_part *p = f->part;
    uint32_t at = p->target_at[roll + 1]++;
    if (!alea__grow(&p->target, &f->targets_room, at + 1, sizeof *p->target) ||
        !alea__grow(&p->target_item, &f->target_items_room, at + 1, sizeof *p->target_item))
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
    despirala_part *p = f->part;
    const uint32_t at = p->entries > 0 ? p->first[p->entries] : 0;
    if (!alea__grow(&p->first, &f->entries_room, p->entries + 2, sizeof *p->first) ||
        !alea__grow(&p->list, &f->list_room, at + f->count, sizeof *p->list))
        return false;
    memcpy(p->list + at, f->set, f->count * sizeof *f->set);
    p->first[p->entries++] = at;
    p->first[p->entries] = at + f->count;
    return true;
}

/* What each roll has: the set of its items, numbered as they come. */
static bool finder_entries(finder *f)
{
    despirala_part *p = f->part;
    for (uint32_t roll = 0; roll < f->game->rules.rolls; roll++) {
        finder_best(f, roll);
        f->count = 0;
        p->target_at[roll + 1] = p->target_at[roll];
        for (uint32_t class = 0; class < p->classes; class ++) {
            if (f->best[class] == 0) continue;
            uint16_t *item = &f->set[f->count++];
            if (!finder_item(f, (uint16_t)class, (uint16_t)(f->best[class] - 1), item) ||
                !finder_add_target(f, roll, f->first[class], *item))
                return false;
        }
        uint32_t entry = 0;
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

static alea_status parts_make_one(const despirala_game *game, uint32_t combination, despirala_parts *parts,
                                  alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    despirala_part *p = &parts->part[combination];
    finder f = {.game = game, .part = p, .combination = combination};
    p->most = despirala_most_of(rules, combination);
    p->collect = rules->target[rules->combination[combination].first].collect;
    p->entry_of = alea__alloc_array(parts->rolls, sizeof *p->entry_of);
    p->target_at = alea__alloc_array(rules->rolls + 1, sizeof *p->target_at);
    if (!p->entry_of || !p->target_at) return alea__out_of_memory(error);
    if (p->collect) { /* its entries are the dice kept */
        p->entries = rules->dice + 1;
        for (uint32_t roll = 0; roll < rules->rolls; roll++)
            p->entry_of[roll] = rules->faces[roll * rules->sides + p->collect - 1];
        return ALEA_OK;
    }
    alea_status status = despirala_chances(game, combination, parts, error);
    return status == ALEA_OK && !finder_entries(&f) ? alea__out_of_memory(error) : status;
}

/* ---- groups ---- */

/* Two groups seen as one: pairs of entries that occur together, numbered in the order of rolls. */
typedef struct pairs {
    uint32_t rolls, most;
    uint32_t stamp,
        *seen;        /* [entry of a * DESPIRALA_ENTRIES + entry of b]: the stamp when it was seen last */
    uint16_t *number; /* and its number then */
} pairs;

/* How many pairs there are; more than `most`: too many. */
static uint32_t count_pairs(pairs *p, const despirala_group *a, const despirala_group *b)
{
    uint32_t count = 0;
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

/* Merges the two groups that make the smallest one, until that saves no work any more. */
static void merge_groups(pairs *p, despirala_parts *parts)
{
    for (;;) {
        uint32_t least = p->most + 1, x = 0, y = 0;
        for (uint32_t i = 0; i < parts->groups; i++)
            for (uint32_t k = i + 1; k < parts->groups; k++) {
                const uint32_t count = count_pairs(p, &parts->group[i], &parts->group[k]);
                if (count >= least) continue;
                least = count;
                x = i;
                y = k;
            }
        if (least > p->most) return;
        despirala_group *a = &parts->group[x], *b = &parts->group[y];
        a->entries = count_pairs(p, a, b);
        for (uint32_t roll = 0; roll < p->rolls; roll++)
            a->entry_of[roll] = p->number[(size_t)a->entry_of[roll] * DESPIRALA_ENTRIES + b->entry_of[roll]];
        memcpy(a->part + a->parts, b->part, b->parts * sizeof *b->part);
        a->parts += b->parts;
        alea__free(b->entry_of);
        *b = parts->group[--parts->groups];
        parts->group[parts->groups].entry_of = NULL;
    }
}

/* What a group's entries are to each of its parts. */
static bool parts_finish_groups(const despirala_rules *rules, despirala_parts *parts)
{
    for (uint32_t i = 0; i < parts->groups; i++) {
        despirala_group *g = &parts->group[i];
        for (uint32_t k = 0; k < g->parts; k++) {
            g->entry[k] = alea__alloc_array(g->entries, sizeof *g->entry[k]);
            if (!g->entry[k]) return false;
            for (uint32_t roll = 0; roll < rules->rolls; roll++)
                g->entry[k][g->entry_of[roll]] = parts->part[g->part[k]].entry_of[roll];
        }
    }
    return true;
}

/* Every combination is a group at first. A group is worth its while when its entries are far fewer than the rolls. */
static bool parts_make_groups(const despirala_rules *rules, despirala_parts *parts)
{
    const size_t table = (size_t)DESPIRALA_ENTRIES * DESPIRALA_ENTRIES;
    pairs p = {.rolls = rules->rolls,
               .most = rules->rolls / 4 < DESPIRALA_ENTRIES ? rules->rolls / 4 : DESPIRALA_ENTRIES};
    p.seen = alea__alloc_array(table, sizeof *p.seen);
    p.number = alea__alloc_array(table, sizeof *p.number);
    bool made = p.seen && p.number;
    parts->groups = rules->combinations;
    for (uint32_t c = 0; c < rules->combinations && made; c++) {
        despirala_group *g = &parts->group[c];
        g->parts = 1;
        g->part[0] = c;
        g->entries = parts->part[c].entries;
        g->entry_of = alea__alloc_array(parts->rolls, sizeof *g->entry_of);
        made = g->entry_of;
        if (made) memcpy(g->entry_of, parts->part[c].entry_of, rules->rolls * sizeof *g->entry_of);
    }
    if (made) merge_groups(&p, parts);
    alea__free(p.seen);
    alea__free(p.number);
    return made && parts_finish_groups(rules, parts);
}

/* Of the dice that do not show a face, so many do after the next roll. */
static bool parts_count_dice(const despirala_rules *rules, despirala_parts *parts)
{
    const uint32_t side = rules->dice + 1;
    parts->binomial = alea__alloc_array((size_t)side * side, sizeof *parts->binomial);
    if (!parts->binomial) return false;
    for (uint32_t kept = 0; kept <= rules->dice; kept++) {
        const uint32_t rolled = rules->dice - kept;
        double all = 1, choose = 1;
        for (uint32_t d = 0; d < rolled; d++) all *= rules->sides;
        for (uint32_t more = 0; more <= rolled; more++) {
            double ways = choose;
            for (uint32_t d = more; d < rolled; d++) ways *= rules->sides - 1;
            parts->binomial[kept * side + more] = ways / all;
            choose = choose * (rolled - more) / (more + 1);
        }
    }
    return true;
}

alea_status despirala_parts_make(const despirala_game *game, despirala_parts **out, alea_error *error)
{
    const despirala_rules *rules = &game->rules;
    despirala_parts *parts = alea__alloc(sizeof *parts);
    if (!parts) return alea__out_of_memory(error);
    parts->stride = (rules->gain * rules->combinations + DESPIRALA_LANES) / DESPIRALA_LANES * DESPIRALA_LANES;
    parts->rolls = (rules->rolls + DESPIRALA_ROW - 1) / DESPIRALA_ROW * DESPIRALA_ROW;
    parts->weight = alea__alloc_aligned(64, parts->rolls * sizeof *parts->weight);
    double all = 1;
    for (uint32_t d = 0; d < rules->dice; d++) all *= rules->sides;
    for (uint32_t roll = 0; parts->weight && roll < rules->rolls; roll++)
        parts->weight[roll] = (double)rules->weight[roll] / all;
    alea_status status = ALEA_OK;
    if (!parts->weight || !parts_count_dice(rules, parts)) status = alea__out_of_memory(error);
    for (uint32_t c = 0; c < rules->combinations && status == ALEA_OK; c++)
        status = parts_make_one(game, c, parts, error);
    if (status == ALEA_OK && (!parts_make_groups(rules, parts) || !despirala_bound_errors(game, parts)))
        status = alea__out_of_memory(error);
    if (status == ALEA_OK)
        *out = parts;
    else
        despirala_parts_free(parts);
    return status;
}

void despirala_parts_free(despirala_parts *parts)
{
    if (!parts) return;
    for (uint32_t c = 0; c < DESPIRALA_COMBINATIONS; c++) {
        despirala_part *p = &parts->part[c];
        void *const owned[] = {p->complete, p->soon, p->chance,   p->fail,      p->class_of, p->item,
                               p->first,    p->list, p->entry_of, p->target_at, p->target,   p->target_item};
        for (size_t i = 0; i < sizeof owned / sizeof *owned; i++) alea__free(owned[i]);
        for (uint32_t k = 0; k < DESPIRALA_COMBINATIONS; k++) alea__free(parts->group[c].entry[k]);
        alea__free(parts->group[c].entry_of);
    }
    alea__free(parts->weight);
    alea__free(parts->binomial);
    alea__free(parts->error);
    alea__free(parts);
}
