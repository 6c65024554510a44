/* Values from a solved table: of one player, of two in a zero-sum game, and of any number who only compare scores, each
   in a game of one player. */
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "review/messages.h"
#include "review/reviewer.h"

#include "value/solver_ops.h"

#include <math.h>

static const double tie = 1e-9;

static double middle_of(alea_interval a)
{
    ALEA_ASSERT(a.lower <= a.upper);
    return (a.lower + a.upper) / 2;
}

/* ---- opening ---- */

/* The game that the table is of. */
static const alea_game *exact_game(const alea__value_source *source)
{
    return source->alone ? source->alone : source->game;
}

/* Determines whether less is better, from the first decision whose moves differ in value. */
static alea_status exact_find_sign(alea__value_source *source, const alea_game *game, alea_error *error)
{
    alea_state state = alea_game_start(game);
    source->sign = source->objective == ALEA_TURNS ? -1 : 1;
    if (source->objective != ALEA_SCORE) return ALEA_OK;
    for (unsigned step = 0; step < 1000; step++) {
        alea_answer answer;
        int mover = alea_game_to_move(game, &state);
        if (mover == ALEA_OVER) break;
        uint32_t what = 0;
        if (mover == ALEA_CHANCE) {
            what = step * 7919 % alea_game_chance_count(game, &state);
        } else {
            alea_status status = alea_table_ask(source->table, &state, &answer, error);
            if (status != ALEA_OK) return status;
            double best = middle_of(answer.move[answer.best].value);
            what = answer.move[answer.best].move;
            for (unsigned i = 0; i < answer.count; i++)
                if (fabs(middle_of(answer.move[i].value) - best) > tie) {
                    source->sign = middle_of(answer.move[i].value) > best ? -1 : 1;
                    alea_answer_free(&answer);
                    return ALEA_OK;
                }
            alea_answer_free(&answer);
        }
        alea_status status = alea_game_apply(game, &state, what, error);
        if (status != ALEA_OK) return status;
    }
    return ALEA_OK;
}

/* The scale of costs: 1 for two who play to win, else the spread of results in play by the table, or by a usual policy. */
static void exact_find_scale(alea__value_source *source, const alea_game *game)
{
    const alea__family *family = game->family;
    alea__policy *policy = NULL;
    char name[64];
    source->scale = 1;
    if (source->objective == ALEA_WIN && game->players == 2) return;
    if (!family->solver->policy_of_values ||
        family->solver->policy_of_values(game->rules, alea__table_values(source->table), &policy, NULL) !=
            ALEA_OK)
        policy = NULL;
    if (!policy && alea__usual_policy(game, NULL, &policy, name, NULL) != ALEA_OK) return;
    source->scale = alea__sample_spread(source->objective, game, policy);
    game->family->policy->free(policy);
}

alea_status alea__exact_prepare(alea__value_source *source, alea_error *error)
{
    const alea_game *game = exact_game(source);
    source->cache = alea__value_cache_new();
    if (!source->cache) return alea__out_of_memory(error);
    if (!game->family->query) return ALEA_OK;
    return game->family->query->open(game->rules, alea__table_values(source->table), &source->workspace,
                                     error);
}

alea_status alea__exact_open(alea__value_source *source, const alea_review_options *options,
                             alea_error *error)
{
    alea_solve_options how = {.memory = options->memory, .progress = options->progress};
    bool zero_sum = source->objective == ALEA_WIN || source->objective == ALEA_MONEY;
    bool alone =
        source->game->players > 1 && source->game->family->solitary && source->objective == ALEA_SCORE;
    if (!alone && source->game->players == 2 && !zero_sum)
        return alea__fail(error, ALEA_E_REFUSED, REVIEW_NO_OPTIMUM, alea_objective_name(source->objective));
    alea_status status = alone ? alea_game_single_player(source->game, &source->alone, error) : ALEA_OK;
    const alea_game *game = exact_game(source);
    if (status == ALEA_OK) status = alea_table_solve(game, source->objective, &how, &source->table, error);
    if (status == ALEA_OK) status = exact_find_sign(source, game, error);
    if (status == ALEA_OK) status = alea__exact_prepare(source, error);
    if (status == ALEA_OK)
        exact_find_scale(source, game);
    else
        alea__exact_close(source);
    return status;
}

void alea__exact_close(alea__value_source *source)
{
    if (source->workspace) exact_game(source)->family->query->close(source->workspace);
    source->workspace = NULL;
    alea__value_cache_free(source->cache);
    if (!source->shares) {
        alea_table_free(source->table);
        alea_game_free(source->alone);
    }
    source->table = NULL;
    source->cache = NULL;
    source->alone = NULL;
}

/* ---- positions ---- */

/* Parts of a result outside the values: finished turns, points already scored. */
static double exact_so_far(const alea__value_source *source, const alea_state *state)
{
    const alea_game *game = exact_game(source);
    const alea__family *family = game->family;
    if (source->objective == ALEA_TURNS) return alea_game_turns(game, state);
    return source->objective == ALEA_SCORE ? (double)family->solver->points_so_far(game->rules, state) : 0;
}

/* Like alea_table_ask, but faster if the family has query_ops, which keep shared work of a turn's positions. */
static alea_status exact_ask_table(alea__value_source *source, const alea_state *state, alea_answer *out,
                                   alea_error *error)
{
    if (!source->workspace) return alea_table_ask(source->table, state, out, error);
    return exact_game(source)->family->query->ask(source->workspace, state, out, error);
}

/* The value for the player whose turn it is; NaN if the table does not cover the position. */
static alea_status exact_ask(alea__value_source *source, const alea_state *state, double *value,
                             alea_error *error)
{
    const alea_game *game = exact_game(source);
    alea_state canonical = *state;
    alea_answer answer;
    alea_error why = {0};
    game->family->play->canonical(game->rules, &canonical);
    if (alea__value_cache_find(source->cache, &canonical, value)) return ALEA_OK;
    alea_status status = exact_ask_table(source, state, &answer, &why);
    if (status != ALEA_OK && status != ALEA_E_STATE) {
        if (error) *error = why;
        return status;
    }
    *value = status == ALEA_OK ? middle_of(answer.value) : NAN;
    if (status == ALEA_OK) alea_answer_free(&answer);
    alea__value_cache_put(source->cache, &canonical, *value);
    return ALEA_OK;
}

/* For games in which each player only has an own score: the value of each seat by its game of one player. Unknown if the
   table does not cover it. */
static alea_status exact_ask_alone(alea__value_source *source, const alea_state *state,
                                   alea__seat_values *out, alea_error *error)
{
    const alea_game *game = source->game;
    out->known = true;
    for (unsigned seat = 0; seat < game->players; seat++) {
        alea_state own = {{0}};
        alea_outcome outcome;
        game->family->solitary->alone(game->rules, state, seat, &own);
        if (alea_game_to_move(source->alone, &own) == ALEA_OVER) {
            source->alone->family->play->outcome(source->alone->rules, &own, &outcome);
            out->seat[seat] = (double)outcome.score[0];
            continue;
        }
        alea_status status = exact_ask(source, &own, &out->seat[seat], error);
        if (status != ALEA_OK) return status;
        if (isnan(out->seat[seat])) out->known = false;
        out->seat[seat] += exact_so_far(source, &own);
    }
    return ALEA_OK;
}

/* Sets the values of both players from the value for the player to move. */
static void exact_share(const alea__value_source *source, unsigned mover, double value,
                        alea__seat_values *out)
{
    ALEA_ASSERT(mover < source->game->players);
    out->seat[mover] = value;

    if (source->game->players == 2) out->seat[1 - mover] = source->objective == ALEA_WIN ? 1 - value : -value;
}

alea_status alea__exact_value(alea__value_source *source, const alea_state *state, alea__seat_values *out,
                              alea_error *error)
{
    double value;
    *out = (alea__seat_values){0};
    if (source->alone) return exact_ask_alone(source, state, out, error);
    ALEA_ASSERT(source->game->players <= 2);
    int mover = alea_game_turn_of(source->game, state);
    alea_status status = exact_ask(source, state, &value, error);
    if (status != ALEA_OK || isnan(value)) return status;
    value += exact_so_far(source, state);
    out->known = true;
    exact_share(source, mover < 0 ? 0 : (unsigned)mover, value, out);
    return ALEA_OK;
}

/* ---- moves ---- */

static bool exact_are_tied(const alea_move_value *a, const alea_move_value *b)
{
    double x = middle_of(a->value), y = middle_of(b->value);
    return (a->value.lower <= b->value.upper && b->value.lower <= a->value.upper) ||
           fabs(x - y) <= tie * fmax(1, fabs(x));
}

/* A position in which a player decides. */
typedef struct exact_decision {
    unsigned mover;
    double so_far;         /* earlier points that the answer's values do not include */
    alea__seat_values now; /* the values of the position itself */
} exact_decision;

/* Takes the moves of an answer, with their values for all seats and their costs: the difference between the middles of the
   best move's bounds and the move's; 0 for a tie. The caller frees the options. */
static alea_status exact_take(const alea__value_source *source, const exact_decision *d,
                              const alea_answer *answer, alea__options *out, alea_error *error)
{
    ALEA_ASSERT(answer->best < answer->count);
    out->option = alea__alloc_array(answer->count, sizeof *out->option);
    if (!out->option) return alea__out_of_memory(error);
    out->count = answer->count;
    out->best = answer->best;
    out->known = true;
    const alea_move_value *best = &answer->move[answer->best];
    for (unsigned i = 0; i < answer->count; i++) {
        const alea_move_value *m = &answer->move[i];
        out->option[i].move = m->move;
        double value = d->so_far + middle_of(m->value);
        out->option[i].value = d->now;
        if (source->alone)
            out->option[i].value.seat[d->mover] = value;
        else
            exact_share(source, d->mover, value, &out->option[i].value);
        out->option[i].cost =
            exact_are_tied(m, best) ? 0 : fabs(middle_of(best->value) - middle_of(m->value));
    }
    return ALEA_OK;
}

alea_status alea__exact_options(alea__value_source *source, const alea_state *state, alea__options *out,
                                alea_error *error)
{
    alea_answer answer;
    alea_error why = {0};
    alea_state own = *state;
    exact_decision d = {.mover = (unsigned)alea_game_to_move(source->game, state)};
    *out = (alea__options){0};
    alea_status status = alea__exact_value(source, state, &d.now, error);
    if (status != ALEA_OK || !d.now.known) return status;
    if (source->alone) source->game->family->solitary->alone(source->game->rules, state, d.mover, &own);
    status = exact_ask_table(source, &own, &answer, &why);
    if (status == ALEA_E_STATE) return ALEA_OK;
    if (status != ALEA_OK) {
        if (error) *error = why;
        return status;
    }
    d.so_far = exact_so_far(source, &own);
    status = exact_take(source, &d, &answer, out, error);
    alea_answer_free(&answer);
    return status;
}
