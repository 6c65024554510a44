/* Exact results of policies: one against another, and the best reply to one. */
#include "signature.h"

typedef struct pair_job {
    const char *needs, *game, *first, *second;
    alea_objective objective;
} pair_job;

static void pair_put_exact(const alea_exact *exact)
{
    put_value(exact->value);
    put_value(exact->win);
    put_value(exact->loss);
    put_value(exact->money);
    put_value(exact->turns);
    put_value(exact->never);
}

static void pair_put(const pair_job *job, const alea_game *game)
{
    alea_evaluation result;
    alea_error error;
    const char *const specs[] = {job->first, job->second, NULL};
    lineup bots = open_lineup(game, specs);
    if (bots.complete &&
        put_status(alea_bot_evaluate(game, bots.bot[0], bots.bot[1], job->objective, NULL, &result, &error),
                   &error)) {
        pair_put_exact(&result.first);
        pair_put_exact(&result.second);
        pair_put_exact(&result.mean);
    }
    close_lineup(&bots);
}

/* clang-format off */
static const pair_job pair_list[] = {
    {NULL, "pig", "hold(20)", "hold(25)", ALEA_WIN},
    {NULL, "pig", "optimal", "keep-pace", ALEA_WIN},
    {NULL, "pig", "hold-at-total(60)", "random(0.8)", ALEA_WIN},
    {NULL, "pig", "table:uneven100.csv", "hold(20)", ALEA_WIN},
    {NULL, "pig", "turns(4)", "hold(25)", ALEA_WIN},
    {NULL, "pig(goal=40)", "steady.lua", "table:uneven40.csv", ALEA_WIN},
    {NULL, "pig(goal=40)", "always-roll", "random(0.5)", ALEA_WIN},
    {NULL, "pig(goal=50,dice=2,sides=8)", "hold(20)", "optimal", ALEA_WIN},
    {NULL, "piglet(goal=10)", "hold(2)", "hold(3)", ALEA_WIN},
    {NULL, "two-dice-pig", "hold(25)", "keep-pace", ALEA_WIN},
    {NULL, "two-dice-pig(goal=40)", "hold(15)", "random(0.75)", ALEA_WIN},
    {NULL, "two-dice-pig(goal=40,forced_doubles=true)", "optimal", "hold(18)", ALEA_WIN},
    {NULL, "two-dice-pig(goal=40)", "always-roll", "always-roll", ALEA_WIN},
    {"slow", "pig-pen", "hold(25)", "keep-pace", ALEA_WIN},
    {NULL, "pig-pen(goal=20)", "hold(12)", "hold(8)", ALEA_WIN},
    {NULL, "pig-pen(goal=20)", "hold(12)", "random(0.7)", ALEA_MONEY},
    {NULL, "pig-pen(goal=20,over_goal=hold)", "optimal(for=win)", "hold(10)", ALEA_WIN},
    {"wasm", "hog", "%bots/c-bacon.wasm", "always(4)", ALEA_WIN},
    {NULL, "pig-solitaire", "hold(20)", NULL, ALEA_WIN},
    {NULL, "pig-solitaire", "optimal", NULL, ALEA_WIN},
    {NULL, "pig-solitaire(turns=0)", "hold(20)", NULL, ALEA_TURNS},
    {NULL, "hog", "always(4)", "bacon(8,5)", ALEA_WIN},
    {NULL, "hog", "optimal", "always(6)", ALEA_WIN},
    {NULL, "hog", "@bots/hog/good/threshold.lua", "table:@bots/hog/good/printed_table.csv", ALEA_WIN},
    {NULL, "hog", "random", "always(0)", ALEA_WIN},
    {NULL, "hog(time_trot=false)", "always(5)", "bacon(9,4)", ALEA_WIN},
    {NULL, "hog-moon", "optimal", "always(5)", ALEA_WIN},
    {NULL, "hog-feral(goal=60)", "optimal", "always(5)", ALEA_WIN},
    {NULL, "hog-piggy", "bacon(7,6)", "random", ALEA_WIN},
    {NULL, "@tests/rules/small-despirala.lua", "greedy", NULL, ALEA_SCORE},
    {NULL, "@tests/rules/small-despirala.lua", "random", NULL, ALEA_SCORE},
    {NULL, "@tests/rules/small-despirala.lua(misere=true)", "optimal(ties=go-on)", NULL, ALEA_SCORE},
    {NULL, "@tests/rules/small-despirala.lua", "sampled(5,1)", NULL, ALEA_SCORE},
    {NULL, "coin-pig(goal=12)", "optimal", "random", ALEA_WIN},
    {NULL, "coin-pig(goal=12)", "first", "second.lua", ALEA_WIN},
    {NULL, "red-and-black", "random", NULL, ALEA_WIN},
    {NULL, "red-and-black", "first", NULL, ALEA_WIN},
    {NULL, "@tests/rules/chase-graph.lua(goal=10,cap=150)", "random", "first", ALEA_MONEY},
    {NULL, "@tests/rules/pig-graph.lua(goal=20)", "random", "optimal", ALEA_WIN},
    {NULL, "@tests/rules/solitaire-graph.lua(goal=30)", "first", NULL, ALEA_TURNS},
};
/* clang-format on */

static void pair_jobs(void)
{
    for (size_t i = 0; i < COUNT_OF(pair_list); i++) {
        const pair_job *job = &pair_list[i];
        if (!line_begin(job->needs, "eval/%s/%s/%s%s%s", job->game, alea_objective_name(job->objective),
                        job->first, job->second ? " " : "", job->second ? job->second : ""))
            continue;
        alea_game *game = open_game(job->game, 0);
        if (game) pair_put(job, game);
        alea_game_free(game);
        line_end();
    }
}

/* ---- best replies ---- */

typedef struct reply_job {
    const char *game, *bot;
    alea_objective objective;
    bool verify;
} reply_job;

static const reply_job reply_list[] = {
    {"pig", "hold(20)", ALEA_WIN, true},
    {"pig", "random(0.8)", ALEA_WIN, false},
    {"pig", "optimal", ALEA_WIN, false},
    {"pig(goal=40)", "table:uneven40.csv", ALEA_WIN, true},
    {"pig(goal=40)", "steady.lua", ALEA_WIN, true},
    {"piglet(goal=10)", "hold(2)", ALEA_WIN, true},
    {"two-dice-pig(goal=40)", "hold(15)", ALEA_WIN, true},
    {"two-dice-pig(goal=40)", "random(0.75)", ALEA_WIN, true},
    {"pig-pen(goal=20)", "hold(12)", ALEA_WIN, false},
    {"pig-pen(goal=20,over_goal=hold)", "hold(12)", ALEA_MONEY, true},
    {"hog", "always(4)", ALEA_WIN, true},
    {"hog", "@bots/hog/good/threshold.lua", ALEA_WIN, false},
    {"hog(time_trot=false)", "random", ALEA_WIN, true},
    {"hog-moon", "bacon(8,5)", ALEA_WIN, true},
    {"hog-piggy", "optimal", ALEA_WIN, true},
    {"coin-pig(goal=12)", "random", ALEA_WIN, true},
    {"@tests/rules/pig-graph.lua(goal=20)", "first", ALEA_WIN, true},
    {"@tests/rules/chase-graph.lua(goal=10,cap=150)", "random", ALEA_MONEY, false},
};

static void reply_put(const reply_job *job, const alea_game *game, alea_bot *bot)
{
    alea_table *table = NULL;
    alea_best_response reply;
    alea_error error;
    if (!put_status(alea_table_best_response(game, bot, job->objective, NULL, &table, &reply, &error),
                    &error))
        return;
    put_value(reply.first);
    put_value(reply.second);
    put_value(reply.mean);
    put_value(reply.exploitability);
    put_answers(table, 40);
    if (job->verify) put_verdict(table);
    alea_table_free(table);
}

static void reply_jobs(void)
{
    for (size_t i = 0; i < COUNT_OF(reply_list); i++) {
        const reply_job *job = &reply_list[i];
        if (!line_begin(NULL, "best/%s/%s/%s", job->game, alea_objective_name(job->objective), job->bot))
            continue;
        alea_game *game = open_game(job->game, 0);
        alea_bot *bot = game ? open_bot(game, job->bot) : NULL;
        if (bot) reply_put(job, game, bot);
        alea_bot_free(bot);
        alea_game_free(game);
        line_end();
    }
}

void policy_jobs(void)
{
    pair_jobs();
    reply_jobs();
}
