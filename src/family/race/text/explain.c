/* For reviews: canonical states, and the reasons for and against a roll. */
#include "base/assert.h"
#include "base/text.h"
#include "family/race/text/text.h"

#include <inttypes.h>
#include <stdio.h>

/* Counters only matter for limits, and turns in a game with a fixed number of them. The number of rolls has no effect: the
   phase says whether the player may hold. */
void race_canonical(const alea__rules *rules, alea_state *state)
{
    race_state s = race_state_of(state);
    if (race_rules_of(rules)->turn_limit == 0) s.turns = 0;
    s.rolls = 0;
    race_store(&s, state);
}

/* "1 of 6 rolls", in lowest terms. */
static const char *explain_share(uint32_t part, uint32_t all, char out[40])
{
    uint32_t divisor = all, rest = part;
    ALEA_ASSERT(part <= all && all > 0);
    while (rest > 0) {
        const uint32_t next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    snprintf(out, 40, "%" PRIu32 " of %" PRIu32 " rolls", part / divisor, all / divisor);
    return out;
}

/* The next roll: the chance that it loses the turn, and the others' gain. */
static void explain_roll(const race_rules *rules, const race_state *s, char *out, size_t size)
{
    const uint32_t all = rules->outcomes, banked = s->score[s->mover];
    uint32_t lost = 0, wipes = 0;
    double gained = 0;
    ALEA_ASSERT(s->memory < rules->memories);
    char wiped[100] = "", share[40], lose[40];
    for (uint32_t outcome = 0; outcome < all; outcome++) {
        const race_effect *e = &rules->effect[(size_t)s->memory * all + outcome];
        const uint32_t total = race_total(s) + e->amount;
        uint32_t kind = e->kind;
        if (kind == RACE_ADD && total <= rules->goal) kind = rules->landing[total];
        lost += kind != RACE_ADD;
        wipes += kind == RACE_WIPE;
        if (kind == RACE_ADD) gained += e->amount;
    }
    ALEA_ASSERT(wipes <= lost && lost <= all);
    if (wipes > 0 && banked > 0)
        snprintf(wiped, sizeof wiped, " (and in %s the banked %u too)", explain_share(wipes, all, share),
                 (unsigned)banked);
    if (lost == all)
        snprintf(out, size, "loses the turn's %u for certain", (unsigned)s->turn);
    else
        alea__print(out, size, "loses the turn's %u in %s%s; the others gain %.3g on average",
                    (unsigned)s->turn, explain_share(lost, all, lose), wiped, gained / (all - lost));
}

void race_explain(const alea__rules *opaque, const alea_state *state, uint32_t move, char *out, size_t size)
{
    const race_rules *rules = race_rules_of(opaque);
    race_state s = race_state_of(state);
    out[0] = 0;
    if (s.phase != RACE_DECIDE) return;
    if (move == RACE_ROLL_MOVE)
        explain_roll(rules, &s, out, size);
    else
        snprintf(out, size, "banks the turn's %u for a score of %u", (unsigned)s.turn,
                 (unsigned)race_total(&s));
}
