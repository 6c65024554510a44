/* Positions in words: as keys with values that can be read back, and as facts for people. */
#include "base/text.h"
#include "family/tabletop/messages.h"
#include "family/tabletop/rules/reading.h"
#include "family/tabletop/text/text.h"

#include <stdio.h>

enum { MOST_NAMED = 8 };

/* ---- keys ---- */

tabletop_key_kind tabletop_key_at(const tabletop_rules *t, size_t number, uint32_t *index)
{
    const tabletop_game *g = &t->game;
    for (uint32_t i = g->total == TABLETOP_NONE ? 1 : 0; i < g->fields; i++)
        if (number-- == 0) {
            *index = i;
            return TABLETOP_KEY_FIELD;
        }
    for (uint32_t i = 0; i < t->keys; i++) {
        const bool roll = strcmp(tabletop_word(t, t->key[i].name), "roll") == 0;
        if (number-- == 0) {
            *index = i;
            return roll ? TABLETOP_KEY_ROLL : TABLETOP_KEY_STATE;
        }
    }
    if (g->players > 1 && !(t->listed.how && t->listed.how->swap_seats) && number-- == 0)
        return TABLETOP_KEY_SEAT;
    if (g->rounds > 0 && number-- == 0) return TABLETOP_KEY_ROUND;
    if (g->players > 1 && g->ends != TABLETOP_AT_ONCE && number < 2)
        return number == 0 ? TABLETOP_KEY_LAST : TABLETOP_KEY_LEADER;
    return TABLETOP_KEY_NONE;
}

/* ---- values ---- */

/* Writes a field's value as it is typed: 35, yes, ones+twos. */
static void describe_value(const tabletop_rules *t, const alea_state *state, uint32_t seat, uint32_t field,
                           char *out, size_t size)
{
    const tabletop_field *f = &t->game.field[field];
    const int32_t value = tabletop_value(&t->game, state, seat, (tabletop_place){(uint8_t)field, 0});
    size_t used = 0;
    if (f->kind == TABLETOP_NUMBER || f->kind == TABLETOP_TOTAL) {
        snprintf(out, size, "%d", (int)value);
        return;
    }
    if (f->kind == TABLETOP_FLAG) {
        snprintf(out, size, "%s", value ? "yes" : "no");
        return;
    }
    const bool numbers =
        t->game.players > 1 && f->members > MOST_NAMED; /* a line for all players has to stay short */
    snprintf(out, size, "%s", value == 0 ? "none" : "all");
    for (uint32_t i = 0; i < f->members && used < size && (uint32_t)value != f->top; i++) {
        if (!((uint32_t)value >> i & 1)) continue;
        if (numbers)
            used += (size_t)snprintf(out + used, size - used, "%s%u", used ? "+" : "", (unsigned)i + 1);
        else
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? "+" : "",
                                     tabletop_word(t, f->member[i]));
    }
}

/* The value of a key in the name of the position's node, without brackets; "" if it has none. */
static void describe_state_value(const tabletop_rules *t, uint32_t node, uint32_t key,
                                 char out[TABLETOP_LONGEST_VALUE])
{
    const char *name = alea__intern_text(&t->node, node);
    char word[TABLETOP_LONGEST_NAME + 1], value[TABLETOP_LONGEST_VALUE];
    out[0] = 0;
    while (tabletop_next_word(&name, word, value)) {
        if (strcmp(word, tabletop_word(t, t->key[key].name)) != 0) continue;
        const bool list = value[0] == '[';
        snprintf(out, TABLETOP_LONGEST_VALUE, "%s", value + list);
        if (list) out[strlen(out) - 1] = 0;
        if (list && !out[0]) snprintf(out, TABLETOP_LONGEST_VALUE, "none");
    }
}

/* Fields as at the start of a turn are left out, those of players are not. */
static bool describe_key_value(const tabletop_rules *t, const alea_state *state, size_t number,
                               const char **name, char *out, size_t size)
{
    const tabletop_game *g = &t->game;
    const tabletop_head head = tabletop_head_of(state);
    const uint32_t players = g->players;
    uint32_t index = 0;
    size_t used = 0;
    out[0] = 0;
    switch (tabletop_key_at(t, number, &index)) {
    case TABLETOP_KEY_FIELD:
        *name = tabletop_word(t, g->field[index].name);
        for (uint32_t k = 0; k < (g->field[index].owner == TABLETOP_PLAYER ? players : 1) && used + 1 < size;
             k++) {
            if (k > 0) out[used++] = ',';
            describe_value(t, state, (head.seat + k) % players, index, out + used, size - used);
            used += strlen(out + used);
        }
        if (g->field[index].owner == TABLETOP_COUNTER &&
            tabletop_bits(state, g->field[index].bit, g->field[index].width) == g->field[index].start)
            out[0] = 0;
        return true;
    case TABLETOP_KEY_STATE:
    case TABLETOP_KEY_ROLL: {
        char value[TABLETOP_LONGEST_VALUE];
        *name = tabletop_word(t, t->key[index].name);
        describe_state_value(t, head.node, index, value);
        snprintf(out, size, "%s", value);
        return true;
    }
    case TABLETOP_KEY_SEAT:
        *name = "seat";
        if (head.seat) snprintf(out, size, "%u", head.seat);
        return true;
    case TABLETOP_KEY_ROUND:
        *name = "round";
        if (head.round) snprintf(out, size, "%u", head.round);
        return true;
    case TABLETOP_KEY_LAST:
        *name = "last";
        if (head.closing) snprintf(out, size, "%u", head.closing);
        return true;
    case TABLETOP_KEY_LEADER:
        *name = "leader";
        if (head.leader) snprintf(out, size, "%u", (head.leader - 1U + players - head.seat) % players);
        return true;
    default: return false;
    }
}

/* Writes every key that has a value: "score=20,35 left=2". */
static void describe_write(const tabletop_rules *t, const alea_state *state, bool quoted, char *out,
                           size_t size)
{
    const char *name;
    char value[600];
    alea__text text = {0};
    for (size_t i = 0; describe_key_value(t, state, i, &name, value, sizeof value); i++) {
        if (!value[0]) continue;
        alea__text_add(&text, "%s%s=", text.size ? " " : "", name);
        if (quoted)
            alea__text_add_quoted(&text, value);
        else
            alea__text_add(&text, "%s", value);
    }
    snprintf(out, size, "%s", text.data && !text.failed ? text.data : "");
    alea__text_free(&text);
}

void tabletop_describe(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const tabletop_head head = tabletop_head_of(state);
    describe_write(t, state, false, out, size);
    const size_t used = strlen(out);
    if (head.over)
        snprintf(out + used, size - used, ", over");
    else if (t->game.players > 1)
        snprintf(out + used, size - used, "%s seat %u to move", used ? "," : "", head.seat);
    else if (used == 0)
        snprintf(out, size, "the start of a turn");
}

void tabletop_position_line(const alea__rules *rules, const alea_state *state, char *out, size_t size)
{
    describe_write(tabletop_rules_of(rules), state, true, out, size);
}

/* ---- facts ---- */

/* With spaces between the words of a list. */
static void describe_spaced(const char *from, char *out, size_t size)
{
    size_t used = 0;
    for (; *from && used + 3 < size; from++) {
        const bool sign = *from == ',' || *from == '+';
        out[used++] = sign ? ' ' : *from;
    }
    out[used] = 0;
}

/* A number by what its digits count, of which it has no more than the key: 120 is "1 red, 2 yellow". */
static void describe_digits(const tabletop_rules *t, const tabletop_key *key, const char *value, char *out,
                            size_t size)
{
    size_t used = 0;
    const uint32_t *thing = key->digit + key->digits - strlen(value);
    snprintf(out, size, "none");
    for (; *value && used < size; value++, thing++)
        if (*value != '0')
            used += (size_t)snprintf(out + used, size - used, "%s%c %s", used ? ", " : "", *value,
                                     tabletop_word(t, *thing));
}

/* The fact of a key about a seat; false if the key has none. */
static bool describe_fact(const tabletop_rules *t, const alea_state *state, unsigned seat, size_t number,
                          alea_fact *out)
{
    const tabletop_game *g = &t->game;
    const tabletop_head head = tabletop_head_of(state);
    char value[600];
    const char *name;
    uint32_t index = 0;
    const tabletop_key_kind kind = tabletop_key_at(t, number, &index);
    if (kind == TABLETOP_KEY_FIELD) {
        const tabletop_field *f = &g->field[index];
        const bool turns = seat == head.seat && !head.over;
        const bool unset =
            f->kind == TABLETOP_FLAG && !tabletop_value(g, state, seat, (tabletop_place){(uint8_t)index, 0});
        if (f->kind == TABLETOP_SHEET || unset || (f->owner != TABLETOP_PLAYER && !turns)) return false;
        out->label = tabletop_word(t, f->label);
        describe_value(t, state, seat, index, value, sizeof value);
    } else if (kind == TABLETOP_KEY_STATE && seat == head.seat && !head.over) {
        out->label = tabletop_word(t, t->key[index].label);
        describe_key_value(t, state, number, &name, value, sizeof value);
        if (!value[0] || strcmp(value, "true") == 0) return false;
        if (strspn(value, "0123456789") == strlen(value) && strlen(value) <= t->key[index].digits) {
            describe_digits(t, &t->key[index], value, out->value, sizeof out->value);
            return true;
        }
    } else if (kind == TABLETOP_KEY_LAST && head.closing && g->ends != TABLETOP_ROUND && seat == head.seat &&
               !head.over) {
        out->label = TABLETOP_TURNS_LEFT;
        snprintf(value, sizeof value, "%u", head.closing - 1U);
    } else {
        return false;
    }
    describe_spaced(value, out->value, sizeof out->value);
    return true;
}

bool tabletop_fact(const alea__rules *rules, const alea_state *state, unsigned seat, size_t index,
                   alea_fact *out)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    uint32_t unused;
    for (size_t number = 0; tabletop_key_at(t, number, &unused) != TABLETOP_KEY_NONE; number++)
        if (describe_fact(t, state, seat, number, out) && index-- == 0) return true;
    return false;
}

/* ---- moves and chances ---- */

const char *tabletop_move_name(const alea__rules *rules, uint32_t move)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    return move < t->move.count ? alea__intern_text(&t->move, move) : "?";
}

const char *tabletop_chance_name(const alea__rules *rules, const alea_state *state, size_t index,
                                 uint32_t *outcome)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const tabletop_node *node = &t->game.node[tabletop_head_of(state).node];
    for (uint32_t i = 0; i < node->count; i++) {
        const uint32_t label = t->game.outcome[node->first + i].label;
        if (label == TABLETOP_NONE || index-- > 0) continue;
        *outcome = i;
        return tabletop_word(t, label);
    }
    return NULL;
}

bool tabletop_rolls_dice(const alea__rules *rules, const alea_state *state)
{
    return tabletop_game_of(rules)->node[tabletop_head_of(state).node].dice > 0;
}

bool tabletop_has_points(const alea__rules *rules)
{
    const tabletop_game *g = tabletop_game_of(rules);
    return g->total != TABLETOP_NONE || g->winner != TABLETOP_MOVER || g->reaches;
}

/* ---- the keys of positions ---- */

alea_key tabletop_state_key(const alea__rules *rules, size_t index)
{
    static const char *const field_help[] = {[TABLETOP_NUMBER] = "a number",
                                             [TABLETOP_FLAG] = "yes or no",
                                             [TABLETOP_SET] = "members, such as first+second, all or none",
                                             [TABLETOP_SHEET] =
                                                 "the open boxes, with + between them, all or none",
                                             [TABLETOP_TOTAL] = "points so far, the mover's first (0)"};
    static const char *const each_help[] = {
        [TABLETOP_NUMBER] = "a number for each player, the mover's first",
        [TABLETOP_FLAG] = "yes or no for each player, the mover's first",
        [TABLETOP_SET] = "members for each player, the mover's first, such as first+second, all or none",
        [TABLETOP_SHEET] =
            "the open boxes of each player, the mover's first, with + between them, all or none",
        [TABLETOP_TOTAL] = "points so far, the mover's first (0)"};
    static const char *const help[] = {
        [TABLETOP_KEY_STATE] = "part of the state of the turn",
        [TABLETOP_KEY_ROLL] = "the dice that are about to be rolled",
        [TABLETOP_KEY_SEAT] = "the mover's seat (0)",
        [TABLETOP_KEY_ROUND] = "rounds that have been played (0)",
        [TABLETOP_KEY_LAST] = "1 more than the turns that follow this one (0: no end yet)",
        [TABLETOP_KEY_LEADER] = "the leader: 0 the mover, 1 the next player …"};
    const tabletop_rules *t = tabletop_rules_of(rules);
    uint32_t at = 0;
    switch (tabletop_key_at(t, index, &at)) {
    case TABLETOP_KEY_FIELD:
        return (alea_key){tabletop_word(t, t->game.field[at].name),
                          (t->game.players > 1 && t->game.field[at].owner == TABLETOP_PLAYER
                               ? each_help
                               : field_help)[t->game.field[at].kind]};
    case TABLETOP_KEY_STATE: return (alea_key){tabletop_word(t, t->key[at].name), help[TABLETOP_KEY_STATE]};
    case TABLETOP_KEY_ROLL: return (alea_key){"roll", help[TABLETOP_KEY_ROLL]};
    case TABLETOP_KEY_SEAT: return (alea_key){"seat", help[TABLETOP_KEY_SEAT]};
    case TABLETOP_KEY_ROUND: return (alea_key){"round", help[TABLETOP_KEY_ROUND]};
    case TABLETOP_KEY_LAST: return (alea_key){"last", help[TABLETOP_KEY_LAST]};
    case TABLETOP_KEY_LEADER: return (alea_key){"leader", help[TABLETOP_KEY_LEADER]};
    default: return (alea_key){NULL, NULL};
    }
}
