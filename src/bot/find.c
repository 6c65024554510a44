/* Finding a bot by its spec: `table:FILE`, a file by its ending, or a built-in policy. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"
#include "bot/asking.h"
#include "bot/bot.h"
#include "bot/messages.h"
#include "value/solver_ops.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { SHOWN = 256, BUILTINS = 64, NEAR_FILES = 256 };
#define DIGITS "0123456789"

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

/* The language of a source file by its ending; NULL if the file is not the source of a bot. */
static const source_kind *find_source_language(const char *path)
{
    static const source_kind languages[] = {
        {".py", "Python", "alea bot build FILE.py"}, {".c", "C", "alea bot build FILE.c"},
        {".zig", "Zig", "alea bot build FILE.zig"},  {".ts", "AssemblyScript", "alea bot build FILE.ts"},
        {".rs", "Rust", "alea bot build FILE.rs"},
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

/* If `name` is a file without its ending, fails and suggests the file; else returns ALEA_OK. */
static alea_status find_suggest_file(const char *name, alea_error *error)
{
    static const char *const endings[] = {".wasm", ".lua", ".py", ".csv", ".h5"};
    char path[SHOWN], shown[SHOWN], file[SHOWN];
    struct stat about;
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        const int length = snprintf(path, sizeof path, "%s%s", name, endings[i]);
        if (length >= SHOWN || stat(path, &about) != 0 || !S_ISREG(about.st_mode)) continue;
        alea__printable(shown, sizeof shown, name, strlen(name));
        alea__printable(file, sizeof file, path, strlen(path));
        const bool table = alea__ends_with(path, ".csv") || alea__ends_with(path, ".h5");
        return alea__fail(error, ALEA_E_UNKNOWN, BOT_FILE_NEAR, shown, table ? "table:" : "", file);
    }
    return ALEA_OK;
}

/* The built-in policy that was probably meant: the nearest name, or hold:20 for hold20. NULL if none is near. */
static const char *find_nearest(const builtin_names *list, const char *name, char numbered[SHOWN])
{
    char stem[SHOWN];
    const size_t length = strcspn(name, "0123456789"), digits = strspn(name + length, "0123456789");
    if (digits > 0 && name[length + digits] == 0 && length + digits + 2 < SHOWN) {
        snprintf(stem, sizeof stem, "%.*s", (int)length, name);
        const char *nearest = alea__nearest(stem, list->name, list->count);
        if (nearest) snprintf(numbered, SHOWN, "%s:%s", nearest, name + length);
        return nearest ? numbered : NULL;
    }
    return alea__nearest(name, list->name, list->count);
}

/* Reports an unknown policy: with the file or the name that was meant, or a list of all. */
static alea_status find_refuse_name(const alea_game *game, const builtin_names *list, const char *name,
                                    alea_error *error)
{
    char shown[SHOWN], numbered[SHOWN];
    alea__text usages = {0};
    alea__printable(shown, sizeof shown, name, strlen(name));
    if (strcmp(name, "human") == 0) return alea__fail(error, ALEA_E_UNKNOWN, BOT_PERSON, shown, game->name);
    alea_status status = find_suggest_file(name, error);
    if (status != ALEA_OK) return status;
    const char *nearest = find_nearest(list, name, numbered);
    if (nearest) return alea__fail(error, ALEA_E_UNKNOWN, BOT_UNKNOWN_NEAR, shown, nearest);
    for (size_t i = 0; game->family->policy->builtin(i).usage; i++)
        alea__text_add(&usages, "%s%s", i ? ", " : "", game->family->policy->builtin(i).usage);
    alea__fail(error, ALEA_E_UNKNOWN, BOT_UNKNOWN, shown, usages.data ? usages.data : "the built-in ones");
    alea__text_free(&usages);
    return ALEA_E_UNKNOWN;
}

/* ---- specs that are not bots ---------------------------------------------------------------------------- */

/* Whether a name looks like a file: it has a folder or a short ending, or such a file exists. The .5 in random:0.5 is not
   an ending. */
static bool find_looks_like_path(const char *text)
{
    struct stat status;
    const char *dot = strrchr(text, '.');
    size_t ending = dot ? strlen(dot) : 0;
    return strchr(text, '/') ||
           (ending >= 2 && ending <= 5 && dot != text && !strpbrk(dot, "()=,") && !strchr(DIGITS, dot[1])) ||
           stat(text, &status) == 0;
}

/* Whether a file may be meant as a bot, by its ending. */
static bool find_has_ending(const char *name)
{
    return alea__ends_with(name, ".wasm") || alea__ends_with(name, ".lua") || alea__ends_with(name, ".py") ||
           alea__ends_with(name, ".csv") || alea__ends_with(name, ".h5");
}

static int find_is_near(const struct dirent *entry)
{
    return find_has_ending(entry->d_name);
}

/* The name in `folder` that is nearest to `name`, in new memory; NULL if none is near. Does not depend on the order of the
   folder. */
static char *find_near_file(const char *folder, const char *name)
{
    struct dirent **found;
    const char *list[NEAR_FILES];
    const int entries = scandir(folder, &found, find_is_near, alea__compare_entries);
    size_t count = 0;
    for (int i = 0; i < entries && count < NEAR_FILES; i++) list[count++] = found[i]->d_name;
    const char *nearest = alea__nearest(name, list, count);
    char *copy = nearest ? alea__copy_text(nearest) : NULL;
    for (int i = 0; i < entries; i++) free(found[i]);
    if (entries >= 0) free(found);
    return copy;
}

/* For a missing file, fails and suggests a file of its folder with a similar name. Returns ALEA_OK if the file exists or no
   name is similar. */
static alea_status find_suggest_near(const char *path, alea_error *error)
{
    struct stat about;
    char shown[SHOWN], folder[SHOWN] = ".", near[SHOWN];
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const size_t length = (size_t)(name - path);
    if (!find_has_ending(name) || length >= sizeof folder || stat(path, &about) == 0) return ALEA_OK;
    if (slash) snprintf(folder, sizeof folder, "%.*s", (int)length, path);
    char *file = find_near_file(folder, name);
    if (!file) return ALEA_OK;
    alea__printable(shown, sizeof shown, path, strlen(path));
    alea__printable(near, sizeof near, file, strlen(file));
    alea__free(file);
    alea__printable(folder, sizeof folder, path, length);
    return alea__fail(error, ALEA_E_FILE, BOT_NO_FILE_NEAR, shown, folder, near);
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

/* Opens a policy by its name, or fails with the reason why the spec is not a bot. */
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

/* A Python file is directly a bot only if bots are functions of two scores. */
static alea__bot_opener *find_opener(const alea_game *game, const char *spec)
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

/* The length of NAME in NAME=BOT; 0 if there is none, as in hold=20, optimal:for=money and a file called a=b.lua. */
static size_t find_name_length(const alea_game *game, const char *spec)
{
    char word[SHOWN];
    builtin_names list;
    struct stat about;
    const char *equals = strchr(spec, '=');
    const size_t length = equals ? (size_t)(equals - spec) : 0, first = strcspn(spec, ":(=");
    if (length == 0 || length >= sizeof word || stat(spec, &about) == 0) return 0;
    if (strncmp(spec, "table:", strlen("table:")) == 0) return 0;
    /* a number is not a bot, as in hodl=20 */
    if (equals[1] == 0 || equals[1 + strspn(equals + 1, DIGITS ".")] == 0) return 0;
    find_list_builtins(game->family, &list);
    snprintf(word, sizeof word, "%.*s", (int)first, spec);
    if (find_is_builtin(&list, word)) return 0;
    snprintf(word, sizeof word, "%.*s", (int)length, spec);
    const char *open = strrchr(word, '('), *colon = strrchr(word, ':');
    return (open && !strchr(open, ')')) || colon ? 0 : length;
}

/* Adds to the identity everything else that the bot's play depends on: its kind and, for programs, its limits and the
   edition of asking. */
static void find_add_limits(alea_bot *bot, const alea_sandbox *sandbox)
{
    char all[400];
    const bool limited = sandbox && !bot->policy;
    ALEA_ASSERT(strlen(bot->identity) == 64);
    const int length =
        snprintf(all, sizeof all, "%s %s fuel %" PRIu64 " memory %" PRIu64 "%s%s", bot->ops->kind,
                 bot->identity, limited ? sandbox->options.fuel : 0, limited ? sandbox->options.memory : 0,
                 bot->policy ? "" : " ", bot->policy ? "" : alea__asking);
    alea__bot_identify(bot, all, (size_t)length);
}

const char *alea__bot_command(const char *spec)
{
    return strncmp(spec, "exec:", strlen("exec:")) == 0 ? spec + strlen("exec:") : NULL;
}

static alea_status find_open_file(const alea_game *game, const char *spec, alea_sandbox *sandbox,
                                  alea_bot **out, alea_error *error)
{
    char shown[SHOWN];
    alea__bot_opener *opener = find_opener(game, spec);
    alea__printable(shown, sizeof shown, spec, strlen(spec));
    if (alea__bot_command(spec)) return alea__fail(error, ALEA_E_REFUSED, BOT_COMMAND_REFUSED, shown);
    alea_status status = find_suggest_near(opener == find_open_table ? spec + strlen("table:") : spec, error);
    return status == ALEA_OK ? opener(game, spec, sandbox, out, error) : status;
}

/* Whatever name the bot got when it was opened, NAME or its spec replaces it. */
alea_status alea__bot_open_by(const alea_game *game, const char *spec, alea_sandbox *sandbox,
                              alea__bot_opener *opener, alea_bot **out, alea_error *error)
{
    if (!spec || !*spec) return alea__fail(error, ALEA_E_SPEC, BOT_NO_NAME);
    alea_bot *bot;
    char name[SHOWN];
    const size_t length = find_name_length(game, spec);
    const char *opened = length > 0 ? spec + length + 1 : spec;
    alea_status status = opener(game, opened, sandbox, &bot, error);
    if (length > 0) snprintf(name, sizeof name, "%.*s", (int)length, spec);
    if (status != ALEA_OK) return status;
    ALEA_ASSERT(bot->ops != NULL && bot->game == game);
    bot->sandbox = sandbox;
    find_add_limits(bot, sandbox);
    status = find_name_bot(bot, length > 0 ? name : spec, error);
    if (status != ALEA_OK)
        alea_bot_free(bot);
    else
        *out = bot;
    return status;
}

alea_status alea_bot_open(const alea_game *game, const char *spec, alea_sandbox *sandbox, alea_bot **out,
                          alea_error *error)
{
    return alea__bot_open_by(game, spec, sandbox, find_open_file, out, error);
}
