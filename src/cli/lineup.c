/* A game and the bots that sit down to it. */
#include "cli/cli.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

int cli_open_game(const char *spec, alea_game **out)
{
    alea_error error;
    return alea_game_open(spec, out, &error) == ALEA_OK ? CLI_DONE : cli_report(&error);
}

void cli_lineup_close(cli_lineup *p)
{
    for (unsigned i = 0; i < p->bots; i++) alea_bot_free(p->bot[i]);
    cli_close_sandbox(p->sandbox);
    alea_game_free(p->game);
}

static int64_t parameter_bound(const alea_game *game, bool upper)
{
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = alea_game_parameter(game, i);
        if (strcmp(p.name, "players") == 0) return upper ? p.max : p.min;
    }
    return (int64_t)alea_game_players(game);
}

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

static int say_range(const alea_game *game, unsigned bots)
{
    char range[64];
    int64_t min = parameter_bound(game, false), max = parameter_bound(game, true);
    if (min == max)
        snprintf(range, sizeof range, "%" PRId64 " player%s", min, plural(min));
    else
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64 " players", min, max);
    return cli_complain(CLI_USAGE, "%s takes %s; %u bot%s given.", alea_game_name(game), range, bots,
                        bots == 1 ? " was" : "s were");
}

static int say_mismatch(const char *spec, const alea_game *game, unsigned bots)
{
    unsigned players = alea_game_players(game);
    return cli_complain(
        CLI_USAGE, "%s is for %u player%s, but %u bot%s given; without `players` the number of bots sets it.",
        cli_show(spec).text, players, plural(players), bots, bots == 1 ? " was" : "s were");
}

/* The number of bots is the number of players. A game that opens without it tells better than the library,
   which knows no bots here, what is wrong with that number. */
static int open_game(const char *spec, unsigned bots, cli_lineup *p)
{
    alea_error error;
    if (alea_game_open_for(spec, bots, &p->game, &error) == ALEA_OK) return CLI_DONE;
    bool about_players = error.status == ALEA_E_RANGE || error.status == ALEA_E_USAGE;
    alea_game *otherwise;
    if (!about_players || alea_game_open(spec, &otherwise, NULL) != ALEA_OK) return cli_report(&error);
    int status =
        error.status == ALEA_E_RANGE ? say_range(otherwise, bots) : say_mismatch(spec, otherwise, bots);
    alea_game_free(otherwise);
    return status;
}

int cli_lineup_open_bots(char *const *bot, unsigned bots, alea_sandbox_options limits, cli_lineup *p)
{
    alea_error error;
    assert(bots <= ALEA_MAX_SEATS);
    if (cli_open_sandbox(limits, &p->sandbox, &error) != ALEA_OK) return cli_report(&error);
    for (; p->bots < bots; p->bots++)
        if (alea_bot_open(p->game, bot[p->bots], p->sandbox, &p->bot[p->bots], &error) != ALEA_OK)
            return cli_report(&error);
    return CLI_DONE;
}

int cli_lineup_open(const char *game, char *const *bot, unsigned bots, alea_sandbox_options limits,
                    cli_lineup *p)
{
    int status = open_game(game, bots, p);
    return status == CLI_DONE ? cli_lineup_open_bots(bot, bots, limits, p) : status;
}
