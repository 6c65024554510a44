/* The table of what race provides for exact results. */
#include "family/race/solve/exact.h"

const alea__exactly race_exactly = {
    .place = race_place,
    .solve = race_solve,
    .fits = race_fits,
    .ask = race_ask_values,
    .certify = race_certify,
    .evaluate = race_evaluate,
    .best = race_best,
    .inexact = race_inexact,
    .policy_of_values = race_plan_of_values,
    .policy_pack = race_plan_pack,
    .policy_unpack = race_plan_unpack,
    .policy_csv = race_plan_csv,
    .freeze_count = race_freeze_count,
    .freeze_state = race_freeze_state,
    .freeze = race_freeze,
    .essence = race_essence,
    .ask_open = race_ask_open,
    .ask_close = race_ask_close,
    .ask_in = race_ask_in,
};
