/* A game whose functions are those of another one, and whose exact results come from listing its states. */
#include "base/error.h"
#include "base/memory.h"
#include "exact/enumerate.h"
#include "value/solver_ops.h"

#include <string.h>

static const alea_game *plain_of(const alea__rules *rules)
{
    return ((const alea__listed *)rules)->game;
}

/* ---- functions of the game ---- */

/* Defines plain_NAME, which calls that function of a table of the game's family; PLAIN_DO one without a result. */
#define PLAIN(result, table, function, parameters, ...)                 \
    static result plain_##function parameters                           \
    {                                                                   \
        const alea_game *game = plain_of(rules);                        \
        return game->family->table->function(game->rules, __VA_ARGS__); \
    }
#define PLAIN_DO(table, function, parameters, ...)               \
    static void plain_##function parameters                      \
    {                                                            \
        const alea_game *game = plain_of(rules);                 \
        game->family->table->function(game->rules, __VA_ARGS__); \
    }

PLAIN(bool, rules, has_objective, (const alea__rules *rules, alea_objective objective), objective)
PLAIN_DO(play, start, (const alea__rules *rules, alea_state *state), state)
PLAIN(int, play, to_move, (const alea__rules *rules, const alea_state *state), state)
PLAIN(int, play, turn_of, (const alea__rules *rules, const alea_state *state), state)
PLAIN(unsigned, play, move_count, (const alea__rules *rules, const alea_state *state), state)
PLAIN(uint32_t, play, move, (const alea__rules *rules, const alea_state *state, unsigned index), state, index)
PLAIN(const char *, play, move_name, (const alea__rules *rules, uint32_t move), move)
PLAIN(uint32_t, play, chance_count, (const alea__rules *rules, const alea_state *state), state)
PLAIN(uint64_t, play, chance_weight, (const alea__rules *rules, const alea_state *state, uint32_t outcome),
      state, outcome)
PLAIN(unsigned, play, chance_faces,
      (const alea__rules *rules, const alea_state *state, uint32_t outcome, uint32_t faces[16]), state,
      outcome, faces)
PLAIN(alea_status, play, apply,
      (const alea__rules *rules, alea_state *state, uint32_t move_or_outcome, alea_error *error), state,
      move_or_outcome, error)
PLAIN_DO(play, forfeit, (const alea__rules *rules, alea_state *state), state)
PLAIN_DO(play, outcome, (const alea__rules *rules, const alea_state *state, alea_outcome *out), state, out)
/* Where values count the points still to come, a canonical state lacks those so far, which the end needs. */
static void plain_canonical(const alea__rules *rules, alea_state *state)
{
    const alea_game *game = plain_of(rules);
    const bool whole = !game->family->solver || game->family->solver->points_so_far == alea__no_points;
    if (whole) game->family->play->canonical(game->rules, state);
}

PLAIN_DO(text, describe, (const alea__rules *rules, const alea_state *state, char *out, size_t size), state,
         out, size)

static const alea__rules_ops plain_rules_ops = {
    .lua_functions = alea__no_lua_functions,
    .free = alea__listed_free,
    .has_objective = plain_has_objective,
};

static const alea__play_ops plain_play_ops = {
    .start = plain_start,
    .to_move = plain_to_move,
    .turn_of = plain_turn_of,
    .move_count = plain_move_count,
    .move = plain_move,
    .move_name = plain_move_name,
    .chance_count = plain_chance_count,
    .chance_weight = plain_chance_weight,
    .chance_faces = plain_chance_faces,
    .apply = plain_apply,
    .forfeit = plain_forfeit,
    .outcome = plain_outcome,
    .canonical = plain_canonical,
};

static const alea__policy_ops plain_policy_ops = {
    .builtin = alea__explicit_builtin,
    .open = alea__explicit_policy_open,
    .free = alea__explicit_policy_free,
    .decide = alea__explicit_decide,
};

static const alea__text_ops plain_text_ops = {
    .key = alea__explicit_key,
    .parse_state = alea__explicit_parse_state,
    .describe = plain_describe,
    .fact = alea__no_fact,
    .explain = alea__no_explanation,
    .sample_state = alea__explicit_sample_state,
};

static const alea__family plain_family = {
    .name = "plain",
    .rules = &plain_rules_ops,
    .play = &plain_play_ops,
    .policy = &plain_policy_ops,
    .text = &plain_text_ops,
    .solver = &alea__explicit_solver_ops,
    .freezing = &alea__explicit_freezing_ops,
};

/* ---- opening ---- */

alea_status alea__plain_game_open(const alea_game *game, alea_game **out, alea_error *error)
{
    alea_game *plain = alea__alloc(sizeof *plain);
    alea__listed *rules = alea__alloc(sizeof *rules);
    alea_status status = plain && rules ? ALEA_OK : alea__out_of_memory(error);
    if (status == ALEA_OK) status = alea__listed_begin(rules, &plain_family, NULL, game->players, error);
    if (status != ALEA_OK) {
        alea__free(plain);
        alea__free(rules);
        return status;
    }
    rules->game = game;
    *plain = (alea_game){.family = &plain_family,
                         .rules = (alea__rules *)rules,
                         .name = game->name,
                         .title = game->title,
                         .text = game->text,
                         .spec = game->spec,
                         .players = game->players,
                         .played_for = game->played_for};
    memcpy(plain->sha256, game->sha256, sizeof plain->sha256);
    *out = plain;
    return ALEA_OK;
}

void alea__plain_game_free(alea_game *plain)
{
    if (!plain) return;
    alea__listed_free(plain->rules);
    alea__free(plain);
}
