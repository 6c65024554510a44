#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "base/text.h"
#include "exact/enumerate_inside.h"
#include "exact/messages.h"
#include "game/batch_ops.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_SLOTS = 1024, LEAST_STATES = 256, LEAST_EDGES = 1024, LEAST_BYTES = 4096, POLL_EVERY = 4096 };
#define MOST_WEIGHTS (UINT32_C(1) << 31) /* of a node; the checker divides by this sum */

/* The work of listing. */
typedef struct lister {
    const alea__listed *listed;
    const alea__family *family;
    const alea__rules *rules;
    listed_states *s;
    alea__explicit *g;
    uint32_t node, most_states, most_edges;
    alea_state state; /* of the node */
    alea_error *error;
} lister;

/* ---- states and their bytes ---- */

static const alea__listed *listed_of(const alea__rules *rules)
{
    return (const alea__listed *)rules;
}

/* Family and rules of the game that is played. */
static const alea__family *listed_family(const alea__listed *l)
{
    return l->game ? l->game->family : l->head.family;
}

static const alea__rules *listed_rules(const alea__listed *l)
{
    return l->game ? l->game->rules : (const alea__rules *)l;
}

/* The seat from which a state is seen: that of the player whose turn it is. */
static unsigned listed_seat(const alea__family *family, const alea__rules *rules, const alea_state *state)
{
    int seat = family->play->to_move(rules, state);
    if (seat == ALEA_CHANCE) seat = family->play->turn_of(rules, state);
    return seat > 0 ? (unsigned)seat : 0;
}

/* Makes a state the one that stands for its node: canonical, and with the mover in the first seat where seats are shared. */
static void listed_normalize(const alea__listed *l, alea_state *state)
{
    const alea__rules *rules = (const alea__rules *)l;
    const alea__family *family = l->head.family;
    family->play->canonical(rules, state);
    if (l->how && l->how->swap_seats && listed_seat(family, rules, state) > 0)
        l->how->swap_seats(rules, state);
}

/* Up to the last word that is not 0. */
static size_t state_size(const alea_state *state)
{
    size_t words = sizeof state->word / sizeof *state->word;
    while (words > 0 && state->word[words - 1] == 0) words--;
    return words * sizeof *state->word;
}

/* FNV-1a (Fowler, Noll and Vo), by words, with the upper bits folded in. */
static uint32_t state_hash(const alea_state *state, size_t size)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < size / sizeof *state->word; i++) {
        hash = (hash ^ state->word[i]) * UINT64_C(1099511628211);
        hash ^= hash >> 29;
    }
    return (uint32_t)(hash ^ hash >> 32);
}

static void states_read(const listed_states *s, uint32_t node, alea_state *out)
{
    ALEA_ASSERT(node < s->count && s->at[node + 1] - s->at[node] <= sizeof *out);
    memset(out, 0, sizeof *out);
    memcpy(out, s->bytes + s->at[node], s->at[node + 1] - s->at[node]);
}

/* The place of the state in the hash table, or the free slot for it. */
static uint32_t states_slot(const listed_states *s, const alea_state *state)
{
    const size_t size = state_size(state);
    uint32_t at = state_hash(state, size) & (s->slots - 1);
    for (; s->slot[at]; at = (at + 1) & (s->slots - 1)) {
        const uint32_t node = s->slot[at] - 1;
        if (s->at[node + 1] - s->at[node] == size && memcmp(s->bytes + s->at[node], state, size) == 0) break;
    }
    return at;
}

/* Doubles the hash table, or makes the first one, and inserts every state again. Returns false, without any change, if
   memory runs out. */
static bool states_widen_table(listed_states *s)
{
    const uint32_t slots = s->slots ? s->slots * 2 : LEAST_SLOTS;
    uint32_t *slot = alea__alloc_array(slots, sizeof *slot);
    if (!slot) return false;
    alea__free(s->slot);
    s->slot = slot;
    s->slots = slots;
    for (uint32_t node = 0; node < s->count; node++) {
        alea_state state;
        states_read(s, node, &state);
        s->slot[states_slot(s, &state)] = node + 1;
    }
    return true;
}

/* `array` is the address of a pointer. */
static bool lister_grow(void *array, size_t count, size_t size)
{
    void *old, *wider;
    memcpy(&old, array, sizeof old);
    wider = alea__resize(old, count * size);
    if (wider) memcpy(array, &wider, sizeof wider);
    return wider;
}

/* Makes room for one more state of this many bytes in every array. On failure returns false; arrays that have grown stay so. */
static bool states_reserve(listed_states *s, size_t bytes)
{
    alea__explicit *g = &s->graph;
    if (s->count >= s->slots / 2 && !states_widen_table(s)) return false;
    if (s->count == s->capacity) {
        const size_t capacity = s->capacity ? (size_t)s->capacity * 2 : LEAST_STATES;
        bool done = lister_grow(&s->at, capacity + 1, sizeof *s->at) &&
                    lister_grow(&s->merged, capacity, sizeof *s->merged) &&
                    lister_grow(&g->kind, capacity, sizeof *g->kind) &&
                    lister_grow(&g->first, capacity + 1, sizeof *g->first);
        for (int i = 0; i < ALEA__PAYOFFS && done; i++)
            done = lister_grow(&g->payoff[i], capacity, sizeof *g->payoff[i]);
        if (!done) return false;
        s->capacity = (uint32_t)capacity;
    }
    if (s->count == 0) s->at[0] = 0;
    if (s->byte_capacity - s->at[s->count] >= bytes && s->bytes) return true;
    const size_t capacity = s->byte_capacity ? s->byte_capacity * 2 : LEAST_BYTES;
    if (!lister_grow(&s->bytes, capacity, 1)) return false;
    s->byte_capacity = capacity;
    return true;
}

/* ---- listing ---- */

__attribute__((format(printf, 2, 3))) static alea_status lister_refuse(lister *l, const char *format, ...)
{
    char sentence[300], name[ALEA__SHOWN];
    va_list arguments;
    va_start(arguments, format);
    alea__format(sentence, sizeof sentence, format, arguments);
    va_end(arguments);
    l->family->text->describe(l->rules, &l->state, name, sizeof name);
    return alea__fail(l->error, ALEA_E_REFUSED, EXACT_NOT_LISTED, name, sentence);
}

/* The node of a state, added if it is new. */
static alea_status lister_meet(lister *l, alea_state state, uint32_t *out)
{
    listed_states *s = l->s;
    listed_normalize(l->listed, &state);
    const size_t size = state_size(&state);
    if (!states_reserve(s, size)) return alea__out_of_memory(l->error);
    const uint32_t at = states_slot(s, &state);
    if (s->slot[at]) {
        *out = s->slot[at] - 1;
        return ALEA_OK;
    }
    if (s->count >= l->most_states)
        return alea__fail(l->error, ALEA_E_REFUSED, EXACT_TOO_MANY_STATES, l->most_states);
    memcpy(s->bytes + s->at[s->count], &state, size);
    s->at[s->count + 1] = s->at[s->count] + size;
    s->merged[s->count] = 0;
    *out = s->count;
    s->slot[at] = ++s->count;
    return ALEA_OK;
}

/* Whether the move to `after` passes: to a state of another seat or, with one player, to a new turn. */
static bool lister_passes(const lister *l, const alea_state *after)
{
    alea_outcome before, then;
    if (l->g->players == 2)
        return listed_seat(l->family, l->rules, after) != listed_seat(l->family, l->rules, &l->state);
    l->family->play->outcome(l->rules, &l->state, &before);
    l->family->play->outcome(l->rules, after, &then);
    return then.turns > before.turns;
}

/* Adds the successor of a move or an outcome. Outcomes with the same successor share one edge. */
static alea_status lister_add(lister *l, uint32_t action, uint32_t mark, bool merges)
{
    alea__explicit *g = l->g;
    alea_state after = l->state;
    uint32_t target = 0;
    alea_status status = l->family->play->apply(l->rules, &after, action, l->error);
    if (status == ALEA_OK) status = lister_meet(l, after, &target);
    if (status != ALEA_OK) return status;
    const uint32_t to = 2 * target + lister_passes(l, &after), known = l->s->merged[target];
    if (merges && known > g->first[l->node] && g->to[known - 1] == to) {
        g->mark[known - 1] += mark;
        return ALEA_OK;
    }
    if (g->edges >= l->most_edges) return lister_refuse(l, EXACT_TOO_MANY_EDGES);
    ALEA_ASSERT(g->edges <= l->s->edge_capacity && target < l->s->count);
    if (g->edges == l->s->edge_capacity) {
        const uint32_t capacity = g->edges ? 2 * g->edges : LEAST_EDGES;
        if (!lister_grow(&g->to, capacity, sizeof *g->to) ||
            !lister_grow(&g->mark, capacity, sizeof *g->mark))
            return alea__out_of_memory(l->error);
        l->s->edge_capacity = capacity;
    }
    g->to[g->edges] = to;
    g->mark[g->edges] = mark;
    l->s->merged[target] = ++g->edges;
    return ALEA_OK;
}

/* Adds an edge for each move of the node, in the order of play->move. Refuses none, and more than a plan can number. */
static alea_status lister_list_moves(lister *l)
{
    const unsigned count = l->family->play->move_count(l->rules, &l->state);
    alea_status status = ALEA_OK;
    if (count == 0) return lister_refuse(l, EXACT_NO_MOVE);
    if (count > ALEA__MOST_NODE_MOVES)
        return lister_refuse(l, EXACT_TOO_MANY_MOVES, count, ALEA__MOST_NODE_MOVES);
    for (unsigned i = 0; i < count && status == ALEA_OK; i++) {
        const uint32_t move = l->family->play->move(l->rules, &l->state, i);
        status = lister_add(l, move, move, false);
    }
    return status;
}

/* Adds an edge for every state that the dice can lead to, with its weight. Refuses weights that the checker cannot divide by. */
static alea_status lister_list_chances(lister *l)
{
    const uint32_t count = l->family->play->chance_count(l->rules, &l->state);
    alea_status status = ALEA_OK;
    uint64_t weights = 0;
    for (uint32_t i = 0; i < count && status == ALEA_OK; i++) {
        const uint64_t weight = l->family->play->chance_weight(l->rules, &l->state, i);
        weights += weight;
        if (weight > MOST_WEIGHTS || weights > MOST_WEIGHTS) return lister_refuse(l, EXACT_WEIGHTS);
        if (weight > 0) status = lister_add(l, i, (uint32_t)weight, true);
    }
    return weights == 0 ? lister_refuse(l, EXACT_NO_OUTCOME) : status;
}

/* Sets the payoffs of a finished node for the first seat. The other seat loses what the first one gains. */
static alea_status lister_list_end(lister *l)
{
    alea__explicit *g = l->g;
    alea_outcome out;
    l->family->play->outcome(l->rules, &l->state, &out);
    if (out.unfinished) return lister_refuse(l, EXACT_UNFINISHED);
    if (g->players == 2 && out.money[0] + out.money[1] != 0) return lister_refuse(l, EXACT_MONEY_SUM);
    if (out.money[0] > INT32_MAX || out.money[0] < -INT32_MAX || out.score[0] > INT32_MAX ||
        out.score[0] < -INT32_MAX)
        return lister_refuse(l, EXACT_TOO_LARGE);
    const bool draw = g->players == 2 && out.winner < 0;
    g->draws = g->draws || draw;
    g->payoff[ALEA_WIN][l->node] = draw ? ALEA__DRAW : out.winner == 0;
    g->payoff[ALEA_MONEY][l->node] = (int32_t)out.money[0];
    g->payoff[ALEA_SCORE][l->node] = (int32_t)out.score[0];
    return ALEA_OK;
}

/* Sets everything about node `l->node`: its kind, its payoffs and its edges, which may add nodes after it. */
static alea_status lister_list_node(lister *l)
{
    alea__explicit *g = l->g;
    states_read(l->s, l->node, &l->state);
    const int mover = l->family->play->to_move(l->rules, &l->state);
    ALEA_ASSERT(mover == ALEA_OVER || mover == ALEA_CHANCE || (mover >= 0 && mover < (int)g->players));
    g->kind[l->node] = mover == ALEA_OVER ? ALEA__END : mover == ALEA_CHANCE ? ALEA__ROLL : ALEA__DECIDE;
    g->first[l->node] = g->edges;
    for (int i = 0; i < ALEA__PAYOFFS; i++) g->payoff[i][l->node] = 0;
    return mover == ALEA_OVER     ? lister_list_end(l)
           : mover == ALEA_CHANCE ? lister_list_chances(l)
                                  : lister_list_moves(l);
}

static void listed_name(const void *user, uint32_t node, char *out, size_t size)
{
    const alea__listed *l = user;
    alea_state state;
    states_read(l->states, node, &state);
    listed_family(l)->text->describe(listed_rules(l), &state, out, size);
}

/* Fills the empty graph of `listed`, node by node from the start. On failure the arrays hold what was found;
   alea__listed_end frees it. */
static alea_status lister_list_all(const alea__listed *listed, const alea_progress *progress,
                                   alea_error *error)
{
    listed_states *s = listed->states;
    const alea__rules *rules = listed_rules(listed);
    lister l = {.listed = listed,
                .family = listed_family(listed),
                .rules = rules,
                .s = s,
                .g = &s->graph,
                .most_states = alea__most_states(ALEA__MOST_LISTED),
                .most_edges = alea__most_edges(ALEA__MOST_LISTED_EDGES, ALEA__MOST_LISTED),
                .error = error};
    alea_status status;
    unsigned pays = 0;
    if (s->graph.players > 2)
        return alea__fail(error, ALEA_E_REFUSED, EXACT_TOO_MANY_PLAYERS, (unsigned)s->graph.players);
    l.family->play->start(rules, &l.state);
    status = lister_meet(&l, l.state, &s->graph.start);
    for (; l.node < s->count && status == ALEA_OK; l.node++) {
        status = lister_list_node(&l);
        s->graph.first[l.node + 1] = s->graph.edges;
        if (status == ALEA_OK && (l.node + 1) % POLL_EVERY == 0)
            status =
                alea__tell(progress, l.node + 1, progress == alea__listing_progress() ? 0 : s->count, error);
    }
    s->graph.nodes = s->count;
    if (status != ALEA_OK) return status;
    for (int i = ALEA_WIN; i <= ALEA_SCORE; i++) {
        const bool wanted = s->graph.players == 1 || i != ALEA_SCORE;
        pays |= (unsigned)(wanted && l.family->rules->has_objective(rules, (alea_objective)i)) << i;
    }
    s->graph.turns = s->graph.players == 1 && l.family->rules->has_objective(rules, ALEA_TURNS);
    s->graph.least = l.family->batch && l.family->batch->least && l.family->batch->least(rules);
    s->graph.name = listed_name;
    s->graph.user = listed;
    return alea__explicit_finish(&s->graph, pays, error);
}

/* ---- the graph as the engine finds it ---- */

/* Lists the graph unless that was done before; other threads wait. A failure is stored and returned to every caller, except
   when the caller stopped the work. */
static alea_status listed_list(const alea__rules *rules, const alea_progress *progress, alea_error *error)
{
    const alea__listed *l = listed_of(rules);
    listed_states *s = l->states;
    pthread_mutex_lock(&s->lock);
    if (!s->tried && progress) s->status = lister_list_all(l, progress, &s->error);
    if (!s->tried && !progress)
        s->status = alea__end_listing(s->count, lister_list_all(l, alea__listing_progress(), &s->error));
    const alea_status status = s->status;
    s->tried = status != ALEA_E_STOPPED;
    if (!s->tried) listed_clear(s);
    if (status != ALEA_OK && error) *error = s->error;
    pthread_mutex_unlock(&s->lock);
    return status;
}

static alea_status listed_graph(const alea__rules *rules, const alea__explicit **out, alea_error *error)
{
    alea_status status = listed_list(rules, NULL, error);
    if (status == ALEA_OK) *out = &listed_of(rules)->states->graph;
    return status;
}

static uint32_t listed_node_of(const alea__rules *rules, const alea_state *given)
{
    const listed_states *s = listed_of(rules)->states;
    alea_state state = *given;
    listed_normalize(listed_of(rules), &state);
    const uint32_t found = s->slots ? s->slot[states_slot(s, &state)] : 0;
    return found ? found - 1 : ALEA__NO_NODE;
}

static void listed_state_of(const alea__rules *rules, uint32_t node, alea_state *out)
{
    states_read(listed_of(rules)->states, node, out);
}

/* The first state that is described in these words. */
static uint32_t listed_read_node(const alea__rules *rules, const char *text)
{
    const listed_states *s = listed_of(rules)->states;
    char name[ALEA__SHOWN];
    for (uint32_t node = 0; node < s->count; node++) {
        listed_name(rules, node, name, sizeof name);
        if (strcmp(name, text) == 0) return node;
    }
    return ALEA__NO_NODE;
}

static const alea__explicit_bot *listed_bot(const alea__rules *rules, size_t index)
{
    const alea__listing *how = listed_of(rules)->how;
    return how && how->bots && how->bots[index].about.usage ? &how->bots[index] : NULL;
}

const alea__explicit_source listed_source = {
    .list = listed_list,
    .graph = listed_graph,
    .node_of = listed_node_of,
    .state_of = listed_state_of,
    .read_node = listed_read_node,
    .bot = listed_bot,
    .how_written = EXACT_DESCRIBED,
};
