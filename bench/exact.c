/* Exact values, in process. */
#include "base/directed.h"
#include "bench/duel.h"
#include "bench/files.h"
#include "bench/match.h"
#include "bench/textbook.h"

#include <math.h>
#include <stdio.h>

/* ---- who computes ------------------------------------------------------------------------------------- */

static double middle(alea_interval interval)
{
    return (interval.lower + interval.upper) / 2;
}

static alea_status no_memory(alea_error *error)
{
    return bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
}

static alea_status solve_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const bench_plan *plan = user;
    numbers[0] = plan->best();
    return !isnan(numbers[0]) ? ALEA_OK : no_memory(error);
}

typedef struct problem {
    const bench_plan *plan;
    const alea_game *game;
} problem;

static alea_status solve_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const problem *p = user;
    const alea_solve_options options = {.tolerance = p->plan->tolerance, .threads = 1};
    alea_table *table;
    alea_status status = alea_table_solve(p->game, p->plan->objective, &options, &table, error);
    if (status != ALEA_OK) return status;
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    numbers[0] = middle(facts.start);
    alea_table_free(table);
    return ALEA_OK;
}

/* The same without the processor's rounding mode. */
static alea_status solve_by_emulation(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    alea__emulate_rounding(true);
    alea_status status = solve_by_alea(user, numbers, error);
    alea__emulate_rounding(false);
    return status;
}

static alea_status evaluate_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS],
                                        alea_error *error)
{
    const bench_plan *plan = user;
    return textbook_pig_result(plan->hold_at, numbers) ? ALEA_OK : no_memory(error);
}

static alea_status evaluate_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const bench_match *match = user;
    alea_evaluation result;
    alea_status status = alea_bot_evaluate(match->game, match->bot[0], match->bot[1], ALEA_WIN,
                                           &(alea_solve_options){.threads = 1}, &result, error);
    if (status != ALEA_OK) return status;
    numbers[0] = middle(result.first.win);
    numbers[1] = middle(result.second.win);
    return ALEA_OK;
}

/* Dollars, wins and turns in both seats. */
static alea_status pen_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const bench_plan *plan = user;
    for (int i = 0; i < TEXTBOOK_PEN_QUANTITIES; i++)
        if (!textbook_pen_result(plan->hold_at, (textbook_pen_quantity)i, &numbers[2 * i]))
            return no_memory(error);
    return ALEA_OK;
}

static alea_status pen_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const bench_match *match = user;
    alea_evaluation result;
    alea_status status = alea_bot_evaluate(match->game, match->bot[0], match->bot[1], ALEA_MONEY,
                                           &(alea_solve_options){.threads = 1}, &result, error);
    if (status != ALEA_OK) return status;
    for (int seat = 0; seat < 2; seat++) {
        const alea_exact *seen = seat == 0 ? &result.first : &result.second;
        numbers[2 * TEXTBOOK_PEN_DOLLARS + seat] = middle(seen->money);
        numbers[2 * TEXTBOOK_PEN_WIN + seat] = middle(seen->win);
        numbers[2 * TEXTBOOK_PEN_TURNS + seat] = middle(seen->turns);
    }
    return ALEA_OK;
}

static alea_status graph_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    (void)error;
    numbers[0] = textbook_graph_best((textbook_graph *)(uintptr_t)user);
    return ALEA_OK;
}

/* ---- the jobs ----------------------------------------------------------------------------------------- */

alea_status bench_solve_with_textbook(const bench_plan *plan, const bench_options *options, bench_report *out,
                                      alea_error *error)
{
    problem p = {.plan = plan};
    alea_game *game;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    p.game = game;
    const bench_duel d = {.textbook = {"textbook value iteration", solve_by_textbook, plan, false},
                          .alea = {"alea, bounds proved", solve_by_alea, &p, false},
                          .numbers = 1,
                          .at_least = plan->at_least,
                          .below = plan->below,
                          .difference = plan->tolerance, /* half of it is more than a middle can be off */
                          .compared = "values"};
    status = bench_fight(&d, options, out, error);
    alea_game_free(game);
    return status;
}

/* Both sides have listed the graph before. */
alea_status bench_solve_graph(const bench_plan *plan, const bench_options *options, bench_report *out,
                              alea_error *error)
{
    char spec[BENCH_PATH];
    alea_game *game;
    alea_status status = bench_game(plan->game, options, spec, error);
    if (status == ALEA_OK) status = alea_game_open(spec, &game, error);
    if (status != ALEA_OK) return status;
    const problem p = {plan, game};
    textbook_graph *graph = textbook_graph_make();
    const bench_duel d = {.textbook = {"textbook value iteration", graph_by_textbook, graph, false},
                          .alea = {"alea, bounds proved", solve_by_alea, &p, false},
                          .numbers = 1,
                          .below = plan->below,
                          .any_vectors = true,
                          .compared = "values"};
    status = graph ? bench_fight(&d, options, out, error) : no_memory(error);
    textbook_graph_free(graph);
    alea_game_free(game);
    return status;
}

static alea_status verify_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const alea_table *table = user;
    alea_table_facts facts;
    alea_verdict verdict;
    alea_status status = alea_table_verify(table, NULL, &verdict, error);
    if (status != ALEA_OK) return status;
    if (!verdict.holds) return bench_fail(error, ALEA_E_STATE, "The table is refused: %s", verdict.reason);
    alea_table_get_facts(table, &facts);
    numbers[0] = middle(facts.start);
    return ALEA_OK;
}

/* How long the independent checker takes, as a multiple of the solver's time. */
alea_status bench_verify(const bench_plan *plan, const bench_options *options, bench_report *out,
                         alea_error *error)
{
    alea_game *game;
    alea_table *table = NULL;
    const alea_solve_options solving = {.tolerance = plan->tolerance, .threads = 1};
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    status = alea_table_solve(game, plan->objective, &solving, &table, error);
    if (status == ALEA_OK) {
        const problem p = {plan, game};
        const bench_duel d = {.textbook = {"alea, solved with its proof", solve_by_alea, &p, true},
                              .alea = {"alea, all bounds checked", verify_by_alea, table, true},
                              .numbers = 1,
                              .at_least = plan->at_least,
                              .compared = "values"};
        status = bench_fight(&d, options, out, error);
    }
    alea_table_free(table);
    alea_game_free(game);
    return status;
}

/* Measures what proofs cost on machines without a rounding mode. */
alea_status bench_emulation(const bench_plan *plan, const bench_options *options, bench_report *out,
                            alea_error *error)
{
    alea_game *game;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    const problem p = {plan, game};
    const bench_duel d = {.textbook = {"alea, rounding in the processor's mode", solve_by_alea, &p, false},
                          .alea = {"alea, rounding emulated", solve_by_emulation, &p, false},
                          .numbers = 1,
                          .any_vectors = true,
                          .compared = "values"};
    status = bench_fight(&d, options, out, error);
    alea_game_free(game);
    return status;
}

alea_status bench_evaluate_pig(const bench_plan *plan, const bench_options *options, bench_report *out,
                               alea_error *error)
{
    bench_match match;
    alea_status status = bench_match_open(&match, plan->game, plan->bot, options, error);
    if (status != ALEA_OK) return status;
    const bench_duel d = {.textbook = {"textbook evaluation by sweeps", evaluate_by_textbook, plan, false},
                          .alea = {"alea, with bounds and lengths of games", evaluate_by_alea, &match, false},
                          .numbers = 2,
                          .at_least = plan->at_least,
                          .compared = "chances in both seats"};
    status = bench_fight(&d, options, out, error);
    bench_match_close(&match);
    return status;
}

alea_status bench_evaluate_pig_pen(const bench_plan *plan, const bench_options *options, bench_report *out,
                                   alea_error *error)
{
    bench_match match;
    alea_status status = bench_match_open(&match, plan->game, plan->bot, options, error);
    if (status != ALEA_OK) return status;
    const bench_duel d = {.textbook = {"textbook value iteration", pen_by_textbook, plan, false},
                          .alea = {"alea, with bounds", pen_by_alea, &match, false},
                          .numbers = 2 * TEXTBOOK_PEN_QUANTITIES,
                          .below = plan->below,
                          .difference = 1e-9, /* alea's bounds of dollars are some 4e-10 apart */
                          .compared = "dollars, wins and turns in both seats"};
    status = bench_fight(&d, options, out, error);
    bench_match_close(&match);
    return status;
}

/* alea alone. */
alea_status bench_solve(const bench_plan *plan, const bench_options *options, bench_report *out,
                        alea_error *error)
{
    double seconds[BENCH_MOST_ROUNDS], numbers[BENCH_MOST_CHECKS];
    bench_row *row = &out->row[0];
    alea_game *game;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    const problem p = {plan, game};
    const bench_contender alea = {"", solve_by_alea, &p, false};
    out->rounds = bench_rounds(options);
    for (unsigned round = 0; round < out->rounds && status == ALEA_OK; round++) {
        if (bench_stopped(options, round, out->rounds, error)) status = ALEA_E_STOPPED;
        if (status == ALEA_OK) status = bench_time_one(&alea, NULL, &seconds[round], numbers, error);
    }
    alea_game_free(game);
    if (status != ALEA_OK) return status;
    out->rows = 1;
    bench_fill_row(row, seconds, out->rounds);
    row->unit = "s";
    row->below = plan->below;
    snprintf(row->what, sizeof row->what, "alea_table_solve, %s", plan->game);
    return ALEA_OK;
}
