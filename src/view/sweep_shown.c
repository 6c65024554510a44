#include "base/assert.h"
#include "view/sweeps_view.h"

unsigned alea__sweep_shown(const alea_sweeps *s, unsigned map, unsigned maps)
{
    ALEA_ASSERT(map < maps && s->count > 0);
    const unsigned sweep = (1u << map) - 1;
    return map + 1 == maps || sweep >= s->count ? s->count - 1 : sweep;
}
