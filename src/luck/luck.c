/* The values that measure luck: the family's, or a solved table; see luck.h. */
#include "luck/luck.h"
#include "base/assert.h"
#include "base/memory.h"
#include "luck/luck_inside.h"
#include "luck/messages.h"

const char *const *alea__luck_references(const alea_game *game)
{
    static const char *const none[] = {NULL};
    return game->family->control ? game->family->control->references : none;
}

/* ---- opening ---- */

/* Opens exact values like a review's. Estimates cannot be used, because their expectation over a roll is not exact. */
static alea_status luck_open_source(alea__luck *luck, alea_objective objective,
                                    const alea_solve_options *options, alea_error *error)
{
    const alea_review_options review = {.size = sizeof review,
                                        .objective_given = true,
                                        .objective = objective,
                                        .memory = options->memory,
                                        .progress = options->progress};
    alea_status status = alea_reviewer_open(&review, &luck->reviewer, error);
    if (status == ALEA_OK) status = alea__source_for(luck->reviewer, luck->game, &luck->source, error);
    if (status != ALEA_OK || !luck->source->estimated) return status;
    return alea__fail(error, ALEA_E_REFUSED, LUCK_NO_VALUES, luck->game->spec, luck->source->why_estimated);
}

/* The family's own values, of best play or of the reference; ALEA_E_REFUSED if it has none. */
static alea_status luck_open_control(alea__luck *luck, const alea__luck_options *options,
                                     const alea_solve_options *solve, alea_error *error)
{
    const alea_game *game = luck->game;
    const alea__control_ops *ops = game->family->control;
    alea__problem problem = {.rules = game->rules, .objective = options->objective, .options = solve};
    if (!ops) return alea__fail(error, ALEA_E_REFUSED, LUCK_NO_REFERENCE, game->family->name);
    alea_status status = options->reference
                             ? alea__game_policy_open(game, options->reference, &luck->reference, error)
                             : ALEA_OK;
    if (status != ALEA_OK) return status;
    problem.policy[0] = problem.policy[1] = luck->reference;
    const alea__luck *best = options->best;
    ALEA_ASSERT(!best || (best->game == game && best->objective == options->objective && !best->reference));
    return ops->open(&problem, best ? best->control : NULL, &luck->control, error);
}

/* A refusal of best play only means that there is another way, for one or two players. */
static alea_status luck_open_values(alea__luck *luck, const alea__luck_options *options, alea_error *error)
{
    const alea_solve_options solve = ALEA__OPTIONS(alea_solve_options, options->solve);
    alea_error why = {0};
    if (options->plain) return ALEA_OK;
    alea_status status = luck_open_control(luck, options, &solve, &why);
    const bool may_be_solved = luck->game->players <= 2 || luck->game->family->solitary;
    if (status == ALEA_E_REFUSED && !options->reference && may_be_solved)
        return luck_open_source(luck, options->objective, &solve, error);
    if (status != ALEA_OK && error) *error = why;
    return status;
}

/* The values of the start, and the advantage of each seat over the mean of all seats. */
static alea_status luck_open_start(alea__luck *luck, alea_error *error)
{
    const alea_state start = alea_game_start(luck->game);
    const unsigned players = luck->game->players;
    alea__luck_player *player = NULL;
    bool known = false;
    alea_status status = alea__luck_player_open(luck, &player, error);
    if (status != ALEA_OK) return status;
    status = alea__luck_value(player, &start, luck->start, &known, error);
    alea__luck_player_close(player);
    double sum = 0;
    for (unsigned seat = 0; seat < players; seat++) sum += luck->start[seat];
    for (unsigned seat = 0; seat < players && known; seat++)
        luck->advantage[seat] = luck->start[seat] - sum / players;
    return status;
}

alea_status alea__luck_open(const alea_game *game, const alea__luck_options *options, alea__luck **out,
                            alea_error *error)
{
    alea__luck *luck = alea__alloc(sizeof *luck);
    if (!luck) return alea__out_of_memory(error);
    luck->game = game;
    luck->objective = options->objective;
    alea_status status = luck_open_values(luck, options, error);
    if (status == ALEA_OK) status = luck_open_start(luck, error);
    if (status == ALEA_OK)
        *out = luck;
    else
        alea__luck_close(luck);
    return status;
}

void alea__luck_close(alea__luck *luck)
{
    if (!luck) return;
    if (luck->control) luck->game->family->control->close(luck->control);
    if (luck->reference) luck->game->family->policy->free(luck->reference);
    alea_reviewer_free(luck->reviewer);
    alea__free(luck);
}

void alea__luck_start(const alea__luck *luck, double value[ALEA_MAX_SEATS])
{
    for (unsigned seat = 0; seat < ALEA_MAX_SEATS; seat++) value[seat] = luck->start[seat];
}

/* ---- one thread ---- */

alea_status alea__luck_player_open(const alea__luck *luck, alea__luck_player **out, alea_error *error)
{
    alea__luck_player *player = alea__alloc(sizeof *player);
    if (!player) return alea__out_of_memory(error);
    player->luck = luck;
    alea_status status = luck->source ? alea__source_share(luck->source, &player->source, error) : ALEA_OK;
    if (status == ALEA_OK)
        *out = player;
    else
        alea__luck_player_close(player);
    return status;
}

void alea__luck_player_close(alea__luck_player *player)
{
    if (!player) return;
    alea__source_free(player->source);
    alea__free(player);
}

alea_status alea__luck_value(alea__luck_player *player, const alea_state *state, double value[ALEA_MAX_SEATS],
                             bool *known, alea_error *error)
{
    const alea__luck *luck = player->luck;
    *known = true;
    if (luck->control) return luck->game->family->control->value(luck->control, state, value, error);
    alea__seat_values values;
    *known = false;
    if (!player->source) return ALEA_OK;
    alea_status status = alea__source_value(player->source, state, 0, &values, error);
    if (status != ALEA_OK) return status;
    *known = values.known;
    for (unsigned seat = 0; seat < luck->game->players; seat++) value[seat] = values.seat[seat];
    return ALEA_OK;
}

/* The game stopped at one of its limits, which tables do not cover. */
static bool luck_is_cut_off(const alea_game *game, const alea_state *state)
{
    alea_outcome outcome;
    if (alea_game_to_move(game, state) != ALEA_OVER) return false;
    game->family->play->outcome(game->rules, state, &outcome);
    return outcome.unfinished;
}

alea_status alea__luck_of_roll(alea__luck_player *player, const alea_state *before, const alea_state *after,
                               alea__luck_roll *out, alea_error *error)
{
    const alea__luck *luck = player->luck;
    *out = (alea__luck_roll){0};
    if (luck->control)
        return luck->game->family->control->luck(luck->control, before, after, out->luck, error);
    double mean[ALEA_MAX_SEATS], value[ALEA_MAX_SEATS];
    bool known_before, known_after = false;
    alea_status status = alea__luck_value(player, before, mean, &known_before, error);
    if (status == ALEA_OK && known_before && !luck_is_cut_off(luck->game, after))
        status = alea__luck_value(player, after, value, &known_after, error);
    if (status != ALEA_OK) return status;
    out->unknown = known_before && !known_after;
    for (unsigned seat = 0; known_after && seat < luck->game->players; seat++)
        out->luck[seat] = value[seat] - mean[seat];
    return ALEA_OK;
}
