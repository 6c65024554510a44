/* How scores are spread: exactly, and by simulation. */
#include "signature.h"

typedef struct stats_job {
    const char *needs, *game, *bot;
    alea_ties ties;
} stats_job;

static void stats_put_summary(const alea_summary *summary)
{
    for (int i = 0; i < ALEA_PERCENTILES; i++) put_count(summary->percentile[i]);
    put_count(summary->mode);
    put_count(summary->min);
    put_count(summary->max);
    put_point(summary->mean);
    put_point(summary->stdev);
}

static void stats_put_probabilities(const double *probability, uint32_t count, double error)
{
    put_count(count);
    for (uint32_t i = 0; i < count; i++)
        put_value((alea_interval){probability[i] * (1 - error), probability[i] * (1 + error)});
}

/* A distribution's numbers are sums of as many products as there are positions; other numbers may be off by the same share. */
static void stats_put_spread(const alea_distribution *spread)
{
    stats_put_summary(&spread->summary);
    stats_put_probabilities(spread->probability, spread->scores, spread->error);
    stats_put_probabilities(spread->goods_probability, spread->goods, spread->error);
    put_count(spread->ties);
    put_point(spread->goods_mean);
    put_point(spread->mass);
    for (unsigned i = 0; i < spread->parts; i++) {
        const alea_distribution_part *part = &spread->part[i];
        put_count(part->is_collect);
        put_point(part->completed);
        put_point(part->dice);
        put_point(part->points);
    }
    put_within(2 * spread->error * spread->summary.mean);
}

static void stats_exact(const stats_job *job, const alea_game *game, alea_bot *bot)
{
    const alea_stats_options options = {.ties = job->ties};
    alea_distribution *spread;
    alea_error error;
    if (!put_status(alea_stats_compute(game, bot, &options, &spread, &error), &error)) return;
    stats_put_spread(spread);
    alea_distribution_free(spread);
}

static void stats_simulated(const stats_job *job, const alea_game *game, alea_bot *bot)
{
    const alea_stats_options options = {.ties = job->ties, .games = 5000, .seed = 11, .seed_given = true};
    alea_sample *sample;
    alea_error error;
    if (!put_status(alea_stats_simulate(game, bot, &options, &sample, &error), &error)) return;
    stats_put_summary(&sample->summary);
    put_point(sample->mean_se);
    put_point(sample->stdev_se);
    put_count((int64_t)sample->games);
    put_count((int64_t)sample->forfeits);
    put_count(sample->scores);
    for (uint32_t i = 0; i < sample->scores; i++) put_count((int64_t)sample->count[i]);
    alea_sample_free(sample);
}

static void stats_run(const stats_job *jobs, size_t count, const char *kind,
                      void (*put)(const stats_job *, const alea_game *, alea_bot *))
{
    for (size_t i = 0; i < count; i++) {
        if (!line_begin(jobs[i].needs, "%s/%s/%s/%d", kind, jobs[i].game, jobs[i].bot, (int)jobs[i].ties))
            continue;
        alea_game *game = open_game(jobs[i].game, 0);
        alea_bot *bot = game ? open_bot(game, jobs[i].bot) : NULL;
        if (bot) put(&jobs[i], game, bot);
        alea_bot_free(bot);
        alea_game_free(game);
        line_end();
    }
}

void stats_jobs(void)
{
    static const stats_job exact[] = {
        {NULL, "@tests/rules/small-despirala.lua", "optimal", ALEA_TIES_STOP},
        {NULL, "@tests/rules/small-despirala.lua", "optimal", ALEA_TIES_GO_ON},
        {NULL, "@tests/rules/small-despirala.lua(misere=true)", "greedy", ALEA_TIES_OF_BOT},
        {NULL, "@tests/rules/small-despirala.lua", "random", ALEA_TIES_OF_BOT},
        {NULL, "@tests/rules/small-despirala.lua", "sampled(5,1)", ALEA_TIES_OF_BOT},
        {NULL, "@tests/rules/small-despirala.lua", "last.lua", ALEA_TIES_OF_BOT},
        {"slow", "despirala", "optimal", ALEA_TIES_STOP},
        {"slow", "despirala", "greedy", ALEA_TIES_OF_BOT},
        {NULL, "pig-solitaire", "hold(20)", ALEA_TIES_OF_BOT},
    };
    static const stats_job sampled[] = {
        {NULL, "despirala", "greedy", ALEA_TIES_OF_BOT},
        {NULL, "@tests/rules/small-despirala.lua", "optimal", ALEA_TIES_GO_ON},
        {NULL, "@tests/rules/small-despirala.lua", "last.lua", ALEA_TIES_OF_BOT},
    };
    stats_run(exact, COUNT_OF(exact), "stats-exact", stats_exact);
    stats_run(sampled, COUNT_OF(sampled), "stats-sampled", stats_simulated);
}
