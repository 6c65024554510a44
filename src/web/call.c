/* The one function that JavaScript calls: a request goes in, an answer comes out, both as JSON. */
#include "web/call.h"
#include "base/memory.h"
#include "command/command.h"
#include "command/outputs.h"
#include "web/answer.h"
#include "web/messages.h"
#include "web/request.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* A request: a command of the command line with the keys of its operands, in their order, or a function. */
typedef struct call_entry {
    const char *name;
    const cmd_table *command;
    const char *operand[4];
    const char *fixed; /* an option that the command gets in any case */
    web_handler *handler;
} call_entry;

static const call_entry call_table[] = {
    {"games", &cmd_games, {"game"}, NULL, NULL},
    {"rules", &cmd_games, {"game"}, NULL, NULL},
    {"solve", &cmd_solve, {"game"}, NULL, NULL},
    {"ask", &cmd_ask, {"game", "position"}, NULL, web_ask},
    {"eval", &cmd_eval, {"game", "bots"}, NULL, NULL},
    {"best", &cmd_best, {"game", "bots"}, NULL, NULL},
    {"learn", &cmd_learn, {"game", "bots"}, NULL, NULL},
    {"run", &cmd_run, {"game", "bots"}, NULL, NULL},
    {"stats", &cmd_stats, {"game", "bots"}, NULL, NULL},
    {"review", &cmd_review, {"record"}, "no-keep", NULL},
    {"replay", &cmd_replay, {"record"}, NULL, NULL},
    {"contest", &cmd_contest, {"game", "entries"}, NULL, NULL},
    {"tournament", &cmd_tournament, {"game", "bots"}, NULL, NULL},
    {"compare", &cmd_compare, {"bots", "game"}, NULL, NULL},
    {.name = "catalogue", .handler = web_catalogue},
    {.name = "verify", .handler = web_verify},
    {.name = "version", .handler = web_version},
    {.name = "play.open", .handler = web_play_open},
    {.name = "play.restore", .handler = web_play_restore},
    {.name = "play.state", .handler = web_play_state},
    {.name = "play.step", .handler = web_play_step},
    {.name = "play.choose", .handler = web_play_choose},
    {.name = "play.undo", .handler = web_play_undo},
    {.name = "play.forfeit", .handler = web_play_forfeit},
    {.name = "play.hint", .handler = web_play_hint},
    {.name = "play.events", .handler = web_play_events},
    {.name = "play.close", .handler = web_play_close},
    {.name = "map", .handler = web_map},
    {.name = "bot", .handler = web_bot},
    {.name = "match.open", .handler = web_match_open},
    {.name = "match.next", .handler = web_match_next},
    {.name = "match.close", .handler = web_match_close},
};

enum { CALL_ENTRIES = sizeof call_table / sizeof *call_table };

/* The request of that name. If there is none, suggests the nearest name and returns NULL. */
static const call_entry *call_find(const char *name)
{
    const char *names[CALL_ENTRIES];
    for (size_t i = 0; i < CALL_ENTRIES; i++) {
        names[i] = call_table[i].name;
        if (strcmp(names[i], name) == 0) return &call_table[i];
    }
    const char *nearest = alea_view_nearest(name, names, CALL_ENTRIES);
    if (nearest)
        web_answer_misuse(WEB_NEAREST, cmd_show(name).text, nearest);
    else
        web_answer_misuse(WEB_UNKNOWN, cmd_show(name).text);
    return NULL;
}

/* Fills the command's struct by its tables, as cli/dispatch.c does, and runs it. Every answer is JSON. */
static void call_command(const call_entry *e, const json_t *request)
{
    web_words words = {.count = 0};
    const cmd_call call = {e->command, e->name, alea__alloc(e->command->size)};
    if (!call.args) {
        cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
        return;
    }
    if (e->command->defaults) memcpy(call.args, e->command->defaults, e->command->size);
    const cmd_option *json = cmd_find_option(e->command, "json", strlen("json"));
    const cmd_option *fixed = e->fixed ? cmd_find_option(e->command, e->fixed, strlen(e->fixed)) : NULL;
    if ((!json || cmd_set_option(&call, json, NULL)) && (!fixed || cmd_set_option(&call, fixed, NULL)) &&
        web_request_fill(request, e->operand, &call, &words))
        cmd_run_call(&call);
    alea__free(call.args);
    web_words_free(&words);
}

/* Handles a request: sets its answer, or the reason why there is none. */
static void call_request(const json_t *request)
{
    const char *what = json_string_value(json_object_get(request, "do"));
    cmd_use_host(&web_commands);
    cmd_begin_waiting();
    if (!json_is_object(request)) {
        web_answer_misuse(WEB_NOT_OBJECT);
        return;
    }
    if (!what) {
        web_answer_misuse(WEB_NO_DO);
        return;
    }
    const call_entry *e = call_find(what);
    if (!e || !web_request_write_files(request)) return;
    const int status = e->handler ? e->handler(request) : WEB_LEFT;
    if (status == WEB_LEFT && e->command) call_command(e, request);
}

const char *alea_web_call(const char *text);
/* Handles a request and returns its answer, which is valid until the next call. The request runs in a separate folder, which is
   empty before and after. */
const char *alea_web_call(const char *text)
{
    static const char folder[] = "/call";
    json_error_t wrong;
    mkdir(folder, 0700);
    web_answer_begin();
    json_t *request =
        chdir(folder) == 0 ? json_loads(text, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &wrong) : NULL;
    if (request)
        call_request(request);
    else
        web_answer_misuse(WEB_NOT_JSON, wrong.text);
    web_request_remove_files();
    json_decref(request);
    return web_answer_end();
}
