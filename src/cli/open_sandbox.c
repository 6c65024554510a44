/* Opens the sandbox, with the user's cache folder and the files installed with the program. */
#include "cli/process.h"
#include "cli/terminal.h"
#include "cli/user_dirs.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Finds a file in one of two places, both relative to the folder of this program; NULL if neither has it. */
static const char *sandbox_find(const char *const place[2], int access_mode, char out[CMD_PATH_SIZE])
{
    char folder[CMD_PATH_SIZE];
    if (!cli_own_folder(folder)) return NULL;
    for (int i = 0; i < 2; i++)
        if (snprintf(out, CMD_PATH_SIZE, "%s%s", folder, place[i]) < CMD_PATH_SIZE &&
            access(out, access_mode) == 0)
            return out;
    return NULL;
}

/* The component that runs Python strategies: $ALEA_PYTHON, or python.wasm in the build or the installation. NULL if
   there is none. */
static const char *sandbox_python(char out[CMD_PATH_SIZE])
{
    static const char *const place[] = {"python.wasm", "../share/alea/python.wasm"};
    const char *python = getenv("ALEA_PYTHON");
    return python && *python ? python : sandbox_find(place, R_OK, out);
}

/* The program that runs WebAssembly and Python, in the build or the installation. NULL if there is none. */
static const char *sandbox_worker(char out[CMD_PATH_SIZE])
{
    static const char *const place[] = {"alea-worker", "../libexec/alea/alea-worker"};
    return sandbox_find(place, X_OK, out);
}

int terminal_open_sandbox(alea_sandbox_options options, alea_sandbox **out)
{
    alea_error error;
    char folder[CMD_PATH_SIZE], python[CMD_PATH_SIZE], worker[CMD_PATH_SIZE];
    int status = cli_cache_size(&options.cache_size);
    if (status != CMD_DONE) return status;
    options.cache_folder = cli_cache_folder(folder) ? folder : NULL;
    options.python = sandbox_python(python);
    options.worker = sandbox_worker(worker);
    options.stopped = terminal_is_interrupted;
    options.may_handle_signals = true;
    return alea_sandbox_open(&options, out, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}
