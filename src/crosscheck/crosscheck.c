/* Compares what a family computes with what follows from listing the states of its game. */
#include "base/error.h"
#include "base/memory.h"
#include "base/sized_options.h"
#include "bot/bot.h"
#include "crosscheck/forward.h"
#include "crosscheck/messages.h"
#include "exact/enumerate.h"
#include "exact/interval.h"

#include <alea/exact.h>
#include <alea/run.h>
#include <alea/stats.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    MOST_BOTS = 6,      /* built-in ones that are compared */
    MOST_ASKED = 20000, /* positions whose values are compared, spread evenly over all */
    GAMES = 20000,
    STANDARD_ERRORS = 5,
    MOST_COMPARISONS = 4 * (3 + 3 * MOST_BOTS) /* of all objectives */
};
#define CLOSE 1e-12 /* of the greatest value, at least 1 */

const char *alea_compared_name(alea_compared what)
{
    static const char *const names[] = {"values",     "proof",        "best response",
                                        "evaluation", "distribution", "games"};
    return names[what];
}

typedef struct crosscheck {
    const alea_game *game;
    alea_game *plain; /* the same, whose states are listed */
    const alea__explicit *graph;
    const alea_solve_options *options;
    alea_bot *bot[MOST_BOTS], *plain_bot[MOST_BOTS];
    unsigned bots;
    alea_game_report *report;
    alea_error *error;
} crosscheck;

/* ---- results ---- */

/* Begins a comparison. The bots may be NULL. */
static alea_comparison *check_begin(crosscheck *c, alea_compared what, alea_objective objective,
                                    const alea_bot *first, const alea_bot *second)
{
    alea_comparison *one = &c->report->comparison[c->report->count++];
    *one = (alea_comparison){.what = what, .objective = objective, .allowed = CLOSE, .holds = true};
    if (first)
        snprintf(one->bots, sizeof one->bots, second ? "%s, %s" : "%s", alea_bot_name(first),
                 second ? alea_bot_name(second) : "");
    return one;
}

/* Says why it cannot be compared: the family's reason, or that of the list of states. */
static alea_status check_refused(crosscheck *c, alea_comparison *one, const alea_error *family,
                                 const alea_error *listed)
{
    const alea_error *reason = family->message[0] ? family : listed;
    snprintf(one->note, sizeof one->note, "%s", reason->message);
    if (reason->status == ALEA_E_REFUSED || reason->status == ALEA_E_USAGE) return ALEA_OK;
    if (c->error) *c->error = *reason;
    return reason->status;
}

/* Compares two values, of which one belongs to this position, or NULL. Intervals that are proved must overlap. */
static void check_value(crosscheck *c, alea_comparison *one, alea_interval family, alea_interval plain,
                        const alea_state *state)
{
    const double a = (family.lower + family.upper) / 2, b = (plain.lower + plain.upper) / 2;
    const double scale = fmax(1, fabs(b)),
                 widths = (family.upper - family.lower) + (plain.upper - plain.lower);
    const double difference = a == b ? 0 : fabs(a - b), allowed = CLOSE * scale + widths / 2;
    const bool holds = difference <= allowed;
    one->compared++;
    if (allowed > one->allowed) one->allowed = allowed;
    if (!(difference <= one->difference) || (!holds && one->holds)) {
        char where[200] = "";
        one->difference = difference;
        if (state) alea_game_describe(c->game, state, where, sizeof where);
        if (!holds)
            snprintf(one->note, sizeof one->note, CROSSCHECK_DIFFERS, where, *where ? ": " : "", a, b);
    }
    one->holds = one->holds && holds;
}

/* ---- bots ---- */

/* A decision of the family's bot, for the plain game. */
static alea_status check_decide(void *user, const alea_state *state, size_t count, uint32_t *move,
                                alea_error *error)
{
    alea_status status = ALEA_OK;
    for (size_t i = 0; i < count && status == ALEA_OK; i++)
        status = alea_bot_ask(user, &state[i], &move[i], error);
    return status;
}

/* Opens a built-in bot by its usage, `name` or `name(n)`, with some number in the place of a parameter. */
static alea_status check_open_bot(const alea_game *game, const char *usage, alea_bot **out)
{
    char spec[60];
    const size_t name = strcspn(usage, "(");
    snprintf(spec, sizeof spec, "%.*s", (int)name, usage);
    alea_status status = alea_bot_open(game, spec, NULL, out, NULL);
    for (unsigned n = 4; n >= 1 && status != ALEA_OK && usage[name]; n--) {
        snprintf(spec, sizeof spec, "%.*s(%u)", (int)name, usage, n);
        status = alea_bot_open(game, spec, NULL, out, NULL);
    }
    return status;
}

/* Opens the built-in bots that are functions of the position, for both games. */
static alea_status check_open_bots(crosscheck *c)
{
    alea_builtin about;
    alea_status status = ALEA_OK;
    for (size_t i = 0; c->bots < MOST_BOTS && alea_bot_builtin(c->game->family->name, i, &about); i++) {
        const unsigned n = c->bots;
        const bool random = strncmp(about.usage, "random", 6) == 0;
        if (strncmp(about.usage, "forfeit", 7) == 0 || strncmp(about.usage, "optimal", 7) == 0) continue;
        if (check_open_bot(c->game, about.usage, &c->bot[n]) != ALEA_OK) continue;
        c->bots++;
        if (random)
            status = alea_bot_open(c->plain, "random", NULL, &c->plain_bot[n], c->error);
        else
            status = alea_bot_from_function(c->plain, alea_bot_name(c->bot[n]), check_decide, c->bot[n],
                                            &c->plain_bot[n], c->error);
        if (status != ALEA_OK) return status;
    }
    return status;
}

/* ---- values ---- */

/* The points so far, where the family's values count those still to come; else 0. */
static int64_t check_points(const crosscheck *c, const alea_table *table, const alea_state *state)
{
    alea_table_facts facts;
    alea_table_get_facts(table, &facts);
    return facts.objective == ALEA_SCORE ? c->game->family->solver->points_so_far(c->game->rules, state) : 0;
}

/* The value of a move in an answer, which may list moves in another order; NAN if it lacks the move. */
static alea_interval check_move_of(const alea_answer *answer, uint32_t move)
{
    for (unsigned i = 0; i < answer->count; i++)
        if (answer->move[i].move == move) return answer->move[i].value;
    return (alea_interval){NAN, NAN};
}

/* Compares the values of positions and of their moves. */
static alea_status check_positions(crosscheck *c, alea_comparison *one, const alea_table *family,
                                   const alea_table *plain)
{
    const alea__explicit_source *source = alea__explicit_rules_of(c->plain->rules)->source;
    const uint32_t stride = c->graph->decisions / MOST_ASKED + 1;
    alea_status status = ALEA_OK;
    for (uint32_t i = 0; i < c->graph->decisions && status == ALEA_OK; i += stride) {
        alea_state state;
        alea_answer a, b;
        source->state_of(c->plain->rules, c->graph->decision[i], &state);
        status = alea_table_ask(family, &state, &a, c->error);
        if (status == ALEA_E_STATE) { /* beyond the table */
            status = ALEA_OK;
            continue;
        }
        if (status != ALEA_OK) break;
        status = alea_table_ask(plain, &state, &b, c->error);
        if (status == ALEA_OK) {
            const int64_t points = check_points(c, family, &state);
            check_value(c, one, a.value, alea__interval_shift(b.value, (double)-points), &state);
            for (unsigned k = 0; k < a.count; k++) {
                const alea_interval value = check_move_of(&b, a.move[k].move);
                check_value(c, one, a.move[k].value, alea__interval_shift(value, (double)-points), &state);
            }
            alea_answer_free(&b);
        }
        alea_answer_free(&a);
    }
    return status;
}

/* Solves the game and the list; compares the values, and has the checker verify the table. */
static alea_status check_solver(crosscheck *c, alea_objective objective)
{
    alea_error refused = {.message = ""}, listed = {.message = ""};
    alea_table *family = NULL, *plain = NULL;
    alea_verdict verdict;
    alea_comparison *one = check_begin(c, ALEA_COMPARED_VALUES, objective, NULL, NULL);
    alea_status status = alea_table_solve(c->plain, objective, c->options, &plain, &listed);
    const alea_status solved = alea_table_solve(c->game, objective, c->options, &family, &refused);
    if (status != ALEA_OK || solved != ALEA_OK) {
        status = check_refused(c, one, &refused, &listed);
    } else {
        status = check_positions(c, one, family, plain);
        one = check_begin(c, ALEA_COMPARED_PROOF, objective, NULL, NULL);
        if (status == ALEA_OK) status = alea_table_verify(family, NULL, &verdict, c->error);
        if (status == ALEA_OK) {
            one->compared = verdict.checked;
            one->holds = verdict.holds;
            snprintf(one->note, sizeof one->note, "%s", verdict.reason);
        }
    }
    alea_table_free(family);
    alea_table_free(plain);
    return status;
}

/* ---- bots: responses and results ---- */

/* The value of the best response to a bot, from both seats. */
static alea_status check_response(crosscheck *c, alea_objective objective, unsigned bot)
{
    alea_error refused = {.message = ""}, listed = {.message = ""};
    alea_best_response a, b;
    alea_table *table[2] = {NULL, NULL};
    alea_comparison *one = check_begin(c, ALEA_COMPARED_RESPONSE, objective, c->bot[bot], NULL);
    alea_status status = ALEA_OK;
    const alea_status plain =
        alea_table_best_response(c->plain, c->plain_bot[bot], objective, c->options, &table[0], &b, &listed);
    const alea_status family =
        alea_table_best_response(c->game, c->bot[bot], objective, c->options, &table[1], &a, &refused);
    if (plain == ALEA_OK && family == ALEA_OK) {
        check_value(c, one, a.first, b.first, NULL);
        check_value(c, one, a.second, b.second, NULL);
    } else {
        status = check_refused(c, one, &refused, &listed);
    }
    alea_table_free(table[0]);
    alea_table_free(table[1]);
    return status;
}

/* Games within STANDARD_ERRORS of the exact result. */
static alea_status check_games(crosscheck *c, alea_objective objective, alea_bot *const *bots,
                               const alea_evaluation *exact)
{
    alea_run_result *run;
    alea_run_options how = ALEA_RUN_OPTIONS_INIT;
    how.games = GAMES;
    how.threads = c->options->threads;
    how.progress.stopped = c->options->progress.stopped;
    how.progress.user = c->options->progress.user;
    alea_comparison *one = check_begin(c, ALEA_COMPARED_GAMES, objective, bots[0], bots[1]);
    alea_status status = alea_run_match(c->game, bots, c->game->players, &how, &run, c->error);
    if (status != ALEA_OK) return status;
    const alea_standing *s = &run->standing[0];
    const double mean = objective == ALEA_MONEY ? s->money : objective == ALEA_SCORE ? s->score : s->win_rate;
    const double error = objective == ALEA_MONEY   ? s->money_se
                         : objective == ALEA_SCORE ? s->score_se
                                                   : s->win_rate_se;
    const alea_interval result =
        objective == ALEA_WIN ? exact->mean.win : exact->mean.value; /* a draw is no win */
    const double wanted = (result.lower + result.upper) / 2;
    one->compared = run->games;
    one->allowed = STANDARD_ERRORS;
    one->difference = mean == wanted ? 0 : fabs(mean - wanted) / fmax(error, 1e-12);
    one->holds = one->difference <= one->allowed;
    if (!one->holds) snprintf(one->note, sizeof one->note, CROSSCHECK_GAMES, mean, error, wanted);
    alea_run_result_free(run);
    return ALEA_OK;
}

/* The result of two bots, or of one that plays alone, and of a run of their games. */
static alea_status check_evaluation(crosscheck *c, alea_objective objective, unsigned first, unsigned second)
{
    const bool two = c->game->players == 2;
    alea_error refused = {.message = ""}, listed = {.message = ""};
    alea_evaluation a, b;
    alea_bot *bots[2] = {c->bot[first], two ? c->bot[second] : NULL};
    alea_comparison *one = check_begin(c, ALEA_COMPARED_EVALUATION, objective, bots[0], bots[1]);
    const alea_status plain = alea_bot_evaluate(
        c->plain, c->plain_bot[first], two ? c->plain_bot[second] : NULL, objective, c->options, &b, &listed);
    const alea_status family =
        alea_bot_evaluate(c->game, bots[0], bots[1], objective, c->options, &a, &refused);
    if (plain != ALEA_OK || family != ALEA_OK) return check_refused(c, one, &refused, &listed);
    check_value(c, one, a.first.value, b.first.value, NULL);
    check_value(c, one, a.second.value, b.second.value, NULL);
    check_value(c, one, a.first.win, b.first.win, NULL);
    return objective == ALEA_TURNS ? ALEA_OK : check_games(c, objective, bots, &b);
}

/* ---- the distribution ---- */

/* How the score of optimal play is distributed. */
static alea_status check_distribution(crosscheck *c)
{
    alea_error refused = {.message = ""};
    alea_bot *bot = NULL;
    alea_distribution *found = NULL;
    double *probability = NULL;
    uint32_t scores = 0;
    alea_stats_options how = ALEA_STATS_OPTIONS_INIT;
    how.threads = c->options->threads;
    how.progress = c->options->progress;
    alea_comparison *one = check_begin(c, ALEA_COMPARED_DISTRIBUTION, ALEA_SCORE, NULL, NULL);
    alea_status status = alea_bot_open(c->game, "optimal", NULL, &bot, &refused);
    if (status == ALEA_OK) status = alea_stats_compute(c->game, bot, &how, &found, &refused);
    if (status != ALEA_OK) {
        status = check_refused(c, one, &refused, &refused);
    } else {
        status = crosscheck_forward(c->plain->rules, c->graph, bot, &probability, &scores, &refused);
        if (status != ALEA_OK) status = check_refused(c, one, &refused, &refused);
        const uint32_t most = scores > found->scores ? scores : found->scores;
        for (uint32_t i = 0; i < most && probability; i++) {
            const double x = i < found->scores ? found->probability[i] : 0,
                         y = i < scores ? probability[i] : 0;
            check_value(c, one, (alea_interval){x, x}, (alea_interval){y, y}, NULL);
        }
    }
    alea__free(probability);
    alea_distribution_free(found);
    alea_bot_free(bot);
    return status;
}

/* ---- all of it ---- */

static alea_status check_objective(crosscheck *c, alea_objective objective)
{
    alea_status status = check_solver(c, objective);
    for (unsigned i = 0; i < c->bots && status == ALEA_OK; i++) {
        if (c->game->players == 2) status = check_response(c, objective, i);
        if (status == ALEA_OK) status = check_evaluation(c, objective, i, (i + 1) % c->bots);
    }
    if (status == ALEA_OK && objective == ALEA_SCORE && c->game->family->distribution)
        status = check_distribution(c);
    return status;
}

/* Lists the states and makes every comparison for each objective. */
static alea_status check_all(crosscheck *c)
{
    alea_status status = alea__plain_game_open(c->game, &c->plain, c->error);
    if (status == ALEA_OK)
        status = alea__explicit_make(c->plain->rules, &c->options->progress, &c->graph, c->error);
    if (status == ALEA_OK) {
        c->report->states = c->graph->nodes;
        c->report->decisions = c->graph->decisions;
        status = check_open_bots(c);
    }
    for (int objective = ALEA_WIN; objective <= ALEA_TURNS && status == ALEA_OK; objective++)
        if (alea_game_has_objective(c->game, (alea_objective)objective) &&
            alea_game_has_objective(c->plain, (alea_objective)objective))
            status = check_objective(c, (alea_objective)objective);
    for (unsigned i = 0; i < c->bots; i++) {
        alea_bot_free(c->plain_bot[i]);
        alea_bot_free(c->bot[i]);
    }
    alea__plain_game_free(c->plain);
    return status;
}

alea_status alea_game_check(const alea_game *game, const alea_solve_options *given, alea_game_report **out,
                            alea_error *error)
{
    alea_solve_options options = ALEA__OPTIONS(alea_solve_options, given);
    crosscheck c = {.game = game, .options = &options, .error = error};
    alea_game_report *report = alea__alloc(sizeof *report);
    if (report) report->comparison = alea__alloc_array(MOST_COMPARISONS, sizeof *report->comparison);
    c.report = report;
    alea_status status = report && report->comparison ? check_all(&c) : alea__out_of_memory(error);
    if (status != ALEA_OK) {
        alea_game_report_free(report);
        return status;
    }
    report->holds = true;
    for (size_t i = 0; i < report->count; i++) report->holds = report->holds && report->comparison[i].holds;
    *out = report;
    return ALEA_OK;
}

void alea_game_report_free(alea_game_report *report)
{
    if (!report) return;
    alea__free(report->comparison);
    alea__free(report);
}
