/* The score sheet of Despirala: its combinations, what an attempt scored, and which moves fit the dice. */
#include "base/assert.h"
#include "family/despirala/despirala.h"
#include "family/despirala/messages.h"

#include <stdio.h>

/* ---- rows ---- */

/* "X X Y Y Z Z": letters are faces that the player chooses, digits are themselves. */
static void sheet_contents(const despirala_rules *rules, const despirala_target *t, char *out, size_t size)
{
    size_t used = 0;
    uint8_t fixed[DESPIRALA_SIDES];
    for (uint32_t f = 0; f < DESPIRALA_SIDES; f++) fixed[f] = t->required[f];
    *out = 0;
    for (uint32_t a = 0; a < t->arguments; a++) {
        const uint32_t face = t->faces[a] - 1u;
        ALEA_ASSERT(face < rules->sides);
        for (uint32_t i = 0; i < t->required[face] && used < size; i++)
            used +=
                (size_t)snprintf(out + used, size - used, "%s%c", used ? " " : "", (char)('X' + (int)a % 3));
        fixed[face] = 0;
    }
    for (uint32_t f = 0; f < rules->sides; f++)
        for (uint32_t i = 0; i < fixed[f] && used < size; i++)
            used += (size_t)snprintf(out + used, size - used, "%s%u", used ? " " : "", (unsigned)f + 1);
}

bool despirala_sheet_row(const alea__rules *opaque, size_t index, alea_sheet_row *out)
{
    const despirala_game *game = despirala_game_of(opaque);
    const despirala_rules *rules = &game->rules;
    if (index >= rules->combinations) return false;
    const despirala_combination c = rules->combination[index];
    const despirala_target *first = &rules->target[c.first];
    *out = (alea_sheet_row){.name = game->name[index]};
    if (first->collect) {
        snprintf(out->contents, sizeof out->contents, DESPIRALA_SHEET_COLLECT, (unsigned)first->collect);
        snprintf(out->points, sizeof out->points, DESPIRALA_SHEET_SUM);
        return true;
    }
    bool same = true;
    for (uint32_t t = 0; t < c.count; t++) same &= rules->target[c.first + t].points == first->points;
    sheet_contents(rules, first, out->contents, sizeof out->contents);
    if (same)
        snprintf(out->points, sizeof out->points, "%u", (unsigned)first->points);
    else
        snprintf(out->points, sizeof out->points, DESPIRALA_SHEET_SUM);
    return true;
}

/* ---- attempts ---- */

int despirala_sheet_attempted(const alea__rules *rules, const alea_state *before, const alea_state *after,
                              int64_t *points)
{
    const despirala_state was = despirala_state_of(before), is = despirala_state_of(after);
    const despirala_player *p = &was.player[was.mover], *now = &is.player[was.mover];
    const uint32_t mark = now->used & ~(uint32_t)p->used;
    ALEA_ASSERT(was.phase != DESPIRALA_FINISHED);
    if (mark == 0) return -1;
    *points = (int64_t)now->score - p->score;
    /* the end of a turn pays no good, so the goods that count at the end of the game are unchanged */
    if (is.phase == DESPIRALA_FINISHED) *points -= (int64_t)p->goods * despirala_rules_of(rules)->good_points;
    return __builtin_ctz(mark);
}

/* ---- moves ---- */

/* The target of a combination that lacks the fewest dice, and among these the one with the most points. */
static uint32_t shortlist_best_fit(const despirala_rules *rules, const despirala_state *s,
                                   uint32_t combination)
{
    const despirala_combination c = rules->combination[combination];
    uint32_t best = c.first;
    for (uint32_t t = c.first + 1u; t < (uint32_t)c.first + c.count; t++) {
        const uint32_t fits = despirala_keeps(rules, &rules->target[t], s->dice);
        const uint32_t most = despirala_keeps(rules, &rules->target[best], s->dice);
        if (fits > most || (fits == most && rules->target[t].points > rules->target[best].points)) best = t;
    }
    return best;
}

unsigned despirala_shortlist(const alea__rules *opaque, const alea_state *state, uint32_t *move,
                             unsigned most)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    const despirala_state s = despirala_state_of(state);
    unsigned count = 0;
    if (s.phase != DESPIRALA_CHOOSE) return 0;
    for (uint32_t c = 0; c < rules->combinations && count < most; c++)
        if (!(s.player[s.mover].used >> c & 1))
            move[count++] = DESPIRALA_TARGET + shortlist_best_fit(rules, &s, c);
    if (count < most && despirala_allows(rules, &s, despirala_reroll(rules)))
        move[count++] = despirala_reroll(rules);
    return count;
}

void despirala_remark(const alea__rules *opaque, const alea_state *state, uint32_t move, char *out,
                      size_t size)
{
    const despirala_rules *rules = despirala_rules_of(opaque);
    const despirala_state s = despirala_state_of(state);
    if (s.phase != DESPIRALA_CHOOSE) return;
    if (move == despirala_reroll(rules)) {
        snprintf(out, size, DESPIRALA_REMARK_REROLL);
        return;
    }
    if (move < DESPIRALA_TARGET || move - DESPIRALA_TARGET >= rules->targets) return;
    const despirala_target *t = &rules->target[move - DESPIRALA_TARGET];
    const unsigned kept = despirala_keeps(rules, t, s.dice);
    if (t->collect)
        snprintf(out, size, kept ? DESPIRALA_REMARK_COLLECT : DESPIRALA_REMARK_NO_DIE, kept * t->collect);
    else if (kept == t->size)
        snprintf(out, size, DESPIRALA_REMARK_COMPLETE, (unsigned)t->points);
    else
        snprintf(out, size, DESPIRALA_REMARK_FITS, kept, (unsigned)t->size);
}
