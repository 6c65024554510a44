#include "view/review_view.h"
#include "view/words.h"

void alea__add_review_position(alea__text *out, const alea_review *r, const alea_review_event *e)
{
    alea_fact fact;
    bool any = false;
    for (unsigned i = 0; i < r->players; i++) {
        const unsigned seat = ((unsigned)e->seat + i) % r->players; /* the player's own first */
        for (size_t k = 0; alea_game_fact(r->game, &e->before, seat, k, &fact); k++) {
            if (k == 0) {
                alea__text_add(out, "%s", any ? "; " : "");
                alea__add_printable(out, r->seat[seat].name);
            }
            alea__text_add(out, "%s %s %s", k ? "," : ":", fact.label, fact.value);
            any = true;
        }
    }
    if (any) alea__text_add(out, ".");
}
