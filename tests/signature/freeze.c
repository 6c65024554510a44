/* Bots that are programs: asked everywhere, frozen to tables, and asked one position at a time. */
#include "signature.h"

#include <string.h>

/* ---- alea_bot_ask ---- */

typedef struct asked_bot {
    alea_bot *bot;
} asked_bot;

static bool ask_position(void *user, const alea_state *state)
{
    const asked_bot *asked = user;
    uint32_t move = 0;
    alea_error error;
    alea_status status = alea_bot_ask(asked->bot, state, &move, &error);
    put_count(status == ALEA_OK ? (int64_t)move : status);
    return true;
}

static void ask_jobs(void)
{
    static const struct {
        const char *needs, *game, *bot;
    } jobs[] = {
        {NULL, "pig", "keep-pace"},
        {NULL, "pig", "table:uneven100.csv"},
        {NULL, "pig-pen", "@bots/lua-steady/steady.lua"},
        {"wasm", "pig-pen", "%tests/bots/threshold25.wasm"},
        {NULL, "hog", "bacon(8,5)"},
        {NULL, "hog", "@bots/hog/good/threshold.lua"},
        {NULL, "despirala", "greedy"},
        {NULL, "despirala", "last.lua"},
        {NULL, "coin-pig(goal=8)", "second.lua"},
    };
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(jobs[i].needs, "decide/%s/%s", jobs[i].game, jobs[i].bot)) continue;
        alea_game *game = open_game(jobs[i].game, 0);
        asked_bot asked = {.bot = game ? open_bot(game, jobs[i].bot) : NULL};
        if (asked.bot) walk_visit(game, 120, ask_position, &asked);
        alea_bot_free(asked.bot);
        alea_game_free(game);
        line_end();
    }
}

/* ---- alea_bot_check ---- */

static void check_put(alea_bot *bot)
{
    alea_bot_report *report;
    alea_error error;
    const alea_check_options options = {.size = sizeof options, .seed = 7};
    if (!put_status(alea_bot_check(bot, &options, &report, &error), &error)) return;
    put_count((int64_t)report->states);
    put_count(report->sampled);
    put_count(report->answers_all);
    put_count(report->deterministic);
    put_count(report->depends_on_past);
    put_count(report->depends_on_seed);
    put_count(report->failure);
    alea_bot_report_free(report);
}

static void check_jobs(void)
{
    static const struct {
        const char *needs, *game, *bot;
    } jobs[] = {
        {NULL, "pig(goal=40)", "steady.lua"}, {NULL, "pig(goal=40)", "remembers.lua"},
        {NULL, "pig(goal=40)", "typo.lua"},   {NULL, "hog", "@bots/hog/good/threshold.lua"},
        {NULL, "despirala", "last.lua"},      {"wasm", "pig-pen(goal=20)", "%bots/c-random.wasm"},
    };
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(jobs[i].needs, "check/%s/%s", jobs[i].game, jobs[i].bot)) continue;
        alea_game *game = open_game(jobs[i].game, 0);
        alea_bot *bot = game ? open_bot(game, jobs[i].bot) : NULL;
        if (bot) check_put(bot);
        alea_bot_free(bot);
        alea_game_free(game);
        line_end();
    }
}

/* ---- alea_bot_freeze ---- */

typedef struct frozen_job {
    const char *needs, *game, *bot, *file;
} frozen_job;

/* A frozen bot plays as the bot itself. */
static void frozen_play(const alea_game *game, const char *file)
{
    char spec[100];
    snprintf(spec, sizeof spec, "table:%s", file);
    const char *const specs[] = {spec, spec, NULL};
    const alea_run_options options = {.games = 600, .seats = ALEA_FIXED};
    lineup bots = open_lineup(game, specs);
    alea_run_result *result;
    alea_error error;
    unsigned players = alea_game_players(game);
    if (bots.complete &&
        put_status(alea_run_match(game, bots.bot, players, &options, &result, &error), &error)) {
        put_run(result);
        alea_run_result_free(result);
    }
    close_lineup(&bots);
}

static void frozen_put(const frozen_job *job, const alea_game *game)
{
    alea_error error;
    alea_bot *bot = open_bot(game, job->bot);
    if (bot && put_status(alea_bot_freeze(bot, NULL, job->file, &error), &error)) {
        if (strstr(job->file, ".csv")) put_hash(hash_numbers(job->file));
        frozen_play(game, job->file);
        remove(job->file);
    }
    alea_bot_free(bot);
}

void freeze_jobs(void)
{
    static const frozen_job jobs[] = {
        {NULL, "pig(goal=40)", "steady.lua", "frozen.csv"},
        {NULL, "pig(goal=40)", "remembers.lua", "frozen.csv"},
        {NULL, "pig(goal=40)", "uneven.lua", "frozen.csv"},
        {NULL, "pig(goal=40)", "hold(17)", "frozen.csv"},
        {"tables", "pig(goal=40)", "steady.lua", "frozen.h5"},
        {"tables,slow", "pig-pen(goal=10)", "@bots/lua-steady/steady.lua", "frozen.h5"},
        {"tables", "hog", "@bots/hog/good/threshold.lua", "frozen.h5"},
        {"tables", "coin-pig(goal=8)", "second.lua", "frozen.h5"},
    };
    ask_jobs();
    check_jobs();
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(jobs[i].needs, "freeze/%s/%s/%s", jobs[i].game, jobs[i].bot, jobs[i].file)) continue;
        alea_game *game = open_game(jobs[i].game, 0);
        if (game) frozen_put(&jobs[i], game);
        alea_game_free(game);
        line_end();
    }
}
