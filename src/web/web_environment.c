/* In the place of the files of cli that look for the user's folders and run other programs: in a browser there are neither. */
#include "cli/build.h"
#include "cli/cli.h"
#include "cli/compilers.h"
#include "cli/contest_kit.h"
#include "cli/notebook.h"
#include "cli/user_dirs.h"
#include "web/messages.h"

#include <stdio.h>
#include <string.h>

int cli_open_sandbox(alea_sandbox_options options, alea_sandbox **out)
{
    alea_error error;
    options.size = sizeof options;
    options.stopped = NULL;
    return alea_sandbox_open(&options, out, &error) == ALEA_OK ? CLI_DONE : cli_report(&error);
}

void cli_close_sandbox(alea_sandbox *sandbox)
{
    alea_sandbox_free(sandbox);
}

int cli_build_cached(const char *source, char made[CLI_PATH_SIZE])
{
    (void)source, (void)made;
    return cli_complain(CLI_USAGE, WEB_CANNOT_BUILD);
}

bool cli_ends_with(const char *text, const char *ending)
{
    const size_t length = strlen(text), tail = strlen(ending);
    return length > tail && strcmp(text + length - tail, ending) == 0;
}

bool cli_make_folder_beside(const char *path, char out[CLI_PATH_SIZE])
{
    (void)path, (void)out;
    return false;
}

void cli_remove_folder(const char *folder)
{
    (void)folder;
}

int cli_find_last_game(char out[CLI_PATH_SIZE])
{
    (void)out;
    return cli_complain(CLI_USAGE, WEB_KEY_MISSING, "review", "record");
}

int cli_user_path(const char *name, char out[CLI_PATH_SIZE])
{
    (void)name, (void)out;
    return cli_complain(CLI_USAGE, WEB_CANNOT_BUILD);
}

int cli_open_notebook(cli_notebook_args *a, alea_notebook **out)
{
    (void)a, (void)out;
    return cli_complain(CLI_USAGE, WEB_CANNOT_BUILD);
}

int cli_write_kit(const char *spec, const char *path)
{
    (void)spec, (void)path;
    return cli_complain(CLI_USAGE, WEB_CANNOT_BUILD);
}
