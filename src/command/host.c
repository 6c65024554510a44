/* Calls the functions of the program that runs commands; see host.h. */
#include "command/host.h"
#include "base/assert.h"
#include "command/command.h"
#include "command/notebook.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cmd_host *the_host;
static double waiting_since; /* seconds of the clock */

void cmd_use_host(const cmd_host *host)
{
    the_host = host;
}

static const cmd_host *host_now(void)
{
    ALEA_ASSERT(the_host);
    return the_host;
}

/* ---- messages ---- */

cmd_shown cmd_show(const char *text)
{
    cmd_shown shown;
    alea_view_printable(text, shown.text, sizeof shown.text);
    return shown;
}

/* Formats text of any length: in `usual`, or in memory that the caller frees. */
__attribute__((format(printf, 3, 0))) static char *host_format(char *usual, size_t size, const char *format,
                                                               va_list arguments)
{
    va_list again;
    char *text = usual;
    va_copy(again, arguments);
    const int length = vsnprintf(usual, size, format, arguments);
    if (length >= (int)size && (text = malloc((size_t)length + 1)))
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text ? text : usual;
}

enum { USUAL = 1000 };

int cmd_complain(int exit_status, const char *format, ...)
{
    char usual[USUAL];
    va_list arguments;
    ALEA_ASSERT(exit_status >= CMD_DONE && exit_status <= CMD_FAILED);
    va_start(arguments, format);
    char *text = host_format(usual, sizeof usual, format, arguments);
    va_end(arguments);
    host_now()->complain(exit_status, text, NULL);
    if (text != usual) free(text);
    return exit_status;
}

bool cmd_misuse(const cmd_call *call, const char *format, ...)
{
    char usual[USUAL];
    va_list arguments;
    va_start(arguments, format);
    char *text = host_format(usual, sizeof usual, format, arguments);
    va_end(arguments);
    host_now()->misuse(call->name, text);
    if (text != usual) free(text);
    return false;
}

const char *cmd_status_name(alea_status status)
{
    switch (status) {
#define STATUS_NAME(code, number, sentence) \
    case code: return &#code[sizeof "ALEA_" - 1];
        ALEA_STATUS_TABLE(STATUS_NAME)
#undef STATUS_NAME
    }
    return "E_USAGE";
}

int cmd_report(const alea_error *error)
{
    int exit_status = CMD_USAGE;
    if (error->status == ALEA_E_STOPPED) exit_status = CMD_NO;
    if (error->status == ALEA_E_WRITE || error->status == ALEA_E_MEMORY || error->status == ALEA_E_SANDBOX)
        exit_status = CMD_FAILED;
    host_now()->complain(exit_status, error->message, error);
    return exit_status;
}

int cmd_report_work(const alea_error *error)
{
    if (error->status != ALEA_E_STOPPED) return cmd_report(error);
    host_now()->complain(CMD_NO, CMD_STOPPED, error);
    return CMD_NO;
}

/* ---- the answer ---- */

int cmd_print(const char *format, ...)
{
    char usual[USUAL];
    va_list arguments;
    va_start(arguments, format);
    char *text = host_format(usual, sizeof usual, format, arguments);
    va_end(arguments);
    const int status = host_now()->print(text);
    if (text != usual) free(text);
    return status;
}

cmd_view cmd_view_start(bool json)
{
    const cmd_host *host = host_now();
    return (cmd_view){.how = host->view ? host->view(json) : (alea_view_options){.json = true}};
}

int cmd_view_print(alea_status made, cmd_view *v)
{
    if (made != ALEA_OK) return cmd_report(&v->error);
    ALEA_ASSERT(v->text);
    const int status = host_now()->print(v->text);
    alea_text_free(v->text);
    v->text = NULL;
    return status;
}

int cmd_view_write(alea_status made, cmd_view *v, const char *path)
{
    if (made == ALEA_OK) made = alea_view_write(v->text, path, &v->error);
    alea_text_free(v->text);
    v->text = NULL;
    return made == ALEA_OK ? CMD_DONE : cmd_report(&v->error);
}

int cmd_view_write_run(const alea_view_run_facts *facts, const char *csv, const char *html)
{
    cmd_view v = {0};
    int status = CMD_DONE;
    if (csv) status = cmd_view_write(alea_view_run_csv(facts, &v.text, &v.error), &v, csv);
    if (html && status == CMD_DONE)
        status = cmd_view_write(alea_view_run_html(facts, &v.text, &v.error), &v, html);
    return status;
}

/* ---- long work ---- */

double cmd_seconds(void)
{
    return host_now()->seconds();
}

void cmd_begin_waiting(void)
{
    waiting_since = cmd_seconds();
}

alea_progress cmd_begin_work(const char *unit)
{
    ALEA_ASSERT(*unit);
    return host_now()->begin_work(unit);
}

double cmd_end_work(void)
{
    const double now = cmd_seconds(), seconds = now - waiting_since;
    waiting_since = now;
    if (host_now()->end_work) the_host->end_work();
    return seconds;
}

bool cmd_can_draw(alea_view_options *view)
{
    return host_now()->can_draw && the_host->can_draw(view);
}

void cmd_draw(const char *text)
{
    host_now()->draw(text);
}

bool cmd_is_live(cmd_live *live, alea_view_options *view)
{
    const double now = cmd_seconds();
    if (now - live->shown < (live->quick ? 0.1 : 0.5) || !cmd_can_draw(view)) return false;
    live->shown = now;
    return true;
}

void cmd_draw_made(alea_status made, char **text)
{
    if (made != ALEA_OK) return;
    cmd_draw(*text);
    alea_text_free(*text);
}

/* ---- the surroundings ---- */

int cmd_open_sandbox(alea_sandbox_options options, alea_sandbox **out)
{
    alea_error error;
    if (host_now()->open_sandbox) return the_host->open_sandbox(options, out);
    options.size = sizeof options;
    options.stopped = NULL;
    return alea_sandbox_open(&options, out, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

void cmd_close_sandbox(alea_sandbox *sandbox)
{
    const char *trouble = sandbox ? alea_sandbox_cache_trouble(sandbox) : NULL;
    if (trouble) cmd_complain(CMD_DONE, CMD_CACHE_UNUSABLE, trouble);
    alea_sandbox_free(sandbox);
}

static int host_lacks(const char *what)
{
    return cmd_complain(CMD_USAGE, CMD_NOT_HERE, what);
}

int cmd_open_notebook(cmd_notebook_args *a, alea_notebook **out)
{
    return host_now()->open_notebook ? the_host->open_notebook(a, out) : host_lacks("notebook");
}

/* Without the function alea_bot_open says why not. Ctrl-C stops the waiting for the program. */
int cmd_open_command(const alea_game *game, const char *word, alea_sandbox *sandbox, alea_bot **out)
{
    alea_error error;
    const alea_progress work = cmd_begin_work("programs");
    const alea_status status =
        (host_now()->open_command ? the_host->open_command : alea_bot_open)(game, word, sandbox, out, &error);
    const bool stopped = work.stopped && work.stopped(work.user);
    cmd_end_work();
    if (status != ALEA_OK) return cmd_report_work(&error);
    if (!stopped) return CMD_DONE;
    alea_bot_free(*out);
    return cmd_complain(CMD_NO, CMD_STOPPED);
}

int cmd_build_bot_once(const char *source, char made[CMD_PATH_SIZE])
{
    return host_now()->build_bot ? the_host->build_bot(source, made) : host_lacks("compiler");
}

int cmd_find_last_game(char record[CMD_PATH_SIZE])
{
    return host_now()->find_last_game ? the_host->find_last_game(record) : host_lacks("folder of games");
}

int cmd_write_kit(const char *game, const char *path)
{
    return host_now()->write_kit ? the_host->write_kit(game, path) : host_lacks("kit of a contest");
}

int cmd_play_back(const alea_record *record, bool taken_back, double pace)
{
    return host_now()->play_back ? the_host->play_back(record, taken_back, pace) : host_lacks("terminal");
}

bool cmd_ends_with(const char *text, const char *ending)
{
    const size_t size = strlen(text), tail = strlen(ending);
    return size > tail && strcmp(text + size - tail, ending) == 0;
}
