/* Policies: the built-in ones and plans, which have a byte a node. */
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/graph/solve/exact.h"

#include <stdio.h>
#include <string.h>

static const alea_builtin builtins[] = {
    {"optimal(for=OBJECTIVE)",
     "Plays best, for win, money, score or turns; without brackets for the first of these that the game has.",
     NULL},
    {"random", "Each move with the same probability.", NULL},
    {"first", "Always the first move.", NULL},
};
enum { BUILTINS = sizeof builtins / sizeof *builtins, OPTIMAL = 0, RANDOM = 1 };

alea_builtin graph_builtin(size_t index)
{
    return index < BUILTINS ? builtins[index] : (alea_builtin){NULL, NULL, NULL};
}

/* ---- opening ---- */

static alea_status unknown(const char *name, alea_error *error)
{
    const char *names[BUILTINS] = {"optimal", "random", "first"};
    char shown[80];
    const char *nearest = alea__nearest(name, names, BUILTINS);
    alea__printable(shown, sizeof shown, name, strlen(name));
    if (nearest)
        return alea__fail(error, ALEA_E_UNKNOWN,
                          "The family graph has no policy \"%s\"; did you mean \"%s\"?", shown, nearest);
    return alea__fail(error, ALEA_E_UNKNOWN,
                      "The family graph has no policy \"%s\". It has optimal, random and first.", shown);
}

static alea_status no_objective(const graph_rules *g, const char *text, alea_error *error)
{
    char shown[80], all[80] = "";
    alea__printable(shown, sizeof shown, text, strlen(text));
    for (int i = ALEA_WIN; i <= ALEA_TURNS; i++) {
        size_t at = strlen(all);
        if (graph_has_objective((const alea__rules *)g, (alea_objective)i))
            snprintf(all + at, sizeof all - at, "%s%s", at ? ", " : "",
                     alea_objective_name((alea_objective)i));
    }
    return alea__fail(error, ALEA_E_USAGE, "This game cannot be played for `%s`, only for %s.", shown, all);
}

static bool is_meant(const graph_rules *g, const char *text, alea_objective objective)
{
    if (!graph_has_objective((const alea__rules *)g, objective)) return false;
    return !text || strcmp(text, alea_objective_name(objective)) == 0;
}

/* `text` NULL: the first that there is. */
static alea_status find_objective(const graph_rules *g, const char *text, alea_objective *out,
                                  alea_error *error)
{
    for (int i = ALEA_WIN; i <= ALEA_TURNS; i++) {
        if (!is_meant(g, text, (alea_objective)i)) continue;
        *out = (alea_objective)i;
        return ALEA_OK;
    }
    return no_objective(g, text ? text : "", error);
}

static alea_status open_optimal(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                alea_error *error)
{
    const alea__argument *a = spec->argument;
    const alea_solve_options standard = {0};
    alea_objective objective = ALEA_WIN;
    alea__values *values;
    if (spec->count > 1 || (spec->count == 1 && a->key && strcmp(a->key, "for") != 0))
        return alea__fail(error, ALEA_E_SPEC, "optimal takes one objective: optimal(for=win).");
    alea_status status =
        find_objective(graph_rules_of(rules), spec->count ? a->value : NULL, &objective, error);
    if (status == ALEA_OK) status = graph_solve(rules, objective, &standard, NULL, &values, error);
    if (status != ALEA_OK) return status;
    status = graph_plan_of_values(rules, values, out, error);
    alea__values_free(values);
    return status;
}

alea_status graph_policy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                              alea_error *error)
{
    if (strcmp(spec->name, "optimal") == 0) return open_optimal(rules, spec, out, error);
    bool random = strcmp(spec->name, "random") == 0;
    if (!random && strcmp(spec->name, "first") != 0) return unknown(spec->name, error);
    if (spec->count > 0) return alea__fail(error, ALEA_E_SPEC, "%s takes nothing in brackets.", spec->name);
    graph_policy *policy = alea__alloc(sizeof *policy);
    if (!policy) return alea__out_of_memory(error);
    policy->kind = random ? GRAPH_POLICY_RANDOM : GRAPH_POLICY_FIRST;
    *out = (alea__policy *)policy;
    return ALEA_OK;
}

/* Tables in HDF5 files are values or frozen bots, whatever the family; in CSV there are none here. */
alea_status graph_table_open(const alea__rules *rules, const char *file, const char *text, size_t size,
                             alea__policy **out, alea_error *error)
{
    (void)rules, (void)text, (void)size, (void)out;
    return alea__fail_at(
        error, ALEA_E_REFUSED, file, 0,
        "The games of the family graph have no tables in CSV files; FILE.h5 is one that `alea solve`, "
        "`alea best` or `alea bot freeze` wrote.");
}

/* ---- deciding ---- */

/* A number below `count`, each as likely: words beyond the last whole multiple are drawn again. */
static uint32_t draw(alea__stream *own, uint32_t count)
{
    uint32_t limit = UINT32_MAX - UINT32_MAX % count, word;
    do word = alea__next_word(own);
    while (word >= limit);
    return word % count;
}

uint32_t graph_decide(const alea__rules *rules, const alea__policy *opaque, const alea_state *state,
                      alea__memo *memo, alea__stream *own)
{
    const graph_rules *g = graph_rules_of(rules);
    const graph_policy *policy = graph_policy_of(opaque);
    uint32_t node = graph_state_of(state).node, way = g->first[node];
    (void)memo;
    if (policy->kind == GRAPH_POLICY_RANDOM) way += draw(own, graph_ways_of(g, node));
    if (policy->kind == GRAPH_POLICY_PLAN) way += policy->plan[node];
    return g->mark[way];
}
