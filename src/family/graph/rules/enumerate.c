/* Lists the reachable states. The rule file's functions are asked in each of them, in order of discovery, and the answers
   are stored in arrays. A sample is asked again at the end, because functions can remember. */
#include "family/graph/rules/enumerate.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/stopping.h"
#include "family/graph/messages.h"

#include <stdio.h>
#include <string.h>

/* Limit for the instructions of all calls together, per state of the limit on states; nearly all games stay far below. A
   protected call handles a few states and has its own budget. */
#define MOST_INSTRUCTIONS UINT64_C(800)
enum { STATES_A_CALL = 16, POLL_EVERY = 4096, SAMPLE = 1000, LEAST_NODES = 256 };

/* ---- capacity ---- */

/* Makes room for this node's data. Returns false if memory runs out; arrays may have grown. */
static bool enumerate_reserve(graph_lister *l, uint32_t node)
{
    graph_rules *g = l->g;
    if (node + 1 < l->nodes_capacity) return true;
    uint32_t capacity = l->nodes_capacity ? l->nodes_capacity * 2 : LEAST_NODES;
    bool done = graph_grow(&g->graph.kind, capacity, sizeof *g->graph.kind) &&
                graph_grow(&g->graph.first, (size_t)capacity + 1, sizeof *g->graph.first);
    for (int i = 0; i < ALEA__PAYOFFS && done; i++)
        done = graph_grow(&g->graph.payoff[i], capacity, sizeof *g->graph.payoff[i]);
    if (done && graph_has(l, GRAPH_SHOW)) done = graph_grow(&g->shown_at, capacity, sizeof *g->shown_at);
    if (!done) return graph_no_memory(l);
    l->nodes_capacity = capacity;
    return true;
}

/* ---- a state ---- */

static bool enumerate_ask(graph_lister *l, graph_answer *a)
{
    *a = (graph_answer){.kind = ALEA__END};
    if (!graph_ask_moves(l, a)) return false;
    if (a->edges > 0) return true;
    if (!graph_ask_chances(l, a)) return false;
    return a->edges > 0 || graph_ask_payoff(l, a);
}

static bool enumerate_keep(graph_lister *l, const graph_answer *a)
{
    graph_rules *g = l->g;
    ALEA_ASSERT(l->node == 0 || g->graph.first[l->node] == g->graph.edges); /* one after the other */
    if (!enumerate_reserve(l, l->node)) return false;
    g->graph.kind[l->node] = (uint8_t)a->kind;
    g->graph.first[l->node] = g->graph.edges;
    for (int i = 0; i < ALEA__PAYOFFS; i++) g->graph.payoff[i][l->node] = a->pay[i];
    g->graph.edges += a->edges;
    g->graph.first[l->node + 1] = g->graph.edges;
    return true;
}

/* Whether the node's answer equals the stored one. The edges of the new answer follow those of all nodes. */
static bool enumerate_compare(graph_lister *l, const graph_answer *a)
{
    const graph_rules *g = l->g;
    ALEA_ASSERT(l->node < g->graph.nodes);
    uint32_t from = g->graph.first[l->node], edges = alea__edges_of(&g->graph, l->node);
    bool same = a->kind == g->graph.kind[l->node] && a->edges == edges;
    same = same && memcmp(g->graph.to + from, g->graph.to + g->graph.edges, edges * sizeof *g->graph.to) == 0;
    same = same &&
           memcmp(g->graph.mark + from, g->graph.mark + g->graph.edges, edges * sizeof *g->graph.mark) == 0;
    same = same && (!g->outcome ||
                    memcmp(g->outcome + from, g->outcome + g->graph.edges, edges * sizeof *g->outcome) == 0);
    for (int i = 0; i < ALEA__PAYOFFS; i++) same = same && a->pay[i] == g->graph.payoff[i][l->node];
    l->asked = a->kind == ALEA__DECIDE ? GRAPH_MOVES : a->kind == ALEA__ROLL ? GRAPH_CHANCES : GRAPH_PAYOFF;
    if (same) return true;
    return graph_wrong(l, GRAPH_CHANGED_MIND);
}

/* Asks about the nodes from `next` to `stop`. Argument 1 is the lister, then come the functions. Runs protected. */
static int enumerate_ask_some(lua_State *L)
{
    graph_lister *l = lua_touserdata(L, 1);
    graph_answer a;
    ALEA_ASSERT(l->step > 0 && l->stop <= l->g->index.count);
    for (; l->next < l->stop; l->next += l->step) {
        l->node = l->next;
        if (!enumerate_ask(l, &a) || !(l->again ? enumerate_compare(l, &a) : enumerate_keep(l, &a))) return 0;
        if (!l->again && !graph_ask_show(l)) return 0;
    }
    return 0;
}

static int enumerate_start(lua_State *L)
{
    graph_lister *l = lua_touserdata(L, 1);
    uint32_t to;
    graph_push_call(l, GRAPH_START);
    lua_call(L, 0, 1);
    if (!graph_take_target(l, &to)) return 0;
    l->g->graph.start = alea__target(to);
    if (alea__passes(to)) graph_wrong(l, GRAPH_START_PASSES);
    return 0;
}

static int enumerate_line(const graph_lister *l, graph_function function)
{
    lua_State *L = alea__lua_state(l->source->reader->lua);
    lua_Debug where;
    if (!lua_isfunction(L, l->source->function[function])) return 0;
    lua_pushvalue(L, l->source->function[function]);
    return lua_getinfo(L, ">S", &where) ? where.linedefined : 0;
}

static alea_status enumerate_too_long(graph_lister *l)
{
    return alea__fail_at(l->error, ALEA_E_RULES, alea__lua_file(l->source->reader->lua),
                         enumerate_line(l, GRAPH_MOVES), GRAPH_SLOW_LISTING, l->most_instructions,
                         l->g->index.count);
}

/* Appends the call that failed to Lua's message. */
static void enumerate_name_call(const graph_lister *l)
{
    char call[ALEA__SHOWN + 80];
    if (!l->error) return;
    size_t at = strlen(l->error->message);
    graph_write_call(l, call, sizeof call);
    snprintf(l->error->message + at, sizeof l->error->message - at, GRAPH_IN_CALL, call);
}

/* Puts the place in front of a sentence about a wrong answer. */
static alea_status enumerate_place(graph_lister *l)
{
    if (l->status == ALEA_E_MEMORY) return alea__out_of_memory(l->error);
    char text[1000] = "";
    if (l->error) snprintf(text, sizeof text, "%s", l->error->message);
    return alea__fail_at(l->error, l->status, alea__lua_file(l->source->reader->lua),
                         enumerate_line(l, l->asked), "%s", text);
}

/* Runs a function of the lister, which calls the rule file's functions, in a protected call. Fails with Lua's message, with
   the lister's error, or if all calls together took too long. */
static alea_status enumerate_protect(graph_lister *l, lua_CFunction function)
{
    alea__lua *lua = l->source->reader->lua;
    lua_State *L = alea__lua_state(lua);
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, l);
    for (int i = 0; i < GRAPH_FUNCTIONS; i++) lua_pushvalue(L, l->source->function[i]);
    alea_status status = alea__lua_call(lua, 1 + GRAPH_FUNCTIONS, 0, NULL, l->error);
    if (status != ALEA_OK) enumerate_name_call(l);
    if (status == ALEA_OK && l->status != ALEA_OK) status = enumerate_place(l);
    l->used += alea__lua_used(lua);
    return status == ALEA_OK && l->used > l->most_instructions ? enumerate_too_long(l) : status;
}

/* Asks about the start, and about every state that comes up, until none is left. */
static alea_status enumerate_all(graph_lister *l)
{
    alea_status status = enumerate_protect(l, enumerate_start);
    l->step = 1;
    while (status == ALEA_OK && l->next < l->g->index.count) {
        uint32_t left = l->g->index.count - l->next;
        l->stop = l->next + (left < STATES_A_CALL ? left : STATES_A_CALL);
        status = enumerate_protect(l, enumerate_ask_some);
        if (status == ALEA_OK && l->next % POLL_EVERY == 0)
            status = alea__tell(alea__listing_progress(), l->next, 0, l->error);
    }
    l->g->graph.nodes = l->next;
    return status;
}

static alea_status enumerate_sample_again(graph_lister *l)
{
    alea_status status = ALEA_OK;
    l->again = true;
    l->step = l->g->graph.nodes / SAMPLE + 1;
    for (l->next = 0; status == ALEA_OK && l->next < l->g->graph.nodes;) {
        uint64_t stop = l->next + (uint64_t)STATES_A_CALL * l->step;
        l->stop = stop < l->g->graph.nodes ? (uint32_t)stop : l->g->graph.nodes;
        status = enumerate_protect(l, enumerate_ask_some);
    }
    return status;
}

static alea_status enumerate_check_end(graph_lister *l)
{
    if (l->any_end) return ALEA_OK;
    return alea__fail_at(l->error, ALEA_E_RULES, alea__lua_file(l->source->reader->lua),
                         enumerate_line(l, GRAPH_PAYOFF), GRAPH_ENDLESS, l->g->graph.nodes);
}

/* ---- the result ---- */

/* Releases surplus memory; a failure does not matter. */
static void enumerate_trim(graph_rules *g)
{
    uint32_t edges = g->graph.edges ? g->graph.edges : 1;
    graph_grow(&g->graph.kind, g->graph.nodes, sizeof *g->graph.kind);
    graph_grow(&g->graph.first, (size_t)g->graph.nodes + 1, sizeof *g->graph.first);
    graph_grow(&g->graph.to, edges, sizeof *g->graph.to);
    graph_grow(&g->graph.mark, edges, sizeof *g->graph.mark);
    if (g->outcome) graph_grow(&g->outcome, edges, sizeof *g->outcome);
    if (g->shown_at) graph_grow(&g->shown_at, g->graph.nodes, sizeof *g->shown_at);
    if (g->shown) graph_grow(&g->shown, g->shown_size, 1);
}

alea_status graph_enumerate(const graph_source *source, graph_rules *g, alea_error *error)
{
    lua_State *L = alea__lua_state(source->reader->lua);
    const uint32_t most_nodes = alea__most_states(GRAPH_MOST_NODES);
    graph_lister l = {.source = source,
                      .g = g,
                      .L = L,
                      .error = error,
                      .most_nodes = most_nodes,
                      .most_edges = alea__most_edges(GRAPH_MOST_EDGES, GRAPH_MOST_NODES),
                      .most_instructions = MOST_INSTRUCTIONS *
                                           (most_nodes > GRAPH_MOST_NODES ? most_nodes : GRAPH_MOST_NODES)};
    alea_status status = alea__end_listing(g->graph.nodes, enumerate_all(&l));
    if (status == ALEA_OK) status = enumerate_sample_again(&l);
    if (status == ALEA_OK) status = enumerate_check_end(&l);
    if (status != ALEA_OK) return status;
    enumerate_trim(g);
    g->numbers = graph_index_numbers(&g->index);
    return alea__explicit_finish(&g->graph, l.pays, error);
}
