/* Bots that are tables in files: moves, or totals to hold at, in CSV; a frozen bot, or values, in HDF5. The
   file's first bytes tell which. The family reads the contents. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/bot.h"
#include "bot/messages.h"
#include "value/solver_ops.h"
#include <alea/exact.h>

#include <string.h>

enum { LARGEST_TABLE = 64 << 20, FIRST_BYTES = 16 };

/* A file that cannot be read is reported as such first. */
static alea_status table_bot_refuse_csv(const alea_game *game, const char *path, alea_error *error)
{
    alea__file *file;
    alea_status status = alea__file_open(path, &file, error);
    if (status != ALEA_OK) return status;
    alea__file_close(file);
    return alea__fail(error, ALEA_E_REFUSED, BOT_NO_CSV_BUT_H5, game->family->name);
}

/* The contents of a table file. */
typedef struct table_bot_content {
    alea__policy *policy;
    char hash[65]; /* of the file */
} table_bot_content;

/* The policy in a CSV file; ALEA_E_REFUSED if the family has no such tables. */
static alea_status table_bot_open_csv(const alea_game *game, const char *path, table_bot_content *out,
                                      alea_error *error)
{
    unsigned char *text;
    size_t size;
    if (!game->family->csv) return table_bot_refuse_csv(game, path, error);
    alea_status status = alea__read_file(path, LARGEST_TABLE, &text, &size, error);
    if (status != ALEA_OK) return status;
    alea__sha256_hex(text, size, out->hash);
    status = game->family->csv->open(game->rules, &(alea__csv_text){path, (const char *)text, size},
                                     &out->policy, error);
    alea__free(text);
    return status;
}

/* ---- HDF5 ---- */

static alea_status table_bot_with_name(const char *path, alea_status status, const alea_error *why,
                                       alea_error *error)
{
    return status == ALEA_OK ? status : alea__fail_at(error, status, path, 0, "%s", why->message);
}

/* Checks that a table of values can be played: it is complete, undamaged and of this game. */
static alea_status table_bot_check(const alea_game *game, const char *path, const alea__values *values,
                                   alea_error *error)
{
    alea_error why = {0};
    char disorder[300];
    if (!alea__values_complete(values))
        return alea__fail_at(error, ALEA_E_REFUSED, path, 0, BOT_TABLE_UNFINISHED, values->layers_done,
                             values->layers);
    if (values->seats > 0)
        return alea__fail_at(error, ALEA_E_REFUSED, path, 0, BOT_TABLE_SEVERAL, values->seats);
    if (!alea__values_in_order(values, disorder, sizeof disorder))
        return alea__fail_at(error, ALEA_E_REFUSED, path, 0, BOT_TABLE_WRONG, disorder);
    return table_bot_with_name(path, game->family->solver->fits(game->rules, values, &why), &why, error);
}

static alea_status table_bot_play_values(const alea_game *game, const char *path, const alea__values *values,
                                         alea__policy **out, alea_error *error)
{
    alea_error why = {0};
    alea_status status = table_bot_check(game, path, values, error);
    if (status != ALEA_OK) return status;
    status = game->family->solver->policy_of_values(game->rules, values, out, &why);
    return table_bot_with_name(path, status, &why, error);
}

/* The file's policy: a frozen one, or the one that its values define. */
static alea_status table_bot_play(const alea_game *game, const char *path, const alea__values_file *file,
                                  alea__policy **out, alea_error *error)
{
    alea_error why = {0};
    alea_status status = alea__values_play_in(game, path, file, error);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(!file->values != !file->policy);
    if (file->values) return table_bot_play_values(game, path, file->values, out, error);
    status = game->family->solver->unpack_policy(game->rules, file->policy, file->policy_size, out, &why);
    return table_bot_with_name(path, status, &why, error);
}

static alea_status table_bot_hash(const char *path, char out[65], alea_error *error)
{
    alea__file *file;
    alea_status status = alea__file_open(path, &file, error);
    if (status != ALEA_OK) return status;
    if (!alea__sha256_range(alea__file_get, file, 0, alea__file_size(file), out))
        status = alea__file_failure(file, error);
    alea__file_close(file);
    return status;
}

/* Reads the file and makes a policy of it. Hashes it before and after, so that the hash is that of the data read. */
static alea_status table_bot_open_h5(const alea_game *game, const char *path, table_bot_content *out,
                                     alea_error *error)
{
    alea__values_file file;
    char after[65];
    if (!game->family->solver) return alea__fail(error, ALEA_E_REFUSED, BOT_NO_H5, game->family->name);
    alea_status status = table_bot_hash(path, out->hash, error);
    if (status == ALEA_OK) status = alea__values_read(path, &file, error);
    if (status != ALEA_OK) return status;
    status = table_bot_play(game, path, &file, &out->policy, error);
    alea__values_file_clear(&file);
    if (status != ALEA_OK) return status;
    status = table_bot_hash(path, after, error);
    if (status == ALEA_OK && strcmp(out->hash, after) != 0)
        status = alea__fail_at(error, ALEA_E_FILE, path, 0, BOT_TABLE_CHANGED);
    if (status != ALEA_OK) game->family->policy->free(out->policy);
    return status;
}

/* For a file in neither format, a name ending in .h5 only decides which error is reported. A file that cannot be opened,
   such as a pipe, is read as CSV, which reports the problem. Fails only if memory runs out. */
static alea_status table_bot_is_h5(const char *path, bool *h5, alea_error *error)
{
    alea__file *file;
    unsigned char first[FIRST_BYTES];
    alea_status status = alea__file_open(path, &file, error);
    *h5 = false;
    if (status != ALEA_OK) return status == ALEA_E_MEMORY ? status : ALEA_OK;
    bool known = alea__file_size(file) >= sizeof first && alea__file_get(file, 0, first, sizeof first) &&
                 alea__values_recognised(first, sizeof first);
    alea__file_close(file);
    *h5 = known || alea__ends_with(path, ".h5");
    return ALEA_OK;
}

/* ---- bots ---- */

/* Makes a bot with this name and takes over the policy, even on failure. */
static alea_status table_bot_new(const alea_game *game, alea__policy *policy, const char *name,
                                 alea_bot **out, alea_error *error)
{
    alea_bot *bot;
    alea_status status = alea__policy_bot_new(game, policy, true, &bot, error);
    if (status != ALEA_OK) return status;
    alea__free(bot->name);
    bot->name = alea__copy_text(name);
    if (!bot->name) {
        alea_bot_free(bot);
        return alea__out_of_memory(error);
    }
    *out = bot;
    return ALEA_OK;
}

alea_status alea_table_bot(const alea_table *table, const char *name, alea_bot **out, alea_error *error)
{
    const alea_game *game = alea_table_game(table);
    alea__policy *policy;
    alea_status status = table_bot_play_values(game, name, alea__table_values(table), &policy, error);
    return status == ALEA_OK ? table_bot_new(game, policy, name, out, error) : status;
}

alea_status alea_table_bot_for_plot(const alea_table *table, const alea_plotted_turns *turns,
                                    const char *name, alea_bot **out, alea_error *error)
{
    const alea_game *game = alea_table_game(table);
    const alea__values *values = alea__table_values(table);
    alea__policy *policy;
    if (!game->family->solver->policy_of_turns) return alea_table_bot(table, name, out, error);
    alea_status status = table_bot_check(game, name, values, error);
    if (status != ALEA_OK) return status;
    status = game->family->solver->policy_of_turns(game->rules, values, turns, &policy, error);
    return status == ALEA_OK ? table_bot_new(game, policy, name, out, error) : status;
}

alea_status alea__table_bot_open(const alea_game *game, const char *path, alea_bot **out, alea_error *error)
{
    table_bot_content content = {0};
    bool h5;
    alea_status status = table_bot_is_h5(path, &h5, error);
    if (status != ALEA_OK) return status;
    status =
        h5 ? table_bot_open_h5(game, path, &content, error) : table_bot_open_csv(game, path, &content, error);
    if (status == ALEA_OK) status = alea__policy_bot_new(game, content.policy, true, out, error);
    if (status == ALEA_OK) memcpy((*out)->identity, content.hash, sizeof content.hash);
    return status;
}
