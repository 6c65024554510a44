/* In the place of cli/output.c: what a command prints becomes the answer, and what it reports becomes the error. */
#include "base/assert.h"
#include "cli/cli.h"
#include "cli/process.h"
#include "web/answer.h"
#include "web/host.h"

#include <stdarg.h>
#include <stdio.h>

cli_shown cli_show(const char *text)
{
    cli_shown shown;
    alea_view_printable(text, shown.text, sizeof shown.text);
    return shown;
}

/* Remarks, which go with CLI_DONE, have no place in an answer. */
int cli_complain(int exit_status, const char *format, ...)
{
    alea_error error = {.status = ALEA_E_USAGE};
    va_list arguments;
    ALEA_ASSERT(exit_status >= CLI_DONE && exit_status <= CLI_FAILED);
    va_start(arguments, format);
    vsnprintf(error.message, sizeof error.message, format, arguments);
    va_end(arguments);
    if (exit_status == CLI_NO) web_answer_fail("NO", &error);
    if (exit_status == CLI_USAGE) web_answer_refuse(&error);
    if (exit_status == CLI_FAILED) web_answer_fail("FAILED", &error);
    return exit_status;
}

bool cli_misuse(const cli_call *call, const char *format, ...)
{
    char said[1000];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    web_answer_misuse("%s: %s", call->name, said);
    return false;
}

int cli_report(const alea_error *error)
{
    web_answer_refuse(error);
    if (error->status == ALEA_E_STOPPED) return CLI_NO;
    return error->status == ALEA_E_WRITE || error->status == ALEA_E_MEMORY ? CLI_FAILED : CLI_USAGE;
}

int cli_output_failed(int reason)
{
    (void)reason; /* there is no output */
    return CLI_FAILED;
}

cli_view cli_view_start(bool json)
{
    (void)json;
    return (cli_view){.how = {.json = true}};
}

int cli_view_print(alea_status made, cli_view *v)
{
    if (made != ALEA_OK) return cli_report(&v->error);
    const bool kept = web_answer_text(v->text);
    alea_text_free(v->text);
    return kept ? CLI_DONE : cli_complain(CLI_FAILED, CLI_NO_MEMORY);
}

/* All files are in memory. */
int cli_check_writable(const char *path)
{
    (void)path;
    return CLI_DONE;
}

alea_view_options cli_view_options(int fd, bool json)
{
    (void)fd;
    return (alea_view_options){.json = json};
}

double cli_seconds(void)
{
    return web_host_seconds();
}
