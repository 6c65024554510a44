#pragma once
/* Shared by the text, the JSON and the page of a tournament. */
#include "base/text.h"
#include "view/number.h"
#include <alea/view.h>
#include <string.h>

/* A bot's own title, or its name, for a file without its folders; unless another has the same. `standing` is a place in the
   ranking. */
const char *alea__tournament_name(const alea_tournament_result *, unsigned standing);

/* The place of a bot in the ranking, by its index. */
static inline unsigned alea__tournament_place(const alea_tournament_result *r, unsigned bot)
{
    unsigned place = 0;
    while (place + 1 < r->bots && r->standing[place].bot != bot) place++;
    return place;
}

/* The pair of two bots, by their indices; NULL if they have not met. */
static inline const alea_tournament_pair *alea__tournament_pair(const alea_tournament_result *r, unsigned a,
                                                                unsigned b)
{
    for (size_t i = 0; i < r->pairs; i++) /* sorted, but short */
        if ((r->pair[i].a == a && r->pair[i].b == b) || (r->pair[i].a == b && r->pair[i].b == a))
            return &r->pair[i];
    return NULL;
}

/* The displayed rate of bot `a` in a pair that contains it. */
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

/* Whether dollars rank; otherwise the ratings of wins do. */
static inline bool alea__tournament_for_money(const alea_tournament_result *r)
{
    return r->objective == ALEA_MONEY;
}

/* The result of a pair's bot `a` in the unit of the ranking: dollars, or the share of wins; with its bounds. */
typedef struct alea__tournament_result {
    double value, error, lower, upper;
} alea__tournament_result;
static inline alea__tournament_result alea__tournament_between(const alea_tournament_result *r,
                                                               const alea_tournament_pair *p, unsigned a)
{
    const bool own = p->a == a;
    if (!alea__tournament_for_money(r))
        return (alea__tournament_result){alea__tournament_rate(p, a), p->rate_se,
                                         own ? p->lower : 1 - p->upper, own ? p->upper : 1 - p->lower};
    return own ? (alea__tournament_result){p->gain, p->gain_se, p->gain_lower, p->gain_upper}
               : (alea__tournament_result){0 - p->gain, p->gain_se, 0 - p->gain_upper, 0 - p->gain_lower};
}

/* A bot's result in the unit of the ranking, with its interval. */
static inline alea__tournament_result alea__tournament_ranked(const alea_tournament_result *r,
                                                              const alea_tournament_standing *s)
{
    if (!alea__tournament_for_money(r))
        return (alea__tournament_result){s->rating, s->rating_error, s->rating_low, s->rating_high};
    return (alea__tournament_result){s->money, s->money_se, s->money_low, s->money_high};
}

/* The columns of the standings. */
typedef struct alea__tournament_columns {
    bool elo, money, exploitability, loss, forfeits, fuel;
} alea__tournament_columns;
/* The columns that some bot fills; Elo has a separate one if dollars rank. */
static inline alea__tournament_columns alea__tournament_columns_of(const alea_tournament_result *r)
{
    const bool by_money = alea__tournament_for_money(r);
    alea__tournament_columns c = {.elo = by_money, .money = r->has_money && !by_money};
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

/* Explains the columns and the matrix. */
void alea__add_tournament_legend(alea__text *, const alea_tournament_result *);
void alea__add_tournament_matrix(alea__text *, const alea_tournament_result *);
/* Describes the field, and the certainty of the ranking. */
void alea__add_tournament_title(alea__text *, const alea_tournament_result *);
void alea__add_tournament_verdict(alea__text *, const alea_tournament_result *);
