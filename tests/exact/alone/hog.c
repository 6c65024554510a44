#include "exact/alone/alone.h"
#include "family/hog/check/certify.h"

static const alea__rules_ops rules_ops = {
    .lua_functions = alea__no_lua_functions, .compile = hog_compile, .free = hog_free};
static const alea__solver_ops solver_ops = {.check = hog_certify};
static const alea__family family = {.name = "hog", .rules = &rules_ops, .solver = &solver_ops};
const alea__family *const alone_family = &family;
