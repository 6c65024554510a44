/* Descriptions of states for people. The rule file's `show` is asked once for each state, and its names and values are
   stored. A node's words in `shown` are "score" 0 "3" 0 "turn total" 0 "1" 0 for the player to move, an empty name, and the
   same for the other player; text/describe.c reads them. */
#include "base/assert.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/graph/messages.h"
#include "family/graph/rules/enumerate.h"

#include <string.h>

enum { LONGEST_SHOW = 120, LEAST_BYTES = 4096 };

/* Appends one text with a final zero to the words of all states. Returns false if memory runs out. */
static bool show_add(graph_lister *l, const char *bytes, size_t size)
{
    graph_rules *g = l->g;
    size_t capacity = l->shown_capacity ? l->shown_capacity : LEAST_BYTES;
    while (capacity - g->shown_size < size + 1) capacity *= 2;
    if (capacity != l->shown_capacity) {
        char *wider = alea__resize(g->shown, capacity);
        if (!wider) return graph_no_memory(l);
        g->shown = wider;
        l->shown_capacity = capacity;
    }
    ALEA_ASSERT(g->shown_size + size < l->shown_capacity);
    memcpy(g->shown + g->shown_size, bytes, size);
    g->shown[g->shown_size + size] = 0;
    g->shown_size += size + 1;
    return true;
}

/* "turn total 1": the last word is the value. False and nothing wrong yet: there is only one word. */
static bool show_split(const char *part, size_t size, size_t *name)
{
    *name = size;
    while (*name > 0 && part[*name - 1] != ' ') --*name;
    if (*name == 0 || *name == size) return false;
    --*name;
    return *name > 0;
}

/* Takes "score 3, turn total 1" apart and adds each name and value, then the empty name that ends them. `at` has the text, for the
   message. */
static bool show_add_parts(graph_lister *l, const char *text, int at)
{
    char shown[80];
    for (const char *part = text; *part;) {
        size_t name, size = strcspn(part, ",");
        if (!show_split(part, size, &name))
            return graph_wrong(l, GRAPH_BAD_SHOW, alea__lua_show(l->L, at, shown));
        if (!show_add(l, part, name) || !show_add(l, part + name + 1, size - name - 1)) return false;
        part += size + (part[size] == ',');
        part += strspn(part, " ");
    }
    return show_add(l, "", 0);
}

static bool show_take_words(graph_lister *l, int at)
{
    char shown[80], text[LONGEST_SHOW + 1] = "";
    size_t length = 0;
    const char *words = lua_type(l->L, at) == LUA_TSTRING ? lua_tolstring(l->L, at, &length) : NULL;
    if ((!words && !lua_isnil(l->L, at)) || length > LONGEST_SHOW)
        return graph_wrong(l, GRAPH_LONG_SHOW, alea__lua_show(l->L, at, shown), LONGEST_SHOW);
    if (words) alea__printable(text, sizeof text, words, length);
    return show_add_parts(l, text, at);
}

bool graph_ask_show(graph_lister *l)
{
    lua_State *L = l->L;
    if (!graph_has(l, GRAPH_SHOW)) return true;
    l->g->shown_at[l->node] = l->g->shown_size;
    graph_push_call(l, GRAPH_SHOW);
    lua_call(L, 1, 2);
    if (!show_take_words(l, -2) || !show_take_words(l, -1)) return false;
    lua_pop(L, 2);
    return true;
}
