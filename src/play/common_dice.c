/* Common dice; see common_dice.h. */
#include "play/common_dice.h"
#include "base/assert.h"

void alea__common_dice_seats(alea_bot *const *bots, unsigned players, unsigned rotation, alea_bot **by_seat)
{
    ALEA_ASSERT(players <= ALEA_MAX_SEATS && rotation < players);
    for (unsigned seat = 0; seat < players; seat++)
        by_seat[seat] = bots[alea__common_dice_bot(players, rotation, seat)];
}
