/* Reads requests; see request.h. */
#include "web/request.h"
#include "base/memory.h"
#include "command/command.h"
#include "web/answer.h"
#include "web/messages.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool request_refuse_type(const char *key, const char *what)
{
    web_answer_misuse(WEB_KEY_TYPE, cmd_show(key).text, what);
    return false;
}

bool web_request_text(const json_t *request, const char *key, const char **out)
{
    const json_t *value = json_object_get(request, key);
    *out = json_string_value(value);
    return !value || json_is_null(value) || *out || request_refuse_type(key, WEB_TEXT);
}

bool web_request_whole(const json_t *request, const char *key, int64_t *out)
{
    const json_t *value = json_object_get(request, key);
    const char *text = json_string_value(value);
    char *end = NULL;
    if (!value || json_is_null(value)) return true;
    if (json_is_integer(value))
        *out = json_integer_value(value);
    else if (json_is_real(value) && json_real_value(value) == (double)(int64_t)json_real_value(value))
        *out = (int64_t)json_real_value(value);
    else if (text)
        *out = strtoll(text, &end, 10);
    else
        return request_refuse_type(key, WEB_WHOLE);
    return !text || (end != text && !*end) || request_refuse_type(key, WEB_WHOLE);
}

bool web_request_flag(const json_t *request, const char *key)
{
    return json_is_true(json_object_get(request, key));
}

bool web_request_check(const json_t *request, const char *const *keys)
{
    const char *key, *what = json_string_value(json_object_get(request, "do"));
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)request, key, value)
    {
        bool known = strcmp(key, "do") == 0 || strcmp(key, "files") == 0 || strcmp(key, "rules") == 0;
        for (const char *const *k = keys; *k; k++) known |= strcmp(*k, key) == 0;
        if (known) continue;
        web_answer_misuse(WEB_KEY_UNKNOWN, what, cmd_show(key).text);
        return false;
    }
    return true;
}

/* ---- files ---- */

/* Writes a file into the current folder, unless its name leads elsewhere. */
static bool request_write_file(const char *name, const char *text, size_t size)
{
    alea_error error = {.status = ALEA_E_USAGE};
    if (!*name || strchr(name, '/') || name[0] == '.' || strlen(name) > 200) {
        web_answer_misuse(WEB_BAD_FILE, cmd_show(name).text);
        return false;
    }
    FILE *file = fopen(name, "wb");
    bool written = file && fwrite(text, 1, size, file) == size;
    if (file) written &= fclose(file) == 0;
    if (written) return true;
    error.status = ALEA_E_MEMORY;
    snprintf(error.message, sizeof error.message, "%s", alea_status_sentence(ALEA_E_MEMORY));
    web_answer_refuse(&error);
    return false;
}

static bool request_write_text(const char *name, const char *key, const json_t *value)
{
    if (!json_is_string(value)) return request_refuse_type(key, WEB_TEXT);
    return request_write_file(name, json_string_value(value), json_string_length(value));
}

/* One record becomes record.jsonl, several record-1.jsonl and so on. */
static bool request_write_record(const json_t *record)
{
    char name[40];
    size_t i;
    const json_t *text;
    if (!json_is_array(record)) return request_write_text("record.jsonl", "record", record);
    json_array_foreach((json_t *)(uintptr_t)record, i, text)
    {
        snprintf(name, sizeof name, "record-%zu.jsonl", i + 1);
        if (!request_write_text(name, "record", text)) return false;
    }
    return true;
}

/* The file of the rules: NAME.lua for a game that begins with NAME. */
static bool request_rules_file(const json_t *request, char file[WEB_SPEC], const char **parameters)
{
    const char *game;
    if (!web_request_text(request, "game", &game)) return false;
    if (!game) game = "rules";
    const size_t length = strcspn(game, "("),
                 name = length > 4 && strncmp(game + length - 4, ".lua", 4) == 0 ? length - 4 : length;
    *parameters = game + length;
    if (name == 0 || name > 60 ||
        strspn(game, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") < name) {
        web_answer_misuse(WEB_RULES_GAME, cmd_show(game).text);
        return false;
    }
    snprintf(file, WEB_SPEC, "%.*s.lua", (int)name, game);
    return true;
}

bool web_request_write_files(const json_t *request)
{
    char name[WEB_SPEC];
    const char *key, *parameters;
    json_t *files = json_object_get(request, "files"), *rules = json_object_get(request, "rules"), *text;
    const json_t *record = json_object_get(request, "record");
    if (files && !json_is_object(files)) return request_refuse_type("files", WEB_FILES_OBJECT);
    json_object_foreach(files, key, text) if (!request_write_text(key, key, text)) return false;
    if (json_is_string(rules) &&
        (!request_rules_file(request, name, &parameters) || !request_write_text(name, "rules", rules)))
        return false;
    if (rules && !json_is_string(rules) && !json_is_null(rules))
        return request_refuse_type("rules", WEB_TEXT);
    return !record || request_write_record(record);
}

void web_request_remove_files(void)
{
    DIR *folder = opendir(".");
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0) unlink(entry->d_name);
    if (folder) closedir(folder);
}

bool web_request_game(const json_t *request, char spec[WEB_SPEC])
{
    const char *game, *parameters;
    if (!web_request_text(request, "game", &game)) return false;
    if (json_is_string(json_object_get(request, "rules"))) {
        if (!request_rules_file(request, spec, &parameters)) return false;
        const size_t used = strlen(spec);
        return (size_t)snprintf(spec + used, WEB_SPEC - used, "%s", parameters) < WEB_SPEC - used ||
               request_refuse_type("game", "shorter");
    }
    if (!game) {
        web_answer_misuse(WEB_KEY_MISSING, json_string_value(json_object_get(request, "do")), "game");
        return false;
    }
    return (size_t)snprintf(spec, WEB_SPEC, "%s", game) < WEB_SPEC || request_refuse_type("game", "shorter");
}

/* ---- a command's struct ---- */

/* Adds a copy of a text; a number is written as on the command line. Returns NULL, after an error, if there is no room. */
static char *words_add(web_words *w, const json_t *value)
{
    char number[40] = "";
    const char *text = json_string_value(value);
    if (w->count == WEB_WORDS) {
        web_answer_misuse(WEB_TOO_MANY, WEB_WORDS);
        return NULL;
    }
    if (json_is_integer(value))
        snprintf(number, sizeof number, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    if (json_is_real(value)) snprintf(number, sizeof number, "%.17g", json_real_value(value));
    char *word = alea__copy_text(text ? text : number);
    if (!word) cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    return word ? w->word[w->count++] = word : NULL;
}

static bool words_add_text(web_words *w, const char *text)
{
    json_t *value = json_string(text);
    const bool added = value && words_add(w, value);
    json_decref(value);
    return added;
}

/* One value of an option. */
static bool words_set_option(web_words *w, const cmd_call *call, const cmd_option *o, const json_t *value)
{
    const bool flag = json_is_true(value), optional = o->into.kind == CMD_TAKES_MODE;
    if (!flag && !json_is_string(value) && !json_is_number(value))
        return request_refuse_type(o->name, WEB_OPTION_VALUE);
    if (!optional && flag != !o->value)
        return request_refuse_type(o->name, o->value ? WEB_TEXT_OR_NUMBER : WEB_FLAG);
    const char *text = flag ? NULL : words_add(w, value);
    return (flag || text) && cmd_set_option(call, o, text);
}

/* An option; an array gives it several times. */
static bool words_set_key(web_words *w, const cmd_call *call, const char *key, const json_t *value)
{
    size_t i;
    const json_t *one;
    const cmd_option *o = cmd_find_option(call->command, key, strlen(key));
    if (json_is_false(value) || json_is_null(value)) return true;
    if (!o) {
        web_answer_misuse(WEB_KEY_UNKNOWN, call->name, cmd_show(key).text);
        return false;
    }
    if (!json_is_array(value)) return words_set_option(w, call, o, value);
    json_array_foreach((json_t *)(uintptr_t)value, i,
                       one) if (json_is_true(one) ||
                                !words_set_option(w, call, o, one)) return web_answer_has_failed()
        ? false
        : request_refuse_type(key, WEB_OPTION_VALUE);
    return true;
}

/* A text of several words, such as "scores=20,35 turn=12", is taken apart. */
static bool words_add_position(web_words *w, const char *text)
{
    while (*text) {
        const size_t spaces = strspn(text, " "), length = strcspn(text + spaces, " ");
        if (length > 0) {
            json_t *word = json_stringn(text + spaces, length);
            const bool added = word && words_add(w, word);
            json_decref(word);
            if (!added) return false;
        }
        text += spaces + length;
    }
    return true;
}

/* The files that web_request_write_files made of the records. */
static bool words_add_records(web_words *w, const json_t *record)
{
    char name[40];
    if (!json_is_array(record)) return words_add_text(w, "record.jsonl");
    for (size_t i = 0; i < json_array_size(record); i++) {
        snprintf(name, sizeof name, "record-%zu.jsonl", i + 1);
        if (!words_add_text(w, name)) return false;
    }
    return true;
}

/* The operands of one key. */
static bool words_add_operand(web_words *w, const json_t *request, const char *key)
{
    char spec[WEB_SPEC];
    size_t i;
    const json_t *value = json_object_get(request, key), *one;
    if (strcmp(key, "game") == 0 && (value || json_object_get(request, "rules")))
        return web_request_game(request, spec) && words_add_text(w, spec);
    if (!value || json_is_null(value)) return true;
    if (strcmp(key, "record") == 0) return words_add_records(w, value);
    if (json_is_string(value) && strcmp(key, "position") == 0)
        return words_add_position(w, json_string_value(value));
    if (json_is_string(value)) return words_add(w, value);
    if (!json_is_array(value)) return request_refuse_type(key, WEB_TEXTS);
    json_array_foreach((json_t *)(uintptr_t)value, i,
                       one) if (!json_is_string(one) || !words_add(w, one)) return web_answer_has_failed()
        ? false
        : request_refuse_type(key, WEB_TEXTS);
    return true;
}

static bool words_is_operand(const char *const *operand, const char *key)
{
    static const char *const always[] = {"do", "files", "rules", NULL};
    for (const char *const *k = always; *k; k++)
        if (strcmp(*k, key) == 0) return true;
    for (; *operand; operand++)
        if (strcmp(*operand, key) == 0) return true;
    return false;
}

bool web_request_fill(const json_t *request, const char *const *operand, const cmd_call *call, web_words *w)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)request, key,
                        value) if (!words_is_operand(operand, key) &&
                                   !words_set_key(w, call, key, value)) return false;
    const unsigned first = w->count;
    for (; *operand; operand++)
        if (!words_add_operand(w, request, *operand)) return false;
    return cmd_set_operands(call, w->word + first, w->count - first);
}

void web_words_free(web_words *w)
{
    for (unsigned i = 0; i < w->count; i++) alea__free(w->word[i]);
}
