/* The policy that plays the best moves by given values. */
#include "base/assert.h"
#include "base/error.h"
#include "family/hog/solve/exact.h"

alea_status hog_policy_of_values(const alea__rules *opaque, const alea__values *values, alea__policy **out,
                                 alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    const size_t plan = (size_t)rules->goal * rules->goal;
    hog_bot *bot = hog_bot_new(rules, rules->memories > 1 ? HOG_PLAN : HOG_TABLE);
    alea_status status = bot ? ALEA_OK : alea__out_of_memory(error);
    hog_state s;
    hog_start(rules, &s);
    for (size_t i = 0; i < rules->memories * plan && status == ALEA_OK; i++) {
        alea_state state = {{0}};
        alea_answer answer;
        s.memory = (uint16_t)(i / plan);
        s.score[0] = (uint32_t)(i % plan / rules->goal);
        s.score[1] = (uint32_t)(i % rules->goal);
        hog_store(&s, &state);
        status = hog_ask_values(opaque, values, &state, &answer, error);
        if (status != ALEA_OK) break;
        ALEA_ASSERT(answer.best <= rules->dice);
        bot->dice[i] = (uint8_t)answer.best;
        alea_answer_free(&answer);
    }
    if (status != ALEA_OK)
        hog_policy_free((alea__policy *)bot);
    else
        *out = (alea__policy *)bot;
    return status;
}
