/* The built-in policies by their specs: hold(25), random(0.75), keep-pace. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "family/race/messages.h"
#include "family/race/policy/policy.h"
#include "family/race/solve/solve.h"
#include "game/naming.h"

#include <stdio.h>
#include <string.h>

enum { MOST_N = 1000000, NAMES = 16 };

typedef struct race_builtin_policy race_builtin_policy;
typedef alea_status opener(const race_rules *, const race_builtin_policy *, const char *value, race_bot **out,
                           alea_error *);

static opener race_open_number, race_open_chance, race_open_fixed, race_open_keep_pace, race_open_optimal;

/* One policy: how it is written and what its one argument may be. */
struct race_builtin_policy {
    const char *name, *usage;
    opener *open;
    race_policy_kind kind;
    const char *key;      /* name of its argument; NULL: it takes none */
    const char *fallback; /* value without an argument; NULL: the argument is required */
    int64_t min, max;
    const char *games, *help; /* games: the games it is for; NULL: all */
};

static const race_builtin_policy builtins[] = {
    {"hold", "hold(n)", race_open_number, RACE_POLICY_HOLD, "n", NULL, 0, MOST_N, NULL,
     "Rolls until the turn has n points or the goal is reached; behind a leader above the goal, until it "
     "leads."},
    {"bank", "bank(n)", race_open_number, RACE_POLICY_BANK, "n", NULL, 0, MOST_N, NULL,
     "Plays like hold(n), but holds at n points behind a leader, too: for money a second place counts."},
    {"hold-at-total", "hold-at-total(n)", race_open_number, RACE_POLICY_TOTAL, "n", NULL, 0, MOST_N, NULL,
     "Holds once its score and the turn's points together are n or more."},
    {"turns", "turns(n)", race_open_number, RACE_POLICY_TURNS, "n", NULL, 1, RACE_LIMIT, NULL,
     "Aims to finish in n scoring turns: holds at an equal share of the points still needed."},
    {"keep-pace", "keep-pace", race_open_keep_pace, RACE_POLICY_TABLE, NULL, NULL, 0, 0,
     "games with the goal 100",
     "Rolls for the goal once anybody has 71; before that holds at 21 points, more when behind, fewer when "
     "ahead."},
    {"optimal", "optimal(for=OBJECTIVE)", race_open_optimal, RACE_POLICY_PLAN, "for", "", 0, 0,
     "games for two players or one",
     "Plays optimally for win, money or turns (by default what the game is played for); when tied, it "
     "holds."},
    {"random", "random(p)", race_open_chance, RACE_POLICY_RANDOM, "p", "0.5", 0, 0, NULL,
     "Rolls with probability p, a decimal from 0 to 1 (by default 0.5), whatever the scores."},
    {"always-roll", "always-roll", race_open_fixed, RACE_POLICY_ALWAYS, NULL, NULL, 0, 0, NULL,
     "Never holds, not even above the goal."},
    {"forfeit", "forfeit(k)", race_open_number, RACE_POLICY_FORFEIT, "k", "1", 1, MOST_N, NULL,
     "For testing: fails at its k-th decision of each game (by default the first); until then plays like "
     "hold(20)."},
};

enum { COUNT = sizeof builtins / sizeof *builtins };

alea_builtin race_builtin(size_t index)
{
    if (index >= COUNT) return (alea_builtin){NULL, NULL, NULL};
    return (alea_builtin){builtins[index].usage, builtins[index].help, builtins[index].games};
}

/* ---- making them ---- */

static alea_status race_open_fixed(const race_rules *rules, const race_builtin_policy *b, const char *value,
                                   race_bot **out, alea_error *error)
{
    (void)rules, (void)value;
    race_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) return alea__out_of_memory(error);
    bot->policy.kind = b->kind;
    *out = bot;
    return ALEA_OK;
}

static alea_status race_open_number(const race_rules *rules, const race_builtin_policy *b, const char *value,
                                    race_bot **out, alea_error *error)
{
    int64_t n;
    char what[64];
    snprintf(what, sizeof what, "%s of %s", b->key, b->usage);
    alea_status status = alea__parse_integer(value, what, (alea__range){b->min, b->max}, &n, error);
    if (status == ALEA_OK) status = race_open_fixed(rules, b, value, out, error);
    if (status == ALEA_OK) (*out)->policy.n = (uint32_t)n;
    return status;
}

/* A decimal from 0 to 1 in units of 10^-18: exact, and the same in every locale. */
#define ONE UINT64_C(1000000000000000000)

/* Returns false if the text is not a decimal from 0 to 1 with at most 18 places. */
static bool parse_chance(const char *text, uint64_t *out)
{
    uint64_t place = ONE, sum = 0;
    bool digits = false, point = false;
    for (; *text; text++) {
        if (*text == '.' && !point) {
            point = true;
            continue;
        }
        if (*text < '0' || *text > '9' || (!point && sum > 0)) return false;
        if (point) place /= 10;
        if (point && place == 0) return false;
        sum += (uint64_t)(*text - '0') * place;
        digits = true;
    }
    *out = sum;
    return digits && sum <= ONE;
}

/* random(p): the decimal becomes a 32-bit threshold, rounded to nearest. */
static alea_status race_open_chance(const race_rules *rules, const race_builtin_policy *b, const char *value,
                                    race_bot **out, alea_error *error)
{
    uint64_t chance;
    if (!parse_chance(value, &chance)) {
        char shown[80];
        alea__printable(shown, sizeof shown, value, strlen(value));
        return alea__fail(error, ALEA_E_RANGE, RACE_RANDOM_CHANCE, shown);
    }
    alea_status status = race_open_fixed(rules, b, value, out, error);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(chance <= ONE);
    /* chance * 2^32 / ONE, rounded to nearest, by long division. */
    uint64_t quotient = chance / ONE, rest = chance % ONE;
    for (int bit = 0; bit < 32; bit++) {
        rest *= 2;
        quotient = quotient * 2 + (rest >= ONE);
        if (rest >= ONE) rest -= ONE;
    }
    ALEA_ASSERT(rest < ONE && quotient <= UINT64_C(1) << 32);
    uint64_t words = quotient + (rest * 2 >= ONE);
    (*out)->policy.certain = words > UINT32_MAX;
    (*out)->policy.n = words > UINT32_MAX ? UINT32_MAX : (uint32_t)words;
    return ALEA_OK;
}

/* Neller and Presser, Practical Play of the Dice Game Pig (UMAP Journal 31:1, 2010): "keep pace and end
   race". At or above 71 for any player a turn goes for the goal, which no threshold below it may cut short. */
static uint16_t pace(uint32_t own, uint32_t other)
{
    if (own >= 71 || other >= 71) return 101;
    return (uint16_t)((172 + other - own) / 8); /* 21.5 + (other - own) / 8 */
}

/* keep-pace as a table. Its numbers are only for the goal 100. */
static alea_status race_open_keep_pace(const race_rules *rules, const race_builtin_policy *b,
                                       const char *value, race_bot **out, alea_error *error)
{
    (void)b, (void)value;
    if (rules->goal != 100)
        return alea__fail(error, ALEA_E_RANGE, RACE_KEEP_PACE_GOAL, (unsigned)rules->goal);
    race_bot *bot = race_table_new(rules, 0);
    if (!bot) return alea__out_of_memory(error);
    for (uint32_t own = 0; own <= 100; own++)
        for (uint32_t other = 0; other <= 100; other++) bot->hold_at[own * 101 + other] = pace(own, other);
    *out = bot;
    return ALEA_OK;
}

/* ---- optimal play ---- */

static const alea_objective objectives[] = {ALEA_WIN, ALEA_MONEY, ALEA_SCORE, ALEA_TURNS};
enum { OBJECTIVES = sizeof objectives / sizeof *objectives };

/* The objective of that name, or for no name the game's first one. */
static alea_status race_find_objective(const race_rules *rules, const char *name, alea_objective *out,
                                       alea_error *error)
{
    char shown[40], list[80] = "";
    for (size_t i = 0; i < OBJECTIVES; i++) {
        const char *has = alea_objective_name(objectives[i]);
        if (!race_has_objective((const alea__rules *)rules, objectives[i])) continue;
        if (*name == 0 || strcmp(name, has) == 0) {
            *out = objectives[i];
            return ALEA_OK;
        }
        size_t at = strlen(list);
        snprintf(list + at, sizeof list - at, "%s%s", at ? " and " : "", has);
    }
    alea__printable(shown, sizeof shown, name, strlen(name));
    return alea__fail(error, ALEA_E_RANGE, RACE_OPTIMAL_OBJECTIVE, shown, list);
}

/* Good play needs no proof to twelve digits: if that precision is impossible, a millionth is enough. */
static alea_status race_solve_to_play(const race_rules *rules, alea_objective objective, alea__values **out,
                                      alea_error *error)
{
    const alea_solve_options usual = {.tolerance = 0}, coarse = {.tolerance = 1e-6};
    alea__problem problem = {.rules = (const alea__rules *)rules, .objective = objective, .options = &usual};
    alea_status status = race_solve(&problem, out, error);
    if (status != ALEA_E_RANGE) return status;
    problem.options = &coarse;
    return race_solve(&problem, out, error);
}

/* The plan of a solved game; `value` names the objective and may be empty. */
static alea_status race_open_optimal(const race_rules *rules, const race_builtin_policy *b, const char *value,
                                     race_bot **out, alea_error *error)
{
    alea_objective objective = ALEA_WIN;
    alea__values *values = NULL;
    alea__policy *plan;
    (void)b;
    if (rules->players > 2)
        return alea__fail(error, ALEA_E_USAGE, RACE_OPTIMAL_PLAYERS, (unsigned)rules->players);
    alea_status status = race_find_objective(rules, value, &objective, error);
    if (status == ALEA_OK) status = race_check_plan_size(race_plan_bytes(rules), error);
    if (status == ALEA_OK) status = race_solve_to_play(rules, objective, &values, error);
    if (status == ALEA_OK) status = race_plan_of_values((const alea__rules *)rules, values, &plan, error);
    if (status == ALEA_OK) *out = (race_bot *)plan;
    alea__values_free(values);
    return status;
}

/* ---- finding them ---- */

/* The policy's argument, or NULL if it takes none. */
static alea_status argument(const race_builtin_policy *b, const alea__spec *spec, const char **out,
                            alea_error *error)
{
    *out = b->fallback;
    if (spec->count == 0 && (!b->key || b->fallback)) return ALEA_OK;
    if (!b->key) return alea__fail(error, ALEA_E_SPEC, RACE_POLICY_NO_ARGUMENT, b->name);
    if (spec->count != 1) return alea__fail(error, ALEA_E_SPEC, RACE_POLICY_ONE_ARGUMENT, b->usage, b->name);
    const char *key = spec->argument[0].key;
    if (key && strcmp(key, b->key) != 0) {
        char shown[80];
        alea__printable(shown, sizeof shown, key, strlen(key));
        return alea__fail(error, ALEA_E_SPEC, RACE_POLICY_ARGUMENT, b->usage, shown, b->key);
    }
    *out = spec->argument[0].value;
    return ALEA_OK;
}

alea_status race_policy_open(const alea__rules *rules, const alea__spec *spec, alea__policy **out,
                             alea_error *error)
{
    const race_builtin_policy *b = NULL;
    const char *value;
    race_bot *bot;
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(builtins[i].name, spec->name) == 0) b = &builtins[i];
    if (!b) return alea__unknown_policy("Race", race_builtin, spec->name, error);
    alea_status status = argument(b, spec, &value, error);
    if (status == ALEA_OK) status = b->open(race_rules_of(rules), b, value, &bot, error);
    if (status == ALEA_OK) *out = (alea__policy *)bot;
    return status;
}
