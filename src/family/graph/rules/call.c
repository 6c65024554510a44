/* Calls functions of a rule file, and reports wrong results. */
#include "base/assert.h"
#include "base/error.h"
#include "base/text.h"
#include "family/graph/messages.h"
#include "family/graph/rules/enumerate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

static const char *const function_names[] = {"start", "moves", "chances", "apply", "payoff", "show"};

/* ---- errors ---- */

void graph_write_call(const graph_lister *l, char *out, size_t size)
{
    char state[ALEA__SHOWN] = "", action[GRAPH_LONGEST_NAME + 8] = "";
    if (l->asked != GRAPH_START) graph_name_node(l->g, l->node, state);
    if (l->action > 0 && l->is_move)
        snprintf(action, sizeof action, ", \"%s\"", graph_name_of(l->g, l->action - 1));
    else if (l->action > 0)
        snprintf(action, sizeof action, ", %" PRIu32, l->action);
    if (l->asked == GRAPH_APPLY)
        snprintf(out, size, "apply(%s%s)", state, action);
    else
        snprintf(out, size, "%s(%s)%s%s", function_names[l->asked], state, *action ? " for" : "",
                 *action ? action + 1 : "");
}

bool graph_wrong(graph_lister *l, const char *sentence, ...)
{
    char text[500], call[ALEA__SHOWN + 80];
    va_list arguments;
    va_start(arguments, sentence);
    alea__format(text, sizeof text, sentence, arguments);
    va_end(arguments);
    graph_write_call(l, call, sizeof call);
    ALEA_ASSERT(l->status == ALEA_OK); /* the first thing that is wrong ends the call */
    l->status = alea__fail(l->error, ALEA_E_RULES, "%s %s", call, text);
    return false;
}

bool graph_no_memory(graph_lister *l)
{
    l->status = ALEA_E_MEMORY;
    return false;
}

/* ---- calling ---- */

/* Pushes a new list for each call, because a function may change its argument. */
void graph_push_call(graph_lister *l, graph_function function)
{
    graph_key key;
    l->asked = function;
    l->action = 0;
    lua_pushvalue(l->L, 2 + (int)function);
    if (function == GRAPH_START) return;
    graph_key_of(&l->g->index, l->node, &key);
    graph_push_key(l->L, &key);
}

bool graph_has(const graph_lister *l, graph_function function)
{
    return lua_isfunction(l->L, 2 + (int)function);
}

bool graph_take_target(graph_lister *l, uint32_t *to)
{
    char shown[80];
    graph_key key;
    lua_State *L = l->L;
    bool passes;
    if (!graph_take_state(L, -1, &key, &passes))
        return graph_wrong(l, GRAPH_BAD_STATE, alea__lua_show(L, -1, shown));
    uint32_t node = graph_add_key(&l->g->index, &key);
    if (node == ALEA__NO_NODE) return graph_no_memory(l);
    if (l->g->index.count > l->most_nodes) return graph_wrong(l, GRAPH_MANY_STATES, l->most_nodes);
    lua_pop(L, 1);
    *to = node * 2 + passes;
    return true;
}
