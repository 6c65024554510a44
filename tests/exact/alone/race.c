#include "exact/alone/alone.h"
#include "family/race/check/check.h"

static const alea__rules_ops rules_ops = {.lua_functions = race_words,
                                          .compile = race_compile,
                                          .free = race_free,
                                          .has_objective = race_has_objective};
static const alea__solver_ops solver_ops = {.check = race_certify};
static const alea__family family = {.name = "race", .rules = &rules_ops, .solver = &solver_ops};
const alea__family *const alone_family = &family;
