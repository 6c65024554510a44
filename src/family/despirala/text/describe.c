/* Descriptions of Despirala for people: a player's position, and one player's game among several. */
#include "base/assert.h"
#include "family/despirala/despirala.h"

#include <stdio.h>
#include <string.h>

/* ---- facts ---- */

/* Writes the combinations left, such as "Collect 1 2 5, Straight"; consecutive collects are listed by their faces. */
static void write_left(const despirala_game *game, uint32_t used_mask, char *out, size_t size)
{
    size_t used = 0;
    bool collects = false;
    *out = 0;
    for (uint32_t c = 0; c < game->rules.combinations && used < size; c++) {
        if (used_mask >> c & 1) continue;
        uint32_t face = game->rules.target[game->rules.combination[c].first].collect;
        if (face && collects)
            used += (size_t)snprintf(out + used, size - used, " %u", (unsigned)face);
        else
            used += (size_t)snprintf(out + used, size - used, used ? ", %s" : "%s", game->name[c]);
        collects = face != 0;
    }
}

bool despirala_fact(const alea__rules *opaque, const alea_state *state, unsigned seat, size_t index,
                    alea_fact *out)
{
    const despirala_game *game = despirala_game_of(opaque);
    despirala_state s = despirala_state_of(state);
    const despirala_player *p = &s.player[seat];
    bool moves = seat == s.mover && s.phase != DESPIRALA_FINISHED;
    ALEA_ASSERT(seat < game->rules.seats);
    if (index == 0) {
        out->label = "score";
        snprintf(out->value, sizeof out->value, "%u", (unsigned)p->score);
    } else if (index == 1 && s.phase != DESPIRALA_FINISHED) {
        out->label = "goods";
        snprintf(out->value, sizeof out->value, "%u", (unsigned)p->goods);
    } else if (index == 2 && moves && s.doing != DESPIRALA_NONE) {
        out->label = "doing";
        snprintf(out->value, sizeof out->value, "%s", game->move_name[DESPIRALA_TARGET + s.doing]);
    } else if (index == 2 && moves) {
        out->label = "left:";
        write_left(game, p->used, out->value, sizeof out->value);
    } else if (index == 3 && moves && s.rolled < game->rules.dice) {
        out->label = s.doing != DESPIRALA_NONE && s.rolled > 0 ? "dice kept" : "dice";
        size_t used = 0;
        out->value[0] = 0;
        for (uint32_t f = 0; f < game->rules.sides; f++)
            for (uint32_t i = 0; i < s.dice[f] && used < sizeof out->value; i++)
                used += (size_t)snprintf(out->value + used, sizeof out->value - used, used ? " %u" : "%u",
                                         (unsigned)f + 1);
    } else {
        return false;
    }
    return true;
}

/* ---- one player's game ---- */

void despirala_alone(const alea__rules *rules, const alea_state *state, unsigned seat, alea_state *out)
{
    ALEA_ASSERT(seat < despirala_rules_of(rules)->seats);
    const despirala_state among = despirala_state_of(state);
    despirala_state alone = {.player = {among.player[seat]},
                             .turns = (uint32_t)__builtin_popcount(among.player[seat].used),
                             .rolled = among.rolled,
                             .phase = among.phase,
                             .doing = among.doing,
                             .gained = among.gained,
                             .winner = DESPIRALA_NONE};
    memcpy(alone.dice, among.dice, sizeof alone.dice);
    if (among.lost >> seat & 1 ||
        among.player[seat].used == (1u << despirala_rules_of(rules)->combinations) - 1) {
        alone.phase = DESPIRALA_FINISHED;
        if (among.phase != DESPIRALA_FINISHED) /* goods left over count when all players are done */
            alone.player[0].score =
                (uint16_t)(alone.player[0].score +
                           despirala_rules_of(rules)->good_points * alone.player[0].goods);
    } else if (seat != among.mover) { /* its next turn is about to begin */
        memset(alone.dice, 0, sizeof alone.dice);
        alone.rolled = (uint8_t)despirala_rules_of(rules)->dice;
        alone.phase = DESPIRALA_ROLL;
        alone.doing = DESPIRALA_NONE;
        alone.gained = false;
    }
    memset(out, 0, sizeof *out);
    despirala_store(&alone, out);
}
