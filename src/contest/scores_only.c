/* The best strategy of the two scores alone, against one opponent or several. */
#include "base/assert.h"
#include "base/blocks.h"
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/sized_options.h"
#include "base/stopping.h"
#include "bot/freeze.h"
#include "contest/contest.h"
#include "contest/messages.h"
#include "exact/interval.h"

#include <float.h>
#include <string.h>

enum { USUAL_STARTS = 20, MOST_STARTS = 10000 };

typedef struct scores_search {
    const alea_game *game;
    const alea__contest_ops *contest;
    uint32_t side, most;
    size_t cells;
    alea__pure *opponent;
    const alea__policy **policy; /* of the opponents */
    alea__opponents against;
    alea_solve_options how;
    uint64_t seed;
    unsigned starts;
    unsigned char *table; /* [start][cell]: where each search ended */
    double *rate;         /* [start] */
    const alea_progress *progress;
} scores_search;

/* ---- the result between a table and the opponents ---- */

/* The mean of intervals with this sum, rounded outward. */
static alea_interval scores_mean(alea_interval sum, size_t count)
{
    const double n = (double)count, e = n * DBL_EPSILON;
    return (alea_interval){sum.lower / n - e, sum.upper / n + e};
}

/* The mean rate of a table against all opponents; *beaten counts those that it wins the match against. */
static alea_status scores_rate(const scores_search *s, const unsigned char *table, alea_interval *out,
                               unsigned *beaten, alea_error *error)
{
    alea__policy *mine;
    alea_interval sum = {0, 0};
    *beaten = 0;
    alea_status status = s->contest->cells->freeze(s->game->rules, table, &mine, error);
    if (status != ALEA_OK) return status;
    for (size_t i = 0; i < s->against.count && status == ALEA_OK; i++) {
        alea_evaluation found = {0};
        const alea__problem problem = {.rules = s->game->rules,
                                       .objective = ALEA_WIN,
                                       .policy = {mine, s->policy[i]},
                                       .options = &s->how};
        status = s->game->family->solver->evaluate(&problem, &found, error);
        const alea_interval mean = alea__interval_mean(found.first.win, found.second.win);
        sum.lower += mean.lower;
        sum.upper += mean.upper;
        *beaten += mean.lower > ALEA_CONTEST_WIN;
    }
    s->game->family->policy->free(mine);
    *out = scores_mean(sum, s->against.count);
    return status;
}

/* The earnings of a player who sees everything and plays best against each opponent separately. */
static alea_status scores_ceiling(const scores_search *s, alea_interval *out, alea_error *error)
{
    alea_interval sum = {0, 0};
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < s->against.count && status == ALEA_OK; i++) {
        alea__values *values;
        alea_best_response found = {.first = {0}};
        const alea__problem problem = {.rules = s->game->rules,
                                       .objective = ALEA_WIN,
                                       .policy = {NULL, s->policy[i]},
                                       .options = &s->how};
        if (alea__stopped(s->progress)) return alea__fail(error, ALEA_E_STOPPED, CONTEST_SCORES_STOPPED);
        status = s->game->family->solver->best_response(&problem, &values, &found, error);
        if (status != ALEA_OK) break;
        alea__values_free(values);
        const alea_interval mean = alea__interval_mean(found.first, found.second);
        sum.lower += mean.lower;
        sum.upper += mean.upper;
    }
    *out = scores_mean(sum, s->against.count);
    return status;
}

/* ---- the search ---- */

/* The first searches begin with always the same answer, the others at random. */
static void scores_begin(const scores_search *s, uint64_t start, unsigned char *table)
{
    if (start <= s->most) {
        memset(table, (int)start, s->cells);
        return;
    }
    uint64_t state = alea__mix(s->seed) + start;
    for (size_t i = 0; i < s->cells; i++) table[i] = (unsigned char)(alea__mix_next(&state) % (s->most + 1));
}

/* One search, from its beginning to its end. */
static alea_status scores_work(void *user, void *local, uint64_t start, void *result, alea_error *error)
{
    const scores_search *s = user;
    unsigned char *table = s->table + start * s->cells;
    alea_interval rate;
    unsigned beaten;
    (void)local, (void)result;
    scores_begin(s, start, table);
    alea_status status = s->contest->respond(s->game->rules, &s->against, table, error);
    if (status == ALEA_E_STOPPED) return alea__fail(error, ALEA_E_STOPPED, CONTEST_SCORES_STOPPED);
    if (status == ALEA_OK) status = scores_rate(s, table, &rate, &beaten, error);
    if (status == ALEA_OK) s->rate[start] = rate.lower / 2 + rate.upper / 2;
    return status;
}

static int scores_report(void *user, uint64_t done)
{
    const scores_search *s = user;
    return s->progress->report ? s->progress->report(s->progress->user, done, s->starts) : 0;
}

/* The first of the best. */
static unsigned scores_best_start(const scores_search *s)
{
    unsigned best = 0;
    for (unsigned i = 1; i < s->starts; i++)
        if (s->rate[i] > s->rate[best]) best = i;
    return best;
}

/* ---- opening ---- */

/* Makes policies of the bots. */
static alea_status scores_add_opponents(scores_search *s, alea_bot *const *bot, size_t count,
                                        alea_error *error)
{
    alea_status status = ALEA_OK;
    s->opponent = alea__alloc_array(count, sizeof *s->opponent);
    s->policy = alea__alloc_array(count, sizeof *s->policy);
    if (!s->opponent || !s->policy) return alea__out_of_memory(error);
    s->against.policy = s->policy;
    for (size_t i = 0; i < count && status == ALEA_OK; i++) {
        if (!alea__same_game(s->game, bot[i]->game))
            return alea__fail(error, ALEA_E_USAGE, CONTEST_SCORES_OTHER_GAME, bot[i]->name, s->game->spec);
        status = alea__purify(bot[i], &s->how, &s->opponent[i], error);
        s->policy[i] = s->opponent[i].policy;
        s->against.count += status == ALEA_OK;
    }
    return status;
}

/* Checks the arguments, and makes space for the searches. */
static alea_status scores_open(scores_search *s, const alea_scores_only_options *options, size_t count,
                               alea_error *error)
{
    if (!alea_contest_shape(s->game, &s->side, &s->most))
        return alea__fail(error, ALEA_E_REFUSED, CONTEST_NO_CONTESTS, s->game->spec);
    s->contest = s->game->family->contest;
    if (!s->contest->respond || !s->game->family->solver)
        return alea__fail(error, ALEA_E_REFUSED, CONTEST_NO_SCORES_ONLY, s->game->spec);
    if (options->starts > MOST_STARTS)
        return alea__fail(error, ALEA_E_RANGE, CONTEST_SCORES_STARTS, options->starts, MOST_STARTS);
    if (count == 0) return alea__fail(error, ALEA_E_USAGE, CONTEST_SCORES_NOBODY);
    const bool proved =
        count == 1 && s->contest->scores_are_all && s->contest->scores_are_all(s->game->rules);
    s->cells = (size_t)s->side * s->side;
    s->starts = proved ? 1 : options->starts ? options->starts : USUAL_STARTS;
    s->table = alea__alloc_array(s->starts, s->cells);
    s->rate = alea__alloc_array(s->starts, sizeof *s->rate);
    return s->table && s->rate ? ALEA_OK : alea__out_of_memory(error);
}

static void scores_close(scores_search *s)
{
    for (size_t i = 0; s->opponent && i < s->against.count; i++) alea__pure_clear(&s->opponent[i]);
    alea__free(s->opponent);
    alea__free(s->policy);
    alea__free(s->table);
    alea__free(s->rate);
}

/* ---- */

/* Fills the result: the best table, its earnings, and an upper bound of the earnings of any table. */
static alea_status scores_fill(const scores_search *s, size_t count, alea_scores_only **out,
                               alea_error *error)
{
    const unsigned best = scores_best_start(s);
    alea_scores_only *found = alea__alloc(sizeof *found);
    if (!found) return alea__out_of_memory(error);
    *found = (alea_scores_only){.proved = count == 1 && s->contest->scores_are_all &&
                                          s->contest->scores_are_all(s->game->rules),
                                .starts = s->starts,
                                .best_start = best,
                                .side = s->side,
                                .opponents = count,
                                .moves = alea__alloc(s->cells)};
    alea_status status = found->moves ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) {
        memcpy(found->moves, s->table + best * s->cells, s->cells);
        status = scores_rate(s, found->moves, &found->rate, &found->beaten, error);
    }
    if (status == ALEA_OK) status = scores_ceiling(s, &found->ceiling, error);
    ALEA_ASSERT(status != ALEA_OK || found->rate.lower <= found->ceiling.upper);
    if (status != ALEA_OK)
        alea_scores_only_free(found);
    else
        *out = found;
    return status;
}

alea_status alea_contest_scores_only(const alea_game *game, alea_bot *const *against, size_t count,
                                     const alea_scores_only_options *given, alea_scores_only **out,
                                     alea_error *error)
{
    const alea_scores_only_options options = ALEA__OPTIONS(alea_scores_only_options, given);
    scores_search s = {.game = game, .seed = options.seed, .progress = &options.progress};
    s.how = (alea_solve_options){
        .threads = options.threads,
        .progress = {.stopped = options.progress.stopped, .user = options.progress.user}};
    s.against.progress = s.progress;
    alea_status status = scores_open(&s, &options, count, error);
    if (status == ALEA_OK) status = scores_add_opponents(&s, against, count, error);
    const alea__blocks blocks = {.count = s.starts,
                                 .threads = options.threads,
                                 .user = &s,
                                 .work = scores_work,
                                 .report = scores_report};
    if (status == ALEA_OK) status = alea__blocks_run(&blocks, NULL, NULL, error);
    if (status == ALEA_OK) status = scores_fill(&s, count, out, error);
    scores_close(&s);
    return status;
}

void alea_scores_only_free(alea_scores_only *found)
{
    if (!found) return;
    alea__free(found->moves);
    alea__free(found);
}

alea_status alea_contest_table_write(const alea_game *game, const unsigned char *moves, const char *path,
                                     alea_error *error)
{
    alea__policy *policy;
    uint32_t side, most;
    char *text = NULL;
    if (!alea_contest_shape(game, &side, &most) || !game->family->csv)
        return alea__fail(error, ALEA_E_REFUSED, CONTEST_NO_CONTESTS, game->spec);
    for (size_t i = 0; i < (size_t)side * side; i++)
        if (moves[i] > most)
            return alea__fail(error, ALEA_E_RANGE, CONTEST_WRONG_ANSWER, (unsigned)moves[i], i / side,
                              i % side, (unsigned)most);
    alea_status status = game->family->contest->cells->freeze(game->rules, moves, &policy, error);
    if (status != ALEA_OK) return status;
    status = game->family->csv->write(game->rules, policy, &text, error);
    game->family->policy->free(policy);
    if (status == ALEA_OK) status = alea__write_file(path, text, strlen(text), error);
    alea__free(text);
    return status;
}
