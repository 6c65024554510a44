/* The players of a table; see players.h. */
#include "cli/play/players.h"

#include <stdio.h>
#include <string.h>

bool play_inside(const char *spec, const char *kind, char out[PLAY_NAME_SIZE])
{
    const size_t length = strlen(kind), all = strlen(spec);
    *out = 0;
    if (strncmp(spec, kind, length) != 0) return false;
    if (!spec[length]) return true;
    if (spec[length] != '(' || spec[all - 1] != ')') return false;
    snprintf(out, PLAY_NAME_SIZE, "%.*s", (int)(all - length - 2), spec + length + 1);
    return true;
}

bool play_failed_itself(const play_player *p, alea_status why)
{
    return p->kind == PLAY_BOT && (why == ALEA_E_BOT || why == ALEA_E_STATE);
}

void play_name_players(const char *const *spec, play_player *player, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        alea_player_name(spec, count, i, player[i].name, sizeof player[i].name);
}

/* Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014: the mixing function of SplitMix64. */
double play_draw(const alea_session *session)
{
    size_t count;
    alea_session_events(session, &count);
    uint64_t z = alea_session_seed(session) + (count + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}
