/* Lowers the graph of a turn, and lists the table states that turns lead to. */
#include "family/tabletop/turn/program.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "family/tabletop/messages.h"

#include <string.h>

enum { MOST_TABLE = 20000000, POLL_EVERY = 65536 };

/* ---- counters ---- */

static bool program_is_counter(const tabletop_game *g, uint32_t field)
{
    return g->field[field].owner == TABLETOP_COUNTER;
}

/* Every value of every counter, the first one changing fastest. */
static alea_status program_count(tabletop_program *p, alea_error *error)
{
    uint64_t all = 1;
    for (uint32_t i = 0; i < p->g->fields; i++)
        if (program_is_counter(p->g, i)) all *= (uint64_t)p->g->field[i].top + 1;
    if (all > TABLETOP_MOST_COUNTED) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_KEYS);
    p->counts = (uint32_t)all;
    p->counter = alea__alloc_array(all * p->g->fields, sizeof *p->counter);
    p->loops = alea__alloc(all);
    if (!p->counter || !p->loops) return alea__out_of_memory(error);
    for (uint32_t c = 0; c < p->counts; c++)
        for (uint32_t i = 0, rest = c; i < p->g->fields; i++)
            if (program_is_counter(p->g, i)) {
                const uint32_t raw = rest % (p->g->field[i].top + 1);
                rest /= p->g->field[i].top + 1;
                const bool number = p->g->field[i].kind == TABLETOP_NUMBER;
                p->counter[(size_t)c * p->g->fields + i] = (int32_t)(number ? raw * p->g->field[i].by : raw);
            }
    alea_state start;
    tabletop_clear(p->g, &start);
    p->start_count = tabletop_count_of(p, &start);
    return ALEA_OK;
}

/* The number of the counters' values in a state. */
uint32_t tabletop_count_of(const tabletop_program *p, const alea_state *state)
{
    uint32_t count = 0, place = 1;
    for (uint32_t i = 0; i < p->g->fields; i++)
        if (program_is_counter(p->g, i)) {
            count += place * tabletop_bits(state, p->g->field[i].bit, p->g->field[i].width);
            place *= p->g->field[i].top + 1;
        }
    return count;
}

/* ---- steps ---- */

static bool program_same_effect(const tabletop_effect *a, const tabletop_effect *b)
{
    return a->place.field == b->place.field && a->place.seat == b->place.seat &&
           a->operation == b->operation && a->box == b->box && a->counter == b->counter && a->n == b->n;
}

/* Whether two lists change the table in the same way; what they add to the total does not count. */
static bool program_same_effects(const tabletop_game *g, tabletop_list a, tabletop_list b)
{
    uint32_t i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a.count && g->effect[a.first + i].place.field == g->total) i++;
        while (k < b.count && g->effect[b.first + k].place.field == g->total) k++;
        if (i == a.count || k == b.count) return i == a.count && k == b.count;
        tabletop_effect one = g->effect[a.first + i], other = g->effect[b.first + k];
        if (one.operation == TABLETOP_FILL) one.n = 0;
        if (other.operation == TABLETOP_FILL) other.n = 0;
        if (!program_same_effect(&one, &other)) return false;
    }
}

/* The points that the effects add to the total. */
static void program_points(const tabletop_game *g, tabletop_list effects, tabletop_goes *out)
{
    for (uint32_t i = 0; i < effects.count; i++) {
        const tabletop_effect *e = &g->effect[effects.first + i];
        if (e->operation == TABLETOP_FILL) out->points += e->n;
        if (e->place.field != g->total) continue;
        if (e->counter) out->counter = e->counter;
        if (e->counter) out->minus = e->operation == TABLETOP_MINUS;
        if (!e->counter) out->points += e->operation == TABLETOP_MINUS ? -e->n : e->n;
    }
}

/* The counters after the effects; adds a map unless there is one like it. Returns false if memory runs out. */
static bool program_find_map(tabletop_program *p, tabletop_list effects, uint32_t *out)
{
    const tabletop_game *g = p->g;
    uint32_t *wider = alea__resize(p->map, ((size_t)p->maps + 1) * p->counts * sizeof *wider);
    if (!wider) return false;
    p->map = wider;
    uint32_t *map = wider + (size_t)p->maps * p->counts;
    alea_state state = {0};
    for (uint32_t c = 0; c < p->counts; c++) {
        for (uint32_t i = 0, rest = c; i < g->fields; i++)
            if (program_is_counter(g, i)) {
                tabletop_set_bits(&state, g->field[i].bit, g->field[i].width, rest % (g->field[i].top + 1));
                rest /= g->field[i].top + 1;
            }
        tabletop_apply_effects(g, &state, effects);
        map[c] = tabletop_count_of(p, &state);
    }
    for (*out = 0; *out < p->maps; ++*out)
        if (memcmp(map, p->map + (size_t)*out * p->counts, p->counts * sizeof *map) == 0) return true;
    p->maps++;
    return true;
}

/* The ending with these effects, added unless there is one like it. Returns false if memory runs out. */
static bool program_find_ending(tabletop_program *p, tabletop_list effects, uint32_t *out)
{
    for (*out = 0; *out < p->endings; ++*out)
        if (program_same_effects(p->g, p->ending[*out].effects, effects)) return true;
    tabletop_ending *wider = alea__resize(p->ending, (p->endings + 1) * sizeof *wider);
    if (!wider) return false;
    p->ending = wider;
    bool counted = false;
    for (uint32_t i = 0; i < effects.count; i++) {
        const tabletop_effect *e = &p->g->effect[effects.first + i];
        counted = counted || (e->counter && e->place.field != p->g->total);
    }
    for (uint32_t i = 0; i < p->g->over.count; i++) {
        const tabletop_test *t = &p->g->test[p->g->over.first + i];
        counted = counted || program_is_counter(p->g, t->a.field);
    }
    p->ending[p->endings++] = (tabletop_ending){effects, counted, p->ends};
    p->ends += counted ? p->counts : 1;
    return true;
}

static bool program_lower(tabletop_program *p, const tabletop_step *step, tabletop_goes *out)
{
    *out = (tabletop_goes){.node = step->node};
    program_points(p->g, step->effects, out);
    if (step->node == TABLETOP_DONE) return program_find_ending(p, step->effects, &out->end);
    return step->effects.count == 0 || program_find_map(p, step->effects, &out->map);
}

/* ---- conditions ---- */

static bool program_same_tests(const tabletop_game *g, tabletop_list a, tabletop_list b)
{
    for (uint32_t i = 0; i < a.count && a.count == b.count; i++) {
        const tabletop_test *x = &g->test[a.first + i], *y = &g->test[b.first + i];
        if (x->comparison != y->comparison || x->sum != y->sum || x->versus != y->versus || x->n != y->n ||
            memcmp(&x->a, &y->a, 3 * sizeof x->a) != 0)
            return false;
    }
    return a.count == b.count;
}

/* Adds a test to a condition: as bits of the key if it can be. */
static void program_add_test(const tabletop_program *p, const tabletop_test *t, tabletop_condition *c)
{
    const bool counted = program_is_counter(p->g, t->a.field) ||
                         (t->sum && program_is_counter(p->g, t->b.field)) ||
                         (t->versus && program_is_counter(p->g, t->c.field));
    c->counted = c->counted || counted;
    if (counted || t->comparison > TABLETOP_LACKS) {
        c->rest = true;
        return;
    }
    const uint64_t bits = (uint64_t)(uint32_t)t->n << tabletop_key_slot(&p->table.keys, t->a).shift;
    c->rest = c->rest || (c->mask & bits) != 0; /* a member that is both wanted and not, or twice */
    c->mask |= bits;
    c->wanted |= t->comparison == TABLETOP_HAS ? bits : 0;
}

/* The condition of an entry, added unless there is one like it. Returns false if memory runs out. */
static bool program_find_condition(tabletop_program *p, uint32_t entry)
{
    const tabletop_list when = p->g->entry[entry].when;
    uint32_t i = 0;
    while (i < p->conditions && !program_same_tests(p->g, p->condition[i].when, when)) i++;
    p->when[entry] = i;
    if (i < p->conditions) return true;
    tabletop_condition *wider = alea__resize(p->condition, (p->conditions + 1) * sizeof *wider);
    if (!wider) return false;
    p->condition = wider;
    tabletop_condition *c = &wider[p->conditions++];
    *c = (tabletop_condition){.when = when};
    for (uint32_t k = 0; k < when.count; k++) program_add_test(p, &p->g->test[when.first + k], c);
    return true;
}

bool tabletop_condition_holds(const tabletop_program *p, uint64_t key, const tabletop_condition *c,
                              uint32_t count)
{
    if ((key & c->mask) != c->wanted && !(c->rest && c->mask == 0)) return false;
    return !c->rest ||
           tabletop_key_holds(&p->table.keys, key, c->when, p->counter + (size_t)count * p->g->fields);
}

/* ---- bundles ---- */

/* Whether all entries of the name of entry `at` end the turn, in a node from `first` to `end`. */
static bool program_name_ends(const tabletop_program *p, uint32_t at, uint32_t first, uint32_t end)
{
    const uint32_t move = p->g->entry[at].move;
    if (move == TABLETOP_NONE) return false;
    for (uint32_t i = first; i < end; i++)
        if (p->g->entry[i].move == move &&
            (p->entry[i].node != TABLETOP_DONE || p->ending[p->entry[i].end].counted || p->entry[i].counter ||
             p->condition[p->when[i]].counted))
            return false;
    return true;
}

static bool program_same_bundle(const tabletop_program *p, const tabletop_bundle *b, const uint32_t *entry,
                                uint32_t count)
{
    for (uint32_t i = 0; i < count && b->count == count; i++) {
        const uint32_t x = p->of_bundle[b->first + i], y = entry[i];
        if (p->g->entry[x].move != p->g->entry[y].move || p->when[x] != p->when[y] ||
            p->entry[x].end != p->entry[y].end || p->entry[x].points != p->entry[y].points)
            return false;
    }
    return b->count == count;
}

/* Splits the entries of each node into a bundle and other options. */
static bool program_bundle(tabletop_program *p)
{
    const tabletop_game *g = p->g;
    p->of_bundle = alea__alloc_array((uint64_t)g->entries + 1, sizeof *p->of_bundle);
    p->option = alea__alloc_array((uint64_t)g->entries + 1, sizeof *p->option);
    p->options = alea__alloc_array((uint64_t)g->nodes + 1, sizeof *p->options);
    p->bundle = alea__alloc_array((uint64_t)g->nodes + 1, sizeof *p->bundle);
    p->bundle_of = alea__alloc_array((uint64_t)g->nodes + 1, sizeof *p->bundle_of);
    if (!p->of_bundle || !p->option || !p->options || !p->bundle || !p->bundle_of) return false;
    uint32_t options = 0;
    for (uint32_t node = 0; node < g->nodes; node++) {
        const tabletop_node *n = &g->node[node];
        uint32_t count = 0, *entry = p->of_bundle + p->bundled, i = 0;
        p->options[node] = options;
        p->bundle_of[node] = TABLETOP_NONE;
        for (uint32_t e = n->first; !n->chance && e < n->first + n->count; e++)
            if (program_name_ends(p, e, n->first, n->first + n->count))
                entry[count++] = e;
            else
                p->option[options++] = e;
        if (count == 0) continue;
        while (i < p->bundles && !program_same_bundle(p, &p->bundle[i], entry, count)) i++;
        p->bundle_of[node] = i;
        if (i < p->bundles) continue;
        p->bundle[p->bundles++] = (tabletop_bundle){node, p->bundled, count};
        p->bundled += count;
    }
    p->options[g->nodes] = options;
    return true;
}

/* ---- plain nodes ---- */

static bool program_is_plain(const tabletop_goes *goes)
{
    return goes->node != TABLETOP_DONE && goes->map == 0 && goes->points == 0 && !goes->counter;
}

/* Notes the nodes whose steps need no more than the values of other nodes. */
static bool program_find_plain(tabletop_program *p)
{
    const tabletop_game *g = p->g;
    p->plain = alea__alloc_array((uint64_t)g->nodes + 1, sizeof *p->plain);
    p->plain_to = alea__alloc_array((uint64_t)g->outcomes + p->options[g->nodes] + 1, sizeof *p->plain_to);
    p->plain_weight = alea__alloc_array((uint64_t)g->outcomes + 1, sizeof *p->plain_weight);
    if (!p->plain || !p->plain_to || !p->plain_weight) return false;
    for (uint32_t i = 0; i < g->outcomes; i++) {
        p->plain_to[i] = p->outcome[i].node * TABLETOP_LANES;
        p->plain_weight[i] = g->outcome[i].weight;
    }
    for (uint32_t i = 0; i < p->options[g->nodes]; i++)
        p->plain_to[g->outcomes + i] = p->entry[p->option[i]].node * TABLETOP_LANES;
    for (uint32_t node = 0; node < g->nodes; node++) {
        const tabletop_node *n = &g->node[node];
        bool plain = n->chance || p->options[node + 1] > p->options[node];
        for (uint32_t i = 0; n->chance && i < n->count; i++)
            plain = plain && program_is_plain(&p->outcome[n->first + i]);
        for (uint32_t i = p->options[node]; i < p->options[node + 1]; i++)
            plain = plain && program_is_plain(&p->entry[p->option[i]]) &&
                    g->entry[p->option[i]].when.count == 0 && g->entry[p->option[i]].move != TABLETOP_NONE;
        p->plain[node] = plain;
    }
    return true;
}

static bool program_lower_all(tabletop_program *p)
{
    const tabletop_game *g = p->g;
    const tabletop_list none = {0, 0};
    uint32_t identity;
    bool done = program_find_map(p, none, &identity) && program_lower(p, &g->begin, &p->begin);
    for (uint32_t i = 0; i < g->outcomes && done; i++)
        done = program_lower(p, &g->outcome[i].step, &p->outcome[i]);
    for (uint32_t i = 0; i < g->entries && done; i++)
        done = program_lower(p, &g->entry[i].step, &p->entry[i]) && program_find_condition(p, i);
    return done;
}

/* ---- the order ---- */

/* Which way the counters go: -1, 1, or 0 for both. */
static int program_way(const tabletop_program *p)
{
    bool up = false, down = false;
    for (size_t i = 0; i < (size_t)p->maps * p->counts; i++) {
        up = up || p->map[i] > i % p->counts;
        down = down || p->map[i] < i % p->counts;
    }
    return up && down ? 0 : down ? 1 : -1;
}

/* Whether a step keeps the counters at some value, so that the node it leads to comes first. */
static bool program_keeps(const tabletop_program *p, const tabletop_goes *goes)
{
    return goes->node != TABLETOP_DONE && (goes->map == 0 || p->way == 0);
}

/* Puts nodes behind their children, by a search in depth; sets `loops` if one is its own descendant. */
static bool program_order(tabletop_program *p)
{
    const tabletop_game *g = p->g;
    uint8_t *mark = alea__alloc(g->nodes); /* 1: on the path, 2: done */
    uint32_t *stack = alea__alloc_array(g->nodes, sizeof *stack),
             *at = alea__alloc_array(g->nodes, sizeof *at);
    uint32_t ordered = 0;
    for (uint32_t root = 0; root < g->nodes && mark && stack && at; root++) {
        uint32_t depth = 0;
        if (mark[root]) continue;
        stack[depth++] = root;
        mark[root] = 1;
        while (depth > 0) {
            const uint32_t node = stack[depth - 1];
            const tabletop_node *n = &g->node[node];
            const tabletop_goes *goes = (n->chance ? p->outcome : p->entry) + n->first;
            if (at[node] == n->count) {
                mark[node] = 2;
                p->order[ordered++] = node;
                depth--;
                continue;
            }
            goes += at[node]++;
            if (!program_keeps(p, goes)) continue;
            if (mark[goes->node] == 1) memset(p->loops, 1, p->counts);
            if (mark[goes->node]) continue;
            mark[goes->node] = 1;
            stack[depth++] = goes->node;
        }
    }
    const bool done = mark && stack && at;
    for (size_t i = p->counts; done && i < (size_t)p->maps * p->counts; i++)
        if (p->map[i] == i % p->counts) p->loops[i % p->counts] = 1; /* a counter at its limit */
    alea__free(mark);
    alea__free(stack);
    alea__free(at);
    return done;
}

/* ---- table states ---- */

static uint32_t table_place(const tabletop_table *t, uint64_t key)
{
    uint64_t hash = key * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(hash >> 32) & (t->slots - 1);
    while (t->slot[at] && t->key[t->slot[at] - 1] != key) at = (at + 1) & (t->slots - 1);
    return at;
}

uint32_t tabletop_table_find(const tabletop_table *t, uint64_t key)
{
    const uint32_t found = t->slot[table_place(t, key)];
    return found ? found - 1 : TABLETOP_NO_STATE_THERE;
}

/* Doubles the table, or makes the first one. Returns false if memory runs out; the table stays as it was. */
static bool table_widen(tabletop_table *t)
{
    const uint32_t slots = t->slots ? 2 * t->slots : 1024;
    uint32_t *slot = alea__alloc_array(slots, sizeof *slot);
    uint64_t *key = alea__resize(t->key, slots / 2 * sizeof *key);
    if (key) t->key = key;
    if (!slot || !key) {
        alea__free(slot);
        return false;
    }
    alea__free(t->slot);
    t->slot = slot;
    t->slots = slots;
    for (uint32_t i = 0; i < t->states; i++) t->slot[table_place(t, t->key[i])] = i + 1;
    return true;
}

static bool table_add(tabletop_table *t, uint64_t key)
{
    if (t->states >= t->slots / 2 && !table_widen(t)) return false;
    const uint32_t at = table_place(t, key);
    if (t->slot[at]) return true;
    t->key[t->states] = key;
    t->slot[at] = ++t->states;
    return true;
}

/* Adds what an ending leads to from a state, for all values of the counters if they matter. */
static bool table_add_ending(tabletop_program *p, uint64_t key, const tabletop_ending *e)
{
    for (uint32_t c = 0; c < (e->counted ? p->counts : 1); c++) {
        const tabletop_next next = tabletop_key_next(&p->table.keys, key, e->effects,
                                                     p->counter + (size_t)c * p->g->fields, p->objective);
        if (!next.over && !table_add(&p->table, next.key)) return false;
    }
    return true;
}

/* A way to leave a turn: an ending, and the condition of its entry if no counter occurs in it. */
typedef struct table_exit {
    uint32_t end, when; /* when: of the program's conditions, or TABLETOP_NONE */
} table_exit;

/* Every different exit, with an empty one behind the last; NULL if memory runs out. */
static table_exit *table_list_exits(const tabletop_program *p, uint32_t *count)
{
    const tabletop_game *g = p->g;
    table_exit *exit = alea__alloc_array((uint64_t)g->entries + g->outcomes + 1, sizeof *exit);
    *count = 0;
    for (uint32_t i = 0; exit && i < g->entries + g->outcomes; i++) {
        const bool entry = i < g->entries;
        const tabletop_goes *goes = entry ? &p->entry[i] : &p->outcome[i - g->entries];
        const uint32_t when = entry && !p->condition[p->when[i]].counted ? p->when[i] : TABLETOP_NONE;
        uint32_t k = 0;
        if (goes->node != TABLETOP_DONE) continue;
        while (k < *count && !(exit[k].end == goes->end && exit[k].when == when)) k++;
        if (k == *count) exit[(*count)++] = (table_exit){goes->end, when};
    }
    return exit;
}

/* Adds the states to which turns from a state can lead, and perhaps some more: where counters decide, all conditions hold.
   met[end] is the last state from which the ending was met. */
static bool table_add_next(tabletop_program *p, uint32_t state, const table_exit *exit, uint32_t exits,
                           uint32_t *met)
{
    const uint64_t key = p->table.key[state];
    for (uint32_t i = 0; i < exits; i++) {
        if (met[exit[i].end] == state + 1) continue;
        if (exit[i].when != TABLETOP_NONE &&
            !tabletop_condition_holds(p, key, &p->condition[exit[i].when], 0))
            continue;
        met[exit[i].end] = state + 1;
        if (!table_add_ending(p, key, &p->ending[exit[i].end])) return false;
    }
    return true;
}

/* Numbers the states anew, the deepest first. */
static bool table_sort(tabletop_table *t)
{
    uint64_t *sorted = alea__alloc_array(t->states, sizeof *sorted);
    t->first = alea__alloc_array((uint64_t)t->keys.depths + 1, sizeof *t->first);
    uint32_t *next = alea__alloc_array((uint64_t)t->keys.depths + 1, sizeof *next);
    const bool done = sorted && t->first && next;
    for (uint32_t i = 0; i < t->states && done; i++) t->first[tabletop_key_depth(&t->keys, t->key[i])]++;
    for (uint32_t d = t->keys.depths + 1, at = 0; d-- > 0 && done;) {
        const uint32_t count = t->first[d];
        t->first[d] = next[d] = at;
        at += count;
    }
    for (uint32_t i = 0; i < t->states && done; i++)
        sorted[next[tabletop_key_depth(&t->keys, t->key[i])]++] = t->key[i];
    if (done) memcpy(t->key, sorted, t->states * sizeof *sorted);
    if (done) memset(t->slot, 0, t->slots * sizeof *t->slot);
    for (uint32_t i = 0; i < t->states && done; i++) t->slot[table_place(t, t->key[i])] = i + 1;
    alea__free(sorted);
    alea__free(next);
    return done;
}

/* Lists the states from the start of the game on, and sorts them. */
static alea_status table_list(tabletop_program *p, const alea_progress *progress, alea_error *error)
{
    tabletop_table *t = &p->table;
    alea_state start;
    uint32_t exits, *met = alea__alloc_array((uint64_t)p->endings + 1, sizeof *met);
    table_exit *exit = table_list_exits(p, &exits);
    tabletop_clear(p->g, &start);
    bool done = met && exit && table_add(t, tabletop_key_of(&t->keys, &start));
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; i < t->states && done && status == ALEA_OK; i++) {
        done = table_add_next(p, i, exit, exits, met);
        if (t->states > MOST_TABLE)
            status = alea__fail(error, ALEA_E_REFUSED, TABLETOP_LARGE_TABLE, MOST_TABLE);
        if (i % POLL_EVERY == 0 && status == ALEA_OK) status = alea__tell(progress, i, 0, error);
    }
    alea__free(met);
    alea__free(exit);
    if (!done || (status == ALEA_OK && !table_sort(t))) return alea__out_of_memory(error);
    return status;
}

void tabletop_table_free(tabletop_table *t)
{
    alea__free(t->key);
    alea__free(t->first);
    alea__free(t->slot);
}

/* ---- making and freeing ---- */

alea_status tabletop_program_make(const tabletop_game *g, alea_objective objective,
                                  const alea_progress *progress, tabletop_program **out, alea_error *error)
{
    tabletop_program *p = alea__alloc(sizeof *p);
    if (!p) return alea__out_of_memory(error);
    *p = (tabletop_program){
        .g = g, .objective = objective, .sign = g->least || objective == ALEA_TURNS ? -1 : 1};
    p->entry = alea__alloc_array((uint64_t)g->entries + 1, sizeof *p->entry);
    p->outcome = alea__alloc_array((uint64_t)g->outcomes + 1, sizeof *p->outcome);
    p->when = alea__alloc_array((uint64_t)g->entries + 1, sizeof *p->when);
    p->order = alea__alloc_array((uint64_t)g->nodes + 1, sizeof *p->order);
    alea_status status = p->entry && p->outcome && p->when && p->order ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) status = tabletop_keys_make(g, &p->table.keys, error);
    if (status == ALEA_OK) status = program_count(p, error);
    if (status == ALEA_OK && (!program_lower_all(p) || !program_bundle(p) || !program_find_plain(p)))
        status = alea__out_of_memory(error);
    if (status == ALEA_OK) p->way = program_way(p);
    if (status == ALEA_OK && !program_order(p)) status = alea__out_of_memory(error);
    if (status == ALEA_OK) status = table_list(p, progress, error);
    if (status == ALEA_OK)
        *out = p;
    else
        tabletop_program_free(p);
    return status;
}

void tabletop_program_free(tabletop_program *p)
{
    if (!p) return;
    tabletop_table_free(&p->table);
    alea__free(p->counter);
    alea__free(p->map);
    alea__free(p->ending);
    alea__free(p->entry);
    alea__free(p->outcome);
    alea__free(p->when);
    alea__free(p->condition);
    alea__free(p->bundle);
    alea__free(p->of_bundle);
    alea__free(p->bundle_of);
    alea__free(p->option);
    alea__free(p->options);
    alea__free(p->plain);
    alea__free(p->plain_to);
    alea__free(p->plain_weight);
    alea__free(p->order);
    alea__free(p->loops);
    alea__free(p);
}
