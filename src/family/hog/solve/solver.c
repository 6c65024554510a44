/* The table of what Hog provides for exact results. */
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/solve/exact.h"

#include <string.h>

static const char *inexact(const alea__rules *rules, const alea__policy *policy)
{
    (void)rules, (void)policy;
    return NULL;
}

/* A strategy is a function of the two scores: it is asked at every pair of them. */
static uint64_t freeze_count(const alea__rules *rules)
{
    return (uint64_t)hog_rules_of(rules)->goal * hog_rules_of(rules)->goal;
}

static void freeze_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    bool sampled;
    hog_check_state(rules, index, out, &sampled);
}

static alea_status freeze(const alea__rules *rules, const unsigned char *moves, alea__policy **out,
                          alea_error *error)
{
    hog_bot *bot = hog_bot_new(hog_rules_of(rules), HOG_TABLE);
    if (!bot) return alea__out_of_memory(error);
    memcpy(bot->dice, moves, freeze_count(rules));
    *out = (alea__policy *)bot;
    return ALEA_OK;
}

static void tabulated(const alea__rules *rules, uint32_t *side, uint32_t *most)
{
    *side = hog_rules_of(rules)->goal;
    *most = hog_rules_of(rules)->dice;
}

const alea__exactly hog_exactly = {
    .place = hog_place,
    .solve = hog_solve,
    .fits = hog_fits,
    .ask = hog_ask_values,
    .certify = hog_certify,
    .evaluate = hog_evaluate,
    .best = hog_best,
    .inexact = inexact,
    .policy_of_values = hog_plan_of_values,
    .policy_pack = hog_pack_policy,
    .policy_unpack = hog_unpack_policy,
    .policy_csv = hog_policy_csv,
    .freeze_count = freeze_count,
    .freeze_state = freeze_state,
    .freeze = freeze,
    .tabulated = tabulated,
    .duel_open = hog_duel_open,
    .duel_close = hog_duel_close,
    .duel = hog_duel,
    .duel_error = hog_duel_error,
    .essence = hog_essence,
};
