/* What is the same for every bot. */
#include "bot/bot.h"

void alea_bot_free(alea_bot *bot)
{
    if (bot) bot->class->free(bot);
}

const char *alea_bot_name(const alea_bot *bot)
{
    return bot->name;
}

const char *alea_bot_kind(const alea_bot *bot)
{
    return bot->class->kind;
}

const char *alea_failure_name(alea_failure failure)
{
    static const char *const names[ALEA_FAILURE_KINDS] = {
        [ALEA_NO_FAILURE] = "none", [ALEA_TRAP] = "trap",       [ALEA_FUEL] = "fuel",
        [ALEA_NO_ROOM] = "memory",  [ALEA_ILLEGAL] = "illegal", [ALEA_SKIPPED] = "skipped",
    };
    return (unsigned)failure < ALEA_FAILURE_KINDS ? names[failure] : "unknown";
}
