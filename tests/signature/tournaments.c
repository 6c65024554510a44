/* Tournaments: exact and played, ranked by wins and by dollars. */
#include "signature.h"

#include <alea/tournament.h>

typedef struct tournament_job {
    const char *needs, *game;
    unsigned players;
    const char *bot[6];
    uint64_t games; /* at each table where bots must play */
    alea_tournament_design design;
} tournament_job;

static void tournament_put(const alea_tournament_result *result)
{
    put_count(result->objective);
    put_count(result->certain);
    put_count((int64_t)result->games);
    put_within(1e-9); /* ratings come from an iteration */
    for (unsigned i = 0; i < result->bots; i++) {
        const alea_tournament_standing *s = &result->standing[i];
        put_count(s->bot);
        put_count(s->rank);
        put_point(s->rating);
        put_point(s->rate);
        put_point(s->money);
        put_point(s->money_se);
        if (s->has_exploitability) put_value(s->exploitability);
        if (s->has_loss) put_value(s->loss);
    }
    for (size_t i = 0; i < result->pairs; i++) {
        put_point(result->pair[i].rate);
        put_point(result->pair[i].gain);
        put_point(result->pair[i].gain_se);
    }
}

/* clang-format off */
static const tournament_job tournament_list[] = {
    {NULL, "pig(goal=30)", 2, {"hold(6)", "hold(9)", "turns(2)", "optimal"}, 0, ALEA_ROUND_ROBIN},
    {NULL, "pig(goal=30)", 2, {"@bots/lua-steady/steady.lua", "hold(9)", "random(0.8)"}, 4096, ALEA_ROUND_ROBIN},
    {NULL, "pig-pen(goal=10,over_goal=hold)", 2, {"hold(4)", "hold(7)", "optimal"}, 0, ALEA_ROUND_ROBIN},
    {NULL, "pig-pen(goal=10)", 2, {"hold(4)", "@bots/lua-steady/steady.lua", "remembers.lua"}, 4096, ALEA_ROUND_ROBIN},
    {NULL, "pig-pen(goal=10)", 3, {"hold(4)", "hold(7)", "bank(5)", "turns(2)"}, 3000, ALEA_ROUND_ROBIN},
    {NULL, "pig-pen(goal=10,over_goal=hold)", 2, {"hold(9)", "hold(4)", "bank(5)", "turns(2)"}, 600, ALEA_GAUNTLET},
};
/* clang-format on */

static void tournament_play(const tournament_job *job)
{
    alea_game *game = open_game(job->game, job->players);
    if (!game) return;
    const alea_tournament_options options = {.games = job->games, .design = job->design};
    lineup bots = open_lineup(game, job->bot);
    alea_tournament_result *result;
    alea_error error;
    if (bots.complete &&
        put_status(alea_tournament_play(game, bots.bot, bots.count, &options, &result, &error), &error)) {
        tournament_put(result);
        alea_tournament_free(result);
    }
    close_lineup(&bots);
    alea_game_free(game);
}

void tournament_jobs(void)
{
    for (size_t i = 0; i < COUNT_OF(tournament_list); i++) {
        const tournament_job *job = &tournament_list[i];
        if (!line_begin(job->needs, "tournament/%s/%u/%zu", job->game, job->players, i)) continue;
        tournament_play(job);
        line_end();
    }
}
