/* Matches, on the block path and on the step path. */
#include "signature.h"

typedef struct run_job {
    const char *needs, *game, *bot[5];
    uint64_t games;
    alea_path path;
    alea_seats seats;
} run_job;

static void run_put_standing(const alea_standing *s, unsigned players)
{
    put_count((int64_t)s->wins);
    put_count(s->money_total);
    put_count((int64_t)s->forfeits);
    put_count((int64_t)s->failure_game);
    for (int kind = 0; kind < ALEA_FAILURE_KINDS; kind++) put_count((int64_t)s->failures[kind]);
    for (unsigned seat = 0; seat < players; seat++) {
        put_count((int64_t)s->seat_games[seat]);
        put_count((int64_t)s->seat_wins[seat]);
        put_count(s->seat_money[seat]);
    }
    put_point(s->win_rate);
    put_point(s->win_rate_se);
    put_point(s->money);
    put_point(s->money_se);
    put_point(s->score);
    put_point(s->score_se);
}

void put_run(const alea_run_result *result)
{
    put_count((int64_t)result->games);
    put_count((int64_t)result->unfinished);
    put_count((int64_t)result->seed);
    put_count(result->has_money);
    put_count(result->has_score);
    put_count(result->se_from_blocks);
    put_count((int64_t)result->turns);
    put_count(result->money_sum);
    put_count((int64_t)result->blocks_replayed);
    for (unsigned i = 0; i < result->players; i++) run_put_standing(&result->standing[i], result->players);
}

static void run_play(const run_job *job, const alea_game *game)
{
    const alea_run_options options = {.games = job->games, .path = job->path, .seats = job->seats};
    lineup bots = open_lineup(game, job->bot);
    alea_run_result *result;
    alea_error error;
    if (bots.complete &&
        put_status(alea_run_match(game, bots.bot, bots.count, &options, &result, &error), &error)) {
        put_run(result);
        alea_run_result_free(result);
    }
    close_lineup(&bots);
}

/* "run/pig/block/rotate/hold(20) hold(25)" */
static bool run_begin(const run_job *job)
{
    static const char *const path[] = {"auto", "block", "step"}, *const seats[] = {"rotate", "fixed"};
    char bots[120] = "";
    for (size_t i = 0, at = 0; i < count_specs(job->bot) && at < sizeof bots; i++)
        at += (size_t)snprintf(bots + at, sizeof bots - at, "%s%s", i ? " " : "", job->bot[i]);
    return line_begin(job->needs, "run/%s/%s/%s/%s", job->game, path[job->path], seats[job->seats], bots);
}

/* clang-format off */
static const run_job run_list[] = {
    {NULL, "pig", {"hold(20)", "hold(25)"}, 20000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "pig", {"hold(20)", "hold(25)"}, 5000, ALEA_PATH_STEP, ALEA_ROTATE},
    {NULL, "pig", {"optimal", "keep-pace"}, 10000, ALEA_PATH_BLOCK, ALEA_FIXED},
    {NULL, "pig", {"random(0.8)", "turns(4)", "hold-at-total(60)"}, 6000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "pig", {"random(0.8)", "turns(4)", "hold-at-total(60)"}, 1500, ALEA_PATH_STEP, ALEA_ROTATE},
    {NULL, "pig", {"always-roll", "forfeit(3)", "hold(20)", "keep-pace"}, 6000, ALEA_PATH_AUTO, ALEA_FIXED},
    {NULL, "pig", {"table:uneven100.csv", "hold(20)"}, 10000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "pig", {"table:uneven100.csv", "@bots/lua-steady/steady.lua"}, 1500, ALEA_PATH_STEP, ALEA_ROTATE},
    {NULL, "pig(goal=50,dice=2,sides=8)", {"hold(20)", "turns(3)"}, 8000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "piglet", {"hold(1)", "optimal"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "piglet(goal=10)", {"hold(1)", "hold(2)", "hold(3)", "hold(4)"}, 5000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "two-dice-pig", {"hold(25)", "random(0.75)"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "two-dice-pig(forced_doubles=true)", {"hold(25)", "keep-pace", "hold(18)"}, 6000, ALEA_PATH_AUTO, ALEA_FIXED},
    {NULL, "pig-pen", {"hold(25)", "keep-pace"}, 12000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "pig-pen", {"hold(25)", "keep-pace"}, 3000, ALEA_PATH_STEP, ALEA_ROTATE},
    {NULL, "pig-pen", {"hold(25)", "keep-pace", "table:uneven100.csv"}, 9000, ALEA_PATH_BLOCK, ALEA_FIXED},
    {NULL, "pig-pen", {"hold(30)", "keep-pace", "turns(5)", "random(0.9)"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "pig-pen", {"@bots/lua-steady/steady.lua", "forfeit", "hold(25)"}, 2000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "pig-pen", {"typo.lua", "remembers.lua"}, 5000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "pig-pen(over_goal=hold,goal=30)", {"hold(12)", "optimal(for=money)"}, 5000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {"wasm", "pig-pen", {"%bots/c-random.wasm", "%bots/c-chaser.wasm", "hold(25)"}, 6000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {"wasm", "pig-pen", {"%bots/c-random.wasm", "%bots/c-chaser.wasm", "hold(25)"}, 1000, ALEA_PATH_STEP, ALEA_ROTATE},
    {"wasm", "pig-pen", {"%tests/bots/threshold25.wasm", "%tests/bots/trap_third_game.wasm"}, 5000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "pig-solitaire", {"hold(20)"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "pig-solitaire(turns=0)", {"optimal"}, 9000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "hog", {"always(4)", "bacon(8,5)"}, 15000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "hog", {"always(4)", "bacon(8,5)"}, 2000, ALEA_PATH_STEP, ALEA_FIXED},
    {NULL, "hog", {"optimal", "random"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "hog", {"table:@bots/hog/good/printed_table.csv", "@bots/hog/good/threshold.lua"}, 1500, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "hog(time_trot=false)", {"optimal", "bacon(9,4)"}, 9000, ALEA_PATH_BLOCK, ALEA_FIXED},
    {NULL, "hog-moon", {"optimal", "always(5)"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {NULL, "hog-feral(goal=60)", {"optimal", "always(5)"}, 9000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "hog-piggy", {"bacon(7,6)", "optimal"}, 9000, ALEA_PATH_BLOCK, ALEA_ROTATE},
    {"wasm", "hog", {"%bots/c-bacon.wasm", "always(5)"}, 1500, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "despirala", {"greedy"}, 6000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "despirala", {"greedy"}, 300, ALEA_PATH_STEP, ALEA_ROTATE},
    {NULL, "despirala", {"last.lua"}, 300, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "despirala(misere=true)", {"greedy", "random", "greedy"}, 2000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "@tests/rules/small-despirala.lua", {"optimal", "optimal(ties=go-on)", "greedy", "random"}, 5000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "@tests/rules/small-despirala.lua", {"sampled(3,1)", "last.lua"}, 500, ALEA_PATH_STEP, ALEA_FIXED},
    {NULL, "coin-pig(goal=8)", {"optimal", "random"}, 4000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "coin-pig(goal=8)", {"first", "second.lua"}, 1000, ALEA_PATH_AUTO, ALEA_FIXED},
    {NULL, "red-and-black", {"random"}, 4000, ALEA_PATH_AUTO, ALEA_ROTATE},
    {NULL, "@tests/rules/chase-graph.lua", {"random", "first"}, 1000, ALEA_PATH_AUTO, ALEA_ROTATE},
};
/* clang-format on */

void run_jobs(void)
{
    for (size_t i = 0; i < COUNT_OF(run_list); i++) {
        const run_job *job = &run_list[i];
        if (!run_begin(job)) continue;
        alea_game *game = open_game(job->game, count_specs(job->bot));
        if (game) run_play(job, game);
        alea_game_free(game);
        line_end();
    }
}
