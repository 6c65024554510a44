/* Contests of Hog, and exact rates of tables. */
#include "signature.h"

#include <stdlib.h>

typedef struct contest_job {
    const char *needs, *game, *file[6];
    const char *database;
} contest_job;

static void contest_put_entry(const alea_contest *contest, const alea_contest_entry *entry)
{
    uint64_t hash = 0;
    put_count(entry->ok);
    put_count(entry->rank);
    put_count(entry->award);
    put_count(entry->matches_won);
    for (uint32_t i = 0; entry->moves && i < contest->side * contest->side; i++)
        hash = mix(hash, entry->moves[i]);
    put_hash(hash);
    put_point(entry->mean_rate);
}

static void contest_put(const alea_contest *contest)
{
    put_count(contest->side);
    put_count(contest->most);
    put_count(contest->count);
    put_count((int64_t)contest->pairs);
    put_count((int64_t)contest->pairs_computed);
    put_count((int64_t)contest->pairs_kept);
    put_count((int64_t)contest->tabulated);
    put_count((int64_t)contest->left_out);
    for (unsigned i = 0; i < contest->count; i++) contest_put_entry(contest, &contest->entry[i]);
    for (unsigned i = 0; i < contest->ranked; i++) put_count(contest->ranking[i]);
    for (unsigned i = 0; i < contest->count * contest->count; i++)
        put_value((alea_interval){contest->rate[i] - contest->error_bound,
                                  contest->rate[i] + contest->error_bound});
    put_within(contest->error_bound);
}

static void contest_run(const contest_job *job, const alea_game *game)
{
    const alea_contest_options options = {.database = job->database};
    char paths[COUNT_OF(job->file)][1000];
    const char *path[COUNT_OF(job->file)];
    unsigned count = count_specs(job->file);
    alea_contest *contest;
    alea_error error;
    for (unsigned i = 0; i < count; i++) {
        snprintf(paths[i], sizeof paths[i], "%s", open_path(job->file[i]));
        path[i] = paths[i];
    }
    alea_sandbox *sandbox = job->needs ? open_sandbox() : NULL;
    if (!put_status(alea_contest_run(game, path, count, sandbox, &options, &contest, &error), &error)) return;
    contest_put(contest);
    alea_contest_free(contest);
}

static void contest_runs(void)
{
    static const contest_job jobs[] = {
        {NULL,
         "hog",
         {"@bots/hog/good/printed_table.csv", "@bots/hog/good/threshold.lua", "fives.csv", "stripes.csv"},
         NULL},
        {NULL,
         "hog-piggy",
         {"fives.csv", "stripes.csv", "@bots/hog/bad/short_table.csv", "@bots/hog/bad/no_decide.lua"},
         NULL},
        {"store", "hog", {"@bots/hog/good/printed_table.csv", "fives.csv"}, "signature.db"},
        {"store", "hog", {"@bots/hog/good/printed_table.csv", "fives.csv", "stripes.csv"}, "signature.db"},
        {"wasm", "hog", {"%bots/c-bacon.wasm", "@bots/hog/good/threshold.lua", "fives.csv"}, NULL},
        {"wasm,python,slow",
         "hog",
         {"@bots/hog/good/bacon_margin.py", "@bots/hog/good/swap_seeker.py",
          "@bots/hog/bad/random_answers.py", "fives.csv"},
         NULL},
    };
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(jobs[i].needs, "contest/%s/%u/%s%zu", jobs[i].game, count_specs(jobs[i].file),
                        jobs[i].needs ? jobs[i].needs : "plain", i))
            continue;
        alea_game *game = open_game(jobs[i].game, 0);
        if (game) contest_run(&jobs[i], game);
        alea_game_free(game);
        line_end();
    }
    remove("signature.db");
}

/* ---- rates ---- */

/* Table `kind`: 0 … 10 always this many dice, then patterns. */
static void rates_fill(unsigned char *moves, uint32_t side, unsigned kind)
{
    for (uint32_t i = 0; i < side * side; i++)
        moves[i] = kind <= 10 ? (unsigned char)kind : (unsigned char)((i / side * 3 + i % side * kind) % 11);
}

static void rates_put(const alea_game *game)
{
    enum { TABLES = 8 };
    static const unsigned kinds[TABLES] = {0, 3, 4, 5, 6, 10, 13, 17};
    uint32_t side = 0, most = 0;
    alea_rates rates[TABLES];
    alea_error error;
    put_count(alea_contest_shape(game, &side, &most));
    put_count(side);
    put_count(most);
    size_t size = (size_t)side * side;
    unsigned char *moves = malloc((TABLES + 1) * size + 1);
    if (!moves || !size) {
        free(moves);
        return;
    }
    for (unsigned i = 0; i < TABLES; i++) rates_fill(moves + i * size, side, kinds[i]);
    rates_fill(moves + TABLES * size, side, 12);
    if (put_status(alea_contest_rates(game, moves + TABLES * size, moves, TABLES, rates, &error), &error))
        for (unsigned i = 0; i < TABLES; i++) {
            put_value(rates[i].first);
            put_value(rates[i].second);
            put_value(rates[i].mean);
        }
    free(moves);
}

void contest_jobs(void)
{
    static const char *const games[] = {
        "hog", "hog(goal=40,time_trot=false)", "hog-moon", "hog-feral", "hog-piggy", "pig-pen", "despirala"};
    contest_runs();
    for (size_t i = 0; i < COUNT_OF(games); i++) {
        if (!line_begin(NULL, "rates/%s", games[i])) continue;
        alea_game *game = open_game(games[i], 0);
        if (game) rates_put(game);
        alea_game_free(game);
        line_end();
    }
}
