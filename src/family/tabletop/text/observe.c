/* Positions as numbers, for batches (game/family.h): the keys of the turn's state, lists with 0 behind their end; then the fields of
   all and of the turn, and those of each player, from the seat on. A set is 0 or 1 for each member. */
#include "base/text.h"
#include "family/tabletop/rules/reading.h"
#include "game/batch_ops.h"

#include <stdio.h>
#include <stdlib.h>

static uint32_t observe_moves(const alea__rules *rules)
{
    return tabletop_rules_of(rules)->move.count;
}

/* How many numbers a field is. */
static uint32_t observe_width(const tabletop_field *f)
{
    return f->kind == TABLETOP_SET || f->kind == TABLETOP_SHEET ? f->members : 1;
}

/* Field `index` of a player, the `place`-th from the seat on, or of all (place 0). Number `number` of it. */
static void observe_field_feature(const tabletop_rules *t, uint32_t index, uint32_t place, uint32_t number,
                                  alea__feature *out)
{
    const tabletop_field *f = &t->game.field[index];
    const bool set = f->kind == TABLETOP_SET || f->kind == TABLETOP_SHEET, total = f->kind == TABLETOP_TOTAL;
    const int32_t most = 1 << (TABLETOP_TOTAL_BITS - 1);
    char whose[24] = "";
    if (place > 0)
        snprintf(whose, sizeof whose, t->game.players > 2 ? "other %u " : "other ", (unsigned)place);
    *out = (alea__feature){.least = total ? -most : 0,
                           .most = total ? most
                                   : set ? 1
                                         : (int32_t)(f->top * f->by)};
    snprintf(out->name, sizeof out->name, "%s%s%s%.20s", whose, tabletop_word(t, f->name), set ? " " : "",
             set ? tabletop_word(t, f->member[number]) : "");
}

/* Keys of the state, then fields of all and of the turn, then of each player. */
static bool observe_feature(const alea__rules *rules, uint32_t index, alea__feature *out)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const tabletop_game *g = &t->game;
    for (uint32_t k = 0; k < t->keys; index -= t->key[k++].longest) {
        if (index >= t->key[k].longest) continue;
        *out = (alea__feature){.least = t->key[k].least, .most = t->key[k].most};
        snprintf(out->name, sizeof out->name, t->key[k].list ? "%s %u" : "%s",
                 tabletop_word(t, t->key[k].name), (unsigned)index + 1);
        return true;
    }
    for (uint32_t place = 0; place <= g->players; place++) /* first of all and of the turn */
        for (uint32_t i = g->total == TABLETOP_NONE ? 1 : 0; i < g->fields; i++) {
            if ((g->field[i].owner == TABLETOP_PLAYER) == (place == 0)) continue;
            const uint32_t width = observe_width(&g->field[i]);
            if (index < width) {
                observe_field_feature(t, i, place ? place - 1 : 0, index, out);
                return true;
            }
            index -= width;
        }
    return false;
}

/* Writes a key of the state of a node; the place behind it. */
static int32_t *observe_key(const tabletop_rules *t, uint32_t node, const tabletop_key *key, int32_t *out)
{
    const char *name = alea__intern_text(&t->node, node), *at = NULL;
    char word[TABLETOP_LONGEST_NAME + 1], value[TABLETOP_LONGEST_VALUE], member[TABLETOP_LONGEST_NAME + 1];
    while (!at && tabletop_next_word(&name, word, value))
        if (strcmp(word, tabletop_word(t, key->name)) == 0) at = value;
    for (uint32_t i = 0; i < key->longest; i++) {
        const bool there = at && tabletop_next_member(&at, member);
        const bool text = there && (alea__is_letter(member[0]) || (member[0] & 0x80));
        *out++ = !there ? 0
                 : text ? (int32_t)alea__intern_find(&t->word, member)
                        : (int32_t)strtol(member, NULL, 10);
    }
    return out;
}

/* In the order of observe_feature. */
static void observe_state(const alea__rules *rules, const alea_state *state, unsigned seat, int32_t *out)
{
    const tabletop_rules *t = tabletop_rules_of(rules);
    const tabletop_game *g = &t->game;
    for (uint32_t k = 0; k < t->keys; k++)
        out = observe_key(t, tabletop_head_of(state).node, &t->key[k], out);
    for (uint32_t place = 0; place <= g->players; place++)
        for (uint32_t i = g->total == TABLETOP_NONE ? 1 : 0; i < g->fields; i++) {
            const tabletop_field *f = &g->field[i];
            const tabletop_place from = {(uint8_t)i, (uint8_t)(place ? place - 1 : 0)};
            if ((f->owner == TABLETOP_PLAYER) == (place == 0)) continue;
            const int32_t value = tabletop_value(g, state, seat, from);
            if (f->kind != TABLETOP_SET && f->kind != TABLETOP_SHEET) *out++ = value;
            for (uint32_t m = 0; (f->kind == TABLETOP_SET || f->kind == TABLETOP_SHEET) && m < f->members;
                 m++)
                *out++ = value >> m & 1;
        }
}

static void observe_mask(const alea__rules *rules, const alea_state *state, uint8_t *mask)
{
    const unsigned count = tabletop_move_count(rules, state);
    for (unsigned i = 0; i < count; i++) mask[tabletop_move(rules, state, i)] = 1;
}

const alea__batch_ops tabletop_batch_ops = {
    .moves = observe_moves,
    .feature = observe_feature,
    .observe = observe_state,
    .mask = observe_mask,
    .least = tabletop_wants_least,
};
