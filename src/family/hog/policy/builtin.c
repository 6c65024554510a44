/* The built-in policies by their specs: always(4), bacon(8,5), optimal, random. */
#include "base/assert.h"
#include "base/error.h"
#include "family/hog/messages.h"
#include "family/hog/solve/exact.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 2 };

typedef struct hog_builtin_policy {
    const char *name, *usage, *help;
    hog_policy_kind kind;
    size_t count;                     /* of arguments */
    const char *keys[MOST_ARGUMENTS]; /* of these; the last one is the dice of a table */
} hog_builtin_policy;

static const hog_builtin_policy builtins[] = {
    {.name = "always",
     .usage = "always(n)",
     .help = "Rolls n dice, whatever the scores.",
     .count = 1,
     .keys = {"n"}},
    {.name = "bacon",
     .usage = "bacon(margin,n)",
     .help = "Rolls no dice where that earns at least `margin` points, else n dice.",
     .count = 2,
     .keys = {"margin", "n"}},
    {.name = "optimal",
     .usage = "optimal",
     .kind = HOG_PLAN,
     .help = "Plays optimally and uses what the game remembers, such as the number of the turn; when tied, "
             "it rolls fewer dice."},
    {.name = "random",
     .usage = "random",
     .kind = HOG_RANDOM,
     .help = "Rolls any number of dice, each equally likely."},
};

enum { COUNT = sizeof builtins / sizeof *builtins };

alea_builtin hog_builtin(size_t index)
{
    if (index >= COUNT) return (alea_builtin){NULL, NULL, NULL};
    return (alea_builtin){builtins[index].usage, builtins[index].help, NULL};
}

static alea_status builtin_optimal(const alea__rules *rules, alea__policy **out, alea_error *error)
{
    static const alea_solve_options standard;
    alea__values *values = NULL;
    const alea__problem problem = {.rules = rules, .objective = ALEA_WIN, .options = &standard};
    alea_status status = hog_solve(&problem, &values, error);
    if (status == ALEA_OK) status = hog_policy_of_values(rules, values, out, error);
    alea__values_free(values);
    return status;
}

/* Reads the numbers that the policy takes; all of them must be there. */
static alea_status hog_read_arguments(const hog_rules *rules, const hog_builtin_policy *b,
                                      const alea__spec *spec, int64_t *argument, alea_error *error)
{
    const size_t count = b->count;
    ALEA_ASSERT(count <= MOST_ARGUMENTS);
    if (count == 0 && spec->count > 0) return alea__fail(error, ALEA_E_SPEC, HOG_POLICY_NO_ARGUMENT, b->name);
    const char *value[MOST_ARGUMENTS] = {NULL};
    if (spec->count != count || !alea__sort_arguments(spec, b->keys, count, value))
        return alea__fail(error, ALEA_E_SPEC, HOG_POLICY_ARGUMENTS, b->usage, count, count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s of %s", b->keys[i], b->usage);
        const alea__range range = {0, i + 1 == count ? rules->dice : HOG_MOST_POINTS};
        alea_status status = alea__parse_integer(value[i], what, range, &argument[i], error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

alea_status hog_policy_open(const alea__rules *opaque, const alea__spec *spec, alea__policy **out,
                            alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    const hog_builtin_policy *b = builtins;
    int64_t argument[MOST_ARGUMENTS] = {0};
    while (b < builtins + COUNT && strcmp(b->name, spec->name) != 0) b++;
    if (b == builtins + COUNT) return alea__unknown_policy("Hog", hog_builtin, spec->name, error);
    alea_status status = hog_read_arguments(rules, b, spec, argument, error);
    if (status != ALEA_OK) return status;
    if (b->kind == HOG_PLAN) return builtin_optimal(opaque, out, error);
    hog_bot *bot = hog_bot_new(rules, b->kind);
    if (!bot) return alea__out_of_memory(error);
    for (uint32_t i = 0; b->kind == HOG_TABLE && i < rules->goal * rules->goal; i++) {
        const bool takes_bacon = b->count == 2 && rules->bacon[i] >= argument[0];
        bot->dice[i] = takes_bacon ? 0 : (uint8_t)argument[b->count - 1];
    }
    *out = (alea__policy *)bot;
    return ALEA_OK;
}
