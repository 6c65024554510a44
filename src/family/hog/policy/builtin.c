/* The built-in policies by their specs: always(4), bacon(8,5), optimal, random. */
#include "base/error.h"
#include "base/memory.h"
#include "family/hog/solve/exact.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { MOST_ARGUMENTS = 2 };

/* Fills a table, own and opponent by own and opponent. */
typedef uint32_t chooser(const hog_rules *, const int64_t *argument, uint32_t own, uint32_t opponent);

static uint32_t always(const hog_rules *rules, const int64_t *argument, uint32_t own, uint32_t opponent)
{
    (void)rules, (void)own, (void)opponent;
    return (uint32_t)argument[0];
}

static uint32_t bacon(const hog_rules *rules, const int64_t *argument, uint32_t own, uint32_t opponent)
{
    return hog_bacon(rules, own, opponent) >= argument[0] ? 0 : (uint32_t)argument[1];
}

typedef struct builtin {
    const char *name, *usage, *help;
    chooser *choose; /* NULL: not by a table */
    hog_policy_kind kind;
    const char *keys[MOST_ARGUMENTS]; /* of its arguments */
    bool dice[MOST_ARGUMENTS];        /* which are a number of dice */
} builtin;

static const builtin builtins[] = {
    {.name = "always",
     .usage = "always(n)",
     .help = "Rolls n dice, whatever the scores.",
     .choose = always,
     .keys = {"n"},
     .dice = {true}},
    {.name = "bacon",
     .usage = "bacon(margin,n)",
     .help = "Rolls no dice where that earns at least `margin` points, else n dice.",
     .choose = bacon,
     .keys = {"margin", "n"},
     .dice = {false, true}},
    {.name = "optimal",
     .usage = "optimal",
     .kind = HOG_PLAN,
     .help = "Plays best, and sees what the game remembers, such as the number of the turn; ties go to fewer "
             "dice."},
    {.name = "random",
     .usage = "random",
     .kind = HOG_RANDOM,
     .help = "Rolls any number of dice, each as likely as the others."},
};

enum { COUNT = sizeof builtins / sizeof *builtins };

alea_builtin hog_builtin(size_t index)
{
    if (index >= COUNT) return (alea_builtin){NULL, NULL, NULL};
    return (alea_builtin){builtins[index].usage, builtins[index].help, NULL};
}

/* ---- making them ---- */

static alea_status make_optimal(const hog_rules *rules, hog_bot **out, alea_error *error)
{
    static const alea_solve_options standard;
    alea__values *values = NULL;
    alea__policy *plan;
    alea_status status = hog_solve((const alea__rules *)rules, ALEA_WIN, &standard, NULL, &values, error);
    if (status == ALEA_OK) status = hog_policy_of_values((const alea__rules *)rules, values, &plan, error);
    if (status == ALEA_OK) *out = (hog_bot *)plan;
    alea__values_free(values);
    return status;
}

static alea_status make(const hog_rules *rules, const builtin *b, const int64_t *argument, hog_bot **out,
                        alea_error *error)
{
    if (b->kind == HOG_PLAN) return make_optimal(rules, out, error);
    hog_bot *bot = hog_bot_new(rules, b->kind);
    if (!bot) return alea__out_of_memory(error);
    for (uint32_t own = 0; b->choose && own < rules->goal; own++)
        for (uint32_t opponent = 0; opponent < rules->goal; opponent++)
            bot->dice[own * rules->goal + opponent] = (uint8_t)b->choose(rules, argument, own, opponent);
    *out = bot;
    return ALEA_OK;
}

/* ---- finding them ---- */

static size_t argument_count(const builtin *b)
{
    size_t count = 0;
    while (count < MOST_ARGUMENTS && b->keys[count]) count++;
    return count;
}

static alea_status read_arguments(const hog_rules *rules, const builtin *b, const alea__spec *spec,
                                  int64_t *argument, alea_error *error)
{
    const size_t count = argument_count(b);
    if (count == 0 && spec->count > 0)
        return alea__fail(error, ALEA_E_SPEC, "%s takes nothing in brackets.", b->name);
    const char *value[MOST_ARGUMENTS] = {NULL};
    if (spec->count != count || !alea__sort_arguments(spec, b->keys, count, value))
        return alea__fail(error, ALEA_E_SPEC, "%s is wanted: %zu number%s.", b->usage, count,
                          count == 1 ? "" : "s");
    for (size_t i = 0; i < count; i++) {
        char what[64];
        snprintf(what, sizeof what, "%s of %s", b->keys[i], b->usage);
        alea_status status = alea__parse_integer(
            value[i], what, 0, b->dice[i] ? rules->dice : HOG_MOST_POINTS, &argument[i], error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

alea_status hog_policy_open(const alea__rules *opaque, const alea__spec *spec, alea__policy **out,
                            alea_error *error)
{
    const hog_rules *rules = hog_rules_of(opaque);
    int64_t argument[MOST_ARGUMENTS] = {0};
    hog_bot *bot = NULL;
    for (size_t i = 0; i < COUNT; i++) {
        const builtin *b = &builtins[i];
        if (strcmp(b->name, spec->name) != 0) continue;
        alea_status status = read_arguments(rules, b, spec, argument, error);
        if (status == ALEA_OK) status = make(rules, b, argument, &bot, error);
        if (status == ALEA_OK) *out = (alea__policy *)bot;
        return status;
    }
    return alea__unknown_policy("Hog", hog_builtin, spec->name, error);
}
