/* The built-in policies by their specs: greedy, optimal(ties=go-on), random, sampled(n,seed). */
#include "base/error.h"
#include "base/text.h"
#include "family/despirala/messages.h"
#include "family/despirala/solve/exact.h"
#include "game/naming.h"

#include <string.h>

enum { MOST_ARGUMENTS = 3 };
#define MOST_SAMPLES INT64_C(100000000)

typedef struct builtin {
    const char *name, *usage, *forms, *help;
    despirala_policy_kind kind;
    size_t count;                     /* of arguments */
    const char *keys[MOST_ARGUMENTS]; /* keys of its arguments; the last one is the rule for ties */
    bool sampled;                     /* the first two are n, which must be there, and a seed */
} builtin;

static const builtin builtins[] = {
    {.name = "greedy",
     .usage = "greedy",
     .kind = DESPIRALA_GREEDY,
     .help = "Looks at the current turn only: chooses the combination that promises the most points, "
             "counting a good as five, never rerolls all dice, and keeps collecting while a roll earns more "
             "than the good that it costs."},
    {.name = "optimal",
     .usage = "optimal",
     .forms = "optimal or optimal(ties=go-on)",
     .kind = DESPIRALA_PLAN,
     .count = 1,
     .keys = {"ties"},
     .help = "Plays optimally. Of equally good moves it takes the one that stops, or with "
             "optimal(ties=go-on) the one that rolls on."},
    {.name = "random",
     .usage = "random",
     .kind = DESPIRALA_RANDOM,
     .help = "Makes any legal move, each equally likely."},
    {.name = "sampled",
     .usage = "sampled(n,seed)",
     .forms = "sampled(n), sampled(n,seed) or sampled(n,seed,ties=go-on)",
     .kind = DESPIRALA_PLAN,
     .count = 3,
     .keys = {"n", "seed", "ties"},
     .sampled = true,
     .help = "Plays optimally in a model made from only n random rolls for each position; another seed gives "
             "another model."},
};

enum { COUNT = sizeof builtins / sizeof *builtins };

alea_builtin despirala_builtin(size_t index)
{
    if (index >= COUNT) return (alea_builtin){NULL, NULL, NULL};
    return (alea_builtin){builtins[index].usage, builtins[index].help, NULL};
}

/* Values of the arguments. */
typedef struct builtin_options {
    int64_t samples, seed;
    bool go_on;
} builtin_options;

/* Reads the arguments of the policy; omitted ones stay 0. */
static alea_status despirala_read_arguments(const builtin *b, const alea__spec *spec, builtin_options *out,
                                            alea_error *error)
{
    const char *value[MOST_ARGUMENTS] = {NULL}, *ties;
    alea_status status = ALEA_OK;
    if (!alea__sort_arguments(spec, b->keys, b->count, value) || (b->sampled && !value[0]))
        return b->count == 0 ? alea__fail(error, ALEA_E_SPEC, DESPIRALA_NO_ARGUMENTS, b->name)
                             : alea__fail(error, ALEA_E_SPEC, DESPIRALA_ARGUMENTS, b->forms);
    if (b->sampled)
        status = alea__parse_integer(value[0], "n of sampled(n,seed)", (alea__range){1, MOST_SAMPLES},
                                     &out->samples, error);
    if (status == ALEA_OK && b->sampled && value[1])
        status = alea__parse_integer(value[1], "seed of sampled(n,seed)", (alea__range){0, INT64_MAX},
                                     &out->seed, error);
    if (status != ALEA_OK || b->count == 0 || !(ties = value[b->count - 1])) return status;
    out->go_on = strcmp(ties, "go-on") == 0;
    if (out->go_on || strcmp(ties, "stop") == 0) return ALEA_OK;
    char shown[80];
    alea__printable(shown, sizeof shown, ties, strlen(ties));
    return alea__fail(error, ALEA_E_SPEC, DESPIRALA_BAD_TIES, shown);
}

alea_status despirala_policy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                                  alea_error *error)
{
    const despirala_game *game = despirala_game_of(rules);
    const builtin *b = builtins;
    builtin_options options = {0};
    while (b < builtins + COUNT && strcmp(b->name, spec->name) != 0) b++;
    if (b == builtins + COUNT) return alea__unknown_policy("Despirala", despirala_builtin, spec->name, error);
    alea_status status = despirala_read_arguments(b, spec, &options, error);
    despirala_bot like = {.kind = b->kind, .go_on = options.go_on};
    const alea_solve_options solve = {.samples = (uint64_t)options.samples, .seed = (uint64_t)options.seed};
    if (status == ALEA_OK && b->kind == DESPIRALA_PLAN)
        status = despirala_model_solve(game, &solve, &like.model, error);
    return status == ALEA_OK ? despirala_policy_make(game, &like, out, error) : status;
}
