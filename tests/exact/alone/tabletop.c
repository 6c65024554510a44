#include "exact/alone/alone.h"
#include "family/tabletop/check/certify.h"

/* The family as far as a checker needs it. */

/* Games are not listed here. */
alea_status alea__listed_begin(alea__listed *listed, const alea__family *family, const alea__listing *how,
                               unsigned players, alea_error *error)
{
    (void)family, (void)how, (void)players, (void)error;
    *listed = (alea__listed){.states = NULL};
    return ALEA_OK;
}

void alea__listed_end(alea__listed *listed)
{
    (void)listed;
}

static alea_status check(const alea__rules *rules, const alea__values *values, const alea_progress *progress,
                         alea_verdict *out, alea_error *error)
{
    tabletop_program *program;
    alea_status status =
        tabletop_program_make(tabletop_game_of(rules), values->objective, true, progress, &program, error);
    if (status != ALEA_OK) return status;
    status = tabletop_certify(rules, program, values, progress, out, error);
    tabletop_program_free(program);
    return status;
}

static const alea__rules_ops rules_ops = {.lua_functions = tabletop_words,
                                          .compile = tabletop_compile,
                                          .free = tabletop_free,
                                          .has_objective = tabletop_has_objective};
/* Sentences of a rule file are read and never said. */
static const char *const events[] = {"question", "move", "outcome", NULL};

static bool fits(const alea__rules *rules, const char *key)
{
    (void)rules, (void)key;
    return true;
}

static bool has_blank(const alea__rules *rules, const char *key, const char *blank)
{
    (void)rules, (void)key, (void)blank;
    return true;
}

static const alea__narration_ops narration = {.events = events, .fits = fits, .has_blank = has_blank};
static const alea__play_ops play_ops = {.canonical = tabletop_canonical};
static const alea__solver_ops solver_ops = {.check = check};
static const alea__family family = {.name = "tabletop",
                                    .rules = &rules_ops,
                                    .play = &play_ops,
                                    .solver = &solver_ops,
                                    .narration = &narration};
const alea__family *const alone_family = &family;
