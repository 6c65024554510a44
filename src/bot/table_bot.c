/* Bots that are tables in CSV files. What the columns mean is the family's affair. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "bot/bot.h"

enum { LARGEST_TABLE = 64 << 20 };

alea_status alea__table_bot_open(const alea_game *game, const char *path, alea_bot **out, alea_error *error)
{
    if (!game->family->table_open)
        return alea__fail(error, ALEA_E_REFUSED, "The games of the family %s take no tables as bots.",
                          game->family->name);
    unsigned char *text;
    size_t size;
    alea_status status = alea__read_file(path, LARGEST_TABLE, &text, &size, error);
    if (status != ALEA_OK) return status;
    alea__policy *policy;
    status = game->family->table_open(game->rules, path, (const char *)text, size, &policy, error);
    alea__free(text);
    return status == ALEA_OK ? alea__policy_bot_wrap(game, policy, true, out, error) : status;
}
