/* What a move or a chance did, in the rule file's own words: "move NAME", "chance 1" and so on, with the facts of `show` as
   blanks: {score} is what the seat has now, {was score} what it had. */
#include "base/assert.h"
#include "family/graph/graph.h"

#include <stdio.h>

const char *const graph_events[] = {"question", "move", "chance", NULL};

enum { MOST_FACTS = 4 };

/* The chance, from 1 in the order of the rule file, that has this side of the die. */
static uint32_t narrate_chance(const graph_rules *g, uint32_t node, uint32_t side)
{
    uint32_t edge = g->graph.first[node];
    ALEA_ASSERT(g->graph.kind[node] == ALEA__ROLL);
    while (edge + 1 < g->graph.first[node + 1] && side >= g->graph.mark[edge]) side -= g->graph.mark[edge++];
    return edge - g->graph.first[node] + 1;
}

void graph_narrate(alea__narration *n)
{
    const graph_rules *g = graph_rules_of(n->game->rules);
    const graph_state before = graph_state_of(n->before);
    char key[GRAPH_LONGEST_NAME + 20], was[MOST_FACTS][120];
    alea_fact fact[2 * MOST_FACTS];
    if (g->graph.kind[before.node] == ALEA__ROLL)
        snprintf(key, sizeof key, "chance %u", (unsigned)narrate_chance(g, before.node, n->what));
    else
        snprintf(key, sizeof key, "move %s", graph_move_name(n->game->rules, n->what));
    for (size_t i = 0; i < MOST_FACTS; i++) {
        if (graph_fact(n->game->rules, n->before, before.seat, i, &fact[i])) {
            snprintf(was[i], sizeof was[i], "was %.100s", fact[i].label);
            alea__narrate_blank(n, was[i], fact[i].value);
        }
        if (graph_fact(n->game->rules, n->after, before.seat, i, &fact[MOST_FACTS + i]))
            alea__narrate_blank(n, fact[MOST_FACTS + i].label, fact[MOST_FACTS + i].value);
    }
    alea__narrate(n, alea__words_of(n->game, key, ""));
}
