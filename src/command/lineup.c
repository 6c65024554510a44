/* Opens games and bots. */
#include "base/assert.h"
#include "command/command.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int cmd_open_game(const char *spec, alea_game **out)
{
    alea_error error;
    return alea_game_open(spec, out, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

int cmd_choose_objective(const alea_game *game, const char *name, alea_objective *out)
{
    char has[64] = "";
    if (!name) {
        *out = alea_game_objective(game);
        if (alea_game_has_objective(game, *out)) return CMD_DONE;
        return cmd_complain(CMD_USAGE, CMD_NO_OBJECTIVE, alea_game_spec(game));
    }
    for (alea_objective o = ALEA_WIN; o <= ALEA_TURNS; o++) {
        if (!alea_game_has_objective(game, o)) continue;
        if (strcmp(name, alea_objective_name(o)) == 0) {
            *out = o;
            return CMD_DONE;
        }
        size_t used = strlen(has);
        snprintf(has + used, sizeof has - used, "%s%s", used ? " and " : "", alea_objective_name(o));
    }
    return cmd_complain(CMD_USAGE, CMD_OTHER_OBJECTIVE, alea_game_spec(game), cmd_show(name).text, has);
}

int cmd_check_ranking(const char *game, const char *name)
{
    if (!name || strcmp(name, alea_objective_name(ALEA_WIN)) == 0 ||
        strcmp(name, alea_objective_name(ALEA_MONEY)) == 0)
        return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_RANKED_BY, cmd_show(game).text, cmd_show(name).text);
}

int cmd_play_for(alea_game *game, const char *name)
{
    alea_error error;
    alea_objective objective;
    const int status = cmd_choose_objective(game, name, &objective);
    if (status != CMD_DONE || !name) return status;
    return alea_game_play_for(game, objective, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

/* ---- lineups ---- */

void cmd_lineup_close(cmd_lineup *l)
{
    for (unsigned i = 0; i < l->bots; i++) alea_bot_free(l->bot[i]);
    cmd_close_sandbox(l->sandbox);
    alea_game_free(l->game);
}

static const char *lineup_plural(int64_t count)
{
    return count == 1 ? "" : "s";
}

/* Says how many players the game may have. `game` is open without a number of players. CMD_USAGE. */
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
    return cmd_complain(CMD_USAGE, CMD_WRONG_PLAYERS, alea_game_name(game), range, bots,
                        bots == 1 ? " was" : "s were");
}

static int lineup_say_mismatch(const char *spec, const alea_game *game, unsigned bots)
{
    unsigned players = alea_game_players(game);
    return cmd_complain(CMD_USAGE, CMD_PLAYERS_CONFLICT, cmd_show(spec).text, players, lineup_plural(players),
                        bots, bots == 1 ? " was" : "s were");
}

/* Opens the game for as many players as there are bots. If that number is wrong, the message mentions bots, which the
   library does not know here. */
int cmd_open_game_for(const char *spec, unsigned bots, alea_game **out)
{
    alea_error error;
    if (alea_game_open_for(spec, bots, out, &error) == ALEA_OK) return CMD_DONE;
    bool about_players = error.status == ALEA_E_RANGE || error.status == ALEA_E_USAGE;
    alea_game *otherwise;
    if (!about_players || alea_game_open(spec, &otherwise, NULL) != ALEA_OK) return cmd_report(&error);
    int status = error.status == ALEA_E_RANGE ? lineup_say_range(otherwise, bots)
                                              : lineup_say_mismatch(spec, otherwise, bots);
    alea_game_free(otherwise);
    return status;
}

/* The file of a Python bot that must be built before it can play: FILE.py or NAME=FILE.py. NULL for other bots, and for
   strategies of games whose contests run Python directly. */
static const char *lineup_python_file(const alea_game *game, const char *spec)
{
    const char *equals = strchr(spec, '=');
    if (!cmd_ends_with(spec, ".py") || alea_contest_shape(game, NULL, NULL)) return NULL;
    if (access(spec, R_OK) == 0) return spec;
    return equals && access(equals + 1, R_OK) == 0 ? equals + 1 : NULL;
}

/* Builds the Python file of a spec if it must be built before it can play, or finds it in the cache, and writes
   NAME=FILE.wasm to `out`; copies any other spec. NAME is the file's unless the spec has one, and without the signs of specs. */
static int lineup_build_bot(const alea_game *game, const char *spec, char out[2 * CMD_PATH_SIZE])
{
    char made[CMD_PATH_SIZE];
    const char *file = lineup_python_file(game, spec);
    if (!file) {
        if (snprintf(out, 2 * CMD_PATH_SIZE, "%s", spec) < 2 * CMD_PATH_SIZE) return CMD_DONE;
        return cmd_complain(CMD_USAGE, CMD_NAME_TOO_LONG);
    }
    int status = cmd_build_bot_once(file, made);
    if (status != CMD_DONE) return status;
    const char *slash = strrchr(spec, '/'),
               *name = file == spec && strlen(spec) > 100 && slash ? slash + 1 : spec;
    int length = (int)(file == spec ? strlen(name) : (size_t)(file - spec) - 1);
    snprintf(out, 2 * CMD_PATH_SIZE, "%.*s=%s", length, name, made);
    for (char *at = out; at < out + length; at++)
        if (strchr(":(=)", *at)) *at = '_';
    return CMD_DONE;
}

/* The name of a file could look like a command, and a shell writes it in the place of a *. */
bool cmd_is_command(const char *word)
{
    const char *equals = strchr(word, '=');
    const bool is_command = strncmp(word, "exec:", strlen("exec:")) == 0 ||
                            (equals && strncmp(equals + 1, "exec:", strlen("exec:")) == 0);
    return is_command && access(word, F_OK) != 0;
}

int cmd_check_recorded(const char *spec)
{
    return cmd_is_command(spec) ? cmd_complain(CMD_USAGE, CMD_RECORDED_COMMAND, cmd_show(spec).text)
                                : CMD_DONE;
}

int cmd_open_bot(const alea_game *game, const char *word, alea_sandbox *sandbox, alea_bot **out)
{
    char spec[2 * CMD_PATH_SIZE];
    alea_error error;
    if (cmd_is_command(word)) return cmd_open_command(game, word, sandbox, out);
    const int status = lineup_build_bot(game, word, spec);
    if (status != CMD_DONE) return status;
    return alea_bot_open(game, spec, sandbox, out, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

/* Whether a word of the command line names its bot: NAME=BOT. */
static bool lineup_is_named(const alea_bot *bot, const char *word)
{
    const size_t length = strlen(alea_bot_name(bot));
    return strncmp(word, alea_bot_name(bot), length) == 0 && word[length] == '=';
}

/* Refuses the last bot if it has the name of another, and one of the two was named on purpose. */
static int lineup_check_name(const cmd_lineup *l, const char *const *word)
{
    ALEA_ASSERT(l->bots > 0);
    const unsigned own = l->bots - 1;
    const alea_bot *last = l->bot[own];
    for (unsigned i = 0; i < own; i++) {
        if (strcmp(alea_bot_name(l->bot[i]), alea_bot_name(last)) != 0) continue;
        if (!lineup_is_named(l->bot[i], word[i]) && !lineup_is_named(last, word[own])) continue;
        const cmd_shown name = cmd_show(alea_bot_name(last));
        return cmd_complain(CMD_USAGE, CMD_SAME_NAMES, name.text, name.text, name.text);
    }
    return CMD_DONE;
}

/* Whether `name` is the bot's name or that of its file, with or without the ending. */
static bool lineup_is_called(const alea_bot *bot, const char *name)
{
    const char *own = alea_bot_name(bot), *slash = strrchr(own, '/'), *file = slash ? slash + 1 : own,
               *dot = strrchr(file, '.');
    const size_t length = strlen(name);
    if (strcmp(own, name) == 0 || strcmp(file, name) == 0) return true;
    return dot && (size_t)(dot - file) == length && strncmp(file, name, length) == 0;
}

int cmd_declare_pure(cmd_names *pure, alea_bot *bot)
{
    alea_error error;
    bool called = false;
    for (unsigned i = 0; pure && i < pure->count; i++) {
        if (!lineup_is_called(bot, pure->name[i])) continue;
        called = pure->used[i] = true;
    }
    return !called || alea_bot_declare_pure(bot, &error) == ALEA_OK ? CMD_DONE : cmd_report(&error);
}

int cmd_check_pure(const cmd_names *pure, const alea_bot *bot)
{
    for (unsigned i = 0; pure && i < pure->count; i++) {
        if (pure->used[i]) continue;
        const cmd_shown name = cmd_show(pure->name[i]);
        return bot ? cmd_complain(CMD_USAGE, CMD_PURE_NOBODY, name.text, alea_bot_name(bot))
                   : cmd_complain(CMD_USAGE, CMD_PURE_NO_BOT, name.text);
    }
    return CMD_DONE;
}

int cmd_lineup_add(cmd_lineup *l, const char *const *bot, unsigned bots, alea_sandbox_options limits)
{
    ALEA_ASSERT(l->game && l->bots == 0 && bots <= ALEA_MAX_SEATS);
    int status = cmd_open_sandbox(limits, &l->sandbox);
    if (status != CMD_DONE) return status;
    while (l->bots < bots && status == CMD_DONE) {
        status = cmd_open_bot(l->game, bot[l->bots], l->sandbox, &l->bot[l->bots]);
        if (status != CMD_DONE) break;
        l->bots++;
        status = lineup_check_name(l, bot);
        if (status == CMD_DONE) status = cmd_declare_pure(l->pure, l->bot[l->bots - 1]);
    }
    return status == CMD_DONE && l->bots > 0 ? cmd_check_pure(l->pure, l->bot[0]) : status;
}

int cmd_lineup_open(const char *game, cmd_words bots, alea_sandbox_options limits, cmd_lineup *l)
{
    int status = cmd_open_game_for(game, bots.count, &l->game);
    if (status == CMD_DONE) status = cmd_play_for(l->game, l->objective);
    return status == CMD_DONE ? cmd_lineup_add(l, bots.word, bots.count, limits) : status;
}

bool cmd_read_part(const char *text, unsigned *part, unsigned *parts)
{
    char *end;
    if (*text < '0' || *text > '9') return false;
    const unsigned long k = strtoul(text, &end, 10);
    if (*end != '/' || end[1] < '1' || end[1] > '9') return false;
    const unsigned long n = strtoul(end + 1, &end, 10);
    if (*end || n > ALEA_RUN_PARTS || k > n) return false;
    *part = (unsigned)k;
    *parts = (unsigned)n;
    return true;
}
