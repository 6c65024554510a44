/* Output: messages, views and files, and the properties of streams. */
#include "base/assert.h"
#include "cli/cli.h"
#include "cli/process.h"

#include <errno.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

cli_shown cli_show(const char *text)
{
    cli_shown shown;
    alea_view_printable(text, shown.text, sizeof shown.text);
    return shown;
}

/* Prints text to a terminal in lines of `most` columns; the first begins at `column`. Lines that begin with a space are commands
   to copy, and stay whole. */
static void output_wrap(const char *text, size_t column, size_t most)
{
    bool whole = false;
    while (*text) {
        /* A word with the spaces before it; bytes that go on with a character have no width. */
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

int cli_complain(int exit_status, const char *format, ...)
{
    enum { USUAL = 1000 };
    char usual[USUAL], *text = usual;
    va_list arguments;
    fflush(stdout);
    ALEA_ASSERT(exit_status >= CLI_DONE && exit_status <= CLI_FAILED);
    va_start(arguments, format);
    const int length = vsnprintf(usual, sizeof usual, format, arguments);
    va_end(arguments);
    if (length >= USUAL && (text = malloc((size_t)length + 1))) {
        va_start(arguments, format);
        vsnprintf(text, (size_t)length + 1, format, arguments);
        va_end(arguments);
    }
    output_print(text ? text : usual);
    if (text != usual) free(text);
    return exit_status;
}

bool cli_misuse(const cli_call *call, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fprintf(stderr, "%s: ", call->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry `%s --help' or `%s --usage' for more information.\n", call->name, call->name);
    return false;
}

int cli_report(const alea_error *error)
{
    int exit_status = CLI_USAGE;
    if (error->status == ALEA_E_STOPPED) exit_status = CLI_NO;
    if (error->status == ALEA_E_WRITE || error->status == ALEA_E_MEMORY || error->status == ALEA_E_SANDBOX)
        exit_status = CLI_FAILED;
    return cli_complain(exit_status, "%s", error->message);
}

int cli_output_failed(int reason)
{
    if (reason == EPIPE) return CLI_FAILED;
    return cli_complain(CLI_FAILED, CLI_CANNOT_WRITE_OUTPUT, strerror(reason));
}

cli_view cli_view_start(bool json)
{
    return (cli_view){.how = cli_view_options(STDOUT_FILENO, json)};
}

int cli_view_print(alea_status made, cli_view *v)
{
    if (made != ALEA_OK) return cli_report(&v->error);
    ALEA_ASSERT(v->text);
    bool written = fputs(v->text, stdout) != EOF && fflush(stdout) == 0;
    int reason = errno;
    alea_text_free(v->text);
    v->text = NULL;
    if (written) return CLI_DONE;
    return cli_output_failed(reason);
}

/* Files are written beside the old one and then replace it; anything but a regular file is written in place. */
int cli_check_writable(const char *path)
{
    struct stat old;
    char folder[CLI_PATH_SIZE];
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode)) return cli_complain(CLI_FAILED, CLI_IS_FOLDER, cli_show(path).text);
    bool in_place = exists && !S_ISREG(old.st_mode);
    bool can = !exists || access(path, W_OK) == 0;
    if (can && !in_place) can = cli_make_folder_beside(path, folder);
    if (!can) return cli_complain(CLI_FAILED, CLI_CANNOT_WRITE, cli_show(path).text, strerror(errno));
    if (!in_place) cli_remove_folder(folder);
    return CLI_DONE;
}

/* Whether the user's locale has UTF-8. The program itself stays in the plain locale: in others, such as the Turkish one, letters and
   their cases differ, and so would what a file or an answer means. */
static bool output_takes_utf8(void)
{
    const locale_t users = newlocale(LC_CTYPE_MASK, "", (locale_t)0);
    const bool takes = users && strcmp(nl_langinfo_l(CODESET, users), "UTF-8") == 0;
    if (users) freelocale(users);
    return takes;
}

alea_view_options cli_view_options(int fd, bool json)
{
    enum { FILE_WIDTH = 100, WIDEST = 10000 };
    const char *columns = getenv("COLUMNS");
    long wanted = columns ? strtol(columns, NULL, 10) : 0;
    struct winsize size;
    alea_view_options view = {.json = json, .ascii = !output_takes_utf8(), .width = FILE_WIDTH};
    if (wanted > 0 && wanted <= WIDEST)
        view.width = (unsigned)wanted;
    else if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        view.width = size.ws_col;
    return view;
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
