/* The exact distribution of a game's score under a plan: forward from the start, by how many combinations were attempted.
   Two layers of masks are in memory at a time; the masks of one do not lead to each other, so threads share them out. */
#include "family/despirala/distribution/distribution.h"
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/stopping.h"
#include "exact/limits.h"
#include "family/despirala/messages.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct distribution {
    const despirala_game *game;
    const despirala_bot *bot;
    bool go_on;
    const alea_stats_options *options;
    despirala_distribution_tables *tables;
    despirala_pool *pool;
    despirala_scores **scores; /* [mask]: good in the layer before, and in this one */
    uint32_t layer;
    uint64_t done; /* masks of layers before */
    despirala_census census;
    alea_distribution *out;
} distribution;

/* ---- memory ---- */

/* Limits the memory for two layers of scores and the policy's moves, as far as it is known in advance. */
static alea_status distribution_check_memory(const distribution *s, alea_error *error)
{
    const despirala_graph *graph = s->tables->graph;
    const despirala_rules *rules = s->tables->rules;
    uint64_t most = 0, before = 0;
    for (uint32_t n = 0; n <= rules->combinations; n++) {
        const uint64_t rows = (uint64_t)rules->gain * n + 1;
        uint64_t bytes = 0;
        for (uint32_t i = graph->layer_first[n]; i < graph->layer_first[n + 1]; i++) {
            const uint64_t points = despirala_most_points(s->tables, graph->layer[i]) + 1;
            bytes += rows * (points + DESPIRALA_STRIP) * sizeof(double);
            bytes += rows * (sizeof(despirala_row) + 2 * rules->combinations);
        }
        if (before + bytes > most) most = before + bytes;
        before = bytes;
    }
    return alea__check_memory("The exact distribution", (double)most, s->options->memory, error);
}

/* ---- one mask, in a thread ---- */

static alea_status distribution_start(void *user, void **local, alea_error *error)
{
    const distribution *s = user;
    return despirala_distribution_workspace_make(s->game, s->tables, s->pool,
                                                 (despirala_distribution_workspace **)local, error);
}

static void distribution_end(void *user, void *local)
{
    (void)user;
    despirala_distribution_workspace_free(local);
}

/* Gathers one mask of the layer, and stores the data for the next layer; for the last mask, the result. */
static alea_status distribution_work(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    distribution *s = user;
    const despirala_graph *graph = s->tables->graph;
    const uint32_t used = graph->layer[graph->layer_first[s->layer] + block];
    if (alea__stopped(&s->options->progress)) return alea__stop(error);
    alea_status status = despirala_gather(local, used, s->scores, result, error);
    if (status != ALEA_OK) return status;
    if (used + 1 < graph->masks) {
        s->scores[used] = despirala_store_scores(local, used, s->bot->model, s->go_on);
        return s->scores[used] ? ALEA_OK : alea__out_of_memory(error);
    }
    const despirala_rules *rules = s->tables->rules; /* goods left over count, and the game is over */
    const uint32_t most = despirala_most_points(s->tables, used);
    for (uint32_t g = 0; g <= graph->most_goods; g++) {
        const double *row = despirala_workspace_row(local, g);
        for (uint32_t score = 0; score <= most; score++) {
            s->out->probability[score + g * rules->good_points] += row[score];
            s->out->goods_probability[g] += row[score];
        }
    }
    return ALEA_OK;
}

static void distribution_fold(void *user, uint64_t block, const void *result)
{
    (void)block;
    distribution *s = user;
    const despirala_census *census = result;
    for (uint32_t c = 0; c < DESPIRALA_COMBINATIONS; c++) {
        s->census.completed[c] += census->completed[c];
        s->census.dice[c] += census->dice[c];
        s->census.points[c] += census->points[c];
    }
    if (census->longest > s->census.longest) s->census.longest = census->longest;
}

static int distribution_report(void *user, uint64_t done)
{
    const distribution *s = user;
    return alea__report(&s->options->progress, s->done + done, s->tables->graph->masks);
}

/* ---- layers ---- */

/* Spreads the masks of one layer over threads, and then drops the layer before. */
static alea_status distribution_layer(distribution *s, uint32_t layer, alea_error *error)
{
    const despirala_graph *graph = s->tables->graph;
    const alea__blocks blocks = {.count = graph->layer_first[layer + 1] - graph->layer_first[layer],
                                 .threads = s->options->threads,
                                 .result_size = sizeof(despirala_census),
                                 .user = s,
                                 .thread_start = distribution_start,
                                 .thread_end = distribution_end,
                                 .work = distribution_work,
                                 .fold = distribution_fold,
                                 .report = distribution_report};
    ALEA_ASSERT(s->done == graph->layer_first[layer]); /* all layers before */
    s->layer = layer;
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    s->done += blocks.count;
    despirala_pool_drop(s->pool, layer + 1); /* the layer before has the same place */
    if (status == ALEA_E_STOPPED) return alea__fail(error, status, DESPIRALA_DISTRIBUTION_STOPPED);
    return status;
}

/* ---- the result ---- */

/* Memory for the result and for the scores of masks; the caller frees both on failure too. */
static alea_status distribution_alloc(distribution *s, alea_error *error)
{
    const despirala_graph *graph = s->tables->graph;
    alea_distribution *out = s->out;
    s->pool = despirala_pool_make();
    s->scores = alea__alloc_array(graph->masks, sizeof(despirala_scores *));
    out->goods = graph->most_goods + 1;
    out->scores = despirala_most_points(s->tables, graph->masks - 1) +
                  graph->most_goods * s->tables->rules->good_points + 1;
    out->parts = s->tables->rules->combinations;
    out->probability = alea__alloc_array(out->scores, sizeof *out->probability);
    out->goods_probability = alea__alloc_array(out->goods, sizeof *out->goods_probability);
    out->part = alea__alloc_array(out->parts, sizeof *out->part);
    const bool made = s->pool && s->scores && out->probability && out->goods_probability && out->part;
    return made ? ALEA_OK : alea__out_of_memory(error);
}

/* Everything is a sum of products of numbers that are not negative, so a number that takes n operations one after the other is
   off by at most n units of rounding, as a share (Higham, Accuracy and Stability of Numerical Algorithms, §3.1). On the way
   to a score there are, in every turn, one sum over rolls, the rerolls, and for every good paid one sum over what leads to a
   node. */
static double distribution_rounding(const distribution *s)
{
    const despirala_rules *rules = s->tables->rules;
    const double goods = s->tables->graph->most_goods + 1;
    const double a_sum = (double)s->tables->residuals->count + s->census.longest + 4;
    const double turn = rules->rolls + 2 * goods + (goods + 1) * a_sum;
    const double operations = (rules->combinations + 1) * turn + goods;
    return operations * (DBL_EPSILON / 2) * (1 + 1e-6);
}

/* Names and numbers of each combination from the census, once all layers are done. A name longer than its field is cut. */
static void distribution_tell(const distribution *s)
{
    for (uint32_t c = 0; c < s->out->parts; c++) {
        alea_distribution_part *part = &s->out->part[c];
        part->is_collect = s->tables->face_of[c] != 0;
        part->completed = s->census.completed[c];
        part->dice = part->is_collect ? s->census.dice[c] : NAN;
        part->points = s->census.points[c];
        const uint32_t target = s->game->rules.combination[c].first;
        const char *name = part->is_collect
                               ? s->game->move_name[target + DESPIRALA_TARGET] /* with its face */
                               : s->game->name[c];
        strncpy(part->name, name, sizeof part->name - 1);
    }
}

static inline bool distribution_sums_to_one(const alea_distribution *out)
{
    double scores = 0, goods = 0;
    for (size_t i = 0; i < out->scores; i++) scores += out->probability[i];
    for (size_t i = 0; i < out->goods; i++) goods += out->goods_probability[i];
    return fabs(scores - 1) <= 2 * out->error + 1e-12 && fabs(goods - 1) <= 2 * out->error + 1e-12;
}

/* Only for a PLAN: ALEA_E_REFUSED for other policies. Fills everything except the summary. */
static alea_status distribution_find(const alea__rules *rules, const alea__policy *policy,
                                     const alea_stats_options *options, alea_distribution *out,
                                     alea_error *error)
{
    const despirala_bot *bot = (const despirala_bot *)policy;
    if (bot->kind != DESPIRALA_PLAN) return alea__fail(error, ALEA_E_REFUSED, DESPIRALA_NO_DISTRIBUTION);
    distribution s = {.game = despirala_game_of(rules), .bot = bot, .options = options, .out = out};
    s.go_on = options->ties == ALEA_TIES_OF_BOT ? bot->go_on : options->ties == ALEA_TIES_GO_ON;
    alea_status status = despirala_distribution_tables_make(s.game, &s.tables, error);
    if (status == ALEA_OK) status = distribution_check_memory(&s, error);
    if (status == ALEA_OK) status = distribution_alloc(&s, error);
    for (uint32_t n = 0; status == ALEA_OK && n <= s.game->rules.combinations; n++)
        status = distribution_layer(&s, n, error);
    if (status == ALEA_OK) {
        out->error = distribution_rounding(&s);
        ALEA_ASSERT(distribution_sums_to_one(out));
        out->ties = s.go_on ? ALEA_TIES_GO_ON : ALEA_TIES_STOP;
        distribution_tell(&s);
    }
    alea__free(s.scores);
    despirala_pool_free(s.pool);
    despirala_distribution_tables_free(s.tables);
    return status;
}

/* ---- bots ---- */

static alea_ties distribution_ties(const alea__rules *rules, const alea__policy *policy)
{
    const despirala_bot *bot = (const despirala_bot *)policy;
    (void)rules;
    if (bot->kind != DESPIRALA_PLAN) return ALEA_TIES_OF_BOT;
    return bot->go_on ? ALEA_TIES_GO_ON : ALEA_TIES_STOP;
}

static uint32_t distribution_most_score(const alea__rules *rules)
{
    return despirala_rules_of(rules)->most_score;
}

/* The same bot with ties broken the other way. */
static alea_status distribution_with_ties(const alea__rules *rules, const alea__policy *policy,
                                          alea_ties ties, alea__policy **out, alea_error *error)
{
    const despirala_game *game = despirala_game_of(rules);
    const despirala_bot *from = (const despirala_bot *)policy;
    despirala_model *model = despirala_model_new(game);
    if (!model) return alea__out_of_memory(error);
    double *value = model->value;
    *model = *from->model;
    model->value = value;
    memcpy(value, from->model->value, game->graph->places * sizeof *value);
    const despirala_bot other = {.kind = from->kind, .model = model, .go_on = ties == ALEA_TIES_GO_ON};
    return despirala_policy_make(game, &other, out, error);
}

const alea__distribution_ops despirala_distribution_ops = {
    .find = distribution_find,
    .with_ties = distribution_with_ties,
    .ties = distribution_ties,
    .most_score = distribution_most_score,
};
