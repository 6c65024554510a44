/* Hog: one pair, the optimum, a strategy in Python, and a whole contest. */
#include "bench/duel.h"
#include "bench/files.h"
#include "bench/match.h"
#include "bench/textbook_hog.h"
#include "family/hog/solve/exact.h"

#include <alea/contest.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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
    fill_strategy(&plan->hold_at[0], p->dice[0]);
    fill_strategy(&plan->hold_at[2], p->dice[1]);
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

/* ---- strategies in Python ----------------------------------------------------------------------------- */

/* The component in which Python runs, beside the program as it is built, or NULL. */
static const char *python_beside(const char *program, char path[BENCH_PATH])
{
    const char *slash = strrchr(program, '/');
    snprintf(path, BENCH_PATH, "%.*s/python.wasm", slash ? (int)(slash - program) : 1, slash ? program : ".");
    return access(path, R_OK) == 0 ? path : NULL;
}

static alea_status open_sandbox(const bench_options *options, alea_sandbox **out, alea_error *error)
{
    char path[BENCH_PATH];
    const char *python = python_beside(options->program, path);
    if (!python)
        return bench_fail(error, ALEA_E_FILE, "There is no python.wasm beside %s.", options->program);
    return bench_sandbox_open(options, python, out, error);
}

/* Strategies as students write them; each number gives another one. */
static alea_status write_strategy(const char *folder, unsigned number, alea_error *error)
{
    char path[BENCH_PATH];
    snprintf(path, sizeof path, "%s/s%03u.py", folder, number);
    FILE *file = fopen(path, "w");
    if (!file) return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
    fprintf(file,
            "PLAYER_NAME = 'Number %u'\n\n"
            "def bacon(score):\n"
            "    return 1 + (score // 10) * (score %% 10) %% 10\n\n"
            "def final_strategy(score, opponent_score):\n"
            "    reached = score + bacon(opponent_score)\n"
            "    if reached %% 10 == opponent_score // 10:\n"
            "        return 0 if reached < opponent_score else %u\n"
            "    if bacon(opponent_score) >= %u or reached >= 100:\n"
            "        return 0\n"
            "    if score > opponent_score + %u:\n"
            "        return %u\n"
            "    return %u\n",
            number, 3 + number % 4, 5 + number % 5, 7 + number, 2 + number % 3, 4 + number / 3 % 5);
    bool written = !ferror(file);
    if (fclose(file) == 0 && written) return ALEA_OK;
    return bench_fail(error, ALEA_E_WRITE, "Cannot write %s: %s.", path, strerror(errno));
}

typedef struct script {
    const alea_game *game;
    alea_sandbox *sandbox;
    char path[BENCH_PATH];
} script;

static alea_status open_script(const void *user, double numbers[BENCH_MOST_CHECKS], alea_error *error)
{
    const script *s = user;
    alea_bot *bot;
    (void)numbers;
    alea_status status = alea_bot_open(s->game, s->path, s->sandbox, &bot, error);
    if (status == ALEA_OK) alea_bot_free(bot);
    return status;
}

static alea_status time_script(const script *s, const bench_plan *plan, const bench_options *options,
                               bench_report *out, alea_error *error)
{
    const bench_contender alea = {"", open_script, s, false};
    double seconds[BENCH_MOST_ROUNDS], numbers[BENCH_MOST_CHECKS];
    alea_status status = open_script(s, numbers, error); /* compiles Python */
    out->rounds = bench_rounds(options);
    for (unsigned round = 0; round < out->rounds && status == ALEA_OK; round++) {
        if (bench_stopped(options, round, out->rounds, error)) return ALEA_E_STOPPED;
        status = bench_time_one(&alea, bench_with_workers(s->sandbox), &seconds[round], numbers, error);
    }
    if (status != ALEA_OK) return status;
    bench_row *row = &out->row[0];
    out->rows = 1;
    bench_fill_row(row, seconds, out->rounds);
    row->unit = "s";
    row->below = plan->below;
    snprintf(row->what, sizeof row->what, "from the file to a table asked three times");
    return ALEA_OK;
}

alea_status bench_hog_python(const bench_plan *plan, const bench_options *options, bench_report *out,
                             alea_error *error)
{
    script s = {NULL};
    alea_game *game = NULL;
    alea_status status = alea_game_open(plan->game, &game, error);
    s.game = game;
    if (status == ALEA_OK) status = open_sandbox(options, &s.sandbox, error);
    if (status == ALEA_OK) status = write_strategy(options->folder, 0, error);
    snprintf(s.path, sizeof s.path, "%s/s000.py", options->folder);
    if (status == ALEA_OK) status = time_script(&s, plan, options, out, error);
    alea_sandbox_free(s.sandbox);
    alea_game_free(game);
    return status;
}

/* ---- a contest ---------------------------------------------------------------------------------------- */

static alea_status write_entries(const char *folder, unsigned count, alea_error *error)
{
    alea_status status = ALEA_OK;
    if (mkdir(folder, 0777) != 0)
        return bench_fail(error, ALEA_E_WRITE, "Cannot make %s: %s.", folder, strerror(errno));
    for (unsigned i = 0; i < count && status == ALEA_OK; i++) status = write_strategy(folder, i, error);
    return status;
}

static alea_status hold_contest(const alea_game *game, alea_sandbox *sandbox, const char *folder,
                                const bench_plan *plan, bench_report *out, alea_error *error)
{
    bench_row *row = &out->row[0];
    alea_contest *contest;
    const double before = bench_seconds(true);
    alea_status status =
        alea_contest_run(game, &folder, 1, sandbox, &(alea_contest_options){.threads = 2}, &contest, error);
    const double seconds = bench_seconds(true) - before;
    if (status != ALEA_OK) return status;
    out->rounds = out->rows = 1;
    bench_fill_row(row, &seconds, 1);
    row->unit = "s";
    row->below = contest->count == plan->games ? plan->below : 0;
    snprintf(row->what, sizeof row->what, "%u strategies in Python, %llu pairs, two threads", contest->count,
             (unsigned long long)contest->pairs);
    snprintf(row->note, sizeof row->note, "%.3g ms a pair", 1e3 * seconds / (double)contest->pairs);
    alea_contest_free(contest);
    return ALEA_OK;
}

alea_status bench_hog_contest(const bench_plan *plan, const bench_options *options, bench_report *out,
                              alea_error *error)
{
    char folder[BENCH_PATH];
    alea_game *game = NULL;
    alea_sandbox *sandbox = NULL;
    snprintf(folder, sizeof folder, "%s/entries", options->folder);
    alea_status status = alea_game_open(plan->game, &game, error);
    if (status == ALEA_OK) status = open_sandbox(options, &sandbox, error);
    if (status == ALEA_OK)
        status = write_entries(folder, (unsigned)(options->quick ? plan->games / 4 : plan->games), error);
    if (status == ALEA_OK) status = hold_contest(game, sandbox, folder, plan, out, error);
    alea_sandbox_free(sandbox);
    alea_game_free(game);
    return status;
}
