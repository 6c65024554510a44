/* The page's implementation of the host of commands (command/host.h). A command's output becomes the answer, and its
   complaint the error. */
#include "command/host.h"
#include "web/answer.h"
#include "web/call.h"
#include "web/host.h"

#include <stdio.h>

/* Remarks, which have the status CMD_DONE, are not part of an answer. */
static void commands_complain(int exit_status, const char *text, const alea_error *error)
{
    if (error) {
        web_answer_refuse(error);
        return;
    }
    alea_error own = {.status = ALEA_E_USAGE};
    snprintf(own.message, sizeof own.message, "%s", text);
    if (exit_status == CMD_NO) web_answer_fail("NO", &own);
    if (exit_status == CMD_USAGE) web_answer_refuse(&own);
    if (exit_status == CMD_FAILED) web_answer_fail("FAILED", &own);
}

static void commands_misuse(const char *command, const char *text)
{
    web_answer_misuse("%s: %s", command, text);
}

static int commands_print(const char *text)
{
    return web_answer_text(text) ? CMD_DONE : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
}

/* ---- long work ---- */

static const double update_interval = 0.1; /* seconds */

typedef struct commands_work {
    const char *unit;
    double shown; /* seconds of the clock */
} commands_work;

static int commands_progress(void *user, uint64_t done, uint64_t total)
{
    commands_work *w = user;
    const double now = web_host_seconds();
    if (now - w->shown < update_interval) return web_host_stopped();
    w->shown = now;
    return web_host_progress((double)done, (double)total, w->unit);
}

static bool commands_stopped(void *user)
{
    (void)user;
    return web_host_stopped() != 0;
}

static alea_progress commands_begin_work(const char *unit)
{
    static commands_work working;
    working = (commands_work){unit, web_host_seconds()};
    return (alea_progress){.report = commands_progress, .stopped = commands_stopped, .user = &working};
}

const cmd_host web_commands = {
    .complain = commands_complain,
    .misuse = commands_misuse,
    .print = commands_print,
    .seconds = web_host_seconds,
    .begin_work = commands_begin_work,
};
