/* alea stats GAME [BOT] */
#include "base/assert.h"
#include "command/command.h"

#include <alea/plot.h>
#include <alea/stats.h>
#include <inttypes.h>
#include <stdio.h>

typedef struct stats_args {
    const char *game, *bot, *csv, *plot;
    alea_stats_options how; /* games above 0: also simulates */
    alea_sandbox_options limits;
    cmd_names pure;
    bool json, models;
} stats_args;

static const cmd_choice stats_ties[] = {{"stop", ALEA_TIES_STOP}, {"go-on", ALEA_TIES_GO_ON}, {0}};

static const cmd_option stats_options[] = {
    {1, 'n', "games", "N", CMD_COUNT(stats_args, how.games, 1, 1000000000000),
     "Also simulate N games (at most 1e12)"},
    {1, 's', "seed", "S", CMD_WHOLE(stats_args, how.seed, how.seed_given),
     "Seed of the simulated dice (default 20251), or of the models (default 0)"},
    {1, 0, "ties", "RULE", CMD_CHOICE(stats_args, how.ties, stats_ties),
     "Rule that selects among equally good moves: stop (rather than roll on) or go-on (default: the bot's "
     "own rule)"},
    {1, 0, "models", NULL, CMD_FLAG(stats_args, models),
     "Compare the exact model with sampled ones, in the normal and in the misère game"},
    CMD_JSON(stats_args),
    {2, 0, "csv", "FILE", CMD_OUTPUT(stats_args, csv), "Write every score with its probability"},
    {2, 0, "plot", "FILE", CMD_OUTPUT(stats_args, plot), "Draw a histogram; FILE ends in .svg or .png"},
    CMD_THREADS(stats_args, how.threads, 3),
    CMD_STATES(3),
    CMD_LIMITS(stats_args, 3),
    {0},
};

static const cmd_operand stats_operands[] = {CMD_GAME(stats_args), {NULL, CMD_TEXT(stats_args, bot)}, {0}};

/* Pictures have an ending; --models takes no other option; a seed needs dice. */
static bool stats_check(void *args, const cmd_call *call)
{
    const stats_args *a = args;
    alea_plot_format format;
    if (a->plot && (alea_plot_format_of(a->plot, &format, NULL) != ALEA_OK ||
                    (format != ALEA_PLOT_SVG && format != ALEA_PLOT_PNG)))
        return cmd_misuse(call, CMD_BAD_PICTURE, "plot", cmd_show(a->plot).text, "");
    if (a->models && (a->bot || a->csv || a->plot || a->how.games > 0))
        return cmd_misuse(call, CMD_MODELS_ALONE);
    if (a->models) return true;
    if (a->how.seed_given && a->how.games == 0) return cmd_misuse(call, CMD_SEED_NEEDS_GAMES);
    return true;
}

/* ---- models ---- */

/* Those of the engine that invented them; 0 samples: exact. */
static const struct {
    const char *name;
    bool misere;
    uint64_t samples;
} stats_model_list[] = {
    {"normal_exact", false, 0}, {"normal_1000", false, 1000}, {"normal_50", false, 50},
    {"normal_5", false, 5},     {"normal_1", false, 1},       {"misere_exact", true, 0},
    {"misere_50", true, 50},    {"misere_5", true, 5},        {"misere_1", true, 1},
};
enum { STATS_MODELS = sizeof stats_model_list / sizeof *stats_model_list };

/* Solves the model, and finds the distribution of what its policy earns. */
static alea_status stats_find_model(const stats_args *a, alea_view_model *m, alea_distribution **out,
                                    alea_error *error)
{
    alea_table *table = NULL;
    alea_bot *bot = NULL;
    alea_table_facts facts;
    const alea_solve_options solving = {.samples = m->samples,
                                        .seed = a->how.seed,
                                        .threads = a->how.threads,
                                        .progress = cmd_begin_work(m->name)};
    alea_stats_options how = {.ties = a->how.ties, .threads = a->how.threads, .progress = solving.progress};
    alea_status status = alea_table_solve(m->game, ALEA_SCORE, &solving, &table, error);
    if (status == ALEA_OK) status = alea_table_bot(table, m->name, &bot, error);
    if (status == ALEA_OK) {
        alea_table_get_facts(table, &facts);
        m->claim = (facts.start.lower + facts.start.upper) / 2;
        status = alea_stats_compute(m->game, bot, &how, out, error);
    }
    m->distribution = *out;
    m->seconds = cmd_end_work();
    alea_bot_free(bot);
    alea_table_free(table);
    return status;
}

/* Opens the normal and the misère game. The game must be given without arguments. */
static int stats_open_both(const char *name, alea_game *game[2])
{
    char misere[4200];
    int status = cmd_open_game(name, &game[0]);
    if (status != CMD_DONE) return status;
    snprintf(misere, sizeof misere, "%s(misere=true)", name);
    if (alea_game_open(misere, &game[1], NULL) == ALEA_OK) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_MODELS_GAME, cmd_show(name).text);
}

/* Finds all models and prints them side by side. */
static int stats_compare_models(const stats_args *a)
{
    alea_game *game[2] = {NULL, NULL};
    alea_view_model model[STATS_MODELS];
    alea_distribution *spread[STATS_MODELS] = {NULL};
    cmd_view v = cmd_view_start(a->json);
    int status = stats_open_both(a->game, game);
    for (unsigned i = 0; status == CMD_DONE && i < STATS_MODELS; i++) {
        model[i] = (alea_view_model){.game = game[stats_model_list[i].misere],
                                     .name = stats_model_list[i].name,
                                     .samples = stats_model_list[i].samples};
        if (stats_find_model(a, &model[i], &spread[i], &v.error) != ALEA_OK)
            status = cmd_report_work(&v.error);
    }
    if (status == CMD_DONE)
        status =
            cmd_view_print(alea_view_models(model, STATS_MODELS, a->how.seed, &v.how, &v.text, &v.error), &v);
    for (unsigned i = 0; i < STATS_MODELS; i++) alea_distribution_free(spread[i]);
    alea_game_free(game[0]);
    alea_game_free(game[1]);
    return status;
}

/* ---- one bot ---- */

/* The results to show. */
typedef struct stats_findings {
    alea_view_distribution view;
    alea_distribution *exact;
    alea_sample *sample;
    alea_error inexact;
} stats_findings;

static int stats_find_exact(const stats_args *a, const cmd_lineup *lineup, stats_findings *out)
{
    alea_stats_options how = a->how;
    how.memory = CMD_EXACT_MEMORY;
    how.progress = cmd_begin_work("positions");
    alea_status status = alea_stats_compute(lineup->game, lineup->bot[0], &how, &out->exact, &out->inexact);
    out->view.exact_seconds = cmd_end_work();
    if (status == ALEA_OK) return CMD_DONE;
    return status == ALEA_E_REFUSED ? CMD_DONE : cmd_report_work(&out->inexact);
}

/* Simulates --games games, or the usual number if there are no exact results. Returns CMD_NO if stopped without anything to
   show. */
static int stats_simulate(const stats_args *a, const cmd_lineup *lineup, stats_findings *out)
{
    alea_error error;
    alea_stats_options how = a->how;
    if (a->how.games == 0 && out->exact) return CMD_DONE;
    how.progress = cmd_begin_work("games");
    alea_status status = alea_stats_simulate(lineup->game, lineup->bot[0], &how, &out->sample, &error);
    out->view.sample_seconds = cmd_end_work();
    if (status != ALEA_OK) return cmd_report(&error);
    ALEA_ASSERT(out->sample->games <= out->sample->asked);
    if (out->sample->games > 0 || out->exact) return CMD_DONE;
    return cmd_complain(CMD_NO, CMD_STOPPED_EARLY);
}

/* Writes the files and prints the findings, at least one of which exists. */
static int stats_show(const stats_args *a, const cmd_lineup *lineup, stats_findings *f)
{
    int status = CMD_DONE;
    alea_view_distribution *view = &f->view;
    cmd_view v = cmd_view_start(a->json);
    ALEA_ASSERT(f->exact || f->sample);
    view->game = lineup->game;
    view->bot = alea_bot_name(lineup->bot[0]);
    view->exact = f->exact;
    view->sample = f->sample;
    view->inexact = f->exact ? NULL : f->inexact.message;
    if (a->csv) status = cmd_view_write(alea_view_stats_csv(view, &v.text, &v.error), &v, a->csv);
    if (status == CMD_DONE && a->plot && alea_view_stats_plot(view, a->plot, &v.error) != ALEA_OK)
        status = cmd_report(&v.error);
    if (status == CMD_DONE) status = cmd_view_print(alea_view_stats(view, &v.how, &v.text, &v.error), &v);
    if (status != CMD_DONE || !f->sample || !f->sample->stopped) return status;
    return cmd_complain(CMD_NO, CMD_STOPPED_AFTER, f->sample->games, f->sample->asked);
}

static int stats_open_lineup(const stats_args *a, cmd_lineup *lineup)
{
    const char *const bot = a->bot ? a->bot : "optimal";
    int status = cmd_open_game(a->game, &lineup->game);
    if (status != CMD_DONE) return status;
    alea_sandbox_options limits = a->limits;
    limits.threads = a->how.threads;
    if (alea_game_players(lineup->game) == 1) return cmd_lineup_add(lineup, &bot, 1, limits);
    return cmd_complain(CMD_USAGE, CMD_STATS_FOR_ONE, alea_game_spec(lineup->game),
                        alea_game_players(lineup->game));
}

/* Finds the exact distribution, the simulated one or both, and shows them. */
static int stats_main(void *args)
{
    stats_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure};
    stats_findings f = {0};
    if (a->models) return stats_compare_models(a);
    int status = stats_open_lineup(a, &lineup);
    if (status == CMD_DONE) status = stats_find_exact(a, &lineup, &f);
    if (status == CMD_DONE) status = stats_simulate(a, &lineup, &f);
    if (status == CMD_DONE) status = stats_show(a, &lineup, &f);
    alea_distribution_free(f.exact);
    alea_sample_free(f.sample);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_stats = {
    .name = "stats",
    .summary = "computes the score distribution of a game for one player",
    .words = "GAME [BOT]",
    .about =
        "Computes the score distribution of a game for one player: mean, standard deviation, "
        "percentiles, the probability of each score, and how each combination fares.\v"
        "The distribution is exact; no games are played. With --games, simulated numbers are shown "
        "beside the exact ones. BOT defaults to the optimal bot; table:FILE is the policy of a table or "
        "sampled model. Bots without an exact distribution, such as greedy and programs, are simulated, a "
        "million games unless --games says how many. --models compares the exact model with sampled "
        "models of 1000, 50, 5 and 1 random rolls, in the normal and in the misère game. "
        "Ctrl-C stops a simulation and shows the games played so far. Examples:\n"
        "  alea stats despirala\n"
        "  alea stats despirala --ties go-on --games 1e7 --plot spread.svg\n"
        "  alea stats despirala greedy\n"
        "  alea stats despirala --models",
    .options = stats_options,
    .operands = stats_operands,
    .too_many = "statistics are for one bot",
    .size = sizeof(stats_args),
    .check = stats_check,
    .run = stats_main,
};
