/* Whether a game has the rules of the CS 61A contest of summer 2018, and notes about them. */
#include "family/hog/hog.h"
#include "family/hog/messages.h"

/* Free Bacon and Swine Swap as hog.py for strategies has them (sandbox/python/hog.py). */
bool hog_has_helpers(const alea__rules *opaque)
{
    const hog_rules *rules = hog_rules_of(opaque);
    for (uint32_t opponent = 0; opponent < rules->goal; opponent++) {
        const uint32_t tens = opponent / 10 % 10;
        for (uint32_t own = 0; own < rules->goal; own++)
            if (hog_bacon(rules, own, opponent) != 1 + tens * (opponent % 10) % 10) return false;
        for (uint32_t total = 0; total < rules->scores; total++) {
            const hog_scores after = rules->after[total * rules->goal + opponent];
            const bool swap = total % 10 == tens;
            if (after.own != (swap ? opponent : total) || after.opponent != (swap ? total : opponent))
                return false;
        }
    }
    return true;
}

const char *hog_note(const alea__rules *rules)
{
    return hog_has_helpers(rules) && hog_rules_of(rules)->memories > 1 ? HOG_NOTE_20_TO_0 : NULL;
}
