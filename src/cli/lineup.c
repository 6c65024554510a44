/* Opens games, the sandbox and bots. */
#include "base/assert.h"
#include "cli/process.h"
#include "cli/progress.h"
#include "cli/user_dirs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cli_open_game(const char *spec, alea_game **out)
{
    alea_error error;
    return alea_game_open(spec, out, &error) == ALEA_OK ? CLI_DONE : cli_report(&error);
}

int cli_choose_objective(const alea_game *game, const char *name, alea_objective *out)
{
    char has[64] = "";
    for (alea_objective o = ALEA_WIN; o <= ALEA_TURNS; o++) {
        if (!alea_game_has_objective(game, o)) continue;
        if (!name || strcmp(name, alea_objective_name(o)) == 0) {
            *out = o;
            return CLI_DONE;
        }
        size_t used = strlen(has);
        snprintf(has + used, sizeof has - used, "%s%s", used ? " and " : "", alea_objective_name(o));
    }
    if (!name) return cli_complain(CLI_USAGE, CLI_NO_OBJECTIVE, alea_game_spec(game));
    return cli_complain(CLI_USAGE, CLI_OTHER_OBJECTIVE, alea_game_spec(game), cli_show(name).text, has);
}

/* ---- the sandbox ---- */

/* Python for strategies: $ALEA_PYTHON, else python.wasm beside this program (as it is built) or in ../share/alea (as it is
   installed). NULL: there is none. */
static const char *lineup_python(char out[CLI_PATH_SIZE])
{
    static const char *const places[] = {"python.wasm", "../share/alea/python.wasm"};
    const char *python = getenv("ALEA_PYTHON");
    if (python && *python) return python;
    char folder[CLI_PATH_SIZE];
    if (!cli_own_folder(folder)) return NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (snprintf(out, CLI_PATH_SIZE, "%s%s", folder, places[i]) < CLI_PATH_SIZE && access(out, R_OK) == 0)
            return out;
    return NULL;
}

/* The program in which WebAssembly and Python run: beside this program or in ../libexec/alea. NULL: there is none. */
static const char *lineup_worker(char out[CLI_PATH_SIZE])
{
    static const char *const places[] = {"alea-worker", "../libexec/alea/alea-worker"};
    char folder[CLI_PATH_SIZE];
    if (!cli_own_folder(folder)) return NULL;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        if (snprintf(out, CLI_PATH_SIZE, "%s%s", folder, places[i]) < CLI_PATH_SIZE && access(out, X_OK) == 0)
            return out;
    return NULL;
}

int cli_open_sandbox(alea_sandbox_options options, alea_sandbox **out)
{
    alea_error error;
    char folder[CLI_PATH_SIZE], python[CLI_PATH_SIZE], worker[CLI_PATH_SIZE];
    int status = cli_cache_size(&options.cache_size);
    if (status != CLI_DONE) return status;
    options.cache_folder = cli_cache_folder(folder) ? folder : NULL;
    options.python = lineup_python(python);
    options.worker = lineup_worker(worker);
    options.stopped = cli_is_interrupted;
    options.may_handle_signals = true;
    return alea_sandbox_open(&options, out, &error) == ALEA_OK ? CLI_DONE : cli_report(&error);
}

void cli_close_sandbox(alea_sandbox *sandbox)
{
    const char *trouble = sandbox ? alea_sandbox_cache_trouble(sandbox) : NULL;
    if (trouble) cli_complain(CLI_DONE, CLI_CACHE_UNUSABLE, trouble);
    alea_sandbox_free(sandbox);
}

/* ---- lineups ---- */

void cli_lineup_close(cli_lineup *l)
{
    for (unsigned i = 0; i < l->bots; i++) alea_bot_free(l->bot[i]);
    cli_close_sandbox(l->sandbox);
    alea_game_free(l->game);
}

static const char *lineup_plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

/* Says how many players the game may have. `game` is open without a number of players. CLI_USAGE. */
static int lineup_say_range(const alea_game *game, unsigned bots)
{
    char range[64];
    int64_t least = (int64_t)alea_game_players(game), most = least;
    alea_parameter p;
    for (size_t i = 0; alea_game_parameter(game, i, &p); i++) {
        if (strcmp(p.name, "players") != 0) continue;
        least = p.min;
        most = p.max;
    }
    if (least == most)
        snprintf(range, sizeof range, "%" PRId64 " player%s", least, lineup_plural(least));
    else
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64 " players", least, most);
    return cli_complain(CLI_USAGE, CLI_WRONG_PLAYERS, alea_game_name(game), range, bots,
                        bots == 1 ? " was" : "s were");
}

static int lineup_say_mismatch(const char *spec, const alea_game *game, unsigned bots)
{
    unsigned players = alea_game_players(game);
    return cli_complain(CLI_USAGE, CLI_PLAYERS_CONFLICT, cli_show(spec).text, players, lineup_plural(players),
                        bots, bots == 1 ? " was" : "s were");
}

/* Opens the game for as many players as there are bots. If that number is wrong, the message speaks of bots, which
   the library does not see here. */
int cli_open_game_for(const char *spec, unsigned bots, alea_game **out)
{
    alea_error error;
    if (alea_game_open_for(spec, bots, out, &error) == ALEA_OK) return CLI_DONE;
    bool about_players = error.status == ALEA_E_RANGE || error.status == ALEA_E_USAGE;
    alea_game *otherwise;
    if (!about_players || alea_game_open(spec, &otherwise, NULL) != ALEA_OK) return cli_report(&error);
    int status = error.status == ALEA_E_RANGE ? lineup_say_range(otherwise, bots)
                                              : lineup_say_mismatch(spec, otherwise, bots);
    alea_game_free(otherwise);
    return status;
}

int cli_lineup_add(cli_lineup *l, const char *const *bot, unsigned bots, alea_sandbox_options limits)
{
    alea_error error;
    ALEA_ASSERT(l->game && l->bots == 0 && bots <= ALEA_MAX_SEATS);
    int status = cli_open_sandbox(limits, &l->sandbox);
    if (status != CLI_DONE) return status;
    for (; l->bots < bots; l->bots++)
        if (alea_bot_open(l->game, bot[l->bots], l->sandbox, &l->bot[l->bots], &error) != ALEA_OK)
            return cli_report(&error);
    return CLI_DONE;
}

int cli_lineup_open(const char *game, cli_words bots, alea_sandbox_options limits, cli_lineup *l)
{
    int status = cli_open_game_for(game, bots.count, &l->game);
    return status == CLI_DONE ? cli_lineup_add(l, bots.word, bots.count, limits) : status;
}
