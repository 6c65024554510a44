/* What commands ask of the program that runs them; see host.h. */
#include "command/host.h"
#include "base/assert.h"
#include "command/command.h"
#include "command/notebook.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cli_host *the_host;
static double waiting_since; /* seconds of the clock */

void cli_use_host(const cli_host *host)
{
    the_host = host;
}

const cli_host *cli_the_host(void)
{
    ALEA_ASSERT(the_host);
    return the_host;
}

/* ---- messages ---- */

cli_shown cli_show(const char *text)
{
    cli_shown shown;
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

int cli_complain(int exit_status, const char *format, ...)
{
    char usual[USUAL];
    va_list arguments;
    ALEA_ASSERT(exit_status >= CLI_DONE && exit_status <= CLI_FAILED);
    va_start(arguments, format);
    char *text = host_format(usual, sizeof usual, format, arguments);
    va_end(arguments);
    cli_the_host()->complain(exit_status, text, NULL);
    if (text != usual) free(text);
    return exit_status;
}

bool cli_misuse(const cli_call *call, const char *format, ...)
{
    char usual[USUAL];
    va_list arguments;
    va_start(arguments, format);
    char *text = host_format(usual, sizeof usual, format, arguments);
    va_end(arguments);
    cli_the_host()->misuse(call->name, text);
    if (text != usual) free(text);
    return false;
}

int cli_report(const alea_error *error)
{
    int exit_status = CLI_USAGE;
    if (error->status == ALEA_E_STOPPED) exit_status = CLI_NO;
    if (error->status == ALEA_E_WRITE || error->status == ALEA_E_MEMORY || error->status == ALEA_E_SANDBOX)
        exit_status = CLI_FAILED;
    cli_the_host()->complain(exit_status, error->message, error);
    return exit_status;
}

int cli_report_work(const alea_error *error)
{
    if (error->status != ALEA_E_STOPPED) return cli_report(error);
    cli_the_host()->complain(CLI_NO, CLI_STOPPED, error);
    return CLI_NO;
}

int cli_complain_not_here(const char *what)
{
    return cli_complain(CLI_USAGE, CLI_NOT_HERE, what);
}

/* ---- the answer ---- */

int cli_print(const char *format, ...)
{
    char usual[USUAL];
    va_list arguments;
    va_start(arguments, format);
    char *text = host_format(usual, sizeof usual, format, arguments);
    va_end(arguments);
    const int status = cli_the_host()->print(text);
    if (text != usual) free(text);
    return status;
}

cli_view cli_view_start(bool json)
{
    return (cli_view){.how = cli_the_host()->view(json)};
}

int cli_view_print(alea_status made, cli_view *v)
{
    if (made != ALEA_OK) return cli_report(&v->error);
    ALEA_ASSERT(v->text);
    const int status = cli_the_host()->print(v->text);
    alea_text_free(v->text);
    v->text = NULL;
    return status;
}

int cli_view_write(alea_status made, cli_view *v, const char *path)
{
    if (made == ALEA_OK) made = alea_view_write(v->text, path, &v->error);
    alea_text_free(v->text);
    v->text = NULL;
    return made == ALEA_OK ? CLI_DONE : cli_report(&v->error);
}

int cli_view_write_run(const alea_view_run_facts *facts, const char *csv, const char *html)
{
    cli_view v = {0};
    int status = CLI_DONE;
    if (csv) status = cli_view_write(alea_view_run_csv(facts, &v.text, &v.error), &v, csv);
    if (html && status == CLI_DONE)
        status = cli_view_write(alea_view_run_html(facts, &v.text, &v.error), &v, html);
    return status;
}

/* ---- long work ---- */

void cli_begin_waiting(void)
{
    waiting_since = cli_the_host()->seconds();
}

alea_progress cli_begin_work(const char *unit)
{
    ALEA_ASSERT(*unit);
    return cli_the_host()->begin_work(unit);
}

double cli_end_work(void)
{
    const double now = cli_the_host()->seconds(), seconds = now - waiting_since;
    waiting_since = now;
    cli_the_host()->end_work();
    return seconds;
}

/* ---- what only some hosts can do ---- */

int cli_open_sandbox(alea_sandbox_options options, alea_sandbox **out)
{
    return cli_the_host()->open_sandbox(options, out);
}

void cli_close_sandbox(alea_sandbox *sandbox)
{
    const char *trouble = sandbox ? alea_sandbox_cache_trouble(sandbox) : NULL;
    if (trouble) cli_complain(CLI_DONE, CLI_CACHE_UNUSABLE, trouble);
    alea_sandbox_free(sandbox);
}

int cli_open_notebook(cli_notebook_args *a, alea_notebook **out)
{
    const cli_host *host = cli_the_host();
    return host->open_notebook ? host->open_notebook(a, out) : cli_complain_not_here("a notebook");
}

int cli_build_bot_once(const char *source, char made[CLI_PATH_SIZE])
{
    const cli_host *host = cli_the_host();
    return host->build_bot ? host->build_bot(source, made) : cli_complain_not_here("a compiler");
}

bool cli_ends_with(const char *text, const char *ending)
{
    const size_t size = strlen(text), tail = strlen(ending);
    return size > tail && strcmp(text + size - tail, ending) == 0;
}
