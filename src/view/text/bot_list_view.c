/* The built-in bots. */
#include "base/error.h"
#include "base/memory.h"
#include "view/game_list.h"
#include "view/json/views.h"
#include "view/messages.h"
#include "view/words.h"

#include <string.h>

enum { EXPLAINED_AT = 22 };

void alea__add_builtins(alea__text *out, const char *family, size_t width)
{
    alea_builtin bot;
    for (size_t i = 0; alea_bot_builtin(family, i, &bot); i++) {
        alea__text help = {0};
        alea__text_add(&help, "%s", bot.help);
        if (bot.games) alea__text_add(&help, " (%s)", bot.games);
        out->failed |= help.failed;
        if (!help.failed) alea__add_entry(out, bot.usage, help.data, EXPLAINED_AT, width);
        alea__text_free(&help);
    }
}

/* The built-in bots of these families, and which files are bots. */
static alea_status bots_show(alea__families f, const alea_view_options *given, char **out, alea_error *error)
{
    const alea_view_options options = alea__view_options(given);
    const size_t width = options.width;
    if (options.json) return alea__bots_json(f, out, error);
    alea__text text = {0};
    for (size_t i = 0; i < f.count; i++) {
        alea__text_add(&text, VIEW_BUILTIN_BOTS, i > 0 ? "\n" : "", f.name[i]);
        alea__add_builtins(&text, f.name[i], width);
    }
    alea__text_add(&text, VIEW_FILES_ARE_BOTS);
    alea__add_entry(&text, "table:FILE.csv",
                    "a table with columns own, other and hold_at, the turn total at which it holds",
                    EXPLAINED_AT, width);
    alea__add_entry(&text, "FILE.lua", "a Lua file with a function decide(view)", EXPLAINED_AT, width);
    alea__add_entry(&text, "FILE.wasm", "a WebAssembly module or component, written in any language",
                    EXPLAINED_AT, width);
    return alea__view_finish(&text, out, error);
}

/* Collects the families of all games, each once and in the order of the catalogue, unless one game is given. */
alea_status alea_view_bots(const alea_game *game, const alea_view_options *options, char **out,
                           alea_error *error)
{
    if (game)
        return bots_show((alea__families){.name = (const char *[]){alea_game_family(game)}, .count = 1},
                         options, out, error);
    alea__game_list games;
    alea_status status = alea__game_list_open(&games, error);
    if (status != ALEA_OK) return status;
    const char **names = alea__alloc_array(games.count, sizeof *names);
    alea__families f = {.name = names};
    for (size_t i = 0; names && i < games.count; i++) {
        const char *name = alea_game_family(games.game[i]);
        size_t known = 0;
        while (known < f.count && strcmp(names[known], name) != 0) known++;
        if (known == f.count) names[f.count++] = name;
    }
    status = names ? bots_show(f, options, out, error) : alea__out_of_memory(error);
    alea__free(names);
    alea__game_list_close(&games);
    return status;
}
