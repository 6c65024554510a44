/* The user's cache folder, and where Python is. The library takes them as it is told; only the command line asks the
   surroundings. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The value of a variable, where an empty one is none. */
static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

/* NULL: nowhere. The text is malloc's. */
static char *cache_folder(void)
{
    const char *cache = variable("ALEA_CACHE"), *xdg = variable("XDG_CACHE_HOME"), *home = variable("HOME");
    char *folder = NULL;
    int size = cache  ? asprintf(&folder, "%s", cache)
               : xdg  ? asprintf(&folder, "%s/alea", xdg)
               : home ? asprintf(&folder, "%s/.cache/alea", home)
                      : -1;
    return size < 0 ? NULL : folder;
}

/* Python for strategies: $ALEA_PYTHON, else python.wasm beside this program (as it is built) or in ../share/alea (as it is
   installed). NULL: there is none. The text is malloc's. */
static char *python_component(void)
{
    static const char *const places[] = {"/python.wasm", "/../share/alea/python.wasm"};
    const char *python = variable("ALEA_PYTHON");
    if (python) return strdup(python);
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program);
    while (length > 0 && program[length - 1] != '/') length--;
    for (size_t i = 0; length > 0 && i < sizeof places / sizeof *places; i++) {
        char *path;
        if (asprintf(&path, "%.*s%s", (int)length - 1, program, places[i]) < 0) return NULL;
        if (access(path, R_OK) == 0) return path;
        free(path);
    }
    return NULL;
}

alea_status cli_open_sandbox(alea_sandbox_options options, alea_sandbox **out, alea_error *error)
{
    char *folder = cache_folder(), *python = python_component();
    options.cache_folder = folder;
    options.python = python;
    options.may_handle_signals = true;
    alea_status status = alea_sandbox_open(&options, out, error);
    free(folder);
    free(python);
    return status;
}

void cli_close_sandbox(alea_sandbox *sandbox)
{
    const char *trouble = sandbox ? alea_sandbox_cache_trouble(sandbox) : NULL;
    if (trouble)
        cli_complain(CLI_DONE, "compiled bots are not kept, so that they are compiled again each time: %s",
                     trouble);
    alea_sandbox_free(sandbox);
}
