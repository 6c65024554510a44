/* The built-in policies by their specs: greedy, optimal(ties=go-on), random, sampled(n,seed). */
#include "base/error.h"
#include "base/text.h"
#include "family/despirala/solve/exact.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 3 };
#define MOST_SAMPLES INT64_C(100000000)

typedef struct builtin {
    const char *name, *usage, *forms, *help;
    despirala_policy_kind kind;
    const char *keys[MOST_ARGUMENTS]; /* of its arguments */
    bool wanted;                      /* the first one must be there */
} builtin;

static const builtin builtins[] = {
    {.name = "greedy",
     .usage = "greedy",
     .kind = DESPIRALA_GREEDY,
     .help =
         "Looks at this turn only: chooses what promises most points, a good counting as five, never rerolls "
         "all dice, and goes on collecting as long as a roll earns more than its good."},
    {.name = "optimal",
     .usage = "optimal",
     .forms = "optimal or optimal(ties=go-on)",
     .kind = DESPIRALA_PLAN,
     .keys = {"ties"},
     .help = "Plays best. Where moves are as good it stops, or with optimal(ties=go-on) rolls on."},
    {.name = "random",
     .usage = "random",
     .kind = DESPIRALA_RANDOM,
     .help = "Makes any move that is possible, each as likely as the others."},
    {.name = "sampled",
     .usage = "sampled(n,seed)",
     .forms = "sampled(n), sampled(n,seed) or sampled(n,seed,ties=go-on)",
     .kind = DESPIRALA_PLAN,
     .keys = {"n", "seed", "ties"},
     .wanted = true,
     .help = "Plays best for a model that saw only n random rolls for each position; another seed, another "
             "model."},
};

enum { COUNT = sizeof builtins / sizeof *builtins };

alea_builtin despirala_builtin(size_t index)
{
    if (index >= COUNT) return (alea_builtin){NULL, NULL, NULL};
    return (alea_builtin){builtins[index].usage, builtins[index].help, NULL};
}

/* ---- arguments ---- */

static size_t argument_count(const builtin *b)
{
    size_t count = 0;
    while (count < MOST_ARGUMENTS && b->keys[count]) count++;
    return count;
}

static alea_status wrong_arguments(const builtin *b, alea_error *error)
{
    if (argument_count(b) == 0)
        return alea__fail(error, ALEA_E_SPEC, "%s takes nothing in brackets.", b->name);
    return alea__fail(error, ALEA_E_SPEC, "This bot is written %s.", b->forms);
}

typedef struct wish {
    uint64_t samples, seed;
    bool go_on;
} wish;

static alea_status read_ties(const char *value, wish *w, alea_error *error)
{
    char shown[80];
    w->go_on = value && strcmp(value, "go-on") == 0;
    if (!value || w->go_on || strcmp(value, "stop") == 0) return ALEA_OK;
    alea__printable(shown, sizeof shown, value, strlen(value));
    return alea__fail(error, ALEA_E_SPEC, "ties is stop or go-on, not \"%s\".", shown);
}

static alea_status read_arguments(const builtin *b, const alea__spec *spec, wish *w, alea_error *error)
{
    const char *value[MOST_ARGUMENTS] = {NULL};
    int64_t samples = 0, seed = 0;
    alea_status status = ALEA_OK;
    if (!alea__sort_arguments(spec, b->keys, argument_count(b), value) || (b->wanted && !value[0]))
        status = wrong_arguments(b, error);
    if (status == ALEA_OK && b->wanted)
        status = alea__parse_integer(value[0], "n of sampled(n,seed)", 1, MOST_SAMPLES, &samples, error);
    if (status == ALEA_OK && b->wanted && value[1])
        status = alea__parse_integer(value[1], "seed of sampled(n,seed)", 0, INT64_MAX, &seed, error);
    if (status == ALEA_OK && argument_count(b) > 0)
        status = read_ties(value[argument_count(b) - 1], w, error);
    w->samples = (uint64_t)samples;
    w->seed = (uint64_t)seed;
    return status;
}

/* ---- making them ---- */

static alea_status make(const despirala_game *game, const builtin *b, const wish *w, alea__policy **out,
                        alea_error *error)
{
    static const alea_solve_options standard;
    despirala_model *model = NULL;
    alea_status status = ALEA_OK;
    if (b->kind == DESPIRALA_PLAN)
        status = despirala_model_solve(game, w->samples, w->seed, &standard, &model, error);
    return status == ALEA_OK ? despirala_policy_make(game, b->kind, model, w->go_on, out, error) : status;
}

/* ---- finding them ---- */

alea_status despirala_policy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                  alea_error *error)
{
    wish w = {0};
    for (size_t i = 0; i < COUNT; i++) {
        if (strcmp(builtins[i].name, spec->name) != 0) continue;
        alea_status status = read_arguments(&builtins[i], spec, &w, error);
        return status == ALEA_OK ? make(despirala_game_of(rules), &builtins[i], &w, out, error) : status;
    }
    return alea__unknown_policy("Despirala", despirala_builtin, spec->name, error);
}
