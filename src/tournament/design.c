/* Round robins and gauntlets. */
#include "tournament/design.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"
#include "tournament/cyclic.h"
#include "tournament/messages.h"

/* An empty design with memory for this many lineups. */
static alea_status design_alloc(uint32_t entrants, uint32_t seats, uint32_t most, alea__design *d,
                                alea_error *error)
{
    *d = (alea__design){.entrants = entrants, .seats = seats, .round = 1};
    d->lineup = alea__alloc_array((size_t)most * seats, sizeof *d->lineup);
    return d->lineup ? ALEA_OK : alea__out_of_memory(error);
}

void alea__design_free(alea__design *d)
{
    alea__free(d->lineup);
    *d = (alea__design){0};
}

/* Adds a lineup of two seats. */
static void design_add(alea__design *d, uint32_t first, uint32_t second)
{
    uint32_t *lineup = &d->lineup[(size_t)d->count++ * 2];
    lineup[0] = first;
    lineup[1] = second;
}

/* Plays the last `count` lineups again with the seats exchanged. */
static void design_exchange(alea__design *d, uint32_t count)
{
    const uint32_t from = d->count - count;
    for (uint32_t k = from; k < from + count; k++)
        design_add(d, d->lineup[(size_t)k * 2 + 1], d->lineup[(size_t)k * 2]);
}

alea_status alea__design_round_robin(uint32_t entrants, bool both_orders, alea__design *out,
                                     alea_error *error)
{
    if (entrants < 2 || entrants > ALEA__DESIGN_MOST_ENTRANTS)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_ROUND_ROBIN, ALEA__DESIGN_MOST_ENTRANTS, entrants);
    const uint32_t circle = entrants - (entrants % 2 == 0), pairs = entrants * (entrants - 1) / 2;
    alea__design d;
    const alea_status status = design_alloc(entrants, 2, pairs * (both_orders ? 2 : 1), &d, error);
    if (status) return status;
    d.round = entrants / 2;
    for (uint32_t round = 0; round < circle; round++) {
        /* Those at the same distance before and behind `round` meet. From round to round an entrant's distance changes by
           1, so each moves first and second in turn, and both equally often. `round` itself has a bye, or meets the entrant
           outside the circle. */
        for (uint32_t k = 1; k <= circle / 2; k++) {
            const uint32_t before = (round + circle - k) % circle, behind = (round + k) % circle;
            design_add(&d, k % 2 ? before : behind, k % 2 ? behind : before);
        }
        if (entrants > circle) design_add(&d, round % 2 ? circle : round, round % 2 ? round : circle);
        if (both_orders) design_exchange(&d, d.round);
    }
    d.fewest = d.most = both_orders ? 2 : 1;
    d.balanced_every = both_orders ? 2 * d.round : 0;
    ALEA_ASSERT(d.count == pairs * d.most);
    *out = d;
    return ALEA_OK;
}

/* Two seats: the smaller side goes round the larger one. */
static alea_status design_gauntlet_of_two(uint32_t entrants, uint32_t challengers, alea__design *d,
                                          alea_error *error)
{
    const uint32_t others = entrants - challengers, few = challengers < others ? challengers : others,
                   many = entrants - few;
    const alea_status status = design_alloc(entrants, 2, 2 * few * many, d, error);
    if (status) return status;
    for (uint32_t round = 0; round < many; round++) {
        for (uint32_t i = 0; i < few; i++) {
            const uint32_t j = (i + round) % many;
            design_add(d, few == challengers ? i : j, challengers + (few == challengers ? j : i));
        }
        design_exchange(d, few);
    }
    d->round = few;
    d->balanced_every = 2 * few;
    d->fewest = d->most = 2;
    return ALEA_OK;
}

/* Adds a table of a challenger and others in all its rotations. */
static void design_rotate(alea__design *d, uint32_t challengers, uint32_t challenger, const uint32_t *others)
{
    for (uint32_t turn = 0; turn < d->seats; turn++) {
        uint32_t *lineup = &d->lineup[(size_t)d->count++ * d->seats];
        lineup[turn] = challenger;
        for (uint32_t k = 1; k < d->seats; k++) lineup[(turn + k) % d->seats] = challengers + others[k - 1];
    }
}

/* More seats: each challenger joins the tables that a balanced design of the others has. */
static alea_status design_gauntlet_of_tables(uint32_t entrants, uint32_t challengers, uint32_t seats,
                                             alea__design *d, alea_error *error)
{
    alea__design tables;
    const uint32_t others = entrants - challengers;
    alea_status status = seats == 3 ? alea__design_round_robin(others, false, &tables, error)
                                    : alea__design_cyclic(others, seats - 1, &tables, error);
    if (status) return status;
    status = design_alloc(entrants, seats, challengers * tables.count * seats, d, error);
    for (uint32_t k = 0; k < tables.count && !status; k++)
        for (uint32_t i = 0; i < challengers; i++)
            design_rotate(d, challengers, i, &tables.lineup[(size_t)k * (seats - 1)]);
    d->balanced_every = seats;
    d->fewest = d->most =
        tables.count * (seats - 1) / others * seats; /* tables that another sits at, in all rotations */
    alea__design_free(&tables);
    return status;
}

alea_status alea__design_gauntlet(uint32_t entrants, uint32_t challengers, uint32_t seats, alea__design *out,
                                  alea_error *error)
{
    if (seats < 2 || seats > ALEA__DESIGN_MOST_SEATS)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_SEATS, 2, ALEA__DESIGN_MOST_SEATS, seats);
    if (challengers < 1 || challengers >= entrants || challengers > ALEA__DESIGN_MOST_ENTRANTS)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_CHALLENGERS, challengers, entrants);
    const uint32_t most = seats == 2 ? ALEA__DESIGN_MOST_ENTRANTS : ALEA__CYCLIC_MOST,
                   others = entrants - challengers;
    if (others < seats - 1 || others > most)
        return alea__fail(error, ALEA_E_RANGE, TOURNAMENT_GAUNTLET, seats, seats - 1, (int)most, others);
    alea__design d;
    const alea_status status = seats == 2
                                   ? design_gauntlet_of_two(entrants, challengers, &d, error)
                                   : design_gauntlet_of_tables(entrants, challengers, seats, &d, error);
    if (!status) *out = d;
    return status;
}
