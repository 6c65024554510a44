/* The plain referee, move by move: everything that can happen in every position of random games. */
#include "signature.h"

enum { GAMES = 20, STEPS = 5000 };

enum { FEW = 50000 };

/* Looks at a sample of the outcomes where there are many; adding up the weights of millions would take seconds. */
static uint64_t referee_hash_chance(const alea_game *game, const alea_state *state, uint64_t hash)
{
    uint32_t count = alea_game_chance_count(game, state), faces[16];
    hash = mix(hash, count);
    if (count <= FEW) hash = mix(hash, alea_game_chance_denominator(game, state));
    for (uint32_t outcome = 0; outcome < count; outcome += count / 8 + 1) {
        hash = mix(hash, alea_game_chance_weight(game, state, outcome));
        unsigned dice = alea_game_chance_faces(game, state, outcome, faces);
        hash = mix(hash, dice);
        for (unsigned i = 0; i < dice; i++) hash = mix(hash, faces[i]);
    }
    return hash;
}

static uint64_t referee_hash_position(const alea_game *game, const alea_state *state, uint64_t hash)
{
    int mover = alea_game_to_move(game, state);
    hash = mix(mix(hash, (uint64_t)mover), (uint64_t)alea_game_turn_of(game, state));
    hash = mix(hash, alea_game_turns(game, state));
    if (mover == ALEA_CHANCE) return referee_hash_chance(game, state, hash);
    unsigned count = alea_game_move_count(game, state);
    for (unsigned i = 0; i < count; i++) hash = mix(hash, alea_game_move(game, state, i));
    return mix(hash, count);
}

static void referee_put_end(const walk *w)
{
    alea_outcome outcome;
    alea_error error;
    if (!w->over) {
        put_count(-2);
        return;
    }
    if (!put_status(alea_game_outcome(w->game, &w->state, &outcome, &error), &error)) return;
    put_count(outcome.winner);
    put_count(outcome.unfinished);
    put_count(outcome.turns);
    for (unsigned seat = 0; seat < alea_game_players(w->game); seat++) {
        put_count(outcome.score[seat]);
        put_count(outcome.money[seat]);
    }
}

/* Ends of games one by one, what was possible on the way as a hash. */
static void referee_put_games(const alea_game *game)
{
    uint64_t hash = 0, steps = 0;
    for (uint64_t seed = 0; seed < GAMES; seed++) {
        walk w = walk_begin(game, 1000 + seed);
        bool goes_on = true;
        for (int i = 0; goes_on && i < STEPS; i++, steps++) {
            hash = referee_hash_position(game, &w.state, hash);
            goes_on = walk_step(&w);
        }
        referee_put_end(&w);
    }
    put_count((int64_t)steps);
    put_hash(hash);
}

/* The position of each seat in the game for one. */
static bool referee_alone(void *user, const alea_state *state)
{
    const alea_game *game = user;
    alea_state alone;
    for (unsigned seat = 0; seat < alea_game_players(game); seat++)
        put_count(alea_game_single_player_state(game, state, seat, &alone)
                      ? (int64_t)alea_game_turns(game, &alone)
                      : -1);
    return true;
}

static void referee_put_alone(alea_game *game)
{
    alea_game *alone = NULL;
    alea_error error;
    if (!put_status(alea_game_single_player(game, &alone, &error), &error)) return;
    put_count(alea_game_players(alone));
    walk_visit(game, 50, referee_alone, game);
    alea_game_free(alone);
}

void referee_jobs(void)
{
    static const struct {
        const char *game;
        unsigned players;
    } jobs[] = {
        {"pig", 0},
        {"pig(goal=60,dice=2,sides=8)", 3},
        {"piglet(goal=10)", 4},
        {"two-dice-pig", 0},
        {"two-dice-pig(double_one=bust,forced_doubles=true)", 4},
        {"pig-pen", 0},
        {"pig-pen(goal=40)", 3},
        {"pig-pen(over_goal=hold)", 4},
        {"pig-solitaire", 0},
        {"pig-solitaire(turns=0)", 0},
        {"hog", 0},
        {"hog(goal=40,time_trot=false)", 0},
        {"hog-moon", 0},
        {"hog-feral", 0},
        {"hog-piggy", 0},
        {"despirala", 0},
        {"despirala(misere=true)", 3},
        {"@tests/rules/small-despirala.lua", 4},
        {"coin-pig(goal=8)", 0},
        {"red-and-black", 0},
        {"@tests/rules/chase-graph.lua", 0},
        {"@tests/rules/mixed-dice.lua", 0},
        {"@tests/rules/small-despirala-graph.lua(gain=0)", 0},
        {"@tests/rules/solitaire-graph.lua(goal=40,turns=6)", 0},
    };
    for (size_t i = 0; i < COUNT_OF(jobs); i++) {
        if (!line_begin(NULL, "referee/%s/%u", jobs[i].game, jobs[i].players)) continue;
        alea_game *game = open_game(jobs[i].game, jobs[i].players);
        if (game) referee_put_games(game);
        alea_game_free(game);
        line_end();
    }
    if (line_begin(NULL, "alone/despirala/3")) {
        alea_game *game = open_game("despirala", 3);
        if (game) referee_put_alone(game);
        alea_game_free(game);
        line_end();
    }
}
