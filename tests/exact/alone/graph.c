#include "family/graph/graph.h"
#include "exact/alone/alone.h"

/* The family as far as a checker needs it. */

static const alea__rules_ops rules_ops = {.lua_functions = graph_words,
                                          .compile = graph_compile,
                                          .free = graph_free,
                                          .has_objective = graph_has_objective};
static const alea__solver_ops solver_ops = {.check = alea__explicit_certify};
const alea__family alea__graph_family = {.name = "graph", .rules = &rules_ops, .solver = &solver_ops};
const alea__family *const alone_family = &alea__graph_family;
