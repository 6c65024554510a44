/* How many states a game may have whose states are listed one by one, and who receives the progress: settings of the process, since
   games are opened in many places, by the names that tables and records give. */
#include "base/assert.h"
#include "base/error.h"
#include "base/stopping.h"
#include "game/family.h"
#include "game/messages.h"

#include <stdatomic.h>

/* The memory for listing and solving a game, per state with about four moves or outcomes. Pig takes 180 bytes. Growing
   lists exist twice while they are copied. */
enum { BYTES_A_STATE = 320 };

/* A mutable global: the limit; 0: the default. */
static atomic_uint limit_states;

alea_status alea_game_limit_states(uint64_t states, uint64_t *bytes, alea_error *error)
{
    if (bytes) *bytes = 0;
    if (states > ALEA_MOST_STATES)
        return alea__fail(error, ALEA_E_RANGE, GAME_STATES_RANGE, ALEA_MOST_STATES, states);
    if (bytes) *bytes = states * BYTES_A_STATE;
    atomic_store(&limit_states, (unsigned)states);
    return ALEA_OK;
}

/* Another mutable global. */
static const alea_progress *_Atomic listing_progress;

void alea_game_set_listing_progress(const alea_progress *progress)
{
    atomic_store(&listing_progress, progress);
}

const alea_progress *alea__listing_progress(void)
{
    return atomic_load(&listing_progress);
}

alea_status alea__end_listing(uint32_t states, alea_status status)
{
    alea__report(alea__listing_progress(), states + 1, states + 1);
    return status;
}

uint32_t alea__most_states(uint32_t usual)
{
    const uint32_t limit = atomic_load(&limit_states);
    ALEA_ASSERT(usual > 0 && limit <= ALEA_MOST_STATES);
    return limit > 0 ? limit : usual;
}

uint32_t alea__most_edges(uint32_t usual, uint32_t usual_states)
{
    const uint64_t edges = (uint64_t)usual * alea__most_states(usual_states) / usual_states;
    ALEA_ASSERT(usual <= ALEA__EDGES_LIMIT);
    return edges < usual ? usual : edges > ALEA__EDGES_LIMIT ? ALEA__EDGES_LIMIT : (uint32_t)edges;
}
