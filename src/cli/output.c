/* What goes to the streams, and how they are. */
#include "cli/cli.h"
#include "cli/process.h"

#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { FILE_WIDTH = 100, WIDEST = 10000 };

cli_shown cli_show(const char *text)
{
    cli_shown shown;
    alea_view_printable(text, shown.text, sizeof shown.text);
    return shown;
}

int cli_complain(int exit_status, const char *format, ...)
{
    va_list arguments;
    fflush(stdout);
    fputs("alea: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return exit_status;
}

static int exit_status_of(alea_status status)
{
    switch (status) {
    case ALEA_OK: return CLI_DONE;
    case ALEA_E_STOPPED: return CLI_NO;
    case ALEA_E_WRITE:
    case ALEA_E_MEMORY:
    case ALEA_E_SANDBOX: return CLI_FAILED;
    default: return CLI_USAGE;
    }
}

int cli_report(const alea_error *error)
{
    return cli_complain(exit_status_of(error->status), "%s", error->message);
}

cli_view cli_view_start(bool json)
{
    return (cli_view){.how = cli_view_options(STDOUT_FILENO, json)};
}

int cli_view_print(alea_status made, cli_view *v)
{
    if (made != ALEA_OK) return cli_report(&v->error);
    bool written = fputs(v->text, stdout) != EOF && fflush(stdout) == 0;
    int reason = errno;
    alea_view_free(v->text);
    if (written) return CLI_DONE;
    return cli_complain(CLI_FAILED, "cannot write to standard output: %s", strerror(reason));
}

int cli_view_write(alea_status made, cli_view *v, const char *path)
{
    if (made == ALEA_OK) made = alea_view_write(v->text, path, &v->error);
    alea_view_free(v->text);
    v->text = NULL;
    return made == ALEA_OK ? CLI_DONE : cli_report(&v->error);
}

/* Files are written beside the old one and then take its place; what is no regular file is written to as it is. */
int cli_check_writable(const char *path)
{
    struct stat old;
    char folder[CLI_PATH_SIZE];
    bool exists = stat(path, &old) == 0;
    if (exists && S_ISDIR(old.st_mode))
        return cli_complain(CLI_FAILED, "%s: the file cannot be written: it is a folder.",
                            cli_show(path).text);
    bool in_place = exists && !S_ISREG(old.st_mode);
    bool can = !exists || access(path, W_OK) == 0;
    if (can && !in_place) can = cli_make_folder_beside(path, folder);
    if (!can)
        return cli_complain(CLI_FAILED, "%s: the file cannot be written: %s.", cli_show(path).text,
                            strerror(errno));
    if (!in_place) cli_remove_folder(folder);
    return CLI_DONE;
}

static unsigned width_of(int fd)
{
    const char *columns = getenv("COLUMNS");
    long wanted = columns ? strtol(columns, NULL, 10) : 0;
    if (wanted > 0 && wanted <= WIDEST) return (unsigned)wanted;
    struct winsize size;
    if (isatty(fd) && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    return FILE_WIDTH;
}

alea_view_options cli_view_options(int fd, bool json)
{
    return (alea_view_options){
        .json = json, .ascii = strcmp(nl_langinfo(CODESET), "UTF-8") != 0, .width = width_of(fd)};
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
