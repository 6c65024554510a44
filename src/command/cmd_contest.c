/* alea contest GAME PATH… */
#include "command/command.h"
#include "command/contest_class.h"
#include "command/contest_files.h"

#include <string.h>
#include <unistd.h>

typedef struct contest_args {
    const char *game;
    cmd_words paths;
    alea_contest_options how;
    alea_submissions_options when;
    const char *csv, *rates, *html, *out;
    const char *gradebook, *gradescope, *feedback, *points_text;
    alea_points points;
    alea_sandbox_options limits;
    bool json, anonymous, commit, seed_given;
    cmd_commitment commitment;
} contest_args;

static const cmd_choice contest_tie_breaks[] = {{"share", ALEA_TIES_SHARE}, {"rate", ALEA_TIES_BY_RATE}, {0}};

static const cmd_option contest_options[] = {
    {1, 0, "database", "FILE", CMD_STORE(contest_args, how.database),
     "Store results in FILE, so that the next run computes only what is new; creates FILE if it does not "
     "exist"},
    {2, 0, "html", "FILE", CMD_PAGE(contest_args, html),
     "Write a web page with the ranking, all rates and a picture of each strategy"},
    {2, 0, "csv", "FILE", CMD_OUTPUT(contest_args, csv), "Write the ranking as CSV"},
    {2, 0, "rates", "FILE", CMD_OUTPUT(contest_args, rates), "Write the rate of every pair as CSV"},
    {2, 0, "anonymous", NULL, CMD_FLAG(contest_args, anonymous),
     "With --html: no names, files or reasons on the page"},
    {4, 0, "deadline", "TIME", CMD_TEXT(contest_args, when.deadline),
     "What was handed in later does not count: '2026-11-20 23:59 Europe/Berlin', or `canvas` for Canvas' own "
     "mark"},
    {4, 0, "submissions", "FILE.csv", CMD_TEXT(contest_args, when.list),
     "Who handed in what, and when: columns file, student, time; if wanted zone, id, email"},
    {4, 0, "gradebook", "FILE.csv", CMD_OUTPUT(contest_args, gradebook),
     "Write a grade book; for submissions from Canvas or Moodle one that these import"},
    {4, 0, "feedback", "DIR", CMD_TEXT(contest_args, feedback),
     "Write a feedback file for each student into DIR"},
    {4, 0, "points", "V,1,2,3", CMD_TEXT(contest_args, points_text),
     "Points for a valid strategy, and more for the first three places (default 0,3,2,1)"},
    {2, 0, "tie-break", "HOW", CMD_CHOICE(contest_args, how.tie_break, contest_tie_breaks),
     "share (the default): equally many matches won share a rank; rate: the higher mean rate comes first"},
    {4, 0, "gradescope", "FILE.json", CMD_OUTPUT(contest_args, gradescope),
     "Write results.json for Gradescope's autograder: one submission against bots of the game's own"},
    {2, 'o', "out", "FILE.zip", CMD_OUTPUT(contest_args, out),
     "With `kit`: write the archive that students get"},
    {1, 0, "commit", NULL, CMD_FLAG(contest_args, commit),
     "Draw the seed of the random numbers that strategies get; print a hash of it before anything is judged "
     "and the seed at the end"},
    {1, 0, "seed", "S", CMD_WHOLE(contest_args, commitment.seed, seed_given), "With --commit: this seed"},
    CMD_JSON(contest_args),
    CMD_THREADS(contest_args, how.threads, 3),
    {3, 0, "fuel", "N", CMD_COUNT(contest_args, how.fuel, 1, 1000000000000000),
     "Instructions that a strategy may execute for all its answers together (default 1e11, about ten "
     "seconds)"},
    CMD_MAX_SIZE(
        contest_args, 3,
        "Mebibytes that a WebAssembly file may have (default 1, at most 64); components made from Python "
        "or JavaScript are larger"),
    CMD_ISOLATION(contest_args, 3),
    CMD_STATES(3),
    {0},
};

static const cmd_operand contest_operands[] = {
    {"GAME and the strategies are missing, for example `hog submissions`", CMD_TEXT(contest_args, game)},
    {NULL, CMD_WORDS(contest_args, paths)}, /* contest_check reports missing operands */
    {0},
};

/* ---- results ---- */

/* Writes the grades, up to the first file that fails. */
static int contest_write_grades(const contest_args *a, const alea_contest *contest)
{
    int status = CMD_DONE;
    cmd_view book = {0}, results = {0};
    if (a->gradebook)
        status = cmd_view_write(alea_view_gradebook(contest, &a->points, &book.text, &book.error), &book,
                                a->gradebook);
    if (status == CMD_DONE && a->gradescope)
        status = cmd_view_write(alea_view_gradescope(contest, &a->points, &results.text, &results.error),
                                &results, a->gradescope);
    if (status == CMD_DONE && a->feedback) status = cmd_write_feedback(contest, &a->points, a->feedback);
    return status;
}

/* Writes the files that were asked for, up to the first that fails. */
static int contest_write_files(const contest_args *a, const alea_contest *contest)
{
    const struct {
        const char *path;
        alea_status (*view)(const alea_contest *, char **out, alea_error *);
    } files[] = {{a->csv, alea_view_contest_csv},
                 {a->rates, alea_view_contest_rates_csv},
                 {a->html, a->anonymous ? alea_view_contest_anonymous_html : alea_view_contest_html}};
    int status = CMD_DONE;
    for (size_t i = 0; i < sizeof files / sizeof *files && status == CMD_DONE; i++) {
        cmd_view v = {0};
        if (files[i].path)
            status = cmd_view_write(files[i].view(contest, &v.text, &v.error), &v, files[i].path);
    }
    return status == CMD_DONE ? contest_write_grades(a, contest) : status;
}

/* Writes the files and prints the ranking; for a stopped contest, writes none and prints how to resume. */
static int contest_finish(const contest_args *a, const alea_contest *contest, double seconds)
{
    int status = contest->stopped ? CMD_DONE : contest_write_files(a, contest);
    cmd_view v = cmd_view_start(a->json);
    alea_view_work work = {.seconds = seconds, .file = a->how.database};
    if (status == CMD_DONE)
        status = cmd_view_print(alea_view_contest(contest, &work, &v.how, &v.text, &v.error), &v);
    if (status == CMD_DONE && a->commit && !a->json)
        status = cmd_print(COMMIT_REVEALED "\n", (unsigned long long)contest->seed, contest->salt);
    if (status != CMD_DONE || !contest->stopped) return status;
    if (!a->how.database) return cmd_complain(CMD_NO, CMD_STOPPED_CONTEST);
    return cmd_complain(CMD_NO, CMD_STOPPED_IN_DATABASE);
}

/* ---- the work ---- */

/* An autograder's result is for one submission; checked before the work. */
static int contest_check_single(const contest_args *a, const alea_submissions *handed_in)
{
    unsigned files = 0;
    if (!a->gradescope) return CMD_DONE;
    for (unsigned i = 0; i < handed_in->count; i++) {
        const alea_submission *s = &handed_in->submission[i];
        files += !s->staff && !s->shared && s->status == ALEA_SUBMISSION_COUNTS;
    }
    if (files == 1 || (files == 0 && handed_in->students == 1)) return CMD_DONE;
    return cmd_complain(CMD_USAGE, CMD_ONE_SUBMISSION, files);
}

/* Commits to the seed, and says so before anything is judged: with --json not in the answer, but as a remark. */
static int contest_commit(contest_args *a)
{
    if (!a->commit) return CMD_DONE;
    const int status = cmd_commit(a->seed_given, &a->commitment);
    if (status != CMD_DONE) return status;
    a->how.seed = a->commitment.seed;
    a->how.salt = a->commitment.salt;
    if (a->json) return cmd_complain(CMD_DONE, COMMIT_MADE, a->commitment.sha256);
    return cmd_print(COMMIT_MADE "\n", a->commitment.sha256);
}

/* Runs the contest in the lineup's sandbox and shows it. */
static int contest_hold(contest_args *a, const cmd_lineup *lineup)
{
    alea_error error;
    alea_contest *contest = NULL;
    alea_submissions *handed_in = NULL;
    a->when.zone = cmd_zone_lookup;
    a->when.single = a->gradescope != NULL;
    alea_status done = alea_submissions_read(lineup->game, a->paths.word, a->paths.count, lineup->sandbox,
                                             &a->when, &handed_in, &error);
    if (done != ALEA_OK) return cmd_report(&error);
    if (contest_check_single(a, handed_in) != CMD_DONE) {
        alea_submissions_free(handed_in);
        return CMD_USAGE;
    }
    a->how.submissions = handed_in;
    a->how.progress = cmd_begin_work("strategies and pairs");
    done = alea_contest_run(lineup->game, NULL, 0, lineup->sandbox, &a->how, &contest, &error);
    double seconds = cmd_end_work();
    int status = done == ALEA_OK ? contest_finish(a, contest, seconds) : cmd_report(&error);
    alea_contest_free(contest);
    alea_submissions_free(handed_in);
    return status;
}

static bool contest_is_kit(const contest_args *a)
{
    return strcmp(a->game, "kit") == 0;
}

/* Reports what is missing after a single operand: the kit's game, the game of a file, or the files of a game. */
static bool contest_ask_for_more(const contest_args *a, const cmd_call *call)
{
    if (contest_is_kit(a)) return cmd_misuse(call, CMD_KIT_NO_GAME);
    if (cmd_is_strategy(a->game) || access(a->game, F_OK) == 0)
        return cmd_misuse(call, CMD_CONTEST_NO_GAME, cmd_show(a->game).text);
    return cmd_misuse(call, CMD_CONTEST_NO_PATH);
}

static bool contest_check(void *args, const cmd_call *call)
{
    const contest_args *a = args;
    if (a->paths.count == 0) return contest_ask_for_more(a, call);
    if (contest_is_kit(a)) return a->paths.count == 1 || cmd_misuse(call, CMD_KIT_NO_GAME);
    if (a->seed_given && !a->commit) return cmd_misuse(call, COMMIT_SEED);
    if (a->anonymous && !a->html) return cmd_misuse(call, CMD_ANONYMOUS_PAGE);
    return !a->out || cmd_misuse(call, CMD_OUT_ONLY_FOR_KIT);
}

/* Checks first that no output would replace an input: a contest takes minutes. */
static int contest_main(void *args)
{
    contest_args *a = args;
    cmd_lineup lineup = {0};
    if (contest_is_kit(a)) return cmd_write_kit(a->paths.word[0], a->out);
    a->limits.threads = a->how.threads;
    if (a->limits.max_size == 0) a->limits.max_size = ALEA_CONTEST_WASM;
    const cmd_output files[] = {{"--database", a->how.database}, {"--csv", a->csv},
                                {"--rates", a->rates},           {"--html", a->html},
                                {"--gradebook", a->gradebook},   {"--gradescope", a->gradescope}};
    int status = cmd_read_points(a->points_text, &a->points);
    if (status == CMD_DONE) status = cmd_check_entries(files, sizeof files / sizeof *files, a->paths);
    if (status == CMD_DONE && a->feedback) status = cmd_check_folder(a->feedback);
    if (status == CMD_DONE) status = cmd_open_game(a->game, &lineup.game);
    if (status == CMD_DONE) status = cmd_lineup_add(&lineup, NULL, 0, a->limits);
    if (status == CMD_DONE) status = contest_commit(a);
    if (status == CMD_DONE) status = contest_hold(a, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_contest = {
    .name = "contest",
    .summary = "ranks strategies by exact results, each against every other",
    .words = "GAME PATH...\nkit GAME",
    .about =
        "Ranks strategies by exact matches, each against every other. A strategy that wins more than half of "
        "the games wins the match; the strategy that wins the most matches wins the contest.\v"
        "A PATH is a strategy (FILE.py, FILE.lua, FILE.wasm or a table FILE.csv), a folder or zip archive, "
        "which contributes all such files in it and in its subfolders, or a bot of the game's own, such as "
        "'always(6)'. In downloads from Canvas, Moodle and Gradescope, the latest submission of each student "
        "counts. Strategies run in a sandbox. One that fails "
        "or contradicts itself is disqualified; this does not affect the others. Without --database, nothing "
        "is stored; with it, an interrupted contest resumes when you repeat the command. Examples:\n"
        "  alea contest hog submissions\n"
        "  alea contest hog submissions --database hog.db --html hog.html --csv hog.csv\n"
        "  alea contest hog submissions.zip 'always(6)' --deadline '2026-11-20 23:59 Europe/Berlin' "
        "--gradebook grades.csv --feedback feedback\n\n"
        "`alea contest kit GAME --out FILE.zip` writes what students need: a blank file, the rules in words, "
        "and tests that run with plain Python, without alea, and give the same verdicts; only time is an "
        "estimate.",
    .options = contest_options,
    .operands = contest_operands,
    .size = sizeof(contest_args),
    .check = contest_check,
    .run = contest_main,
};
