/* Finding a bot by its spec: `table:FILE`, a file by its ending, or a built-in policy. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/bot.h"
#include "bot/messages.h"
#include "value/solver_ops.h"

#include <string.h>
#include <sys/stat.h>

enum { SHOWN = 256, BUILTINS = 64 };

/* ---- files --------------------------------------------------------------------------------------------- */

static alea_status find_open_table(const alea_game *game, const char *spec, alea_sandbox *sandbox,
                                   alea_bot **out, alea_error *error)
{
    (void)sandbox;
    const char *path = spec + strlen("table:");
    if (!*path) return alea__fail(error, ALEA_E_SPEC, BOT_TABLE_NO_PATH);
    return alea__table_bot_open(game, path, out, error);
}

static alea_status find_open_lua(const alea_game *game, const char *path, alea_sandbox *sandbox,
                                 alea_bot **out, alea_error *error)
{
    return alea__lua_bot_open(game, path, sandbox ? &sandbox->options : NULL, out, error);
}

alea_status alea__needs_sandbox(const char *path, const char *language, alea_error *error)
{
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, path, strlen(path));
    return alea__fail(error, ALEA_E_USAGE, BOT_NEEDS_SANDBOX, shown, language);
}

static alea_status find_open_wasm(const alea_game *game, const char *path, alea_sandbox *sandbox,
                                  alea_bot **out, alea_error *error)
{
    if (!sandbox) return alea__needs_sandbox(path, "WebAssembly", error);
    return sandbox->open_wasm(sandbox, game, path, out, error);
}

static alea_status find_open_python(const alea_game *game, const char *path, alea_sandbox *sandbox,
                                    alea_bot **out, alea_error *error)
{
    if (!sandbox) return alea__needs_sandbox(path, "Python", error);
    return sandbox->open_python(sandbox, game, path, out, error);
}

/* Source languages that must be built to WebAssembly first. */
typedef struct source_kind {
    const char *ending, *name, *how;
} source_kind;

/* The language of a file by its ending; NULL: it is not the source of a bot. */
static const source_kind *find_source_language(const char *path)
{
    static const source_kind languages[] = {
        {".py", "Python",
         "componentize-py -d wit -w player componentize MODULE -o FILE.wasm, where MODULE is its name "
         "without "
         ".py"},
        {".c", "C", "alea bot build FILE.c"},
        {".zig", "Zig",
         "zig build-exe FILE.zig -target wasm32-freestanding -O ReleaseSmall -fno-entry -rdynamic"},
        {".ts", "AssemblyScript", "asc FILE.ts -O --runtime stub -o FILE.wasm"},
        {".rs", "Rust", "rustc --target wasm32-unknown-unknown --crate-type cdylib -O FILE.rs"},
    };
    for (size_t i = 0; i < sizeof languages / sizeof *languages; i++)
        if (alea__ends_with(path, languages[i].ending)) return &languages[i];
    return NULL;
}

/* ---- built-in policies --------------------------------------------------------------------------------- */

/* The names of the family's policies: their usages up to the bracket. */
typedef struct builtin_names {
    char text[BUILTINS][48];
    const char *name[BUILTINS];
    size_t count;
} builtin_names;

/* Copies the names; usages such as table:FILE.csv are not names of policies. */
static void find_list_builtins(const alea__family *family, builtin_names *list)
{
    list->count = 0;
    for (size_t i = 0; list->count < BUILTINS; i++) {
        const char *usage = family->policy->builtin(i).usage;
        if (!usage) return;
        size_t length = strcspn(usage, "(");
        if (strchr(usage, ':') || length >= sizeof list->text[0]) continue;
        char *text = list->text[list->count];
        memcpy(text, usage, length);
        text[length] = 0;
        list->name[list->count++] = text;
    }
}

static bool find_is_builtin(const builtin_names *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->name[i], name) == 0) return true;
    return false;
}

/* Reports an unknown policy, with the nearest name and a list of all. */
static alea_status find_refuse_name(const alea_game *game, const builtin_names *list, const char *name,
                                    alea_error *error)
{
    char shown[SHOWN];
    alea__text usages = {0};
    alea__printable(shown, sizeof shown, name, strlen(name));
    for (size_t i = 0; game->family->policy->builtin(i).usage; i++)
        alea__text_add(&usages, "%s%s", i ? ", " : "", game->family->policy->builtin(i).usage);
    const char *builtins = usages.data ? usages.data : "the built-in ones";
    const char *nearest = alea__nearest(name, list->name, list->count);
    if (nearest)
        alea__fail(error, ALEA_E_UNKNOWN, BOT_UNKNOWN_NEAR, shown, nearest, builtins);
    else
        alea__fail(error, ALEA_E_UNKNOWN, BOT_UNKNOWN, shown, builtins);
    alea__text_free(&usages);
    return ALEA_E_UNKNOWN;
}

/* ---- specs that are not bots ---------------------------------------------------------------------------- */

/* Whether a name was meant as a file: it has a folder or a short ending, or such a file exists. */
static bool find_looks_like_path(const char *text)
{
    struct stat status;
    const char *dot = strrchr(text, '.');
    size_t ending = dot ? strlen(dot) : 0;
    return strchr(text, '/') || (ending >= 2 && ending <= 5 && dot != text && !strpbrk(dot, "()=,")) ||
           stat(text, &status) == 0;
}

/* Says why a path is not a bot, and what to give instead. */
static alea_status find_refuse_path(const char *path, alea_error *error)
{
    struct stat found;
    char shown[SHOWN];
    alea__printable(shown, sizeof shown, path, strlen(path));
    if (stat(path, &found) != 0) return alea__fail(error, ALEA_E_FILE, BOT_NO_FILE, shown);
    if (S_ISDIR(found.st_mode)) return alea__fail(error, ALEA_E_BOT, BOT_FOLDER, shown);
    const source_kind *source = find_source_language(path);
    if (source) return alea__fail(error, ALEA_E_BOT, BOT_SOURCE, shown, source->name, source->how);
    if (alea__ends_with(path, ".csv") || alea__ends_with(path, ".h5"))
        return alea__fail(error, ALEA_E_BOT, BOT_BARE_TABLE, shown);
    return alea__fail(error, ALEA_E_BOT, BOT_NOT_A_BOT, shown);
}

/* Opens a policy by its name, or says why the spec is not a bot. */
static alea_status find_open_builtin(const alea_game *game, const char *text, alea_sandbox *sandbox,
                                     alea_bot **out, alea_error *error)
{
    (void)sandbox;
    if (find_looks_like_path(text)) return find_refuse_path(text, error);
    alea__spec spec;
    builtin_names list;
    alea_status status = alea__spec_parse(text, &spec, error);
    if (status != ALEA_OK) return status;
    find_list_builtins(game->family, &list);
    if (find_is_builtin(&list, spec.name))
        status = alea__policy_bot_open(game, text, out, error);
    else if (spec.count > 0 && (alea__ends_with(spec.name, ".lua") || alea__ends_with(spec.name, ".wasm")))
        status = alea__fail(error, ALEA_E_SPEC, BOT_ARGUMENTS, spec.name);
    else
        status = find_refuse_name(game, &list, spec.name, error);
    alea__spec_free(&spec);
    return status;
}

/* ---- */

typedef alea_status bot_opener(const alea_game *, const char *spec, alea_sandbox *, alea_bot **out,
                               alea_error *);

/* A file in Python can be a bot as it is only where a bot is a function of two scores. */
static bot_opener *find_opener(const alea_game *game, const char *spec)
{
    if (strncmp(spec, "table:", strlen("table:")) == 0) return find_open_table;
    if (alea__ends_with(spec, ".py") && game->family->contest) return find_open_python;
    if (alea__ends_with(spec, ".lua")) return find_open_lua;
    if (alea__ends_with(spec, ".wasm")) return find_open_wasm;
    return find_open_builtin;
}

/* Names the bot by its spec, as standings show it, in characters that are safe for a terminal. */
static alea_status find_name_bot(alea_bot *bot, const char *spec, alea_error *error)
{
    size_t size = 4 * strlen(spec) + 1; /* the worst: every byte as \xNN */
    char *name = alea__alloc(size);
    if (!name) return alea__out_of_memory(error);
    alea__printable(name, size, spec, strlen(spec));
    alea__free(bot->name);
    bot->name = name;
    return ALEA_OK;
}

/* Whatever name the bot got when it was opened, its spec replaces it. */
alea_status alea_bot_open(const alea_game *game, const char *spec, alea_sandbox *sandbox, alea_bot **out,
                          alea_error *error)
{
    if (!spec || !*spec) return alea__fail(error, ALEA_E_SPEC, BOT_NO_NAME);
    alea_bot *bot;
    alea_status status = find_opener(game, spec)(game, spec, sandbox, &bot, error);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(bot->ops != NULL && bot->game == game);
    status = find_name_bot(bot, spec, error);
    if (status != ALEA_OK)
        alea_bot_free(bot);
    else
        *out = bot;
    return status;
}
