/* The user's cache folder. The library takes it as it is told; only the command line asks the environment. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>

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

alea_status cli_open_sandbox(alea_sandbox_options options, alea_sandbox **out, alea_error *error)
{
    char *folder = cache_folder();
    options.cache_folder = folder;
    options.may_handle_signals = true;
    alea_status status = alea_sandbox_open(&options, out, error);
    free(folder);
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
