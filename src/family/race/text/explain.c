/* What a review needs: a position without what no value depends on, and what speaks for and against rolling. */
#include "family/race/text/text.h"

#include <stdio.h>

/* The counters serve the limits only; turns count in a game of so many turns. Once a roll was made, how many there were matters
   to nobody: holding is allowed by the phase. */
void race_canonical(const alea__rules *rules, alea_state *state)
{
    race_state s = race_state_of(state);
    if (race_rules_of(rules)->turn_limit == 0) s.turns = 0;
    s.rolls = 0;
    race_store(&s, state);
}

/* What the next roll does, in outcomes out of all; `gained` is the sum over those that do not lose the turn. */
typedef struct next_roll {
    uint32_t busts, wipes, all;
    double gained;
} next_roll;

static next_roll look_ahead(const race_rules *rules, const race_state *before)
{
    next_roll next = {.all = rules->outcomes};
    for (uint32_t outcome = 0; outcome < rules->outcomes; outcome++) {
        const race_effect *e = &rules->effect[(size_t)before->memory * rules->outcomes + outcome];
        uint32_t total = race_total(before) + e->amount;
        uint32_t kind = e->kind;
        if (kind == RACE_ADD && total <= rules->goal && rules->landing[total] != RACE_ADD)
            kind = rules->landing[total];
        next.busts += kind == RACE_BUST;
        next.wipes += kind == RACE_WIPE;
        if (kind == RACE_ADD) next.gained += e->amount;
    }
    return next;
}

static void say_roll(const race_rules *rules, const race_state *s, char *out, size_t size)
{
    next_roll next = look_ahead(rules, s);
    uint32_t lost = next.busts + next.wipes;
    char wiped[80] = "";
    if (next.wipes > 0 && s->score[s->mover] > 0)
        snprintf(wiped, sizeof wiped, " (and in %.1f %% the banked %u too)", 100.0 * next.wipes / next.all,
                 (unsigned)s->score[s->mover]);
    if (lost == next.all)
        snprintf(out, size, "loses the turn's %u for certain", (unsigned)s->turn);
    else
        snprintf(out, size, "loses the turn's %u in %.1f %%%s, otherwise gains %.3g on the mean",
                 (unsigned)s->turn, 100.0 * lost / next.all, wiped, next.gained / (next.all - lost));
}

void race_explain(const alea__rules *opaque, const alea_state *state, uint32_t move, char *out, size_t size)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    out[0] = 0;
    if (s.phase != RACE_DECIDE) return;
    if (move == RACE_ROLL_MOVE)
        say_roll(rules, &s, out, size);
    else
        snprintf(out, size, "banks the turn's %u for a score of %u", (unsigned)s.turn,
                 (unsigned)race_total(&s));
}
