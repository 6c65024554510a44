/* Opens games and bots. */
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

void cli_lineup_close(cli_lineup *l)
{
    for (unsigned i = 0; i < l->bots; i++) alea_bot_free(l->bot[i]);
    cli_close_sandbox(l->sandbox);
    alea_game_free(l->game);
}

static const char *plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

static int lineup_say_range(const alea_game *game, unsigned bots)
{
    char range[64];
    int64_t least = (int64_t)alea_game_players(game), most = least;
    for (size_t i = 0; i < alea_game_parameter_count(game); i++) {
        alea_parameter p = alea_game_parameter(game, i);
        if (strcmp(p.name, "players") == 0) least = p.min, most = p.max;
    }
    if (least == most)
        snprintf(range, sizeof range, "%" PRId64 " player%s", least, plural(least));
    else
        snprintf(range, sizeof range, "%" PRId64 " to %" PRId64 " players", least, most);
    return cli_complain(CLI_USAGE, "%s takes %s; %u bot%s given.", alea_game_name(game), range, bots,
                        bots == 1 ? " was" : "s were");
}

static int lineup_say_mismatch(const char *spec, const alea_game *game, unsigned bots)
{
    unsigned players = alea_game_players(game);
    return cli_complain(
        CLI_USAGE, "%s is for %u player%s, but %u bot%s given; without `players` the number of bots sets it.",
        cli_show(spec).text, players, plural(players), bots, bots == 1 ? " was" : "s were");
}

/* The number of bots is the number of players. A game that opens without it tells better than the library,
   which knows no bots here, what is wrong with that number. */
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
    assert(bots <= ALEA_MAX_SEATS);
    if (cli_open_sandbox(limits, &l->sandbox, &error) != ALEA_OK) return cli_report(&error);
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
