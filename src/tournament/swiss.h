#pragma once
/* Swiss rounds on two seats: in each round each entrant meets one with about as many points, and none twice as long as that is
   possible.

   A round is a minimum-weight perfect matching (matching.h). In this order it has
     1. the bye, if the number of entrants is odd, for one of those with the fewest byes so far,
     2. the fewest repeated meetings, a third meeting counting twice, and so on,
     3. the bye for an entrant with few points, and the smallest sum of squared differences of points,
     4. chance, by the seed, among pairings that are equally good: so the first round is drawn.
   Points are compared on a scale of 256 steps from the fewest to the most. Of two who meet, the one who moved first less often (relative to moving second) moves first; if that is equal, the one who moved
   first less recently; and then the seed decides. */
#include "tournament/design.h"

enum { ALEA__SWISS_MOST = 1023 };
#define ALEA__SWISS_NO_BYE UINT32_MAX

typedef struct alea__swiss_entrant {
    double points;  /* so far, in any unit: wins, adjusted means, money; finite */
    uint32_t byes;  /* so far */
    bool withdrawn; /* plays no more */
} alea__swiss_entrant;

typedef struct alea__swiss {
    uint32_t entrants;                  /* 2 … ALEA__SWISS_MOST, of whom at least two have not withdrawn */
    const alea__swiss_entrant *entrant; /* [entrants] */
    const uint32_t (*played)[2]; /* [games] lineups so far, in the order of play: who sat on seats 0 and 1 */
    uint32_t games;
    uint64_t seed;
} alea__swiss;

/* Makes the next round: a design of two seats with lineups in the order of the better entrant's points. *bye is the entrant
   without a game, or ALEA__SWISS_NO_BYE. `fewest` and `most` of the design count earlier meetings of its pairs. Fails with
   ALEA_E_RANGE for numbers out of range. */
alea_status alea__swiss_round(const alea__swiss *, alea__design *, uint32_t *bye, alea_error *);

/* How many rounds are usual: ceil(log2(entrants)), after which at most one has won everything, and two more; but not more than it takes
   for all to meet, entrants - 1, or entrants if their number is odd. One entrant: 1. */
uint32_t alea__swiss_rounds(uint32_t entrants);
