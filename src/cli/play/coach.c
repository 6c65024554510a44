/* The values of moves; see coach.h. */
#include "cli/play/coach.h"
#include "base/assert.h"
#include "cli/progress.h"

#include <alea/record.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void coach_start(coach *c, const alea_game *game)
{
    *c = (coach){.game = game};
}

void coach_end(coach *c)
{
    alea_table_free(c->table);
    alea_game_free(c->alone);
}

static const alea_game *coach_solved_game(const coach *c)
{
    return c->alone ? c->alone : c->game;
}

/* Notes why. Without memory the next question tries again. */
static bool coach_fail(coach *c, const alea_error *error)
{
    c->status = error->status;
    if (error->status == ALEA_E_MEMORY) c->tried = false;
    snprintf(c->why, sizeof c->why, "%s", error->message);
    return false;
}

bool coach_knows(coach *c)
{
    alea_error error = {0};
    cli_progress progress;
    alea_solve_options options = {.memory = cli_usual_memory()};
    if (c->tried || c->table) return c->table != NULL;
    c->tried = true;
    if (!c->alone && alea_game_players(c->game) > 1 &&
        alea_game_single_player(c->game, &c->alone, &error) != ALEA_OK) {
        c->alone = NULL;
        if (error.status == ALEA_E_MEMORY) return coach_fail(c, &error);
    }
    while (c->objective <= ALEA_TURNS && !alea_game_has_objective(coach_solved_game(c), c->objective))
        c->objective++;
    if (c->objective > ALEA_TURNS) {
        snprintf(c->why, sizeof c->why, PLAY_NO_OBJECTIVE);
        return false;
    }
    options.progress = cli_progress_start(&progress, "positions");
    alea_status status = alea_table_solve(coach_solved_game(c), c->objective, &options, &c->table, &error);
    cli_progress_end(&progress);
    if (status == ALEA_OK) return true;
    alea_table_free(c->table); /* an unfinished one */
    c->table = NULL;
    return coach_fail(c, &error);
}

bool coach_ask(coach *c, const alea_state *state, alea_answer *out)
{
    alea_error error;
    alea_state asked = *state;
    if (!coach_knows(c)) return false;
    int seat = alea_game_turn_of(c->game, state);
    if (seat < 0 || (c->alone && !alea_game_single_player_state(c->game, state, (unsigned)seat, &asked)))
        return false;
    if (alea_table_ask(c->table, &asked, out, &error) == ALEA_OK) return true;
    return coach_fail(c, &error);
}

static double coach_middle(alea_interval v)
{
    return (v.lower + v.upper) / 2;
}

double coach_cost(const alea_answer *answer, unsigned index)
{
    ALEA_ASSERT(index < answer->count && answer->best < answer->count);
    return fabs(coach_middle(answer->move[answer->best].value) - coach_middle(answer->move[index].value));
}

unsigned coach_find(const alea_answer *answer, uint32_t move)
{
    unsigned i = 0;
    while (i < answer->count && answer->move[i].move != move) i++;
    return i;
}

/* e^-x for x >= 0, by sums and products only, so that the same draw chooses the same move on every machine: with x = k log 2 + r
   and |r| <= 0.35, 2^-k times the series of e^-r, whose 18th term is below the rounding. */
static double coach_exp_minus(double x)
{
    static const double log2_high = 0x1.62e42fee00000p-1, log2_low = 0x1.a39ef35793c76p-33;
    if (!(x < 740)) return 0;
    const double k = floor(x / (log2_high + log2_low) + 0.5), r = x - k * log2_high - k * log2_low;
    double sum = 1;
    for (int n = 17; n > 0; n--) sum = 1 - sum * r / n;
    return ldexp(sum, -(int)k);
}

/* The chance of a move falls with its cost as e^(-cost / t), the logit rule of quantal response (McKelvey and Palfrey, Quantal
   response equilibria for normal form games, Games and Economic Behavior 10, 1995), with t from 0 at strength 1 to
   infinity at strength 0. */
static double coach_weight(const alea_answer *answer, unsigned index, double tolerance)
{
    double cost = coach_cost(answer, index);
    return cost <= 0 ? 1 : tolerance <= 0 ? 0 : coach_exp_minus(cost / tolerance);
}

unsigned coach_err(const coach *c, const alea_answer *answer, double strength, double draw)
{
    /* A loss that a player of strength 0.5 considers small. */
    static const double small[] = {[ALEA_WIN] = 0.02, [ALEA_MONEY] = 2, [ALEA_SCORE] = 3, [ALEA_TURNS] = 0.1};
    ALEA_ASSERT(c->table && c->objective <= ALEA_TURNS);
    double tolerance = strength > 0 ? small[c->objective] * (1 - strength) / strength : INFINITY, sum = 0;
    ALEA_ASSERT(strength >= 0 && strength <= 1 && draw >= 0 && draw < 1);
    if (strength >= 1) return answer->best;
    for (unsigned i = 0; i < answer->count; i++) sum += coach_weight(answer, i, tolerance);
    for (unsigned i = 0; i < answer->count; i++) {
        draw -= coach_weight(answer, i, tolerance) / sum;
        if (draw < 0) return i;
    }
    return answer->best;
}
