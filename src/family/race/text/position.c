/* A position in the words of parse_state.c, which reads this line back. */
#include "base/assert.h"
#include "base/text.h"
#include "family/race/text/text.h"

#include <stdio.h>

/* The mover's score, then the others' in seat order after the mover. Values that are the same at the start of a turn are
   left out. */
void race_position_line(const alea__rules *opaque, const alea_state *state, char *out, size_t size)
{
    const race_rules *rules = race_rules_of(opaque);
    const race_state s = race_state_of(state);
    uint32_t others[RACE_SEATS];
    const uint32_t count = race_others_after(rules, &s, others);
    alea__text text = {0};
    ALEA_ASSERT(s.mover < rules->players && s.memory < rules->memories);
    alea__text_add(&text, "scores=%u", (unsigned)s.score[s.mover]);
    for (uint32_t i = 0; i < count; i++) alea__text_add(&text, ",%u", (unsigned)others[i]);
    if (s.turn > 0) alea__text_add(&text, " turn=%u", (unsigned)s.turn);
    if (s.memory > 0) alea__text_add(&text, " memory=%u", (unsigned)rules->memory_value[s.memory]);
    if (rules->turn_limit > 0) alea__text_add(&text, " turns=%u", (unsigned)(rules->turn_limit - s.turns));
    snprintf(out, size, "%s", text.data && !text.failed ? text.data : "");
    alea__text_free(&text);
}
