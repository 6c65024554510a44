/* Reads the third list of `chances`: labels of outcomes. Either each is a name, or each lists the faces of the same number
   of dice. In that case all rolls of these dice must occur, with the right weights, so that people can roll real dice. */
#include "base/text.h"
#include "family/graph/messages.h"
#include "family/graph/rules/enumerate.h"

#include <string.h>

enum { MOST_SHOWN = 400 }; /* a name with everything in it escaped */

/* The weight of a roll of these faces, which ascend: in how many orders the dice can fall. */
static uint64_t outcomes_weight(const graph_key *faces)
{
    uint64_t weight = 1;
    for (uint32_t i = 0, same = 0; i < faces->size; i++) {
        same = i > 0 && faces->number[i] == faces->number[i - 1] ? same + 1 : 1;
        weight = weight * (i + 1) / same;
    }
    return weight;
}

/* The text on top of the stack as a name of an outcome, in `shown` as it can be printed. */
static bool outcomes_take_name(graph_lister *l, char shown[MOST_SHOWN], graph_key *out)
{
    size_t length;
    const char *text = lua_tolstring(l->L, -1, &length);
    alea__printable(shown, MOST_SHOWN, text, length);
    *out = (graph_key){.form = GRAPH_TEXT, .size = (uint32_t)strlen(shown) + 1, .text = shown};
    return length >= 1 && length <= GRAPH_LONGEST_NAME;
}

/* The list on top of the stack as faces, ascending; a number is the face of one die. */
static bool outcomes_take_faces(graph_lister *l, graph_key *out)
{
    if (!graph_take_key(l->L, -1, out)) return false;
    out->form = GRAPH_TUPLE;
    for (uint32_t i = 0; i < out->size; i++) {
        const int64_t face = out->number[i];
        uint32_t at = i;
        if (face < 1) return false;
        for (; at > 0 && out->number[at - 1] > face; at--) out->number[at] = out->number[at - 1];
        out->number[at] = face;
    }
    return true;
}

/* Outcome `index`, from 1, of the list at `at`; a name is kept in `text`. */
static bool outcomes_take(graph_lister *l, int at, uint32_t index, char text[MOST_SHOWN], graph_key *out)
{
    char shown[80];
    lua_rawgeti(l->L, at, index);
    const bool name = lua_type(l->L, -1) == LUA_TSTRING;
    if (!(name ? outcomes_take_name(l, text, out) : outcomes_take_faces(l, out)))
        return graph_wrong(l, GRAPH_BAD_OUTCOME, alea__lua_show(l->L, -1, shown), index);
    return true;
}

/* Whether the faces of the outcomes are all rolls of some dice, with the right weights. Different rolls are complete if
   their orders sum to the number of rolls. */
static bool outcomes_are_rolls(graph_lister *l, const graph_answer *a)
{
    const graph_rules *g = l->g;
    const uint32_t first = g->graph.edges;
    graph_key key;
    uint64_t rolls = 0;
    for (uint32_t i = 0; i < a->edges; i++) rolls += g->graph.mark[first + i];
    graph_key_of(&g->outcomes, g->outcome[first] - 1, &key);
    const uint32_t dice = key.size, sides = graph_sides_of(rolls, dice);
    for (uint32_t i = 0; i < a->edges && sides > 0; i++) {
        graph_key_of(&g->outcomes, g->outcome[first + i] - 1, &key);
        if (key.size == dice && key.number[dice - 1] <= sides &&
            outcomes_weight(&key) == g->graph.mark[first + i])
            continue;
        return graph_wrong(l, GRAPH_NO_DICE, i + 1, g->graph.mark[first + i], rolls, dice,
                           dice == 1 ? "die" : "dice");
    }
    return sides > 0 || graph_wrong(l, GRAPH_NO_DICE, UINT32_C(1), g->graph.mark[first], rolls, dice,
                                    dice == 1 ? "die" : "dice");
}

bool graph_ask_outcomes(graph_lister *l, const graph_answer *a, int at)
{
    char shown[80], text[MOST_SHOWN];
    graph_rules *g = l->g;
    bool faces = false;
    if (!lua_istable(l->L, at) || lua_rawlen(l->L, at) != a->edges)
        return graph_wrong(l, GRAPH_BAD_OUTCOMES,
                           lua_istable(l->L, at) ? GRAPH_OTHER_LENGTH : alea__lua_show(l->L, at, shown),
                           a->edges);
    for (uint32_t i = 0; i < a->edges; i++) {
        graph_key key;
        if (!outcomes_take(l, at, i + 1, text, &key)) return false;
        if (i > 0 && faces != (key.form == GRAPH_TUPLE)) return graph_wrong(l, GRAPH_MIXED_OUTCOMES);
        faces = key.form == GRAPH_TUPLE;
        const uint32_t number = graph_add_key(&g->outcomes, &key);
        if (number == ALEA__NO_NODE) return graph_no_memory(l);
        g->outcome[g->graph.edges + i] = number + 1;
        for (uint32_t k = 0; k < i && faces; k++)
            if (g->outcome[g->graph.edges + k] == number + 1)
                return graph_wrong(l, GRAPH_FACES_TWICE, k + 1, i + 1);
        lua_pop(l->L, 1);
    }
    return !faces || outcomes_are_rolls(l, a);
}
