/* Hog: one pair, one table against many, and the optimum. */
#include "bench/duel.h"
#include "bench/hog_strategies.h"
#include "bench/match.h"
#include "bench/textbook_hog.h"
#include "family/hog/solve/exact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOAL = TEXTBOOK_HOG_GOAL, CELLS = GOAL * GOAL };

static double middle(alea_interval interval)
{
    return (interval.lower + interval.upper) / 2;
}

static alea_status no_memory(alea_error *error)
{
    return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
}

/* ---- one pair ----------------------------------------------------------------------------------------- */

typedef struct pair {
    bool time_trot;
    uint8_t dice[2][GOAL][GOAL];
    hog_workspace *work;
} pair;

static alea_status pair_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    pair *p = (pair *)(uintptr_t)user;
    if (textbook_hog_pair(p->dice[0], p->dice[1], p->time_trot, &numbers[0], &numbers[1])) return ALEA_OK;
    return no_memory(error);
}

static alea_status pair_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const pair *p = user;
    return hog_pair(p->work, p->dice[0][0], p->dice[1][0], numbers, error);
}

/* always(n), or with a margin: no dice where Free Bacon earns that. */
static void fill_strategy(const int strategy[2], uint8_t dice[GOAL][GOAL])
{
    for (int own = 0; own < GOAL; own++)
        for (int opponent = 0; opponent < GOAL; opponent++) {
            int bacon = 1 + opponent / 10 * (opponent % 10) % 10;
            dice[own][opponent] = (uint8_t)(strategy[1] > 0 && bacon >= strategy[1] ? 0 : strategy[0]);
        }
}

static alea_status duel_of_pair(const bench_plan *plan, pair *p, const bench_options *options,
                                bench_report *out, alea_error *error)
{
    const bench_duel d = {.textbook = {"textbook, states in the order of scores", pair_by_textbook, p, false},
                          .alea = {"alea, a pair of a contest", pair_by_alea, p, false},
                          .numbers = 2,
                          .at_least = plan->at_least,
                          .compared = "chances in both seats"};
    for (int side = 0; side < 2; side++) {
        const int *strategy = &plan->hold_at[2 * side];
        if (plan->games > 0)
            bench_hog_fill((unsigned)strategy[0], p->dice[side]);
        else
            fill_strategy(strategy, p->dice[side]);
    }
    return bench_fight(&d, options, out, error);
}

alea_status bench_hog_pair(const bench_plan *plan, const bench_options *options, bench_report *out,
                           alea_error *error)
{
    const hog_request request = {.source = {HOG_BY_TABLE, HOG_BY_TABLE}};
    pair *p = calloc(1, sizeof *p);
    alea_game *game = NULL;
    if (!p) return no_memory(error);
    p->time_trot = !strstr(plan->game, "time_trot=false");
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status == ALEA_OK)
        status = hog_workspace_make(hog_game_of(game->rules)->graph, &request, &p->work, error);
    if (status == ALEA_OK) status = duel_of_pair(plan, p, options, out, error);
    hog_workspace_free(p->work);
    alea_game_free(game);
    free(p);
    return status;
}

/* ---- one table against many --------------------------------------------------------------------------- */

/* The round robin of this many tables consists of such rows. */
typedef struct row_of_pairs {
    bool time_trot;
    unsigned count;
    hog_workspace *work;
    uint8_t dice[][GOAL][GOAL];
} row_of_pairs;

/* The mean rates in both seats. */
static void mean_rates(double sum[2], double numbers[BENCH_MOST_CHECKS], unsigned pairs)
{
    for (int seat = 0; seat < 2; seat++) numbers[seat] = sum[seat] / pairs;
}

static alea_status row_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    row_of_pairs *r = (row_of_pairs *)(uintptr_t)user;
    double sum[2] = {0}, first, second;
    for (unsigned i = 1; i < r->count; i++) {
        if (!textbook_hog_pair(r->dice[0], r->dice[i], r->time_trot, &first, &second))
            return no_memory(error);
        sum[0] += first;
        sum[1] += second;
    }
    mean_rates(sum, numbers, r->count - 1);
    return ALEA_OK;
}

static alea_status row_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const row_of_pairs *r = user;
    double sum[2] = {0}, rate[2];
    for (unsigned i = 1; i < r->count; i++) {
        alea_status status = hog_pair(r->work, r->dice[0][0], r->dice[i][0], rate, error);
        if (status != ALEA_OK) return status;
        sum[0] += rate[0];
        sum[1] += rate[1];
    }
    mean_rates(sum, numbers, r->count - 1);
    return ALEA_OK;
}

static alea_status duel_of_row(const bench_plan *plan, row_of_pairs *r, const bench_options *options,
                               bench_report *out, alea_error *error)
{
    const bench_duel d = {.textbook = {"textbook, pair after pair", row_by_textbook, r, false},
                          .alea = {"alea, as in a contest", row_by_alea, r, false},
                          .numbers = 2,
                          .at_least = plan->at_least,
                          .compared = "mean chances in both seats"};
    for (unsigned i = 0; i < r->count; i++) bench_hog_fill(i, r->dice[i]);
    alea_status status = bench_fight(&d, options, out, error);
    if (status == ALEA_OK)
        snprintf(out->row[1].note, sizeof out->row[1].note, "%.3g ms a pair",
                 out->row[1].median / (r->count - 1));
    return status;
}

alea_status bench_hog_row(const bench_plan *plan, const bench_options *options, bench_report *out,
                          alea_error *error)
{
    const hog_request request = {.source = {HOG_BY_TABLE, HOG_BY_TABLE}};
    row_of_pairs *r = calloc(1, sizeof *r + plan->games * sizeof *r->dice);
    alea_game *game = NULL;
    if (!r) return no_memory(error);
    r->time_trot = !strstr(plan->game, "time_trot=false");
    r->count = (unsigned)plan->games;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status == ALEA_OK)
        status = hog_workspace_make(hog_game_of(game->rules)->graph, &request, &r->work, error);
    if (status == ALEA_OK) status = duel_of_row(plan, r, options, out, error);
    hog_workspace_free(r->work);
    alea_game_free(game);
    free(r);
    return status;
}

/* ---- the optimum -------------------------------------------------------------------------------------- */

typedef struct problem {
    const alea_game *game;
    bool time_trot;
} problem;

static alea_status best_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const problem *p = user;
    return textbook_hog_best(p->time_trot, &numbers[0]) ? ALEA_OK : no_memory(error);
}

static alea_status best_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const problem *p = user;
    alea_table *table;
    alea_status status =
        alea_table_solve(p->game, ALEA_WIN, &(alea_solve_options){.threads = 1}, &table, error);
    if (status != ALEA_OK) return status;
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    numbers[0] = middle(facts.start);
    alea_table_free(table);
    return ALEA_OK;
}

alea_status bench_hog_best(const bench_plan *plan, const bench_options *options, bench_report *out,
                           alea_error *error)
{
    alea_game *game;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    const problem p = {game, !strstr(plan->game, "time_trot=false")};
    const bench_duel d = {
        .textbook = {"textbook, states in the order of scores", best_by_textbook, &p, false},
        .alea = {"alea, all intervals stored", best_by_alea, &p, false},
        .numbers = 1,
        .at_least = plan->at_least,
        .compared = "values"};
    status = bench_fight(&d, options, out, error);
    alea_game_free(game);
    return status;
}
