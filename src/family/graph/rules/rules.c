/* Reads a rule file of the family graph: finds its functions, which enumerate.c calls. */
#include "base/error.h"
#include "base/memory.h"
#include "family/graph/graph.h"
#include "family/graph/messages.h"

static const char *const fields[] = {"start", "moves", "chances",   "apply", "payoff",
                                     "show",  "turns", "objective", NULL};

/* Leaves each function on the stack, nil for one that may be left out and is, and notes where. */
static alea_status rules_find_functions(graph_source *source, alea_error *error)
{
    lua_State *L = alea__lua_state(source->reader->lua);
    for (int i = 0; i < GRAPH_FUNCTIONS; i++) {
        bool present;
        alea_status status =
            alea__read_function(source->reader, fields[i],
                                i != GRAPH_CHANCES && i != GRAPH_APPLY && i != GRAPH_SHOW, &present, error);
        if (status != ALEA_OK) return status;
        if (!present) lua_pushnil(L);
        source->function[i] = lua_gettop(L);
    }
    return ALEA_OK;
}

static alea_status rules_read_turns(const alea__reader *reader, graph_rules *g, alea_error *error)
{
    alea_status status = alea__read_boolean(reader, "turns", false, &g->graph.turns, error);
    if (status == ALEA_OK && g->graph.turns && g->graph.players > 1)
        return alea__read_fail(reader, "turns", error, GRAPH_TURNS_OF_TWO, (unsigned)g->graph.players);
    return status;
}

/* Reads whether points are to be collected or avoided. */
static alea_status rules_read_objective(const alea__reader *reader, graph_rules *g, alea_error *error)
{
    static const char *const choices[] = {"most", "least", NULL};
    static const alea__choice_field objective = {"objective", choices, 0};
    int choice = 0;
    alea_status status = alea__read_choice(reader, &objective, &choice, error);
    g->graph.least = choice == 1;
    if (status == ALEA_OK && choice == 1 && g->graph.players > 1)
        return alea__read_fail(reader, "objective", error, GRAPH_LEAST_OF_TWO, (unsigned)g->graph.players);
    return status;
}

static alea_status rules_compile(graph_source *source, graph_rules *g, alea_error *error)
{
    if (g->graph.players > 2)
        return alea__fail_at(error, ALEA_E_RULES, alea__lua_file(source->reader->lua), 0, GRAPH_WRONG_PLAYERS,
                             (unsigned)g->graph.players);
    alea_status status = alea__read_only(source->reader, fields, error);
    if (status == ALEA_OK) status = rules_read_turns(source->reader, g, error);
    if (status == ALEA_OK) status = rules_read_objective(source->reader, g, error);
    if (status == ALEA_OK) status = rules_find_functions(source, error);
    return status == ALEA_OK ? graph_enumerate(source, g, error) : status;
}

alea_status graph_compile(const alea__reader *reader, unsigned players, alea__rules **out, alea_error *error)
{
    graph_rules *g = alea__alloc(sizeof *g);
    if (!g) return alea__out_of_memory(error);
    graph_source source = {.reader = reader};
    g->graph.players = players ? players : 1;
    graph_offer_nodes(g);
    alea_status status = rules_compile(&source, g, error);
    if (status != ALEA_OK)
        graph_free((alea__rules *)g);
    else
        *out = (alea__rules *)g;
    return status;
}

void graph_free(alea__rules *opaque)
{
    graph_rules *g = (graph_rules *)opaque;
    if (!g) return;
    alea__explicit_clear(&g->graph);
    alea__free(g->shown_at);
    alea__free(g->shown);
    alea__free(g->outcome);
    graph_index_free(&g->moves);
    graph_index_free(&g->outcomes);
    graph_index_free(&g->index);
    alea__free(g);
}
