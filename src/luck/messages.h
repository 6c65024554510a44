#pragma once
/* Every sentence that this room reports. */
#include <inttypes.h>

#define LUCK_NO_VALUES "There are no exact values for %s, so its luck cannot be measured: %s"
#define LUCK_NO_REFERENCE \
    "Games of the family %s measure luck by best play only; a reference policy needs a game of race or Hog."
#define LUCK_WHOLE_GROUPS                                                                             \
    "With common dice the first game and the number of games must be multiples of %u, the number of " \
    "players, not %" PRIu64 " and %" PRIu64 "."
#define LUCK_FIXED_SEATS "With common dice the seats rotate; they cannot be fixed."
#define LUCK_STOPPED     "Stopped on request."
