/* Keys of table states, and how one follows another. */
#include "base/error.h"
#include "base/memory.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/turn/table.h"

#include <stdlib.h>
#include <string.h>

/* ---- layout ---- */

static tabletop_slot key_reserve(tabletop_keys *k, uint32_t top)
{
    const tabletop_slot slot = {(uint8_t)(k->bits < 64 ? k->bits : 63), (uint8_t)tabletop_width(top)};
    k->bits += slot.width;
    return slot;
}

/* Which way an effect moves a field: 1, -1, or 0 for either. */
static int key_direction(const tabletop_field *f, const tabletop_effect *e)
{
    switch (e->operation) {
    case TABLETOP_FILL:
    case TABLETOP_WITHOUT: return -1;
    case TABLETOP_WITH: return 1;
    case TABLETOP_PLUS: return e->counter || e->n >= 0 ? 1 : 0;
    case TABLETOP_MINUS: return e->counter || e->n >= 0 ? -1 : 0;
    default: (void)f; return 0;
    }
}

/* Finds which fields never come back. */
static void key_find_directions(tabletop_keys *k)
{
    const tabletop_game *g = k->g;
    bool seen[TABLETOP_MOST_FIELDS] = {false};
    for (uint32_t i = 0; i < g->effects; i++) {
        const tabletop_effect *e = &g->effect[i];
        const int direction = key_direction(&g->field[e->place.field], e);
        const bool same = !seen[e->place.field] || k->grows[e->place.field] == direction;
        k->grows[e->place.field] = (int8_t)(same ? direction : 0);
        seen[e->place.field] = true;
    }
}

/* Whether some condition asks for a field of another player. */
static bool key_names_others(const tabletop_game *g)
{
    for (uint32_t i = 0; i < g->tests; i++) {
        const tabletop_test *t = &g->test[i];
        if (t->a.seat > 0 || (t->sum && t->b.seat > 0) || (t->versus && t->c.seat > 0)) return true;
    }
    return false;
}

alea_status tabletop_keys_make(const tabletop_game *g, bool states, tabletop_keys *k, alea_error *error)
{
    *k = (tabletop_keys){.g = g, .players = states || key_names_others(g) ? g->players : 1};
    for (uint32_t i = 0; i < g->fields; i++)
        if (g->field[i].owner == TABLETOP_PLAYER && g->field[i].kind != TABLETOP_TOTAL) {
            k->offset[i] = (uint8_t)k->block;
            k->block += g->field[i].width;
        }
    k->bits = k->players * k->block;
    for (uint32_t i = 0; i < g->fields && k->bits < 64; i++)
        if (g->field[i].owner == TABLETOP_COMMON) {
            k->offset[i] = (uint8_t)k->bits;
            k->bits += g->field[i].width;
        }
    const bool ends_late = g->players > 1 && g->ends != TABLETOP_AT_ONCE;
    if (ends_late) k->closing = key_reserve(k, g->players);
    if (ends_late) k->leader = key_reserve(k, g->players);
    if (g->rounds > 0) k->round = key_reserve(k, g->rounds);
    if (g->players > 1 && (g->rounds > 0 || g->ends == TABLETOP_ROUND))
        k->seat = key_reserve(k, g->players - 1);
    if (k->bits > 62) return alea__fail(error, ALEA_E_REFUSED, TABLETOP_NO_KEYS);
    key_find_directions(k);
    k->depths = tabletop_key_depth(k, UINT64_MAX) + 1;
    return ALEA_OK;
}

/* ---- depth ---- */

enum { END_DEPTHS = 16 };

/* How far a field has come, of what it can. With `most`, all of it. */
static uint32_t key_progress(const tabletop_keys *k, uint64_t key, tabletop_place place, bool most)
{
    const tabletop_field *f = &k->g->field[place.field];
    const uint32_t raw = tabletop_key_get(key, tabletop_key_slot(k, place));
    const bool set = f->kind != TABLETOP_NUMBER;
    if (k->grows[place.field] == 0) return 0;
    if (most) return set ? f->members : f->top;
    const uint32_t count = set ? (uint32_t)__builtin_popcount(raw) : raw;
    return k->grows[place.field] > 0 ? count : (set ? f->members : f->top) - count;
}

uint32_t tabletop_key_depth(const tabletop_keys *k, uint64_t key)
{
    const tabletop_game *g = k->g;
    const bool most = key == UINT64_MAX;
    uint32_t depth = 0;
    for (uint32_t i = 0; i < g->fields; i++) {
        if (g->field[i].owner == TABLETOP_COUNTER || g->field[i].kind == TABLETOP_TOTAL) continue;
        for (uint32_t seat = 0; seat < (g->field[i].owner == TABLETOP_PLAYER ? k->players : 1); seat++)
            depth += key_progress(k, key, (tabletop_place){(uint8_t)i, (uint8_t)seat}, most);
    }
    const uint32_t closing = most ? 1 : tabletop_key_get(key, k->closing);
    const uint32_t turns = most ? g->rounds * g->players
                                : tabletop_key_get(key, k->round) * g->players +
                                      (g->rounds > 0 ? tabletop_key_get(key, k->seat) : 0);
    return (depth + turns) * END_DEPTHS + (closing ? g->players + 1 - closing : 0);
}

/* ---- positions and keys ---- */

uint64_t tabletop_key_of(const tabletop_keys *k, const alea_state *state)
{
    const tabletop_game *g = k->g;
    const tabletop_head head = tabletop_head_of(state);
    uint64_t key = 0;
    for (uint32_t i = 0; i < g->fields; i++) {
        if (g->field[i].owner == TABLETOP_COUNTER || g->field[i].kind == TABLETOP_TOTAL) continue;
        for (uint32_t seat = 0; seat < (g->field[i].owner == TABLETOP_PLAYER ? k->players : 1); seat++) {
            const tabletop_place place = {(uint8_t)i, (uint8_t)seat};
            key =
                tabletop_key_set(key, tabletop_key_slot(k, place),
                                 tabletop_bits(state, tabletop_bit(g, head.seat, place), g->field[i].width));
        }
    }
    key = tabletop_key_set(key, k->closing, head.closing);
    if (head.leader)
        key = tabletop_key_set(key, k->leader, (head.leader - 1U + g->players - head.seat) % g->players + 1);
    key = tabletop_key_set(key, k->round, head.round);
    return tabletop_key_set(key, k->seat, head.seat);
}

void tabletop_key_state(const tabletop_keys *k, uint64_t key, alea_state *out)
{
    const tabletop_game *g = k->g;
    tabletop_head head = {.seat = (uint8_t)tabletop_key_get(key, k->seat)};
    const uint32_t leader = tabletop_key_get(key, k->leader);
    tabletop_clear(g, out);
    for (uint32_t i = 0; i < g->fields; i++) {
        if (g->field[i].owner == TABLETOP_COUNTER || g->field[i].kind == TABLETOP_TOTAL) continue;
        for (uint32_t seat = 0; seat < (g->field[i].owner == TABLETOP_PLAYER ? k->players : 1); seat++) {
            const tabletop_place place = {(uint8_t)i, (uint8_t)seat};
            tabletop_set_bits(out, tabletop_bit(g, head.seat, place), g->field[i].width,
                              tabletop_key_get(key, tabletop_key_slot(k, place)));
        }
    }
    head.closing = (uint8_t)tabletop_key_get(key, k->closing);
    head.leader = (uint8_t)(leader ? (leader - 1 + head.seat) % g->players + 1 : 0);
    head.round = (uint16_t)tabletop_key_get(key, k->round);
    tabletop_set_head(out, &head);
    tabletop_begin_turn(g, out, head.seat);
}

/* ---- conditions ---- */

static int32_t key_value(const tabletop_keys *k, uint64_t key, tabletop_place place, const int32_t *counter)
{
    const tabletop_field *f = &k->g->field[place.field];
    if (f->owner == TABLETOP_COUNTER) return counter[place.field];
    const uint32_t raw = tabletop_key_get(key, tabletop_key_slot(k, place));
    return f->kind == TABLETOP_NUMBER ? (int32_t)(raw * f->by) : (int32_t)raw;
}

bool tabletop_key_holds(const tabletop_keys *k, uint64_t key, tabletop_list when, const int32_t *counter)
{
    for (uint32_t i = 0; i < when.count; i++) {
        const tabletop_test *t = &k->g->test[when.first + i];
        int64_t value = key_value(k, key, t->a, counter), than = t->n;
        bool holds;
        if (t->sum) value += key_value(k, key, t->b, counter);
        if (t->versus) than += key_value(k, key, t->c, counter);
        switch (t->comparison) {
        case TABLETOP_HAS: holds = ((uint32_t)value & (uint32_t)t->n) == (uint32_t)t->n; break;
        case TABLETOP_LACKS: holds = ((uint32_t)value & (uint32_t)t->n) == 0; break;
        case TABLETOP_AT_LEAST: holds = value >= than; break;
        default: holds = value <= than;
        }
        if (!holds) return false;
    }
    return true;
}

/* ---- the end of a turn ---- */

static uint32_t key_clamp(int64_t value, uint32_t top)
{
    return value<0 ? 0 : value>(int64_t) top ? top : (uint32_t)value;
}

/* The key after the effects, which all read it as it was before. */
static uint64_t key_apply(const tabletop_keys *k, uint64_t before, tabletop_list effects,
                          const int32_t *counter)
{
    uint64_t key = before;
    for (uint32_t i = 0; i < effects.count; i++) {
        const tabletop_effect *e = &k->g->effect[effects.first + i];
        const tabletop_field *f = &k->g->field[e->place.field];
        if (f->kind == TABLETOP_TOTAL || e->place.seat >= k->players) continue;
        const tabletop_slot slot = tabletop_key_slot(k, e->place);
        const uint32_t raw = tabletop_key_get(before, slot);
        int64_t n = e->counter ? counter[e->counter - 1] : e->n;
        uint32_t value;
        if (f->kind == TABLETOP_NUMBER) n /= f->by;
        switch (e->operation) {
        case TABLETOP_WITH: value = raw | (uint32_t)n; break;
        case TABLETOP_WITHOUT: value = raw & ~(uint32_t)n; break;
        case TABLETOP_FILL: value = raw & ~(UINT32_C(1) << e->box); break;
        case TABLETOP_TO: value = key_clamp(n, f->top); break;
        case TABLETOP_PLUS: value = key_clamp((int64_t)raw + n, f->top); break;
        default: value = key_clamp((int64_t)raw - n, f->top);
        }
        key = tabletop_key_set(key, slot, value);
    }
    return key;
}

double tabletop_key_gain(const tabletop_keys *k, uint64_t key, tabletop_list effects, const int32_t *counter)
{
    const tabletop_place place = k->g->value;
    if (!tabletop_has_score(k->g)) return 0;
    return key_value(k, key_apply(k, key, effects, counter), place, counter) -
           key_value(k, key, place, counter);
}

/* The number that decides who wins, of the player `place` turns after the mover. */
static int32_t key_points(const tabletop_keys *k, uint64_t key, uint32_t place)
{
    return key_value(k, key, (tabletop_place){k->g->value.field, (uint8_t)place}, NULL);
}

static bool key_ahead(const tabletop_keys *k, uint64_t key, uint32_t a, uint32_t b)
{
    const int32_t mine = key_points(k, key, a), others = key_points(k, key, b);
    return k->g->winner == TABLETOP_LEAST ? mine < others : mine > others;
}

/* Who wins where the numbers of the players decide, in turns after the mover; a draw: the number of players. `first` begins the order
   of equal players. */
static uint32_t key_win(const tabletop_keys *k, uint64_t key, uint32_t first)
{
    const tabletop_game *g = k->g;
    uint32_t best = first;
    bool tied = false;
    for (uint32_t i = 1; i < g->players; i++) {
        const uint32_t place = (first + i) % g->players;
        if (key_ahead(k, key, best, place)) continue;
        tied = !key_ahead(k, key, place, best);
        if (!tied || g->ties == TABLETOP_LAST) best = place;
    }
    return tied && g->ties == TABLETOP_DRAW ? g->players : best;
}

/* Who wins at the end, where several play; if nobody does, of two players the other. */
static uint32_t key_winner(const tabletop_keys *k, uint64_t key, uint32_t leader, bool holds)
{
    const tabletop_game *g = k->g;
    const uint32_t seat = tabletop_key_get(key, k->seat); /* without a leader seat 0 begins */
    if (g->winner == TABLETOP_MOVER) return holds ? 0 : g->players == 2 ? 1 : g->players;
    return key_win(k, key, leader ? leader - 1 : (g->players - seat) % g->players);
}

/* What the end of the game is worth to one player: the points of `final`, or 1 for winning. */
static double key_result(const tabletop_keys *k, uint64_t key, alea_objective objective)
{
    const tabletop_game *g = k->g;
    double points = 0;
    if (objective == ALEA_TURNS) return 0;
    if (objective == ALEA_WIN) return g->has_win && tabletop_key_holds(k, key, g->win, NULL);
    for (uint32_t i = 0; i < g->bonuses; i++)
        for (uint32_t e = 0;
             tabletop_key_holds(k, key, g->bonus[i].when, NULL) && e < g->bonus[i].effects.count; e++) {
            const tabletop_effect *effect = &g->effect[g->bonus[i].effects.first + e];
            points += effect->operation == TABLETOP_MINUS ? -effect->n : effect->n;
        }
    return points;
}

/* The same state as the next player sees it. */
static uint64_t key_turn(const tabletop_keys *k, uint64_t key)
{
    const uint32_t players = k->g->players, all = players * k->block;
    const uint32_t leader = tabletop_key_get(key, k->leader), seat = tabletop_key_get(key, k->seat);
    if (players == 1) return key;
    const uint64_t mask = (UINT64_C(1) << all) - 1, blocks = key & mask,
                   first = blocks & ((UINT64_C(1) << k->block) - 1);
    key = (key & ~mask) | blocks >> k->block | first << (all - k->block);
    if (leader) key = tabletop_key_set(key, k->leader, (leader + players - 2) % players + 1);
    return tabletop_key_set(key, k->seat, (seat + 1) % players);
}

tabletop_next tabletop_key_next(const tabletop_keys *k, uint64_t key, tabletop_list effects,
                                const int32_t *counter, alea_objective objective)
{
    const tabletop_game *g = k->g;
    key = key_apply(k, key, effects, counter);
    const bool holds = g->has_over && tabletop_key_holds(k, key, g->over, counter);
    const bool last = g->players == 1 || tabletop_key_get(key, k->seat) == g->players - 1; /* of the round */
    uint32_t closing = tabletop_key_get(key, k->closing), leader = tabletop_key_get(key, k->leader);
    const uint32_t round = tabletop_key_get(key, k->round) + last;
    bool over = g->rounds > 0 && round >= g->rounds;
    if (holds && !closing && g->players > 1) leader = 1;
    if (g->ends == TABLETOP_AT_ONCE || g->players == 1) {
        over = over || holds;
    } else if (g->ends == TABLETOP_ROUND) {
        closing |= holds;
        over = over || (closing && last);
    } else {
        const bool leads = closing && g->ends == TABLETOP_CHASE && key_ahead(k, key, 0, leader - 1);
        if (leads || (holds && !closing)) {
            leader = 1;
            closing = g->players;
        } else if (closing) {
            closing--;
        }
        over = over || closing == 1;
    }
    if (over && g->players > 1) {
        const uint32_t winner = key_winner(k, key, leader, holds);
        return (tabletop_next){.key = key,
                               .over = true,
                               .result = winner == g->players ? 1.0 / g->players : winner == 0,
                               .winner = winner};
    }
    if (over) return (tabletop_next){.key = key, .over = true, .result = key_result(k, key, objective)};
    key = tabletop_key_set(key, k->closing, closing);
    key = tabletop_key_set(key, k->leader, leader);
    if (g->rounds > 0) key = tabletop_key_set(key, k->round, round);
    return (tabletop_next){.key = key_turn(k, key)};
}

/* ---- the table ---- */

/* A state and its depth. */
typedef struct table_place {
    uint64_t key;
    uint32_t depth;
} table_place;

static int table_compare(const void *a, const void *b)
{
    const table_place *x = a, *y = b;
    if (x->depth != y->depth) return x->depth > y->depth ? -1 : 1;
    return (x->key > y->key) - (x->key < y->key);
}

alea_status tabletop_table_sort(tabletop_table *t, alea_error *error)
{
    const uint32_t states = t->state.count;
    table_place *place = alea__alloc_array(states, sizeof *place);
    uint64_t *key = alea__alloc_array(states, sizeof *key);
    t->first = alea__alloc_array((uint64_t)t->keys.depths + 1, sizeof *t->first);
    const bool done = place && key && t->first;
    for (uint32_t i = 0; i < states && done; i++)
        place[i] = (table_place){t->state.key[i], tabletop_key_depth(&t->keys, t->state.key[i])};
    if (done) qsort(place, states, sizeof *place, table_compare);
    for (uint32_t d = t->keys.depths + 1, at = 0; d-- > 0 && done;) {
        while (at < states && place[at].depth > d) at++;
        t->first[d] = at;
    }
    for (uint32_t i = 0; i < states && done; i++) key[i] = place[i].key;
    if (done) alea__number_again(&t->state, key);
    alea__free(place);
    alea__free(key);
    return done ? ALEA_OK : alea__out_of_memory(error);
}

void tabletop_table_free(tabletop_table *t)
{
    alea__number_free(&t->state);
    alea__free(t->first);
}
