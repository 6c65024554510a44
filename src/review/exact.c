/* Values from a solved table: of one player, of two whose gains are each other's losses, and of any number who play side by
   side, each of whom stands in a game of one player. */
#include "base/error.h"
#include "base/memory.h"
#include "review/reviewer.h"
#include "value/solver_ops.h"

#include <math.h>

static const double tie = 1e-9;

static double middle(alea_interval a)
{
    return (a.lower + a.upper) / 2;
}

/* ---- opening ---- */

/* The game that the table is of. */
static const alea_game *solved(const alea__book *book)
{
    return book->alone ? book->alone : book->game;
}

static bool plays_alone(const alea__book *book)
{
    return book->game->players > 1 && book->game->family->solitary && book->objective == ALEA_SCORE;
}

static bool is_zero_sum(const alea__book *book)
{
    return book->objective == ALEA_WIN || book->objective == ALEA_MONEY;
}

/* Whether less is better: seen at the first decisions where it makes a difference. */
static alea_status find_sign(alea__book *book, const alea_game *game, alea_error *error)
{
    alea_state state = alea_game_start(game);
    book->sign = book->objective == ALEA_TURNS ? -1 : 1;
    if (book->objective != ALEA_SCORE) return ALEA_OK;
    for (unsigned step = 0; step < 1000; step++) {
        alea_answer answer;
        int mover = alea_game_to_move(game, &state);
        if (mover == ALEA_OVER) break;
        uint32_t what = 0;
        if (mover == ALEA_CHANCE) {
            what = step * 7919 % alea_game_chance_count(game, &state);
        } else {
            alea_status status = alea_table_ask(book->table, &state, &answer, error);
            if (status != ALEA_OK) return status;
            double best = middle(answer.move[answer.best].value);
            what = answer.move[answer.best].move;
            for (unsigned i = 0; i < answer.count; i++)
                if (fabs(middle(answer.move[i].value) - best) > tie) {
                    book->sign = middle(answer.move[i].value) > best ? -1 : 1;
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

static void find_scale(alea__book *book, const alea_game *game)
{
    const alea__family *family = game->family;
    alea__policy *policy = NULL;
    char name[64];
    book->scale = 1;
    if (book->objective == ALEA_WIN && game->players == 2) return;
    if (!family->solver->policy_of_values ||
        family->solver->policy_of_values(game->rules, alea__table_values(book->table), &policy, NULL) !=
            ALEA_OK)
        policy = NULL;
    if (!policy && alea__usual_policy(game, NULL, &policy, name, NULL) != ALEA_OK) return;
    book->scale = alea__sample_spread(book->objective, game, policy);
    game->family->policy->free(policy);
}

alea_status alea__exact_open(alea__book *book, const alea_review_options *options, alea_error *error)
{
    alea_solve_options how = {.memory = options->memory, .progress = options->progress};
    bool alone = plays_alone(book);
    if (!alone && book->game->players == 2 && !is_zero_sum(book))
        return alea__fail(error, ALEA_E_REFUSED, "Two players for `%s` have no single optimum.",
                          alea_objective_name(book->objective));
    alea_status status = alone ? alea_game_alone(book->game, &book->alone, error) : ALEA_OK;
    const alea_game *game = solved(book);
    book->shelf = alea__shelf_new();
    if (status == ALEA_OK && !book->shelf) status = alea__out_of_memory(error);
    if (status == ALEA_OK) status = alea_solve(game, book->objective, &how, &book->table, error);
    if (status == ALEA_OK) status = find_sign(book, game, error);
    if (status == ALEA_OK && game->family->query)
        status = game->family->query->open(game->rules, alea__table_values(book->table), &book->room, error);
    if (status == ALEA_OK)
        find_scale(book, game);
    else
        alea__exact_close(book);
    return status;
}

void alea__exact_close(alea__book *book)
{
    if (book->room) solved(book)->family->query->close(book->room);
    book->room = NULL;
    alea_table_free(book->table);
    alea__shelf_free(book->shelf);
    alea_game_free(book->alone);
    book->table = NULL;
    book->shelf = NULL;
    book->alone = NULL;
}

/* ---- positions ---- */

/* What values leave out: turns that have ended, points that are scored. */
static double so_far(const alea__book *book, const alea_state *state)
{
    const alea_game *game = solved(book);
    const alea__family *family = game->family;
    if (book->objective == ALEA_TURNS) return alea_game_turns(game, state);
    return book->objective == ALEA_SCORE ? (double)family->solver->points_so_far(game->rules, state) : 0;
}

/* As alea_table_ask. */
static alea_status ask_table(alea__book *book, const alea_state *state, alea_answer *out, alea_error *error)
{
    if (!book->room) return alea_table_ask(book->table, state, out, error);
    return solved(book)->family->query->ask(book->room, state, out, error);
}

/* To the player whose turn it is; NaN: the table does not reach so far. */
static alea_status ask(alea__book *book, const alea_state *state, double *value, alea_error *error)
{
    const alea_game *game = solved(book);
    alea_state essence = *state;
    alea_answer answer;
    alea_error why = {0};
    game->family->play->canonical(game->rules, &essence);
    if (alea__shelf_find(book->shelf, &essence, value)) return ALEA_OK;
    alea_status status = ask_table(book, state, &answer, &why);
    if (status != ALEA_OK && status != ALEA_E_STATE) {
        if (error) *error = why;
        return status;
    }
    *value = status == ALEA_OK ? middle(answer.value) : NAN;
    if (status == ALEA_OK) alea_answer_free(&answer);
    alea__shelf_put(book->shelf, &essence, *value);
    return ALEA_OK;
}

static alea_status ask_alone(alea__book *book, const alea_state *state, alea__worth *out, alea_error *error)
{
    const alea_game *game = book->game;
    out->known = true;
    for (unsigned seat = 0; seat < game->players; seat++) {
        alea_state own = {{0}};
        alea_outcome outcome;
        game->family->solitary->alone(game->rules, state, seat, &own);
        if (alea_game_to_move(book->alone, &own) == ALEA_OVER) {
            book->alone->family->play->outcome(book->alone->rules, &own, &outcome);
            out->seat[seat] = (double)outcome.score[0];
            continue;
        }
        alea_status status = ask(book, &own, &out->seat[seat], error);
        if (status != ALEA_OK) return status;
        if (isnan(out->seat[seat])) out->known = false;
        out->seat[seat] += so_far(book, &own);
    }
    return ALEA_OK;
}

/* One number for the player whose turn it is says what the position is worth to both. */
static void share(const alea__book *book, unsigned mover, double value, alea__worth *out)
{
    out->seat[mover] = value;
    if (book->game->players == 2) out->seat[1 - mover] = book->objective == ALEA_WIN ? 1 - value : -value;
}

alea_status alea__exact_worth(alea__book *book, const alea_state *state, alea__worth *out, alea_error *error)
{
    double value;
    *out = (alea__worth){0};
    if (book->alone) return ask_alone(book, state, out, error);
    int mover = alea_game_turn_of(book->game, state);
    alea_status status = ask(book, state, &value, error);
    if (status != ALEA_OK || isnan(value)) return status;
    value += so_far(book, state);
    out->known = true;
    share(book, mover < 0 ? 0 : (unsigned)mover, value, out);
    return ALEA_OK;
}

/* ---- moves ---- */

static bool are_tied(const alea_move_value *a, const alea_move_value *b)
{
    double x = middle(a->value), y = middle(b->value);
    return (a->value.lower <= b->value.upper && b->value.lower <= a->value.upper) ||
           fabs(x - y) <= tie * fmax(1, fabs(x));
}

/* What everybody has where the mover has `value`. */
static void fill(const alea__book *book, unsigned mover, double value, const alea__worth *now,
                 alea__option *out)
{
    out->worth = *now;
    out->worth.known = true;
    if (book->alone)
        out->worth.seat[mover] = value;
    else
        share(book, mover, value, &out->worth);
}

static alea_status take(const alea__book *book, unsigned mover, double before, const alea_answer *answer,
                        const alea__worth *now, alea__options *out, alea_error *error)
{
    out->option = alea__alloc_array(answer->count, sizeof *out->option);
    if (!out->option) return alea__out_of_memory(error);
    out->count = answer->count;
    out->best = answer->best;
    out->known = true;
    const alea_move_value *best = &answer->move[answer->best];
    for (unsigned i = 0; i < answer->count; i++) {
        const alea_move_value *m = &answer->move[i];
        out->option[i].move = m->move;
        fill(book, mover, before + middle(m->value), now, &out->option[i]);
        out->option[i].cost = are_tied(m, best) ? 0 : fabs(middle(best->value) - middle(m->value));
    }
    return ALEA_OK;
}

alea_status alea__exact_options(alea__book *book, const alea_state *state, alea__options *out,
                                alea_error *error)
{
    alea__worth now;
    alea_answer answer;
    alea_error why = {0};
    alea_state own = *state;
    unsigned mover = (unsigned)alea_game_to_move(book->game, state);
    *out = (alea__options){0};
    alea_status status = alea__exact_worth(book, state, &now, error);
    if (status != ALEA_OK || !now.known) return status;
    if (book->alone) book->game->family->solitary->alone(book->game->rules, state, mover, &own);
    status = ask_table(book, &own, &answer, &why);
    if (status == ALEA_E_STATE) return ALEA_OK;
    if (status != ALEA_OK) {
        if (error) *error = why;
        return status;
    }
    double before = so_far(book, &own);
    status = take(book, mover, before, &answer, &now, out, error);
    alea_answer_free(&answer);
    return status;
}
