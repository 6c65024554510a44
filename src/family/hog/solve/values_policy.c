/* The policy that plays as values say. */
#include "base/error.h"
#include "family/hog/solve/exact.h"

static alea_status choose(const alea__rules *rules, const alea__values *values, const hog_state *s,
                          uint8_t *out, alea_error *error)
{
    alea_state state = {{0}};
    alea_answer answer;
    hog_store(s, &state);
    alea_status status = hog_ask_values(rules, values, &state, &answer, error);
    if (status != ALEA_OK) return status;
    *out = (uint8_t)answer.best;
    alea_answer_free(&answer);
    return ALEA_OK;
}

alea_status hog_policy_of_values(const alea__rules *opaque, const alea__values *values, alea__policy **out,
                                 alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    hog_bot *bot = hog_bot_new(rules, rules->memories > 1 ? HOG_PLAN : HOG_TABLE);
    alea_status status = bot ? ALEA_OK : alea__out_of_memory(error);
    hog_state s;
    hog_start(rules, &s);
    for (uint32_t m = 0; m < rules->memories && status == ALEA_OK; m++)
        for (uint32_t own = 0; own < rules->goal && status == ALEA_OK; own++)
            for (uint32_t opponent = 0; opponent < rules->goal && status == ALEA_OK; opponent++) {
                s.memory = (uint16_t)m;
                s.score[0] = own;
                s.score[1] = opponent;
                status = choose(opaque, values, &s, &bot->dice[hog_place_of(rules, m, own, opponent)], error);
            }
    if (status != ALEA_OK)
        hog_policy_free((alea__policy *)bot);
    else
        *out = (alea__policy *)bot;
    return status;
}
