/* States in words for people: what a rule file's `show` says, asked once for each state, and kept as names and values.

   A node's words stand in `shown` as "score" 0 "3" 0 "turn total" 0 "1" 0 for the player to move, an empty name, and the same
   for the other one. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/graph/rules/enumerate.h"

#include <stdio.h>
#include <string.h>

enum { LONGEST_SHOW = 120, LEAST_BYTES = 4096 };

/* ---- asking ---- */

static bool add(graph_lister *l, const char *bytes, size_t size)
{
    graph_rules *g = l->g;
    size_t room = l->shown_room ? l->shown_room : LEAST_BYTES;
    while (room - g->shown_size < size + 1) room *= 2;
    if (room != l->shown_room) {
        char *wider = alea__resize(g->shown, room);
        if (!wider) return graph_no_memory(l);
        g->shown = wider;
        l->shown_room = room;
    }
    memcpy(g->shown + g->shown_size, bytes, size);
    g->shown[g->shown_size + size] = 0;
    g->shown_size += size + 1;
    return true;
}

/* "turn total 1": the last word is the value. False and nothing wrong yet: there is only one word. */
static bool split(const char *part, size_t size, size_t *name)
{
    *name = size;
    while (*name > 0 && part[*name - 1] != ' ') --*name;
    if (*name == 0 || *name == size) return false;
    --*name;
    return *name > 0;
}

static bool add_parts(graph_lister *l, const char *text, int at)
{
    char shown[80];
    for (const char *part = text; *part;) {
        size_t name, size = strcspn(part, ",");
        if (!split(part, size, &name))
            return graph_wrong(l,
                               "returned %s; names with values are wanted, with commas between, such as "
                               "\"score 3, turn total 1\".",
                               graph_show(l->L, at, shown));
        if (!add(l, part, name) || !add(l, part + name + 1, size - name - 1)) return false;
        part += size + (part[size] == ',');
        part += strspn(part, " ");
    }
    return add(l, "", 0);
}

static bool take_words(graph_lister *l, int at)
{
    char shown[80], text[LONGEST_SHOW + 1] = "";
    size_t length = 0;
    const char *words = lua_type(l->L, at) == LUA_TSTRING ? lua_tolstring(l->L, at, &length) : NULL;
    if ((!words && !lua_isnil(l->L, at)) || length > LONGEST_SHOW)
        return graph_wrong(l, "returned %s; texts of at most %d bytes are wanted, or nothing.",
                           graph_show(l->L, at, shown), LONGEST_SHOW);
    if (words) alea__printable(text, sizeof text, words, length);
    return add_parts(l, text, at);
}

bool graph_ask_show(graph_lister *l)
{
    lua_State *L = l->L;
    if (!graph_has(l, GRAPH_SHOW)) return true;
    l->g->shown_at[l->node] = l->g->shown_size;
    graph_push_call(l, GRAPH_SHOW);
    lua_call(L, 1, 2);
    if (!take_words(l, -2) || !take_words(l, -1)) return false;
    lua_pop(L, 2);
    return true;
}

/* ---- telling ---- */

static const char *behind(const char *text)
{
    return text + strlen(text) + 1;
}

/* The words of the player to move, or of the other one; "" where there are none. */
static const char *words_of(const graph_rules *g, uint32_t node, bool waits)
{
    const char *words = g->shown ? g->shown + g->shown_at[node] : "";
    if (!waits || !g->shown) return words;
    while (*words) words = behind(behind(words));
    return words + 1;
}

void graph_write_shown(const graph_rules *g, uint32_t node, char *out, size_t size)
{
    size_t at = 0;
    out[0] = 0;
    for (const char *name = words_of(g, node, false); *name && at < size; name = behind(behind(name)))
        at += (size_t)snprintf(out + at, size - at, "%s%s %s", at ? ", " : "", name, behind(name));
}

/* Without `show` the state itself is all that there is to look at, and it is told from the player to move. */
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
    const char *words = words_of(g, s.node, seat != s.seat);
    while (*words && index-- > 0) words = behind(behind(words));
    if (!*words) return false;
    out->label = words;
    snprintf(out->value, sizeof out->value, "%s", behind(words));
    return true;
}
