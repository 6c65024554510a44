/* The effect of a move or a chance, in words of the rule file: "move NAME", "chance 1" and so on, with the facts of `show`
   as blanks: {score} is the seat's value now, {was score} the one before, {outcome} the name of the outcome in `chances`. */
#include "family/graph/graph.h"

#include <stdio.h>

const char *const graph_events[] = {"question", "move", "chance", NULL};

enum { MOST_FACTS = 4 };

void graph_narrate(alea__narration *n)
{
    const graph_rules *g = graph_rules_of(n->game->rules);
    const graph_state before = graph_state_of(n->before);
    char key[GRAPH_LONGEST_NAME + 20], was[MOST_FACTS][120];
    alea_fact fact[2 * MOST_FACTS];
    const bool rolled = g->graph.kind[before.node] == ALEA__ROLL;
    const uint32_t edge = rolled ? graph_outcome_edge(g, before.node, n->what) : 0;
    const char *name = rolled ? graph_outcome_name(g, edge) : NULL;
    if (name) alea__narrate_blank(n, "outcome", name);
    if (rolled)
        snprintf(key, sizeof key, "chance %u", (unsigned)(edge - g->graph.first[before.node] + 1));
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
    alea__narrate(n, alea__words_of(n->game, key, name ? "{player}: {outcome}." : ""));
}

/* ---- the words of a rule file ---- */

bool graph_words_fit(const alea__rules *rules, const char *key)
{
    const graph_rules *g = graph_rules_of(rules);
    unsigned number;
    int used = 0;
    if (sscanf(key, "chance %u%n", &number, &used) == 1 && !key[used]) {
        uint32_t most = 0;
        for (uint32_t node = 0; node < g->graph.nodes; node++)
            if (g->graph.kind[node] == ALEA__ROLL && alea__edges_of(&g->graph, node) > most)
                most = alea__edges_of(&g->graph, node);
        return number >= 1 && number <= most;
    }
    if (strncmp(key, "move ", 5) != 0) return false;
    const graph_key name = {.form = GRAPH_TEXT, .size = (uint32_t)strlen(key + 5) + 1, .text = key + 5};
    return graph_find_key(&g->moves, &name) != ALEA__NO_NODE;
}

bool graph_has_blank(const alea__rules *rules, const char *key, const char *blank)
{
    const graph_rules *g = graph_rules_of(rules);
    if (strcmp(blank, "outcome") == 0) return strncmp(key, "chance", 6) == 0 && g->outcomes.count > 0;
    return graph_has_fact(g, strncmp(blank, "was ", 4) == 0 ? blank + 4 : blank);
}
