/* Descriptions of states for people, from the words that `show` gave when states were listed (format: rules/ask_show.c). */
#include "base/assert.h"
#include "base/text.h"
#include "family/graph/graph.h"
#include "family/graph/messages.h"

#include <stdio.h>

static const char *describe_words_behind(const char *text)
{
    return text + strlen(text) + 1;
}

/* The words for the player to move, or for the other one; "" if there are none. */
static const char *describe_words(const graph_rules *g, uint32_t node, bool waits)
{
    ALEA_ASSERT(node < g->graph.nodes);
    const char *words = g->shown ? g->shown + g->shown_at[node] : "";
    if (!waits || !g->shown) return words;
    while (*words) words = describe_words_behind(describe_words_behind(words));
    return words + 1;
}

/* Writes the state as the player to move sees it; empty if the file has no words for it. */
static void describe_shown(const graph_rules *g, uint32_t node, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (const char *name = describe_words(g, node, false); *name && at < size;
         name = describe_words_behind(describe_words_behind(name)))
        at += (size_t)snprintf(out + at, size - at, "%s%s %s", at ? ", " : "", name,
                               describe_words_behind(name));
}

bool graph_has_fact(const graph_rules *g, const char *name)
{
    if (!g->shown) return strcmp(name, "state") == 0;
    for (uint32_t node = 0; node < g->graph.nodes; node++)
        for (int waits = 0; waits < 2; waits++)
            for (const char *words = describe_words(g, node, waits); *words;
                 words = describe_words_behind(describe_words_behind(words)))
                if (strcmp(words, name) == 0) return true;
    return false;
}

const char *graph_note(const alea__rules *rules)
{
    const alea__explicit *g = &graph_rules_of(rules)->graph;
    bool passes = g->players != 2;
    for (uint32_t edge = 0; edge < g->edges && !passes; edge++) passes = alea__passes(g->to[edge]);
    return passes ? NULL : GRAPH_NEVER_PASSES;
}

/* Without `show` there is only the state itself, as the player to move sees it. */
bool graph_fact(const alea__rules *rules, const alea_state *state, unsigned seat, size_t index,
                alea_fact *out)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    char name[ALEA__SHOWN];
    if (!g->shown) {
        if (index > 0 || seat != s.seat) return false;
        graph_name_node(g, s.node, name);
        out->label = "state";
        snprintf(out->value, sizeof out->value, "%.*s", (int)sizeof out->value - 1, name);
        return true;
    }
    const char *words = describe_words(g, s.node, seat != s.seat);
    while (*words && index-- > 0) words = describe_words_behind(describe_words_behind(words));
    if (!*words) return false;
    out->label = words;
    snprintf(out->value, sizeof out->value, "%s", describe_words_behind(words));
    return true;
}

void graph_describe(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    const graph_rules *g = graph_rules_of(rules);
    graph_state s = graph_state_of(state);
    char name[ALEA__SHOWN], shown[ALEA__SHOWN], behind[ALEA__SHOWN + 3] = "";
    graph_name_node(g, s.node, name);
    describe_shown(g, s.node, shown, sizeof shown);
    if (shown[0]) snprintf(behind, sizeof behind, " (%s)", shown);
    if (s.over)
        snprintf(out, size, "state %s%s, over", name, behind);
    else if (g->graph.players == 1)
        snprintf(out, size, "state %s%s", name, behind);
    else
        snprintf(out, size, "state %s%s, seat %u to move", name, behind, (unsigned)s.seat);
}

void graph_position_line(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    const graph_rules *g = graph_rules_of(rules);
    char name[ALEA__SHOWN];
    alea__text text = {0};
    graph_name_node(g, graph_state_of(state).node, name);
    alea__text_add(&text, "state=");
    alea__text_add_quoted(&text, name);
    snprintf(out, size, "%s", text.data && !text.failed ? text.data : "");
    alea__text_free(&text);
}
