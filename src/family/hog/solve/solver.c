/* The tables of what Hog provides for exact results. */
#include "base/error.h"
#include "family/hog/check/certify.h"
#include "family/hog/solve/exact.h"

#include <string.h>

/* A strategy is a function of the two scores and is asked at every pair of them. */
static uint64_t hog_freeze_count(const alea__rules *rules)
{
    return (uint64_t)hog_rules_of(rules)->goal * hog_rules_of(rules)->goal;
}

static void hog_freeze_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    bool sampled;
    hog_sample_state(rules, index, out, &sampled);
}

static alea_status hog_freeze(const alea__rules *rules, const unsigned char *moves, alea__policy **out,
                              alea_error *error)
{
    hog_bot *bot = hog_bot_new(hog_rules_of(rules), HOG_TABLE);
    if (!bot) return alea__out_of_memory(error);
    memcpy(bot->dice, moves, hog_freeze_count(rules));
    *out = (alea__policy *)bot;
    return ALEA_OK;
}

static void hog_contest_domain(const alea__rules *rules, uint32_t *side, uint32_t *most)
{
    *side = hog_rules_of(rules)->goal;
    *most = hog_rules_of(rules)->dice;
}

const alea__solver_ops hog_solver_ops = {
    .solve = hog_solve,
    .fits = hog_fits,
    .check = hog_certify,
    .ask = hog_ask_values,
    .evaluate = hog_evaluate,
    .best_response = hog_best,
    .inexact = alea__never_inexact,
    .points_so_far = alea__no_points,
    .policy_of_values = hog_policy_of_values,
    .pack_policy = hog_pack_policy,
    .unpack_policy = hog_unpack_policy,
};

const alea__freezing_ops hog_freezing_ops = {
    .count = hog_freeze_count, .state = hog_freeze_state, .freeze = hog_freeze};

const alea__contest_ops hog_contest_ops = {
    .cells = &hog_freezing_ops,
    .scores = hog_scores_of,
    .domain = hog_contest_domain,
    .move = hog_number_move,
    .pair_open = hog_pair_open,
    .pair_close = hog_pair_close,
    .pair = hog_pair,
    .pair_error = hog_pair_error,
    .has_helpers = hog_has_helpers,
    .note = hog_note,
    .respond = hog_respond,
    .scores_are_all = hog_scores_are_all,
};
