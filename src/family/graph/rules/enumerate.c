/* Listing the states that can be reached: the rule file's functions are asked in every one of them, first met first asked,
   and what they answer becomes arrays. A sample is asked again at the end, since functions can remember. */
#include "family/graph/rules/enumerate.h"
#include "base/error.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* All calls together may take this many instructions; a protected call asks about a few states, so that its own budget is
   for these. */
#define MOST_INSTRUCTIONS UINT64_C(2000000000)
enum { STATES_A_CALL = 16, SAMPLE = 1000, LEAST_ROOM = 256 };

/* ---- room ---- */

static bool list_room_for_node(graph_lister *l, uint32_t node)
{
    graph_rules *g = l->g;
    if (node + 1 < l->node_room) return true;
    uint32_t room = l->node_room ? l->node_room * 2 : LEAST_ROOM;
    bool done = graph_grow(&g->kind, room, sizeof *g->kind) &&
                graph_grow(&g->first, (size_t)room + 1, sizeof *g->first);
    for (int i = 0; i < GRAPH_PAYS && done; i++) done = graph_grow(&g->pay[i], room, sizeof *g->pay[i]);
    if (done && graph_has(l, GRAPH_SHOW)) done = graph_grow(&g->shown_at, room, sizeof *g->shown_at);
    if (!done) return graph_no_memory(l);
    l->node_room = room;
    return true;
}

/* ---- a state ---- */

static bool ask(graph_lister *l, graph_answer *a)
{
    *a = (graph_answer){.kind = GRAPH_END};
    if (!graph_ask_moves(l, a)) return false;
    if (a->ways > 0) return true;
    if (!graph_ask_chances(l, a)) return false;
    return a->ways > 0 || graph_ask_payoff(l, a);
}

static bool keep(graph_lister *l, const graph_answer *a)
{
    graph_rules *g = l->g;
    if (!list_room_for_node(l, l->node)) return false;
    g->kind[l->node] = (uint8_t)a->kind;
    g->first[l->node] = g->ways;
    for (int i = 0; i < GRAPH_PAYS; i++) g->pay[i][l->node] = a->pay[i];
    g->ways += a->ways;
    g->first[l->node + 1] = g->ways;
    g->decisions += a->kind == GRAPH_DECIDE;
    return true;
}

static bool compare(graph_lister *l, const graph_answer *a)
{
    const graph_rules *g = l->g;
    uint32_t from = g->first[l->node], ways = graph_ways_of(g, l->node);
    bool same = a->kind == g->kind[l->node] && a->ways == ways;
    same = same && memcmp(g->to + from, g->to + g->ways, ways * sizeof *g->to) == 0;
    same = same && memcmp(g->mark + from, g->mark + g->ways, ways * sizeof *g->mark) == 0;
    for (int i = 0; i < GRAPH_PAYS; i++) same = same && a->pay[i] == g->pay[i][l->node];
    l->asked = a->kind == GRAPH_DECIDE ? GRAPH_MOVES : a->kind == GRAPH_ROLL ? GRAPH_CHANCES : GRAPH_PAYOFF;
    if (same) return true;
    return graph_wrong(
        l, "is answered differently when it is asked again, or apply is in that state. Functions must always "
           "answer the same question in the same way: let them remember nothing.");
}

/* Asks about the nodes from `next` to `stop`. Argument 1 is the lister, then come the functions. Runs protected. */
static int ask_some(lua_State *L)
{
    graph_lister *l = lua_touserdata(L, 1);
    graph_answer a;
    for (; l->next < l->stop; l->next += l->step) {
        l->node = l->next;
        if (!ask(l, &a) || !(l->again ? compare(l, &a) : keep(l, &a))) return 0;
        if (!l->again && !graph_ask_show(l)) return 0;
    }
    return 0;
}

static int ask_start(lua_State *L)
{
    graph_lister *l = lua_touserdata(L, 1);
    uint32_t to;
    graph_push_call(l, GRAPH_START);
    lua_call(L, 0, 1);
    if (!graph_take_target(l, &to)) return 0;
    l->g->start = graph_target(to);
    if (graph_passes(to)) graph_wrong(l, "must not pass: the first player is to move.");
    return 0;
}

static int line_of(const graph_lister *l, graph_function function)
{
    lua_State *L = alea__lua_state(l->source->reader->lua);
    lua_Debug where;
    if (!lua_isfunction(L, l->source->function[function])) return 0;
    lua_pushvalue(L, l->source->function[function]);
    return lua_getinfo(L, ">S", &where) ? where.linedefined : 0;
}

static alea_status too_long(graph_lister *l)
{
    return alea__fail_at(
        l->error, ALEA_E_RULES, alea__lua_file(l->source->reader->lua), line_of(l, GRAPH_MOVES),
        "Listing the states took more than %" PRIu64 " instructions; %" PRIu32 " are known so far.",
        MOST_INSTRUCTIONS, l->g->keys.count);
}

/* What Lua said is kept, and the call that led to it is added. */
static void name_call(const graph_lister *l)
{
    char call[GRAPH_SHOWN + 80];
    if (!l->error) return;
    size_t at = strlen(l->error->message);
    graph_write_call(l, call, sizeof call);
    snprintf(l->error->message + at, sizeof l->error->message - at, " This was in the call %s.", call);
}

/* Puts the place in front of a sentence about a wrong answer. */
static alea_status place(graph_lister *l)
{
    if (l->status == ALEA_E_MEMORY) return alea__out_of_memory(l->error);
    char text[1000] = "";
    if (l->error) snprintf(text, sizeof text, "%s", l->error->message);
    return alea__fail_at(l->error, l->status, alea__lua_file(l->source->reader->lua), line_of(l, l->asked),
                         "%s", text);
}

static alea_status protect(graph_lister *l, lua_CFunction function)
{
    alea__lua *lua = l->source->reader->lua;
    lua_State *L = alea__lua_state(lua);
    lua_pushcfunction(L, function);
    lua_pushlightuserdata(L, l);
    for (int i = 0; i < GRAPH_FUNCTIONS; i++) lua_pushvalue(L, l->source->function[i]);
    alea_status status = alea__lua_call(lua, 1 + GRAPH_FUNCTIONS, 0, NULL, l->error);
    if (status != ALEA_OK) name_call(l);
    if (status == ALEA_OK && l->status != ALEA_OK) status = place(l);
    l->used += alea__lua_used(lua);
    return status == ALEA_OK && l->used > MOST_INSTRUCTIONS ? too_long(l) : status;
}

static alea_status list_all(graph_lister *l)
{
    alea_status status = protect(l, ask_start);
    l->step = 1;
    while (status == ALEA_OK && l->next < l->g->keys.count) {
        uint32_t left = l->g->keys.count - l->next;
        l->stop = l->next + (left < STATES_A_CALL ? left : STATES_A_CALL);
        status = protect(l, ask_some);
    }
    l->g->nodes = l->next;
    return status;
}

static alea_status ask_sample_again(graph_lister *l)
{
    alea_status status = ALEA_OK;
    l->again = true;
    l->step = l->g->nodes / SAMPLE + 1;
    for (l->next = 0; status == ALEA_OK && l->next < l->g->nodes;) {
        uint64_t stop = l->next + (uint64_t)STATES_A_CALL * l->step;
        l->stop = stop < l->g->nodes ? (uint32_t)stop : l->g->nodes;
        status = protect(l, ask_some);
    }
    return status;
}

static alea_status check_end(graph_lister *l)
{
    if (l->any_end) return ALEA_OK;
    return alea__fail_at(l->error, ALEA_E_RULES, alea__lua_file(l->source->reader->lua),
                         line_of(l, GRAPH_PAYOFF),
                         "The game never ends: every state that can be reached, %" PRIu32
                         " of them, has moves or chances, and payoff was never asked.",
                         l->g->nodes);
}

/* ---- what is made of it ---- */

/* Gives back what was taken too much; a failure to do so does not matter. */
static void trim(graph_rules *g)
{
    uint32_t ways = g->ways ? g->ways : 1;
    graph_grow(&g->kind, g->nodes, sizeof *g->kind);
    graph_grow(&g->first, (size_t)g->nodes + 1, sizeof *g->first);
    graph_grow(&g->to, ways, sizeof *g->to);
    graph_grow(&g->mark, ways, sizeof *g->mark);
    if (g->shown_at) graph_grow(&g->shown_at, g->nodes, sizeof *g->shown_at);
    if (g->shown) graph_grow(&g->shown, g->shown_size, 1);
}

static void drop_pays(graph_rules *g, unsigned pays)
{
    for (int i = 0; i < GRAPH_PAYS; i++) {
        if (pays >> i & 1) continue;
        alea__free(g->pay[i]);
        g->pay[i] = NULL;
    }
}

static void find_worst(graph_rules *g)
{
    for (uint32_t node = 0; node < g->nodes && g->pay[GRAPH_PAY_MONEY]; node++) {
        int32_t pay = g->pay[GRAPH_PAY_MONEY][node];
        if (g->kind[node] != GRAPH_END) continue;
        if (pay < 0) pay = -pay;
        if (pay > g->worst) g->worst = pay;
    }
}

static alea_status finish(graph_lister *l)
{
    graph_rules *g = l->g;
    trim(g);
    drop_pays(g, l->pays);
    find_worst(g);
    g->decision = alea__alloc_array(g->decisions ? g->decisions : 1, sizeof *g->decision);
    if (!g->decision) return alea__out_of_memory(l->error);
    for (uint32_t node = 0, i = 0; node < g->nodes; node++)
        if (g->kind[node] == GRAPH_DECIDE) g->decision[i++] = node;
    return ALEA_OK;
}

alea_status graph_list(const graph_source *source, graph_rules *g, alea_error *error)
{
    lua_State *L = alea__lua_state(source->reader->lua);
    graph_lister l = {.source = source, .g = g, .L = L, .error = error};
    alea_status status = list_all(&l);
    if (status == ALEA_OK) status = ask_sample_again(&l);
    if (status == ALEA_OK) status = check_end(&l);
    return status == ALEA_OK ? finish(&l) : status;
}
