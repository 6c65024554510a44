#pragma once
/* What this room reports. */
#define RATING_ENTRANTS "A rating needs 1 to %d entrants, not %u."
#define RATING_PAIR     "Pair %u of the results is entrants %u and %u; give two different numbers below %u."
#define RATING_GAMES    "The pair of entrants %u and %u has %g games; give a number from 0 to %g."
#define RATING_MEAN                                                                                         \
    "The pair of entrants %u and %u has a mean score of %g; scores are from 0 to 1, luck-adjusted from -1 " \
    "to 2."
#define RATING_VARIANCE \
    "The pair of entrants %u and %u has variance %g from %g units; give finite numbers of at least 0."
#define RATING_CONFIDENCE "A confidence of %g is out of range; give one from 0.5 to 0.999999, such as 0.95."
#define RATING_ANCHOR     "The anchor is entrant %u; there are %u, numbered from 0."
#define RATING_ANCHOR_AT  "A rating of %g for the anchor is out of range; give one from -1000000 to 1000000."
#define RATING_TIE        "Neighbours within %g Elo cannot count as tied; give a number from 0 to 1000000."
#define RATING_BLOCK      "A block of %g games is out of range; give at least 1."
#define RATING_TABLES     "Blocks are allocated to pairs of entrants, not to tables of three and more."
#define RATING_FORECAST   "A forecast for %g games is out of range; give at least %d."
#define RATING_SPRT_ELO \
    "The test cannot tell %g Elo from %g; give two numbers from -1000 to 1000, the lower one first."
#define RATING_SPRT_ERRORS                                                                                  \
    "The error rates %g and %g are out of range; give numbers from 0.000001 on whose sum is below 1, such " \
    "as 0.05."
