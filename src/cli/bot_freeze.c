/* alea bot freeze BOT --out FILE */
#include "cli/exact.h"

#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>

typedef struct line {
    const char *game, *out;
    char *bot;
    alea_sandbox_options limits;
} line;

enum { GAME = 0x100 };

static const struct argp_option options[] = {
    {"out", 'o', "FILE", 0, "The table: FILE.h5, or FILE.csv for bots that hold from some turn total on", 1},
    {"game", GAME, "GAME", 0, "The game that it plays (default pig-pen)", 1},
    CLI_LIMIT_OPTIONS,
    {0},
};

static error_t check_line(const line *l, const struct argp_state *state)
{
    if (!l->bot)
        argp_error(state, "BOT is missing: the one to freeze");
    else if (!l->out)
        argp_error(state, "--out is missing: FILE.h5 or FILE.csv, the table to write");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case 'o': l->out = value; return 0;
    case GAME: l->game = value; return 0;
    case ARGP_KEY_ARG:
        if (l->bot) return ARGP_ERR_UNKNOWN;
        l->bot = value;
        return 0;
    case ARGP_KEY_END: return check_line(l, state);
    default: return cli_parse_limits(key, value, state, &l->limits);
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "BOT",
    .doc =
        "Asks a bot in every position of two players and writes its answers as a table, which plays as it "
        "does "
        "and needs neither its program nor a sandbox.\v"
        "BOT as `alea run` takes it. One whose answers depend on what it was asked before, or on chance, is "
        "refused with the position. table:FILE is the frozen bot. Examples:\n"
        "  alea bot freeze mine.lua --out mine.h5\n"
        "  alea bot freeze optimal --game pig --out optimal.h5",
    .children = cli_help_options,
};

static int deliver(const char *path)
{
    struct stat file;
    if (stat(path, &file) == 0 && S_ISREG(file.st_mode))
        printf("%s: %lld bytes\n", cli_show(path).text, (long long)file.st_size);
    return CLI_DONE;
}

static int freeze(const line *l, alea_bot *bot)
{
    alea_error error;
    cli_progress progress;
    alea_solve_options how = {.memory = cli_usual_memory()};
    int status = cli_check_writable(l->out);
    if (status != CLI_DONE) return status;
    how.progress = cli_progress_start(&progress, "positions asked");
    alea_status frozen = alea_bot_freeze(bot, &how, l->out, &error);
    cli_progress_end(&progress);
    return frozen == ALEA_OK ? deliver(l->out) : cli_report_work(&error);
}

int cli_bot_freeze(int argc, char **argv)
{
    line l = {.game = "pig-pen"};
    alea_error error;
    cli_lineup lineup = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    if (alea_game_open(l.game, &lineup.game, &error) != ALEA_OK) return cli_report(&error);
    status = cli_lineup_open_bots(&l.bot, 1, l.limits, &lineup);
    if (status == CLI_DONE) status = freeze(&l, lineup.bot[0]);
    cli_lineup_close(&lineup);
    return status;
}
