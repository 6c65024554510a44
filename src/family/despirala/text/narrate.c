/* What a move or a roll scored, in a sentence. */
#include "family/despirala/despirala.h"

#include <stdio.h>

const char *const despirala_events[] = {"question", "points", NULL};

void despirala_narrate(alea__narration *n)
{
    const despirala_state before = despirala_state_of(n->before), after = despirala_state_of(n->after);
    char points[16];
    if (after.player[before.mover].score <= before.player[before.mover].score) return;
    snprintf(points, sizeof points, "%u",
             (unsigned)(after.player[before.mover].score - before.player[before.mover].score));
    alea__narrate_blank(n, "points", points);
    alea__narrate(n, alea__words_of(n->game, "points", "+{points}."));
}
