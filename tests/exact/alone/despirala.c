#include "exact/alone/alone.h"
#include "family/despirala/check/certify.h"

static const alea__rules_ops rules_ops = {
    .lua_functions = alea__no_lua_functions, .compile = despirala_compile, .free = despirala_free};
static const alea__solver_ops solver_ops = {.check = despirala_certify};
static const alea__family family = {.name = "despirala", .rules = &rules_ops, .solver = &solver_ops};
const alea__family *const alone_family = &family;
