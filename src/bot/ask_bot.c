/* Asking a bot in one position. */
#include "base/assert.h"
#include "base/error.h"
#include "bot/bot.h"
#include "bot/messages.h"
#include <alea/exact.h>

static alea_status ask_bot_answer(const alea_bot *bot, const alea__decision *decision, uint32_t *move,
                                  alea_error *error)
{
    if (decision->exhausted) return alea__out_of_memory(error);
    if (decision->stopped) return alea__fail(error, ALEA_E_STOPPED, BOT_ASK_STOPPED);
    if (decision->failure)
        return alea__fail(error, ALEA_E_BOT, BOT_ASK_FAILS, bot->name, alea_failure_name(decision->failure),
                          decision->text);
    *move = decision->move;
    return ALEA_OK;
}

/* Asks as at the first decision of the first game of a run with seed 0. */
static alea_status ask_bot_policy(const alea_bot *bot, const alea_state *state, unsigned seat, uint32_t *move,
                                  alea_error *error)
{
    alea__memo memo = {{0}};
    alea__stream own;
    alea__stream_start(&own, 0, 0, ALEA__SEAT + seat, 0);
    uint32_t said = bot->game->family->policy->decide(bot->game->rules, bot->policy, state, &memo, &own);
    const alea__decision decision = {.move = said,
                                     .failure = said == ALEA__NO_MOVE ? ALEA_ILLEGAL : ALEA_NO_FAILURE,
                                     .text = "it " BOT_FORFEITS};
    return ask_bot_answer(bot, &decision, move, error);
}

/* A fresh instance decides once. */
static alea_status ask_bot_program(alea_bot *bot, const alea_state *state, alea__past past, uint32_t *move,
                                   alea_error *error)
{
    const alea_game *game = bot->game;
    const alea__instance_id id = {.restored = alea__bot_is_restored(bot)};
    alea__instance *instance;
    alea_status status = bot->ops->start(bot, &id, &instance, error);
    if (status != ALEA_OK) return status;
    alea__decision decision = {.failure = ALEA_NO_FAILURE};
    alea__bot_begin(bot, instance, (unsigned)game->family->play->to_move(game->rules, state), past);
    bot->ops->decide(instance, state, &decision);
    bot->ops->end(instance);
    return ask_bot_answer(bot, &decision, move, error);
}

alea_status alea__bot_ask_after(alea_bot *bot, const alea_state *state, alea__past past, uint32_t *move,
                                alea_error *error)
{
    int seat = alea_game_to_move(bot->game, state);
    if (seat < 0) return alea__fail(error, ALEA_E_STATE, seat == ALEA_OVER ? BOT_ASK_OVER : BOT_ASK_DICE);
    ALEA_ASSERT((unsigned)seat < bot->game->players);
    return bot->policy ? ask_bot_policy(bot, state, (unsigned)seat, move, error)
                       : ask_bot_program(bot, state, past, move, error);
}

alea_status alea_bot_ask(alea_bot *bot, const alea_state *state, uint32_t *move, alea_error *error)
{
    if (bot->ops->receive) return alea__fail(error, ALEA_E_REFUSED, BOT_ASK_ROLLS, bot->name);
    return alea__bot_ask_after(bot, state, (alea__past){NULL, 0}, move, error);
}
