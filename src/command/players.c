/* The players of a table; see players.h. */
#include "command/players.h"

#include <alea/view.h>
#include <stdio.h>

bool play_is_person(const char *spec)
{
    size_t length;
    return alea_player_inside(spec, "human", &length) != NULL;
}

bool play_is_graded(const char *spec, char grade[PLAY_NAME_SIZE])
{
    size_t length;
    const char *inside = alea_player_inside(spec, "graded", &length);
    if (inside) snprintf(grade, PLAY_NAME_SIZE, "%.*s", (int)length, inside);
    return inside != NULL;
}

bool play_failed_itself(const play_player *p, alea_status why)
{
    return p->kind == PLAY_BOT && (why == ALEA_E_BOT || why == ALEA_E_STATE);
}

void play_name(const char *const *spec, unsigned count, unsigned which, char out[PLAY_NAME_SIZE])
{
    char name[PLAY_NAME_SIZE];
    alea_player_name(spec, count, which, name, sizeof name);
    alea_view_printable(name, out, PLAY_NAME_SIZE);
}

/* A random number from 0 to 1, different at each event of a game. Steele, Lea, Flood, Fast splittable pseudorandom number
   generators, OOPSLA 2014: the mixing function of SplitMix64. */
static double play_draw(uint64_t seed, size_t event)
{
    uint64_t z = seed + (event + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

uint32_t play_choose_graded(const coach *c, const alea_answer *answer, size_t event, double strength)
{
    return answer->move[coach_err(answer, c->objective, strength, play_draw(c->seed, event))].move;
}

bool play_graded_move(coach *c, const alea_state *state, size_t event, double strength, uint32_t *move)
{
    alea_review_answer all;
    if (!coach_ask(c, state, event, &all)) return false;
    *move = play_choose_graded(c, &all.answer, event, strength);
    alea_review_answer_free(&all);
    return true;
}
