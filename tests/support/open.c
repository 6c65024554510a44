/* Opens games, bots and tables, and fails the test otherwise. A separate file, because tests of the lowest rooms and those
   with their own families do not link what it calls. */
#include "support/test.h"

#include <sys/stat.h>

alea_game *open_game_for(const char *spec, unsigned players)
{
    static const char ours[] = "tests/rules/";
    char path[1000];
    const char *source = getenv("ALEA_SOURCE");
    alea_game *game;
    const bool is_ours = strncmp(spec, ours, sizeof ours - 1) == 0;
    snprintf(path, sizeof path, is_ours ? "%s/%s" : "%.0s%s", source ? source : ".", spec);
    OK(alea_game_open_for(path, players, &game, &test_error));
    return game;
}

alea_game *open_game(const char *spec)
{
    return open_game_for(spec, 0);
}

alea_bot *open_bot(const alea_game *game, const char *spec)
{
    alea_bot *bot;
    OK(alea_bot_open(game, spec, NULL, &bot, &test_error));
    return bot;
}

/* In workers if the test runs as worker/… (tests/CMakeLists.txt). */
alea_sandbox *open_python_sandbox(void)
{
    char python[4096], cache[4096], worker[4096];
    alea_sandbox *sandbox;
    snprintf(python, sizeof python, "%s/python.wasm", getenv("ALEA_BUILD"));
    snprintf(worker, sizeof worker, "%s/alea-worker", getenv("ALEA_BUILD"));
    snprintf(cache, sizeof cache, "%s/alea", getenv("XDG_CACHE_HOME"));
    mkdir(getenv("XDG_CACHE_HOME"), 0777);
    mkdir(cache, 0777);
    const alea_sandbox_options options = {.python = python,
                                          .cache_folder = cache,
                                          .worker = worker,
                                          .no_isolation = !getenv("ALEA_TEST_WORKERS")};
    OK(alea_sandbox_open(&options, &sandbox, &test_error));
    return sandbox;
}

alea_table *solve_game(const alea_game *game, alea_objective objective)
{
    alea_table *table;
    OK(alea_table_solve(game, objective, NULL, &table, &test_error));
    return table;
}
