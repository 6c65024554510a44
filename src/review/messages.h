#pragma once
/* Every sentence that this room reports. */
#include <inttypes.h>

/* ---- sources of values ---- */

#define REVIEW_ROLLOUTS      "The number of rollouts must be 2 to 1,000,000, not %llu."
#define REVIEW_OBJECTIVE     "%s cannot be played for `%s`."
#define REVIEW_NO_OBJECTIVE  "%s has no objective."
#define REVIEW_STOPPED       "Stopped on request."
#define REVIEW_POLICY_FAILED "The policy cannot finish the game from a position of this review."

/* Why values are estimated. */
#define REVIEW_NOT_REQUESTED "Exact values were not requested."
#define REVIEW_NO_OPTIMUM    "For two players, `%s` has no single optimum."

/* ---- reviews ---- */

#define REVIEW_END_UNKNOWN "Game %" PRIu64 " stops in a position whose value is unknown."
#define REVIEW_SUM         "The review of game %" PRIu64 " does not add up: %g is missing for seat %u."
#define REVIEW_INCONSISTENT \
    "The values of %s are inconsistent: in game %" PRIu64 ", %g is missing before event %zu."

/* ---- explanations ---- */

#define REVIEW_MORE_THAN_ALL                                                                               \
    " These are sums over the whole game: what one roll gives, another roll or a mistake takes, so a sum " \
    "can pass 100 %%."

#define REVIEW_OTHER_REVIEWER "The review was made by another reviewer."
#define REVIEW_NOT_DECISION   "Event %zu is not a decision between moves whose values are known."
