/* Bots that are policies of the game's family: the built-in ones and tables. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "bot/bot.h"
#include "bot/messages.h"

#include <string.h>

typedef struct policy_instance {
    const alea_bot *bot;
    uint64_t seed;
    alea__memo memo;
    alea__stream own;
} policy_instance;

static void policy_bot_free(alea_bot *bot)
{
    bot->game->family->policy->free(bot->policy);
    alea__free(bot->name);
    alea__free(bot);
}

static alea_status policy_bot_start(alea_bot *bot, const alea__instance_id *id, alea__instance **out,
                                    alea_error *error)
{
    policy_instance *instance = alea__alloc(sizeof *instance);
    if (!instance) return alea__out_of_memory(error);
    instance->bot = bot;
    instance->seed = id->seed;
    *out = (alea__instance *)instance;
    return ALEA_OK;
}

static void policy_bot_end(alea__instance *instance)
{
    alea__free(instance);
}

/* A policy's memory and randomness belong to the game, so it plays the same in every block. */
static void policy_bot_begin_game(alea__instance *opaque, uint64_t game, unsigned seat)
{
    policy_instance *instance = (policy_instance *)opaque;
    ALEA_ASSERT(seat < instance->bot->game->players);
    instance->memo = (alea__memo){{0}};
    alea__stream_start(&instance->own, instance->seed, 0, ALEA__SEAT + seat, game);
}

static void policy_bot_decide(alea__instance *opaque, const alea_state *state, alea__decision *out)
{
    static const char reason[] = BOT_FORFEITS;
    policy_instance *instance = (policy_instance *)opaque;
    const alea_bot *bot = instance->bot;
    out->move = bot->game->family->policy->decide(bot->game->rules, bot->policy, state, &instance->memo,
                                                  &instance->own);
    if (out->move != ALEA__NO_MOVE) return;
    out->failure = ALEA_ILLEGAL;
    for (size_t i = 0; i < sizeof reason; i++) out->text[i] = reason[i];
}

static const char *policy_bot_what_builtin(const alea_bot *bot, const char *const **imports)
{
    (void)bot, (void)imports;
    return "A built-in policy.";
}

static const char *policy_bot_what_table(const alea_bot *bot, const char *const **imports)
{
    (void)bot, (void)imports;
    return "A table of moves, from a file.";
}

static const alea__bot_ops builtin_bot_ops = {
    .kind = "built-in",
    .free = policy_bot_free,
    .start = policy_bot_start,
    .end = policy_bot_end,
    .begin_game = policy_bot_begin_game,
    .decide = policy_bot_decide,
    .what = policy_bot_what_builtin,
};

static const alea__bot_ops table_bot_ops = {
    .kind = "table",
    .free = policy_bot_free,
    .start = policy_bot_start,
    .end = policy_bot_end,
    .begin_game = policy_bot_begin_game,
    .decide = policy_bot_decide,
    .what = policy_bot_what_table,
};

alea_status alea__policy_bot_new(const alea_game *game, alea__policy *policy, bool table, alea_bot **out,
                                 alea_error *error)
{
    ALEA_ASSERT(policy != NULL);
    alea_bot *bot = alea__alloc(sizeof *bot);
    if (!bot) {
        game->family->policy->free(policy);
        return alea__out_of_memory(error);
    }
    *bot = (alea_bot){.ops = table ? &table_bot_ops : &builtin_bot_ops, .game = game, .policy = policy};
    *out = bot;
    return ALEA_OK;
}

alea_status alea__policy_bot_open(const alea_game *game, const char *text, alea_bot **out, alea_error *error)
{
    alea__policy *policy;
    char space[ALEA__POLICY_MEANT];
    const char *meant = alea__game_policy_meant(game, text, space);
    alea_status status = alea__game_policy_open(game, text, &policy, error);
    if (status == ALEA_OK) status = alea__policy_bot_new(game, policy, false, out, error);
    if (status == ALEA_OK) alea__bot_identify(*out, meant, strlen(meant));
    return status;
}
