/* Counts finished games. Freestanding: the referee inside the sandbox also uses this file. */
#include "base/assert.h"
#include "family/race/play/state.h"

void race_count(const race_rules *rules, const race_state *s, uint64_t game, bool rotate, alea__tally *tally)
{
    ALEA_ASSERT(s->phase == RACE_FINISHED && (s->winner == RACE_NOBODY || !s->unfinished));
    tally->games++;
    tally->unfinished += s->unfinished;
    tally->turns += s->turns;
    if (s->winner == RACE_NOBODY) return;
    tally->wins[alea__bot_in_seat(rotate, rules->players, game, s->winner)][s->winner]++;
    if (!rules->money) return;
    for (uint32_t seat = 0; seat < rules->players; seat++) {
        uint32_t bot = alea__bot_in_seat(rotate, rules->players, game, seat);
        int64_t dollars = race_money(rules, s, seat);
        tally->money[bot][seat] += dollars;
        alea__add_square(tally->money_squared[bot], dollars);
    }
}
