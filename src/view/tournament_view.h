#ifndef ALEA_VIEW_TOURNAMENT_VIEW_H
#define ALEA_VIEW_TOURNAMENT_VIEW_H
/* A tournament's result: what its text, its JSON and its page share. */
#include "base/text.h"
#include "view/number.h"
#include <alea/view.h>
#include <string.h>

/* What a bot calls itself, or its name, a file's without its folders; unless another has the same. `standing` is a place in the
   ranking. */
const char *alea__tournament_name(const alea_tournament_result *, unsigned standing);

/* The place of a bot in the ranking, by its index. */
static inline unsigned alea__tournament_place(const alea_tournament_result *r, unsigned bot)
{
    unsigned place = 0;
    while (place + 1 < r->bots && r->standing[place].bot != bot) place++;
    return place;
}

/* The pair of two bots, by their indices; NULL: they have not met. */
static inline const alea_tournament_pair *alea__tournament_pair(const alea_tournament_result *r, unsigned a,
                                                                unsigned b)
{
    for (size_t i = 0; i < r->pairs; i++) /* sorted, but short */
        if ((r->pair[i].a == a && r->pair[i].b == b) || (r->pair[i].a == b && r->pair[i].b == a))
            return &r->pair[i];
    return NULL;
}

/* The rate of bot `a` in a pair that has it, as it is shown. */
static inline double alea__tournament_rate(const alea_tournament_pair *p, unsigned a)
{
    return alea__shown_rate(p->a == a ? p->rate : 1 - p->rate);
}

static inline size_t alea__tournament_exact_pairs(const alea_tournament_result *r)
{
    size_t exact = 0;
    for (size_t i = 0; i < r->pairs; i++) exact += r->pair[i].exact;
    return exact;
}

/* Which columns the standings have. */
typedef struct alea__tournament_columns {
    bool money, exploitability, loss, forfeits, fuel;
} alea__tournament_columns;
static inline alea__tournament_columns alea__tournament_columns_of(const alea_tournament_result *r)
{
    alea__tournament_columns c = {.money = r->has_money};
    for (unsigned i = 0; i < r->bots; i++) {
        const alea_tournament_standing *s = &r->standing[i];
        c.exploitability |= s->has_exploitability;
        c.loss |= s->has_loss;
        c.forfeits |= s->forfeits > 0;
        c.fuel |= s->fuel > 0;
    }
    return c;
}

/* A standing's share of wins and its money; exact ones have no error. */
char *alea__tournament_rate_text(char out[ALEA__NUMBER], const alea_tournament_standing *, bool ascii);
char *alea__tournament_money_text(char out[ALEA__NUMBER], const alea_tournament_standing *, bool ascii);

/* What the field is, and sentences on how certain the ranking is. */
void alea__add_tournament_title(alea__text *, const alea_tournament_result *);
void alea__add_tournament_verdict(alea__text *, const alea_tournament_result *);
#endif
