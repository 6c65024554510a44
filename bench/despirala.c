/* Despirala: solving it, and a saved model's first answer. */
#include "bench/duel.h"
#include "bench/textbook_despirala.h"

#include <stdio.h>
#include <string.h>

/* ---- solving ---- */

typedef struct problem {
    const alea_game *game;
    bool misere;
} problem;

static alea_status solve_by_textbook(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const problem *p = user;
    numbers[0] = textbook_despirala(p->misere);
    return numbers[0] >= 0 ? ALEA_OK : bench_fail(error, ALEA_E_MEMORY, "There is not enough memory.");
}

static alea_status solve_by_alea(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const problem *p = user;
    alea_table *table;
    alea_status status =
        alea_table_solve(p->game, ALEA_SCORE, &(alea_solve_options){.threads = 1}, &table, error);
    if (status != ALEA_OK) return status;
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    numbers[0] = (facts.start.lower + facts.start.upper) / 2;
    alea_table_free(table);
    return ALEA_OK;
}

alea_status bench_despirala(const bench_plan *plan, const bench_options *options, bench_report *out,
                            alea_error *error)
{
    alea_game *game;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    const problem p = {game, strstr(plan->game, "misere") != NULL};
    const bench_duel d = {.textbook = {"textbook", solve_by_textbook, &p, false},
                          .alea = {"alea, bounds proved", solve_by_alea, &p, false},
                          .numbers = 1,
                          .at_least = plan->at_least,
                          .difference = 1e-9,
                          .once = true,
                          .compared = "values"};
    status = bench_fight(&d, options, out, error);
    alea_game_free(game);
    return status;
}

/* ---- a saved model ---- */

static alea_status ask(const alea_table *table, alea_error *error)
{
    static const alea_setting words[] = {{"used", "Collect 1,Straight"}, {"goods", "7"}, {"dice", "113456"}};
    alea_state state;
    alea_answer answer;
    alea_status status = alea_game_parse_state(alea_table_game(table), words, 3, &state, error);
    if (status == ALEA_OK) status = alea_table_ask(table, &state, &answer, error);
    if (status == ALEA_OK) alea_answer_free(&answer);
    return status;
}

/* The game too is opened from its rule file. */
static alea_status load_and_ask(const char *path, double *seconds, alea_error *error)
{
    const double before = bench_seconds(true);
    alea_table *table;
    alea_status status = alea_table_open(NULL, path, &table, error);
    if (status != ALEA_OK) return status;
    status = ask(table, error);
    *seconds = bench_seconds(true) - before;
    alea_table_free(table);
    return status;
}

static alea_status save_model(const bench_plan *plan, const char *path, alea_error *error)
{
    alea_game *game;
    alea_table *table;
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status != ALEA_OK) return status;
    status = alea_table_solve(game, ALEA_SCORE, NULL, &table, error);
    if (status == ALEA_OK) {
        status = alea_table_write(table, path, error);
        alea_table_free(table);
    }
    alea_game_free(game);
    return status;
}

alea_status bench_despirala_load(const bench_plan *plan, const bench_options *options, bench_report *out,
                                 alea_error *error)
{
    char path[BENCH_PATH + 16];
    double seconds[BENCH_MOST_ROUNDS];
    snprintf(path, sizeof path, "%s/model.h5", options->folder);
    out->rounds = bench_rounds(options);
    alea_status status = save_model(plan, path, error);
    for (unsigned round = 0; round < out->rounds && status == ALEA_OK; round++) {
        if (bench_stopped(options, round, out->rounds, error)) status = ALEA_E_STOPPED;
        if (status == ALEA_OK) status = load_and_ask(path, &seconds[round], error);
    }
    remove(path);
    if (status != ALEA_OK) return status;
    out->rows = 1;
    bench_fill_row(&out->row[0], seconds, out->rounds);
    out->row[0].unit = "s";
    out->row[0].below = plan->below;
    snprintf(out->row[0].what, sizeof out->row[0].what, "read, checked, and a position asked");
    return ALEA_OK;
}
