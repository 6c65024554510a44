/* From rates to places. */
#include "base/assert.h"
#include "contest/contest.h"

#include <math.h>

/* Computes an entry's matches won and mean rate. A tie, or a near tie, counts for neither player. */
static void rank_add_up(const alea_contest *c, unsigned i)
{
    alea_contest_entry *e = &c->entry[i];
    double sum = 0;
    unsigned others = 0;
    e->matches_won = 0;
    for (unsigned j = 0; j < c->count; j++) {
        const double rate = c->rate[(size_t)i * c->count + j];
        if (j == i || !c->entry[j].ok) continue;
        ALEA_ASSERT(rate >= 0 && rate <= 1); /* known, as the contest was not stopped */
        if (rate > ALEA_CONTEST_WIN) e->matches_won++;
        sum += rate;
        others++;
    }
    e->mean_rate = others ? sum / others : (double)NAN;
}

/* The sum of an entry's rates in units of 2^-52, which does not depend on the order of addition. */
static int64_t rank_rates(const alea_contest *c, unsigned i)
{
    int64_t sum = 0;
    for (unsigned j = 0; j < c->count; j++)
        if (j != i && c->entry[j].ok) sum += llround(ldexp(c->rate[(size_t)i * c->count + j], 52));
    return sum;
}

/* Whether entry i comes before entry j. False for entries that share a rank. */
static bool rank_before(const alea_contest *c, unsigned i, unsigned j)
{
    const unsigned won = c->entry[i].matches_won, other = c->entry[j].matches_won;
    if (won != other || c->tie_break != ALEA_TIES_BY_RATE) return won > other;
    return rank_rates(c, i) > rank_rates(c, j);
}

/* Sorts the ranking, best first; entries that share a rank stay in the order of their files. */
static void rank_sort(alea_contest *c)
{
    c->ranked = 0;
    for (unsigned i = 0; i < c->count; i++) {
        if (!c->entry[i].ok) continue;
        unsigned place = c->ranked++;
        for (; place > 0 && rank_before(c, i, c->ranking[place - 1]); place--)
            c->ranking[place] = c->ranking[place - 1];
        c->ranking[place] = i;
    }
}

/* Whether entry i is a bot of the game's own, which does not move entries down. */
static bool rank_is_staff(const alea_contest *c, unsigned i)
{
    ALEA_ASSERT(i < c->count);
    return c->submissions && c->submission && c->submissions->submission[c->submission[i]].staff;
}

/* Assigns ranks and awards in the sorted ranking. Entries that tie share a rank, and the next rank counts all of them. A
   built-in bot gets the rank of its wins, without displacing other entries. An entry without opponents wins nothing. */
static void rank_award(alea_contest *c)
{
    static const alea_award awards[] = {ALEA_NO_AWARD, ALEA_FIRST, ALEA_SECOND, ALEA_THIRD};
    unsigned rank = 0, before = 0, players = 0;
    for (unsigned place = 0; place < c->ranked; place++) players += !rank_is_staff(c, c->ranking[place]);
    for (unsigned place = 0; place < c->ranked; place++) {
        alea_contest_entry *e = &c->entry[c->ranking[place]];
        ALEA_ASSERT(place == 0 || !rank_before(c, c->ranking[place], c->ranking[place - 1]));
        bool shared = place > 0 && !rank_before(c, c->ranking[place - 1], c->ranking[place]);
        const bool staff = rank_is_staff(c, c->ranking[place]);
        if (!shared) rank = before + 1;
        before += !staff;
        e->rank = rank;
        e->award = rank <= 3 && !staff && players > 1 ? awards[rank] : ALEA_NO_AWARD;
    }
}

void alea__rank(alea_contest *c)
{
    for (unsigned i = 0; i < c->count; i++)
        if (c->entry[i].ok) rank_add_up(c, i);
    rank_sort(c);
    rank_award(c);
}
