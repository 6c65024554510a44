#pragma once
/* Common dice: every n games of n players have the same dice, each with the seats turned by one. Game G = n k + r has the
   dice of game k; bot i sits in seat (i + r) mod n, which is (i + G) mod n, as when seats rotate.

   So rotation r is a match of its own: the games k of the same seed with fixed seats, the bots being turned by r. It has what
   every match has: all paths, and instances that live for one block of games. The rotations of a block are played one after
   another, with fresh instances: none meets the same dice twice, so no bot can use what it remembers of them. */
#include "play/match.h"

/* The bots of rotation r in the order of their seats: bots[i] sits in seat (i + r) mod players. */
void alea__common_dice_seats(alea_bot *const *bots, unsigned players, unsigned rotation, alea_bot **by_seat);

/* The bot that sits in a seat in rotation r. */
static inline unsigned alea__common_dice_bot(unsigned players, unsigned rotation, unsigned seat)
{
    return alea__bot_in_seat(true, players, rotation, seat);
}
