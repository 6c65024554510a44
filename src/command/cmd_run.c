/* alea run GAME BOT… */
#include "base/assert.h"
#include "command/command.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { RUNTIME_GAMES = 10000 };

typedef struct run_args {
    const char *game, *objective, *csv, *html, *part;
    alea_run_share share;
    cmd_words bots;
    alea_run_options run;
    alea_sandbox_options limits;
    cmd_names pure;
    bool json, analytics, live;
} run_args;

static const cmd_choice run_seats[] = {{"rotate", ALEA_ROTATE}, {"fixed", ALEA_FIXED}, {0}};
static const cmd_choice run_paths[] = {
    {"auto", ALEA_PATH_AUTO}, {"block", ALEA_PATH_BLOCK}, {"step", ALEA_PATH_STEP}, {0}};

static const cmd_option run_options[] = {
    {1, 'n', "games", "N", CMD_COUNT(run_args, run.games, 1, 1000000000000),
     "Number of games, at most 1e12 (default 1e6, or 1e4 with exec:COMMAND or a bot that brings its "
     "language's "
     "runtime along, as those in Python and JavaScript do)"},
    {1, 's', "seed", "S", CMD_WHOLE(run_args, run.seed, run.seed_given),
     "Seed of the dice (default 20251); the same seed gives the same games"},
    {1, 0, "seats", "HOW", CMD_CHOICE(run_args, run.seats, run_seats),
     "rotate: bots change seats from game to game (the default); fixed: bots keep the order given"},
    CMD_RANKING(run_args),
    {1, 'a', "analytics", NULL, CMD_FLAG(run_args, analytics),
     "Also show how the first 10,000 games go: length, changes of the lead, money, who ends ahead of whom"},
    CMD_JSON(run_args),
    CMD_LIVE(run_args),
    {2, 0, "csv", "FILE", CMD_OUTPUT(run_args, csv), "Write standings and analytics as CSV"},
    {2, 0, "html", "FILE", CMD_PAGE(run_args, html), "Write them as a page with pictures"},
    {2, 'o', "record", "FILE", CMD_STORE(run_args, run.record),
     "Record the first games in FILE, one JSON object per line"},
    {2, 0, "record-games", "K", CMD_COUNT(run_args, run.record_games, 1, 1000000000000),
     "Number of games to record (default 1000); they are played slowly, one decision at a time, before the "
     "run"},
    {2, 0, "part", "K/N", CMD_TEXT(run_args, part),
     "Play only part K of N, each some blocks of the games, and write it to the file that --out names; "
     "`alea merge` puts the parts together"},
    {2, 0, "out", "FILE", CMD_OUTPUT(run_args, share.file), "With --part: the file to write"},
    CMD_THREADS(run_args, run.threads, 3),
    CMD_STATES(3),
    {3, 0, "path", "PATH", CMD_CHOICE(run_args, run.path, run_paths),
     NULL}, /* of auto; no result depends on it */
    CMD_LIMITS_OF_FILES(run_args, 3),
    {0},
};

static const cmd_operand run_operands[] = {CMD_GAME(run_args), {NULL, CMD_WORDS(run_args, bots)}, {0}};

/* A part has a file, and none of what only the whole run has. */
static bool run_check_part(run_args *a, const cmd_call *call)
{
    if (!a->part) return !a->share.file || cmd_misuse(call, CMD_OUT_NEEDS_PART);
    if (!cmd_read_part(a->part, &a->share.part, &a->share.parts) || a->share.part == 0)
        return cmd_misuse(call, CMD_BAD_PART, ALEA_RUN_PARTS, cmd_show(a->part).text);
    if (!a->share.file) return cmd_misuse(call, CMD_PART_NEEDS_OUT);
    if (a->run.record || a->analytics || a->csv || a->html) return cmd_misuse(call, CMD_PART_ALONE);
    return true;
}

static bool run_check(void *args, const cmd_call *call)
{
    run_args *a = args;
    if (a->bots.count == 0) return cmd_misuse(call, CMD_BOTS_MISSING, cmd_show(a->game).text);
    if (a->run.record_games && !a->run.record) return cmd_misuse(call, CMD_NEEDS_RECORD);
    return run_check_part(args, call);
}

/* Writes the files and prints the standings, even after a failure. */
static int run_print(const run_args *a, const alea_view_run_facts *facts)
{
    const alea_run_result *result = facts->result;
    cmd_view v = cmd_view_start(a->json);
    ALEA_ASSERT(result->stopped ? result->games <= result->asked : result->games == result->asked);
    int status = cmd_view_write_run(facts, a->csv, a->html);
    const int printed = cmd_view_print(alea_view_run_report(facts, &v.how, &v.text, &v.error), &v);
    if (status == CMD_DONE) status = printed;
    if (status != CMD_DONE || !result->stopped) return status;
    return cmd_complain(CMD_NO, CMD_STOPPED_AFTER, result->games, result->asked);
}

/* Measures games if requested; none for a run that was stopped before its first. */
static int run_analyse(const run_args *a, const cmd_lineup *lineup, alea_view_run_facts *facts,
                       alea_run_analytics **out)
{
    alea_error error;
    alea_run_options how = a->run;
    if ((!a->analytics && !a->csv && !a->html) || facts->result->games == 0) return CMD_DONE;
    how.games = facts->result->games;
    how.record = NULL;
    how.record_games = 0;
    how.progress = cmd_begin_work("games measured");
    alea_status status = alea_run_analyse(lineup->game, lineup->bot, lineup->bots, &how, out, &error);
    facts->seconds += cmd_end_work();
    facts->analytics = *out;
    return status == ALEA_OK ? CMD_DONE : cmd_report_work(&error);
}

/* Draws the standings so far. */
static void run_draw(void *user, const alea_run_result *so_far)
{
    char *text = NULL;
    alea_view_options view;
    const alea_view_run_facts facts = {.result = so_far};
    if (so_far->games > 0 && cmd_is_live(user, &view))
        cmd_draw_made(alea_view_run_report(&facts, &view, &text, NULL), &text);
}

/* Plays the games, and shows them. */
static int run_lineup(run_args *a, const cmd_lineup *lineup)
{
    alea_error error;
    cmd_live live = {.quick = true};
    alea_run_result *result;
    alea_run_analytics *analytics = NULL;
    a->run.progress = cmd_begin_work("games");
    if (a->live) {
        a->run.standings = run_draw;
        a->run.standings_user = &live;
    }
    alea_status played = alea_run_match(lineup->game, lineup->bot, lineup->bots, &a->run, &result, &error);
    alea_view_run_facts facts = {.seconds = cmd_end_work()};
    if (a->live) cmd_draw("");
    if (played != ALEA_OK) return cmd_report(&error);
    facts.result = result;
    int status = run_analyse(a, lineup, &facts, &analytics);
    if (status == CMD_DONE) status = run_print(a, &facts);
    alea_run_analytics_free(analytics);
    alea_run_result_free(result);
    return status;
}

/* Plays one part and prints where its file is. */
static int run_part(run_args *a, const cmd_lineup *lineup)
{
    alea_error error;
    uint64_t games;
    a->run.progress = cmd_begin_work("games");
    alea_status status =
        alea_run_part(lineup->game, lineup->bot, lineup->bots, &a->run, &a->share, &games, &error);
    cmd_end_work();
    if (status != ALEA_OK) return cmd_report_work(&error);
    const cmd_shown file = cmd_show(a->share.file);
    if (!a->json)
        return cmd_print("Part %u of %u: %" PRIu64 " games, written to %s.\n", a->share.part, a->share.parts,
                         games, file.text);
    json_t *whole = json_pack("{s:I, s:I, s:I, s:s}", "part", (json_int_t)a->share.part, "parts",
                              (json_int_t)a->share.parts, "games", (json_int_t)games, "file", file.text);
    char *text = whole ? json_dumps(whole, JSON_INDENT(2)) : NULL;
    const int printed = text ? cmd_print("%s\n", text) : cmd_complain(CMD_FAILED, CMD_NO_MEMORY);
    json_decref(whole);
    free(text);
    return printed;
}

/* Whether a bot is a command, or a file with the runtime of a language inside: they play some thousand games a second. */
static bool run_brings_runtime(const char *bot)
{
    struct stat about;
    const char *equals = strrchr(bot, '='), *file = equals ? equals + 1 : bot;
    if (cmd_is_command(bot) || cmd_ends_with(file, ".py")) return true;
    return cmd_ends_with(file, ".wasm") && stat(file, &about) == 0 &&
           (uint64_t)about.st_size > ALEA_CONTEST_WASM;
}

/* Sets the number of games where none is given: it depends on the files alone, so that the same command plays the same games. */
static void run_choose_games(run_args *a)
{
    for (unsigned i = 0; i < a->bots.count && a->run.games == 0; i++)
        if (run_brings_runtime(a->bots.word[i])) {
            a->run.games = RUNTIME_GAMES;
            cmd_complain(CMD_DONE, CMD_FEWER_GAMES, cmd_show(a->bots.word[i]).text);
        }
}

/* Plays the games and prints the standings, those of an interrupted run as well. */
static int run_main(void *args)
{
    run_args *a = args;
    cmd_lineup lineup = {.pure = &a->pure, .objective = a->objective};
    a->limits.threads = a->run.threads;
    int status = cmd_check_ranking(a->game, a->objective);
    if (status == CMD_DONE) status = cmd_lineup_open(a->game, a->bots, a->limits, &lineup);
    if (status == CMD_DONE) run_choose_games(a);
    if (status == CMD_DONE) status = a->part ? run_part(a, &lineup) : run_lineup(a, &lineup);
    cmd_lineup_close(&lineup);
    return status;
}

const cmd_table cmd_run = {
    .name = "run",
    .summary = "plays many games between bots and prints the standings",
    .words = "GAME BOT...",
    .about =
        "Plays many games between bots and prints the standings.\v"
        "Give one BOT for each player: a built-in bot such as 'hold(25)', a table such as "
        "table:mine.csv, a Lua file, a WebAssembly file, or a program of yours such as 'exec:python3 "
        "mine.py', "
        "which runs without a sandbox. `alea bot list` lists the built-in bots, `alea games` the games.\n\n"
        "Ctrl-C stops the run and prints the games played so far.\n\n"
        "On many machines: `--part 1/4 --out part1` plays a quarter of the games, likewise 2/4, 3/4 and 4/4, "
        "and `alea merge part*` prints what one machine would have printed.",
    .options = run_options,
    .operands = run_operands,
    .size = sizeof(run_args),
    .check = run_check,
    .run = run_main,
};
