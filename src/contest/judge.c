/* Turns a file into a table, or into the reason why it has none. */
#include "base/assert.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "base/text.h"
#include "bot/asking.h"
#include "bot/bot.h"
#include "contest/contest.h"
#include "contest/messages.h"
#include "sandbox/python.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_NAME = 200, REASON = 2000 };

static const char *const language_name[ALEA__LANGUAGES] = {
    [ALEA__PYTHON] = "python", [ALEA__LUA] = "lua", [ALEA__WASM] = "wasm", [ALEA__CSV] = "csv"};

/* The names of files in messages. A message must not depend on the file's folder, because identical files share it. */
static const char *const neutral_name[ALEA__LANGUAGES] = {[ALEA__PYTHON] = "strategy.py",
                                                          [ALEA__LUA] = "strategy.lua",
                                                          [ALEA__WASM] = "strategy.wasm",
                                                          [ALEA__CSV] = "strategy.csv"};

/* ---- reasons ---- */

static alea_status judge_disqualify_at(alea__judged *j, const char *failure_kind, const char *file,
                                       const char *text, alea_error *error)
{
    char said[REASON];
    alea__without_file(said, sizeof said, file, text);
    return alea__disqualify(j, failure_kind, error, "%s", said);
}

/* ---- reading ---- */

/* A file after reading. */
typedef struct strategy_source {
    const char *path;
    const alea__entry_file *file;
    alea__language language;
    unsigned char *data;
    size_t size;
} strategy_source;

static size_t judge_largest_file(const alea__contest_settings *settings, alea__language language)
{
    static const size_t sizes[ALEA__LANGUAGES] = {[ALEA__PYTHON] = ALEA__PYTHON_SOURCE,
                                                  [ALEA__LUA] = 1 << 20,
                                                  [ALEA__WASM] = ALEA_LARGEST_WASM,
                                                  [ALEA__CSV] = 4 << 20};
    if (language == ALEA__WASM && settings->sandbox) return (size_t)settings->sandbox->options.max_size;
    return language < ALEA__LANGUAGES ? sizes[language] : 0;
}

/* Disqualifies anything that is not a regular file. A folder gets here if it is named like a strategy or cannot be searched. */
static alea_status judge_refuse_kind(const char *path, const struct stat *about, size_t most, alea__judged *j,
                                     alea_error *error)
{
    if (S_ISLNK(about->st_mode)) {
        char target[256], shown[256];
        ssize_t length = readlink(path, target, sizeof target);
        alea__printable(shown, sizeof shown, length > 0 ? target : "", length > 0 ? (size_t)length : 0);
        return alea__disqualify(j, "file", error, CONTEST_LINK, shown);
    }
    if (S_ISDIR(about->st_mode))
        return alea__disqualify(j, "file", error, "%s",
                                alea__language_of(path) == ALEA__LANGUAGES ? CONTEST_CLOSED_FOLDER
                                                                           : CONTEST_IS_FOLDER);
    if (!S_ISREG(about->st_mode)) return alea__disqualify(j, "file", error, CONTEST_NOT_REGULAR);
    if (alea__language_of(path) == ALEA__WASM && most < ALEA_LARGEST_WASM)
        return alea__disqualify(j, "size", error, CONTEST_WASM_TOO_LARGE, (long long)about->st_size, most);
    return alea__disqualify(j, "size", error, CONTEST_TOO_LARGE, (long long)about->st_size, most);
}

/* Copies what an archive holds; too much of it is disqualified. */
static alea_status judge_copy_data(strategy_source *s, size_t most, alea__judged *j, alea_error *error)
{
    if (s->file->size > most)
        return alea__disqualify(j, "size", error, CONTEST_TOO_LARGE, (long long)s->file->size, most);
    s->data = alea__alloc(s->file->size + 1);
    if (!s->data) return alea__out_of_memory(error);
    s->size = s->file->size;
    memcpy(s->data, s->file->data, s->size);
    return alea__name_in_text(s->language, (const char *)s->data, s->size, &j->text_name, error);
}

/* A bot of the game's own is its spec. */
static alea_status judge_copy_spec(strategy_source *s, alea_error *error)
{
    s->data = (unsigned char *)alea__copy_text(s->path);
    s->size = strlen(s->path);
    return s->data ? ALEA_OK : alea__out_of_memory(error);
}

/* Reads s->path into the rest of `s`, including the name in its text. If the file cannot be read, disqualifies it and
   leaves s->data NULL. With `follow`, the path may be a symbolic link. */
static alea_status judge_read_file(const alea__contest_settings *settings, strategy_source *s, bool follow,
                                   alea__judged *j, alea_error *error)
{
    s->path = s->file->path;
    s->language = alea__language_of(s->path);
    const size_t most = judge_largest_file(settings, s->language);
    if (s->file->refusal) return alea__disqualify(j, s->file->refusal_kind, error, "%s", s->file->refusal);
    if (s->file->staff) return judge_copy_spec(s, error);
    if (s->file->data) return judge_copy_data(s, most, j, error);
    struct stat about;
    alea_error why = {0};
    const bool there = (follow ? stat(s->path, &about) : lstat(s->path, &about)) == 0;
    if (there && (!S_ISREG(about.st_mode) || (unsigned long long)about.st_size > most))
        return judge_refuse_kind(s->path, &about, most, j, error);
    alea_status status =
        (follow ? alea__read_file : alea__read_file_itself)(s->path, most, &s->data, &s->size, &why);
    if (status == ALEA_E_MEMORY) return alea__out_of_memory(error);
    if (status != ALEA_OK) return judge_disqualify_at(j, "file", s->path, why.message, error);
    return alea__name_in_text(s->language, (const char *)s->data, s->size, &j->text_name, error);
}

/* ---- keys ---- */

static void judge_key_limits(const alea__contest_settings *settings, alea__language language, alea__text *out)
{
    const alea_sandbox_options *options = settings->sandbox ? &settings->sandbox->options : NULL;
    if (language == ALEA__CSV) return;
    alea__text_add(out, "%s\n%" PRIu64 " %" PRIu64 "\n", alea__asking, settings->fuel,
                   options ? options->memory : 0);
    if (language == ALEA__PYTHON)
        alea__text_add(out, "%s\n", settings->python);
    else
        alea__text_add(out, "%" PRIu64 "\n", options ? options->fuel : 0);
    if (settings->seed) alea__text_add(out, "seed %" PRIu64 "\n", settings->seed);
}

/* The key depends on the bytes and on everything else that the table depends on, but not on the file's folder. */
static alea_status judge_set_key(const alea__contest_settings *settings, const strategy_source *s,
                                 alea__judged *j, alea_error *error)
{
    alea__text text = {0};
    char source[65];
    ALEA_ASSERT(s->file->staff || s->language < ALEA__LANGUAGES);
    alea__sha256_hex(s->data, s->size, source);
    alea__text_add(&text, "%s\n%s\n%s\n", settings->rules,
                   s->file->staff ? "bot" : language_name[s->language], source);
    if (!s->file->staff) judge_key_limits(settings, s->language, &text);
    bool failed = text.failed;
    if (!failed) alea__sha256_hex(text.data, text.size, j->key);
    alea__text_free(&text);
    return failed ? alea__out_of_memory(error) : ALEA_OK;
}

/* ---- languages ---- */

/* Python is asked inside the sandbox, three times (sandbox/python.h). */
static alea_status judge_python(const alea__contest_settings *settings, const strategy_source *s,
                                alea__judged *j, alea_error *error)
{
    const alea__python_job job = {
        .source = s->data,
        .size = s->size,
        .side = settings->side,
        .most = settings->most,
        .fuel = settings->fuel,
        .seed = settings->seed,
        .helpers = alea__contest_has_helpers(settings->family->contest, settings->game->rules),
        .progress = &settings->progress,
        .waiting = settings->judging};
    alea__tabulated table;
    if (!settings->sandbox) return alea__needs_sandbox(s->path, "Python", error);
    alea_status status = alea__python_judge(settings->sandbox, &job, &table, error);
    if (status != ALEA_OK) return status;
    j->moves = table.moves;
    j->name = table.name;
    j->printed = table.printed;
    j->lines = table.lines;
    j->fuel = table.fuel;
    if (!j->moves) status = alea__disqualify(j, table.failure_kind, error, "%s", table.text);
    return status;
}

/* Whether the file is to blame for a failed opening, rather than the machine. */
static bool judge_is_files_fault(alea_status status)
{
    return status == ALEA_E_BOT || status == ALEA_E_FILE || status == ALEA_E_REFUSED;
}

static alea_status judge_open_bot(const alea__contest_settings *settings, const strategy_source *s,
                                  alea_bot **out, alea_error *error)
{
    const alea_sandbox_options *options = settings->sandbox ? &settings->sandbox->options : NULL;
    if (s->file->staff) return alea_bot_open(settings->game, s->path, NULL, out, error);
    const alea__bot_text text = {neutral_name[s->language], s->data, s->size};
    if (s->language == ALEA__LUA) return alea__lua_bot_read(settings->game, &text, options, out, error);
    if (!settings->sandbox) return alea__needs_sandbox(s->path, "WebAssembly", error);
    return settings->sandbox->read_wasm(settings->sandbox, settings->game, &text, out, error);
}

/* Opens the bot and asks it three times. Problems of the file become the reason why it has no table. */
static alea_status judge_program(const alea__contest_settings *settings, const strategy_source *s,
                                 alea__judged *j, alea_error *error)
{
    const char *file = s->file->staff ? s->path : neutral_name[s->language];
    alea_error why = {0};
    alea_bot *bot;
    alea_status status = judge_open_bot(settings, s, &bot, &why);
    if (judge_is_files_fault(status)) return judge_disqualify_at(j, "bot", file, why.message, error);
    if (status != ALEA_OK) {
        if (error) *error = why;
        return status;
    }
    const char *title = alea_bot_title(bot);
    if (title) j->name = alea__copy_text(title);
    status = title && !j->name ? alea__out_of_memory(error) : alea__ask_thrice(settings, bot, file, j, error);
    alea_bot_free(bot);
    return status;
}

/* Copies the policy's answers in all states. */
static alea_status judge_copy_table(const alea__contest_settings *settings, const alea__policy *policy,
                                    alea__judged *j, alea_error *error)
{
    const alea_game *game = settings->game;
    j->moves = alea__alloc(settings->cells);
    if (!j->moves) return alea__out_of_memory(error);
    for (size_t i = 0; i < settings->cells; i++) {
        alea_state state;
        alea__memo memo = {{0}};
        alea__stream own = {0};
        settings->family->contest->cells->state(game->rules, i, &state);
        const uint32_t move = game->family->policy->decide(game->rules, policy, &state, &memo, &own);
        ALEA_ASSERT(move <= settings->most);
        j->moves[i] = (unsigned char)move;
    }
    return ALEA_OK;
}

/* A table in CSV is read by the family, and copied. */
static alea_status judge_table(const alea__contest_settings *settings, const strategy_source *s,
                               alea__judged *j, alea_error *error)
{
    const alea__family *family = settings->game->family;
    const char *file = neutral_name[ALEA__CSV];
    alea_error why = {0};
    alea__policy *policy;
    if (!family->csv) return alea__disqualify(j, "table", error, CONTEST_NO_TABLES, family->name);
    const alea__csv_text text = {file, (const char *)s->data, s->size};
    alea_status status = family->csv->open(settings->game->rules, &text, &policy, &why);
    if (judge_is_files_fault(status)) return judge_disqualify_at(j, "table", file, why.message, error);
    if (status != ALEA_OK) return alea__out_of_memory(error);
    status = judge_copy_table(settings, policy, j, error);
    family->policy->free(policy);
    return status;
}

/* ---- */

typedef alea_status judge_function(const alea__contest_settings *, const strategy_source *, alea__judged *,
                                   alea_error *);

/* Judges a file that was read, by its language; a bot of the game's own is asked like a program. */
static alea_status judge_source(const alea__contest_settings *settings, const strategy_source *s,
                                alea__judged *out, alea_error *error)
{
    static judge_function *const judges[ALEA__LANGUAGES] = {[ALEA__PYTHON] = judge_python,
                                                            [ALEA__LUA] = judge_program,
                                                            [ALEA__WASM] = judge_program,
                                                            [ALEA__CSV] = judge_table};
    alea_status status = judge_set_key(settings, s, out, error);
    out->asked = true;
    if (status == ALEA_OK)
        status = (s->file->staff ? judge_program : judges[s->language])(settings, s, out, error);
    return status;
}

alea_status alea__judge_key(const alea__contest_settings *settings, const alea__entry_file *file,
                            alea__judged *out, alea_error *error)
{
    strategy_source s = {.file = file};
    *out = (alea__judged){0};
    alea_status status = judge_read_file(settings, &s, false, out, error);
    if (status == ALEA_OK && s.data) status = judge_set_key(settings, &s, out, error);
    alea__free(s.data);
    if (status != ALEA_OK) alea__judged_clear(out);
    return status;
}

alea_status alea__judge_file(const alea__contest_settings *settings, const alea__entry_file *file,
                             bool follow, alea__judged *out, alea_error *error)
{
    strategy_source s = {.file = file};
    *out = (alea__judged){0};
    alea_status status = judge_read_file(settings, &s, follow, out, error);
    if (status == ALEA_OK && s.data) status = judge_source(settings, &s, out, error);
    ALEA_ASSERT(status != ALEA_OK || !out->moves != !out->reason);
    alea__free(s.data);
    if (status != ALEA_OK) alea__judged_clear(out);
    return status;
}

char *alea__entry_name(const alea__judged *j, const alea__entry_file *file)
{
    char name[MOST_NAME + 1];
    const char *path = file->path;
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path, *dot = strrchr(base, '.');
    const char *said = j->name ? j->name : j->text_name;
    if (said || file->staff)
        alea__printable(name, sizeof name, said ? said : path, strlen(said ? said : path));
    else
        alea__printable(name, sizeof name, base, dot && dot > base ? (size_t)(dot - base) : strlen(base));
    return alea__copy_text(name);
}

/* ---- for one student ---- */

/* An alea_strategy with the data it points to. */
typedef struct strategy_holder {
    alea_strategy strategy;
    alea__judged judged;
    char *name, *file;
} strategy_holder;

/* Fills the result for the caller of alea_contest_judge. */
static alea_status strategy_fill(strategy_holder *h, const alea__contest_settings *settings, const char *file,
                                 alea_error *error)
{
    const alea__judged *j = &h->judged;
    h->file = alea__copy_text(file);
    h->name = alea__entry_name(j, &(alea__entry_file){.path = file});
    if (!h->file || !h->name) return alea__out_of_memory(error);
    h->strategy =
        (alea_strategy){.name = h->name,
                        .file = h->file,
                        .ok = j->moves != NULL,
                        .reason = j->reason,
                        .what = j->reason ? j->failure_kind : NULL,
                        .printed = j->printed ? j->printed : "",
                        .printed_lines = j->lines,
                        .moves = j->moves,
                        .side = settings->side,
                        .most = settings->most,
                        .fuel = j->fuel,
                        .fuel_limit = settings->fuel,
                        .python = alea__language_of(file) == ALEA__PYTHON ? ALEA_CONTEST_PYTHON : NULL};
    return ALEA_OK;
}

static alea_status strategy_check_language(const char *file, alea_error *error)
{
    char shown[256];
    if (alea__language_of(file) < ALEA__LANGUAGES) return ALEA_OK;
    alea__printable(shown, sizeof shown, file, strlen(file));
    return alea__fail(error, ALEA_E_USAGE, CONTEST_NOT_A_FILE, shown);
}

/* Here alone a link may be judged: its owner names it. */
alea_status alea_contest_judge(const alea_game *game, const char *file, alea_sandbox *sandbox,
                               const alea_contest_options *options, alea_strategy **out, alea_error *error)
{
    alea__contest_settings settings;
    alea_status status = alea__contest_settings_make(game, sandbox, options, &settings, error);
    if (status == ALEA_OK) status = strategy_check_language(file, error);
    if (status != ALEA_OK) return status;
    strategy_holder *h = alea__alloc(sizeof *h);
    if (!h) return alea__out_of_memory(error);
    settings.judging = &settings.progress;
    status = alea__judge_file(&settings, &(alea__entry_file){.path = file}, true, &h->judged, error);
    if (status == ALEA_E_STOPPED) alea__stop(error);
    if (status == ALEA_OK) status = strategy_fill(h, &settings, file, error);
    if (status != ALEA_OK)
        alea_strategy_free(&h->strategy);
    else
        *out = &h->strategy;
    return status;
}

void alea_strategy_free(alea_strategy *strategy)
{
    if (!strategy) return;
    strategy_holder *h = (strategy_holder *)strategy;
    alea__judged_clear(&h->judged);
    alea__free(h->name);
    alea__free(h->file);
    alea__free(h);
}
