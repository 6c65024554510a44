/* alea contest GAME PATH… */
#include "cli/contest_files.h"
#include "cli/progress.h"

typedef struct contest_args {
    const char *game;
    cli_words paths;
    alea_contest_options how;
    const char *csv, *rates, *html;
    bool json;
} contest_args;

static const cli_option contest_options[] = {
    {1, 0, "database", "FILE", CLI_TEXT(contest_args, how.database),
     "Keeps what is computed, so that the next time only what is new is (made when it is not there)"},
    {2, 0, "html", "FILE", CLI_OUTPUT(contest_args, html),
     "Writes a page with the ranking, all rates and a picture of each strategy"},
    {2, 0, "csv", "FILE", CLI_OUTPUT(contest_args, csv), "Writes the ranking"},
    {2, 0, "rates", "FILE", CLI_OUTPUT(contest_args, rates),
     "Writes everybody's rate against everybody, as CSV"},
    CLI_JSON(contest_args),
    CLI_THREADS(contest_args, how.threads, 3),
    {3, 0, "fuel", "N", CLI_COUNT(contest_args, how.fuel, 1, 1000000000000000),
     "Instructions that all answers of one strategy may take, in the place of ten seconds (default 1e11)"},
    {0},
};

static const cli_operand contest_operands[] = {
    {"GAME is missing, such as hog, and behind it the strategies", CLI_TEXT(contest_args, game)},
    {"PATH is missing: a folder of strategies, or files", CLI_WORDS(contest_args, paths)},
    {0},
};

/* ---- what comes out ---- */

static int contest_write_files(const contest_args *a, const alea_contest *contest)
{
    const struct {
        const char *path;
        alea_status (*view)(const alea_contest *, char **out, alea_error *);
    } files[] = {{a->csv, alea_view_contest_csv},
                 {a->rates, alea_view_contest_rates_csv},
                 {a->html, alea_view_contest_html}};
    int status = CLI_DONE;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == CLI_DONE; i++) {
        cli_view v = {0};
        if (files[i].path)
            status = cli_view_write(files[i].view(contest, &v.text, &v.error), &v, files[i].path);
    }
    return status;
}

static int contest_finish(const contest_args *a, const alea_contest *contest, double seconds)
{
    int status = contest->stopped ? CLI_DONE : contest_write_files(a, contest);
    cli_view v = cli_view_start(a->json);
    alea_view_work work = {.seconds = seconds, .file = a->how.database};
    if (status == CLI_DONE)
        status = cli_view_print(alea_view_contest(contest, &work, &v.how, &v.text, &v.error), &v);
    if (status != CLI_DONE || !contest->stopped) return status;
    if (!a->how.database)
        return cli_complain(CLI_NO,
                            "stopped; nothing was kept. With --database FILE the work goes on next time.");
    return cli_complain(CLI_NO, "stopped; the same command goes on where it was.");
}

/* ---- the work ---- */

static int contest_hold(contest_args *a, const cli_lineup *lineup)
{
    alea_error error;
    alea_contest *contest = NULL;
    cli_progress progress;
    a->how.progress = cli_progress_start(&progress, "strategies and pairs");
    alea_status done = alea_contest_run(lineup->game, a->paths.word, a->paths.count, lineup->sandbox, &a->how,
                                        &contest, &error);
    double seconds = cli_progress_end(&progress);
    int status = done == ALEA_OK ? contest_finish(a, contest, seconds) : cli_report(&error);
    alea_contest_free(contest);
    return status;
}

static int contest_main(void *args)
{
    contest_args *a = args;
    cli_lineup lineup = {0};
    const cli_output files[] = {
        {"--database", a->how.database}, {"--csv", a->csv}, {"--rates", a->rates}, {"--html", a->html}};
    int status = cli_check_outputs(files, sizeof files / sizeof *files, a->game, a->paths);
    if (status == CLI_DONE) status = cli_open_game(a->game, &lineup.game);
    if (status == CLI_DONE) status = cli_lineup_add(&lineup, NULL, 0, (alea_sandbox_options){0});
    if (status == CLI_DONE) status = contest_hold(a, &lineup);
    cli_lineup_close(&lineup);
    return status;
}

const cli_command cli_contest = {
    .name = "contest",
    .summary = "an exact contest between many strategies, such as those of a course",
    .words = "GAME PATH...",
    .about =
        "Every strategy against every other, exactly: who wins more than half of the games wins the match, "
        "and who wins most matches the contest.\v"
        "A PATH is a strategy (FILE.py, FILE.lua, FILE.wasm or a table FILE.csv) or a folder, of which all "
        "such files are taken, in folders within too. Strategies run in a sandbox; one that fails or "
        "contradicts itself is disqualified, and changes nothing for the others. Without --database nothing "
        "is kept. With it, the same command goes on where it was stopped. Examples:\n"
        "  alea contest hog submissions\n"
        "  alea contest hog submissions --database hog.db --html hog.html --csv hog.csv",
    .options = contest_options,
    .operands = contest_operands,
    .size = sizeof(contest_args),
    .run = contest_main,
};
