/* Events in words, and score sheets. */
#include "family/tabletop/messages.h"
#include "family/tabletop/text/text.h"

#include <stdio.h>

const char *const tabletop_events[] = {"question", "move", "outcome", NULL};

/* ---- narration ---- */

/* Names the outcome of a chance that is no plain roll of dice, and says that a turn has ended without a choice. */
void tabletop_narrate(alea__narration *n)
{
    const tabletop_rules *t = tabletop_rules_of(n->game->rules);
    const tabletop_head before = tabletop_head_of(n->before), after = tabletop_head_of(n->after);
    const tabletop_node *node = &t->game.node[before.node];
    char key[TABLETOP_LONGEST_NAME + 20];
    const uint32_t label = node->chance ? t->game.outcome[node->first + n->what].label : TABLETOP_NONE;
    if (label != TABLETOP_NONE) {
        alea__narrate_blank(n, "outcome", tabletop_word(t, label));
        alea__narrate(n, alea__words_of(n->game, "outcome", "{player}: {outcome}."));
    }
    if (!node->chance) {
        snprintf(key, sizeof key, "move %s", tabletop_move_name(n->game->rules, n->what));
        alea__narrate(n, alea__words_of(n->game, key, ""));
    } else if (after.turns > before.turns) {
        alea__narrate(n, alea__words_of(n->game, "move none", "The turn is over."));
    }
}

bool tabletop_words_fit(const alea__rules *rules, const char *key)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    for (uint32_t i = 0; i < t->game.outcomes && strcmp(key, "outcome") == 0; i++)
        if (t->game.outcome[i].label != TABLETOP_NONE) return true;
    return strncmp(key, "move ", 5) == 0 &&
           (strcmp(key + 5, "none") == 0 || alea__intern_find(&t->move, key + 5) != ALEA__NOT_INTERNED);
}

bool tabletop_has_blank(const alea__rules *rules, const char *key, const char *blank)
{
    (void)rules, (void)key;
    return strcmp(blank, "outcome") == 0;
}

/* ---- score sheets ---- */

/* The only sheet of each player, or TABLETOP_NONE. */
static uint32_t sheet_field(const tabletop_game *g)
{
    for (uint32_t i = 0; i < g->fields; i++)
        if (g->field[i].kind == TABLETOP_SHEET && g->field[i].owner == TABLETOP_PLAYER) return i;
    return TABLETOP_NONE;
}

bool tabletop_sheet_row(const alea__rules *rules, size_t index, alea_sheet_row *out)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const uint32_t sheet = sheet_field(&t->game);
    if (sheet == TABLETOP_NONE || index >= t->game.field[sheet].members) return false;
    *out = (alea_sheet_row){.name = tabletop_word(t, t->game.field[sheet].member[index])};
    return true;
}

int tabletop_attempted(const alea__rules *rules, const alea_state *before, const alea_state *after,
                       int64_t *points)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const uint32_t seat = tabletop_head_of(before).seat;
    const tabletop_place place = {(uint8_t)sheet_field(g), 0};
    if (sheet_field(g) == TABLETOP_NONE) return -1;
    const uint32_t was = (uint32_t)tabletop_value(g, before, seat, place);
    const uint32_t filled = was & ~(uint32_t)tabletop_value(g, after, seat, place);
    if (filled == 0) return -1;
    const int box = __builtin_ctz(filled);
    *points = tabletop_shown(g, after, seat, place.field, (uint32_t)box);
    return box;
}

/* The entry of a legal move. */
static const tabletop_entry *sheet_entry(const tabletop_game *g, const alea_state *state, uint32_t move)
{
    const tabletop_node *node = &g->node[tabletop_head_of(state).node];
    for (uint32_t i = node->first; i < node->first + node->count; i++)
        if (g->entry[i].move == move && tabletop_is_legal(g, state, i)) return &g->entry[i];
    return NULL;
}

/* Whether a move fills a box of a sheet. */
static bool sheet_fills(const tabletop_game *g, const alea_state *state, uint32_t move)
{
    const tabletop_list effects = sheet_entry(g, state, move)->step.effects;
    for (uint32_t i = 0; i < effects.count; i++)
        if (g->effect[effects.first + i].operation == TABLETOP_FILL) return true;
    return false;
}

/* Where a turn can end with an entry in the sheet, its boxes come before other moves. */
unsigned tabletop_shortlist(const alea__rules *rules, const alea_state *state, uint32_t *move, unsigned most)
{
    const tabletop_game *g = tabletop_game_of(rules);
    const unsigned count = tabletop_move_count(rules, state);
    unsigned found = 0;
    for (unsigned i = 0; i < count && found < most; i++) {
        const uint32_t candidate = tabletop_move(rules, state, i);
        if (sheet_fills(g, state, candidate)) move[found++] = candidate;
    }
    return count > 1 ? found : 0;
}

/* What the move adds, "25" or "+350 points", or what it rolls where the choice is among few: "5 dice". */
void tabletop_remark(const alea__rules *rules, const alea_state *state, uint32_t move, char *out, size_t size)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const tabletop_game *g = &t->game;
    const tabletop_entry *entry = sheet_entry(g, state, move);
    for (uint32_t i = 0; entry && i < entry->step.effects.count && !*out; i++) {
        const tabletop_effect *e = &t->game.effect[entry->step.effects.first + i];
        if (e->operation == TABLETOP_FILL) snprintf(out, size, "%d", (int)e->n);
        if (e->operation == TABLETOP_PLUS && !e->counter)
            snprintf(out, size, TABLETOP_ADDS, (int)e->n, tabletop_word(t, g->field[e->place.field].label));
        if (e->operation == TABLETOP_PLUS && e->counter) {
            const tabletop_place counter = {(uint8_t)(e->counter - 1), 0};
            snprintf(out, size, TABLETOP_ADDS, (int)tabletop_value(g, state, 0, counter),
                     tabletop_word(t, g->field[counter.field].label));
        }
    }
    const uint32_t next = entry ? entry->step.node : TABLETOP_DONE, few = 3;
    if (!*out && next < g->nodes && g->node[next].dice && tabletop_move_count(rules, state) <= few)
        snprintf(out, size, g->node[next].dice == 1 ? TABLETOP_ONE_DIE : TABLETOP_SOME_DICE,
                 g->node[next].dice);
}
