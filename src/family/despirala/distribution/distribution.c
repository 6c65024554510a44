/* The exact distribution of a game's score under a plan: forward from the start, by how many combinations were attempted.
   Two layers of masks are in memory at a time; the masks of one do not lead to each other, so threads share them out. */
#include "family/despirala/distribution/distribution.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/memory.h"
#include "exact/limits.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

typedef despirala_spread_parts parts;

typedef struct spread {
    const despirala_game *game;
    const despirala_bot *bot;
    bool go_on;
    const alea_stats_options *options;
    parts *parts;
    despirala_pool *pool;
    despirala_scores **scores; /* [mask]: good in the layer before, and in this one */
    uint32_t layer;
    uint64_t done; /* masks of layers before */
    despirala_census census;
    alea_spread *out;
} spread;

/* ---- memory ---- */

/* What two layers of scores take at the most, and what the policy does there, as far as that can be told before. */
static alea_status spread_check_memory(const spread *s, alea_error *error)
{
    const despirala_graph *graph = s->parts->graph;
    const despirala_rules *rules = s->parts->rules;
    uint64_t most = 0, before = 0;
    for (uint32_t n = 0; n <= rules->combinations; n++) {
        const uint64_t rows = (uint64_t)rules->gain * n + 1;
        uint64_t bytes = 0;
        for (uint32_t i = graph->layer_first[n]; i < graph->layer_first[n + 1]; i++) {
            const uint64_t points = despirala_most_points(s->parts, graph->layer[i]) + 1;
            bytes += rows * (points + DESPIRALA_STRIP) * sizeof(double);
            bytes += rows * (sizeof(despirala_row) + 2 * rules->combinations);
        }
        if (before + bytes > most) most = before + bytes;
        before = bytes;
    }
    return alea__check_memory("The exact distribution", (double)most, s->options->memory, error);
}

/* ---- one mask, in a thread ---- */

static alea_status spread_start(void *user, void **local, alea_error *error)
{
    const spread *s = user;
    return despirala_desk_make(s->game, s->parts, s->pool, (despirala_desk **)local, error);
}

static void spread_end(void *user, void *local)
{
    (void)user;
    despirala_desk_free(local);
}

static alea_status spread_work(void *user, void *local, uint64_t block, void *result, alea_error *error)
{
    spread *s = user;
    const despirala_graph *graph = s->parts->graph;
    const uint32_t used = graph->layer[graph->layer_first[s->layer] + block];
    if (alea__stopped(&s->options->progress)) return alea__stop(error);
    alea_status status = despirala_pull(local, used, s->scores, result, error);
    if (status != ALEA_OK) return status;
    if (used + 1 < graph->masks)
        return despirala_keep(local, used, s->bot->model, s->go_on, &s->scores[used], error);
    const despirala_rules *rules = s->parts->rules; /* what is left over counts, and the game is over */
    const uint32_t most = despirala_most_points(s->parts, used);
    for (uint32_t g = 0; g <= graph->most_goods; g++) {
        const double *row = despirala_desk_row(local, g);
        for (uint32_t score = 0; score <= most; score++) {
            s->out->probability[score + g * rules->good_points] += row[score];
            s->out->goods_probability[g] += row[score];
        }
    }
    return ALEA_OK;
}

static void spread_fold(void *user, uint64_t block, const void *result)
{
    (void)block;
    spread *s = user;
    const despirala_census *census = result;
    for (uint32_t c = 0; c < DESPIRALA_COMBINATIONS; c++) {
        s->census.completed[c] += census->completed[c];
        s->census.dice[c] += census->dice[c];
        s->census.points[c] += census->points[c];
    }
    if (census->longest > s->census.longest) s->census.longest = census->longest;
}

static int spread_report(void *user, uint64_t done)
{
    const spread *s = user;
    return alea__report(&s->options->progress, s->done + done, s->parts->graph->masks);
}

/* ---- layers ---- */

static alea_status spread_layer(spread *s, uint32_t layer, alea_error *error)
{
    const despirala_graph *graph = s->parts->graph;
    const alea__blocks blocks = {.count = graph->layer_first[layer + 1] - graph->layer_first[layer],
                                 .threads = s->options->threads,
                                 .result_size = sizeof(despirala_census),
                                 .user = s,
                                 .thread_start = spread_start,
                                 .thread_end = spread_end,
                                 .work = spread_work,
                                 .fold = spread_fold,
                                 .report = spread_report};
    s->layer = layer;
    alea_status status = alea__blocks_run(&blocks, NULL, NULL, error);
    s->done += blocks.count;
    despirala_pool_drop(s->pool, layer + 1); /* the layer before has the same place */
    if (status == ALEA_E_STOPPED)
        return alea__fail(error, status, "Stopped on request; the distribution is not known yet.");
    return status;
}

/* ---- the result ---- */

static alea_status spread_alloc(spread *s, alea_error *error)
{
    const despirala_graph *graph = s->parts->graph;
    alea_spread *out = s->out;
    s->pool = despirala_pool_make();
    s->scores = alea__alloc_array(graph->masks, sizeof(despirala_scores *));
    out->goods = graph->most_goods + 1;
    out->scores = despirala_most_points(s->parts, graph->masks - 1) +
                  graph->most_goods * s->parts->rules->good_points + 1;
    out->parts = s->parts->rules->combinations;
    out->probability = alea__alloc_array(out->scores, sizeof *out->probability);
    out->goods_probability = alea__alloc_array(out->goods, sizeof *out->goods_probability);
    out->part = alea__alloc_array(out->parts, sizeof *out->part);
    const bool room = s->pool && s->scores && out->probability && out->goods_probability && out->part;
    return room ? ALEA_OK : alea__out_of_memory(error);
}

/* Everything is a sum of products of numbers that are not negative, so a number that takes n operations one after the other is
   off by at most n units of rounding, as a share (Higham, Accuracy and Stability of Numerical Algorithms, §3.1). On the way
   to a score there are, in every turn, one sum over rolls, the rerolls, and for every good paid one sum over what leads to a
   node. */
static double spread_rounding(const spread *s)
{
    const despirala_rules *rules = s->parts->rules;
    const double goods = s->parts->graph->most_goods + 1;
    const double a_sum = (double)s->parts->lacks->count + s->census.longest + 4;
    const double turn = rules->rolls + 2 * goods + (goods + 1) * a_sum;
    const double operations = (rules->combinations + 1) * turn + goods;
    return operations * (DBL_EPSILON / 2) * (1 + 1e-6);
}

static void spread_tell_parts(const spread *s)
{
    for (uint32_t c = 0; c < s->out->parts; c++) {
        alea_spread_part *part = &s->out->part[c];
        part->is_collect = s->parts->face_of[c] != 0;
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

/* Of a PLAN alone: ALEA_E_REFUSED for other policies. Fills what is not a summary. */
static alea_status spread_find(const alea__rules *rules, const alea__policy *policy,
                               const alea_stats_options *options, alea_spread *out, alea_error *error)
{
    const despirala_bot *bot = (const despirala_bot *)policy;
    if (bot->kind != DESPIRALA_PLAN)
        return alea__fail(error, ALEA_E_REFUSED,
                          "The bot has no exact distribution: only models have, such as optimal. Its mean is "
                          "found exactly by `alea eval`.");
    spread s = {.game = despirala_game_of(rules), .bot = bot, .options = options, .out = out};
    s.go_on = options->ties == ALEA_TIES_OF_BOT ? bot->go_on : options->ties == ALEA_TIES_GO_ON;
    alea_status status = despirala_spread_parts_make(s.game, &s.parts, error);
    if (status == ALEA_OK) status = spread_check_memory(&s, error);
    if (status == ALEA_OK) status = spread_alloc(&s, error);
    for (uint32_t n = 0; status == ALEA_OK && n <= s.game->rules.combinations; n++)
        status = spread_layer(&s, n, error);
    if (status == ALEA_OK) {
        out->error = spread_rounding(&s);
        out->ties = s.go_on ? ALEA_TIES_GO_ON : ALEA_TIES_STOP;
        spread_tell_parts(&s);
    }
    alea__free(s.scores);
    despirala_pool_free(s.pool);
    despirala_spread_parts_free(s.parts);
    return status;
}

/* ---- bots ---- */

static alea_ties spread_ties(const alea__rules *rules, const alea__policy *policy)
{
    const despirala_bot *bot = (const despirala_bot *)policy;
    (void)rules;
    if (bot->kind != DESPIRALA_PLAN) return ALEA_TIES_OF_BOT;
    return bot->go_on ? ALEA_TIES_GO_ON : ALEA_TIES_STOP;
}

static uint32_t spread_most_score(const alea__rules *rules)
{
    return despirala_rules_of(rules)->most_score;
}

/* The same bot with ties broken the other way. */
static alea_status spread_with_ties(const alea__rules *rules, const alea__policy *policy, alea_ties ties,
                                    alea__policy **out, alea_error *error)
{
    const despirala_game *game = despirala_game_of(rules);
    const despirala_bot *from = (const despirala_bot *)policy;
    despirala_model *model = despirala_model_new(game);
    if (!model) return alea__out_of_memory(error);
    double *value = model->value;
    *model = *from->model;
    model->value = value;
    memcpy(value, from->model->value, game->graph->places * sizeof *value);
    return despirala_policy_make(game, from->kind, model, ties == ALEA_TIES_GO_ON, out, error);
}

const alea__distribution_ops despirala_distribution_ops = {
    .find = spread_find,
    .with_ties = spread_with_ties,
    .ties = spread_ties,
    .most_score = spread_most_score,
};
