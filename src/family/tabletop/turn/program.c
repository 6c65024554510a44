/* Lowers the graph of a turn: lists its positions, puts them in order, and merges those with the same options. */
#include "family/tabletop/turn/program.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/stopping.h"
#include "exact/components.h"
#include "family/tabletop/messages.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_TABLE = 20000000, MOST_OPTIONS = 1 << 25, POLL_EVERY = 65536 };
#define EXIT \
    (UINT32_C(1) << 31) /* in `to`, with the number of an exit, until the number of positions is known */

typedef struct program_builder {
    tabletop_program *p;
    tabletop_option *found, *scratch; /* of positions as found; of one position */
    uint32_t *first;                  /* [position as found], and one more: its options in `found` */
    alea__numbering content;          /* hashes of what positions have */
    uint32_t *with;                   /* [number]: the first position with it */
    uint32_t founds, found_size, first_size, scratch_size, with_size, position_size, option_size, loop_size;
} program_builder;

/* ---- counters ---- */

static bool program_is_counter(const tabletop_game *g, uint32_t field)
{
    return g->field[field].owner == TABLETOP_COUNTER;
}

/* The values of all counters as one number, in which the first one changes fastest. */
static uint32_t program_count_of(const tabletop_game *g, const alea_state *state)
{
    uint32_t count = 0, place = 1;
    for (uint32_t i = 0; i < g->fields; i++)
        if (program_is_counter(g, i)) {
            count += place * tabletop_bits(state, g->field[i].bit, g->field[i].width);
            place *= g->field[i].top + 1;
        }
    return count;
}

/* A position of the game of which no more than the counters is known. */
static alea_state program_state_of(const tabletop_game *g, uint32_t count)
{
    alea_state state = {0};
    for (uint32_t i = 0; i < g->fields; i++)
        if (program_is_counter(g, i)) {
            tabletop_set_bits(&state, g->field[i].bit, g->field[i].width, count % (g->field[i].top + 1));
            count /= g->field[i].top + 1;
        }
    return state;
}

static alea_status program_count(tabletop_program *p, alea_error *error)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < p->g->fields; i++)
        if (program_is_counter(p->g, i) && all <= UINT32_MAX) all *= (uint64_t)p->g->field[i].top + 1;
    if (all >= UINT32_MAX) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_KEYS);
    p->counts = (uint32_t)all;
    return ALEA_OK;
}

/* ---- lists that mean the same ---- */

static bool same_tests(const tabletop_game *g, tabletop_list a, tabletop_list b)
{
    for (uint32_t i = 0; i < a.count && a.count == b.count; i++) {
        const tabletop_test *x = &g->test[a.first + i], *y = &g->test[b.first + i];
        if (x->comparison != y->comparison || x->sum != y->sum || x->versus != y->versus || x->n != y->n ||
            memcmp(&x->a, &y->a, 3 * sizeof x->a) != 0)
            return false;
    }
    return a.count == b.count;
}

/* Whether both change the fields in the same way; what they add to the total does not count. */
static bool same_effects(const tabletop_game *g, tabletop_list a, tabletop_list b)
{
    uint32_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a.count && g->effect[a.first + i].place.field == g->total) i++;
        while (k < b.count && g->effect[b.first + k].place.field == g->total) k++;
        if (i == a.count || k == b.count) return i == a.count && k == b.count;
        const tabletop_effect *x = &g->effect[a.first + i], *y = &g->effect[b.first + k];
        if (x->place.field != y->place.field || x->place.seat != y->place.seat ||
            x->operation != y->operation || x->box != y->box || x->counter != y->counter ||
            (x->n != y->n && x->operation != TABLETOP_FILL))
            return false;
    }
}

static uint32_t lists_find(const tabletop_program *p, const tabletop_lists *lists, tabletop_list list)
{
    const bool tests = lists == &p->guards;
    uint32_t i = 0;
    while (i < lists->count &&
           !(tests ? same_tests(p->g, lists->list[i], list) : same_effects(p->g, lists->list[i], list)))
        i++;
    return i;
}

/* The number of the list with these counters, which is added if it is new; TABLETOP_NONE without memory. */
static uint32_t lists_add(const tabletop_program *p, tabletop_lists *lists, tabletop_list list,
                          uint32_t count)
{
    const uint32_t at = lists_find(p, lists, list);
    if (at == lists->count) {
        tabletop_list *wider = alea__resize(lists->list, (lists->count + 1) * sizeof *wider);
        if (!wider) return TABLETOP_NONE;
        lists->list = wider;
        wider[lists->count++] = list;
    }
    return alea__number_add(&lists->used, (uint64_t)at << 32 | count);
}

static bool test_counts(const tabletop_game *g, const tabletop_test *t)
{
    return program_is_counter(g, t->a.field) || (t->sum && program_is_counter(g, t->b.field)) ||
           (t->versus && program_is_counter(g, t->c.field));
}

/* Writes the counters' values of all lists by field. Returns false without memory. */
static bool lists_count(const tabletop_program *p, tabletop_lists *lists)
{
    const uint32_t fields = p->g->fields;
    lists->counter = alea__alloc_array((uint64_t)lists->used.count * fields + 1, sizeof *lists->counter);
    for (uint32_t number = 0; number < lists->used.count && lists->counter; number++) {
        const uint32_t count = (uint32_t)lists->used.key[number];
        const alea_state state = program_state_of(p->g, count == TABLETOP_NONE ? 0 : count);
        for (uint32_t i = 0; i < fields; i++)
            if (program_is_counter(p->g, i))
                lists->counter[(size_t)number * fields + i] =
                    tabletop_value(p->g, &state, 0, (tabletop_place){(uint8_t)i, 0});
    }
    return lists->counter;
}

/* ---- steps ---- */

/* The points that the effects add to the total. */
static int32_t step_points(const tabletop_game *g, const alea_state *state, tabletop_list effects)
{
    int32_t points = 0;
    for (uint32_t i = 0; i < effects.count; i++) {
        const tabletop_effect *e = &g->effect[effects.first + i];
        int32_t n = e->n;
        if (e->place.field != g->total && e->operation != TABLETOP_FILL) continue;
        if (e->counter) n = tabletop_value(g, state, 0, (tabletop_place){(uint8_t)(e->counter - 1), 0});
        points += e->operation == TABLETOP_MINUS ? -n : n;
    }
    return points;
}

/* Where a step leads: the key of its position as found or, if it ends the turn, the counters that matter to it. */
static uint64_t step_target(const tabletop_program *p, const alea_state *counters, const tabletop_step *step)
{
    const tabletop_game *g = p->g;
    alea_state state = *counters;
    if (step->node != TABLETOP_DONE) {
        tabletop_apply_effects(g, &state, step->effects);
        return (uint64_t)step->node * p->counts + program_count_of(g, &state);
    }
    for (uint32_t i = 0; i < step->effects.count; i++) {
        const tabletop_effect *e = &g->effect[step->effects.first + i];
        if (e->counter && e->place.field != g->total) return program_count_of(g, counters);
    }
    return TABLETOP_NONE;
}

/* Lowers a step and adds the position, or the exit, that it leads to. Returns false without memory. */
static bool step_add(tabletop_program *p, const alea_state *counters, const tabletop_step *step,
                     tabletop_option *out)
{
    const uint64_t target = step_target(p, counters, step);
    out->points = step_points(p->g, counters, step->effects);
    out->to = step->node == TABLETOP_DONE ? lists_add(p, &p->exits, step->effects, (uint32_t)target)
                                          : alea__number_add(&p->raw, target);
    if (out->to == TABLETOP_NONE) return false;
    if (step->node == TABLETOP_DONE) out->to |= EXIT;
    return true;
}

tabletop_option tabletop_program_step(const tabletop_program *p, const alea_state *state,
                                      const tabletop_step *step)
{
    const alea_state counters = program_state_of(p->g, program_count_of(p->g, state));
    const uint64_t target = step_target(p, &counters, step);
    tabletop_option out = {.points = step_points(p->g, &counters, step->effects)};
    if (step->node == TABLETOP_DONE)
        out.to = p->positions +
                 alea__number_find(&p->exits.used,
                                   (uint64_t)lists_find(p, &p->exits, step->effects) << 32 | target);
    else
        out.to = p->of_raw[alea__number_find(&p->raw, target)];
    return out;
}

uint32_t tabletop_program_first(const tabletop_program *p)
{
    alea_state start;
    tabletop_clear(p->g, &start);
    return alea__number_find(&p->table.state, tabletop_key_of(&p->table.keys, &start));
}

uint32_t tabletop_program_find(const tabletop_program *p, const alea_state *state)
{
    const uint64_t key = (uint64_t)tabletop_head_of(state).node * p->counts + program_count_of(p->g, state);
    const uint32_t found = alea__number_find(&p->raw, key);
    return found == ALEA__NOT_NUMBERED ? TABLETOP_NONE : p->of_raw[found];
}

/* ---- positions as they are found ---- */

/* Adds the options of a position. Returns false without memory. */
static bool find_options(program_builder *b, uint64_t key)
{
    tabletop_program *p = b->p;
    const tabletop_game *g = p->g;
    const uint32_t count = (uint32_t)(key % p->counts);
    const tabletop_node *n = &g->node[key / p->counts];
    const alea_state counters = program_state_of(g, count);
    if (!alea__grow(&b->found, &b->found_size, (size_t)b->founds + n->count, sizeof *b->found)) return false;
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
        tabletop_option *o = &b->found[b->founds++];
        *o = (tabletop_option){0};
        if (n->chance) {
            if (!step_add(p, &counters, &g->outcome[i].step, o)) return false;
            o->mark = g->outcome[i].weight;
            continue;
        }
        const tabletop_entry *e = &g->entry[i];
        bool counts = false;
        if (!step_add(p, &counters, &e->step, o)) return false;
        for (uint32_t k = 0; k < e->when.count; k++)
            counts = counts || test_counts(g, &g->test[e->when.first + k]);
        o->mark = lists_add(p, &p->guards, e->when, counts ? count : TABLETOP_NONE);
        if (o->mark == TABLETOP_NONE) return false;
        if (e->move == TABLETOP_NONE)
            o->kind = TABLETOP_UNNAMED;
        else if (i > n->first && e->move == e[-1].move)
            o->kind = TABLETOP_FURTHER;
    }
    return true;
}

/* Finds every position to which a turn can come, whatever the fields are. */
static alea_status find_all(program_builder *b, const alea_progress *progress, alea_error *error)
{
    tabletop_program *p = b->p;
    const tabletop_list always = {0, 0};
    alea_state start;
    tabletop_clear(p->g, &start);
    start = program_state_of(p->g, program_count_of(p->g, &start));
    if (lists_add(p, &p->guards, always, TABLETOP_NONE) != 0 || !step_add(p, &start, &p->g->begin, &p->begin))
        return alea__out_of_memory(error);
    for (uint32_t i = 0; i < p->raw.count; i++) {
        alea_status status = i % POLL_EVERY == 0 ? alea__tell(progress, i, 0, error) : ALEA_OK;
        if (status != ALEA_OK) return status;
        if (i >= TABLETOP_MOST_POSITIONS || b->founds > MOST_OPTIONS)
            return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_KEYS);
        if (!alea__grow(&b->first, &b->first_size, (size_t)i + 2, sizeof *b->first))
            return alea__out_of_memory(error);
        b->first[i] = b->founds;
        if (!find_options(b, p->raw.key[i])) return alea__out_of_memory(error);
        b->first[i + 1] = b->founds;
    }
    return ALEA_OK;
}

/* The order in which positions come behind those that they lead to. */
static alea_status find_order(const program_builder *b, exact_order *out, alea_error *error)
{
    const uint32_t positions = b->p->raw.count;
    uint32_t *first = alea__alloc_array((uint64_t)positions + 1, sizeof *first),
             *to = alea__alloc_array((uint64_t)b->founds + 1, sizeof *to), edges = 0;
    alea_status status = first && to ? ALEA_OK : alea__out_of_memory(error);
    for (uint32_t i = 0; i < positions && status == ALEA_OK; i++) {
        for (uint32_t k = b->first[i]; k < b->first[i + 1]; k++)
            if (!(b->found[k].to & EXIT)) to[edges++] = b->found[k].to;
        first[i + 1] = edges;
    }
    if (status == ALEA_OK) status = exact_order_find(&(exact_edges){positions, first, to, 0}, out, error);
    alea__free(first);
    alea__free(to);
    return status;
}

/* ---- merging ---- */

static int compare_options(const void *a, const void *b)
{
    const tabletop_option *x = a, *y = b;
    if (x->to != y->to) return x->to < y->to ? -1 : 1;
    return (x->points > y->points) - (x->points < y->points);
}

/* Outcomes that lead to the same are one. Returns how many are left. */
static uint32_t merge_outcomes(tabletop_option *option, uint32_t count)
{
    uint32_t kept = 0;
    qsort(option, count, sizeof *option, compare_options);
    for (uint32_t i = 0; i < count; i++)
        if (kept > 0 && compare_options(&option[kept - 1], &option[i]) == 0)
            option[kept - 1].mark += option[i].mark;
        else
            option[kept++] = option[i];
    return kept;
}

/* Whether option `i` of a choice never counts: an earlier one of its name, or a named one, is always possible; or one that is always possible leads
   to the same. */
static bool merge_drops(const tabletop_option *option, uint32_t kept, const tabletop_option *o, bool single)
{
    if (o->kind == TABLETOP_FURTHER) {
        for (uint32_t i = kept; i-- > 0;) {
            if (option[i].mark == 0) return true;
            if (option[i].kind != TABLETOP_FURTHER) return false;
        }
        return false;
    }
    for (uint32_t i = 0; i < kept; i++) {
        if (option[i].mark != 0 || option[i].kind == TABLETOP_FURTHER) continue;
        if (o->kind == TABLETOP_UNNAMED) return true;
        if (single && o->mark == 0 && compare_options(&option[i], o) == 0) return true;
    }
    return false;
}

static uint32_t merge_choices(tabletop_option *option, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool single = i + 1 == count || option[i + 1].kind != TABLETOP_FURTHER;
        if (!merge_drops(option, kept, &option[i], single)) option[kept++] = option[i];
    }
    return kept;
}

/* Adds a position, or finds one with the same options; TABLETOP_NONE without memory. */
static uint32_t merge_add(program_builder *b, const tabletop_option *option, uint32_t count, uint32_t weights,
                          bool alone)
{
    tabletop_program *p = b->p;
    uint64_t hash = weights;
    bool plain = true;
    for (uint32_t i = 0; i < count; i++) {
        const tabletop_option *o = &option[i];
        hash = alea__mix(hash ^ ((uint64_t)o->to << 32 | o->mark));
        hash = alea__mix(hash ^ ((uint64_t)(uint32_t)o->points << 32 | o->kind));
        plain = plain && !(o->to & EXIT) && o->points == 0 && (weights || (o->mark == 0 && o->kind == 0));
    }
    const uint32_t before = b->content.count, found = alone ? before : alea__number_add(&b->content, hash);
    if (found == ALEA__NOT_NUMBERED) return TABLETOP_NONE;
    if (found < before) {
        const tabletop_position *there = &p->position[b->with[found]];
        if (there->count == count && there->weights == weights &&
            memcmp(&p->option[there->first], option, count * sizeof *option) == 0)
            return b->with[found];
    }
    if (!alea__grow(&p->position, &b->position_size, (size_t)p->positions + 1, sizeof *p->position) ||
        !alea__grow(&p->option, &b->option_size, (size_t)p->options + count, sizeof *p->option) ||
        !alea__grow(&b->with, &b->with_size, (size_t)before + 1, sizeof *b->with))
        return TABLETOP_NONE;
    memcpy(&p->option[p->options], option, count * sizeof *option);
    p->position[p->positions] = (tabletop_position){p->options, count, weights, plain};
    p->options += count;
    if (!alone && found == before) b->with[found] = p->positions;
    return p->positions++;
}

/* How many of the first options of a choice end the turn, with all others of their names; 0 if there are unnamed ones. */
static uint32_t merge_ends(const tabletop_option *option, uint32_t count)
{
    uint32_t ends = 0;
    if (count > 0 && option[count - 1].kind == TABLETOP_UNNAMED) return 0;
    for (uint32_t i = 0; i < count && (option[i].to & EXIT); i++)
        if (i + 1 == count || option[i + 1].kind != TABLETOP_FURTHER) ends = i + 1;
    return ends;
}

/* Makes a position of each move that ends the turn, and one of all of them, because many positions have them in common. Returns how
   many options are left, or TABLETOP_NONE without memory. */
static uint32_t merge_split(program_builder *b, tabletop_option *option, uint32_t count, uint32_t ends)
{
    uint32_t names = 0;
    for (uint32_t i = 0, from = 0; i < ends; i++) {
        if (i + 1 < ends && option[i + 1].kind == TABLETOP_FURTHER) continue;
        option[names] = (tabletop_option){.to = merge_add(b, option + from, i + 1 - from, 0, false)};
        if (option[names++].to == TABLETOP_NONE) return TABLETOP_NONE;
        from = i + 1;
    }
    if (names > 1 && ends < count) {
        option[0].to = merge_add(b, option, names, 0, false);
        if (option[0].to == TABLETOP_NONE) return TABLETOP_NONE;
        names = 1;
    }
    memmove(option + names, option + ends, (count - ends) * sizeof *option);
    return names + count - ends;
}

/* A position that is on no loop. */
static uint32_t merge_position(program_builder *b, tabletop_option *option, uint32_t count, uint32_t weights)
{
    if (weights) return merge_add(b, option, merge_outcomes(option, count), weights, false);
    count = merge_choices(option, count);
    const uint32_t ends = merge_ends(option, count);
    if (count > 1 && ends > 0) count = merge_split(b, option, count, ends);
    if (count == TABLETOP_NONE) return TABLETOP_NONE;
    if (count == 1 && option->mark == 0 && option->points == 0 && !(option->to & EXIT)) return option->to;
    return merge_add(b, option, count, 0, false);
}

/* Puts the positions of a component into the program. Returns false without memory. */
static bool merge_component(program_builder *b, const exact_order *order, uint32_t component)
{
    tabletop_program *p = b->p;
    const uint32_t from = order->component[component], to = order->component[component + 1];
    const bool cyclic = order->cyclic[component];
    if (cyclic) {
        if (!alea__grow(&p->loop, &b->loop_size, (size_t)p->loops + 1, sizeof *p->loop)) return false;
        p->loop[p->loops++] = (tabletop_list){p->positions, to - from};
    }
    for (uint32_t i = from; i < to && cyclic; i++) p->of_raw[order->position[i]] = p->positions + i - from;
    for (uint32_t i = from; i < to; i++) {
        const uint32_t raw = order->position[i], count = b->first[raw + 1] - b->first[raw];
        const tabletop_node *n = &p->g->node[p->raw.key[raw] / p->counts];
        const uint32_t weights = n->chance ? n->weights : 0;
        if (!alea__grow(&b->scratch, &b->scratch_size, (size_t)count + 1, sizeof *b->scratch)) return false;
        memcpy(b->scratch, b->found + b->first[raw], count * sizeof *b->scratch);
        for (uint32_t k = 0; k < count; k++)
            if (!(b->scratch[k].to & EXIT)) b->scratch[k].to = p->of_raw[b->scratch[k].to];
        const uint32_t at = cyclic ? merge_add(b, b->scratch, count, weights, true)
                                   : merge_position(b, b->scratch, count, weights);
        if (at == TABLETOP_NONE) return false;
        p->of_raw[raw] = at;
    }
    return true;
}

/* Puts all positions in order, and merges them. */
static alea_status merge_all(program_builder *b, alea_error *error)
{
    tabletop_program *p = b->p;
    exact_order order = {0};
    p->of_raw = alea__alloc_array((uint64_t)p->raw.count + 1, sizeof *p->of_raw);
    if (!p->of_raw) return alea__out_of_memory(error);
    alea_status status = find_order(b, &order, error);
    for (uint32_t c = 0; c < order.components && status == ALEA_OK; c++)
        if (!merge_component(b, &order, c)) status = alea__out_of_memory(error);
    exact_order_clear(&order);
    for (uint32_t i = 0; i < p->options; i++)
        if (p->option[i].to & EXIT) p->option[i].to = p->positions + (p->option[i].to & ~EXIT);
    if (status == ALEA_OK) p->begin.to = p->of_raw[p->begin.to];
    return status;
}

/* ---- guards ---- */

/* Splits each list of tests: has and lacks as bits of a key, and the rest. */
static alea_status guard_all(tabletop_program *p, alea_error *error)
{
    p->mask = alea__alloc_array(p->guards.count, sizeof *p->mask);
    p->wanted = alea__alloc_array(p->guards.count, sizeof *p->wanted);
    p->rest = alea__alloc_array(p->guards.count, sizeof *p->rest);
    if (!p->mask || !p->wanted || !p->rest || !lists_count(p, &p->guards) || !lists_count(p, &p->exits))
        return alea__out_of_memory(error);
    for (uint32_t i = 0; i < p->guards.count; i++)
        for (uint32_t k = 0; k < p->guards.list[i].count; k++) {
            const tabletop_test *t = &p->g->test[p->guards.list[i].first + k];
            if (test_counts(p->g, t) || t->comparison > TABLETOP_LACKS) {
                p->rest[i] = true;
                continue;
            }
            const uint64_t bits = (uint64_t)(uint32_t)t->n << tabletop_key_slot(&p->table.keys, t->a).shift;
            if (p->mask[i] & bits) p->rest[i] = true; /* a member that is both wanted and not, or twice */
            p->mask[i] |= bits;
            p->wanted[i] |= t->comparison == TABLETOP_HAS ? bits : 0;
        }
    return ALEA_OK;
}

bool tabletop_guard_holds(const tabletop_program *p, uint32_t guard, uint64_t key)
{
    const uint64_t list = p->guards.used.key[guard] >> 32;
    if (!p->rest[list]) return (key & p->mask[list]) == p->wanted[list];
    return tabletop_key_holds(&p->table.keys, key, p->guards.list[list],
                              tabletop_counters_of(p, &p->guards, guard));
}

/* ---- states between turns ---- */

/* Every different way to leave a turn: a guard << 32 and an exit. Returns false without memory. */
static bool table_list_ways(const tabletop_program *p, alea__numbering *out)
{
    for (uint32_t i = 0; i < p->positions; i++)
        for (uint32_t k = 0; k < p->position[i].count; k++) {
            const tabletop_option *o = &p->option[p->position[i].first + k];
            const uint64_t guard = p->position[i].weights ? 0 : o->mark;
            if (o->to >= p->positions &&
                alea__number_add(out, guard << 32 | (o->to - p->positions)) == ALEA__NOT_NUMBERED)
                return false;
        }
    return true;
}

/* Adds the states to which turns from a state lead. met[exit] is the last state, and 1, from which the exit was met. */
static bool table_add_next(tabletop_program *p, uint32_t state, const alea__numbering *ways, uint32_t *met)
{
    for (uint32_t i = 0; i < ways->count; i++) {
        const uint64_t key = p->table.state.key[state];
        const uint32_t exit = (uint32_t)ways->key[i];
        if (met[exit] == state + 1 || !tabletop_guard_holds(p, (uint32_t)(ways->key[i] >> 32), key)) continue;
        met[exit] = state + 1;
        const tabletop_next next = tabletop_exit_next(p, key, exit);
        if (!next.over && alea__number_add(&p->table.state, next.key) == ALEA__NOT_NUMBERED) return false;
    }
    return true;
}

/* Lists the states from the start of the game on, and sorts them. */
static alea_status table_list(tabletop_program *p, const alea_progress *progress, alea_error *error)
{
    alea__numbering *states = &p->table.state, ways = {0};
    alea_state start;
    uint32_t *met = alea__alloc_array((uint64_t)p->exits.used.count + 1, sizeof *met);
    tabletop_clear(p->g, &start);
    bool done = met && table_list_ways(p, &ways) &&
                alea__number_add(states, tabletop_key_of(&p->table.keys, &start)) == 0;
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; i < states->count && done && status == ALEA_OK; i++) {
        done = table_add_next(p, i, &ways, met);
        if (states->count > MOST_TABLE)
            status = alea__fail(error, ALEA_E_RANGE, TABLETOP_LARGE_TABLE, MOST_TABLE);
        if (i % POLL_EVERY == 0 && status == ALEA_OK) status = alea__tell(progress, i, 0, error);
    }
    alea__free(met);
    alea__number_free(&ways);
    if (!done) return alea__out_of_memory(error);
    return status == ALEA_OK ? tabletop_table_sort(&p->table, error) : status;
}

/* ---- making and freeing ---- */

alea_status tabletop_program_make(const tabletop_game *g, alea_objective objective, bool states,
                                  const alea_progress *progress, tabletop_program **out, alea_error *error)
{
    tabletop_program *p = alea__alloc(sizeof *p);
    if (!p) return alea__out_of_memory(error);
    *p = (tabletop_program){
        .g = g, .objective = objective, .sign = g->least || objective == ALEA_TURNS ? -1 : 1};
    program_builder b = {.p = p};
    alea_status status = tabletop_keys_make(g, states, &p->table.keys, error);
    if (status == ALEA_OK && states && g->players > 1 && g->total != TABLETOP_NONE)
        status = alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_KEYS);
    if (status == ALEA_OK) status = program_count(p, error);
    if (status == ALEA_OK) status = find_all(&b, progress, error);
    if (status == ALEA_OK) status = merge_all(&b, error);
    alea__free(b.found);
    alea__free(b.first);
    alea__free(b.scratch);
    alea__free(b.with);
    alea__number_free(&b.content);
    if (status == ALEA_OK) status = guard_all(p, error);
    if (status == ALEA_OK && states) status = table_list(p, progress, error);
    if (status == ALEA_OK)
        *out = p;
    else
        tabletop_program_free(p);
    return status;
}

static int64_t program_larger(int64_t most, int64_t n)
{
    const int64_t size = n < 0 ? -n : n;
    return most > size ? most : size;
}

double tabletop_program_most_points(const tabletop_program *p)
{
    int64_t most =
        1; /* as whole numbers: GCC 12 for arm64 fails with an internal error on the maximum of converted ones */
    for (uint32_t i = 0; i < p->options; i++) most = program_larger(most, p->option[i].points);
    for (uint32_t i = 0; i < p->g->bonuses; i++)
        for (uint32_t k = 0; k < p->g->bonus[i].effects.count; k++)
            most = program_larger(most, p->g->effect[p->g->bonus[i].effects.first + k].n);
    return (double)most;
}

void tabletop_program_free(tabletop_program *p)
{
    if (!p) return;
    tabletop_table_free(&p->table);
    alea__free(p->position);
    alea__free(p->option);
    alea__free(p->loop);
    for (int i = 0; i < 2; i++) {
        tabletop_lists *lists = i ? &p->guards : &p->exits;
        alea__free(lists->list);
        alea__free(lists->counter);
        alea__number_free(&lists->used);
    }
    alea__free(p->mask);
    alea__free(p->wanted);
    alea__free(p->rest);
    alea__number_free(&p->raw);
    alea__free(p->of_raw);
    alea__free(p);
}
