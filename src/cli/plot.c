/* alea plot GAME [BOT [BOT]] */
#include "cli/exact.h"

#include <alea/plot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct line {
    const char *game;
    char *bot[2];
    unsigned bots;
    const char *table, *objective;
    const char *out, *csv, *npy;
    alea_plot_format picture; /* of `out` */
    unsigned width;
    alea_plot_options plot;
    alea_sandbox_options limits;
} line;

enum { MAP = 0x100, OTHER, TURN_MEMORY, STEP, FOR, TABLE, OUT, CSV, NPY, WIDTH, THREADS };

static const struct argp_option options[] = {
    {"map", MAP, "MAP", 0,
     "hold: the turn total at which the bot holds, over own and other's score (the default); turn: roll or "
     "hold, over "
     "own score and turn total; surface: as hold, in space",
     1},
    {"other", OTHER, "N", 0,
     "For turn maps: the other's score (default 0); for one player the turns left (default half of them)", 1},
    {"turn-memory", TURN_MEMORY, "N", 0, "What the turn remembers, such as doubles in a row (default 0)", 1},
    {"step", STEP, "N", 0, "Every N-th score only (default: so that there are at most 250)", 1},
    {"for", FOR, "OBJECTIVE", 0, "What the optimal bot plays for: win, money, score or turns", 2},
    {"table", TABLE, "FILE", 0, "In the place of the first BOT the policy of a table, as table:FILE does", 2},
    {"out", OUT, "FILE", 0, "A picture; FILE ends in .svg or .png", 3},
    {"csv", CSV, "FILE", 0, "The data as text with commas", 3},
    {"npy", NPY, "FILE", 0, "The data as an array for NumPy", 3},
    {"width", WIDTH, "PX", 0, "Of the picture, in pixels (default 960)", 3},
    {"threads", THREADS, "T", 0, "Threads (default: all cores)", 4},
    CLI_LIMIT_OPTIONS,
    {0},
};

static const char *const map_names[] = {"turn", "hold", "surface", NULL};
static const alea_plot_map maps[] = {ALEA_PLOT_TURN, ALEA_PLOT_HOLD, ALEA_PLOT_SURFACE};

static const uint64_t most_score = 1000000;

/* ---- the command line ---- */

static error_t parse_score(const struct argp_state *state, const char *option, const char *value,
                           uint64_t least, uint32_t *out)
{
    uint64_t number = 0;
    error_t failure = cli_parse_count(state, option, value, least, most_score, &number);
    if (!failure) *out = (uint32_t)number;
    return failure;
}

static error_t parse_map(const struct argp_state *state, const char *value, line *l)
{
    int choice = 0;
    error_t failure = cli_parse_choice(state, "--map", value, map_names, &choice);
    if (!failure) l->plot.map = maps[choice];
    return failure;
}

static error_t parse_picture(const struct argp_state *state, const char *value, line *l)
{
    alea_error error;
    alea_status status = alea_plot_format_of(value, &l->picture, &error);
    l->out = value;
    if (status == ALEA_OK && (l->picture == ALEA_PLOT_SVG || l->picture == ALEA_PLOT_PNG)) return 0;
    argp_error(state, "--out takes a file that ends in .svg or .png; `%s` does not%s", cli_show(value).text,
               status == ALEA_OK ? " (for data there are --csv and --npy)" : "");
    return EINVAL;
}

static error_t parse_width(const struct argp_state *state, const char *value, line *l)
{
    uint64_t width = 0;
    error_t failure = cli_parse_count(state, "--width", value, ALEA_PLOT_NARROWEST, ALEA_PLOT_WIDEST, &width);
    if (!failure) l->width = (unsigned)width;
    return failure;
}

static error_t parse_argument(const struct argp_state *state, char *value, line *l)
{
    if (!l->game)
        l->game = value;
    else if (l->bots < 2)
        l->bot[l->bots++] = value;
    else {
        argp_error(state, "a picture is of one bot or of two; `%s` is one too many", cli_show(value).text);
        return EINVAL;
    }
    return 0;
}

static error_t check_line(const struct argp_state *state, line *l)
{
    bool draws = l->out || l->csv || l->npy;
    if (!l->game)
        argp_error(state, "GAME is missing: `alea games` lists the games");
    else if (l->table && l->bots == 2)
        argp_error(state, "a picture is of one bot or of two; --table is one too many");
    else if (l->objective && (l->table || (l->bots > 0 && strcmp(l->bot[0], "optimal") != 0)))
        argp_error(state, "--for is for the bot `optimal` alone");
    else if (l->width && !l->out)
        argp_error(state, "--width needs --out FILE");
    else if (l->plot.map == ALEA_PLOT_SURFACE && !draws)
        argp_error(state, "a surface needs --out FILE: it cannot be shown in characters");
    else
        return 0;
    return EINVAL;
}

static error_t parse(int key, char *value, struct argp_state *state)
{
    line *l = state->input;
    switch (key) {
    case MAP: return parse_map(state, value, l);
    case OTHER: l->plot.other_given = true; return parse_score(state, "--other", value, 0, &l->plot.other);
    case TURN_MEMORY: return parse_score(state, "--turn-memory", value, 0, &l->plot.memory);
    case STEP: return parse_score(state, "--step", value, 1, &l->plot.step);
    case FOR: l->objective = value; return 0;
    case TABLE: l->table = value; return 0;
    case OUT: return parse_picture(state, value, l);
    case CSV: l->csv = value; return 0;
    case NPY: l->npy = value; return 0;
    case WIDTH: return parse_width(state, value, l);
    case THREADS: return cli_parse_threads(state, value, &l->plot.threads);
    case CLI_KEY_FUEL:
    case CLI_KEY_MEMORY: return cli_parse_limits(key, value, state, &l->limits);
    case ARGP_KEY_ARG: return parse_argument(state, value, l);
    case ARGP_KEY_END: return check_line(state, l);
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {
    .options = options,
    .parser = parse,
    .args_doc = "GAME [BOT [BOT]]",
    .doc = "Draws where a bot rolls and where it holds, or in what two differ.\v"
           "Without BOT it draws optimal play. Without --out, --csv and --npy a map in characters is "
           "printed. Games are "
           "those for two players, and for one.\n\n"
           "  alea plot pig --map surface --out pig.svg\n"
           "  alea plot pig optimal 'hold(25)' --out difference.svg",
    .children = cli_help_options,
};

/* ---- the bots ---- */

/* The spec of the first bot, where it is not one of the words on the command line: to be freed. The optimal one is named with
   its objective, which the picture's title then tells. */
static int name_first_bot(const line *l, const alea_game *game, char **out)
{
    alea_objective objective;
    int status = cli_choose_objective(game, l->objective, &objective);
    if (status != CLI_DONE) return status;
    int length = l->table ? asprintf(out, "table:%s", l->table)
                          : asprintf(out, "optimal(for=%s)", alea_objective_name(objective));
    return length >= 0 ? CLI_DONE : cli_complain(CLI_FAILED, "there is not enough memory.");
}

static int open_bots(const line *l, cli_lineup *lineup)
{
    char *bot[3] = {NULL};
    unsigned bots = 0;
    bool named = l->table || l->objective || l->bots == 0;
    if (named) {
        int status = name_first_bot(l, lineup->game, &bot[bots++]);
        if (status != CLI_DONE) return status;
    }
    /* --for replaces a first bot that is `optimal`; check_line has seen to that. */
    for (unsigned i = l->objective && l->bots > 0 ? 1 : 0; i < l->bots; i++) bot[bots++] = l->bot[i];
    int status = cli_lineup_add(lineup, (const char *const *)bot, bots, l->limits);
    if (named) free(bot[0]);
    return status;
}

/* ---- the plot ---- */

static int write_file(const alea_plot *plot, alea_plot_format format, unsigned width, const char *path)
{
    alea_error error;
    if (!path || alea_plot_write(plot, format, width, path, &error) == ALEA_OK) return CLI_DONE;
    return cli_report(&error);
}

static int print_map(const alea_plot *plot)
{
    alea_error error;
    char *text;
    alea_view_options view = cli_view_options(STDOUT_FILENO, false);
    if (alea_plot_view(plot, &view, &text, &error) != ALEA_OK) return cli_report(&error);
    return cli_print(text);
}

static int show(const line *l, const alea_plot *plot)
{
    if (!l->out && !l->csv && !l->npy) return print_map(plot);
    int status = write_file(plot, l->picture, l->width, l->out);
    if (status == CLI_DONE) status = write_file(plot, ALEA_PLOT_CSV, 0, l->csv);
    if (status == CLI_DONE) status = write_file(plot, ALEA_PLOT_NPY, 0, l->npy);
    return status;
}

static int draw(const line *l, const cli_lineup *lineup)
{
    alea_error error;
    alea_plot *plot;
    alea_plot_options asked = l->plot;
    cli_progress progress;
    asked.progress = cli_progress_start(&progress, "scores");
    alea_status status = alea_plot_make(lineup->game, lineup->bot[0],
                                        lineup->bots == 2 ? lineup->bot[1] : NULL, &asked, &plot, &error);
    cli_progress_end(&progress);
    if (status != ALEA_OK) return cli_report(&error);
    int exit_status = show(l, plot);
    alea_plot_free(plot);
    return exit_status;
}

/* Before a game is solved for a picture that cannot be written. */
static int check_files(const line *l)
{
    const char *const files[] = {l->out, l->csv, l->npy};
    int status = CLI_DONE;
    for (size_t i = 0; status == CLI_DONE && i < sizeof files / sizeof *files; i++)
        if (files[i]) status = cli_check_writable(files[i]);
    return status;
}

static int open_game(const line *l, cli_lineup *lineup)
{
    alea_error error;
    if (alea_game_open(l->game, &lineup->game, &error) != ALEA_OK) return cli_report(&error);
    if (strcmp(alea_game_family(lineup->game), "race") == 0) return CLI_DONE;
    return cli_complain(
        CLI_USAGE, "there are no pictures of %s: they are of games in which a turn has a total to hold at.",
        alea_game_spec(lineup->game));
}

int cli_plot(int argc, char **argv)
{
    line l = {0};
    int status = cli_parse_argp(&argp, argc, argv, &l);
    if (status != CLI_GO_ON) return status;
    cli_lineup lineup = {0};
    status = check_files(&l);
    if (status == CLI_DONE) status = open_game(&l, &lineup);
    if (status == CLI_DONE) status = open_bots(&l, &lineup);
    if (status == CLI_DONE) status = draw(&l, &lineup);
    cli_lineup_close(&lineup);
    return status;
}
