/* Functions for all kinds of bots. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/sized_options.h"
#include "bot/bot.h"
#include "bot/messages.h"

#include <stdio.h>
#include <string.h>

void alea_bot_free(alea_bot *bot)
{
    if (!bot) return;
    alea__policy *frozen = bot->frozen;
    if (frozen) bot->game->family->policy->free(frozen);
    bot->ops->free(bot);
}

const char *alea_bot_name(const alea_bot *bot)
{
    return bot->name;
}

const char *alea_bot_title(const alea_bot *bot)
{
    return *bot->title ? bot->title : NULL;
}

const char *alea_bot_kind(const alea_bot *bot)
{
    return bot->ops->kind;
}

alea_memory alea_bot_memory(const alea_bot *bot)
{
    return bot->memory;
}

const char *alea_bot_sha256(const alea_bot *bot)
{
    return *bot->identity && strcmp(bot->ops->kind, "function") != 0 ? bot->identity : NULL;
}

alea_purity alea_bot_purity(const alea_bot *bot)
{
    return bot->purity;
}

const char *alea_purity_name(alea_purity purity)
{
    static const char *const names[] = {[ALEA_PURITY_UNKNOWN] = "unknown",
                                        [ALEA_IMPURE] = "no",
                                        [ALEA_TESTED_PURE] = "tested",
                                        [ALEA_DECLARED_PURE] = "declared"};
    return (unsigned)purity < sizeof names / sizeof *names ? names[purity] : "unknown";
}

alea_status alea_bot_declare_pure(alea_bot *bot, alea_error *error)
{
    if (bot->policy) return ALEA_OK;
    if (!bot->ops->restores) return alea__fail(error, ALEA_E_USAGE, BOT_NOT_RESTORED, bot->name);
    if (bot->purity == ALEA_DECLARED_PURE) return ALEA_OK;
    bot->purity = ALEA_DECLARED_PURE;
    char pure[80]; /* it plays in another way from now on */
    const int length = snprintf(pure, sizeof pure, "pure %s", bot->identity);
    alea__bot_identify(bot, pure, (size_t)length);
    return ALEA_OK;
}

bool alea__bot_is_restored(const alea_bot *bot)
{
    return bot->purity >= ALEA_TESTED_PURE;
}

const char *alea_failure_name(alea_failure failure)
{
    static const char *const names[ALEA_FAILURE_KINDS] = {
        [ALEA_NO_FAILURE] = "none", [ALEA_TRAP] = "trap",       [ALEA_FUEL] = "fuel",
        [ALEA_NO_ROOM] = "memory",  [ALEA_ILLEGAL] = "illegal", [ALEA_SKIPPED] = "skipped",
    };
    return (unsigned)failure < ALEA_FAILURE_KINDS ? names[failure] : "unknown";
}

void alea__bot_identify(alea_bot *bot, const void *data, size_t size)
{
    alea__sha256_hex(data, size, bot->identity);
}

alea__event alea__roll_event(const alea_game *game, const alea_state *state, uint32_t outcome)
{
    alea__event made = {.kind = ALEA__ROLLED};
    made.seat = (uint32_t)game->family->play->turn_of(game->rules, state);
    made.count = game->family->play->chance_faces(game->rules, state, outcome, made.faces);
    return made;
}

void alea__bot_begin(const alea_bot *bot, alea__instance *instance, unsigned seat, alea__past past)
{
    bot->ops->begin_game(instance, 0, seat);
    if (!bot->ops->receive) return;
    for (size_t i = 0; i < past.count; i++) bot->ops->receive(instance, &past.event[i]);
}

uint32_t alea__bot_expects(const alea_bot *bot)
{
    return bot->ops->expects ? bot->ops->expects : ALEA__EXPECTED;
}

void alea__bot_expect(const alea_bot *bot, alea__instance *instance, const alea_state *state, size_t count)
{
    ALEA_ASSERT(count <= alea__bot_expects(bot));
    if (bot->ops->expect && count > 0) bot->ops->expect(instance, state, count);
}

/* ---- sandboxes ---- */

alea_status alea__sandbox_options(const alea_sandbox_options *given, alea_sandbox_options *out,
                                  alea_error *error)
{
    enum { LEAST_MEMORY = 65536 };
    alea_sandbox_options options = ALEA__OPTIONS(alea_sandbox_options, given);
    if (options.fuel == 0) options.fuel = ALEA_DEFAULT_FUEL;
    if (options.memory == 0) options.memory = ALEA_DEFAULT_MEMORY;
    if (options.max_size == 0 || options.max_size > ALEA_LARGEST_WASM) options.max_size = ALEA_LARGEST_WASM;
    if (options.cache_size == 0) options.cache_size = ALEA_DEFAULT_CACHE;
    if (options.memory < LEAST_MEMORY) return alea__fail(error, ALEA_E_RANGE, BOT_LEAST_MEMORY, LEAST_MEMORY);
    *out = options;
    return ALEA_OK;
}

uint64_t alea_sandbox_spent(alea_sandbox *sandbox)
{
    return sandbox->spent ? sandbox->spent(sandbox) : 0;
}

const char *alea_sandbox_cache_trouble(alea_sandbox *sandbox)
{
    return sandbox->cache_trouble(sandbox);
}

void alea_sandbox_free(alea_sandbox *sandbox)
{
    if (sandbox) sandbox->free(sandbox);
}
