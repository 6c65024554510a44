/* Output: messages, views and files, and the properties of streams. */
#include "cli/cli.h"
#include "cli/terminal.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Prints text to a terminal in lines of `most` columns; the first begins at `column`. Lines that begin with a space are commands
   to copy, and stay whole. */
static void output_wrap(const char *text, size_t column, size_t most)
{
    bool whole = false;
    while (*text) {
        /* A word with the spaces before it. Continuation bytes of a character have no width. */
        const size_t spaces = strspn(text, " "), word = strcspn(text + spaces, " \n");
        size_t width = 0;
        for (size_t i = 0; i < word; i++) width += (text[spaces + i] & 0xc0) != 0x80;
        if (column == 0) whole = spaces > 0;
        const bool breaks = !whole && column > 0 && spaces > 0 && column + spaces + width > most;
        if (breaks) fputc('\n', stderr);
        fwrite(text + (breaks ? spaces : 0), 1, word + (breaks ? 0 : spaces), stderr);
        column = breaks ? width : column + spaces + width;
        text += spaces + word;
        if (*text != '\n') continue;
        fputc(*text++, stderr);
        column = 0;
    }
}

/* Prints a message on standard error. */
static void output_print(const char *text)
{
    static const char who[] = "alea: ";
    if (!isatty(STDERR_FILENO)) {
        fprintf(stderr, "%s%s\n", who, text);
        return;
    }
    fputs(who, stderr);
    output_wrap(text, strlen(who), cli_view_options(STDERR_FILENO, false).width);
    fputc('\n', stderr);
}

void terminal_complain(int exit_status, const char *text, const alea_error *error)
{
    (void)exit_status, (void)error;
    fflush(stdout);
    output_print(text);
}

void terminal_misuse(const char *command, const char *text)
{
    fflush(stdout);
    fprintf(stderr, "%s: %s\nTry `%s --help' or `%s --usage' for more information.\n", command, text, command,
            command);
}

int cli_output_failed(int reason)
{
    if (reason == EPIPE) return CMD_FAILED;
    return cmd_complain(CMD_FAILED, CMD_CANNOT_WRITE_OUTPUT, strerror(reason));
}

alea_view_options terminal_view(bool json)
{
    return cli_view_options(STDOUT_FILENO, json);
}

int terminal_print(const char *text)
{
    return fputs(text, stdout) != EOF && fflush(stdout) == 0 ? CMD_DONE : cli_output_failed(errno);
}

/* Whether the user's locale uses UTF-8. The program itself stays in the C locale: in others, such as the Turkish one, upper
   and lower case differ, and files and answers could change their meaning. */
static bool output_takes_utf8;

void cli_find_charset(void)
{
    /* newlocale would leave the locale alone, but finds no UTF-8 in static programs */
    output_takes_utf8 = setlocale(LC_CTYPE, "") && strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
    setlocale(LC_CTYPE, "C");
}

alea_view_options cli_view_options(int fd, bool json)
{
    enum { FILE_WIDTH = 100, WIDEST = 10000 };
    const char *columns = getenv("COLUMNS");
    long wanted = columns ? strtol(columns, NULL, 10) : 0;
    struct winsize size;
    alea_view_options view = {.json = json, .ascii = !output_takes_utf8, .width = FILE_WIDTH};
    if (wanted > 0 && wanted <= WIDEST)
        view.width = (unsigned)wanted;
    else if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        view.width = size.ws_col;
    return view;
}

double terminal_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- text that changes ---- */

static unsigned drawn_lines;

bool terminal_can_draw(alea_view_options *view)
{
    const char *terminal = getenv("TERM");
    if (!isatty(STDERR_FILENO) || !terminal || strcmp(terminal, "dumb") == 0)
        return false; /* it cannot go back */
    *view = cli_view_options(STDERR_FILENO, false);
    if (view->width > 1) view->width--; /* a full line would wrap */
    return true;
}

/* Above the line of progress. */
void terminal_draw(const char *text)
{
    if (*text) fputs("\r\033[K", stderr);
    if (drawn_lines > 0) fprintf(stderr, "\r\033[%uA\033[J", drawn_lines);
    fputs(text, stderr);
    fflush(stderr);
    for (drawn_lines = 0; *text; text++) drawn_lines += *text == '\n';
}
