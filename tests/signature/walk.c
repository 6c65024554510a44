/* Random play with separate random numbers: the visited positions depend only on the rules. */
#include "signature.h"

enum { LONGEST = 5000 };

/* The finalizer of splitmix64. */
uint64_t mix(uint64_t hash, uint64_t number)
{
    uint64_t x = (hash ^ number) + UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ (x >> 27)) * UINT64_C(0x94d049bb133111eb);
    return x ^ (x >> 31);
}

uint64_t walk_random(walk *w)
{
    return w->random = mix(w->random, 1);
}

/* A third of the games is played with moves as likely as each other, the others with a liking for the last of two moves, which
   in races is to roll. */
walk walk_begin(const alea_game *game, uint64_t seed)
{
    static const unsigned biases[] = {128, 192, 230};
    return (walk){game, alea_game_start(game), mix(seed, 0), biases[seed % COUNT_OF(biases)], false};
}

static uint32_t walk_outcome(walk *w)
{
    uint32_t count = alea_game_chance_count(w->game, &w->state), outcome;
    do outcome = (uint32_t)(walk_random(w) % count);
    while (alea_game_chance_weight(w->game, &w->state, outcome) == 0);
    return outcome;
}

static uint32_t walk_move(walk *w)
{
    unsigned count = alea_game_move_count(w->game, &w->state);
    unsigned index = count == 2 ? walk_random(w) % 256 < w->bias : (unsigned)(walk_random(w) % count);
    return alea_game_move(w->game, &w->state, index);
}

bool walk_step(walk *w)
{
    alea_error error;
    int mover = w->over ? ALEA_OVER : alea_game_to_move(w->game, &w->state);
    if (mover == ALEA_OVER) {
        w->over = true;
        return false;
    }
    uint32_t step = mover == ALEA_CHANCE ? walk_outcome(w) : walk_move(w);
    return put_status(alea_game_apply(w->game, &w->state, step, &error), &error);
}

/* Every position of a short game would be visited many times, and of a long one its beginning only; so one in seven is. */
void walk_visit(const alea_game *game, unsigned wanted, walk_visitor visit, void *user)
{
    unsigned visited = 0;
    for (uint64_t seed = 0; seed < 400 && visited < wanted; seed++) {
        walk w = walk_begin(game, seed);
        for (int steps = 0; steps < LONGEST && visited < wanted; steps++) {
            int mover = alea_game_to_move(game, &w.state);
            bool here = mover >= 0 ? walk_random(&w) % 7 == 0 : walk_random(&w) % 50 == 0;
            if (here && mover != ALEA_OVER) {
                visited++;
                if (!visit(user, &w.state)) return;
            }
            if (!walk_step(&w)) break;
        }
    }
}
