/* Policies: the built-in ones, and plans, which have one byte per node. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "exact/explicit_inside.h"
#include "exact/messages.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

static const alea_builtin builtins[] = {
    {"optimal(for=OBJECTIVE)",
     "Plays optimally for win, money, score or turns (by default what the game is played for).", NULL},
    {"random", "Makes any legal move, each equally likely.", NULL},
    {"first", "Always makes the first legal move.", NULL},
};
enum { BUILTINS = sizeof builtins / sizeof *builtins };

alea_builtin alea__explicit_builtin(size_t index)
{
    return index < BUILTINS ? builtins[index] : (alea_builtin){NULL, NULL, NULL};
}

/* ---- opening ---- */

static alea_status builtin_no_objective(const alea__explicit *g, const char *text, alea_error *error)
{
    char shown[80], all[80] = "";
    alea__printable(shown, sizeof shown, text, strlen(text));
    for (int i = ALEA_WIN; i <= ALEA_TURNS; i++) {
        size_t at = strlen(all);
        if (alea__explicit_has(g, (alea_objective)i))
            snprintf(all + at, sizeof all - at, "%s%s", at ? ", " : "",
                     alea_objective_name((alea_objective)i));
    }
    return alea__fail(error, ALEA_E_USAGE, EXACT_ONLY_OBJECTIVES, shown, all);
}

static bool builtin_is_meant(const alea__explicit *g, const char *text, alea_objective objective)
{
    if (!alea__explicit_has(g, objective)) return false;
    return !text || strcmp(text, alea_objective_name(objective)) == 0;
}

/* With `text` NULL, the first objective of the game. */
static alea_status builtin_find_objective(const alea__explicit *g, const char *text, alea_objective *out,
                                          alea_error *error)
{
    for (int i = ALEA_WIN; i <= ALEA_TURNS; i++) {
        if (!builtin_is_meant(g, text, (alea_objective)i)) continue;
        *out = (alea_objective)i;
        return ALEA_OK;
    }
    return builtin_no_objective(g, text ? text : "", error);
}

/* optimal(for=OBJECTIVE): solves the game and keeps the best moves as a plan. */
static alea_status builtin_open_optimal(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                        alea_error *error)
{
    const alea__argument *a = spec->argument;
    const alea_solve_options standard = {0};
    const alea__explicit *g;
    alea_objective objective = ALEA_WIN;
    alea__values *values = NULL;
    if (spec->count > 1 || (spec->count == 1 && a->key && strcmp(a->key, "for") != 0))
        return alea__fail(error, ALEA_E_SPEC, EXACT_ONE_OBJECTIVE);
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK)
        status = builtin_find_objective(g, spec->count ? a->value : NULL, &objective, error);
    const alea__problem problem = {.rules = rules, .objective = objective, .options = &standard};
    if (status == ALEA_OK) status = alea__explicit_solve(&problem, &values, error);
    if (status == ALEA_OK) status = alea__explicit_plan_of_values(rules, values, out, error);
    alea__values_free(values);
    return status;
}

alea_status alea__explicit_plan_by(const alea__rules *rules, alea__explicit_choose *choose, const void *user,
                                   alea__policy **out, alea_error *error)
{
    const alea__explicit *g;
    alea__explicit_policy *policy;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK) status = alea__explicit_plan_new(g, &policy, error);
    if (status != ALEA_OK) return status;
    for (uint32_t i = 0; i < g->decisions && status == ALEA_OK; i++) {
        alea_state state;
        alea__explicit_rules_of(rules)->source->state_of(rules, g->decision[i], &state);
        const uint32_t move = choose(rules, user, &state);
        status = move == ALEA__NO_MOVE ? alea__out_of_memory(error)
                                       : alea__explicit_plan_move(g, policy, g->decision[i], move, error);
    }
    if (status != ALEA_OK)
        alea__explicit_policy_free((alea__policy *)policy);
    else
        *out = (alea__policy *)policy;
    return status;
}

/* A policy of the family. */
static uint32_t builtin_choose_own(const alea__rules *rules, const void *bot, const alea_state *state)
{
    return ((const alea__explicit_bot *)bot)->choose(rules, state);
}

static const alea__explicit_bot *builtin_find_own(const alea__rules *rules, const char *name)
{
    const alea__explicit_source *source = alea__explicit_rules_of(rules)->source;
    const alea__explicit_bot *bot = NULL;
    for (size_t i = 0; source->bot && (bot = source->bot(rules, i)) && strcmp(bot->about.usage, name) != 0;)
        i++;
    return bot;
}

alea_status alea__explicit_policy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                       alea_error *error)
{
    if (strcmp(spec->name, "optimal") == 0) return builtin_open_optimal(rules, spec, out, error);
    const alea__explicit_bot *own = builtin_find_own(rules, spec->name);
    bool random = strcmp(spec->name, "random") == 0;
    if (!own && !random && strcmp(spec->name, "first") != 0) {
        char family[60];
        snprintf(family, sizeof family, EXACT_FAMILY, alea__explicit_rules_of(rules)->family->name);
        return alea__unknown_policy(family, alea__explicit_builtin, spec->name, error);
    }
    if (spec->count > 0) return alea__fail(error, ALEA_E_SPEC, EXACT_NO_ARGUMENTS, spec->name);
    if (own) return alea__explicit_plan_by(rules, builtin_choose_own, own, out, error);
    alea__explicit_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = random ? ALEA__POLICY_RANDOM : ALEA__POLICY_FIRST;
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* ---- deciding ---- */

uint32_t alea__explicit_decide(const alea__rules *rules, const alea__policy *opaque, const alea_state *state,
                               alea__memo *memo, alea__stream *own)
{
    const alea__explicit_rules *r = alea__explicit_rules_of(rules);
    const alea__explicit_policy *policy = alea__explicit_policy_of(opaque);
    unsigned index = 0;
    (void)memo;
    if (policy->kind == ALEA__POLICY_RANDOM)
        index = alea__draw_below(own, r->family->play->move_count(rules, state));
    if (policy->kind == ALEA__POLICY_PLAN) {
        uint32_t node = r->source->node_of(rules, state);
        if (node == ALEA__NO_NODE) return ALEA__NO_MOVE;
        index = policy->plan[node];
    }
    return r->family->play->move(rules, state, index);
}

/* ---- all states in which somebody decides ---- */

/* How many there are. 0 if the graph cannot be made; solving then reports why. */
static uint32_t builtin_count_states(const alea__rules *rules, const alea__explicit **g)
{
    return alea__explicit_of(rules, g, NULL) == ALEA_OK ? (*g)->decisions : 0;
}

bool alea__explicit_sample_state(const alea__rules *rules, uint64_t index, alea_state *out, bool *sampled)
{
    const alea__explicit *g;
    *sampled = false;
    if (index >= builtin_count_states(rules, &g)) return false;
    alea__explicit_rules_of(rules)->source->state_of(rules, g->decision[index], out);
    return true;
}

static uint64_t builtin_freeze_count(const alea__rules *rules)
{
    const alea__explicit *g;
    return builtin_count_states(rules, &g);
}

static void builtin_freeze_state(const alea__rules *rules, uint64_t index, alea_state *out)
{
    bool sampled;
    alea__explicit_sample_state(rules, index, out, &sampled);
}

/* The plan that takes edge moves[i] in decision i. Fails with ALEA_E_STATE if there is no such edge. */
static alea_status builtin_freeze(const alea__rules *rules, const unsigned char *moves, alea__policy **out,
                                  alea_error *error)
{
    const alea__explicit *g;
    alea__explicit_policy *policy;
    alea_status status = alea__explicit_of(rules, &g, error);
    if (status == ALEA_OK) status = alea__explicit_plan_new(g, &policy, error);
    if (status != ALEA_OK) return status;
    for (uint32_t i = 0; i < g->decisions && status == ALEA_OK; i++) {
        policy->plan[g->decision[i]] = moves[i];
        if (moves[i] >= alea__edges_of(g, g->decision[i]))
            status = alea__fail(error, ALEA_E_STATE, EXACT_ILLEGAL_ANSWER, (unsigned)moves[i]);
    }
    if (status != ALEA_OK)
        alea__explicit_policy_free((alea__policy *)policy);
    else
        *out = (alea__policy *)policy;
    return status;
}

/* ---- the tables of a family ---- */

alea_key alea__explicit_key(const alea__rules *rules, size_t index)
{
    (void)rules;
    if (index > 0) return (alea_key){NULL, NULL};
    return (alea_key){"state", "the state, as the game describes it (the first one)"};
}

const alea__solver_ops alea__explicit_solver_ops = {
    .solve = alea__explicit_solve,
    .fits = alea__explicit_fits,
    .check = alea__explicit_certify,
    .ask = alea__explicit_ask,
    .evaluate = alea__explicit_evaluate,
    .best_response = alea__explicit_best,
    .inexact = alea__never_inexact,
    .points_so_far = alea__no_points,
    .policy_of_values = alea__explicit_plan_of_values,
    .pack_policy = alea__explicit_pack,
    .unpack_policy = alea__explicit_unpack,
};

const alea__freezing_ops alea__explicit_freezing_ops = {
    .by_place = true, .count = builtin_freeze_count, .state = builtin_freeze_state, .freeze = builtin_freeze};
