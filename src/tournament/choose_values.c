#include "tournament/choose_values.h"
#include "base/assert.h"
#include "base/error.h"
#include "base/memory.h"

/* The units that choose, and the lineups that they are of: the same ones with another method. */
typedef struct choice {
    alea__lineup *lineups;
    alea__unit *units;
    alea__executed *done;
    size_t count;
} choice;

static alea_status choice_execute(const choice *all, alea__executor *e, alea__unit_context *c,
                                  alea_error *error)
{
    const alea__lineup *before = c->lineups;
    c->lineups = all->lineups;
    for (size_t i = 0; i < all->count; i++) e->total += alea__executor_work(&all->units[i]);
    alea_status status = alea__execute(e, all->units, all->count, all->done, error);
    c->lineups = before;
    return status;
}

alea_status alea__choose_values(alea__executor *e, alea__unit_context *c, const alea__lineup *lineups,
                                uint32_t count, uint64_t groups, uint8_t *chosen, alea_error *error)
{
    ALEA_ASSERT(e->context == c);
    if (c->values_count < 2) return ALEA_OK;
    choice all = {.lineups = alea__alloc_array(count + (size_t)1, sizeof *all.lineups),
                  .units = alea__alloc_array(count + (size_t)1, sizeof *all.units),
                  .done = alea__alloc_array(count + (size_t)1, sizeof *all.done)};
    const bool made = all.lineups && all.units && all.done;
    alea_status status = made ? ALEA_OK : alea__out_of_memory(error);
    for (uint32_t i = 0; status == ALEA_OK && i < count; i++) {
        if (lineups[i].method != ALEA__UNIT_LUCK || chosen[i] > 0) continue;
        all.lineups[i] = lineups[i];
        all.lineups[i].method = ALEA__UNIT_VALUES;
        all.units[all.count++] = (alea__unit){.lineup = i, .games = groups * c->game->players};
    }
    if (status == ALEA_OK && all.count > 0) status = choice_execute(&all, e, c, error);
    for (size_t i = 0; status == ALEA_OK && i < all.count; i++) {
        const double best = all.done[i].result.win[0] * (double)ALEA__MOST_VALUES; /* read from a journal */
        chosen[all.units[i].lineup] = (uint8_t)(best >= 0 && best < c->values_count ? (unsigned)best + 1 : 1);
    }
    alea__free(all.lineups);
    alea__free(all.units);
    alea__free(all.done);
    return status;
}
