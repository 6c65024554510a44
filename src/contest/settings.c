/* The settings of a contest, made from its options. */
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "base/text.h"
#include "bot/bot.h"
#include "contest/contest.h"
#include "contest/messages.h"

enum { LARGEST_COMPONENT = 64 << 20 };

/* Raise this number whenever the rate of a pair changes by a single bit: old results in databases are then
   ignored. */
static const char edition[] = "alea contest 1";

bool alea_contest_shape(const alea_game *game, uint32_t *side, uint32_t *most)
{
    const alea__family *family = game->family;
    uint32_t s, m;
    if (!family->contest) return false;
    family->contest->domain(game->rules, &s, &m);
    if (side) *side = s;
    if (most) *most = m;
    return true;
}

const char *alea_contest_note(const alea_game *game)
{
    const alea__contest_ops *contest = game->family->contest;
    if (contest && contest->note) return contest->note(game->rules);
    return game->family->rules->note ? game->family->rules->note(game->rules) : NULL;
}

bool alea_contest_has_helpers(const alea_game *game)
{
    return alea__contest_has_helpers(game->family->contest, game->rules);
}

/* Hashes the rule file and its parameters, but not the file's path. */
static alea_status settings_hash_rules(alea__contest_settings *settings, alea_error *error)
{
    const alea_game *game = settings->game;
    alea__text text = {0};
    alea__text_add(&text, "%s\n%s\n%u %u\n", edition, game->sha256, (unsigned)settings->side,
                   (unsigned)settings->most);
    alea_parameter p;
    for (size_t i = 0; alea_game_parameter(game, i, &p); i++)
        alea__text_add(&text, "%s=%s\n", p.name, p.value);
    bool failed = text.failed;
    if (!failed) alea__sha256_hex(text.data, text.size, settings->rules);
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

alea_status alea__contest_settings_make(const alea_game *game, alea_sandbox *sandbox,
                                        const alea_contest_options *given, alea__contest_settings *out,
                                        alea_error *error)
{
    const alea_contest_options options = ALEA__OPTIONS(alea_contest_options, given);
    *out = (alea__contest_settings){.game = game,
                                    .family = game->family,
                                    .sandbox = sandbox,
                                    .fuel = options.fuel ? options.fuel : ALEA_PYTHON_FUEL,
                                    .seed = options.seed,
                                    .threads = options.threads,
                                    .progress = options.progress,
                                    .database = options.database};
    if (!alea_contest_shape(game, &out->side, &out->most))
        return alea__fail(error, ALEA_E_REFUSED, CONTEST_NO_CONTESTS, game->spec);
    out->cells = (size_t)out->side * out->side;
    return settings_hash_rules(out, error);
}

alea_status alea__contest_settings_hash_python(alea__contest_settings *settings, alea_error *error)
{
    unsigned char *data;
    size_t size;
    if (!settings->sandbox || !settings->sandbox->options.python)
        return ALEA_OK; /* asking for a table reports it */
    alea_status status =
        alea__read_file(settings->sandbox->options.python, LARGEST_COMPONENT, &data, &size, error);
    if (status != ALEA_OK) return status;
    alea__sha256_hex(data, size, settings->python);
    alea__free(data);
    return ALEA_OK;
}
