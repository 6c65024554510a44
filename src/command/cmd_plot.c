/* alea plot GAME [BOT [BOT]] */
#include "base/assert.h"
#include "command/command.h"

#include <alea/plot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct plot_args {
    const char *game, *bot[2], *table, *objective, *out, *csv, *npy;
    alea_plot_format picture; /* of `out` */
    unsigned width;
    alea_plot_options plot;
    alea_sandbox_options limits;
    cmd_names pure;
} plot_args;

static const cmd_choice plot_maps[] = {
    {"turn", ALEA_PLOT_TURN}, {"hold", ALEA_PLOT_HOLD}, {"surface", ALEA_PLOT_SURFACE}, {0}};

static const cmd_option plot_options[] = {
    {1, 0, "map", "MAP", CMD_CHOICE(plot_args, plot.map, plot_maps),
     "hold: the turn total at which the bot holds, over its own score and the other's (the default); turn: "
     "roll or hold, over its own score and the turn total; surface: like hold, as a surface in three "
     "dimensions"},
    {1, 0, "other", "N", CMD_UNSIGNED_GIVEN(plot_args, plot.other, plot.other_given, 0, 1000000),
     "For turn maps: the other's score (default 0) or, for one player, the turns left (default: half of "
     "them)"},
    {1, 0, "turn-memory", "N", CMD_UNSIGNED_GIVEN(plot_args, plot.memory, plot.memory_given, 0, 1000000),
     "The turn's memory, such as the doubles in a row (default: the least that occurs)"},
    {1, 0, "step", "N", CMD_UNSIGNED(plot_args, plot.step, 1, 1000000),
     "Draw every N-th score only (by default, at most 250 scores are drawn)"},
    {2, 0, "for", "OBJECTIVE", CMD_TEXT(plot_args, objective),
     "What `optimal` plays for: win, money, score or turns (default: what the game is played for)"},
    {2, 0, "table", "FILE", CMD_TEXT(plot_args, table),
     "Use the policy of a table as the first BOT, as table:FILE does"},
    {3, 'o', "out", "FILE", CMD_OUTPUT(plot_args, out), "Write a picture; FILE ends in .svg or .png"},
    {3, 0, "csv", "FILE", CMD_OUTPUT(plot_args, csv), "Write the data as CSV"},
    {3, 0, "npy", "FILE", CMD_OUTPUT(plot_args, npy), "Write the data as a NumPy array"},
    {3, 0, "width", "PX", CMD_UNSIGNED(plot_args, width, ALEA_PLOT_NARROWEST, ALEA_PLOT_WIDEST),
     "Width of the picture in pixels (default 960)"},
    CMD_THREADS(plot_args, plot.threads, 4),
    CMD_STATES(4),
    CMD_LIMITS(plot_args, 4),
    {0},
};

static const cmd_operand plot_operands[] = {
    CMD_GAME(plot_args), {NULL, CMD_TEXT(plot_args, bot[0])}, {NULL, CMD_TEXT(plot_args, bot[1])}, {0}};

/* Also sets the format of the picture by the name of its file. */
static bool plot_check(void *args, const cmd_call *call)
{
    plot_args *a = args;
    alea_status known = a->out ? alea_plot_format_of(a->out, &a->picture, NULL) : ALEA_OK;
    if (a->out && (known != ALEA_OK || (a->picture != ALEA_PLOT_SVG && a->picture != ALEA_PLOT_PNG)))
        return cmd_misuse(call, CMD_BAD_PICTURE, "out", cmd_show(a->out).text,
                          known == ALEA_OK ? CMD_DATA_OPTIONS : "");
    if (a->table && a->bot[1]) return cmd_misuse(call, CMD_TABLE_TOO_MANY);
    if (a->objective && (a->table || (a->bot[0] && strcmp(a->bot[0], "optimal") != 0)) &&
        (!a->bot[1] || strcmp(a->bot[1], "optimal") != 0))
        return cmd_misuse(call, CMD_FOR_OPTIMAL);
    if (a->width && !a->out) return cmd_misuse(call, CMD_WIDTH_NEEDS_OUT);
    if (a->plot.map == ALEA_PLOT_SURFACE && !a->out && !a->csv && !a->npy)
        return cmd_misuse(call, CMD_SURFACE_NEEDS_OUT);
    return true;
}

/* ---- the bots ---- */

/* Opens the bots. The optimal one is named with its objective, which then appears in the picture's title. */
static int plot_open_bots(const plot_args *a, cmd_lineup *lineup)
{
    const char *bot[3];
    unsigned bots = 0;
    char *first = NULL;
    const bool named = a->bot[0] && (!a->objective || strcmp(a->bot[0], "optimal") != 0);
    if (a->table || !named) {
        const alea_objective objective = alea_game_objective(lineup->game);
        int length = a->table ? asprintf(&first, "table:%s", a->table)
                              : asprintf(&first, "optimal(for=%s)", alea_objective_name(objective));
        if (length < 0) return cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
        bot[bots++] = first;
    }
    if (named) bot[bots++] = a->bot[0];
    if (a->bot[1]) bot[bots++] = a->bot[1];
    ALEA_ASSERT(bots == 1 || bots == 2);
    alea_sandbox_options limits = a->limits;
    limits.threads = a->plot.threads;
    int status = cmd_lineup_add(lineup, bot, bots, limits);
    free(first);
    return status;
}

static int plot_open_game(const plot_args *a, cmd_lineup *lineup)
{
    int status = cmd_open_game(a->game, &lineup->game);
    if (status != CMD_DONE) return status;
    if (alea_plot_supported(lineup->game)) return cmd_play_for(lineup->game, a->objective);
    return cmd_complain(CMD_USAGE, CMD_NO_PLOT, alea_game_spec(lineup->game));
}

/* ---- the plot ---- */

/* Writes the files that were asked for; without any prints a map in characters. */
static int plot_show(const plot_args *a, const alea_plot *plot)
{
    const struct {
        const char *path;
        alea_plot_format format;
        unsigned width;
    } files[] = {{a->out, a->picture, a->width}, {a->csv, ALEA_PLOT_CSV, 0}, {a->npy, ALEA_PLOT_NPY, 0}};
    cmd_view v = cmd_view_start(false);
    if (!a->out && !a->csv && !a->npy)
        return cmd_view_print(alea_plot_view(plot, &v.how, &v.text, &v.error), &v);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i].path &&
            alea_plot_write(plot, files[i].format, files[i].width, files[i].path, &v.error) != ALEA_OK)
            return cmd_report(&v.error);
    return CMD_DONE;
}

/* Asks the lineup's bots everything that the plot needs, and shows it. */
static int plot_draw(plot_args *a, const cmd_lineup *lineup)
{
    alea_error error;
    alea_plot *plot;
    a->plot.progress = cmd_begin_work("scores");
    alea_status status = alea_plot_make(lineup->game, lineup->bot[0],
                                        lineup->bots == 2 ? lineup->bot[1] : NULL, &a->plot, &plot, &error);
    cmd_end_work();
    if (status != ALEA_OK) return cmd_report(&error);
    int exit_status = plot_show(a, plot);
    alea_plot_free(plot);
    return exit_status;
}

static int plot_main(void *args)
{
    plot_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    int status = plot_open_game(args, &lineup);
    if (status == CMD_DONE) status = plot_open_bots(args, &lineup);
    if (status == CMD_DONE) status = plot_draw(args, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_plot = {
    .name = "plot",
    .summary = "draws where to roll and where to hold",
    .words = "GAME [BOT [BOT]]",
    .about = "Draws where a bot rolls and where it holds, or where two bots differ.\v"
             "BOT defaults to optimal play. Without --out, --csv and --npy, a map is printed as text. The "
             "game must be for one or two players. Examples:\n"
             "  alea plot pig --map surface --out pig.svg\n"
             "  alea plot pig optimal 'hold(25)' --out difference.svg",
    .options = plot_options,
    .operands = plot_operands,
    .too_many = "a plot shows one bot or two",
    .size = sizeof(plot_args),
    .check = plot_check,
    .run = plot_main,
};
