#include "family/graph/graph.h"
#include "exact/alone/alone.h"

/* What graph/family.c gives the engine, as far as a checker needs it. */

void graph_name_for_engine(const void *rules, uint32_t node, char *out, size_t size)
{
    (void)rules;
    snprintf(out, size, "number %u", (unsigned)node);
}

static alea_status graph_of(const alea__rules *rules, const alea__explicit **out, alea_error *error)
{
    (void)error;
    *out = &graph_rules_of(rules)->graph;
    return ALEA_OK;
}

const alea__explicit_source graph_source_of_nodes = {.graph = graph_of};

static const alea__rules_ops rules_ops = {.lua_functions = graph_words,
                                          .compile = graph_compile,
                                          .free = graph_free,
                                          .has_objective = graph_has_objective};
static const alea__solver_ops solver_ops = {.check = alea__explicit_certify};
const alea__family alea__graph_family = {.name = "graph", .rules = &rules_ops, .solver = &solver_ops};
const alea__family *const alone_family = &alea__graph_family;
